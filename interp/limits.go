package interp

// Limits bound what an encounter may use. A zero field has its default.
//
// Spec: limits.
type Limits struct {
	// ActionSteps are the statements and list elements of one program at the top
	// (an entry, an action, a rule): 100,000.
	ActionSteps int
	// Steps are those of a whole encounter: 10,000,000.
	Steps int
	// Events are the announcements of an encounter: 1,000,000.
	Events int
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

// DefaultLimits returns the limits that hold where nothing else is said.
func DefaultLimits() Limits { return Limits{}.withDefaults() }

func (l Limits) withDefaults() Limits {
	set := func(n *int, standard int) {
		if *n == 0 {
			*n = standard
		}
	}
	set(&l.ActionSteps, 100_000)
	set(&l.Steps, 10_000_000)
	set(&l.Events, 1_000_000)
	set(&l.Depth, 64)
	set(&l.Chain, 64)
	set(&l.Batches, 1_000)
	set(&l.Instances, 10_000)
	set(&l.Entries, 10_000)
	return l
}

// maxKeys is how many key numbers an agenda can have.
const maxKeys = 8
