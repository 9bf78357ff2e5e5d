//go:build !race

package spec_test

import (
	"crypto/sha256"
	"encoding/hex"
	"flag"
	"fmt"
	"hash"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/rulec/rulec/internal/ruletest"
	"github.com/rulec/rulec/internal/sequence"
	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/interp/script"
	"github.com/rulec/rulec/lang"
)

// With the race detector the cases are played once, by TestConformance.

var trials = flag.Uint64("trials", 20, "how many fights of each system are held against golden.txt, at most 100")

// TestTraces holds what is recorded of every case, example and fight against the hashes in
// golden.txt: whoever changes the interpreter, and not the rules, changes none of them. It
// plays with the machine's own tests. After a change of the rules -update writes the
// hashes anew; the difference says which fights went another way.
func TestTraces(t *testing.T) {
	if *update {
		*trials = 100
	}
	g := &traces{hashes: map[string]string{}}
	t.Run("all", func(t *testing.T) {
		g.cases(t)
		g.examples(t)
		g.fights(t)
	})
	g.compare(t)
}

// traces collects hashes by name: a file, or a file and trials.
type traces struct {
	mutex  sync.Mutex
	hashes map[string]string
}

func (g *traces) set(name, hash string) {
	g.mutex.Lock()
	defer g.mutex.Unlock()
	g.hashes[filepath.ToSlash(name)] = hash
}

func (g *traces) sum(name string, h hash.Hash) { g.set(name, hex.EncodeToString(h.Sum(nil)[:8])) }

// cases plays all cases, explained.
func (g *traces) cases(t *testing.T) {
	files, err := ruletest.Files([]string{"conformance", "house"})
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range files {
		t.Run(filepath.Base(filepath.Dir(name))+"/"+filepath.Base(name), func(t *testing.T) {
			t.Parallel()
			g.set(name, playCases(name).told)
		})
	}
}

// examples plays all examples, sequences too.
func (g *traces) examples(t *testing.T) {
	for _, name := range encounters(t) {
		t.Run(strings.TrimPrefix(filepath.ToSlash(name), "../examples/"), func(t *testing.T) {
			t.Parallel()
			h := sha256.New()
			if lang.IsSequence(name, options) {
				s, list := lang.LoadSequence(name, options)
				if s == nil {
					t.Fatal(list.Err())
				}
				if _, err := sequence.Play(s, interp.Options{Trace: true}, true, func(p *sequence.Part) error {
					return record(h, p.Machine)
				}); err != nil {
					t.Error(err)
				}
			} else {
				e := loadFight(t, name)
				m, _, err := script.Play(interp.Compile(e.Program), e, interp.Options{Trace: true, Check: true})
				if err != nil {
					t.Error(err)
				}
				if err := record(h, m); err != nil {
					t.Error(err)
				}
			}
			g.sum(name, h)
		})
	}
}

// fights plays the fights of four against four that the benchmarks play, ten trials a hash.
func (g *traces) fights(t *testing.T) {
	files, err := filepath.Glob("../internal/experiment/testdata/four-*.yaml")
	if err != nil || len(files) == 0 {
		t.Fatal("no fights", err)
	}
	for _, name := range files {
		e := loadFight(t, name)
		code := interp.Compile(e.Program)
		for from := uint64(0); from < *trials; from += 10 {
			t.Run(fmt.Sprintf("%s/%d", filepath.Base(name), from), func(t *testing.T) {
				t.Parallel()
				h := sha256.New()
				for trial := from; trial < from+10; trial++ {
					m, _, err := script.Play(code, e, interp.Options{Trace: true, Trial: trial})
					if err != nil {
						t.Error(err)
					}
					if err := record(h, m); err != nil {
						t.Error(err)
					}
				}
				g.sum(fmt.Sprintf("%s trials %d to %d", name, from, from+9), h)
			})
		}
	}
}

const goldenFile = "golden.txt"

// partly tells whether -run has chosen some of the files.
func partly() bool { return strings.Contains(flag.Lookup("test.run").Value.String(), "/") }

// compare holds the hashes that were made against the file. All cases and examples have to
// be there, and no others.
func (g *traces) compare(t *testing.T) {
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(g.hashes)) {
		fmt.Fprintf(&b, "%s  %s\n", g.hashes[name], name)
	}
	if *update {
		if err := os.WriteFile(goldenFile, []byte(b.String()), 0o644); err != nil {
			t.Error(err)
		}
		return
	}
	text, err := os.ReadFile(goldenFile)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		was, name, _ := strings.Cut(strings.TrimSpace(line), "  ")
		now, played := g.hashes[name]
		switch {
		case !played && (strings.Contains(name, " trials ") || partly()):
		case !played:
			t.Errorf("%s: %s isn't there any more: go test ./spec -update", goldenFile, name)
		case now != was:
			t.Errorf("%s is told in another way than before: if the rules have changed, go test ./spec -update; if only the interpreter has, this is a mistake", name)
		}
		delete(g.hashes, name)
	}
	for name := range g.hashes {
		t.Errorf("%s: %s is missing: go test ./spec -update", goldenFile, name)
	}
}
