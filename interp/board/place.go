package board

// Place is a space, point or zone of the ground: its index (row by row) plus 1; 0 is nowhere.
// It is the value of the language's type place, as a whole number.
type Place int32

// Thing is a combatant or an item of the encounter: its index, in encounter order, plus 1;
// 0 is the scene, or none. It is the value of the language's things, as a whole number.
type Thing int

// Area is the position of a thing: the top left place of a square, and its side; on a plane
// the middle of a round base, and its diameter in spaces.
type Area struct {
	Place Place
	Size  int32
}

// Walker looks for a way: a thing and its size, or none of size 1.
type Walker struct {
	Thing Thing
	Size  int32
}

// Obstacle is something that prevents a step.
type Obstacle uint8

const (
	NoObstacle Obstacle = iota
	// Leap: it doesn't lead to an adjacent place.
	Leap
	// ClosedGround can't be entered.
	ClosedGround
	// ClosedCorner: it is diagonal and stopped by one or two closed squares next to it.
	ClosedCorner
	// NoRoom: the walker may not be there.
	NoRoom
	// BlockedLeg: on a plane, something on the way is closed to its walker.
	BlockedLeg
)

// Positions has the positions of things.
type Positions interface {
	// Creatures is the number of things that can occupy places; they are numbered from 1 to it.
	Creatures() int
	// AreaOf returns the position of a thing; its Place is 0 when it is nowhere.
	AreaOf(thing Thing) Area
	// Looked is called repeatedly while Work is at least LookedAtLeast, in the middle of a query,
	// which a panic ends.
	Looked()
	// Fits reports whether the ruleset allows a thing at a place.
	Fits(thing Thing, at Place) bool
	// Cost returns the ruleset's cost of a thing's step onto the ground
	// at a place. It is called only where the ruleset sets it.
	Cost(thing Thing, from, to, ground Place) int32
	// Moved returns a number that changes when a thing moves, Changed one that changes
	// when a thing may move, fits at other places, or has other costs
	// of steps; 0 means unknown.
	Moved() uint64
	Changed() uint64
}
