package interp

import (
	"github.com/rulec/rulec/interp/board"
	"github.com/rulec/rulec/interp/value"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
)

// announceStmt announces an event.
type announceStmt struct {
	*program.Announce
	event *event
	of    *code
	with  []handed
	// whom are those who are asked in the place of others; nil: those whom the event asks.
	whom *code
	// mayFail are those of the operands whose working out may be an error: it is one even if nobody
	// hears the event.
	mayFail []*code
}

func (f *frame) runAnnounce(s *announceStmt) control {
	m, e := f.m, s.event
	if m.observed != nil {
		m.noteEvent(e)
	}
	if !m.code.heardOf[e.index] && !m.record.tracing && !m.witness.on {
		mark := m.lists.Mark()
		for _, c := range s.mayFail {
			f.eval(c)
		}
		m.lists.Release(mark)
		return goOn
	}
	h := m.happen(e, board.Thing(f.eval(s.of)), f.act)
	for i := range s.with {
		x := &s.with[i]
		v := f.eval(x.value)
		if row := m.events.row(h); x.field.Type.Kind == program.Set {
			m.fillSet(row[x.field.Cell:], v, x.span)
		} else {
			row[x.field.Cell] = v
		}
	}
	m.happens(f, h, f.respondersOf(s), s.UntilAllPass, &s.Span)
	m.events.dropFrom(h)
	return f.after()
}

// responders are those who are asked in the place of others; nil: nobody is named.
func (f *frame) respondersOf(s *announceStmt) []float64 {
	if s.whom == nil {
		return nil
	}
	m, v := f.m, f.eval(s.whom)
	switch {
	case v == 0:
		return m.room.one[:0]
	case isList(s.For.Type):
		return m.lists.Of(v)
	}
	m.room.one[0] = v
	return m.room.one[:1]
}

// performStmt performs an action, or an act that was chosen before.
type performStmt struct {
	*program.Perform
	action *action
	// act gives an act, or if it isn't one the definition of an action.
	act  *code
	by   *code
	with []handed
}

func (f *frame) runPerform(s *performStmt) control {
	m, span := f.m, &s.Span
	a := s.action
	if s.act != nil {
		v := f.eval(s.act)
		if s.Act.Type.Kind == program.Act {
			act := m.acts.find(value.Act(v))
			if act == 0 {
				m.fail(span, OfNone, "there is no act to perform: %s is none", quoted(s.Act.Span.Text()))
			}
			acts := len(m.acts.rows)
			m.perform(act, span)
			m.acts.drop(acts)
			return f.after()
		}
		if v == 0 {
			m.fail(span, OfNone, "there is no action to perform: %s is none", quoted(s.Act.Span.Text()))
		}
		a = m.code.actions[int(v)-1]
	}
	actor := f.somebody(s.by, span)
	var args [maxArgs]float64
	for i := range a.params {
		args[i] = open
	}
	handArgs(f, s.with, a, args[:])
	m.performNow(f, a, actor, args[:len(a.params)], span)
	return f.after()
}

// performPlanStmt is `perform PLAN with ..`: the action is proposed anew, so that whether it is
// possible now is tested now; what is handed over takes the place of what was planned.
type performPlanStmt struct {
	*program.Perform
	plan *code
	with []handed
}

func (f *frame) runPerformPlan(s *performPlanStmt) control {
	m, v := f.m, f.eval(s.plan)
	if v == 0 {
		m.fail(&s.Span, OfNone, "there is nothing to perform: %s is none", quoted(s.Act.Span.Text()))
	}
	mark := m.lists.Mark()
	cells := m.lists.Of(v)
	a := m.code.actions[int(cells[value.PlanAction])-1]
	actor := board.Thing(cells[value.PlanActor])
	var args [maxArgs]float64
	m.plannedArgs(a, cells[value.PlanParams:], args[:])
	handArgs(f, s.with, a, args[:])
	m.performNow(f, a, actor, args[:len(a.params)], &s.Span)
	if len(m.batch.afterwards) == 0 { // else what is postponed may refer to them
		m.lists.Release(mark)
	}
	return f.after()
}

// handArgs puts what is handed over to an action among the arguments for its parameters.
func handArgs(f *frame, with []handed, a *action, args []float64) {
	for i := range with {
		v := f.eval(with[i].value)
		for k, p := range a.params {
			if k == 0 && with[i].field == nil || with[i].field != nil && p.Cell == with[i].field.Cell {
				args[k] = v
			}
		}
	}
}

// performNow proposes an action with its parameters and performs it. A refusal is
// told and the program goes on.
func (m *Machine) performNow(f *frame, a *action, actor board.Thing, args []float64, span *diag.Span) {
	acts := len(m.acts.rows)
	q := Question{Name: a.Def.Name, Who: actor, Actor: actor, happening: f.event}
	act, r := m.Propose(&q, a.Action, args)
	if r != nil {
		m.tellRefused(a, actor, r, span)
	} else {
		m.perform(m.acts.find(act), span)
	}
	m.acts.drop(acts)
}

// endActionsStmt calls off all that somebody is about, or one act under way.
type endActionsStmt struct {
	*program.EndActions
	of, act *code // one of them
}

func (f *frame) runEndActions(s *endActionsStmt) control {
	m := f.m
	if s.act == nil {
		m.acts.callOff(f.somebody(s.of, &s.Span), f.act)
		return f.after()
	}
	v := f.eval(s.act)
	if v == 0 {
		f.none(s.Act)
	}
	m.acts.callOffOne(m.acts.find(value.Act(v)), f.act)
	return f.after()
}
