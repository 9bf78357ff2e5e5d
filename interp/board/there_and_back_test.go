package board

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/rulec/rulec/lang/program"
)

// TestThereAndBack: on maps by lot, between things of all sizes, it is as far back as there, one sees whoever sees
// one, the same lies between, and whoever stands between two does so both ways.
func TestThereAndBack(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 1))
	const wide, high = 9, 7
	for range 300 {
		rows := make([]string, high)
		for y := range rows {
			for range wide {
				rows[y] += string(".....#~"[random.IntN(7)])
			}
		}
		for _, x := range []struct {
			grid      program.Grid
			diagonals string
		}{{program.SquareGrid, "one"}, {program.SquareGrid, "alternate"}, {program.HexGrid, ""}} {
			g, _ := drawn(x.grid, x.diagonals, strings.Join(rows, " "))
			m := g
			for range 20 {
				place := func() Area { return spot(g, random.IntN(wide-2), random.IntN(high-2), 1+random.IntN(3)) }
				a, b, c := place(), place(), place()
				if there, back := m.Distance(a, b), m.Distance(b, a); there != back {
					t.Errorf("%v %s: from %v to %v it is %v, and back %v", x, rows, a, b, there, back)
				}
				if g.Sight(a, b) != g.Sight(b, a) {
					t.Errorf("%v %s: only one of %v and %v sees the other", x, rows, a, b)
				}
				between := slices.Clone(g.Between(a, b))
				back := slices.Clone(g.Between(b, a))
				slices.Reverse(back)
				if !slices.Equal(between, back) {
					t.Errorf("%v %s: between %v and %v lies %s, and back %s", x, rows, a, b, points(g, between), points(g, back))
				}
				if g.Opposite(a, c, b) != g.Opposite(b, c, a) {
					t.Errorf("%v %s: %v stands between %v and %v only one way", x, rows, c, a, b)
				}
			}
		}
	}
}
