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

// decks reads where the cards of decks are that are not in their piles: what the state says
// of a deck counts in the place of what the encounter says.
func (e *encounter) decks(n *tree.Node) {
	e.enc.Decks = e.givenDecks(n, "decks")
	if e.state == nil {
		return
	}
	for _, d := range e.givenDecks(e.state.decks, "decks of the state") {
		e.enc.Decks = append(slices.DeleteFunc(e.enc.Decks, func(own program.GivenDeck) bool { return own.Deck == d.Deck }), d)
	}
}

func (e *encounter) givenDecks(n *tree.Node, what string) []program.GivenDeck {
	var list []program.GivenDeck
	for _, entry := range tree.Walk(n, what, e.List).Rest() {
		of := decode.Named("deck", entry.Key.Text)
		w := format.GivenDeck.Open(entry.Value, of, e.List)
		held, discards := w.Get("held"), w.Get("discards")
		w.Done()
		d := e.DeckNamed(syntax.Ident{Name: entry.Key.Text, Span: entry.Key.Span})
		if d == nil || d.Of.Kind == program.Unknown {
			continue
		}
		list = append(list, program.GivenDeck{
			Deck: d, Held: e.givenCards(d, held, "the cards held of "+of), Discarded: e.givenCards(d, discards, "the discards of "+of), Span: entry.Key.Span,
		})
	}
	return list
}

func (e *encounter) givenCards(d *program.Deck, n *tree.Node, what string) []program.GivenCard {
	var list []program.GivenCard
	names, _ := tree.Names(n, what, e.List)
	for _, name := range names {
		if card := cardOf(e.Reader, d, name.Text, name.Span); card != 0 {
			list = append(list, program.GivenCard{Card: card, Span: name.Span})
		}
	}
	return list
}

// cardOf finds a card by its name: its index plus 1; 0 after an error.
func cardOf(r *decode.Reader, d *program.Deck, name string, at diag.Span) float64 {
	names := decode.MemberNames(&d.Of)
	if i := slices.Index(names, name); i >= 0 {
		return float64(i + 1)
	}
	x := r.List.Errorf(CodeUnknownCard, at, "the deck %q has no card %q", d.Name, name).WithNote(d.Span, "deck %q, of %s", d.Name, d.Of)
	r.NearestHint(x, name, names, "there are")
	return 0
}
