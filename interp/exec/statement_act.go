package exec

import (
	"github.com/rulec/rulec/interp/board"
	"github.com/rulec/rulec/interp/code"
	"github.com/rulec/rulec/interp/value"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
)

func (f *frame) runAnnounce(s *code.AnnounceStmt) code.Control {
	m, e := f.m, s.Event
	if m.observed != nil {
		m.noteEvent(e)
	}
	if !m.Code.HeardOf[e.Index] && !m.record.tracing && !m.witness.on {
		mark := m.lists.Mark()
		for _, c := range s.MayFail {
			f.eval(c)
		}
		m.lists.Release(mark)
		return code.GoOn
	}
	h := m.happen(e, board.Thing(f.eval(s.Of)), f.act)
	for i := range s.With {
		x := &s.With[i]
		v := f.eval(x.Value)
		if row := m.events.row(h); x.Field.Type.Kind == program.Set {
			m.fillSet(row[x.Field.Field.Cell:], v, x.Span)
		} else {
			row[x.Field.Field.Cell] = v
		}
	}
	m.happens(f, h, f.respondersOf(s), s.UntilAllPass, &s.Span)
	m.events.dropFrom(h)
	if f.act != 0 && len(e.Answers) > 0 && !e.With {
		m.testAgain(f.act, &s.Span)
	}
	return f.after()
}

// responders are those who are asked in the place of others; nil: nobody is named.
func (f *frame) respondersOf(s *code.AnnounceStmt) []float64 {
	if s.Whom == nil {
		return nil
	}
	m, v := f.m, f.eval(s.Whom)
	switch {
	case v == 0:
		return m.room.one[:0]
	case code.IsList(s.For.Type):
		return m.lists.Of(v)
	}
	m.room.one[0] = v
	return m.room.one[:1]
}

func (f *frame) runPerform(s *code.PerformStmt) code.Control {
	m, span := f.m, &s.Span
	a := s.Action
	if s.Act != nil {
		v := f.eval(s.Act)
		if s.Perform.Act.Type.Kind == program.Act {
			act := m.acts.find(value.Act(v))
			if act == 0 {
				m.fail(span, OfNone, "there is no act to perform: %s is none", code.Quoted(s.Perform.Act.Span.Text()))
			}
			acts := len(m.acts.rows)
			began := m.perform(act, span)
			m.acts.drop(acts)
			return f.performed(began, s.Otherwise)
		}
		if v == 0 {
			m.fail(span, OfNone, "there is no action to perform: %s is none", code.Quoted(s.Perform.Act.Span.Text()))
		}
		a = m.Code.Actions[int(v)-1]
	}
	actor := f.somebody(s.By, span)
	var args [maxArgs]float64
	for i := range a.Params {
		args[i] = open
	}
	handArgs(f, s.With, a, args[:])
	return f.performed(m.performNow(f, a, actor, args[:len(a.Params)], span), s.Otherwise)
}

// performed goes on after an action was to be performed: if it couldn't begin, with what is done then.
func (f *frame) performed(began bool, otherwise *code.Block) code.Control {
	if how := f.after(); began || how != code.GoOn {
		return how
	}
	return f.m.runBlock(f, otherwise)
}

func (f *frame) runPerformPlan(s *code.PerformPlanStmt) code.Control {
	m, v := f.m, f.eval(s.Plan)
	if v == 0 {
		m.fail(&s.Span, OfNone, "there is nothing to perform: %s is none", code.Quoted(s.Act.Span.Text()))
	}
	mark := m.lists.Mark()
	cells := m.lists.Of(v)
	a := m.Code.Actions[int(cells[value.PlanAction])-1]
	actor := board.Thing(cells[value.PlanActor])
	var args [maxArgs]float64
	m.plannedArgs(a, cells[value.PlanParams:], args[:])
	handArgs(f, s.With, a, args[:])
	began := m.performNow(f, a, actor, args[:len(a.Params)], &s.Span)
	if len(m.batch.afterwards) == 0 { // else what is postponed may refer to them
		m.lists.Release(mark)
	}
	return f.performed(began, s.Otherwise)
}

// handArgs puts what is handed over to an action among the arguments for its parameters.
func handArgs(f *frame, with []code.Handed, a *code.Action, args []float64) {
	for i := range with {
		v := f.eval(with[i].Value)
		for k, p := range a.Params {
			if k == 0 && with[i].Field == nil || with[i].Field != nil && p.Cell == with[i].Field.Field.Cell {
				args[k] = v
			}
		}
	}
}

// performNow proposes an action with its parameters and performs it, and reports whether it began. A refusal
// is told and the program goes on.
func (m *Machine) performNow(f *frame, a *code.Action, actor board.Thing, args []float64, span *diag.Span) (began bool) {
	acts := len(m.acts.rows)
	q := Question{Name: a.Def.Name, Who: actor, Actor: actor, happening: f.event}
	act, r := m.Propose(&q, a.Action, args)
	if r != nil {
		m.tellRefused(a, actor, r, span)
	} else {
		began = m.perform(m.acts.find(act), span)
	}
	m.acts.drop(acts)
	return began
}

func (f *frame) runEndActions(s *code.EndActionsStmt) code.Control {
	m := f.m
	if s.Act == nil {
		m.acts.callOff(f.somebody(s.Of, &s.Span), f.act)
		return f.after()
	}
	v := f.eval(s.Act)
	if v == 0 {
		m.fail(&s.Span, OfNone, "there is no act to end: %s is none", code.Quoted(s.EndActions.Act.Span.Text()))
	}
	m.acts.callOffOne(m.acts.find(value.Act(v)), f.act)
	return f.after()
}
