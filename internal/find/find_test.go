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

	"github.com/rulec/rulec/internal/sim"
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
		list = append(list, f.Action+" of "+f.Side+": "+string(f.Kind))
	}
	return list
}

// TestPlanted finds what was planted in rules, and nothing that isn't so: what follows from it besides
// says why.
func TestPlanted(t *testing.T) {
	for _, c := range []struct {
		encounter, rules string
		want             []string
	}{
		// A better swing at no price is worth all the more the more of it.
		{"brawl", "free", []string{"boast of guests: always best", "boast of guests: costs nothing"}},
		{"yard", "refund", []string{"flourish of guests: costs nothing"}},
		{"brawl", "lock", []string{"headlock of guests: locks its target"}},
		{"brawl", "dominant", []string{"haymaker of guests: always best"}},
		{"brawl", "hangs", []string{"haymaker of guests: everything hangs on it"}},
		// Who always punches never makes a flourish.
		{"brawl", "never", []string{"punch of guests: always best", "flourish of guests: never best"}},
	} {
		t.Run(c.rules, func(t *testing.T) {
			e := planted(t, c.encounter, c.rules)
			r, err := Run(context.Background(), &Job{Encounter: e, Many: sim.Many{Seed: e.Seed, Fights: 200}})
			if err != nil {
				t.Fatal(err)
			}
			if got := told(r); !slices.Equal(got, c.want) {
				t.Errorf("found %q, planted %q", got, c.want)
			}
		})
	}
}

// TestNothingPlanted finds nothing in the tutorial's house rules.
func TestNothingPlanted(t *testing.T) {
	e := load(t, "../../examples/02-house-rules.yaml", lang.Options{Shipped: rulesets.Files, Library: stdlib.Files, Root: "../.."})
	r, err := Run(context.Background(), &Job{Encounter: e, Many: sim.Many{Seed: e.Seed, Fights: 300}})
	if err != nil {
		t.Fatal(err)
	}
	if got := told(r); got != nil {
		t.Errorf("found %q", got)
	}
	if len(r.Asked) != 6 || r.Together != 12 {
		t.Errorf("%d actions were asked about, %d differences looked at: three of two sides do something, each asked in two ways", len(r.Asked), r.Together)
	}
}

// TestShows: the fight that a finding names shows it. In the one of the lock somebody is locked, in the one of what
// always pays the side loses.
func TestShows(t *testing.T) {
	for rules, shows := range map[string]func(f *fought, side int) bool{
		"lock":     func(f *fought, side int) bool { return f.locked[side] },
		"dominant": func(f *fought, side int) bool { return f.winner != side },
		"hangs":    func(f *fought, side int) bool { return f.winner == side },
	} {
		e := planted(t, "brawl", rules)
		j := &Job{Encounter: e, Many: sim.Many{Seed: e.Seed, Fights: 100}}
		r, err := Run(context.Background(), j)
		if err != nil || len(r.Findings) != 1 {
			t.Fatal(rules, err, told(r))
		}
		f := r.Findings[0]
		fight, err := interp.Prepare(interp.Compile(e.Program), e)
		if err != nil {
			t.Fatal(err)
		}
		fights, err := j.playAll(context.Background(), fight, asItIs)
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
		r, err := Run(context.Background(), &Job{Encounter: e, Many: sim.Many{Seed: e.Seed, Fights: 60, Workers: workers}})
		if err != nil {
			t.Fatal(err)
		}
		var text bytes.Buffer
		if err := errors.Join(r.Text(&text), r.JSON(&text)); err != nil {
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
	j := &Job{Encounter: e, Many: sim.Many{Seed: e.Seed, Fights: 20}}
	j.Limits.Steps = 10_000
	_, err = Run(context.Background(), j)
	var stopped *sim.Stopped
	if !errors.As(err, &stopped) || stopped.Trial != 0 {
		t.Errorf("%v, not that fight 0 stops", err)
	}
}

// TestInterrupted: a search that is stopped has no answer.
func TestInterrupted(t *testing.T) {
	ctx, stop := context.WithCancel(context.Background())
	stop()
	e := planted(t, "brawl", "hangs")
	if _, err := Run(ctx, &Job{Encounter: e, Many: sim.Many{Fights: 10}}); !errors.Is(err, sim.ErrStopped) {
		t.Errorf("%v, not that it was stopped", err)
	}
}
