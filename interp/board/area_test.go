package board

import (
	"strings"
	"testing"

	"github.com/rulec/rulec/lang/program"
)

// picture draws places on a ground: o for what an area covers, # for places of a list. On hexes odd
// rows lie half a space further right.
func picture(g *Board, a Area, places []Place) string {
	in := map[Place]bool{}
	for _, p := range places {
		in[p] = true
	}
	var rows []string
	for y := range g.height {
		var row []string
		for x := range g.width {
			switch p := g.At(x, y); {
			case in[p]:
				row = append(row, "#")
			case g.covers(a, p):
				row = append(row, "o")
			default:
				row = append(row, ".")
			}
		}
		if isHex(g) {
			rows = append(rows, strings.Repeat("_", y%2)+strings.Join(row, "_"))
		} else {
			rows = append(rows, strings.Join(row, ""))
		}
	}
	return strings.Join(rows, " ")
}

func blank(width, height int) string {
	return strings.Repeat(strings.Repeat(".", width)+" ", height)
}

// TestAreas compares rings and cones with pictures worked out by hand from the distances and angles.
// In these a blank is the end of a row.
func TestAreas(t *testing.T) {
	const east, southEast, north = 2, 3, 0
	for _, test := range []struct {
		diag       string // or hex
		x, y, size int
		ring       bool
		d, n       int
		want       string
	}{
		{"one", 2, 2, 1, true, 0, 2, "##### #...# #.o.# #...# #####"},
		{"alternate", 2, 2, 1, true, 0, 2, ".###. #...# #.o.# #...# .###."},
		{"none", 2, 2, 1, true, 0, 2, "..#.. .#.#. #.o.# .#.#. ..#.."},
		{"one", 0, 0, 1, true, 0, 1, "o#. ##. ..."},
		{"one", 1, 1, 2, true, 0, 1, "#### #oo# #oo# ####"},
		{"one", 1, 1, 1, true, 0, 0, "... .#. ..."},
		{"one", 1, 1, 1, true, 0, -1, "... .o. ..."},
		{"hex", 2, 2, 1, true, 0, 2, "._#_#_#_. _#_._._#_. #_._o_._# _#_._._#_. ._#_#_#_."},
		{"hex", 2, 2, 1, true, 0, 1, "._._._._. _._#_#_._. ._#_o_#_. _._#_#_._. ._._._._."},

		{"one", 1, 3, 1, false, east, 3, "....#. ...##. ..###. .o###. ..###. ...##. ....#."},
		{"alternate", 1, 3, 1, false, east, 3, "...... ...#.. ..###. .o###. ..###. ...#.. ......"},
		{"none", 1, 3, 1, false, 1, 3, "...... ...... ..##.. .o###. ..##.. ...... ......"},
		{"one", 0, 0, 1, false, southEast, 3, "o###. ####. ####. ####. ....."},
		{"alternate", 0, 0, 1, false, southEast, 3, "o###. ####. ###.. ##... ....."},
		{"one", 2, 2, 1, false, north, 2, "##### .###. ..o.. ..... ....."},
		{"one", 1, 1, 1, false, north, 0, "... .o. ..."},
		// From the middle of something of 2, which lies between the rows 2 and 3.
		{"one", 0, 2, 2, false, east, 2, "...#. ..##. oo##. oo##. ..##. ...#."},
		// 30 degrees off the east lie [1, 1] and [1, 3], two steps away.
		{"hex", 0, 2, 1, false, 1, 3, "._._._._. _._#_#_._. o_#_#_#_. _._#_#_._. ._._._._."},
		{"hex", 1, 4, 1, false, 0, 2, "._._._. _._._._. ._#_#_. _._#_#_. ._o_._."},
	} {
		rows := strings.Fields(test.want)
		width := len(rows[0])
		grid := program.SquareGrid
		if test.diag == "hex" {
			grid, width = program.HexGrid, (width+1)/2
		}
		g, _ := drawn(grid, test.diag, blank(width, len(rows)))
		a := spot(g, test.x, test.y, test.size)
		places := g.Ring(a, long(g, test.n))
		if !test.ring {
			places = g.Cone(a, test.d, long(g, test.n))
		}
		if got := picture(g, a, places); got != test.want {
			t.Errorf("%+v:\n%s", test, strings.ReplaceAll(got, " ", "\n"))
		}
	}
}

// TestRingsMakeWithin: within lists ring after ring, and the cones of all directions but the
// diagonal ones are all that is near.
func TestRingsMakeWithin(t *testing.T) {
	for _, diag := range []string{"one", "alternate", "none", "hex"} {
		grid, every := program.SquareGrid, 2
		if diag == "hex" {
			grid = program.HexGrid
		}
		if diag == "hex" || diag == "none" {
			every = 1
		}
		g, _ := drawn(grid, diag, blank7)
		for size := 1; size <= 2; size++ {
			a := spot(g, 2, 3, size)
			var rings []Place
			for n := range 5 {
				rings = append(rings, g.Ring(a, long(g, n))...)
			}
			if got, want := points(g, rings), points(g, g.Within(a, long(g, 4))); got != want {
				t.Errorf("%s: the rings are %s, within has %s", diag, got, want)
			}
			in := map[Place]bool{}
			for d := 0; d < g.DirectionCount(); d += every {
				for _, p := range g.Cone(a, d, long(g, 4)) {
					in[p] = true
				}
			}
			for _, p := range g.Within(a, long(g, 4)) {
				if in[p] == g.covers(a, p) {
					t.Errorf("%s: %s is in a cone: %t", diag, g.Name(p), in[p])
				}
			}
		}
	}
}

// TestLines compares lines with places worked out by hand.
func TestLines(t *testing.T) {
	for _, test := range []struct {
		diag       string
		ax, ay, as int
		bx, by, bs int
		n          int
		want       string
	}{
		{"one", 0, 0, 1, 2, 1, 1, 2, "1,0 1,1 2,1"},
		// Two columns for each row: the border to row 1 is crossed in column 1, that to row 2 in column 3.
		{"one", 0, 0, 1, 2, 1, 1, 5, "1,0 1,1 2,1 3,1 3,2 4,2 5,2 5,3"},
		{"one", 6, 3, 1, 4, 2, 1, 5, "5,3 5,2 4,2 3,2 3,1 2,1 1,1 1,0"},
		{"one", 2, 2, 1, 3, 2, 1, 20, "3,2 4,2 5,2 6,2"}, // as far as the map goes
		{"one", 0, 0, 1, 4, 0, 1, 2, "1,0 2,0"},          // not as far as the other
		{"alternate", 0, 0, 1, 1, 1, 1, 3, "1,1 2,2"},    // 1 + 2
		{"alternate", 0, 0, 1, 1, 1, 1, 4, "1,1 2,2 3,3"},
		{"none", 0, 0, 1, 1, 1, 1, 3, "1,1"}, // 2 each
		{"one", 0, 0, 2, 4, 0, 1, 3, "2,0 3,0 4,0"},
		{"one", 1, 1, 2, 4, 4, 2, 2, "3,3 4,4"}, // from 2,2 through 4,4
		{"one", 1, 1, 1, 1, 1, 1, 3, ""},
		{"one", 1, 1, 1, 2, 1, 1, 0, ""},
		{"one", 1, 1, 1, 2, 1, 1, -1, ""},
		{"hex", 0, 0, 1, 1, 2, 1, 3, "0,1 1,2 1,3"},
		// Straight down along a border: the eastern side.
		{"hex", 2, 0, 1, 2, 2, 1, 4, "2,1 2,2 2,3 2,4"},
		{"hex", 2, 3, 2, 5, 3, 1, 2, "4,3 5,3"},
		{"hex", 2, 2, 1, 2, 2, 1, 4, ""},
	} {
		grid := program.SquareGrid
		if test.diag == "hex" {
			grid = program.HexGrid
		}
		g, _ := drawn(grid, test.diag, blank7)
		if got := points(g, g.Line(spot(g, test.ax, test.ay, test.as), spot(g, test.bx, test.by, test.bs), long(g, test.n))); got != test.want {
			t.Errorf("%+v: %s", test, got)
		}
	}
}
