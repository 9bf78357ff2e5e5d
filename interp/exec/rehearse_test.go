package exec_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/interp/script"
	"github.com/rulec/rulec/lang/program"
)

// TestRehearse holds that a rehearsal stops after the script's last line although
// tactics could play on, forgives answers and choices that the dice don't call
// for, and throws what Play throws.
func TestRehearse(t *testing.T) {
	e := encounter(t, tacticBrawl+"script: |\n"+indented(`
		ana: strike bo { bo: roar; choose side_of = 2 }
		expect bo.hp < 10
		expect ana.hp < 10 or cy.breath < 2 or bo.breath < 2`))
	if _, _, err := script.Play(interp.Compile(e.Program), e, interp.Options{}); err == nil || !strings.Contains(err.Error(), "isn't asked for this") {
		t.Error("a script that is played has to call for its answers:", err)
	}

	hurt, struckBack := e.Script.Items[1].(*program.ExpectItem), e.Script.Items[2].(*program.ExpectItem)
	e.After = []*program.Script{{Items: e.Script.Items[1:]}} // what is asked then
	e.Script.Items = e.Script.Items[:1]
	fight, err := interp.Prepare(interp.Compile(e.Program), e)
	if err != nil {
		t.Fatal(err)
	}
	m := interp.New(fight, interp.Options{})
	const trials = 40
	var hits []uint64
	for trial := range uint64(trials) {
		if err := script.Rehearse(m, trial); err != nil {
			t.Fatal(err)
		}
		if holds(t, m, hurt) {
			hits = append(hits, trial)
		}
		if holds(t, m, struckBack) {
			t.Errorf("trial %d went on after the last line", trial)
		}
	}
	if len(hits) < 10 || len(hits) > 34 { // 11 of 20 faces hit
		t.Errorf("%d of %d trials hit", len(hits), trials)
	}

	e = encounter(t, tacticBrawl+"script: |\n"+indented("ana: strike bo\nexpect bo.hp < 10\nover"))
	for trial := range uint64(trials) {
		_, _, err := script.Play(interp.Compile(e.Program), e, interp.Options{Trial: trial})
		if hit := err == nil; hit != slices.Contains(hits, trial) {
			t.Errorf("trial %d hits when it is played: %v; not so when it is rehearsed", trial, hit)
		}
	}
}

func holds(t *testing.T, m *interp.Machine, x *program.ExpectItem) bool {
	t.Helper()
	v, err := m.Answer(x.If)
	holds := v != 0
	if err != nil {
		t.Fatal(err)
	}
	return holds
}
