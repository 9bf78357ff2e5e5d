package encounter

import (
	"strconv"

	"github.com/rulec/rulec/lang/program"
	"github.com/rulec/rulec/lang/tree"
)

// enlarge scales every drawn mark of a plane to as many points wide and high as its cell is long.
func (e *encounter) enlarge(m *program.Map, cell *tree.Node) {
	length, at := 1.0, m.Span
	if cell != nil {
		var ok bool
		if length, ok = tree.Number(cell, "the cell of the map", e.List); !ok {
			return
		}
		at = cell.Span
	}
	measure, _ := program.MeasureOf(e.Prog.Space.Unit)
	spaces, exact := measure.Nearest(length)
	if !exact || spaces < 1 {
		d := e.List.Errorf(CodeMapForm, at, "a mark is %s long, which isn't a multiple of the unit, %s", decimal(length), decimal(e.Prog.Space.Unit))
		d.WithHint("write cell: %s", decimal(measure.Long(max(1, spaces))))
		return
	}
	if spaces*float64(m.Width)*spaces*float64(m.Height) > program.MaxSpaces {
		e.List.Errorf(CodeMapForm, at, "the map would have %s points, %s for each mark: the limit is %d",
			decimal(spaces*float64(m.Width)*spaces*float64(m.Height)), decimal(spaces*spaces), program.MaxSpaces)
		return
	}
	n := int(spaces)
	drawn, width := m.Terrain, m.Width
	m.Width, m.Height = m.Width*n, m.Height*n
	if drawn == nil {
		return
	}
	m.Terrain = make([]*program.Def, m.Width*m.Height)
	for i := range m.Terrain {
		m.Terrain[i] = drawn[i/m.Width/n*width+i%m.Width/n]
	}
}

// coordinates reads a column and row; on a plane they are converted to spaces.
func (e *encounter) coordinates(n *tree.Node, what string) (x, y int64, ok bool) {
	column, row := n.Items[0], n.Items[1]
	if !e.Prog.Space.Grid.Facts().Points {
		x, okX := tree.Whole(column, "the column of "+what, e.List)
		y, okY := tree.Whole(row, "the row of "+what, e.List)
		return x, y, okX && okY
	}
	given, okX := tree.Number(column, "the column of "+what, e.List)
	down, okY := tree.Number(row, "the row of "+what, e.List)
	if !okX || !okY {
		return 0, 0, false
	}
	measure, _ := program.MeasureOf(e.Prog.Space.Unit)
	columns, exactX := measure.Nearest(given)
	rows, exactY := measure.Nearest(down)
	if !exactX || !exactY {
		d := e.List.Errorf(CodePlaceForm, n.Span, "the place of %s isn't a point of the plane: both numbers must be multiples of %s, the unit of space", what, decimal(e.Prog.Space.Unit))
		d.WithHint("the nearest point is [%s, %s]", decimal(measure.Long(columns)), decimal(measure.Long(rows)))
		return 0, 0, false
	}
	const far = 1 << 40 // anything farther away is outside in any case
	return int64(max(-far, min(columns, far))), int64(max(-far, min(rows, far))), true
}

// outside reports a place outside the map.
func (e *encounter) outside(n *tree.Node, what string, m *program.Map) {
	if e.Prog.Space.Grid.Facts().Points {
		measure, _ := program.MeasureOf(e.Prog.Space.Unit)
		e.List.Errorf(CodeOffMap, n.Span, "%s is outside the map, which goes from [0, 0] to [%s, %s]", what,
			decimal(measure.Long(float64(m.Width-1))), decimal(measure.Long(float64(m.Height-1))))
		return
	}
	e.List.Errorf(CodeOffMap, n.Span, "%s is outside the map, which has %d columns and %d rows, counted from 0", what, m.Width, m.Height)
}

func decimal(n float64) string { return strconv.FormatFloat(n+0, 'f', -1, 64) } // +0 avoids -0
