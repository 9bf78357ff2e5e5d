package board

import "github.com/rulec/rulec/lang/program"

// The type of a kind of board implements what it can do: each is a [grid] or goes by steps, as a
// [stepper]; those with directions and columns have a [compass]. A kind that has no method for a
// function of space lacks it: see needs.

// grid is what every kind of board can do. Lengths are in the ruleset's unit, those of ways and steps
// in spaces.
type grid interface {
	// on returns the same for a ground with other positions, ready for use.
	on(g *ground) grid
	// directed returns its compass; nil means that there are no directions.
	directed() compass
	// apart returns the distance of a and b in spaces; -1 if there is no way between two zones.
	apart(a, b Area) float64
	// share reports whether two areas have a place in common.
	share(a, b Area) bool
	// cover appends the places that an area covers; 0 for those outside.
	cover(list []Place, a Area) []Place
	// sees reports whether a sees b on ground that partly blocks sight.
	sees(a, b Area) bool

	// The returned lists of places are valid until the next one.

	// Within lists the places at most far from a, including a's own: nearest first, equally near
	// ones row by row.
	Within(a Area, far float64) []Place
	// Ring lists the places exactly far from a, row by row; for 0 those that a covers. On a plane it is one
	// space wide, and the nearest come first.
	Ring(a Area, far float64) []Place
	// Around lists the places next to an area: clockwise from the north (on hexes from the north-east)
	// around one space, on zones as the map lists them; else nearest first.
	Around(a Area) []Place
	// Between lists the places on the straight line from a to b, in this order, without those that
	// a and b cover; on zones the shortest way.
	Between(a, b Area) []Place

	// Way returns the steps from a thing's area, or a place, to a place that it covers when it arrives,
	// without the first; nil when there is none or it is already there. On a plane these are the ends
	// of its legs. The slice is valid until the next search.
	Way(w Walker, from, to Place) []Place
	// wayLength returns the length of the shortest way in spaces, or -1.
	wayLength(w Walker, from, to Place) float64
	// reach searches all places that w can reach from its own on ways of at most far and where it
	// may stay, and returns their number; wayTo returns the way to one of them, as Way does,
	// the nearest place being 0.
	reach(w Walker, from Place, far float64) int
	wayTo(i int) []Place
	// Step returns the obstacle to a step, or on a plane to a leg; else its cost in spaces,
	// and whether the number of diagonal steps is odd after it.
	Step(w Walker, p, q Place, odd int32) (wrong Obstacle, spaces float64, parity int32)
	// Limit returns the longest way, in its displayed unit, that is no longer than a length: on a
	// plane the length, elsewhere whole spaces; and whether so many spaces are longer.
	Limit(far, spaces float64) (limit float64, longer bool)

	// PlaceAt returns the place in a column and row, 0 outside. On a plane they are in the ruleset's
	// unit; if no point has them, it isn't exact, and nearest are those of the nearest point.
	PlaceAt(column, row float64) (p Place, nearest [2]float64, exact bool)
	// SizeOf returns the width in spaces of a thing with a footprint from the ruleset: on a plane
	// the diameter of its base. For an invalid footprint, wrong says which are valid, and whole whether it is
	// a whole number of spaces, but too large.
	SizeOf(footprint float64) (size int32, whole bool, wrong string)
}

// stepper is a kind of grid on which ways go from place to adjacent place.
type stepper interface {
	on(g *ground) stepper
	directed() compass
	// spaces returns the number of spaces from a to b, including the last but not the first: 0 when they
	// share one; -1 when there is no way between two zones.
	spaces(a, b Area) int
	cover(list []Place, a Area) []Place
	sees(a, b Area) bool
	Between(a, b Area) []Place
	// within is Within in spaces, none below 0.
	within(a Area, n int) []Place
	// steps are those that lead from p, or, for back, those that lead to p; callers must not change them.
	steps(p Place, back bool) *steps
	// cutsCorner reports whether corners stop the step of a walker of some size from p to q.
	cutsCorner(size int32, p, q Place) bool
	// alternates reports whether every second diagonal step is longer.
	alternates() bool
	// crowFlies returns a number that grows with the straight distance of two places.
	crowFlies(p, q Place) int
	// offsets are the distances of an area from a place on open ground: a step that increases neither, and
	// decreases longer, is on a shortest way; it isn't ok where there are no such steps.
	offsets(a Area, to Place) (longer, shorter int, ok bool)
}

// compass is a kind of grid that has columns, rows and directions. Directions count
// clockwise from 0.
type compass interface {
	directionNames() []string
	// vector is the vector from the middle of a to the middle of b: on squares in half columns and rows, on
	// hexes in axial steps.
	vector(a, b Area) (x, y int)
	// closeness compares directions by their angle to a vector: it is greater for smaller angles.
	closeness(d, x, y int) int
	// Beyond returns the place n spaces from p in a direction; 0 outside. A negative n goes the other way.
	Beyond(p Place, d, n int) Place
	// Opposite reports whether x is between a and b.
	Opposite(a, x, b Area) bool
	// Cone lists the places at most far from a, without a's own, that are in direction d as seen from its
	// middle: on squares and planes within 45 degrees to either side, on hexes within 30, middles on the
	// edge included; in the order of Within.
	Cone(a Area, d int, far float64) []Place
	// Line lists the places on the straight line from a through b and beyond, up to a distance
	// of far from a, without a's own, as Between has them. There are none if a and b share a space.
	Line(a, b Area, far float64) []Place
}

// kinds creates the grid for each type of space; types that are missing have no places.
var kinds = map[program.Grid]func(*ground, *program.Encounter) grid{
	program.SquareGrid: laySquares,
	program.HexGrid:    layHexes,
	program.ZoneGrid:   layZones,
	program.PlaneGrid:  layPlane,
}

// need is the requirement of a function of space for a board.
type need struct {
	met   func(*Board) bool
	words string // what boards without it lack
}

var (
	nothing  = need{func(*Board) bool { return true }, ""}
	places   = need{func(b *Board) bool { return b.grid != nil }, "places"}
	columns  = need{func(b *Board) bool { return b.compass != nil }, "columns and no rows"}
	directed = need{func(b *Board) bool { return b.compass != nil }, "directions"}
)

// needs has, by function of space, what a board must have to answer it. No board answers a function that isn't here.
var needs = map[program.Builtin]need{
	program.PlaceOf: nothing,

	program.PlaceAt: places, program.Distance: places, program.DistanceIf: places, program.Adjacent: places, program.Within: places,
	program.Neighbours: places, program.RingAround: places, program.Between: places, program.InLine: places, program.NearestTo: places,
	program.Occupants: places, program.Terrain: places, program.FreeSpace: places, program.CanStand: places,
	program.Towards: places, program.PathTo: places, program.WayLength: places, program.WayCost: places,

	program.ColumnOf: columns, program.RowOf: columns,

	program.Directions: directed, program.DirectionTo: directed, program.Turn: directed, program.Sector: directed, program.Beyond: directed,
	program.Away: directed, program.Opposite: directed, program.ConeFrom: directed, program.LineThrough: directed,
}
