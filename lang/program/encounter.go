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
	// Covers are the rule ids that a case tests, CoversAt where they stand.
	Covers   []string
	CoversAt []diag.Span
	Sides    []string
	// Things are the combatants in file order, then what they carry, then what
	// stands on the map by itself.
	Things []*Thing
	Map    *Map
	// Script is nil when everybody plays by tactics.
	Script *Script
	// Setup runs once before the clock starts; nil: nothing. It may read things by name.
	Setup *Routine
	// Entries stand on the agenda from the start, in the place of those that the ruleset's
	// own start would schedule, which isn't run then. Nil: it says nothing of them.
	Entries []*GivenEntry
	// EntriesAt is where they stand.
	EntriesAt diag.Span
	Seed      uint64
	// Seeded is false when the encounter names no seed: then scripted dice must cover every roll.
	Seeded bool
	// Decks are those of which not all cards are in the pile at the start.
	Decks []GivenDeck
	// Limit ends the run at this clock time; 0: the ruleset's own.
	Limit float64
	// Carried is what it takes over from a state; nil: it begins afresh.
	Carried *Carried
	// Odds are what is asked of all the ways in which the script may go; OddsLookBack is set when
	// something of that reads what has happened.
	Odds         []*Odds
	OddsLookBack bool
	// Laws are the names of the laws that it is about. Against ends and even_sides it is held only then,
	// by being played by tactics.
	Laws []string
	// After are scripts that are played, one after the other, when it has ended.
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
	// Place is where it stands; nil: nowhere. X is the column and Y the row from 0;
	// on zones X is the zone's index, on a plane both are counted in spaces.
	Place *Point
	// Carrier is the index of the thing that carries it, or -1.
	Carrier    int
	Conditions []*GivenCondition
	// Tactic decides where nobody else does; who Thinks looks ahead from it.
	Tactic *Tactic
	Thinks bool
	Span   diag.Span
	// SideAt and PlaceAt are where its side and its place are given; zero: nowhere.
	SideAt, PlaceAt diag.Span
}

// GivenDeck says where the cards of a deck are at the start; those that it doesn't name are
// in the pile.
type GivenDeck struct {
	Deck *Deck
	// Held are with somebody; Discarded are discarded, the last one last.
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
	// GoesOn is not nil for a condition that began before the encounter.
	GoesOn *GoesOn
	Span   diag.Span
}

// OpenMargin is how many spaces open ground, without a map, reaches beyond those who stand
// outermost. MaxSpaces is how many spaces there may be in all.
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
	// Terrain has Width*Height elements, row by row; nil: open ground.
	Terrain []*Def
	// Marks are the letters of the rows as they are written, Width*Height; nil: it has none.
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

// Odds is something that an encounter asks of all the ways in which its script may go.
type Odds struct {
	Name string
	// What is asked behind the last line: whether something holds, or a number.
	What *Formula
	// Of is how likely it has to be; nil: it is only asked.
	Of *big.Rat
	// Span is where the name stands, At what is said of it.
	Span, At diag.Span
}

// Script is a checked transcript.
type Script struct {
	Items []ScriptItem
	// LooksBack is set when something that it expects reads what has happened.
	LooksBack bool
	Span      diag.Span
}

// Expects reports whether the script says what is to happen, or what can't.
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
	// TurnItem is an answer to an open question; Action nil passes, or leaves it to the tactic.
	TurnItem struct {
		At
		Who    int // thing index
		Action *Action
		// With has one formula for each parameter; nil: not given.
		With []*Formula
		Body []ScriptItem
		// Refused: the action must be refused, for a reason that contains Reason.
		Refused bool
		Reason  string
		// Event is what a line that passes, or leaves it to the tactic, answers; nil: whatever he is asked.
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
		// Refused: this must not be among what can be chosen.
		Refused bool
	}
	// ExpectItem demands that If holds.
	ExpectItem struct {
		At
		If *Formula
	}
	// AllPassItem closes the open question.
	AllPassItem struct{ At }
	// OthersPassItem lets whoever is due and isn't mentioned pass from here on.
	OthersPassItem struct{ At }
	// RestItem hands over to tactics.
	RestItem struct{ At }
	// WaitItem lets Time clock units pass.
	WaitItem struct {
		At
		Time *Formula
	}
	// DoItem runs a program for the scene.
	DoItem struct {
		At
		Do *Routine
	}
	// OverItem ends the encounter.
	OverItem struct{ At }
)

// ScriptedRoll is what one roll shows.
type ScriptedRoll struct {
	Who   int    // thing index, or -1: anybody
	Label string // empty: the next roll
	Faces []int
	// FacesAt are where they stand.
	FacesAt []diag.Span
	// Of is the dice that have to be thrown; nil: any that show these faces.
	Of   *Formula
	Span diag.Span
}

// ScriptedDraw is which card one draw gives.
type ScriptedDraw struct {
	Who  int // thing index, or -1: anybody
	Deck *Deck
	// Card is a definition or a step, by its index plus 1.
	Card float64
	Span diag.Span
}
