// Package odds_test holds what tens of thousands of fights show against odds that are worked out by hand.
package odds_test

import (
	"errors"
	"flag"
	"fmt"
	"maps"
	"math/big"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/rulec/rulec/internal/ruletest"
	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/interp/script"
	"github.com/rulec/rulec/lang"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
	"github.com/rulec/rulec/rulesets"
	"github.com/rulec/rulec/spec"
	"github.com/rulec/rulec/stdlib"
)

// The files of spec/odds say how likely each outcome of a few script lines is, worked
// out by hand from the rules. odds.md describes them.

// options finds rulesets by name among the built-in ones.
var options = lang.Options{Library: stdlib.Files, Shipped: rulesets.Files}

const (
	// oddsLevel is how unlikely what was played has to be before the odds count as wrong.
	oddsLevel = 0.001
	// fewest is how often each outcome has to be expected at least: with less, the
	// statistic isn't distributed as chi-squared.
	fewest = 5
	// casesEach is how many cases each system needs.
	casesEach = 10
)

var oddsTrials = flag.Int("odds", 5000, "play each case of spec/odds so many times")

// TestOdds plays every case of spec/odds, with a seed that is fixed, and compares
// how often each outcome came with how often it should have.
func TestOdds(t *testing.T) {
	for system, rules := range ruleIDs(t) {
		t.Run(system, func(t *testing.T) {
			t.Parallel()
			name := system + ".yaml"
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			if n := playOdds(t, diag.NewSource(name, string(text)), rules, nil); n < casesEach {
				t.Errorf("%d cases are fewer than %d", n, casesEach)
			}
		})
	}
}

// TestOddsOfExamples plays the odds of the systems among the examples, which have no list of rules.
func TestOddsOfExamples(t *testing.T) {
	beside := besideOdds(t)
	odds, _ := filepath.Glob("*.yaml")
	rules := ruleIDs(t)
	for _, name := range odds {
		system := strings.TrimSuffix(filepath.Base(name), ".yaml")
		if rules[system] != nil {
			continue
		}
		t.Run(system, func(t *testing.T) {
			t.Parallel()
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			playOdds(t, diag.NewSource(name, string(text)), nil, beside)
		})
	}
}

// besideOdds returns the files of the systems among the examples, by their paths in the project.
func besideOdds(t testing.TB) fstest.MapFS {
	t.Helper()
	files, err := filepath.Glob("../../examples/systems/*/*.yaml")
	if err != nil || len(files) == 0 {
		t.Fatal("no systems", err)
	}
	parts, _ := filepath.Glob("../../examples/systems/*/parts/*.yaml")
	files = append(files, parts...)
	beside := fstest.MapFS{}
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		beside[strings.TrimPrefix(filepath.ToSlash(name), "../../")] = &fstest.MapFile{Data: text}
	}
	return beside
}

// TestOddsOnThePage plays the example of odds.md.
func TestOddsOnThePage(t *testing.T) {
	page, err := spec.Pages.ReadFile("odds.md")
	if err != nil {
		t.Fatal(err)
	}
	before, rest, found := strings.Cut(string(page), "```yaml odds\n")
	example, _, closed := strings.Cut(rest, "```\n")
	if !found || !closed {
		t.Fatal("there is no example")
	}
	example = strings.Repeat("\n", 1+strings.Count(before, "\n")) + example // so that lines are those of the page
	rules := ruleIDs(t)
	playOdds(t, diag.NewSource("odds.md", example), slices.Concat(slices.Collect(maps.Values(rules))...), nil)
}

// playOdds plays all cases of a file of odds and returns how many there are. Without a list of rules the cases cover none; what
// the file names by its path is one of the files beside it.
func playOdds(t *testing.T, src *diag.Source, rules []string, beside fstest.MapFS) int {
	t.Helper()
	cases, err := loadOdds(src, beside)
	if err != nil {
		t.Fatal(err)
	}
	compiled := map[*program.Program]*interp.Code{}
	for _, c := range cases {
		if compiled[c.Program] == nil {
			compiled[c.Program] = interp.Compile(c.Program)
		}
		t.Run(c.Name, func(t *testing.T) {
			for _, id := range c.Covers {
				if !slices.Contains(rules, id) {
					t.Errorf("no rule is called %s", id)
				}
			}
			if len(c.Covers) == 0 && rules != nil || !strings.Contains(c.Span.Source.Text[c.Span.Start:], "about: ") {
				t.Error("a case says on which rules it rests, and how its odds were worked out")
			}
			m, err := machineOf(compiled[c.Program], c.Encounter)
			if err != nil {
				t.Fatal(err)
			}
			exactly(t, m, c.Odds)
			if err := compare(m, c.Odds, *oddsTrials); err != nil {
				t.Error(err)
			}
		})
	}
	return len(cases)
}

// loadOdds loads the cases of a file of odds.
func loadOdds(src *diag.Source, beside fstest.MapFS) ([]lang.Case, error) {
	shown := "odds: " + filepath.Base(src.Name)
	files := fstest.MapFS{}
	if beside != nil {
		shown = "spec/odds/" + filepath.Base(src.Name)
		maps.Copy(files, beside)
	}
	files[shown] = &fstest.MapFile{Data: []byte(src.Text)}
	cases, list := lang.LoadCases(shown, lang.Options{
		Files: files, Library: options.Library, Shipped: options.Shipped,
	})
	return cases, list.Err()
}

// ruleIDs returns the ids of all rules, by system.
func ruleIDs(t *testing.T) map[string][]string {
	t.Helper()
	systems, list, err := ruletest.Lists(os.DirFS("../systems"), "systems")
	if err != nil || list.HasErrors() {
		t.Fatal(err, list)
	}
	rules := map[string][]string{}
	for _, s := range systems {
		for _, r := range s.Rules {
			rules[s.Name] = append(rules[s.Name], r.ID)
		}
	}
	return rules
}

// machineOf returns a machine that plays the script of a case. What is asked of it has to be
// whole: chances that add up to 1.
func machineOf(code *interp.Code, c *program.Encounter) (*interp.Machine, error) {
	if !c.Seeded {
		return nil, errors.New("a case has a seed")
	}
	sum := new(big.Rat)
	for _, x := range c.Odds {
		if x.Of == nil || x.Of.Sign() <= 0 {
			return nil, fmt.Errorf("%s: a chance is above 0", x.Name)
		}
		sum.Add(sum, x.Of)
	}
	if len(c.Odds) < 2 || sum.Cmp(big.NewRat(1, 1)) != 0 {
		return nil, fmt.Errorf("%d outcomes with chances of %s together", len(c.Odds), sum)
	}
	fight, err := interp.Prepare(code, c)
	if err != nil {
		return nil, err
	}
	return interp.New(fight, interp.Options{}), nil
}

// compare plays a case so many times. The error says what speaks against its odds.
func compare(m *interp.Machine, outcomes []*program.Odds, trials int) error {
	counts := make([]int, len(outcomes))
	for trial := range uint64(trials) {
		if err := script.Rehearse(m, trial); err != nil {
			return fmt.Errorf("trial %d: %w", trial, err)
		}
		came, err := cameTo(m, outcomes)
		if err != nil {
			return fmt.Errorf("trial %d: %w", trial, err)
		}
		if len(came) != 1 {
			var names []string
			for _, i := range came {
				names = append(names, outcomes[i].Name)
			}
			return fmt.Errorf("trial %d came to %d outcomes instead of one: %s", trial, len(came), strings.Join(names, ", "))
		}
		counts[came[0]]++
	}
	return judge(outcomes, counts)
}

// cameTo returns the indices of the outcomes that hold.
func cameTo(m *interp.Machine, outcomes []*program.Odds) ([]int, error) {
	var came []int
	for i, x := range outcomes {
		holds, err := m.Answer(x.What)
		if err != nil {
			return nil, err
		}
		if holds != 0 {
			came = append(came, i)
		}
	}
	return came, nil
}

// judge returns what speaks against counts that should have come with the chances
// of outcomes; nil if chance alone gives as much in more than one of a thousand cases.
func judge(outcomes []*program.Odds, counts []int) error {
	trials := 0
	for _, n := range counts {
		trials += n
	}
	expected := make([]float64, len(outcomes))
	for i, o := range outcomes {
		chance, _ := o.Of.Float64()
		expected[i] = chance * float64(trials)
		if expected[i] < fewest {
			return fmt.Errorf("%s is expected only %.1f times in %d trials", o.Name, expected[i], trials)
		}
	}
	x := chiSquared(counts, expected)
	tail := chiSquaredTail(x, len(outcomes)-1)
	if tail >= oddsLevel {
		return nil
	}
	var b strings.Builder
	fmt.Fprintf(&b, "chi-squared is %.1f with %d degrees of freedom; chance gives that in %.2g of all cases", x, len(outcomes)-1, tail)
	for i, o := range outcomes {
		fmt.Fprintf(&b, "\n    %-30s %9s = %8.1f expected, %6d came", o.Name, o.Of.RatString(), expected[i], counts[i])
	}
	return errors.New(b.String())
}

// TestJudge holds that odds which are nearly right are told from those that are,
// and that few of what is expected are no judgement.
func TestJudge(t *testing.T) {
	of := func(chances ...string) (list []*program.Odds) {
		for i, s := range chances {
			chance, _ := new(big.Rat).SetString(s)
			list = append(list, &program.Odds{Name: fmt.Sprint("outcome ", i), Of: chance})
		}
		return list
	}
	for _, c := range []struct {
		chances []string
		counts  []int
		says    string
	}{
		{[]string{"13/20", "7/20"}, []int{13000, 7000}, ""},
		{[]string{"13/20", "7/20"}, []int{13200, 6800}, ""}, // 200^2/13000 + 200^2/7000 = 8.79 < 10.83
		{[]string{"13/20", "7/20"}, []int{13230, 6770}, "chi-squared is 11.6 with 1 degrees"},
		{[]string{"1/4", "1/4", "1/2"}, []int{5000, 5200, 9800}, ""},                                   // 8 + 4 = 12 < 13.82
		{[]string{"1/4", "1/4", "1/2"}, []int{5000, 5250, 9750}, "chi-squared is 18.8 with 2 degrees"}, // 12.5 + 6.25
		{[]string{"1/5000", "4999/5000"}, []int{4, 19996}, "outcome 0 is expected only 4.0 times"},
	} {
		if err := judge(of(c.chances...), c.counts); !says(err, c.says) {
			t.Errorf("%v, %v: %v", c.chances, c.counts, err)
		}
	}
}

// compareCase plays a case.
func compareCase(c lang.Case) error {
	m, err := machineOf(interp.Compile(c.Program), c.Encounter)
	if err != nil {
		return err
	}
	return compare(m, c.Odds, 4000)
}

// says reports whether an error has a text in it; without a text, whether there is none.
func says(err error, text string) bool {
	if text == "" || err == nil {
		return text == "" && err == nil
	}
	return strings.Contains(err.Error(), text)
}

// TestWrongOdds holds that what is wrong with a case is said.
func TestWrongOdds(t *testing.T) {
	const before = `ruleset: segments
common:
  combatants:
    ana: {side: red, place: [0, 0], initiative: 5, skill: {swords: 10}, weapons: [arming_sword]}
    bo: {side: blue, place: [1, 0], basic_hits: 0, full_hits: 9}
cases:
  one:
`
	const script = "    script: |\n      ana: attack bo\n"
	for _, c := range []struct{ name, text, says string }{
		{"right", "    seed: 3\n" + script + "    odds:\n      hit: 1/2 when bo.hits < 9\n      miss: 1/2 when bo.hits == 9\n", ""},
		{"one face off", "    seed: 3\n" + script + "    odds:\n      hit: 11/20 when bo.hits < 9\n      miss: 9/20 when bo.hits == 9\n", "chi-squared is"},
		{"no outcome", "    seed: 3\n" + script + "    odds:\n      hit: 1/2 when bo.hits < 9\n      miss: 1/2 when bo.hits > 9\n", "came to 0 outcomes"},
		{"two outcomes", "    seed: 3\n" + script + "    odds:\n      hit: 1/2 when bo.hits < 9\n      miss: 1/2 when bo.hits < 10\n", "came to 2 outcomes instead of one: hit, miss"},
		{"too rare", "    seed: 3\n" + script + "    odds:\n      hit: 1/900 when bo.hits < 9\n      miss: 899/900 when bo.hits == 9\n", "hit is expected only"},
		{"no seed", script + "    odds:\n      hit: 1/2 when bo.hits < 9\n      miss: 1/2 when bo.hits == 9\n", "a case has a seed"},
		{"not one together", "    seed: 3\n" + script + "    odds:\n      hit: 1/2 when bo.hits < 9\n      miss: 1/3 when bo.hits == 9\n", "2 outcomes with chances of 5/6 together"},
		{"nothing", "    seed: 3\n" + script + "    odds:\n      hit: 1/1 when bo.hits < 9\n      miss: 0/2 when bo.hits == 9\n", "miss: a chance is above 0"},
		{"no chance", "    seed: 3\n" + script + "    odds:\n      hit: bo.hits < 9\n      miss: 1/2 when bo.hits == 9\n", "hit: a chance is above 0"},
		{"no odds", "    seed: 3\n" + script, "0 outcomes with chances of 0/1 together"},
		{"a wrong name", "    seed: 3\n" + script + "    odds:\n      hit: 1/2 when bo.hit < 9\n      miss: 1/2 when bo.hits == 9\n", `odds: test.yaml:12:24: error: a creature has no "hit"`},
	} {
		t.Run(c.name, func(t *testing.T) {
			cases, err := loadOdds(diag.NewSource("test.yaml", before+c.text), nil)
			if err == nil {
				err = compareCase(cases[0])
			}
			if !says(err, c.says) {
				t.Error(err)
			}
		})
	}
}
