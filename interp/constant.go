package interp

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"github.com/rulec/rulec/interp/board"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
)

// Faults returns what can be said of a ruleset before anything is played: the constants
// that can't be worked out. With any of them no machine can be made.
func (code *Code) Faults() diag.List { return code.faults }

// A Prover finds out what can be said of rulesets and encounters before anything is played,
// and keeps the code of each ruleset for that. The empty one is ready for use.
type Prover map[*program.Program]*Code

// Ruleset compiles a ruleset and returns what can't be worked out in it.
func (p Prover) Ruleset(prog *program.Program) diag.List {
	p[prog] = Compile(prog)
	return p[prog].Faults()
}

// Encounter prepares an encounter; see [Prove].
func (p Prover) Encounter(e *program.Encounter) diag.List { return Prove(p.Code(e.Program), e) }

// Code returns the code of a ruleset. An encounter with texts of its own has a program of its own.
func (p Prover) Code(prog *program.Program) *Code {
	if p[prog] == nil {
		p[prog] = Compile(prog)
	}
	return p[prog]
}

// Prove finds what can be said of an encounter before it is played: the constants of its
// ruleset and of its own texts that can't be worked out, what its combatants can't start with. The
// list is sorted by place.
func Prove(code *Code, e *program.Encounter) diag.List {
	list := slices.Clone(code.faults)
	if !list.HasErrors() {
		m, faults, err := prepare(code, e)
		if len(faults) > 0 {
			list, err = append(list, faults...), nil
		}
		if err == nil && !list.HasErrors() {
			err = m.guarded(func() error { m.closedStarts(&list); return nil })
		}
		var d *diag.Diagnostic
		if errors.As(err, &d) {
			list.Add(d)
		}
	}
	list.Sort()
	return list
}

// ClosedStart is the code of a combatant who begins where nobody can be.
const ClosedStart diag.Code = "closed-start"

var _ = diag.Register(diag.Explanation{
	Code:    ClosedStart,
	Summary: "a combatant begins on ground that nobody can enter, or partly off the map",
	Section: "space",
	Mend:    "give them another place; the first number is the column, the second the row, both from 0",
})

// closedStarts warns of combatants who begin where nobody can be.
func (m *Machine) closedStarts(list *diag.List) {
	for i, t := range m.encounter.Things {
		if t.Kind != m.code.Program.Creature || t.Place == nil || m.board.Enters(m.areaOf(board.Thing(i+1))) {
			continue
		}
		list.Warnf(ClosedStart, t.PlaceAt, "%q begins where nobody can be", t.Name).
			WithHint("the first number is the column, the second the row, both counted from 0")
	}
}

// constant works out a constant expression, on a machine without an encounter; 0 if that
// can't be done, which is a fault.
func (c *compiler) constant(e *program.Expr) (v float64) {
	if e == nil {
		return 0
	}
	if c.calculator == nil {
		c.calculator = newCalculator(c.Code)
	}
	x := &code{}
	c.generateNow(x, text{e, slotsOf(e), -1})
	v, fault := c.calculator.workOut(x, e, min(slotsOf(e), mostLocals), cmp.Or(c.board, board.Unlaid))
	if fault != nil {
		c.fault(fault)
	}
	return v
}

// slotsOf is how many locals an expression needs by itself, for the elements of lists.
func slotsOf(e *program.Expr) int {
	n := 0
	for x := range e.All() {
		if x.Op == program.OpLocal || len(x.Args) == 2 {
			n = max(n, x.Index+1)
		}
	}
	return n
}

// fault notes what has stopped an expression from being worked out.
func (c *compiler) fault(x *diag.Diagnostic) {
	for _, d := range c.faults {
		if d.Span == x.Span && d.Message == x.Message {
			return
		}
	}
	c.faults.Add(x)
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
	case program.OpConst, program.OpDice, program.OpFixedDice, program.OpNeg, program.OpAdd, program.OpSub, program.OpMul, program.OpDiv, program.OpMod,
		program.OpPow, program.OpLess, program.OpLessEq, program.OpGreater, program.OpGreaterEq, program.OpNot, program.OpIf,
		program.OpAnd, program.OpOr, program.OpDiceAdd, program.OpDiceSub, program.OpDiceMul, program.OpStepAdd, program.OpStepDiff, program.OpColumn, program.OpTable,
		program.OpList, program.OpRange, program.OpIndex:
		return true
	case program.OpBuiltin:
		// A place takes ground.
		return e.Builtin.Reads() == program.ReadsNothing && e.Builtin != program.PlaceAt
	}
	return false
}

// internalFault is the fault of a mistake in rulec itself.
func internalFault(r any) *diag.Diagnostic {
	return diag.Mistakef(Internal, diag.Span{}, "rulec made a mistake here; the rules are not to blame: %s", fmt.Sprint(r))
}
