package compile

import (
	"github.com/rulec/rulec/interp/code"
	"github.com/rulec/rulec/interp/exec"
	"github.com/rulec/rulec/interp/state"
	"github.com/rulec/rulec/lang/program"
)

// builtins tells what the built-in functions of formulas come to: an instruction with so many
// operands, or a function that is called. Those that aren't here are made in a way of their own.
var builtins = map[program.Builtin]struct {
	op       code.Opcode
	operands int
	do       code.Function // 0: none
}{
	program.Floor: {op: code.OpFloor, operands: 1}, program.Ceil: {op: code.OpCeil, operands: 1}, program.Round: {op: code.OpRound, operands: 1},
	program.Abs: {op: code.OpAbs, operands: 1}, program.Sign: {op: code.OpSign, operands: 1},

	program.Top: {do: code.FnTopOf}, program.Bottom: {do: code.FnBottomOf}, program.Sides: {do: code.FnSidesOf},
	program.Expected: {do: code.FnExpectedOf}, program.Chance: {do: code.FnChanceOf},

	program.Position: {op: code.OpIndexOf, operands: 1}, program.StepBy: {op: code.OpStepBy, operands: 2}, program.PastEnd: {do: code.FnPastEnd},
	program.Last: {op: code.OpLast, operands: 1}, program.Total: {do: code.FnTotal}, program.Reverse: {do: code.FnReversed},

	program.SideOf: {op: code.OpSideOf, operands: 1}, program.DefOf: {op: code.OpMadeFrom, operands: 1}, program.CarrierOf: {op: code.OpCarrier, operands: 1},
	program.TieBreaker: {do: code.FnTieBreaker}, program.Winner: {do: code.FnWinner}, program.IsOut: {do: code.FnIsOut}, program.ThingsOf: {do: code.FnThingsOf},
	program.PileOf: {do: code.FnPileOf}, program.DiscardsOf: {do: code.FnDiscardsOf},

	program.InstanceBy: {do: code.FnAppliedBy}, program.InstanceAffected: {do: code.FnAffected}, program.InstanceSince: {do: code.FnSince},
	program.Elapsed: {do: code.FnElapsed}, program.Ever: {do: code.FnEver},

	program.EventOf: {do: code.FnEventOf}, program.EventAct: {do: code.FnEventAct}, program.EventIs: {do: code.FnEventIs}, program.Asked: {do: code.FnIsAsked},
	program.Now: {op: code.OpClock}, program.Scheduled: {do: code.FnScheduled},

	program.Unfinished: {do: code.FnUnfinished}, program.Mine: {do: code.FnMine}, program.Declared: {do: code.FnDeclared},
	program.ActionOf: {do: code.FnActionOf}, program.ActorOf: {do: code.FnActorOf}, program.Committed: {do: code.FnCommitted}, program.Paid: {do: code.FnCommitted},
	program.AsPlan: {do: code.FnAsPlan}, program.PlanAction: {do: code.FnPlanAction}, program.PlanActor: {do: code.FnPlanActor},
	program.Can: {do: code.FnCan}, program.CanDo: {do: code.FnOnlyChoose},

	program.NearestTo: {do: code.FnNearestTo}, program.WayCost: {do: code.FnCostOfWay},
}

// builtin makes the working out of a built-in function.
func (g *generator) builtin(e *program.Expr, dst uint8) {
	b, ok := builtins[e.Builtin]
	switch {
	case !ok:
		g.ownBuiltin(e, dst)
	case b.do != 0:
		g.call(dst, g.builtinCall(e, &code.Call{Do: b.do}), e.Args...)
	case b.operands == 0:
		g.emit(code.Instr{Op: b.op, A: dst})
	case b.operands == 1:
		g.one(b.op, e, dst)
	default:
		g.two(b.op, e, dst)
	}
}

// builtinCall notes what some of them need beside their arguments.
func (g *generator) builtinCall(e *program.Expr, x *code.Call) *code.Call {
	switch e.Builtin {
	case program.ThingsOf:
		x.Kind = g.Kinds[e.Type.Elem.Of.Index]
	case program.ActionOf:
		if of := e.Type.Of; of != nil {
			x.Kind = g.Kinds[of.Index]
		}
	case program.Committed, program.Paid:
		x.Field = g.fieldOf(e.Field)
	case program.PileOf, program.DiscardsOf:
		x.Deck = g.deckNamed(e.Label)
	case program.Ever:
		g.ReadsEver = true
	case program.Asked:
		g.ReadsAsked = true
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
		g.emit(code.Instr{Op: code.OpMin, A: r, B: v, C: high})
		g.emit(code.Instr{Op: code.OpMax, A: dst, B: low, C: r})
	case program.KeyNumber:
		g.emit(code.Instr{Op: code.OpClock, A: dst, N: int32(min(int(e.Args[0].Num), state.MaxKeys-1))})
	case program.MakeDice, program.Best, program.Worst, program.Times, program.Reroll, program.Explode, program.Successes, program.Valued:
		g.diceInto(e, dst)
	case program.Natural, program.Faces:
		g.rolled(e, allFaces, dst)
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
		g.one(either(first, code.OpFirst, code.OpLength), e, dst)
		return
	}
	end := newLabel()
	g.emit(code.Instr{Op: code.OpConst, A: dst})
	g.each(list, func(x uint8) {
		if first {
			g.emit(code.Instr{Op: code.OpCopy, A: dst, B: x})
			g.jumpTo(end, code.Instr{Op: code.OpJump})
			return
		}
		g.emit(code.Instr{Op: code.OpSumK, A: dst, B: dst, K: 1})
	})
	g.place(end)
}

// extremeOf makes min and max of several numbers.
func (g *generator) extremeOf(e *program.Expr, dst uint8) {
	op, opK := code.OpMin, code.OpMinK
	if e.Builtin == program.Max {
		op, opK = code.OpMax, code.OpMaxK
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
			g.emit(code.Instr{Op: opK, A: dst, B: best, K: a.Num})
		} else {
			g.emit(code.Instr{Op: op, A: dst, B: best, C: g.value(a)})
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
	g.call(dst, &code.Call{Do: code.FnAnyAction, Kind: g.Kinds[e.Type.Of.Index]}, e)
}

// allFaces is in the place of the number of a face.
const allFaces = -1

// rolled makes r.natural, r.faces and r.faces[face].
func (g *generator) rolled(e *program.Expr, face int, dst uint8) {
	r := e.Args[0]
	x := &code.Call{Do: either(e.Builtin == program.Natural, code.FnNatural, code.FnFaces)}
	if face != allFaces {
		x.Do, x.Number = code.FnFace, face
	}
	if r.Op == program.OpField && r.Args[0].Type.Kind == program.Act {
		g.call(dst, x, r.Args[0])
		return
	}
	g.call(dst, x)
}

// lookBack makes a function that looks back.
func (g *generator) lookBack(e *program.Expr, dst uint8) {
	x := &code.Call{}
	switch e.Builtin {
	case program.Did:
		first := g.room(len(e.Args))
		g.into(e.Args[0], first)
		g.asAction(e.Args[1], first+1)
		if len(e.Args) > 2 {
			g.into(e.Args[2], first+2)
		}
		x.Do = code.FnDid
		g.callWith(dst, x, first, len(e.Args))
		return
	case program.WasAsked:
		x.Event, x.Do = g.Events[int(e.Args[1].Num)-1], code.FnWasAsked
	case program.Happened, program.Said:
		x.Event, x.Do = g.Events[int(e.Args[0].Num)-1], either(e.Builtin == program.Said, code.FnSaid, code.FnHappened)
	default:
		x.Number, x.Do = int(g.Labels.Number(e.Label)), either(e.Builtin == program.RollTotal, code.FnCameTo, code.FnWasRolled)
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
func (c *compiler) deckNamed(name string) *code.Deck {
	for _, d := range c.Decks {
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
		g.one(code.OpPlace, e, dst)
	case exec.OfTwo(e.Builtin) != nil:
		a := g.value(e.Args[0])
		b := g.value(e.Args[1])
		g.emit(code.Instr{Op: code.OpBetween, A: dst, B: a, C: b, N: int32(e.Args[0].Type.Kind) | int32(e.Args[1].Type.Kind)<<8})
	default:
		g.call(dst, &code.Call{Do: code.FnOfSpace}, e.Args...)
	}
}
