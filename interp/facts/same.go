package facts

import (
	"encoding/binary"
	"math"

	"github.com/rulec/rulec/lang/program"
)

// What is folded for one creature is most often what is folded for another, and most often
// what was there before. Then it is the same formula or program: code that exists once stays
// near at hand.

// sameFormula returns the formula that a folded one is equal to: the one that was folded,
// one that has been folded before, or else itself.
func (g *Folder) sameFormula(src, folded *program.Formula) *program.Formula {
	if folded.Expr == src.Expr {
		return src
	}
	key := string(g.exprKey(g.pointer(nil, src), folded.Expr))
	if known, ok := g.formulas[key]; ok {
		return known
	}
	g.formulas[key] = folded
	return folded
}

// Key returns a text that is the same for formulas that come to the same, if they are worked out at
// the same time for the same inputs.
func (g *Folder) Key(src *program.Formula) string { return string(g.exprKey(nil, src.Expr)) }

// sameRoutine does so for programs.
func (g *Folder) sameRoutine(src, folded *program.Routine) *program.Routine {
	whole := string(g.stmtsKey(g.pointer(nil, src), src.Body))
	key := string(g.stmtsKey(g.pointer(nil, src), folded.Body))
	if key == whole {
		return src
	}
	if known, ok := g.routines[key]; ok {
		return known
	}
	g.routines[key] = folded
	return folded
}

func (g *Folder) stmtsKey(b []byte, body []program.Stmt) []byte {
	b = append(b, '{')
	for _, s := range body {
		if call, ok := s.(*program.CallProc); ok {
			b = g.pointer(b, call.Proc)
		}
		for _, e := range program.Operands(s) {
			b = g.exprKey(b, e)
		}
		for _, block := range program.Blocks(s) {
			b = g.stmtsKey(b, block)
		}
		b = append(b, ';')
	}
	return append(b, '}')
}

// exprKey appends what tells an expression apart from others; where it stands doesn't count.
func (g *Folder) exprKey(b []byte, e *program.Expr) []byte {
	b = append(b, byte(e.Op), byte(e.Type.Kind), byte(e.Builtin), byte(len(e.Args)))
	b = binary.AppendVarint(b, int64(e.Index))
	b = binary.AppendVarint(b, int64(e.Count))
	b = binary.AppendVarint(b, int64(e.Sides))
	b = binary.LittleEndian.AppendUint64(b, math.Float64bits(e.Num))
	b = g.pointer(g.pointer(g.pointer(g.pointer(b, e.Field), e.Quantity), e.Table), e.Condition)
	b = g.pointer(g.pointer(g.pointer(b, e.Type.Of), e.Type.Scale), e.Type.Elem)
	b = append(append(b, e.Label...), 0)
	for _, a := range e.Args {
		b = g.exprKey(b, a)
	}
	return b
}

// pointer appends the number of what a pointer points to.
func (g *Folder) pointer(b []byte, p any) []byte {
	n, known := g.numbers[p]
	if !known {
		n = len(g.numbers)
		g.numbers[p] = n
	}
	return binary.AppendUvarint(b, uint64(n))
}
