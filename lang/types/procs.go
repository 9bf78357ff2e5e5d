package types

import (
	"slices"

	"github.com/rulec/rulec/lang/program"
	"github.com/rulec/rulec/lang/syntax"
)

// A proc may be called wherever a program needs a value. Such calls are made before the
// statement, which reads their results in locals without names: formulas never act.
// So a call may be only where it is made exactly once, unconditionally.

// earlyCalls are the calls that are made before the current statement.
type earlyCalls struct {
	list []*earlyCall
	// uncertain says when the part of the statement that is being read would call a proc,
	// if that isn't exactly once; else it is empty.
	uncertain string
}

// earlyCall is a call that is made before its statement.
type earlyCall struct {
	text *syntax.Call
	made *program.CallProc
	// reads are the expressions that read the value. Its slot is known when the whole statement
	// has been read: one that the statement doesn't use itself, for list elements or its blocks.
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

// take gives the collected calls their slots and returns them in the order of their
// ends in the text: from left to right, arguments before the call that they are for.
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

// calledForEach says when a proc in a formula about elements would be called.
const calledForEach = "once for each element"

// onlySo sets when a proc in the following text would be called, until the returned function
// is called.
func (c *earlyCalls) onlySo(when string) (before func()) {
	if c == nil {
		return func() {}
	}
	outer := c.uncertain
	c.uncertain = when
	return func() { c.uncertain = outer }
}

// valueOfProc checks a call of a proc inside a formula of a program: it returns the local that
// holds the result.
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

// noSlot marks a missing slot, those after it have lower ones.
const noSlot = -1

// callBefore makes a call precede the current statement; nil where that isn't certain. A
// text that is read twice makes one call.
func (r *formulaReader) callBefore(e *syntax.Call) *earlyCall {
	for _, call := range r.calls.list {
		if call.text == e {
			return call
		}
	}
	made := r.callProc(e, program.At{Span: e.Span()})
	if r.calls.uncertain != "" {
		d := r.List.Errorf(CodeUncertainCall, e.Name.Span, "%q acts, but here it would be called %s", e.Name.Name, r.calls.uncertain)
		if r.calls.uncertain == calledForEach {
			d.WithHint("call it on the line before: let x = %s(..); or in a loop: for x in .. { .. }", e.Name.Name)
		} else {
			d.WithHint("call it on the line before: let x = %s(..); inside an if when it isn't always needed", e.Name.Name)
		}
		return nil
	}
	call := &earlyCall{text: e, made: made}
	r.calls.list = append(r.calls.list, call)
	return call
}

// callProc checks a call of a proc whose result isn't stored yet.
func (r *formulaReader) callProc(e *syntax.Call, at program.At) *program.CallProc {
	proc := r.Proc(e.Name.Name)
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
	proc := sc.Proc(call.Name.Name)
	sc.Uses.Add(call.Name.Span, proc.Decl.Span, proc.Gives)
	return call
}
