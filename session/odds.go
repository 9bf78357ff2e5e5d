package session

import (
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/interp/dice"
	"github.com/rulec/rulec/interp/odds"
	"github.com/rulec/rulec/lang/program"
)

// Odds are what a way to act comes to from where the fight stands. All chances are from 0 to 1.
type Odds struct {
	// Sampled is how often it was played with other dice, where they can fall in more ways than can
	// be tried while somebody waits: the chances are then how often things came. 0: all ways were tried.
	Sampled int
	// Left is how likely it is that dice explode so often that what comes of it was left out.
	Left float64
	// Tests are the rolls that are held against something, by their labels.
	Tests []TestOdds
	// Losses are what combatants lose of the pools that the rules' reports call health, or of any where
	// they name none, the largest on average first.
	Losses []Loss
	// Out are those who may be out by it, Conditions what somebody may come by, or get rid of.
	Out        []OutOdds
	Conditions []ConditionOdds
}

// TestOdds says how likely a roll is made, and how likely it succeeds if it is: of all that are made,
// where it may be made several times.
type TestOdds struct {
	Label           string
	Made, Succeeded float64
}

// Loss is what somebody loses of a pool, on average, and how likely it is that they lose any of it.
type Loss struct {
	Who  string // as stories call them
	Pool string
	// Mean is below 0 for what they win.
	Mean, Any float64
	// Up is set where the pool counts what somebody has taken, such as wounds.
	Up bool
}

// OutOdds says how likely somebody is out who wasn't.
type OutOdds struct {
	Who    string
	Chance float64
}

// ConditionOdds says how likely somebody has a condition who hadn't; or hasn't one any more, with Ends.
type ConditionOdds struct {
	Who, Condition string
	Chance         float64
	Ends           bool
}

// How says in a few words how the odds were found.
func (o *Odds) How() string {
	switch {
	case o.Sampled > 0:
		return fmt.Sprintf("sampled: played %d times with other dice", o.Sampled)
	case o.Left > 0:
		return "exact, but for what is rare"
	}
	return "exact: all ways for the dice to fall were tried"
}

// InWords writes the odds as people read them, a line for each.
func (o *Odds) InWords() []string {
	var list []string
	for _, t := range o.Tests {
		list = append(list, t.InWords())
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
		list = append(list, "nothing is rolled against anything, and nobody is hurt")
	}
	return list
}

// InWords writes a test as people read it: Swing succeeds: 72.2%.
func (t TestOdds) InWords() string {
	text := capital(inWords(t.Label)) + " succeeds: " + percent(t.Succeeded)
	if t.Made < 1-tiny {
		text += "; it is rolled in " + percent(t.Made)
	}
	return text
}

// InWords writes a loss as people read it: Zora suffers 0.7 bruises on average, any in 72.2%.
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

// InWords writes what becomes of a condition as people read it: Mort is off balance: 72.2%.
func (c ConditionOdds) InWords() string {
	becomes := "gets"
	if c.Ends {
		becomes = "gets rid of"
	}
	return fmt.Sprintf("%s %s %s: %s", c.Who, becomes, c.Condition, percent(c.Chance))
}

// tiny is less than what sums of chances are off by being written as floating-point numbers.
const tiny = 1e-9

// percent writes a chance; one that isn't 0 or 1 is never written as if it were.
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
	// trials are beyond those that anybody plays, so that what is sampled isn't the luck that is to come.
	trials = 1 << 40
	// mostRuns is how often a way is played at most to try all ways for dice to fall, and mostSteps how
	// many steps that may take.
	mostRuns, mostSteps = 3000, 1_500_000
	// samples is how often a way is played where they are too many.
	samples = 400
)

// Odds works out how likely everything is that a way to act may come to, up to where the batch has
// landed in which the action ends, or the action that it answers: exactly, if dice can't fall in too
// many ways. Whoever is asked something meanwhile answers as their tactic would, or not at all; behind
// the action nobody begins anything else on their turn. Of the rest of the batch the losses count, not
// the rolls. What has fallen already stays as it fell, and the fight isn't touched.
// The error is a [*Refused], or a *diag.Diagnostic.
func (s *Session) Odds(w Way) (*Odds, error) { return s.OddsMeanwhile(w, nil) }

// OddsMeanwhile does what [Session.Odds] does, and asks before each time that it plays the way whether to go
// on. Until that returns, the session may be asked anything; once something else has been decided, it has to
// return false. The error is [ErrUnwanted] then.
func (s *Session) OddsMeanwhile(w Way, on func() bool) (*Odds, error) {
	if s.asked == nil || s.asked.kind != Act {
		return nil, errNotAsked
	}
	unrecorded := s.machine.Options()
	unrecorded.Trace, unrecorded.Sums, unrecorded.Explain, unrecorded.Laws = false, false, false, nil
	m := interp.New(s.machine.Fight, unrecorded)
	t := &attempt{session: s, way: w, on: on, known: map[string]int{}}
	m.LetThink(s.machine.Thinker())
	m.Observe(t)
	questions, before, err := t.standing(m)
	if err != nil {
		return nil, err
	}
	tests := odds.Question{Type: program.Type{Kind: program.Number}, Answer: t.tested}
	t.Lines = odds.LinesOf(append(questions, tests))
	found, err := odds.Best(m, t, odds.Effort{Runs: mostRuns, Steps: mostSteps, Samples: samples, From: trials})
	switch endless := (*odds.NoEnd)(nil); {
	case errors.As(err, &endless):
		return nil, &Refused{Reason: err.Error()}
	case err != nil:
		return nil, err
	}
	o := &Odds{Sampled: found.Sampled}
	o.Left, _ = found.Left.Float64()
	tables := t.Tables(found)
	for i := range questions {
		s.tell(o, &tables[i], before[i])
	}
	slices.SortStableFunc(o.Losses, func(a, b Loss) int { return cmp.Compare(b.Mean, a.Mean) })
	t.tell(o, &tables[len(questions)])
	return o, nil
}

// tell notes what may come of something that was otherwise before.
func (s *Session) tell(o *Odds, t *odds.Table, before float64) {
	names := *s.machine.Names()
	names.Proper = true
	who := names.Thing(t.Who)
	other, _ := t.Where(func(v float64) bool { return v != before }).Float64()
	switch {
	case other == 0:
	case t.Pool != nil:
		some, _ := t.Where(func(v float64) bool { return v > 0 }).Float64()
		o.Losses = append(o.Losses, Loss{who, t.Pool.Title, t.Mean(), some, t.Pool.Pool.Up})
	case t.Condition != nil:
		o.Conditions = append(o.Conditions, ConditionOdds{who, t.Condition.Title, other, before != 0})
	case before == 0:
		o.Out = append(o.Out, OutOdds{who, other})
	}
}

// ErrUnwanted is the error of odds that nobody wants any more.
var ErrUnwanted = errors.New("what it comes to isn't asked any more")

// attempt is what is tried of a way to act.
type attempt struct {
	*odds.Lines
	session *Session
	way     Way
	// on says whether to go on; nil: it does.
	on func() bool

	// driver and machine are those of the run at hand; begun is set from the moment on at which the
	// way is taken, and tests counts what was rolled against something from then until the action has
	// ended, by the number of the label.
	driver  *driver
	machine *interp.Machine
	begun   bool
	tests   []count
	labels  []string
	// counts are what tests have come to in some run, known their numbers.
	counts [][]count
	known  map[string]int
}

// count is how often something was rolled, and how often that succeeded.
type count struct{ made, succeeded int }

// standing returns what is asked, and how that stood when the question was put.
func (t *attempt) standing(m *interp.Machine) (questions []odds.Question, before []float64, err error) {
	if err := t.run(m, func(asked) bool { return false }); err != nil {
		return nil, nil, err
	}
	for _, q := range odds.Usual(m) {
		if q.Pool != nil && !ofHealth(m.Program(), q.Pool) || q.Pool == nil && q.Condition == nil && !q.Out {
			continue
		}
		questions, before = append(questions, q), append(before, q.Before)
	}
	return questions, before, nil
}

// ofHealth tells whether reports call a pool health; where they name none, any pool may be.
func ofHealth(p *program.Program, pool *program.Field) bool {
	return p.Reports == nil || len(p.Reports.Health) == 0 || slices.Contains(p.Reports.Health, pool)
}

// Play plays the fight up to the question, and then the way.
func (t *attempt) Play(m *interp.Machine, _ uint64, begin func()) error {
	return t.run(m, func(q asked) bool {
		switch {
		case !t.begun:
			t.begun = true
			begin()
			t.machine.StopThinking()
			t.driver.answer = Decision{Way: t.way}
		case q.kind == Act && m.Tactic(q.of.Who) == nil:
			t.driver.answer = Decision{Pass: true}
		default:
			t.driver.answer = Decision{ByTactic: true}
		}
		return t.driver.refused == nil
	})
}

// run plays the fight by what has been decided; wait is asked from then on.
func (t *attempt) run(m *interp.Machine, wait func(asked) bool) error {
	if t.on != nil && !t.on() {
		return ErrUnwanted
	}
	m.Reset(t.session.options.Trial)
	d := &driver{session: t.session, again: again(t.session.done), only: true, wait: wait}
	t.driver, t.machine, t.begun = d, m, false
	clear(t.tests)
	if t.session.options.HandDice {
		m.Obey(struct {
			interp.Driver
			dice.Script
			interp.Junctioner
		}{d, d, t})
	} else {
		m.Obey(struct {
			interp.Driver
			interp.Junctioner
		}{d, t})
	}
	_, err := m.Run()
	if d.refused != nil {
		return d.refused
	}
	return err
}

// Junction puts where the driver stands, and what has been counted: see [interp.Junctioner].
func (t *attempt) Junction(put func(...float64)) {
	ended := 0.0
	if t.driver.ended {
		ended = 1
	}
	put(ended, float64(t.machine.RowOf(t.driver.begun)))
	for i, x := range t.tests {
		if x.made > 0 {
			put(float64(i), float64(x.made), float64(x.succeeded))
		}
	}
}

// tested numbers what the tests of a run have come to.
func (t *attempt) tested(*interp.Machine) (float64, error) {
	var key []byte
	for i, x := range t.tests {
		if x.made > 0 {
			key = binary.AppendUvarint(key, uint64(i))
			key = binary.AppendUvarint(key, uint64(x.made))
			key = binary.AppendUvarint(key, uint64(x.succeeded))
		}
	}
	n, ok := t.known[string(key)]
	if !ok {
		n = len(t.counts)
		t.known[string(key)] = n
		t.counts = append(t.counts, slices.Clone(t.tests))
	}
	return float64(n), nil
}

// tell notes how likely each test is made, and succeeds.
func (t *attempt) tell(o *Odds, of *odds.Table) {
	for i, label := range t.labels {
		x := TestOdds{Label: label}
		var made, succeeded float64
		for _, r := range of.Rows {
			chance, _ := r.Chance.Float64()
			if counts := t.counts[int(r.Answer)]; i < len(counts) && counts[i].made > 0 {
				x.Made += chance
				made += chance * float64(counts[i].made)
				succeeded += chance * float64(counts[i].succeeded)
			}
		}
		if made > 0 {
			x.Succeeded = succeeded / made
			o.Tests = append(o.Tests, x)
		}
	}
}

// Tested counts a roll that was held against something.
func (t *attempt) Tested(x interp.Tested) {
	if !t.begun || t.driver.ended {
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

// Acted and Changed tell nothing that isn't asked at the end.
func (t *attempt) Acted(interp.Deed)   {}
func (t *attempt) Changed(interp.Harm) {}
