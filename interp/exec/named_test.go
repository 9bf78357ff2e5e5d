package exec_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/interp/script"
)

// namedRules has formulas with names for their parts. Ana and bo are foes of cy and dee.
const namedRules = `
rulec: 2
ruleset: r
kinds:
  creature:
    fields:
      hp: {type: pool, max: 20}
      mood: 3
quantities:
  might(who): |
    let base = luck(who) + sum(add);
    let other = who;
    let most = base * 2; # twice
    if(other.hp > 5, most - 1, (let hurt = 20 - other.hp; hurt))
  luck(who): who.mood - 1
  outmatched(who): any(foes(who), let a = each; all(filter(everyone, each != a), .mood < a.mood))
  gaps(who): sum(foes(who), let a = each; sum(foes(a), let d = each.mood - a.mood; d * d))
conditions:
  raging: {modifies: [{to: might, add: let extra = self.mood; extra + 1}]}
  grim: {while: "let n = count(foes(self), .hp < 20); n > 1"}
procs:
  hurt(who, by): |
    who.hp -= (let m = might(by); m + 1)
    for c in everyone where (let low = c.hp < 10; low and c != who) { c.hp += 1 }
time:
  key: [tick]
  start: for c in everyone { schedule turn of c at 1 }
  entries:
    turn: {do: schedule turn of self at now + 1}
`

// TestNamedParts plays formulas with names for their parts.
//
// Might of ana, who rages with a mood of 3: base = 2 + (3 + 1) = 6, most = 12, so 11. Bo's: base
// = 4, most = 8, so 7. Dee, with 4 hp left: 20 - 4 = 16. Of cy's foes bo has the best mood of
// all (5), of ana's nobody has. Gaps of cy: for ana (3) its foes cy (1) and dee (4): 4 + 1 = 5;
// for bo (5): 16 + 1 = 17; together 22.
func TestNamedParts(t *testing.T) {
	e := loaded(t, namedRules, `
encounter: e
ruleset: ./r.yaml
limit: 2
combatants:
  ana: {side: red, conditions: [raging]}
  bo: {side: red, mood: 5}
  cy: {side: blue, mood: 1}
  dee: {side: blue, mood: 4, hp: 4}
script: |
  expect might(ana) == 11 and might(bo) == 7 and might(dee) == 16
  expect outmatched(cy) and not outmatched(ana)
  expect gaps(cy) == 22
  expect not grim(ana)
  do { hurt(cy, ana) }
  expect cy.hp == 8 and dee.hp == 5
  expect grim(ana) and not grim(cy)
  expect (let x = cy.hp; let y = dee.hp; x - y) == 3
`)
	m, _, err := script.Play(interp.Compile(e.Program), e, interp.Options{Trace: true, Sums: true, Explain: true, Check: true})
	if err != nil {
		t.Fatal(err)
	}
	var story bytes.Buffer
	if err := interp.Story(m, &story); err != nil {
		t.Fatal(err)
	}
	const want = `
  Cy: hp 20 -> 8 of 20 (-12: 11 might + 1)
    11 might = twice 6 base - 1
    might: 4 raging
`
	if !strings.Contains(story.String(), want) {
		t.Errorf("got\n%s\nwant in it\n%s", story.String(), want)
	}
}
