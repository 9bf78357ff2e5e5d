package exec

import (
	"github.com/rulec/rulec/interp/board"
	"github.com/rulec/rulec/interp/code"
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
	code *code.Instructions
	pc   int
	// regs are what instructions work with; locals are the first of them.
	regs [code.Registers]float64
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
func (m *Machine) enterRoutine(r *code.Routine, self, it float64) *frame {
	g := m.enter(r.Slots)
	clear(g.locals)
	g.what, g.at = &r.What, nil
	if r.Self >= 0 {
		g.locals[r.Self] = self
	}
	if r.It >= 0 {
		g.locals[r.It] = it
	}
	return g
}

// frameBelow makes the frame after f.
func (m *Machine) frameBelow(f *frame) *frame {
	if f.depth == MaxFrames {
		m.failDepth()
	}
	f.next = &frame{m: m, prev: f, depth: f.depth + 1}
	return f.next
}

// leave gives the frame back that enter took.
func (m *Machine) leave(g *frame) { m.frame = g.prev }

// MaxFrames bounds the frames of formulas within formulas within programs.
const MaxFrames = 512

// number works out a formula for its inputs.
func (m *Machine) number(fm *code.Formula, inputs ...float64) float64 {
	if fm.Fixed {
		return fm.Value
	}
	if fm.Cell >= 0 && inputs[0] != 0 {
		return m.state.Cell(int(m.Rows[int(inputs[0])]) + fm.Cell)
	}
	g := m.enter(fm.Slots)
	copy(g.locals, inputs)
	v := m.eval(fm.Code, g)
	m.leave(g)
	return v
}

// truth tells whether a formula holds for its inputs.
func (m *Machine) truth(fm *code.Formula, inputs ...float64) bool {
	if fm.Compares != nil && inputs[0] != 0 {
		return fm.Compares.Holds(&m.state, int(m.Rows[int(inputs[0])]))
	}
	if fm.Fixed {
		return fm.Value != 0
	}
	g := m.enter(fm.Slots)
	copy(g.locals, inputs)
	v := m.eval(fm.Code, g) != 0
	m.leave(g)
	return v
}

// numberAt and truthAt do the same with another act and event at hand, for a
// formula whose inputs are self and it.
func (m *Machine) numberAt(fm *code.Formula, act actRef, event eventRef, self, it float64) float64 {
	if fm.Fixed {
		return fm.Value
	}
	g := m.enterFor(fm, act, event, self, it)
	v := m.eval(fm.Code, g)
	m.leave(g)
	return v
}

func (m *Machine) truthAt(fm *code.Formula, act actRef, event eventRef, self, it float64) bool {
	if fm.Compares != nil && fm.Self == 0 && self != 0 {
		return fm.Compares.Holds(&m.state, int(m.Rows[int(self)]))
	}
	if fm.Fixed {
		return fm.Value != 0
	}
	g := m.enterFor(fm, act, event, self, it)
	v := m.eval(fm.Code, g) != 0
	m.leave(g)
	return v
}

// numberOfMember works a formula out for a member of a family of somebody, from 0, at an event.
func (m *Machine) numberOfMember(fm *code.Formula, event eventRef, self board.Thing, member int) float64 {
	if fm.Fixed {
		return fm.Value
	}
	g := m.enterFor(fm, 0, event, float64(self), 0)
	if fm.Each >= 0 {
		g.locals[fm.Each] = float64(member + 1)
	}
	v := m.eval(fm.Code, g)
	m.leave(g)
	return v
}

// enterFor takes a frame for a formula whose inputs are self and it.
func (m *Machine) enterFor(fm *code.Formula, act actRef, event eventRef, self, it float64) *frame {
	g := m.enter(fm.Slots)
	g.act, g.event = act, event
	if fm.Self >= 0 {
		g.locals[fm.Self] = self
	}
	if fm.It >= 0 {
		g.locals[fm.It] = it
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
