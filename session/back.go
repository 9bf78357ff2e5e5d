package session

import (
	"fmt"

	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/interp/script"
)

// Decisions returns how many decisions someone has taken.
func (s *Session) Decisions() int { return len(s.taken()) }

// Answers returns how many questions were answered by them: more than there are decisions, if tactics played on.
func (s *Session) Answers() (n int) {
	for i := range s.driver.done {
		if !s.driver.done[i].Auto {
			n++
		}
	}
	return n
}

// taken returns the indices of the decisions that someone took.
func (s *Session) taken() (at []int) {
	for i := range s.driver.done {
		if x := &s.driver.done[i]; !x.Auto && !x.Together {
			at = append(at, i)
		}
	}
	return at
}

// Undo takes back the last decision that someone took, and what passed after it; false means that there is none. Going back means playing
// the fight again.
func (s *Session) Undo() bool {
	n := s.Decisions()
	s.BackTo(n - 1)
	return n > 0
}

// BackTo takes back all decisions that someone took but the first n.
func (s *Session) BackTo(n int) {
	if at := s.taken(); len(at) > max(n, 0) {
		s.play(s.driver.done[:at[max(n, 0)]], false)
	}
}

// At returns the fight as it was when this many events had been recorded: a machine in that state, in the middle of whatever runs, only for
// reading. The decisions stay as they are.
func (s *Session) At(events int) (*interp.Machine, error) {
	if events < 0 || events > s.Events() {
		return nil, fmt.Errorf("there are %d events, and %d isn't one of them", s.Events(), events)
	}
	if events == s.Events() {
		return s.machine, nil
	}
	m, follow := s.replay()
	if events == 0 {
		return m, nil // nothing has happened yet
	}
	_, err := m.RunTo(events, follow...)
	return m, err
}

// Through shows the fight at several numbers of events, which are above 0 and ascend: look is called for each, with a machine in that
// state, only for reading until it returns. It takes as long as going to the last of them.
func (s *Session) Through(events []int, look func(*interp.Machine)) error {
	if len(events) == 0 {
		return nil
	}
	before := 0
	for _, n := range events {
		if n <= before || n > s.Events() {
			return fmt.Errorf("of %d events, %d can't follow %d", s.Events(), n, before)
		}
		before = n
	}
	m, follow := s.replay()
	return m.RunThrough(events, func() { look(m) }, follow...)
}

// replay returns a machine that is about to play the fight again, separate from the one in progress, and what follows its run.
func (s *Session) replay() (m *interp.Machine, follow []func() error) {
	if s.past == nil {
		s.past = interp.New(s.machine.Fight, s.machine.Options())
		s.past.LetThink(s.machine.Thinker()) // it remembers earlier thoughts
	}
	s.past.Reset(s.options.Trial)
	if s.watched {
		return s.past, []func() error{script.Obey(s.past)}
	}
	s.past.Obey(newDriver(s, s.driver.done))
	return s.past, nil
}
