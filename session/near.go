package session

import (
	"cmp"
	"maps"
	"slices"

	"github.com/rulec/rulec/interp/board"
	"github.com/rulec/rulec/lang/program"
)

// Spaces returns how far a value of a type, a place, the end of a way or a thing, is from somebody, in spaces of the ground or, on zones, in
// zones; how many spaces a way has; and the square of the straight line between them. ok is false if one of them is nowhere, or there is no
// way.
func (s *Session) Spaces(v Value, t program.Type, from string) (spaces, steps int, straight float64, ok bool) {
	who, b := s.thing(from), s.machine.Names().Board
	if b == nil || who == 0 {
		return 0, 0, 0, false
	}
	at := board.Area{Place: board.Place(v.Number), Size: 1}
	switch {
	case isList(&t) && t.Elem.Kind == program.Place && len(v.Items) > 0:
		at.Place, steps = board.Place(last(v.Items)), len(v.Items)
	case t.Kind == program.ThingType:
		at = s.machine.AreaOf(board.Thing(v.Number))
	case t.Kind != program.Place:
		return 0, 0, 0, false
	}
	there := s.machine.AreaOf(who)
	if !b.Valid(at.Place) || !b.Valid(there.Place) {
		return 0, 0, 0, false
	}
	far := b.Distance(at, there)
	if far >= farthest {
		return 0, 0, 0, false
	}
	if b.Zone(at.Place) == nil {
		x, y := b.Point(at.Place)
		toX, toY := b.Point(there.Place)
		straight = (x-toX)*(x-toX) + (y-toY)*(y-toY)
	}
	return int(far/b.Unit + 0.5), steps, straight, true
}

// farthest is more than any ground is long: the distance of zones without a way is beyond it.
const farthest = 1e9

// thing returns the number of the thing with a name; 0 means none.
func (s *Session) thing(name string) board.Thing {
	return board.Thing(slices.IndexFunc(s.encounter.Things, func(t *program.Thing) bool { return t.Name == name }) + 1)
}

// IsTarget reports whether a parameter of an action is a combatant: people choose it even if it has a default.
func (s *Session) IsTarget(p *program.ActParam) bool {
	return p.Type.Kind == program.ThingType && p.Type.Of == s.encounter.Program.Creature
}

// Group is where a menu has an action.
type Group int

const (
	// First is what was possible right before a turn. AtFoes is what can be done to somebody of another side, Move what goes somewhere,
	// Seldom what the rules call that, Other all else.
	First Group = iota
	AtFoes
	Move
	Other
	Seldom
)

// Groups are the names of the groups, in their order.
var Groups = []string{"first", "at foes", "move", "other", "seldom"}

// groupOf finds the group of an action from its parameters, and whom it could be done to.
func (s *Session) groupOf(a *program.Action, targets []Offer) Group {
	if a.Ask == program.AskSeldom {
		return Seldom
	}
	for i, p := range a.Params {
		t := p.Type
		if isList(&t) {
			t = *t.Elem
		}
		switch {
		case t.Kind == program.Place:
			return Move
		case i == 0 && s.IsTarget(p):
			if s.reachesFoe(targets) {
				return AtFoes
			}
		}
	}
	return Other
}

// reachesFoe reports whether one of some targets is of another side: an allowed one, unless none is.
func (s *Session) reachesFoe(targets []Offer) bool {
	own, any := sideOf(s.machine, s.asked.of.Who), slices.ContainsFunc(targets, func(o Offer) bool { return o.Allowed })
	return slices.ContainsFunc(targets, func(o Offer) bool {
		return o.Allowed == any && sideOf(s.machine, board.Thing(o.Number)) != own
	})
}

// Next lists whose turns come next, the first of them first, by their titles in stories; not those who can't fight, nor those who
// wait for somebody's turn.
func (s *Session) Next() (titles []string) {
	s.driver.follow(s.machine.Trace())
	due := s.driver.due
	isTurn := func(x dueEntry) bool {
		asks, _ := asksForTurn(x.kind, s.machine.TurnEvent(), nil)
		return asks
	}
	earlier := func(a, b dueEntry) int { return cmp.Or(slices.Compare(due[a], due[b]), int(a.who-b.who)) }
	list := slices.DeleteFunc(slices.SortedFunc(maps.Keys(due), earlier), func(x dueEntry) bool {
		return x.who == 0 || !stands(s.machine, board.Thing(x.who)) || due[x][0] < s.machine.Now()
	})
	turns := slices.ContainsFunc(list, isTurn) // some rules have none, and ask in other words
	for _, x := range list {
		if title := s.titleOf(board.Thing(x.who)); (!turns || isTurn(x)) && !slices.Contains(titles, title) {
			titles = append(titles, title)
		}
	}
	return titles
}
