package experiment

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/rulec/rulec/lang"
)

// A line of a combatant in the fights of four against four, and its place on a map of rows.
var (
	combatantLine = regexp.MustCompile(`(?m)^  (\w+): (\{is: .*\})$`)
	onSquares     = regexp.MustCompile(`place: \[(\d+), \d+\]`)
)

// crowdOf is a fight of four against four with so many times as many on each side, on open ground:
// those of one side stand in a column, and in a second one behind it.
func crowdOf(t testing.TB, path string, times int) Job {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	const wide, rows = 24, 20
	var crowd []string
	taken := map[int]int{}
	for _, m := range combatantLine.FindAllStringSubmatch(string(text), -1) {
		for k := range times {
			place := onSquares.ReplaceAllStringFunc(m[2], func(at string) string {
				column, behind := 2, -2
				if x := onSquares.FindStringSubmatch(at)[1]; len(x) > 1 || x > "5" {
					column, behind = wide-3, 2
				}
				n := taken[column]
				taken[column]++
				return fmt.Sprintf("place: [%d, %d]", column+behind*(n/9), 1+2*(n%9))
			})
			crowd = append(crowd, fmt.Sprintf("  %s%d: %s", m[1], k+1, place))
		}
	}
	head, rest, _ := strings.Cut(string(text), "combatants:\n")
	_, ground, _ := strings.Cut(rest, "map:\n")
	if strings.Contains(ground, "rows:") {
		ground = "  rows: |\n" + strings.Repeat("    "+strings.Repeat(".", wide)+"\n", rows)
	}
	file := head + "combatants:\n" + strings.Join(crowd, "\n") + "\nmap:\n" + ground
	e, list := lang.LoadEncounter("crowd.yaml", lang.Options{
		Files: fstest.MapFS{"crowd.yaml": {Data: []byte(file)}}, Shipped: shipped.Shipped, Library: shipped.Library,
	})
	if list.HasErrors() {
		t.Fatal(list, file)
	}
	return Job{Points: []Point{{e, NewSetup(e, nil)}}, Many: Many{Seed: e.Seed}}
}

// BenchmarkCrowd plays fights of 8, of 16 and of 32 on open ground in each system. "16-to-8" and
// "32-to-16" are how many times as long an action takes when twice as many fight: what everybody
// asks of everybody else makes it 2, what is looked up by place or kept makes it less.
func BenchmarkCrowd(b *testing.B) {
	paths, err := filepath.Glob("testdata/four-*.yaml")
	if err != nil || len(paths) == 0 {
		b.Fatal("no fights of four against four", err)
	}
	for _, path := range paths {
		system := strings.TrimSuffix(strings.TrimPrefix(filepath.Base(path), "four-"), ".yaml")
		b.Run(system, func(b *testing.B) {
			var anAction [3]time.Duration
			for i, times := range []int{1, 2, 4} {
				p := newTestPlayer(b, crowdOf(b, path, times))
				p.playTo(b, 1)
				tally := p.points[0].tally
				anAction[i] = time.Hour
				for range b.N {
					before, start := tally.Acts.Sum(), time.Now()
					p.playTo(b, 3)
					anAction[i] = min(anAction[i], time.Since(start)/time.Duration(tally.Acts.Sum()-before))
				}
			}
			b.ReportMetric(float64(anAction[0].Nanoseconds())/1000, "µs/action-of-8")
			b.ReportMetric(float64(anAction[2].Nanoseconds())/1000, "µs/action-of-32")
			b.ReportMetric(float64(anAction[1])/float64(anAction[0]), "16-to-8")
			b.ReportMetric(float64(anAction[2])/float64(anAction[1]), "32-to-16")
		})
	}
}
