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
// on his turn that is an error. The zero Tactics is ready; it serves one machine.
//
// Spec: 12 "Tactics".
type Tactics struct {
	m *Machine
	// by has the tactic of each thing, from 1; nil: none.
	by   [][]tacticLine
	args []float64
}

// tacticLine is a compiled line of a tactic.
type tacticLine struct {
	*program.TacticRule
	cond, best, value *formula
	with              []*formula
}

// of returns the tactic of a thing; nil without one, and for the scene.
func (t *Tactics) of(m *Machine, who int) []tacticLine {
	if t.m != m {
		t.compile(m)
	}
	return t.by[who]
}

func (t *Tactics) compile(m *Machine) {
	t.m = m
	t.by = make([][]tacticLine, len(m.encounter.Things)+1)
	known := map[*program.Tactic][]tacticLine{}
	for i, thing := range m.encounter.Things {
		if thing.Tactic == nil {
			continue
		}
		lines, ok := known[thing.Tactic]
		if !ok {
			lines = compileTactic(m.code, thing.Tactic)
			known[thing.Tactic] = lines
		}
		t.by[i+1] = lines
	}
}

func compileTactic(code *Code, tactic *program.Tactic) []tacticLine {
	lines := make([]tacticLine, len(tactic.Rules))
	for i, r := range tactic.Rules {
		line := tacticLine{TacticRule: r, cond: code.formula(r.If), best: code.formula(r.Best), value: code.formula(r.Value)}
		if r.Action != nil {
			line.with = make([]*formula, len(r.Action.Params))
			for j := range line.with {
				if j < len(r.With) {
					line.with[j] = code.formula(r.With[j])
				}
			}
		}
		lines[i] = line
	}
	return lines
}

// Act takes the first line of the tactic that is allowed, and the best way of it.
// Its formulas read the event that is being asked.
func (t *Tactics) Act(m *Machine, q *Question) (Act, error) {
	lines := t.of(m, q.Who)
	if lines == nil && q.Event == m.code.turnEvent() {
		thing := m.thing(q.Who)
		return NoAct, diag.Errorf("nobody-acts", thing.Span, "nobody acts for %s: no script and no tactic", m.title(q.Who))
	}
	who := float64(q.Who)
	for i := range lines {
		line := &lines[i]
		if line.Event != q.Event || line.cond != nil && m.numberAt(line.cond, 0, q.happening, who, 0) == 0 {
			continue
		}
		if line.Action == nil {
			return NoAct, nil
		}
		t.args = t.args[:0]
		for _, with := range line.with {
			if with != nil {
				t.args = append(t.args, m.numberAt(with, 0, q.happening, who, 0))
			} else {
				t.args = append(t.args, open)
			}
		}
		if act, _, ok := m.BestWay(q, line.Action, t.args, line.best); ok {
			return act, nil
		}
	}
	return NoAct, nil
}

// Choose takes the candidate that the tactic's line for the choice gives, or the
// one with the highest number; of several choices those with a number above 0.
func (t *Tactics) Choose(m *Machine, q *Question, picked []int) ([]int, bool, error) {
	if q.Who == 0 {
		return picked, false, nil
	}
	who := float64(q.Who)
	lines := t.of(m, q.Who)
	for i := range lines {
		line := &lines[i]
		if line.Choice == "" || line.Choice != q.Name || line.value == nil || line.cond != nil && !m.truth(line.cond, who) {
			continue
		}
		answer, ok := picked, false
		if line.Scores {
			answer, ok = bestCandidates(m, q, line.value, picked)
		} else {
			answer, ok = m.candidates(q, m.number(line.value, who), line.Value.Expr.Type, picked)
		}
		if ok {
			return answer, true, nil
		}
	}
	return picked, false, nil
}

// bestCandidates appends the candidate with the highest number, the first of
// equals; of several choices all whose number is above 0.
func bestCandidates(m *Machine, q *Question, value *formula, picked []int) ([]int, bool) {
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
