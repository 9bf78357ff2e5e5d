package engine

import (
	"bytes"
	"strings"
	"testing"

	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/interp/script"
	"github.com/rulec/rulec/lang"
)

// TestAhead: with all others thinking ahead, a fight is told as the command tells it where sides are said to; the workspace
// says meanwhile that somebody has thought. Who is played by hand doesn't.
func TestAhead(t *testing.T) {
	const name = "examples/02-house-rules.yaml"
	d, _ := opened(t)
	thoughts := 0
	d.Thought = func() { thoughts++ }
	o := d.options()
	o.Set = map[string]string{"guests.tactic": "thinks", "house.tactic": "thinks"}
	e, list := lang.LoadEncounter(name, o)
	if list.HasErrors() {
		t.Fatal(list)
	}
	m, _, err := script.Play(interp.Compile(e.Program), e, interp.Options{Trace: true, Sums: true})
	if err != nil {
		t.Fatal(err)
	}
	var want bytes.Buffer
	if err := interp.Log(m, asTheCommand).Text(&want); err != nil {
		t.Fatal(err)
	}
	v := ask[view](t, d, "start", map[string]any{"file": name, "mode": "watch", "ahead": true})
	if got := ask[string](t, d, "recorded", map[string]any{"format": "text"}); v.Error != nil || got != want.String() {
		t.Errorf("%v; it is told otherwise:\n%s\nand by the command:\n%s", v.Error, got, want.String())
	}
	if thoughts < 10 {
		t.Errorf("it is told of %d thoughts", thoughts)
	}
	hands := e.Sides[0]
	v = ask[view](t, d, "start", map[string]any{"file": name, "mode": "hand", "hands": []string{hands}, "ahead": true})
	for v.Question != nil && !v.Over {
		for _, x := range e.Things {
			if x.Name == v.Question.Who && e.Sides[x.Side] != hands {
				t.Fatalf("%s is asked, of the side that thinks", x.Name)
			}
		}
		v = ask[view](t, d, "decide", map[string]any{"kind": "tactic"})
	}
	if !v.Over {
		t.Error("it doesn't end")
	}
}

// TestAheadRefused: what takes too long isn't begun, and what nobody would do isn't ignored.
func TestAheadRefused(t *testing.T) {
	d, _ := opened(t, file{"fight.yaml",
		"encounter: fight\nruleset: ./examples/scuffle.yaml\nseed: 1\ncombatants:\n  ann: {side: red, place: [0, 0], brawn: 1, nerve: 1, tactic: thinks from bruiser}\n  ben: {side: blue, place: [1, 0], brawn: 1, nerve: 2, tactic: bruiser}\nmap: {rows: \"...\\n\"}\n"})
	for kind, question := range map[string]any{
		"simulate": map[string]any{"file": "fight.yaml", "seed": "1", "fights": 10, "from": 0, "to": 2},
		"look":     map[string]any{"file": "fight.yaml", "for": "find", "seed": "1", "fights": 10},
	} {
		if _, wrong := try[any](t, d, kind, question); wrong == nil || !strings.Contains(wrong.Message, "ann thinks ahead, which takes too long here for many fights") {
			t.Errorf("%s: %v", kind, wrong)
		}
	}
	if _, wrong := try[view](t, d, "start", map[string]any{"file": "examples/03-two-evenings.yaml", "mode": "watch", "ahead": true}); wrong == nil || !strings.Contains(wrong.Message, "in a sequence, the files decide who thinks ahead") {
		t.Errorf("a sequence: %v", wrong)
	}
}
