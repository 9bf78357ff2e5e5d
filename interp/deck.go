package interp

import (
	"github.com/rulec/rulec/interp/deps"
	"github.com/rulec/rulec/interp/dice"
	"github.com/rulec/rulec/interp/keyed"
	"github.com/rulec/rulec/interp/state"
	"github.com/rulec/rulec/interp/trace"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
)

// What is drawn, discarded and shuffled is so at once, as dice stay thrown: on no copy of the
// state, so that no two members of a batch have the same card (P33).

// MaxCards is the most cards that a deck can have.
const MaxCards = 1000

// deck is a compiled deck.
type deck struct {
	*program.Deck
	// first is the number of its first card among those of all decks.
	first int
	// cards are definitions or steps, by their index plus 1; words what their names stand for;
	// copies how many of the same stand before each.
	cards  []float64
	words  []uint64
	copies []uint64
	// key is what its name stands for.
	key uint64
}

// defineDecks works out what the decks are made of.
func (c *compiler) defineDecks() {
	first := 0
	for _, d := range c.decks {
		src := d.Deck
		d.first = first
		if src.Cards == nil {
			continue
		}
		faults := len(c.faults)
		d.cards = append(d.cards, c.lists.Of(c.constant(src.Cards.Expr))...)
		switch {
		case len(c.faults) > faults:
		case len(d.cards) == 0:
			c.faults.Add(diag.Errorf(NoCards, src.Cards.Span, "the deck %s has no cards", quoted(src.Name)))
		case len(d.cards) > MaxCards:
			c.faults.Add(diag.Errorf(TooMany, src.Cards.Span, "the deck %s has %d cards: at most %d are possible", quoted(src.Name), len(d.cards), MaxCards))
		}
		seen := map[float64]uint64{}
		for _, card := range d.cards {
			if card == 0 {
				c.faults.Add(diag.Errorf(NoCards, src.Cards.Span, "one of the cards of the deck %s is none", quoted(src.Name)))
				break
			}
			d.words = append(d.words, keyed.Text(nameOfCard(src.Of, card)))
			d.copies = append(d.copies, seen[card])
			seen[card]++
		}
		first += len(d.cards)
	}
	c.cardCount = first
}

// nameOfCard returns the name of a card.
func nameOfCard(of program.Type, card float64) string {
	if of.Kind == program.Step {
		return of.Scale.Steps[int(card)-1].Name
	}
	return of.Of.Defs[int(card)-1].Name
}

// draw takes a card out of the pile of a deck: the one that the script says, else the first;
// none if there is none left.
func (m *Machine) draw(d *deck, roller dice.Roller, span *diag.Span) float64 {
	at := m.topOf(d)
	if at < 0 && !d.StaysEmpty && m.decks.Discards(d.Index) > 0 {
		m.shuffle(d, span)
		at = m.topOf(d)
	}
	card := 0.0
	if at >= 0 {
		at = m.drivenDraw(d, at, roller, span)
		card = d.cards[at]
		m.decks.Hold(d.first + at)
		m.deckChanged()
	}
	if m.record.tracing {
		m.tellDeck(trace.Draw, d, roller, card, span)
	}
	return card
}

// topOf returns which card of a deck is the first in its pile, -1 if none is there: that
// whose word is least.
func (m *Machine) topOf(d *deck) int {
	m.step(len(d.cards))
	best, least := -1, uint64(0)
	key, n := m.source.Keyed(d.key), m.decks.Shuffles(d.Index)
	for i := range d.cards {
		if !m.decks.InPile(d.first + i) {
			continue
		}
		if word := keyed.Mix(keyed.First(key, d.words[i], n) + d.copies[i]*keyed.Golden); best < 0 || word < least {
			best, least = i, word
		}
	}
	return best
}

// drivenDraw returns which card a driver has drawn; else the one at top.
func (m *Machine) drivenDraw(d *deck, top int, roller dice.Roller, span *diag.Span) int {
	if m.driver == nil {
		return top
	}
	card, ok, err := m.driver.Draw(m, d.Deck, roller)
	if err != nil {
		m.raise(m.asDiagnostic(err, span))
	}
	if ok {
		for i, has := range d.cards {
			if has == card && m.decks.InPile(d.first+i) {
				return i
			}
		}
	}
	return top
}

// WhereCard says where a card is, for messages; empty: it can be drawn from the deck.
func (m *Machine) WhereCard(of *program.Deck, card float64) string {
	d := m.code.decks[of.Index]
	has, held := false, false
	for i, one := range d.cards {
		if one != card {
			continue
		}
		if m.decks.InPile(d.first + i) {
			return ""
		}
		has, held = true, held || m.decks.Held(d.first+i)
	}
	switch {
	case held:
		return "it has been drawn"
	case has:
		return "it has been discarded"
	}
	return "it is no card of this deck"
}

// shuffle brings the discards of a deck back into its pile, and gives that another order.
func (m *Machine) shuffle(d *deck, span *diag.Span) {
	m.step(len(d.cards))
	m.decks.Shuffle(d.Index, d.first, d.first+len(d.cards))
	m.deckChanged()
	if m.record.tracing {
		m.tellDeck(trace.Shuffle, d, -1, 0, span)
	}
}

// deckChanged notes that what reads decks may come to something else.
func (m *Machine) deckChanged() {
	m.tally.changed()
	m.tally.hadEffect()
	m.notice(deps.More)
}

// tellDeck tells what has happened to a deck; roller is -1 where nobody draws.
func (m *Machine) tellDeck(kind trace.Kind, d *deck, roller dice.Roller, card float64, span *diag.Span) {
	e := m.emit(kind, span)
	e.Deck, e.Roller, e.Who = d.Deck, int32(roller), int32(m.thingOf(roller))
	if kind != trace.Shuffle {
		m.room.one[0] = card
		e.First, e.Count = m.record.values(m.room.one[:1])
	}
}

// pileOf and discardsOf list the cards that can be drawn, and those that were discarded, the last
// one last.

func pileOf(f *frame, x *call, _ []float64) float64 {
	m := f.m
	m.step(len(x.deck.cards))
	m.lists.Begin()
	for i, card := range x.deck.cards {
		if m.decks.InPile(x.deck.first + i) {
			m.lists.Push(card)
		}
	}
	return m.lists.End()
}

func discardsOf(f *frame, x *call, _ []float64) float64 {
	m := f.m
	m.step(len(x.deck.cards))
	laid := m.room.laid[:0]
	for range m.decks.Discards(x.deck.Index) {
		laid = append(laid, 0)
	}
	for i, card := range x.deck.cards {
		if k := m.decks.Discarded(x.deck.first + i); k > 0 {
			laid[k-1] = card
		}
	}
	m.lists.Begin()
	for _, card := range laid {
		m.lists.Push(card)
	}
	m.room.laid = laid
	return m.lists.End()
}

// layDecks puts the cards where the encounter says that they are at the start.
func (m *Machine) layDecks() {
	m.startDecks = state.NewDecks(len(m.code.decks), m.code.cardCount)
	for _, g := range m.encounter.Decks {
		d := m.code.decks[g.Deck.Index]
		for _, c := range g.Held {
			m.startDecks.Hold(m.startCard(d, c))
		}
		for _, c := range g.Discarded {
			m.startDecks.Discard(d.Index, m.startCard(d, c))
		}
	}
}

// startCard finds a card of a deck that nothing has been said about yet.
func (m *Machine) startCard(d *deck, c program.GivenCard) int {
	for i, has := range d.cards {
		if has == c.Card && m.startDecks.InPile(d.first+i) {
			return d.first + i
		}
	}
	m.fail(&c.Span, NotDrawn, "the deck %s has no %s%s that could be there", quoted(d.Name), more(d, c.Card), quoted(nameOfCard(d.Of, c.Card)))
	return 0
}

// more is what stands before the name of a card of which a deck has too few.
func more(d *deck, card float64) string {
	for _, has := range d.cards {
		if has == card {
			return "other "
		}
	}
	return ""
}
