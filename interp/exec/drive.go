package exec

import (
	"github.com/rulec/rulec/interp/board"
	"github.com/rulec/rulec/interp/dice"
	"github.com/rulec/rulec/interp/trace"
	"github.com/rulec/rulec/interp/value"
	"github.com/rulec/rulec/lang/program"
)

// What whoever drives a machine may ask and do besides running it: a script, a person at a table. See [Driver].

// Obey lets d answer all questions, and give the dice if it is a [dice.Script], too.
func (m *Machine) Obey(d Driver) {
	if s, ok := d.(dice.Script); ok {
		m.source.Follow(s)
	}
	m.SetChooser(d)
}

// Guard runs f and turns whatever stops it into an error, which is a *diag.Diagnostic.
func (m *Machine) Guard(f func() error) error { return m.guarded(f) }

// Encounter returns what m plays.
func (m *Machine) Encounter() *program.Encounter { return m.Fight.Encounter }

// Tactic returns the tactic of a thing, by its number; nil without one, and for the scene.
func (m *Machine) Tactic(who board.Thing) *program.Tactic {
	if who == 0 {
		return nil
	}
	return m.thing(who).Tactic
}

// AreaOf returns where a thing stands and how many spaces wide it is; its place is 0 where it stands nowhere.
func (m *Machine) AreaOf(who board.Thing) (a board.Area) {
	if a.Place = m.state.Place(who); a.Place != 0 {
		m.aside(func() { a.Size = m.sizeOf(who) })
	}
	return a
}

// TurnEvent returns the event that `choose .. from can_do(x)` asks; nil if nothing does.
func (m *Machine) TurnEvent() *program.Event { return m.Code.TurnEvent() }

// MomentEvent returns the event of the moment before a batch; nil if nothing waits for it.
func (m *Machine) MomentEvent() *program.Event {
	if m.Code.Moment == nil {
		return nil
	}
	return m.Code.Moment.Event
}

// Now returns what the clock shows: its first key number.
func (m *Machine) Now() float64 { return m.turns.clock[0] }

// Entry numbers the entry that is being resolved, from 1; 0: none.
func (m *Machine) Entry() int { return m.turns.now }

// Unfinished returns the actions under way, outermost first.
func (m *Machine) Unfinished() []value.Act {
	var acts []value.Act
	for _, i := range m.acts.running {
		acts = append(acts, m.acts.number(i))
	}
	return acts
}

// CouldAnswer tells whether whoever is asked has anything to answer.
func (m *Machine) CouldAnswer(q *Question) bool { return m.couldAnswer(q.happening, q.Who) }

// IsAsked tells whether somebody is among those who are asked about the event of a question.
func (m *Machine) IsAsked(q *Question, who board.Thing) bool {
	return m.events.isAsked(q.happening, who)
}

// Candidates appends the indices of the candidates of a question that a value of type t names: itself, or, where several may be taken, the
// elements of a list. ok is false when one of them is not among the candidates.
func (m *Machine) Candidates(q *Question, v float64, t program.Type, picked []int) (answer []int, ok bool) {
	return m.candidates(q, v, t, picked)
}

// Rest brings the state to rest after a run that a driver has stopped when an action ended ([Driver.Ended]): as if nothing else were to
// land of its batch. What was postponed until then runs, if the action or what began after it has postponed it.
func Rest(m *Machine, act value.Act) error {
	return m.guarded(func() error {
		landOnly(m, m.acts.at(m.acts.find(act)).number)
		m.settle()
		return nil
	})
}

// CallOver ends the encounter at once; the outcome is Called.
func (m *Machine) CallOver() { m.finishAs(trace.Called) }

// RunScene runs a program of the encounter's script for the scene, and settles.
func (m *Machine) RunScene(r *program.Routine) error {
	m.beginProgram()
	m.runTop(m.Code.Routine(r), &r.Span)
	m.settle()
	return nil
}

// Expect tests an expectation of the encounter's script, which may look back to the sighting with index from (see [Machine.Sightings]). Its
// error says what each number is that the expectation reads: "expected mort.bruises == 2, but mort.bruises is 1".
func (m *Machine) Expect(item *program.ExpectItem, from int) error { return m.expect(item, from) }

// Sightings is how many events, questions, rolls and actions have been seen so far, by a machine whose encounter has a script that looks back.
func (m *Machine) Sightings() int { return m.witness.now() }

// Worth works out a formula of the encounter's script for its inputs.
func (m *Machine) Worth(f *program.Formula, inputs ...float64) float64 {
	return m.number(m.Code.Formula(f), inputs...)
}

// DiceOf returns the dice that a value stands for.
func (m *Machine) DiceOf(v float64) dice.Value { return *m.dice.Of(v) }

// Label returns the name of a roll's label.
func (m *Machine) Label(n dice.Label) string { return m.Code.Labels.Name(n) }

// Names says what the values of this encounter stand for now.
func (m *Machine) Names() *value.Names { return m.names() }

// Title returns what a story calls a thing, by its number; 0 is the scene.
func (m *Machine) Title(n board.Thing) string { return m.names().Thing(n) }

// Show returns a value as stories and messages show it.
func (m *Machine) Show(v float64, t program.Type) string { return m.names().Show(v, t) }
