package engine

import (
	"os"
	"reflect"
	"strings"
	"testing"

	"github.com/rulec/rulec/lang/program"
)

// TestEveryGridIsDrawn: the page knows each sort of space by its name, and so does the page of the reference.
func TestEveryGridIsDrawn(t *testing.T) {
	for file, quote := range map[string]string{"../app/src/engine/protocol.ts": `"`, "../../spec/space.md": "`"} {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range program.GridNames() {
			if !strings.Contains(string(text), quote+name+quote) {
				t.Errorf("%s doesn't know grid: %s", file, name)
			}
		}
	}
}

// TestOnlyNewLines: of the story the answer to a decision leaves out the lines that are as they were, and no others.
func TestOnlyNewLines(t *testing.T) {
	for _, name := range []string{"examples/52-energy-ambush-tactics.yaml", "examples/21-segments-pass-tactics.yaml"} {
		d, _ := opened(t)
		lines, saved := ask[view](t, d, "start", begins{which: which{File: name}, Mode: byHand}).Lines, 0
		for n := range 30 {
			kind := "tactic"
			if n%7 == 6 {
				kind = "undo"
			}
			v, wrong := try[view](t, d, "decide", choice{Kind: kind})
			if wrong != nil {
				break
			}
			saved += v.LinesFrom
			lines = append(lines[:v.LinesFrom:v.LinesFrom], v.Lines...)
			if now := ask[view](t, d, "now", nothing{}); now.LinesFrom != 0 || !reflect.DeepEqual(lines, now.Lines) {
				t.Fatalf("%s: after %d decisions other lines than there are", name, n+1)
			}
		}
		if saved == 0 {
			t.Errorf("%s: all lines are sent each time", name)
		}
	}
}

// TestSceneTells: a scene says which way creatures look where the rules know that, which pools are their health, and who has fallen.
func TestSceneTells(t *testing.T) {
	d, _ := opened(t)
	v := ask[view](t, d, "start", begins{which: which{File: "examples/52-energy-ambush-tactics.yaml"}, Mode: watching})
	begun := ask[scene](t, d, "at", 2)
	facing, health, fallen := 0, 0, 0
	for _, x := range v.Scene.Tokens {
		if x.Facing != nil {
			facing++
		}
	}
	for _, p := range v.Scene.People {
		if p.Fallen && !p.Out {
			fallen++
		}
		for _, x := range p.Pools {
			if x.Health {
				health++
			}
		}
	}
	if facing == 0 || health != len(v.Scene.People) || fallen == 0 || begun.People[0].Fallen {
		t.Errorf("%d look somewhere, %d have health, %d have fallen", facing, health, fallen)
	}
	for _, x := range ask[view](t, d, "start", begins{which: which{File: "examples/11-dierank-bridge-tactics.yaml"}, Mode: watching}).Scene.Tokens {
		if x.Facing != nil {
			t.Errorf("%s looks one way by rules that know none", x.Title)
		}
	}
}
