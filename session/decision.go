package session

import (
	"errors"
)

// Decision is how a question was answered.
type Decision struct {
	// Pass: nothing is done, or the default is taken. ByTactic: as the tactic decides; of dice, as
	// the seed has them.
	Pass, ByTactic bool
	Way            Way
	Picked, Faces  []int
	// passed is how many questions weren't put before it, since the last one that was, because whoever is
	// asked could do nothing; counted is set once that is known. Whoever plays the decision again needn't
	// try anew what could be done.
	passed  int
	counted bool
}

// Refused is why something can't be decided so.
type Refused struct{ Reason string }

func (r *Refused) Error() string { return r.Reason }

var errNotAsked = errors.New("nothing of that kind is asked now")

// Do does something in a way whose parameters are given, as far as they have to be. The error is a
// [*Refused] where that isn't possible: the question then stays open.
func (s *Session) Do(w Way) error { return s.decide(Decision{Way: w}, Act) }

// Pass does nothing, or takes the default of a choice.
func (s *Session) Pass() error { return s.decide(Decision{Pass: true}, Act, Choice) }

// ByTactic lets the tactic of whoever is asked decide; of dice, the seed.
func (s *Session) ByTactic() error { return s.decide(Decision{ByTactic: true}, Act, Choice, Dice) }

// Pick takes some of the offers of a choice, by their indices.
func (s *Session) Pick(indices ...int) error {
	return s.decide(Decision{Picked: indices}, Choice)
}

// Roll says what the dice show: one face for each die, those first that are written first, and
// behind them those of dice that explode.
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
	before := s.done
	x.passed, x.counted = d.passed, true
	d.answer, d.refused, d.passed = x, nil, 0
	s.goOn()
	if d.refused != nil {
		s.done = before[:d.reopened]
		return d.refused
	}
	if why := misfit(s.err); why != "" {
		s.play(before)
		return &Refused{Reason: why}
	}
	s.done = append(before, x)
	return nil
}
