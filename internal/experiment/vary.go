package experiment

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/rulec/rulec/lang"
	"github.com/rulec/rulec/lang/diag"
)

// Varied is something whose values are tried one after the other: a param, or a key of a combatant.
type Varied struct {
	Name   string
	Values []string
}

// MaxPoints is the maximum number of values, or pairs of them, in a run.
const MaxPoints = 400

// ParseVaried reads NAME=VALUES: values and ranges of whole numbers, separated by commas, as in flank_bonus=1..4,6
// or zora.tactic=reckless,cautious. A range may have a step: 0..100/25.
func ParseVaried(text string) (Varied, error) {
	name, list, ok := strings.Cut(text, "=")
	v := Varied{Name: strings.TrimSpace(name)}
	if !ok || v.Name == "" || strings.TrimSpace(list) == "" {
		return v, fmt.Errorf("%q must be NAME=VALUES, such as flank_bonus=1..6", text)
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
			return v, fmt.Errorf("%s: the value %s is given twice", v.Name, value)
		}
	}
	return v, nil
}

// splitValues splits at commas outside of brackets: best(1, 2d6) is one value.
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
		return nil, fmt.Errorf("%q isn't a range, such as 1..6 or 0..100/25", item)
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

// Combine returns all combinations with one value of each; the values of the last one change fastest. Of an empty
// list there is one combination, without values.
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

// ParseVary reads what to vary: at most two params or keys, none of which is already set to a single value.
func ParseVary(texts []string, set map[string]string) ([]Varied, error) {
	if len(texts) > 2 {
		return nil, errors.New("at most two names can be varied at once")
	}
	var list []Varied
	for _, text := range texts {
		v, err := ParseVaried(text)
		if err != nil {
			return nil, err
		}
		if _, problems := lang.ParseSettings([]string{v.Name + "="}); len(problems) > 0 {
			return nil, fmt.Errorf("%q is neither a param nor a WHO.KEY of a combatant or a side", v.Name)
		}
		if _, has := set[v.Name]; has || len(list) > 0 && list[0].Name == v.Name {
			return nil, fmt.Errorf("%s already has a value", v.Name)
		}
		list = append(list, v)
	}
	if n := len(Combine(list)); n > MaxPoints {
		return nil, fmt.Errorf("too many pairs of values: %d, the limit is %d", n, MaxPoints)
	}
	return list, nil
}

// Load reads an encounter, once for each of the varied values. Messages name flag as the source of these.
func Load(path string, opts lang.Options, varied []Varied, flag string) ([]Point, diag.List) {
	set := opts.Set
	opts.Flags = map[string]string{}
	for _, v := range varied {
		opts.Flags[v.Name] = flag
	}
	var points []Point
	for _, values := range Combine(varied) {
		opts.Set = maps.Clone(set)
		for i, v := range varied {
			opts.Set[v.Name] = values[i]
		}
		e, list := lang.LoadEncounter(path, opts)
		if list.HasErrors() {
			return nil, list
		}
		points = append(points, Point{Encounter: e, Setup: NewSetup(e, values)})
	}
	return points, nil
}
