package program

import "github.com/rulec/rulec/lang/diag"

// State is how everybody is after an encounter, as a file of state says it: names
// and texts, so that it can be laid over an encounter that doesn't exist yet.
//
// Spec: sequences.md.
type State struct {
	// Encounter is what it was taken from; Ruleset, Version and Hash are the rules.
	Encounter, Ruleset, Version, Hash string
	// Clock is what the clock showed, in clock units.
	Clock float64
	// Out are the names of those who are out.
	Out []string
	// Combatants and Things have a mapping for each, in the encounter's order.
	Combatants, Things []SavedEntry
	// Decks say where the cards are that are not in the piles.
	Decks []SavedEntry
	// Beyond names, for each thing, the pools that lie outside their bounds.
	Beyond []SavedEntry
}

// SavedShape says what a [Saved] value is.
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
	// Kept is what the state says of those who aren't here: a later state says it again.
	Kept State
	// Things are the indices of those whom the state speaks of.
	Things []int
	// Out are those of them who have to be out, with the places where the state says so.
	Out []CarriedOut
	// Beyond are the pools that may lie outside their bounds.
	Beyond []CarriedPool
	// Pools are those that the state gives a value.
	Pools []CarriedPool
	Span  diag.Span
}

// CarriedOut is somebody who is out.
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

// GoesOn says how a condition that began before the encounter goes on.
type GoesOn struct {
	// Number counts the conditions that go on, from 1. A field that holds an instance
	// holds the number of one of them.
	Number int
	// Age is for how many clock units it has been in force.
	Age float64
	// Left is after how many clock units it ends; 0: not by the clock, or as the
	// condition says.
	Left float64
	// Own tells that its ends are the condition's own; otherwise they are Until.
	Own   bool
	Until []*Until
	// Muted conditions are silent until MuteUntil, or until MuteLeft clock units are
	// over (0: not by the clock).
	Muted     bool
	MuteUntil []*Until
	MuteLeft  float64
	// Entries stand on the agenda for as long as it lasts.
	Entries []*GivenEntry
}

// GivenEntry is an entry that stands on the agenda from the start.
type GivenEntry struct {
	Entry *Entry
	Of    int // a thing's index, or -1: the scene
	// Keys are its key numbers; the first counts from the start of the clock.
	Keys []float64
	With []With
	Span diag.Span
}
