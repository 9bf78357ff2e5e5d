package dump

import "github.com/rulec/rulec/lang/program"

// builtins are the built-in functions as formulas call them; members are written behind
// a dot instead. Those that no formula writes itself have a name of their own here.
var builtins = [...]string{
	program.Min: "min", program.Max: "max", program.Floor: "floor", program.Ceil: "ceil", program.Round: "round",
	program.Abs: "abs", program.Sign: "sign", program.Clamp: "clamp",

	program.MakeDice: "dice", program.Best: "best", program.Worst: "worst", program.Explode: "explode",
	program.Times: "times", program.Top: "top", program.Bottom: "bottom", program.Expected: "expected",
	program.Chance: "chance", program.Sides: "sides", program.Natural: "natural", program.Faces: "faces",

	program.Position: "index", program.StepBy: "step", program.PastEnd: "past_end", program.First: "first",
	program.Last: "last", program.Length: "count", program.Total: "sum", program.Reverse: "reverse", program.Given: "given",

	program.Combatants: "combatants", program.Everyone: "everyone", program.Foes: "foes", program.Allies: "allies",
	program.SideOf: "side", program.Now: "now", program.KeyNumber: "key", program.Elapsed: "elapsed",
	program.IsOut: "is_out", program.LotOf: "lot_of", program.Scheduled: "scheduled",

	program.Mine: "mine", program.Unfinished: "unfinished", program.Declared: "declared", program.CanDo: "can_do",
	program.Can: "can", program.Committed: "committed", program.Paid: "paid", program.EventIs: "event_is",
	program.Ever: "ever", program.Asked: "asked",

	program.PlaceOf: "place", program.Distance: "distance", program.Adjacent: "adjacent", program.Within: "within",
	program.Neighbours: "neighbours", program.Occupants: "occupants", program.DirectionTo: "direction",
	program.Directions: "directions", program.Beyond: "beyond", program.Away: "away", program.Towards: "towards",
	program.PathTo: "path", program.Sector: "sector", program.Between: "between", program.Opposite: "opposite",
	program.Terrain: "terrain", program.FreeSpace: "is_free", program.InLine: "sight", program.Turn: "turned",
	program.NearestTo: "nearest", program.WayLength: "way_length", program.PlaceAt: "place",

	program.AsAction: "as_action", program.ThingsOf: "things_of",

	program.WasAsked: "was_asked", program.Happened: "happened", program.Said: "said", program.WasRolled: "was_rolled",
	program.Did: "did", program.RollTotal: "came_to",
}

// bare are those that are written without brackets when they take nothing.
var bare = map[program.Builtin]bool{
	program.Combatants: true, program.Everyone: true, program.Unfinished: true, program.Now: true,
}

// members are the fields that the language gives every value of a type.
var members = map[program.Builtin]string{
	program.ActionOf: "action", program.ActorOf: "actor", program.CarrierOf: "carrier", program.DefOf: "is",
	program.InstanceBy: "by", program.InstanceBearer: "bearer", program.InstanceSince: "since",
	program.EventOf: "of", program.EventAct: "act",
}
