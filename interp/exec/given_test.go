package exec_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/rulec/rulec/interp/exec"

	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/interp/compile"
	"github.com/rulec/rulec/interp/script"
	"github.com/rulec/rulec/lang/diag"
)

// TestGivenPools: what an encounter gives its combatants lies within the bounds of their
// pools, as those are once its conditions are in force. Lint says so where no condition
// can change them.
func TestGivenPools(t *testing.T) {
	const rules = `
rulec: 2
ruleset: r
quantities:
  health(who): 10 + sum(add)
kinds:
  creature:
    fields:
      hp: {type: pool, max: health(self)}
      debt: {type: pool, min: -5}
      ammo: {type: pool, per: calibre, max: 6}
      racks: {type: pool, per: calibre, max: 2 + index(each), min: 0 - index(each)}
scales:
  calibre: [small, large]
conditions:
  giant: {modifies: [{to: health, add: 5}]}
time:
  key: [tick]
  start: for c in everyone { schedule turn of c at 1 }
  entries:
    turn: {do: schedule turn of self at now + 1}
  over: now > 2
`
	for _, test := range []struct {
		fields, wrong string
		proved        bool
	}{
		{"hp: 10", "", true},
		{"hp: 11", `"hp" of ana can't be 11: it must be between 0 and 10`, true},
		{"hp: -1", `"hp" of ana can't be -1: it must be between 0 and 10`, true},
		{"hp: 15, conditions: [giant]", "", true},
		{"hp: 16, conditions: [giant]", `"hp" of ana can't be 16: it must be between 0 and 15`, false},
		{"debt: -5", "", true},
		{"debt: 1000", "", true},
		{"debt: -6", `"debt" of ana can't be -6: it must be at least -5`, true},
		{"ammo: {small: 6}", "", true},
		{"ammo: {small: 6, large: 7}", `"ammo[large]" of ana can't be 7: it must be between 0 and 6`, true},
		{"racks: {small: 2, large: 3}", "", true}, // each member has bounds of its own
		{"racks: {small: 0, large: -1}", "", true},
		{"racks: {small: 3}", `"racks[small]" of ana can't be 3: it must be between 0 and 2`, true},
		{"racks: {large: -2}", `"racks[large]" of ana can't be -2: it must be between -1 and 3`, true},
		{"racks: 3", `"racks[small]" of ana can't be 3: it must be between 0 and 2`, true},
	} {
		e := loaded(t, rules, fmt.Sprintf("encounter: e\nruleset: ./r.yaml\ncombatants:\n  ana: {side: red, %s}\n", test.fields))
		code := interp.Compile(e.Program)
		said := func(err error) string {
			var d *diag.Diagnostic
			if err == nil || !errors.As(err, &d) {
				return fmt.Sprint(err)
			}
			if d.Code != exec.PoolBounds {
				return d.Error()
			}
			return d.Message
		}
		want := test.wrong
		if want == "" {
			want = "<nil>"
		}
		if _, _, err := script.Play(code, e, interp.Options{}); said(err) != want {
			t.Errorf("%s: %s, want %s", test.fields, said(err), want)
		}
		if fight, err := interp.Prepare(code, e); err == nil {
			m := interp.New(fight, interp.Options{})
			for trial := range uint64(2) {
				m.Reset(trial)
				if _, err := m.Run(); said(err) != want {
					t.Errorf("%s, trial %d: %s, want %s", test.fields, trial, said(err), want)
				}
			}
		}
		if !test.proved {
			want = "<nil>"
		}
		if err := compile.Prove(code, e).Err(); said(err) != want {
			t.Errorf("lint of %s: %s, want %s", test.fields, said(err), want)
		}
	}
}

// TestNamesakes: a combatant that is called like what it was made from is meant first,
// where both could be; where only one can, that one.
func TestNamesakes(t *testing.T) {
	const rules = `
rulec: 2
ruleset: r
kinds:
  creature:
    fields:
      hp: {type: pool, max: 9}
      tough: 1
creatures:
  ogre: {hp: 9, tough: 4}
  imp: {hp: 3}
time:
  key: [tick]
  start: for c in everyone { schedule turn of c at 1 }
  entries:
    turn: {do: schedule turn of self at now + 1}
  over: now > 2
`
	e := loaded(t, rules, `
encounter: e
ruleset: ./r.yaml
combatants:
  ogre: {is: ogre, side: red, hp: 7, tough: 5}
  imp: {is: ogre, side: blue}
script: |
  expect ogre.hp == 7 and ogre.tough == 5
  expect creatures.ogre.tough == 4 and imp.tough == 4
  expect ogre.is == ogre and ogre == ogre.is
  expect imp.is == ogre and imp.is != imp
  expect count(foes(ogre)) == 1 and first(foes(ogre)) == imp
  do { ogre.hp -= 2 }
  expect ogre.hp == 5
`)
	if _, _, err := script.Play(interp.Compile(e.Program), e, interp.Options{Check: true}); err != nil {
		t.Error(err)
	}
}
