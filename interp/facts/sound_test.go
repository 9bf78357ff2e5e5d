package facts_test

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rulec/rulec/internal/factcheck"
	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/interp/facts"
	"github.com/rulec/rulec/lang"
	"github.com/rulec/rulec/lang/program"
	"github.com/rulec/rulec/rulesets"
	"github.com/rulec/rulec/stdlib"
)

// options find the rulesets that come along, and files anywhere in the house.
var options = lang.Options{Shipped: rulesets.Files, Library: stdlib.Files, Root: "../.."}

// TestSound plays fights by tactics and holds that nothing happens that was said never to.
func TestSound(t *testing.T) {
	trials := uint64(100)
	if testing.Short() {
		trials = 20
	}
	played := 0
	for _, pattern := range []string{"../../internal/sim/testdata/*.yaml", "../../examples/*.yaml", "../../examples/rosetta/*.yaml"} {
		paths, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range paths {
			e, list := lang.LoadEncounter(path, options)
			if list.HasErrors() || e == nil || e.Script != nil || len(e.After) > 0 {
				continue // no encounter, or one that somebody has written lines for
			}
			played++
			t.Run(filepath.Base(path), func(t *testing.T) {
				t.Parallel()
				holds(t, e, trials)
			})
		}
	}
	if played < 15 {
		t.Errorf("only %d fights by tactics", played)
	}
}

// holds plays an encounter and compares it with the facts.
func holds(t *testing.T, e *program.Encounter, trials uint64) {
	t.Helper()
	f := facts.Of(e)
	if !f.Known() {
		t.Fatal("nothing is certain")
	}
	fight, err := interp.Prepare(interp.Compile(e.Program), e)
	if err != nil {
		t.Fatal(err)
	}
	m := interp.New(fight, interp.Options{Trace: true, Explain: true, Seed: 7, Seeded: true})
	c := factcheck.New(e, f)
	for trial := range trials {
		m.Reset(trial)
		_, err := m.Run()
		if wrong := c.Wrong(m, err == nil); len(wrong) > 0 {
			t.Fatalf("trial %d:\n%s", trial, strings.Join(wrong, "\n"))
		}
	}
}

// TestHowMuch tells how much is certain about the fights of the benchmarks.
func TestHowMuch(t *testing.T) {
	paths, err := filepath.Glob("../../internal/sim/testdata/four-*.yaml")
	if err != nil || len(paths) < 5 {
		t.Fatal("no fights", err)
	}
	for _, path := range paths {
		e, list := lang.LoadEncounter(path, options)
		if list.HasErrors() {
			t.Fatal(list)
		}
		f := facts.Of(e)
		p := e.Program
		var never, known, fields, gone, conditions, undone, unsaid, unrun, rules, dead, lines, idle, contributions int
		for i, x := range e.Things {
			for _, field := range x.Kind.Fields {
				if field.Virtual || field.Type.Kind == program.FormulaField || field.Type.Kind == program.ProgramField || field.Type.Kind == program.MapType {
					continue
				}
				fields++
				if !f.Written(i, field) {
					never++
				}
				if _, ok := f.Value(i, field, 0); ok {
					known++
				}
			}
			if x.Tactic == nil {
				continue
			}
			for _, line := range x.Tactic.Rules {
				lines++
				if f.Dead(i, line) {
					dead++
				}
			}
		}
		for _, c := range p.Conditions {
			conditions++
			if !slices.ContainsFunc(e.Things, func(x *program.Thing) bool { return f.MayHave(x.Index, c) }) {
				gone++
			}
		}
		for _, a := range p.Actions {
			if !f.Done(a) {
				undone++
			}
		}
		for _, x := range p.Events {
			if !f.Announced(x) {
				unsaid++
			}
		}
		for r := range p.AllRules() {
			rules++
			if !f.Runs(r) {
				unrun++
			}
		}
		for _, q := range p.Quantities {
			for _, role := range q.By {
				for _, c := range role {
					contributions++
					if !f.Contributes(c) {
						idle++
					}
				}
			}
		}
		t.Logf("%s: fields never written %d of %d, known %d; conditions nobody gets %d of %d; actions nobody does %d of %d; events never announced %d of %d; rules that never run %d of %d; dead lines of tactics %d of %d; contributions without a bearer %d of %d",
			p.Name, never, fields, known, gone, conditions, undone, len(p.Actions), unsaid, len(p.Events), unrun, rules, dead, lines, idle, contributions)
	}
}
