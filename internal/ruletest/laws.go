package ruletest

import (
	"slices"

	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/interp/script"
	"github.com/rulec/rulec/lang/program"
)

// playLawfully plays a case, and checks the laws that it names.
func (o Options) playLawfully(code *interp.Code, c *program.Encounter) (*interp.Machine, error) {
	play := o.play(false)
	play.Laws = c.Laws
	m, _, err := script.Play(code, c, play)
	if err != nil {
		return m, err
	}
	if err := script.Suppose(m); err != nil {
		return m, err
	}
	if slices.Contains(c.Laws, program.BuiltInLaws[program.LawEvenSides]) {
		fight, err := interp.Prepare(code, c)
		if err != nil {
			return m, err
		}
		play.Laws = nil
		if d := Uneven(interp.New(fight, play)); d != nil {
			return m, d
		}
	}
	return m, nil
}
