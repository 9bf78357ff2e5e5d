package exec

import (
	"fmt"

	"github.com/rulec/rulec/interp/board"
	"github.com/rulec/rulec/interp/code"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
)

// runBlock runs statements until one of them ends the program.
func (m *Machine) runBlock(f *frame, b *code.Block) code.Control {
	m.at = &b.First
	m.step(len(b.List))
	if m.profile != nil && m.profile.Visited != nil {
		m.profile.Visited(&b.First)
	}
	if m.trail.kept {
		return m.runNoted(f, b)
	}
	for _, s := range b.List {
		if how := f.run(s); how != code.GoOn {
			return how
		}
	}
	return code.GoOn
}

// run does what a statement says, and returns how the program goes on.
func (f *frame) run(s code.Stmt) code.Control {
	switch s := s.(type) {
	case *code.SetStmt:
		return f.runSet(s)
	case *code.IfStmt:
		return f.runIf(s)
	case *code.StopStmt:
		return f.runStop(s)
	case *code.AfterwardsStmt:
		return f.runAfterwards(s)
	case *code.CallStmt:
		return f.runCall(s)
	case *code.CallFieldStmt:
		return f.runCallField(s)
	case *code.AnnounceStmt:
		return f.runAnnounce(s)
	case *code.PerformStmt:
		return f.runPerform(s)
	case *code.PerformPlanStmt:
		return f.runPerformPlan(s)
	case *code.EndActionsStmt:
		return f.runEndActions(s)
	case *code.AssignRowStmt:
		return f.runAssignRow(s)
	case *code.AssignThingStmt:
		return f.runAssignThing(s)
	case *code.AssignInstanceStmt:
		return f.runAssignInstance(s)
	case *code.ChooseStmt:
		return f.runChoose(s)
	case *code.ChooseActStmt:
		return f.runChooseAct(s)
	case *code.ApplyStmt:
		return f.runApply(s)
	case *code.EndStmt:
		return f.runEnd(s)
	case *code.PayStmt:
		return f.runPay(s)
	case *code.EndEntryStmt:
		return f.runEndEntry(s)
	case *code.ScheduleStmt:
		return f.runSchedule(s)
	case *code.MoveStmt:
		return f.runMove(s)
	case *code.CarryStmt:
		return f.runCarry(s)
	case *code.DrawStmt:
		return f.runDraw(s)
	case *code.DiscardStmt:
		return f.runDiscard(s)
	case *code.ShuffleStmt:
		return f.runShuffle(s)
	case *code.ForStmt:
		return f.runFor(s)
	case *code.TogetherStmt:
		return f.runTogether(s)
	case *code.WhileStmt:
		return f.runWhile(s)
	case *code.RollStmt:
		return f.runRoll(s)
	case *code.TestStmt:
		return f.runTest(s)
	}
	panic(fmt.Sprintf("interp: no such statement: %T", s))
}

// after tells how a program goes on after something that may have ended its act.
func (f *frame) after() code.Control {
	if f.act != 0 && f.m.acts.calledOff(f.act) {
		return code.Cancelled
	}
	return code.GoOn
}

// eval works out an operand of a statement.
func (f *frame) eval(c *code.Instructions) float64 { return f.m.eval(c, f) }

// somebody returns the thing that an operand gives, and stops the run at a place when it is none.
func (f *frame) somebody(c *code.Instructions, span *diag.Span) board.Thing {
	return f.m.somebody(f.eval(c), span)
}

// somebody returns the thing that a value stands for and stops the run when it is none.
func (m *Machine) somebody(v float64, span *diag.Span) board.Thing {
	if v == 0 {
		m.fail(span, OfNone, "there is no one here: the value is none")
	}
	return board.Thing(v)
}

func (f *frame) runSet(s *code.SetStmt) code.Control {
	v := f.weighed(&s.Value)
	if s.Rolled {
		f.locals[s.Slot] = v
		f.rolls = append(f.rolls, rolledLocal{s.Slot, f.rolledIn(s.SetLocal.Value.Index)})
		return code.GoOn
	}
	if f.m.record.sums { // as long as the formula reads what the local held before
		f.m.noteSum(f, s.Slot, f, s.SetLocal.Value)
	}
	f.locals[s.Slot] = v
	if f.m.opts.Check {
		f.m.checkNumber(v, s.SetLocal.Value.Type, s.Span.Text())
	}
	return code.GoOn
}

func (f *frame) runIf(s *code.IfStmt) code.Control {
	switch {
	case f.weighed(&s.Test) != 0:
		return f.m.runBlock(f, s.Then)
	case len(s.Otherwise.List) > 0:
		return f.m.runBlock(f, s.Otherwise)
	}
	return code.GoOn
}

func (f *frame) runStop(s *code.StopStmt) code.Control {
	if s.With != nil {
		f.result = f.eval(s.With)
		f.m.noteResult(f, s.Stop.With)
	}
	return code.Stopped
}

func (f *frame) runAfterwards(s *code.AfterwardsStmt) code.Control {
	f.m.postpone(f, s.Body, s.Span)
	return code.GoOn
}

// handOver puts the values of arguments, worked out in f, into the first locals of a frame; the
// others become 0.
func (f *frame) handOver(a *code.Arguments, g *frame) {
	for i := range a.Values {
		g.locals[i] = f.weighed(&a.Values[i])
	}
	clear(g.locals[len(a.Values):])
	f.m.handSums(g, f, a.Exprs)
}

func (f *frame) runCall(s *code.CallStmt) code.Control {
	m, r := f.m, s.Proc.Body
	m.deeper(&s.Span)
	g := m.enter(r.Slots)
	f.handOver(&s.Args, g)
	for _, x := range s.Rolls {
		g.rolls = append(g.rolls, rolledLocal{x.To, f.rolledIn(x.From)})
	}
	g.what, g.at, g.result = &r.What, &s.Span, 0
	how := m.runBlock(g, r.Body)
	f.takeResult(s, g)
	m.leave(g)
	m.shallower()
	if how == code.Cancelled {
		return code.Cancelled
	}
	return f.after()
}

// take takes what the proc has given, in the frame g.
func (f *frame) takeResult(s *code.CallStmt, g *frame) {
	results, first := len(s.CallProc.Proc.Results), len(s.CallProc.Proc.Inputs)
	switch {
	case s.Into < 0:
	case results > 0:
		copy(f.locals[s.Into:s.Into+results], g.locals[first:])
		if s.CallProc.Proc.GivesRoll() != nil {
			f.rolls = append(f.rolls, rolledLocal{s.Into, g.rolledIn(first)})
		}
	default:
		f.locals[s.Into] = g.result
		if f.m.record.sums {
			sum := f.m.record.result
			sum.slot = s.Into
			f.keepSum(sum)
		}
	}
}

func (f *frame) runCallField(s *code.CallFieldStmt) code.Control {
	m, v := f.m, f.eval(s.Of)
	if v == 0 {
		m.fail(&s.Span, OfNone, "%s is none, so there is no program to call", code.Quoted(s.CallField.Of.Span.Text()))
	}
	x, it := f.held(s.Held, s.CallField.Of, v)
	if x == nil || x.Routine == nil {
		return code.GoOn
	}
	m.deeper(&s.Span)
	g := m.enter(x.Routine.Slots)
	f.handOver(&s.Args, g)
	g.what, g.at, g.result = &x.Routine.What, &s.Span, 0
	if x.It >= 0 {
		g.locals[x.It] = it
	}
	how := m.runBlock(g, x.Routine.Body)
	m.leave(g)
	m.shallower()
	if how == code.Cancelled {
		return code.Cancelled
	}
	return f.after()
}

// into works the value out and puts it into a record that outlives the program.
func (f *frame) handInto(h *code.Handed, row []float64) {
	v := f.eval(h.Value)
	m := f.m
	switch {
	case h.Field.Type.Kind == program.Set:
		m.fillSet(row[h.Field.Field.Cell:], v, h.Span)
		return
	case h.Field.List:
		v = m.lists.Keep(v)
	case h.Field.Whole:
		m.mustBeWhole(v, h.Field, h.Span)
	}
	row[h.Field.Field.Cell] = v
}
