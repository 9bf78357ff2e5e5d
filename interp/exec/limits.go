package exec

import (
	"github.com/rulec/rulec/lang/program"
)

// Limits bound what an encounter may use. A zero field has its default. The first three
// defaults are those for up to four combatants, and grow with their number: what one of
// them does may have to look at all, and so many do something.
//
// Spec: limits.md.
type Limits struct {
	// ActionSteps are the statements and list elements of one program at the top
	// (an entry, an action, a rule): 100,000, growing in proportion.
	ActionSteps int
	// Steps are those of a whole encounter: 10,000,000, growing with the square.
	Steps int64
	// Events are the announcements of an encounter: 1,000,000, growing in proportion.
	Events int
	// Told are the events of a trace: 250,000. What happens beyond is played, not recorded.
	Told int
	// Depth is how deep calls, actions, answers and rules nest: 64.
	Depth int
	// Chain is how often rules may cause rules in one settling: 64.
	Chain int
	// Batches are those at one point of time: 1,000.
	Batches int
	// Instances are the conditions in force at once, Entries the agenda: 10,000.
	Instances, Entries int
	// Time ends an encounter that goes on until then, in clock units; 0: the ruleset's own.
	Time float64
}

// DefaultLimits returns the limits that hold where nothing else is said, for up to four
// combatants.
func DefaultLimits() Limits { return Limits{}.withDefaults(1) }

// few is how many combatants the defaults are meant for.
const few = 4

func (l Limits) withDefaults(combatants int) Limits {
	scale := func(n int64, times int) int64 {
		if combatants > few {
			for range times {
				n = n / few * int64(combatants)
			}
		}
		return n
	}
	set := func(n *int, standard int64) {
		if *n == 0 {
			*n = int(standard)
		}
	}
	set(&l.ActionSteps, scale(100_000, 1))
	if l.Steps == 0 {
		l.Steps = scale(10_000_000, 2)
	}
	set(&l.Events, scale(1_000_000, 1))
	set(&l.Told, 250_000)
	set(&l.Depth, 64)
	set(&l.Chain, 64)
	set(&l.Batches, 1_000)
	set(&l.Instances, 10_000)
	set(&l.Entries, 10_000)
	return l
}

// combatants counts the creatures of an encounter.
func combatants(e *program.Encounter) int {
	n := 0
	for _, t := range e.Things {
		if t.Kind == e.Program.Creature {
			n++
		}
	}
	return n
}
