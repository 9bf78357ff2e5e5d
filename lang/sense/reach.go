package sense

import (
	"cmp"

	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
)

// reaches warns of distances that end short of the next space, where a space is longer than 1: they were probably
// meant in spaces.
func reaches(p *program.Program, list *diag.List) {
	if p.Space == nil || p.Space.Unit <= 1 || p.Space.Grid != program.SquareGrid && p.Space.Grid != program.HexGrid {
		return
	}
	seen := map[*program.Field]bool{}
	of := func(x *program.Expr) {
		switch {
		case x.Op == program.OpConst && x.Type.Kind == program.Number:
			short(p, x, list)
		case x.Op == program.OpField && x.Field.Pool == nil && !seen[x.Field]:
			seen[x.Field] = true
			shortValues(p, x.Field, list)
		}
	}
	for part := range p.Parts() {
		for x := range part.Exprs() {
			switch {
			case x.Op == program.OpBuiltin && x.Builtin == program.Within:
				of(x.Args[1])
			case (x.Op == program.OpLessEq || x.Op == program.OpGreater) && isDistance(x.Args[0]):
				of(x.Args[1])
			case (x.Op == program.OpGreaterEq || x.Op == program.OpLess) && isDistance(x.Args[1]):
				of(x.Args[0])
			}
		}
	}
	for _, a := range p.Actions {
		for _, given := range a.Params {
			if given.Candidates == program.PlaceWithin || given.Candidates == program.PathUpTo {
				of(given.High.Expr)
			}
		}
	}
}

func isDistance(x *program.Expr) bool {
	return x.Op == program.OpBuiltin && (x.Builtin == program.Distance || x.Builtin == program.DistanceIf || x.Builtin == program.WayLength)
}

// shortValues looks at all that a field is given.
func shortValues(p *program.Program, f *program.Field, list *diag.List) {
	look := func(v *program.Value) {
		if v != nil && v.Expr != nil && v.Expr.Op == program.OpConst {
			short(p, v.Expr, list)
		}
	}
	look(f.Default)
	for _, k := range p.Kinds {
		for _, d := range k.Defs {
			if f.Index < len(k.Fields) && k.Fields[f.Index] == f {
				look(d.Values[f.Index])
			}
		}
	}
}

func short(p *program.Program, x *program.Expr, list *diag.List) {
	if x.Num < 1 || x.Num >= p.Space.Unit {
		return
	}
	list.Warnf(CodeShortOfNext, x.Span, "%v reaches nobody in the next space, which is %v %s off", x.Num, p.Space.Unit, p.Space.UnitName).
		WithNote(p.Space.Span, "the unit of space").
		WithHint("write %v: distances are in %s, not in spaces", x.Num*p.Space.Unit, cmp.Or(p.Space.UnitName, "the unit of space"))
}
