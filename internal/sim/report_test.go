package sim

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/rulec/rulec/internal/experiment"
	"github.com/rulec/rulec/internal/report"
	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/interp/script"
	"github.com/rulec/rulec/lang"
	"github.com/rulec/rulec/lang/program"
)

// encounter loads one of the fights that are counted, with other values.
func encounter(t testing.TB, name string, set map[string]string) *program.Encounter {
	t.Helper()
	files := fstest.MapFS{}
	for _, path := range []string{"../experiment/testdata/game.yaml", "../experiment/testdata/settled.yaml", "../experiment/testdata/brawl.yaml", "../../examples/scuffle.yaml"} {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		files[filepath.Base(path)] = &fstest.MapFile{Data: text}
	}
	e, list := lang.LoadEncounter(name, lang.Options{Files: files, Set: set})
	if list.HasErrors() {
		t.Fatal(list)
	}
	return e
}

// played is what comes of so many fights of an encounter.
func played(t testing.TB, e *program.Encounter, seed, fights uint64) *experiment.Result {
	t.Helper()
	r, err := experiment.Run(context.Background(), &experiment.Job{
		Points: []experiment.Point{{Encounter: e, Setup: experiment.NewSetup(e, nil)}},
		Many:   experiment.Many{Seed: seed, Fights: fights, Line: experiment.Line{File: "fight.yaml"}}, To: fights,
	})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestTimeLimit holds that a fight which its time limit ends is counted apart, and
// that bookkeeping is nothing that an action does to somebody.
func TestTimeLimit(t *testing.T) {
	e := encounter(t, "settled.yaml", map[string]string{"ann.tactic": "starer"})
	r := played(t, e, 0, 3)
	report := NewReport(r, "1.0").Points[0]
	for _, o := range report.Outcomes {
		if want := map[string]int64{"time_limit": 3}[o.Kind]; o.Fights != want {
			t.Errorf("%s: %d fights, want %d", o.Kind, o.Fights, want)
		}
	}
	if len(report.Length.Bins) != 0 || report.Typical != nil || report.Unfinished == nil || report.Unfinished.Trial != 0 {
		t.Errorf("unfinished fights count as finished: %+v", report)
	}
	for _, a := range report.Actions {
		if a.Name == "stare" && (a.Aimed != a.Used || a.Worked != 0) {
			t.Errorf("staring did something: %+v", a)
		}
	}
}

// TestConditionOnOneself: a condition that somebody gives himself does something to
// whom it names.
func TestConditionOnOneself(t *testing.T) {
	e := encounter(t, "settled.yaml", map[string]string{"bob.tactic": "beckoner"})
	r := played(t, e, 0, 1)
	for _, a := range NewReport(r, "1.0").Points[0].Actions {
		if a.Name == "beckon" && (a.Used == 0 || a.Worked != a.Used) {
			t.Errorf("beckoning did nothing: %+v", a)
		}
	}
}

// TestWorthSeeing holds that the fights which a report names are what it says.
func TestWorthSeeing(t *testing.T) {
	e := encounter(t, "brawl.yaml", nil)
	report := NewReport(played(t, e, 3, 400), "1.0").Points[0]
	code := interp.Compile(e.Program)
	for name, f := range map[string]*FightReport{"shortest": report.Shortest, "longest": report.Longest, "typical": report.Typical} {
		_, out, err := script.Play(code, e, interp.Options{Seed: 3, Seeded: true, Trial: f.Trial})
		if err != nil {
			t.Fatal(err)
		}
		if int64(out.Now) != f.Length || e.Sides[out.Winner-1] != f.Outcome {
			t.Errorf("the %s fight, %d, took %v and was won by side %d, not %v", name, f.Trial, out.Now, out.Winner, f)
		}
	}
	if report.Shortest.Length != report.Length.Least || report.Longest.Length != report.Length.Most {
		t.Errorf("%v and %v, but fights took %d to %d", report.Shortest, report.Longest, report.Length.Least, report.Length.Most)
	}
}

// sure is a ruleset whose rolls come out in one way only: 1d1 is 1. Each turn ann's blow
// succeeds by 0, and from her second turn on, against 2, it fails; bob's never succeeds.
const sure = `rulec: 2
ruleset: sure
scales:
  outcome: [wide, near, hit]
kinds:
  creature: {fields: {hp: {type: pool, max: 3}, turns: 0}}
  deed:
    perform: |
      self.turns += 1
      roll blow = 1d1 against if(self.is == able, min(self.turns, 2), 5)
      roll luck by scene = 1d1 against 1
      if self.turns == 3 { self.hp = 0 }
deeds: {act: {}}
creatures: {able: {}, unable: {}}
checks:
  blow:
    degree: if(success, hit, margin < -1, wide, near)
time:
  key: [tick]
  start: for c in everyone { schedule turn of c at 1 }
  entries:
    turn:
      do: |
        choose act from can_do(self)
        perform act
        schedule turn of self at now + 1
  out: self.hp <= 0
  over: count(combatants) == 0
tactics: {t: {turn: [{do: act}]}}
`

const sureFight = `encounter: sure
ruleset: ./sure.yaml
combatants:
  ann: {is: able, side: one, tactic: t}
  bob: {is: unable, side: two, tactic: t}
`

// sums are the sum of some numbers, and that of their squares.
func sums(t *testing.T, sum, squares string) (s experiment.Sums) {
	t.Helper()
	if err := json.Unmarshal([]byte(`{"sum": `+sum+`, "squares": `+squares+`}`), &s); err != nil {
		t.Fatal(err)
	}
	return s
}

// TestRollsAgainst holds what is counted of rolls against something: in a fight ann rolls three
// times (1 against 1, 2, 2) and bob three times (1 against 5), so that 1 of 6 hits, 2 are near
// and 3 wide; the scene's six rolls all succeed.
func TestRollsAgainst(t *testing.T) {
	e, list := lang.LoadEncounter("e.yaml", lang.Options{Files: fstest.MapFS{"sure.yaml": {Data: []byte(sure)}, "e.yaml": {Data: []byte(sureFight)}}})
	if list.HasErrors() {
		t.Fatal(list)
	}
	r := played(t, e, 0, 4)
	blow, luck := r.Points[0].Tally.Tests["blow"], r.Points[0].Tally.Tests["luck"]
	if blow == nil || blow.Tried != sums(t, "24", "144") || blow.Succeeded != 4 || blow.Degrees[1] != 12 || blow.Degrees[2] != 8 || blow.Degrees[3] != 4 {
		t.Errorf("blows: %+v", blow)
	}
	if luck == nil || luck.Tried != sums(t, "24", "144") || luck.Succeeded != 24 || luck.Degrees != nil {
		t.Errorf("luck: %+v", luck)
	}
	var text strings.Builder
	if err := NewReport(r, "1.0").Document(nil).Print(&text, report.Text); err != nil {
		t.Fatal(err)
	}
	// By Wilson, of 4 in 24: (1/6 + 0.080) / 1.160 = 0.213, and 1.690 * sqrt(0.00579 + 0.00167) = 0.146 to either side.
	// A fight has always 6: with one of 5 and one of 7 the deviation of six fights is sqrt(2/6), and 1.960 * 0.577 / sqrt(6) = 0.46.
	want := `
Rolls
roll         per fight           success  degrees
blow  6.0 (5.5 to 6.5)     17% (7 to 36)  wide 50% (31 to 69), near 33% (18 to
                                          53), hit 17% (7 to 36)
luck  6.0 (5.5 to 6.5)  100% (86 to 100)
`
	if !strings.Contains(text.String(), want) {
		t.Errorf("got\n%s\nwant in it\n%s", text.String(), want)
	}
}
