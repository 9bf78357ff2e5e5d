package session

import (
	"context"
	"fmt"
	"io"
	"iter"
	"slices"

	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/interp/board"
	"github.com/rulec/rulec/interp/dice"
	"github.com/rulec/rulec/interp/story"
	"github.com/rulec/rulec/lang/program"
)

// Options control how a fight is driven.
type Options struct {
	// Seed is the seed of the dice; with Seeded false it is the encounter's own. Trial distinguishes fights with the same seed; it counts
	// from 0.
	Seed   uint64
	Seeded bool
	Trial  uint64
	// Hands are the names of the combatants, or of the sides, played by hand; the others act by their tactics. None means that all are
	// played by hand.
	Hands []string
	// Asking says which questions are put, until [Session.Ask] says otherwise.
	Asking Asking
	// HandDice asks for the faces of all dice rolled by those played by hand.
	HandDice bool
	// Explain also records how each number was computed.
	Explain bool
	// Laws are the names of laws: the fight stops when one of them doesn't hold (laws.md).
	Laws []string
	// ShowDice makes scripts give the faces of all dice, as if all were rolled by hand.
	ShowDice bool
	// Code is the compiled ruleset; nil means that it is compiled here.
	Code *interp.Code
	// Context stops the fight with an error when it is done. Nil means never.
	Context context.Context
	// Thought, if not nil, is called each time a combatant has thought ahead, which may take a while.
	Thought func()
	Limits  interp.Limits
}

// Session is a fight in progress, driven from outside.
type Session struct {
	encounter *program.Encounter
	options   Options
	machine   *interp.Machine
	byHand    []bool // by thing, from 0

	// next lets the fight go on to the next question, stop ends it there.
	next func() (*asked, bool)
	stop func()
	// asked is the open question; nil means none: the fight has ended.
	asked *asked
	// driver answers for the machine, and knows the decisions so far.
	driver *driver
	// asking says which questions are put.
	asking Asking
	// past plays the fight again up to an earlier event; nil means not needed yet.
	past *interp.Machine
	// watched is set if no one is asked: see Watch.
	watched bool
	outcome interp.Outcome
	err     error
}

// New begins a fight, and plays it to its first question. The script of the encounter is ignored. The error says which name of Hands is
// unknown, or why the encounter can't be played.
func New(e *program.Encounter, o Options) (*Session, error) {
	alone := *e
	alone.Script, alone.After = nil, nil
	s := &Session{encounter: &alone, options: o, asking: o.Asking}
	if err := s.readHands(); err != nil {
		return nil, err
	}
	if o.Code == nil {
		o.Code = interp.Compile(e.Program)
	}
	fight, err := interp.Prepare(o.Code, &alone)
	if err != nil {
		return nil, err
	}
	s.machine = interp.New(fight, o.settings())
	s.play(nil, false)
	return s, s.err
}

// settings are those of the machine.
func (o *Options) settings() interp.Options {
	return interp.Options{
		Seed: o.Seed, Seeded: o.Seeded, Trial: o.Trial, Trace: true, Sums: true, Explain: o.Explain, Laws: o.Laws,
		Context: o.Context, Thought: o.Thought, Limits: o.Limits,
	}
}

// Everyone as the only hand means that all are played by hand.
const Everyone = "all"

// HandsOf returns the hands that people expect: those that they name, else the first side. Alone is set if they named none and none of the
// others has a tactic: then everyone is played by hand.
func HandsOf(e *program.Encounter, named []string) (hands []string, alone bool) {
	switch {
	case slices.Equal(named, []string{Everyone}), len(named) == 0 && len(e.Sides) == 0:
		return nil, false
	case len(named) > 0:
		return named, false
	case slices.ContainsFunc(e.Things, func(t *program.Thing) bool { return t.Side > 0 && t.Tactic != nil }):
		return e.Sides[:1], false
	}
	return nil, true
}

// readHands finds the things played by hand.
func (s *Session) readHands() error {
	s.byHand = slices.Repeat([]bool{len(s.options.Hands) == 0}, len(s.encounter.Things))
	for _, name := range s.options.Hands {
		found := false
		for i, t := range s.encounter.Things {
			if t.Name == name || t.Side >= 0 && s.encounter.Sides[t.Side] == name {
				s.byHand[i], found = true, true
			}
		}
		if !found {
			return fmt.Errorf("unknown combatant or side %q", name)
		}
	}
	return nil
}

// ByHand reports whether the thing with a name is played by hand.
func (s *Session) ByHand(name string) bool { return s.isByHand(s.thing(name)) }

// isByHand reports whether a combatant is played by hand.
func (s *Session) isByHand(who board.Thing) bool { return who == 0 || s.byHand[who-1] }

// rollsByHand reports whether the dice of a roller are rolled by hand.
func (s *Session) rollsByHand(roller dice.Roller) bool {
	return s.options.HandDice && int(roller) < len(s.byHand) && s.byHand[roller]
}

// play plays the fight from its start: the earlier decisions, then to the next question. With put, it puts the question after these
// decisions even if the policy would pass it.
func (s *Session) play(decided []Decision, put bool) {
	s.Close()
	s.err, s.asking.Until = nil, NoYield
	s.machine.Reset(s.options.Trial)
	d := newDriver(s, decided)
	d.put, d.asking = put, &s.asking
	s.driver = d
	s.next, s.stop = iter.Pull(func(yield func(*asked) bool) {
		d.wait = func(q asked) bool { return yield(&q) }
		s.machine.Obey(d)
		s.outcome, s.err = s.machine.Run()
	})
	s.asked, _ = s.next()
}

// Close ends the session; it can't be used after that.
func (s *Session) Close() {
	if s.stop != nil {
		s.stop()
	}
	s.asked = nil
}

// Over reports whether the fight has ended, and how. The error is a *diag.Diagnostic: the fault in the rules, and its place.
func (s *Session) Over() (outcome interp.Outcome, over bool, err error) {
	return s.outcome, s.asked == nil, s.err
}

// Encounter returns the encounter.
func (s *Session) Encounter() *program.Encounter { return s.encounter }

// Log returns the log of the fight so far.
func (s *Session) Log(o story.Options) *story.Log { return interp.Log(s.machine, o) }

// Logs renders the fight so far in several ways.
func (s *Session) Logs(ways ...story.Options) []*story.Log { return interp.Logs(s.machine, ways...) }

// Events returns the number of events recorded so far.
func (s *Session) Events() int { return len(s.machine.Trace().Events) }

// Hash returns a hash of the state; different states hardly ever share one.
func (s *Session) Hash() uint64 { return s.machine.Hash() }

// WriteJSON writes the events so far, one a line.
func (s *Session) WriteJSON(w io.Writer) error { return s.machine.JSON(w) }
