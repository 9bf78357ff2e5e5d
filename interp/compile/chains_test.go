package compile_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/rulec/rulec/interp/compile"
	"github.com/rulec/rulec/lang"
)

// TestChains: lint takes ten times as long for ten times as many quantities that ask each other: what it allocates,
// for each node and whatever it finds out about it, is counted. Forty that each ask the next one again and again are
// no more than forty.
func TestChains(t *testing.T) {
	for name, each := range map[string]string{
		"the next":              "(x): qNEXT(x)",
		"the next twice":        "(x): qNEXT(x) + qNEXT(x)",
		"of numbers, ten times": "(x number): " + strings.Repeat("qNEXT(x) + ", 9) + "qNEXT(x)",
		"with a channel":        "(x): sum(add) + qNEXT(x)",
	} {
		t.Run(name, func(t *testing.T) {
			few, many := lintOf(t, each, 1_000), lintOf(t, each, 10_000)
			if many > 11*few {
				t.Errorf("%d allocations for 1,000, %d for 10,000", few, many)
			}
		})
	}
}

// lintOf returns what lint allocates for a chain of so many quantities.
func lintOf(t *testing.T, each string, quantities int) uint64 {
	t.Helper()
	const apart = 2_500 // in a file, which may have 50,000 values
	files, parts := fstest.MapFS{}, ""
	for from := 0; from < quantities; from += apart {
		var b strings.Builder
		b.WriteString("quantities:\n")
		for i := from; i < min(from+apart, quantities); i++ {
			fmt.Fprintf(&b, "  q%d%s\n", i, strings.ReplaceAll(each, "NEXT", fmt.Sprint(i+1)))
		}
		if from+apart >= quantities {
			of, _, _ := strings.Cut(each, ": ")
			fmt.Fprintf(&b, "  q%d%s: 1\n", quantities, of)
		}
		name := fmt.Sprintf("part%d.yaml", from)
		files[name] = &fstest.MapFile{Data: []byte(b.String())}
		parts += "./" + name + ", "
	}
	files["r.yaml"] = &fstest.MapFile{Data: []byte("rulec: 2\nruleset: r\nversion: 1.0.0\nparts: [" + parts + "]\nkinds: {creature: {}}\ntime: {key: [tick], start: schedule turn of first(everyone) at 1, entries: {turn: {do: schedule turn of self at now + 1}}}\n")}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	if _, list := lang.Load("r.yaml", lang.Options{Files: files, Prove: compile.Prover{}}); list.HasErrors() {
		t.Fatal(list.Err())
	}
	runtime.ReadMemStats(&after)
	return after.Mallocs - before.Mallocs
}
