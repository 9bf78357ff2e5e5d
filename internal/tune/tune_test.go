package tune

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/rulec/rulec/internal/experiment"
	"github.com/rulec/rulec/internal/report"
	"github.com/rulec/rulec/lang"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
)

// rules is a game in which ann throws a d20 once, against a number: what red's share is, can be
// counted by the faces. Needs - bonus - skill or more wins: of 20 faces 21 less that.
var rules = fstest.MapFS{
	"coin.yaml": {Data: []byte(`rulec: 2
ruleset: coin
title: Coin
params:
  needs: 15  #: What ann needs at least.
  bonus: 0  #: Makes it easier.
  peak: 0  #: Easiest at 20.
  peaked: false  #: Whether the peak counts.
  kind_of: plain (or kind, cruel)  #: Adds 6 or takes 5.
  thrown: 1d20  #: The dice.
  divided: 1  #: Divides 1.
  rounds: 2  #: How long it takes.
  stalemate: 21  #: From which face on nobody wins.
kinds:
  creature:
    fields:
      skill: 0
      double: number = 2 * self.skill
      share: 1
      part: number = 12 / self.share
      lost: {type: pool, up: true, max: 1}
  move:
    params: {target: one of foes(self)}
    told: "{self}: {it}, at {target}"
    perform: |
      roll face = thrown against needs - bonus - self.skill - if(kind_of == kind, 6, kind_of == cruel, -5, 0) - if(peaked, 12 - abs(peak - 20), 0)
      if face / (divided + face - face) < 0 { self.lost += 1 }
      if face >= stalemate { self.lost += 1; target.lost += 1 }
      if not face.success and face < stalemate { self.lost += 1 }
      if face.success and face < stalemate { target.lost += 1 }
moves:
  throw: {}  #: A throw.
time:
  key: [round]
  unit: round
  start: for c in everyone { schedule turn of c at rounds + if(c == first(combatants), 0, 1) }
  entries:
    turn:
      do: |
        choose act from can_do(self)
        if act != none { perform act }
  out: self.lost > 0
  over: count(combatants) < 2
  winner: if(count(combatants) > 0, side(first(combatants)), none)
  limit: 50
tactics:
  thrower: {turn: [{do: throw}]}
`)},
	"fight.yaml": {Data: []byte(`encounter: fight
title: One throw
ruleset: ./coin.yaml
seed: 5
combatants:
  ann: {side: red, skill: 0, tactic: thrower}
  bob: {side: blue, tactic: thrower}
`)},
}

func load(set map[string]string) (*program.Encounter, diag.List) {
	return lang.LoadEncounter("fight.yaml", lang.Options{Files: rules, Set: set})
}

// tuned searches with the ruleset of this file.
func tuned(t *testing.T, to, within string, fights uint64, set map[string]string, changes ...string) (*Report, error) {
	t.Helper()
	with := func(more map[string]string) (*program.Encounter, diag.List) {
		all := maps.Clone(set)
		if all == nil {
			all = map[string]string{}
		}
		maps.Copy(all, more)
		return load(all)
	}
	e, list := with(nil)
	if list.HasErrors() {
		t.Fatal(list.Err())
	}
	job := &Job{Load: with, Many: experiment.Many{Seed: e.Seed, Fights: fights}}
	var err error
	if job.Goal, err = ParseGoal(to, within, experiment.NewSetup(e, nil)); err != nil {
		t.Fatal(err)
	}
	for _, text := range changes {
		c, err := ParseChange(text, e)
		if err != nil {
			t.Fatal(err)
		}
		job.Changes = append(job.Changes, c)
	}
	return Run(context.Background(), job)
}

// TestTune compares with what is known without playing: red wins with 21 less the number of 20
// faces.
func TestTune(t *testing.T) {
	for _, c := range []struct {
		name, to, within string
		set              map[string]string
		changes          []string
		best             string
		verdict          Verdict
		// share is what the best comes to, by counting.
		share float64
	}{
		{"15 wins with 6 faces of 20, 9 with 12", "red wins 60%", "", nil, []string{"needs"}, "needs = 9", Does, 0.6},
		{"the other side", "blue wins 60%", "", nil, []string{"needs"}, "needs = 13", Does, 0.6},
		{"as it is", "red wins 30%", "", nil, []string{"needs"}, "unchanged", Already, 0.3},
		{"at least: 9 is the first", "red wins at least 58%", "", nil, []string{"needs"}, "needs = 9", Does, 0.6},
		{"at most: 19 wins with 2 faces", "red wins at most 12%", "", nil, []string{"needs"}, "needs = 19", Does, 0.1},
		{"of what fits the nearest to now: 12 to 16 faces do, 12 is nearest", "red wins 70%", "12%", nil, []string{"needs"}, "needs = 9", Does, 0.6},
		{"out of reach: 5 wins with 16 faces", "red wins 95%", "", nil, []string{"needs=5..15"}, "needs = 5", None, 0.8},
		{"nothing comes nearer than now", "red wins 20%", "", nil, []string{"needs=5..15"}, "unchanged", None, 0.3},
		{"a figure: skill 6 is as good as 9", "ann stands 60%", "", nil, []string{"ann.skill"}, "ann.skill = 6", Does, 0.6},
		{"one of two is enough", "red wins 60%", "", nil, []string{"bonus=0..3", "needs=5..15"}, "needs = 9", Does, 0.6},
		{"the smaller of two: 6 of 20 steps, or 6 of 6", "red wins 60%", "", nil, []string{"bonus=0..6", "needs=0..20"}, "needs = 9", Does, 0.6},
		{"both are needed", "red wins 60%", "", nil, []string{"bonus=0..3", "needs=12..15"}, "bonus = 3, needs = 12", Does, 0.6},
		// 12 - |peak - 20| more: 27 + 12 - 12 = 15 at 20; from 0 on 27 - 12 + |peak - 20| = 15 + |peak - 20|. At 17 and 23 it needs 18.
		{"up and down: 17 and 23 do it, 17 is nearer to 0", "red wins 15%", "", map[string]string{"peaked": "true", "needs": "27"}, []string{"peak=0..40"}, "peak = 17", Does, 0.15},
		{"a choice: 6 easier", "red wins 60%", "", nil, []string{"kind_of"}, "kind_of = kind", Does, 0.6},
		{"a switch: 12 - 20 makes it 8 harder", "red wins 0%", "", nil, []string{"peaked"}, "peaked = true", Does, 0},
		{"dice: 15 with 2d20 comes with 400 - 91 of 400 pairs", "red wins 77%", "", map[string]string{"stalemate": "41"}, []string{"thrown=1d20,2d20"}, "thrown = 2d20", Does, 309.0 / 400},
		{"how long", "fights last 5", "", nil, []string{"rounds=1..12"}, "rounds = 5", Does, 5},
		{"nobody: faces from 17 on", "nobody wins 20%", "", nil, []string{"stalemate=10..21"}, "stalemate = 17", Does, 0.2},
	} {
		r, err := tuned(t, c.to, c.within, 10_000, c.set, c.changes...)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if got := named(r.Best); got != c.best || r.Verdict != c.verdict {
			t.Errorf("%s: %s, %s; want %s, %s", c.name, got, r.Verdict, c.best, c.verdict)
		}
		// Of 10,000 fights 2 points are four standard deviations.
		if math.Abs(*r.Found.Value-c.share) > 0.02 {
			t.Errorf("%s: comes to %v, not to %v", c.name, *r.Found.Value, c.share)
		}
		if c.verdict != None && (*r.Found.Low > c.share+0.01 || *r.Found.High < c.share-0.01) {
			t.Errorf("%s: %v to %v lies far from %v", c.name, *r.Found.Low, *r.Found.High, c.share)
		}
	}
}

// TestTuneDifference holds that how much the change does is told of the same dice: 9 and 15 differ
// in the six faces from 9 to 14.
func TestTuneDifference(t *testing.T) {
	r, err := tuned(t, "red wins 60%", "", 10_000, nil, "needs")
	if err != nil {
		t.Fatal(err)
	}
	if d := r.Against; math.Abs(d.Value-0.3) > 0.02 || d.Low > 0.3+0.01 || d.High < 0.3-0.01 {
		t.Errorf("%v more, not 6 of 20", d)
	}
	if d := r.Against.Value - (*r.Found.Value - *r.Now.Value); math.Abs(d) > 1e-5 {
		t.Errorf("the difference isn't that of the two shares, by %v", d)
	}
	// Few fights far away, many near.
	for _, x := range r.Tried {
		far := math.Abs(*x.Figure.Value-0.6) > 0.15
		if far && x.Fights > first || named(x.Settings) == "needs = 9" && x.Fights < 1000 {
			t.Errorf("%s was played %d times", named(x.Settings), x.Fights)
		}
	}
	if r.Lines != "set:\n  needs: 9\n" {
		t.Errorf("lines:\n%s", r.Lines)
	}
}

// TestTuneHalves holds that a long range isn't tried one by one.
func TestTuneHalves(t *testing.T) {
	r, err := tuned(t, "red wins 60%", "", 10_000, nil, "needs=-180..200")
	if err != nil {
		t.Fatal(err)
	}
	if named(r.Best) != "needs = 9" || len(r.Tried) > 30 {
		t.Errorf("%s after %d values", named(r.Best), len(r.Tried))
	}
}

// TestTuneLeavesOut holds that what can't be played is left out of a range that nobody has
// asked for, and stops the search where somebody has.
func TestTuneLeavesOut(t *testing.T) {
	r, err := tuned(t, "red wins at least 29%", "", 1000, map[string]string{"divided": "0.1"}, "divided")
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Skipped) != 1 || r.Skipped[0].Setting != "divided = 0.0" || !strings.Contains(r.Skipped[0].Why, "division by zero") {
		t.Errorf("left out: %v", r.Skipped)
	}
	_, err = tuned(t, "red wins 60%", "", 1000, nil, "divided=0..4")
	var stopped *experiment.Stopped
	if !errors.As(err, &stopped) || stopped.Trial != SearchFrom {
		t.Errorf("a division by 0 that somebody asked for: %v", err)
	}
	if _, err = tuned(t, "red wins 60%", "", 1000, nil, "ann.share=0..4"); err == nil || !strings.Contains(err.Error(), "division by zero") {
		t.Errorf("a division by 0 before the fight: %v", err)
	}
	_, err = tuned(t, "red wins 60%", "", 1000, nil, "thrown=1d20,nonsense")
	var refused *Rejected
	if !errors.As(err, &refused) || refused.Setting != "thrown = nonsense" {
		t.Errorf("dice that are none: %v", err)
	}
}

// TestTuneIsTheSame holds that neither workers nor the time of day change a report.
func TestTuneIsTheSame(t *testing.T) {
	want := ""
	for _, workers := range []int{1, 2, 7} {
		e, _ := load(nil)
		goal, err := ParseGoal("red wins 60%", "", experiment.NewSetup(e, nil))
		if err != nil {
			t.Fatal(err)
		}
		job := &Job{Goal: goal, Load: load, Many: experiment.Many{Seed: 3, Fights: 2000, Workers: workers}}
		for _, text := range []string{"bonus=0..3", "needs=12..15"} {
			c, err := ParseChange(text, e)
			if err != nil {
				t.Fatal(err)
			}
			job.Changes = append(job.Changes, c)
		}
		r, err := Run(context.Background(), job)
		if err != nil {
			t.Fatal(err)
		}
		var b bytes.Buffer
		if err := errors.Join(r.Document().Print(&b, report.Text), r.Document().Print(&b, report.JSON)); err != nil {
			t.Fatal(err)
		}
		if want == "" {
			want = b.String()
		}
		if b.String() != want {
			t.Errorf("%d workers print\n%s\nnot\n%s", workers, b.String(), want)
		}
	}
}

func TestTuneStops(t *testing.T) {
	e, _ := load(nil)
	goal, _ := ParseGoal("red wins 60%", "", experiment.NewSetup(e, nil))
	c, _ := ParseChange("needs", e)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Run(ctx, &Job{Goal: goal, Changes: []*Change{c}, Load: load, Many: experiment.Many{Fights: 1000}}); !errors.Is(err, experiment.ErrStopped) {
		t.Errorf("stopped: %v", err)
	}
}

// TestGoals reads sentences, and marks what is wrong between « and ».
func TestGoals(t *testing.T) {
	e, list := load(nil)
	if list.HasErrors() {
		t.Fatal(list.Err())
	}
	s := experiment.NewSetup(e, nil)
	for _, c := range []struct {
		text, within string
		low, high    float64
	}{
		{"red wins 60%", "", 0.58, 0.62},
		{"Red win 60%", "1%", 0.59, 0.61},
		{"nobody wins at most 5%", "", math.Inf(-1), 0.05},
		{" ann  stands at least 12.5% ", "", 0.125, math.Inf(1)},
		{"fights last 4", "", 3.8, 4.2},
		{"fights last 4 rounds", "1", 3, 5},
		{"fights last at least 1 round", "", 1, math.Inf(1)},
	} {
		g, err := ParseGoal(c.text, c.within, s)
		if err != nil || math.Abs(g.Low-c.low) > 1e-12 || math.Abs(g.High-c.high) > 1e-12 {
			t.Errorf("%q: from %v to %v, %v", c.text, g.Low, g.High, err)
		}
	}
	for _, c := range []struct{ marked, within, message string }{
		{"«»", "", "the goal is empty"},
		{"«rad» wins 60%", "", `unknown side "rad"`},
		{"«ann» wins 60%", "", `unknown side "ann"`},
		{"«anne» stands 60%", "", `unknown combatant "anne"`},
		{"«red lives 60%»", "", `it has neither "wins", "stands" nor "last"`},
		{"«wins» 60%", "", `a name is missing before "wins"`},
		{"red wins«»", "", "the number is missing at the end"},
		{"red wins «60»", "", "a share needs a percent sign: 60%"},
		{"red wins «160%»", "", "a share must be between 0% and 100%"},
		{"red wins «often»", "", `"often" isn't a number`},
		{"red wins «at» 5%", "", `"at" must be followed by least or most`},
		{"red wins 60% «of all fights»", "", "unexpected words"},
		{"«fight» lasts 5", "", "only fights last"},
		{"fights last «5%»", "", "the length of fights is a number of rounds: write 5"},
		{"fights last «-5»", "", "the length must be at least 0"},
		{"fights last 5 «minutes»", "", "unexpected words"},
		{"--within «2»", "red wins 60%", "--within must be points, such as 2%"},
		{"--within «0%»", "red wins 60%", "--within must be points, such as 2%"},
		{"--within «2%»", "fights last 5", "--within must be a number of rounds, such as 0.5"},
		{"«--within 2%»", "red wins at least 60%", `"red wins at least 60%" is already a bound`},
	} {
		text := strings.NewReplacer("«", "", "»", "").Replace(c.marked)
		var err error
		if within, is := strings.CutPrefix(text, "--within "); is {
			_, err = ParseGoal(c.within, within, s)
		} else {
			_, err = ParseGoal(text, "", s)
		}
		complains(t, err, c.marked, c.message, "")
	}
}

// complains holds what is said of a text, and at which place of it.
func complains(t *testing.T, err error, marked, message, hint string) {
	t.Helper()
	var wrong *CantRead
	if !errors.As(err, &wrong) {
		t.Errorf("%s: %v", marked, err)
		return
	}
	at := wrong.Text[:wrong.From] + "«" + wrong.Text[wrong.From:wrong.To] + "»" + wrong.Text[wrong.To:]
	if at != marked || wrong.Message != message || !strings.Contains(wrong.Hint, hint) {
		t.Errorf("%s: %s; %s\nwant %s: %s; %s", at, wrong.Message, wrong.Hint, marked, message, hint)
	}
}

// TestChanges reads what may be turned.
func TestChanges(t *testing.T) {
	e, list := load(nil)
	if list.HasErrors() {
		t.Fatal(list.Err())
	}
	for _, c := range []struct{ text, now, values string }{
		{"needs", "15", "0 to 30, 31"},
		{"bonus", "0", "0 to 10, 11"},
		{"needs=12,10,11", "15", "10 to 15, 4"},
		{"ann.skill", "0", "0 to 10, 11"},
		{"peaked", "false", "false to true, 2"},
		{"kind_of", "plain", "plain to cruel, 3"},
		{"thrown=2d10", "", "2d10 to 2d10, 1"},
		{"thrown=2d10,3d6", "", "2d10 to 3d6, 2"},
		{"ann.double=1..3", "", "1 to 3, 3"},
	} {
		x, err := ParseChange(c.text, e)
		if c.text == "thrown=2d10" {
			complains(t, err, "«thrown»=2d10", "thrown has no other value to try", "")
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", c.text, err)
			continue
		}
		if got := fmt.Sprintf("%s to %s, %d", x.Values[0], x.Values[len(x.Values)-1], len(x.Values)); x.Now != c.now || got != c.values {
			t.Errorf("%s: now %q, %s; want %q, %s", c.text, x.Now, got, c.now, c.values)
		}
	}
	for _, c := range []struct{ marked, message, hint string }{
		{"«need»", `coin has no param "need"`, `did you mean "needs"?`},
		{"«ann»", "ann is a combatant, not a stat", "write ann.skill"},
		{"«anne».skill", `there is no "anne" in this encounter`, `did you mean "ann"?`},
		{"ann.«skil»=1..3", `ann has no "skil"`, `did you mean "skill"?`},
		{"«ann.double»", "ann.double isn't given, but computed", "ann.double=LOW..HIGH"},
		{"«ann.lost»", "ann.lost isn't given: the rules set its start", "ann.lost=LOW..HIGH"},
		{"«thrown»", "thrown is dice", "thrown=LOW..HIGH, or with commas between them"},
		{"needs«=3..1»", `needs: "3..1" isn't a range, such as 1..6 or 0..100/25`, ""},
	} {
		_, err := ParseChange(strings.NewReplacer("«", "", "»", "").Replace(c.marked), e)
		complains(t, err, c.marked, c.message, c.hint)
	}
}
