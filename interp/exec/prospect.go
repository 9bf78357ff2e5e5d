package exec

import (
	"math"
	"math/bits"

	"github.com/rulec/rulec/interp/board"
	"github.com/rulec/rulec/interp/code"
	"github.com/rulec/rulec/interp/dice"
	"github.com/rulec/rulec/interp/state"
	"github.com/rulec/rulec/interp/value"
	"github.com/rulec/rulec/lang/program"
)

// What somebody may ask who decides by hand. It is asked in [Machine.Aside]: a fight is the same whatever was asked.

// Aside runs f, which asks what is possible, and forgets it: the run goes on as if nobody had asked, nothing is recorded,
// and what can't be worked out doesn't stop it. Lists that f has come by are gone afterwards.
func (m *Machine) Aside(f func()) (worked bool) {
	defer m.record.hush()()
	m.Attempt(func() bool {
		worked = m.aside(f)
		return false
	})
	return worked
}

// Attempt runs f, which proposes something, and forgets it if f says that nothing came of it.
func (m *Machine) Attempt(f func() bool) {
	acts, lists, dices := m.acts.mark(), m.lists.Mark(), m.dice.Len()
	if !f() {
		m.acts.backTo(acts)
		m.lists.Release(lists)
		m.dice.Truncate(dices)
	}
}

// A Prospect is what would come of doing something.
type Prospect struct {
	// Allowed is set when there is a way to do it.
	Allowed bool
	// Why says in a sentence why there is none: what stands against the first way.
	Why string
	// Costs are what the first way takes, each a pool of the actor.
	Costs []Price
}

// A Price is an amount that an action takes from a pool.
type Price struct {
	Pool *program.Field
	// Member is the member of a family of pools, from 0.
	Member int
	Amount float64
}

// Prospect tells whether whoever is asked could do an action now, with some parameters given and the rest [Open].
func (m *Machine) Prospect(q *Question, a *program.Action, args []float64) Prospect {
	var p Prospect
	m.Aloud(func() {
		if r := m.mayAnswer(q, m.Code.Actions[a.Index]); r != nil {
			p.Why = r.Reason()
			return
		}
		p.Why = m.tryFirst(q, m.Code.Actions[a.Index], args, func(act actRef) {
			p.Allowed, p.Costs = true, m.pricesOf(act)
		})
	})
	return p
}

// Aloud runs f, which says something to people: everybody is called as stories call them.
func (m *Machine) Aloud(f func()) {
	outer := m.aloud
	defer func() { m.aloud = outer }()
	m.aloud = true
	f()
}

// Wording is how the rules put a question to people; empty where they don't say, or a formula of the sentence goes wrong.
//
// Spec: choices.md and events.md.
func (m *Machine) Wording(q *Question) (text string) {
	value := func(f *code.Formula) float64 { return m.number(f, float64(q.Who)) }
	var t *program.Template
	if q.Event != nil {
		t = q.Event.Question
		value = func(f *code.Formula) float64 { return m.numberAt(f, 0, q.happening, float64(q.Actor), 0) }
	} else if c := m.Code.Program.ChoiceOf(q.Name); c != nil {
		t = c.Question
	}
	if t != nil {
		m.Aside(func() { m.Aloud(func() { text = m.renderOf(t, value) }) })
	}
	return text
}

// pricesOf lists what an act costs, while ways are tried: nobody is asked for stand-ins.
func (m *Machine) pricesOf(act actRef) []Price {
	var prices []Price
	base := len(m.payments.dues)
	m.afford(act)
	for _, d := range m.payments.dues[base:] {
		prices = append(prices, Price{Pool: d.cost.Pool.Field, Member: d.member, Amount: d.amount})
	}
	m.payments.dropDues(base)
	return prices
}

// Offers returns what the i-th parameter of an action could be, in candidate order; whether a way goes on, [Machine.Prospect] says.
func (m *Machine) Offers(q *Question, a *program.Action, args []float64, i int) []float64 {
	act := m.newAct(m.Code.Actions[a.Index], q.Actor, q.happening)
	for k, p := range m.acts.at(act).action.Params[:i] {
		m.setParam(act, p, m.argument(act, p, args[k]))
	}
	offers := m.candidatesFor(act, m.acts.at(act).action.Params[i])
	m.acts.dropFrom(act)
	return offers
}

// argument is what a parameter comes to: what is given, else its default.
func (m *Machine) argument(act actRef, p *code.Param, given float64) float64 {
	switch {
	case given == noneByDefault || math.IsNaN(given) && p.Standard == nil:
		return 0
	case math.IsNaN(given):
		a := m.acts.at(act)
		return m.numberAt(p.Standard, act, m.events.answeredBy(a), float64(a.actor), m.acts.itOf(act))
	}
	return given
}

// Suggestion returns what the tactic of whoever is asked would do; nil: pass. ok is false where there is no tactic.
func (m *Machine) Suggestion(q *Question) (a *program.Action, args []float64, ok bool) {
	if m.Tactic(q.Who) == nil {
		return nil, nil, false
	}
	act, err := new(Tactics).act(m, q.happening, q.Who, q.Actor)
	if act != 0 {
		a, args = m.ArgumentsOf(m.acts.number(act))
	}
	return a, args, err == nil
}

// Concerns returns whose event a question is about, the number of a thing; 0: nobody's, or it asks for a choice.
func (m *Machine) Concerns(q *Question) board.Thing {
	if q.Event == nil || q.happening == 0 {
		return 0
	}
	return m.events.at(q.happening).of
}

// ActorOf returns whose act it is, the number of a thing.
func (m *Machine) ActorOf(act value.Act) board.Thing { return m.acts.at(m.acts.find(act)).actor }

// ArgumentsOf returns the parameters of an act, in the order in which its action declares them.
func (m *Machine) ArgumentsOf(act value.Act) (a *program.Action, args []float64) {
	i := m.acts.find(act)
	row := m.acts.at(i)
	for _, p := range row.action.Params {
		v := m.acts.row(i)[p.Cell]
		if p.Type.Kind == program.Set {
			v = m.listOfSet(m.acts.row(i)[p.Cell : p.Cell+state.SetCells])
		}
		args = append(args, v)
	}
	return row.action.Action, args
}

// listOfSet returns the members of a set as a list.
func (m *Machine) listOfSet(cells []float64) float64 {
	m.lists.Begin()
	for v := 1.0; v <= state.MaxMember; v++ {
		if state.InSet(cells, v) {
			m.lists.Push(v)
		}
	}
	return m.lists.End()
}

// RowOf numbers an act among those declared or under way, as in any machine at the same moment: see [Machine.InRow]; 0: none.
func (m *Machine) RowOf(act value.Act) int { return int(m.acts.find(act)) }

// InRow returns the act that stands there; NoAct for 0.
func (m *Machine) InRow(row int) value.Act { return m.acts.number(actRef(row)) }

// ItemsOf returns the elements of a list; they are valid until the machine goes on.
func (m *Machine) ItemsOf(list float64) []float64 { return m.lists.Of(list) }

// ListOf returns a list of elements.
func (m *Machine) ListOf(items []float64) float64 {
	m.lists.Begin()
	for _, v := range items {
		m.lists.Push(v)
	}
	return m.lists.End()
}

// Directions returns all directions of the board, as values.
func (m *Machine) Directions() []float64 { return m.lists.Of(m.callSpace(program.Directions, nil)) }

// Turn lets the dice fall from now on as they do in another trial.
func (m *Machine) Turn(trial uint64) { m.source.Turn(m.seed(), trial) }

// Bears tells whether somebody, the number of a thing, has a condition. It may be asked when nothing runs.
func (m *Machine) Bears(who board.Thing, c *program.Condition) (bears bool, err error) {
	err = m.guarded(func() error {
		bears = m.has(who, m.Code.Conditions[c.Index])
		return nil
	})
	return bears, err
}

// IsOut tells whether a combatant, the number of a thing, is out of the fight. It may be asked when nothing runs.
func (m *Machine) IsOut(who board.Thing) (out bool, err error) {
	err = m.guarded(func() error {
		out = m.isOut(who)
		return nil
	})
	return out, err
}

// Holds returns what a field of a thing holds, or the member of its family from 0: of a set or a list
// how many. It may be asked when nothing runs.
func (m *Machine) Holds(who board.Thing, f *program.Field, member int) float64 {
	row := m.state.Row(int(m.Rows[who])+f.Cell, f.Cells)
	switch {
	case f.Type.Kind == program.Set && f.Pool == nil:
		n := 0
		for _, members := range row[:state.SetCells] {
			n += bits.OnesCount64(uint64(members))
		}
		return float64(n)
	case f.Type.Kind == program.List:
		return float64(len(m.lists.Of(row[member])))
	}
	return row[member]
}

// PlaceOf and CarrierOf return where a thing is, and who carries it, as values of these types.
func (m *Machine) PlaceOf(who board.Thing) float64 { return float64(m.state.Place(who)) }

// CarrierOf is described at [Machine.PlaceOf].
func (m *Machine) CarrierOf(who board.Thing) float64 { return float64(m.state.Carrier(who)) }

// Took is how many steps the run has taken so far: statements, elements of lists, dice.
func (m *Machine) Took() int64 { return m.work.steps }

// Fate lets f decide how dice fall from now on; nil: the keys of dice decide again.
func (m *Machine) Fate(f dice.Fate) { m.source.Obey(f) }

// KeepTrail says whether a machine keeps, from its next reset on, the trail that [Machine.Junction]
// reads.
func (m *Machine) KeepTrail(on bool) { m.trail.keep(on) }
