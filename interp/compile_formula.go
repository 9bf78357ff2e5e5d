package interp

import (
	"github.com/rulec/rulec/lang/program"
)

// formula compiles src, once.
func (c *compiler) formula(src *program.Formula) *formula {
	if src == nil {
		return nil
	}
	if fm, ok := c.formulas[src]; ok {
		return fm
	}
	fm := &formula{
		src: src, slots: max(src.Slots, len(src.Inputs)), code: &code{},
		self: inputNamed(src.Inputs, "self"), it: inputNamed(src.Inputs, "it"), each: inputNamed(src.Inputs, "each"), cell: -1,
	}
	c.formulas[src] = fm
	if e := src.Expr; e.Op == program.OpConst {
		fm.fixed, fm.value = true, e.Num
	} else if plainCell(e) && e.Args[0].Op == program.OpLocal && e.Args[0].Index == 0 && len(src.Inputs) > 0 {
		fm.cell = e.Field.Cell
	} else if len(src.Inputs) > 0 {
		fm.compares = compares(e)
	}
	c.prove(src.Expr)
	c.generate(fm.code, text{src.Expr, fm.slots, fm.self})
	return fm
}

// compares returns the comparison that e is, or nil.
func compares(e *program.Expr) *comparison {
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
		return &comparison{op: e.Op, cell: a.Field.Cell, other: -1, number: b.Num}
	case ofFirst(b):
		return &comparison{op: e.Op, cell: a.Field.Cell, other: b.Field.Cell}
	}
	return nil
}

// localCode is code that gives a local.
func localCode(slot int) *code { return &code{local: slot + 1} }

func isList(t program.Type) bool {
	return t.Kind == program.List || t.Kind == program.Set
}
