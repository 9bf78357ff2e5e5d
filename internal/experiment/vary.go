package experiment

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Varied is something whose values are tried one after the other: a param, or a
// key of a combatant.
type Varied struct {
	Name   string
	Values []string
}

// MaxPoints is how many values, or pairs of them, a run may try.
const MaxPoints = 400

// ParseVaried reads NAME=VALUES: values and ranges of whole numbers with commas
// between them, as in flank_bonus=1..4,6 or zora.tactic=reckless,cautious. A range
// may have a step: 0..100/25.
func ParseVaried(text string) (Varied, error) {
	name, list, ok := strings.Cut(text, "=")
	v := Varied{Name: strings.TrimSpace(name)}
	if !ok || v.Name == "" || strings.TrimSpace(list) == "" {
		return v, fmt.Errorf("%q is no NAME=VALUES, such as flank_bonus=1..6", text)
	}
	for _, item := range splitValues(list) {
		values, err := valuesOf(strings.TrimSpace(item))
		if err != nil {
			return v, fmt.Errorf("%s: %w", v.Name, err)
		}
		v.Values = append(v.Values, values...)
		if len(v.Values) > MaxPoints {
			return v, fmt.Errorf("%s: more than %d values", v.Name, MaxPoints)
		}
	}
	for i, value := range v.Values {
		if slices.Contains(v.Values[:i], value) {
			return v, fmt.Errorf("%s: the value %s stands there twice", v.Name, value)
		}
	}
	return v, nil
}

// splitValues splits at commas that stand in no brackets: best(1, 2d6) is one value.
func splitValues(list string) []string {
	var items []string
	depth, start := 0, 0
	for i, c := range list {
		switch c {
		case '(':
			depth++
		case ')':
			depth--
		case ',':
			if depth == 0 {
				items = append(items, list[start:i])
				start = i + 1
			}
		}
	}
	return append(items, list[start:])
}

// valuesOf reads a value or a range.
func valuesOf(item string) ([]string, error) {
	low, rest, ranged := strings.Cut(item, "..")
	if !ranged {
		if item == "" {
			return nil, fmt.Errorf("a value is empty")
		}
		return []string{item}, nil
	}
	high, by, stepped := strings.Cut(rest, "/")
	from, errLow := strconv.Atoi(strings.TrimSpace(low))
	to, errHigh := strconv.Atoi(strings.TrimSpace(high))
	step := 1
	var errStep error
	if stepped {
		step, errStep = strconv.Atoi(strings.TrimSpace(by))
	}
	if errLow != nil || errHigh != nil || errStep != nil || step < 1 || from > to {
		return nil, fmt.Errorf("%q is no range, such as 1..6 or 0..100/25", item)
	}
	if (to-from)/step >= MaxPoints {
		return nil, fmt.Errorf("the range %s has more than %d values", item, MaxPoints)
	}
	var values []string
	for n := from; n <= to; n += step {
		values = append(values, strconv.Itoa(n))
	}
	return values, nil
}

// Combine returns all combinations of the values, one value of each; the values of
// the last one change fastest. Of nothing there is one combination, of no values.
func Combine(varied []Varied) [][]string {
	all := [][]string{nil}
	for _, v := range varied {
		var longer [][]string
		for _, values := range all {
			for _, value := range v.Values {
				longer = append(longer, append(slices.Clone(values), value))
			}
		}
		all = longer
	}
	return all
}
