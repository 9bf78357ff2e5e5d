package words

import (
	"fmt"

	"github.com/rulec/rulec/interp/value"
	"github.com/rulec/rulec/lang/program"
)

// form is a text with arguments: their level, and its own.
type form struct {
	text         string
	inner, level int
}

// parts are the words for a division by a small number.
var parts = map[float64]string{2: "half of ", 3: "a third of ", 4: "a quarter of ", 10: "a tenth of "}

// forms are the words of operations; those over lists say the list, then what is said of its elements.
var forms = map[program.Op]form{
	program.OpFixedDice: {"%s", clause, clause}, program.OpNeg: {"minus %s", atom, product}, program.OpMul: {"%s × %s", product, product},
	program.OpDiceMul: {"%s × %s", product, product}, program.OpPow: {"%s to the power of %s", atom, clause}, program.OpMod: {"the remainder of %s / %s", atom, clause}, program.OpRange: {"%s to %s", sum, clause},
	program.OpStepDiff: {"the steps from %[2]s up to %[1]s", sum, clause}, program.OpEvent: {"the event", 0, atom}, program.OpAct: {"this action", 0, atom},
	program.OpCountIf: {"the number of %s for which %s", or, clause}, program.OpSumOf: {"the sum, over %s, of %s", or, clause},
	program.OpFilter: {"those of %s for which %s", or, clause}, program.OpFind: {"the first of %s for which %s", or, clause},
	program.OpMost: {"the one of %s with the highest %s", atom, clause}, program.OpLeast: {"the one of %s with the lowest %s", atom, clause},
	program.OpHighest: {"the highest, over %s, of %s", or, clause}, program.OpLowest: {"the lowest, over %s, of %s", or, clause},
}

// functions are the words of functions that are no claims.
var functions = map[program.Builtin]form{
	program.Floor: {"%s, rounded down", or, clause}, program.Ceil: {"%s, rounded up", or, clause}, program.Round: {"%s, rounded to the nearest", or, clause},
	program.Clamp: {"%s, at least %s and at most %s", sum, clause}, program.Abs: {"%s without its sign", atom, clause},
	program.MakeDice: {"%s dice with %s sides", atom, claim}, program.Reroll: {"%s, rerolling %s or less once", sum, clause},
	program.Times: {"%[2]s rolled %[1]s times", atom, claim}, program.Expected: {"the average of %s", claim, claim}, program.Top: {"the highest total of %s", claim, claim},
	program.Bottom: {"the lowest total of %s", claim, claim}, program.Sides: {"the sides of %s", claim, claim}, program.Chance: {"the chance of at least %[2]s with %[1]s", atom, claim},
	program.Natural: {"the first die's face", 0, atom}, program.Combatants: {"all who are still in the fight", 0, claim}, program.Everyone: {"everyone", 0, atom},
	program.Unfinished: {"the actions under way", 0, atom}, program.Now: {"now", 0, atom}, program.Length: {"the number of %s", claim, claim},
	program.Total: {"the sum of %s", claim, claim}, program.First: {"the first of %s", claim, claim}, program.Last: {"the last of %s", claim, claim},
	program.Neighbours: {"the spaces next to %s", claim, claim}, program.Occupants: {"those at %s", claim, claim}, program.Terrain: {"the terrain at %s", claim, claim},
	program.InstanceBy: {"whoever caused %s", claim, claim}, program.InstanceAffected: {"whoever has %s", claim, claim}, program.Elapsed: {"how long %s has lasted", atom, claim},
	program.ActorOf: {"whoever does %s", claim, claim}, program.PlanActor: {"whoever does %s", claim, claim}, program.ActionOf: {"the kind of %s", claim, claim},
	program.PlanAction: {"the kind of %s", claim, claim}, program.EventOf: {"the one concerned", 0, atom}, program.EventAct: {"the action behind it", 0, atom},
	program.AsAction: {"%s", clause, clause}, program.AsPlan: {"%s", clause, clause}, program.Distance: {"the distance from %s to %s", claim, claim},
	program.Within: {"the spaces at most %[2]s from %[1]s", atom, claim}, program.Towards: {"the next space from %s towards %s", claim, claim},
	program.DirectionTo: {"the direction from %s to %s", claim, claim}, program.Directions: {"all directions", 0, atom},
	program.NearestTo: {"the one of %[2]s nearest to %[1]s", claim, claim}, program.WayLength: {"the length of the way from %s to %s", claim, claim},
	program.PathTo: {"the way from %s to %s", claim, claim}, program.Between: {"the spaces between %s and %s", claim, claim},
	program.DistanceIf: {"the distance from %s to %s, if that one were at %s", claim, clause}, program.Sign: {"1, 0 or -1 by the sign of %s", atom, clause}, program.Position: {"the steps of its scale below %s", claim, claim},
	program.CarrierOf: {"whoever carries %s", claim, claim}, program.Mine: {"what %s is doing", atom, claim}, program.DefOf: {"the kind of %s", claim, claim},
}

// belongings are functions of what somebody has.
var belongings = map[program.Builtin]string{program.Foes: "foes", program.Allies: "allies", program.SideOf: "side", program.PlaceOf: "place"}

// builtin says a function that isn't like others.
func (s *speech) builtin(e *program.Expr) phrase {
	if what := belongings[e.Builtin]; what != "" {
		return s.owned(e.Args[0], what)
	}
	switch e.Builtin {
	case program.Max:
		return s.bound(e.Args, ", at least ", "the highe")
	case program.Min:
		return s.bound(e.Args, ", at most ", "the lowe")
	case program.Best:
		return s.kept(e, "the highe")
	case program.Worst:
		return s.kept(e, "the lowe")
	case program.Explode:
		if len(e.Args) < 3 {
			return s.form(form{[...]string{"%s, exploding", "%s, exploding from %s up"}[len(e.Args)-1], sum, clause}, e.Args)
		}
	case program.KeyNumber:
		return phrase{text: "the " + value.InWords(s.Program.Time.Keys[int(s.fold(e.Args[0]).Num)])}
	case program.ThingsOf:
		return phrase{text: "all " + value.InWords(e.Type.Elem.Of.Plural)}
	}
	return s.fail()
}

// bound says the greatest or smallest of numbers; of a constant and another one: a - b, at least 0.
func (s *speech) bound(args []*program.Expr, limit, stem string) phrase {
	for i, arg := range args {
		if c := s.fold(arg); c.Op == program.OpConst && len(args) == 2 {
			return phrase{s.say(args[1-i]).in(or) + limit + s.constant(c).text, clause}
		}
	}
	most := map[bool]string{true: "r of ", false: "st of "}[len(args) == 2]
	return phrase{stem + most + join(s.each(args, sum), "and"), clause}
}

// kept says dice of which some count: the highest 3 of 4d6, the higher of 2d20.
func (s *speech) kept(e *program.Expr, stem string) phrase {
	n, d := s.fold(e.Args[0]), s.fold(e.Args[1])
	count, keeps := d.Count, int(n.Num)
	if count == 1 {
		count, keeps = keeps, 1
	}
	switch of := fmt.Sprintf("of %dd%d", count, d.Sides); {
	case n.Op != program.OpConst || d.Op != program.OpDice || keeps >= count:
		return s.fail()
	case keeps == 1 && count == 2:
		return phrase{stem + "r " + of, claim}
	case keeps == 1:
		return phrase{stem + "st " + of, claim}
	default:
		return phrase{fmt.Sprintf("%sst %d %s", stem, keeps, of), claim}
	}
}
