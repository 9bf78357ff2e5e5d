package session

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/interp/board"
)

// Odds are what a way to act comes to, when it is tried many times from where the fight stands.
type Odds struct {
	// Times is how often it was tried.
	Times int
	// Tests are the rolls that were held against something, by their labels.
	Tests []TestOdds
	// Losses are what combatants lose on average, of the pools that the rules' reports call health;
	// what they win is below 0.
	Losses []Loss
}

// TestOdds says how often a roll was made, and how often it succeeded.
type TestOdds struct {
	Label             string
	Rolled, Succeeded int
}

// Loss is what somebody loses of a pool, on average.
type Loss struct {
	Who  string // as stories call them
	Pool string
	Mean float64
	// Up is set where the pool counts what somebody has taken, such as wounds.
	Up bool
}

// InWords writes a loss as people read it: Zora suffers 0.7 bruises on average.
func (l Loss) InWords() string {
	verb := "loses"
	switch {
	case l.Up && l.Mean < 0:
		verb = "gets rid of"
	case l.Up:
		verb = "suffers"
	case l.Mean < 0:
		verb = "gains"
	}
	return fmt.Sprintf("%s %s %.1f %s on average", l.Who, verb, math.Abs(l.Mean), l.Pool)
}

// trials are beyond those that anybody plays, so that odds aren't the luck that is to come.
const trials = 1 << 40

// Odds tries a way to act so many times, each with other dice, up to the end of the action; whoever
// is asked something meanwhile answers as their tactic would, or not at all. The fight isn't touched.
// Taking that long is playing the fight so often up to here. The error is a [*Refused], or a
// *diag.Diagnostic.
func (s *Session) Odds(w Way, times int) (*Odds, error) {
	if s.asked == nil || s.asked.kind != Act {
		return nil, errNotAsked
	}
	o := &Odds{Times: times}
	seen := &watcher{odds: o}
	unrecorded := s.machine.Options()
	unrecorded.Trace, unrecorded.Sums, unrecorded.Explain = false, false, false
	m := interp.New(s.machine.Fight, unrecorded)
	m.Observe(seen)
	for k := range times {
		seen.counts = false
		m.Reset(s.options.Trial)
		d := &driver{session: s, again: again(s.done), only: true}
		first := true
		d.wait = func(asked) bool {
			d.answer = Decision{ByTactic: true}
			if first {
				d.answer, first = Decision{Way: w}, false
				m.Turn(trials + uint64(k))
				seen.counts = true
			}
			return d.refused == nil
		}
		m.Obey(struct{ interp.Driver }{d})
		_, err := m.Run()
		switch {
		case d.refused != nil:
			return nil, d.refused
		case err != nil:
			return nil, err
		}
	}
	names := *s.machine.Names()
	names.Proper = true
	for i, x := range seen.lost {
		pool := s.encounter.Program.Reports.Health[x.pool]
		o.Losses = append(o.Losses, Loss{names.Thing(x.who), pool.Title, seen.amounts[i] / float64(times), pool.Pool != nil && pool.Pool.Up})
	}
	slices.SortStableFunc(o.Losses, func(a, b Loss) int { return cmp.Compare(b.Mean, a.Mean) })
	return o, nil
}

// watcher counts what happens while a way is tried.
type watcher struct {
	odds *Odds
	// counts is set from the moment on at which the way is taken.
	counts  bool
	lost    []losing
	amounts []float64
}

// losing is whose pool it is, by its index among those that reports call health.
type losing struct {
	who  board.Thing
	pool int
}

// Acted is called when an action has ended.
func (w *watcher) Acted(interp.Deed) {}

// Tested counts a roll that was held against something.
func (w *watcher) Tested(t interp.Tested) {
	if !w.counts {
		return
	}
	i := slices.IndexFunc(w.odds.Tests, func(x TestOdds) bool { return x.Label == t.Label })
	if i < 0 {
		i = len(w.odds.Tests)
		w.odds.Tests = append(w.odds.Tests, TestOdds{Label: t.Label})
	}
	x := &w.odds.Tests[i]
	x.Rolled++
	if t.Success {
		x.Succeeded++
	}
}

// Changed adds up what somebody loses.
func (w *watcher) Changed(h interp.Harm) {
	if !w.counts {
		return
	}
	x := losing{h.Who, h.Pool}
	i := slices.Index(w.lost, x)
	if i < 0 {
		i = len(w.lost)
		w.lost, w.amounts = append(w.lost, x), append(w.amounts, 0)
	}
	w.amounts[i] += h.Amount
}
