package exec

import (
	"github.com/rulec/rulec/interp/board"
	"github.com/rulec/rulec/interp/code"
	"github.com/rulec/rulec/interp/dice"
	"github.com/rulec/rulec/lang/program"
)

// A witness remembers what has happened, for expectations that look back: who was
// asked what, which events happened and what they said, what was rolled. Only the
// scripts that look back have one, so that a fight pays nothing for it.
//
// Spec: scripts.md.
type witness struct {
	on bool
	// of is what they look back to; rolls the parts of rolls that they read, by label.
	of    *code.LooksBack
	rolls []uint64
	// seen is what happened since the run began, cells what the events said.
	seen  []sighting
	cells []float64
	// from is the first sighting that the expectation at hand looks back to.
	from int
}

// sighting is one thing that a witness has seen.
type sighting struct {
	event *code.Event // what happened, or was asked; nil: a roll
	asked bool        // who could have answered the event
	who   board.Thing // whose event it is, who was asked, who rolled; 0: nobody
	label dice.Label  // of a roll
	// action is what who began, on its first parameter.
	action         *code.Action
	on             float64
	total, natural float64 // of a roll
	// check says what parts of a test stand in the cells from first on; nil: it wasn't tested.
	check *code.Check
	first int // of the event's cells
}

func (w *witness) reset() { w.seen, w.cells, w.from = w.seen[:0], w.cells[:0], 0 }

// layOut says what there is to look back for; nil: nothing.
func (w *witness) layOut(of *code.LooksBack, labels *dice.Labels) {
	if w.of, w.on = of, of != nil; !w.on {
		return
	}
	w.rolls = make([]uint64, labels.Len())
	for label := range w.rolls {
		w.rolls[label] = of.Rolls[labels.Name(dice.Label(label))]
	}
}

// reads returns which parts are read of rolls with a label: a bit for each.
func (w *witness) reads(label dice.Label) uint64 {
	if int(label) >= len(w.rolls) {
		return 0
	}
	return w.rolls[label]
}

// lookBackTo says which sighting is the first that the next expectation looks back to.
func (w *witness) lookBackTo(from int) { w.from = from }

// now is where the next sighting will stand.
func (w *witness) now() int { return len(w.seen) }

// sawEvent notes an event.
func (m *Machine) sawEvent(h eventRef) {
	x := m.events.at(h)
	if !m.witness.of.Events[x.event.Index] {
		return
	}
	s := sighting{event: x.event, who: x.of, first: len(m.witness.cells)}
	if m.events.width > 0 && m.witness.of.Said[x.event.Index] {
		m.witness.cells = append(m.witness.cells, m.events.row(h)...)
		for _, f := range x.event.Fields {
			if f.Type.Kind == program.List {
				cell := &m.witness.cells[s.first+f.Cell]
				*cell = m.kept(*cell, f.Type)
			}
		}
	}
	m.witness.seen = append(m.witness.seen, s)
}

// sawQuestion notes that somebody is asked, if there is anything that he could answer.
func (m *Machine) sawQuestion(h eventRef, who board.Thing) {
	if e := m.events.at(h).event; m.witness.of.Events[e.Index] && m.couldAnswer(h, who) {
		m.witness.seen = append(m.witness.seen, sighting{event: m.events.at(h).event, asked: true, who: who})
	}
}

// sawRoll notes what came of a roll.
func (m *Machine) sawRoll(roller dice.Roller, label dice.Label, total float64, roll int) {
	reads := m.witness.reads(label)
	if reads == 0 {
		return
	}
	s := sighting{who: m.thingOf(roller), label: label}
	if reads&1 != 0 {
		s.total = total
	}
	if reads&(1<<program.PastNatural) != 0 {
		s.natural = m.root.ofFaces(m.source.Natural(roll))
	}
	m.witness.seen = append(m.witness.seen, s)
}

// sawTest notes what a roll came to against something: a sighting of its own, since the
// roll may have been made long before.
func (m *Machine) sawTest(roller dice.Roller, label dice.Label, parts []float64, k *code.Check) {
	reads := m.witness.reads(label) &^ code.Counted >> program.PastParts
	if reads == 0 {
		return
	}
	s := sighting{who: m.thingOf(roller), label: label, check: k, first: len(m.witness.cells)}
	for i, v := range parts {
		if reads&(1<<i) == 0 {
			v = 0
		}
		m.witness.cells = append(m.witness.cells, v)
	}
	m.witness.seen = append(m.witness.seen, s)
}

// sawAct notes that somebody begins an act.
func (m *Machine) sawAct(act actRef) {
	if !m.witness.of.Deeds {
		return
	}
	a := m.acts.at(act)
	s := sighting{action: a.action, who: a.actor}
	if len(a.action.Params) > 0 && a.action.Params[0].Type.Kind == program.ThingType {
		s.on = m.acts.row(act)[a.action.Params[0].Cell]
	}
	m.witness.seen = append(m.witness.seen, s)
}

// What looks back: the functions of formulas. The argument, if there is one, is whose it has to be.

// lastSeen returns the last sighting of some sort, and how many there are.
func (f *frame) lastSeen(in []float64, is func(s *sighting) bool) (last *sighting, count float64) {
	w := &f.m.witness
	for i := w.from; i < len(w.seen); i++ {
		if s := &w.seen[i]; is(s) && (len(in) == 0 || s.who == board.Thing(in[0])) {
			last = s
			count++
		}
	}
	return last, count
}

func wasAsked(f *frame, x *code.Call, in []float64) float64 {
	_, count := f.lastSeen(in, func(s *sighting) bool { return s.asked && s.event == x.Event })
	return count
}

// isEventOf tells whether a sighting is the event that a call is about.
func (s *sighting) isEventOf(x *code.Call) bool { return !s.asked && s.event == x.Event }

func happened(f *frame, x *code.Call, in []float64) float64 {
	_, count := f.lastSeen(in, func(s *sighting) bool { return s.isEventOf(x) })
	return count
}

// said gives what an event said when it happened last, as an event of its own.
func said(f *frame, x *code.Call, in []float64) float64 {
	last, _ := f.lastSeen(in, func(s *sighting) bool { return s.isEventOf(x) })
	if last == nil {
		f.failExpr(x.E, OfNone, "%s has not happened since the line began", code.Quoted(x.E.Args[0].Span.Text()))
	}
	h := f.m.happen(last.event, last.who, 0)
	if f.m.events.width > 0 {
		copy(f.m.events.row(h), f.m.witness.cells[last.first:])
	}
	return float64(h)
}

// isRollOf tells whether a sighting is a roll with the label x.number, or the test of one.
func (s *sighting) isRollOf(x *code.Call) bool {
	tested := x.E.Builtin == program.RollTotal && x.E.Index >= program.PastParts
	return s.event == nil && s.action == nil && (s.check != nil) == tested && int(s.label) == x.Number
}

func wasRolled(f *frame, x *code.Call, in []float64) float64 {
	_, count := f.lastSeen(in, func(s *sighting) bool { return s.isRollOf(x) })
	return count
}

// cameTo gives what was rolled last, or a part of what that came to against something.
func cameTo(f *frame, x *code.Call, in []float64) float64 {
	last, _ := f.lastSeen(in, func(s *sighting) bool { return s.isRollOf(x) })
	switch part := x.E.Index; {
	case part >= program.PastParts && last == nil:
		f.failExpr(x.E, NotRolled, "%s has not been rolled against anything since the line began", code.Quoted(x.E.Label))
	case last == nil:
		f.failExpr(x.E, NotRolled, "%s has not been rolled since the line began", code.Quoted(x.E.Label))
	case part >= program.PastParts:
		return f.m.witness.cells[last.first+part-program.PastParts]
	case part == program.PastNatural:
		return last.natural
	}
	return last.total
}

// did counts how often somebody did something, with a third argument to whom.
func did(f *frame, _ *code.Call, in []float64) float64 {
	count := 0.0
	w := &f.m.witness
	for i := w.from; i < len(w.seen); i++ {
		if s := &w.seen[i]; s.action != nil && s.action.Value == in[1] && s.who == board.Thing(in[0]) && (len(in) < 3 || s.on == in[2]) {
			count++
		}
	}
	return count
}
