package compile

import (
	"github.com/rulec/rulec/interp/code"
	"github.com/rulec/rulec/interp/dice"
	"github.com/rulec/rulec/lang/program"
)

// diceFunctions are the functions that make or change dice: which of their arguments are the dice
// (-1: none), and what takes the others.
var diceFunctions = map[program.Builtin]struct {
	dice int
	do   code.Function
}{
	program.MakeDice: {-1, code.FnDiceMade}, program.Best: {1, code.FnDiceBest}, program.Worst: {1, code.FnDiceWorst}, program.Times: {1, code.FnDiceTimes},
	program.Reroll: {0, code.FnDiceRerolled}, program.Explode: {0, code.FnDiceExploding}, program.Successes: {0, code.FnDiceSuccesses}, program.Valued: {0, code.FnDiceValued},
}

// Dice are put together on a stack, so that those on the way need no number.

// diceInto makes dice and numbers them.
func (g *generator) diceInto(e *program.Expr, dst uint8) {
	if e.Op == program.OpDice && !g.late {
		if d, err := dice.New(float64(e.Count), float64(e.Sides)); err == nil {
			g.emit(code.Instr{Op: code.OpConst, A: dst, K: g.Dice.Number(d)})
			return
		}
	}
	g.diceOn(e)
	g.emit(code.Instr{Op: code.OpDiceNumber, A: dst})
}

// diceOn makes dice and leaves them on the stack.
func (g *generator) diceOn(e *program.Expr) {
	defer g.scratch()()
	outer := g.expr
	g.expr = e
	defer func() { g.expr = outer }()
	switch e.Op {
	case program.OpDice:
		g.changeDice(&code.Call{Do: code.FnDiceLiteral})
	case program.OpDiceAdd, program.OpDiceSub:
		g.diceSum(e)
	case program.OpDiceMul:
		g.diceOn(e.Args[0])
		g.changeDice(&code.Call{Do: code.FnDiceMultiplied}, e.Args[1])
	case program.OpFixedDice:
		g.emit(code.Instr{Op: code.OpDiceFixed, B: g.value(e.Args[0])})
	case program.OpBuiltin:
		g.diceFunction(e)
	default:
		g.emit(code.Instr{Op: code.OpDiceOf, B: g.value(e)})
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
		g.emit(code.Instr{Op: either(minus, code.OpDiceSub, code.OpDiceAdd)})
	case a.Type.Kind == program.Dice:
		g.diceOn(a)
		g.emit(code.Instr{Op: either(minus, code.OpDiceMinus, code.OpDicePlus), B: g.value(b)})
	case minus:
		g.emit(code.Instr{Op: code.OpDiceFixed, B: g.value(a)})
		g.diceOn(b)
		g.emit(code.Instr{Op: code.OpDiceSub})
	default:
		g.diceOn(b)
		g.emit(code.Instr{Op: code.OpDicePlus, B: g.value(a)})
	}
}

// changeDice calls a function that changes the dice on the stack, or puts some there.
func (g *generator) changeDice(x *code.Call, args ...*program.Expr) {
	first := g.arguments(args, g.into)
	x.E = g.expr
	g.Called = append(g.Called, x)
	g.emit(code.Instr{Op: code.OpDiceChange, B: first, C: uint8(len(args)), N: int32(len(g.Called) - 1)})
}

func (g *generator) diceFunction(e *program.Expr) {
	row, ok := diceFunctions[e.Builtin]
	if !ok {
		g.emit(code.Instr{Op: code.OpDiceOf, B: g.value(e)})
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
		x := &code.Call{Do: row.do, E: e}
		g.Called = append(g.Called, x)
		g.emit(code.Instr{Op: code.OpDiceChange, B: first, C: uint8(len(rest)), N: int32(len(g.Called) - 1)})
		return
	}
	if row.dice == 0 {
		g.diceOn(e.Args[0])
	}
	g.changeDice(&code.Call{Do: row.do}, rest...)
}
