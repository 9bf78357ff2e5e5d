package session

import (
	"errors"

	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/interp/script"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
)

// Watch plays a fight to its end as rulec run does: by its script, where it has one, else by
// tactics. There is nothing to decide in such a session; it is for looking at any event of it. The
// error says why it can't begin; what it went wrong with later says [Session.Over].
func Watch(e *program.Encounter, o Options) (*Session, error) {
	settings := interp.Options{
		Seed: o.Seed, Seeded: o.Seeded, Trial: o.Trial, Trace: true, Sums: true, Explain: o.Explain, Context: o.Context, Limits: o.Limits,
	}
	settings.StrictDice = script.Strict(e, settings)
	fight, err := interp.Prepare(interp.Compile(e.Program), e)
	if err != nil {
		return nil, err
	}
	s := &Session{encounter: e, options: o, watched: true, machine: interp.New(fight, settings)}
	s.machine.Reset(o.Trial)
	finish := script.Obey(s.machine)
	if s.outcome, s.err = s.machine.Run(); s.err == nil {
		s.err = finish()
	}
	if d := (*diag.Diagnostic)(nil); s.err != nil && !errors.As(s.err, &d) {
		return nil, s.err
	}
	return s, nil
}
