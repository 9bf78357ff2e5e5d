package program

import (
	"math/big"
	"slices"

	"github.com/rulec/rulec/lang/diag"
)

// Encounter is a fight, or a test case, ready to be played.
type Encounter struct {
	Name    string
	Title   string
	Program *Program
	// Hash identifies the encounter, without its ruleset and its seed: equal text, equal hash.
	Hash string
	// Covers are the rule ids that a case tests, CoversAt their positions.
	Covers   []string
	CoversAt []diag.Span
	Sides    []string
	// Things are the combatants in file order, then what they carry, then the other
	// things on the map.
	Things []*Thing
	Map    *Map
	// Script is nil when tactics play everyone.
	Script *Script
	// Setup runs once before the clock starts; nil means nothing. It may read things by name.
	Setup *Routine
	// Entries are on the agenda from the start. They replace those that the ruleset's own start
	// would schedule, which then doesn't run. Nil means that the encounter gives none.
	Entries []*GivenEntry
	// EntriesAt is their position.
	EntriesAt diag.Span
	Seed      uint64
	// Seeded is false when the encounter has no seed: then scripted dice must cover every roll.
	Seeded bool
	// Decks are those whose cards aren't all in the pile at the start.
	Decks []GivenDeck
	// Limit ends the run at this clock time; 0 means the ruleset's own limit.
	Limit float64
	// Carried is what it takes over from a state; nil means a fresh start.
	Carried *Carried
	// Odds are the questions about every possible course of the script; OddsLookBack is set when one of them
	// reads past events.
	Odds         []*Odds
	OddsLookBack bool
	// Laws are the names of the laws that it is about. It is checked against ends and even_sides only if they
	// are named here; tactics play it then.
	Laws []string
	// After are scripts that are played in order after the encounter has ended.
	After []*Script
	Span  diag.Span
}

// Thing is one row of the encounter.
type Thing struct {
	Name  string
	Title string
	// Index counts from 0 in Encounter.Things.
	Index int
	Kind  *Kind
	Def   *Def // nil for a combatant without a template
	Side  int  // index in Sides; -1: none
	// Values has one for each of Kind.Fields: the encounter's own, else the
	// definition's, else the default. Nil for pools that start as declared.
	Values []*Value
	// Place is where it is; nil means nowhere. X is the column and Y the row from 0;
	// on zones X is the zone's index, on a plane both are counted in spaces.
	Place *Point
	// Carrier is the index of the thing that carries it, or -1.
	Carrier    int
	Conditions []*GivenCondition
	// Tactic decides where no one else does; a thing that Thinks looks ahead from it.
	Tactic *Tactic
	Thinks bool
	Span   diag.Span
	// SideAt and PlaceAt are the positions of its side and its place in the file; zero means not given.
	SideAt, PlaceAt diag.Span
}

// GivenDeck lists where the cards of a deck are at the start; those that it doesn't name are
// in the pile.
type GivenDeck struct {
	Deck *Deck
	// Held are cards that a creature holds; Discarded are discarded, the last one last.
	Held, Discarded []GivenCard
	Span            diag.Span
}

// GivenCard is a card: a definition or a step, by its index plus 1.
type GivenCard struct {
	Card float64
	Span diag.Span
}

// GivenCondition is a condition that a thing begins the encounter with.
type GivenCondition struct {
	Condition *Condition
	With      []With
	By        int // a thing's index, or -1: itself
	// GoesOn is not nil for a condition that started before the encounter.
	GoesOn *GoesOn
	Span   diag.Span
}

// OpenMargin is how many spaces open ground, without a map, extends beyond the outermost
// things. MaxSpaces is the largest number of spaces.
//
// Spec: limits.md; geometry.md "Places".
const (
	OpenMargin = 40
	MaxSpaces  = 1_000_000
)

// Point is a place on the map.
type Point struct{ X, Y int }

// Map is the ground.
type Map struct {
	Width, Height int
	// Terrain has Width*Height elements, row by row; nil means open ground.
	Terrain []*Def
	// Marks are the letters of the rows as written, Width*Height; nil means none.
	Marks []rune
	// Zones are the places of a zone map.
	Zones []*Zone
	Span  diag.Span
}

// Zone is a region with neighbours.
type Zone struct {
	Name    string
	Title   string
	Next    []int // indices of neighbouring zones
	Terrain *Def
}

// Odds is a question that an encounter asks about every possible course of its script.
type Odds struct {
	Name string
	// What is evaluated after the last line: whether something holds, or a number.
	What *Formula
	// Of is the probability required; nil means that the result is only reported.
	Of *big.Rat
	// Span is the position of the name, At of what is asked.
	Span, At diag.Span
}

// Script is a checked transcript.
type Script struct {
	Items []ScriptItem
	// LooksBack is set when one of its expectations reads past events.
	LooksBack bool
	Span      diag.Span
}

// Expects reports whether the script says what must happen, or what can't.
func (s *Script) Expects() bool { return s != nil && slices.ContainsFunc(s.Items, expectation) }

func expectation(item ScriptItem) bool {
	switch item := item.(type) {
	case *ExpectItem:
		return true
	case *TurnItem:
		return item.Refused || slices.ContainsFunc(item.Body, expectation)
	case *ChoiceItem:
		return item.Refused
	}
	return false
}

// ScriptItem is one checked item of a script.
type ScriptItem interface{ Place() diag.Span }

type (
	// TurnItem is an answer to an open question; a nil Action passes, or leaves the answer to the tactic.
	TurnItem struct {
		At
		Who    int // thing index
		Action *Action
		// With has one formula for each parameter; nil means not given.
		With []*Formula
		Body []ScriptItem
		// Refused: the action must be rejected, for a reason that contains Reason.
		Refused bool
		Reason  string
		// Event is the event that a line answers by passing or by tactic; nil means whichever event is open for Who.
		Event *Event
		// ByTactic: Who's tactic decides.
		ByTactic bool
	}
	// DiceItem scripts dice.
	DiceItem struct {
		At
		Rolls []ScriptedRoll
	}
	// DrawItem scripts cards.
	DrawItem struct {
		At
		Draws []ScriptedDraw
	}
	// ChoiceItem answers a choice by name.
	ChoiceItem struct {
		At
		Who   int // -1: whoever is asked
		Name  string
		Value []*Formula
		// Refused: this must not be among the options.
		Refused bool
	}
	// ExpectItem demands that If holds.
	ExpectItem struct {
		At
		If *Formula
	}
	// AllPassItem closes the open question.
	AllPassItem struct{ At }
	// OthersPassItem lets every unmentioned creature pass on its turn from here on.
	OthersPassItem struct{ At }
	// RestItem hands over to tactics.
	RestItem struct{ At }
	// WaitItem lets Time clock units pass.
	WaitItem struct {
		At
		Time *Formula
	}
	// DoItem runs a program as the scene.
	DoItem struct {
		At
		Do *Routine
	}
	// OverItem ends the encounter.
	OverItem struct{ At }
)

// ScriptedRoll is what one roll shows.
type ScriptedRoll struct {
	Who   int    // thing index, or -1: anyone
	Label string // empty: the next roll
	Faces []int
	// FacesAt are their positions.
	FacesAt []diag.Span
	// Of is the dice that must be rolled; nil means any that show these faces.
	Of   *Formula
	Span diag.Span
}

// ScriptedDraw is which card one draw gives.
type ScriptedDraw struct {
	Who  int // thing index, or -1: anyone
	Deck *Deck
	// Card is a definition or a step, by its index plus 1.
	Card float64
	Span diag.Span
}
