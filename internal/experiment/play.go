package experiment

import (
	"math"

	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/interp/board"
	"github.com/rulec/rulec/lang/program"
)

// player plays the trials of one worker: the same trial with each of the varied values, each on its own machine.
type player struct {
	points []*point
}

// point is one encounter with its machine and counters.
type point struct {
	machine *interp.Machine
	setup   *Setup
	tally   *Tally
	// sides are the sides of the combatants.
	sides []int
	trial uint64
	// look is that of the job.
	look func(Fight) error
}

// newPlayer returns a player for the fights that [prepare] has made from the job's points.
func newPlayer(fights []*interp.Fight, job *Job) *player {
	p := &player{}
	for i, f := range fights {
		m := job.Machine(f, interp.Options{Profile: job.Profile})
		s := job.Points[i].Setup
		x := &point{machine: m, setup: s, tally: newTally(s), look: job.look}
		for _, c := range s.Combatants {
			x.sides = append(x.sides, c.Side)
		}
		m.Observe(x)
		p.points = append(p.points, x)
	}
	return p
}

// play plays one trial.
func (p *player) play(trial uint64) error {
	first := false
	for i, x := range p.points {
		outcome, err := x.play(trial)
		if err != nil {
			return err
		}
		switch won := outcome == 0; {
		case i == 0:
			first = won
		case won && !first:
			x.tally.Won++
			x.tally.turned(trial)
		case !won && first:
			x.tally.Lost++
			x.tally.turned(trial)
		}
	}
	return nil
}

// play plays a trial of one encounter and returns its outcome.
func (x *point) play(trial uint64) (int, error) {
	x.trial = trial
	x.machine.Reset(trial)
	out, err := x.machine.Run()
	if err == nil {
		err = x.examine() // on an error nothing of the fight is counted
	}
	if err != nil {
		return 0, err
	}
	outcome := x.setup.OutcomeOf(out)
	t := x.tally
	t.Fights++
	t.endFight()
	t.Outcomes[outcome].Add(whole(out.Now), trial)
	t.Acts.Add(int64(out.Acts), trial)
	if x.look != nil {
		err = x.look(Fight{trial, outcome, whole(out.Now), x.machine})
	}
	return outcome, err
}

// examine counts the state of all combatants at the end of a fight.
func (x *point) examine() error {
	for i := range x.tally.Combatants {
		f, who := &x.tally.Combatants[i], board.Thing(i+1)
		stands, err := x.machine.Stands(who)
		if err != nil {
			return err
		}
		if stands {
			f.Stood++
		}
		for k := range f.Health {
			f.Health[k].Left.Add(whole(x.machine.Health(who, k)), x.trial)
		}
		for k := range f.Shown {
			v, err := x.machine.Shown(who, k)
			if err != nil {
				return err
			}
			f.Shown[k].Add(whole(v), x.trial)
		}
	}
	return nil
}

// whole rounds a number down.
func whole(v float64) int64 {
	const most = 1 << 53
	return int64(math.Floor(math.Max(-most, math.Min(v, most))))
}

// Acted counts an action.
func (x *point) Acted(d interp.Deed) {
	if d.Actor < 1 || int(d.Actor) > len(x.sides) {
		return
	}
	f := &x.tally.Combatants[d.Actor-1]
	u := &f.used[d.Action.Index]
	if u.now == 0 {
		f.acted = append(f.acted, d.Action.Index)
	}
	u.now++
	if d.Aimed {
		u.Aimed++
	}
	if d.Worked {
		u.Worked++
	}
	if d.CalledOff {
		u.CalledOff++
	}
}

// Tested counts the result of a roll against something.
func (x *point) Tested(t interp.Tested) {
	tests := x.tally.tests(t.Label)
	if tests.now == 0 {
		x.tally.rolled = append(x.tally.rolled, tests)
	}
	tests.now++
	if t.Success {
		tests.Succeeded++
	}
	if t.Check.Degree != nil {
		tests.degree(whole(t.Degree), 1)
	}
}

// Changed counts harm.
func (x *point) Changed(h interp.Harm) {
	if h.Who < 1 || int(h.Who) > len(x.sides) {
		return
	}
	amount := whole(h.Amount)
	victim := &x.tally.Combatants[h.Who-1].Health[h.Pool]
	if amount < 0 {
		victim.now.healed -= amount
		return
	}
	victim.now.taken += amount
	if h.By >= 1 && int(h.By) <= len(x.sides) && x.sides[h.By-1] != x.sides[h.Who-1] {
		x.tally.Combatants[h.By-1].Health[h.Pool].now.dealt += amount
	}
}

// prepare makes the encounters of all points ready to be played by tactics, and compiles each ruleset once.
func prepare(points []Point) ([]*interp.Fight, error) {
	known := map[*program.Program]*interp.Code{}
	fights := make([]*interp.Fight, len(points))
	for i := range points {
		e := points[i].Encounter
		if known[e.Program] == nil {
			known[e.Program] = interp.Compile(e.Program)
		}
		var err error
		if fights[i], err = ByTactics(known[e.Program], e); err != nil {
			return nil, err
		}
	}
	return fights, nil
}
