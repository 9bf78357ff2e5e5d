package interp

import (
	"github.com/rulec/rulec/interp/board"
	"github.com/rulec/rulec/lang/diag"
)

// frame is what a formula or a program runs in: its locals, and the act and the
// event at hand. Frames are linked and used again; one machine has one chain.
type frame struct {
	m      *Machine
	locals []float64
	// act and event are those at hand.
	act   actRef
	event eventRef
	// result is what `stop with` gave.
	result float64
	// what and at say, for the stack of an error, what runs here and from where it
	// was called; without a what the frame is not shown.
	what *string
	at   *diag.Span
	// self is the value that `self` had when the program was called, for messages.
	prev, next *frame
	depth      int
	// rolls remember which roll a local came from.
	rolls []rolledLocal
	// sums remember what locals were added up from.
	sums []localSum
	// code and pc are the instruction at which a formula calls something, or stops the run.
	code *code
	pc   int
	// regs are what instructions work with; locals are the first of them.
	regs [registers]float64
}

// rolledLocal says that a slot of a frame, or the cell of an act, took the total
// of a roll: its index among the source's rolls.
type rolledLocal struct{ slot, roll int }

// enter takes the next frame, with so many slots. The act and the event at hand
// stay the same; locals hold whatever they held.
func (m *Machine) enter(slots int) *frame {
	f := m.frame
	g := f.next
	if g == nil {
		g = m.frameBelow(f)
	}
	g.locals = g.regs[:slots]
	g.act, g.event = f.act, f.event
	g.what, g.code = nil, nil
	if len(g.rolls) != 0 {
		g.rolls = g.rolls[:0]
	}
	if len(g.sums) != 0 {
		g.sums = g.sums[:0]
	}
	m.frame = g
	return g
}

// enterRoutine takes the next frame for a program of somebody; its other locals are 0.
func (m *Machine) enterRoutine(r *routine, self, it float64) *frame {
	g := m.enter(r.slots)
	clear(g.locals)
	g.what, g.at = &r.what, nil
	if r.self >= 0 {
		g.locals[r.self] = self
	}
	if r.it >= 0 {
		g.locals[r.it] = it
	}
	return g
}

// frameBelow makes the frame after f.
func (m *Machine) frameBelow(f *frame) *frame {
	if f.depth == maxFrames {
		m.failDepth()
	}
	f.next = &frame{m: m, prev: f, depth: f.depth + 1}
	return f.next
}

// leave gives the frame back that enter took.
func (m *Machine) leave(g *frame) { m.frame = g.prev }

// maxFrames bounds the frames of formulas within formulas within programs.
const maxFrames = 512

// number works out a formula for its inputs.
func (m *Machine) number(fm *formula, inputs ...float64) float64 {
	if fm.fixed {
		return fm.value
	}
	if fm.cell >= 0 && inputs[0] != 0 {
		return m.state.Cell(int(m.rows[int(inputs[0])]) + fm.cell)
	}
	g := m.enter(fm.slots)
	copy(g.locals, inputs)
	v := m.eval(fm.code, g)
	m.leave(g)
	return v
}

// truth tells whether a formula holds for its inputs.
func (m *Machine) truth(fm *formula, inputs ...float64) bool {
	if fm.compares != nil && inputs[0] != 0 {
		return fm.compares.holds(&m.state, int(m.rows[int(inputs[0])]))
	}
	if fm.fixed {
		return fm.value != 0
	}
	g := m.enter(fm.slots)
	copy(g.locals, inputs)
	v := m.eval(fm.code, g) != 0
	m.leave(g)
	return v
}

// numberAt and truthAt do the same with another act and event at hand, for a
// formula whose inputs are self and it.
func (m *Machine) numberAt(fm *formula, act actRef, event eventRef, self, it float64) float64 {
	if fm.fixed {
		return fm.value
	}
	g := m.enterFor(fm, act, event, self, it)
	v := m.eval(fm.code, g)
	m.leave(g)
	return v
}

func (m *Machine) truthAt(fm *formula, act actRef, event eventRef, self, it float64) bool {
	if fm.compares != nil && fm.self == 0 && self != 0 {
		return fm.compares.holds(&m.state, int(m.rows[int(self)]))
	}
	if fm.fixed {
		return fm.value != 0
	}
	g := m.enterFor(fm, act, event, self, it)
	v := m.eval(fm.code, g) != 0
	m.leave(g)
	return v
}

// numberOfMember works a formula out for a member of a family of somebody, from 0, at an event.
func (m *Machine) numberOfMember(fm *formula, event eventRef, self board.Thing, member int) float64 {
	if fm.fixed {
		return fm.value
	}
	g := m.enterFor(fm, 0, event, float64(self), 0)
	if fm.each >= 0 {
		g.locals[fm.each] = float64(member + 1)
	}
	v := m.eval(fm.code, g)
	m.leave(g)
	return v
}

// enterFor takes a frame for a formula whose inputs are self and it.
func (m *Machine) enterFor(fm *formula, act actRef, event eventRef, self, it float64) *frame {
	g := m.enter(fm.slots)
	g.act, g.event = act, event
	if fm.self >= 0 {
		g.locals[fm.self] = self
	}
	if fm.it >= 0 {
		g.locals[fm.it] = it
	}
	return g
}

// rolledIn returns the roll whose total slot took last, or -1.
func (f *frame) rolledIn(slot int) int {
	for i := len(f.rolls) - 1; i >= 0; i-- {
		if f.rolls[i].slot == slot {
			return f.rolls[i].roll
		}
	}
	return -1
}
