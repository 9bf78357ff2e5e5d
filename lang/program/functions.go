package program

import "slices"

// Function is a row of the single table of what formulas can call: the checker, its
// hints, the published words and the reference are based on it.
//
// Spec: formulas.md.
type Function struct {
	// Group is its heading in the reference.
	Group string
	// Name is the name that calls it; empty for operations that formulas use without a call.
	Name string
	// Op is what a call becomes. A function that returns facts about conditions
	// (has, instances) has an operation of its own instead, and so does one with Each.
	Op Builtin
	// Each is the operation of a function over a list: its second argument is evaluated for
	// each element.
	Each Op
	// Takes are its arguments in order.
	Takes []Argument
	// Optional is how many of the last arguments may be omitted; a Variadic function
	// takes any number of its last one.
	Optional int
	Variadic bool
	// Bare functions take no arguments and are written without parentheses.
	Bare bool
	// Gives is the type of its result.
	Gives Gives
	// Reads is what it reads besides its arguments.
	Reads Reads
	// Doc describes it in a sentence.
	Doc string
}

// Argument is an argument of a function.
type Argument struct {
	Name  string
	Takes Takes
}

// Takes is what an argument may be, in the words of the reference.
type Takes string

// What arguments may be.
const (
	TakesNumber    Takes = "number"
	TakesNumbers   Takes = "list of numbers"
	TakesBool      Takes = "bool"
	TakesMeasure   Takes = "number or step"
	TakesDice      Takes = "dice"
	TakesThing     Takes = "thing"
	TakesCreature  Takes = "creature"
	TakesAct       Takes = "act"
	TakesAction    Takes = "action"
	TakesCondition Takes = "condition"
	TakesInstance  Takes = "instance of a condition"
	TakesEvent     Takes = "event"
	TakesEntry     Takes = "entry"
	TakesDirection Takes = "direction"
	TakesAny       Takes = "anything"
	TakesList      Takes = "list"
	TakesSpot      Takes = "thing or place"
	TakesSpots     Takes = "list of things or places"
	TakesStep      Takes = "step"
	TakesPool      Takes = "pool"
	TakesLabel     Takes = "label of a roll"
	TakesDeck      Takes = "deck"
)

// Gives is what a function or a member returns, in the words of the reference.
type Gives string

// What functions return.
const (
	GivesNumber     Gives = "number"
	GivesBool       Gives = "bool"
	GivesDice       Gives = "dice"
	GivesNumbers    Gives = "list of numbers"
	GivesThing      Gives = "thing"
	GivesCreature   Gives = "creature"
	GivesCreatures  Gives = "list of creatures"
	GivesInstances  Gives = "list of instances"
	GivesSide       Gives = "side"
	GivesAct        Gives = "act"
	GivesPlan       Gives = "plan"
	GivesActs       Gives = "list of acts"
	GivesAction     Gives = "action"
	GivesEvent      Gives = "event"
	GivesPlace      Gives = "place"
	GivesPlaces     Gives = "list of places"
	GivesDirection  Gives = "direction"
	GivesDirections Gives = "list of directions"
	GivesDefinition Gives = "definition"
	GivesCards      Gives = "list of cards"
	// GivesElement is an element of the last argument, or its substitute;
	// GivesList is a list like the first.
	GivesElement Gives = "an element"
	GivesList    Gives = "list"
)

// Reads is what a function reads besides its arguments: what must change before it can return
// something else for the same arguments.
type Reads uint8

// What functions read.
const (
	// ReadsNothing is for functions that return the same at any time: constant values may
	// use them.
	ReadsNothing Reads = iota
	// ReadsSetup: which things exist and what was fixed before the first turn.
	ReadsSetup
	// ReadsOut: which creatures are out.
	ReadsOut
	// ReadsCarriers: who carries what.
	ReadsCarriers
	// ReadsConditions: instances of conditions.
	ReadsConditions
	// ReadsSpace: the places of things, and the ground; only a ruleset with a space has these.
	ReadsSpace
	// ReadsMoment: the clock, acts in progress, rolls, the current event; anything else that changes.
	ReadsMoment
	// ReadsPast: past events; only the expectations of a script may look back.
	ReadsPast
)

// Functions returns the functions that have a name, in the order of the reference.
func Functions() []Function {
	return slices.DeleteFunc(slices.Clone(functions), func(f Function) bool { return f.Name == "" })
}

// Call returns the form of a call, with the names of its arguments; optional ones are in brackets.
func (f Function) Call() string {
	if f.Bare {
		return f.Name
	}
	call := f.Name + "("
	for i, p := range f.Takes {
		optional := i >= len(f.Takes)-f.Optional
		if optional {
			call += "["
		}
		if i > 0 {
			call += ", "
		}
		call += p.Name
		if optional {
			call += "]"
		}
	}
	if f.Variadic {
		call += ", .."
	}
	return call + ")"
}

// Member is a row of the table of fields that the language gives every value of a type.
type Member struct {
	Of    TypeKind
	Name  string
	Op    Builtin
	Gives Gives
	Reads Reads
	// Doc describes it.
	Doc string
}

// Members returns the fields that the language gives, grouped by type.
func Members() []Member { return slices.Clone(members) }

// Reads returns what a built-in function reads besides its arguments.
func (b Builtin) Reads() Reads { return readsOf[b] }

var readsOf = func() (of [builtins]Reads) {
	for _, m := range members {
		of[m.Op] = m.Reads
	}
	for _, f := range functions {
		of[f.Op] = f.Reads
	}
	return of
}()

var members = []Member{
	{ThingType, "place", PlaceOf, GivesPlace, ReadsSpace, "its place, or none"},
	{ThingType, "side", SideOf, GivesSide, ReadsSetup, "its side, or none"},
	{ThingType, "carrier", CarrierOf, GivesCreature, ReadsCarriers, "its carrier, or none"},
	{ThingType, "is", DefOf, GivesDefinition, ReadsSetup, "the definition that it was made from, or none"},

	{Instance, "by", InstanceBy, GivesCreature, ReadsConditions, "who applied it, or none"},
	{Instance, "affected", InstanceAffected, GivesThing, ReadsConditions, "who has it"},
	{Instance, "since", InstanceSince, GivesNumber, ReadsConditions, "the clock when it began"},

	{Act, "actor", ActorOf, GivesCreature, ReadsMoment, "who performs it"},
	{Act, "action", ActionOf, GivesAction, ReadsMoment, "its definition"},

	{Plan, "actor", PlanActor, GivesCreature, ReadsMoment, "who would perform it"},
	{Plan, "action", PlanAction, GivesAction, ReadsMoment, "its definition"},

	{EventData, "of", EventOf, GivesThing, ReadsMoment, "whose event it is, or none"},
	{EventData, "act", EventAct, GivesAct, ReadsMoment, "the act that announced it, or none"},

	{Number, "natural", Natural, GivesNumber, ReadsMoment, "of a roll: the first face of its first kept die"},
	{Number, "faces", Faces, GivesNumbers, ReadsMoment, "of a roll: all its faces"},
}

var functions = []Function{
	{Group: "Numbers", Name: "min", Op: Min, Takes: []Argument{{"a", TakesNumber}}, Variadic: true, Gives: GivesNumber, Doc: "The smallest of its values."},
	{Group: "Numbers", Name: "max", Op: Max, Takes: []Argument{{"a", TakesNumber}}, Variadic: true, Gives: GivesNumber, Doc: "The greatest of its values."},
	{Group: "Numbers", Name: "floor", Op: Floor, Takes: []Argument{{"x", TakesNumber}}, Gives: GivesNumber, Doc: "The next whole number at or below x."},
	{Group: "Numbers", Name: "ceil", Op: Ceil, Takes: []Argument{{"x", TakesNumber}}, Gives: GivesNumber, Doc: "The next whole number at or above x."},
	{Group: "Numbers", Name: "round", Op: Round, Takes: []Argument{{"x", TakesNumber}}, Gives: GivesNumber, Doc: "The nearest whole number; halves go away from zero."},
	{Group: "Numbers", Name: "abs", Op: Abs, Takes: []Argument{{"x", TakesNumber}}, Gives: GivesNumber, Doc: "x without its sign."},
	{Group: "Numbers", Name: "sign", Op: Sign, Takes: []Argument{{"x", TakesNumber}}, Gives: GivesNumber, Doc: "-1, 0 or 1."},
	{Group: "Numbers", Name: "clamp", Op: Clamp, Takes: []Argument{{"x", TakesNumber}, {"low", TakesNumber}, {"high", TakesNumber}}, Gives: GivesNumber, Doc: "x, but at least low and at most high."},

	{Group: "Dice", Name: "dice", Op: MakeDice, Takes: []Argument{{"n", TakesNumber}, {"sides", TakesNumber}}, Gives: GivesDice, Doc: "n dice with that many sides."},
	{Group: "Dice", Name: "best", Op: Best, Takes: []Argument{{"n", TakesNumber}, {"d", TakesDice}}, Gives: GivesDice, Doc: "Keeps the n highest of d's dice; of a single die: rolls it n times and keeps the highest."},
	{Group: "Dice", Name: "worst", Op: Worst, Takes: []Argument{{"n", TakesNumber}, {"d", TakesDice}}, Gives: GivesDice, Doc: "Keeps the n lowest of d's dice; of a single die: rolls it n times and keeps the lowest."},
	{Group: "Dice", Name: "reroll", Op: Reroll, Takes: []Argument{{"d", TakesDice}, {"n", TakesNumber}}, Gives: GivesDice, Doc: "A die that shows n or less is rerolled once, and the second face counts."},
	{Group: "Dice", Name: "explode", Op: Explode, Takes: []Argument{{"d", TakesDice}, {"from", TakesNumber}, {"less", TakesNumber}}, Optional: 2, Gives: GivesDice, Doc: "A die that shows from or more (default: its highest face) is rolled again and added; if it was kept from several dice, all of them. Each further face counts `less` less."},
	{Group: "Dice", Name: "successes", Op: Successes, Takes: []Argument{{"d", TakesDice}, {"low", TakesNumber}, {"high", TakesNumber}}, Optional: 1, Gives: GivesDice, Doc: "How many of d's dice show low or more; with high, low to high."},
	{Group: "Dice", Name: "valued", Op: Valued, Takes: []Argument{{"d", TakesDice}, {"l", TakesNumbers}}, Gives: GivesDice, Doc: "The value of each of d's dice is the number for its face in the list, the first number for 1."},
	{Group: "Dice", Name: "times", Op: Times, Takes: []Argument{{"n", TakesNumber}, {"d", TakesDice}}, Gives: GivesDice, Doc: "d is rolled n times: its dice, the choice among them, its number."},
	{Group: "Dice", Name: "top", Op: Top, Takes: []Argument{{"d", TakesDice}}, Gives: GivesNumber, Doc: "The highest total, without explosions."},
	{Group: "Dice", Name: "bottom", Op: Bottom, Takes: []Argument{{"d", TakesDice}}, Gives: GivesNumber, Doc: "The lowest total, without explosions."},
	{Group: "Dice", Name: "expected", Op: Expected, Takes: []Argument{{"d", TakesDice}}, Gives: GivesNumber, Doc: "The exact average of the total."},
	{Group: "Dice", Name: "chance", Op: Chance, Takes: []Argument{{"d", TakesDice}, {"n", TakesNumber}}, Gives: GivesNumber, Doc: "The chance, from 0 to 1, that d totals at least n."},
	{Group: "Dice", Name: "sides", Op: Sides, Takes: []Argument{{"d", TakesDice}}, Gives: GivesNumber, Doc: "How many sides d's first die has."},

	{Group: "Scales and lists", Name: "index", Op: Position, Takes: []Argument{{"s", TakesStep}}, Gives: GivesNumber, Doc: "Which step of its scale s is, from 0."},
	{Group: "Scales and lists", Name: "past_end", Op: PastEnd, Takes: []Argument{{"s", TakesStep}, {"n", TakesNumber}}, Gives: GivesNumber, Doc: "How many steps s + n is past the end of the scale; negative below its start, 0 within."},
	{Group: "Scales and lists", Name: "first", Op: First, Takes: []Argument{{"l", TakesList}}, Gives: GivesElement, Doc: "The first element, or none."},
	{Group: "Scales and lists", Name: "last", Op: Last, Takes: []Argument{{"l", TakesList}}, Gives: GivesElement, Doc: "The last element, or none."},
	{Group: "Scales and lists", Name: "reverse", Op: Reverse, Takes: []Argument{{"l", TakesList}}, Gives: GivesList, Doc: "The elements from last to first."},
	{Group: "Scales and lists", Name: "given", Op: Given, Takes: []Argument{{"x", TakesAny}}, Gives: GivesBool, Doc: "Whether x is not none; for a field that may be left out, whether it has a value."},

	{Group: "Creatures", Name: "combatants", Op: Combatants, Bare: true, Gives: GivesCreatures, Reads: ReadsOut, Doc: "Everyone who is not out."},
	{Group: "Creatures", Name: "everyone", Op: Everyone, Bare: true, Gives: GivesCreatures, Reads: ReadsSetup, Doc: "All creatures, including those who are out."},
	{Group: "Creatures", Name: "foes", Op: Foes, Takes: []Argument{{"x", TakesCreature}}, Gives: GivesCreatures, Reads: ReadsOut, Doc: "The combatants of other sides."},
	{Group: "Creatures", Name: "allies", Op: Allies, Takes: []Argument{{"x", TakesCreature}}, Gives: GivesCreatures, Reads: ReadsOut, Doc: "The combatants of x's side, without x."},
	{Group: "Creatures", Name: "side", Op: SideOf, Takes: []Argument{{"x", TakesThing}}, Gives: GivesSide, Reads: ReadsSetup, Doc: "The side of x."},
	{Group: "Creatures", Name: "is_out", Op: IsOut, Takes: []Argument{{"x", TakesCreature}}, Gives: GivesBool, Reads: ReadsOut, Doc: "Whether x is out of the fight."},
	{Group: "Creatures", Name: "tie_breaker", Op: TieBreaker, Takes: []Argument{{"x", TakesThing}}, Gives: GivesNumber, Reads: ReadsSetup, Doc: "A random number from 1 to 1,000,000 for x, the same for the whole fight, to break ties; no roll."},
	{Group: "Creatures", Name: "winner", Op: Winner, Gives: GivesSide, Reads: ReadsMoment, Doc: "The side that has won; none before the fight is over, and without a winner."},
	{Group: "Creatures", Name: "has", Takes: []Argument{{"x", TakesThing}, {"c", TakesCondition}}, Gives: GivesBool, Reads: ReadsConditions, Doc: "Whether x has the condition c, if c is a value."},
	{Group: "Creatures", Name: "instances", Takes: []Argument{{"c", TakesCondition}, {"x", TakesThing}}, Gives: GivesInstances, Reads: ReadsConditions, Doc: "x's instances of the condition c, the oldest first."},

	{Group: "Decks", Name: "pile", Op: PileOf, Takes: []Argument{{"d", TakesDeck}}, Gives: GivesCards, Reads: ReadsMoment, Doc: "The cards in the pile of the deck d, in the order of its list: no one knows their order in the pile."},
	{Group: "Decks", Name: "discards", Op: DiscardsOf, Takes: []Argument{{"d", TakesDeck}}, Gives: GivesCards, Reads: ReadsMoment, Doc: "The cards discarded to the deck d since the last shuffle, the latest last."},

	{Group: "Clock", Name: "elapsed", Op: Elapsed, Takes: []Argument{{"i", TakesInstance}}, Gives: GivesNumber, Reads: ReadsMoment, Doc: "How long the instance has lasted, in units of the clock."},
	{Group: "Clock", Name: "scheduled", Op: Scheduled, Takes: []Argument{{"x", TakesThing}, {"e", TakesEntry}}, Gives: GivesNumber, Reads: ReadsMoment, Doc: "The clock time of x's next entry e; without one 1,000,000,000,000,000, for which given is false."},

	{Group: "Actions", Name: "mine", Op: Mine, Takes: []Argument{{"x", TakesCreature}}, Gives: GivesAct, Reads: ReadsMoment, Doc: "The innermost unfinished action of x, or none."},
	{Group: "Actions", Name: "unfinished", Op: Unfinished, Bare: true, Gives: GivesActs, Reads: ReadsMoment, Doc: "All unfinished actions, the outermost first."},
	{Group: "Actions", Name: "declared", Op: Declared, Takes: []Argument{{"x", TakesCreature}}, Gives: GivesAct, Reads: ReadsMoment, Doc: "The action that x has declared at this moment, or none."},
	{Group: "Actions", Name: "can", Op: Can, Takes: []Argument{{"x", TakesCreature}, {"a", TakesAction}}, Gives: GivesBool, Reads: ReadsMoment, Doc: "Whether x could do the action a now in some way, if they were asked: for the current event if a answers it, otherwise for their turn, or for any other event without fields."},
	{Group: "Actions", Name: "can_do", Op: CanDo, Takes: []Argument{{"x", TakesCreature}, {"e", TakesEvent}}, Optional: 1, Gives: GivesActs, Reads: ReadsMoment, Doc: "The possible actions of x; only for choose."},
	{Group: "Actions", Name: "paid", Op: Paid, Takes: []Argument{{"a", TakesAct}, {"p", TakesPool}}, Gives: GivesNumber, Reads: ReadsMoment, Doc: "How much the act has paid from the pool p."},
	{Group: "Actions", Name: "committed", Op: Committed, Takes: []Argument{{"a", TakesAct}, {"p", TakesPool}}, Gives: GivesNumber, Reads: ReadsMoment, Doc: "How much the act holds and has paid from the pool p."},
	{Group: "Actions", Name: "ever", Op: Ever, Takes: []Argument{{"x", TakesThing}, {"c", TakesCondition}}, Gives: GivesBool, Reads: ReadsMoment, Doc: "Whether x has the condition, or had it since the action under way began."},
	{Group: "Actions", Name: "event_is", Op: EventIs, Takes: []Argument{{"e", TakesEvent}}, Gives: GivesBool, Reads: ReadsMoment, Doc: "Whether e is the event that has just happened."},
	{Group: "Actions", Name: "asked", Op: Asked, Takes: []Argument{{"x", TakesCreature}}, Gives: GivesBool, Reads: ReadsMoment, Doc: "Whether the open question asks x."},

	{Group: "Space", Name: "place", Op: PlaceOf, Takes: []Argument{{"x", TakesSpot}}, Gives: GivesPlace, Reads: ReadsSpace, Doc: "The place of x, or none."},
	{Group: "Space", Name: "column", Op: ColumnOf, Takes: []Argument{{"p", TakesSpot}}, Gives: GivesNumber, Reads: ReadsSpace, Doc: "The column of p, from 0; of a big thing its first. On a plane in the unit of space, like row."},
	{Group: "Space", Name: "row", Op: RowOf, Takes: []Argument{{"p", TakesSpot}}, Gives: GivesNumber, Reads: ReadsSpace, Doc: "The row of p, from 0; of a big thing its first."},
	{Group: "Space", Name: "distance", Op: Distance, Takes: []Argument{{"a", TakesSpot}, {"b", TakesSpot}}, Gives: GivesNumber, Reads: ReadsSpace, Doc: "How far b is from a, in the unit of space."},
	{Group: "Space", Name: "distance_if", Op: DistanceIf, Takes: []Argument{{"a", TakesSpot}, {"x", TakesCreature}, {"p", TakesSpot}}, Gives: GivesNumber, Reads: ReadsSpace, Doc: "How far x would be from a, if x stood at p."},
	{Group: "Space", Name: "adjacent", Op: Adjacent, Takes: []Argument{{"a", TakesSpot}, {"b", TakesSpot}}, Gives: GivesBool, Reads: ReadsSpace, Doc: "Whether a and b are next to each other or in the same space."},
	{Group: "Space", Name: "within", Op: Within, Takes: []Argument{{"p", TakesSpot}, {"n", TakesNumber}}, Gives: GivesPlaces, Reads: ReadsSpace, Doc: "The places at most n away from p, the nearest first."},
	{Group: "Space", Name: "neighbours", Op: Neighbours, Takes: []Argument{{"p", TakesSpot}}, Gives: GivesPlaces, Reads: ReadsSpace, Doc: "The places next to p."},
	{Group: "Space", Name: "occupants", Op: Occupants, Takes: []Argument{{"p", TakesSpot}}, Gives: GivesCreatures, Reads: ReadsSpace, Doc: "The creatures at p."},
	{Group: "Space", Name: "terrain", Op: Terrain, Takes: []Argument{{"p", TakesSpot}}, Gives: GivesDefinition, Reads: ReadsSpace, Doc: "The ground at p, or none."},
	{Group: "Space", Name: "is_free", Op: FreeSpace, Takes: []Argument{{"p", TakesSpot}}, Gives: GivesBool, Reads: ReadsSpace, Doc: "Whether p is open ground with no one on it."},
	{Group: "Space", Name: "beyond", Op: Beyond, Takes: []Argument{{"p", TakesSpot}, {"d", TakesDirection}, {"n", TakesNumber}}, Gives: GivesPlace, Reads: ReadsSpace, Doc: "The place n spaces on from p in direction d; none outside the map."},
	{Group: "Space", Name: "away", Op: Away, Takes: []Argument{{"a", TakesSpot}, {"b", TakesSpot}}, Gives: GivesPlace, Reads: ReadsSpace, Doc: "The place one space from b, straight away from a."},
	{Group: "Space", Name: "towards", Op: Towards, Takes: []Argument{{"a", TakesSpot}, {"p", TakesSpot}}, Gives: GivesPlace, Reads: ReadsSpace, Doc: "The first place on a's shortest open path to p, or none; on a plane the end of its first leg."},
	{Group: "Space", Name: "path", Op: PathTo, Takes: []Argument{{"a", TakesSpot}, {"p", TakesSpot}}, Gives: GivesPlaces, Reads: ReadsSpace, Doc: "The places of a's shortest open path to p; on a plane the ends of its legs."},
	{Group: "Space", Name: "path_length", Op: WayLength, Takes: []Argument{{"a", TakesSpot}, {"b", TakesSpot}}, Gives: GivesNumber, Reads: ReadsSpace, Doc: "The length of the shortest open path; without one 1,000,000,000,000,000, for which given is false."},
	{Group: "Space", Name: "path_cost", Op: WayCost, Takes: []Argument{{"a", TakesSpot}, {"l", TakesSpots}, {"n", TakesNumber}}, Optional: 1, Gives: GivesNumber, Reads: ReadsSpace, Doc: "The cost for a of the path through the places of l, step by step, in the unit of space, after n earlier diagonal steps; with an impossible step 1,000,000,000,000,000, for which given is false."},
	{Group: "Space", Name: "can_stand", Op: CanStand, Takes: []Argument{{"x", TakesCreature}, {"p", TakesSpot}}, Gives: GivesBool, Reads: ReadsSpace, Doc: "Whether x may be at p: x can enter all the ground that it would cover there, and fits."},
	{Group: "Space", Name: "between", Op: Between, Takes: []Argument{{"a", TakesSpot}, {"b", TakesSpot}}, Gives: GivesPlaces, Reads: ReadsSpace, Doc: "The places on the straight line from a to b, without its ends."},
	{Group: "Space", Name: "ring", Op: RingAround, Takes: []Argument{{"p", TakesSpot}, {"n", TakesNumber}}, Gives: GivesPlaces, Reads: ReadsSpace, Doc: "The places exactly n away from p, row by row; on a plane those of the last space up to n, nearest first."},
	{Group: "Space", Name: "cone", Op: ConeFrom, Takes: []Argument{{"p", TakesSpot}, {"d", TakesDirection}, {"n", TakesNumber}}, Gives: GivesPlaces, Reads: ReadsSpace, Doc: "The places at most n away from p in direction d: a quarter circle on squares and planes, a sixth on hexes; the nearest first."},
	{Group: "Space", Name: "line", Op: LineThrough, Takes: []Argument{{"a", TakesSpot}, {"b", TakesSpot}, {"n", TakesNumber}}, Gives: GivesPlaces, Reads: ReadsSpace, Doc: "The places on the straight line from a through b, at most n away from a, without a's own."},
	{Group: "Space", Name: "opposite", Op: Opposite, Takes: []Argument{{"a", TakesSpot}, {"x", TakesSpot}, {"b", TakesSpot}}, Gives: GivesBool, Reads: ReadsSpace, Doc: "Whether x is between a and b on a straight line."},
	{Group: "Space", Name: "sight", Op: InLine, Takes: []Argument{{"a", TakesSpot}, {"b", TakesSpot}}, Gives: GivesBool, Reads: ReadsSpace, Doc: "Whether no ground between a and b blocks sight."},
	{Group: "Space", Name: "directions", Op: Directions, Gives: GivesDirections, Reads: ReadsSpace, Doc: "All directions of the grid, clockwise."},
	{Group: "Space", Name: "direction", Op: DirectionTo, Takes: []Argument{{"a", TakesSpot}, {"b", TakesSpot}}, Gives: GivesDirection, Reads: ReadsSpace, Doc: "The direction from a to b."},
	{Group: "Space", Name: "sector", Op: Sector, Takes: []Argument{{"a", TakesSpot}, {"b", TakesSpot}, {"d", TakesDirection}}, Gives: GivesNumber, Reads: ReadsSpace, Doc: "How many turns b is off direction d, seen from a."},
	{Group: "Space", Name: "turned", Op: Turn, Takes: []Argument{{"d", TakesDirection}, {"n", TakesNumber}}, Gives: GivesDirection, Reads: ReadsSpace, Doc: "Direction d turned clockwise n times."},
	{Group: "Space", Name: "nearest", Op: NearestTo, Takes: []Argument{{"x", TakesSpot}, {"l", TakesSpots}}, Gives: GivesElement, Reads: ReadsSpace, Doc: "The element of l closest to x, the first of equals; or none."},

	{Group: "Looking back, for the expectations of a script", Name: "was_asked", Op: WasAsked, Takes: []Argument{{"x", TakesCreature}, {"e", TakesEvent}}, Gives: GivesNumber, Reads: ReadsPast, Doc: "How often x was asked for an answer to e and had a possible one."},
	{Group: "Looking back, for the expectations of a script", Name: "happened", Op: Happened, Takes: []Argument{{"e", TakesEvent}, {"x", TakesThing}}, Optional: 1, Gives: GivesNumber, Reads: ReadsPast, Doc: "How often e happened; e of x."},
	{Group: "Looking back, for the expectations of a script", Name: "said", Op: Said, Takes: []Argument{{"e", TakesEvent}, {"x", TakesThing}}, Optional: 1, Gives: GivesEvent, Reads: ReadsPast, Doc: "The last e that happened, with its fields; e of x."},
	{Group: "Looking back, for the expectations of a script", Name: "did", Op: Did, Takes: []Argument{{"x", TakesCreature}, {"a", TakesAction}, {"y", TakesThing}}, Optional: 1, Gives: GivesNumber, Reads: ReadsPast, Doc: "How often x began the action a; on y: with y as its first parameter."},
	{Group: "Looking back, for the expectations of a script", Name: "was_rolled", Op: WasRolled, Takes: []Argument{{"r", TakesLabel}, {"x", TakesThing}}, Optional: 1, Gives: GivesNumber, Reads: ReadsPast, Doc: "How often the roll r was made; r by x."},
	{Group: "Looking back, for the expectations of a script", Name: "came_to", Op: RollTotal, Takes: []Argument{{"r", TakesLabel}, {"x", TakesThing}}, Optional: 1, Gives: GivesNumber, Reads: ReadsPast, Doc: "The total of the last roll r; r by x. It has the fields of a roll against a number."},

	{Group: "Elements of lists", Name: "any", Each: OpAny, Takes: []Argument{{"L", TakesList}, {"F", TakesBool}}, Gives: GivesBool, Doc: "Whether F is true for at least one element."},
	{Group: "Elements of lists", Name: "all", Each: OpAll, Takes: []Argument{{"L", TakesList}, {"F", TakesBool}}, Gives: GivesBool, Doc: "Whether F is true for every element."},
	{Group: "Elements of lists", Name: "none", Each: OpAny, Takes: []Argument{{"L", TakesList}, {"F", TakesBool}}, Gives: GivesBool, Doc: "Whether F is true for no element."},
	{Group: "Elements of lists", Name: "one", Each: OpCountIf, Takes: []Argument{{"L", TakesList}, {"F", TakesBool}}, Gives: GivesBool, Doc: "Whether F is true for exactly one element."},
	{Group: "Elements of lists", Name: "filter", Each: OpFilter, Takes: []Argument{{"L", TakesList}, {"F", TakesBool}}, Gives: GivesList, Doc: "The elements for which F is true."},
	{Group: "Elements of lists", Name: "find", Each: OpFind, Takes: []Argument{{"L", TakesList}, {"F", TakesBool}}, Gives: GivesElement, Doc: "The first element for which F is true, or none."},
	{Group: "Elements of lists", Name: "map", Each: OpMapTo, Takes: []Argument{{"L", TakesList}, {"F", TakesAny}}, Gives: GivesList, Doc: "The value of F for each element."},
	{Group: "Elements of lists", Name: "count", Each: OpCountIf, Takes: []Argument{{"L", TakesList}, {"F", TakesBool}}, Optional: 1, Gives: GivesNumber, Doc: "For how many elements F is true; `count(L)`: how many there are."},
	{Group: "Elements of lists", Name: "sum", Each: OpSumOf, Takes: []Argument{{"L", TakesList}, {"F", TakesNumber}}, Optional: 1, Gives: GivesNumber, Doc: "The sum of F for all elements; `sum(L)` for numbers."},
	{Group: "Elements of lists", Name: "sort", Each: OpSortBy, Takes: []Argument{{"L", TakesList}, {"F", TakesMeasure}}, Gives: GivesList, Doc: "The elements sorted by F, the smallest first; equals stay in order."},
	{Group: "Elements of lists", Name: "most", Each: OpMost, Takes: []Argument{{"L", TakesList}, {"F", TakesMeasure}}, Gives: GivesElement, Doc: "The element with the highest F, the first of equals; none for an empty list."},
	{Group: "Elements of lists", Name: "least", Each: OpLeast, Takes: []Argument{{"L", TakesList}, {"F", TakesMeasure}}, Gives: GivesElement, Doc: "The element with the lowest F, the first of equals; none for an empty list."},
	{Group: "Elements of lists", Name: "highest", Each: OpHighest, Takes: []Argument{{"L", TakesList}, {"F", TakesNumber}}, Optional: 1, Gives: GivesNumber, Doc: "The highest F; `highest(L)` for numbers."},
	{Group: "Elements of lists", Name: "lowest", Each: OpLowest, Takes: []Argument{{"L", TakesList}, {"F", TakesNumber}}, Optional: 1, Gives: GivesNumber, Doc: "The lowest F; `lowest(L)` for numbers."},

	// Operations that formulas use without calling them by name.
	{Op: Length, Takes: []Argument{{"L", TakesList}}, Gives: GivesNumber, Doc: "count(L)"},
	{Op: Total, Takes: []Argument{{"L", TakesList}}, Gives: GivesNumber, Doc: "sum(L)"},
	{Op: StepBy, Takes: []Argument{{"s", TakesStep}, {"n", TakesNumber}}, Gives: GivesElement, Doc: "s + n"},
	{Op: Now, Gives: GivesNumber, Reads: ReadsMoment, Doc: "now"},
	{Op: KeyNumber, Takes: []Argument{{"k", TakesNumber}}, Gives: GivesNumber, Reads: ReadsMoment, Doc: "the name of a key number of the clock"},
	{Op: PlaceAt, Takes: []Argument{{"x", TakesNumber}, {"y", TakesNumber}}, Gives: GivesPlace, Doc: "[x, y] or place(x, y)"},
	{Op: AsAction, Takes: []Argument{{"d", TakesAny}}, Gives: GivesAction, Doc: "a definition where any action is expected"},
	{Op: AsPlan, Takes: []Argument{{"a", TakesAny}}, Gives: GivesPlan, Reads: ReadsMoment, Doc: "an act where a plan is expected"},
	{Op: ThingsOf, Gives: GivesList, Reads: ReadsSetup, Doc: "the plural of a kind of things"},
}
