package board

import (
	"fmt"
	"slices"
	"testing"

	"github.com/rulec/rulec/lang/program"
)

// TestTaken: a place is taken if it is no space away from somebody, whatever his size; where
// he was before it is free.
func TestTaken(t *testing.T) {
	for _, grid := range []program.Grid{program.SquareGrid, program.HexGrid} {
		g, who := drawn(grid, "one", blank7)
		for version, areas := range [][]Area{
			{spot(g, 3, 3, 1)}, {spot(g, 3, 3, 2)}, {spot(g, 2, 3, 3), {0, 2}}, {spot(g, 0, 0, 1), spot(g, 5, 5, 3)}, {}, {spot(g, 0, 6, 2)},
		} {
			who.areas, who.version = areas, uint64(version)
			for p := Place(1); int(p) <= g.Size(); p++ {
				var want []Thing
				for i, a := range areas {
					if a.Place != 0 && stepsOf(g).spaces(Area{p, 1}, a) == 0 {
						want = append(want, Thing(i+1))
					}
				}
				if g.Taken(p) != (want != nil) || g.IsFree(p) != (want == nil) {
					t.Errorf("%v: %s is taken: %t", areas, g.Name(p), g.Taken(p))
				}
				if got := g.Occupants(nil, Area{p, 1}); !slices.Equal(got, want) {
					t.Errorf("%v: at %s are %v, want %v", areas, g.Name(p), got, want)
				}
			}
		}
	}
	g, who := drawn(program.SquareGrid, "one", ".#. ...")
	if g.IsFree(g.At(1, 0)) || !g.IsFree(g.At(0, 0)) {
		t.Error("a wall is free, or open ground isn't")
	}
	who.areas = []Area{spot(g, 2, 0, 1)}
	if got := g.Occupants([]Thing{7}, spot(g, 1, 0, 2)); !slices.Equal(got, []Thing{7, 1}) {
		t.Errorf("a big area has %v", got)
	}
}

func TestOccupants(t *testing.T) {
	g, who := drawn(program.SquareGrid, "one", blank7)
	who.areas = []Area{spot(g, 2, 2, 2), {0, 1}, spot(g, 3, 3, 1)}
	if s := fmt.Sprint(g.Occupants(nil, spot(g, 3, 3, 1))); s != "[1 3]" {
		t.Errorf("at 3,3: %s", s)
	}
	if g.IsFree(g.At(2, 3)) || !g.IsFree(g.At(1, 2)) {
		t.Error("free where somebody stands, or the reverse")
	}
}
