package compile

import (
	"github.com/rulec/rulec/interp/code"
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
		g.emit(code.Instr{Op: code.OpConst, A: dst, K: e.Num})
	case program.OpLocal:
		if r := g.slots[e.Index]; r != dst {
			g.emit(code.Instr{Op: code.OpCopy, A: dst, B: r})
		}
	case program.OpThing:
		g.emit(code.Instr{Op: code.OpConst, A: dst, K: float64(e.Index + 1)})
	case program.OpNeg:
		g.one(code.OpNeg, e, dst)
	case program.OpAdd, program.OpSub, program.OpMul:
		g.arithmetic(e, dst)
	case program.OpDiv:
		g.two(code.OpDiv, e, dst)
	case program.OpMod:
		g.two(code.OpMod, e, dst)
	case program.OpPow:
		g.call(dst, &code.Call{Do: code.FnPowerOf}, e.Args...)
	case program.OpIf:
		no, end := newLabel(), newLabel()
		g.jump(e.Args[0], no, false)
		g.into(e.Args[1], dst)
		g.jumpTo(end, code.Instr{Op: code.OpJump})
		g.place(no)
		g.into(e.Args[2], dst)
		g.place(end)
	case program.OpLet:
		g.let(e, func() { g.into(e.Args[1], dst) })
	case program.OpDice, program.OpDiceAdd, program.OpDiceSub, program.OpDiceMul, program.OpFixedDice:
		g.diceInto(e, dst)
	case program.OpStepAdd:
		g.two(code.OpStepBy, e, dst)
	case program.OpStepDiff:
		g.two(code.OpStepDiff, e, dst)
	case program.OpField:
		g.field(e, dst)
	case program.OpOwn:
		g.ownField(e, dst)
	case program.OpFamilyOf:
		g.family(e, dst)
	case program.OpWas:
		g.was(e, dst)
	case program.OpEvent:
		g.emit(code.Instr{Op: code.OpEvent, A: dst})
	case program.OpAct:
		g.emit(code.Instr{Op: code.OpAct, A: dst})
	case program.OpColumn:
		s := g.Scales[e.Args[0].Type.Scale.Index]
		g.column(dst, e.Args[0], len(s.Values), func(i int) float64 { return s.Values[i][e.Index] })
	case program.OpTable:
		g.call(dst, &code.Call{Do: code.FnLookUp, Number: e.Index}, e.Args...)
	case program.OpCallFormula:
		g.callFormula(e, dst)
	case program.OpQuantity:
		g.quantity(e, dst)
	case program.OpInstance, program.OpInstances:
		g.instances(e, dst)
	case program.OpHasNamed:
		g.call(dst, &code.Call{Do: code.FnHasNamed}, e.Args...)
	case program.OpMapGet:
		g.call(dst, &code.Call{Do: code.FnFromMap}, e.Args...)
	case program.OpBuiltin:
		g.builtin(e, dst)
	default:
		g.list(e, dst)
	}
}

// one emits an instruction with one operand, two one with two.
func (g *generator) one(op code.Opcode, e *program.Expr, dst uint8) {
	g.emit(code.Instr{Op: op, A: dst, B: g.value(e.Args[0])})
}

func (g *generator) two(op code.Opcode, e *program.Expr, dst uint8) {
	b := g.value(e.Args[0])
	g.emit(code.Instr{Op: op, A: dst, B: b, C: g.value(e.Args[1])})
}

// arithmetic makes sums, differences and products; numbers that are written down are part of the
// instruction.
func (g *generator) arithmetic(e *program.Expr, dst uint8) {
	a, b := e.Args[0], e.Args[1]
	withNumber := func(op code.Opcode, x *program.Expr, k float64) {
		g.emit(code.Instr{Op: op, A: dst, B: g.value(x), K: k})
	}
	first, second := a.Op == program.OpConst, b.Op == program.OpConst
	switch {
	case e.Op == program.OpAdd && second:
		withNumber(code.OpSumK, a, b.Num)
	case e.Op == program.OpAdd && first:
		withNumber(code.OpSumK, b, a.Num)
	case e.Op == program.OpAdd:
		g.two(code.OpSum, e, dst)
	case e.Op == program.OpSub && second:
		withNumber(code.OpSumK, a, -b.Num)
	case e.Op == program.OpSub && first:
		withNumber(code.OpSubFromK, b, a.Num)
	case e.Op == program.OpSub:
		g.two(code.OpSub, e, dst)
	case second:
		withNumber(code.OpMulK, a, b.Num)
	case first:
		withNumber(code.OpMulK, b, a.Num)
	default:
		g.two(code.OpMul, e, dst)
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
	g.Columns = append(g.Columns, values)
	g.emit(code.Instr{Op: code.OpColumn, A: dst, B: line, N: int32(len(g.Columns) - 1)})
}

// instances makes what a thing has of a condition.
func (g *generator) instances(e *program.Expr, dst uint8) {
	number := e.Condition.Index
	switch {
	case e.Op == program.OpInstances:
		g.call(dst, &code.Call{Do: code.FnInstancesOf, Number: number}, e.Args...)
	case len(e.Args) > 1:
		g.call(dst, &code.Call{Do: code.FnInstanceBy, Number: number}, e.Args...)
	default:
		who := g.value(e.Args[0])
		g.emit(code.Instr{Op: code.OpMustBe, B: who})
		g.emit(code.Instr{Op: code.OpOldest, A: dst, B: who, N: int32(number)})
	}
}

// callFormula makes the call of a formula that a field holds.
func (g *generator) callFormula(e *program.Expr, dst uint8) {
	x := &code.Call{Do: code.FnHeldFormula}
	g.holder(x, e.Args[0], e.Field)
	g.call(dst, x, e.Args...)
}

// holder notes how the formula or program in a field of a value is found.
func (c *compiler) holder(x *code.Call, of *program.Expr, field *program.Field) {
	if field == nil {
		return
	}
	x.Field = c.fieldOf(field)
	switch {
	case of.Type.Kind == program.ThingType:
	case of.Type.Of == nil:
		x.Places = c.actionFields(field)
	default:
		x.Kind = c.Kinds[of.Type.Of.Index]
	}
}
