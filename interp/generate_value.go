package interp

import (
	"github.com/rulec/rulec/lang/program"
)

// value makes code that works e out, and returns the register that has it then.
func (g *generator) value(e *program.Expr) uint8 {
	if e.Op == program.OpLocal {
		return g.slots[e.Index]
	}
	dst := g.register()
	g.into(e, dst)
	return dst
}

// into makes code that puts e into a register.
func (g *generator) into(e *program.Expr, dst uint8) {
	defer g.scratch()()
	outer := g.expr
	g.expr = e
	defer func() { g.expr = outer }()
	if isTest(e) {
		g.truth(e, dst)
		return
	}
	switch e.Op {
	case program.OpConst:
		g.emit(instr{op: opConst, a: dst, k: e.Num})
	case program.OpLocal:
		if r := g.slots[e.Index]; r != dst {
			g.emit(instr{op: opCopy, a: dst, b: r})
		}
	case program.OpThing:
		g.emit(instr{op: opConst, a: dst, k: float64(e.Index + 1)})
	case program.OpNeg:
		g.one(opNeg, e, dst)
	case program.OpAdd, program.OpSub, program.OpMul:
		g.arithmetic(e, dst)
	case program.OpDiv:
		g.two(opDiv, e, dst)
	case program.OpMod:
		g.two(opMod, e, dst)
	case program.OpPow:
		g.call(dst, &call{do: fnPower}, e.Args...)
	case program.OpIf:
		no, end := newLabel(), newLabel()
		g.jump(e.Args[0], no, false)
		g.into(e.Args[1], dst)
		g.jumpTo(end, instr{op: opJump})
		g.place(no)
		g.into(e.Args[2], dst)
		g.place(end)
	case program.OpLet:
		g.let(e, func() { g.into(e.Args[1], dst) })
	case program.OpDice, program.OpDiceAdd, program.OpDiceSub, program.OpDiceMul, program.OpFixedDice:
		g.diceInto(e, dst)
	case program.OpStepAdd:
		g.two(opStepBy, e, dst)
	case program.OpStepDiff:
		g.two(opStepDiff, e, dst)
	case program.OpField:
		g.field(e, dst)
	case program.OpOwn:
		g.ownField(e, dst)
	case program.OpFamilyOf:
		g.family(e, dst)
	case program.OpWas:
		g.was(e, dst)
	case program.OpEvent:
		g.emit(instr{op: opEvent, a: dst})
	case program.OpAct:
		g.emit(instr{op: opAct, a: dst})
	case program.OpColumn:
		s := g.scales[e.Args[0].Type.Scale.Index]
		g.column(dst, e.Args[0], len(s.values), func(i int) float64 { return s.values[i][e.Index] })
	case program.OpTable:
		g.call(dst, &call{do: fnLookUp, number: e.Index}, e.Args...)
	case program.OpCallFormula:
		g.callFormula(e, dst)
	case program.OpQuantity:
		g.quantity(e, dst)
	case program.OpInstance, program.OpInstances:
		g.instances(e, dst)
	case program.OpHasNamed:
		g.call(dst, &call{do: fnHasNamed}, e.Args...)
	case program.OpMapGet:
		g.call(dst, &call{do: fnFromMap}, e.Args...)
	case program.OpBuiltin:
		g.builtin(e, dst)
	default:
		g.list(e, dst)
	}
}

// one emits an instruction with one operand, two one with two.
func (g *generator) one(op opcode, e *program.Expr, dst uint8) {
	g.emit(instr{op: op, a: dst, b: g.value(e.Args[0])})
}

func (g *generator) two(op opcode, e *program.Expr, dst uint8) {
	b := g.value(e.Args[0])
	g.emit(instr{op: op, a: dst, b: b, c: g.value(e.Args[1])})
}

// arithmetic makes sums, differences and products; numbers that are written down are part of the
// instruction.
func (g *generator) arithmetic(e *program.Expr, dst uint8) {
	a, b := e.Args[0], e.Args[1]
	withNumber := func(op opcode, x *program.Expr, k float64) { g.emit(instr{op: op, a: dst, b: g.value(x), k: k}) }
	first, second := a.Op == program.OpConst, b.Op == program.OpConst
	switch {
	case e.Op == program.OpAdd && second:
		withNumber(opSumK, a, b.Num)
	case e.Op == program.OpAdd && first:
		withNumber(opSumK, b, a.Num)
	case e.Op == program.OpAdd:
		g.two(opSum, e, dst)
	case e.Op == program.OpSub && second:
		withNumber(opSumK, a, -b.Num)
	case e.Op == program.OpSub && first:
		withNumber(opSubFromK, b, a.Num)
	case e.Op == program.OpSub:
		g.two(opSub, e, dst)
	case second:
		withNumber(opMulK, a, b.Num)
	case first:
		withNumber(opMulK, b, a.Num)
	default:
		g.two(opMul, e, dst)
	}
}

// let makes code in which a value has a name.
func (g *generator) let(e *program.Expr, body func()) {
	g.bind(e.Index, g.named(e), body)
}

// column makes code that reads a line, from 1, of a column of numbers.
func (g *generator) column(dst uint8, by *program.Expr, lines int, valueOf func(i int) float64) {
	values := make([]float64, lines)
	for i := range values {
		values[i] = valueOf(i)
	}
	line := g.value(by)
	g.columns = append(g.columns, values)
	g.emit(instr{op: opColumn, a: dst, b: line, n: int32(len(g.columns) - 1)})
}

// instances makes what a thing has of a condition.
func (g *generator) instances(e *program.Expr, dst uint8) {
	number := e.Condition.Index
	switch {
	case e.Op == program.OpInstances:
		g.call(dst, &call{do: fnInstancesOf, number: number}, e.Args...)
	case len(e.Args) > 1:
		g.call(dst, &call{do: fnInstanceBy, number: number}, e.Args...)
	default:
		who := g.value(e.Args[0])
		g.emit(instr{op: opMustBe, b: who})
		g.emit(instr{op: opOldest, a: dst, b: who, n: int32(number)})
	}
}

// callFormula makes the call of a formula that a field holds.
func (g *generator) callFormula(e *program.Expr, dst uint8) {
	x := &call{do: fnHeldFormula}
	g.holder(x, e.Args[0], e.Field)
	g.call(dst, x, e.Args...)
}

// holder notes how the formula or program in a field of a value is found.
func (c *compiler) holder(x *call, of *program.Expr, field *program.Field) {
	if field == nil {
		return
	}
	x.field = c.fieldOf(field)
	switch {
	case of.Type.Kind == program.ThingType:
	case of.Type.Of == nil:
		x.places = c.actionFields(field)
	default:
		x.kind = c.kinds[of.Type.Of.Index]
	}
}
