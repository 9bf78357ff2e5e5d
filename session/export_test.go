package session

import (
	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/interp/value"
	"github.com/rulec/rulec/lang/program"
)

// Digests returns for each event so far a hash of it and all before it.
func (s *Session) Digests() []uint64 { return s.machine.Digests() }

// Otherwise plays the fight from one of the questions that weren't put to its end, with the dice of a trial from there on: the one who was
// asked does something, or passes if that is nil, and tactics decide all else. It returns the number of the side that wins, from 1; ok is false if that can't be
// done.
func (s *Session) Otherwise(i int, a *program.Action, trial uint64) (winner int, ok bool) {
	m := interp.New(s.machine.Fight, interp.Options{Seed: s.options.Seed, Seeded: s.options.Seeded})
	var d *driver
	begun := false
	d = newDriver(s, s.driver.done[:s.PassedBy()[i].at-1])
	d.wait = func(q asked) bool {
		switch {
		case !begun && a == nil:
			d.answer = Decision{Pass: true}
		case !begun:
			d.answer = Decision{Way: Way{Action: a}}
		case q.kind == Act && m.Tactic(q.of.Who) == nil:
			d.answer = Decision{Pass: true}
		default:
			d.answer = Decision{ByTactic: true}
		}
		if !begun {
			m.Turn(trial)
		}
		begun = true
		return d.rejected == nil
	}
	m.Obey(d)
	out, err := m.Run()
	return out.Winner, err == nil && d.rejected == nil
}

// ThoughtActs reports whether the one who was asked at one of the questions that weren't put would act there after thinking ahead.
func (s *Session) ThoughtActs(i int) bool {
	m := interp.New(s.machine.Fight, interp.Options{Seed: s.options.Seed, Seeded: s.options.Seeded, Trace: true})
	m.LetThink(s.machine.Thinker())
	at := s.PassedBy()[i].at - 1
	x := &onlooker{driver: newDriver(s, s.driver.done[:at]), at: at}
	x.wait = func(asked) bool {
		x.answer = Decision{ByTactic: true}
		return len(x.done) == at
	}
	m.Obey(x)
	_, _ = m.Run()
	return x.acted
}

// onlooker is a driver that sees what is done at one decision.
type onlooker struct {
	*driver
	at    int
	acted bool
}

// Act is described at [driver.Act].
func (x *onlooker) Act(m *interp.Machine, q *interp.Question) (value.Act, error) {
	before := len(x.done)
	act, err := x.driver.Act(m, q)
	x.acted = x.acted || before == x.at && len(x.done) > x.at && act != value.NoAct
	return act, err
}
