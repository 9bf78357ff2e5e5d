package exec

import (
	"slices"

	"github.com/rulec/rulec/interp/board"
	"github.com/rulec/rulec/interp/code"
	"github.com/rulec/rulec/interp/state"
	"github.com/rulec/rulec/lang/program"
)

// An Observer is told what happens while a machine plays, or in the same order when it has played, for those who count over many fights
// and want no trace. It must not change the machine.
//
// Spec: reports.md.
type Observer interface {
	// Acted is called when an action has ended.
	Acted(d Deed)
	// Tested is called when a roll has been held against something.
	Tested(t Tested)
	// Changed is called when a pool under health of reports has changed.
	Changed(h Harm)
}

// Deed is an action that has ended.
type Deed struct {
	// Actor is the number of the thing that acted; 0: the scene.
	Actor  board.Thing
	Action *program.Action
	// Aimed is set when one of its parameters named another combatant, Worked when it changed something that isn't its actor's, and announced
	// nothing that means failure, CalledOff when something ended it before it was done.
	Aimed, Worked, CalledOff bool
}

// Tested is a roll that was held against something.
type Tested struct {
	// Who is the number of the thing that rolled; 0: a side or the scene.
	Who   board.Thing
	Label string
	Check *program.Check
	// Success tells whether it succeeded; Degree is its degree, 0 if the check has none.
	Success bool
	Degree  float64
}

// Harm is a change of a pool under health of reports.
type Harm struct {
	// Who lost something; By acted when it happened (0: nobody). Both are numbers of things.
	Who, By board.Thing
	// Pool is the index in Reports.Health.
	Pool int
	// Amount is what was lost; what was won is below 0.
	Amount float64
}

// observation is what a machine needs to tell an [Observer] things.
type observation struct {
	Observer
	pools []observedPool
	shown []*code.Formula
	// fails tells, by event, whether it means failure.
	fails []bool
	// targets are, by action, the cells of parameters that name things.
	targets [][]code.Target
}

type observedPool struct {
	*code.Field
	index int
	up    bool
}

// Observe tells o from the next reset on what happens.
func (m *Machine) Observe(o Observer) {
	x := &observation{Observer: o, fails: make([]bool, len(m.Code.Program.Events))}
	if r := m.Code.Program.Reports; r != nil {
		for i, f := range r.Health {
			x.watch(m.Code.Fields[f], i, f.Pool.Up)
		}
		for _, s := range r.Shown {
			x.shown = append(x.shown, m.Code.Formula(s.Value))
		}
		for _, e := range r.Failed {
			x.fails[e.Index] = true
		}
	}
	for _, a := range m.Code.Program.Actions {
		x.targets = append(x.targets, targetsOf(a))
	}
	m.observed = x
}

// watch watches a pool, or what a stack of pools is made of.
func (x *observation) watch(f *code.Field, index int, up bool) {
	if !f.Virtual {
		x.pools = append(x.pools, observedPool{f, index, up})
		return
	}
	for _, part := range f.Parts {
		x.watch(part, index, part.Field.Pool.Up)
	}
}

func targetsOf(a *program.Action) []code.Target {
	var list []code.Target
	for _, p := range a.Params {
		switch {
		case p.Type.Kind == program.ThingType:
			list = append(list, code.Target{Cell: p.Cell, List: false})
		case p.Type.Kind == program.List && p.Type.Elem.Kind == program.ThingType:
			list = append(list, code.Target{Cell: p.Cell, List: true})
		}
	}
	return list
}

// doer returns who is acting; 0: nobody.
func (m *Machine) doer() board.Thing {
	act := m.acts.current()
	if act == 0 {
		act = m.frame.act
	}
	if act == 0 {
		return 0
	}
	return m.acts.at(act).actor
}

// noteChange notes that a cell of a thing has changed.
func (m *Machine) noteChange(o *op, x *code.Field, old, now float64) {
	if !m.batch.landing && !x.Quiet {
		m.touches(board.Thing(o.thing))
	}
	if m.batch.recording > 0 || o.kind == opReset {
		return
	}
	m.observed.harmed(x, board.Thing(o.thing), board.Thing(o.doer), old, now)
}

// harmed tells the observer of a change of a field, if that is under health of reports.
func (x *observation) harmed(f *code.Field, who, by board.Thing, old, now float64) {
	for i := range x.pools {
		if p := &x.pools[i]; p.Field == f {
			amount := old - now
			if p.up {
				amount = -amount
			}
			x.Changed(Harm{Who: who, By: by, Pool: p.index, Amount: amount})
		}
	}
}

// noteEffect notes what a change was done to that is no field.
func (m *Machine) noteEffect(o *op) {
	switch o.kind {
	case opApply:
		m.touches(board.Thing(o.thing))
		m.touchesNamed(o)
	case opCarry:
		m.touches(board.Thing(o.thing))
	case opSetAdd, opSetRemove:
		if !o.field.Quiet {
			m.touches(board.Thing(o.thing))
		}
	case opInstanceAdd, opInstanceSet, opInstanceSetAdd, opInstanceSetRemove:
		if slot := m.state.Slot(m.batch.renamed(o.instance)); slot != 0 {
			m.touches(board.Thing(m.state.Instance(slot).Bearer))
		}
	case opMove:
		pairs := m.batch.data[o.data : o.data+o.count]
		for i := 0; i < len(pairs); i += 2 {
			if m.state.Place(board.Thing(pairs[i])) == board.Place(pairs[i+1]) {
				m.touches(board.Thing(pairs[i]))
			}
		}
	}
}

// touchesNamed notes whom a condition that begins names in its fields: that one has a hold on somebody, or has drawn him out, is done to him
// too.
func (m *Machine) touchesNamed(o *op) {
	for _, x := range o.condition.Cells {
		if x.Type.Kind != program.ThingType || x.Family != nil {
			continue
		}
		if who := board.Thing(m.batch.data[int(o.data)+x.Cell]); who != 0 && m.IsCreature[who] {
			m.touches(who)
		}
	}
}

// touches notes that the action at hand has done something to a thing.
func (m *Machine) touches(who board.Thing) {
	act := m.acts.current()
	if act == 0 {
		return
	}
	a := m.acts.at(act)
	if a.worked || a.unwinding {
		return
	}
	for k := 0; m.state.Carrier(who) != 0 && k <= m.Count; k++ {
		who = m.state.Carrier(who)
	}
	a.worked = who != a.actor
}

// noteEnd notes that a program ends an instance: that does something to its bearer, and, for an action that aims at somebody, to whom it
// came from.
func (m *Machine) noteEnd(i *state.Instance) {
	m.touches(board.Thing(i.Bearer))
	if act := m.acts.current(); act != 0 && m.aimed(act) {
		m.touches(board.Thing(i.By))
	}
}

// noteEvent notes that the action at hand has failed, if an event means that.
func (m *Machine) noteEvent(e *code.Event) {
	if act := m.acts.current(); act != 0 && m.observed.fails[e.Index] {
		m.acts.fail(act)
	}
}

// noteAct tells the observer of an action that has ended.
func (m *Machine) noteAct(act actRef) {
	a := m.acts.at(act)
	m.observed.Acted(Deed{
		Actor: a.actor, Action: a.action.Action, Aimed: m.aimed(act),
		Worked: a.worked && !a.failed, CalledOff: a.status == actCalledOff,
	})
}

// aimed tells whether a parameter of an action names another combatant.
func (m *Machine) aimed(act actRef) bool {
	a, row := m.acts.at(act), m.acts.row(act)
	other := func(v float64) bool { return v != 0 && board.Thing(v) != a.actor && m.IsCreature[board.Thing(v)] }
	for _, t := range m.observed.targets[a.action.Index] {
		switch v := row[t.Cell]; {
		case t.List && v != 0 && slices.ContainsFunc(m.lists.Of(v), other), !t.List && other(v):
			return true
		}
	}
	return false
}
