package session

import (
	"fmt"

	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/interp/script"
)

// Decisions returns how many decisions someone has taken.
func (s *Session) Decisions() int {
	n := 0
	if s.watched {
		return n
	}
	for i := range s.driver.done {
		if !s.driver.done[i].Auto {
			n++
		}
	}
	return n
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
	if s.watched {
		return
	}
	for i := range s.driver.done {
		if s.driver.done[i].Auto {
			continue
		}
		if n--; n < 0 {
			s.play(s.driver.done[:i])
			return
		}
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
	m := s.replayer()
	m.Reset(s.options.Trial)
	if events == 0 {
		return m, nil // nothing has happened yet
	}
	_, err := m.RunTo(events, s.follow(m)...)
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
	m := s.replayer()
	m.Reset(s.options.Trial)
	return m.RunThrough(events, func() { look(m) }, s.follow(m)...)
}

// follow makes a machine play the fight again, and returns what follows the run.
func (s *Session) follow(m *interp.Machine) []func() error {
	if s.watched {
		return []func() error{script.Obey(m)}
	}
	m.Obey(newDriver(s, s.driver.done, noMore).script())
	return nil
}

// replayer returns the machine that plays the fight again, separate from the one in progress.
func (s *Session) replayer() *interp.Machine {
	if s.past == nil {
		s.past = interp.New(s.machine.Fight, s.machine.Options())
		s.past.LetThink(s.machine.Thinker()) // it remembers earlier thoughts
	}
	return s.past
}
