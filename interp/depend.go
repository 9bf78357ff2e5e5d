package interp

import "github.com/rulec/rulec/lang/program"

// Who is out and whether the encounter is over is asked after everything that
// happens, and hardly anything that happens changes the answer. So it is found
// out, once, what the ruleset's formulas for it read: as long as nothing of that
// has changed, the last answer stands.

// reading is what a formula's value depends on, beside what never changes.
type reading struct {
	// anything is set when the formula reads more than is told apart here.
	anything   bool
	conditions bool
	fields     []*field
	seen       map[*condition]bool
}

// readBy finds out what the formulas of time read and marks the fields.
func (c *compiler) readBy(formulas ...*formula) reading {
	r := reading{seen: map[*condition]bool{}}
	for _, fm := range formulas {
		if fm != nil {
			c.reads(&r, fm.src.Expr)
		}
	}
	for _, x := range r.fields {
		x.decides = true
		for _, part := range x.parts {
			part.decides = true
		}
	}
	return r
}

func (c *compiler) reads(r *reading, e *program.Expr) {
	switch e.Op {
	case program.OpField:
		if e.Args[0].Type.Kind == program.ThingType {
			r.fields = append(r.fields, c.fieldOf(e.Field))
		} else if e.Args[0].Type.Kind != program.Definition {
			r.anything = true
		}
	case program.OpHas:
		r.conditions = true
		c.readsCondition(r, c.conditions[e.Condition.Index])
	case program.OpBuiltin:
		if !settledBuiltin(e.Builtin) {
			r.anything = true
		}
	case program.OpConst, program.OpLocal, program.OpNeg, program.OpAdd, program.OpSub, program.OpMul, program.OpDiv,
		program.OpMod, program.OpLess, program.OpLessEq, program.OpGreater, program.OpGreaterEq, program.OpEq, program.OpNotEq,
		program.OpAnd, program.OpOr, program.OpNot, program.OpIf, program.OpIs, program.OpColumn, program.OpStepDiff,
		program.OpList, program.OpIn, program.OpIndex, program.OpAny, program.OpAll, program.OpCountIf, program.OpSumOf,
		program.OpFilter, program.OpMapTo, program.OpFind:
	default:
		r.anything = true
	}
	for _, a := range e.Args {
		c.reads(r, a)
	}
}

// settledBuiltin tells which built-in functions depend on nothing but their
// arguments and on who is out.
func settledBuiltin(b program.Builtin) bool {
	switch b {
	case program.First, program.Last, program.Length, program.Total, program.Reverse, program.Given,
		program.Combatants, program.Everyone, program.Foes, program.Allies, program.SideOf, program.IsOut, program.DefOf:
		return true
	}
	return b >= program.Min && b <= program.Clamp
}

func (c *compiler) readsCondition(r *reading, x *condition) {
	if r.seen[x] {
		return
	}
	r.seen[x] = true
	if x.holds != nil {
		c.reads(r, x.holds.src.Expr)
	}
	for _, p := range x.parents {
		c.readsCondition(r, p)
	}
}
