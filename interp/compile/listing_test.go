package compile_test

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/rulec/rulec/interp/code"

	"github.com/rulec/rulec/interp/compile"
	"github.com/rulec/rulec/lang"
	"github.com/rulec/rulec/lang/diag"
)

// listed is a ruleset with a quantity for each formula of the test below.
const listed = `rulec: 2
ruleset: listed
title: Listed
kinds:
  creature:
    fields: {hp: number, mind: number, seen: number}
conditions:
  prone:
    modifies:
      - {to: burden, load: 2}
  drained:
    modifies:
      - {to: burden, when: self.mind > 4, load: self.seen}
quantities:
  burden(who): max(sum(load), 1)
  weary(who): who.hp < 3
  tough(who, least number): count(foes(who), each.hp > least)
  outnumbered(who): tough(who, 3) > 1
FORMULAS
time:
  key: [tick]
  unit: tick
  everyone_due: false
  start: schedule beat at 1
  entries: {beat: {do: let a = 1}}
  limit: 1
space: {grid: none}
`

// The instructions of formulas, as they follow from what generate.go and its neighbours say: locals
// are the first registers, what is worked out on the way goes behind them, conditions are jumps,
// lists that are gone through are loops, an end has its own number.
var listings = []struct{ formula, want string }{
	{"who.hp + 2 * who.mind", `
		r2 = cell 0 of r0
		r4 = cell 1 of r0
		r3 = r4 * 2
		r1 = r2 + r3
		give r1`},
	{"if(who.hp > 3 and not (who.mind == 0), 1, who.seen)", `
		r1 = cell 0 of r0
		if r1 <= 3 go to 5
		r1 = cell 1 of r0
		if r1 == 0 go to 5
		give 1
		r1 = cell 2 of r0
		give r1`},
	{"min(who.hp, 3, who.mind)", `
		r1 = cell 0 of r0
		r1 = min(r1, 3)
		r2 = cell 1 of r0
		r1 = min(r1, r2)
		give r1`},
	// Small quantities stand where they are asked for, with conditions as the jumps that they are.
	{"if(weary(who) or prone(who), 1, 0)", `
		r1 = cell 0 of r0
		if r1 < 3 go to 3
		if not r0 holds prone go to 4
		give 1
		give 0`},
	// What asks for something that is long and can't be kept is kept itself.
	{"if(outnumbered(who), 1, 0)", `
		r1 = outnumbered(r0)
		if not r1 go to 3
		give 1
		give 0`},
	// What conditions contribute to stands apart; its argument is where it has to be already.
	{"10 - burden(who)", `
		r2 = burden(r0)
		r1 = 10 - r2
		give r1`},
	// Lists that are gone through are loops: what is to be done with an element, then the next one.
	// The element is a local, r1, but another register has it in the loop.
	{"count(foes(who), each.hp > who.seen)", `
		r2 = 0
		r0 must not be none
		find who isn't out; r4 = 0
		go to 8
		r5 = cell 2 of r0
		r6 = cell 0 of r3
		if not r5 < r6 go to 8
		r2 = r2 + 1
		r3 = next foe of r0, by r4, and go to 4
		give r2`},
	{"any(allies(who), each.mind > 0)", `
		r0 must not be none
		find who isn't out; r3 = 0
		go to 5
		r4 = cell 1 of r2
		if r4 > 0 go to 7
		r2 = next ally of r0, by r3, and go to 3
		go to 8
		give 1
		give 0`},
}

// listedCode compiles them.
func listedCode(t *testing.T) *code.Ruleset {
	t.Helper()
	var b strings.Builder
	for i, x := range listings {
		fmt.Fprintf(&b, "  q%d(who): %q\n", i, x.formula)
	}
	files := fstest.MapFS{"r.yaml": {Data: []byte(strings.Replace(listed, "FORMULAS\n", b.String(), 1))}}
	p, list := lang.Load("r.yaml", lang.Options{Files: files})
	if p == nil || list.HasErrors() {
		_ = list.Print(&b, diag.Snippets, false)
		t.Fatal(b.String())
	}
	return compile.Ruleset(p)
}

// numbered writes instructions as listings do.
func numbered(want string) string {
	lines := strings.Split(strings.TrimSpace(want), "\n")
	for i, line := range lines {
		lines[i] = fmt.Sprintf("%d: %s", i, strings.TrimSpace(line))
	}
	return strings.Join(lines, "\n")
}

// TestListings holds the generator to the code that it ought to make. Another order of
// instructions may be as good; what grows, or what is done again in a loop, isn't.
func TestListings(t *testing.T) {
	rules := listedCode(t)
	asked := rules.Program.Quantities[4:]
	for i, test := range listings {
		t.Run(test.formula, func(t *testing.T) {
			want := numbered(test.want)
			if got := strings.Join(rules.ListingOf(asked[i]), "\n"); got != want {
				t.Errorf("is\n%s\ninstead of\n%s", got, want)
			}
		})
	}
}

// Contributions are added to their channel in the order of the conditions, each if it is in force
// and its when holds.
func TestListingOfContributions(t *testing.T) {
	rules := listedCode(t)
	want := numbered(`
		r1 = 0
		if not r0 go to 11
		if r0 has none of those that contribute go to 11
		if not r0 holds prone go to 6
		r3 = 2
		r1 += r3
		if not r0 holds drained go to 11
		r3 = cell 1 of r0
		if r3 <= 4 go to 11
		r3 = cell 2 of r0
		r1 += r3
		r2 = max(r1, 1)
		give r2`)
	if got := strings.Join(rules.ListingOf(rules.Program.Quantities[0]), "\n"); got != want {
		t.Errorf("is\n%s\ninstead of\n%s", got, want)
	}
}
