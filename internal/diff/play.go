package diff

import (
	"context"
	"math"
	"sync"

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

// The outcomes after those of the sides.
const (
	nobody = iota
	timeUp
	nothingLeft
	otherOutcomes
)

// version is an encounter under one of the compared rulesets.
type version struct {
	encounter *program.Encounter
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
	played := *e
	played.Script = nil
	code, err := interp.Prepare(interp.Compile(e.Program), &played)
	if err != nil {
		return nil, err
	}
	return &version{encounter: e, code: code}, nil
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
	m := interp.New(v.code, interp.Options{Seed: j.Seed, Seeded: true, Trace: looks, Limits: j.Limits, Context: j.Cut})
	m.Observe(ignoring{})
	return &player{version: v, machine: m, looks: looks, used: make([]Use, v.seen.count), times: make([]int64, v.seen.count)}
}

// ignoring is an observer that makes the machine keep the data that is queried at the end of a fight.
type ignoring struct{}

func (ignoring) Acted(interp.Deed)    {}
func (ignoring) Tested(interp.Tested) {}
func (ignoring) Changed(interp.Harm)  {}

// play plays one fight and keeps its result.
func (p *player) play(trial uint64) *Stopped {
	p.machine.Reset(trial)
	out, err := p.machine.Run()
	if err != nil {
		return &Stopped{trial, p.encounter.Name, p.encounter.Program.Name, err}
	}
	f := fight{outcome: int32(len(p.encounter.Sides)), length: math.Floor(out.Now), acts: int32(out.Acts)}
	switch {
	case out.Winner > 0:
		f.outcome = int32(out.Winner - 1)
	case out.Ending == trace.TimeUp:
		f.outcome += timeUp
	case out.Ending == trace.NothingLeft:
		f.outcome += nothingLeft
	}
	if p.looks {
		f.digest = p.machine.Digest()
	}
	if p.left != nil {
		p.count(p.machine.Trace())
		if p.left[trial], err = p.leavings(); err != nil {
			return &Stopped{trial, p.encounter.Name, p.encounter.Program.Name, err}
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

// grow makes room for this many fights.
func (v *version) grow(fights uint64) {
	v.fights = append(v.fights, make([]fight, fights-uint64(len(v.fights)))...)
	v.left = append(v.left, make([][]float64, fights-uint64(len(v.left)))...)
}

// playBoth plays the fights from one number up to another under both rulesets. Each worker plays them in order, so
// the first failure is the same for any number of workers.
func (j *Job) playBoth(ctx context.Context, both [2]*version, players [][2]*player, from, to uint64) *Stopped {
	for _, v := range both {
		v.grow(to)
	}
	var all sync.WaitGroup
	var mutex sync.Mutex
	next := from
	var failed *Stopped
	cut := to // the first fight that was cut
	take := func() (uint64, bool) {
		mutex.Lock()
		defer mutex.Unlock()
		if failed != nil || next >= to || ctx.Err() != nil {
			return 0, false
		}
		next++
		j.tell(1)
		return next - 1, true
	}
	for _, pair := range players {
		all.Go(func() {
			for trial, ok := take(); ok; trial, ok = take() {
				for _, p := range pair {
					if stopped := p.play(trial); stopped != nil {
						mutex.Lock()
						if experiment.IsCut(j.Cut, stopped.Err) {
							cut = min(cut, trial)
						} else if failed == nil || stopped.Trial < failed.Trial {
							failed = stopped
						}
						mutex.Unlock()
						return
					}
				}
			}
		})
	}
	all.Wait()
	if failed != nil {
		return failed
	}
	for _, v := range both {
		v.fights, v.left = v.fights[:min(next, cut)], v.left[:min(next, cut)]
	}
	return nil
}
