package board

import (
	"math"
	"testing"

	"github.com/rulec/rulec/interp/number"
	"github.com/rulec/rulec/lang/program"
)

// TestCountersBeginAnew: when the numbers of the marks and searches run out, all begins anew.
func TestCountersBeginAnew(t *testing.T) {
	g, who := drawn(program.SquareGrid, "none", "... .#. ...")
	who.areas = []Area{spot(g, 2, 2, 1)}
	w := Walker{Thing: 1, Size: 1}
	g.occupancy.now, stepsOf(g).back.now, stepsOf(g).outward.now = math.MaxUint32-1, math.MaxUint32-1, math.MaxUint32-1
	for range 3 {
		if !g.Taken(g.At(2, 2)) || g.Taken(g.At(0, 0)) || g.Taken(g.At(1, 1)) {
			t.Errorf("at mark %d others are taken than 2,2", g.occupancy.now)
		}
		if got := points(g, g.Way(w, g.At(0, 1), g.At(2, 1))); got != "0,0 1,0 2,0 2,1" {
			t.Errorf("at search %d the way is %s", stepsOf(g).back.now, got)
		}
		ends := 0
		g.Ways(w, g.At(0, 1), long(g, 2), func([]Place) { ends++ })
		if ends != 4 { // both corners, and the place beside each
			t.Errorf("at search %d two steps lead to %d places", stepsOf(g).outward.now, ends)
		}
	}
	open, refuses := drawn(program.PlaneGrid, "", "... .#. ...")
	refuses.refuse[open.At(1, 0)], refuses.refuse[open.At(1, 2)] = true, true
	if open.WayLength(w, open.At(0, 1), open.At(2, 1)) != number.None {
		t.Error("there is a way for whom there is no room beside the wall")
	}
	legs := &open.grid.(*plane).legs
	legs.now = math.MaxUint32/2 - 1 // the next search begins anew
	for range 4 {
		// Over 1,0 or 1,2, by two diagonals.
		if long := open.WayLength(Walker{}, open.At(0, 1), open.At(2, 1)); math.Abs(long-10*math.Sqrt2) > 1e-9 {
			t.Errorf("at search %d it is %v around the wall", legs.now, long)
		}
	}
}
