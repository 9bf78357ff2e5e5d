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
	// passedBy describes an automatic decision; seen is what someone has passed.
	passedBy *Passed
	seen     sighting
	// passed is how many questions were skipped before it, since the last one that was put, because the combatant could do nothing; counted
	// is set once that is known. When the decision is played again, this needn't be tried once more.
	passed  int
	counted bool
}

// Rejected is why a decision isn't possible.
type Rejected struct{ Reason string }

func (r *Rejected) Error() string { return r.Reason }

var errNotAsked = errors.New("this doesn't answer the open question")

// Do does something, with as many parameters given as needed. The error is a [*Refused] if that isn't possible: then the question stays
// open.
func (s *Session) Do(w Way) error { return s.decide(Decision{Way: w}, Act) }

// Pass does nothing, or takes the default of a choice.
func (s *Session) Pass() error { return s.decide(Decision{Pass: true}, Act, Choice) }

// ByTactic lets the tactic of the combatant who is asked decide; for dice, the seed.
func (s *Session) ByTactic() error { return s.decide(Decision{ByTactic: true}, Act, Choice, Dice) }

// Pick takes some of the offers of a choice, by their indices.
func (s *Session) Pick(indices ...int) error {
	return s.decide(Decision{Picked: indices}, Choice)
}

// Roll sets what the dice show: one face for each die, in the order in which the dice are written, followed by those of dice that explode.
func (s *Session) Roll(faces ...int) error { return s.decide(Decision{Faces: faces}, Dice) }

// decide takes a decision, and lets the fight go on to the next question.
func (s *Session) decide(x Decision, kinds ...Kind) error {
	fits := false
	for _, k := range kinds {
		fits = fits || s.asked != nil && s.asked.kind == k
	}
	if !fits {
		return errNotAsked
	}
	d := s.driver
	before := slices.Clone(d.done)
	d.answer, d.rejected = x, nil
	s.goOn()
	if d.rejected != nil {
		return d.rejected
	}
	if why := misfit(s.err); why != "" {
		s.play(before)
		return &Rejected{Reason: why}
	}
	return nil
}
