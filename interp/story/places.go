package story

import (
	"slices"
	"strings"

	"github.com/rulec/rulec/interp/board"
	"github.com/rulec/rulec/interp/number"
	"github.com/rulec/rulec/interp/trace"
	"github.com/rulec/rulec/lang/program"
)

// Readers don't know where [4, 2] is. A story says who is near; coordinates are for those who ask for every detail.

// follow notes where creatures are after an event.
func (s *telling) follow(e *trace.Event) {
	if e.Kind == trace.Move || e.Kind == trace.Status {
		s.at[e.Who] = board.Place(e.To)
	}
	switch e.Kind {
	case trace.Status:
		s.over[e.Who] = e.Success
		s.out[e.Who] = e.Success || slices.ContainsFunc(s.trace.Conditions(e, s.names), s.fells)
	case trace.Begin, trace.Becomes:
		s.over[e.Who] = s.over[e.Who] || s.ends(e.Condition)
		s.out[e.Who] = s.out[e.Who] || s.fells(e.Condition)
	case trace.End, trace.Loses:
		s.over[e.Who] = s.over[e.Who] && (e.Still || !s.ends(e.Condition))
		s.out[e.Who] = s.out[e.Who] && (e.Still || !s.fells(e.Condition))
	}
}

// ends reports whether whoever has a condition is out of the fight.
func (s *wording) ends(c *program.Condition) bool {
	out := s.names.Program.Time.Out
	return out != nil && slices.ContainsFunc(slices.Collect(out.Expr.All()), func(e *program.Expr) bool {
		return e.Op == program.OpHas && slices.Contains(c.All, e.Condition)
	})
}

// fells reports whether whoever has a condition is out of the fight, or can do nothing.
func (s *wording) fells(c *program.Condition) bool {
	return s.ends(c) || slices.ContainsFunc(c.All, func(c *program.Condition) bool {
		return len(c.Forbids) > 0 && !slices.ContainsFunc(s.names.Program.Actions, func(a *program.Action) bool {
			return !slices.ContainsFunc(c.Forbids, func(b *program.Ban) bool { return b.Kind == a.Def.Kind && b.When == nil })
		})
	})
}

// apart is how far two places are from each other; ok is false if that can't be said.
func (s *telling) apart(one, other board.Place) (far float64, ok bool) {
	b := s.names.Board
	if b == nil || !b.Valid(one) || !b.Valid(other) || b.Zone(one) != nil {
		return 0, false
	}
	far = b.Distance(board.Area{Place: one, Size: 1}, board.Area{Place: other, Size: 1})
	return far, far < number.None
}

// nearest finds the creature nearest to a place, of those who stand: an opponent of who, or anybody else if there is none; rather one that
// the way leads closer to.
func (s *telling) nearest(who int32, from, to board.Place) (near int32, far float64) {
	best := 0
	for i, t := range s.names.Encounter.Things {
		other := int32(i + 1)
		if other == who || t.Kind != s.names.Program.Creature || s.out[other] {
			continue
		}
		d, ok := s.apart(to, s.at[other])
		good := 1
		if before, _ := s.apart(from, s.at[other]); d < before {
			good++
		}
		if who > 0 && t.Side != s.names.Encounter.Things[who-1].Side {
			good += 2
		}
		if ok && (good > best || good == best && d < far) {
			near, far, best = other, d, good
		}
	}
	return near, far
}

// placeText names a place for an actor: a zone by its title, a space by who is next to it.
func (s *telling) placeText(p board.Place) string {
	name := s.names.Board.Name(p)
	near, far := s.nearest(s.current().who, p, p)
	if near == 0 || far > s.names.Board.Unit || s.trace.Explained {
		return name
	}
	if far == 0 {
		return "where " + s.names.Thing(board.Thing(near)) + " is"
	}
	return "beside " + s.names.Thing(board.Thing(near))
}

// wayText says how far somebody goes, and where to: 4 spaces, to beside Zora; 2 spaces, toward Zora, 3 spaces away. In brief it is just
// where to.
func (s *telling) wayText(who int32, way []board.Place) (text, brief string) {
	from, to := way[0], way[len(way)-1]
	there, known := s.apart(from, to)
	if !known {
		text = "to " + s.names.Board.Name(to)
		return text, text
	}
	length := there
	if s.names.Program.Space.Grid != program.PlaneGrid {
		length = float64(len(way)-1) * s.names.Board.Unit
		if len(way) == 2 {
			length = max(there, s.names.Board.Unit)
		}
	}
	where, off := s.toward(who, from, to)
	text = s.spaces(length) + ", " + where + off
	if s.trace.Explained {
		text += ": " + s.coordinates(way)
	}
	return text, where
}

// toward says where a way leads, and how far off that is.
func (s *telling) toward(who int32, from, to board.Place) (where, off string) {
	near, far := s.nearest(who, from, to)
	name := s.names.Thing(board.Thing(near))
	before, _ := s.apart(from, s.at[near])
	switch {
	case near == 0:
		return "to " + s.names.Board.Name(to), ""
	case far <= s.names.Board.Unit:
		return "to beside " + name, ""
	case far < before:
		return "toward " + name, ", " + s.spaces(far) + " away"
	case far > before:
		return "away from " + name, ", " + s.spaces(far) + " off"
	}
	return "around " + name, ", " + s.spaces(far) + " away"
}

// spaces writes a distance.
func (s *telling) spaces(far float64) string {
	if sp := s.names.Program.Space; sp.Grid == program.PlaneGrid {
		return strings.TrimSpace(number.Format(far) + " " + sp.UnitName)
	}
	n := far / s.names.Board.Unit
	if n == 1 {
		return "1 space"
	}
	return number.Format(n) + " spaces"
}

// coordinates writes the places of a way.
func (s *telling) coordinates(way []board.Place) string {
	texts := make([]string, len(way))
	for i, p := range way {
		texts[i] = s.names.Board.Name(p)
	}
	return strings.Join(texts, " -> ")
}

// moves writes a creature's move: in the line of an action that has shown nothing else yet.
func (s *telling) moves(e *trace.Event, who string) {
	goal := s.way[len(s.way)-1]
	text, brief := s.wayText(e.Who, s.way)
	line := s.ownLine(e)
	s.at[e.Who] = goal
	if line == nil {
		verb := " goes "
		if len(s.acts) > 0 && s.current().who != e.Who {
			verb = " is moved "
		}
		s.line(e, who+verb+text, who+verb+brief)
		s.log.Lines[len(s.log.Lines)-1].Mover = who
		return
	}
	switch {
	case strings.HasSuffix(line.Text, " "+s.names.Place(goal)):
		text, brief = "", ""
		if s.names.Board.Zone(goal) != nil {
			text = " from " + s.names.Board.Name(board.Place(e.From))
		}
	case strings.Contains(strings.TrimPrefix(line.Text, who+" "), " "): // more than a verb
		text, brief = ", "+text, ", "+brief
	default:
		text, brief = " "+text, " "+brief
	}
	line.Text, line.Brief, line.says = line.Text+text, line.Brief+brief, line.says+text
}

// ownLine returns the line of the action in progress if it is the mover's, and the last one.
func (s *telling) ownLine(e *trace.Event) *Line {
	if a := s.current(); !e.Landing && a.who == e.Who && a.line > 0 && a.line == len(s.log.Lines) {
		return &s.log.Lines[a.line-1]
	}
	return nil
}
