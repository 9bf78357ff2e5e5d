package encounter

import (
	"slices"

	"github.com/rulec/rulec/lang/decode"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/format"
	"github.com/rulec/rulec/lang/program"
	"github.com/rulec/rulec/lang/syntax"
	"github.com/rulec/rulec/lang/tree"
)

// decks reads where the cards of decks are, unless they are in their piles: the state's entry
// for a deck overrides that of the encounter.
func (e *encounter) decks(m decode.Mapping) {
	e.enc.Decks = e.givenDecks(m)
	if e.state == nil {
		return
	}
	for _, d := range e.givenDecks(e.state.decks) {
		e.enc.Decks = append(slices.DeleteFunc(e.enc.Decks, func(own program.GivenDeck) bool { return own.Deck == d.Deck }), d)
	}
}

func (e *encounter) givenDecks(whole decode.Mapping) []program.GivenDeck {
	var list []program.GivenDeck
	for _, entry := range tree.Walk(whole.Get("decks"), whole.Called("decks"), e.List).Rest() {
		m := e.ReadMapping(format.GivenDeck, entry.Value, decode.Named("deck", entry.Key.Text))
		if d := e.DeckNamed(syntax.Ident{Name: entry.Key.Text, Span: entry.Key.Span}); d != nil && d.Of.Kind != program.Unknown {
			list = append(list, program.GivenDeck{
				Deck: d, Held: e.givenCards(d, m, "held"), Discarded: e.givenCards(d, m, "discards"), Span: entry.Key.Span,
			})
		}
	}
	return list
}

func (e *encounter) givenCards(d *program.Deck, m decode.Mapping, key string) []program.GivenCard {
	var list []program.GivenCard
	for _, name := range m.GetNames(key) {
		if card := cardOf(e.Reader, d, name.Text, name.Span); card != 0 {
			list = append(list, program.GivenCard{Card: card, Span: name.Span})
		}
	}
	return list
}

// cardOf returns the index plus 1 of a card with a name; 0 after an error.
func cardOf(r *decode.Reader, d *program.Deck, name string, at diag.Span) float64 {
	names := decode.MemberNames(&d.Of)
	if i := slices.Index(names, name); i >= 0 {
		return float64(i + 1)
	}
	x := r.List.Errorf(CodeUnknownCard, at, "the deck %q has no card %q", d.Name, name).WithNote(d.Span, "deck %q, of %s", d.Name, d.Of)
	r.NearestHint(x, name, names, "there are")
	return 0
}
