package difficulty

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/rulec/rulec/internal/experiment"
	"github.com/rulec/rulec/internal/report"
	"github.com/rulec/rulec/internal/tune"
	"github.com/rulec/rulec/lang"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
)

// rules is a game in which ann throws a d20 once, against the guards of all foes together: with as much
// or more they are all down, and from 17 on cid is, too; with less ann and cid are.
var rules = fstest.MapFS{
	"gate.yaml": {Data: []byte(`rulec: 2
ruleset: gate
title: Gate
params:
  bonus: 0  #: Makes it easier.
kinds:
  creature:
    fields:
      guard: 0
      hat: 0
      lost: {type: pool, up: true, max: 1}
  move:
    told: "{self}: {it}"
    perform: |
      roll face = 1d20 against sum(foes(self), each.guard) - bonus
      if face.success { for c in foes(self) { c.lost += 1 } }
      if not face.success { self.lost += 1 }
      if not face.success or face >= 17 { for c in allies(self) { c.lost += 1 } }
moves:
  throw: {}  #: A throw.
creatures:
  keeper: {guard: 5, hat: 3, tactic: thrower}
time:
  key: [round]
  unit: round
  start: for c in everyone { schedule turn of c at if(c == first(combatants), 1, 2) }
  entries:
    turn:
      do: |
        choose act from can_do(self)
        if act != none { perform act }
  out: self.lost > 0
  over: all(combatants, side(each) == side(first(combatants)))
  winner: if(count(combatants) > 0, side(first(combatants)), none)
  limit: 50
space: {grid: square}
tactics:
  thrower: {turn: [{do: throw}]}
reports:
  health: [lost]
`)},
	"fight.yaml": {Data: []byte(`encounter: fight
title: At the gate
ruleset: ./gate.yaml
seed: 5
combatants:
  ann: {side: red, place: [1, 1], tactic: thrower}
  cid: {side: red, place: [0, 1], tactic: thrower}
  bob: {side: blue, place: [2, 1], guard: 5, tactic: thrower}
  ben: {side: blue, place: [3, 1], guard: 4, tactic: thrower}
map:
  rows: |
    ....
    ....
script: |
  ann: throw { dice face 3 }
`)},
}

// den has opponents who are alike, with all of their figures from a definition.
const den = `encounter: den
title: In the den
ruleset: ./gate.yaml
seed: 5
combatants:
  ann: {side: red, place: [1, 1], tactic: thrower}
  cid: {side: red, place: [0, 1], tactic: thrower}
  bob: {is: keeper, side: blue, place: [2, 1]}
  ben: {is: keeper, side: blue, place: [3, 1]}
`

// TestDefinedFigures holds that of figures of definitions those are tried that make a difference: a guard does, a hat
// doesn't. Against 10 eleven faces of 20 win, against 9 twelve, against 5 sixteen, against 15 six.
func TestDefinedFigures(t *testing.T) {
	rules["den.yaml"] = &fstest.MapFile{Data: []byte(den)}
	j := job(0, 10_000)
	j.file = "den.yaml"
	r, err := Run(context.Background(), j.Job)
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]float64{"without bob": 0.8, "another bob": 0.3, "bob.guard 5 -> 4": 0.6, "bob.guard 5 -> 6": 0.5}
	for _, s := range r.Steps {
		if math.Abs(s.Wins.Value-want[s.Description]) > 0.05 || s.Why != "" || !s.More.Seen() {
			t.Errorf("%s: %v, %v more, %s; want %v", s.Description, s.Wins.Value, s.More, s.Why, want[s.Description])
		}
		delete(want, s.Description)
	}
	if len(want) > 0 {
		t.Errorf("not tried: %v", want)
	}
}

// filed is a job that reads an encounter of this file.
type filed struct {
	*Job
	file string
}

// job is what is to be judged, for one of the sides.
func job(side int, fights uint64) *filed {
	f := &filed{file: "fight.yaml"}
	f.Job = &Job{
		Side: side, Many: experiment.Many{Seed: 5, Fights: fights},
		Written: map[string][]string{"bob": {"side", "place", "guard", "tactic"}, "ben": {"side", "place", "guard", "tactic"}},
		Load: func(c Change) (*program.Encounter, diag.List) {
			opts := lang.Options{Files: rules}
			switch {
			case c.Name != "":
				opts.Set = map[string]string{c.Name: c.Value}
			case c.Without != "":
				opts.Without = []string{c.Without}
			case c.Twins != nil:
				opts.Twins = c.Twins
			}
			return lang.LoadEncounter(f.file, opts)
		},
	}
	return f
}

// TestDifficulty compares with what is counted by faces. Against 9 twelve faces of 20 win, and four of those
// cost cid; against g it is 21 - g faces.
func TestDifficulty(t *testing.T) {
	j := job(0, 10_000)
	e, list := j.Load(Change{})
	if list.HasErrors() {
		t.Fatal(list.Err())
	}
	bonus, err := tune.ParseChange("bonus=3", e)
	if err != nil {
		t.Fatal(err)
	}
	j.More = append(j.More, bonus)
	r, err := Run(context.Background(), j.Job)
	if err != nil {
		t.Fatal(err)
	}
	share := func(what string, s experiment.Share, want float64) {
		t.Helper()
		// Two points are four standard deviations of 10,000 fights.
		if math.Abs(s.Value-want) > 0.02 || s.Low > s.Value || s.High < s.Value || s.High-s.Low > 0.03 {
			t.Errorf("%s: %v, want %v", what, s, want)
		}
	}
	share("wins", r.Wins, 0.6)
	share("costly", *r.Costly, 4.0/12)
	share("no one falls", r.Fallen[0].Share, 0.4)
	share("someone falls", r.Fallen[1].Share, 0.6)
	share("most fall", r.Fallen[2].Share, 0.4) // both: one of two isn't most
	share("all fall", r.Fallen[3].Share, 0.4)
	share("ann stands", r.Own[0].Stands, 0.6)
	share("cid stands", r.Own[1].Stands, 0.4)
	if r.Grade != "hard" || r.Worst != "hard" {
		t.Errorf("%s to %s", r.Grade, r.Worst)
	}
	// On a bad day none of two stands and two are lost, on half of the days one falls, on a good day none.
	if want := (Day{"still standing, of 2", 0, 1, 2}); r.Days[0] != want {
		t.Errorf("days %v, want %v", r.Days[0], want)
	}
	if want := (Day{"lost, total", 2, 1, 0}); r.Days[1] != want {
		t.Errorf("days %v, want %v", r.Days[1], want)
	}
	if bins := r.Left[0].Bins; len(bins) != 3 || bins[0].Fights+bins[1].Fights+bins[2].Fights != 10_000 {
		t.Errorf("left: %v", bins)
	}
	steps := map[string]Step{}
	for i, s := range r.Steps {
		steps[s.Description] = s
		if i > 0 && s.More.Value > r.Steps[i-1].More.Value {
			t.Errorf("%s stands behind what does less", s.Description)
		}
	}
	for said, want := range map[string]float64{
		"without bob": 0.85, "without ben": 0.8, "another bob": 0.35, "another ben": 0.4,
		"bob.guard 5 -> 4": 0.65, "bob.guard 5 -> 6": 0.55, "ben.guard 4 -> 3": 0.65, "ben.guard 4 -> 5": 0.55, "bonus 0 -> 3": 0.75,
	} {
		s, tried := steps[said]
		if !tried || s.Why != "" {
			t.Errorf("%s wasn't tried: %s", said, s.Why)
			continue
		}
		// Of 2,000 pairs that differ in a quarter of the faces 5 points are four standard deviations.
		if math.Abs(s.More.Value-(want-0.6)) > 0.05 || math.Abs(s.Wins.Value-want) > 0.05 || !s.More.Seen() {
			t.Errorf("%s: %v, %v more; want %v, %v", said, s.Wins.Value, s.More, want, want-0.6)
		}
		delete(steps, said)
	}
	if len(steps) > 0 {
		t.Errorf("also tried: %v", steps)
	}
}

// TestTheOtherSide holds that it is told for another side, too.
func TestTheOtherSide(t *testing.T) {
	r, err := Run(context.Background(), job(1, 2000).Job)
	if err != nil {
		t.Fatal(err)
	}
	if r.Side != "blue" || math.Abs(r.Wins.Value-0.4) > 0.05 || r.Costly == nil || r.Costly.Value != 0 {
		t.Errorf("%s wins %v, which cost somebody in %v", r.Side, r.Wins, r.Costly)
	}
	for _, s := range r.Steps {
		if strings.Contains(s.Description, "bob") || strings.Contains(s.Description, "ben") {
			t.Errorf("%s is no opponent's", s.Description)
		}
	}
}

// printed returns a report in a format.
func printed(t *testing.T, r *Report, f report.Format) string {
	t.Helper()
	var b strings.Builder
	if err := r.Document().Print(&b, f); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestPrinted holds that text and page say the same, whoever plays, and that the page needs nothing else.
func TestPrinted(t *testing.T) {
	want := ""
	for _, workers := range []int{1, 3} {
		j := job(0, 1000)
		j.Workers = workers
		r, err := Run(context.Background(), j.Job)
		if err != nil {
			t.Fatal(err)
		}
		r.Program, r.Command, r.Play = "1.0", "rulec difficulty fight.yaml", "rulec run fight.yaml"
		text, page, data := printed(t, r, report.Text), printed(t, r, report.HTML), printed(t, r, report.JSON)
		verdict := "Hard: " + r.Wins.Both() + " of the fights are won by red"
		for _, part := range []string{verdict, "gate", r.Hash[:12], "seed 5", "1.0", r.Command, "without bob", "still standing, of 2"} {
			if !strings.Contains(text, part) || !strings.Contains(page, part) {
				t.Errorf("text or page doesn't say %q", part)
			}
		}
		for _, part := range []string{"<script", "http:", "https:", "src=", "href=", "NaN"} {
			if strings.Contains(page, part) {
				t.Errorf("the page has %q", part)
			}
		}
		got := text + page + data
		if want == "" {
			want = got
		}
		if got != want {
			t.Errorf("%d workers print something else", workers)
		}
	}
}

// TestNothingToStep holds that a fight is judged in which no step can be played.
func TestNothingToStep(t *testing.T) {
	j := job(0, 500)
	load := j.Load
	j.Load = func(c Change) (*program.Encounter, diag.List) {
		if c.Name+c.Without != "" || c.Twins != nil {
			return nil, diag.List{diag.Errorf(lang.CodeSettingForm, diag.Span{}, "not today")}
		}
		return load(c)
	}
	r, err := Run(context.Background(), j.Job)
	if err != nil {
		t.Fatal(err)
	}
	for _, said := range []string{printed(t, r, report.Text), printed(t, r, report.HTML)} {
		if !strings.Contains(said, "Not played, without bob: not today") || strings.Contains(said, "What would change it") || strings.Contains(said, "NaN") {
			t.Errorf("it says\n%s", said)
		}
	}
}

// TestGrades holds the bounds of difficulty.md.
func TestGrades(t *testing.T) {
	for _, c := range []struct {
		wins, someone, most float64
		want                string
	}{
		{1, 0, 0, "easy"}, {0.95, 0.25, 0, "easy"}, {0.94, 0, 0, "fair"}, {1, 0.26, 0, "fair"}, {0.75, 1, 0.25, "fair"},
		{0.75, 1, 0.26, "hard"}, {0.74, 0, 0, "hard"}, {0.4, 1, 1, "hard"}, {0.39, 0, 0, "deadly"}, {0, 1, 1, "deadly"},
	} {
		if got := gradeOf(c.wins, c.someone, c.most); got != c.want {
			t.Errorf("wins %v, someone falls %v, most %v: %s, want %s", c.wins, c.someone, c.most, got, c.want)
		}
	}
	r := Report{Grade: "fair", Worst: "hard", Side: "red", Wins: experiment.Share{Value: 0.75, Low: 0.7, High: 0.8}}
	if want := "Fair or hard (too few fights to tell): 75% (70 to 80) of the fights are won by red."; r.verdict() != want {
		t.Errorf("%s\nwant\n%s", r.verdict(), want)
	}
}

// TestTwinsPlace holds that somebody's twin is first put to places as far from the foes as they are: bob, at 2, 1,
// is 1 away from ann at 1, 1. So are 2, 2 and 2, 0 beside him, and 0, 2 behind her; at her own place it is 0.
func TestTwinsPlace(t *testing.T) {
	e, _ := job(0, 1).Load(Change{})
	steps := around("bob", e)
	if steps[0] != [2]int{0, 0} {
		t.Errorf("first %v", steps[0])
	}
	at := map[[2]int]int{}
	for i, by := range steps {
		at[by] = i
	}
	if len(at) != 49 || at[[2]int{0, 1}] > at[[2]int{1, 0}] || at[[2]int{0, 1}] > at[[2]int{-2, 1}] || at[[2]int{-1, 0}] < at[[2]int{-2, 1}] {
		t.Errorf("places in the order %v", steps)
	}
}

// TestStops holds that a run that is stopped says so.
func TestStops(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Run(ctx, job(0, 1000).Job); !errors.Is(err, experiment.ErrStopped) {
		t.Errorf("stopped: %v", err)
	}
}
