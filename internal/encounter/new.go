package encounter

import (
	"fmt"
	"strings"

	"github.com/rulec/rulec/lang/program"
	"github.com/rulec/rulec/lang/tree"
)

// NewFight writes a small fight by some rules, which it calls so: two sides of one each, named as people write names.
func NewFight(rules *program.Program, called, title string, sides [2]string) (string, error) {
	k := &Desk{rules: rules}
	for i, side := range sides {
		name := strings.NewReplacer(" ", "_", "-", "_", "'", "").Replace(strings.TrimPrefix(strings.ToLower(strings.TrimSpace(side)), "the "))
		if sides[i] = name; !tree.IsName(name) {
			return "", fmt.Errorf("%q can't be the name of a side: use letters a to z, digits and spaces, a letter first, as in north wall", side)
		}
	}
	if sides[0] == sides[1] {
		return "", fmt.Errorf("both sides are called %s: give one of them another name", sides[0])
	}
	text := fmt.Sprintf("# A fight by %s, to be changed: here, or under Encounter beside the file.\ntitle: %s\nruleset: %s\nseed: 1\ncombatants:\n",
		rules.Title, inYAML(title), called)
	grid, defs := program.NoGrid, rules.Creature.Defs
	if rules.Space != nil {
		grid = rules.Space.Grid
	}
	for i, name := range []string{"ann", "ben"} {
		is, where, tactic := "", "", ""
		if len(defs) > 0 {
			is = defs[min(i, len(defs)-1)].Name
			name = is + []string{"", "_2"}[i/len(defs)]
		}
		if grid.Facts().Rows {
			where = fmt.Sprintf("[%d, 3]", 2+5*i)
		} else if grid == program.ZoneGrid {
			where = []string{"west", "east"}[i]
		}
		if len(rules.Tactics) > 0 && (is == "" || defs[min(i, len(defs)-1)].Tactic == nil) {
			tactic = rules.Tactics[0].Name
		}
		text += "  " + k.combatant(name, is, sides[i], where, tactic) + "\n"
	}
	if grid == program.ZoneGrid {
		text += "map:\n  zones:\n    west: {next: [east]}\n    east: {next: [west]}\n"
	} else if grid != program.NoGrid {
		text += "map:\n  rows: |\n" + strings.Repeat("    ..........\n", 8)
	}
	return text, nil
}
