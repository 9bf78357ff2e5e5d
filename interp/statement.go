package interp

import (
	"fmt"

	"github.com/rulec/rulec/interp/board"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
)

// stmt is a compiled statement: what it needs, as one of the types whose names end in Stmt. Where it
// has a text of its own, that is the code of its operands.
type stmt interface{ stmt() }

func (*setStmt) stmt()            {}
func (*ifStmt) stmt()             {}
func (*stopStmt) stmt()           {}
func (*afterwardsStmt) stmt()     {}
func (*callStmt) stmt()           {}
func (*callFieldStmt) stmt()      {}
func (*announceStmt) stmt()       {}
func (*performStmt) stmt()        {}
func (*performPlanStmt) stmt()    {}
func (*endActionsStmt) stmt()     {}
func (*assignRowStmt) stmt()      {}
func (*assignThingStmt) stmt()    {}
func (*assignInstanceStmt) stmt() {}
func (*chooseStmt) stmt()         {}
func (*chooseActStmt) stmt()      {}
func (*applyStmt) stmt()          {}
func (*endStmt) stmt()            {}
func (*payStmt) stmt()            {}
func (*endEntryStmt) stmt()       {}
func (*scheduleStmt) stmt()       {}
func (*moveStmt) stmt()           {}
func (*carryStmt) stmt()          {}
func (*drawStmt) stmt()           {}
func (*discardStmt) stmt()        {}
func (*shuffleStmt) stmt()        {}
func (*forStmt) stmt()            {}
func (*togetherStmt) stmt()       {}
func (*whileStmt) stmt()          {}
func (*rollStmt) stmt()           {}
func (*testStmt) stmt()           {}

// control says how a program goes on after a statement.
type control uint8

const (
	goOn control = iota
	// stopped: a stop statement ended the program.
	stopped
	// cancelled: the act that the program belongs to has been ended.
	cancelled
)

// block is a number of statements, one after the other.
type block struct {
	list []stmt
	// first is where it begins.
	first diag.Span
}

// runBlock runs statements until one of them ends the program.
func (m *Machine) runBlock(f *frame, b *block) control {
	m.at = &b.first
	m.step(len(b.list))
	for _, s := range b.list {
		if how := f.run(s); how != goOn {
			return how
		}
	}
	return goOn
}

// run does what a statement says, and returns how the program goes on.
func (f *frame) run(s stmt) control {
	switch s := s.(type) {
	case *setStmt:
		return f.runSet(s)
	case *ifStmt:
		return f.runIf(s)
	case *stopStmt:
		return f.runStop(s)
	case *afterwardsStmt:
		return f.runAfterwards(s)
	case *callStmt:
		return f.runCall(s)
	case *callFieldStmt:
		return f.runCallField(s)
	case *announceStmt:
		return f.runAnnounce(s)
	case *performStmt:
		return f.runPerform(s)
	case *performPlanStmt:
		return f.runPerformPlan(s)
	case *endActionsStmt:
		return f.runEndActions(s)
	case *assignRowStmt:
		return f.runAssignRow(s)
	case *assignThingStmt:
		return f.runAssignThing(s)
	case *assignInstanceStmt:
		return f.runAssignInstance(s)
	case *chooseStmt:
		return f.runChoose(s)
	case *chooseActStmt:
		return f.runChooseAct(s)
	case *applyStmt:
		return f.runApply(s)
	case *endStmt:
		return f.runEnd(s)
	case *payStmt:
		return f.runPay(s)
	case *endEntryStmt:
		return f.runEndEntry(s)
	case *scheduleStmt:
		return f.runSchedule(s)
	case *moveStmt:
		return f.runMove(s)
	case *carryStmt:
		return f.runCarry(s)
	case *drawStmt:
		return f.runDraw(s)
	case *discardStmt:
		return f.runDiscard(s)
	case *shuffleStmt:
		return f.runShuffle(s)
	case *forStmt:
		return f.runFor(s)
	case *togetherStmt:
		return f.runTogether(s)
	case *whileStmt:
		return f.runWhile(s)
	case *rollStmt:
		return f.runRoll(s)
	case *testStmt:
		return f.runTest(s)
	}
	panic(fmt.Sprintf("interp: no such statement: %T", s))
}

// after tells how a program goes on after something that may have ended its act.
func (f *frame) after() control {
	if f.act != 0 && f.m.acts.calledOff(f.act) {
		return cancelled
	}
	return goOn
}

// eval works out an operand of a statement.
func (f *frame) eval(c *code) float64 { return f.m.eval(c, f) }

// somebody returns the thing that an operand gives, and stops the run at a place when it is none.
func (f *frame) somebody(c *code, span *diag.Span) board.Thing { return f.m.somebody(f.eval(c), span) }

// somebody returns the thing that a value stands for and stops the run when it is none.
func (m *Machine) somebody(v float64, span *diag.Span) board.Thing {
	if v == 0 {
		m.fail(span, OfNone, "nobody is meant here: the value is none")
	}
	return board.Thing(v)
}

// setStmt is let, and = on a local.
type setStmt struct {
	*program.SetLocal
	value weighed
}

func (f *frame) runSet(s *setStmt) control {
	v := f.weighed(&s.value)
	if s.Rolled {
		f.locals[s.Slot] = v
		f.rolls = append(f.rolls, rolledLocal{s.Slot, f.rolledIn(s.Value.Index)})
		return goOn
	}
	if f.m.record.sums { // as long as the formula reads what the local held before
		f.m.noteSum(f, s.Slot, f, s.Value)
	}
	f.locals[s.Slot] = v
	if f.m.opts.Check {
		f.m.checkNumber(v, s.Value.Type, s.Span.Text())
	}
	return goOn
}

// ifStmt is if and else.
type ifStmt struct {
	test            weighed
	then, otherwise *block
}

func (f *frame) runIf(s *ifStmt) control {
	switch {
	case f.weighed(&s.test) != 0:
		return f.m.runBlock(f, s.then)
	case len(s.otherwise.list) > 0:
		return f.m.runBlock(f, s.otherwise)
	}
	return goOn
}

// stopStmt is stop, with what a proc gives.
type stopStmt struct {
	*program.Stop
	with *code // nil: nothing
}

func (f *frame) runStop(s *stopStmt) control {
	if s.with != nil {
		f.result = f.eval(s.with)
		f.m.noteResult(f, s.With)
	}
	return stopped
}

// afterwardsStmt postpones a block until the batch has landed.
type afterwardsStmt struct {
	body *block
	span *diag.Span
}

func (f *frame) runAfterwards(s *afterwardsStmt) control {
	f.m.postpone(f, s.body, s.span)
	return goOn
}

// arguments are what a program is called with; where it comes from is told with Options.Explain,
// since the program called knows it only by its own names.
type arguments struct {
	exprs  []*program.Expr
	values []weighed
}

// handOver puts the values of arguments, worked out in f, into the first locals of a frame; the
// others become 0.
func (f *frame) handOver(a *arguments, g *frame) {
	for i := range a.values {
		g.locals[i] = f.weighed(&a.values[i])
	}
	clear(g.locals[len(a.values):])
	f.m.handSums(g, f, a.exprs)
}

// callStmt is a call of a proc.
type callStmt struct {
	*program.CallProc
	proc *proc
	args arguments
	// rolls are the parameters whose dice go along.
	rolls []handedRoll
}

// handedRoll says that the dice of the local from go along into the parameter to.
type handedRoll struct{ from, to int }

func (f *frame) runCall(s *callStmt) control {
	m, r := f.m, s.proc.body
	m.deeper(&s.Span)
	g := m.enter(r.slots)
	f.handOver(&s.args, g)
	for _, x := range s.rolls {
		g.rolls = append(g.rolls, rolledLocal{x.to, f.rolledIn(x.from)})
	}
	g.what, g.at, g.result = &r.what, &s.Span, 0
	how := m.runBlock(g, r.body)
	f.takeResult(s, g)
	m.leave(g)
	m.shallower()
	if how == cancelled {
		return cancelled
	}
	return f.after()
}

// take takes what the proc has given, in the frame g.
func (f *frame) takeResult(s *callStmt, g *frame) {
	results, first := len(s.Proc.Results), len(s.Proc.Inputs)
	switch {
	case s.Into < 0:
	case results > 0:
		copy(f.locals[s.Into:s.Into+results], g.locals[first:])
		if s.Proc.GivesRoll() != nil {
			f.rolls = append(f.rolls, rolledLocal{s.Into, g.rolledIn(first)})
		}
	default:
		f.locals[s.Into] = g.result
		if f.m.record.sums {
			f.keepSum(s.Into, f.m.record.result)
		}
	}
}

// callFieldStmt is a call of the program in a field of a value.
type callFieldStmt struct {
	*program.CallField
	of   *code
	held *call
	args arguments
}

func (f *frame) runCallField(s *callFieldStmt) control {
	m, v := f.m, f.eval(s.of)
	if v == 0 {
		m.fail(&s.Span, OfNone, "%s is none, so there is no program to call", quoted(s.Of.Span.Text()))
	}
	x, it := f.held(s.held, s.Of, v)
	if x == nil || x.routine == nil {
		return goOn
	}
	m.deeper(&s.Span)
	g := m.enter(x.routine.slots)
	f.handOver(&s.args, g)
	g.what, g.at, g.result = &x.routine.what, &s.Span, 0
	if x.it >= 0 {
		g.locals[x.it] = it
	}
	how := m.runBlock(g, x.routine.body)
	m.leave(g)
	m.shallower()
	if how == cancelled {
		return cancelled
	}
	return f.after()
}

// handed is one name = value of a statement.
type handed struct {
	field *field // nil: the first parameter of an action
	value *code
	span  *diag.Span
}

// into works the value out and puts it into a record that outlives the program.
func (f *frame) handInto(h *handed, row []float64) {
	v := f.eval(h.value)
	m := f.m
	switch {
	case h.field.Type.Kind == program.Set:
		m.fillSet(row[h.field.Cell:], v, h.span)
		return
	case h.field.list:
		v = m.lists.Keep(v)
	case h.field.whole:
		m.mustBeWhole(v, h.field, h.span)
	}
	row[h.field.Cell] = v
}
