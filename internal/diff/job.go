package diff

import (
	"github.com/rulec/rulec/internal/experiment"
	"github.com/rulec/rulec/lang"
	"github.com/rulec/rulec/lang/program"
)

// Job is what to compare.
type Job struct {
	Versions *lang.Versions
	// Options are the options that the encounters were read with.
	Options lang.Options
	// Encounters are the encounters to play.
	Encounters []Encounter
	// Many says how to play fights: Fights of each encounter under each ruleset, by the seed of the encounter. With
	// Until, which is from 0 to 1, that is the maximum: the fights end when the interval of the change in the first
	// side's win rate is that narrow. It is checked after fixed numbers of fights.
	experiment.Many
	Until float64
	// NoShares skips the attribution to single rules.
	NoShares bool
}

// Encounter is an encounter to play.
type Encounter struct {
	// Name is the name it was read by, File its name in reports.
	Name, File string
	// Line is the command line that plays it.
	Line experiment.Line
	Seed uint64
	// Base and House are the encounter under the two rulesets.
	Base, House *program.Encounter
	// PrintBase and PrintHouse are the command lines that print a fight under either ruleset; its number follows.
	PrintBase, PrintHouse string
}

// duel is an encounter under both rulesets.
type duel struct {
	Encounter
	base, house *version
}

// won returns how much more often an outcome occurs under the house rules.
func (d *duel) won(outcome int) experiment.Difference {
	return experiment.More(d.house.fights, d.base.fights, func(f fight) float64 { return experiment.Truth(f.is(outcome)) }).Difference()
}
