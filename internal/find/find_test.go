package find

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/rulec/rulec/internal/experiment"
	"github.com/rulec/rulec/internal/report"
	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/lang"
	"github.com/rulec/rulec/lang/program"
	"github.com/rulec/rulec/rulesets"
	"github.com/rulec/rulec/stdlib"
)

// planted loads an encounter of testdata by the planted rules of one of its files.
func planted(t *testing.T, encounter, rules string) *program.Encounter {
	t.Helper()
	files := fstest.MapFS{}
	for name, path := range map[string]string{
		"fight.yaml": filepath.Join("testdata", encounter+".yaml"), "planted.yaml": filepath.Join("testdata", rules+".yaml"),
		"scuffle.yaml": "../../examples/scuffle.yaml",
	} {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		files[name] = &fstest.MapFile{Data: text}
	}
	return load(t, "fight.yaml", lang.Options{Files: files, Shipped: rulesets.Files, Library: stdlib.Files})
}

func load(t *testing.T, path string, opts lang.Options) *program.Encounter {
	t.Helper()
	e, list := lang.LoadEncounter(path, opts)
	if list.HasErrors() {
		t.Fatal(list)
	}
	return e
}

// told lists findings in a few words.
func told(r *Report) (list []string) {
	for _, f := range r.Findings {
		list = append(list, f.About+" of "+f.Side+": "+string(f.Kind))
	}
	return list
}

// TestPlanted finds what was planted in rules, and nothing that isn't so: what follows from it besides
// says why.
func TestPlanted(t *testing.T) {
	for _, c := range []struct {
		encounter, rules string
		ahead            uint64
		want             []string
	}{
		// A better swing at no price is worth all the more the more of it.
		{"brawl", "free", 0, []string{"boast of guests: always best", "boast of guests: costs nothing"}},
		{"yard", "refund", 0, []string{"flourish of guests: costs nothing"}},
		// The headlock does it, and by what it brings about.
		{"brawl", "lock", 0, []string{"headlock of guests: locks its target", "gripped (condition) of guests: locks its target"}},
		{"brawl", "dominant", 0, []string{"haymaker of guests: always best"}},
		{"brawl", "hangs", 0, []string{"haymaker of guests: indispensable"}},
		// Who always punches never makes a flourish.
		{"brawl", "never", 0, []string{"punch of guests: always best", "flourish of guests: never best"}},
		// Of two weapons one is taken always that isn't left out.
		{"brawl", "feather", 0, []string{"club (weapon) of guests: always best", "feather (weapon) of guests: never best"}},
		{"brawl", "cleaver", 0, []string{"club (weapon) of guests: never best", "cleaver (weapon) of guests: always best"}},
		// What nobody takes off the shelf is asked about as well. As in fights with haymakers, the house does well to spend its last breath.
		{"brawl", "shelf", 0, []string{"club (weapon) of guests: never best", "cleaver (weapon) of guests: always best", "dodge of house: always best"}},
		// Jabs are worth their bruises all the same. The house's bruisers save a breath that nobody swings at them for
		// less: who hits harder when enraged does well to stand longer.
		{"brawl", "rage", 0, []string{"enraged (condition) of guests: never best", "dodge of house: always best"}},
		{"brawl", "dazed", 0, []string{"dazed (condition) of guests: indispensable"}},
		// The one line that takes a breath is all that does so: it is never run out of, for the last line to come.
		{"brawl", "rest", 0, []string{
			"punch of guests: always best", "catch breath of guests: never best", "catch breath, planted.yaml:7 (tactic planted) of guests: never best",
		}},
		// The sooner, the better: what the line asks first keeps it from that. Blows that bruise twice are worth a breath.
		{"brawl", "late", 0, []string{
			"haymaker of guests: always best", "haymaker, planted.yaml:10 (tactic planted) of guests: always best", "dodge of house: always best",
		}},
		// No tactic boasts, but all may.
		{"brawl", "unsaid", 60, []string{
			"tactics of guests: miss something", "tactics of house: miss something", "boast of guests: always best", "boast of guests: costs nothing",
			"boast of house: always best", "boast of house: costs nothing",
		}},
	} {
		t.Run(c.rules, func(t *testing.T) {
			e := planted(t, c.encounter, c.rules)
			fights := uint64(200)
			if c.encounter == "yard" { // a shipped system takes longer, and what is free shows at once
				fights = 40
			}
			r, err := Run(context.Background(), &Job{Encounter: e, Ahead: c.ahead, Many: experiment.Many{Seed: e.Seed, Fights: fights}})
			if err != nil {
				t.Fatal(err)
			}
			if got := told(r); !slices.Equal(got, c.want) {
				t.Errorf("found %q, planted %q", got, c.want)
			}
		})
	}
}

// TestAhead: what those do more who think ahead is named, and a line of the command shows it.
func TestAhead(t *testing.T) {
	e := planted(t, "brawl", "unsaid")
	r, err := Run(context.Background(), &Job{Encounter: e, Ahead: 60, About: []What{Lines}, Many: experiment.Many{Seed: e.Seed, Fights: 60}})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := told(r), []string{"tactics of guests: miss something", "tactics of house: miss something"}; !slices.Equal(got, want) {
		t.Fatalf("found %q, planted %q", got, want)
	}
	f := r.Findings[0]
	if f.More[0].About != "boast" || f.More[0].Now != 0 || f.More[0].Then < 1 {
		t.Errorf("what they do more is %v", f.More)
	}
	if want := []string{"guests.tactic=thinks"}; !slices.Equal(f.Set, want) {
		t.Errorf("it is shown by %q", f.Set)
	}
	if len(r.Idle) != 1 || r.Idle[0] != (Idle{"house", "bruiser", "catch breath (scuffle.yaml:129)"}) { // it comes after a punch, which is always allowed
		t.Errorf("never taken: %q", r.Idle)
	}
	for _, x := range r.Asked {
		if x.What != Lines {
			t.Errorf("%s is asked about, too", x.About)
		}
	}
}

// TestNothingPlanted finds nothing in the tutorial's house rules.
func TestNothingPlanted(t *testing.T) {
	e := load(t, "../../examples/02-house-rules.yaml", lang.Options{Shipped: rulesets.Files, Library: stdlib.Files, Root: "../.."})
	r, err := Run(context.Background(), &Job{Encounter: e, Many: experiment.Many{Seed: e.Seed, Fights: 300}})
	if err != nil {
		t.Fatal(err)
	}
	if got := told(r); got != nil {
		t.Errorf("found %q", got)
	}
	// Three actions of each of two sides, in two ways; and that of each somebody has dodged, which isn't looked at always.
	if len(r.Asked) != 8 || r.Together != 14 {
		t.Errorf("%d things were asked about, %d differences looked at: %v", len(r.Asked), r.Together, r.Asked)
	}
}

// TestShows: the fight that a finding names shows it. In the one of the lock a creature is locked, in the one of what
// always pays the side loses.
func TestShows(t *testing.T) {
	for rules, shows := range map[string]func(f *fought, side int) bool{
		"lock":     func(f *fought, side int) bool { return f.locked[side] },
		"dominant": func(f *fought, side int) bool { return f.winner != side },
		"hangs":    func(f *fought, side int) bool { return f.winner == side },
	} {
		e := planted(t, "brawl", rules)
		j := &Job{Encounter: e, Many: experiment.Many{Seed: e.Seed, Fights: 100}}
		r, err := Run(context.Background(), j)
		if err != nil || len(r.Findings) == 0 {
			t.Fatal(rules, err, told(r))
		}
		f := r.Findings[0]
		fight, err := interp.Prepare(interp.Compile(e.Program), e)
		if err != nil {
			t.Fatal(err)
		}
		fights, err := j.playAll(context.Background(), fight, asItIs, j.Fights)
		if err != nil {
			t.Fatal(err)
		}
		if side := slices.Index(e.Sides, f.Side); !shows(fights[f.Trial], side) {
			t.Errorf("%s: fight %d doesn't show it", rules, f.Trial)
		}
	}
}

// TestWorkers: however many play, the report is the same.
func TestWorkers(t *testing.T) {
	e := planted(t, "brawl", "lock")
	var first string
	for _, workers := range []int{1, 2, 5} {
		r, err := Run(context.Background(), &Job{Encounter: e, Many: experiment.Many{Seed: e.Seed, Fights: 60, Workers: workers}})
		if err != nil {
			t.Fatal(err)
		}
		var text bytes.Buffer
		if err := errors.Join(r.Document().Print(&text, report.Text), r.Document().Print(&text, report.JSON)); err != nil {
			t.Fatal(err)
		}
		if first == "" {
			first = text.String()
		}
		if text.String() != first {
			t.Errorf("%d workers print\n%s\nand one\n%s", workers, &text, first)
		}
	}
}

// TestEndless: a tactic that never stops doing what is free stops the fight, with the number of it.
func TestEndless(t *testing.T) {
	text, err := os.ReadFile("testdata/free.yaml")
	if err != nil {
		t.Fatal(err)
	}
	scuffle, err := os.ReadFile("../../examples/scuffle.yaml")
	if err != nil {
		t.Fatal(err)
	}
	brawl, err := os.ReadFile("testdata/brawl.yaml")
	if err != nil {
		t.Fatal(err)
	}
	endless := strings.NewReplacer("max: 1000}", "max: 1000000}", "self.boasts < 1}", "self.boasts < 1000000}").Replace(string(text))
	e := load(t, "fight.yaml", lang.Options{Files: fstest.MapFS{
		"fight.yaml": {Data: brawl}, "planted.yaml": {Data: []byte(endless)}, "scuffle.yaml": {Data: scuffle},
	}})
	j := &Job{Encounter: e, Many: experiment.Many{Seed: e.Seed, Fights: 20}}
	j.Limits.Steps = 10_000
	_, err = Run(context.Background(), j)
	var stopped *experiment.Stopped
	if !errors.As(err, &stopped) || stopped.Trial != 0 {
		t.Errorf("%v, not that fight 0 stops", err)
	}
}

// TestInterrupted: a search that is stopped has no answer.
func TestInterrupted(t *testing.T) {
	ctx, stop := context.WithCancel(context.Background())
	stop()
	e := planted(t, "brawl", "hangs")
	if _, err := Run(ctx, &Job{Encounter: e, Many: experiment.Many{Fights: 10}}); !errors.Is(err, experiment.ErrStopped) {
		t.Errorf("%v, not that it was stopped", err)
	}
}

// TestReviewed: what stands out in fights that come along has been looked at, and finding.md says why it is so.
func TestReviewed(t *testing.T) {
	for _, c := range []struct {
		name   string
		fights uint64
		want   []string
	}{
		{"02-house-rules", 200, nil},
		{"11-dierank-bridge-tactics", 200, []string{"walk of keep: indispensable", "sword (weapon) of keep: indispensable"}},
		{"21-segments-pass-tactics", 100, []string{"maul (weapon) of smugglers: indispensable"}},
		{"31-actionpoints-yard-tactics", 200, []string{"shoot of guests: indispensable", "longbow (weapon) of guests: indispensable"}},
		{"42-timecount-toll-bridge-tactics", 16, nil},                                                               // what hangs on blows takes more fights to show
		{"52-energy-ambush-tactics", 24, []string{"turn of band: costs nothing", "turn of goblins: costs nothing"}}, // what hangs on bow and spears takes more fights to show
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			e := load(t, "examples/"+c.name+".yaml", lang.Options{Files: os.DirFS("../.."), Shipped: rulesets.Files, Library: stdlib.Files})
			r, err := Run(context.Background(), &Job{Encounter: e, Many: experiment.Many{Seed: e.Seed, Fights: c.fights, Workers: 1}})
			if err != nil {
				t.Fatal(err)
			}
			if got := told(r); !slices.Equal(got, c.want) {
				t.Errorf("found %q, not %q", got, c.want)
			}
		})
	}
}

// TestNever: what is carried and never allowed is said to be so, and isn't taken for what makes no difference.
func TestNever(t *testing.T) {
	files := fstest.MapFS{}
	for name, path := range map[string]string{"fight.yaml": "testdata/brawl.yaml", "planted.yaml": "testdata/shelf.yaml", "scuffle.yaml": "../../examples/scuffle.yaml"} {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		kept := strings.Replace(string(text), "    requires:\n      distance", "    requires:\n      weapon != cleaver: it hangs on the wall\n      distance", 1)
		if name == "planted.yaml" && kept == string(text) {
			t.Fatal("the rules are others")
		}
		if name != "planted.yaml" {
			kept = string(text)
		}
		files[name] = &fstest.MapFile{Data: []byte(kept)}
	}
	e := load(t, "fight.yaml", lang.Options{Files: files})
	r, err := Run(context.Background(), &Job{Encounter: e, About: []What{Used}, Many: experiment.Many{Seed: e.Seed, Fights: 20}})
	if err != nil {
		t.Fatal(err)
	}
	if want := []Never{{"guests", "cleaver (weapon)"}}; !slices.Equal(r.Never, want) || len(r.Asked) != 1 {
		t.Errorf("never allowed: %v; asked about: %v", r.Never, r.Asked)
	}
}
