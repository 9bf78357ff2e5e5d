package diff

import (
	"math"

	"github.com/rulec/rulec/internal/experiment"
	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/interp/board"
	"github.com/rulec/rulec/interp/trace"
	"github.com/rulec/rulec/lang/program"
)

// fight is the result of one fight.
type fight struct {
	// digest identifies the events of a fight; 0 if it wasn't recorded.
	digest uint64
	// length is the clock at the end, acts the number of actions.
	length float64
	acts   int32
	// outcome is the side that won, or one of the outcomes after the sides.
	outcome int32
}

// is reports whether a fight ended with an outcome.
func (f fight) is(outcome int) bool { return int(f.outcome) == outcome }

// version is an encounter under one of the compared rulesets.
type version struct {
	encounter *program.Encounter
	setup     *experiment.Setup
	code      *interp.Fight
	fights    []fight
	// left has what the sides have left in each fight: see leavings.
	left [][]float64
	// used counts the uses of each rule, by its number; seen finds the rule of a place.
	used []Use
	seen seen
}

// Use is how often a rule had an observable effect: in how many fights, and how many times in all.
type Use struct {
	Fights int64 `json:"fights"`
	Times  int64 `json:"times"`
	// Shows reports whether the record of a fight would show it: not for what works inside of others, such as
	// params and quantities.
	Shows bool `json:"shows"`
}

// prepare makes an encounter ready to be played by its tactics.
func prepare(e *program.Encounter) (*version, error) {
	code, err := experiment.ByTactics(interp.Compile(e.Program), e)
	if err != nil {
		return nil, stoppedIn(e, 0, err)
	}
	return &version{encounter: e, setup: experiment.NewSetup(e, nil), code: code}, nil
}

// Stopped is the error of a fight that could not be played to its end.
type Stopped struct {
	// Trial is its number, Encounter and Under are the encounter and the ruleset.
	Trial            uint64
	Encounter, Under string
	Err              error
}

func (s *Stopped) Error() string { return s.Err.Error() }

// Unwrap returns the cause, usually a diagnostic.
func (s *Stopped) Unwrap() error { return s.Err }

// stoppedIn returns the error of a fight.
func stoppedIn(e *program.Encounter, trial uint64, err error) *Stopped {
	return &Stopped{trial, e.Name, e.Program.Name, err}
}

// player plays one version in one goroutine.
type player struct {
	*version
	machine *interp.Machine
	looks   bool
	used    []Use
	// times counts the uses of rules in the current fight.
	times []int64
}

// newPlayer returns a player of a version. If looks is set it records every fight, to compute its digest and to
// count the uses of rules.
func (j *Job) newPlayer(v *version, looks bool) *player {
	m := j.Machine(v.code, interp.Options{Trace: looks})
	m.Observe(ignoring{})
	return &player{version: v, machine: m, looks: looks, used: make([]Use, v.seen.count), times: make([]int64, v.seen.count)}
}

// ignoring is an observer that makes the machine keep the data that is queried at the end of a fight.
type ignoring struct{}

func (ignoring) Acted(interp.Deed)    {}
func (ignoring) Tested(interp.Tested) {}
func (ignoring) Changed(interp.Harm)  {}

// play plays one fight and keeps its result.
func (p *player) play(trial uint64) error {
	p.machine.Reset(trial)
	out, err := p.machine.Run()
	if err != nil {
		return stoppedIn(p.encounter, trial, err)
	}
	f := fight{outcome: int32(p.setup.OutcomeOf(out)), length: math.Floor(out.Now), acts: int32(out.Acts)}
	if p.looks {
		f.digest = p.machine.Digest()
	}
	if p.left != nil {
		p.count(p.machine.Trace())
		if p.left[trial], err = p.leavings(); err != nil {
			return stoppedIn(p.encounter, trial, err)
		}
	}
	p.fights[trial] = f
	return nil
}

// leavings returns what each side has left: how many are still standing, and the sum of each pool that the ruleset
// counts as health.
func (p *player) leavings() ([]float64, error) {
	e := p.encounter
	each := 1 + healthPools(e.Program)
	left := make([]float64, len(e.Sides)*each)
	for i, t := range e.Things {
		if t.Kind != e.Program.Creature || t.Side < 0 {
			continue
		}
		at := t.Side * each
		stands, err := p.machine.Stands(board.Thing(i + 1))
		if err != nil {
			return nil, err
		}
		if stands {
			left[at]++
		}
		for k := range each - 1 {
			left[at+1+k] += p.machine.Health(board.Thing(i+1), k)
		}
	}
	return left, nil
}

func healthPools(p *program.Program) int {
	if p.Reports == nil {
		return 0
	}
	return len(p.Reports.Health)
}

// count adds up the uses of rules in a fight.
func (p *player) count(t *trace.Trace) {
	if len(p.used) == 0 {
		return
	}
	clear(p.times)
	p.seen.tally(t, p.encounter, p.times)
	for i, n := range p.times {
		if n > 0 {
			p.used[i].Fights++
			p.used[i].Times += n
		}
	}
}

// resize makes room for this many fights, or leaves only these.
func (v *version) resize(fights uint64) {
	more := fights - min(fights, uint64(len(v.fights)))
	v.fights = append(v.fights, make([]fight, more)...)[:fights]
	v.left = append(v.left, make([][]float64, more)...)[:fights]
}
