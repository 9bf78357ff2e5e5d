package exec

import (
	"slices"

	"github.com/rulec/rulec/interp/board"
	"github.com/rulec/rulec/interp/dice"
	"github.com/rulec/rulec/lang/program"
)

// Two runs that a law compares are told the same, whatever both are asked: who does what, what is chosen, by somebody or
// by chance, which card is drawn, what dice show that a script gives. So they differ by what the law supposes alone.

// transcript is what a run was told in which laws are watched that suppose something.
type transcript struct {
	on bool
	// compared is set in a run that supposes something, other in what follows from there on: nobody is asked then, told
	// are the answers of the run with which it is compared.
	compared, other bool
	told            map[query][][]float64
	// asked is how often each has been asked in this run.
	asked map[query]int
}

// query is what is the same question in two runs, if it comes up for the same time.
type query struct {
	what, name string
	who        int
	// within is the innermost action under way, when it is asked; nil: none.
	within *program.Action
}

func (t *transcript) reset(compared bool) {
	if !t.on {
		return
	}
	t.compared, t.other, t.asked = compared, false, map[query]int{}
	if !compared {
		t.told = map[query][][]float64{}
	}
}

// otherwise begins what follows from what is supposed.
func (t *transcript) otherwise(m *Machine) {
	t.other = true
	m.source.Follow(alike{m})
}

// notes tells whether what this run is told is noted.
func (t *transcript) notes() bool { return t.on && !t.other }

func (m *Machine) query(what, name string, who int) query {
	q := query{what: what, name: name, who: who}
	if n := len(m.acts.running); n > 0 {
		q.within = m.acts.at(m.acts.running[n-1]).action.Action
	}
	return q
}

// isTold notes what the answer to a question is.
func (t *transcript) isTold(q query, answer []float64) {
	if t.asked[q]++; !t.compared {
		t.told[q] = append(t.told[q], answer)
	}
}

// ask returns what the other run was told; ok is false where it wasn't asked.
func (t *transcript) ask(q query) (answer []float64, ok bool) {
	n := t.asked[q]
	t.asked[q]++
	if n >= len(t.told[q]) {
		return nil, false
	}
	return t.told[q][n], true
}

// noteAnswer notes what somebody does.
func (m *Machine) noteAnswer(h eventRef, actor board.Thing, act actRef) {
	var l ledger
	l.noteAct(m, act)
	m.laws.told.isTold(m.query("act", m.events.at(h).event.Name, int(actor)), l.notes)
}

// actAlike does what was done in the other run; nothing where it wasn't asked. Where it can't be done, nothing
// can be said of the two.
func (m *Machine) actAlike(h eventRef, who, actor board.Thing, x *happening) actRef {
	told, ok := m.laws.told.ask(m.query("act", x.event.Name, int(actor)))
	if !ok || told[0] == 0 {
		return 0
	}
	a := m.Code.Actions[int(told[0])-1]
	params := again{notes: told[1:]}
	args := make([]float64, len(a.Params))
	for i, p := range a.Params {
		args[i] = params.argument(m, p)
	}
	q := Question{Name: x.event.Name, Event: x.event.Event, Open: x.open, Who: who, Actor: actor, Announcement: x.number, happening: h}
	act, ok := m.Allows(&q, a.Action, args)
	if !ok {
		panic(calledOver{})
	}
	return m.acts.find(act)
}

// noteChoice notes which values somebody takes, or those that are taken by default, and whether they have chosen.
func (m *Machine) noteChoice(q *Question, answer []int, ok bool) {
	if !ok {
		answer = q.Default
	}
	values := []float64{boolean(ok)}
	for _, i := range answer {
		values = append(values, q.Candidates[i])
	}
	m.laws.told.isTold(m.query("choice", q.Name, int(q.Who)), values)
}

// chooseAlike chooses what was chosen in the other run; the default where it wasn't asked, or where that default is no
// candidate any more.
func (m *Machine) chooseAlike(q *Question) (answer []int, ok bool) {
	told, ok := m.laws.told.ask(m.query("choice", q.Name, int(q.Who)))
	if !ok {
		return nil, false
	}
	chosen := told[0] != 0
	for _, v := range told[1:] {
		i := slices.Index(q.Candidates, v)
		switch {
		case i < 0 && chosen:
			panic(calledOver{})
		case i < 0:
			return nil, false
		}
		answer = append(answer, i)
	}
	return answer, chosen || q.Some || len(answer) > 0
}

// toldOf is the number that was noted in the other run of a choice by chance or a card; ok is false where there was none.
func (m *Machine) toldOf(q query) (v float64, ok bool) {
	told, ok := m.laws.told.ask(q)
	if !ok {
		return 0, false
	}
	return told[0], true
}

// noteRoll notes what dice show that a script gives.
func (m *Machine) noteRoll(roller dice.Roller, label dice.Label, roll int) {
	var shown []float64
	if m.source.Roll(roll).Scripted {
		for _, f := range m.source.Faces(roll) {
			shown = append(shown, float64(f.Shown))
		}
	}
	m.laws.told.isTold(m.query("roll", m.Label(label), int(roller)), shown)
}

// alike are dice that show what a script has them show in the other run.
type alike struct{ m *Machine }

func (a alike) FacesFor(roller dice.Roller, label dice.Label, _ dice.Value) (faces []int, found bool, err error) {
	shown, ok := a.m.laws.told.ask(a.m.query("roll", a.m.Label(label), int(roller)))
	if !ok && a.m.opts.StrictDice {
		return nil, false, ErrOver
	}
	for _, f := range shown {
		faces = append(faces, int(f))
	}
	return faces, len(faces) > 0, nil
}

func (a alike) Misfit(dice.Roller, dice.Label, dice.Value, int, string) error { return ErrOver }
