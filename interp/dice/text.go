package dice

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/rulec/rulec/interp/number"
)

// String returns the dice as a formula would write them: best(2, 1d20) + 3.
func (d Value) String() string {
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
		b.WriteString(poolText(d.Terms[i:end]))
		i = end
	}
	switch {
	case d.Len == 0:
		b.WriteString(number.Format(d.Bonus))
	case d.Bonus > 0:
		b.WriteString(" + " + number.Format(d.Bonus))
	case d.Bonus < 0:
		b.WriteString(" - " + number.Format(-d.Bonus))
	}
	return b.String()
}

func poolText(terms []Term) string {
	first := &terms[0]
	parts := make([]string, len(terms))
	// Best of one die thrown several times.
	single := (first.Keep == 1 || first.Keep == -1) && first.Drop == 0 && len(terms) == 1
	for i, t := range terms {
		if single {
			t.Count = 1
		}
		parts[i] = t.text()
	}
	text := strings.Join(parts, " + ")
	n := max(first.Keep, -first.Keep)
	if single {
		n = int16(first.Count)
	}
	inner, outer := "worst", "best"
	if first.Keep > 0 == (first.Drop > 0) {
		inner, outer = outer, inner
	}
	if first.Drop > 0 {
		text = fmt.Sprintf("%s(%d, %s)", inner, first.Drop+n, text)
	}
	if first.Keep != 0 {
		text = fmt.Sprintf("%s(%d, %s)", outer, n, text)
	}
	if first.Chain {
		text = first.explodingText(text)
	}
	if first.Repeat > 1 {
		text = fmt.Sprintf("times(%d, %s)", first.Repeat, text)
	}
	return text
}

// text writes the dice of a term without what is picked from them.
func (t *Term) text() string {
	text := fmt.Sprintf("%dd%d", t.Count, t.Sides)
	if t.Again > 0 {
		text = fmt.Sprintf("reroll(%s, %d)", text, t.Again)
	}
	eachFace := t.counted() && !t.Whole
	if t.Explode && !eachFace {
		text = t.explodingText(text)
	}
	switch {
	case t.Worth != Worth{}:
		faces := make([]string, t.Sides)
		for i := range faces {
			faces[i] = strconv.Itoa(int(t.Worth.at(int32(i + 1))))
		}
		text = fmt.Sprintf("valued(%s, [%s])", text, strings.Join(faces, ", "))
	case t.High != 0:
		text = fmt.Sprintf("successes(%s, %d, %d)", text, t.Low, max(t.High, 0))
	case t.Low > 0:
		text = fmt.Sprintf("successes(%s, %d)", text, t.Low)
	}
	if t.Explode && eachFace {
		text = t.explodingText(text)
	}
	return text
}

// explodingText writes that what a text says explodes.
func (t *Term) explodingText(text string) string {
	switch {
	case t.Less > 0:
		return fmt.Sprintf("explode(%s, %d, %d)", text, t.From, t.Less)
	case t.From != t.Sides:
		return fmt.Sprintf("explode(%s, %d)", text, t.From)
	}
	return "explode(" + text + ")"
}
