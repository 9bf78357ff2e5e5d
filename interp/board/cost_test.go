package board

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/rulec/rulec/lang/program"
)

// costing returns ground on which a digit is what a step onto it costs.
func costing(diagonals, rows string) (*Board, *stood) {
	g, who := drawn(program.SquareGrid, diagonals, rows)
	g.costly, who.costs = true, map[Place]int{}
	setCorners(g, noCorner)
	for i, c := range strings.Join(strings.Fields(rows), "") {
		switch {
		case c == '0':
			who.costs[Place(i+1)] = -1
		case c >= '1' && c <= '9':
			who.costs[Place(i+1)] = int(c - '0')
		}
		g.terrain[i] = max(g.terrain[i], int32(c)) // what ground costs depends on what it is made of
	}
	return g, who
}

// TestFreeStepsAtTheLimit: a way that has cost all that it may goes on over steps that cost nothing.
func TestFreeStepsAtTheLimit(t *testing.T) {
	for _, test := range []struct {
		rows string
		far  int
		want string
	}{
		{".300.", 3, "1,0; 1,0 2,0; 1,0 2,0 3,0"},
		{".300.", 4, "1,0; 1,0 2,0; 1,0 2,0 3,0; 1,0 2,0 3,0 4,0"},
		{".300.", 2, ""},
		{".0.0.", 0, "1,0"},
		{".0.0.", 1, "1,0; 1,0 2,0; 1,0 2,0 3,0"},
	} {
		g, _ := costing("none", test.rows)
		var ways []string
		g.Ways(Walker{Thing: 1, Size: 1}, g.At(0, 0), long(g, test.far), func(way []Place) { ways = append(ways, points(g, way)) })
		if got := strings.Join(ways, "; "); got != test.want {
			t.Errorf("%s, for %d: %s, want %s", test.rows, test.far, got, test.want)
		}
	}
}

// TestStepsCost: what steps cost is counted; of something big the dearest ground that it comes to
// cover, and a diagonal twice where it is twice as long. Of ways that cost the same it takes the one
// with the fewest steps that cost nothing.
func TestStepsCost(t *testing.T) {
	for _, test := range []struct {
		diag, rows             string
		size                   int
		fx, fy, tx, ty, length int
		way                    string
	}{
		{"none", ".2.", 1, 0, 0, 2, 0, 3, "1,0 2,0"},
		{"one", ".9. ...", 1, 0, 0, 2, 0, 2, "1,1 2,0"},
		// Straight on 4 + 1, round it 6; 1,1 would do as well, but 1,0 is nearer to the goal.
		{"one", ".4. .4. .4. ...", 1, 0, 0, 2, 0, 5, "1,0 2,0"},
		{"one", ".6. .6. .6. ...", 1, 0, 0, 2, 0, 6, "0,1 0,2 1,3 2,2 2,1 2,0"},
		// There 2 + 2 * 5 + 1, back 5 + 2 * 2 + 1.
		{"alternate", ".### #2## ##5# ###.", 1, 0, 0, 3, 3, 13, "1,1 2,2 3,3"},
		{"alternate", ".### #2## ##5# ###.", 1, 3, 3, 0, 0, 10, "2,2 1,1 0,0"},
		// It comes to cover column 2, in which there is a 3, column 3 and column 4.
		{"none", "..... ..3..", 2, 0, 0, 4, 0, 5, "1,0 2,0 3,0"},
		{"one", ".0.0. .....", 1, 0, 0, 4, 0, 2, "1,0 2,0 3,0 4,0"},
		{"one", "000 000 00.", 1, 0, 0, 2, 2, 1, "1,1 2,2"},
		{"one", "0#. 0#. 0#.", 1, 0, 0, 2, 2, -1, ""},
	} {
		g, _ := costing(test.diag, test.rows)
		w, from, to := Walker{Thing: 1, Size: int32(test.size)}, g.At(test.fx, test.fy), g.At(test.tx, test.ty)
		if got := points(g, g.Way(w, from, to)); got != test.way {
			t.Errorf("%s %s: %s, want %s", test.diag, test.rows, got, test.way)
		}
		if got := wayLength(g, w, from, to); got != test.length {
			t.Errorf("%s %s: it costs %d, want %d", test.diag, test.rows, got, test.length)
		}
		// A place walks for nobody, so that every step costs 1.
		if alone := wayLength(g, Walker{Size: w.Size}, from, to); test.diag == "none" && alone != len(strings.Fields(test.way)) {
			t.Errorf("%s: for nobody it costs %d", test.rows, alone)
		}
	}
}

// TestOffersByCost: what can be reached for so many spaces, the cheapest first.
func TestOffersByCost(t *testing.T) {
	for _, test := range []struct {
		rows  string
		n     int
		offer string
	}{
		{".2..", 2, "1,0"},
		{".2..", 3, "1,0; 1,0 2,0"},
		{".00.0", 0, "1,0; 1,0 2,0"},
		{".00.0", 1, "1,0; 1,0 2,0; 1,0 2,0 3,0; 1,0 2,0 3,0 4,0"},
		{".3. ...", 2, "0,1; 1,1; 1,1 2,0; 1,1 2,1"},
	} {
		g, _ := costing("one", test.rows)
		var got []string
		g.Ways(Walker{Thing: 1, Size: 1}, g.At(0, 0), long(g, test.n), func(way []Place) { got = append(got, points(g, way)) })
		if offer := strings.Join(got, "; "); offer != test.offer {
			t.Errorf("%s for %d: %s, want %s", test.rows, test.n, offer, test.offer)
		}
	}
}

// TestWaysByCost compares ways over random ground, on which steps cost from nothing to 4, with the
// slow search.
func TestWaysByCost(t *testing.T) {
	rnd := rand.New(rand.NewPCG(7, 11))
	free, ways := 0, 0
	for trial := range 120 {
		diag := []string{"one", "alternate", "none", "hex"}[trial%4]
		grid := program.SquareGrid
		if diag == "hex" {
			grid = program.HexGrid
		}
		var rows strings.Builder
		for i := range 30 {
			if i%6 == 0 {
				rows.WriteByte(' ')
			}
			rows.WriteByte("......#"[rnd.IntN(7)])
		}
		g, who := drawn(grid, diag, rows.String())
		g.costly = true
		setCorners(g, corners(rnd.IntN(3)))
		n := &naive{g: g, who: who, diag: diag, size: 1 + trial/4%2}
		who.costs = map[Place]int{}
		for p := Place(1); int(p) <= g.Size(); p++ {
			who.costs[p] = []int{0, 0, 0, 2, 3, 4, -1}[rnd.IntN(7)]
			who.refuse[p] = rnd.IntN(10) == 0
			if c := who.costs[p]; g.terrain[p-1] == 0 && c != 0 {
				g.terrain[p-1] = int32(c + 10) // what ground costs depends on what it is made of
			}
		}
		w := Walker{Thing: 1, Size: int32(n.size)}
		for range 12 {
			from, to := Place(1+rnd.IntN(30)), Place(1+rnd.IntN(30))
			if !n.fits(from) {
				continue
			}
			who.refuse[from] = false
			n.walk(from, to)
			want := n.toCover(to)
			got, way := wayLength(g, w, from, to), slices.Clone(g.Way(w, from, to))
			switch {
			case want < 0 && got == -1 && len(way) == 0, want == 0 && got == 0 && len(way) == 0:
				continue
			case want < 0 || int64(got) != want/many:
				t.Fatalf("%s: from %s to %s it is %d, want %d: %s", rows.String(), g.Name(from), g.Name(to), got, want, points(g, way))
			}
			ways++
			free += int(want % many)
			n.check(t, w, from, to, way)
		}
		if n.size == 1 && n.fits(g.At(0, 2)) {
			who.refuse[g.At(0, 2)] = false
			n.reaches(t, w)
		}
	}
	if ways < 300 || free < 50 {
		t.Errorf("%d ways with %d steps that cost nothing", ways, free)
	}
}
