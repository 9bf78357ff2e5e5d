package exec

import (
	"github.com/rulec/rulec/interp/board"
	"github.com/rulec/rulec/interp/code"
	"github.com/rulec/rulec/interp/state"
)

// actionOfActor returns an action as somebody does it.
func (m *Machine) actionOfActor(a *code.Action, actor board.Thing) *code.Action {
	if m.by != nil {
		if x := m.by.Actions[actor][a.Index]; x != nil {
			return x
		}
	}
	return a
}

// ruleOf returns a rule as it runs for its bearer, 0 the scene.
func (m *Machine) ruleOf(r *code.Rule, bearer board.Thing) *code.Rule {
	if m.by != nil {
		if x := m.by.Rules[bearer][r.Place]; x != nil {
			return x
		}
	}
	return r
}

// entryOfOwner returns an entry on the agenda as its owner resolves it.
func (m *Machine) entryOfOwner(e *state.Entry) *code.Entry {
	if m.by != nil {
		if x := m.by.Entries[e.Owner][e.Kind]; x != nil {
			return x
		}
	}
	return m.kindOfEntry(e)
}

// tacticFor returns somebody's tactic; nil without one, and for the scene.
func (m *Machine) tacticFor(who board.Thing) *code.Tactic {
	if m.by != nil {
		return m.by.Tactics[who]
	}
	return m.TacticOf[who]
}

// poolOf returns a pool as somebody has it.
func (m *Machine) poolOf(p *code.Pool, who board.Thing) *code.Pool {
	if m.by != nil {
		if x := m.by.Pools[who][p.Place]; x != nil {
			return x
		}
	}
	return p
}

// outOf returns the formula that tells whether somebody is out.
func (m *Machine) outOf(who board.Thing) *code.Formula {
	if m.by != nil && m.by.Out[who] != nil {
		return m.by.Out[who]
	}
	return m.Code.Out
}

// holdsOf returns the formula of a derived condition for somebody.
func (m *Machine) holdsOf(who board.Thing, x *code.Condition) *code.Formula {
	if m.by != nil && m.by.Holds[who][x.Holder] != nil {
		return m.by.Holds[who][x.Holder]
	}
	return x.Holds
}
