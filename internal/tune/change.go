package tune

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/rulec/rulec/internal/experiment"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
)

// Change is a param or a figure that may be changed.
type Change struct {
	// Name is the name of a param, or WHO.KEY.
	Name string
	// Now is its present value; empty if it isn't given, but derived.
	Now string
	// Values are its possible values, sorted if they are numbers. Now is among them.
	Values []string
	// Given reports whether the user has named the values to try; otherwise values that can't be played are
	// skipped.
	Given bool

	// numbers are the values as numbers, nil if not all of them are.
	numbers []float64
}

// ParseChange reads NAME or NAME=VALUES, as [experiment.ParseVaried] does, and looks up the present value in an
// encounter. Without VALUES a number goes from 0 to twice its value, at least ten steps up and down; a switch, or
// one of several choices, may have any value. An error is a [*CantRead].
//
// Spec: tuning.md, What may change.
func ParseChange(text string, e *program.Encounter) (*Change, error) {
	name, _, given := strings.Cut(text, "=")
	wrong := func(hint, format string, args ...any) error {
		return &CantRead{Text: text, To: len(name), Message: fmt.Sprintf(format, args...), Hint: hint}
	}
	c := &Change{Name: strings.TrimSpace(name), Given: given}
	if c.Name == "" {
		return nil, wrong("", "the name is missing")
	}
	stands, err := currentOf(c.Name, e)
	if err != nil {
		at := strings.Index(text, c.Name)
		err.Text, err.From, err.To = text, at+err.From, at+err.To
		return nil, err
	}
	c.Now = stands.now
	if given {
		v, err := experiment.ParseVaried(text)
		if err != nil {
			return nil, &CantRead{Text: text, From: len(name), To: len(text), Message: err.Error()}
		}
		c.Values = v.Values
	} else {
		if stands.why != "" {
			return nil, wrong("say which values to try: "+c.Name+"=LOW..HIGH, or with commas between them", "%s", stands.why)
		}
		c.Values = stands.values
	}
	if c.Now != "" && !slices.ContainsFunc(c.Values, func(v string) bool { return same(v, c.Now) }) {
		c.Values = append(c.Values, c.Now)
	}
	c.order()
	if len(c.Values) < 2 {
		return nil, wrong("", "%s has no other value to try", c.Name)
	}
	return c, nil
}

// same reports whether two texts are the same value.
func same(a, b string) bool {
	x, errX := strconv.ParseFloat(a, 64)
	y, errY := strconv.ParseFloat(b, 64)
	return a == b || errX == nil && errY == nil && x == y
}

// order sorts numbers, and writes the present one the way it is written in the file.
func (c *Change) order() {
	for i, v := range c.Values {
		if c.Now != "" && same(v, c.Now) {
			c.Values[i] = c.Now
		}
	}
	number := func(text string) float64 {
		v, err := strconv.ParseFloat(text, 64)
		if err != nil {
			return math.NaN()
		}
		return v
	}
	if slices.ContainsFunc(c.Values, func(v string) bool { return math.IsNaN(number(v)) }) {
		return
	}
	slices.SortFunc(c.Values, func(a, b string) int { return cmp.Compare(number(a), number(b)) })
	for _, v := range c.Values {
		c.numbers = append(c.numbers, number(v))
	}
}

// place returns the index of the present value, or -1 if that is derived.
func (c *Change) place() int { return slices.Index(c.Values, c.Now) }

// Neighbours returns the values to try for one step: those that the user has named, the numbers next to the present
// one, or all other choices.
func (c *Change) Neighbours() (list []string) {
	now := c.place()
	for i, v := range c.Values {
		if i != now && (c.Given || c.numbers == nil || i == now-1 || i == now+1) {
			list = append(list, v)
		}
	}
	return list
}

// Same reports whether both change the same thing.
func (c *Change) Same(other *Change) bool { return c.Name == other.Name }

// ParseChanges reads changes of different things.
func ParseChanges(texts []string, e *program.Encounter) (list []*Change, err error) {
	for _, text := range texts {
		c, err := ParseChange(text, e)
		if err != nil {
			return nil, err
		}
		if slices.ContainsFunc(list, c.Same) {
			return nil, fmt.Errorf("%s is given twice", c.Name)
		}
		list = append(list, c)
	}
	return list, nil
}

// distance returns the distance of a value from the present one, as a fraction of the range to try; if they are no
// numbers, it is 1 for any other value.
func (c *Change) distance(i int) float64 {
	now := c.place()
	switch {
	case i == now:
		return 0
	case c.numbers == nil || now < 0:
		return 1
	}
	return math.Abs(c.numbers[i]-c.numbers[now]) / (c.numbers[len(c.numbers)-1] - c.numbers[0])
}

// current has the present value and the other possible ones. Why is the reason why they can't be known.
type current struct {
	now    string
	values []string
	why    string
}

// currentOf looks up the value of a param or a figure. The place of an error is one in the name.
func currentOf(name string, e *program.Encounter) (current, *CantRead) {
	who, key, dotted := strings.Cut(name, ".")
	if !dotted {
		for _, p := range e.Program.Params {
			if p.Name == name {
				return ofParam(p), nil
			}
		}
		return current{}, noParam(name, e)
	}
	for _, t := range e.Things {
		if t.Name == who {
			return ofFigure(t, who, key)
		}
	}
	if slices.Contains(e.Sides, who) {
		return current{why: name + " isn't a number"}, nil
	}
	var names []string
	for _, t := range e.Things {
		names = append(names, t.Name)
	}
	return current{}, &CantRead{To: len(who), Message: fmt.Sprintf("there is no %q in this encounter", who), Hint: meant(who, append(names, e.Sides...))}
}

// noParam returns the error for an unknown param. A user who names a combatant probably wants one of its figures.
func noParam(name string, e *program.Encounter) *CantRead {
	var names []string
	for _, p := range e.Program.Params {
		names = append(names, p.Name)
	}
	for _, t := range e.Things {
		if t.Name == name {
			return &CantRead{To: len(name), Message: name + " is a combatant, not a stat", Hint: "write " + name + "." + firstNumber(t)}
		}
	}
	return &CantRead{To: len(name), Message: fmt.Sprintf("%s has no param %q", e.Program.Name, name), Hint: meant(name, names)}
}

// firstNumber returns the name of a number of a thing.
func firstNumber(t *program.Thing) string {
	for _, f := range t.Kind.Fields {
		if f.Type.Kind == program.Number {
			return f.Name
		}
	}
	return "FIGURE"
}

// meant suggests a name that was probably meant, else it lists all names.
func meant(name string, names []string) string {
	if near, ok := diag.Nearest(name, names); ok {
		return fmt.Sprintf("did you mean %q?", near)
	}
	if len(names) == 0 {
		return "there are none"
	}
	return "there are " + strings.Join(names, ", ")
}

func ofParam(p *program.Param) current {
	switch {
	case p.Choices != nil:
		if i := int(p.Value); i >= 1 && i <= len(p.Choices) {
			return current{now: p.Choices[i-1], values: slices.Clone(p.Choices)}
		}
	case p.Dice != nil:
		return current{why: p.Name + " is dice"}
	case p.Type.Kind == program.Bool:
		return current{now: strconv.FormatBool(p.Value != 0), values: []string{"false", "true"}}
	}
	at := ofNumber(p.Value)
	if p.Among != nil {
		at.values = nil
		for _, v := range p.Among {
			at.values = append(at.values, strconv.FormatFloat(v, 'f', -1, 64))
		}
	}
	at.values = slices.DeleteFunc(at.values, func(text string) bool {
		v, err := strconv.ParseFloat(text, 64)
		return err != nil || !p.Allows(v)
	})
	return at
}

// ofFigure looks up a figure of a combatant.
func ofFigure(t *program.Thing, who, key string) (current, *CantRead) {
	name := who + "." + key
	var names []string
	for i, f := range t.Kind.Fields {
		names = append(names, f.Name)
		if f.Name != key {
			continue
		}
		v := t.Values[i]
		switch {
		case f.Family != nil || f.Type.Kind != program.Number:
			return current{why: name + " isn't a number"}, nil
		case v == nil && f.Pool != nil:
			return current{why: name + " isn't given: the rules set its start"}, nil
		case v == nil || v.Expr == nil || v.Expr.Op != program.OpConst:
			return current{why: name + " isn't given, but computed"}, nil
		case v.IsNone():
			return current{why: name + " isn't given"}, nil
		}
		return ofNumber(v.Expr.Num), nil
	}
	if slices.Contains([]string{"tactic", "place", "is", "side"}, key) {
		return current{why: name + " isn't a number"}, nil
	}
	return current{}, &CantRead{From: len(who) + 1, To: len(name), Message: fmt.Sprintf("%s has no %q", who, key), Hint: meant(key, names)}
}

// steps is how far a number goes up and down at least, mostValues the maximum number of values.
const (
	steps      = 10
	mostValues = experiment.MaxPoints
)

// ofNumber returns the possible values of a number: steps of its last decimal from 0 to twice as much.
func ofNumber(v float64) current {
	now := strconv.FormatFloat(v, 'f', -1, 64)
	_, decimals, _ := strings.Cut(now, ".")
	unit := math.Pow10(-len(decimals))
	middle := int64(math.Round(v / unit))
	reach := max(steps, middle, -middle)
	low, high := middle-reach, middle+reach
	if middle >= 0 {
		low = max(0, low)
	}
	step := max(1, (high-low+mostValues-1)/mostValues)
	var values []string
	for n := low + (middle-low)%step; n <= high; n += step {
		values = append(values, strconv.FormatFloat(float64(n)*unit, 'f', len(decimals), 64))
	}
	return current{now: now, values: values}
}
