package compile

import (
	"github.com/rulec/rulec/interp/code"
	"github.com/rulec/rulec/lang/program"
)

// Formula compiles src, once.
func (c *compiler) Formula(src *program.Formula) *code.Formula {
	if src == nil {
		return nil
	}
	if fm, ok := c.Formulas[src]; ok {
		return fm
	}
	fm := &code.Formula{
		Src: src, Slots: max(src.Slots, len(src.Inputs)), Code: &code.Instructions{},
		Self: inputNamed(src.Inputs, "self"), It: inputNamed(src.Inputs, "it"), Each: inputNamed(src.Inputs, "each"), Cell: -1,
	}
	c.Formulas[src] = fm
	if e := src.Expr; e.Op == program.OpConst {
		fm.Fixed, fm.Value = true, e.Num
	} else if plainCell(e) && e.Args[0].Op == program.OpLocal && e.Args[0].Index == 0 && len(src.Inputs) > 0 {
		fm.Cell = e.Field.Cell
	} else if len(src.Inputs) > 0 {
		fm.Compares = compares(e)
	}
	c.prove(src.Expr)
	c.generate(fm.Code, text{src.Expr, fm.Slots, fm.Self})
	return fm
}

// compares returns the comparison that e is, or nil.
func compares(e *program.Expr) *code.Comparison {
	switch e.Op {
	case program.OpLess, program.OpLessEq, program.OpGreater, program.OpGreaterEq:
	case program.OpEq:
		if e.Args[0].Type.Kind == program.Nothing || e.Args[1].Type.Kind == program.Nothing {
			return nil
		}
	default:
		return nil
	}
	ofFirst := func(e *program.Expr) bool {
		return plainCell(e) && e.Args[0].Op == program.OpLocal && e.Args[0].Index == 0
	}
	a, b := e.Args[0], e.Args[1]
	switch {
	case !ofFirst(a):
		return nil
	case b.Op == program.OpConst:
		return &code.Comparison{Op: e.Op, Cell: a.Field.Cell, Other: -1, Number: b.Num}
	case ofFirst(b):
		return &code.Comparison{Op: e.Op, Cell: a.Field.Cell, Other: b.Field.Cell}
	}
	return nil
}

// localCode is code that gives a local.
func localCode(slot int) *code.Instructions { return &code.Instructions{Local: slot + 1} }
