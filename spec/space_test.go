package spec_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/rulec/rulec/interp/board"
	"github.com/rulec/rulec/lang/program"
)

// drawing is a picture of an area of the page.
type drawing struct {
	caption       string
	diagonals     string // or hex, or plane
	width, height int
	column, row   int // of the place that the area begins at
	places        func(g *board.Board, from board.Area) []board.Place
}

// rows are the picture: o is where the area begins, # what belongs to it.
func (d drawing) rows() []string {
	space := &program.Space{Grid: program.SquareGrid, Diagonals: d.diagonals}
	pointSize := int32(1)
	switch d.diagonals {
	case "hex":
		space.Grid = program.HexGrid
	case "plane":
		space.Grid, pointSize = program.PlaneGrid, 0
	}
	e := &program.Encounter{Program: &program.Program{Space: space}, Map: &program.Map{Width: d.width, Height: d.height}}
	g := board.New(e, nil, nil).For(nil)
	at := func(x, y int) board.Place { return g.At(x, y) }
	from := board.Area{Place: at(d.column, d.row), Size: pointSize}
	in := slices.Clone(d.places(g, from))
	rows := []string{d.caption}
	for y := range d.height {
		var marks []string
		for x := range d.width {
			switch p := at(x, y); {
			case p == from.Place:
				marks = append(marks, "o")
			case slices.Contains(in, p):
				marks = append(marks, "#")
			default:
				marks = append(marks, ".")
			}
		}
		shift := ""
		if d.diagonals == "hex" && y%2 == 1 {
			shift = " "
		}
		rows = append(rows, shift+strings.Join(marks, " "))
	}
	return rows
}

// sideBySide writes pictures beside each other.
func sideBySide(b *strings.Builder, pictures ...drawing) {
	var lines []string
	for _, d := range pictures {
		width := 0
		for _, line := range lines {
			width = max(width, len(line))
		}
		for y, row := range d.rows() {
			if y == len(lines) {
				lines = append(lines, "")
			}
			if width > 0 {
				lines[y] += strings.Repeat(" ", width+4-len(lines[y]))
			}
			lines[y] += row
		}
	}
	for _, line := range lines {
		b.WriteString("    " + strings.TrimRight(line, " ") + "\n")
	}
}

func ring(n int) func(*board.Board, board.Area) []board.Place {
	return func(g *board.Board, from board.Area) []board.Place { return g.Ring(from, float64(n)) }
}

func cone(direction string, n int) func(*board.Board, board.Area) []board.Place {
	return func(g *board.Board, from board.Area) []board.Place {
		for d := range g.DirectionCount() {
			if g.DirectionName(d) == direction {
				return g.Cone(from, d, float64(n))
			}
		}
		return nil
	}
}

func line(columns, rows, n int) func(*board.Board, board.Area) []board.Place {
	return func(g *board.Board, from board.Area) []board.Place {
		x, y := g.Coordinates(from.Place)
		to := g.At(x+columns, y+rows)
		return g.Line(from, board.Area{Place: to, Size: from.Size}, float64(n))
	}
}

// TestAreasOnThePage holds the pictures of areas equal to what the functions give; interp/board
// compares them with pictures that were worked out by hand.
func TestAreasOnThePage(t *testing.T) {
	var b strings.Builder
	sideBySide(&b,
		drawing{"ring, one", "one", 5, 5, 2, 2, ring(2)}, drawing{"ring, alternate", "alternate", 5, 5, 2, 2, ring(2)},
		drawing{"ring, none", "none", 5, 5, 2, 2, ring(2)}, drawing{"ring, hexes", "hex", 5, 5, 2, 2, ring(2)})
	b.WriteString("\n")
	sideBySide(&b,
		drawing{"cone east, one", "one", 6, 7, 1, 3, cone("east", 3)}, drawing{"cone east, alternate", "alternate", 6, 7, 1, 3, cone("east", 3)},
		drawing{"cone east, none", "none", 6, 7, 1, 3, cone("east", 3)})
	b.WriteString("\n")
	sideBySide(&b,
		drawing{"cone south-east, one", "one", 5, 5, 0, 0, cone("south-east", 3)}, drawing{"cone south-east, alternate", "alternate", 5, 5, 0, 0, cone("south-east", 3)},
		drawing{"cone east, hexes", "hex", 5, 5, 0, 2, cone("east", 3)})
	b.WriteString("\n")
	sideBySide(&b,
		drawing{"line through 2 columns, 1 row", "one", 7, 4, 0, 0, line(2, 1, 5)}, drawing{"line through 1 column, 2 rows, hexes", "hex", 7, 5, 0, 0, line(1, 2, 3)})
	generated(t, "sight.md", "areas", b.String())
	b.Reset()
	sideBySide(&b,
		drawing{"ring", "plane", 9, 9, 4, 4, ring(4)}, drawing{"cone east", "plane", 7, 9, 1, 4, cone("east", 4)},
		drawing{"cone south-east", "plane", 6, 6, 0, 0, cone("south-east", 4)}, drawing{"line, 2 columns, 1 row", "plane", 8, 4, 0, 0, line(2, 1, 6)})
	generated(t, "planes.md", "plane", b.String())
}
