package laws_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/rulec/rulec/internal/laws"
	"github.com/rulec/rulec/internal/ruletest"
	"github.com/rulec/rulec/interp/script"
	"github.com/rulec/rulec/lang"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/rulesets"
	"github.com/rulec/rulec/stdlib"
)

// planted are slips of the pen over shipped rulesets, each with the law that it breaks, and in how many
// fights it has to be found.
var planted = []struct {
	file, law string
	fights    int
}{
	{"toughness", "toughness_never_hurts", 64},
	{"lying_low", "in_bounds", 128},
	{"floored", "can_act", 128},
	{"second_breath", "acting_gives_no_actions", 64},
	{"anger", "blows_never_heal", 64},
	{"heavy_armor", "armor_never_hurts", 64},
	{"undying", "ends", 64},
	{"momentum", "acting_gives_no_points", 64},
	{"no_steps", "plays", 64},
	{"first_come", "even_sides", 256},
}

const (
	mostLines    = 8
	mostFighters = 3
)

func options() lang.Options {
	return lang.Options{Library: stdlib.Files, Shipped: rulesets.Files}
}

// TestPlanted: each slip is found, and shown by a fight of few lines and few combatants, as a case
// that fails by the law.
func TestPlanted(t *testing.T) {
	for _, p := range planted {
		t.Run(p.file, func(t *testing.T) {
			file := "testdata/" + p.file + ".yaml"
			b := found(t, file, p.law, p.fights, 2)
			if b.Lines > mostLines || b.Fighters > mostFighters {
				t.Errorf("%d combatants and %d lines are many:\n%s", b.Fighters, b.Lines, b.Case)
			}
			t.Logf("fight %d:\n%s", b.Fight, b.Case)
			if err := failure(t, b.Case); !script.IsBroken(err) && p.law != "plays" || err == nil {
				t.Errorf("the case fails by %v", err)
			}
		})
	}
}

// found looks until a law is found that doesn't hold.
func found(t *testing.T, file, law string, fights int, seed uint64) *laws.Broken {
	t.Helper()
	r, list, err := laws.Look(laws.Options{Ruleset: file, Load: options(), Fights: fights, Seed: seed, Until: law})
	if list.HasErrors() || err != nil {
		t.Fatal(list, err)
	}
	for _, b := range r.Broken {
		if b.Law == law {
			return b
		}
	}
	t.Fatalf("in %d fights nothing broke %s, but %d other laws", r.Fights, law, len(r.Broken))
	return nil
}

// failure is what a case fails by that lies beside the slips.
func failure(t *testing.T, text string) error {
	t.Helper()
	const name = "testdata/case.yaml"
	o := options()
	o.Instead = map[string]string{name: text}
	for _, f := range ruletest.Run([]string{name}, func(file string) ([]lang.Case, diag.List) { return lang.LoadCases(file, o) }, ruletest.Options{}) {
		if f.List.HasErrors() {
			t.Fatal(f.List)
		}
		for _, r := range f.Results {
			return r.Err
		}
	}
	t.Fatal("there is no case in it")
	return nil
}

// TestSameSeed: the same seed finds the same fight.
func TestSameSeed(t *testing.T) {
	const file, law, fights = "testdata/no_steps.yaml", "plays", 64
	one, two := found(t, file, law, fights, 3), found(t, file, law, fights, 3)
	if one.Case != two.Case || one.Fight != two.Fight {
		t.Errorf("first it is fight %d:\n%s\nthen fight %d:\n%s", one.Fight, one.Case, two.Fight, two.Case)
	}
}

// TestShipped: the rulesets keep to their laws. More fights: rulec laws NAME -n 20000.
func TestShipped(t *testing.T) {
	if testing.Short() {
		t.Skip("it plays many fights")
	}
	names, err := filepath.Glob("../../rulesets/*.yaml")
	if err != nil || len(names) != 5 {
		t.Fatal(names, err)
	}
	for _, name := range names {
		name = strings.TrimSuffix(filepath.Base(name), ".yaml")
		t.Run(name, func(t *testing.T) {
			r, list, err := laws.Look(laws.Options{Ruleset: name, Load: options(), Fights: 64, Seed: 1})
			if list.HasErrors() || err != nil {
				t.Fatal(list, err)
			}
			for _, b := range r.Broken {
				t.Errorf("%s: %v\n%s", b.Law, b.Err, b.Case)
			}
			for _, l := range r.Program.Laws {
				if l.Holds != nil && r.Held[l.Index] == 0 {
					t.Errorf("%s was never held against anything", l.Name)
				}
			}
			if r.Refused > r.Fights/10 {
				t.Errorf("%d of %d encounters can't be played", r.Refused, r.Fights)
			}
		})
	}
}
