package interp

import (
	"errors"
	"fmt"
	"slices"

	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
)

// Faults returns what can be said of a ruleset before anything is played: the constants
// that can't be worked out. With any of them no machine can be made.
func (code *Code) Faults() diag.List { return code.faults }

// Prove finds what can be said of an encounter before it is played: the constants of its
// ruleset and of its own texts that can't be worked out, what its combatants can't start with. The
// list is sorted by place.
func Prove(code *Code, e *program.Encounter) diag.List {
	list := slices.Clone(code.faults)
	if !list.HasErrors() {
		m := &Machine{code: code}
		err := m.prepareFor(code, e, Options{})
		if len(m.code.faults) > 0 {
			list, err = append(list, m.code.faults...), nil
		}
		var d *diag.Diagnostic
		if errors.As(err, &d) {
			list.Add(d)
		}
	}
	list.Sort()
	return list
}

// constant works out a constant expression; 0 if that can't be done.
func (c *compiler) constant(e *program.Expr) float64 {
	if e == nil {
		return 0
	}
	v := 0.0
	c.attempt(func(m *Machine) {
		num := c.number(e)
		m.lists, m.dice = c.lists, c.dice
		c.scratch.locals = make([]float64, slotsOf(e))
		v = num(c.scratch)
		if e.Type.Kind == program.List || e.Type.Kind == program.Set {
			v = m.lists.keep(v)
		}
		m.lists.release(listMark{})
		c.lists, c.dice = m.lists, m.dice
	})
	return v
}

// slotsOf is how many locals an expression needs by itself, for the elements of lists.
func slotsOf(e *program.Expr) int {
	n := 0
	if e.Op == program.OpLocal || len(e.Args) == 2 {
		n = e.Index + 1
	}
	for _, a := range e.Args {
		n = max(n, slotsOf(a))
	}
	return n
}

// attempt works something out on a machine without an encounter. What can't be worked
// out is a fault.
func (c *compiler) attempt(f func(m *Machine)) {
	if c.scratch == nil {
		m := &Machine{code: c.Code, limits: DefaultLimits()}
		m.stepEnd = m.limits.Steps
		m.actionEnd = m.limits.Steps
		m.cup = newCup(&c.labels, nil)
		c.scratch = &m.root
		m.root.m, m.frame = m, &m.root
	}
	m := c.scratch.m
	defer func() {
		if r := recover(); r != nil {
			m.frame = &m.root
			m.lists.release(listMark{})
			m.lists.open = m.lists.open[:0]
			c.fault(r)
		}
	}()
	f(m)
}

// fault notes what has stopped something from being worked out.
func (c *compiler) fault(r any) {
	s, stopped := r.(stop)
	if !stopped {
		panic(r)
	}
	for _, d := range c.faults {
		if d.Span == s.d.Span && d.Message == s.d.Message {
			return
		}
	}
	c.faults.Add(s.d)
}

// prove works out the constants in a formula, so that what can't be worked out is known
// before play.
func (c *compiler) prove(e *program.Expr) {
	if e == nil {
		return
	}
	if c.defining { // tables and definitions that it reads may not be there yet
		c.unproved = append(c.unproved, e)
		return
	}
	if !fixedBefore(e) {
		for _, a := range e.Args {
			c.prove(a)
		}
		return
	}
	switch e.Op {
	case program.OpConst, program.OpDice, program.OpList:
		for _, a := range e.Args {
			c.prove(a)
		}
	default:
		c.constant(e)
	}
}

// fixedBefore tells whether an expression is the same whenever it is worked out.
func fixedBefore(e *program.Expr) bool {
	switch e.Op {
	case program.OpConst, program.OpDice, program.OpFixedDice, program.OpNeg, program.OpAdd, program.OpSub, program.OpMul, program.OpDiv, program.OpMod,
		program.OpPow, program.OpLess, program.OpLessEq, program.OpGreater, program.OpGreaterEq, program.OpNot, program.OpIf,
		program.OpAnd, program.OpOr, program.OpDiceAdd, program.OpDiceSub, program.OpStepAdd, program.OpStepDiff, program.OpColumn, program.OpTable,
		program.OpList, program.OpRange, program.OpIndex:
	case program.OpBuiltin:
		if e.Builtin < program.Min || e.Builtin > program.Sides && (e.Builtin < program.Position || e.Builtin > program.Given) {
			return false
		}
	default:
		return false
	}
	for _, a := range e.Args {
		if !fixedBefore(a) {
			return false
		}
	}
	return true
}

// internalFault is the fault of a mistake in rulec itself.
func internalFault(r any) *diag.Diagnostic {
	return diag.Mistakef(Internal, diag.Span{}, "rulec made a mistake here; the rules are not to blame: %s", fmt.Sprint(r))
}
