package lang_test

import (
	"io/fs"
	"testing"

	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/lang"
	"github.com/rulec/rulec/lang/program"
	"github.com/rulec/rulec/rulesets"
	"github.com/rulec/rulec/stdlib"
)

var shipped = []string{"timecount", "energy", "segments", "dierank", "actionpoints"}

// BenchmarkLoad loads each of the rulesets that come with rulec, parts and all.
func BenchmarkLoad(b *testing.B) {
	for _, name := range shipped {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				mustLoad(b, rulesets.Files, name+".yaml")
			}
		})
	}
}

// BenchmarkLoadCompiled makes them ready to be played, too.
func BenchmarkLoadCompiled(b *testing.B) {
	for _, name := range shipped {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				interp.Compile(mustLoad(b, rulesets.Files, name+".yaml"))
			}
		})
	}
}

// BenchmarkLoadLarge loads a ruleset of 30,000 lines.
func BenchmarkLoadLarge(b *testing.B) {
	files, lines := largeRuleset(30_000)
	for b.Loop() {
		mustLoad(b, files, "ruleset.yaml")
	}
	b.ReportMetric(float64(lines), "lines")
}

// mustLoad loads a ruleset in which lint finds nothing.
func mustLoad(b *testing.B, files fs.FS, name string) *program.Program {
	p, list := lang.Load(name, lang.Options{Files: files, Library: stdlib.Files})
	if len(list) > 0 {
		b.Fatal(list.Err(), len(list))
	}
	return p
}
