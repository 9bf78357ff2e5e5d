package board

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

// Walker is who looks for a way: a thing and its size, or nobody of size 1.
type Walker struct {
	Thing Thing
	Size  int32
}

// Obstacle is what is in the way of a step.
type Obstacle uint8

const (
	NoObstacle Obstacle = iota
	// Leap: it doesn't lead to a neighbouring place.
	Leap
	// ClosedGround can't be entered.
	ClosedGround
	// ClosedCorner: it goes diagonally where a closed square beside it, or two, stop it.
	ClosedCorner
	// NoRoom: the walker may not stand there.
	NoRoom
	// BlockedLeg: on a plane, something is closed to its walker on the way there.
	BlockedLeg
)

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
