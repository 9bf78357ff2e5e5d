package engine

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"

	"github.com/rulec/rulec/internal/experiment"
	"github.com/rulec/rulec/internal/sim"
	"github.com/rulec/rulec/lang/program"
)

// asked is a simulation: a fight under one or two sets of rules, with the same dice.
type asked struct {
	which
	// Against is the second set of rules, if there is one: the rules as shipped, or another ruleset.
	Against *which `json:"against"`
	// Seed is that of the dice; nil means the encounter's own.
	Seed *uint64 `json:"seed,string"`
	// Fights is the total number; From and To are those to play now, To not included.
	Fights uint64 `json:"fights"`
	From   uint64 `json:"from"`
	To     uint64 `json:"to"`
}

// compared are the names of two sets of rules in a report, in the order in which they are played.
var compared = []string{"the others", "these rules"}

// prepare returns what to play, and keeps it: a simulation is asked for piece by piece.
func (d *Workspace) prepare(a asked) (points []experiment.Point, err error) {
	list := []which{a.which}
	if a.Against != nil {
		list = []which{*a.Against, a.which} // the difference is to the first
	}
	key := fmt.Sprintf("%#v", list)
	if points := d.prepared[key]; points != nil {
		return points, nil
	}
	for i, w := range list {
		e, err := d.encounter(w)
		if err != nil {
			return nil, err
		}
		if err := fitsMany(e); err != nil {
			return nil, err
		}
		alone := *e
		alone.Script = nil
		var values []string
		if a.Against != nil {
			values = compared[i : i+1]
		}
		points = append(points, experiment.Point{Encounter: &alone, Setup: experiment.NewSetup(&alone, values)})
	}
	d.prepared[key] = points
	return points, nil
}

// fitsMany rejects a fight that can't be played by tactics alone, or in which a combatant thinks ahead: a single one takes as long as
// thousands of others.
func fitsMany(e *program.Encounter) error {
	if idle := experiment.Idle(e); len(idle) > 0 {
		return experiment.MissingTactics(e, idle, "")
	}
	for _, t := range e.Things {
		if t.Thinks {
			return fmt.Errorf("%s thinks ahead, which takes too long here for many fights: give %s only a tactic, or play them with rulec sim", t.Name, t.Name)
		}
	}
	return nil
}

// simulate plays some of the fights of a simulation, and returns the counts.
func (d *Workspace) simulate(a asked) (*experiment.Result, error) {
	points, err := d.prepare(a)
	if err != nil {
		return nil, err
	}
	seed := points[len(points)-1].Encounter.Seed
	if a.Seed != nil {
		seed = *a.Seed
	}
	many := experiment.Many{Seed: seed, Fights: a.Fights, Workers: max(1, d.Workers), Cut: d.Context}
	if d.Played != nil {
		many.Progress = func(done, _ uint64) { d.Played(done) }
	}
	job := &experiment.Job{Points: points, Many: many, From: a.From, To: a.To}
	if a.Against != nil {
		job.Vary = []string{"rules"}
	}
	return experiment.Run(d.Context, job)
}

// report adds up the counts of the workers, and computes the report. If they were stopped, it is on the fights up to the first that is missing.
func (d *Workspace) report(parts []json.RawMessage) (*sim.Report, error) {
	var list []experiment.Named
	for i, text := range parts {
		r := &experiment.Result{}
		if err := json.Unmarshal(text, r); err != nil {
			return nil, err
		}
		list = append(list, experiment.Named{Name: "part " + strconv.Itoa(i+1), Result: r})
	}
	slices.SortFunc(list, func(a, b experiment.Named) int { return cmp.Compare(a.From, b.From) })
	end, n := uint64(0), 0
	for ; n < len(list) && list[n].From == end; n++ {
		end = list[n].To
	}
	for _, p := range list[:n] {
		p.Trials = end
	}
	whole, err := experiment.Merge(list[:n])
	if err != nil {
		return nil, err
	}
	return sim.NewReport(whole, d.version), nil
}
