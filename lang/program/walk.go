package program

import (
	"fmt"
	"iter"
	"slices"
)

// All visits x and everything below it, each expression before its arguments. For nil
// it visits nothing.
func (x *Expr) All() iter.Seq[*Expr] {
	return func(yield func(*Expr) bool) { x.each(yield) }
}

// Input finds where a formula reads one of its inputs; nil means that it doesn't.
func (x *Expr) Input(slot int) *Expr {
	for e := range x.All() {
		if e.Op == OpLocal && e.Index == slot {
			return e
		}
	}
	return nil
}

// each reports whether the visit goes on.
func (x *Expr) each(yield func(*Expr) bool) bool {
	if x == nil {
		return true
	}
	if !yield(x) {
		return false
	}
	for _, a := range x.Args {
		if !a.each(yield) {
			return false
		}
	}
	return true
}

// Bound returns the value that an assignment raises (sign 1) or lowers (-1) its field to, if it does nothing else:
// N in `x.f = max(x.f, N)`; otherwise nil.
func (a *Assign) Bound() (bound *Expr, sign int8) {
	v, at := a.Value, -1
	if a.Op != '=' || v.Op != OpBuiltin || v.Builtin != Max && v.Builtin != Min {
		return nil, 0
	}
	for i, x := range v.Args {
		if x.Op == a.Target.Op && x.Field == a.Target.Field && x.Span.Text() == a.Target.Span.Text() {
			at = i
		}
	}
	if at < 0 || len(v.Args) < 2 {
		return nil, 0
	}
	rest := *v
	rest.Args = slices.Delete(slices.Clone(v.Args), at, at+1)
	bound = &rest
	if len(rest.Args) == 1 {
		bound = rest.Args[0]
	}
	if v.Builtin == Min {
		return bound, -1
	}
	return bound, 1
}

// Exprs visits every expression of a formula. For nil it visits nothing.
func (f *Formula) Exprs() iter.Seq[*Expr] {
	if f == nil {
		return (*Expr)(nil).All()
	}
	return f.Expr.All()
}

// Formulas returns the condition of a contribution, nil for always, and the formula for each channel.
func (c *Contribution) Formulas() []*Formula {
	list := []*Formula{c.When}
	for _, amount := range c.Amounts {
		list = append(list, amount.Value)
	}
	return list
}

// ReadsMember reports whether a formula of a family's field reads the input each, the member
// for which it is evaluated. A nil formula doesn't.
func (f *Formula) ReadsMember() bool {
	if f == nil {
		return false
	}
	each := slices.IndexFunc(f.Inputs, func(in Local) bool { return in.Name == "each" })
	return each >= 0 && f.Expr.Input(each) != nil
}

// Stmts visits every statement of a program, those in blocks after the statement that
// they belong to. For nil it visits nothing.
func (r *Routine) Stmts() iter.Seq[Stmt] {
	if r == nil {
		return EachStmt(nil)
	}
	return EachStmt(r.Body)
}

// EachStmt visits statements, and those in their blocks.
func EachStmt(body []Stmt) iter.Seq[Stmt] {
	return func(yield func(Stmt) bool) { eachStmt(body, yield) }
}

// eachStmt reports whether the visit goes on.
func eachStmt(body []Stmt, yield func(Stmt) bool) bool {
	for _, s := range body {
		if !yield(s) {
			return false
		}
		for _, block := range Blocks(s) {
			if !eachStmt(block, yield) {
				return false
			}
		}
	}
	return true
}

// Blocks returns the statements that belong to a statement: two blocks of an If, one of a
// For or an Afterwards, the calls of the test and the block of a While, none of any other.
func Blocks(s Stmt) [][]Stmt {
	switch s := s.(type) {
	case *If:
		return [][]Stmt{s.Then, s.Else}
	case *Perform:
		return [][]Stmt{s.Else}
	case *For:
		return [][]Stmt{s.Body}
	case *While:
		return [][]Stmt{s.Calls, s.Body}
	case *Afterwards:
		return [][]Stmt{s.Body}
	}
	return nil
}

// Operands returns the expressions of a statement that are evaluated in its program's
// frame: values, conditions, the values of `with`, clock times of ends. It omits everything
// below them, in blocks and in the formulas of ends;
// see [Expr.All], [Blocks] and [Untils].
func Operands(s Stmt) []*Expr {
	return slices.DeleteFunc(operands(s), func(x *Expr) bool { return x == nil })
}

// operands returns them with nil for each missing one.
func operands(s Stmt) []*Expr {
	switch s := s.(type) {
	case *SetLocal:
		return []*Expr{s.Value}
	case *CallProc:
		return slices.Clone(s.Args)
	case *CallField:
		return append([]*Expr{s.Of}, s.Args...)
	case *Assign:
		return []*Expr{s.Target, s.Value}
	case *Roll:
		list := []*Expr{s.By, s.LabelFrom, s.Dice}
		if s.Test != nil {
			list = append(list, operands(s.Test)...)
		}
		return list
	case *Test:
		return append(valuesOf(s.With), s.Rolled, s.Against)
	case *Choose:
		return []*Expr{s.From, s.To, s.Where, s.By, s.Default}
	case *Draw:
		return []*Expr{s.By}
	case *Discard:
		return []*Expr{s.What}
	case *Shuffle:
		return nil
	case *Announce:
		return append(valuesOf(s.With), s.Of, s.For)
	case *Perform:
		return append(valuesOf(s.With), s.Act, s.By)
	case *Pay:
		return []*Expr{s.Member, s.Amount, s.From}
	case *Apply:
		return append(append(valuesOf(s.With), s.Named, s.To, s.By), clocks(s)...)
	case *EndCondition:
		return append([]*Expr{s.Named, s.Which, s.On, s.Where}, clocks(s)...)
	case *EndEntry:
		return []*Expr{s.Of}
	case *EndActions:
		return []*Expr{s.Of, s.Act}
	case *Move:
		return slices.Concat(s.What, s.To)
	case *Carry:
		return []*Expr{s.What, s.To}
	case *Schedule:
		return append(append(valuesOf(s.With), s.Keys...), s.Of, s.AfterOf, s.For)
	case *If:
		return []*Expr{s.Cond}
	case *For:
		return []*Expr{s.In, s.MapOf, s.Where, s.Order}
	case *While:
		return []*Expr{s.Cond}
	case *Afterwards:
		return nil
	case *Stop:
		return []*Expr{s.With}
	}
	panic(fmt.Sprintf("program: no such statement: %T", s))
}

func valuesOf(with []With) []*Expr {
	var list []*Expr
	for _, w := range with {
		list = append(list, w.Value)
	}
	return list
}

// Untils returns the end phrases in a statement: those of the condition that an Apply applies,
// and the end of an EndCondition's muting.
func Untils(s Stmt) []*Until {
	switch s := s.(type) {
	case *Apply:
		return s.Until
	case *EndCondition:
		if s.Until != nil {
			return []*Until{s.Until}
		}
	}
	return nil
}

func clocks(s Stmt) []*Expr {
	var list []*Expr
	for _, u := range Untils(s) {
		list = append(list, u.Clock)
	}
	return list
}

// AllRules visits every rule: standing ones, then those of conditions and of
// definitions, in file order.
func (p *Program) AllRules() iter.Seq[*Rule] {
	return func(yield func(*Rule) bool) {
		all := slices.Clone(p.Rules)
		for _, c := range p.Conditions {
			all = append(all, c.Rules...)
		}
		for _, k := range p.Kinds {
			for _, d := range k.Defs {
				all = append(all, d.Rules...)
			}
		}
		for _, r := range all {
			if !yield(r) {
				return
			}
		}
	}
}

// Stmts visits every statement of every program of a ruleset, as [Program.Parts] visits
// the programs.
func (p *Program) Stmts() iter.Seq[Stmt] {
	return func(yield func(Stmt) bool) {
		for t := range p.Parts() {
			if t.Routine != nil && !eachStmt(t.Routine.Body, yield) {
				return
			}
		}
	}
}

// Part is a formula, a program or a constant. Exactly one is set.
type Part struct {
	Formula  *Formula
	Routine  *Routine
	Constant *Expr
}

// Exprs visits every expression of a part: those of all statements of a program, but
// not of the formulas of their ends, which are separate parts.
func (p Part) Exprs() iter.Seq[*Expr] {
	return func(yield func(*Expr) bool) {
		if !p.Constant.each(yield) || p.Formula != nil && !p.Formula.Expr.each(yield) {
			return
		}
		for s := range p.Routine.Stmts() {
			for _, x := range Operands(s) {
				if !x.each(yield) {
					return
				}
			}
		}
	}
}

// Parts visits all formulas, programs and constants of a ruleset, in the
// order of [Program]'s fields. A part shared by several definitions, such as the program
// of a kind of actions, occurs once for each of them. The formulas in a program, such as
// those of ends, come after it.
func (p *Program) Parts() iter.Seq[Part] {
	return func(yield func(Part) bool) {
		w := &parts{yield: yield}
		w.figures(p)
		for _, k := range p.Kinds {
			w.kind(k)
		}
		for _, a := range p.Actions {
			w.action(a)
		}
		for _, q := range p.Quantities {
			w.formula(q.Value)
		}
		for _, c := range p.Conditions {
			w.condition(c)
		}
		w.rule(p.Rules...)
		for _, x := range p.Procs {
			w.routine(x.Routine)
		}
		for _, e := range p.Events {
			w.event(e)
		}
		for _, c := range p.Checks {
			w.field(c.Fields...)
			w.formula(c.Margin, c.Success, c.Degree)
			w.template(c.Told)
		}
		for _, c := range p.Choices {
			w.template(c.Question, c.Told)
		}
		for _, d := range p.Decks {
			w.formula(d.Cards)
		}
		w.time(p.Time)
		w.space(p.Space)
		for _, t := range p.Tactics {
			w.tactic(t)
		}
		w.reports(p.Reports)
		for _, l := range p.Laws {
			w.law(l)
		}
	}
}

// Parts visits everything in an encounter itself: the initial values of its things,
// its setup and its scripts. It omits the ruleset.
func (e *Encounter) Parts() iter.Seq[Part] {
	return func(yield func(Part) bool) {
		w := &parts{yield: yield}
		for _, t := range e.Things {
			w.value(t.Values...)
			for _, c := range t.Conditions {
				w.given(c)
			}
		}
		w.routine(e.Setup)
		for _, entry := range e.Entries {
			w.with(entry.With)
		}
		w.script(e.Script)
		for _, c := range e.Odds {
			w.formula(c.What)
		}
		for _, s := range e.After {
			w.script(s)
		}
	}
}

// parts passes every part to yield until yield has enough.
type parts struct {
	yield func(Part) bool
	done  bool
}

func (w *parts) part(p Part) { w.done = w.done || !w.yield(p) }

// All of these skip nil.

func (w *parts) formula(list ...*Formula) {
	for _, f := range list {
		if f != nil {
			w.part(Part{Formula: f})
		}
	}
}

func (w *parts) constant(list ...*Expr) {
	for _, x := range list {
		if x != nil {
			w.part(Part{Constant: x})
		}
	}
}

func (w *parts) routine(r *Routine) {
	if r == nil {
		return
	}
	w.part(Part{Routine: r})
	for s := range r.Stmts() {
		w.untils(Untils(s))
	}
}

func (w *parts) template(list ...*Template) {
	for _, t := range list {
		if t == nil {
			continue
		}
		for _, piece := range t.Pieces {
			w.formula(piece.Value)
		}
	}
}

func (w *parts) with(list []With) {
	for _, x := range list {
		w.constant(x.Value)
	}
}

func (w *parts) untils(list []*Until) {
	for _, u := range list {
		w.formula(u.Time, u.When)
		w.trigger(u.On)
	}
}

func (w *parts) trigger(list ...*Trigger) {
	for _, t := range list {
		if t != nil {
			w.formula(t.Member, t.Of)
		}
	}
}

func (w *parts) value(list ...*Value) {
	for _, v := range list {
		if v == nil {
			continue
		}
		w.constant(v.Expr)
		w.own(v.Expr)
		w.formula(v.Formula)
		w.routine(v.Routine)
		for i := range v.Map {
			w.constant(v.Map[i].Key)
			w.value(&v.Map[i].Value)
		}
	}
}

func (w *parts) figures(p *Program) {
	for _, x := range p.Params {
		w.constant(x.Dice)
	}
	for _, s := range p.Scales {
		for _, step := range s.Steps {
			w.constant(step.Values...)
		}
	}
	for _, t := range p.Tables {
		for i := range t.Rows {
			w.constant(t.Rows[i].Values...)
		}
	}
}

// own visits the values of things that differ from their definitions.
func (w *parts) own(x *Expr) {
	for e := range x.All() {
		if e.Own == nil {
			continue
		}
		w.value(e.Own.Values...)
	}
}

func (w *parts) field(list ...*Field) {
	for _, f := range list {
		w.value(f.Default)
		w.template(f.Told)
		if f.Pool != nil {
			w.pool(f.Pool)
		}
	}
}

func (w *parts) pool(p *Pool) {
	w.formula(p.Min, p.Max, p.Start)
	w.costs(p.Instead)
	for _, r := range p.Resets {
		w.trigger(r.On)
		w.formula(r.To)
	}
}

func (w *parts) costs(list []Cost) {
	for i := range list {
		w.formula(list[i].Member, list[i].Amount)
	}
}

func (w *parts) requirements(list []*Requirement) {
	for _, r := range list {
		w.formula(r.If)
		w.template(r.Because)
	}
}

func (w *parts) kind(k *Kind) {
	w.field(k.Fields...)
	for _, d := range k.Defs {
		w.value(d.Values...)
		w.body(&d.Body)
	}
}

func (w *parts) body(b *Body) {
	for _, c := range b.Modifies {
		w.formula(c.When)
		for i := range c.Amounts {
			w.formula(c.Amounts[i].Value)
		}
	}
	for _, x := range b.Forbids {
		w.formula(x.When)
		w.template(x.Because)
	}
	w.rule(b.Rules...)
}

func (w *parts) rule(list ...*Rule) {
	for _, r := range list {
		w.trigger(r.On...)
		w.formula(r.If)
		w.routine(r.Do)
		w.template(r.Told)
		w.body(&r.Body)
	}
}

func (w *parts) action(a *Action) {
	for _, p := range a.Params {
		w.field(p.Field)
		w.formula(p.List, p.Low, p.High, p.Where, p.Default)
	}
	w.field(a.Running...)
	w.costs(a.Costs)
	w.requirements(a.Requires)
	w.routine(a.Perform)
	w.routine(a.Ended)
	w.template(a.Told)
}

func (w *parts) condition(c *Condition) {
	w.field(c.Fields...)
	w.formula(c.While)
	w.untils(c.Until)
	w.template(c.Begins, c.Stays, c.Ends)
	w.body(&c.Body)
}

func (w *parts) event(e *Event) {
	w.field(e.Fields...)
	w.formula(e.Asks, e.Order)
	w.template(e.Question, e.Told)
}

func (w *parts) time(t *Time) {
	if t == nil {
		return
	}
	for _, e := range t.Entries {
		w.field(e.Fields...)
		w.formula(e.Order)
		w.requirements(e.Requires)
		w.routine(e.Declare)
		w.routine(e.Do)
		w.template(e.Told)
	}
	w.routine(t.Start)
	w.formula(t.Out, t.Over, t.Winner)
}

func (w *parts) space(s *Space) {
	if s != nil {
		w.formula(s.Footprint, s.Fits, s.Cost, s.Enters, s.Blocks)
	}
}

func (w *parts) tactic(t *Tactic) {
	for _, line := range t.Rules {
		w.formula(line.If)
		for _, does := range line.Does {
			w.formula(does.With...)
			w.formula(does.Best)
		}
		w.formula(line.Value)
	}
}

func (w *parts) reports(r *Reports) {
	if r == nil {
		return
	}
	w.formula(r.Stands)
	for _, x := range r.Shown {
		w.formula(x.Value)
	}
}

func (w *parts) law(l *Law) {
	w.formula(l.If)
	w.noted(l.Before)
	w.routine(l.Suppose)
	w.noted(l.Without)
	w.formula(l.Holds)
}

func (w *parts) noted(list []*Noted) {
	for _, n := range list {
		w.formula(n.Value)
	}
}

func (w *parts) given(c *GivenCondition) {
	w.with(c.With)
	if c.GoesOn == nil {
		return
	}
	w.untils(c.GoesOn.Until)
	w.untils(c.GoesOn.MuteUntil)
	for _, e := range c.GoesOn.Entries {
		w.with(e.With)
	}
}

func (w *parts) script(s *Script) {
	if s != nil {
		w.items(s.Items)
	}
}

func (w *parts) items(list []ScriptItem) {
	for _, item := range list {
		switch item := item.(type) {
		case *TurnItem:
			w.formula(item.With...)
			w.items(item.Body)
		case *DiceItem:
			for i := range item.Rolls {
				w.formula(item.Rolls[i].Of)
			}
		case *ChoiceItem:
			w.formula(item.Value...)
		case *ExpectItem:
			w.formula(item.If)
		case *WaitItem:
			w.formula(item.Time)
		case *DoItem:
			w.routine(item.Do)
		}
	}
}
