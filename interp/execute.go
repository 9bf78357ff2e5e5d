package interp

import (
	"math"

	"github.com/rulec/rulec/interp/board"
	"github.com/rulec/rulec/interp/dice"
	"github.com/rulec/rulec/interp/state"
	"github.com/rulec/rulec/interp/value"
	"github.com/rulec/rulec/lang/program"
)

// most is the greatest number that there is.
const most = float64(program.MaxWhole)

// eval works out code in a frame. What can't be worked out stops the run. Lists that were made on
// the way are dropped, unless the value is one.
func (m *Machine) eval(c *code, f *frame) float64 {
	switch {
	case c.fixed:
		return c.value
	case c.local > 0:
		return f.regs[c.local-1]
	}
	if !c.releases {
		return m.execute(c, f)
	}
	mark := m.lists.Mark()
	v := m.execute(c, f)
	m.lists.Release(mark)
	return v
}

// execute runs the instructions of code in a frame, whose registers are free behind its locals.
func (m *Machine) execute(c *code, f *frame) float64 {
	w, pc := &f.regs, 0
	for {
		i := &c.instrs[pc]
		pc++
		switch i.op {
		case opGive:
			f.code = nil
			return w[i.a]
		case opGiveK:
			f.code = nil
			return i.k
		case opConst:
			w[i.a] = i.k
		case opCopy:
			w[i.a] = w[i.b]
		case opSum:
			w[i.a] = w[i.b] + w[i.c]
			if math.Abs(w[i.a]) > most {
				return f.outOfRange(c, pc, w[i.a])
			}
		case opSumK:
			w[i.a] = w[i.b] + i.k
			if math.Abs(w[i.a]) > most {
				return f.outOfRange(c, pc, w[i.a])
			}
		case opSub:
			w[i.a] = w[i.b] - w[i.c]
			if math.Abs(w[i.a]) > most {
				return f.outOfRange(c, pc, w[i.a])
			}
		case opSubFromK:
			w[i.a] = i.k - w[i.b]
			if math.Abs(w[i.a]) > most {
				return f.outOfRange(c, pc, w[i.a])
			}
		case opMul:
			w[i.a] = w[i.b] * w[i.c]
			if math.Abs(w[i.a]) > most {
				return f.outOfRange(c, pc, w[i.a])
			}
		case opMulK:
			w[i.a] = w[i.b] * i.k
			if math.Abs(w[i.a]) > most {
				return f.outOfRange(c, pc, w[i.a])
			}
		case opNeg:
			w[i.a] = 0 - w[i.b]
		case opAddUp:
			w[i.a] += w[i.b]
			if math.Abs(w[i.a]) > most {
				return f.sumOutOfRange(c, pc, w[i.a])
			}
		case opMin:
			v := w[i.b]
			if w[i.c] < v {
				v = w[i.c]
			}
			w[i.a] = v
		case opMinK:
			v := w[i.b]
			if i.k < v {
				v = i.k
			}
			w[i.a] = v
		case opMax:
			v := w[i.b]
			if w[i.c] > v {
				v = w[i.c]
			}
			w[i.a] = v
		case opMaxK:
			v := w[i.b]
			if i.k > v {
				v = i.k
			}
			w[i.a] = v
		case opStepDiff:
			w[i.a] = w[i.b] - w[i.c]
		case opJump:
			pc = int(i.n)
		case opJumpIf:
			if w[i.b] != 0 {
				pc = int(i.n)
			}
		case opJumpIfNot:
			if w[i.b] == 0 {
				pc = int(i.n)
			}
		case opLess:
			if w[i.b] < w[i.c] {
				pc = int(i.n)
			}
		case opLessEq:
			if w[i.b] <= w[i.c] {
				pc = int(i.n)
			}
		case opEqual:
			if w[i.b] == w[i.c] {
				pc = int(i.n)
			}
		case opNotLess:
			if !(w[i.b] < w[i.c]) {
				pc = int(i.n)
			}
		case opNotLessEq:
			if !(w[i.b] <= w[i.c]) {
				pc = int(i.n)
			}
		case opNotEqual:
			if w[i.b] != w[i.c] {
				pc = int(i.n)
			}
		case opLessK:
			if w[i.b] < i.k {
				pc = int(i.n)
			}
		case opLessEqK:
			if w[i.b] <= i.k {
				pc = int(i.n)
			}
		case opGreaterK:
			if w[i.b] > i.k {
				pc = int(i.n)
			}
		case opGreaterEqK:
			if w[i.b] >= i.k {
				pc = int(i.n)
			}
		case opEqualK:
			if w[i.b] == i.k {
				pc = int(i.n)
			}
		case opNotEqualK:
			if w[i.b] != i.k {
				pc = int(i.n)
			}
		case opHolds:
			if w[i.b] == 0 {
				return f.ofNone(c, pc)
			}
			if m.state.Has(board.Thing(w[i.b]), int(i.k)) {
				pc = int(i.n)
			}
		case opHoldsNot:
			if w[i.b] == 0 {
				return f.ofNone(c, pc)
			}
			if !m.state.Has(board.Thing(w[i.b]), int(i.k)) {
				pc = int(i.n)
			}
		case opHas, opHasNot:
			pc = m.jumpHas(c, f, i, pc)
		case opMustBe:
			if w[i.b] == 0 {
				return f.ofNone(c, pc)
			}
		case opCell:
			if w[i.b] == 0 {
				return f.ofNone(c, pc)
			}
			w[i.a] = m.state.Cell(int(m.rows[int(w[i.b])] + i.n))
		case opFixedCell:
			w[i.a] = m.state.Cell(int(i.n))
		case opMemberCell:
			if w[i.b] == 0 || w[i.c] == 0 {
				return f.ofNone(c, pc)
			}
			w[i.a] = m.state.Cell(int(m.rows[int(w[i.b])]+i.n) + int(w[i.c]) - 1)
		case opColumn:
			if w[i.b] == 0 {
				return f.ofNone(c, pc)
			}
			w[i.a] = c.columns[i.n][int(w[i.b])-1]
		case opOwnCell:
			if f.act == 0 {
				return f.ofNoAct(c, pc)
			}
			w[i.a] = m.acts.cell(f.act, int(i.n))
		case opStanding:
			m.standing()
			w[i.a] = 0
		case opNextFoe, opNextAlly:
			pc = m.nextOfSides(f, i, pc)
		case opNextStanding:
			pc = m.nextOf(m.memory.standing, f, i, pc)
		case opNextCreature:
			pc = m.nextOf(m.creatures, f, i, pc)
		case opNextItem:
			pc = m.nextOf(m.lists.Of(w[i.c]), f, i, pc)
		case opAsk:
			pc = m.askFor(c, f, i, pc)
		case opCall:
			pc = f.call(c, i, pc)
		default:
			pc = m.executeOther(c, f, i, pc)
		}
	}
}

// executeOther runs an instruction that is met with more rarely, and returns where the code goes on.
// It stands apart so that the others find room in the registers of the processor.
func (m *Machine) executeOther(c *code, f *frame, i *instr, pc int) int {
	w := &f.regs
	switch i.op {
	case opDiv:
		if w[i.c] == 0 {
			f.byZero(c, pc)
		}
		w[i.a] = w[i.b] / w[i.c]
		if math.Abs(w[i.a]) > most {
			f.outOfRange(c, pc, w[i.a])
		}
	case opMod:
		x, y := w[i.b], w[i.c]
		if y == 0 {
			f.byZero(c, pc)
		}
		w[i.a] = x - math.Floor(x/y)*float64(y)
		if math.Abs(w[i.a]) > most {
			f.outOfRange(c, pc, w[i.a])
		}
	case opFloor:
		w[i.a] = math.Floor(w[i.b])
	case opCeil:
		w[i.a] = math.Ceil(w[i.b]) + 0
	case opRound:
		w[i.a] = math.Round(w[i.b]) + 0
	case opAbs:
		w[i.a] = math.Abs(w[i.b])
	case opSign:
		w[i.a] = signOf(w[i.b])
	case opHasNoneOf:
		if !m.hasAnyOf(board.Thing(w[i.b]), c.masks[i.c]) {
			return int(i.n)
		}
	case opOtherKind:
		if m.kindOf[int(w[i.b])].Index != int(i.k) {
			return int(i.n)
		}
	case opMustBeStated:
		if w[i.b] == i.k {
			f.stopAt(c, pc)
			f.notStated(c.exprs[pc-1])
		}
	case opStack:
		if w[i.b] == 0 {
			f.ofNone(c, pc)
		}
		w[i.a] = m.stackOf(board.Thing(w[i.b]), c.fields[i.n])
	case opActCell:
		f.stopAt(c, pc)
		w[i.a] = f.actRow(c.exprs[pc-1], w[i.b])[i.n]
	case opEventCell:
		if w[i.b] == 0 {
			f.ofNone(c, pc)
		}
		w[i.a] = m.events.row(eventRef(w[i.b]))[i.n]
	case opInstanceCell:
		slot := m.state.Slot(w[i.b])
		if slot == 0 {
			f.ofNone(c, pc)
		}
		w[i.a] = m.state.Fields(slot)[i.n]
	case opEntryCell:
		if w[i.b] == 0 {
			f.ofNone(c, pc)
		}
		w[i.a] = m.entryRow(state.EntrySlot(w[i.b]))[i.n]
	case opLiving:
		w[i.a] = m.state.Living(w[i.b])
	case opLivingAct:
		w[i.a] = w[i.b]
		if m.acts.find(value.Act(w[i.b])) == 0 {
			w[i.a] = 0
		}
	case opSideOf:
		// The side of nobody is none, so that a fight that nobody survived has no winner.
		w[i.a] = m.side[int(w[i.b])]
	case opMadeFrom:
		if w[i.b] == 0 {
			f.ofNone(c, pc)
		}
		w[i.a] = m.made[int(w[i.b])]
	case opCarrier:
		if w[i.b] == 0 {
			f.ofNone(c, pc)
		}
		w[i.a] = float64(m.state.Carrier(board.Thing(w[i.b])))
	case opEvent:
		w[i.a] = float64(f.event)
	case opAct:
		w[i.a] = float64(m.acts.number(f.act))
	case opClock:
		w[i.a] = m.turns.clock[i.n]
	case opOldest:
		w[i.a] = m.oldest(board.Thing(w[i.b]), m.code.conditions[i.n])
	case opPlace:
		w[i.a] = w[i.b]
		if w[i.b] != 0 {
			w[i.a] = float64(m.areaOf(board.Thing(w[i.b])).Place)
		}
	case opBetween:
		f.stopAt(c, pc)
		w[i.a] = m.between(c.exprs[pc-1], i.n, w[i.b], w[i.c])
	case opInSet:
		if w[i.c] == 0 {
			f.ofNone(c, pc)
		}
		from := int(m.rows[int(w[i.c])] + i.n)
		w[i.a] = boolean(state.InSet(m.state.Row(from, state.SetCells), w[i.b]))
	case opStepBy:
		f.stopAt(c, pc)
		e := c.exprs[pc-1]
		w[i.a] = f.stepBy(e, e.Args[0].Type.Scale, w[i.b], w[i.c])
	case opIndexOf:
		if w[i.b] == 0 {
			f.ofNone(c, pc)
		}
		w[i.a] = w[i.b] - 1
	case opFirst:
		v := 0.0
		if items := m.lists.Of(w[i.b]); len(items) > 0 {
			v = items[0]
		}
		w[i.a] = v
	case opLast:
		v := 0.0
		if items := m.lists.Of(w[i.b]); len(items) > 0 {
			v = items[len(items)-1]
		}
		w[i.a] = v
	case opLength:
		w[i.a] = float64(len(m.lists.Of(w[i.b])))
	case opElement:
		f.stopAt(c, pc)
		w[i.a] = f.element(c.exprs[pc-1], m.lists.Of(w[i.b]), w[i.c])
	case opListBegin:
		m.lists.Begin()
	case opListPush:
		m.lists.Push(w[i.b])
	case opListEnd:
		w[i.a] = m.lists.End()
	case opSortFrom:
		w[i.a] = float64(len(m.room.sortKeys))
	case opKeyed:
		m.room.sortKeys = append(m.room.sortKeys, ranked{w[i.c], w[i.b]})
	case opSorted:
		w[i.a] = m.sorted(int(w[i.b]))
	case opMark:
		mark := m.lists.Mark()
		w[i.a], w[i.a+1], w[i.a+2] = mark.Numbers()
	case opRelease:
		m.lists.Release(value.MarkOf(w[i.a], w[i.a+1], w[i.a+2]))
	case opNextInstance:
		next, at := m.nextInstance(int(w[i.b]), board.Thing(w[i.c]), c.conditions[int(i.k)])
		if w[i.a], w[i.b] = next, float64(at); next != 0 {
			return int(i.n)
		}
	case opNextCarried:
		next := m.carriedIt(board.Thing(w[i.c]), c.defs[int(i.k)], int(w[i.b]))
		w[i.a] = next
		w[i.b]++
		if next != 0 {
			return int(i.n)
		}
	case opDiceOf:
		m.pushDice(*m.dice.Of(w[i.b]))
	case opDiceFixed:
		m.pushDice(dice.Value{Bonus: w[i.b]})
	case opDiceAdd, opDiceSub:
		f.stopAt(c, pc)
		f.addDice(c.exprs[pc-1], i.op == opDiceSub)
	case opDicePlus:
		d := m.topDice()
		*d = d.Plus(w[i.b])
	case opDiceMinus:
		d := m.topDice()
		*d = d.Plus(-w[i.b])
	case opDiceChange:
		f.stopAt(c, pc)
		x := c.called[i.n]
		functions[x.do](f, x, w[i.b:int(i.b)+int(i.c)])
	case opDiceNumber:
		w[i.a] = m.dice.Number(m.popDice())
	case opNamed:
		w[i.a] = m.explainNamed(c.exprs[pc-1])
	case opNamedEnd:
		m.explainedNamed(w[i.a], w[i.b])
	case opChannel:
		m.explainChannel(int(i.n), w[i.b])
	case opContributed:
		m.explainContribution(f, &c.contributed[i.n], board.Thing(w[i.c]), w[i.b])
	}
	return pc
}

// stopAt notes how far a frame has come, for errors and for what is called from there.
func (f *frame) stopAt(c *code, pc int) { f.code, f.pc = c, pc-1 }

// What stops the run never returns; that a number is returned spares the loop the keeping of
// everything that it would go on with.

// ofNone stops the run because something is asked of none.
func (f *frame) ofNone(c *code, pc int) float64 {
	f.stopAt(c, pc)
	f.none(c.exprs[pc-1])
	return 0
}

// ofNoAct stops the run because no act is at hand.
func (f *frame) ofNoAct(c *code, pc int) float64 {
	f.stopAt(c, pc)
	f.noAct(c.exprs[pc-1])
	return 0
}

// outOfRange stops the run because there is no such number.
func (f *frame) outOfRange(c *code, pc int, v float64) float64 {
	f.stopAt(c, pc)
	f.tooLarge(v, c.exprs[pc-1])
	return 0
}

// sumOutOfRange stops the run because what contributes to a channel adds up to no such number.
func (f *frame) sumOutOfRange(c *code, pc int, v float64) float64 {
	f.stopAt(c, pc)
	f.m.mustBeInRange(v, "the sum of the channel", &c.exprs[pc-1].Span)
	return 0
}

// byZero stops the run because something is divided by 0.
func (f *frame) byZero(c *code, pc int) {
	f.stopAt(c, pc)
	f.failExpr(c.exprs[pc-1], DivisionByZero, "division by zero")
}

func signOf(v float64) float64 {
	switch {
	case v > 0:
		return 1
	case v < 0:
		return -1
	}
	return 0
}

// jumpHas goes on where an instruction jumps to if a thing has a condition, or hasn't.
func (m *Machine) jumpHas(c *code, f *frame, i *instr, pc int) int {
	who := f.regs[i.b]
	if who == 0 {
		f.ofNone(c, pc)
	}
	if m.has(board.Thing(who), c.conditions[i.c]) == (i.op == opHas) {
		return int(i.n)
	}
	return pc
}

// ask works out a quantity.
func (m *Machine) askFor(c *code, f *frame, i *instr, pc int) int {
	f.stopAt(c, pc)
	x := &c.asked[i.n]
	f.regs[i.a] = m.quantity(x.quantity, f.regs[i.b:int(i.b)+int(i.c)], x.e)
	return pc
}

// call calls a function.
func (f *frame) call(c *code, i *instr, pc int) int {
	f.stopAt(c, pc)
	x := c.called[i.n]
	f.regs[i.a] = functions[x.do](f, x, f.regs[i.b:int(i.b)+int(i.c)])
	return pc
}

// nextOf takes the next element of a list in a loop, if there is one.
func (m *Machine) nextOf(list []float64, f *frame, i *instr, pc int) int {
	at := int(f.regs[i.b])
	if at >= len(list) {
		return pc
	}
	m.step(1)
	f.regs[i.a], f.regs[i.b] = list[at], float64(at+1)
	return int(i.n)
}

// nextOfSides takes the next of those who aren't out who stand on the side of somebody, or on another one.
func (m *Machine) nextOfSides(f *frame, i *instr, pc int) int {
	list, of, at := m.memory.standing, f.regs[i.c], int(f.regs[i.b])
	side, foes := m.side[int(of)], i.op == opNextFoe
	for at < len(list) {
		v := list[at]
		at++
		if v != of && (m.side[int(v)] != side) == foes {
			m.step(1)
			f.regs[i.a], f.regs[i.b] = v, float64(at)
			return int(i.n)
		}
	}
	return pc
}

// nextInstance returns the next instance in force of a condition of somebody, and where to go on;
// 0: there is none.
func (m *Machine) nextInstance(at int, who board.Thing, x *condition) (float64, int) {
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
