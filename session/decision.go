package session

import (
	"errors"
	"slices"
)

// Decision is an answer to a question.
type Decision struct {
	// Pass: nothing is done, or the default is taken. ByTactic: as the tactic decides; for dice, as the seed has them.
	Pass, ByTactic bool
	Way            Way
	Picked, Faces  []int
	// Auto is set if no one took it: the question wasn't put (see [Session.Ask]).
	Auto bool
	// Together is set if it belongs to the one before it: they are taken back at once (see [Session.PlayOn]).
	Together bool
	// passedBy describes what wasn't put, unless nothing could have been done there; seen is what someone has passed.
	passedBy *Passed
	seen     sighting
}

// Rejected is why a decision isn't possible.
type Rejected struct{ Reason string }

func (r *Rejected) Error() string { return r.Reason }

var errNotAsked = errors.New("this doesn't answer the open question")

// Do does something, with as many parameters given as needed. The error is a [*Rejected] if that isn't possible: then the question stays
// open.
func (s *Session) Do(w Way) error { return s.decide(Decision{Way: w}, Act) }

// Pass does nothing, or takes the default of a choice.
func (s *Session) Pass() error { return s.decide(Decision{Pass: true}, Act, Choice) }

// ByTactic lets the tactic of the combatant who is asked decide; for dice, the seed.
func (s *Session) ByTactic() error { return s.decide(Decision{ByTactic: true}, Act, Choice, Dice) }

// PlayOn lets tactics decide as [Session.ByTactic] does, once, and then for as long as on says so of the open question. All that is one
// decision for [Session.Undo].
func (s *Session) PlayOn(on func(Question) bool) error {
	for x := (Decision{ByTactic: true}); ; x.Together = true {
		if err := s.decide(x, Act, Choice, Dice); err != nil {
			return err
		}
		if q, more := s.Question(); !more || !on(q) {
			return nil
		}
	}
}

// Pick takes some of the offers of a choice, by their indices.
func (s *Session) Pick(indices ...int) error {
	return s.decide(Decision{Picked: indices}, Choice)
}

// Roll sets what the dice show: one face for each die, in the order in which the dice are written, followed by those of dice that explode.
func (s *Session) Roll(faces ...int) error { return s.decide(Decision{Faces: faces}, Dice) }

// decide takes a decision, and lets the fight go on to the next question.
func (s *Session) decide(x Decision, kinds ...Kind) error {
	if s.asked == nil || !slices.Contains(kinds, s.asked.kind) {
		return errNotAsked
	}
	d := s.driver
	before := slices.Clone(d.done)
	d.answer, d.rejected = x, nil
	s.asked, _ = s.next()
	if d.rejected == nil {
		return nil
	}
	if s.asked == nil { // faces that don't fit their dice have stopped the fight
		s.play(before, false)
	}
	return d.rejected
}
