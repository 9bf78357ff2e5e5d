package board

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/rulec/rulec/lang/program"
)

// TestZones: zones are called by title, else by name; they have one row.
func TestZones(t *testing.T) {
	g := zoned()
	g.zones[1].Title = "The cellar"
	for p, want := range map[Place]string{0: "nowhere", 1: "zone_1", 2: "The cellar", 6: "zone_6", 7: "nowhere"} {
		if got := g.Name(p); got != want {
			t.Errorf("zone %d is %s, want %s", p, got, want)
		}
		if z := g.Zone(p); (z != nil) != (want != "nowhere") || z != nil && z != g.zones[p-1] {
			t.Errorf("zone %d is %v", p, z)
		}
	}
	if bare := New(&program.Encounter{Program: &program.Program{Space: &program.Space{Grid: program.ZoneGrid}}}, nil, nil); bare.Size() != 0 || bare.Name(1) != "nowhere" {
		t.Error("without a map there are no zones")
	}
	at := func(column, row float64) Place { p, _, _ := g.PlaceAt(column, row); return p }
	if at(5, 0) != 6 || at(6, 0) != 0 || at(0, 1) != 0 {
		t.Error("there are six zones, in one row")
	}
	if g.DirectionCount() != 0 || g.DirectionName(0) != "none" {
		t.Error("zones have directions")
	}
}

// TestZonesBetween: the shortest way, by the first neighbour that is nearer; nothing where
// there is none.
func TestZonesBetween(t *testing.T) {
	// 1 - 2 - 3 - 4 - 5, and 2 - 6 - 4.
	next := [][]int{{1}, {0, 2, 5}, {1, 3}, {2, 4, 5}, {3}, {1, 3}, {}}
	m := &program.Map{}
	dark := &program.Def{}
	for i, n := range next {
		z := &program.Zone{Name: fmt.Sprint("z", i+1), Next: n}
		if i == 2 {
			z.Terrain = dark
		}
		m.Zones = append(m.Zones, z)
	}
	e := &program.Encounter{Program: &program.Program{Space: &program.Space{Grid: program.ZoneGrid}}, Map: m}
	g := New(e, func(*program.Def) bool { return true }, func(d *program.Def) bool { return d == dark }).For(&stood{})
	for _, test := range []struct {
		from, to Place
		between  []Place
		sees     bool
	}{
		{1, 5, []Place{2, 3, 4}, false}, {5, 1, []Place{4, 3, 2}, false}, {1, 6, []Place{2}, true}, {1, 2, nil, true}, {3, 3, nil, true},
		{5, 6, []Place{4}, true}, {1, 3, []Place{2}, true}, {1, 7, nil, true},
	} {
		a, b := Area{test.from, 1}, Area{test.to, 1}
		if got := g.Between(a, b); !slices.Equal(got, test.between) {
			t.Errorf("between %d and %d lie %v, want %v", test.from, test.to, got, test.between)
		}
		if g.Sight(a, b) != test.sees {
			t.Errorf("from %d to %d one sees: %t", test.from, test.to, !test.sees)
		}
	}
	if got := fmt.Sprint(g.Within(Area{1, 1}, long(g, 99))); got != "[1 2 3 6 4 5]" {
		t.Errorf("all zones that a way leads to, the nearest first: %s", got)
	}
	if got := fmt.Sprint(g.Within(Area{1, 1}, 0)); got != "[1]" {
		t.Errorf("nothing but the zone itself: %s", got)
	}
}

// TestOneWayBorders: a way goes over borders as they lead. 1 leads to 2 and 4, 2 to 3, 3 and 4
// to 5, 5 to 1.
func TestOneWayBorders(t *testing.T) {
	m := &program.Map{}
	for i, n := range [][]int{{1, 3}, {2}, {4}, {4}, {0}} {
		m.Zones = append(m.Zones, &program.Zone{Name: fmt.Sprint("z", i+1), Next: n})
	}
	e := &program.Encounter{Program: &program.Program{Space: &program.Space{Grid: program.ZoneGrid}}, Map: m}
	who := &stood{costs: map[Place]int{4: 3}}
	g := New(e, func(*program.Def) bool { return true }, func(*program.Def) bool { return false }).For(who)
	w := Walker{Thing: 1, Size: 1}
	offers := func() string {
		var ways []string
		g.Ways(w, 1, long(g, 3), func(way []Place) { ways = append(ways, fmt.Sprint(way)) })
		return strings.Join(ways, " ")
	}
	for _, test := range []struct {
		from, to Place
		want     string
		// costing is the way where going to 4 costs 3.
		costing string
	}{
		{1, 5, "[4 5]", "[2 3 5]"}, {5, 4, "[1 4]", "[1 4]"}, {2, 1, "[3 5 1]", "[3 5 1]"}, {3, 2, "[5 1 2]", "[5 1 2]"},
	} {
		g.costly = false
		if got := fmt.Sprint(g.Way(w, test.from, test.to)); got != test.want {
			t.Errorf("from %d to %d: %s, want %s", test.from, test.to, got, test.want)
		}
		g.costly = true
		if got := fmt.Sprint(g.Way(w, test.from, test.to)); got != test.costing {
			t.Errorf("from %d to %d where 4 costs 3: %s, want %s", test.from, test.to, got, test.costing)
		}
	}
	if got, want := offers(), "[2] [2 3] [4] [2 3 5]"; got != want {
		t.Errorf("for 3 where 4 costs 3: %s, want %s", got, want)
	}
	if wayLength(g, w, 5, 4) != 4 {
		t.Errorf("from 5 to 4 it costs %d, want 1 + 3", wayLength(g, w, 5, 4))
	}
	g.costly = false
	if got, want := offers(), "[2] [4] [2 3] [4 5]"; got != want {
		t.Errorf("for 3: %s, want %s", got, want)
	}
}
