package dump

import "github.com/rulec/rulec/lang/program"

// builtins are the built-in functions as formulas call them. Those that no formula writes
// itself have a name of their own here. bare are those that are written without brackets
// when they take nothing.
var builtins, bare = func() (names map[program.Builtin]string, bare map[program.Builtin]bool) {
	names = map[program.Builtin]string{
		program.Now: "now", program.KeyNumber: "key", program.AsAction: "as_action", program.AsPlan: "as_plan", program.ThingsOf: "things_of",
		program.PlaceAt: "place", program.StepBy: "step", program.Length: "count", program.Total: "sum",
	}
	bare = map[program.Builtin]bool{program.Now: true}
	for _, f := range program.Functions() {
		if f.Op == program.BuiltinNone {
			continue
		}
		if _, named := names[f.Op]; !named {
			names[f.Op] = f.Name
		}
		bare[f.Op] = bare[f.Op] || f.Bare
	}
	return names, bare
}()

// members are the fields that the language gives every value of a type.
var members = func() map[program.Builtin]string {
	names := map[program.Builtin]string{}
	for _, m := range program.Members() {
		if builtins[m.Op] == "" {
			names[m.Op] = m.Name
		}
	}
	return names
}()
