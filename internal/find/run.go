package find

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/rulec/rulec/internal/experiment"
	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
)

// Job is what to examine.
type Job struct {
	Encounter *program.Encounter
	// About are the types of things to examine; none means all.
	About []What
	// Ahead is how many of the fights each side in turn plays thinking ahead, to find what its tactics miss.
	Ahead uint64
	// Many says how to play fights: Fights in each way.
	experiment.Many
}

// MostFights is the maximum number of fights in one way: something is kept of each.
const MostFights = 100_000

// The bounds for findings. The shares are of all fights.
const (
	// leastDone is how often something must be done to count as never paying; conditions and lines are only
	// examined above it.
	leastDone = 0.03
	// muchMore is the least gain in wins by something that always pays, or by thinking ahead; all of the interval must be above it.
	muchMore = 0.05
	// muchLess is the least loss without something indispensable; all of the interval must be beyond it. leastWon
	// is how often the side must still win: if no one wins without it, it is what the fight is about.
	muchLess = 0.25
	leastWon = 0.02
	// leastLocked is the least share of fights in which a creature is locked.
	leastLocked = 0.05
)

// asked is a question with the fights that were played for it.
type asked struct {
	question
	without, always []*fought
	// never is set if no tactic did it, and it was never allowed either.
	never bool
	// unplayed are the reasons why fights in one of the ways can't be played.
	unplayed []string
	// locks is set if it locked foes in enough fights to be examined.
	locks bool
}

// Run plays an encounter by its tactics, without each thing that a side does, and with each always done. When ctx
// is done it reports what has been examined so far. An error is a [*experiment.Stopped], [experiment.ErrStopped] if
// nothing has been played, or a problem before a fight starts.
func Run(ctx context.Context, j *Job) (*Report, error) {
	s := &search{Job: j, code: interp.Compile(j.Encounter.Program), lines: linesIn(j.Encounter)}
	var err error
	if s.fight, err = experiment.ByTactics(s.code, j.Encounter); err != nil {
		return nil, err
	}
	j.Expect(j.Fights + min(j.Ahead, j.Fights)*uint64(len(j.Encounter.Sides)))
	s.base, err = j.playAll(ctx, s.fight, asItIs, j.Fights)
	if err == nil {
		err = s.thinkAhead(ctx)
	}
	if err != nil && (!errors.Is(err, experiment.ErrStopped) || len(s.base) == 0) {
		return nil, err
	}
	s.gather()
	j.Expect(j.Fights * uint64(s.ways()))
	asked, all := 0, len(s.list)
	for ; err == nil && asked < all; asked++ {
		err = s.ask(ctx, &s.list[asked])
	}
	switch {
	case err == nil:
		return s.report(), nil
	case !errors.Is(err, experiment.ErrStopped):
		return nil, err
	}
	s.list = s.list[:max(0, asked-1)] // the last one wasn't finished
	r := s.report()
	r.Stopped = j.Stopped("with %d of %d examined", len(s.list), all)
	return r, nil
}

// search is a running job.
type search struct {
	*Job
	code  *interp.Code
	fight *interp.Fight
	lines lines
	// base are the fights by tactics, list the questions.
	base []*fought
	list []asked
	// idle are the lines of tactics that were never used.
	idle []question
	// ahead are the fights of each side that thinks ahead; nil if none were played.
	ahead [][]*fought
}

// thinkAhead plays fights in which one side after the other thinks ahead.
func (s *search) thinkAhead(ctx context.Context) error {
	if s.Ahead == 0 {
		return nil
	}
	for side := range s.Encounter.Sides {
		thinking := experiment.Ahead(s.Encounter, func(t *program.Thing) bool { return t.Side == side })
		fight, err := experiment.ByTactics(s.code, thinking)
		if err != nil {
			return err
		}
		fights, err := s.playAll(ctx, fight, thinkingAhead, min(s.Ahead, s.Fights))
		if err != nil {
			return err
		}
		s.ahead = append(s.ahead, fights)
	}
	return nil
}

// gather lists the questions: what sides did, used and caused, and the lines of their tactics that they used.
func (s *search) gather() {
	done := map[question]int{}
	for _, f := range s.base {
		for q := range f.did {
			done[q]++
		}
	}
	for _, fights := range s.ahead { // tactics never do these, but others would
		for _, f := range fights {
			for q := range f.did {
				done[q] += 0
			}
		}
	}
	for _, q := range carried(s.Encounter, done) { // they have these, and never used them
		done[q] += 0
	}
	for q, in := range done {
		if s.asks(q, float64(in) >= leastDone*float64(len(s.base))) {
			s.list = append(s.list, asked{question: q})
		}
	}
	slices.SortFunc(s.list, func(a, b asked) int { return s.lines.compare(a.question, b.question) })
	for _, t := range s.Encounter.Things {
		for _, line := range linesOf(t) {
			q := question{s.lines[line].TacticRule, t.Side}
			if done[q] == 0 && s.isAbout(Lines) && t.Side >= 0 && !slices.Contains(s.idle, q) {
				s.idle = append(s.idle, q)
			}
		}
	}
}

// ways returns in how many ways fights are played to answer all questions: fewer if the rules stop in one of them.
func (s *search) ways() (ways int) {
	for _, x := range s.list {
		if s.done(x.question) {
			ways++
		}
		if whatOf(x.subject) != Conditions {
			ways++
		}
	}
	return ways
}

// isAbout reports whether things of a type are examined.
func (s *search) isAbout(w What) bool { return len(s.About) == 0 || slices.Contains(s.About, w) }

// asks reports whether something is examined; often says whether it was done in enough fights.
func (s *search) asks(q question, often bool) bool {
	what := whatOf(q.subject)
	if !s.isAbout(what) {
		return false
	}
	switch x := q.subject.(type) {
	case *program.Condition:
		return often
	case *program.TacticRule:
		return often && !(s.isAbout(Actions) && aloneIn(s.Encounter, q.side, x))
	}
	return true
}

// ask plays the fights of a question.
func (s *search) ask(ctx context.Context, x *asked) error {
	locked := 0
	for _, f := range s.base {
		if f.locks[x.question] {
			locked++
		}
	}
	x.locks = float64(locked) > leastLocked*float64(len(s.base))
	var err error
	if s.done(x.question) {
		if x.without, err = s.playAll(ctx, s.fight, way{question: x.question, without: true, looks: x.locks}, s.Fights); err != nil {
			if err = x.leaveOut("the rules need it, and stop without it", err); err != nil {
				return err
			}
		}
	}
	if whatOf(x.subject) == Conditions {
		return nil
	}
	if x.always, err = s.playAll(ctx, s.fight, way{question: x.question, always: true}, s.Fights); err != nil {
		return x.leaveOut("the rules stop when it is always used", err)
	}
	if x.without == nil && !slices.ContainsFunc(x.always, func(f *fought) bool { return f.did[x.question] > 0 }) {
		x.always, x.never = nil, true
	}
	return nil
}

// done reports whether tactics did something at all.
func (s *search) done(q question) bool {
	return slices.ContainsFunc(s.base, func(f *fought) bool { return f.did[q] > 0 })
}

// leaveOut records that fights of a question can't be played to their end. Other errors, such as a stop by the
// user, are returned.
func (x *asked) leaveOut(how string, err error) error {
	var stopped *experiment.Stopped
	if !errors.As(err, &stopped) {
		return err
	}
	x.unplayed = append(x.unplayed, fmt.Sprintf("%s, in fight %d: %s", how, stopped.Trial, diag.InReport(stopped.Err)))
	return nil
}
