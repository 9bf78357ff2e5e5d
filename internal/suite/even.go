package suite

import (
	"math"

	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/interp/exec"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
)

// How often mirrored fights are played: a few, and many if those look uneven. Sides count as uneven
// where chance alone would part them so far once in so many fights.
const (
	fewMirrored  = 120
	manyMirrored = 2000
	// suspicious and certain are in standard deviations: once in 370, once in 1.7 million.
	suspicious, certain = 3.0, 5.0
)

// Uneven plays an encounter of two sides that are alike many times, by tactics, and returns what is
// wrong where one of them wins more often than chance allows; nil: they are even. The machine must
// be new.
func Uneven(m *interp.Machine) *diag.Diagnostic {
	sides := m.Encounter().Sides
	wins := make([]int, len(sides)+1)
	for trial := range uint64(manyMirrored) {
		m.Reset(trial)
		outcome, err := m.Run()
		if err != nil {
			return nil // another law looks after that
		}
		wins[outcome.Winner]++
		if trial+1 == fewMirrored && !apart(wins, suspicious) {
			return nil
		}
	}
	if len(sides) != 2 || !apart(wins, certain) {
		return nil
	}
	return diag.Errorf(exec.BrokenLaw, m.Encounter().Span, "law %q doesn't hold: of %d fights %s wins %d and %s %d, though they are alike",
		program.BuiltInLaws[program.LawEvenSides], manyMirrored, sides[0], wins[1], sides[1], wins[2]).
		WithHint("if they were even, chance would part them so far less than once in a million times")
}

// apart tells whether two sides won so unequally often.
func apart(wins []int, deviations float64) bool {
	if len(wins) != 3 {
		return false
	}
	one, two := float64(wins[1]), float64(wins[2])
	return math.Abs(one-two) > deviations*math.Sqrt(max(one+two, 1))
}
