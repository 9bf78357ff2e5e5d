package compile

import (
	"slices"
	"testing"

	"github.com/rulec/rulec/lang/calc"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
)

// TestCalculators holds that the machine computes every operator and every function of numbers as lang/calc does,
// which folds constants: with numbers that are part of instructions, and with some that registers hold.
func TestCalculators(t *testing.T) {
	c := &compiler{Ruleset: compile(&program.Program{}, nil, false)}
	span := diag.Span{Source: diag.NewSource("text", "x"), End: 1}
	number := program.Type{Kind: program.Number}
	written := func(v float64) *program.Expr {
		return &program.Expr{Op: program.OpConst, Type: number, Num: v, Span: span}
	}
	held := func(v float64) *program.Expr {
		return &program.Expr{Op: program.OpNeg, Type: number, Span: span, Args: []*program.Expr{written(-v)}}
	}
	for _, x := range calculations(t) {
		x.Span = span
		largest := []float64{program.MaxWhole, program.MaxWhole, 1}
		for _, in := range append(numbers(len(x.Args)), largest[:len(x.Args)]) {
			v, ok := calc.Compute(x, in...)
			for _, leaf := range []func(float64) *program.Expr{written, held} {
				for i := range in {
					x.Args[i] = leaf(in[i])
				}
				c.Faults = nil
				got := c.constant(x)
				switch failed := c.Faults.HasErrors(); {
				case failed && ok && calc.InRange(v):
					t.Errorf("%v %v of %v fails in the machine and gives %v here", x.Op, x.Builtin, in, v)
				case !failed && (!ok || got != v):
					t.Errorf("%v %v of %v gives %v in the machine, and %v, %t here", x.Op, x.Builtin, in, got, v, ok)
				}
			}
		}
	}
}

// calculations are the operators and functions of numbers, each with arguments to be filled in.
func calculations(t *testing.T) (list []*program.Expr) {
	boolean := program.Type{Kind: program.Bool}
	for op := program.OpConst; op <= program.OpLet; op++ {
		if !op.Computes() || op == program.OpIf || op == program.OpAnd || op == program.OpOr { // these choose
			continue
		}
		x := &program.Expr{Op: op, Type: program.Type{Kind: program.Number}, Args: make([]*program.Expr, 2)}
		switch {
		case op == program.OpNot:
			x.Type, x.Args = boolean, x.Args[:1]
		case op == program.OpNeg:
			x.Args = x.Args[:1]
		case op >= program.OpLess:
			x.Type = boolean
		}
		list = append(list, x)
	}
	for _, f := range program.Functions() {
		ofNumbers := !slices.ContainsFunc(f.Takes, func(a program.Argument) bool { return a.Takes != program.TakesNumber })
		if f.Gives == program.GivesNumber && f.Reads == program.ReadsNothing && ofNumbers && len(f.Takes) > 0 {
			n := len(f.Takes)
			if f.Variadic {
				n = 3
			}
			list = append(list, &program.Expr{Op: program.OpBuiltin, Builtin: f.Op, Type: program.Type{Kind: program.Number}, Args: make([]*program.Expr, n)})
		}
	}
	if len(list) < 21 {
		t.Fatalf("only %d operators and functions of numbers", len(list))
	}
	for _, x := range list {
		if _, ok := calc.Compute(x, make([]float64, len(x.Args))...); !ok && x.Op != program.OpDiv && x.Op != program.OpMod {
			t.Errorf("lang/calc doesn't know %v %v", x.Op, x.Builtin)
		}
	}
	return list
}

// numbers returns all ways to take so many of some numbers.
func numbers(n int) [][]float64 {
	ways := [][]float64{nil}
	for range n {
		var longer [][]float64
		for _, w := range ways {
			for _, v := range []float64{-3, -1.5, -0.5, 0, 0.5, 1, 2, 2.5, 7} {
				longer = append(longer, append(slices.Clone(w), v))
			}
		}
		ways = longer
	}
	return ways
}
