package program

// Builtin is a function of the language that is neither an operator nor a list word.
type Builtin uint8

// The built-in functions. Distances are in the ruleset's own unit (space.unit).
const (
	BuiltinNone Builtin = iota
	// Numbers.
	Min   // min(a, b, ..)
	Max   // max(a, b, ..)
	Floor // toward minus infinity
	Ceil
	Round // halves away from zero
	Abs
	Sign  // -1, 0 or 1
	Clamp // clamp(x, low, high)

	// Dice.
	MakeDice // dice(n, sides)
	Best     // best(n, d): keep the n highest of d's dice; of one die: roll n times, keep the highest
	Worst    // worst(n, d)
	Explode  // explode(d): a die that shows its highest face is thrown again and added
	Times    // times(n, d): all of d n times over
	Top      // the highest total without explosions
	Bottom   // the lowest total
	Expected // the expectation, exact
	Chance   // chance(d, n): the chance that d's total is at least n
	Sides    // sides of d's first term
	Natural  // natural(r): the kept face of a roll's first die
	Faces    // faces(r): the list of faces that a roll showed

	// Scales and lists.
	Position // index(step), from 0
	StepBy   // step(s, n): as s + n
	PastEnd  // past_end(s, n): how many steps s + n lies past the scale's end; below the start negative
	First    // first(list), none of none
	Last
	Length  // count(list)
	Total   // sum(list of numbers)
	Reverse // reverse(list)
	Given   // given(x): x is not none

	// Creatures and time.
	Combatants // the list of all creatures that are not out
	Everyone   // the list of all creatures, those who are out too
	Foes       // foes(x): combatants of other sides
	Allies     // allies(x): combatants of x's side, x not among them
	SideOf     // side(x)
	Now        // the clock: the first key number
	KeyNumber  // a key number by name; Args[0] is the constant index
	Elapsed    // elapsed(instance): clock units since it began
	IsOut      // is_out(x)
	LotOf      // lot_of(x): a number from 1 to 1,000,000 that x has drawn for this run
	Scheduled  // scheduled(x, entry): clock time of x's next such entry, or none; Args[1] is a constant of type EntryName

	// Actions.
	Mine       // mine(x): x's innermost unfinished action, or none
	Unfinished // the list of unfinished actions, outermost first
	Declared   // declared(x): what x has declared in this batch, or none
	CanDo      // can_do(x), can_do(x, event): what x may do now; only choose may ask; Args[1], if present, is a constant of type EventName
	Can        // can(x, action): whether some way to do it is allowed now; Args[1] is a definition
	Committed  // committed(act, pool): held and paid; Expr.Field is the pool, Args[1], if present, the member of a family
	Paid       // paid(act, pool): the same for what has been paid
	ActionOf   // the definition that an act performs
	ActorOf    // who performs an act
	EventIs    // event_is(name); Args[0] is a constant of type EventName
	Ever       // ever(x, condition): x has it, or had it since the running action began
	Asked      // asked(x): x is being asked at the open question

	// Space.
	PlaceOf    // place(x)
	Distance   // distance(a, b) between things or places
	Adjacent   // adjacent(a, b): next to each other or in the same space
	Within     // within(p, n): the places at most n away, nearest first
	Neighbours // neighbours(p)
	Occupants  // occupants(p): the things there, creatures only
	DirectionTo
	Directions
	Beyond    // beyond(p, direction, n): the place n spaces on; none outside the map
	Away      // away(a, b): the place one space from b straight away from a
	Towards   // towards(a, p): the neighbouring place of a that leads to p by the shortest open way; none
	PathTo    // path(a, p): the places of that way
	Sector    // sector(a, b, d): how far b lies off direction d as seen from a, in steps of the grid's directions
	Between   // between(a, b): the places on the straight line, ends left out
	Opposite  // opposite(a, x, b): x stands between a and b on a straight line
	Terrain   // terrain(p): the terrain definition there, or none
	FreeSpace // is_free(p): open ground, nobody on it
	InLine    // sight(a, b): no terrain that blocks between them
	Turn      // turned(d, n): direction d turned by n steps
	NearestTo // nearest(x, list): the closest of a list, the first of equals
	WayLength // way_length(a, b): length of the shortest open way; none without one
	PlaceAt   // the place in column A, row B, both from 0; none outside the map

	// Members that the language gives every value of a type. Place and side of
	// things are PlaceOf and SideOf, those of acts ActorOf and ActionOf.
	CarrierOf      // x.carrier: the thing that carries it, or none
	DefOf          // x.is: the definition that a thing was made from, or none
	InstanceBy     // it.by: who applied the instance, or none
	InstanceBearer // it.bearer
	InstanceSince  // it.since: the clock when it began
	EventOf        // event.of: whose event it is, or none
	EventAct       // event.act: the act that announced it, or none
	AsAction       // a definition as an action of any kind: a Definition type with Of nil, whose values are Action.Index + 1
	ThingsOf       // the list of all things of the kind Type.Elem.Of

	// Looking back, in expectations alone: since the line began that the script took last.
	// The last argument may be whose event or roll it has to be; events are constants of
	// type EventName, labels stand in Expr.Label.
	WasAsked  // was_asked(x, event): how often x could answer
	Happened  // happened(event[, x]): how often
	Said      // said(event[, x]): the last one, as EventData
	WasRolled // was_rolled(label[, x]): how often
	Did       // did(x, action[, y]): how often x began it (on y: with y as its first parameter)
	RollTotal // came_to(label[, x]): what the last one came to
)
