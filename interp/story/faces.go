package story

import (
	"fmt"
	"strings"

	"github.com/rulec/rulec/interp/dice"
)

// facesText writes the dice of a roll, pool by pool: in 3 + 6!2 - 4, not 1 the 6 has exploded, the 4 is subtracted, and the 1 doesn't
// count; 1>5 was rerolled; dice in braces count for something other than they show: {8 3 10}.
func facesText(d *dice.Value, faces []dice.Face) string {
	var counting strings.Builder
	var dropped []string
	next := int16(0)
	d.Pools(func(p dice.Pool) {
		kept, out := poolTexts(p, faces, next)
		next += int16(p.Dice)
		dropped = append(dropped, out...)
		counting.WriteString(joined(p, kept, counting.Len() == 0))
	})
	text := counting.String()
	if len(dropped) > 0 {
		text += ", not " + strings.Join(dropped, ", ")
	}
	return text
}

// joined writes the dice of a pool that count, as terms of a sum.
func joined(p dice.Pool, kept []string, first bool) string {
	sign := " + "
	switch {
	case first && p.Factor < 0:
		sign = "-"
	case first:
		sign = ""
	case p.Factor < 0:
		sign = " - "
	}
	text := strings.Join(kept, " + ")
	if p.Counted {
		text = "{" + strings.Join(kept, " ") + "}"
	}
	if len(kept) > 1 && !p.Counted && p.Factor != 1 {
		text = "(" + text + ")"
	}
	if factor := max(p.Factor, -p.Factor); factor > 1 {
		text = fmt.Sprintf("%d * %s", factor, text)
	}
	return sign + text
}

// poolTexts writes each die of a pool, starting at number from: those that count and those that don't. In a chain one die counts and is
// rerolled with all others: what counted in each roll is written as one die.
func poolTexts(p dice.Pool, faces []dice.Face, from int16) (kept, dropped []string) {
	texts := make([]shown, p.Dice)
	for _, f := range faces {
		die := f.Die - from
		switch {
		case die < 0 || int(die) >= len(texts):
		case !p.Chain:
			texts[die].add(f, p.Less)
		case f.Kept:
			texts[0].add(f, p.Less)
		default:
			dropped = append(dropped, fmt.Sprint(f.Shown))
		}
	}
	for _, t := range texts {
		switch {
		case t.last.Kept:
			kept = append(kept, t.text)
		case t.text != "":
			dropped = append(dropped, t.text)
		}
	}
	return kept, dropped
}

// shown is the text of one die so far.
type shown struct {
	text     string
	last     dice.Face
	exploded bool
}

// add appends a face; each one after an explosion counts less.
func (s *shown) add(f dice.Face, less int) {
	switch {
	case s.text == "":
	case s.last.Again:
		s.text += ">"
	default:
		s.text += "!"
		s.exploded = true
	}
	s.last = f
	if s.exploded && less > 0 && !f.Again {
		s.text += fmt.Sprintf("(%d - %d)", f.Shown, less)
	} else {
		s.text += fmt.Sprint(f.Shown)
	}
}
