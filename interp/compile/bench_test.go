package compile_test

import (
	"path/filepath"
	"testing"

	"github.com/rulec/rulec/interp/compile"
	"github.com/rulec/rulec/lang"
	"github.com/rulec/rulec/rulesets"
	"github.com/rulec/rulec/stdlib"
)

// BenchmarkCompile compiles each ruleset and makes a fight of four against four ready.
func BenchmarkCompile(b *testing.B) {
	paths, err := filepath.Glob("../../internal/experiment/testdata/four-*.yaml")
	if err != nil || len(paths) == 0 {
		b.Fatal("no fights", err)
	}
	for _, path := range paths {
		e, list := lang.LoadEncounter(path, lang.Options{Shipped: rulesets.Files, Library: stdlib.Files})
		if e == nil || list.HasErrors() {
			b.Fatal(list.Err())
		}
		b.Run(filepath.Base(path), func(b *testing.B) {
			for range b.N {
				if _, err := compile.Encounter(compile.Ruleset(e.Program), e); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(b.Elapsed().Seconds()*1000/float64(b.N), "ms/encounter")
		})
	}
}
