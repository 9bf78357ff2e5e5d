package exec

import (
	"github.com/rulec/rulec/interp/code"
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

// NameOfCard returns the name of a card.
func NameOfCard(of program.Type, card float64) string {
	if of.Kind == program.Step {
		return of.Scale.Steps[int(card)-1].Name
	}
	return of.Of.Defs[int(card)-1].Name
}

// draw takes a card out of the pile of a deck: the one that the script says, else the first;
// none if there is none left.
func (m *Machine) draw(d *code.Deck, roller dice.Roller, span *diag.Span) float64 {
	at := m.topOf(d)
	if at < 0 && !d.StaysEmpty && m.decks.Discards(d.Index) > 0 {
		m.shuffle(d, span)
		at = m.topOf(d)
	}
	card := 0.0
	if at >= 0 {
		at = m.drivenDraw(d, m.tried(d, at, span), roller, span)
		if m.laws.told.notes() {
			m.laws.told.isTold(m.query("draw", d.Name, int(roller)), []float64{float64(at)})
		}
		card = d.Cards[at]
		m.decks.Hold(d.First + at)
		m.deckChanged()
	}
	if m.record.tracing {
		m.tellDeck(trace.Draw, d, roller, card, span)
	}
	return card
}

// topOf returns which card of a deck is the first in its pile, -1 if none is there: that
// whose word is least.
func (m *Machine) topOf(d *code.Deck) int {
	m.step(len(d.Cards))
	best, least := -1, uint64(0)
	key, n := m.source.Keyed(d.Key), m.decks.Shuffles(d.Index)
	for i := range d.Cards {
		if !m.decks.InPile(d.First + i) {
			continue
		}
		if word := keyed.Mix(keyed.First(key, d.Words[i], n) + d.Copies[i]*keyed.Golden); best < 0 || word < least {
			best, least = i, word
		}
	}
	return best
}

// tried returns which card is on top where somebody tries all ways: any in the pile is as likely, and
// of those that are alike it is the first. Else it is the one at top.
func (m *Machine) tried(d *code.Deck, top int, span *diag.Span) int {
	if !m.source.Open() {
		return top
	}
	likely, sorts := make([]int, len(d.Cards)), m.Fight.Alike()[d.Index]
	for i, sort := range sorts {
		if m.decks.InPile(d.First + i) {
			likely[sort]++
		}
	}
	picked, err := m.source.Pick(likely)
	m.mustGoOn(err, span)
	for i, sort := range sorts {
		if sort == picked && m.decks.InPile(d.First+i) {
			return i
		}
	}
	return top
}

// drivenDraw returns which card a driver has drawn; else the one at top.
func (m *Machine) drivenDraw(d *code.Deck, top int, roller dice.Roller, span *diag.Span) int {
	if m.laws.told.other {
		if at, ok := m.toldOf(m.query("draw", d.Name, int(roller))); ok && m.decks.InPile(d.First+int(at)) {
			return int(at)
		}
		return top
	}
	if m.driver == nil {
		return top
	}
	card, ok, err := m.driver.Draw(m, d.Deck, roller)
	if err != nil {
		m.raise(m.asDiagnostic(err, span))
	}
	if m.ledger.open {
		m.ledger.noteDraw(card, ok)
	}
	if ok {
		for i, has := range d.Cards {
			if has == card && m.decks.InPile(d.First+i) {
				return i
			}
		}
	}
	return top
}

// WhereCard says where a card is, for messages; empty: it can be drawn from the deck.
func (m *Machine) WhereCard(of *program.Deck, card float64) string {
	d := m.Code.Decks[of.Index]
	has, held := false, false
	for i, one := range d.Cards {
		if one != card {
			continue
		}
		if m.decks.InPile(d.First + i) {
			return ""
		}
		has, held = true, held || m.decks.Held(d.First+i)
	}
	switch {
	case held:
		return "it has been drawn"
	case has:
		return "it has been discarded"
	}
	return "it isn't a card of this deck"
}

// shuffle brings the discards of a deck back into its pile, and gives that another order.
func (m *Machine) shuffle(d *code.Deck, span *diag.Span) {
	m.step(len(d.Cards))
	m.decks.Shuffle(d.Index, d.First, d.First+len(d.Cards))
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
func (m *Machine) tellDeck(kind trace.Kind, d *code.Deck, roller dice.Roller, card float64, span *diag.Span) {
	e := m.emit(kind, span)
	e.Deck, e.Roller, e.Who = d.Deck, int32(roller), int32(m.thingOf(roller))
	if kind != trace.Shuffle {
		m.room.one[0] = card
		e.First, e.Count = m.record.values(m.room.one[:1])
	}
}

// pileOf and discardsOf list the cards that can be drawn, and those that were discarded, the last
// one last.

func pileOf(f *frame, x *code.Call, _ []float64) float64 {
	m := f.m
	m.step(len(x.Deck.Cards))
	m.lists.Begin()
	for i, card := range x.Deck.Cards {
		if m.decks.InPile(x.Deck.First + i) {
			m.lists.Push(card)
		}
	}
	return m.lists.End()
}

func discardsOf(f *frame, x *code.Call, _ []float64) float64 {
	m := f.m
	m.step(len(x.Deck.Cards))
	laid := m.room.laid[:0]
	for range m.decks.Discards(x.Deck.Index) {
		laid = append(laid, 0)
	}
	for i, card := range x.Deck.Cards {
		if k := m.decks.Discarded(x.Deck.First + i); k > 0 {
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
	m.StartDecks = state.NewDecks(len(m.Code.Decks), m.Code.CardCount)
	for _, g := range m.Fight.Encounter.Decks {
		d := m.Code.Decks[g.Deck.Index]
		for _, c := range g.Held {
			m.StartDecks.Hold(m.startCard(d, c))
		}
		for _, c := range g.Discarded {
			m.StartDecks.Discard(d.Index, m.startCard(d, c))
		}
	}
}

// startCard finds a card of a deck that nothing has been said about yet.
func (m *Machine) startCard(d *code.Deck, c program.GivenCard) int {
	for i, has := range d.Cards {
		if has == c.Card && m.StartDecks.InPile(d.First+i) {
			return d.First + i
		}
	}
	m.fail(&c.Span, NotDrawn, "the deck %s has no %s%s to put there", code.Quoted(d.Name), more(d, c.Card), code.Quoted(NameOfCard(d.Of, c.Card)))
	return 0
}

// more is what stands before the name of a card of which a deck has too few.
func more(d *code.Deck, card float64) string {
	for _, has := range d.Cards {
		if has == card {
			return "other "
		}
	}
	return ""
}
