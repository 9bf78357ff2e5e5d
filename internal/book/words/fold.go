package words

import (
	"slices"

	"github.com/rulec/rulec/lang/program"
	"github.com/rulec/rulec/lang/types"
)

// fold returns an expression with the fields of known definitions as their values, and what can be calculated from them.
func (s *speech) fold(e *program.Expr) *program.Expr {
	switch {
	case e.Op == program.OpField && len(e.Args) == 1 || e.Op == program.OpCallFormula:
		if v := valueOf(s.def(e.Args[0]), e.Field); v != nil && v.Expr != nil {
			return v.Expr
		} else if v != nil && v.Formula != nil {
			own := &speech{Teller: s.Teller, locals: map[int]local{0: {def: s.def(e.Args[0])}}}
			if c := own.fold(v.Formula.Expr); c.Op == program.OpConst && (e.Op == program.OpField || v.Formula.Expr.Op == program.OpConst) {
				return c
			}
		}
		return e
	case e.Op == program.OpColumn:
		if of := s.fold(e.Args[0]); of.Op == program.OpConst && of.Num > 0 && of.Type.Scale != nil {
			return of.Type.Scale.Steps[int(of.Num)-1].Values[e.Index]
		}
		return e
	case !e.Op.Computes():
		return e
	}
	folded := *e
	folded.Args = slices.Clone(e.Args)
	for i, arg := range e.Args {
		folded.Args[i] = s.fold(arg)
	}
	if (e.Op == program.OpAnd || e.Op == program.OpOr) && folded.Args[1].Op == program.OpConst {
		slices.Reverse(folded.Args) // in either order it is the same
	}
	return types.Fold(&folded)
}

// def returns the definition that an expression is known to be; nil means that it isn't known.
func (s *speech) def(e *program.Expr) *program.Def {
	if e.Op == program.OpLocal {
		return s.locals[e.Index].def
	}
	if e = s.fold(e); e.Op == program.OpConst && e.Type.Kind == program.Definition && e.Type.Of != nil && e.Num > 0 {
		return e.Type.Of.Defs[int(e.Num)-1]
	}
	return nil
}

// valueOf returns the value of a field of a definition; nil if it isn't known.
func valueOf(d *program.Def, f *program.Field) *program.Value {
	if d == nil || f == nil || f.Pool != nil || f.Index >= len(d.Values) || d.Kind.Fields[f.Index] != f {
		return nil
	}
	return d.Values[f.Index]
}
