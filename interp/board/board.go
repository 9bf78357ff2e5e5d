package board

import (
	"math"
	"slices"
	"strconv"

	"github.com/rulec/rulec/lang/program"
)

// Place is a space, point or zone of the ground: its index (row by row) plus 1; 0 is nowhere.
// It is the value of the language's type place, as a whole number.
type Place int32

// Thing is a combatant or an item of the encounter: its index, in encounter order, plus 1;
// 0 is the scene, or nobody. It is the value of the language's things, as a whole number.
type Thing int

// Area is where a thing stands: the top left place of a square, and its side; on a plane
// the middle of a round base, and its diameter in spaces.
type Area struct {
	Place Place
	Size  int32
}

// metric tells how long a way is that goes dx columns and dy rows.
type metric uint8

const (
	diagonalsOne metric = iota
	diagonalsAlternate
	diagonalsNone
)

// Unlaid is the board of constants that are worked out before there is an encounter.
var Unlaid = &Board{noneYet: true}

// Board is the geometry of one encounter. Which ground is closed or blocks sight
// is fixed; who stands where comes from [Positions]. It is not safe for concurrent use.
type Board struct {
	// Grid is squares, hexes, zones, a plane or none; Unit how long a step is in the ruleset's unit.
	Grid program.Grid
	Unit float64
	// Terrains is how many numbers [Board.TerrainOf] may give, 0 included.
	Terrains int
	// Work counts the places that were looked at, as a measure of what was asked; whoever
	// reads it may set it back. See [Positions.Looked].
	Work int

	// measure turns spaces into the ruleset's unit, and unitName is what that is called.
	measure  program.Measure
	unitName string

	metric  metric
	corners corners
	// costly is set if the ruleset says what steps cost.
	costly bool
	// The first column and row, and how many there are.
	left, top, width, height int
	// terrain, closed and opaque have an element for each place; nil: all open ground.
	terrain []int32 // definition number, 0: none
	closed  []bool
	opaque  []bool

	zones    []*program.Zone
	zoneNext [][]Place // on zones: those beside each
	zoneLast [][]Place // on zones: those beside which each is
	steps    [][]int32 // on zones: borders between each two; -1: no way

	noneYet bool
	// answers tells, by function of space, whether the ground lacks nothing for it.
	answers [math.MaxUint8 + 1]bool

	who Positions

	// at each place: its column and row, and the places one step from it, nextCount of
	// them less 1 from places*8 on; 0: not yet worked out. A bit for each of the steps, the
	// lowest for the first, tells in diagonal which of them are, in cutting which of them
	// corners stop for a walker of size 1.
	positions         []position
	next              []Place
	nextCount         []uint8
	diagonal, cutting []uint8

	occupancy occupancy
	// ways are searched from where somebody stands, a way back from where it leads.
	out     []Place // scratch: the last list of places
	counts  []int32
	back    search
	outward search
	begun   outing
	known   []knownWay
	// On a plane ways go in legs, and near are the points around somebody.
	legs legs
	near []near
	// directions are those of vectors, plus 1; 0: not yet worked out.
	directions []int8
}

// position is a column and row.
type position struct{ x, y int32 }

// LookedAtLeast is how many places are looked at before [Positions.Looked] is told.
const LookedAtLeast = 1 << 12

// looked counts places that are looked at.
func (g *Board) looked(places int) {
	if g.Work += places; g.Work >= LookedAtLeast && g.who != nil {
		g.who.Looked()
	}
}

// Positions tells who stands where.
type Positions interface {
	// Creatures is how many things can occupy places; they have the numbers 1 up to it.
	Creatures() int
	// AreaOf returns where a thing stands; its Place is 0 when it stands nowhere.
	AreaOf(thing Thing) Area
	// Looked is told again and again while Work is at least LookedAtLeast, in the middle of what is asked,
	// which a panic ends.
	Looked()
	// Fits tells whether a thing may stand at a place as far as the ruleset says.
	Fits(thing Thing, at Place) bool
	// Cost returns what the ruleset says a step of a thing costs that leads onto the ground
	// at a place. It is asked only where the ruleset says it.
	Cost(thing Thing, from, to, ground Place) int32
	// Moved returns a number that is another one when somebody stands elsewhere than
	// before, Changed one when somebody may stand elsewhere, somewhere else fits
	// somebody, or a step costs something else; 0: it isn't known.
	Moved() uint64
	Changed() uint64
}

// New returns the board of an encounter on which nobody stands yet: see [Board.For].
// enters and blocks work out the ruleset's formulas for a terrain definition (nil: open ground without a name).
func New(e *program.Encounter, enters, blocks func(*program.Def) bool) *Board {
	g := &Board{Unit: 1, Terrains: 1}
	if s := e.Program.Space; s != nil {
		g.Grid = s.Grid
		if s.Unit > 0 {
			g.Unit = s.Unit
		}
		g.unitName = s.UnitName
		switch s.Diagonals {
		case "alternate":
			g.metric = diagonalsAlternate
		case "none":
			g.metric = diagonalsNone
		}
		g.costly = s.Cost != nil
		switch s.Corners {
		case "one":
			g.corners = eitherCorner
		case "none":
			g.corners = noCorner
		}
	}
	g.measure, _ = program.MeasureOf(g.Unit)
	switch g.Grid {
	case program.ZoneGrid:
		g.layZones(e.Map)
	case program.SquareGrid, program.HexGrid, program.PlaneGrid:
		g.layGrid(e)
	}
	for b := range g.answers {
		g.answers[b] = g.Lacks(program.Builtin(b)) == ""
	}
	g.layTerrain(e.Map, enters, blocks)
	g.lay()
	return g
}

// For returns a board of the same ground on which others stand. Boards of one ground may
// be asked side by side.
func (g *Board) For(who Positions) *Board {
	b := *g
	b.who = who
	if g.Grid != program.NoGrid && g.Grid != program.ZoneGrid {
		b.directions = make([]int8, (2*nearBy+1)*(2*nearBy+1))
	}
	if g.Grid == program.PlaneGrid {
		return &b
	}
	n := g.Size()
	b.next, b.nextCount = make([]Place, n*mostNext), make([]uint8, n)
	b.diagonal, b.cutting = make([]uint8, n), make([]uint8, n)
	b.back.prepare(n)
	b.back.back = true
	b.outward.prepare(n)
	return &b
}

// lay notes where each place lies.
func (g *Board) lay() {
	n := g.Size()
	g.positions = make([]position, n+1)
	for i := range n {
		g.positions[i+1] = position{int32(i%g.width + g.left), int32(i/g.width + g.top)}
	}
}

// mostNext is how many neighbours a space of a grid has at most.
const mostNext = 8

// Size returns how many places there are.
func (g *Board) Size() int { return g.width * g.height }

func (g *Board) layZones(m *program.Map) {
	if m == nil {
		return
	}
	g.zones, g.width, g.height = m.Zones, len(m.Zones), 1
	g.steps, g.zoneNext = make([][]int32, len(m.Zones)), make([][]Place, len(m.Zones))
	for from, zone := range m.Zones {
		g.steps[from] = bordersFrom(m.Zones, from)
		for _, z := range zone.Next {
			g.zoneNext[from] = append(g.zoneNext[from], Place(z+1))
		}
	}
	g.zoneLast = zonesBefore(g.zoneNext)
}

// zonesBefore lists, by zone, those from which a border leads there: first those to which one
// leads back, in their order.
func zonesBefore(next [][]Place) [][]Place {
	before, oneWay := make([][]Place, len(next)), make([][]Place, len(next))
	for z, list := range next {
		at := Place(z + 1)
		for _, n := range list {
			if slices.Contains(next[n-1], at) {
				before[z] = append(before[z], n)
			} else {
				oneWay[n-1] = append(oneWay[n-1], at)
			}
		}
	}
	for z := range before {
		before[z] = append(before[z], oneWay[z]...)
	}
	return before
}

// bordersFrom counts the borders from one zone to every other.
func bordersFrom(zones []*program.Zone, from int) []int32 {
	steps := make([]int32, len(zones))
	for i := range steps {
		steps[i] = -1
	}
	steps[from] = 0
	queue := []int{from}
	for len(queue) > 0 {
		z := queue[0]
		queue = queue[1:]
		for _, n := range zones[z].Next {
			if steps[n] < 0 {
				steps[n] = steps[z] + 1
				queue = append(queue, n)
			}
		}
	}
	return steps
}

func (g *Board) layGrid(e *program.Encounter) {
	if e.Map != nil {
		g.width, g.height = e.Map.Width, e.Map.Height
		return
	}
	right, bottom := 0, 0
	for _, t := range e.Things {
		if t.Place != nil {
			g.left, g.top = min(g.left, t.Place.X), min(g.top, t.Place.Y)
			right, bottom = max(right, t.Place.X), max(bottom, t.Place.Y)
		}
	}
	g.left -= program.OpenMargin
	g.top -= program.OpenMargin
	g.width = right + program.OpenMargin - g.left + 1
	g.height = bottom + program.OpenMargin - g.top + 1
}

func (g *Board) layTerrain(m *program.Map, enters, blocks func(*program.Def) bool) {
	if m == nil || m.Terrain == nil && m.Zones == nil {
		return
	}
	n := g.Size()
	g.terrain, g.closed, g.opaque = make([]int32, n), make([]bool, n), make([]bool, n)
	for i := range n {
		var def *program.Def
		if m.Terrain != nil {
			def = m.Terrain[i]
		} else if g.zones != nil {
			def = g.zones[i].Terrain
		}
		if def != nil {
			g.terrain[i] = int32(def.Index + 1)
			g.Terrains = max(g.Terrains, def.Index+2)
		}
		g.closed[i] = !enters(def)
		g.opaque[i] = blocks(def)
	}
}

// Answers tells whether the ground can answer a function of space: whether it lacks nothing.
func (g *Board) Answers(b program.Builtin) bool { return g.answers[b] }

// Lacks tells why the ground can't answer a function of space; empty: it can.
func (g *Board) Lacks(b program.Builtin) string {
	if g.noneYet {
		return "this is worked out before any encounter lays the ground, so it can't name a place or ask about one"
	}
	switch g.Grid {
	case program.NoGrid:
		switch b {
		case program.PlaceOf:
			return ""
		}
		return "this ruleset has no space: there are no places and no distances"
	case program.ZoneGrid:
		switch b {
		case program.DirectionTo, program.Directions, program.Beyond, program.Away, program.Sector,
			program.Opposite, program.Turn, program.ConeFrom, program.LineThrough:
			return "zones have no directions"
		case program.ColumnOf, program.RowOf:
			return "zones have no columns and no rows"
		}
	}
	return ""
}

// at returns the place in a column and row; 0 outside.
func (g *Board) at(x, y int) Place {
	x -= g.left
	y -= g.top
	if x < 0 || y < 0 || x >= g.width || y >= g.height {
		return 0
	}
	return Place(y*g.width + x + 1)
}

// Coordinates returns the column and row of a place.
func (g *Board) Coordinates(p Place) (x, y int) {
	s := g.positions[p]
	return int(s.x), int(s.y)
}

// Valid reports whether p is a place of this ground.
func (g *Board) Valid(p Place) bool { return p > 0 && int(p) <= g.Size() }

// Zone returns the zone of a place; nil where there is none.
func (g *Board) Zone(p Place) *program.Zone {
	if p < 1 || int(p) > len(g.zones) {
		return nil
	}
	return g.zones[p-1]
}

// Name returns how a story calls a place.
func (g *Board) Name(p Place) string {
	switch {
	case !g.Valid(p):
		return "nowhere"
	case g.Grid == program.ZoneGrid:
		if z := g.zones[p-1]; z.Title != "" {
			return z.Title
		} else {
			return z.Name
		}
	}
	column, row := g.Point(p)
	return "[" + strconv.FormatFloat(column, 'f', -1, 64) + ", " + strconv.FormatFloat(row, 'f', -1, 64) + "]"
}

// axial returns the hex coordinates of a column and row.
func axial(x, y int) (q, r int) { return x - (y-(y&1))/2, y }

// offset is the reverse of axial.
func offset(q, r int) (x, y int) { return q + (r-(r&1))/2, r }

func hexLength(q, r int) int { return (abs(q) + abs(r) + abs(q+r)) / 2 }

func abs(n int) int {
	if n < 0 {
		return -n
	}
	return n
}

// length returns the length in spaces of dx columns and dy rows of squares.
func (m metric) length(dx, dy int) int {
	dx, dy = abs(dx), abs(dy)
	switch m {
	case diagonalsAlternate:
		return max(dx, dy) + min(dx, dy)/2
	case diagonalsNone:
		return dx + dy
	}
	return max(dx, dy)
}

// gap returns how far the interval that starts at b, long nb, lies from the one
// that starts at a, long na: 0 when they share something, 1 when they touch;
// negative when b lies before a.
func gap(a, na, b, nb int) int {
	switch {
	case b >= a+na:
		return b - (a + na - 1)
	case a >= b+nb:
		return -(a - (b + nb - 1))
	}
	return 0
}

// Spaces returns how many spaces lie from a to b, counting the last but not the
// first: 0 when they share a space; -1 when there is no way between two zones.
func (g *Board) Spaces(a, b Area) int {
	switch g.Grid {
	case program.ZoneGrid:
		return int(g.steps[a.Place-1][b.Place-1])
	case program.HexGrid:
		ax, ay := g.Coordinates(a.Place)
		bx, by := g.Coordinates(b.Place)
		aq, ar := axial(ax, ay)
		bq, br := axial(bx, by)
		return max(0, hexLength(bq-aq, br-ar)-int(a.Size-1)-int(b.Size-1))
	}
	ax, ay := g.Coordinates(a.Place)
	bx, by := g.Coordinates(b.Place)
	if a.Size == 1 && b.Size == 1 {
		return g.metric.length(bx-ax, by-ay)
	}
	return g.metric.length(gap(ax, int(a.Size), bx, int(b.Size)), gap(ay, int(a.Size), by, int(b.Size)))
}

// Adjacent reports whether a and b are next to each other or share a space.
func (g *Board) Adjacent(a, b Area) bool {
	if g.Grid == program.PlaneGrid {
		return g.apartOnPlane(a, b) <= g.Unit
	}
	n := g.Spaces(a, b)
	return n >= 0 && n <= 1
}

// covers reports whether an area covers a place.
func (g *Board) covers(a Area, p Place) bool {
	if g.Grid == program.PlaneGrid {
		return a.Place != 0 && g.overlap(a, Area{Place: p})
	}
	if a.Size == 1 || g.Grid == program.ZoneGrid {
		return a.Place == p
	}
	return a.Place != 0 && g.Spaces(a, Area{p, 1}) == 0
}

// Occupants appends the numbers of the creatures that share a space with an area, in
// encounter order.
func (g *Board) Occupants(list []Thing, a Area) []Thing {
	if a.Size == g.PointSize() {
		if !g.Taken(a.Place) {
			return list
		}
		if who := g.occupancy.alone[a.Place]; who != 0 {
			return append(list, Thing(who))
		}
	}
	for n, last := Thing(1), Thing(g.who.Creatures()); n <= last; n++ {
		if b := g.who.AreaOf(n); b.Place != 0 && g.share(a, b) {
			list = append(list, n)
		}
	}
	return list
}

// share tells whether two areas have a place in common.
func (g *Board) share(a, b Area) bool {
	if g.Grid == program.PlaneGrid {
		return g.overlap(a, b)
	}
	return g.Spaces(a, b) == 0
}

// IsFree reports whether p is ground that can be entered and nobody is there.
func (g *Board) IsFree(p Place) bool { return !g.isClosed(p) && !g.Taken(p) }

func (g *Board) isClosed(p Place) bool { return g.closed != nil && g.closed[p-1] }
func (g *Board) isOpaque(p Place) bool { return g.opaque != nil && g.opaque[p-1] }

// Enters reports whether all ground of an area is there and can be entered.
func (g *Board) Enters(a Area) bool {
	if !g.Valid(a.Place) {
		return false
	}
	if g.Grid == program.PlaneGrid {
		return g.baseEnters(a)
	}
	if a.Size == 1 || g.Grid == program.ZoneGrid {
		return !g.isClosed(a.Place)
	}
	x, y := g.Coordinates(a.Place)
	if g.Grid == program.HexGrid {
		return g.entersDisc(x, y, int(a.Size)-1)
	}
	for dy := range int(a.Size) {
		for dx := range int(a.Size) {
			if p := g.at(x+dx, y+dy); p == 0 || g.isClosed(p) {
				return false
			}
		}
	}
	return true
}

func (g *Board) entersDisc(x, y, radius int) bool {
	q, r := axial(x, y)
	for dr := -radius; dr <= radius; dr++ {
		for dq := -radius; dq <= radius; dq++ {
			if hexLength(dq, dr) > radius {
				continue
			}
			if p := g.at(offset(q+dq, r+dr)); p == 0 || g.isClosed(p) {
				return false
			}
		}
	}
	return true
}

// Within lists the places at most n spaces from a, a's own included: nearest
// first, equally near ones row by row. The list is valid until the next one.
func (g *Board) Within(a Area, n int) []Place {
	g.out = g.out[:0]
	if n < 0 {
		return g.out
	}
	if g.Grid == program.ZoneGrid {
		for d := range min(n, len(g.zones)) + 1 {
			for z, steps := range g.steps[a.Place-1] {
				if int(steps) == d {
					g.out = append(g.out, Place(z+1))
				}
			}
		}
		return g.out
	}
	return g.withinGrid(a, min(n, g.width+g.height+min(g.width, g.height)))
}

// withinGrid sorts the places of a rectangle by counting how many there are at
// each distance.
func (g *Board) withinGrid(a Area, n int) []Place {
	x, y := g.Coordinates(a.Place)
	size, margin := int(a.Size), n
	if g.Grid == program.HexGrid {
		margin = n + size
		size = 1
	}
	x0, x1 := max(x-margin, g.left), min(x+size-1+margin, g.left+g.width-1)
	y0, y1 := max(y-margin, g.top), min(y+size-1+margin, g.top+g.height-1)
	if cap(g.counts) < n+2 {
		g.counts = make([]int32, n+2)
	}
	starts := g.counts[:n+2]
	clear(starts)
	for by := y0; by <= y1; by++ {
		for bx := x0; bx <= x1; bx++ {
			if d := g.Spaces(a, Area{g.at(bx, by), 1}); d <= n {
				starts[d+1]++
			}
		}
	}
	for d := range n + 1 {
		starts[d+1] += starts[d]
	}
	total := int(starts[n+1])
	if cap(g.out) < total {
		g.out = make([]Place, total)
	}
	g.out = g.out[:total]
	for by := y0; by <= y1; by++ {
		for bx := x0; bx <= x1; bx++ {
			p := g.at(bx, by)
			if d := g.Spaces(a, Area{p, 1}); d <= n {
				g.out[starts[d]] = p
				starts[d]++
			}
		}
	}
	return g.out
}

// neighbours lists the places one step from p: clockwise from the north (on
// hexes from the north-east), on zones as the map lists them. The list is valid
// until the next one.
func (g *Board) neighbours(p Place) []Place {
	g.out = append(g.out[:0], g.nextTo(p)...)
	return g.out
}

// nextTo returns the neighbours of p; the list is the ground's own.
func (g *Board) nextTo(p Place) []Place {
	if g.Grid == program.ZoneGrid {
		return g.zoneNext[p-1]
	}
	from := (int(p) - 1) * mostNext
	list := g.next[from : from : from+mostNext]
	if n := g.nextCount[p-1]; n > 0 {
		return list[:n-1]
	}
	for d := range g.DirectionCount() {
		q := g.step(p, d)
		if q == 0 {
			continue
		}
		bit := uint8(1) << len(list)
		if g.isDiagonal(p, q) {
			g.diagonal[p-1] |= bit
		}
		if g.cutsCorner(1, p, q) {
			g.cutting[p-1] |= bit
		}
		list = append(list, q)
	}
	g.nextCount[p-1] = uint8(len(list) + 1)
	return list
}

// lastBefore returns the places from which a step leads to p; the list is the ground's own.
func (g *Board) lastBefore(p Place) []Place {
	if g.Grid == program.ZoneGrid {
		return g.zoneLast[p-1]
	}
	return g.nextTo(p)
}

// StepName is what so many steps of a way are called; on a plane, what its length is measured in.
func (g *Board) StepName(n float64) string {
	if g.Grid == program.PlaneGrid {
		if g.unitName == "" {
			return ""
		}
		return " " + g.unitName
	}
	name := " space"
	if g.Grid == program.ZoneGrid {
		name = " border"
	}
	if n == 1 {
		return name
	}
	return name + "s"
}

// InSpaces turns a distance in the ruleset's unit into spaces, rounded down.
func (g *Board) InSpaces(n float64) int {
	return int(math.Floor(math.Max(-1, math.Min(n/g.Unit, 1<<20))))
}

// PlaceAt returns the place in a column and row, as a value of the language; 0 outside, or
// where either isn't whole.
func (g *Board) PlaceAt(column, row float64) float64 {
	if column != math.Floor(column) || row != math.Floor(row) || math.Abs(column) > 1<<30 || math.Abs(row) > 1<<30 {
		return 0
	}
	if g.Grid == program.ZoneGrid && row != 0 {
		return 0
	}
	return float64(g.at(int(column), int(row)))
}

// Around lists the places next to an area.
func (g *Board) Around(a Area) []Place {
	if g.Grid == program.PlaneGrid {
		return g.onPlane(a, -1, g.Unit, func(p Place) bool { return !g.covers(a, p) })
	}
	if a.Size == 1 || g.Grid == program.ZoneGrid {
		return g.neighbours(a.Place)
	}
	near := g.Within(a, 1)
	out := near[:0]
	for _, p := range near {
		if !g.covers(a, p) {
			out = append(out, p)
		}
	}
	return out
}

// TerrainOf numbers what the ground is made of at a place, from 0, below [Board.Terrains].
func (g *Board) TerrainOf(p Place) int {
	if g.terrain == nil {
		return 0
	}
	return int(g.terrain[p-1])
}
