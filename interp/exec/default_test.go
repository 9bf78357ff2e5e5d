package exec_test

import (
	"strings"
	"testing"

	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/interp/compile"
	"github.com/rulec/rulec/interp/script"
)

const workedOutRules = `
rulec: 2
ruleset: r
params:
  harsh: false
tables:
  thrust: |
    st    |  dice
    ..9   |  1d6
    10..  |  2d6
quantities:
  bulk(who): who.st + who.ht + sum(add)
scales:
  limb: [arm, leg]
kinds:
  creature:
    fields:
      full_hp: number = self.half * if(harsh, 1, 2)
      half: number = floor(bulk(self) / 2)
      st: 10
      ht: 10
      swing: dice = thrust(self.st)
      weight: number = sum(self.weapons, .heft)
      limbs: {type: number, per: limb, default: {arm: self.st, leg: 3}}
      each_limb: {type: number, per: limb, default: self.ht}
      heavy: list of weapon = filter(self.weapons, .heft > 11)
      weapons: list of weapon = []
      hp: {type: pool, max: self.full_hp}
  weapon:
    things: true
    fields:
      heft: number = self.carrier.st + self.extra
      extra: 0
weapons:
  club: {extra: 1}
  stone: {heft: 12}
  ring: {modifies: [{to: bulk, add: 4}]}
creatures:
  ogre: {st: 21, weapons: [club, stone]}
  imp: {full_hp: 3}
time:
  key: [tick]
  start: for c in everyone { schedule turn of c at 1 }
  entries:
    turn: {do: schedule turn of self at now + 1}
  over: now > 2
`

// TestWorkedOutDefaults: what isn't stated is worked out once for each thing, whatever the
// order of the fields, from what is stated for it or for what it names.
//
// ann: bulk 21 + 10 = 31, half of it 15, full_hp 30; her club weighs 21 + 1, the stone 12.
// bob: full_hp as stated; bulk 10 + 3 and 4 of the ring, half of that 8. cid: half as stated,
// full_hp 10.
func TestWorkedOutDefaults(t *testing.T) {
	const fight = `
encounter: e
ruleset: ./r.yaml
set: {harsh: HARSH}
combatants:
  ann: {is: ogre, side: red}
  bob: {is: imp, side: blue, ht: 3, st: 10, weapons: [club, ring]}
  cid: {side: blue, half: 5, st: 9}
script: |
  expect ann.half == 15 and ann.weight == 34
  expect bob.full_hp == 3 and bob.hp == 3 and bob.half == 8 and bob.weight == 21
  expect cid.half == 5 and cid.weight == 0
  expect ann.limbs[arm] == 21 and ann.limbs[leg] == 3 and bob.each_limb[leg] == 3
  expect expected(ann.swing) == 7 and sides(cid.swing) == 6 and expected(cid.swing) == 3.5
  expect count(ann.heavy) == 2 and last(ann.heavy) == stone and count(bob.heavy) == 0
`
	for _, test := range []struct{ harsh, script string }{
		{"false", "  expect ann.full_hp == 30 and ann.hp == 30 and cid.full_hp == 10\n  do { ann.st = 5 }\n  expect ann.full_hp == 30 and ann.half == 15"},
		{"true", "  expect ann.full_hp == 15 and ann.hp == 15 and cid.full_hp == 5"},
	} {
		e := loaded(t, workedOutRules, strings.ReplaceAll(fight, "HARSH", test.harsh)+test.script)
		if _, _, err := script.Play(interp.Compile(e.Program), e, interp.Options{Check: true, Trace: true}); err != nil {
			t.Errorf("harsh %s: %v", test.harsh, err)
		}
	}
}

// TestDefaultStops: a default that can't be worked out stops before anything is played, so
// that lint sees it.
func TestDefaultStops(t *testing.T) {
	for _, test := range []struct{ from, to, want string }{
		{"floor(bulk(self) / 2)", "bulk(self) / 2", `"half" would become 10.5, by "bulk(self) / 2"; only whole numbers are stored`},
		{"floor(bulk(self) / 2)", "4 / (self.st - 11)", `division by zero; here self.st = 11, self = ann`},
		{"thrust(self.st)", "thrust(self.st)\n      patron: creature = none\n      rank: number = self.patron.st", `"self.patron" is none, so it has no st; here self.patron = none, self = ann`},
	} {
		e := loaded(t, strings.ReplaceAll(workedOutRules, test.from, test.to), "encounter: e\nruleset: ./r.yaml\ncombatants: {ann: {side: red, st: 11}}\n")
		list := compile.Prove(interp.Compile(e.Program), e)
		if len(list) != 1 || list[0].Message != test.want {
			t.Errorf("%s: %s\nwant %s", test.to, printed(list), test.want)
		}
	}
}
