package ruletest

import (
	"math"

	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/interp/exec"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
)

// stage is a number of mirrored fights, and by how many standard deviations the sides must differ after them to
// make more fights worth playing.
type stage struct {
	fights int
	apart  float64
}

// stages start with a few fights, and go on to many if those look uneven.
var stages = []stage{{120, 1.8}, {500, 2.5}, {1500, 3.5}, {4000, certain}}

// certain is how many standard deviations count as uneven: chance alone makes such a difference once in 1.7 million
// times.
const certain = 5.0

// Uneven plays an encounter of two equal sides many times, by tactics, and returns an error if one of them wins
// more often than chance allows; nil if they are even, or the ruleset says that they needn't be. The machine must
// be new.
//
// Spec: laws.md.
func Uneven(m *interp.Machine) *diag.Diagnostic {
	m.Reset(0)
	if asks, err := m.AsksFor(program.LawEvenSides); !asks || err != nil {
		return nil // a fight that can't be computed fails elsewhere
	}
	sides := m.Encounter().Sides
	wins := make([]int, len(sides)+1)
	played := 0
	for _, stage := range stages {
		for ; played < stage.fights; played++ {
			m.Reset(uint64(played))
			outcome, err := m.Run()
			if err != nil {
				return nil // another law checks that
			}
			wins[outcome.Winner]++
		}
		if !apart(wins, stage.apart) {
			return nil
		}
		if apart(wins, certain) {
			break
		}
	}
	return diag.Errorf(exec.BrokenLaw, m.Encounter().Span, "law %q doesn't hold: of %d fights %s wins %d and %s %d, though they are alike",
		program.BuiltInLaws[program.LawEvenSides], played, sides[0], wins[1], sides[1], wins[2]).
		WithHint("even sides would be so far apart less than once in a million times; if the rules intend it, such as by the order in the file, write laws: {even_sides: {if: \"false\"}}")
}

// apart reports whether the wins of two sides differ by that many standard deviations.
func apart(wins []int, deviations float64) bool {
	if len(wins) != 3 {
		return false
	}
	one, two := float64(wins[1]), float64(wins[2])
	return math.Abs(one-two) > deviations*math.Sqrt(max(one+two, 1))
}
