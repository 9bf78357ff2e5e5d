package program

import "github.com/rulec/rulec/lang/diag"

// State is everyone's condition after an encounter, as a state file has it: names
// and texts, so that it can be applied to an encounter that doesn't exist yet.
//
// Spec: sequences.md.
type State struct {
	// Encounter is the encounter it was taken from; Ruleset, Version and Hash identify the rules.
	Encounter, Ruleset, Version, Hash string
	// Clock is the time on the clock, in clock units.
	Clock float64
	// Out are the names of the things that are out.
	Out []string
	// Combatants and Things have one mapping for each, in the encounter's order.
	Combatants, Things []SavedEntry
	// Decks lists the cards that are not in the piles.
	Decks []SavedEntry
	// Beyond names, for each thing, the pools that are outside their bounds.
	Beyond []SavedEntry
}

// SavedShape is the form of a [Saved] value.
type SavedShape uint8

const (
	// SavedName is a name, a number, true or false, or dice: Text without quotes.
	SavedName SavedShape = iota
	// SavedText is any other text.
	SavedText
	// SavedList is List.
	SavedList
	// SavedMap is Map.
	SavedMap
)

// Saved is a value of a state.
type Saved struct {
	Shape SavedShape
	Text  string
	List  []Saved
	Map   []SavedEntry
}

// SavedEntry is a key with its value.
type SavedEntry struct {
	Key   string
	Value Saved
}

// Carried is what an encounter takes over from a state.
type Carried struct {
	// Kept is the state of things that aren't here: a later state repeats it.
	Kept State
	// Things are the indices of the things in the state.
	Things []int
	// Out are those of them that must be out, with the positions where the state says so.
	Out []CarriedOut
	// Beyond are the pools that may be outside their bounds.
	Beyond []CarriedPool
	// Pools are the pools with a value in the state.
	Pools []CarriedPool
	Span  diag.Span
}

// CarriedOut is a thing that is out.
type CarriedOut struct {
	Thing int
	Span  diag.Span
}

// CarriedPool is a pool of a thing.
type CarriedPool struct {
	Thing int
	Field *Field
	Span  diag.Span
}

// GoesOn describes how a condition that started before the encounter continues.
type GoesOn struct {
	// Number counts the conditions that continue, from 1. A field that holds an instance
	// holds the number of one of them.
	Number int
	// Age is the number of clock units it has been in force.
	Age float64
	// Left is the number of clock units until it ends; 0 means not by the clock, or as the
	// condition says.
	Left float64
	// Own reports that its ends are the condition's own; otherwise they are Until.
	Own   bool
	Until []*Until
	// Muted conditions are inactive until MuteUntil, or until MuteLeft clock units have
	// passed (0 means not by the clock).
	Muted     bool
	MuteUntil []*Until
	MuteLeft  float64
	// Entries are on the agenda for as long as it lasts.
	Entries []*GivenEntry
}

// GivenEntry is an entry that is on the agenda from the start.
type GivenEntry struct {
	Entry *Entry
	Of    int // a thing's index, or -1: the scene
	// Keys are its key numbers; the first counts from the start of the clock.
	Keys []float64
	With []With
	Span diag.Span
}
