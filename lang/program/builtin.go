package program

// Builtin is a built-in function, or a field that the language gives every value of a type.
type Builtin uint8

// The row of a built-in function in the table in functions.go has its name, arguments, result, reads and meaning; the
// comments here add what the interpreter needs to know. Distances are in the ruleset's own unit (space.unit).
const (
	BuiltinNone Builtin = iota

	// Numbers.
	Min
	Max
	Floor
	Ceil
	Round
	Abs
	Sign
	Clamp

	// Dice.
	MakeDice
	Best
	Worst
	Reroll
	Explode
	Successes
	Valued
	Times
	Top
	Bottom
	Expected
	Chance
	Sides
	Natural
	Faces

	// Scales and lists.
	Position
	StepBy
	PastEnd
	First
	Last
	Length
	Total
	Reverse
	Given

	// Creatures and time.
	Combatants
	Everyone
	Foes
	Allies
	SideOf
	Now
	KeyNumber // Args[0] is a constant: which key number, from 0
	Elapsed
	IsOut
	TieBreaker
	Winner
	Scheduled // Args[1] is a constant of type EntryName

	// Actions.
	Mine
	Unfinished
	Declared
	CanDo     // Args[1], if present, is a constant of type EventName
	Can       // Args[1] is a definition
	Committed // Expr.Field is the pool, Args[1], if present, the member of a family
	Paid      // the same
	ActionOf
	ActorOf
	PlanAction
	PlanActor
	EventIs // Args[0] is a constant of type EventName
	Ever
	Asked

	// Space.
	PlaceOf
	Distance
	Adjacent
	Within
	Neighbours
	Occupants
	DirectionTo
	Directions
	Beyond
	Away
	Towards
	PathTo
	Sector
	Between
	Opposite
	Terrain
	FreeSpace
	InLine
	Turn
	NearestTo
	WayLength
	WayCost
	CanStand
	DistanceIf
	ColumnOf
	RowOf
	RingAround
	ConeFrom
	LineThrough
	PlaceAt // column Args[0], row Args[1], both from 0; none outside the map

	// Members of values, and what a kind gives.
	CarrierOf
	DefOf
	InstanceBy
	InstanceAffected
	InstanceSince
	EventOf
	EventAct
	AsAction // of type Definition with Of nil, whose values are Action.Index + 1
	AsPlan   // of an act, where a plan is needed
	ThingsOf // all things of the kind Type.Elem.Of

	// Decks: the name of the deck is in Expr.Label.
	PileOf
	DiscardsOf

	// Looking back to the start of the line that the script took last. The last argument may be
	// whose event or roll it must be; events are constants of type EventName, labels are in Expr.Label.
	WasAsked
	Happened
	Said // as EventData
	WasRolled
	Did
	RollTotal

	builtins // how many there are
)
