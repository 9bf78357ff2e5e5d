package program

import (
	"cmp"
	"math"

	"github.com/rulec/rulec/lang/diag"
)

// MaxWhole is the largest number that may be stored; the smallest is -MaxWhole.
//
// Spec: limits.md.
const MaxWhole = 1<<53 - 1

// Absent is in the cell of an omitted field ([Field.Optional]); it is larger than any valid
// number. No formula ever sees it: reading such a field stops the run, and given() checks
// the cell.
const Absent = math.MaxFloat64

// TypeKind is the head of a [Type].
type TypeKind uint8

// The types of the language. At run time every value is one float64: numbers as
// they are, false and true as 0 and 1, and references so that 0 is none.
const (
	// Unknown agrees with everything; it follows a reported error.
	Unknown TypeKind = iota
	// Nothing is the type of `none` and of programs without a value.
	Nothing
	Number
	Bool
	// Dice is a value that only roll rolls.
	Dice
	// Text is a literal label or reason.
	Text
	// ThingType is a row of the encounter: a creature, or an instance of any other
	// stateful kind. Type.Kind says which; nil means any.
	ThingType
	// Definition is an entry under a kind's plural. A Definition type without a kind
	// is an action of any kind, whose values are Action.Index + 1.
	Definition
	// Step is a step of Type.Scale.
	Step
	// ConditionName is a condition as a value.
	ConditionName
	// Instance is an instance of Type.Condition (nil: of any).
	Instance
	// Act is an action that is declared or in progress.
	Act
	// Plan is a creature's action with its parameters, to begin whenever it is performed.
	Plan
	// EntryData is the agenda entry that is being resolved; Type.Entry says which kind.
	EntryData
	// EventData is the event that has just happened; Type.Event says which (nil: one of several).
	EventData
	// EventName is an event as a value.
	EventName
	// EntryName is a kind of agenda entry as a value.
	EntryName
	// Choice is one of the names of the enumerated Type.Param, counted from 1.
	Choice
	// Place is a space of the grid or a zone.
	Place
	// Direction is one of the grid's directions.
	Direction
	// Side is one of the encounter's sides.
	Side
	// List, Set: of Elem. MapType: Key to Elem.
	List
	Set
	MapType
	// FormulaField and ProgramField are fields of definitions that are called.
	FormulaField
	ProgramField
)

// Type is the type of a value. Types are compared with [Type.Equal].
type Type struct {
	Kind      TypeKind
	Of        *Kind      // ThingType, Definition
	Scale     *Scale     // Step
	Condition *Condition // Instance
	Entry     *Entry     // EntryData
	Event     *Event     // EventData
	Param     *Param     // Choice
	Elem      *Type      // List, Set, MapType; the result of FormulaField
	Key       *Type      // MapType
	Params    []Local    // FormulaField, ProgramField
}

// Equal reports whether a and b are the same type.
func (t Type) Equal(u Type) bool {
	if t.Kind != u.Kind || t.Of != u.Of || t.Scale != u.Scale || t.Condition != u.Condition ||
		t.Entry != u.Entry || t.Event != u.Event || t.Param != u.Param {
		return false
	}
	return equalElem(t.Elem, u.Elem) && equalElem(t.Key, u.Key)
}

func equalElem(a, b *Type) bool {
	if a == nil || b == nil {
		return a == b
	}
	return a.Equal(*b)
}

// String returns the type in the words of a ruleset: "number", "list of creature".
func (t Type) String() string {
	switch t.Kind {
	case ThingType, Definition:
		if t.Of != nil {
			return t.Of.Name
		}
	case Step:
		return t.Scale.Name
	case Instance:
		if t.Condition != nil {
			return "instance of " + t.Condition.Name
		}
	case EntryData:
		if t.Entry != nil {
			return "entry " + t.Entry.Name
		}
	case Choice:
		return "choice of " + t.Param.Name
	case List:
		return "list of " + t.Elem.String()
	case Set:
		return "set of " + t.Elem.String()
	case MapType:
		return "map of " + t.Key.String() + " to " + t.Elem.String()
	case FormulaField:
		return "formula " + t.Elem.String()
	}
	return cmp.Or(typeWords[t.Kind], "unknown")
}

// typeWords are the words for the types that consist of their kind alone.
var typeWords = map[TypeKind]string{
	Nothing: "none", Number: "number", Bool: "bool", Dice: "dice", Text: "text", ThingType: "thing", Definition: "action",
	ConditionName: "condition", Instance: "instance of a condition", Act: "act", Plan: "plan", EntryData: "entry", EventData: "event",
	EventName: "name of an event", EntryName: "name of an entry", Place: "place", Direction: "direction", Side: "side", ProgramField: "program",
}

// Local is a named value that a formula or a routine finds in its frame.
type Local struct {
	Name string
	Type Type
	// At is where it is declared; zero means that the language defines it.
	At diag.Span
	// Rolled is not nil for the total of a roll that this check compared with a number.
	// The outcome is in the locals after it, see [RollLocals].
	Rolled *Check
	// Default is the text of the constant that a call may leave out; nil if it can't.
	Default *diag.Fragment
}
