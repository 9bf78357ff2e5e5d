package types

import (
	"slices"

	"github.com/rulec/rulec/lang/program"
	"github.com/rulec/rulec/lang/syntax"
)

// A proc may be called wherever a program wants a value. Such calls are made before the
// statement, which reads what they gave in locals without names: formulas go on acting never.
// So a call can stand only where it is made once and always.

// madeCall is a call that is made before its statement.
type madeCall struct {
	text *syntax.Call
	made *program.CallProc
	// reads are what reads the value. Which slot that is in is known when the whole statement
	// has been read: none that the statement itself uses, for elements of lists or its blocks.
	reads []*program.Expr
}

// withCalls checks one statement, and puts the calls in its formulas before it.
func (r *reader) withCalls(s syntax.Stmt) []program.Stmt {
	outer := r.calls
	r.calls = nil
	out := r.statement(s)
	out = append(r.takeCalls(), out...)
	r.calls = outer
	return out
}

// takeCalls gives the calls that have been read their slots and returns them in the order in
// which they end in the text: from left to right, arguments before the call that they are for.
func (r *reader) takeCalls() []program.Stmt {
	slices.SortStableFunc(r.calls, func(a, b madeCall) int { return a.text.Span().End - b.text.Span().End })
	var list []program.Stmt
	for _, c := range r.calls {
		c.made.Into = r.most
		r.most += max(1, len(c.made.Proc.Results))
		for _, x := range c.reads {
			x.Index = c.made.Into + noSlot - x.Index
		}
		list = append(list, c.made)
	}
	r.calls = nil
	return list
}

// calledForEach is when a proc would be called that stands in a formula about elements.
const calledForEach = "for each element anew"

// onlySo says when a proc would be called in what is read next, until the function that it
// returns is called.
func (r *reader) onlySo(when string) (before func()) {
	outer := r.uncertain
	r.uncertain = when
	return func() { r.uncertain = outer }
}

// valueOfProc is a call of a proc inside a formula of a program: the local that holds what it
// gave.
func (r *reader) valueOfProc(e *syntax.Call, proc *program.Proc) *program.Expr {
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
func (r *reader) callBefore(e *syntax.Call) *madeCall {
	for i := range r.calls {
		if r.calls[i].text == e {
			return &r.calls[i]
		}
	}
	made := r.callProc(e, program.At{Span: e.Span()})
	if r.uncertain != "" {
		d := r.List.Errorf(CodeUncertainCall, e.Name.Span, "%q acts, and here it would be called %s", e.Name.Name, r.uncertain)
		if r.uncertain == calledForEach {
			d.WithHint("call it on a line before: let x = %s(..); or in a loop: for x in .. { .. }", e.Name.Name)
		} else {
			d.WithHint("call it on a line before: let x = %s(..); in an if, where it isn't always wanted", e.Name.Name)
		}
		return nil
	}
	r.calls = append(r.calls, madeCall{text: e, made: made})
	return &r.calls[len(r.calls)-1]
}

// callProc is a call of a proc of which nothing is kept yet.
func (r *reader) callProc(e *syntax.Call, at program.At) *program.CallProc {
	proc := r.Procs[e.Name.Name]
	return &program.CallProc{At: at, Proc: proc, Args: r.arguments(e.Name, e.Args, proc.Inputs), Into: -1}
}

// procCall returns e if it is the call of a proc.
func (r *reader) procCall(e syntax.Expr) *syntax.Call {
	call, ok := e.(*syntax.Call)
	if !ok || r.Procs[call.Name.Name] == nil || isFunction(call.Name.Name) {
		return nil
	}
	if l := r.find(call.Name.Name); l != nil && (l.Type.Kind == program.FormulaField || l.Type.Kind == program.ProgramField) {
		return nil
	}
	proc := r.Procs[call.Name.Name]
	r.Uses.Add(call.Name.Span, proc.Decl.Span, proc.Gives)
	return call
}
