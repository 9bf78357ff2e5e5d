package laws_test

import (
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rulec/rulec/internal/laws"
	"github.com/rulec/rulec/internal/ruletest"
	"github.com/rulec/rulec/interp/script"
	"github.com/rulec/rulec/lang"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/rulesets"
)

// fights is how many are played by each ruleset of testdata/hold: go test ./internal/laws -run Hold -fights 2000.
var fights = flag.Int("fights", 40, "how many fights are played by each ruleset whose laws hold")

// TestHold: laws that hold, as the comments in the rulesets prove, aren't said to be broken.
func TestHold(t *testing.T) {
	for _, file := range rulesetsIn(t, "hold") {
		for seed := range uint64(2) {
			r, list, err := laws.Look(laws.Options{Ruleset: file, Load: options(), Fights: *fights, Seed: seed})
			if list.HasErrors() || err != nil {
				t.Fatal(list, err)
			}
			for _, b := range r.Broken {
				t.Errorf("%s, seed %d: %v\n%s", file, seed, b.Err, b.Case)
			}
			if r.Refused > r.Fights/10 {
				t.Errorf("%s: %d of %d encounters can't be played", file, r.Refused, r.Fights)
			}
		}
	}
}

func rulesetsIn(t *testing.T, folder string) []string {
	t.Helper()
	files, err := filepath.Glob("testdata/" + folder + "/*.yaml")
	if err != nil || len(files) != 20 {
		t.Fatal(files, err)
	}
	return files
}

// falseOfAll are laws that hold by no ruleset in which anybody does anything.
const falseOfAll = `
  nobody_acts: {during: all actions, holds: "false"}
  nobody_acts_alone: {during: all actions, alone: true, if: self != actor, holds: "self == actor"}
  nothing_supposed_is_kept: {during: all actions, if: self == actor, suppose: let nothing = 0, without: {then: "1"}, holds: then == 2}
  nothing_lasts: {for: scene, holds: now < 2}
`

// TestFalse: of each law that is false on purpose, by a twin of each ruleset or by a shipped one, a case is found that fails
// by it as it stands, in a fresh folder that holds the ruleset beside it.
func TestFalse(t *testing.T) {
	folder := t.TempDir()
	if err := os.CopyFS(folder, os.DirFS("testdata")); err != nil {
		t.Fatal(err)
	}
	files := rulesetsIn(t, "broken")
	shipped, err := rulesets.Files.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range shipped {
		if name, ok := strings.CutSuffix(x.Name(), ".yaml"); ok {
			file := "testdata/broken/false_" + x.Name()
			write(t, filepath.Join(folder, "broken", "false_"+x.Name()), "ruleset: false_"+name+"\nextends: "+name+"\nlaws:"+falseOfAll)
			files = append(files, file)
		}
	}
	for _, file := range files {
		at := filepath.Join(folder, strings.TrimPrefix(file, "testdata"))
		load := options()
		load.Root = folder
		p, list := lang.Load(at, load)
		if list.HasErrors() {
			t.Fatal(list)
		}
		own := p.Laws[len(p.Laws)-1].Name
		r, list, err := laws.Look(laws.Options{Ruleset: at, Load: load, Fights: 2000, Seed: 1, Until: own})
		if list.HasErrors() || err != nil {
			t.Fatal(list, err)
		}
		if !slices.ContainsFunc(r.Broken, func(b *laws.Broken) bool { return b.Law == own }) {
			t.Errorf("%s: %s isn't found false", file, own)
			continue
		}
		cases := filepath.Join(filepath.Dir(at), "cases.yaml")
		write(t, cases, laws.CasesOf("./"+filepath.Base(at), r.Broken))
		tested := ruletest.Run([]string{cases}, func(file string) ([]lang.Case, diag.List) { return lang.LoadCases(file, load) }, ruletest.Options{})[0]
		if tested.List.HasErrors() || len(tested.Results) != len(r.Broken) {
			t.Errorf("%s: %v", file, tested.List)
			continue
		}
		for i, x := range tested.Results {
			if b := r.Broken[i]; x.Err == nil || !script.IsBroken(x.Err) && b.Law != "plays" || !strings.Contains(x.Err.Error(), b.Err.Message) {
				t.Errorf("%s: the case of %s fails by %v\n%s", file, b.Law, x.Err, b.Case)
			}
		}
	}
}

func write(t *testing.T, file, text string) {
	t.Helper()
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

// TestMade: those who are made are as templates say, within the limits of fields, on their feet, and nowhere that nobody can be.
func TestMade(t *testing.T) {
	const file, rules = "testdata/table.yaml", `
rulec: 2
ruleset: table
kinds:
  creature:
    fields:
      max_hp: number
      might: {type: number, min: 3, max: 9, default: 5}
      bulk: 1
      arms: list of arm = []
      hp: {type: pool, max: self.max_hp}
  arm: {things: true}
  terrain: {}
  move:
    params: {to: place within 3}
    perform: move self to to
moves: {walk: {}}
arms: {club: {}, sling: {}}
terrains: {rock: {}}
creatures: {ogre: {max_hp: 9, bulk: 2, arms: [club]}, elf: {max_hp: 4, arms: [sling]}}
space: {grid: square, footprint: self.bulk, enters: terrain != rock}
time:
  key: [round]
  start: for c in everyone { schedule turn of c at 1 }
  entries:
    turn: {do: "choose act from can_do(self); if act != none { perform act }; schedule turn of self at now + 1"}
  out: self.hp == 0
laws:
  as_declared: {during: all actions, holds: "self.max_hp in [4, 9, 14] and self.might in 3..9 and self.bulk in [1, 2] and self.hp > 0 and count(self.arms) > 0"}
  on_free_ground: {during: all actions, if: self == actor and self == first(everyone) and now == 1, before: {free: "distance(self, nearest(self, foes(self))) > 0 and terrain(place(self)) != rock"}, holds: free}
`
	o := options()
	o.Instead = map[string]string{file: rules}
	scene := "encounter: x\nruleset: table\ncombatants: {big: {is: ogre, max_hp: 14}}\n"
	look := func(encounters ...string) *laws.Result {
		r, list, err := laws.Look(laws.Options{Ruleset: file, Load: o, Fights: 600, Seed: 1, Encounters: encounters})
		if list.HasErrors() || err != nil {
			t.Fatal(list, err)
		}
		return r
	}
	for _, b := range look(scene).Broken {
		t.Errorf("%s: %v\n%s", b.Law, b.Err, b.Case)
	}
	o.Instead[file] = strings.Replace(rules, "[4, 9, 14]", "[4, 9]", 1)
	if r := look(scene); len(r.Broken) != 1 || !strings.Contains(r.Broken[0].Case, "max_hp: 14") {
		t.Errorf("nobody is made as in the encounter: %v", r.Broken)
	}
	if r := look(strings.Replace(scene, "combatants", "laws: [plays]\ncombatants", 1)); len(r.Broken) > 0 {
		t.Errorf("somebody is made as in a case of a law: %v", r.Broken[0].Err)
	}
}
