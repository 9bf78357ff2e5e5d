package compile

import (
	"fmt"
	"sync"

	"github.com/rulec/rulec/interp/board"
	"github.com/rulec/rulec/interp/code"
	"github.com/rulec/rulec/interp/exec"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
)

// Ruleset compiles a ruleset, and works out what is constant. What can't be
// worked out is in its Faults.
func Ruleset(p *program.Program) (rules *code.Ruleset) { return compile(p, nil, false) }

// compile is [Ruleset] with the texts of an encounter that needs code of its own; nil:
// there is none. With records set its formulas record what they come to where numbers are explained.
func compile(p *program.Program, e *program.Encounter, records bool) (rules *code.Ruleset) {
	rules = &code.Ruleset{
		Program:  p,
		Formulas: map[*program.Formula]*code.Formula{},
		Routines: map[*program.Routine]*code.Routine{},
		Fields:   map[*program.Field]*code.Field{},
		Untils:   [][]*code.Until{nil},
		Alike:    []int{0},
		Words:    (len(p.Conditions) + 63) / 64,
		Records:  records,
		Late: func(rules *code.Ruleset) code.Compiler {
			return &compiler{Ruleset: rules.Clone(), self: -1, late: true}
		},
	}
	defer func() {
		if r := recover(); r != nil {
			rules.Faults.Add(internalFault(r))
		}
	}()
	rules.Recording = sync.OnceValue(func() *code.Ruleset { return compile(p, nil, true) })
	c := &compiler{Ruleset: rules, small: map[*program.Quantity]int{}}
	c.defining = true
	c.declare()
	c.define(e)
	c.defining = false
	for _, make := range c.undefined {
		make()
	}
	for _, e := range c.unproved {
		c.prove(e)
	}
	return rules
}

// compiler compiles the texts of one ruleset or encounter.
type compiler struct {
	*code.Ruleset
	// self is the slot of `self` in the text at hand, or -1.
	self int
	// calculator works out constants; nil: nobody has yet.
	calculator *exec.Calculator
	// board is that of the encounter at hand; nil: there is none yet.
	board *board.Board
	// added is set for the texts of an encounter, which are added to code that others share;
	// waits, if one of them waits for what this code doesn't look at.
	added, waits bool
	// unproved are the formulas whose constants have still to be worked out, when all is
	// defined.
	defining bool
	unproved []*program.Expr
	// undefined makes the code of what is compiled before all is defined.
	undefined []func()
	// late is set for what is compiled while a machine plays, whose dice have gone on counting.
	late bool
	// small are how many parts small quantities have: see partsOf.
	small map[*program.Quantity]int
	// inlined is how many parts quantities have that stand where they are asked for.
	inlined int
	// locals is how many the program at hand has; statements are those compiled.
	locals     int
	statements map[program.Stmt]code.Stmt
}

// internalFault reports a bug in rulec.
func internalFault(r any) *diag.Diagnostic {
	return diag.Mistakef(exec.Internal, diag.Span{}, "this is a bug in rulec, not in the rules: %s", fmt.Sprint(r))
}
