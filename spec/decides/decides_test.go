// Package decides_test looks for figures of the rulesets that decide nothing.
package decides_test

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
	"unicode"

	"github.com/rulec/rulec/internal/mutate"
	"github.com/rulec/rulec/internal/ruletest"
	"github.com/rulec/rulec/interp"
	numbers "github.com/rulec/rulec/interp/number"
	"github.com/rulec/rulec/interp/script"
	"github.com/rulec/rulec/lang"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
	"github.com/rulec/rulec/rulesets"
	"github.com/rulec/rulec/stdlib"
)

// options finds rulesets by name among the built-in ones.
var options = lang.Options{Library: stdlib.Files, Shipped: rulesets.Files}

var (
	search     = flag.Duration("search", 5*time.Second, "how long to look for figures that decide nothing; all of them takes a quarter of an hour")
	searchSeed = flag.Uint64("search-seed", 1, "which figures are tried first")
	searchOnly = flag.String("search-only", "", "the figures whose name has this alone")
)

// A figure is something that a ruleset or a file of the library says and that some case has to
// notice: a value of a param, or a cell of a table or of a scale.
type figure struct {
	name string
	// word is what cases that play it are likely to name.
	word string
	// files hold the cases and the fights that may notice it.
	files []string
	// by is how these are loaded with others in its place.
	by []lang.Options
	// said is how a case gives a param this value: without is then how it is loaded with its default.
	said    string
	without lang.Options
}

// TestEverythingDecides looks for figures that decide nothing: changed, they leave everything that
// happens in every case and fight as it was. What is found so is wrong, or no case plays it.
func TestEverythingDecides(t *testing.T) {
	figures := slices.DeleteFunc(append(paramsOf(t), cellsOf(t)...), func(f figure) bool { return !strings.Contains(f.name, *searchOnly) })
	lot := rand.New(rand.NewPCG(*searchSeed, 0))
	lot.Shuffle(len(figures), func(i, k int) { figures[i], figures[k] = figures[k], figures[i] })
	ctx, stop := context.WithTimeout(t.Context(), *search)
	defer stop()
	s := searcher{best: map[string]string{}}
	var tried atomic.Int64
	jobs := make(chan figure)
	var workers sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() {
			for f := range jobs {
				decides, can := s.decides(ctx, f)
				if ctx.Err() != nil || !can {
					continue
				}
				tried.Add(1)
				if !decides && idleFigures[f.name] == "" {
					t.Errorf("%s decides nothing in any case or fight", f.name)
				}
			}
		})
	}
	for _, f := range figures {
		if ctx.Err() != nil {
			break
		}
		jobs <- f
	}
	close(jobs)
	workers.Wait()
	t.Logf("%d of %d figures tried, seed %d", tried.Load(), len(figures), *searchSeed)
}

// idleFigures are those that may decide nothing, with the reason.
var idleFigures = map[string]string{
	`energy: tables.draw_cap: 4 in "any 3..4 | kg_45" at 24`:                         "one more is 5, which a row above has",
	`energy: tables.draw_cap: 2 in "any ..2 | kg_40" at 23`:                          "one more is 3, which a row above has",
	"energy: param advantage_stacking: any_cancels":                                  "the book has one of each at most",
	"energy: param advantage_stacking: stacking":                                     "the book has one of each at most",
	"timecount: param side_degrees: 91":                                              "directions lie 45 or 60 degrees apart",
	"timecount: param coup_reach: 11":                                                "distances are multiples of 5 ft",
	`timecount: scales.pace.hustle_pace.run_up: 0 in "hustle_pace 0 0 0" at 18`:      "it is read of runs and sprints alone",
	`timecount: scales.pace.hustle_pace.check_every: 0 in "hustle_pace 0 0 0" at 26`: "it is read of runs and sprints alone",
	`timecount: scales.pace.hustle_pace.weighs: 0 in "hustle_pace 0 0 0" at 39`:      "it is read of runs and sprints alone",
}

// paramsOf returns the values of all params that aren't their defaults.
func paramsOf(t *testing.T) []figure {
	t.Helper()
	var list []figure
	add := func(in string, files []string, params []*program.Param) {
		for _, p := range params {
			if p.Dice != nil {
				continue
			}
			for _, v := range otherValues(p) {
				list = append(list, figure{
					name: fmt.Sprintf("%s: param %s: %s", in, p.Name, v), word: p.Name, files: files,
					by: []lang.Options{withParam(p.Name, v)}, said: p.Name + ": " + v, without: withParam(p.Name, valueOf(p)),
				})
			}
		}
	}
	for _, name := range shippedRulesets(t) {
		prog, found := lang.Load(name+".yaml", lang.Options{Files: rulesets.Files, Library: stdlib.Files})
		report(t, found)
		add(name, playersOf(t, name), prog.Params)
	}
	return list
}

func report(t *testing.T, list diag.List) {
	t.Helper()
	for _, d := range list {
		t.Error("\n" + d.Snippet(false))
	}
}

func withParam(name, value string) lang.Options {
	o := options
	o.Set = map[string]string{name: value}
	return o
}

// valueOf writes the value that a param has.
func valueOf(p *program.Param) string {
	switch {
	case p.Choices != nil:
		return p.Choices[int(p.Value)-1]
	case p.Type.Kind == program.Bool:
		return fmt.Sprint(p.Value != 0)
	}
	return numbers.Format(p.Value)
}

// otherValues are those that a param could have instead: of a number one, above it.
func otherValues(p *program.Param) []string {
	switch {
	case p.Choices != nil:
		return slices.DeleteFunc(slices.Clone(p.Choices), func(c string) bool { return c == valueOf(p) })
	case p.Type.Kind == program.Bool:
		return []string{fmt.Sprint(p.Value == 0)}
	}
	return []string{numbers.Format(p.Value + 1)}
}

// cellsOf returns the numbers and dice in all tables and scales of the rulesets.
func cellsOf(t *testing.T) []figure {
	t.Helper()
	var list []figure
	for _, name := range shippedRulesets(t) {
		o, players := options, playersOf(t, name)
		files, found := lang.OwnFiles(name, o)
		report(t, found)
		prog, found := lang.Load(name+".yaml", lang.Options{Files: rulesets.Files, Library: stdlib.Files})
		report(t, found)
		at := map[diag.Span]int{}
		for _, m := range mutate.Points(files, prog) {
			way := strings.Split(m.In, ".")
			if way[0] != "tables" && way[0] != "scales" || len(way) < 2 || m.By == "" || !unicode.IsDigit(rune(m.At.Text()[0])) {
				continue
			}
			i, ok := at[m.At]
			if !ok {
				i = len(list)
				at[m.At] = i
				line, column := m.At.Source.Position(m.At.Start)
				row := strings.Join(strings.Fields(strings.Split(m.At.Source.Text, "\n")[line-1]), " ")
				list = append(list, figure{
					name: fmt.Sprintf("%s: %s: %s in %q at %d", name, m.In, m.At.Text(), row, column), word: way[1],
					files: players,
				})
			}
			by := o
			by.Instead = map[string]string{m.At.Source.Name: m.File()}
			list[i].by = append(list[i].by, by)
		}
	}
	return list
}

func shippedRulesets(t *testing.T) []string {
	t.Helper()
	names, err := fs.Glob(rulesets.Files, "*.yaml")
	if err != nil || len(names) == 0 {
		t.Fatal("no rulesets", err)
	}
	for i := range names {
		names[i] = strings.TrimSuffix(names[i], ".yaml")
	}
	return names
}

// playersOf are the files of cases of a ruleset, and its fights.
func playersOf(t *testing.T, ruleset string) []string {
	t.Helper()
	files, err := ruletest.Files([]string{"../conformance/" + ruleset})
	if err != nil {
		t.Fatal(err)
	}
	fights, _ := filepath.Glob("../../internal/experiment/testdata/four-" + ruleset + ".yaml")
	examples, _ := filepath.Glob("../../examples/[0-9]*-" + ruleset + "-*.yaml")
	return slices.Concat(files, fights, examples)
}

// A searcher remembers what happens in files as they are, and, by the words of figures, in which file
// the last one was noticed.
type searcher struct {
	plain sync.Map
	mutex sync.Mutex
	best  map[string]string
}

// decides tells whether something happens in another way with a figure changed. It can't where the files can't
// be read so.
func (s *searcher) decides(ctx context.Context, f figure) (decides, can bool) {
	s.mutex.Lock()
	best := s.best[f.word]
	s.mutex.Unlock()
	mentions := mentionsIn(f.files, f.word)
	mentions[best] = math.MaxInt
	files := slices.Clone(f.files)
	slices.SortStableFunc(files, func(a, b string) int { return cmp.Compare(mentions[b], mentions[a]) })
	for _, by := range f.by {
		for _, file := range files {
			if ctx.Err() != nil {
				return false, can
			}
			decides, read := s.differs(file, by)
			if !read {
				break
			}
			can = true
			if decides {
				s.mutex.Lock()
				s.best[f.word] = file
				s.mutex.Unlock()
				return true, true
			}
		}
	}
	for _, file := range files {
		if text, err := os.ReadFile(file); f.said != "" && err == nil && strings.Contains(string(text), f.said) {
			if decides, _ := s.differs(file, f.without); decides {
				return true, true
			}
		}
	}
	return false, can
}

// mentionsIn counts how often each file names something.
func mentionsIn(files []string, word string) map[string]int {
	named := regexp.MustCompile(`\b` + word + `\b`)
	counts := map[string]int{}
	for _, file := range files {
		if text, err := os.ReadFile(file); err == nil {
			counts[file] = len(named.FindAllIndex(text, -1))
		}
	}
	return counts
}

// differs plays what is in a file in another way until something happens otherwise. It can't always be read so.
func (s *searcher) differs(file string, by lang.Options) (differs, read bool) {
	once, _ := s.plain.LoadOrStore(file, sync.OnceValue(func() map[string]uint64 {
		words, p := map[string]uint64{}, player{}
		lang.EachCase(file, options, all, func(c lang.Case) bool {
			words[c.Name] = p.happens(c)
			return true
		})
		return words
	}))
	as := once.(func() map[string]uint64)()
	found, p := false, player{}
	list := lang.EachCase(file, by, all, func(c lang.Case) bool {
		found = !c.Broken && p.happens(c) != as[c.Name]
		return !found && !c.Broken
	})
	return found, !list.HasErrors()
}

func all(string) bool { return true }

// A player plays the cases of a file, whose rulesets mostly are one.
type player struct{ code *interp.Code }

// happens plays a case, and returns a word that tells what happened in it.
func (p *player) happens(c lang.Case) uint64 {
	if p.code == nil || p.code.Program != c.Program {
		p.code = interp.Compile(c.Program)
	}
	m, _, err := script.Play(p.code, c.Encounter, interp.Options{Trace: true, Limits: interp.Limits{Steps: 2_000_000}})
	if m == nil {
		return 0
	}
	var d *diag.Diagnostic
	if errors.As(err, &d) {
		return m.Digest() + uint64(d.Span.Start) + 1
	}
	return m.Digest()
}
