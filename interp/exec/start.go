package exec

import (
	"math"
	"slices"

	"github.com/rulec/rulec/interp/board"
	"github.com/rulec/rulec/interp/code"
	"github.com/rulec/rulec/interp/number"
	"github.com/rulec/rulec/interp/state"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
)

// makeReady gives a new machine the room that does not depend on who is there.
func (m *Machine) makeReady() {
	m.root.m, m.frame = m, &m.root
	m.work.reset(&m.limits)
	m.acts.layOut(m.Code.Program.ActCells)
	m.events.layOut(m.Code.Program.EventCells)
}

// Start works out what an encounter starts with, and puts it into its fight. The machine that it
// returns stands there.
func Start(f *code.Fight, c code.Compiler) (*Machine, error) {
	m := &Machine{Fight: f, limits: Limits{}.withDefaults(combatants(f.Encounter)), board: &board.Board{}}
	m.makeReady()
	err := m.guarded(func() error { m.workOutStart(c); return nil })
	return m, err
}

func (m *Machine) workOutStart(c code.Compiler) {
	e := m.Fight.Encounter
	m.layOut()
	m.takeDice(m.Rollers)
	m.lists, m.dice = m.Code.Lists.Clone(), m.Code.Dice.Clone()
	m.StartBoard = board.New(e, m.terrainTest(m.Code.Enters, true), m.terrainTest(m.Code.Blocks, false))
	m.board = m.StartBoard.For(positions{m})
	c.On(m.board)
	m.remember()
	m.layDecks()
	m.StartDecks.CopyTo(&m.decks)
	m.fillThings(c, e)
	m.lists, m.dice = m.Code.Lists.Clone(), m.Code.Dice.Clone()
	m.workOutDefaults(e)
	m.state.CopyTo(&m.Initial)
	m.startPools(e)
	m.state.CopyTo(&m.Initial)
	m.checkGiven(func(t *program.Thing) bool { return len(t.Conditions) == 0 })
	m.StartLists, m.StartDice = m.lists, m.dice
	m.ConstDice, m.KeptLists = m.dice.Len(), m.lists.Kept()
	m.Answers = make([][]int32, len(m.Code.Quantities))
	for i, q := range m.Code.Quantities {
		if q.Remembers() {
			m.Answers[i] = m.boundsOf(q)
		}
	}
}

// layOut gives the machine room for all things.
func (m *Machine) layOut() {
	m.state = state.New(state.Shape{Cells: m.CellCount, Things: m.Count, Conditions: len(m.Code.Conditions), InstanceCells: m.Code.InstanceCells})
	for i, t := range m.Fight.Encounter.Things {
		if t.Carrier >= 0 {
			m.state.SetCarrier(board.Thing(i+1), board.Thing(t.Carrier+1))
		}
	}
	m.turns.layOut(m.Count)
	m.settling.layOut(m.Count, len(m.Code.Derived))
	m.memory.layOut(m.Count, m.Code.Holders)
	m.payments.layOut(m.CellCount)
	m.root.locals = m.root.regs[:m.Locals]
	m.noticeAll() // nothing is known yet
}

// fillThings puts the fields of all things into their cells, pools left out, and
// the things onto the board.
func (m *Machine) fillThings(c code.Compiler, e *program.Encounter) {
	for i, t := range e.Things {
		from := int(m.Rows[i+1])
		for j, f := range t.Kind.Fields {
			v := f.Default
			if j < len(t.Values) && t.Values[j] != nil {
				v = t.Values[j]
			}
			switch {
			case code.IsCalled(f.Type):
				m.Called[i+1][j] = c.Value(f, v, float64(i+1), t.Name)
			case f.Virtual || f.Pool != nil && v == nil:
			case f.Type.Kind == program.Set:
				if v != nil {
					for _, x := range m.Code.Lists.Of(c.Value(f, v, float64(i+1), t.Name)) {
						m.state.Include(from+f.Cell, int(m.setMember(x, placeOf(v, t))), true)
					}
				}
			default:
				cells := make([]float64, code.FamilyWidth(f))
				c.Fill(cells, f, v, float64(i+1), t.Name)
				m.state.SetRow(from+f.Cell, cells)
				for k := range code.FamilyWidth(f) {
					if f.Pool != nil || f.Type.Kind == program.Number && (v == nil || !v.IsNone()) {
						m.mustBeWhole(m.state.Cell(from+f.Cell+k), m.Code.Fields[f], placeOf(v, t))
					}
				}
			}
		}
		if t.Place != nil {
			m.state.SetPlace(board.Thing(i+1), m.board.At(t.Place.X, t.Place.Y))
		}
	}
}

// workOutDefaults fills the fields that are given nothing and whose default is a formula, in
// the order in which one reads another: whatever is stated has its value by then.
func (m *Machine) workOutDefaults(e *program.Encounter) {
	for _, f := range m.Code.Program.Computed {
		for i, t := range e.Things {
			if f.Index >= len(t.Kind.Fields) || t.Kind.Fields[f.Index] != f {
				continue
			}
			v := f.Default
			if f.Index < len(t.Values) && t.Values[f.Index] != nil {
				v = t.Values[f.Index]
			}
			if v.Formula != nil {
				m.fillDefault(f, v.Formula, board.Thing(i+1), 0)
			}
			for k := range v.Map {
				if member := &v.Map[k]; member.Value.Formula != nil {
					m.fillDefault(f, member.Value.Formula, board.Thing(i+1), int(member.Key.Num)-1)
				}
			}
		}
	}
}

// fillDefault works a default out for a thing, or for a member of its family, from 0.
func (m *Machine) fillDefault(f *program.Field, formula *program.Formula, who board.Thing, member int) {
	at := int(m.Rows[who]) + f.Cell + member
	m.at = &m.thing(who).Span
	mark := m.lists.Mark()
	v := m.number(m.Code.Formulas[formula], float64(who), float64(member+1))
	switch f.Type.Kind {
	case program.Set:
		for _, x := range m.lists.Of(v) {
			m.state.Include(at, int(m.setMember(x, &formula.Span)), true)
		}
		m.lists.Release(mark)
		return
	case program.List:
		v = m.lists.Keep(v)
	case program.Number:
		m.mustBeWhole(v, m.Code.Fields[f], &formula.Span)
	}
	m.lists.Release(mark)
	m.state.SetCell(at, v)
}

// placeOf is where the value of a thing's field stands, or else the thing.
func placeOf(v *program.Value, t *program.Thing) *diag.Span {
	if v != nil && v.Expr != nil {
		return &v.Expr.Span
	}
	return &t.Span
}

// startPools fills the pools that the encounter says nothing about.
func (m *Machine) startPools(e *program.Encounter) {
	for i, t := range e.Things {
		from := int(m.Rows[i+1])
		for j, f := range t.Kind.Fields {
			if f.Pool == nil || f.Virtual {
				continue
			}
			given := j < len(t.Values) && t.Values[j] != nil
			if given && (f.Family == nil || t.Values[j].Map == nil) {
				continue
			}
			x := m.Code.Fields[f]
			for k := range code.FamilyWidth(f) {
				if given && m.mapGives(t.Values[j], k) {
					continue
				}
				m.at = &t.Span
				v := m.startOf(x, board.Thing(i+1), k)
				m.mustBeWhole(v, x, &f.Span)
				m.state.SetCell(from+f.Cell+k, v)
			}
		}
	}
}

// checkGiven refuses values of pools outside of their bounds, where an encounter gives
// them to those of its things that are asked for: at once to those without conditions, so
// that lint sees it; once they are in force to the others, since conditions change bounds.
// What a state says is checked with it.
func (m *Machine) checkGiven(asked func(*program.Thing) bool) {
	for i, t := range m.Fight.Encounter.Things {
		if !asked(t) || m.Fight.Encounter.Carried != nil && slices.Contains(m.Fight.Encounter.Carried.Things, i) {
			continue
		}
		for j, v := range t.Values {
			if f := t.Kind.Fields[j]; v != nil && f.Pool != nil && !f.Virtual {
				m.checkGivenPool(board.Thing(i+1), f, v)
			}
		}
	}
}

func (m *Machine) checkGivenPool(who board.Thing, f *program.Field, v *program.Value) {
	at := placeOf(v, m.thing(who))
	m.at = at
	member, low, high := m.outside(&m.Initial, who, f)
	if member < 0 {
		return
	}
	has := m.Initial.Cell(int(m.Rows[who]) + f.Cell + member)
	d := m.newFault(at, PoolBounds, "%s of %s can't be %s: it must be %s", poolName(f, member), m.name(who), number.Format(has), span(low, high))
	m.raise(d.WithNote(f.Span, "%s", code.Quoted(f.Name)))
}

// poolName names a pool in quotes; of a family its member, from 0: "slots[third]".
func poolName(f *program.Field, member int) string {
	if f.Family == nil {
		return code.Quoted(f.Name)
	}
	return code.Quoted(f.Name + "[" + memberName(*f.Family, member) + "]")
}

// span writes the bounds of a pool: "between 0 and 16", "at least 0".
func span(low, high float64) string {
	if math.IsInf(high, 1) {
		return "at least " + number.Format(low)
	}
	return "between " + number.Format(low) + " and " + number.Format(high)
}

// mapGives tells whether a family's values name the k-th member.
func (m *Machine) mapGives(v *program.Value, k int) bool {
	for i := range v.Map {
		if v.Map[i].Key != nil && int(v.Map[i].Key.Num) == k+1 {
			return true
		}
	}
	return false
}

// terrainTest returns what a formula says of a terrain definition; without one,
// and on ground without a name, standard.
func (m *Machine) terrainTest(fm *code.Formula, standard bool) func(*program.Def) bool {
	return func(d *program.Def) bool {
		switch {
		case fm == nil:
			return standard
		case d == nil:
			return m.truth(fm, 0)
		}
		return m.truth(fm, float64(d.Index+1))
	}
}
