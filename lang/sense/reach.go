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
	seen := map[*program.Expr]bool{}
	for part := range p.Parts() {
		for x := range part.Exprs() {
			if x.Op != program.OpLessEq || x.Args[0].Builtin != program.Distance {
				continue
			}
			for _, v := range writtenFor(p, x.Args[1]) {
				if seen[v] || v == nil || v.Op != program.OpConst || v.Num < 1 || v.Num >= p.Space.Unit {
					continue
				}
				seen[v] = true
				list.Warnf(CodeShortOfNext, v.Span, "%v reaches nobody in the next space, which is %v %s off", v.Num, p.Space.Unit, p.Space.UnitName).
					WithNote(p.Space.Span, "the unit of space").
					WithHint("write %v: distances are in %s, not in spaces", v.Num*p.Space.Unit, cmp.Or(p.Space.UnitName, "the unit of space"))
			}
		}
	}
}

// writtenFor returns what is written for x: itself, or all that a field is given; nil where that is worked out.
func writtenFor(p *program.Program, x *program.Expr) []*program.Expr {
	list := []*program.Expr{x}
	for _, k := range p.Kinds {
		for _, f := range k.Fields {
			if f != x.Field || f.Pool != nil {
				continue
			}
			if f.Default != nil {
				list = append(list, f.Default.Expr)
			}
			for _, d := range k.Defs {
				if v := d.Values[f.Index]; v != nil {
					list = append(list, v.Expr)
				}
			}
		}
	}
	return list
}
