package check

import (
	"slices"
	"strings"

	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
	"github.com/rulec/rulec/lang/syntax"
)

// Function describes a function of the language, for the reference and for
// those who complete names.
type Function struct {
	// Group is the heading that it belongs under.
	Group string
	// Name is what it is called by.
	Name string
	// Params are its parameters, each as name and what it takes in words.
	Params [][2]string
	// Gives says in words what it gives.
	Gives string
	// Doc is a sentence.
	Doc string
	// Bare functions take nothing and are written without brackets.
	Bare bool
	// Optional is how many of the last parameters may be left out; a Variadic
	// function takes any number of its last one.
	Optional int
	Variadic bool
}

// Functions returns the functions of the language in the order of the reference:
// section 5 of spec/language.md.
func Functions() []Function {
	list := make([]Function, len(functionTable))
	for i, f := range functionTable {
		list[i] = Function{Group: f.group, Name: f.name, Gives: f.gives, Doc: f.doc, Bare: f.bare, Optional: f.optional, Variadic: f.variadic}
		for _, p := range f.params {
			list[i].Params = append(list[i].Params, [2]string{p.name, p.takes.words})
		}
	}
	return list
}

// function is a row of the one table of built-in functions: it drives the
// checker, its hints, the list of words and the reference.
type function struct {
	group, name string
	op          program.Builtin
	params      []param
	// optional is how many of the last params may be left out; a variadic function
	// takes any number of its last one.
	optional int
	variadic bool
	bare     bool
	gives    string
	// result is the type of the result.
	result func(r *reader, args []*program.Expr) program.Type
	// special builds the call itself instead; args are the checked arguments.
	special func(r *reader, e *syntax.Call, args []*program.Expr) *program.Expr
	doc     string
}

type param struct {
	name  string
	takes taker
}

// taker says what an argument may be.
type taker struct {
	words string
	// check returns the argument, reporting what doesn't fit. A nil expression is
	// left out of the call.
	check func(r *reader, e syntax.Expr) *program.Expr
}

func typed(words string, t program.Type) taker {
	return taker{words, func(r *reader, e syntax.Expr) *program.Expr { return r.value(e, t) }}
}

var (
	takesNumber    = typed("number", numberType)
	takesDice      = typed("dice", diceType)
	takesThing     = typed("thing", anyThing)
	takesAct       = typed("act", actType)
	takesAction    = typed("action", anyAction)
	takesCondition = typed("condition", conditionT)
	takesInstance  = typed("instance of a condition", instanceT)
	takesEvent     = typed("event", eventNameT)
	takesEntry     = typed("entry", entryNameT)
	takesDirection = typed("direction", directionT)
	takesCreature  = taker{"creature", func(r *reader, e syntax.Expr) *program.Expr { return r.value(e, r.creature()) }}
	takesAny       = taker{"anything", func(r *reader, e syntax.Expr) *program.Expr { return r.expr(e, unknownType) }}
	takesList      = taker{"list", func(r *reader, e syntax.Expr) *program.Expr { return r.list1(e, unknownType) }}
	takesSpot      = taker{"thing or place", spot}
	takesSpots     = taker{"list of things or places", spots}
	takesStep      = taker{"step", aStep}
	takesRoll      = taker{"roll", aRoll}
	takesPool      = taker{"pool", aPool}
	takesLabel     = taker{"label of a roll", aLabel}
)

// functions finds a function by its name.
var functions = map[string]*function{}

// The table refers to the reader and the reader to the table, so that it is
// filled before main instead of by an initialiser.
func init() {
	functionTable = allFunctions()
	for i := range functionTable {
		functions[functionTable[i].name] = &functionTable[i]
	}
}

var functionTable []function

func fixed(t program.Type) func(*reader, []*program.Expr) program.Type {
	return func(*reader, []*program.Expr) program.Type { return t }
}

func creatures(r *reader, _ []*program.Expr) program.Type      { return listOf(r.creature()) }
func sameAsFirst(_ *reader, args []*program.Expr) program.Type { return args[0].Type }

// elementOf is the type of an element of the last argument.
func elementOf(_ *reader, args []*program.Expr) program.Type {
	if t := args[len(args)-1].Type; isCollection(t) {
		return *t.Elem
	}
	return unknownType
}

// ground is the type of terrain(p).
func ground(r *reader, _ []*program.Expr) program.Type {
	if r.prog.Terrain == nil {
		return unknownType
	}
	return definitionOf(r.prog.Terrain)
}

func params(list ...any) []param {
	var ps []param
	for i := 0; i < len(list); i += 2 {
		ps = append(ps, param{list[i].(string), list[i+1].(taker)})
	}
	return ps
}

// allFunctions returns the table.
func allFunctions() []function {
	num, yes, dice, places := fixed(numberType), fixed(boolType), fixed(diceType), fixed(listOf(placeType))
	place, act := fixed(placeType), fixed(actType)
	return slices.Concat(
		group("Numbers", []function{
			{name: "min", op: program.Min, params: params("a", takesNumber), variadic: true, gives: "number", result: num, doc: "The smallest of its values."},
			{name: "max", op: program.Max, params: params("a", takesNumber), variadic: true, gives: "number", result: num, doc: "The greatest of its values."},
			{name: "floor", op: program.Floor, params: params("x", takesNumber), gives: "number", result: num, doc: "The next whole number at or below x."},
			{name: "ceil", op: program.Ceil, params: params("x", takesNumber), gives: "number", result: num, doc: "The next whole number at or above x."},
			{name: "round", op: program.Round, params: params("x", takesNumber), gives: "number", result: num, doc: "The nearest whole number; halves go away from zero."},
			{name: "abs", op: program.Abs, params: params("x", takesNumber), gives: "number", result: num, doc: "x without its sign."},
			{name: "sign", op: program.Sign, params: params("x", takesNumber), gives: "number", result: num, doc: "-1, 0 or 1."},
			{name: "clamp", op: program.Clamp, params: params("x", takesNumber, "low", takesNumber, "high", takesNumber), gives: "number", result: num, doc: "x, but at least low and at most high."},
		}),
		group("Dice", []function{
			{name: "dice", op: program.MakeDice, params: params("n", takesNumber, "sides", takesNumber), gives: "dice", result: dice, doc: "n dice with so many sides."},
			{name: "best", op: program.Best, params: params("n", takesNumber, "d", takesDice), gives: "dice", result: dice, doc: "Keeps the n highest of d's dice; of a single die: throws it n times and keeps the highest."},
			{name: "worst", op: program.Worst, params: params("n", takesNumber, "d", takesDice), gives: "dice", result: dice, doc: "Keeps the n lowest of d's dice; of a single die: throws it n times and keeps the lowest."},
			{name: "explode", op: program.Explode, params: params("d", takesDice), gives: "dice", result: dice, doc: "A die that shows its highest face is thrown again and added; where it was kept of several, all of them."},
			{name: "times", op: program.Times, params: params("n", takesNumber, "d", takesDice), gives: "dice", result: dice, doc: "All of d, n times over."},
			{name: "top", op: program.Top, params: params("d", takesDice), gives: "number", result: num, doc: "The highest total, explosions left out."},
			{name: "bottom", op: program.Bottom, params: params("d", takesDice), gives: "number", result: num, doc: "The lowest total."},
			{name: "expected", op: program.Expected, params: params("d", takesDice), gives: "number", result: num, doc: "The total on average, exactly."},
			{name: "chance", op: program.Chance, params: params("d", takesDice, "n", takesNumber), gives: "number", result: num, doc: "The chance, from 0 to 1, that d totals at least n."},
			{name: "sides", op: program.Sides, params: params("d", takesDice), gives: "number", result: num, doc: "How many sides d's first die has."},
			{name: "natural", op: program.Natural, params: params("r", takesRoll), gives: "number", result: num, doc: "The face of the first kept die of the roll named r."},
			{name: "faces", op: program.Faces, params: params("r", takesRoll), gives: "list of numbers", result: fixed(listOf(numberType)), doc: "All faces that the roll named r showed."},
		}),
		group("Scales and lists", []function{
			{name: "index", op: program.Position, params: params("s", takesStep), gives: "number", result: num, doc: "Which step of its scale s is, from 0."},
			{name: "past_end", op: program.PastEnd, params: params("s", takesStep, "n", takesNumber), gives: "number", result: num, doc: "How many steps s + n lies past the end of the scale; negative below its start, 0 within."},
			{name: "first", op: program.First, params: params("l", takesList), gives: "an element", result: elementOf, doc: "The first element, or none."},
			{name: "last", op: program.Last, params: params("l", takesList), gives: "an element", result: elementOf, doc: "The last element, or none."},
			{name: "reverse", op: program.Reverse, params: params("l", takesList), gives: "list", result: sameAsFirst, doc: "The elements from last to first."},
			{name: "given", op: program.Given, params: params("x", takesAny), gives: "bool", result: yes, doc: "Whether x is not none."},
		}),
		group("Creatures", []function{
			{name: "combatants", op: program.Combatants, bare: true, gives: "list of creatures", result: creatures, doc: "Everybody who is not out."},
			{name: "everyone", op: program.Everyone, bare: true, gives: "list of creatures", result: creatures, doc: "All creatures, those who are out too."},
			{name: "foes", op: program.Foes, params: params("x", takesCreature), gives: "list of creatures", result: creatures, doc: "The combatants of other sides."},
			{name: "allies", op: program.Allies, params: params("x", takesCreature), gives: "list of creatures", result: creatures, doc: "The combatants of x's side, x left out."},
			{name: "side", op: program.SideOf, params: params("x", takesThing), gives: "side", result: fixed(sideType), doc: "Whose side x is on."},
			{name: "is_out", op: program.IsOut, params: params("x", takesCreature), gives: "bool", result: yes, doc: "Whether x is out of the fight."},
			{name: "lot_of", op: program.LotOf, params: params("x", takesThing), gives: "number", result: num, doc: "The lot that x has drawn for this fight, from 1 to 1,000,000; it takes no roll."},
			{name: "has", params: params("x", takesThing, "c", takesCondition), gives: "bool", special: hasNamed, doc: "Whether x has the condition c, where c is a value."},
			{name: "instances", params: params("c", takesCondition, "x", takesThing), gives: "list of instances", special: instances, doc: "x's instances of the condition c, the oldest first."},
		}),
		group("Clock", []function{
			{name: "elapsed", op: program.Elapsed, params: params("i", takesInstance), gives: "number", result: num, doc: "How long the instance has lasted, in units of the clock."},
			{name: "scheduled", op: program.Scheduled, params: params("x", takesThing, "e", takesEntry), gives: "number", result: num, doc: "The clock time of x's next entry e; without one 1,000,000,000,000,000, for which given is false."},
		}),
		group("Actions", []function{
			{name: "mine", op: program.Mine, params: params("x", takesCreature), gives: "act", result: act, doc: "The innermost unfinished action of x, or none."},
			{name: "unfinished", op: program.Unfinished, bare: true, gives: "list of acts", result: fixed(listOf(actType)), doc: "All unfinished actions, the outermost first."},
			{name: "declared", op: program.Declared, params: params("x", takesCreature), gives: "act", result: act, doc: "What x has declared in this batch, or none."},
			{name: "can", op: program.Can, params: params("x", takesCreature, "a", takesAction), gives: "bool", result: yes, doc: "Whether x may do the action a now in some way."},
			{name: "can_do", op: program.CanDo, params: params("x", takesCreature, "e", takesEvent), optional: 1, gives: "list of acts", result: fixed(listOf(actType)), doc: "What x may do now; only choose asks for it."},
			{name: "paid", op: program.Paid, params: params("a", takesAct, "p", takesPool), gives: "number", result: num, special: spent(program.Paid), doc: "What the act has paid from the pool p."},
			{name: "committed", op: program.Committed, params: params("a", takesAct, "p", takesPool), gives: "number", result: num, special: spent(program.Committed), doc: "What the act holds and has paid from the pool p."},
			{name: "ever", op: program.Ever, params: params("x", takesThing, "c", takesCondition), gives: "bool", result: yes, doc: "Whether x has the condition, or had it since the action under way began."},
			{name: "event_is", op: program.EventIs, params: params("e", takesEvent), gives: "bool", special: eventIs, doc: "Whether e is what has just happened."},
			{name: "asked", op: program.Asked, params: params("x", takesCreature), gives: "bool", result: yes, doc: "Whether x is being asked at the open question."},
		}),
		group(spaceGroup, []function{
			{name: "place", op: program.PlaceOf, params: params("x", takesSpot), gives: "place", result: place, doc: "Where x stands, or none."},
			{name: "distance", op: program.Distance, params: params("a", takesSpot, "b", takesSpot), gives: "number", result: num, doc: "How far b is from a, in the unit of space."},
			{name: "adjacent", op: program.Adjacent, params: params("a", takesSpot, "b", takesSpot), gives: "bool", result: yes, doc: "Whether a and b are next to each other or in the same space."},
			{name: "within", op: program.Within, params: params("p", takesSpot, "n", takesNumber), gives: "list of places", result: places, doc: "The places at most n away from p, the nearest first."},
			{name: "neighbours", op: program.Neighbours, params: params("p", takesSpot), gives: "list of places", result: places, doc: "The places next to p."},
			{name: "occupants", op: program.Occupants, params: params("p", takesSpot), gives: "list of creatures", result: creatures, doc: "Who stands at p."},
			{name: "terrain", op: program.Terrain, params: params("p", takesSpot), gives: "definition", result: ground, special: terrain, doc: "The ground at p, or none."},
			{name: "is_free", op: program.FreeSpace, params: params("p", takesSpot), gives: "bool", result: yes, doc: "Whether p is open ground with nobody on it."},
			{name: "beyond", op: program.Beyond, params: params("p", takesSpot, "d", takesDirection, "n", takesNumber), gives: "place", result: place, doc: "The place n spaces on from p in direction d; none outside the map."},
			{name: "away", op: program.Away, params: params("a", takesSpot, "b", takesSpot), gives: "place", result: place, doc: "The place one space from b, straight away from a."},
			{name: "towards", op: program.Towards, params: params("a", takesSpot, "p", takesSpot), gives: "place", result: place, doc: "The first place on a's shortest open way to p, or none."},
			{name: "path", op: program.PathTo, params: params("a", takesSpot, "p", takesSpot), gives: "list of places", result: places, doc: "The places of a's shortest open way to p."},
			{name: "way_length", op: program.WayLength, params: params("a", takesSpot, "b", takesSpot), gives: "number", result: num, doc: "The length of the shortest open way; without one 1,000,000,000,000,000, for which given is false."},
			{name: "between", op: program.Between, params: params("a", takesSpot, "b", takesSpot), gives: "list of places", result: places, doc: "The places on the straight line from a to b, its ends left out."},
			{name: "opposite", op: program.Opposite, params: params("a", takesSpot, "x", takesSpot, "b", takesSpot), gives: "bool", result: yes, doc: "Whether x stands between a and b on a straight line."},
			{name: "sight", op: program.InLine, params: params("a", takesSpot, "b", takesSpot), gives: "bool", result: yes, doc: "Whether no ground between a and b blocks sight."},
			{name: "directions", op: program.Directions, gives: "list of directions", result: fixed(listOf(directionT)), doc: "All directions of the grid, clockwise."},
			{name: "direction", op: program.DirectionTo, params: params("a", takesSpot, "b", takesSpot), gives: "direction", result: fixed(directionT), doc: "The direction in which b lies, seen from a."},
			{name: "sector", op: program.Sector, params: params("a", takesSpot, "b", takesSpot, "d", takesDirection), gives: "number", result: num, doc: "How many turns b lies off direction d, seen from a."},
			{name: "turned", op: program.Turn, params: params("d", takesDirection, "n", takesNumber), gives: "direction", result: fixed(directionT), doc: "Direction d turned clockwise n times."},
			{name: "nearest", op: program.NearestTo, params: params("x", takesSpot, "l", takesSpots), gives: "an element", result: elementOf, doc: "The element of l that is closest to x, the first of equals; or none."},
		}),
		group("Looking back, in what a script expects", []function{
			{name: "was_asked", op: program.WasAsked, params: params("x", takesCreature, "e", takesEvent), gives: "number", special: lookBack(program.WasAsked), doc: "How often x was asked for an answer to e and had one that was possible."},
			{name: "happened", op: program.Happened, params: params("e", takesEvent, "x", takesThing), optional: 1, gives: "number", special: lookBack(program.Happened), doc: "How often e happened; e of x."},
			{name: "said", op: program.Said, params: params("e", takesEvent, "x", takesThing), optional: 1, gives: "event", special: lookBack(program.Said), doc: "The last e that happened, with its fields; e of x."},
			{name: "did", op: program.Did, params: params("x", takesCreature, "a", takesAction, "y", takesThing), optional: 1, gives: "number", special: lookBack(program.Did), doc: "How often x began the action a; on y: with y as its first parameter."},
			{name: "was_rolled", op: program.WasRolled, params: params("r", takesLabel, "x", takesThing), optional: 1, gives: "number", special: lookBack(program.WasRolled), doc: "How often the roll r was made; r by x."},
			{name: "came_to", op: program.RollTotal, params: params("r", takesLabel, "x", takesThing), optional: 1, gives: "number", special: lookBack(program.RollTotal), doc: "What the last roll r came to; r by x."},
		}),
	)
}

// spaceGroup are the functions that mean something only where there is a space.
const spaceGroup = "Space"

func group(name string, list []function) []function {
	for i := range list {
		list[i].group = name
	}
	return list
}

// lookBack is a function that looks back on what has happened.
func lookBack(op program.Builtin) func(*reader, *syntax.Call, []*program.Expr) *program.Expr {
	return func(r *reader, e *syntax.Call, args []*program.Expr) *program.Expr {
		if r.env.LooksBack == nil {
			r.list.Errorf(CodeOnlyExpected, e.Name.Span, "only what a script expects can look back with %q", e.Name.Name)
			return r.broken(e.Span())
		}
		*r.env.LooksBack = true
		label := ""
		if op == program.WasRolled || op == program.RollTotal {
			label, args = args[0].Label, args[1:]
		}
		t := numberType
		if op == program.Said {
			t = program.Type{Kind: program.EventData, Event: r.prog.Events[int(args[0].Num)-1]}
		}
		x := builtinCall(op, t, e.Span(), args...)
		x.Label = label
		return x
	}
}

// aLabel takes the label of a roll.
func aLabel(r *reader, e syntax.Expr) *program.Expr {
	n, bare := e.(*syntax.Name)
	if !bare {
		r.list.Errorf(CodeUnknownLabel, e.Span(), "the name of a roll is needed")
		return r.broken(e.Span())
	}
	r.checkLabel(syntax.Ident{Name: n.Name, Span: n.Span()})
	return &program.Expr{Op: program.OpConst, Type: program.Type{Kind: program.Text}, Label: n.Name, Span: e.Span()}
}

// checkLabel reports a label that no roll has.
func (c *checker) checkLabel(name syntax.Ident) {
	if c.knownLabel(name.Name) {
		return
	}
	d := c.list.Errorf(CodeUnknownLabel, name.Span, "nothing rolls %q", name.Name)
	if near, found := diag.Nearest(name.Name, keys(c.labels)); found {
		d.WithHint("did you mean %q?", near)
	}
}

// isPure reports whether a built-in function gives the same for the same
// arguments at any time.
func isPure(b program.Builtin) bool {
	return b >= program.Min && b <= program.Sides || b >= program.Position && b <= program.Given || b == program.AsAction || b == program.PlaceAt
}

// isFunction reports whether name is called as a function of the language.
func isFunction(name string) bool {
	_, list := listWords[name]
	return list || functions[name] != nil || name == "if"
}

// function calls a function of the language.
func (r *reader) function(e *syntax.Call, f *function, want program.Type) *program.Expr {
	if f.group == spaceGroup {
		r.needSpace(`"`+f.name+`"`, e.Name.Span)
	}
	n := len(e.Args)
	if f.name == "place" && n == 2 {
		x, y := r.value(e.Args[0], numberType), r.value(e.Args[1], numberType)
		return builtinCall(program.PlaceAt, placeType, e.Span(), x, y)
	}
	if n > len(f.params) && !f.variadic || n < len(f.params)-f.optional {
		names := make([]string, len(f.params))
		for i, p := range f.params {
			names[i] = p.name
		}
		if f.variadic {
			names = append(names, "..")
		}
		r.argumentCount(e.Name, n, len(f.params), strings.Join(names, ", "))
		return r.broken(e.Span())
	}
	args := make([]*program.Expr, n)
	for i, arg := range e.Args {
		p := f.params[min(i, len(f.params)-1)]
		if (f.name == "first" || f.name == "last" || f.name == "reverse") && want.Kind != program.Unknown {
			args[i] = r.list1(arg, wantedList(want))
			continue
		}
		args[i] = p.takes.check(r, arg)
	}
	if slices.ContainsFunc(args, func(x *program.Expr) bool { return x.Type.Kind == program.Unknown }) {
		return r.broken(e.Span())
	}
	if f.special != nil {
		return f.special(r, e, args)
	}
	if f.op == program.CanDo {
		r.list.Errorf(CodeOnlyChoose, e.Span(), "only choose can ask for can_do").
			WithHint("choose act from %s; whether an action is possible is can(x, action)", short(e.Span()))
		return r.broken(e.Span())
	}
	return foldCall(builtinCall(f.op, f.result(r, args), e.Span(), args...))
}

// wantedList is what first, last and reverse want of their list.
func wantedList(want program.Type) program.Type {
	if isCollection(want) {
		return want
	}
	return listOf(want)
}

// foldCall works out the simple functions of constants.
func foldCall(x *program.Expr) *program.Expr {
	for _, arg := range x.Args {
		if arg.Op != program.OpConst {
			return x
		}
	}
	var value float64
	switch x.Builtin {
	case program.Min, program.Max:
		value = x.Args[0].Num
		for _, arg := range x.Args[1:] {
			if x.Builtin == program.Min {
				value = min(value, arg.Num)
			} else {
				value = max(value, arg.Num)
			}
		}
	case program.Position:
		if value = x.Args[0].Num - 1; value < 0 {
			return x
		}
	default:
		return x
	}
	return &program.Expr{Op: program.OpConst, Type: x.Type, Num: value, Span: x.Span}
}

// spot takes a thing or a place.
func spot(r *reader, e syntax.Expr) *program.Expr {
	want := anyThing
	if _, list := e.(*syntax.List); list {
		want = placeType
	}
	x := r.expr(e, want)
	switch x.Type.Kind {
	case program.ThingType, program.Place, program.Unknown:
		return x
	case program.List:
		return r.fit(x, placeType)
	}
	r.list.Errorf(CodeTypeMismatch, x.Span, "%q is %s, but a thing or a place is needed", short(x.Span), a(x.Type))
	return r.broken(x.Span)
}

func spots(r *reader, e syntax.Expr) *program.Expr {
	x := r.list1(e, unknownType)
	if isCollection(x.Type) {
		if k := x.Type.Elem.Kind; k != program.ThingType && k != program.Place && k != program.Unknown {
			r.list.Errorf(CodeTypeMismatch, x.Span, "%q is %s, but a list of things or places is needed", short(x.Span), a(x.Type))
			return r.broken(x.Span)
		}
	}
	return x
}

func aStep(r *reader, e syntax.Expr) *program.Expr {
	x := r.expr(e, unknownType)
	if x.Type.Kind != program.Step && x.Type.Kind != program.Unknown {
		r.list.Errorf(CodeTypeMismatch, x.Span, "%q is %s, but a step of a scale is needed", short(x.Span), a(x.Type))
		return r.broken(x.Span)
	}
	return x
}

// aRoll takes the name of a roll: a local or a running field that roll has set,
// or such a field of another act.
func aRoll(r *reader, e syntax.Expr) *program.Expr {
	x := r.expr(e, numberType)
	switch x.Op {
	case program.OpLocal:
		if n, bare := e.(*syntax.Name); bare {
			if l := r.find(n.Name); l != nil && l.rolled {
				return x
			}
		}
	case program.OpOwn:
		return x
	case program.OpField:
		if x.Args[0].Type.Kind == program.Act {
			return x
		}
	}
	if x.Type.Kind != program.Unknown {
		r.list.Errorf(CodeNotARoll, x.Span, "%q is not the name of a roll", short(x.Span)).
			WithHint("the dice belong to the name that roll gave: roll r = 2d6, then %s", "natural(r), faces(r)")
	}
	return r.broken(x.Span)
}

// aPool takes the name of a pool of creatures, or a member of a family of pools.
// The call keeps it in Field, and the member as its argument.
func aPool(r *reader, e syntax.Expr) *program.Expr {
	name, member := e, syntax.Expr(nil)
	if i, ok := e.(*syntax.Index); ok {
		name, member = i.X, i.I
	}
	n, bare := name.(*syntax.Name)
	if !bare {
		r.list.Errorf(CodeUnknownPool, e.Span(), "the name of a pool is needed")
		return r.broken(e.Span())
	}
	f := r.pool(syntax.Ident{Name: n.Name, Span: n.Span()}, r.prog.Creature)
	if f == nil {
		return r.broken(e.Span())
	}
	x := &program.Expr{Op: program.OpConst, Type: numberType, Field: f, Span: e.Span()}
	if m := r.poolMember(f, member, e.Span()); m != nil {
		x.Args = []*program.Expr{m}
	}
	return x
}

// pool finds a pool of a kind by its name.
func (r *reader) pool(name syntax.Ident, k *program.Kind) *program.Field {
	if k == nil {
		return nil
	}
	f := fieldNamed(k.Fields, name.Name)
	if f != nil && f.Pool != nil {
		return f
	}
	d := r.list.Errorf(CodeUnknownPool, name.Span, "%s has no pool %q", article(k.Name), name.Name)
	var pools []string
	for _, g := range k.Fields {
		if g.Pool != nil {
			pools = append(pools, g.Name)
		}
	}
	near, found := diag.Nearest(name.Name, pools)
	switch {
	case f != nil:
		d.WithHint("%q is a field of type %s; a number that changes is a pool: {type: pool}", f.Name, f.Type)
	case found:
		d.WithHint("did you mean %q?", near)
	case len(pools) > 0:
		d.WithHint("it has %s", join2(pools))
	}
	return nil
}

// poolMember checks which member of a family of pools is meant.
func (r *reader) poolMember(f *program.Field, member syntax.Expr, at diag.Span) *program.Expr {
	switch {
	case f.Family != nil && member == nil:
		r.list.Errorf(CodeUnknownPool, at, "%q is a family of pools, one for each %s: which one?", f.Name, f.Family).
			WithHint("write %s[..]", f.Name)
	case f.Family == nil && member != nil:
		r.list.Errorf(CodeUnknownPool, at, "%q is one pool, not a family", f.Name)
	case member != nil:
		return r.value(member, *f.Family)
	}
	return nil
}

func spent(op program.Builtin) func(*reader, *syntax.Call, []*program.Expr) *program.Expr {
	return func(_ *reader, e *syntax.Call, args []*program.Expr) *program.Expr {
		x := builtinCall(op, numberType, e.Span(), append(args[:1:1], args[1].Args...)...)
		x.Field = args[1].Field
		return x
	}
}

// hasNamed is has(x, c).
func hasNamed(r *reader, e *syntax.Call, args []*program.Expr) *program.Expr {
	if c := args[1]; c.Op == program.OpConst && c.Num > 0 {
		return &program.Expr{
			Op: program.OpHas, Type: boolType, Condition: r.prog.Conditions[int(c.Num)-1], Span: e.Span(), Args: args[:1],
		}
	}
	return &program.Expr{Op: program.OpHasNamed, Type: boolType, Span: e.Span(), Args: args}
}

// instances is instances(c, x).
func instances(r *reader, e *syntax.Call, args []*program.Expr) *program.Expr {
	c := args[0]
	if c.Op != program.OpConst || c.Num == 0 {
		r.list.Errorf(CodeTypeMismatch, c.Span, "%q can be any condition, but its name is needed here", short(c.Span))
		return r.broken(e.Span())
	}
	condition := r.prog.Conditions[int(c.Num)-1]
	if r.derived[condition] {
		r.list.Errorf(CodeUnknownField, c.Span, "%q has no instances: it holds while its formula does", condition.Name)
		return r.broken(e.Span())
	}
	r.listed = append(r.listed, listed{condition, c.Span})
	return &program.Expr{
		Op: program.OpInstances, Type: listOf(instanceOf(condition)), Condition: condition, Span: e.Span(), Args: args[1:],
	}
}

// eventIs is event_is(e).
func eventIs(r *reader, e *syntax.Call, args []*program.Expr) *program.Expr {
	if r.event(e.Name.Span).Type.Kind == program.Unknown {
		return r.broken(e.Span())
	}
	return builtinCall(program.EventIs, boolType, e.Span(), args...)
}

func terrain(r *reader, e *syntax.Call, args []*program.Expr) *program.Expr {
	if r.prog.Terrain == nil {
		r.list.Errorf(CodeUnknownName, e.Name.Span, "this ruleset has no kind %q, so that places have no ground", e.Name.Name)
		return r.broken(e.Span())
	}
	return builtinCall(program.Terrain, ground(r, args), e.Span(), args...)
}
