package tune

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/rulec/rulec/internal/experiment"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
)

// Job is what to look for.
type Job struct {
	Goal    Goal
	Changes []*Change
	// Load reads the encounter with other values of params and figures.
	Load func(set map[string]string) (*program.Encounter, diag.List)
	// Many says how to play fights: Fights with one setting at most, and with fresh dice at the end.
	experiment.Many
}

// SearchFrom is the number of the first trial of the search: the trials of the proof count from 0, as those of
// `rulec sim` do.
const SearchFrom = 1_000_000_000

// MostFights is the maximum number of fights with one setting.
const MostFights = 1_000_000

// first is how many fights are played with a setting at first. While that isn't enough, the number is multiplied by
// growth, again and again.
const (
	first  = 250
	growth = 4
)

// Rejected is the error of a setting that can't be played, although the user asked for it.
type Rejected struct {
	Setting string
	// List has the problems of the encounter; if it is empty, Err is why it can't be played: a
	// [*experiment.Stopped] of a fight that stopped, or a problem before it starts.
	List diag.List
	Err  error
}

func (r *Rejected) Error() string {
	if r.Err == nil {
		return r.Setting + ": " + r.List.First().Message
	}
	return r.Setting + ": " + r.Err.Error()
}

// Unwrap returns why a fight can't be played.
func (r *Rejected) Unwrap() error { return r.Err }

// search is a running job.
type search struct {
	*Job
	ctx   context.Context
	now   *point
	known map[string]*point
	// order has the points in the order in which they were tried.
	order []*point
	// refused are the skipped values, with the reason.
	skipped []Skipped
	// whole is set for changes of which all values have to be tried, since their results go both up and down.
	whole []bool
	full  bool
}

// point is a setting: for each change the index of its value, or -1 for the present one.
type point struct {
	values    []int
	encounter *program.Encounter
	setup     *experiment.Setup
	// of has the value of each fight; NaN if it doesn't count.
	of       []float64
	interval experiment.Interval
	fit      Fit
	rejected bool
}

// played returns how many fights have been played with it.
func (p *point) played() uint64 { return uint64(len(p.of)) }

// Run finds the smallest change. When ctx is done it reports what has been tried so far. An error is a [*Refused],
// or [experiment.ErrStopped] if that is nothing.
func Run(ctx context.Context, job *Job) (*Report, error) {
	s := &search{Job: job, ctx: ctx, known: map[string]*point{}, whole: make([]bool, len(job.Changes))}
	still := make([]int, len(job.Changes))
	for i, c := range job.Changes {
		still[i] = c.place()
	}
	best, err := s.search(still)
	if err == nil {
		return s.prove(best)
	}
	if !errors.Is(err, experiment.ErrStopped) || len(s.order) == 0 || s.order[0].played() == 0 {
		return nil, err
	}
	return s.unproved(), nil
}

// search looks for the best point, starting from the present setting.
func (s *search) search(still []int) (best *point, err error) {
	if s.now, err = s.try(still); err != nil {
		return nil, err
	}
	if err := s.decide(s.now); err != nil {
		return nil, err
	}
	best = s.now
	for most := 1; best == s.now && s.now.fit != Fits && most <= len(s.Changes) && !s.full; most++ {
		found, err := s.level(most)
		if err != nil {
			return nil, err
		}
		if found != nil {
			best = found
		}
	}
	if best == s.now {
		return s.nearest()
	}
	return best, nil
}

// decide plays with a setting until it is known whether it fits, or the fights are used up.
func (s *search) decide(p *point) error {
	for p.fit == Unsure && p.played() < s.Fights && !p.rejected {
		if err := s.more(p); err != nil {
			return err
		}
	}
	return nil
}

// settings returns the changes of a point, for [Job.Load].
func (s *search) settings(values []int) map[string]string {
	set := map[string]string{}
	for i, v := range values {
		if c := s.Changes[i]; v >= 0 && v != c.place() {
			set[c.Name] = c.Values[v]
		}
	}
	return set
}

// changed returns how many things a point changes, and the sum of the distances.
func (s *search) changed(p *point) (things int, by float64) {
	for i, v := range p.values {
		if c := s.Changes[i]; v >= 0 && v != c.place() {
			things++
			by += c.distance(v)
		}
	}
	return things, by
}

// try returns the point of a setting. A new one is loaded and played a few times.
func (s *search) try(values []int) (*point, error) {
	key := key(values)
	if p := s.known[key]; p != nil {
		return p, nil
	}
	p := &point{values: slices.Clone(values)}
	s.known[key] = p
	set := s.settings(values)
	e, list := s.Load(set)
	if s.ctx.Err() != nil {
		return p, experiment.ErrStopped
	}
	if list.HasErrors() {
		return p, s.leaveOut(p, &Rejected{Setting: s.named(p), List: list}, list.First().Message)
	}
	p.encounter, p.setup = e, experiment.NewSetup(e, nil)
	s.order = append(s.order, p)
	return p, s.more(p)
}

// leaveOut records that a setting can't be played. That is an error if the user asked for all of its changes, or it
// has none.
func (s *search) leaveOut(p *point, err error, why string) error {
	asked := true
	for i, v := range p.values {
		if c := s.Changes[i]; v >= 0 && v != c.place() {
			asked = asked && c.Given
		}
	}
	if asked {
		return err
	}
	p.rejected = true
	s.order = slices.DeleteFunc(s.order, func(other *point) bool { return other == p })
	s.skipped = append(s.skipped, Skipped{s.named(p), why})
	return nil
}

// more plays the next fights of a point. If one of them can't be played, the point is skipped.
func (s *search) more(p *point) error {
	to := min(max(first, p.played()*growth), s.Fights)
	of, err := s.play(p, p.played(), to, SearchFrom)
	var rejected *Rejected
	if errors.As(err, &rejected) {
		return s.leaveOut(p, err, diag.InReport(rejected.Err))
	}
	if err != nil {
		return err
	}
	p.of = append(p.of, of...)
	p.interval = s.Goal.interval(p.of)
	p.fit = s.Goal.fit(p.interval)
	return nil
}

// play plays fights of a point and returns the value of each for the goal.
func (s *search) play(p *point, from, to, offset uint64) ([]float64, error) {
	look := func(f experiment.Fight) (float64, error) {
		v, counts, err := s.Goal.Of(f, p.setup)
		if !counts {
			v = math.NaN()
		}
		return v, err
	}
	of, _, err := experiment.Look(s.ctx, &s.Many, experiment.Point{Encounter: p.encounter, Setup: p.setup}, offset+from, offset+to, look)
	switch {
	case errors.Is(err, experiment.ErrStopped):
		return nil, err
	case err != nil:
		return nil, &Rejected{Setting: s.named(p), Err: err}
	}
	return of, nil
}

// interval returns the share or the mean of the values, with its 95% interval.
func (g *Goal) interval(of []float64) experiment.Interval {
	if g.Unit == "" {
		return experiment.Rate(of, func(v float64) bool { return v == 1 })
	}
	var all experiment.Bins
	for _, v := range of {
		if !math.IsNaN(v) {
			all.Add(int64(v), 0)
		}
	}
	if m := all.Mean(); m != nil {
		return experiment.Interval{Value: m.Value, Low: math.Max(0, m.Low), High: m.High}
	}
	return experiment.Interval{Value: math.Inf(1), Low: 0, High: math.Inf(1)} // none ended
}

// against returns how much more one point gives than another, in the fights that both played.
func (g *Goal) against(of, than []float64) experiment.Difference {
	pairs := experiment.More(of, than, func(v float64) float64 { return v })
	if g.Unit == "" {
		return pairs.Difference().OfShares()
	}
	return pairs.Difference()
}

// named describes the changes of a point.
func (s *search) named(p *point) string { return named(s.list(p)) }

// key returns a string that identifies a setting.
func key(values []int) string { return fmt.Sprint(values) }
