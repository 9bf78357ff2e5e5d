package exec

import (
	"slices"

	"github.com/rulec/rulec/interp/board"
	"github.com/rulec/rulec/interp/code"
	"github.com/rulec/rulec/interp/trace"
)

// conclusion is what a fight has come to (P26).
type conclusion struct {
	// decided is set when winner is who has won, and out tells, by thing, who was out, when over held last.
	decided bool
	winner  int
	out     []bool
	// found is set when stands tells, by thing, who still stands, and numbers are, for one thing after the
	// other, what it has left of the pools under health of reports and, of an observed fight, what is
	// shown of it: width of each. err is what stopped that from being worked out.
	found   bool
	err     error
	stands  []bool
	numbers []float64
	width   int
}

func (c *conclusion) reset() { c.decided, c.found, c.err = false, false, nil }

func (c *conclusion) copyTo(to *conclusion) {
	to.decided, to.winner, to.found, to.err, to.width = c.decided, c.winner, c.found, c.err, c.width
	to.out, to.stands, to.numbers = append(to.out[:0], c.out...), append(to.stands[:0], c.stands...), append(to.numbers[:0], c.numbers...)
}

// row returns the numbers of a thing.
func (c *conclusion) row(who board.Thing) []float64 {
	return c.numbers[(int(who)-1)*c.width : int(who)*c.width]
}

// conclude says who has won, lets the end of the encounter happen, and finds what reports say of everybody;
// then conditions end with it.
func (m *Machine) conclude() {
	m.closed = true
	m.laws.rest()
	if !m.conclusion.decided {
		m.decide()
	}
	if m.Ending == trace.Over {
		m.Winner = m.conclusion.winner
	}
	e := m.Code.EndEncounter
	if !m.hears(e) {
		m.settle()
		m.report()
		return
	}
	h := m.happen(e, 0, 0)
	m.handle(m.frame, h, nil, false, &e.Span)
	m.settle()
	m.report()
	if lists := m.Code.EndsOn[e.Index]; lists != nil {
		m.endOnEvent(h, lists)
	}
	m.events.dropFrom(h)
	m.settle()
}

// decide finds who has won, if anybody has, and who is out.
func (m *Machine) decide() {
	c := &m.conclusion
	c.winner = 0
	if m.Code.Winner != nil && m.over {
		c.winner = int(m.number(m.Code.Winner))
	}
	c.out = slices.Grow(c.out[:0], m.Count)[:m.Count]
	for _, v := range m.Creatures {
		c.out[int(v)-1] = m.isOut(board.Thing(v))
	}
	c.decided = true
}

// report finds what reports say of everybody. No fight changes by that, nor by what can't be worked out.
func (m *Machine) report() {
	frame := m.frame
	m.conclusion.err = m.guarded(func() error {
		m.takeStock()
		return nil
	})
	m.frame = frame
}

// takeStock notes how everybody is.
func (m *Machine) takeStock() {
	c, pools := &m.conclusion, m.healthPools()
	c.found = true
	var shown []*code.Formula
	if m.observed != nil {
		shown = m.observed.shown
	}
	c.width = pools + len(shown)
	c.stands = slices.Grow(c.stands[:0], m.Count)[:m.Count]
	c.numbers = slices.Grow(c.numbers[:0], m.Count*c.width)[:m.Count*c.width]
	for _, v := range m.Creatures {
		who := board.Thing(v)
		row := c.row(who)
		c.stands[who-1] = m.standsNow(who)
		for k := range pools {
			row[k] = m.healthNow(who, k)
		}
		for k, f := range shown {
			row[pools+k] = m.number(f, v)
		}
	}
}

// healthPools is how many pools are under health of reports.
func (m *Machine) healthPools() int {
	if r := m.Code.Program.Reports; r != nil {
		return len(r.Health)
	}
	return 0
}

// Stands tells whether a combatant (the number of a thing) still stands: by stands of reports, or because
// they aren't out. When the fight has ended this, Health and Shown say what it had come to before conditions
// ended with the encounter; else how things stand now. They may be asked when nothing runs, Shown only where the
// machine is observed.
//
// Spec: P26, reports.md.
func (m *Machine) Stands(who board.Thing) (stands bool, err error) {
	if m.conclusion.found {
		return m.conclusion.stands[who-1], m.conclusion.err
	}
	err = m.guarded(func() error {
		stands = m.standsNow(who)
		return nil
	})
	return stands, err
}

func (m *Machine) standsNow(who board.Thing) bool {
	if r := m.Code.Program.Reports; r != nil && r.Stands != nil {
		return m.truth(m.Code.Formula(r.Stands), float64(who))
	}
	return !m.isOut(who)
}

// Health returns what a combatant has of a pool under health of reports: see [Machine.Stands].
func (m *Machine) Health(who board.Thing, pool int) float64 {
	if m.conclusion.found {
		return m.conclusion.row(who)[pool]
	}
	return m.healthNow(who, pool)
}

func (m *Machine) healthNow(who board.Thing, pool int) float64 {
	x := m.Code.Fields[m.Code.Program.Reports.Health[pool]]
	if x.Virtual {
		return m.stackOf(who, x)
	}
	return m.state.Cell(int(m.Rows[who]) + x.Cell)
}

// Shown works out a number under show of reports for a combatant: see [Machine.Stands].
func (m *Machine) Shown(who board.Thing, number int) (v float64, err error) {
	if m.conclusion.found {
		return m.conclusion.row(who)[m.healthPools()+number], m.conclusion.err
	}
	err = m.guarded(func() error {
		v = m.number(m.observed.shown[number], float64(who))
		return nil
	})
	return v, err
}
