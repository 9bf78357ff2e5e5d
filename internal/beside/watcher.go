package beside

import (
	"github.com/rulec/rulec/internal/experiment"
	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/interp/board"
	"github.com/rulec/rulec/interp/dice"
	"github.com/rulec/rulec/interp/keyed"
	"github.com/rulec/rulec/interp/trace"
	"github.com/rulec/rulec/interp/value"
	"github.com/rulec/rulec/lang/program"
)

// watcher plays fights of one encounter, watches them, and plays them again with other dice.
type watcher struct {
	watched, blind *interp.Machine
	seed           uint64
	setup          *experiment.Setup
}

func newWatcher(e *program.Encounter, effort Effort) (*watcher, error) {
	f, err := experiment.ByTactics(interp.Compile(e.Program), e)
	if err != nil {
		return nil, err
	}
	return &watcher{
		watched: effort.Machine(f, interp.Options{Trace: true}), blind: effort.Machine(f, interp.Options{}),
		seed: effort.Seed, setup: experiment.NewSetup(e, nil),
	}, nil
}

// fight is what was observed in a fight.
type fight struct {
	driver
	setup *experiment.Setup
	// winner is the side that won, from 1; 0 means no one.
	winner             int
	decisions, replies int
	// widths is how many different actions there were to choose from, each time a creature could act unasked, if
	// the fight measures that.
	widths   []int
	measures bool
	dice     int
	// rolls is how many rolls had been made when each action ended.
	rolls []int
	leads leads
	// lost is how much health each side has lost.
	lost [2]float64
	// told is how many events of the trace have been read.
	read, rolled int
}

// measured means that one in so many watched fights measures the possible actions: that takes as long as everything
// else, and differs little.
const measured = 10

// watch plays a trial and watches it.
func (w *watcher) watch(trial uint64) (*fight, error) {
	f := &fight{setup: w.setup, measures: trial%measured == 0}
	w.watched.SetChooser(f)
	w.watched.Observe(f)
	w.watched.Reset(trial)
	out, err := w.watched.Run()
	if err != nil {
		return nil, err
	}
	f.winner = out.Winner
	f.look(w.watched)
	return f, f.Landed(w.watched) // the state at the end
}

// again plays a trial with other dice for some of its actions, and returns the winner.
func (w *watcher) again(trial uint64, others span) (winner int, err error) {
	w.blind.SetChooser(&replay{others: others, trial: trial})
	w.blind.Reset(trial)
	if others.from == 0 {
		w.blind.Turn(otherwise(trial))
	}
	out, err := w.blind.Run()
	return out.Winner, err
}

// otherwise returns the trial that provides other dice for a trial: one that is never played.
func otherwise(trial uint64) uint64 { return 1<<40 + trial }

// span is a part of a fight, between two numbers of actions that have ended.
type span struct{ from, to int }

// someAction picks a random action in which dice were rolled, as the span from the end of the action before it to
// its own. ok is false if there is none.
func (f *fight) someAction(seed, trial uint64) (one span, ok bool) {
	var rolled []int
	before := 0
	for i, n := range f.rolls {
		if n > before {
			rolled = append(rolled, i)
		}
		before = n
	}
	if len(rolled) == 0 {
		return span{}, false
	}
	i := rolled[keyed.Run(seed, otherwise(trial))%uint64(len(rolled))]
	return span{i, i + 1}, true
}

// look counts the dice of the events recorded since its last call.
func (f *fight) look(m *interp.Machine) {
	events := m.Trace().Events
	for i := range events[f.read:] {
		if e := &events[f.read+i]; e.Kind == trace.Roll {
			f.rolled++
			f.dice += int(e.FaceCount)
		}
	}
	f.read = len(events)
}

// Act counts a question that has a possible answer other than none.
func (f *fight) Act(m *interp.Machine, q *interp.Question) (value.Act, error) {
	possible := false
	m.Aside(func() { possible = m.CouldAnswer(q) })
	if !possible {
		return f.driver.Act(m, q)
	}
	of := m.Concerns(q)
	reply := interrupts(m, q) || of != 0 && of != q.Who
	f.decided(reply)
	if f.measures && !reply {
		m.Aside(func() { f.widths = append(f.widths, len(actionsFor(m, q))) })
	}
	return f.driver.Act(m, q)
}

// interrupts reports whether a creature is asked while another's action is in progress.
func interrupts(m *interp.Machine, q *interp.Question) bool {
	return q.Act != value.NoAct && m.ActorOf(q.Act) != q.Who
}

// Choose counts a choice between two answers, or whether to take the only one.
func (f *fight) Choose(m *interp.Machine, q *interp.Question, picked []int) ([]int, bool, error) {
	if len(q.Candidates) > 1 || q.Some && len(q.Candidates) > 0 {
		f.decided(interrupts(m, q))
	}
	return f.driver.Choose(m, q, picked)
}

func (f *fight) decided(reply bool) {
	f.decisions++
	if reply {
		f.replies++
	}
}

// Ended records how many rolls have been made by the end of an action.
func (f *fight) Ended(m *interp.Machine, _ value.Act) error {
	f.look(m)
	f.rolls = append(f.rolls, f.rolled)
	return nil
}

// Landed records who leads.
func (f *fight) Landed(m *interp.Machine) error {
	var stand [2]int
	for i, c := range f.setup.Combatants {
		stands, err := m.Stands(board.Thing(i + 1))
		if err != nil {
			return err
		}
		if stands {
			stand[c.Side]++
		}
	}
	f.leads.note(len(f.rolls), leader(stand, f.lost))
	return nil
}

// Acted does nothing.
func (f *fight) Acted(interp.Deed) {}

// Tested does nothing.
func (f *fight) Tested(interp.Tested) {}

// Changed adds health that was lost, and subtracts what came back.
func (f *fight) Changed(h interp.Harm) {
	if i := int(h.Who) - 1; i >= 0 && i < len(f.setup.Combatants) {
		f.lost[f.setup.Combatants[i].Side] += h.Amount
	}
}

// driver plays by tactics, and leaves dice and piles to their usual results.
type driver struct{ interp.Tactics }

func (*driver) Landed(*interp.Machine) error           { return nil }
func (*driver) Ended(*interp.Machine, value.Act) error { return nil }
func (*driver) Chance(*interp.Machine, *interp.Question) (int, bool, error) {
	return 0, false, nil
}
func (*driver) Draw(*interp.Machine, *program.Deck, dice.Roller) (float64, bool, error) {
	return 0, false, nil
}

// replay plays a fight as before, but with other dice in a part of it.
type replay struct {
	driver
	others span
	trial  uint64
	ended  int
}

// Ended switches to the other dice, or back.
func (r *replay) Ended(m *interp.Machine, _ value.Act) error {
	r.ended++
	switch r.ended {
	case r.others.from:
		m.Turn(otherwise(r.trial))
	case r.others.to:
		m.Turn(r.trial)
	}
	return nil
}
