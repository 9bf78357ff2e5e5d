package types

import (
	"slices"

	"github.com/rulec/rulec/lang/program"
	"github.com/rulec/rulec/lang/syntax"
)

// A proc may be called wherever a program wants a value. Such calls are made before the
// statement, which reads what they gave in locals without names: formulas go on acting never.
// So a call can stand only where it is made once and always.

// earlyCalls are the calls that are made before the statement at hand.
type earlyCalls struct {
	list []*earlyCall
	// uncertain says when a proc would be called in the part of the statement that is being read,
	// if that isn't once and always; else it is empty.
	uncertain string
}

// earlyCall is a call that is made before its statement.
type earlyCall struct {
	text *syntax.Call
	made *program.CallProc
	// reads are what reads the value. Which slot that is in is known when the whole statement
	// has been read: none that the statement itself uses, for elements of lists or its blocks.
	reads []*program.Expr
}

// withCalls checks one statement, and puts the calls in its formulas before it.
func (r *programReader) withCalls(s syntax.Stmt) []program.Stmt {
	outer := r.calls.list
	r.calls.list = nil
	out := r.statement(s)
	out = append(r.calls.take(r.frame), out...)
	r.calls.list = outer
	return out
}

// take gives the calls that have been read their slots and returns them in the order in
// which they end in the text: from left to right, arguments before the call that they are for.
func (c *earlyCalls) take(f *frame) []program.Stmt {
	slices.SortStableFunc(c.list, func(a, b *earlyCall) int { return a.text.Span().End - b.text.Span().End })
	var list []program.Stmt
	for _, call := range c.list {
		call.made.Into = f.most
		f.most += max(1, len(call.made.Proc.Results))
		for _, x := range call.reads {
			x.Index = call.made.Into + noSlot - x.Index
		}
		list = append(list, call.made)
	}
	c.list = nil
	return list
}

// calledForEach is when a proc would be called that stands in a formula about elements.
const calledForEach = "for each element anew"

// onlySo says when a proc would be called in what is read next, until the function that it
// returns is called.
func (c *earlyCalls) onlySo(when string) (before func()) {
	if c == nil {
		return func() {}
	}
	outer := c.uncertain
	c.uncertain = when
	return func() { c.uncertain = outer }
}

// valueOfProc is a call of a proc inside a formula of a program: the local that holds what it
// gave.
func (r *formulaReader) valueOfProc(e *syntax.Call, proc *program.Proc) *program.Expr {
	made := r.callBefore(e)
	r.givesValue(proc, e.Name)
	if made != nil && proc.GivesRoll() != nil {
		return made.reading(0, NumberType, e.Span())
	}
	if made == nil || proc.Results != nil || proc.Gives.Kind == program.Nothing || proc.Gives.Kind == program.Unknown {
		return r.broken(e.Span())
	}
	return made.reading(0, proc.Gives, e.Span())
}

// noSlot is the slot of what has none yet, those behind it have lower ones.
const noSlot = -1

// callBefore has a call made before the statement at hand; nil where that isn't certain. What
// is read twice is called once.
func (r *formulaReader) callBefore(e *syntax.Call) *earlyCall {
	for _, call := range r.calls.list {
		if call.text == e {
			return call
		}
	}
	made := r.callProc(e, program.At{Span: e.Span()})
	if r.calls.uncertain != "" {
		d := r.List.Errorf(CodeUncertainCall, e.Name.Span, "%q acts, and here it would be called %s", e.Name.Name, r.calls.uncertain)
		if r.calls.uncertain == calledForEach {
			d.WithHint("call it on a line before: let x = %s(..); or in a loop: for x in .. { .. }", e.Name.Name)
		} else {
			d.WithHint("call it on a line before: let x = %s(..); in an if, where it isn't always wanted", e.Name.Name)
		}
		return nil
	}
	call := &earlyCall{text: e, made: made}
	r.calls.list = append(r.calls.list, call)
	return call
}

// callProc is a call of a proc of which nothing is kept yet.
func (r *formulaReader) callProc(e *syntax.Call, at program.At) *program.CallProc {
	proc := r.Procs[e.Name.Name]
	return &program.CallProc{At: at, Proc: proc, Args: r.arguments(e.Name, e.Args, proc.Inputs), Into: -1}
}

// procCall returns e if it is the call of a proc.
func (sc *scope) procCall(e syntax.Expr) *syntax.Call {
	call, ok := e.(*syntax.Call)
	if !ok || sc.Procs[call.Name.Name] == nil || isFunction(call.Name.Name) {
		return nil
	}
	if l := sc.find(call.Name.Name); l != nil && (l.Type.Kind == program.FormulaField || l.Type.Kind == program.ProgramField) {
		return nil
	}
	proc := sc.Procs[call.Name.Name]
	sc.Uses.Add(call.Name.Span, proc.Decl.Span, proc.Gives)
	return call
}
