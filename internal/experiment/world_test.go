package experiment

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"testing/fstest"

	"github.com/rulec/rulec/lang"
	"github.com/rulec/rulec/lang/program"
	"github.com/rulec/rulec/rulesets"
	"github.com/rulec/rulec/stdlib"
)

// files are the rulesets and encounters of the tests: of settled.yaml everything can be counted by hand, since its ruleset has no dice, and
// it is over when ann has struck four times, while bob rests once and feints twice; brawl.yaml is a fight of the tutorial's ruleset.
func files(t testing.TB) fstest.MapFS {
	t.Helper()
	all := fstest.MapFS{}
	for _, path := range []string{"testdata/game.yaml", "testdata/settled.yaml", "testdata/brawl.yaml", "../../examples/scuffle.yaml"} {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		all[filepath.Base(path)] = &fstest.MapFile{Data: text}
	}
	return all
}

// encounter loads an encounter with other values.
func encounter(t testing.TB, name string, set map[string]string) *program.Encounter {
	t.Helper()
	e, list := lang.LoadEncounter(name, lang.Options{Files: files(t), Set: set})
	if list.HasErrors() {
		t.Fatal(list)
	}
	return e
}

// job plays an encounter with the values of what is varied.
func job(t testing.TB, name string, trials uint64, varied ...Varied) Job {
	t.Helper()
	j := Job{Many: Many{Fights: trials, Seed: 3, Line: Line{File: name}}, To: trials}
	for _, v := range varied {
		j.Vary = append(j.Vary, v.Name)
	}
	for _, values := range Combine(varied) {
		set := map[string]string{}
		for i, v := range varied {
			set[v.Name] = values[i]
		}
		e := encounter(t, name, set)
		j.Points = append(j.Points, Point{e, NewSetup(e, values)})
	}
	return j
}

func play(t testing.TB, j Job) *Result {
	t.Helper()
	r, err := Run(context.Background(), &j)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func loadFrom(t testing.TB, fs fstest.MapFS, name string) *program.Encounter {
	t.Helper()
	e, list := lang.LoadEncounter(name, lang.Options{Files: fs})
	if list.HasErrors() {
		t.Fatal(list)
	}
	return e
}

// shipped finds the rulesets that come with the program.
var shipped = lang.Options{Shipped: rulesets.Files, Library: stdlib.Files}

// embeddedJob plays an encounter of a ruleset that comes with the program.
func embeddedJob(t testing.TB, path string) Job {
	t.Helper()
	e, list := lang.LoadEncounter(path, shipped)
	if list.HasErrors() {
		t.Fatal(list)
	}
	return Job{Points: []Point{{e, NewSetup(e, nil)}}, Many: Many{Seed: e.Seed}}
}
