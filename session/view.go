package session

import (
	"github.com/rulec/rulec/interp/board"
	"github.com/rulec/rulec/interp/story"
)

// States returns the state of all combatants, a row for each: the values of their pools, their conditions, whether they are out.
func (s *Session) States() []story.Row {
	return story.States(s.machine.StandingNow(), s.machine.Names())
}

// Map draws the occupied part of the ground now; nil means that there is no map, or it is too large.
func (s *Session) Map() *story.Map { return story.Draw(s.machine.StandingNow(), s.machine.Names()) }

// UnderWay reports whether an action is in progress: a script that ends here leaves the rest of it undecided, unless [Load] goes on from
// it.
func (s *Session) UnderWay() bool { return s.asked != nil && len(s.machine.Unfinished()) > 0 }

// Title returns a thing's title in stories, by its name; empty means that there is no such thing.
func (s *Session) Title(name string) string {
	if who := s.thing(name); who > 0 {
		return s.titleOf(who)
	}
	return ""
}

// Seed returns the seed of the dice; seeded is false if a script must give them all.
func (s *Session) Seed() (seed uint64, seeded bool) { return s.machine.Seed() }

// Options returns the options of the session.
func (s *Session) Options() Options { return s.options }

// Point returns the column and the row of a value that is a place; false means that it is nowhere.
func (s *Session) Point(v Value) (column, row int, ok bool) {
	place, b := board.Place(v.Number), s.machine.Names().Board
	if b == nil || !b.Valid(place) {
		return 0, 0, false
	}
	column, row = b.Coordinates(place)
	return column, row, true
}
