package exec

import (
	"math"

	"github.com/rulec/rulec/interp/board"
	"github.com/rulec/rulec/interp/code"
	"github.com/rulec/rulec/interp/dice"
	"github.com/rulec/rulec/interp/state"
	"github.com/rulec/rulec/interp/value"
	"github.com/rulec/rulec/lang/calc"
	"github.com/rulec/rulec/lang/program"
)

// most is the greatest number that there is.
const most = float64(program.MaxWhole)

// eval works out code in a frame. What can't be worked out stops the run. Lists that were made on
// the way are dropped, unless the value is one.
func (m *Machine) eval(c *code.Instructions, f *frame) float64 {
	switch {
	case c.Fixed:
		return c.Value
	case c.Local > 0:
		return f.regs[c.Local-1]
	}
	switch {
	case c.Looks != 0 && m.source.Open():
		return m.askFaces(c, f)
	case !c.Releases:
		return m.execute(c, f)
	}
	mark := m.lists.Mark()
	v := m.execute(c, f)
	m.lists.Release(mark)
	return v
}

// execute runs the instructions of code in a frame, whose registers are free behind its locals.
func (m *Machine) execute(c *code.Instructions, f *frame) float64 {
	m.pass(1)
	w, pc := &f.regs, 0
	for {
		i := &c.Instrs[pc]
		pc++
		switch i.Op {
		case code.OpGive:
			f.code = nil
			return w[i.A]
		case code.OpGiveK:
			f.code = nil
			return i.K
		case code.OpConst:
			w[i.A] = i.K
		case code.OpCopy:
			w[i.A] = w[i.B]
		case code.OpSum:
			w[i.A] = w[i.B] + w[i.C]
			if math.Abs(w[i.A]) > most {
				return f.outOfRange(c, pc, w[i.A])
			}
		case code.OpSumK:
			w[i.A] = w[i.B] + i.K
			if math.Abs(w[i.A]) > most {
				return f.outOfRange(c, pc, w[i.A])
			}
		case code.OpSub:
			w[i.A] = w[i.B] - w[i.C]
			if math.Abs(w[i.A]) > most {
				return f.outOfRange(c, pc, w[i.A])
			}
		case code.OpSubFromK:
			w[i.A] = i.K - w[i.B]
			if math.Abs(w[i.A]) > most {
				return f.outOfRange(c, pc, w[i.A])
			}
		case code.OpMul:
			w[i.A] = w[i.B] * w[i.C]
			if math.Abs(w[i.A]) > most {
				return f.outOfRange(c, pc, w[i.A])
			}
		case code.OpMulK:
			w[i.A] = w[i.B] * i.K
			if math.Abs(w[i.A]) > most {
				return f.outOfRange(c, pc, w[i.A])
			}
		case code.OpNeg:
			w[i.A] = 0 - w[i.B]
		case code.OpAddUp:
			w[i.A] += w[i.B]
			if math.Abs(w[i.A]) > most {
				return f.sumOutOfRange(c, pc, w[i.A])
			}
		case code.OpMin:
			v := w[i.B]
			if w[i.C] < v {
				v = w[i.C]
			}
			w[i.A] = v
		case code.OpMinK:
			v := w[i.B]
			if i.K < v {
				v = i.K
			}
			w[i.A] = v
		case code.OpMax:
			v := w[i.B]
			if w[i.C] > v {
				v = w[i.C]
			}
			w[i.A] = v
		case code.OpMaxK:
			v := w[i.B]
			if i.K > v {
				v = i.K
			}
			w[i.A] = v
		case code.OpStepDiff:
			w[i.A] = w[i.B] - w[i.C]
		case code.OpJump:
			pc = int(i.N)
		case code.OpJumpIf:
			if w[i.B] != 0 {
				pc = int(i.N)
			}
		case code.OpJumpIfNot:
			if w[i.B] == 0 {
				pc = int(i.N)
			}
		case code.OpLess:
			if w[i.B] < w[i.C] {
				pc = int(i.N)
			}
		case code.OpLessEq:
			if w[i.B] <= w[i.C] {
				pc = int(i.N)
			}
		case code.OpEqual:
			if w[i.B] == w[i.C] {
				pc = int(i.N)
			}
		case code.OpNotLess:
			if !(w[i.B] < w[i.C]) {
				pc = int(i.N)
			}
		case code.OpNotLessEq:
			if !(w[i.B] <= w[i.C]) {
				pc = int(i.N)
			}
		case code.OpNotEqual:
			if w[i.B] != w[i.C] {
				pc = int(i.N)
			}
		case code.OpLessK:
			if w[i.B] < i.K {
				pc = int(i.N)
			}
		case code.OpLessEqK:
			if w[i.B] <= i.K {
				pc = int(i.N)
			}
		case code.OpGreaterK:
			if w[i.B] > i.K {
				pc = int(i.N)
			}
		case code.OpGreaterEqK:
			if w[i.B] >= i.K {
				pc = int(i.N)
			}
		case code.OpEqualK:
			if w[i.B] == i.K {
				pc = int(i.N)
			}
		case code.OpNotEqualK:
			if w[i.B] != i.K {
				pc = int(i.N)
			}
		case code.OpHolds:
			if w[i.B] == 0 {
				return f.ofNone(c, pc)
			}
			if m.state.Has(board.Thing(w[i.B]), int(i.K)) {
				pc = int(i.N)
			}
		case code.OpHoldsNot:
			if w[i.B] == 0 {
				return f.ofNone(c, pc)
			}
			if !m.state.Has(board.Thing(w[i.B]), int(i.K)) {
				pc = int(i.N)
			}
		case code.OpHas, code.OpHasNot:
			pc = m.jumpHas(c, f, i, pc)
		case code.OpMustBe:
			if w[i.B] == 0 {
				return f.ofNone(c, pc)
			}
		case code.OpCell:
			if w[i.B] == 0 {
				return f.ofNone(c, pc)
			}
			w[i.A] = m.state.Cell(int(m.Rows[int(w[i.B])] + i.N))
		case code.OpMemberCell:
			if w[i.B] == 0 || w[i.C] == 0 {
				return f.ofNone(c, pc)
			}
			w[i.A] = m.state.Cell(int(m.Rows[int(w[i.B])]+i.N) + int(w[i.C]) - 1)
		case code.OpColumn:
			if w[i.B] == 0 {
				return f.ofNone(c, pc)
			}
			w[i.A] = c.Columns[i.N][int(w[i.B])-1]
		case code.OpOwnCell:
			if f.act == 0 {
				return f.ofNoAct(c, pc)
			}
			w[i.A] = m.acts.cell(f.act, int(i.N))
		case code.OpStanding:
			m.standing()
			w[i.A] = 0
		case code.OpNextFoe, code.OpNextAlly:
			pc = m.nextOfSides(f, i, pc)
		case code.OpNextStanding:
			pc = m.nextOf(m.memory.standing, f, i, pc)
		case code.OpNextCreature:
			pc = m.nextOf(m.Creatures, f, i, pc)
		case code.OpNextItem:
			pc = m.nextOf(m.lists.Of(w[i.C]), f, i, pc)
		case code.OpAsk:
			pc = m.askFor(c, f, i, pc)
		case code.OpCall:
			pc = f.call(c, i, pc)
		default:
			pc = m.executeOther(c, f, i, pc)
		}
	}
}

// executeOther runs an instruction that is met with more rarely, and returns where the code goes on.
// It stands apart so that the others find room in the registers of the processor.
func (m *Machine) executeOther(c *code.Instructions, f *frame, i *code.Instr, pc int) int {
	w := &f.regs
	switch i.Op {
	case code.OpDiv:
		if w[i.C] == 0 {
			f.byZero(c, pc)
		}
		w[i.A] = w[i.B] / w[i.C]
		if math.Abs(w[i.A]) > most {
			f.outOfRange(c, pc, w[i.A])
		}
	case code.OpMod:
		x, y := w[i.B], w[i.C]
		if y == 0 {
			f.byZero(c, pc)
		}
		w[i.A] = calc.Mod(x, y)
		if math.Abs(w[i.A]) > most {
			f.outOfRange(c, pc, w[i.A])
		}
	case code.OpFloor:
		w[i.A] = math.Floor(w[i.B])
	case code.OpCeil:
		w[i.A] = calc.Ceil(w[i.B])
	case code.OpRound:
		w[i.A] = calc.Round(w[i.B])
	case code.OpAbs:
		w[i.A] = math.Abs(w[i.B])
	case code.OpSign:
		w[i.A] = calc.Sign(w[i.B])
	case code.OpHasNoneOf:
		if !m.hasAnyOf(board.Thing(w[i.B]), c.Masks[i.C]) {
			return int(i.N)
		}
	case code.OpOtherKind:
		if m.KindOf[int(w[i.B])].Index != int(i.K) {
			return int(i.N)
		}
	case code.OpMustBeStated:
		if w[i.B] == i.K {
			f.stopAt(c, pc)
			f.notStated(c.Exprs[pc-1])
		}
	case code.OpStack:
		if w[i.B] == 0 {
			f.ofNone(c, pc)
		}
		w[i.A] = m.stackOf(board.Thing(w[i.B]), c.Fields[i.N])
	case code.OpActCell:
		f.stopAt(c, pc)
		w[i.A] = f.actRow(c.Exprs[pc-1], w[i.B])[i.N]
	case code.OpEventCell:
		if w[i.B] == 0 {
			f.ofNone(c, pc)
		}
		w[i.A] = m.events.row(eventRef(w[i.B]))[i.N]
	case code.OpInstanceCell:
		slot := m.state.Slot(w[i.B])
		if slot == 0 {
			f.ofNone(c, pc)
		}
		w[i.A] = m.state.Fields(slot)[i.N]
	case code.OpEntryCell:
		if w[i.B] == 0 {
			f.ofNone(c, pc)
		}
		w[i.A] = m.entryRow(state.EntrySlot(w[i.B]))[i.N]
	case code.OpLiving:
		w[i.A] = m.state.Living(w[i.B])
	case code.OpLivingAct:
		w[i.A] = w[i.B]
		if m.acts.find(value.Act(w[i.B])) == 0 {
			w[i.A] = 0
		}
	case code.OpSideOf:
		// The side of nobody is none, so that a fight that nobody survived has no winner.
		w[i.A] = m.Side[int(w[i.B])]
	case code.OpMadeFrom:
		if w[i.B] == 0 {
			f.ofNone(c, pc)
		}
		w[i.A] = m.Made[int(w[i.B])]
	case code.OpCarrier:
		if w[i.B] == 0 {
			f.ofNone(c, pc)
		}
		w[i.A] = float64(m.state.Carrier(board.Thing(w[i.B])))
	case code.OpEvent:
		w[i.A] = float64(f.event)
	case code.OpAct:
		w[i.A] = float64(m.acts.number(f.act))
	case code.OpClock:
		w[i.A] = m.turns.clock[i.N]
	case code.OpOldest:
		w[i.A] = m.oldest(board.Thing(w[i.B]), m.Code.Conditions[i.N])
	case code.OpPlace:
		w[i.A] = w[i.B]
		if w[i.B] != 0 {
			w[i.A] = float64(m.areaOf(board.Thing(w[i.B])).Place)
		}
	case code.OpBetween:
		f.stopAt(c, pc)
		w[i.A] = m.between(c.Exprs[pc-1], i.N, w[i.B], w[i.C])
	case code.OpInSet:
		if w[i.C] == 0 {
			f.ofNone(c, pc)
		}
		from := int(m.Rows[int(w[i.C])] + i.N)
		w[i.A] = boolean(state.InSet(m.state.Row(from, state.SetCells), w[i.B]))
	case code.OpStepBy:
		f.stopAt(c, pc)
		e := c.Exprs[pc-1]
		w[i.A] = f.stepBy(e, e.Args[0].Type.Scale, w[i.B], w[i.C])
	case code.OpIndexOf:
		if w[i.B] == 0 {
			f.ofNone(c, pc)
		}
		w[i.A] = w[i.B] - 1
	case code.OpFirst:
		v := 0.0
		if items := m.lists.Of(w[i.B]); len(items) > 0 {
			v = items[0]
		}
		w[i.A] = v
	case code.OpLast:
		v := 0.0
		if items := m.lists.Of(w[i.B]); len(items) > 0 {
			v = items[len(items)-1]
		}
		w[i.A] = v
	case code.OpLength:
		w[i.A] = float64(len(m.lists.Of(w[i.B])))
	case code.OpElement:
		f.stopAt(c, pc)
		w[i.A] = f.element(c.Exprs[pc-1], m.lists.Of(w[i.B]), w[i.C])
	case code.OpListBegin:
		m.lists.Begin()
	case code.OpListPush:
		m.lists.Push(w[i.B])
	case code.OpListEnd:
		w[i.A] = m.lists.End()
	case code.OpSortFrom:
		w[i.A] = float64(len(m.room.sortKeys))
	case code.OpKeyed:
		m.room.sortKeys = append(m.room.sortKeys, ranked{w[i.C], w[i.B]})
	case code.OpSorted:
		w[i.A] = m.sorted(int(w[i.B]))
	case code.OpMark:
		mark := m.lists.Mark()
		w[i.A], w[i.A+1], w[i.A+2] = mark.Numbers()
	case code.OpRelease:
		m.lists.Release(value.MarkOf(w[i.A], w[i.A+1], w[i.A+2]))
	case code.OpNextInstance:
		m.pass(1)
		next, at := m.nextInstance(int(w[i.B]), board.Thing(w[i.C]), c.Conditions[int(i.K)])
		if w[i.A], w[i.B] = next, float64(at); next != 0 {
			return int(i.N)
		}
	case code.OpNextCarried:
		m.pass(1)
		next := m.carriedIt(board.Thing(w[i.C]), c.Defs[int(i.K)], int(w[i.B]))
		w[i.A] = next
		w[i.B]++
		if next != 0 {
			return int(i.N)
		}
	case code.OpDiceOf:
		m.pushDice(*m.dice.Of(w[i.B]))
	case code.OpDiceFixed:
		m.pushDice(dice.Value{Bonus: w[i.B]})
	case code.OpDiceAdd, code.OpDiceSub:
		f.stopAt(c, pc)
		f.addDice(c.Exprs[pc-1], i.Op == code.OpDiceSub)
	case code.OpDicePlus:
		d := m.topDice()
		*d = d.Plus(w[i.B])
	case code.OpDiceMinus:
		d := m.topDice()
		*d = d.Plus(-w[i.B])
	case code.OpDiceChange:
		f.stopAt(c, pc)
		x := c.Called[i.N]
		functions[x.Do](f, x, w[i.B:int(i.B)+int(i.C)])
	case code.OpDiceNumber:
		w[i.A] = m.dice.Number(m.popDice())
	case code.OpNamed:
		w[i.A] = m.explainNamed(c.Exprs[pc-1])
	case code.OpNamedEnd:
		m.explainedNamed(w[i.A], w[i.B])
	case code.OpChannel:
		m.explainChannel(int(i.N), w[i.B])
	case code.OpContributed:
		m.explainContribution(f, &c.Contributed[i.N], board.Thing(w[i.C]), w[i.B])
	}
	return pc
}

// stopAt notes how far a frame has come, for errors and for what is called from there.
func (f *frame) stopAt(c *code.Instructions, pc int) { f.code, f.pc = c, pc-1 }

// What stops the run never returns; that a number is returned spares the loop the keeping of
// everything that it would go on with.

// ofNone stops the run because something is asked of none.
func (f *frame) ofNone(c *code.Instructions, pc int) float64 {
	f.stopAt(c, pc)
	f.none(c.Exprs[pc-1])
	return 0
}

// ofNoAct stops the run because no act is at hand.
func (f *frame) ofNoAct(c *code.Instructions, pc int) float64 {
	f.stopAt(c, pc)
	f.noAct(c.Exprs[pc-1])
	return 0
}

// outOfRange stops the run because there is no such number.
func (f *frame) outOfRange(c *code.Instructions, pc int, v float64) float64 {
	f.stopAt(c, pc)
	f.tooLarge(v, c.Exprs[pc-1])
	return 0
}

// sumOutOfRange stops the run because what contributes to a channel adds up to no such number.
func (f *frame) sumOutOfRange(c *code.Instructions, pc int, v float64) float64 {
	f.stopAt(c, pc)
	f.m.mustBeInRange(v, "the sum of the channel", &c.Exprs[pc-1].Span)
	return 0
}

// byZero stops the run because something is divided by 0.
func (f *frame) byZero(c *code.Instructions, pc int) {
	f.stopAt(c, pc)
	f.failExpr(c.Exprs[pc-1], DivisionByZero, "division by zero")
}

// jumpHas goes on where an instruction jumps to if a thing has a condition, or hasn't.
func (m *Machine) jumpHas(c *code.Instructions, f *frame, i *code.Instr, pc int) int {
	who := f.regs[i.B]
	if who == 0 {
		f.ofNone(c, pc)
	}
	if m.has(board.Thing(who), c.Conditions[i.C]) == (i.Op == code.OpHas) {
		return int(i.N)
	}
	return pc
}

// ask works out a quantity.
func (m *Machine) askFor(c *code.Instructions, f *frame, i *code.Instr, pc int) int {
	f.stopAt(c, pc)
	x := &c.Asked[i.N]
	f.regs[i.A] = m.quantity(x.Quantity, f.regs[i.B:int(i.B)+int(i.C)], x.E)
	return pc
}

// call calls a function.
func (f *frame) call(c *code.Instructions, i *code.Instr, pc int) int {
	f.stopAt(c, pc)
	x := c.Called[i.N]
	f.regs[i.A] = functions[x.Do](f, x, f.regs[i.B:int(i.B)+int(i.C)])
	return pc
}

// nextOf takes the next element of a list in a loop, if there is one.
func (m *Machine) nextOf(list []float64, f *frame, i *code.Instr, pc int) int {
	at := int(f.regs[i.B])
	if at >= len(list) {
		return pc
	}
	m.step(1)
	f.regs[i.A], f.regs[i.B] = list[at], float64(at+1)
	return int(i.N)
}

// nextOfSides takes the next of those who aren't out who stand on the side of somebody, or on another one.
func (m *Machine) nextOfSides(f *frame, i *code.Instr, pc int) int {
	list, of, at := m.memory.standing, f.regs[i.C], int(f.regs[i.B])
	side, foes := m.Side[int(of)], i.Op == code.OpNextFoe
	for at < len(list) {
		v := list[at]
		at++
		if v != of && (m.Side[int(v)] != side) == foes {
			m.step(1)
			f.regs[i.A], f.regs[i.B] = v, float64(at)
			return int(i.N)
		}
	}
	return pc
}

// nextInstance returns the next instance in force of a condition of somebody, and where to go on;
// 0: there is none.
func (m *Machine) nextInstance(at int, who board.Thing, x *code.Condition) (float64, int) {
	list := m.state.InForce()
	for at < len(list) {
		slot := list[at]
		at++
		if i := m.state.Instance(slot); board.Thing(i.Bearer) == who && i.Condition == x.Condition && !i.Muted {
			return m.state.Number(slot), at
		}
	}
	return 0, at
}

// sorted takes what is to be sorted from an index on and returns it as a list, in order.
func (m *Machine) sorted(from int) float64 {
	keys := m.room.sortKeys[from:]
	sortKeyed(keys)
	m.lists.Begin()
	for _, k := range keys {
		m.lists.Push(k.value)
	}
	m.room.sortKeys = m.room.sortKeys[:from]
	return m.lists.End()
}

// pushDice, popDice and topDice are the stack on which dice are put together.
func (m *Machine) pushDice(d dice.Value) { m.room.dice = append(m.room.dice, d) }

func (m *Machine) topDice() *dice.Value { return &m.room.dice[len(m.room.dice)-1] }

func (m *Machine) popDice() dice.Value {
	last := len(m.room.dice) - 1
	d := m.room.dice[last]
	m.room.dice = m.room.dice[:last]
	return d
}
