package vet

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
)

// reaches warns of distances that end short of the next space, where a space is longer than 1: they were probably
// meant in spaces.
func reaches(p *program.Program, all parts, list *diag.List) {
	s, seen := p.Space, map[*program.Expr]bool{}
	short := func(v *program.Value) {
		if v == nil || v.Expr == nil || seen[v.Expr] || v.Expr.Op != program.OpConst || v.Expr.Num < 1 || v.Expr.Num >= s.Unit {
			return
		}
		seen[v.Expr] = true
		list.Warnf(CodeShortOfNext, v.Expr.Span, "%v doesn't reach the next space, which is %s away", v.Expr.Num, strings.TrimSpace(fmt.Sprint(s.Unit, " ", s.UnitName))).
			WithNote(s.Span, "the unit of space").
			WithHint("write %v: distances are in %s, not in spaces", v.Expr.Num*s.Unit, cmp.Or(s.UnitName, "the unit of space"))
	}
	for _, part := range all {
		for x := range part.Exprs() {
			if s == nil || !s.Grid.Facts().Rows || s.Grid.Facts().Points || x.Op != program.OpLessEq || x.Args[0].Builtin != program.Distance {
				continue
			}
			reach := x.Args[1]
			short(&program.Value{Expr: reach})
			if reach.Op != program.OpField {
				continue
			}
			if kind := reach.Args[0].Type.Of; kind != nil && slices.Contains(kind.Fields, reach.Field) {
				short(reach.Field.Default)
				for _, d := range kind.Defs {
					short(d.Values[reach.Field.Index])
				}
			}
		}
	}
}
