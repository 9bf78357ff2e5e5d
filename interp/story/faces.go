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

// poolTexts writes each die of a pool, starting at number from: those that count and those that don't.
func poolTexts(p dice.Pool, faces []dice.Face, from int16) (kept, dropped []string) {
	if p.Chain {
		return chainTexts(p, faces, from)
	}
	for die := from; die < from+int16(p.Dice); die++ {
		one := shown{less: p.Less}
		for _, f := range faces {
			if f.Die == die {
				one.add(f)
			}
		}
		if one.last.Kept {
			kept = append(kept, one.text)
		} else {
			dropped = append(dropped, one.text)
		}
	}
	return kept, dropped
}

// chainTexts writes dice of which one counts and is rerolled with all others: what counted in each roll, and everything that didn't.
func chainTexts(p dice.Pool, faces []dice.Face, from int16) (kept, dropped []string) {
	one := shown{less: p.Less}
	for _, f := range faces {
		switch {
		case f.Die < from || f.Die >= from+int16(p.Dice):
		case f.Kept:
			one.add(f)
		default:
			dropped = append(dropped, fmt.Sprint(f.Shown))
		}
	}
	return []string{one.text}, dropped
}

// shown is the text of one die so far.
type shown struct {
	text     string
	last     dice.Face
	exploded bool
	less     int
}

// add appends a face.
func (s *shown) add(f dice.Face) {
	switch {
	case s.text == "":
	case s.last.Again:
		s.text += ">"
	default:
		s.text += "!"
		s.exploded = true
	}
	s.last = f
	if s.exploded && s.less > 0 && !f.Again {
		s.text += fmt.Sprintf("(%d - %d)", f.Shown, s.less)
		return
	}
	s.text += fmt.Sprint(f.Shown)
}
