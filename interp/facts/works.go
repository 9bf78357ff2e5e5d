package facts

import (
	"slices"

	"github.com/rulec/rulec/lang/program"
)

// works tells whether an expression can certainly be worked out: it never stops the run.
func (x *folding) works(e *program.Expr) bool {
	for _, a := range e.Args {
		if e.Op.OverList() || e.Op == program.OpLet {
			break
		}
		if isGivenAsked(e) {
			return x.works(a.Args[0]) && x.isSomething(a.Args[0])
		}
		if !x.works(a) {
			return false
		}
	}
	switch e.Op {
	case program.OpConst, program.OpLocal, program.OpThing, program.OpDice, program.OpEvent, program.OpAct, program.OpNeg,
		program.OpLess, program.OpLessEq, program.OpGreater, program.OpGreaterEq, program.OpEq, program.OpNotEq, program.OpIs,
		program.OpAnd, program.OpOr, program.OpNot, program.OpIf, program.OpIn, program.OpStepDiff, program.OpList:
		return true
	case program.OpAdd, program.OpSub, program.OpMul:
		v := x.value(e)
		return !v.any && !v.never()
	case program.OpField:
		return x.readable(e)
	case program.OpHas:
		return x.isSomething(e.Args[0]) && x.conditionWorks(e.Condition)
	case program.OpInstance, program.OpColumn:
		return x.isSomething(e.Args[0])
	case program.OpQuantity:
		return x.quantityWorks(e)
	case program.OpCallFormula:
		src, owner := x.called(e)
		if src == nil {
			return false
		}
		f := x.frameOfCall(e, src, owner)
		return (&folding{Folder: x.Folder, frame: f, slots: len(f.locals)}).works(src.Expr)
	case program.OpBuiltin:
		return x.builtinWorks(e)
	case program.OpLet:
		if !x.works(e.Args[0]) {
			return false
		}
		outer := x.local(e.Index)
		x.set(e.Index, x.value(e.Args[0]))
		ok := e.Index < len(x.locals) && x.works(e.Args[1])
		x.set(e.Index, outer)
		return ok
	}
	if e.Op.OverList() {
		return x.overListWorks(e)
	}
	return false
}

// isGivenAsked tells whether it is asked if an optional field is stated, which it need not be.
func isGivenAsked(e *program.Expr) bool {
	return e.Op == program.OpBuiltin && e.Builtin == program.Given && e.Args[0].Op == program.OpField && e.Args[0].Field.Optional &&
		e.Args[0].Args[0].Type.Kind == program.ThingType
}

// isSomething tells whether a reference is certainly not none.
func (x *folding) isSomething(e *program.Expr) bool {
	if e.Type.Kind == program.Instance {
		return false
	}
	v := x.value(e)
	return !v.any && !v.list && !v.never() && !slices.Contains(v.is, 0)
}

// readable tells whether the field of a value can be read.
func (x *folding) readable(e *program.Expr) bool {
	of := e.Args[0].Type
	if of.Kind != program.ThingType && (of.Kind != program.Definition || of.Of == nil) {
		return false
	}
	switch e.Field.Type.Kind {
	case program.FormulaField, program.ProgramField, program.MapType, program.Set, program.Instance:
		return false
	}
	if e.Field.Optional && x.a.cellRead(e, x.frame).may(program.Absent) || e.Field.Optional && e.Type.Kind == program.Dice {
		return false
	}
	return !e.Field.Virtual && x.isSomething(e.Args[0]) && (len(e.Args) == 1 || x.isSomething(e.Args[1]))
}

func (x *folding) overListWorks(e *program.Expr) bool {
	if !x.works(e.Args[0]) || e.Op == program.OpSumOf {
		return false
	}
	outer := x.local(e.Index)
	x.set(e.Index, x.element(e.Args[0]))
	ok := e.Index < len(x.locals) && x.works(e.Args[1])
	x.set(e.Index, outer)
	return ok
}

// isNumeric tells whether a built-in function is one of numbers.
func isNumeric(b program.Builtin) bool {
	switch b {
	case program.Min, program.Max, program.Floor, program.Ceil, program.Round, program.Abs, program.Sign, program.Clamp:
		return true
	}
	return false
}

func (x *folding) builtinWorks(e *program.Expr) bool {
	switch b := e.Builtin; {
	case isNumeric(b), b == program.Given, b == program.SideOf, b == program.Everyone,
		b == program.First, b == program.Last, b == program.Length, b == program.ThingsOf:
		return true
	case b == program.DefOf, b == program.CarrierOf, b == program.Position:
		return x.isSomething(e.Args[0])
	case b == program.Combatants:
		return x.outWorks()
	case b == program.Foes, b == program.Allies, b == program.IsOut:
		return x.isSomething(e.Args[0]) && x.outWorks()
	}
	return false
}

// conditionWorks tells whether it can be worked out of everybody whether he has a condition.
func (g *Folder) conditionWorks(c *program.Condition) bool {
	key := " has " + c.Name
	if known, ok := g.total[key]; ok {
		return known
	}
	g.total[key] = false // while it is being found out
	works := c.While == nil || g.Works(c.While, -1, 0, Own{})
	for _, parent := range c.DerivedParents {
		works = works && g.conditionWorks(parent)
	}
	g.total[key] = works
	return works
}

// outWorks tells whether it can be worked out of everybody whether he is out.
func (g *Folder) outWorks() bool {
	if g.a.p.Time == nil || g.a.p.Time.Out == nil {
		return true
	}
	const key = " out"
	if known, ok := g.total[key]; ok {
		return known
	}
	g.total[key] = false // while it is being found out
	g.total[key] = g.Works(g.a.p.Time.Out, -1, 0, Own{})
	return g.total[key]
}

// quantityWorks tells whether a quantity can be worked out for its arguments.
func (x *folding) quantityWorks(e *program.Expr) bool {
	if x.depth >= deepestFold {
		return false
	}
	q := e.Quantity
	args := make([]value, len(e.Args))
	key := []byte(q.Name)
	for i, arg := range e.Args {
		args[i] = x.value(arg)
		key = args[i].key(append(key, '|'))
	}
	if known, ok := x.total[string(key)]; ok {
		return known
	}
	x.total[string(key)] = false // while it is being found out
	works := x.valueWorks(q, args)
	x.total[string(key)] = works
	return works
}

func (x *folding) valueWorks(q *program.Quantity, args []value) bool {
	f := newFrame(max(q.Value.Slots, len(args)+len(q.Channels)))
	copy(f.locals, args)
	f.depth = x.depth + 1
	if _, any := x.contributions(q, args, f); any {
		return false
	}
	for i := range q.Channels {
		f.locals[len(args)+i] = only(0)
	}
	return (&folding{Folder: x.Folder, frame: f, slots: len(f.locals)}).works(q.Value.Expr)
}
