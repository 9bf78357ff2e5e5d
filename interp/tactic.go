package interp

import (
	"slices"

	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
)

var _ = diag.Register(diag.Explanation{
	Code:    "nobody-acts",
	Summary: "somebody is due to act, and has neither a line in the script nor a tactic",
	Section: "12 Tactics",
	Mend:    "give the combatant a tactic, write lines for it, or end the script with over",
})

// Tactics is a [Chooser] that lets everybody act by the tactic that the encounter
// gives him. Whoever has none passes when an event asks him, and takes defaults;
// on his turn that is an error.
//
// Spec: 12 "Tactics".
type Tactics struct {
	args []float64
}

// Act takes the first line of the tactic that is allowed, and the best way of it.
func (t *Tactics) Act(m *Machine, q *Question) (Act, error) {
	tactic := m.tacticOf(q.Who)
	if tactic == nil {
		if q.Event == m.code.turnEvent() {
			thing := m.thing(q.Who)
			return NoAct, diag.Errorf("nobody-acts", thing.Span, "nobody acts for %s: no script and no tactic", thing.Title)
		}
		return NoAct, nil
	}
	who := float64(q.Who)
	for _, r := range tactic.Rules {
		if r.Event != q.Event || r.If != nil && !m.truth(m.code.formula(r.If), who) {
			continue
		}
		if r.Action == nil {
			return NoAct, nil
		}
		t.args = t.args[:0]
		for i := range r.Action.Params {
			if i < len(r.With) && r.With[i] != nil {
				t.args = append(t.args, m.number(m.code.formula(r.With[i]), who))
			} else {
				t.args = append(t.args, Open())
			}
		}
		if act, _, ok := m.BestWay(q, r.Action, t.args, m.code.formula(r.Best)); ok {
			return act, nil
		}
	}
	return NoAct, nil
}

// Choose takes the candidate that the tactic's line for the choice gives, or the
// one with the highest number; of several choices those with a number above 0.
func (t *Tactics) Choose(m *Machine, q *Question, picked []int) ([]int, bool, error) {
	tactic := m.tacticOf(q.Who)
	if tactic == nil {
		return picked, false, nil
	}
	who := float64(q.Who)
	for _, r := range tactic.Rules {
		if r.Choice == "" || r.Choice != q.Name || r.Value == nil || r.If != nil && !m.truth(m.code.formula(r.If), who) {
			continue
		}
		answer, ok := picked, false
		if r.Scores {
			answer, ok = bestCandidates(m, q, r, picked)
		} else {
			answer, ok = m.candidates(q, m.number(m.code.formula(r.Value), who), r.Value.Expr.Type, picked)
		}
		if ok {
			return answer, true, nil
		}
	}
	return picked, false, nil
}

// bestCandidates appends the candidate with the highest number, the first of
// equals; of several choices all whose number is above 0.
func bestCandidates(m *Machine, q *Question, r *program.TacticRule, picked []int) ([]int, bool) {
	value := m.code.formula(r.Value)
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
		for _, x := range m.lists.of(v) {
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
		if c == v || q.Type.Kind == program.List && slices.Equal(m.lists.of(c), m.lists.of(v)) {
			return i
		}
	}
	return -1
}

// tacticOf returns the tactic of a thing; nil without one, and for the scene.
func (m *Machine) tacticOf(who int) *program.Tactic {
	if who == 0 {
		return nil
	}
	return m.thing(who).Tactic
}
