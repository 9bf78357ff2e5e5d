package types

import (
	"strings"

	"github.com/rulec/rulec/lang/program"
)

// Types that consist of their kind alone.
var (
	UnknownType   = program.Type{}
	NoType        = program.Type{Kind: program.Nothing}
	NumberType    = program.Type{Kind: program.Number}
	BoolType      = program.Type{Kind: program.Bool}
	DiceType      = program.Type{Kind: program.Dice}
	TextType      = program.Type{Kind: program.Text}
	anyThing      = program.Type{Kind: program.ThingType}
	AnyAction     = program.Type{Kind: program.Definition}
	ConditionType = program.Type{Kind: program.ConditionName}
	instanceT     = program.Type{Kind: program.Instance}
	actType       = program.Type{Kind: program.Act}
	planType      = program.Type{Kind: program.Plan}
	EventNameType = program.Type{Kind: program.EventName}
	entryNameT    = program.Type{Kind: program.EntryName}
	PlaceType     = program.Type{Kind: program.Place}
	directionT    = program.Type{Kind: program.Direction}
	SideType      = program.Type{Kind: program.Side}
)

// ThingOf returns the type of the things of a kind.
func ThingOf(k *program.Kind) program.Type { return program.Type{Kind: program.ThingType, Of: k} }

// DefinitionOf returns the type of the definitions of a kind.
func DefinitionOf(k *program.Kind) program.Type {
	return program.Type{Kind: program.Definition, Of: k}
}

// StepOf returns the type of the steps of a scale.
func StepOf(s *program.Scale) program.Type { return program.Type{Kind: program.Step, Scale: s} }

// ListOf returns the type of lists of a type.
func ListOf(t program.Type) program.Type { return program.Type{Kind: program.List, Elem: &t} }

// InstanceOf returns the type of the instances of a condition.
func InstanceOf(c *program.Condition) program.Type {
	return program.Type{Kind: program.Instance, Condition: c}
}

// Creature returns the type of combatants; the type of any thing when the ruleset
// lacks the kind, which is reported elsewhere.
func (c *Checker) Creature() program.Type { return ThingOf(c.Prog.Creature) }

// isReference reports whether none is a value of type t.
func isReference(t program.Type) bool {
	switch t.Kind {
	case program.Number, program.Bool, program.Dice, program.List, program.Set, program.MapType,
		program.FormulaField, program.ProgramField:
		return false
	}
	return true
}

// IsCollection reports whether values of type t have elements to iterate over.
func IsCollection(t program.Type) bool { return t.Kind == program.List || t.Kind == program.Set }

// agrees reports whether a value of type from can be used where one of type to is
// expected, as it is or after the conversions that fit makes.
func agrees(from, to program.Type) bool {
	switch {
	case from.Kind == program.Unknown || to.Kind == program.Unknown:
		return true
	case from.Kind == program.Nothing:
		return isReference(to)
	case IsCollection(from) && IsCollection(to):
		return agrees(*from.Elem, *to.Elem) && !converted(*from.Elem, *to.Elem)
	case converted(from, to) && to.Kind != program.Definition:
		return true
	case from.Kind != to.Kind:
		return false
	}
	switch to.Kind {
	case program.ThingType:
		return to.Of == nil || from.Of == to.Of
	case program.Definition:
		return from.Of == to.Of || to.Of == nil && acts(from)
	case program.Step:
		return to.Scale == nil || from.Scale == to.Scale
	case program.Instance:
		return to.Condition == nil || from.Condition == to.Condition
	case program.EventData:
		return to.Event == nil || from.Event == to.Event
	case program.FormulaField, program.ProgramField:
		return true
	}
	return from.Equal(to)
}

// converted reports whether values of type from are converted where to is expected.
func converted(from, to program.Type) bool {
	return from.Kind == program.Number && to.Kind == program.Dice || from.Kind == program.Act && to.Kind == program.Plan ||
		from.Kind == program.Definition && to.Kind == program.Definition && from.Of != to.Of
}

// made reports whether a thing of type thing may be made from a
// definition of type def.
func made(thing, def program.Type) bool {
	return thing.Kind == program.ThingType && def.Kind == program.Definition && def.Of != nil &&
		(thing.Of == nil || thing.Of == def.Of)
}

// join returns the common type of values of both types, and whether there is one.
func join(a, b program.Type) (program.Type, bool) {
	switch {
	case a.Kind == program.Unknown || b.Kind == program.Unknown:
		return UnknownType, true
	case agrees(a, b):
		return b, true
	case agrees(b, a):
		return a, true
	case a.Kind == program.ThingType && b.Kind == program.ThingType:
		return anyThing, true
	case a.Kind == program.Instance && b.Kind == program.Instance:
		return instanceT, true
	case acts(a) && acts(b):
		return AnyAction, true
	}
	return UnknownType, false
}

// acts reports whether values of a type are actions.
func acts(t program.Type) bool {
	return t.Kind == program.Definition && (t.Of == nil || t.Of.Acts)
}

// InWords returns the name of a type for use in a sentence: "a number", "an instance of held".
func InWords(t program.Type) string {
	switch t.Kind {
	case program.Unknown:
		return "a value"
	case program.Nothing:
		return "none"
	case program.Bool:
		return "true or false"
	case program.Dice:
		return "dice"
	case program.Step:
		return "a step of " + t.Scale.Name
	case program.Definition:
		if t.Of == nil {
			return "an action"
		}
		if t.Of.Stateful {
			return "the definition of " + WithArticle(t.Of.Name)
		}
	case program.EventName:
		return "the name of an event"
	case program.EntryName:
		return "the name of an entry"
	case program.EntryData:
		return "an entry"
	case program.Choice:
		return "a choice of " + t.Param.Name
	case program.List, program.Set:
		if t.Elem.Kind != program.Unknown {
			return "a " + map[program.TypeKind]string{program.List: "list", program.Set: "set"}[t.Kind] + " of " + inWordsMany(*t.Elem)
		}
	}
	return WithArticle(t.String())
}

// inWordsMany returns the name of a type for several values: "numbers", "instances of held".
func inWordsMany(t program.Type) string {
	switch t.Kind {
	case program.Bool, program.Dice, program.Nothing, program.Unknown:
		return t.String()
	case program.Step:
		return "steps of " + t.Scale.Name
	case program.ThingType, program.Definition:
		if t.Of != nil {
			return t.Of.Plural
		}
	case program.Instance:
		if t.Condition != nil {
			return "instances of " + t.Condition.Name
		}
		return "instances of a condition"
	case program.Choice:
		return "choices of " + t.Param.Name
	case program.EntryData:
		return "entries"
	case program.EventName:
		return "names of events"
	case program.EntryName:
		return "names of entries"
	case program.List:
		return "lists of " + inWordsMany(*t.Elem)
	case program.Set:
		return "sets of " + inWordsMany(*t.Elem)
	}
	return t.String() + "s"
}

// isOne returns a type with its verb: "a number is", "dice are".
func isOne(t program.Type) string {
	if t.Kind == program.Dice {
		return "dice are"
	}
	return InWords(t) + " is"
}

// WithArticle returns a noun with its article: "an ogre".
func WithArticle(noun string) string {
	if noun != "" && strings.ContainsRune("aeiou", rune(noun[0])) {
		return "an " + noun
	}
	return "a " + noun
}
