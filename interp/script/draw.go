package script

import (
	"slices"

	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/interp/dice"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
)

// Draw returns the scripted card for a draw. Of several that fit, one that names the drawer comes before one that names the deck alone;
// among equals the first.
func (t *player) Draw(m *interp.Machine, deck *program.Deck, roller dice.Roller) (float64, bool, error) {
	var found *program.ScriptedDraw
	nearest, strict := t.pools(func(p *scriptPool) bool {
		at := -1
		for i := range p.draws {
			d := &p.draws[i]
			if d.Deck.Name == deck.Name && (dice.Roller(d.Who) == roller || d.Who < 0 && at < 0) {
				if at = i; dice.Roller(d.Who) == roller {
					break
				}
			}
		}
		if at < 0 {
			return false
		}
		d := p.draws[at]
		found = &d
		p.draws = slices.Delete(p.draws, at, at+1)
		return true
	})
	who := m.Names().Roller(roller)
	switch {
	case found != nil:
		if where := m.WhereCard(deck, found.Card); where != "" {
			return 0, false, diag.Errorf(CodeDraw, found.Span, "%s can't draw %s from %s: %s", who, m.Show(found.Card, deck.Of), quoted(deck.Name), where)
		}
		return found.Card, true, nil
	case !t.strict && (t.resting || !strict):
		return 0, false, nil
	}
	at := t.last
	if nearest != nil {
		at = nearest.item.Span
	}
	lack := diag.Errorf(CodeDraw, at, "the script doesn't say which card %s draws from %s", who, quoted(deck.Name))
	if nearest != nil {
		lack.WithHint("write `draw %s CARD` in its braces", deck.Name)
	} else {
		lack.WithHint("write `draw %s CARD` on its own line, before the line that follows", deck.Name)
	}
	t.noteWaiting(lack)
	return 0, false, lack
}
