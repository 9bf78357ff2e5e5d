package lang_test

import (
	"testing"

	"github.com/rulec/rulec/lang"
	"github.com/rulec/rulec/rulesets"
	"github.com/rulec/rulec/stdlib"
)

// BenchmarkLoad loads each of the rulesets that come with rulec, parts and all.
func BenchmarkLoad(b *testing.B) {
	for _, name := range []string{"timecount", "energy", "segments", "dierank", "actionpoints"} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				p, list := lang.Load(name+"/ruleset.yaml", lang.Options{Files: rulesets.Files, Library: stdlib.Files})
				if p == nil {
					b.Fatal(list.Err())
				}
			}
		})
	}
}
