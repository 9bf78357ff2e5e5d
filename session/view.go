package session

import (
	"github.com/rulec/rulec/interp/board"
	"github.com/rulec/rulec/interp/story"
)

// Standing says how everybody is now, a row for each combatant: what their pools hold, their
// conditions, whether they are out.
func (s *Session) Standing() []story.Row {
	return story.Standing(s.machine.StandingNow(), s.machine.Names())
}

// Map draws the part of the ground where somebody stands now; nil: there is no map, or it is too large.
func (s *Session) Map() *story.Map { return story.Draw(s.machine.StandingNow(), s.machine.Names()) }

// UnderWay tells whether an action is under way: a script that ends here leaves the rest of it to
// nobody, unless [Load] goes on from it.
func (s *Session) UnderWay() bool { return s.asked != nil && len(s.machine.Unfinished()) > 0 }

// Title is what stories call somebody, by their name; empty: there is no such thing.
func (s *Session) Title(name string) string {
	for i, t := range s.encounter.Things {
		if t.Name == name {
			names := *s.machine.Names()
			names.Proper = true
			return names.Thing(board.Thing(i + 1))
		}
	}
	return ""
}

// Seed is that of the dice; seeded is false where a script has to give them all.
func (s *Session) Seed() (seed uint64, seeded bool) { return s.machine.Seed() }

// Options are those that it was begun with.
func (s *Session) Options() Options { return s.options }

// Point returns the column and the row of a value that is a place; false: it is nowhere.
func (s *Session) Point(v Value) (column, row int, ok bool) {
	place := board.Place(v.Number)
	if b := s.machine.Names().Board; b == nil || !b.Valid(place) {
		return 0, 0, false
	}
	column, row = s.machine.Names().Board.Coordinates(place)
	return column, row, true
}
