package interp

import (
	"github.com/rulec/rulec/interp/state"
	"github.com/rulec/rulec/lang/program"
)

// builtins tells what the built-in functions of formulas come to: an instruction with so many
// operands, or a function that is called. Those that aren't here are made in a way of their own.
var builtins = map[program.Builtin]struct {
	op       opcode
	operands int
	do       function // 0: none
}{
	program.Floor: {op: opFloor, operands: 1}, program.Ceil: {op: opCeil, operands: 1}, program.Round: {op: opRound, operands: 1},
	program.Abs: {op: opAbs, operands: 1}, program.Sign: {op: opSign, operands: 1},

	program.Top: {do: fnTopOf}, program.Bottom: {do: fnBottomOf}, program.Sides: {do: fnSidesOf},
	program.Expected: {do: fnExpectedOf}, program.Chance: {do: fnChanceOf},

	program.Position: {op: opIndexOf, operands: 1}, program.StepBy: {op: opStepBy, operands: 2}, program.PastEnd: {do: fnPastEnd},
	program.Last: {op: opLast, operands: 1}, program.Total: {do: fnTotal}, program.Reverse: {do: fnReversed},

	program.SideOf: {op: opSideOf, operands: 1}, program.DefOf: {op: opMadeFrom, operands: 1}, program.CarrierOf: {op: opCarrier, operands: 1},
	program.LotOf: {do: fnLotOf}, program.IsOut: {do: fnIsOut}, program.ThingsOf: {do: fnThingsOf},
	program.PileOf: {do: fnPileOf}, program.DiscardsOf: {do: fnDiscardsOf},

	program.InstanceBy: {do: fnAppliedBy}, program.InstanceBearer: {do: fnBearerOf}, program.InstanceSince: {do: fnSince},
	program.Elapsed: {do: fnElapsed}, program.Ever: {do: fnEver},

	program.EventOf: {do: fnEventOf}, program.EventAct: {do: fnEventAct}, program.EventIs: {do: fnEventIs}, program.Asked: {do: fnIsAsked},
	program.Now: {op: opClock}, program.Scheduled: {do: fnScheduled},

	program.Unfinished: {do: fnUnfinished}, program.Mine: {do: fnMine}, program.Declared: {do: fnDeclared},
	program.ActionOf: {do: fnActionOf}, program.ActorOf: {do: fnActorOf}, program.Committed: {do: fnCommitted}, program.Paid: {do: fnCommitted},
	program.AsPlan: {do: fnAsPlan}, program.PlanAction: {do: fnPlanAction}, program.PlanActor: {do: fnPlanActor},
	program.Can: {do: fnCan}, program.CanDo: {do: fnOnlyChoose},

	program.NearestTo: {do: fnNearestTo}, program.WayCost: {do: fnCostOfWay},
}

// builtin makes the working out of a built-in function.
func (g *generator) builtin(e *program.Expr, dst uint8) {
	b, ok := builtins[e.Builtin]
	switch {
	case !ok:
		g.ownBuiltin(e, dst)
	case b.do != 0:
		g.call(dst, g.builtinCall(e, &call{do: b.do}), e.Args...)
	case b.operands == 0:
		g.emit(instr{op: b.op, a: dst})
	case b.operands == 1:
		g.one(b.op, e, dst)
	default:
		g.two(b.op, e, dst)
	}
}

// builtinCall notes what some of them need beside their arguments.
func (g *generator) builtinCall(e *program.Expr, x *call) *call {
	switch e.Builtin {
	case program.ThingsOf:
		x.kind = g.kinds[e.Type.Elem.Of.Index]
	case program.ActionOf:
		if of := e.Type.Of; of != nil {
			x.kind = g.kinds[of.Index]
		}
	case program.Committed, program.Paid:
		x.field = g.fieldOf(e.Field)
	case program.PileOf, program.DiscardsOf:
		x.deck = g.deckNamed(e.Label)
	case program.Ever:
		g.readsEver = true
	case program.Asked:
		g.readsAsked = true
	}
	return x
}

// ownBuiltin makes those whose arguments are not just worked out one after the other.
func (g *generator) ownBuiltin(e *program.Expr, dst uint8) {
	switch e.Builtin {
	case program.First, program.Length:
		g.firstOrLength(e, dst)
	case program.Min, program.Max:
		g.extremeOf(e, dst)
	case program.Clamp:
		v := g.value(e.Args[0])
		low := g.value(e.Args[1])
		high := g.value(e.Args[2])
		r := g.register()
		g.emit(instr{op: opMin, a: r, b: v, c: high})
		g.emit(instr{op: opMax, a: dst, b: low, c: r})
	case program.KeyNumber:
		g.emit(instr{op: opClock, a: dst, n: int32(min(int(e.Args[0].Num), state.MaxKeys-1))})
	case program.MakeDice, program.Best, program.Worst, program.Times, program.Reroll, program.Explode, program.Successes, program.Valued:
		g.diceInto(e, dst)
	case program.Natural, program.Faces:
		g.rolled(e, dst)
	case program.AsAction:
		g.asAction(e.Args[0], dst)
	case program.Combatants, program.Everyone, program.Foes, program.Allies:
		g.gather(e, dst)
	case program.WasAsked, program.Happened, program.Said, program.WasRolled, program.RollTotal, program.Did:
		g.lookBack(e, dst)
	default:
		g.space(e, dst)
	}
}

// firstOrLength makes first and count of a list, which needn't be made for that if it is gone through.
func (g *generator) firstOrLength(e *program.Expr, dst uint8) {
	list, first := e.Args[0], e.Builtin == program.First
	if !isCrowd(list) && list.Op != program.OpFilter && list.Op != program.OpMapTo {
		g.one(either(first, opFirst, opLength), e, dst)
		return
	}
	end := newLabel()
	g.emit(instr{op: opConst, a: dst})
	g.each(list, func(x uint8) {
		if first {
			g.emit(instr{op: opCopy, a: dst, b: x})
			g.jumpTo(end, instr{op: opJump})
			return
		}
		g.emit(instr{op: opSumK, a: dst, b: dst, k: 1})
	})
	g.place(end)
}

// extremeOf makes min and max of several numbers.
func (g *generator) extremeOf(e *program.Expr, dst uint8) {
	op, opK := opMin, opMinK
	if e.Builtin == program.Max {
		op, opK = opMax, opMaxK
	}
	best := dst
	if first := e.Args[0]; first.Op == program.OpLocal {
		best = g.slots[first.Index]
	} else {
		g.into(first, dst)
	}
	for _, a := range e.Args[1:] {
		free := g.scratch()
		if a.Op == program.OpConst {
			g.emit(instr{op: opK, a: dst, b: best, k: a.Num})
		} else {
			g.emit(instr{op: op, a: dst, b: best, c: g.value(a)})
		}
		free()
		best = dst
	}
}

// asAction makes the turning of an action's definition into one of any kind.
func (g *generator) asAction(e *program.Expr, dst uint8) {
	if e.Type.Of == nil {
		g.into(e, dst)
		return
	}
	g.call(dst, &call{do: fnAnyAction, kind: g.kinds[e.Type.Of.Index]}, e)
}

// rolled makes r.natural and r.faces.
func (g *generator) rolled(e *program.Expr, dst uint8) {
	r := e.Args[0]
	x := &call{do: either(e.Builtin == program.Natural, fnNatural, fnFaces)}
	if r.Op == program.OpField && r.Args[0].Type.Kind == program.Act {
		g.call(dst, x, r.Args[0])
		return
	}
	g.call(dst, x)
}

// lookBack makes a function that looks back.
func (g *generator) lookBack(e *program.Expr, dst uint8) {
	x := &call{}
	switch e.Builtin {
	case program.Did:
		first := g.room(len(e.Args))
		g.into(e.Args[0], first)
		g.asAction(e.Args[1], first+1)
		if len(e.Args) > 2 {
			g.into(e.Args[2], first+2)
		}
		x.do = fnDid
		g.callWith(dst, x, first, len(e.Args))
		return
	case program.WasAsked:
		x.event, x.do = g.events[int(e.Args[1].Num)-1], fnWasAsked
	case program.Happened, program.Said:
		x.event, x.do = g.events[int(e.Args[0].Num)-1], either(e.Builtin == program.Said, fnSaid, fnHappened)
	default:
		x.number, x.do = int(g.labels.Number(e.Label)), either(e.Builtin == program.RollTotal, fnCameTo, fnWasRolled)
	}
	// The last argument may be whose it has to be; of what was asked it is the first.
	var whose []*program.Expr
	switch {
	case e.Builtin == program.WasAsked:
		whose = e.Args[:1]
	case len(e.Args) > 0 && e.Args[len(e.Args)-1].Type.Kind == program.ThingType:
		whose = e.Args[len(e.Args)-1:]
	}
	g.call(dst, x, whose...)
}

// deckNamed returns the deck with a name.
func (c *compiler) deckNamed(name string) *deck {
	for _, d := range c.decks {
		if d.Name == name {
			return d
		}
	}
	return nil
}

// space makes the functions of space.
func (g *generator) space(e *program.Expr, dst uint8) {
	switch {
	case e.Builtin == program.PlaceOf && e.Args[0].Type.Kind == program.ThingType:
		g.one(opPlace, e, dst)
	case ofTwo(e.Builtin) != nil:
		a := g.value(e.Args[0])
		b := g.value(e.Args[1])
		g.emit(instr{op: opBetween, a: dst, b: a, c: b, n: int32(e.Args[0].Type.Kind) | int32(e.Args[1].Type.Kind)<<8})
	default:
		g.call(dst, &call{do: fnOfSpace}, e.Args...)
	}
}
