package odds_test

import (
	"encoding/json"
	"math/big"
	"os"
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
}

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

func TestQuestions(t *testing.T) {
	for _, q := range questions(t) {
		t.Run(q.Question, func(t *testing.T) {
			m, l := q.machine(t)
			begun := time.Now()
			o, err := odds.Best(m, l, odds.Effort{Samples: 1})
			if err != nil {
				t.Fatal(err)
			}
			took := time.Since(begun)
			left, _ := o.Left.Float64()
			t.Logf("%d runs, %v, left %g", o.Runs, took, left)
			if o.Sampled > 0 {
				t.Fatal("sampled")
			}
			table := l.Tables(o)[0]
			q.compare(t, o, &table)
		})
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
