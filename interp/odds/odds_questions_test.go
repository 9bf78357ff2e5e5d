package odds_test

import (
	"encoding/json"
	"math/big"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/interp/odds"
	"github.com/rulec/rulec/lang"
	"github.com/rulec/rulec/stdlib"
)

// question is something that people ask about dice or cards, the program that plays it, and the exact
// answer, which was worked out apart from this program: how likely each number is, or so much or more.
type question struct {
	Question, Answer string
	Program          []string
	Odds             map[string]string
	AtLeast          map[string]string `json:"at_least"`
	// Runs is how often it may be played; 0: usualRuns. -1: there are too many possible rolls to try them all.
	Runs int
}

const usualRuns = 700

func questions(t testing.TB) (list []question) {
	t.Helper()
	text, err := os.ReadFile("testdata/questions.json")
	if err == nil {
		err = json.Unmarshal(text, &list)
	}
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// machine returns one that plays the program, and what it is asked.
func (q *question) machine(t testing.TB) (*interp.Machine, *odds.Lines) {
	t.Helper()
	rules, err := os.ReadFile("testdata/questions.yaml")
	if err != nil {
		t.Fatal(err)
	}
	program := "      " + strings.Join(q.Program, "\n      ")
	files := fstest.MapFS{
		"questions.yaml": {Data: []byte(strings.Replace(string(rules), "PROGRAM", program, 1))},
		"e.yaml":         {Data: []byte("encounter: e\nruleset: ./questions.yaml\nseed: 1\ncombatants: {ann: {side: red}}\nscript: |\n  ann: question\nodds:\n  came: ann.came\n")},
	}
	e, list := lang.LoadEncounter("e.yaml", lang.Options{Files: files, Library: stdlib.Files})
	if list.HasErrors() {
		t.Fatal(list.Err())
	}
	fight, err := interp.Prepare(interp.Compile(e.Program), e)
	if err != nil {
		t.Fatal(err)
	}
	return interp.New(fight, interp.Options{Limits: interp.DefaultLimits()}), odds.LinesOf(odds.Asked(e))
}

// TestQuestions holds that each question is answered exactly, after few runs.
func TestQuestions(t *testing.T) {
	for _, q := range questions(t) {
		t.Run(q.Question, func(t *testing.T) {
			m, l := q.machine(t)
			o, err := odds.Best(m, l, odds.Effort{Samples: 1})
			switch most := max(q.Runs, usualRuns); {
			case err != nil:
				t.Fatal(err)
			case o.Sampled > 0:
				if q.Runs >= 0 {
					t.Error("it was sampled")
				}
				return
			case q.Runs < 0:
				t.Error("it wasn't sampled")
			case o.Runs > most || q.Runs > 0 && q.Runs > 2*o.Runs:
				t.Errorf("it takes %d runs, not %d", o.Runs, most)
			}
			q.compare(t, o, &l.Tables(o)[0])
		})
	}
}

// TestAlike holds how many sorts of cards a pack of 52 has, by what a program makes of them.
func TestAlike(t *testing.T) {
	for _, test := range []struct {
		program string
		sorts   int
	}{
		{"draw c from pack; self.came = c.rank", 13},
		{"draw c from pack; if c.rank >= 14 { self.came = 1 }", 2},
		{"draw c from pack; if c.suit == hearts and c.rank > 10 { self.came = 1 }", 3 * 3}, // ten stands apart, too
		{"draw a from pack; draw b from pack; if a.suit == b.suit { self.came = 1 }", 4},
		{"draw c from pack; self.hand += c; self.came = count(self.hand, .rank > 3)", 3},
		{"draw c from pack; if c == ace_of_spades { self.came = 1 }", 2},
		{"draw c from pack; if c in [ace_of_spades, ace_of_hearts] { self.came = 1 }", 3},
		{"draw a from pack; draw b from pack; if a == b { self.came = 1 }", 52},
		{"draw a from pack; draw b from pack; if a in [b, ace_of_spades] { self.came = 1 }", 52},
		{"draw c from pack; let next = first(pile(pack)); self.came = next.rank", 52},
		{"draw c from pack; self.hand += c; for x in self.hand { self.came += x.rank }", 52},
		{"draw c from pack; self.hand += c; self.came = most(self.hand, .rank).rank", 52},
	} {
		q := question{Program: strings.Split(test.program, "; ")}
		m, _ := q.machine(t)
		if got := slices.Max(m.Fight.Alike()[0]) + 1; got != test.sorts {
			t.Errorf("%s: %d sorts, not %d", test.program, got, test.sorts)
		}
	}
}

// BenchmarkQuestions prints how long the questions take to be answered, the longest first.
func BenchmarkQuestions(b *testing.B) {
	type one struct {
		of   string
		took time.Duration
		runs int
	}
	for range b.N {
		var all []one
		for _, q := range questions(b) {
			m, l := q.machine(b)
			begun := time.Now()
			o, err := odds.Best(m, l, odds.Effort{Samples: 1})
			if err != nil {
				b.Fatal(err)
			}
			l.Tables(o)
			all = append(all, one{q.Question, time.Since(begun), o.Runs})
		}
		slices.SortFunc(all, func(a, b one) int { return int(b.took - a.took) })
		for _, x := range all {
			b.Logf("%.3f s, %d runs: %s", x.took.Seconds(), x.runs, x.of)
		}
	}
}

// compare holds an answer against what is known: nothing may be missing but for what was left out.
func (q *question) compare(t *testing.T, o *odds.Odds, got *odds.Table) {
	check := func(of string, want string, chance *big.Rat) {
		p, ok := new(big.Rat).SetString(want)
		if !ok {
			t.Fatalf("%s is no fraction", want)
		}
		if off := p.Sub(p, chance); off.Sign() < 0 || off.Cmp(o.Left) > 0 {
			t.Errorf("%s: %s, not %s", of, chance.RatString(), want)
		}
	}
	for of, want := range q.Odds {
		check(of, want, got.Of(number(t, of)))
	}
	for of, want := range q.AtLeast {
		check(of+" or more", want, got.AtLeast(number(t, of)))
	}
}

func number(t testing.TB, text string) float64 {
	v, ok := new(big.Float).SetString(text)
	if !ok {
		t.Fatalf("%s is no number", text)
	}
	f, _ := v.Float64()
	return f
}
