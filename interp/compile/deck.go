package compile

import (
	"github.com/rulec/rulec/interp/code"
	"github.com/rulec/rulec/interp/exec"
	"github.com/rulec/rulec/interp/keyed"
	"github.com/rulec/rulec/lang/diag"
)

// defineDecks works out what the decks are made of.
func (c *compiler) defineDecks() {
	first := 0
	for _, d := range c.Decks {
		src := d.Deck
		d.First = first
		if src.Cards == nil {
			continue
		}
		faults := len(c.Faults)
		d.Cards = append(d.Cards, c.Lists.Of(c.constant(src.Cards.Expr))...)
		switch {
		case len(c.Faults) > faults:
		case len(d.Cards) == 0:
			c.Faults.Add(diag.Errorf(exec.NoCards, src.Cards.Span, "the deck %s has no cards", code.Quoted(src.Name)))
		case len(d.Cards) > exec.MaxCards:
			c.Faults.Add(diag.Errorf(exec.TooMany, src.Cards.Span, "the deck %s has %d cards: the limit is %d", code.Quoted(src.Name), len(d.Cards), exec.MaxCards))
		}
		seen := map[float64]uint64{}
		for _, card := range d.Cards {
			if card == 0 {
				c.Faults.Add(diag.Errorf(exec.NoCards, src.Cards.Span, "one of the cards of the deck %s is none", code.Quoted(src.Name)))
				break
			}
			d.Words = append(d.Words, keyed.Text(exec.NameOfCard(src.Of, card)))
			d.Copies = append(d.Copies, seen[card])
			seen[card]++
		}
		first += len(d.Cards)
	}
	c.CardCount = first
}
