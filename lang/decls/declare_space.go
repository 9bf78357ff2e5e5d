package decls

import (
	"github.com/rulec/rulec/lang/decode"
	"github.com/rulec/rulec/lang/format"
	"github.com/rulec/rulec/lang/program"
	"github.com/rulec/rulec/lang/tree"
	"github.com/rulec/rulec/lang/types"
)

// declareSpace reads how places work. A ruleset without it has none.
func (r *ruleset) declareSpace(n *tree.Node) {
	s := &program.Space{Unit: 1, Diagonals: "one", Corners: "two"}
	r.Prog.Space = s
	if n == nil {
		return
	}
	s.Span = n.Span
	w := format.Space.Read(n, "space", r.List)
	s.About, s.Cite = r.Said(w, "space")
	s.Grid = program.Grid(r.OneOf(w.Get("grid"), "the grid of space", program.GridNames()...))
	grid := s.Grid.Facts()
	unit, name, diagonals, corners := w.Get("unit"), w.Get("unit_name"), w.Get("diagonals"), w.Get("corners")
	footprint, fits, cost, enters, blocks := w.Get("footprint"), w.Get("fits"), w.Get("cost"), w.Get("enters"), w.Get("blocks")
	w.Done()
	if unit != nil {
		if s.Unit = r.Figure(unit, "the unit of space"); s.Unit <= 0 {
			r.List.Errorf(CodeSpaceKey, unit.Span, "the unit of space is the length of one space; it can't be %g", s.Unit)
		} else if _, exact := program.MeasureOf(s.Unit); !exact && grid.Points {
			r.List.Errorf(CodeSpaceKey, unit.Span, "the unit of a plane has at most %d decimals; it can't be %g", program.MostDecimals, s.Unit)
		}
	}
	if name != nil {
		s.UnitName, _ = tree.Text(name, "the unit_name of space", r.List)
	}
	ways := []string{"one", "alternate", "none"}
	s.Diagonals = ways[r.OneOf(diagonals, "the diagonals of space", ways...)]
	r.gridOnly(diagonals, "diagonals", grid.Diagonals)
	stopping := []string{"two", "one", "none"}
	s.Corners = stopping[r.OneOf(corners, "the corners of space", stopping...)]
	r.gridOnly(corners, "corners", grid.Diagonals)
	if corners != nil && grid.Diagonals && s.Diagonals == "none" {
		r.List.Errorf(CodeSpaceKey, corners.Span, "corners stop diagonal steps, and with diagonals: none there are none")
	}
	r.gridOnly(footprint, "footprint", grid.Rows)
	if cost != nil && grid.Points {
		r.List.Errorf(CodeSpaceKey, cost.Span, "cost is what a step costs from space to space; a way on a plane goes in straight legs, and costs how long they are")
	}
	r.bodies = append(r.bodies, func() { r.spaceFormulas(s, footprint, fits, cost, enters, blocks) })
}

// gridOnly refuses a key that means nothing on this sort of space.
func (r *ruleset) gridOnly(n *tree.Node, key string, means bool) {
	if n != nil && !means {
		r.List.Errorf(CodeSpaceKey, n.Span, "%s means nothing on this sort of grid", key)
	}
}

func (r *ruleset) spaceFormulas(s *program.Space, footprint, fits, cost, enters, blocks *tree.Node) {
	who := decode.Self(r.Creature())
	if footprint != nil {
		s.Footprint = r.FormulaAt(footprint, types.Env{Where: "footprint of space", Inputs: []program.Local{who}}, types.NumberType)
	}
	if fits != nil {
		in := []program.Local{who, {Name: "place", Type: types.PlaceType}}
		s.Fits = r.FormulaAt(fits, types.Env{Where: "fits of space", Inputs: in}, types.BoolType)
	}
	if cost != nil {
		in := []program.Local{who, {Name: "from", Type: types.PlaceType}, {Name: "to", Type: types.PlaceType}}
		if r.Prog.Terrain != nil {
			in = append(in, program.Local{Name: decode.TerrainKind, Type: types.DefinitionOf(r.Prog.Terrain)})
		}
		s.Cost = r.FormulaAt(cost, types.Env{Where: "cost of space", Inputs: in}, types.NumberType)
	}
	s.Enters = r.groundFormula(enters, "enters of space")
	s.Blocks = r.groundFormula(blocks, "blocks of space")
}

// groundFormula reads a formula about a terrain.
func (r *ruleset) groundFormula(n *tree.Node, what string) *program.Formula {
	if n == nil {
		return nil
	}
	if r.Prog.Terrain == nil {
		r.List.Errorf(CodeSpaceKey, n.Span, "%s is about the ground, but there is no kind %q", what, decode.TerrainKind)
		return nil
	}
	ground := program.Local{Name: decode.TerrainKind, Type: types.DefinitionOf(r.Prog.Terrain)}
	return r.FormulaAt(n, types.Env{Where: what, Inputs: []program.Local{ground}}, types.BoolType)
}
