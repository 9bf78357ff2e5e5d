package exec_test

import (
	"errors"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/expr-lang/expr"

	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/interp/exec"
	"github.com/rulec/rulec/lang"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
)

// A random formula is written twice: as rulec reads it, and as expr's own virtual
// machine does. The code must come to the same value.
type formulaPair struct{ ours, theirs string }

// writer writes random formulas. each tells whether they stand inside of a list
// operation, so that the element may be read.
type writer struct {
	*rand.Rand
	each bool
}

func (w *writer) number(depth int) formulaPair {
	if depth == 0 {
		return w.leaf()
	}
	switch w.IntN(13) {
	case 0, 1, 2, 3:
		return w.infix(depth, []string{"+", "-", "*", "/"}, w.number)
	case 4:
		a := w.number(depth - 1)
		return formulaPair{"(-" + a.ours + ")", "(-" + a.theirs + ")"}
	case 5:
		a, n := w.number(depth-1), w.IntN(3)
		return formulaPair{fmt.Sprintf("(%s ** %d)", a.ours, n), fmt.Sprintf("(%s ** %d.0)", a.theirs, n)}
	case 6:
		c, a, b := w.bool(depth-1), w.number(depth-1), w.number(depth-1)
		return formulaPair{
			"if(" + c.ours + ", " + a.ours + ", " + b.ours + ")",
			"(" + c.theirs + " ? " + a.theirs + " : " + b.theirs + ")",
		}
	case 7:
		return w.call(depth, []string{"min", "max"}[w.IntN(2)], 2)
	case 8:
		return w.call(depth, []string{"floor", "ceil", "round", "abs"}[w.IntN(4)], 1)
	case 9:
		a, b := w.number(depth-1), w.number(depth-1)
		return formulaPair{"(" + a.ours + " % " + b.ours + ")", "modulo(" + a.theirs + ", " + b.theirs + ")"}
	case 10, 11:
		return w.overList(depth, []string{"sum", "count"}[w.IntN(2)])
	}
	return w.leaf()
}

func (w *writer) leaf() formulaPair {
	switch n := w.IntN(6); {
	case n < 3:
		f := "who." + []string{"hp", "mind", "seen"}[n]
		return formulaPair{f, f}
	case n == 3 && w.each:
		return formulaPair{"each", "#"}
	}
	n := w.IntN(12)
	return formulaPair{fmt.Sprint(n), fmt.Sprintf("%d.0", n)}
}

func (w *writer) infix(depth int, ops []string, operand func(int) formulaPair) formulaPair {
	a, b, op := operand(depth-1), operand(depth-1), ops[w.IntN(len(ops))]
	return formulaPair{"(" + a.ours + " " + op + " " + b.ours + ")", "(" + a.theirs + " " + op + " " + b.theirs + ")"}
}

func (w *writer) call(depth int, name string, args int) formulaPair {
	var ours, theirs []string
	for range args {
		a := w.number(depth - 1)
		ours, theirs = append(ours, a.ours), append(theirs, a.theirs)
	}
	return formulaPair{name + "(" + strings.Join(ours, ", ") + ")", name + "(" + strings.Join(theirs, ", ") + ")"}
}

// overList writes an operation that looks at each element of a list.
func (w *writer) overList(depth int, name string) formulaPair {
	list := w.list(depth - 1)
	inner := &writer{w.Rand, true}
	var f formulaPair
	if name == "sum" {
		f = inner.number(depth - 1)
	} else {
		f = inner.bool(depth - 1)
	}
	p := formulaPair{name + "(" + list.ours + ", " + f.ours + ")", name + "(" + list.theirs + ", {" + f.theirs + "})"}
	if name == "count" {
		p.theirs = "number(" + p.theirs + ")"
	}
	return p
}

func (w *writer) list(depth int) formulaPair {
	var ours, theirs []string
	for range 1 + w.IntN(4) {
		a := w.number(max(depth-1, 0))
		ours, theirs = append(ours, a.ours), append(theirs, a.theirs)
	}
	p := formulaPair{"[" + strings.Join(ours, ", ") + "]", "[" + strings.Join(theirs, ", ") + "]"}
	if depth > 1 && w.IntN(3) == 0 {
		inner := &writer{w.Rand, true}
		if w.IntN(2) == 0 {
			f := inner.bool(depth - 1)
			return formulaPair{"filter(" + p.ours + ", " + f.ours + ")", "filter(" + p.theirs + ", {" + f.theirs + "})"}
		}
		f := inner.number(depth - 1)
		return formulaPair{"map(" + p.ours + ", " + f.ours + ")", "map(" + p.theirs + ", {" + f.theirs + "})"}
	}
	return p
}

func (w *writer) bool(depth int) formulaPair {
	if depth == 0 {
		return w.infix(1, []string{"<", "<=", ">", ">=", "==", "!="}, w.number)
	}
	switch w.IntN(6) {
	case 0:
		return w.infix(depth, []string{"and", "or"}, w.bool)
	case 1:
		a := w.bool(depth - 1)
		return formulaPair{"(not " + a.ours + ")", "(not " + a.theirs + ")"}
	case 2:
		return w.overList(depth, []string{"any", "all"}[w.IntN(2)])
	case 3:
		a, l := w.number(depth-1), w.list(depth-1)
		return formulaPair{"(" + a.ours + " in " + l.ours + ")", "(" + a.theirs + " in " + l.theirs + ")"}
	}
	return w.infix(depth, []string{"<", "<=", ">", ">=", "==", "!="}, w.number)
}

// environment is what expr's formulas read.
type environment struct {
	Self struct {
		HP   float64 `expr:"hp"`
		Mind float64 `expr:"mind"`
		Seen float64 `expr:"seen"`
	} `expr:"who"`
}

// formulaCount is how many random formulas are compared: go test -formulas 100000.
var formulaCount = flag.Int("formulas", 10_000, "random formulas to compare with expr")

// TestCodeAgreesWithExpr works out random formulas both ways; it has been run
// with 100,000 of them.
func TestCodeAgreesWithExpr(t *testing.T) {
	const each = 1000
	rounds := max(*formulaCount/each, 1)
	if testing.Short() {
		rounds = 1
	}
	compared := 0
	for round := range rounds {
		w := &writer{Rand: rand.New(rand.NewPCG(uint64(round), 1))}
		pairs := make([]formulaPair, each)
		for i := range pairs {
			pairs[i] = w.number(1 + w.IntN(4))
			for len(pairs[i].ours) > 700 {
				pairs[i] = w.number(2)
			}
		}
		compared += comparePairs(t, pairs, round)
	}
	if compared < rounds*each/2 {
		t.Errorf("only %d of %d formulas could be compared", compared, rounds*each)
	}
}

// comparePairs loads formulas as quantities of a ruleset and compares. It returns
// how many could be: those that divide by zero can't.
func comparePairs(t *testing.T, pairs []formulaPair, round int) int {
	m, pairs := machineFor(t, pairs)
	var env environment
	env.Self.HP, env.Self.Mind, env.Self.Seen = float64(round%9-3), float64(round%7), float64(round%5)*2
	for _, f := range m.Program().Creature.Fields {
		switch f.Name {
		case "hp":
			exec.SetCell(m, f, env.Self.HP)
		case "mind":
			exec.SetCell(m, f, env.Self.Mind)
		case "seen":
			exec.SetCell(m, f, env.Self.Seen)
		}
	}
	compared := 0
	for i, p := range pairs {
		got, err := exec.Quantity(m, i)
		var d *diag.Diagnostic
		if errors.As(err, &d) && (d.Code == exec.DivisionByZero || d.Code == exec.NumberOutOfRange) {
			continue
		}
		if err != nil {
			t.Fatalf("%s: %v", p.ours, err)
		}
		want := byExpr(t, p.theirs, env)
		if got != want && !(math.IsNaN(got) && math.IsNaN(want)) {
			t.Fatalf("%s\nhere is %v; expr says %v", p.ours, got, want)
		}
		compared++
	}
	return compared
}

func byExpr(t *testing.T, text string, env environment) float64 {
	modulo := expr.Function("modulo", func(args ...any) (any, error) {
		a, b := asFloat(args[0]), asFloat(args[1])
		return a - math.Floor(a/b)*float64(b), nil
	}, new(func(float64, float64) float64))
	number := expr.Function("number", func(args ...any) (any, error) {
		return asFloat(args[0]), nil
	}, new(func(int) float64))
	p, err := expr.Compile(text, expr.Env(env), modulo, number, expr.AsFloat64())
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	v, err := expr.Run(p, env)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return v.(float64)
}

// asFloat takes the whole numbers that expr gives for the sum of nothing.
func asFloat(v any) float64 {
	if n, ok := v.(int); ok {
		return float64(n)
	}
	return v.(float64)
}

// machineFor loads formulas as quantities. Those that can't be worked out whatever happens
// are no quantities; it returns the others.
func machineFor(t *testing.T, pairs []formulaPair) (*interp.Machine, []formulaPair) {
	t.Helper()
	e := quantitiesOf(t, pairs)
	broken := map[string]bool{}
	for _, d := range interp.Compile(e.Program).Faults {
		line, _ := d.Span.Source.Position(d.Span.Start)
		_, formula, _ := strings.Cut(d.Span.Source.Line(line), ": ")
		broken[formula] = true
	}
	if len(broken) > 0 {
		pairs = slices.DeleteFunc(slices.Clone(pairs), func(p formulaPair) bool { return broken[fmt.Sprintf("%q", p.ours)] })
		e = quantitiesOf(t, pairs)
	}
	f, err := interp.Prepare(interp.Compile(e.Program), e)
	if err != nil {
		t.Fatal(err)
	}
	return interp.New(f, interp.Options{}), pairs
}

// quantitiesOf is an encounter of a ruleset that has formulas as quantities.
func quantitiesOf(t *testing.T, pairs []formulaPair) *program.Encounter {
	t.Helper()
	var b strings.Builder
	b.WriteString("rulec: 2\nruleset: r\ntitle: R\nkinds:\n  creature:\n    fields:\n      hp: number\n      mind: number\n      seen: number\nquantities:\n")
	for i, p := range pairs {
		fmt.Fprintf(&b, "  q%d(who): %q\n", i, p.ours)
	}
	b.WriteString("time:\n  key: [tick]\n  unit: tick\n  everyone_due: false\n  start: schedule beat at 1\n  entries: {beat: {do: let a = 1}}\n  limit: 1\nspace: {grid: none}\n")
	files := fstest.MapFS{
		"r.yaml": {Data: []byte(b.String())},
		"e.yaml": {Data: []byte("encounter: e\nruleset: ./r.yaml\nseed: 1\ncombatants: {ana: {side: red, hp: 1, mind: 1, seen: 1}}\n")},
	}
	e, list := lang.LoadEncounter("e.yaml", lang.Options{Files: files})
	if e == nil || list.HasErrors() {
		var s strings.Builder
		_ = list.Print(&s, diag.Snippets, false)
		t.Fatal(s.String()[:min(s.Len(), 3000)])
	}
	return e
}
