package session

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/interp/dice"
	"github.com/rulec/rulec/interp/odds"
	"github.com/rulec/rulec/interp/value"
	"github.com/rulec/rulec/lang/program"
)

// Odds are the results of a way to act in the current state. All chances are from 0 to 1.
type Odds struct {
	// Sampled is how many random plays there were, if the dice can fall in more ways than can be tried while someone waits: the chances are
	// then frequencies. 0 means that all ways were tried.
	Sampled int
	// Left is the probability that dice explode so often that the result was left out.
	Left float64
	// Tests are the rolls against a target, by their labels.
	Tests []TestOdds
	// Losses are what combatants lose of the pools that the rules' reports call health, or of any if they name none, the largest on average
	// first.
	Losses []Loss
	// Out are those who may end up out of the fight, Conditions those that may begin or end.
	Out        []OutOdds
	Conditions []ConditionOdds
}

// TestOdds has the probability that a roll is made, and that it succeeds if it is: among all such rolls, if it may be made several times.
type TestOdds struct {
	Label           string
	Made, Succeeded float64
}

// Loss is what a combatant loses of a pool, on average, and the probability that they lose any of it.
type Loss struct {
	Who  string // as stories call them
	Pool string
	// Mean is below 0 for a gain.
	Mean, Any float64
	// Up is set if the pool counts up, such as wounds.
	Up bool
}

// OutOdds is the probability that a combatant is out who wasn't.
type OutOdds struct {
	Who    string
	Chance float64
}

// ConditionOdds is the probability that a combatant gains a condition, or loses it, with Ends.
type ConditionOdds struct {
	Who, Condition string
	Chance         float64
	Ends           bool
}

// How describes in a few words how the odds were found.
func (o *Odds) How() string {
	switch {
	case o.Sampled > 0:
		return fmt.Sprintf("sampled: played %d times with other dice", o.Sampled)
	case o.Left > 0:
		return "exact, except for rare cases"
	}
	return "exact: every possible roll was tried"
}

// InWords returns the odds in words, a line for each: Swing succeeds: 72.2%.
func (o *Odds) InWords() []string {
	var list []string
	for _, t := range o.Tests {
		text := value.Capital(value.InWords(t.Label)) + " succeeds: " + percent(t.Succeeded)
		if t.Made < 1-tiny {
			text += "; it is rolled in " + percent(t.Made)
		}
		list = append(list, text)
	}
	for _, l := range o.Losses {
		list = append(list, l.InWords())
	}
	for _, x := range o.Out {
		list = append(list, fmt.Sprintf("%s is out: %s", x.Who, percent(x.Chance)))
	}
	for _, c := range o.Conditions {
		list = append(list, c.InWords())
	}
	if len(list) == 0 {
		list = append(list, "nothing is rolled against a number, and no one is hurt")
	}
	return list
}

// InWords returns a loss in words: Zora suffers 0.7 bruises on average, any in 72.2%.
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
	text := fmt.Sprintf("%s %s %.1f %s on average", l.Who, verb, math.Abs(l.Mean), l.Pool)
	if l.Any > 0 && l.Any < 1-tiny {
		text += ", any in " + percent(l.Any)
	}
	return text
}

// InWords returns a change of a condition in words: Mort is off balance: 72.2%.
func (c ConditionOdds) InWords() string {
	becomes := "gets"
	if c.Ends {
		becomes = "gets rid of"
	}
	return fmt.Sprintf("%s %s %s: %s", c.Who, becomes, c.Condition, percent(c.Chance))
}

// tiny is less than the rounding errors of sums of chances.
const tiny = 1e-9

// percent writes a chance; one that isn't 0 or 1 is never rounded to that.
func percent(chance float64) string {
	switch {
	case chance > 0 && chance < 0.0005:
		return "<0.1%"
	case chance > 0.9995 && chance < 1-tiny:
		return ">99.9%"
	}
	text := strconv.FormatFloat(100*chance, 'f', 1, 64)
	return strings.TrimSuffix(text, ".0") + "%"
}

const (
	// trials are beyond those that anyone plays, so that samples don't use the dice still to come.
	trials = 1 << 40
	// mostRuns is the maximum number of runs to try every possible roll, and mostSteps the maximum number of their steps.
	mostRuns, mostSteps = 3000, 1_500_000
	// samples is how often a way is played if there are too many rolls.
	samples = 400
)

// Odds computes the probability of everything that may result from a way to act, until the batch has landed in which the action ends, or
// the action that it answers: exactly, if the dice can't fall in too many ways. Questions meanwhile are answered by tactics, or not at all;
// after the action no one begins anything else on their turn. In the rest of the batch the losses count, the rolls don't. Earlier rolls
// stay as they fell, and the fight isn't changed. The error is a [*Rejected], or a *diag.Diagnostic.
func (s *Session) Odds(w Way) (*Odds, error) { return s.OddsMeanwhile(w, nil) }

// OddsMeanwhile does the same as [Session.Odds], and calls on before each play: if on returns false, it stops with [ErrUnwanted]. Until on
// returns, the session may be used in any way; once anything else has been decided, on must return false.
func (s *Session) OddsMeanwhile(w Way, on func() bool) (*Odds, error) {
	if s.asked == nil || s.asked.kind != Act {
		return nil, errNotAsked
	}
	unrecorded := s.machine.Options()
	unrecorded.Trace, unrecorded.Sums, unrecorded.Explain, unrecorded.Laws = false, false, false, nil
	m := interp.New(s.machine.Fight, unrecorded)
	t := &attempt{session: s, way: w, on: on}
	m.LetThink(s.machine.Thinker())
	m.Observe(t)
	questions, err := t.baseline(m)
	if err != nil {
		return nil, err
	}
	tests := odds.Question{Type: program.Type{Kind: program.Number}, Answer: t.tested}
	t.Lines = odds.LinesOf(append(questions, tests))
	found, err := odds.Best(m, t, odds.Effort{Runs: mostRuns, Steps: mostSteps, Samples: samples, From: trials})
	switch endless := (*odds.NoEnd)(nil); {
	case errors.As(err, &endless):
		return nil, &Rejected{Reason: err.Error()}
	case err != nil:
		return nil, err
	}
	o := &Odds{Sampled: found.Sampled}
	o.Left, _ = found.Left.Float64()
	tables := t.Tables(found)
	for i := range questions {
		s.tell(o, &tables[i])
	}
	slices.SortStableFunc(o.Losses, func(a, b Loss) int { return cmp.Compare(b.Mean, a.Mean) })
	t.tell(o, &tables[len(questions)])
	return o, nil
}

// tell records the chances of a change from the earlier state.
func (s *Session) tell(o *Odds, t *odds.Table) {
	who := s.titleOf(t.Who)
	other, _ := t.Where(func(v float64) bool { return v != t.Before }).Float64()
	switch {
	case other == 0:
	case t.Pool != nil:
		some, _ := t.Where(func(v float64) bool { return v > 0 }).Float64()
		o.Losses = append(o.Losses, Loss{who, t.Pool.Title, t.Mean(), some, t.Pool.Pool.Up})
	case t.Condition != nil:
		o.Conditions = append(o.Conditions, ConditionOdds{who, t.Condition.Title, other, t.Before != 0})
	case t.Before == 0:
		o.Out = append(o.Out, OutOdds{who, other})
	}
}

// ErrUnwanted is the error of odds that are no longer wanted.
var ErrUnwanted = errors.New("these odds are no longer wanted")

// attempt is the trial of a way to act.
type attempt struct {
	*odds.Lines
	session *Session
	way     Way
	// on reports whether to go on; nil means always.
	on func() bool

	// driver and machine are those of the current run, and tests counts the rolls against a target, once the way is taken until the action
	// has ended, by the number of the label.
	driver  *driver
	machine *interp.Machine
	tests   []count
	labels  []string
	// results are those of the tests of the runs so far, each once.
	results [][]count
}

// count is how often something was rolled, and how often it succeeded.
type count struct{ made, succeeded int }

// baseline returns the questions, with their answers when the question was put.
func (t *attempt) baseline(m *interp.Machine) ([]odds.Question, error) {
	if err := t.run(m, nil); err != nil {
		return nil, err
	}
	return slices.DeleteFunc(odds.Usual(m), func(q odds.Question) bool {
		return q.Condition == nil && !q.Out && (q.Pool == nil || !ofHealth(m.Program(), q.Pool))
	}), nil
}

// ofHealth reports whether reports call a pool health; if they name none, any pool counts.
func ofHealth(p *program.Program, pool *program.Field) bool {
	return p.Reports == nil || len(p.Reports.Health) == 0 || slices.Contains(p.Reports.Health, pool)
}

// Play plays the fight up to the question, and then the way.
func (t *attempt) Play(m *interp.Machine, _ uint64, begin func()) error {
	return t.run(m, func(q asked) bool {
		switch {
		case !t.driver.only:
			t.driver.only = true
			begin()
			t.machine.StopThinking()
			t.driver.answer = Decision{Way: t.way}
		case q.kind == Act && m.Tactic(q.of.Who) == nil:
			t.driver.answer = Decision{Pass: true}
		default:
			t.driver.answer = Decision{ByTactic: true}
		}
		return t.driver.rejected == nil
	})
}

// run plays the fight by the decisions so far; wait, unless it is nil, is called from then on.
func (t *attempt) run(m *interp.Machine, wait func(asked) bool) error {
	if t.on != nil && !t.on() {
		return ErrUnwanted
	}
	m.Reset(t.session.options.Trial)
	d := newDriver(t.session, t.session.driver.done)
	d.wait = wait
	t.driver, t.machine, t.tests = d, m, t.tests[:0]
	m.Obey(struct {
		interp.Driver
		dice.Script
		interp.Junctioner
	}{d, d, t})
	_, err := m.Run()
	if d.rejected != nil {
		return d.rejected
	}
	return err
}

// Junction adds the driver's progress and the counts: see [interp.Junctioner].
func (t *attempt) Junction(put func(...float64)) {
	ended := 0.0
	if t.driver.ended {
		ended = 1
	}
	put(ended, float64(t.machine.RowOf(t.driver.started)))
	for i, x := range t.tests {
		if x.made > 0 {
			put(float64(i), float64(x.made), float64(x.succeeded))
		}
	}
}

// tested returns the number of a run's test results.
func (t *attempt) tested(*interp.Machine) (float64, error) {
	n := slices.IndexFunc(t.results, func(x []count) bool { return slices.Equal(x, t.tests) })
	if n < 0 {
		n = len(t.results)
		t.results = append(t.results, slices.Clone(t.tests))
	}
	return float64(n), nil
}

// tell records how likely each test is made, and succeeds.
func (t *attempt) tell(o *Odds, of *odds.Table) {
	for i, label := range t.labels {
		x := TestOdds{Label: label}
		var made, succeeded float64
		for _, r := range of.Rows {
			chance, _ := r.Chance.Float64()
			if tests := t.results[int(r.Answer)]; i < len(tests) && tests[i].made > 0 {
				x.Made += chance
				made += chance * float64(tests[i].made)
				succeeded += chance * float64(tests[i].succeeded)
			}
		}
		if made > 0 {
			x.Succeeded = succeeded / made
			o.Tests = append(o.Tests, x)
		}
	}
}

// Tested counts a roll against a target.
func (t *attempt) Tested(x interp.Tested) {
	if !t.driver.only || t.driver.ended {
		return
	}
	i := slices.Index(t.labels, x.Label)
	if i < 0 {
		i = len(t.labels)
		t.labels = append(t.labels, x.Label)
	}
	for len(t.tests) <= i {
		t.tests = append(t.tests, count{})
	}
	t.tests[i].made++
	if x.Success {
		t.tests[i].succeeded++
	}
}

// Acted and Changed have nothing to record that isn't asked at the end.
func (t *attempt) Acted(interp.Deed)   {}
func (t *attempt) Changed(interp.Harm) {}
