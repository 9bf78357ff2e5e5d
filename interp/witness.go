package interp

import (
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
	// seen is what happened since the run began, cells what the events said.
	seen  []sighting
	cells []float64
	// from is the first sighting that the expectation at hand looks back to.
	from int
}

// sighting is one thing that a witness has seen.
type sighting struct {
	event *event     // what happened, or was asked; nil: a roll
	asked bool       // who could have answered the event
	who   int        // whose event it is, who was asked, who rolled; 0: nobody
	label dice.Label // of a roll
	// action is what who began, on its first parameter.
	action         *action
	on             float64
	total, natural float64 // of a roll
	// check says what parts of a test stand in the cells from first on; nil: it wasn't tested.
	check *check
	first int // of the event's cells
}

func (w *witness) reset() { w.seen, w.cells, w.from = w.seen[:0], w.cells[:0], 0 }

// layOut tells whether there is anything to look back for.
func (w *witness) layOut(looksBack bool) { w.on = looksBack }

// lookBackTo says which sighting is the first that the next expectation looks back to.
func (w *witness) lookBackTo(from int) { w.from = from }

// now is where the next sighting will stand.
func (w *witness) now() int { return len(w.seen) }

// sawEvent notes an event.
func (m *Machine) sawEvent(h eventRef) {
	x := m.events.at(h)
	s := sighting{event: x.event, who: x.of, first: len(m.witness.cells)}
	if m.events.width > 0 {
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
func (m *Machine) sawQuestion(h eventRef, who int) {
	if m.couldAnswer(h, who) {
		m.witness.seen = append(m.witness.seen, sighting{event: m.events.at(h).event, asked: true, who: who})
	}
}

// sawRoll notes what came of a roll.
func (m *Machine) sawRoll(roller dice.Roller, label dice.Label, total, natural float64) {
	m.witness.seen = append(m.witness.seen, sighting{who: m.thingOf(roller), label: label, total: total, natural: natural})
}

// sawTest notes what a roll came to against something: a sighting of its own, since the
// roll may have been made long before.
func (m *Machine) sawTest(roller dice.Roller, label dice.Label, parts []float64, k *check) {
	s := sighting{who: m.thingOf(roller), label: label, check: k, first: len(m.witness.cells)}
	m.witness.cells = append(m.witness.cells, parts...)
	m.witness.seen = append(m.witness.seen, s)
}

// sawAct notes that somebody begins an act.
func (m *Machine) sawAct(act actRef) {
	a := m.acts.at(act)
	s := sighting{action: a.action, who: a.actor}
	if len(a.action.params) > 0 && a.action.params[0].Type.Kind == program.ThingType {
		s.on = m.acts.row(act)[a.action.params[0].Cell]
	}
	m.witness.seen = append(m.witness.seen, s)
}

// lookBack compiles a function that looks back: what it looks for, and whose it has to be.
func (c *compiler) lookBack(e *program.Expr) numFn {
	var is func(s *sighting) bool
	var who numFn
	switch e.Builtin {
	case program.WasAsked:
		who = c.number(e.Args[0])
		event := c.events[int(e.Args[1].Num)-1]
		is = func(s *sighting) bool { return s.asked && s.event == event }
	case program.Happened, program.Said:
		event := c.events[int(e.Args[0].Num)-1]
		is = func(s *sighting) bool { return !s.asked && s.event == event }
	case program.Did:
		return c.did(e)
	default:
		label, tested := c.labels.Number(e.Label), e.Builtin == program.RollTotal && e.Index >= program.PastParts
		is = func(s *sighting) bool {
			return s.event == nil && s.action == nil && (s.check != nil) == tested && s.label == label
		}
	}
	if who == nil && len(e.Args) > 0 && e.Args[len(e.Args)-1].Type.Kind == program.ThingType {
		who = c.number(e.Args[len(e.Args)-1])
	}
	find := func(f *frame) (last *sighting, count float64) {
		whose := 0
		if who != nil {
			whose = int(who(f))
		}
		w := &f.m.witness
		for i := w.from; i < len(w.seen); i++ {
			if s := &w.seen[i]; is(s) && (who == nil || s.who == whose) {
				last = s
				count++
			}
		}
		return last, count
	}
	switch e.Builtin {
	case program.Said:
		return func(f *frame) float64 {
			last, _ := find(f)
			if last == nil {
				f.failExpr(e, OfNone, "%s has not happened since the line began", quoted(e.Args[0].Span.Text()))
			}
			h := f.m.happen(last.event, last.who, 0)
			if f.m.events.width > 0 {
				copy(f.m.events.row(h), f.m.witness.cells[last.first:])
			}
			return float64(h)
		}
	case program.RollTotal:
		if e.Index >= program.PastParts {
			return c.cameTo(e, find)
		}
		return func(f *frame) float64 {
			last, _ := find(f)
			if last == nil {
				f.failExpr(e, NotRolled, "%s has not been rolled since the line began", quoted(e.Label))
			}
			if e.Index == program.PastNatural {
				return last.natural
			}
			return last.total
		}
	}
	return func(f *frame) float64 {
		_, count := find(f)
		return count
	}
}

// cameTo compiles a part of what a roll came to against something.
func (c *compiler) cameTo(e *program.Expr, find func(f *frame) (*sighting, float64)) numFn {
	return func(f *frame) float64 {
		last, _ := find(f)
		if last == nil {
			f.failExpr(e, NotRolled, "%s has not been rolled against anything since the line began", quoted(e.Label))
		}
		return f.m.witness.cells[last.first+e.Index-program.PastParts]
	}
}

// did compiles did(x, action[, y]).
func (c *compiler) did(e *program.Expr) numFn {
	who, what := c.number(e.Args[0]), c.asAction(&program.Expr{Args: e.Args[1:2]})
	var on numFn
	if len(e.Args) > 2 {
		on = c.number(e.Args[2])
	}
	return func(f *frame) float64 {
		x, a, y, count := int(who(f)), what(f), 0.0, 0.0
		if on != nil {
			y = on(f)
		}
		w := &f.m.witness
		for i := w.from; i < len(w.seen); i++ {
			if s := &w.seen[i]; s.action != nil && s.action.value == a && s.who == x && (on == nil || s.on == y) {
				count++
			}
		}
		return count
	}
}
