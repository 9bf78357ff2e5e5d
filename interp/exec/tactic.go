package exec

import (
	"slices"

	"github.com/rulec/rulec/interp/board"
	"github.com/rulec/rulec/interp/code"
	"github.com/rulec/rulec/interp/profile"
	"github.com/rulec/rulec/interp/value"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
)

// NobodyActs is the code of somebody who is due, and has neither a line in a script nor a tactic.
const NobodyActs diag.Code = "nobody-acts"

// Tactics is a [Chooser] that lets everybody act by the tactic that the encounter
// gives him. Whoever has none passes when an event asks him, and takes defaults;
// on his turn that is an error. The zero Tactics is ready; it serves one machine.
//
// Spec: tactics.md.
type Tactics struct {
	// Skip, if not nil, says which lines somebody, the number of a thing, goes by as if they weren't there.
	Skip func(who board.Thing, line *program.TacticRule) bool
	// Took, if not nil, is told by which line somebody has decided, which is to pass where its Does are none.
	Took func(who board.Thing, line *program.TacticRule)

	args []float64
	// instead is the tactic by which who acts, not by their own; nil: nobody does.
	instead *code.Tactic
	who     board.Thing
}

// Instead lets somebody act by another tactic than their own.
func (t *Tactics) Instead(m *Machine, who board.Thing, tactic *program.Tactic) {
	t.who, t.instead = who, m.Code.Tactics[tactic]
}

// tacticFor returns by which tactic somebody acts; nil: by none.
func (t *Tactics) tacticFor(m *Machine, who board.Thing) *code.Tactic {
	if t.instead != nil && who == t.who {
		return t.instead
	}
	return m.TacticOf[who]
}

// Act takes the first line of the tactic that is allowed, and the best way of it.
// Its formulas read the event that is being asked.
func (t *Tactics) Act(m *Machine, q *Question) (value.Act, error) {
	act, err := t.act(m, q.happening, q.Who, q.Actor)
	return m.acts.number(act), err
}

// act is Act for an event.
func (t *Tactics) act(m *Machine, h eventRef, who, actor board.Thing) (actRef, error) {
	tactic, e := t.tacticFor(m, who), m.events.at(h).event
	if tactic == nil {
		if e.Event != m.Code.TurnEvent() {
			return 0, nil
		}
		return 0, diag.Errorf(NobodyActs, m.thing(who).Span, "nothing acts for %s: there is no script and no tactic", m.title(who))
	}
	if m.thinks(who) {
		if act, ok, err := m.think(h, who, actor); ok || err != nil {
			return act, err
		}
	}
	lines := tactic.Acts[e.Index]
	for i := range lines {
		if t.Skip != nil && t.Skip(who, lines[i].TacticRule) {
			continue
		}
		act, done := t.line(m, &lines[i], h, who, actor)
		if m.record.explains && m.record.tracing {
			m.tellLine(&lines[i], h, who, done)
		}
		if done {
			if t.Took != nil {
				t.Took(who, lines[i].TacticRule)
			}
			return act, nil
		}
	}
	return 0, nil
}

// line tries what a line says; done tells that it is what happens, which may be to pass.
func (t *Tactics) line(m *Machine, line *code.ActLine, h eventRef, who, actor board.Thing) (act actRef, done bool) {
	if m.profile == nil {
		return t.wayOf(m, line, h, who, actor)
	}
	m.profile.Enter(line.TacticRule, func() profile.Part { return profiledLine(m.Tactic(who), line.TacticRule) })
	defer m.profile.Leave()
	return t.wayOf(m, line, h, who, actor)
}

// wayOf finds the way that a line of a tactic takes.
func (t *Tactics) wayOf(m *Machine, line *code.ActLine, h eventRef, who, actor board.Thing) (act actRef, done bool) {
	explains := m.record.explains
	if explains {
		m.search.whyNot(len(line.Does))
	}
	if line.Cond != nil && !m.truthAt(line.Cond, 0, h, float64(who), 0) {
		return 0, false
	}
	if len(line.TacticRule.Does) == 0 {
		return 0, true
	}
	return t.bestOf(m, line, h, who, actor)
}

// bestOf finds the best way to do what a line of a tactic says, whatever it asks first.
func (t *Tactics) bestOf(m *Machine, line *code.ActLine, h eventRef, who, actor board.Thing) (act actRef, done bool) {
	score, explains := 0.0, m.record.explains
	for i := range line.Does {
		d := &line.Does[i]
		if explains {
			m.search.whyOf(i)
		}
		if !t.fix(m, d, h, who) {
			continue
		}
		way, most, ok := m.answerWith(d, h, who, actor, t.args)
		switch {
		case !ok:
			continue
		case d.Best == nil:
			return way, true
		case !done:
			act, score, done = way, most, true
		case most > score:
			score = most
			m.acts.replace(act, way)
		default:
			m.acts.dropFrom(way)
		}
	}
	return act, done
}

// fix works out the parameters that a line fixes by themselves. A line for somebody, or
// something, that isn't there is not allowed.
func (t *Tactics) fix(m *Machine, d *code.ActChoice, h eventRef, who board.Thing) bool {
	t.args = t.args[:0]
	for i, with := range d.With {
		v := open
		if with != nil {
			v = m.numberAt(with, 0, h, float64(who), d.Action.It)
			if v == 0 && mayBeNone(&d.Action.Params[i].Type) {
				if m.record.explains {
					m.noteWhy(m.refuse(Refusal{param: d.Action.Params[i], wrong: nothingToChoose}))
				}
				return false
			}
		}
		t.args = append(t.args, v)
	}
	return true
}

// mayBeNone tells whether 0 is none among the values of a type.
func mayBeNone(t *program.Type) bool {
	switch t.Kind {
	case program.Number, program.Bool, program.Dice, program.List, program.Set, program.MapType:
		return false
	}
	return true
}

// Choose takes the candidate that the tactic's line for the choice gives, or the
// one with the highest number; of several choices those with a number above 0.
func (t *Tactics) Choose(m *Machine, q *Question, picked []int) ([]int, bool, error) {
	if q.Who == 0 {
		return picked, false, nil
	}
	who := float64(q.Who)
	tactic := t.tacticFor(m, q.Who)
	if tactic == nil {
		return picked, false, nil
	}
	for i := range tactic.Choices {
		line := &tactic.Choices[i]
		if line.Choice != q.Name || line.Value == nil || line.Cond != nil && !m.truth(line.Cond, who) {
			continue
		}
		answer, ok := picked, false
		if line.Scores {
			answer, ok = bestCandidates(m, q, line.Value, picked)
		} else {
			answer, ok = m.candidates(q, m.number(line.Value, who), line.TacticRule.Value.Expr.Type, picked)
		}
		if ok {
			return answer, true, nil
		}
	}
	return picked, false, nil
}

// bestCandidates appends the candidate with the highest number, the first of
// equals; of several choices all whose number is above 0.
func bestCandidates(m *Machine, q *Question, value *code.Formula, picked []int) ([]int, bool) {
	best, most := -1, 0.0
	for i, c := range q.Candidates {
		score := m.number(value, float64(q.Who), c)
		switch {
		case q.Some && score > 0:
			picked = append(picked, i)
		case !q.Some && (best < 0 || score > most):
			best, most = i, score
		}
	}
	if best >= 0 {
		picked = append(picked, best)
	}
	return picked, q.Some || best >= 0
}

// candidates appends the indices of the candidates that a value names: itself, or,
// when several may be taken, the elements of a list. ok is false when one of them
// is not among the candidates.
func (m *Machine) candidates(q *Question, v float64, t program.Type, picked []int) (answer []int, ok bool) {
	if t.Kind == program.List && q.Type.Kind != program.List {
		if !q.Some {
			return picked, false
		}
		for _, x := range m.lists.Of(v) {
			i := m.candidate(q, x)
			if i < 0 {
				return picked, false
			}
			picked = append(picked, i)
		}
		return picked, true
	}
	i := m.candidate(q, v)
	if i < 0 {
		return picked, false
	}
	return append(picked, i), true
}

// candidate returns the index of the candidate that equals v, or -1.
func (m *Machine) candidate(q *Question, v float64) int {
	for i, c := range q.Candidates {
		if c == v || q.Type.Kind == program.List && slices.Equal(m.lists.Of(c), m.lists.Of(v)) {
			return i
		}
	}
	return -1
}
