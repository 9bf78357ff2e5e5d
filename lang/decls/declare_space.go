package decls

import (
	"slices"

	"github.com/rulec/rulec/lang/decode"
	"github.com/rulec/rulec/lang/format"
	"github.com/rulec/rulec/lang/program"
	"github.com/rulec/rulec/lang/types"
)

// declareSpace reads how places work. Without this section a ruleset has no space.
func (r *ruleset) declareSpace() {
	s := space{ruleset: r, it: &program.Space{Unit: 1, Diagonals: "one", Corners: "two"}}
	r.Prog.Space = s.it
	e, ok := r.top.Entry("space")
	if !ok {
		return
	}
	s.Mapping = r.ReadMapping(format.Space, e.Value, "space")
	s.it.Span = e.Value.Span
	s.it.About, s.it.Cite = r.Said(e)
	s.it.Grid = program.Grid(s.GetWord("grid"))
	s.it.UnitName = s.GetText("unit_name", "")
	s.unit()
	s.it.Diagonals = s.Words("diagonals")[s.GetWord("diagonals")]
	s.it.Corners = s.Words("corners")[s.GetWord("corners")]
	grid := s.it.Grid.Facts()
	s.only("diagonals", grid.Diagonals)
	s.only("corners", grid.Diagonals)
	s.only("footprint", grid.Rows)
	if corners := s.Get("corners"); corners != nil && grid.Diagonals && s.it.Diagonals == "none" {
		r.List.Errorf(CodeSpaceKey, corners.Span, "corners is about diagonal steps, and diagonals: none allows none")
	}
	if cost := s.Get("cost"); cost != nil && grid.Points {
		r.List.Errorf(CodeSpaceKey, cost.Span, "cost is the cost of a step between spaces; a path on a plane has straight legs and costs their length")
	}
	r.bodies.leave(s.formulas)
}

// space is the section about places being read.
type space struct {
	*ruleset
	decode.Mapping
	it *program.Space
}

// unit reads the length of one space.
func (s space) unit() {
	n := s.Get("unit")
	if n == nil {
		return
	}
	if s.it.Unit = s.GetFigure("unit"); s.it.Unit <= 0 {
		s.List.Errorf(CodeSpaceKey, n.Span, "the unit of space is the length of one space; it can't be %g", s.it.Unit)
	} else if _, exact := program.MeasureOf(s.it.Unit); !exact && s.it.Grid.Facts().Points {
		s.List.Errorf(CodeSpaceKey, n.Span, "the unit of a plane has at most %d decimals; it can't be %g", program.MostDecimals, s.it.Unit)
	}
}

// only rejects a key that is meaningless on this type of space.
func (s space) only(key string, means bool) {
	if n := s.Get(key); n != nil && !means {
		s.List.Errorf(CodeSpaceKey, n.Span, "%s has no effect on this type of grid", key)
	}
}

func (s space) formulas() {
	place := func(name string) program.Local { return program.Local{Name: name, Type: types.PlaceType} }
	who := types.Env{Inputs: []program.Local{decode.Self(s.Creature())}}
	s.it.Footprint = s.GetFormula("footprint", who, types.NumberType)
	fits, cost := who, who
	fits.Inputs = append(slices.Clip(who.Inputs), place("place"))
	s.it.Fits = s.GetFormula("fits", fits, types.BoolType)
	cost.Inputs = append(slices.Clip(who.Inputs), place("from"), place("to"))
	if s.Prog.Terrain != nil {
		cost.Inputs = append(cost.Inputs, s.ground())
	}
	s.it.Cost = s.GetFormula("cost", cost, types.NumberType)
	s.it.Enters = s.aboutGround("enters")
	s.it.Blocks = s.aboutGround("blocks")
}

// ground returns the terrain as an input of a formula.
func (s space) ground() program.Local {
	return program.Local{Name: decode.TerrainKind, Type: types.DefinitionOf(s.Prog.Terrain)}
}

// aboutGround reads a formula about a terrain.
func (s space) aboutGround(key string) *program.Formula {
	if n := s.Get(key); n != nil && s.Prog.Terrain == nil {
		s.List.Errorf(CodeSpaceKey, n.Span, "%s is about the ground, but there is no kind %q", s.Called(key), decode.TerrainKind)
		return nil
	} else if n == nil {
		return nil
	}
	return s.GetFormula(key, types.Env{Inputs: []program.Local{s.ground()}}, types.BoolType)
}
