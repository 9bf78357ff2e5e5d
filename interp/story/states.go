package story

import (
	"math"
	"slices"
	"strings"

	"github.com/rulec/rulec/interp/board"
	"github.com/rulec/rulec/interp/number"
	"github.com/rulec/rulec/interp/trace"
	"github.com/rulec/rulec/interp/value"
	"github.com/rulec/rulec/lang/program"
)

// Row is the state of a creature.
type Row struct {
	// Who is the creature's number.
	Who board.Thing
	// Mark is the letter on the map; empty means that there is no map.
	Mark string
	Name string
	Side string
	// Pools are the pools with their values: bruises 2/3. Conditions are titles.
	Pools, Conditions []string
	// Held are the same pools, as numbers.
	Held []trace.HeldPool
	// Out is set if the creature is out of the fight.
	Out bool
	// place is its place; whole is set if everything is as at the start.
	place board.Place
	whole bool
}

// states is the last reported state of all creatures.
type states struct {
	// rows are the last rows; everything includes pools that come back by themselves.
	rows, everything []Row
	// open is set while rows haven't been written.
	open bool
	// marks are the letters of the creatures on the map, by their numbers.
	marks map[int32]string
	// writtenMap and writtenLegend are the map and legend written last.
	writtenMap, writtenLegend string
	castWritten               bool
	// byTime are the events announced outside of actions; nil means not computed yet.
	byTime map[*program.Event]bool
}

// readStates reads the state of all creatures from the i-th event on, and returns the number of events it read.
func (s *telling) readStates(i int) int {
	n := 0
	s.rows, s.everything = nil, nil
	for ; i+n < len(s.trace.Events) && s.trace.Events[i+n].Kind == trace.Status; n++ {
		e := &s.trace.Events[i+n]
		s.follow(e)
		s.rows = append(s.rows, s.row(e, false))
		s.everything = append(s.everything, s.row(e, true))
	}
	s.open = s.castWritten
	s.castWritten = true
	return n
}

// cast writes the combatants, their state when the clock starts, and their places.
func (s *telling) cast() {
	for i := range s.trace.Events {
		if s.trace.Events[i].Kind == trace.Status {
			s.readStates(i)
			s.castWritten = false // it is written once more in its place
			s.add(Line{Kind: Cast, Rows: bySide(slices.Clone(s.everything), s.names.Encounter.Sides)})
			s.ground()
			return
		}
	}
	var rows []Row // the encounter stopped before any state was recorded
	for i, t := range s.names.Encounter.Things {
		if t.Kind == s.names.Program.Creature {
			rows = append(rows, Row{Name: value.Capital(s.names.Thing(board.Thing(i + 1))), Side: s.side(t)})
		}
	}
	if len(rows) > 0 {
		s.add(Line{Kind: Cast, Rows: bySide(rows, s.names.Encounter.Sides)})
	}
}

// side returns the side of a thing; empty means none.
func (s *wording) side(t *program.Thing) string {
	if t.Side < 0 {
		return ""
	}
	return s.names.Encounter.Sides[t.Side]
}

// row returns the state of one creature. Pools that come back by themselves, every turn or so, are left out unless all are requested, and
// so are pools with nothing to lose.
func (s *telling) row(e *trace.Event, all bool) Row {
	r := Row{
		Who: board.Thing(e.Who), Mark: s.mark(e.Who), Name: value.Capital(s.names.Thing(board.Thing(e.Who))), Side: s.side(s.names.Encounter.Things[e.Who-1]),
		Out: e.Success, place: board.Place(e.To), whole: true,
	}
	for _, p := range s.trace.Pools(e, s.names) {
		if p.Field.Quiet || !all && s.renewed(p.Field) {
			continue
		}
		changed := p.Now != p.Start
		if !changed && p.Now == 0 && !p.Field.Pool.Up {
			continue // there is nothing to lose
		}
		if changed || all && p.Field.Family == nil && !math.IsInf(p.Max, 1) && p.Max > 0 {
			r.Pools, r.Held = append(r.Pools, s.held(p)), append(r.Held, p)
		}
		r.whole = r.whole && !changed
	}
	held := s.trace.Conditions(e, s.names)
	falls := e.Success && slices.ContainsFunc(held, s.fells)
	for _, c := range held {
		if !c.Quiet && !impliedBy(c, held) && (!falls || s.fells(c)) { // to the dead nothing else matters
			r.Conditions = append(r.Conditions, value.TitleOf(&c.Decl))
			r.whole = false
		}
	}
	return r
}

// impliedBy reports whether a condition comes with another one of a creature's conditions.
func impliedBy(c *program.Condition, held []*program.Condition) bool {
	return slices.ContainsFunc(held, func(other *program.Condition) bool { return other != c && slices.Contains(other.All, c) })
}

// held writes the value of a pool: bruises 2/3.
func (s *wording) held(p trace.HeldPool) string {
	name := value.TitleOf(&p.Field.Decl)
	if p.Member > 0 {
		name += " (" + s.names.Show(float64(p.Member), *p.Field.Family) + ")"
	}
	text := name + " " + number.Format(p.Now)
	if !math.IsInf(p.Max, 1) {
		text += "/" + number.Format(p.Max)
	}
	return text
}

// renewed reports whether a pool is reset by time itself: when a turn or another entry begins or ends, or by an event that is no part of an
// action.
func (s *telling) renewed(f *program.Field) bool {
	for _, r := range f.Pool.Resets {
		if e := r.On.Event; e != nil && (s.timely()[e] || s.edgeOfEntry(e)) {
			return true
		}
	}
	return false
}

func (s *wording) edgeOfEntry(e *program.Event) bool {
	return slices.ContainsFunc(s.names.Program.Time.Entries, func(x *program.Entry) bool { return e == x.Start || e == x.End })
}

// timely returns the events that have happened outside of actions.
func (s *telling) timely() map[*program.Event]bool {
	if s.byTime == nil {
		s.byTime = map[*program.Event]bool{}
		for i := range s.trace.Events {
			if e := &s.trace.Events[i]; e.Kind == trace.Announce && e.Depth == 0 {
				s.byTime[e.Event] = true
			}
		}
	}
	return s.byTime
}

// bySide groups the rows by side, in the order of the sides.
func bySide(rows []Row, sides []string) []Row {
	slices.SortStableFunc(rows, func(a, b Row) int { return slices.Index(sides, a.Side) - slices.Index(sides, b.Side) })
	return rows
}

// status writes which creatures have changed since the start, and which are out of the fight.
func (s *telling) status() {
	if !s.open {
		return
	}
	s.open = false
	var changed []Row
	var out []string
	for _, r := range s.rows {
		switch {
		case r.Out:
			out = append(out, r.Name)
		case !r.whole:
			changed = append(changed, r)
		}
	}
	if len(out) > 0 {
		changed = append(changed, Row{Name: "Out of the fight:", Conditions: out})
	}
	if len(changed) > 0 {
		s.add(Line{Kind: Status, Rows: changed})
	}
	s.ground()
}

// knownOut reports whether the last lines on the state of all creatures, or the next ones, say that a creature is out of the fight.
func (s *telling) knownOut(who int32) bool {
	name := value.Capital(s.names.Thing(board.Thing(who)))
	return slices.ContainsFunc(s.rows, func(r Row) bool { return r.Out && r.Name == name })
}

// state writes the state in a row as one text.
func (r *Row) state() string {
	parts := append(slices.Clone(r.Pools), r.Conditions...)
	if r.Out {
		parts = append(parts, "out of the fight")
	}
	return strings.Join(parts, ", ")
}
