package board

import (
	"cmp"
	"math"
	"strconv"

	"github.com/rulec/rulec/interp/number"
	"github.com/rulec/rulec/lang/program"
)

// Unlaid is the board for constants that are evaluated before there is an encounter.
var Unlaid = &Board{noneYet: true}

// Board is the geometry of one encounter. The closed ground and the ground that blocks sight
// are fixed; the places of things come from [Positions]. It is not safe for concurrent use.
type Board struct {
	ground
	// grid implements the kind of board; nil means that there are no places.
	grid
	directions

	noneYet bool
	// answers reports, by function of space, whether the board can answer it.
	answers [math.MaxUint8 + 1]bool
}

// New returns the board of an encounter with no things on it yet: see [Board.For].
// enters and blocks evaluate the ruleset's formulas for a terrain definition (nil: open ground without a name).
func New(e *program.Encounter, enters, blocks func(*program.Def) bool) *Board {
	b := &Board{ground: ground{Unit: 1, Terrains: 1}}
	s := e.Program.Space
	if s == nil {
		s = &program.Space{}
	}
	if s.Unit > 0 {
		b.Unit = s.Unit
	}
	b.measure, _ = program.MeasureOf(b.Unit)
	b.facts, b.unitName, b.costly = *s.Grid.Facts(), s.UnitName, s.Cost != nil
	if lay := kinds[s.Grid]; lay != nil {
		b.take(lay(&b.ground, e))
	}
	for f := range b.answers {
		b.answers[f] = b.Lacks(program.Builtin(f)) == ""
	}
	b.layTerrain(e.Map, enters, blocks)
	return b
}

// For returns a board of the same ground with other positions. Boards of one ground may
// be used concurrently.
func (b *Board) For(who Positions) *Board {
	own := *b
	own.who = who
	if own.grid != nil {
		own.take(own.grid.on(&own.ground))
	}
	return &own
}

// SizeOf is that of the grid; without one, as for constants, a thing is as wide as its footprint says in spaces.
func (b *Board) SizeOf(footprint float64) (size int32, whole bool, wrong string) {
	if b.grid == nil {
		return sizeInSpaces(footprint)
	}
	return b.grid.SizeOf(footprint)
}

// take makes the board use a grid.
func (b *Board) take(g grid) {
	b.grid, b.ground.kind = g, g
	b.directions = directions{compass: g.directed()}
	if b.compass != nil {
		b.known = make([]int8, (2*nearBy+1)*(2*nearBy+1))
	}
}

// Answers reports whether the board can answer a function of space.
func (b *Board) Answers(f program.Builtin) bool { return b.answers[f] }

// Lacks returns why the board can't answer a function of space; empty if it can.
func (b *Board) Lacks(f program.Builtin) string {
	need, known := needs[f]
	switch {
	case b.noneYet:
		return "this is evaluated before a map exists, so it can't use places"
	case !known:
		return "unknown function of space"
	case need.met(b):
		return ""
	case b.grid == nil:
		return "this ruleset has no space: there are no places and no distances"
	}
	return b.facts.Name + " have no " + need.words
}

// Name returns the name of a place in stories.
func (b *Board) Name(p Place) string {
	if !b.Valid(p) {
		return "nowhere"
	}
	if z := b.Zone(p); z != nil {
		return cmp.Or(z.Title, z.Name)
	}
	column, row := b.Point(p)
	return "[" + strconv.FormatFloat(column, 'f', -1, 64) + ", " + strconv.FormatFloat(row, 'f', -1, 64) + "]"
}

// Distance returns the distance of two areas; number.None if there is no way between two zones.
func (b *Board) Distance(from, to Area) float64 { return b.long(b.apart(from, to)) }

// Adjacent reports whether two areas are next to each other or share a space.
func (b *Board) Adjacent(one, other Area) bool {
	return b.Distance(one, other) <= b.Unit
}

// WayLength returns the length of the shortest way; number.None if there is none.
func (b *Board) WayLength(w Walker, from, to Place) float64 { return b.long(b.wayLength(w, from, to)) }

// long converts spaces to the ruleset's unit, -1 to none.
func (b *Board) long(spaces float64) float64 {
	if spaces < 0 {
		return number.None
	}
	return b.Long(spaces)
}

// Ways searches all places that w can reach from its own on ways of at most far
// and where it may stay. Each calls found with the way, without the first place;
// the slice is valid until found returns. Nearest places come first.
func (b *Board) Ways(w Walker, from Place, far float64, found func(way []Place)) {
	for i := range b.reach(w, from, far) {
		found(b.wayTo(i))
	}
}
