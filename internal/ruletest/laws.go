package ruletest

import (
	"slices"

	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/interp/script"
	"github.com/rulec/rulec/lang/program"
)

// Play plays a case, and checks its script, the laws that it names and the odds that it expects. An error is like that of a [Result].
func Play(code *interp.Code, c *program.Encounter, o interp.Options) error {
	if len(c.Odds) > 0 {
		return checkOdds(code, c, o)
	}
	lawful := o
	lawful.Laws = c.Laws
	m, _, err := script.Play(code, c, lawful)
	if err != nil {
		return err
	}
	if err := script.Suppose(m); err != nil {
		return err
	}
	if slices.Contains(c.Laws, program.BuiltInLaws[program.LawEvenSides]) {
		fight, err := interp.Prepare(code, c)
		if err != nil {
			return err
		}
		if d := Uneven(interp.New(fight, o)); d != nil {
			return d
		}
	}
	return nil
}
