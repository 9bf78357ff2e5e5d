package exec

import (
	"fmt"
	"math"
	"slices"

	"github.com/rulec/rulec/interp/board"
	"github.com/rulec/rulec/interp/code"
	"github.com/rulec/rulec/interp/deps"
	"github.com/rulec/rulec/interp/state"
	"github.com/rulec/rulec/lang/program"
)

// What must be true whatever the rules say. With Options.Check it is tested while an
// encounter is played; what doesn't hold is a mistake of the machine, not of a ruleset.

// broken stops the run because something doesn't hold that always must.
func (m *Machine) broken(format string, args ...any) {
	panic("invariant broken: " + fmt.Sprintf(format, args...))
}

// checkPool tests a change that a pool is about to make: it ends within its bounds, or
// no further outside than it was. The bounds are those before the change: who is out
// because of it may be what they count.
func (m *Machine) checkPool(thing board.Thing, x *code.Field, member int, old, now float64) {
	if x.Pool == nil {
		return
	}
	low, high := m.bounds(x.Pool, thing, member)
	if now < min(low, old) || now > max(high, old) {
		m.broken("%s of %s went from %v to %v, its bounds are %v and %v", x.Name, m.name(thing), old, now, low, high)
	}
	if now != float64(int64(now)) {
		m.broken("%s of %s became %v", x.Name, m.name(thing), now)
	}
}

// checkActor tests that whoever begins to act is able to: nothing forbids him what he
// does or is missing for it. (Who is out may act, unless the rules forbid it.)
func (m *Machine) checkActor(act actRef) {
	a := m.acts.at(act)
	if r := m.lapsed(act); r != nil {
		m.broken("%s does %s although %s", m.name(a.actor), a.action.Def.Name, r.reason(m))
	}
}

// checkNumber tests that a number lies within the limits of the language.
func (m *Machine) checkNumber(v float64, t program.Type, what string) {
	if t.Kind == program.Number && math.Abs(v) > program.MaxWhole {
		m.broken("%s comes to %v", what, v)
	}
}

// checkClock tests that time doesn't go back.
func (m *Machine) checkClock(e *state.Entry) {
	if m.turns.clockSet && e.Keys[0] < m.turns.clock[0] {
		m.broken("the clock goes back from %v to %v", m.turns.clock[0], e.Keys[0])
	}
}

// checkBetweenBatches tests what must be true when nothing runs.
func (m *Machine) checkBetweenBatches() {
	if len(m.acts.running) > 0 {
		return // an encounter that ended in the middle of an action
	}
	if m.batch.depth+m.batch.recording+m.work.depth+m.settling.chain+int(m.events.asking)+m.search.trying != 0 || m.frame != &m.root {
		m.broken("something is still under way: batches %d and %d, depth %d, chain %d, asking %d, trying %d",
			m.batch.depth, m.batch.recording, m.work.depth, m.settling.chain, m.events.asking, m.search.trying)
	}
	if n := len(m.batch.ops) + len(m.batch.afterwards) + len(m.events.joined) + len(m.settling.limbo) + len(m.settling.touched) + len(m.settling.edges); n > 0 && !m.over {
		m.broken("%d changes, blocks, batches or edges are left over", n)
	}
	for at, held := range m.payments.held {
		if held != 0 {
			m.broken("cell %d still has %v held", at, held)
		}
	}
	m.checkConditions()
	m.checkEntries()
}

// checkConditions tests that what things have is what their instances give them.
func (m *Machine) checkConditions() {
	counts := make([]uint16, len(m.state.Counts()))
	for _, slot := range m.state.InForce() {
		i := m.state.Instance(slot)
		if !i.Alive || i.Condition == nil {
			m.broken("instance %d is in force and over", slot)
		}
		for _, d := range i.Condition.All {
			if !i.Muted {
				counts[int(i.Bearer)*len(m.Code.Conditions)+d.Index]++
			}
		}
	}
	if !slices.Equal(counts, m.state.Counts()) {
		m.broken("conditions are counted as %v and are %v", m.state.Counts(), counts)
	}
	for _, x := range m.Code.Conditions {
		m.checkBearers(x)
	}
}

// checkBearers tests that as many things have a condition as are counted.
func (m *Machine) checkBearers(x *code.Condition) {
	bearers := 0
	for who := board.Thing(1); int(who) <= m.Count; who++ {
		if m.state.Has(who, x.Index) {
			bearers++
		}
	}
	if n := m.state.Bearers(x.Index); n != bearers {
		m.broken("%d things are counted as %s, and %d are", n, x.Name, bearers)
	}
}

// checkEnds tests that no end phrase holds of which nothing has changed that it reads.
func (m *Machine) checkEnds(dirty deps.Mask) {
	for _, slot := range m.state.InForce() {
		i := m.state.Instance(slot)
		for _, e := range i.Ends.All() {
			m.checkEndsOf(i, m.state.Number(slot), e.List, dirty)
		}
		if i.Muted {
			for _, e := range i.Mute.All() {
				m.checkEndsOf(i, m.state.Number(slot), e.List, dirty)
			}
		}
	}
}

func (m *Machine) checkEndsOf(i *state.Instance, number float64, list int, dirty deps.Mask) {
	for _, u := range m.Code.Untils[list] {
		if u.When != nil && !u.Reads.TouchedBy(dirty) && m.truthAt(u.When, 0, 0, float64(i.Bearer), number) {
			m.broken("%s of %s should have ended, though nothing has changed that its end reads", i.Condition.Name, m.name(board.Thing(i.Bearer)))
		}
	}
}

// checkEntries tests that nothing on the agenda lies in the past, or goes with a
// condition that is over.
func (m *Machine) checkEntries() {
	for i := range m.state.Agenda {
		e := &m.state.Agenda[i]
		name := m.kindOfEntry(e).Name
		if e.After == 0 && m.turns.clockSet && e.Keys[0] < m.turns.clock[0] {
			m.broken("entry %s of %s stands at %v, and it is %v", name, m.name(board.Thing(e.Owner)), e.Keys[0], m.turns.clock[0])
		}
		if e.Bound != 0 && m.state.Living(e.Bound) == 0 {
			m.broken("entry %s of %s goes with a condition that is over", name, m.name(board.Thing(e.Owner)))
		}
		for j := range i {
			if m.state.Agenda[j].Serial == e.Serial || m.state.Agenda[j].Slot == e.Slot {
				m.broken("entry %s of %s stands on the agenda twice", name, m.name(board.Thing(e.Owner)))
			}
		}
	}
}
