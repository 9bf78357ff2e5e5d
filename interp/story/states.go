package story

import (
	"cmp"
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
	Who board.Thing `json:"-"`
	// Mark is the letter on the map; empty means that there is no map.
	Mark string `json:"-"`
	Name string `json:"name"`
	Side string `json:"-"`
	// Pools are the pools with their values: bruises 2/3. Conditions are titles.
	Pools      []string `json:"pools"`
	Conditions []string `json:"conditions"`
	// Held are the same pools, as numbers.
	Held []trace.HeldPool `json:"-"`
	// Out is set if the creature is out of the fight.
	Out bool `json:"out"`
	// place is its place; changed are the pools that aren't as at the start and don't come back by themselves.
	place   board.Place
	changed []string
}

// states is the last reported state of all creatures.
type states struct {
	rows []Row
	// open is set while rows haven't been written.
	open bool
	// marks are the letters of the creatures on the map, by their numbers.
	marks map[int32]string
	// writtenMap and writtenLegend are the map and legend written last.
	writtenMap, writtenLegend string
	castWritten               bool
	// deciding is set if a single state is told to somebody who has to decide.
	deciding bool
	// timely are the events announced outside of actions, or as entries begin and end; nil means not computed yet.
	timely map[*program.Event]bool
}

// readStates reads the state of all creatures from the i-th event on, and returns the number of events it read.
func (s *telling) readStates(i int) int {
	n := 0
	s.rows = nil
	for ; i+n < len(s.trace.Events) && s.trace.Events[i+n].Kind == trace.Status; n++ {
		s.follow(&s.trace.Events[i+n])
		s.rows = append(s.rows, s.row(&s.trace.Events[i+n]))
	}
	s.open = s.castWritten
	s.castWritten = true
	return n
}

// cast writes the title of the log, the combatants, their state when the clock starts, and their places.
func (s *telling) cast() {
	s.log.Title = value.Capital(cmp.Or(s.names.Encounter.Title, value.InWords(s.names.Encounter.Name)))
	if i := slices.IndexFunc(s.trace.Events, func(e trace.Event) bool { return e.Kind == trace.Status }); i >= 0 {
		s.readStates(i)
		s.castWritten = false // it is written once more in its place
		s.table(Cast, s.rows)
		s.ground()
		return
	}
	var rows []Row // the encounter stopped before any state was recorded
	for i, t := range s.names.Encounter.Things {
		if t.Kind == s.names.Program.Creature {
			rows = append(rows, Row{Name: value.Capital(s.names.Thing(board.Thing(i + 1))), Side: s.side(t)})
		}
	}
	s.table(Cast, rows)
}

// table writes a row for each creature, by side.
func (s *telling) table(kind Kind, rows []Row) {
	if len(rows) > 0 {
		side := func(r Row) int { return slices.Index(s.names.Encounter.Sides, r.Side) }
		s.add(Line{Kind: kind, Rows: slices.SortedStableFunc(slices.Values(rows), func(a, b Row) int { return side(a) - side(b) })})
	}
}

// side returns the side of a thing; empty means none.
func (s *wording) side(t *program.Thing) string {
	if t.Side < 0 {
		return ""
	}
	return s.names.Encounter.Sides[t.Side]
}

// row returns the state of one creature. Pools with nothing to lose are left out.
func (s *telling) row(e *trace.Event) Row {
	r := Row{
		Who: board.Thing(e.Who), Mark: s.mark(e.Who), Name: value.Capital(s.names.Thing(board.Thing(e.Who))), Side: s.side(s.names.Encounter.Things[e.Who-1]),
		Out: e.Success, place: board.Place(e.To),
	}
	for _, p := range s.trace.Pools(e, s.names) {
		changed := p.Now != p.Start
		full := p.Field.Family == nil && !math.IsInf(p.Max, 1) && p.Max > 0 && (p.Now != 0 || p.Field.Pool.Up)
		spent := s.deciding && s.comesBack(p.Field)
		silent := p.Field.Quiet || p.Field.Told != nil && len(p.Field.Told.Pieces) == 0
		if silent || !changed && !full && !spent {
			continue
		}
		r.Pools, r.Held = append(r.Pools, s.held(p)), append(r.Held, p)
		if changed && !s.renewed(p.Field) {
			r.changed = append(r.changed, s.held(p))
		}
	}
	held := s.trace.Conditions(e, s.names)
	matters := func(*program.Condition) bool { return true }
	if e.Success { // to the dead nothing else matters
		for _, is := range []func(*program.Condition) bool{s.fells, s.ends} {
			if slices.ContainsFunc(held, is) {
				matters = is
			}
		}
	}
	for _, c := range held {
		if !c.Quiet && !impliedBy(c, held) && matters(c) {
			r.Conditions = append(r.Conditions, value.TitleOf(&c.Decl))
		}
	}
	return r
}

// comesBack reports whether actions cost a pool that fills again: who has none of it left has to know.
func (s *telling) comesBack(f *program.Field) bool {
	return len(f.Pool.Resets) > 0 && slices.ContainsFunc(s.names.Program.Actions, func(a *program.Action) bool {
		return slices.ContainsFunc(a.Costs, func(c program.Cost) bool { return c.Pool == f })
	})
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
	if s.timely == nil {
		s.timely = map[*program.Event]bool{}
		for _, x := range s.names.Program.Time.Entries {
			s.timely[x.Start], s.timely[x.End] = true, true
		}
		for i := range s.trace.Events {
			if e := &s.trace.Events[i]; e.Kind == trace.Announce && e.Depth == 0 {
				s.timely[e.Event] = true
			}
		}
	}
	return slices.ContainsFunc(f.Pool.Resets, func(r *program.Reset) bool { return r.On.Event != nil && s.timely[r.On.Event] })
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
		case len(r.changed)+len(r.Conditions) > 0:
			r.Pools = r.changed
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

// state writes the state in a row as one text.
func (r *Row) state() string {
	parts := append(slices.Clone(r.Pools), r.Conditions...)
	if r.Out {
		parts = append(parts, "out of the fight")
	}
	return strings.Join(parts, ", ")
}
