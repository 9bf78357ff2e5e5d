package compile_test

import (
	"bytes"
	"path/filepath"
	"testing"
	"time"

	"github.com/rulec/rulec/interp/code"
	"github.com/rulec/rulec/interp/compile"
	"github.com/rulec/rulec/interp/exec"
	"github.com/rulec/rulec/lang"
	"github.com/rulec/rulec/rulesets"
	"github.com/rulec/rulec/stdlib"
)

// fourOnFour loads the fights of four against four, one of each system.
func fourOnFour(t testing.TB, fn func(name string, f *code.Fight)) {
	paths, err := filepath.Glob("../../internal/sim/testdata/four-*.yaml")
	if err != nil || len(paths) < 5 {
		t.Fatal("no fights of four against four", paths, err)
	}
	for _, path := range paths {
		e, list := lang.LoadEncounter(path, lang.Options{Shipped: rulesets.Files, Library: stdlib.Files})
		if e == nil || list.HasErrors() {
			t.Fatal(path, list)
		}
		f, err := compile.Encounter(compile.Ruleset(e.Program), e)
		if err != nil {
			t.Fatal(path, err)
		}
		fn(filepath.Base(path), f)
	}
}

// TestSpecializedFightsTheSame plays fights with and without what is certain about them:
// they come to the same state, step by step of the dice. Checking mode finds nothing wrong with
// what is remembered, or taken for certain.
func TestSpecializedFightsTheSame(t *testing.T) {
	fourOnFour(t, func(name string, f *code.Fight) {
		start := time.Now()
		g := compile.Specialized(f)
		t.Log(name, time.Since(start))
		a, b := exec.New(f, exec.Options{}), exec.New(g, exec.Options{})
		checked := exec.New(g, exec.Options{Check: true})
		for trial := range uint64(3) {
			checked.Reset(trial)
			if _, err := checked.Run(); err != nil {
				t.Fatal(name, err)
			}
		}
		for trial := range uint64(40) {
			a.Reset(trial)
			b.Reset(trial)
			x, errX := a.Run()
			y, errY := b.Run()
			if errX != nil || errY != nil || x != y || a.Hash() != b.Hash() {
				t.Fatalf("%s, trial %d: %+v %v, specialized %+v %v", name, trial, x, errX, y, errY)
			}
		}
	})
}

// TestSpecializedStands: whatever is remembered while a specialized fight is played still
// stands when it is asked for, and what ends by a formula ends at once.
func TestSpecializedStands(t *testing.T) {
	fourOnFour(t, func(name string, f *code.Fight) {
		m := exec.New(compile.Specialized(f), exec.Options{Check: true})
		for trial := range uint64(2) {
			m.Reset(trial)
			if _, err := m.Run(); err != nil {
				t.Fatal(name, err)
			}
		}
	})
}

// TestSpecializedTellsTheSame: what is recorded is the same, with and without explanations.
func TestSpecializedTellsTheSame(t *testing.T) {
	fourOnFour(t, func(name string, f *code.Fight) {
		g := compile.Specialized(f)
		for _, o := range []exec.Options{{Trace: true}, {Trace: true, Explain: true}} {
			var told [2]bytes.Buffer
			for i, fight := range []*code.Fight{f, g} {
				m := exec.New(fight, o)
				if _, err := m.Run(); err != nil {
					t.Fatal(name, err)
				}
				if err := m.JSON(&told[i]); err != nil {
					t.Fatal(name, err)
				}
			}
			if !bytes.Equal(told[0].Bytes(), told[1].Bytes()) {
				t.Errorf("%s: with %+v something else is recorded", name, o)
			}
		}
	})
}

// BenchmarkSpecialized compares the rates of fights with and without what is certain.
func BenchmarkSpecialized(b *testing.B) {
	fourOnFour(b, func(name string, f *code.Fight) {
		whole, own := exec.New(f, exec.Options{}), exec.New(compile.Specialized(f), exec.Options{})
		const trials = 30
		play := func(m *exec.Machine) time.Duration {
			start := time.Now()
			for trial := range uint64(trials) {
				m.Reset(trial)
				if _, err := m.Run(); err != nil {
					b.Fatal(err)
				}
			}
			return time.Since(start)
		}
		b.Run(name, func(b *testing.B) {
			least := [2]time.Duration{1 << 62, 1 << 62}
			for range b.N {
				least[0] = min(least[0], play(whole))
				least[1] = min(least[1], play(own))
			}
			b.ReportMetric(trials/least[0].Seconds(), "whole-fights/s")
			b.ReportMetric(trials/least[1].Seconds(), "fights/s")
			b.ReportMetric(least[0].Seconds()/least[1].Seconds(), "ratio")
		})
	})
}
