package exec

import (
	"github.com/rulec/rulec/interp/board"
	"github.com/rulec/rulec/interp/code"
	"github.com/rulec/rulec/interp/value"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
)

// Calculator works out constants, on a machine without an encounter.
type Calculator struct {
	code *code.Ruleset
	m    *Machine
}

// NewCalculator returns one whose lists and dice are those of code.
func NewCalculator(rules *code.Ruleset) *Calculator {
	m := &Machine{Fight: &code.Fight{Code: rules}, limits: DefaultLimits()}
	m.work.reset(&m.limits)
	m.takeDice(nil)
	m.root.m, m.frame = m, &m.root
	return &Calculator{rules, m}
}

// WorkOut works out the code of an expression that needs so many locals, for which places are those of
// a board. What can't be worked out is 0, and a fault.
func (k *Calculator) WorkOut(x *code.Instructions, e *program.Expr, slots int, b *board.Board) (v float64, fault *diag.Diagnostic) {
	m := k.m
	m.board, m.root.locals = b, m.root.regs[:slots]
	m.lists, m.dice = k.code.Lists, k.code.Dice
	defer func() {
		switch r := recover().(type) {
		case nil:
		case stop:
			v, fault = 0, r.d
		case value.Full:
			v, fault = 0, diag.Errorf(TooMany, e.Span, "%s", string(r))
		default:
			panic(r)
		}
		m.frame = &m.root
		m.lists.Release(value.Mark{})
		k.code.Lists, k.code.Dice = m.lists, m.dice // where a fault leaves them, too: they share maps
	}()
	v = m.eval(x, &m.root)
	if e.Type.Kind == program.List || e.Type.Kind == program.Set {
		v = m.lists.Keep(v)
	}
	return v, nil
}
