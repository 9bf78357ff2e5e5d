package exec

import (
	"context"
	"errors"
	"math"
	"slices"
	"strings"

	"github.com/rulec/rulec/interp/code"
	"github.com/rulec/rulec/interp/number"
	"github.com/rulec/rulec/interp/value"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
)

// The codes of errors that only a run can find.
const (
	// DivisionByZero: a formula divides by 0.
	DivisionByZero diag.Code = "division-by-zero"
	// NumberOutOfRange: a number is too large to be stored, or no number at all.
	NumberOutOfRange diag.Code = "number-range"
	// NotWhole: a fraction is stored, or taken where only whole numbers go.
	NotWhole diag.Code = "number-not-whole"
	// OfNone: a field of none is read.
	OfNone diag.Code = "field-of-none"
	// NotStated: a field is read that has been left out.
	NotStated diag.Code = "not-stated"
	// NoSuchField: an act is asked for a parameter that its action does not have.
	NoSuchField diag.Code = "act-field"
	// NoRow: a table or a map has nothing for a key.
	NoRow diag.Code = "no-row"
	// BadDice: dice that can't be.
	BadDice diag.Code = "bad-dice"
	// NoCards: a deck without cards, or with none among them.
	NoCards diag.Code = "no-cards"
	// NotDrawn: a card is discarded, or is said to be out of the pile, that nobody has drawn.
	NotDrawn diag.Code = "not-drawn"
	// NotRolled: the dice are asked of something that was not rolled.
	NotRolled diag.Code = "not-rolled"
	// OnlyChoose: can_do stands anywhere but in choose.
	OnlyChoose diag.Code = "only-choose"
	// TooMany: a limit of the run was reached.
	TooMany diag.Code = "run-limit"
	// Stopped: the run was stopped from outside: by a deadline, by somebody.
	Stopped = diag.Stopped
	// InThePast: an entry is scheduled before now.
	InThePast diag.Code = "in-the-past"
	// Forgotten: somebody who is not out has nothing left on the agenda.
	Forgotten diag.Code = "entry-forgotten"
	// NotNow: something is done to an act that is over.
	NotNow diag.Code = "not-now"
	// NoAnswer: a choice without a default was not answered.
	NoAnswer diag.Code = "no-answer"
	// CarriesItself: a thing is to be carried by itself, or by what it carries.
	CarriesItself diag.Code = "carried-in-circle"
	// CannotPay: a pool has less than is to be paid on the spot.
	CannotPay diag.Code = "cannot-pay"
	// RulesCycle: rules cause each other again and again.
	RulesCycle diag.Code = "rules-cycle"
	// Internal: a bug in rulec.
	Internal diag.Code = "internal"
)

// work is how much a run has done, so that it can be too much.
type work struct {
	// depth counts actions, answers, calls and rules within each other.
	depth int
	// steps are those so far; beyond actionEnd it is too many for one action, or for the run. Beyond
	// stepEnd, which comes nearer by all that takes time, it is time for a look.
	steps, stepEnd, actionEnd int64
	// loop is the innermost while that runs.
	loop loopAt
}

// reset begins a run. What has been done since the last look counts on: short runs follow each other.
func (w *work) reset(l *Limits) {
	*w = work{stepEnd: min(w.stepEnd-w.steps, l.Steps), actionEnd: l.Steps}
}

func (w *work) copyTo(to *work) { *to = *w }

// goRound notes which while runs, and how far it has come.
func (w *work) goRound(l loopAt) { w.loop = l }

// forgetSteps forgets all steps but the first ones: the others don't count, but took time.
func (w *work) forgetSteps(but int64) {
	w.stepEnd -= w.steps - but
	w.steps = but
}

// backTo leaves whatever was begun below a depth and stopped by an error.
func (w *work) backTo(depth int) { w.depth = depth }

// stop is what a run-time error is thrown with; it never leaves the package.
type stop struct{ d *diag.Diagnostic }

// newFault returns an error at span with the stack of calls as notes. What the language
// itself does, such as announcing that a turn ends, stands nowhere: then the error is at
// what was last at hand, or at the encounter.
func (m *Machine) newFault(span *diag.Span, code diag.Code, format string, args ...any) *diag.Diagnostic {
	d := diag.Errorf(code, m.somewhere(span), format, args...)
	shown := 0
	note := func(what *string, at *diag.Span) {
		if what == nil || shown == maxStack {
			return
		}
		shown++
		var where diag.Span
		if at != nil {
			where = *at
		}
		d.WithNote(where, "%s", "in "+*what)
	}
	for f := m.frame; f != nil; f = f.prev {
		for _, q := range slices.Backward(f.within()) {
			note(q.What, q.At)
		}
		if f.prev != nil {
			note(f.what, f.at)
		}
	}
	return d
}

// registerOf returns the register that a local has where the formula at hand has come to.
func (f *frame) registerOf(slot int) uint8 {
	r, from := uint8(slot), 0
	for _, q := range f.within() {
		if r, from = 0, q.From; slot < len(q.Slots) {
			r = q.Slots[slot]
		}
	}
	if f.code == nil {
		return r
	}
	for _, b := range f.code.Bound {
		if b.Slot == slot && b.From >= from && b.From <= f.pc && f.pc < b.To {
			r = b.Register
		}
	}
	return r
}

// within returns the quantities that stand in the formula at hand of a frame where it has come to,
// outer ones first.
func (f *frame) within() (list []*code.Inlined) {
	if f.code == nil {
		return nil
	}
	for i := range f.code.Inlined {
		if q := &f.code.Inlined[i]; q.From <= f.pc && f.pc < q.To {
			list = append(list, q)
		}
	}
	return list
}

// somewhere returns the first place that there is: span, what is at hand, the encounter.
func (m *Machine) somewhere(span *diag.Span) diag.Span {
	for _, at := range []*diag.Span{span, m.at} {
		if at != nil && !at.IsZero() {
			return *at
		}
	}
	if m.Fight.Encounter != nil {
		return m.Fight.Encounter.Span
	}
	return diag.Span{}
}

// maxStack is how many calls an error shows.
const maxStack = 12

// raise stops the run.
func (m *Machine) raise(d *diag.Diagnostic) { panic(stop{d}) }

// fail stops the run with an error at span.
func (m *Machine) fail(span *diag.Span, code diag.Code, format string, args ...any) {
	m.raise(m.newFault(span, code, format, args...))
}

// fault stops the run with an error at the formula or statement at hand.
func (m *Machine) fault(format string, args ...any) {
	m.fail(m.at, RunTime, format, args...)
}

// failExpr stops the run with an error in a formula, and says what its parts were.
func (f *frame) failExpr(e *program.Expr, code diag.Code, format string, args ...any) {
	d := f.m.newFault(&e.Span, code, format, args...)
	if with := f.partsOf(e); with != "" {
		d.Message += "; here " + with
	}
	f.m.raise(d)
}

// none stops the run because a field of none was read, or something asked of none.
func (f *frame) none(e *program.Expr) {
	what := "something"
	switch {
	case len(e.Args) > 0 && e.Args[0].Span != (diag.Span{}):
		what = strings.TrimSpace(e.Args[0].Span.Text())
	case e.Field != nil:
		what = "what has " + e.Field.Name
	}
	if e.Field != nil {
		f.failExpr(e, OfNone, "%s is none, so it has no %s", code.Quoted(what), e.Field.Name)
	}
	f.failExpr(e, OfNone, "%s is none", code.Quoted(what))
}

// notStated stops the run because a field was read that has been left out.
func (f *frame) notStated(e *program.Expr) {
	whose := ""
	if e.Op == program.OpField {
		if v, ok := f.tryPart(e.Args[0]); ok {
			whose = " of " + f.m.show(v, e.Args[0].Type)
		}
	}
	d := f.m.newFault(&e.Span, NotStated, "%s%s has no value", code.Quoted(e.Field.Name), whose)
	f.m.raise(d.WithNote(e.Field.Span, "field %s may be left out", code.Quoted(e.Field.Name)).
		WithHint("check first: if(given(%s), %s, ..)", e.Span.Text(), e.Span.Text()))
}

func (f *frame) noAct(e *program.Expr) {
	f.failExpr(e, OfNone, "there is no action here that %s could belong to", code.Quoted(e.Span.Text()))
}

// partsOf says what the names in an expression stood for: `self.hp = 3, n = 0`.
func (f *frame) partsOf(e *program.Expr) string {
	var parts []string
	seen := map[string]bool{}
	whole := e
	var walk func(e *program.Expr, depth int)
	walk = func(e *program.Expr, depth int) {
		text := e.Span.Text()
		switch e.Op {
		case program.OpLocal, program.OpField, program.OpOwn, program.OpQuantity:
			if depth > 0 && !seen[text] && text != "" && len(parts) < 6 && showable(e.Type) && !readsElement(e, whole) {
				seen[text] = true
				if v, ok := f.tryPart(e); ok {
					parts = append(parts, text+" = "+f.m.show(v, e.Type))
				}
			}
		}
		if depth > 6 || len(parts) >= 6 {
			return
		}
		for _, a := range e.Args {
			walk(a, depth+1)
		}
	}
	walk(e, 0)
	return strings.Join(parts, ", ")
}

// readsElement tells whether a part of a formula reads an element of a list that another
// part of it goes through: outside of that it stands for nothing.
func readsElement(part, whole *program.Expr) bool {
	for x := range part.All() {
		if x.Op == program.OpLocal && binds(whole, x.Index) {
			return true
		}
	}
	return false
}

func showable(t program.Type) bool {
	switch t.Kind {
	case program.List, program.Set, program.EventData, program.EntryData, program.FormulaField, program.ProgramField, program.MapType:
		return false
	}
	return true
}

// tryPart works a part of a formula out once more, in a frame of its own.
func (f *frame) tryPart(e *program.Expr) (v float64, ok bool) {
	frame, depth := f.m.frame, f.m.work.depth
	defer func() {
		if r := recover(); r != nil {
			f.m.frame, ok = frame, false
			f.m.work.backTo(depth)
		}
	}()
	m, slots := f.m, code.SlotsOf(e)
	x, ok := m.asking().Part(e)
	if !ok {
		return 0, false
	}
	g := m.enter(slots)
	g.act, g.event, g.rolls = f.act, f.event, append(g.rolls, f.rolls...)
	for slot := range g.locals {
		g.locals[slot] = f.regs[f.registerOf(slot)]
	}
	v = m.eval(x, g)
	m.leave(g)
	return v, true
}

// badNumber stops the run because a number can't be stored.
func (m *Machine) badNumber(v float64, x *code.Field, span *diag.Span) {
	text := ""
	if span != nil {
		text = span.Text()
	}
	if math.IsNaN(v) || math.IsInf(v, 0) || math.Abs(v) > program.MaxWhole {
		m.fail(span, NumberOutOfRange, "%s would become %s, by %s; the limit is 2^53 - 1 either way", code.Quoted(x.Name), number.Format(v), code.Quoted(text))
	}
	d := m.newFault(span, NotWhole, "%s would become %s, by %s; only whole numbers are stored", code.Quoted(x.Name), number.Format(v), code.Quoted(text))
	m.raise(d.WithHint("round it with floor, ceil or round"))
}

func (m *Machine) failDepth() {
	m.fail(m.at, TooMany, "formulas and programs call each other more than %d deep", MaxFrames)
}

// deeper counts the nesting of actions, answers, calls and rules.
func (m *Machine) deeper(span *diag.Span) {
	m.work.depth++
	if m.work.depth > m.limits.Depth {
		m.fail(span, TooMany, "actions, answers, calls and rules nest more than %d deep", m.limits.Depth)
	}
}

func (m *Machine) shallower() { m.work.depth-- }

// lookEvery is how much is done between two looks whether a run is to go on: steps, and whatever else
// takes about as long.
const lookEvery = 1000

// step counts what a limit counts: see limits.md.
func (m *Machine) step(n int) {
	m.work.steps += int64(n)
	if m.work.steps > m.work.stepEnd {
		m.look()
	}
}

// pass counts what takes time. Every formula that is worked out passes, and every round of a loop in it.
func (m *Machine) pass(n int) {
	m.work.stepEnd -= int64(n)
	if m.work.steps > m.work.stepEnd {
		m.look()
	}
}

// look stops the run if it has taken too many steps or, while one is under way, if somebody outside wants it to stop;
// otherwise it goes on until the next look.
func (m *Machine) look() {
	if m.work.steps > m.work.actionEnd {
		m.tooManySteps()
	}
	if c := m.opts.Context; c != nil && m.guards > 0 && c.Err() != nil {
		m.fail(m.at, Stopped, "the run was stopped after %d steps: %v", m.work.steps, context.Cause(c))
	}
	m.work.stepEnd = min(m.work.steps+lookEvery, m.work.actionEnd)
}

// tooManySteps stops the run because these are too many.
func (m *Machine) tooManySteps() {
	switch l := m.work.loop; {
	case l.rounds > 100 && m.work.steps > m.limits.Steps, l.rounds > 0 && m.work.actionEnd < m.work.steps && m.work.steps <= m.limits.Steps:
		d := m.newFault(l.span, TooMany, "the loop while %s has run %d times, and the limit for an action is %d steps", value.OneLine(l.span.Text()), l.rounds, m.limits.ActionSteps)
		m.raise(d.WithHint("something in its braces must change what the test reads"))
	case m.work.steps > m.limits.Steps:
		d := m.newFault(m.at, TooMany, "the encounter takes more than %d steps: it may never end, or be larger than this limit allows", m.limits.Steps)
		if t := m.Code.Program.Time; t != nil && t.Over == nil {
			d.WithHint("the ruleset doesn't say when an encounter is over: add it under time, for example over: count(combatants) < 2")
		}
		m.raise(d)
	default:
		m.fail(m.at, TooMany, "an action takes more than %d steps", m.limits.ActionSteps)
	}
}

// beginProgram gives a program at the top its own steps.
func (m *Machine) beginProgram() {
	if m.work.depth <= 1 {
		m.work.actionEnd = min(m.work.steps+int64(m.limits.ActionSteps), m.limits.Steps)
		m.work.stepEnd = min(m.work.stepEnd, m.work.actionEnd)
	}
}

// failChain stops the run because rules cause each other without an end.
func (m *Machine) failChain(base int) {
	r := m.settling.fired[base].rule
	d := m.newFault(&r.Span, RulesCycle, "rules trigger each other more than %d times in a row", m.limits.Chain)
	seen := map[*code.Rule]bool{}
	for i := len(m.settling.chained) - 1; i >= 0 && len(seen) < maxStack; i-- {
		x := m.settling.chained[i]
		if seen[x] {
			break
		}
		seen[x] = true
		d.WithNote(x.Span, "after rule %s", code.Quoted(x.Name))
	}
	m.raise(d)
}

// asDiagnostic returns the diagnostic that an error is, or wraps it as one.
func (m *Machine) asDiagnostic(err error, span *diag.Span) *diag.Diagnostic {
	if errors.Is(err, ErrOver) {
		panic(calledOver{})
	}
	var d *diag.Diagnostic
	if errors.As(err, &d) {
		return d
	}
	return m.newFault(span, RunTime, "%s", err.Error())
}

// caught turns a panic into an error: a run-time error of the rules, or a mistake
// in rulec, which is never blamed on the rules.
func (m *Machine) caught(r any, err *error) {
	if r == nil {
		return
	}
	switch r := r.(type) {
	case stop:
		*err = r.d
		return
	case value.Full:
		*err = m.newFault(m.at, TooMany, "%s", string(r))
		return
	}
	*err = diag.Mistakef(Internal, m.somewhere(m.at), "this is a bug in rulec, not in the rules: %v", r)
}
