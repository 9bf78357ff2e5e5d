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
	"github.com/rulec/rulec/interp/board"
	"github.com/rulec/rulec/interp/exec"
	"github.com/rulec/rulec/interp/odds"
	"github.com/rulec/rulec/interp/value"
	"github.com/rulec/rulec/lang/program"
)

// Odds are the results of a way to act in the current state: of the action alone, with all that answers it. All chances are from 0 to 1.
type Odds struct {
	// Sampled is how many random plays there were, if the dice can fall in more ways than can be tried while someone waits: the chances are
	// then frequencies. 0 means that all ways were tried. Unrolled is set if nothing was left to chance: then all is certain.
	Sampled  int
	Unrolled bool
	Left     float64 // the probability that dice explode so often that the result was left out
	// Tests are the rolls against a target, by who rolls and what for.
	Tests []TestOdds
	// Losses are what combatants lose of the pools that the rules' reports call health, or of any if they name none, the largest on average
	// first.
	Losses []Loss
	// States are what may become of combatants. What always comes together is told once.
	States  []StateOdds
	Assumed []string // decisions, in words, that tactics take meanwhile
	// Unmet are the titles of what was to be added to the action, and never can be.
	Unmet []string
}

// TestOdds has the probability that a roll is made, and that it succeeds if it is: among all such rolls, if it may be made several times.
type TestOdds struct {
	// Title is that of the roll, as in stories: attack, or Gor's attack if the one who is asked doesn't roll it.
	Title           string
	Made, Succeeded float64
}

// Loss is what a combatant loses of a pool, on average, and the probability that they lose any of it.
type Loss struct {
	Who  string // as stories call them
	Pool string
	// Mean is below 0 for a gain. If it was sampled, it is right within Margin in 95 of 100 cases.
	Mean, Margin, Any float64
	// Up is set if the pool counts up, such as wounds.
	Up bool
}

// StateOdds is the probability that a combatant is Out who wasn't, gains conditions, or loses them, with Ends.
type StateOdds struct {
	Who        string
	Out, Ends  bool
	Conditions []string
	Chance     float64
}

// How describes in a few words how the odds were found.
func (o *Odds) How() string {
	switch {
	case o.Unrolled:
		return "nothing is rolled"
	case o.Sampled > 0:
		return fmt.Sprintf("sampled: played %d times with other dice", o.Sampled)
	case o.Left > 0:
		return "exact, except for rare cases"
	}
	return "exact: every possible roll was tried"
}

// InWords returns the odds in words, a line for each: Swing succeeds: 72.2%.
func (o *Odds) InWords() (list []string) {
	for _, title := range o.Unmet {
		list = append(list, value.Capital(title)+" can't be added to this")
	}
	if o.Unrolled && len(o.Losses) == 0 {
		return append(list, "nothing is rolled")
	}
	for _, t := range o.Tests {
		text := value.Capital(t.Title) + " succeeds: " + o.percent(t.Succeeded, t.Made)
		if t.Made < 1-tiny {
			text += "; it is rolled in " + o.percent(t.Made, 1)
		}
		list = append(list, text)
	}
	for _, l := range o.Losses {
		list = append(list, o.loss(l))
	}
	for _, x := range o.States {
		conditions := strings.Join(x.Conditions, ", ")
		what := "gets " + conditions
		if x.Out {
			what = strings.TrimSuffix("is out ("+conditions+")", " ()")
		} else if x.Ends {
			what = "gets rid of " + conditions
		}
		list = append(list, x.Who+" "+what+": "+o.percent(x.Chance, 1))
	}
	if len(list) == 0 {
		list = append(list, "nothing is rolled against a number, and no one is hurt")
	}
	return append(list, o.Assumed...)
}

// loss returns a loss in words: Zora suffers 0.7 bruises on average, any in 72.2%.
func (o *Odds) loss(l Loss) string {
	verb := "loses"
	switch {
	case l.Up && l.Mean < 0:
		verb = "gets rid of"
	case l.Up:
		verb = "suffers"
	case l.Mean < 0:
		verb = "gains"
	}
	mean := fmt.Sprintf("%.1f", math.Abs(l.Mean))
	if o.Sampled > 0 {
		mean += fmt.Sprintf(" ± %.1f", max(0.1, l.Margin))
	}
	text := fmt.Sprintf("%s %s %s %s on average", l.Who, verb, mean, l.Pool)
	if l.Any > 0 && l.Any < 1-tiny {
		text += ", any in " + o.percent(l.Any, 1)
	}
	return text
}

// tiny is less than a chance that isn't a rounding error, sure how many standard deviations a sampled figure is off in 5 of 100 cases.
const tiny, sure = 1e-9, 1.96

// percent writes a chance, found in a share of all plays, with its margin if it was sampled: two more plays of each kind keep that above 0.
// An exact one that isn't 0 or 1 is never rounded to that.
func (o *Odds) percent(chance, share float64) string {
	switch {
	case o.Sampled > 0:
		n := float64(o.Sampled)*share + 4
		p := (chance*(n-4) + 2) / n
		return fmt.Sprintf("%.0f%% ± %.0f", 100*chance, math.Ceil(100*sure*math.Sqrt(p*(1-p)/n)))
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
	// mostRuns is the maximum number of runs to try every possible roll, and mostSteps that of their steps since the last batch.
	mostRuns, mostSteps = 3000, 1_500_000
	// samples is how often a way is played if there are too many rolls, fewSamples at least for an estimate.
	samples, fewSamples = 400, 10
)

// Odds computes the probability of everything that may result from a way to act, until the action has ended, or the action that it answers,
// and the rules have dealt with what follows at once: exactly, if the dice can't fall in too many ways. A way without an action is to do
// nothing about an action in progress. Questions meanwhile are answered by tactics, or not at all. What others do at the same time, and what
// ends with the turn, doesn't count. Earlier rolls stay as they fell, and the fight isn't changed. The error is a [*Rejected], or a
// *diag.Diagnostic.
func (s *Session) Odds(w Way) (*Odds, error) {
	return s.OddsMeanwhile(Decision{Way: w, Pass: w.Action == nil}, nil, nil, nil)
}

// OddsMeanwhile does the same as [Session.Odds], for a choice within an action, too, and calls on before each play: if on returns false, it
// stops with [ErrUnwanted]. Until on returns, the session may be used in any way; once anything else has been decided, on must return
// false. Unless soFar is nil, it gets an estimate if they take longer than a time limit, after about twice that time; soon starts the
// limit.
func (s *Session) OddsMeanwhile(x Decision, on func() bool, soon func() (over func() bool), soFar func(*Odds)) (*Odds, error) {
	switch {
	case s.asked == nil || s.asked.kind == Dice:
		return nil, errNotAsked
	case x.Way.Action == nil && s.asked.of.Act == value.NoAct:
		return nil, &Rejected{Reason: "nothing is in progress that would go on"}
	}
	unrecorded := s.machine.Options()
	unrecorded.Trace, unrecorded.Sums, unrecorded.Explain, unrecorded.Laws = false, false, false, nil
	m := interp.New(s.machine.Fight, unrecorded)
	t := &attempt{session: s, does: x, on: on, actor: s.asked.of.Actor, landed: interp.New(s.machine.Fight, unrecorded)}
	t.landed.Reset(s.options.Trial)
	m.LetThink(s.machine.Thinker())
	m.Observe(t)
	if err := t.ask(m); err != nil {
		return nil, err
	}
	effort := odds.Effort{Runs: mostRuns, Steps: mostSteps + mostRuns*t.landed.Took(), Samples: samples, From: trials, Timer: soon, Least: fewSamples}
	for last := soFar == nil; ; last, effort.Timer = true, nil {
		found, err := odds.Best(m, t, effort)
		switch endless := (*odds.NoEnd)(nil); {
		case errors.As(err, &endless):
			return nil, &Rejected{Reason: err.Error()}
		case err != nil:
			return nil, err
		case last, !found.Late && !found.Unfinished && (found.Sampled == 0 || found.Sampled == samples):
			return t.odds(found), nil
		}
		soFar(t.odds(found))
	}
}

// ErrUnwanted is the error of odds that are no longer wanted.
var ErrUnwanted = errors.New("these odds are no longer wanted")

// attempt is the trial of a decision.
type attempt struct {
	*odds.Lines
	// questions are those about the state; the last question is about the tests.
	questions []odds.Question
	session   *Session
	does      Decision
	actor     board.Thing
	on        func() bool // whether to go on; nil means always
	// landed stands where the last batch has landed before the question, after so many decisions.
	landed  *interp.Machine
	decided int
	// driver and machine are those of the current run, and tests counts the rolls against a target, once the way is taken until the action
	// has ended, by the number of the title.
	driver  *driver
	machine *interp.Machine
	tests   []count
	titles  []string
	// results are those of the tests of the runs so far, each once.
	results [][]count
	// rolled is set once anything has been left to chance, assumed are the decisions of tactics meanwhile.
	rolled  bool
	assumed []string
	// unmet are what none of the runs so far has added to the action, if there were any.
	unmet []*program.Action
	runs  int
}

// count is how often something was rolled, and how often it succeeded.
type count struct{ made, succeeded int }

// ask sets the questions, with their answers when the fight stands at the question.
func (t *attempt) ask(m *interp.Machine) error {
	if err := t.run(m, nil); err != nil {
		return err
	}
	reports := m.Program().Reports
	named := reports != nil && len(reports.Health) > 0
	for _, q := range odds.Usual(m) {
		switch {
		case q.Pool != nil && named && !slices.Contains(reports.Health, q.Pool):
		case q.Pool != nil && len(q.Pool.Pool.Stack) > 0: // stories tell of what it is made of
			for _, f := range q.Pool.Pool.Stack {
				t.questions = append(t.questions, odds.Losing(m, q.Who, f))
			}
		case q.Pool != nil, q.Condition != nil, q.Out:
			t.questions = append(t.questions, q)
		}
	}
	tests := odds.Question{Type: program.Type{Kind: program.Number}, Answer: t.tested}
	t.Lines = odds.LinesOf(append(slices.Clone(t.questions), tests))
	return nil
}

// odds returns what has been found.
func (t *attempt) odds(found *odds.Odds) *Odds {
	o := &Odds{Sampled: found.Sampled, Unrolled: !t.rolled, Assumed: t.assumed}
	for _, a := range t.unmet {
		o.Unmet = append(o.Unmet, value.TitleOf(&a.Def.Decl))
	}
	o.Left, _ = found.Left.Float64()
	tables := t.Tables(found)
	for i, q := range t.questions {
		if q.Pool != nil && (len(tables[i].Rows) > 1 || tables[i].Mean() != 0) {
			lost, _ := tables[i].Where(func(v float64) bool { return v > 0 }).Float64()
			margin := sure * tables[i].Deviation() / math.Sqrt(float64(max(1, o.Sampled)))
			o.Losses = append(o.Losses, Loss{t.session.titleOf(q.Who), q.Pool.Title, tables[i].Mean(), margin, lost, q.Pool.Pool.Up})
		}
	}
	slices.SortStableFunc(o.Losses, func(a, b Loss) int { return cmp.Compare(b.Mean, a.Mean) })
	t.tellStates(o, found)
	t.tellTests(o, &tables[len(t.questions)])
	return o
}

// change is what becomes of somebody: whether it does in each outcome, and how likely that is. Titles are the conditions that it's about.
type change struct {
	odds.Question
	in     []bool
	chance float64
	titles []string
}

// tellStates records who may be out, and which conditions may begin or end. An end doesn't count where its bearer is out, and what always
// comes together is told once.
func (t *attempt) tellStates(o *Odds, found *odds.Odds) {
	var changes []change
	for _, q := range t.questions {
		changes = append(changes, change{Question: q})
	}
	t.Outcomes(found, func(chance float64, answers []float64) {
		isOut := 0.0 // asked before the conditions of each
		for i := range changes {
			c := &changes[i]
			if c.Out {
				isOut = answers[i]
			}
			is := answers[i] != c.Before && (c.Condition == nil || c.Before == 0 || isOut == 0)
			if c.in = append(c.in, is); is {
				c.chance += chance
			}
		}
	})
	var told []*change
	for i := range changes {
		c := &changes[i]
		implies := func(x change) bool {
			return x.Condition != nil && x.Condition != c.Condition && slices.Contains(x.Condition.All, c.Condition) && c.onlyWith(&x)
		}
		if c.chance == 0 || c.Pool != nil || c.Out && c.Before != 0 || c.passes() || c.Condition != nil && slices.ContainsFunc(changes, implies) {
			continue
		}
		k := slices.IndexFunc(told, func(x *change) bool { return c.onlyWith(x) && (x.Out || x.onlyWith(c)) })
		if k < 0 {
			k, told = len(told), append(told, c)
		}
		if c.Condition != nil {
			title := c.Condition.Title
			if !told[k].onlyWith(c) {
				title += ": " + o.percent(c.chance, 1)
			}
			told[k].titles = append(told[k].titles, title)
		}
	}
	for _, c := range told {
		o.States = append(o.States, StateOdds{t.session.titleOf(c.Who), c.Out, c.Before != 0, c.titles, c.chance})
	}
}

// passes reports whether a condition begins whatever the dice show, and ends with the turn at hand.
func (c *change) passes() bool {
	return c.Condition != nil && c.Before == 0 && !slices.Contains(c.in, false) && slices.ContainsFunc(c.Condition.Until, func(u *program.Until) bool {
		return u.On != nil && u.On.Event != nil && u.On.Event.Entry != nil && u.On.Event.Edge == program.End && u.On.Whose == program.Anyones && !u.Next
	})
}

// onlyWith reports whether a change never comes without another one of the same combatant that begins or ends something like it.
func (c *change) onlyWith(x *change) bool {
	for n, is := range c.in {
		if is && !x.in[n] {
			return false
		}
	}
	return x.Who == c.Who && (x.Before != 0) == (c.Before != 0)
}

// Play plays the fight up to the question, and then the way.
func (t *attempt) Play(m *interp.Machine, _ uint64, begin func()) error {
	return t.run(m, func(q asked) bool {
		switch {
		case !t.driver.only:
			begin()
			t.machine.StopThinking()
			t.driver.only, t.driver.started = true, q.of.Act
			t.driver.answer = t.does
			t.driver.answer.seen = sighting{who: q.of.Who}
		case q.kind == Act && len(t.driver.adding[q.of.Act]) > 0:
			w, ok := t.driver.addsNow(q.of, t.driver.factsOf(m, q.of)) // more than that it is added is left to the tactic
			t.driver.answer = Decision{Way: w, Pass: !ok && m.Tactic(q.of.Who) == nil, ByTactic: !ok}
		default:
			t.driver.answer = Decision{Pass: q.kind == Act && m.Tactic(q.of.Who) == nil, ByTactic: true}
		}
		return t.driver.rejected == nil
	})
}

// run plays the fight by the decisions so far; wait, unless it is nil, is called from then on.
func (t *attempt) run(m *interp.Machine, wait func(asked) bool) error {
	if t.on != nil && !t.on() {
		return ErrUnwanted
	}
	m.StandAs(t.landed)
	d := newDriver(t.session, t.session.driver.done[t.decided:])
	d.wait, d.notes = wait, t.notes
	t.driver, t.machine, t.tests = d, m, t.tests[:0]
	m.Obey(following{d, t})
	switch _, err := m.Run(); {
	case d.rejected != nil:
		return d.rejected
	case err == nil && d.ended:
		t.keepUnmet(d)
		return exec.Rest(m, d.started)
	default:
		return err
	}
}

// keepUnmet notes what a run hasn't added to the action.
func (t *attempt) keepUnmet(d *driver) {
	left := slices.Clone(d.adding[d.started])
	for _, p := range d.unmet {
		left = append(left, p.Actions...)
	}
	if t.runs++; t.runs == 1 {
		t.unmet = left
	}
	t.unmet = slices.DeleteFunc(t.unmet, func(a *program.Action) bool { return !slices.Contains(left, a) })
}

// following answers for the machine, and keeps where the last batch has landed before the question.
type following struct {
	*driver
	*attempt
}

func (f following) Landed(m *interp.Machine) error {
	if f.wait == nil {
		f.landed.StandAs(m)
		f.decided = len(f.done)
	}
	return f.driver.Landed(m)
}

// counts reports whether what happens belongs to the action.
func (t *attempt) counts() bool {
	return t.driver.ended || slices.Contains(t.machine.Unfinished(), t.driver.started)
}

// notes notes what a tactic does for somebody, or that something is left to chance (0), if it belongs to the action.
func (t *attempt) notes(who board.Thing, does string) {
	if who == 0 {
		t.rolled = t.rolled || t.counts()
		return
	}
	text := "assuming that " + t.session.titleOf(who) + " " + does + ", as the tactic would"
	if t.counts() && !slices.Contains(t.assumed, text) {
		t.assumed = append(t.assumed, text)
	}
}

// Junction adds the driver's progress and the counts: see [interp.Junctioner].
func (t *attempt) Junction(put func(...float64)) {
	put(float64(t.machine.RowOf(t.driver.started)))
	for _, x := range t.tests {
		put(float64(x.made), float64(x.succeeded))
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

// tellTests records how likely each test is made, and succeeds.
func (t *attempt) tellTests(o *Odds, of *odds.Table) {
	for i, title := range t.titles {
		x := TestOdds{Title: title}
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
	if !t.counts() {
		return
	}
	title := value.InWords(x.Label)
	if k := t.machine.Program().CheckOf(x.Label); k != nil {
		title = value.TitleOf(&k.Decl)
	}
	if x.Who != 0 && x.Who != t.actor {
		title = t.session.titleOf(x.Who) + "'s " + title
	}
	i := slices.Index(t.titles, title)
	if i < 0 {
		i = len(t.titles)
		t.titles = append(t.titles, title)
	}
	t.tests = append(t.tests, make([]count, max(0, i+1-len(t.tests)))...)
	t.tests[i].made++
	if x.Success {
		t.tests[i].succeeded++
	}
}

// Acted and Changed have nothing to record that isn't asked at the end.
func (t *attempt) Acted(interp.Deed)   {}
func (t *attempt) Changed(interp.Harm) {}
