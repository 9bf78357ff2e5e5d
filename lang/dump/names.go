package dump

import (
	"cmp"
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"unicode"

	"github.com/rulec/rulec/lang/program"
)

// Names gives the meaning of the constants in formulas. Without a Program or an
// Encounter, constants that only it could name are printed by their numbers, from 0:
// conditions#3.
type Names struct {
	Program   *program.Program
	Encounter *program.Encounter
	// code returns the instructions printed below formulas; nil means none.
	code Code
}

// Code returns the instructions of a ruleset, a line each: those for an expression in a frame with
// a number of locals, and those for a quantity with all its contributions.
type Code interface {
	Listing(e *program.Expr, locals int) []string
	ListingOf(q *program.Quantity) []string
}

// number returns a number as formulas write it.
func number(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }

// constant returns the meaning of a constant.
func (n Names) constant(x *program.Expr) string {
	switch {
	case x.Label != "": // the name of a roll
		return strconv.Quote(x.Label)
	case x.Type.Kind == program.Number || x.Type.Kind == program.Unknown:
		return number(x.Num)
	case x.Type.Kind == program.Bool:
		return strconv.FormatBool(x.Num != 0)
	case x.Num == 0:
		return "none"
	}
	i := int(x.Num) - 1
	return cmp.Or(n.named(i, x.Type), strings.ReplaceAll(typeText(x.Type), " ", "_")+"#"+strconv.Itoa(i))
}

// figure returns a value of a type.
func (n Names) figure(t program.Type, v float64) string {
	return n.constant(&program.Expr{Type: t, Num: v})
}

// named returns the name of the i-th value of a type; empty means none.
func (n Names) named(i int, t program.Type) string {
	p := cmp.Or(n.Program, &program.Program{Time: &program.Time{}})
	e := cmp.Or(n.Encounter, &program.Encounter{})
	switch t.Kind {
	case program.Definition:
		if t.Of != nil {
			return nth(t.Of.Defs, i)
		}
		return nth(p.Actions, i)
	case program.Step:
		return prefixed(t.Scale.Name, strings.TrimPrefix(nth(t.Scale.Steps, i), "scale steps."))
	case program.Choice:
		return prefixed(t.Param.Name, nth(t.Param.Choices, i))
	case program.Text:
		if i < len(p.Texts) { // some are empty
			return strconv.Quote(p.Texts[i])
		}
	case program.ConditionName:
		return nth(p.Conditions, i)
	case program.EventName:
		return nth(p.Events, i)
	case program.EntryName:
		return nth(p.Time.Entries, i)
	case program.ThingType:
		return nth(e.Things, i)
	case program.Side:
		return prefixed("sides", nth(e.Sides, i))
	case program.Place:
		if e.Map != nil {
			return nth(e.Map.Zones, i)
		}
	}
	return ""
}

// prefixed returns PREFIX.NAME; empty without a name.
func prefixed(prefix, name string) string {
	if name == "" {
		return ""
	}
	return prefix + "." + name
}

// nth returns the name of the i-th element of a list; empty means none.
func nth[T any](list []T, i int) string {
	if i < 0 || i >= len(list) {
		return ""
	}
	if text, ok := any(list[i]).(string); ok {
		return text
	}
	text, _ := reference(list[i])
	return text
}

// thing returns the name of a thing of the encounter.
func (n Names) thing(i int) string {
	return cmp.Or(n.named(i, program.Type{Kind: program.ThingType}), fmt.Sprintf("things#%d", i))
}

// reference returns the name of a declaration where another one refers to it: conditions.prone,
// swords.long. It returns false if there is no name.
func reference(x any) (string, bool) {
	v := reflect.ValueOf(x)
	if v.Kind() != reflect.Pointer || v.IsNil() || v.Elem().Kind() != reflect.Struct {
		return "", false
	}
	switch x := x.(type) {
	case *program.Def:
		return definition(x), true
	case *program.Action:
		return definition(x.Def), true
	case *program.Kind:
		return x.Name, true
	case *program.Field:
		return x.Name, true
	case *program.Program:
		return x.Name, true
	case *program.Event:
		if x.Edge == program.Itself {
			return "events." + x.Name, true
		}
		return x.String(), true
	case *program.Contribution:
		return Owner(x), true
	case *program.ActParam:
		return "", false
	}
	name := v.Elem().FieldByName("Name")
	if !name.IsValid() {
		return "", false
	}
	return plural(words(v.Elem().Type().Name())) + "." + name.String(), true
}

// definition returns PLURAL.NAME.
func definition(d *program.Def) string {
	if d == nil {
		return "none"
	}
	return d.Kind.Plural + "." + d.Name
}

// Owner returns the name of a contribution's owner: conditions.prone, swords.long.
func Owner(c *program.Contribution) string {
	switch {
	case c.Condition != nil:
		return "conditions." + c.Condition.Name
	case c.Rule != nil:
		return "rules." + c.Rule.Name
	}
	return definition(c.Carried)
}

// point returns a place: a zone by its name, another by its column and row.
func (n Names) point(p program.Point) string {
	if m := n.Encounter.Map; m != nil && p.X < len(m.Zones) {
		return nth(m.Zones, p.X)
	}
	if s := n.Program.Space; s.Grid.Facts().Points {
		measure, _ := program.MeasureOf(s.Unit)
		return "[" + number(measure.Long(float64(p.X))) + ", " + number(measure.Long(float64(p.Y))) + "]"
	}
	return "[" + strconv.Itoa(p.X) + ", " + strconv.Itoa(p.Y) + "]"
}

// typeText returns a type; for callable types, with its parameters.
func typeText(t program.Type) string {
	if t.Kind != program.FormulaField && t.Kind != program.ProgramField {
		return t.String()
	}
	return t.String() + "(" + joined(t.Params, func(p program.Local) string { return p.Name + ": " + typeText(p.Type) }) + ")"
}

// valueText returns the type of a value; empty means none.
func valueText(t program.Type) string {
	if t.Kind == program.Nothing {
		return ""
	}
	return typeText(t)
}

// words returns the name of a field or a type in words: UntilAllPass, until all pass.
func words(name string) string {
	var b strings.Builder
	for i, r := range name {
		if unicode.IsUpper(r) && i > 0 {
			b.WriteByte(' ')
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return b.String()
}

func plural(name string) string {
	if short, ok := strings.CutSuffix(name, "y"); ok {
		return short + "ies"
	}
	return name + "s"
}

func joined[T any](list []T, text func(T) string) string {
	texts := make([]string, len(list))
	for i, x := range list {
		texts[i] = text(x)
	}
	return strings.Join(texts, ", ")
}

// constants are the words for the constants of lang/program, by their numbers. Those with an empty
// word aren't printed.
var constants = map[reflect.Type][]string{
	reflect.TypeFor[program.Each]():       {program.PerBearer: "", program.PerInstance: "instance"},
	reflect.TypeFor[program.Edge]():       {program.Itself: "", program.Start: "start", program.End: "end"},
	reflect.TypeFor[program.BuiltInLaw](): program.BuiltInLaws,
	reflect.TypeFor[program.Ask]():        program.AskNames,
	reflect.TypeFor[program.Candidates](): {
		program.AnyOf: "any of its type", program.OneOf: "one of a list", program.SomeOf: "some of a list",
		program.FromTo: "a whole number from low to high", program.PlaceWithin: "a place at most high away",
		program.PathUpTo: "a path at most high long",
	},
	reflect.TypeFor[program.Reducer](): {
		program.SumOf: "sum", program.MaxOf: "max", program.MinOf: "min", program.AnyIs: "any", program.CountOf: "count", program.LastOf: "last",
	},
	reflect.TypeFor[program.Whose](): {
		program.Anyones: "of anyone", program.Selfs: "of self", program.Bys: "of by", program.Another: "of another",
	},
	reflect.TypeFor[program.TriggerKind](): {
		program.OnEvent: "", program.OnBegins: "it begins", program.OnEnds: "it ends", program.OnRises: "rises", program.OnFalls: "falls",
		program.OnChanges: "changes", program.OnBecomes: "becomes", program.OnLoses: "loses", program.OnRolls: "rolls",
	},
	reflect.TypeFor[program.Grid](): program.GridNames(),
	reflect.TypeFor[program.SavedShape](): {
		program.SavedName: "name", program.SavedText: "text", program.SavedList: "list", program.SavedMap: "map",
	},
}
