package engine

import (
	"context"
	"encoding/json"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/rulec/rulec/internal/difficulty"
	"github.com/rulec/rulec/internal/experiment"
	"github.com/rulec/rulec/internal/find"
	"github.com/rulec/rulec/internal/laws"
	"github.com/rulec/rulec/internal/report"
	"github.com/rulec/rulec/internal/tune"
	"github.com/rulec/rulec/lang"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
)

// sought asks until it is found, and says how often that was.
func sought(t *testing.T, d *Workspace, q looked) (found, int) {
	t.Helper()
	d.atOnce = 0 // it stands still as often as it can
	for times := 1; ; times++ {
		if f := ask[found](t, d, "look", q); !f.More {
			return f, times
		}
	}
}

// sameReport reports whether what was found is a report.
func sameReport(f found, d *report.Document) bool {
	return f.Title == d.Title && string(f.Blocks) == blocksOf(d)
}

// blocksOf are the blocks of a report as the page gets them.
func blocksOf(d *report.Document) string {
	text, _ := json.Marshal(report.Blocks(d.Blocks))
	return string(text)
}

const tavern = "examples/02-house-rules.yaml"

// asked is what the page asks of a fight, with the seed and the number of fights that the tests take.
func lookedFor(what string) looked {
	return looked{For: what, which: which{File: tavern}, Open: tavern, Seed: 3, Fights: 60, Side: "house", Goal: "guests win 55%", Changes: []string{"bruises_to_drop", "zora.brawn=1..4"}}
}

// TestSearch holds that what is looked for a little at a time comes to what the commands find, whose packages are
// asked here without standing still, and by as many workers as there are.
func TestSearch(t *testing.T) {
	d, _ := opened(t)
	opts := d.options()
	e, list := lang.LoadEncounter(tavern, opts)
	if list.HasErrors() {
		t.Fatal(list)
	}
	many := experiment.Many{Seed: 3, Fights: 60}
	ctx := context.Background()

	t.Run("find", func(t *testing.T) {
		q := lookedFor("find")
		q.Ahead = 4
		f, times := sought(t, d, q)
		r, err := find.Run(ctx, &find.Job{Encounter: e, Ahead: 4, Many: many})
		if err != nil {
			t.Fatal(err)
		}
		r.Program = d.version
		if want := r.Document(); !sameReport(f, want) || times < 3 || len(f.Watch) != len(r.Findings) || f.Done != f.Of {
			t.Errorf("after %d times it says:\n%s\nand the command:\n%s", times, f.Blocks, blocksOf(want))
		}
		for i, w := range f.Watch {
			if w.Trial != r.Findings[i].Trial {
				t.Errorf("%s is shown by fight %d, for the command by %d", w.What, w.Trial, r.Findings[i].Trial)
			}
		}
	})
	t.Run("difficulty", func(t *testing.T) {
		f, times := sought(t, d, lookedFor("howHard"))
		brawn, err := tune.ParseChange("zora.brawn=1..4", e)
		if err != nil {
			t.Fatal(err)
		}
		bruises, err := tune.ParseChange("bruises_to_drop", e)
		if err != nil {
			t.Fatal(err)
		}
		job := &difficulty.Job{Side: 1, Many: many, More: []*tune.Change{bruises, brawn}}
		job.Reads(tavern, opts)
		r, err := difficulty.Run(ctx, job)
		if err != nil {
			t.Fatal(err)
		}
		r.Program = d.version
		if want := r.Document(); !sameReport(f, want) || times < 3 || len(f.Watch) != 1 || f.Watch[0].Trial != r.Typical.Trial || f.Done != f.Of {
			t.Errorf("after %d times it says:\n%s\nand the command:\n%s", times, f.Blocks, blocksOf(want))
		}
	})
	t.Run("tune", func(t *testing.T) {
		f, times := sought(t, d, lookedFor("tune"))
		goal, err := tune.ParseGoal("guests win 55%", "", experiment.NewSetup(e, nil))
		if err != nil {
			t.Fatal(err)
		}
		changes, err := tune.ParseChanges(lookedFor("").Changes, e)
		if err != nil {
			t.Fatal(err)
		}
		r, err := tune.Run(ctx, &tune.Job{Goal: goal, Changes: changes, Many: many, Load: func(set map[string]string) (*program.Encounter, diag.List) {
			o := opts
			o.Set = set
			return lang.LoadEncounter(tavern, o)
		}})
		if err != nil {
			t.Fatal(err)
		}
		r.Program = d.version
		if want := r.Document(); !sameReport(f, want) || times < 3 || f.Lines != r.Lines || f.Lines == "" {
			t.Errorf("after %d times it says:\n%s\nand the command:\n%s", times, f.Blocks, blocksOf(want))
		}
	})
}

// slip is a ruleset in which a law of the tutorial doesn't hold: whoever is shoved has a bruise less.
var slip = file{"mine/bracing.yaml", `ruleset: bracing
title: A bracing shove
extends: ../examples/scuffle.yaml
override:
  moves:
    shove:
      hit: |
        apply off_balance to target
        target.bruises -= 1
`}

// TestLaws holds that laws are looked after as by the command, and that the case of one that doesn't hold is a fight of
// the page, up to where it broke.
func TestLaws(t *testing.T) {
	rules := slip
	d, _ := opened(t, rules)
	f, times := sought(t, d, looked{For: "laws", which: which{File: tavern}, Open: rules.Name, Seed: 1, Fights: 64})
	r, list, err := laws.Look(laws.Options{Ruleset: rules.Name, Load: d.options(), Fights: 64, Seed: 1, Encounters: []string{slip.Text}})
	if err != nil || list.HasErrors() {
		t.Fatal(err, list)
	}
	if want := r.Document(""); !sameReport(f, want) || times < 3 || f.Done != 64 || f.Of != 64 {
		t.Errorf("after %d times and %d of %d fights it says:\n%s\nand the command:\n%s", times, f.Done, f.Of, f.Blocks, blocksOf(want))
	}
	if len(f.Cases) != len(r.Broken) || len(f.Cases) == 0 || f.Cases[0].File.Name != "mine/bracing-blows_never_heal.yaml" {
		t.Fatalf("the cases are %v", f.Cases)
	}
	ask[nothing](t, d, "setFile", f.Cases[0].File)
	if v := ask[view](t, d, "start", begins{which: which{File: f.Cases[0].File.Name}, Mode: watching}); v.Error == nil || v.Error.At.Code != "broken-law" || v.Events == 0 {
		t.Errorf("the case is played with %+v", v.Error)
	}
	// Those that come with the program are found, too.
	if f, _ := sought(t, d, looked{For: "laws", which: which{File: tavern}, Open: "examples/21-segments-pass-tactics.yaml", Seed: 1, Fights: 2}); !strings.HasSuffix(f.Title, "(segments)") || !strings.Contains(string(f.Blocks), `"text":"2 fights, `) {
		t.Errorf("it says %s: %v", f.Title, string(f.Blocks))
	}
	// With no rules open those of the fight on the table are meant: so many fights find nothing there.
	if f, _ := sought(t, d, looked{For: "laws", which: which{File: tavern}, Open: "mine/notes.md", Seed: 1, Fights: 4}); !strings.HasSuffix(f.Title, "(grim_scuffle)") || !strings.Contains(string(f.Blocks), `"text":"4 fights, `) || len(f.Cases) > 0 {
		t.Errorf("it says %s: %v", f.Title, string(f.Blocks))
	}
}

// TestSearchStops holds that nothing is left of what is looked for once files change, something else is asked, or
// the page begins anew.
func TestSearchStops(t *testing.T) {
	d, _ := opened(t, slip)
	before := runtime.NumGoroutine()
	for _, what := range []string{"laws", "find", "howHard", "tune"} {
		q := lookedFor(what)
		q.Fights = 10_000
		d.atOnce = 0
		for _, end := range []func(){
			func() { ask[nothing](t, d, "setFile", file{"other.yaml", ""}) },
			func() { ask[catalog](t, d, "begin", []file{}) },
			func() {
				other := q
				other.Seed++
				ask[found](t, d, "look", other)
				d.leaveSearch()
			},
		} {
			for range 4 {
				if f := ask[found](t, d, "look", q); !f.More {
					t.Fatalf("%s: it is done already: %+v", what, f)
				}
			}
			if runtime.NumGoroutine() <= before {
				t.Errorf("%s: nothing is worked on", what)
			}
			end()
			for end := time.Now().Add(10 * time.Second); runtime.NumGoroutine() > before && time.Now().Before(end); {
				time.Sleep(time.Millisecond)
			}
			if n := runtime.NumGoroutine(); n > before || d.searching != nil {
				t.Errorf("%s: %d goroutines are left, of %d", what, n, before)
			}
		}
	}
}

// TestSearchRefuses holds that what can't be looked for is said at once, in the words of the commands.
func TestSearchRefuses(t *testing.T) {
	d, _ := opened(t)
	text := ask[file](t, d, "readFile", tavern).Text
	idle := strings.Replace(text, "nerve: 2, tactic: bruiser", "nerve: 2", 1)
	ask[nothing](t, d, "setFile", file{"examples/idle.yaml", idle})
	for name, x := range map[string]struct {
		change func(*looked)
		says   string
	}{
		"nobody plays": {func(q *looked) { q.File = "examples/idle.yaml" }, "no tactic plays gus: give each a tactic in the file (tactic: NAME); grim_scuffle has "},
		"a sequence":   {func(q *looked) { q.File = "examples/03-two-evenings.yaml" }, "is a sequence, not an encounter"},
		"cases":        {func(q *looked) { q.File = "examples/energy-house-rules.yaml" }, "is a file of cases, not an encounter"},
		"no fights":    {func(q *looked) { q.Fights = 0 }, "the number of fights must be between 1 and 1,000,000"},
		"goal":         {func(q *looked) { q.Goal = "gests win 55%" }, `gests win 55%: unknown side "gests"; did you mean "guests"?`},
		"change":       {func(q *looked) { q.Changes = []string{"zora.brain"} }, `zora.brain: zora has no "brain"; did you mean "brawn"?`},
		"no change":    {func(q *looked) { q.Changes = nil }, "what may change? A param, or a combatant's stat"},
		"twice":        {func(q *looked) { q.Changes = []string{"zora.brawn", "zora.brawn=1..4"} }, "zora.brawn is given twice"},
		"a value":      {func(q *looked) { q.Changes = []string{"zora.brawn=1,two"} }, "with zora.brawn = two: "},
	} {
		t.Run(name, func(t *testing.T) {
			q := lookedFor("tune")
			x.change(&q)
			for {
				f, wrong := try[found](t, d, "look", q)
				if wrong == nil && f.More {
					continue
				}
				if wrong == nil || !strings.Contains(wrong.Message, x.says) {
					t.Errorf("it says %+v, not %s", wrong, x.says)
				}
				return
			}
		})
	}
	if x := ask[turns](t, d, "mayTurn", which{File: tavern}); strings.Join(x.Sides, " ") != "guests house" || strings.Join(x.Goals, ", ") == "" ||
		!strings.Contains(strings.Join(x.Changes, " ")+" ", " zora.brawn ") || !strings.Contains(" "+strings.Join(x.Changes, " "), " bruises_to_drop ") {
		t.Errorf("%+v", x)
	}
}
