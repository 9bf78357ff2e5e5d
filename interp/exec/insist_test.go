package exec_test

import (
	"os"
	"slices"
	"testing"
	"testing/fstest"

	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/interp/board"
	"github.com/rulec/rulec/interp/trace"
	"github.com/rulec/rulec/interp/value"
	"github.com/rulec/rulec/lang"
	"github.com/rulec/rulec/lang/program"
)

// insisting plays by tactics, but for an action that zora does whenever she can.
type insisting struct {
	interp.Tactics
	action string
	left   []float64
}

func (c *insisting) Act(m *interp.Machine, q *interp.Question) (value.Act, error) {
	if q.Actor == 1 && c.left == nil {
		c.left = m.Left(1, func(f *program.Field) bool { return f.Name != "bruises" }, []float64{})
		c.left = m.Left(1, func(*program.Field) bool { return true }, c.left)
	}
	for _, a := range m.Program().Actions {
		if q.Actor == 1 && a.Def.Name == c.action {
			if act, ok := c.Insist(m, q, a); ok {
				return act, nil
			}
		}
	}
	return c.Tactics.Act(m, q)
}

// herActs plays until zora has acted twice, and returns what she did: gus and mort stand beside her, and pass.
func herActs(t *testing.T, c *insisting, tactic string) (acts []string) {
	t.Helper()
	scuffle, err := os.ReadFile("../../examples/scuffle.yaml")
	if err != nil {
		t.Fatal(err)
	}
	e, list := lang.LoadEncounter("e.yaml", lang.Options{Files: fstest.MapFS{
		"scuffle.yaml": {Data: scuffle},
		"house.yaml":   {Data: []byte("ruleset: house\nextends: ./scuffle.yaml\ntactics:\n  idle: {turn: [{do: pass}]}\n  hers: {turn: [" + tactic + "]}\n")},
		"e.yaml": {Data: []byte(`
encounter: e
ruleset: ./house.yaml
seed: 1
combatants:
  zora: {side: guests, place: [1, 1], brawn: 2, nerve: 5, tactic: hers}
  gus: {side: house, place: [2, 1], brawn: 1, nerve: 3, tactic: idle}
  mort: {side: house, place: [2, 2], brawn: 3, nerve: 4, tactic: idle}
map: {rows: "....\n....\n....\n"}
`)},
	}})
	if list.HasErrors() {
		t.Fatal(list)
	}
	fight, err := interp.Prepare(interp.Compile(e.Program), e)
	if err != nil {
		t.Fatal(err)
	}
	m := interp.New(fight, interp.Options{Seed: 1, Seeded: true, Trace: true, Limits: interp.Limits{Time: 2}})
	m.SetChooser(c)
	m.Reset(0)
	if _, err := m.Run(); err != nil {
		t.Fatal(err)
	}
	for _, x := range m.Trace().Events {
		if x.Kind != trace.Act {
			continue
		}
		act := x.Action.Def.Name
		if x.Count > 0 {
			act += " " + m.Title(board.Thing(m.Trace().Values[x.First]))
		}
		acts = append(acts, act)
	}
	return acts
}

// TestInsist: a line does what it says whatever it asks first, and whoever can't be served by a line takes the
// first way. She has three breaths, and gets none back.
func TestInsist(t *testing.T) {
	for _, c := range []struct {
		about, action, tactic string
		want                  []string
	}{
		{"nothing forced", "", "{do: punch}", []string{"punch gus", "punch gus"}},
		{"a line whose turn doesn't come", "shove", "{do: punch}, {do: shove, if: self.nerve > 9, best: target.brawn}", []string{"shove mort", "shove mort"}},
		{"no line", "shove", "{do: punch, best: target.brawn}", []string{"shove gus", "shove gus"}},
		{"a line that counts on what it asks", "shove", "{do: shove, if: self.nerve > 9, best: 1 / self.bruises}, {do: punch}", []string{"shove gus", "shove gus"}},
		{"what isn't allowed", "dodge", "{do: punch}", []string{"punch gus", "punch gus"}},
	} {
		forced := &insisting{action: c.action}
		if got := herActs(t, forced, c.tactic); !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", c.about, got, c.want)
		}
		// Three breaths, then all: three of breath, and room for three bruises.
		if want := []float64{3, 3, 3}; !slices.Equal(forced.left, want) {
			t.Errorf("%s: %v left, want %v", c.about, forced.left, want)
		}
	}
}

// TestSkip: who goes by a line goes on to the next one.
func TestSkip(t *testing.T) {
	c := &insisting{}
	c.Skip = func(who board.Thing, line *program.TacticRule) bool {
		return who == 1 && line.Does[0].Action.Def.Name == "punch"
	}
	var took []string
	c.Took = func(who board.Thing, line *program.TacticRule) {
		if who == 1 {
			took = append(took, line.Does[0].Action.Def.Name)
		}
	}
	if got, want := herActs(t, c, "{do: punch}, {do: [punch, shove], best: 1}, {do: shove}, {do: catch_breath}"), []string{"shove gus", "shove gus"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	if want := []string{"shove", "shove"}; !slices.Equal(took, want) {
		t.Errorf("by lines of %q, want %q", took, want)
	}
}
