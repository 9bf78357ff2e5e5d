// Package calc defines the operators and functions of numbers. The checker uses it for constants, vet
// for ranges, and the machine for what takes more than one instruction of the processor; TestCalculators in
// interp/compile checks that the machine computes the rest identically.
//
// Bools are 0 and 1. Steps are counted from 1, and 0 is none.
package calc

import (
	"math"
	"slices"

	"github.com/rulec/rulec/lang/program"
)

// Compute returns the value of an operation for the values of its arguments. ok is false if the operation takes other values
// than numbers, or if it fails: a division by 0, a step that is none. The value may be beyond 2^53.
func Compute(x *program.Expr, in ...float64) (v float64, ok bool) {
	switch x.Op {
	case program.OpNeg:
		return 0 - in[0], true
	case program.OpAdd:
		return in[0] + in[1], true
	case program.OpSub:
		return in[0] - in[1], true
	case program.OpMul:
		return in[0] * in[1], true
	case program.OpDiv:
		return in[0] / in[1], in[1] != 0
	case program.OpMod:
		return Mod(in[0], in[1]), in[1] != 0
	case program.OpPow:
		return Power(in[0], in[1])
	case program.OpStepDiff:
		return in[0] - in[1], in[0] > 0 && in[1] > 0
	case program.OpLess, program.OpLessEq, program.OpGreater, program.OpGreaterEq, program.OpEq, program.OpNotEq:
		return truth(Compare(x.Op, in[0], in[1])), true
	case program.OpNot:
		return truth(in[0] == 0), true
	case program.OpBuiltin:
		return function(x.Builtin, in)
	}
	return 0, false
}

// Compare reports whether a comparison holds.
func Compare(op program.Op, x, y float64) bool {
	switch op {
	case program.OpLess:
		return x < y
	case program.OpLessEq:
		return x <= y
	case program.OpGreater:
		return x > y
	case program.OpGreaterEq:
		return x >= y
	case program.OpNotEq:
		return x != y
	}
	return x == y
}

func function(f program.Builtin, in []float64) (v float64, ok bool) {
	switch f {
	case program.Min:
		return slices.Min(in), true
	case program.Max:
		return slices.Max(in), true
	case program.Clamp:
		return max(in[1], min(in[0], in[2])), true
	case program.Floor:
		return math.Floor(in[0]), true
	case program.Ceil:
		return Ceil(in[0]), true
	case program.Round:
		return Round(in[0]), true
	case program.Abs:
		return math.Abs(in[0]), true
	case program.Sign:
		return Sign(in[0]), true
	case program.Position:
		return in[0] - 1, in[0] > 0
	}
	return 0, false
}

// InRange reports whether an operator may return a number: whole numbers up to 2^53 are exact.
func InRange(v float64) bool { return math.Abs(v) <= program.MaxWhole }

func truth(holds bool) float64 {
	if holds {
		return 1
	}
	return 0
}

// Mod returns the remainder of x divided by y, with the sign of y.
func Mod(x, y float64) float64 { return x - math.Floor(x/y)*float64(y) }

// Ceil returns the next whole number at or above x, and never -0.
func Ceil(x float64) float64 { return math.Ceil(x) + 0 }

// Round returns the nearest whole number, and never -0; halves are rounded away from zero.
func Round(x float64) float64 { return math.Round(x) + 0 }

// Sign returns -1, 0 or 1.
func Sign(x float64) float64 {
	switch {
	case x > 0:
		return 1
	case x < 0:
		return -1
	}
	return 0
}
