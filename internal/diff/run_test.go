package diff

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"reflect"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/rulec/rulec/internal/experiment"
	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/interp/script"
	"github.com/rulec/rulec/lang"
	"github.com/rulec/rulec/lang/program"
)

// plain is a ruleset without dice, so that everything can be counted by hand: ann takes 3 of
// bob's 12 a tick, and bob 1 of ann's 10.
const plain = `rulec: 2
ruleset: plain
title: Plain
params:
  luck: 0  #: for nothing
kinds:
  creature:
    fields: {hp: {type: pool, max: 12}}
  attack:
    fields: {harm: number}
    params: {target: one of foes(self)}
    perform: |
      target.hp -= it.harm + luck
      if target.hp < 5 { apply hurt to target }
attacks:
  strike: {harm: 3}
  slap: {harm: 1}
conditions:
  hurt: {}  #: It does nothing.
time:
  key: [tick]
  unit: tick
  start: for c in everyone { schedule turn of c at 1 }
  entries:
    turn:
      requires:
        not is_out(self): out
      do: |
        choose act from can_do(self)
        if act != none { perform act }
        schedule turn of self at now + 1
  out: self.hp <= 0
  over: all(combatants, side(each) == side(first(combatants)))
  winner: side(first(combatants))
  limit: 30
reports:
  health: [hp]
tactics:
  striker: {turn: [do: strike]}
  slapper: {turn: [do: slap]}
`

const plainFight = `encounter: fight
title: A fight
ruleset: ./plain.yaml
combatants:
  ann: {side: one, hp: 10, tactic: striker}
  bob: {side: two, tactic: slapper}
`

// brawl is a fight of the tutorial's ruleset, with dice.
const brawl = `encounter: brawl
ruleset: ./scuffle.yaml
seed: 3
combatants:
  zora: {side: guests, brawn: 2, nerve: 3, place: [0, 0], tactic: bruiser}
  finn: {side: guests, brawn: 1, nerve: 1, place: [0, 1], tactic: bruiser}
  mort: {side: house, brawn: 3, nerve: 2, place: [1, 0], tactic: bruiser}
  olaf: {side: house, brawn: 2, nerve: 3, place: [1, 1], tactic: bruiser}
`

// job compares a ruleset with house rules over it.
func job(t testing.TB, base, house, encounter string, fights uint64) *Job {
	t.Helper()
	scuffle, err := os.ReadFile("../../examples/scuffle.yaml")
	if err != nil {
		t.Fatal(err)
	}
	opts := lang.Options{Files: fstest.MapFS{
		"plain.yaml": {Data: []byte(plain)}, "scuffle.yaml": {Data: scuffle},
		"house.yaml": {Data: []byte("ruleset: house\nextends: ./" + base + "\n" + house)},
		"fight.yaml": {Data: []byte(encounter)},
	}}
	return jobOf(t, opts, base, "house.yaml", fights, "fight.yaml")
}

func jobOf(t testing.TB, opts lang.Options, base, house string, fights uint64, encounters ...string) *Job {
	t.Helper()
	rules := [2]*lang.Rules{}
	for i, name := range []string{base, house} {
		read, list := lang.ReadRules(name, opts)
		if list.HasErrors() {
			t.Fatal(list)
		}
		rules[i] = read
	}
	j := &Job{Versions: lang.Compare(rules[0], rules[1]), Options: opts, Many: experiment.Many{Fights: fights}}
	for _, name := range encounters {
		e := Encounter{Name: name, File: name}
		opts.Rules = j.Versions.Base
		base, list := lang.LoadEncounter(name, opts)
		if list.HasErrors() {
			t.Fatal(list)
		}
		opts.Rules = j.Versions.House
		house, list := lang.LoadEncounter(name, opts)
		if list.HasErrors() {
			t.Fatal(list)
		}
		e.Base, e.House, e.Seed = base, house, base.Seed
		j.Encounters = append(j.Encounters, e)
	}
	return j
}

func run(t testing.TB, j *Job) *Report {
	t.Helper()
	r, err := Run(context.Background(), j)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestFigures compares with fights played by hand. Under the base bob is out in tick 4, after 12;
// he has slapped ann in ticks 1 to 3, and acts in tick 4 only if he is due before her. With 4 a
// strike he is out in tick 3. Ann is due first: she was scheduled first.
func TestFigures(t *testing.T) {
	r := run(t, job(t, "plain.yaml", "override: {attacks: {strike: {harm: 4}}}\nconditions:\n  calm: {}  #: never", plainFight, 98))
	if len(r.Rules) != 2 || r.Rules[0].Path() != "attacks.strike" && r.Rules[1].Path() != "attacks.strike" || !r.Extends {
		t.Fatalf("%+v", r.Rules)
	}
	x := r.Encounters[0]
	if x.Fights != 98 || x.Same != 0 {
		t.Errorf("%d fights, %d the same", x.Fights, x.Same)
	}
	if o := x.Outcomes[0]; o.Name != "one" || o.Base.Value != 1 || o.House.Value != 1 || o.Difference.Value != 0 || o.Won != 0 || o.Lost != 0 {
		t.Errorf("%+v", o)
	}
	if m := x.Length; m.Base != 4 || m.House != 3 || m.Difference.Value != -1 {
		t.Errorf("length %+v", m)
	}
	// 4 strikes and 3 slaps; 3 strikes and 2 slaps.
	if m := x.Actions; m.Base != 7 || m.House != 5 || m.Difference.Value != -2 {
		t.Errorf("actions %+v", m)
	}
	want := map[string][2]float64{"one stand": {1, 1}, "one hp": {7, 8}, "two stand": {0, 0}, "two hp": {0, 0}}
	for _, m := range x.Left {
		if w, ok := want[m.Side+" "+m.Name]; !ok || m.Base != w[0] || m.House != w[1] {
			t.Errorf("left %+v, want %v", m, w)
		}
	}
	for i, rule := range r.Rules {
		w := map[string]Use{"attacks.strike": {98, 3 * 98, true}, "conditions.calm": {0, 0, true}}[rule.Path()]
		if x.Used[i] != w {
			t.Errorf("%s: %+v, want %+v", rule.Path(), x.Used[i], w)
		}
	}
}

// TestRemovedIsSeenInTheBase: what house rules take away was seen where it was.
func TestRemovedIsSeenInTheBase(t *testing.T) {
	house := "remove: {conditions: [hurt]}\noverride: {kinds: {attack: {perform: target.hp -= it.harm + luck}}}\n"
	r := run(t, job(t, "plain.yaml", house, plainFight, 10))
	for i, rule := range r.Rules {
		// Bob comes below 5 in tick 3, with 3 left, and again to 0 in tick 4: it begins once and is renewed.
		if u := r.Encounters[0].Used[i]; rule.Path() == "conditions.hurt" && (rule.Change != "removed" || rule.Place != "house.yaml:3" || u.Fights != 10) {
			t.Errorf("%+v %+v", rule, u)
		}
	}
}

// TestUnrelatedRules holds that rules which play no part leave every fight as it was, to the byte.
func TestUnrelatedRules(t *testing.T) {
	house := `moves:
  bow: {hit: target.bruises += spare}  #: A courtesy.
conditions: {merry: {modifies: [{to: guard, add: 5}]}}
params:
  spare: 1  #: for nothing
override:
  moves:
    punch: {}  #: With the fist.
`
	j := job(t, "scuffle.yaml", house, brawl, 300)
	r := run(t, j)
	x := r.Encounters[0]
	if x.Fights != 300 || x.Same != 300 {
		t.Errorf("%d of %d fights came out the same", x.Same, x.Fights)
	}
	for _, m := range append(x.Left, x.Length, x.Actions) {
		if m.Base != m.House || m.Difference.Value != 0 || m.Difference.Seen() {
			t.Errorf("%+v", m)
		}
	}
	for _, o := range x.Outcomes {
		if o.Base != o.House || o.Difference.Seen() || o.Won+o.Lost > 0 {
			t.Errorf("%+v", o)
		}
	}
	if v := x.verdict(); v != "The house rules change nothing here: all 300 fights are the same, event for event." {
		t.Error(v)
	}
	for trial := range uint64(20) {
		var texts [2]bytes.Buffer
		for i, e := range []*program.Encounter{j.Encounters[0].Base, j.Encounters[0].House} {
			m, _, err := script.Play(interp.Compile(e.Program), e, interp.Options{Seed: e.Seed, Seeded: true, Trial: trial, Trace: true})
			if err != nil {
				t.Fatal(err)
			}
			if err := m.JSON(&texts[i]); err != nil {
				t.Fatal(err)
			}
		}
		// The first line names the ruleset.
		_, base, _ := strings.Cut(texts[0].String(), "\n")
		_, house, _ := strings.Cut(texts[1].String(), "\n")
		if base != house || len(base) < 1000 {
			t.Errorf("fight %d isn't the same to the byte", trial)
		}
	}
}

// TestWorkersDontShow holds that a report is the same, to the byte, for any number of workers.
func TestWorkersDontShow(t *testing.T) {
	want := ""
	for _, workers := range []int{1, 2, 5} {
		j := job(t, "scuffle.yaml", "set: {gang_bonus: 2}", brawl, 400)
		j.Workers = workers
		text, err := json.Marshal(run(t, j))
		if err != nil {
			t.Fatal(err)
		}
		if want == "" {
			want = string(text)
		}
		if string(text) != want {
			t.Errorf("%d workers give another report", workers)
		}
	}
}

// TestUntil holds that it ends as soon as the interval is narrow, looked at after thousands.
func TestUntil(t *testing.T) {
	j := job(t, "scuffle.yaml", "set: {gang_bonus: 2}", brawl, 100_000)
	j.Until = 0.04
	x := run(t, j).Encounters[0]
	d := x.Outcomes[0].Difference
	if d.High-d.Low > 0.04 || x.Fights%1000 != 0 || x.Fights > 20_000 {
		t.Errorf("%d fights, %v", x.Fights, d)
	}
	j = job(t, "scuffle.yaml", "set: {gang_bonus: 2}", brawl, uint64(x.Fights-1000))
	if d := run(t, j).Encounters[0].Outcomes[0].Difference; x.Fights > 1000 && d.High-d.Low <= 0.04 {
		t.Errorf("it could have ended before: %v", d)
	}
}

// TestStopped holds what is reported when a comparison is stopped, in its fights or in those of the choices of rules: the first fights, as
// if there had been no more, and that there are no shares. Fights that are running are played to their end, or cut off and not counted.
func TestStopped(t *testing.T) {
	const house = "set: {gang_bonus: 3, bruises_to_drop: 4}\n"
	const fights = 400
	for _, after := range []uint64{64, fights + 192} {
		for _, cuts := range []bool{false, true} {
			ctx, stop := context.WithCancel(context.Background())
			j := job(t, "scuffle.yaml", house, brawl, fights)
			j.Workers = 3
			if cuts {
				j.Cut = ctx
			}
			j.Progress = func(done, of uint64) {
				if done >= after {
					stop()
				}
			}
			r, err := Run(ctx, j)
			stop()
			if err != nil || !r.Stopped || len(r.Encounters) == 0 && !cuts {
				t.Fatalf("after %d: %+v, %v", after, r, err)
			}
			if len(r.Encounters) == 0 {
				continue // the very first fight was still running
			}
			x := r.Encounters[0]
			if in := after < fights; x.Fights == 0 || x.Fights < fights != in {
				t.Errorf("%d fights, stopped after %d", x.Fights, after)
			}
			if a := x.Attribution; a == nil || a.Why != "it was stopped before all choices of rules were played" || len(a.Groups) > 0 || a.Fights != x.Fights {
				t.Errorf("shares after %d: %+v", after, a)
			}
			alone := job(t, "scuffle.yaml", house, brawl, uint64(x.Fights))
			alone.NoShares = true
			want := run(t, alone).Encounters[0]
			if !reflect.DeepEqual(x.Outcomes, want.Outcomes) || !reflect.DeepEqual(x.Left, want.Left) || x.Length != want.Length || x.Same != want.Same {
				t.Errorf("after %d: %+v, want %+v", after, x, want)
			}
			switch {
			case cuts && len(x.Turned) > 0:
				t.Errorf("fights are told that were cut off: %+v", x.Turned)
			case !cuts && !reflect.DeepEqual(x.Turned, want.Turned):
				t.Errorf("%+v are told, want %+v", x.Turned, want.Turned)
			}
		}
	}
}
