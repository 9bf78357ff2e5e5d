package types

import (
	"github.com/rulec/rulec/lang/calc"
	"github.com/rulec/rulec/lang/program"
)

// Fold evaluates operations on constants, so that params cost nothing in play
// and an if over a switch leaves only one branch. It leaves what could fail (a division by
// zero) to the run, which can report a position.
func Fold(x *program.Expr) *program.Expr {
	if done := decided(x); done != nil {
		return done
	}
	in := make([]float64, len(x.Args))
	for i, arg := range x.Args {
		if arg.Op != program.OpConst {
			return x
		}
		in[i] = arg.Num
	}
	value, ok := calc.Compute(x, in...)
	if !ok || !calc.InRange(value) {
		return x
	}
	return &program.Expr{Op: program.OpConst, Type: x.Type, Num: value, Span: x.Span}
}

// decided returns the result of an `if`, `and` or `or` whose first part is a
// constant; nil otherwise.
func decided(x *program.Expr) *program.Expr {
	if len(x.Args) == 0 || x.Args[0].Op != program.OpConst || x.Type.Kind == program.Unknown {
		return nil
	}
	first, holds := x.Args[0], x.Args[0].Num != 0
	switch x.Op {
	case program.OpIf:
		if holds {
			return x.Args[1]
		}
		return x.Args[2]
	case program.OpAnd:
		if holds {
			return x.Args[1]
		}
		return first
	case program.OpOr:
		if holds {
			return first
		}
		return x.Args[1]
	}
	return nil
}
