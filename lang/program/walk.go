package program

import (
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
// For or an Afterwards, the calls of the test and the block of a While, none of most others.
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
func Operands(s Stmt) []*Expr { return contentsOf[*Expr](s) }

// Untils returns the end phrases in a statement: those of the condition that an Apply applies,
// and the end of an EndCondition's muting.
func Untils(s Stmt) []*Until { return contentsOf[*Until](s) }

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

// Part is a formula, a program or a constant. Exactly one of them is set.
type Part struct {
	Formula  *Formula
	Routine  *Routine
	Constant *Expr
	// In is the field that holds it, with its struct: "Rule.If".
	In string
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
	return func(yield func(Part) bool) { eachPart(p, yield) }
}

// Parts visits everything in an encounter itself: the initial values of its things,
// its setup and its scripts. It omits the ruleset.
func (e *Encounter) Parts() iter.Seq[Part] {
	return func(yield func(Part) bool) { eachPart(e, yield) }
}

// eachPart reports whether the visit goes on.
func eachPart(x any, yield func(Part) bool) bool {
	for field, content := range contents(x) {
		goesOn := true
		switch x := content.(type) {
		case *Formula:
			goesOn = yield(Part{Formula: x, In: field})
		case *Expr:
			goesOn = yield(Part{Constant: x, In: field}) && eachOwn(x, yield)
		case *Routine:
			goesOn = yield(Part{Routine: x, In: field}) && eachEnd(x, yield)
		}
		if !goesOn {
			return false
		}
	}
	return true
}

// eachOwn visits the values of things that differ from their definitions.
func eachOwn(x *Expr, yield func(Part) bool) bool {
	for e := range x.All() {
		if e.Own != nil && !eachPart(e.Own, yield) {
			return false
		}
	}
	return true
}

// eachEnd visits the formulas of the ends in a program.
func eachEnd(r *Routine, yield func(Part) bool) bool {
	for s := range r.Stmts() {
		for field, content := range contents(s) {
			if f, ok := content.(*Formula); ok && !yield(Part{Formula: f, In: field}) {
				return false
			}
		}
	}
	return true
}
