package compile

import (
	"cmp"
	"errors"
	"slices"

	"github.com/rulec/rulec/interp/board"
	"github.com/rulec/rulec/interp/code"
	"github.com/rulec/rulec/interp/exec"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
)

// A Prover finds out what can be said of rulesets and encounters before anything is played,
// and keeps the code of each ruleset for that. The empty one is ready for use.
type Prover map[*program.Program]*code.Ruleset

// Ruleset compiles a ruleset and returns what can't be worked out in it.
func (p Prover) Ruleset(prog *program.Program) diag.List {
	p[prog] = Ruleset(prog)
	return p[prog].Faults
}

// Encounter prepares an encounter; see [Prove].
func (p Prover) Encounter(e *program.Encounter) diag.List { return Prove(p.Code(e.Program), e) }

// Code returns the code of a ruleset. An encounter with texts of its own has a program of its own.
func (p Prover) Code(prog *program.Program) *code.Ruleset {
	if p[prog] == nil {
		p[prog] = Ruleset(prog)
	}
	return p[prog]
}

// Prove finds what can be said of an encounter before it is played: the constants of its
// ruleset and of its own texts that can't be worked out, what its combatants can't start with. The
// list is sorted by place.
func Prove(rules *code.Ruleset, e *program.Encounter) diag.List {
	list := slices.Clone(rules.Faults)
	if !list.HasErrors() {
		m, faults, err := prepare(rules, e)
		if len(faults) > 0 {
			list, err = append(list, faults...), nil
		}
		if err == nil && !list.HasErrors() {
			err = m.ClosedStarts(&list)
		}
		var d *diag.Diagnostic
		if errors.As(err, &d) {
			list.Add(d)
		}
	}
	list.Sort()
	return list
}

// constant works out a constant expression, on a machine without an encounter; 0 if that
// can't be done, which is a fault.
func (c *compiler) constant(e *program.Expr) (v float64) {
	if e == nil {
		return 0
	}
	if c.calculator == nil {
		c.calculator = exec.NewCalculator(c.Ruleset)
	}
	x := &code.Instructions{}
	c.generateNow(x, text{e, code.SlotsOf(e), -1})
	v, fault := c.calculator.WorkOut(x, e, min(code.SlotsOf(e), code.MostLocals), cmp.Or(c.board, board.Unlaid))
	if fault != nil {
		c.fault(fault)
	}
	return v
}

// fault notes what has stopped an expression from being worked out.
func (c *compiler) fault(x *diag.Diagnostic) {
	for _, d := range c.Faults {
		if d.Span == x.Span && d.Message == x.Message {
			return
		}
	}
	c.Faults.Add(x)
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
	for x := range e.All() {
		if !fixedByParts(x) {
			return false
		}
	}
	return true
}

// fixedByParts tells so of an expression whose arguments are.
func fixedByParts(e *program.Expr) bool {
	switch e.Op {
	case program.OpConst, program.OpDice, program.OpFixedDice, program.OpDiceAdd, program.OpDiceSub, program.OpDiceMul, program.OpStepAdd,
		program.OpStepDiff, program.OpColumn, program.OpTable, program.OpList, program.OpRange, program.OpIndex:
		return true
	case program.OpBuiltin:
		// A place takes ground.
		return e.Builtin.Reads() == program.ReadsNothing && e.Builtin != program.PlaceAt
	}
	return e.Op.Computes()
}
