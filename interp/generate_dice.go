package interp

import (
	"github.com/rulec/rulec/interp/dice"
	"github.com/rulec/rulec/lang/program"
)

// Dice are put together on a stack, so that those on the way need no number.

// diceInto makes dice and numbers them.
func (g *generator) diceInto(e *program.Expr, dst uint8) {
	if e.Op == program.OpDice && !g.late {
		if d, err := dice.New(float64(e.Count), float64(e.Sides)); err == nil {
			g.emit(instr{op: opConst, a: dst, k: g.dice.Number(d)})
			return
		}
	}
	g.diceOn(e)
	g.emit(instr{op: opDiceNumber, a: dst})
}

// diceOn makes dice and leaves them on the stack.
func (g *generator) diceOn(e *program.Expr) {
	defer g.scratch()()
	outer := g.expr
	g.expr = e
	defer func() { g.expr = outer }()
	switch e.Op {
	case program.OpDice:
		g.changeDice(&call{do: fnDiceLiteral})
	case program.OpDiceAdd, program.OpDiceSub:
		g.diceSum(e)
	case program.OpDiceMul:
		g.diceOn(e.Args[0])
		g.changeDice(&call{do: fnDiceMultiplied}, e.Args[1])
	case program.OpFixedDice:
		g.emit(instr{op: opDiceFixed, b: g.value(e.Args[0])})
	case program.OpBuiltin:
		g.diceFunction(e)
	default:
		g.emit(instr{op: opDiceOf, b: g.value(e)})
	}
}

// diceSum makes dice plus or minus dice or numbers.
func (g *generator) diceSum(e *program.Expr) {
	a, b := e.Args[0], e.Args[1]
	minus := e.Op == program.OpDiceSub
	switch {
	case a.Type.Kind == program.Dice && b.Type.Kind == program.Dice:
		g.diceOn(a)
		g.diceOn(b)
		g.emit(instr{op: either(minus, opDiceSub, opDiceAdd)})
	case a.Type.Kind == program.Dice:
		g.diceOn(a)
		g.emit(instr{op: either(minus, opDiceMinus, opDicePlus), b: g.value(b)})
	case minus:
		g.emit(instr{op: opDiceFixed, b: g.value(a)})
		g.diceOn(b)
		g.emit(instr{op: opDiceSub})
	default:
		g.diceOn(b)
		g.emit(instr{op: opDicePlus, b: g.value(a)})
	}
}

// changeDice calls a function that changes the dice on the stack, or puts some there.
func (g *generator) changeDice(x *call, args ...*program.Expr) {
	first := g.arguments(args, g.into)
	x.e = g.expr
	g.called = append(g.called, x)
	g.emit(instr{op: opDiceChange, b: first, c: uint8(len(args)), n: int32(len(g.called) - 1)})
}

// diceFunctions are the functions that make or change dice: which of their arguments are the dice
// (-1: none), and what takes the others.
var diceFunctions = map[program.Builtin]struct {
	dice int
	do   function
}{
	program.MakeDice: {-1, fnDiceMade}, program.Best: {1, fnDiceBest}, program.Worst: {1, fnDiceWorst}, program.Times: {1, fnDiceTimes},
	program.Reroll: {0, fnDiceRerolled}, program.Explode: {0, fnDiceExploding}, program.Successes: {0, fnDiceSuccesses}, program.Valued: {0, fnDiceValued},
}

func (g *generator) diceFunction(e *program.Expr) {
	row, ok := diceFunctions[e.Builtin]
	if !ok {
		g.emit(instr{op: opDiceOf, b: g.value(e)})
		return
	}
	var rest []*program.Expr
	for i, a := range e.Args {
		if i != row.dice {
			rest = append(rest, a)
		}
	}
	if row.dice > 0 { // what stands before the dice is worked out before them
		first := g.room(len(rest))
		for i, a := range rest {
			g.into(a, first+uint8(i))
		}
		g.diceOn(e.Args[row.dice])
		x := &call{do: row.do, e: e}
		g.called = append(g.called, x)
		g.emit(instr{op: opDiceChange, b: first, c: uint8(len(rest)), n: int32(len(g.called) - 1)})
		return
	}
	if row.dice == 0 {
		g.diceOn(e.Args[0])
	}
	g.changeDice(&call{do: row.do}, rest...)
}
