package dice

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/rulec/rulec/interp/number"
)

// Notation is a way to write dice.
type Notation uint8

const (
	// InFormulas writes dice as the language does: best(2, 1d20) + 3.
	InFormulas Notation = iota
	// InWords writes them as players say it: higher of 2d20 + 3.
	InWords
	// Compact writes them as dice programs do: 2d20kh1 + 3.
	Compact
)

// String returns the dice as a formula would write them: best(2, 1d20) + 3.
func (d Value) String() string { return d.In(InFormulas) }

// In returns the dice in a notation, with the added number: higher of 2d20 + 3.
func (d Value) In(n Notation) string {
	text := d.Thrown(n)
	switch {
	case d.Len == 0:
		return number.Format(d.Bonus)
	case d.Bonus > 0:
		text += " + " + number.Format(d.Bonus)
	case d.Bonus < 0:
		text += " - " + number.Format(-d.Bonus)
	}
	return text
}

// Thrown returns the dice in a notation, without the added number; empty if there are none.
func (d Value) Thrown(n Notation) string {
	var b strings.Builder
	for i := 0; i < d.Len; {
		end := d.poolEnd(i)
		factor := d.Terms[i].Factor
		switch {
		case i > 0 && factor < 0:
			b.WriteString(" - ")
		case i > 0:
			b.WriteString(" + ")
		case factor < 0:
			b.WriteString("-")
		}
		if factor = max(factor, -factor); factor > 1 {
			fmt.Fprintf(&b, "%d * ", factor)
		}
		b.WriteString(poolText(d.Terms[i:end], &notations[n]))
		i = end
	}
	return b.String()
}

// notation defines how picking and counting dice is written around a text.
type notation struct {
	// keep says that the n highest, or lowest, of some dice count; middle that the first few of
	// these are skipped.
	keep   func(text string, n int16, highest bool) string
	middle func(text string, n, drop int16, highest bool) string
	// oneOf says that of several dice the highest, or lowest, counts; nil means as for any.
	oneOf func(dice []string, highest bool) string
	// again says that dice that show a number or less are rerolled once.
	again func(text string, most int32) string
	// explode says that dice that show a number or more explode.
	explode func(text string, t *Term) string
	count   func(text string, low, high int32) string
	valued  func(text, faces string) string
	repeat  func(text string, times int16) string
	// bare is set if a single die that is rolled several times, of which one counts, is
	// written plainly, with the number of rolls at what is kept.
	bare bool
}

var notations = [...]notation{
	InFormulas: {
		bare: true,
		keep: picked,
		middle: func(text string, n, drop int16, highest bool) string {
			return picked(picked(text, drop+n, highest), n, !highest)
		},
		again:   func(text string, most int32) string { return fmt.Sprintf("reroll(%s, %d)", text, most) },
		explode: explodingFormula,
		count: func(text string, low, high int32) string {
			if high != 0 {
				return fmt.Sprintf("successes(%s, %d, %d)", text, low, max(high, 0))
			}
			return fmt.Sprintf("successes(%s, %d)", text, low)
		},
		valued: func(text, faces string) string { return fmt.Sprintf("valued(%s, [%s])", text, faces) },
		repeat: func(text string, times int16) string { return fmt.Sprintf("times(%d, %s)", times, text) },
	},
	InWords: {
		keep: keptInWords,
		middle: func(text string, n, drop int16, highest bool) string {
			return text + " drop " + end(highest) + several(drop) + " keep " + end(highest) + several(n)
		},
		oneOf: oneOfInWords,
		again: func(text string, most int32) string {
			if most == 1 {
				return text + " reroll 1s"
			}
			return fmt.Sprintf("%s reroll up to %d", text, most)
		},
		explode: func(text string, t *Term) string {
			text += " exploding"
			if t.From != t.Sides {
				text += fmt.Sprintf(" on %d+", t.From)
			}
			if t.Less > 0 {
				text += fmt.Sprintf(", further faces less %d", t.Less)
			}
			return text
		},
		count: func(text string, low, high int32) string {
			if high > 0 {
				return fmt.Sprintf("%s counting %d to %d", text, low, high)
			}
			return fmt.Sprintf("%s counting %d+", text, low)
		},
		valued: func(text, faces string) string { return text + " worth " + faces },
		repeat: func(text string, times int16) string { return fmt.Sprintf("%d times %s", times, text) },
	},
	Compact: {
		keep: func(text string, n int16, highest bool) string {
			return fmt.Sprintf("%sk%c%d", text, end(highest)[0], n)
		},
		middle: func(text string, n, drop int16, highest bool) string {
			side := end(highest)[0]
			return fmt.Sprintf("%sd%c%dk%c%d", text, side, drop, side, n)
		},
		again: func(text string, most int32) string { return fmt.Sprintf("%sro<=%d", text, most) },
		explode: func(text string, t *Term) string {
			text += "!"
			if t.From != t.Sides {
				text += fmt.Sprintf(">=%d", t.From)
			}
			if t.Less > 0 {
				text += fmt.Sprintf("p%d", t.Less)
			}
			return text
		},
		count: func(text string, low, high int32) string {
			if high > 0 {
				return fmt.Sprintf("%scs>=%d<=%d", text, low, high)
			}
			return fmt.Sprintf("%scs>=%d", text, low)
		},
		valued: func(text, faces string) string { return text + "[" + faces + "]" },
		repeat: func(text string, times int16) string { return fmt.Sprintf("%dx(%s)", times, text) },
	},
}

func picked(text string, n int16, highest bool) string {
	if highest {
		return fmt.Sprintf("best(%d, %s)", n, text)
	}
	return fmt.Sprintf("worst(%d, %s)", n, text)
}

func end(highest bool) string {
	if highest {
		return "highest"
	}
	return "lowest"
}

// keptInWords writes that the best or worst of some dice count: higher of 2d20, 4d6 keep highest 3.
func keptInWords(text string, n int16, highest bool) string {
	switch {
	case n > 1 || strings.Contains(text, " "):
		return text + " keep " + end(highest) + several(n)
	case !strings.HasPrefix(text, "2d"):
		return end(highest) + " of " + text
	case highest:
		return "higher of " + text
	}
	return "lower of " + text
}

// oneOfInWords writes that one of several dice counts: highest of 1d8 and 1d6 exploding.
func oneOfInWords(dice []string, highest bool) string {
	const explode = " exploding"
	all := true
	for _, d := range dice {
		all = all && strings.HasSuffix(d, explode)
	}
	if all {
		for i := range dice[:len(dice)-1] {
			dice[i] = strings.TrimSuffix(dice[i], explode)
		}
	}
	last := len(dice) - 1
	return end(highest) + " of " + strings.Join(dice[:last], ", ") + " and " + dice[last]
}

// several writes a number of dice after a word that means one.
func several(n int16) string {
	if n == 1 {
		return ""
	}
	return " " + strconv.Itoa(int(n))
}

// explodingFormula writes that the dice in a text explode.
func explodingFormula(text string, t *Term) string {
	switch {
	case t.Less > 0:
		return fmt.Sprintf("explode(%s, %d, %d)", text, t.From, t.Less)
	case t.From != t.Sides:
		return fmt.Sprintf("explode(%s, %d)", text, t.From)
	}
	return "explode(" + text + ")"
}

func poolText(terms []Term, in *notation) string {
	first := &terms[0]
	parts := make([]string, len(terms))
	// Best of one die rolled several times.
	single := in.bare && (first.Keep == 1 || first.Keep == -1) && first.Drop == 0 && len(terms) == 1
	for i, t := range terms {
		if single {
			t.Count = 1
		}
		parts[i] = t.text(in)
	}
	text := strings.Join(parts, " + ")
	if len(terms) > 1 && !in.bare && (first.Keep != 0 || first.Chain) {
		text = "(" + text + ")"
	}
	n, highest := max(first.Keep, -first.Keep), first.Keep > 0
	switch {
	case in.oneOf != nil && len(terms) > 1 && n == 1 && first.Drop == 0:
		text = in.oneOf(parts, highest)
	case first.Drop > 0:
		text = in.middle(text, n, first.Drop, highest)
	case single:
		text = in.keep(text, int16(first.Count), highest)
	case first.Keep != 0:
		text = in.keep(text, n, highest)
	}
	if first.Chain {
		text = in.explode(text, first)
	}
	if first.Repeat > 1 {
		text = in.repeat(text, first.Repeat)
	}
	return text
}

// text writes the dice of a term without its picks.
func (t *Term) text(in *notation) string {
	text := fmt.Sprintf("%dd%d", t.Count, t.Sides)
	if t.Again > 0 {
		text = in.again(text, t.Again)
	}
	eachFace := t.counted() && !t.Whole
	if t.Explode && !eachFace {
		text = in.explode(text, t)
	}
	switch {
	case t.Worth != Worth{}:
		faces := make([]string, t.Sides)
		for i := range faces {
			faces[i] = strconv.Itoa(int(t.Worth.at(int32(i + 1))))
		}
		text = in.valued(text, strings.Join(faces, ", "))
	case t.Low > 0:
		text = in.count(text, t.Low, t.High)
	}
	if t.Explode && eachFace {
		text = in.explode(text, t)
	}
	return text
}
