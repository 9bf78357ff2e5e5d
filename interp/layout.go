package interp

import (
	"math"
	"slices"

	"github.com/rulec/rulec/interp/board"
	"github.com/rulec/rulec/interp/dice"
	"github.com/rulec/rulec/interp/number"
	"github.com/rulec/rulec/interp/state"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
)

// makeReady gives a new machine the room that does not depend on who is there.
func (m *Machine) makeReady() {
	m.root.m, m.frame = m, &m.root
	m.work.reset(&m.opts, &m.limits)
	m.acts.layOut(m.code.Program.ActCells)
	m.events.layOut(m.code.Program.EventCells)
}

// layOut makes a fight of an encounter but for what it starts with: its own texts are compiled, its
// things and names numbered. The compiler that it returns works out the values that the encounter
// gives.
func (f *Fight) layOut() *compiler {
	e, c := f.encounter, &compiler{Code: f.code, self: -1, added: true}
	if f.code.Program.Time != nil {
		f.clockWidth = len(f.code.Program.Time.Keys)
	}
	f.looksBack = e.Script != nil && e.Script.LooksBack
	for _, s := range e.After {
		f.looksBack = f.looksBack || s.LooksBack
	}
	f.ownTexts = c.ownTextsOf(e)
	if c.waits {
		// It waits for what the ruleset itself doesn't look at: such an encounter has code of
		// its own, in which everything is looked at that anybody waits for.
		f.code = compile(c.Program, e, f.code.records)
		c = &compiler{Code: f.code, self: -1}
		f.ownTexts = c.ownTextsOf(e)
	}
	c.hearEnds()
	f.sceneRoller = dice.Roller(len(e.Things) + len(e.Sides))
	for _, t := range e.Things {
		f.rollers = append(f.rollers, t.Name)
	}
	for _, s := range e.Sides {
		f.rollers = append(f.rollers, "side:"+s)
	}
	f.rollers = append(f.rollers, "scene")
	f.cellCount, f.locals = f.numberThings(), slotsOfGiven(e)
	f.tacticOf = make([]*tactic, len(e.Things)+1)
	for i, t := range e.Things {
		f.tacticOf[i+1] = f.code.tactics[t.Tactic]
	}
	return c
}

// start works out what an encounter starts with, and puts it into its fight. The machine that it
// returns stands there.
func start(f *Fight, c latecomer) (*Machine, error) {
	m := &Machine{Fight: f, limits: Limits{}.withDefaults(combatants(f.encounter)), board: &board.Board{}}
	m.makeReady()
	err := m.guarded(func() error { m.workOutStart(c); return nil })
	return m, err
}

func (m *Machine) workOutStart(c latecomer) {
	e := m.encounter
	m.layOut()
	m.source = dice.NewSource(&m.code.labels, m.rollers)
	m.lists, m.dice = m.code.lists.Clone(), m.code.dice.Clone()
	m.startBoard = board.New(e, m.terrainTest(m.code.enters, true), m.terrainTest(m.code.blocks, false))
	m.board = m.startBoard.For(positions{m})
	c.on(m.board)
	m.remember()
	m.layDecks()
	m.startDecks.CopyTo(&m.decks)
	m.fillThings(c, e)
	m.lists, m.dice = m.code.lists.Clone(), m.code.dice.Clone()
	m.workOutDefaults(e)
	m.state.CopyTo(&m.initial)
	m.startPools(e)
	m.state.CopyTo(&m.initial)
	m.checkGiven(func(t *program.Thing) bool { return len(t.Conditions) == 0 })
	m.startLists, m.startDice = m.lists, m.dice
	m.constDice, m.keptLists = m.dice.Len(), m.lists.Kept()
	m.answers = make([][]int32, len(m.code.quantities))
	for i, q := range m.code.quantities {
		if q.remembers() {
			m.answers[i] = m.boundsOf(q)
		}
	}
}

// ownTexts is what was compiled of what an encounter says itself.
type ownTexts struct {
	setup   *routine
	given   []given
	goingOn []goingOn
	// entries are the fields of those that the encounter puts on the agenda.
	entries [][]handed
}

// given is a condition that a thing starts with.
type given struct {
	who  board.Thing
	src  *program.GivenCondition
	with instanceFields
}

// ownTextsOf compiles what an encounter says itself, so that labels are numbered before dice
// are thrown, and constants worked out before anything is played.
func (c *compiler) ownTextsOf(e *program.Encounter) (own ownTexts) {
	for _, t := range c.Program.Texts[min(len(c.textLabels), len(c.Program.Texts)):] {
		c.textLabels = append(c.textLabels, c.labels.Number(t))
	}
	own.setup = c.routine(e.Setup, "the setup")
	if e.Script != nil {
		c.scriptItems(e.Script.Items)
	}
	own.goingOn = c.carried(e)
	for _, entry := range e.Entries {
		own.entries = append(own.entries, c.withs(entry.With))
	}
	for i, t := range e.Things {
		for _, g := range t.Conditions {
			if g.GoesOn == nil {
				own.given = append(own.given, given{board.Thing(i + 1), g, c.withs(g.With)})
			}
		}
	}
	for _, s := range e.After {
		c.scriptItems(s.Items)
	}
	return own
}

func (c *compiler) scriptItems(items []program.ScriptItem) {
	for _, x := range items {
		switch x := x.(type) {
		case *program.TurnItem:
			c.formulasOf(x.With)
			c.scriptItems(x.Body)
		case *program.DiceItem:
			for _, r := range x.Rolls {
				c.labels.Number(r.Label)
				c.formula(r.Of)
			}
		case *program.ChoiceItem:
			c.formulasOf(x.Value)
		case *program.ExpectItem:
			c.formula(x.If)
		case *program.WaitItem:
			c.formula(x.Time)
		case *program.DoItem:
			c.routine(x.Do, "the script")
		}
	}
}

func (c *compiler) formulasOf(list []*program.Formula) {
	for _, f := range list {
		c.formula(f)
	}
}

// slotsOfGiven is how many locals the values need of the conditions that an encounter
// begins with, which are worked out outside of any program.
func slotsOfGiven(e *program.Encounter) int {
	n := 0
	count := func(with []program.With) {
		for _, w := range with {
			n = max(n, slotsOf(w.Value))
		}
	}
	for _, entry := range e.Entries {
		count(entry.With)
	}
	for _, t := range e.Things {
		for _, g := range t.Conditions {
			count(g.With)
			if g.GoesOn != nil {
				for _, entry := range g.GoesOn.Entries {
					count(entry.With)
				}
			}
		}
	}
	return n
}

// numberThings lays out the things: what each is, and where its cells begin.
func (f *Fight) numberThings() (cells int) {
	f.count = len(f.encounter.Things)
	n := f.count + 1
	f.rows, f.kindOf, f.made = make([]int32, n), make([]*kind, n), make([]float64, n)
	f.side, f.isCreature, f.called = make([]float64, n), make([]bool, n), make([][]float64, n)
	for i, t := range f.encounter.Things {
		k := f.code.kinds[t.Kind.Index]
		f.kindOf[i+1], f.rows[i+1] = k, int32(cells)
		cells += max(k.Cells, 1)
		f.side[i+1] = float64(t.Side + 1)
		f.isCreature[i+1] = t.Kind == f.code.Program.Creature
		if t.Def != nil {
			f.made[i+1] = float64(t.Def.Index + 1)
		}
		if f.isCreature[i+1] {
			f.creatures = append(f.creatures, float64(i+1))
			if f.standers == i {
				f.standers++
			}
		}
		f.called[i+1] = make([]float64, len(t.Kind.Fields))
	}
	return cells
}

// layOut gives the machine room for all things.
func (m *Machine) layOut() {
	m.state = state.New(state.Shape{Cells: m.cellCount, Things: m.count, Conditions: len(m.code.conditions), InstanceCells: m.code.instanceCells})
	for i, t := range m.encounter.Things {
		if t.Carrier >= 0 {
			m.state.SetCarrier(board.Thing(i+1), board.Thing(t.Carrier+1))
		}
	}
	m.turns.layOut(m.count)
	m.settling.layOut(m.count, len(m.code.derived))
	m.memory.layOut(m.count, m.code.holders)
	m.payments.layOut(m.cellCount)
	m.root.locals = m.root.regs[:m.locals]
	m.noticeAll() // nothing is known yet
}

// fillThings puts the fields of all things into their cells, pools left out, and
// the things onto the board.
func (m *Machine) fillThings(c latecomer, e *program.Encounter) {
	for i, t := range e.Things {
		from := int(m.rows[i+1])
		for j, f := range t.Kind.Fields {
			v := f.Default
			if j < len(t.Values) && t.Values[j] != nil {
				v = t.Values[j]
			}
			switch {
			case isCalled(f.Type):
				m.called[i+1][j] = c.value(f, v, float64(i+1), t.Name)
			case f.Virtual || f.Pool != nil && v == nil:
			case f.Type.Kind == program.Set:
				if v != nil {
					for _, x := range m.code.lists.Of(c.value(f, v, float64(i+1), t.Name)) {
						m.state.Include(from+f.Cell, int(m.setMember(x, placeOf(v, t))), true)
					}
				}
			default:
				cells := make([]float64, familyWidth(f))
				c.fill(cells, f, v, float64(i+1), t.Name)
				m.state.SetRow(from+f.Cell, cells)
				for k := range familyWidth(f) {
					if f.Pool != nil || f.Type.Kind == program.Number && (v == nil || !v.IsNone()) {
						m.mustBeWhole(m.state.Cell(from+f.Cell+k), m.code.fields[f], placeOf(v, t))
					}
				}
			}
		}
		if t.Place != nil {
			m.state.SetPlace(board.Thing(i+1), m.placeOfPoint(t.Place))
		}
	}
}

// workOutDefaults fills the fields that are given nothing and whose default is a formula, in
// the order in which one reads another: whatever is stated has its value by then.
func (m *Machine) workOutDefaults(e *program.Encounter) {
	for _, f := range m.code.Program.WorkedOut {
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
	at := int(m.rows[who]) + f.Cell + member
	m.at = &m.thing(who).Span
	mark := m.lists.Mark()
	v := m.number(m.code.formulas[formula], float64(who), float64(member+1))
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
		m.mustBeWhole(v, m.code.fields[f], &formula.Span)
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

// placeOfPoint returns the place with the given column and row.
func (m *Machine) placeOfPoint(p *program.Point) board.Place {
	if m.board.Grid == program.PlaneGrid {
		return m.board.At(p.X, p.Y)
	}
	args := []spaceArg{{Value: float64(p.X)}, {Value: float64(p.Y)}}
	return board.Place(m.callSpace(program.PlaceAt, args))
}

// startPools fills the pools that the encounter says nothing about.
func (m *Machine) startPools(e *program.Encounter) {
	for i, t := range e.Things {
		from := int(m.rows[i+1])
		for j, f := range t.Kind.Fields {
			if f.Pool == nil || f.Virtual {
				continue
			}
			given := j < len(t.Values) && t.Values[j] != nil
			if given && (f.Family == nil || t.Values[j].Map == nil) {
				continue
			}
			x := m.code.fields[f]
			for k := range familyWidth(f) {
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
	for i, t := range m.encounter.Things {
		if !asked(t) || m.encounter.Carried != nil && slices.Contains(m.encounter.Carried.Things, i) {
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
	member, low, high := m.outside(&m.initial, who, f)
	if member < 0 {
		return
	}
	has := m.initial.Cell(int(m.rows[who]) + f.Cell + member)
	d := m.newFault(at, PoolBounds, "%s of %s can't be %s: it goes from %s", poolName(f, member), m.name(who), number.Format(has), span(low, high))
	m.raise(d.WithNote(f.Span, "%s", quoted(f.Name)))
}

// poolName names a pool in quotes; of a family its member, from 0: "slots[third]".
func poolName(f *program.Field, member int) string {
	if f.Family == nil {
		return quoted(f.Name)
	}
	return quoted(f.Name + "[" + memberName(*f.Family, member) + "]")
}

// span writes the bounds of a pool: "0 to 16", "0 on".
func span(low, high float64) string {
	if math.IsInf(high, 1) {
		return number.Format(low) + " on"
	}
	return number.Format(low) + " to " + number.Format(high)
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
func (m *Machine) terrainTest(fm *formula, standard bool) func(*program.Def) bool {
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
