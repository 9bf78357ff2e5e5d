package session

import (
	"errors"

	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/interp/script"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
)

// mostSupposed is the maximum number of steps for playing a fight again to test laws that change something.
const mostSupposed = 10_000_000

// Watch plays a fight to its end as rulec run does: by its script, if it has one, else by tactics. Such a session has nothing to decide; it
// is for looking at any event of it. The error says why it can't begin; for later errors see [Session.Over].
func Watch(e *program.Encounter, o Options) (*Session, error) {
	m, outcome, err := script.Play(interp.Compile(e.Program), e, o.settings())
	if m == nil {
		return nil, err
	}
	s := &Session{encounter: e, options: o, watched: true, machine: m, outcome: outcome, err: err}
	s.driver = newDriver(s, nil)
	if s.err == nil {
		s.err = s.suppose()
	}
	if d := (*diag.Diagnostic)(nil); s.err != nil && !errors.As(s.err, &d) {
		return nil, s.err
	}
	return s, nil
}

// suppose plays the fight again for each action that a law changes, on another machine: the fight stays as it is. The error is the first
// law that doesn't hold.
func (s *Session) suppose() error {
	if len(s.machine.Occasions()) == 0 {
		return nil
	}
	settings := s.machine.Options()
	settings.Trace, settings.Sums, settings.Explain = false, false, false
	m := interp.New(s.machine.Fight, settings)
	m.LetThink(s.machine.Thinker())
	var steps int64
	again := func() error {
		if steps > mostSupposed {
			return interp.ErrOver // the rest isn't tried
		}
		m.Reset(s.options.Trial)
		finish := script.Obey(m)
		_, err := m.Run()
		steps += m.Took()
		if err == nil {
			err = finish()
		}
		return err
	}
	if err := again(); err != nil {
		return err
	}
	return script.SupposeBy(m, again)
}
