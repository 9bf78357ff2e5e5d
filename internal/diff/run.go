package diff

import (
	"context"
	"errors"

	"github.com/rulec/rulec/internal/experiment"
)

// Run plays the encounters of a job and reports what the house rules change. When ctx is done it reports on the
// fights played so far. An error has a *Stopped in it.
func Run(ctx context.Context, job *Job) (*Report, error) {
	job.Expect(job.Fights * uint64(len(job.Encounters)))
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
		return nil, err
	}
	if d.house, err = prepare(e.House); err != nil {
		return nil, err
	}
	d.base.seen, d.house.seen = newSeen(j.Versions.Changes, false), newSeen(j.Versions.Changes, true)
	var players [][2]*player
	var plays []func(uint64) error
	for range j.Parallel(j.Fights) {
		both := [2]*player{j.newPlayer(d.base, true), j.newPlayer(d.house, true)}
		players, plays = append(players, both), append(plays, func(trial uint64) error {
			if err := both[0].play(trial); err != nil {
				return err
			}
			return both[1].play(trial)
		})
	}
	for played := uint64(0); played < j.Fights && err == nil; {
		to := j.Fights
		if j.Until > 0 {
			to = min(to, experiment.NextCheck(played))
		}
		d.resize(to)
		played, err = j.Play(ctx, plays, played, to)
		d.resize(played)
		if j.Until > 0 && 2*d.won(0).Half() <= j.Until {
			break
		}
	}
	if err != nil && !errors.Is(err, experiment.ErrStopped) {
		return nil, err
	}
	d.countUses(players)
	return d, nil
}

// resize makes room for this many fights under both rulesets, or leaves only these.
func (d *duel) resize(fights uint64) {
	d.base.resize(fights)
	d.house.resize(fights)
}

// countUses adds up the uses of each rule that the players have seen.
func (d *duel) countUses(players [][2]*player) {
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
}
