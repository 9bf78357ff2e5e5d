package diff

import (
	"context"

	"github.com/rulec/rulec/internal/experiment"
)

// Run plays the encounters of a job and reports what the house rules change. When ctx is done it reports on the
// fights played so far. An error is a *Stopped.
func Run(ctx context.Context, job *Job) (*Report, error) {
	job.all = job.Fights * uint64(len(job.Encounters))
	r := newReport(job.Versions)
	for _, e := range job.Encounters {
		d, err := job.duel(ctx, e)
		if err != nil {
			return nil, err
		}
		if len(d.base.fights) == 0 {
			break
		}
		x := d.report(r)
		if !job.NoShares && len(r.Rules) > 0 && x.Same < x.Fights {
			x.Attribution = job.attribution(ctx, d)
		}
		if x.Turned, err = job.turned(d, x.Attribution); err != nil && !experiment.IsCut(job.Cut, err) {
			return nil, err
		}
		r.Encounters = append(r.Encounters, x)
		if ctx.Err() != nil {
			break
		}
	}
	r.Stopped = ctx.Err() != nil
	return r, nil
}

// duel plays an encounter under both rulesets.
func (j *Job) duel(ctx context.Context, e Encounter) (*duel, error) {
	j.Seed = e.Seed
	d := &duel{Encounter: e}
	var err error
	if d.base, err = prepare(e.Base); err != nil {
		return nil, &Stopped{0, e.Base.Name, e.Base.Program.Name, err}
	}
	if d.house, err = prepare(e.House); err != nil {
		return nil, &Stopped{0, e.House.Name, e.House.Program.Name, err}
	}
	d.base.seen, d.house.seen = newSeen(j.Versions.Changes, false), newSeen(j.Versions.Changes, true)
	var players [][2]*player
	for range j.workers() {
		players = append(players, [2]*player{j.newPlayer(d.base, true), j.newPlayer(d.house, true)})
	}
	for from := uint64(0); from < j.Fights && ctx.Err() == nil; {
		to := j.Fights
		if j.Until > 0 {
			to = min(to, from+max(1, from/10_000)*1000)
		}
		if stopped := j.playBoth(ctx, [2]*version{d.base, d.house}, players, from, to); stopped != nil {
			return nil, stopped
		}
		if from = to; j.Until > 0 && 2*d.won(0).Half() <= j.Until {
			break
		}
	}
	for i, v := range []*version{d.base, d.house} {
		v.used = make([]Use, v.seen.count)
		for k, shows := range v.seen.shows(v.encounter.Program) {
			v.used[k].Shows = shows
			for _, pair := range players {
				v.used[k].Fights += pair[i].used[k].Fights
				v.used[k].Times += pair[i].used[k].Times
			}
		}
	}
	return d, nil
}
