package exec_test

import (
	"strings"
	"testing"

	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/interp/profile"
	"github.com/rulec/rulec/lang/diag"
)

// TestProfiledFights: a profile has the time of fights alone, none that goes by before or between them, and knows
// what it went to. The clock goes on by 1 each time it is read, and by a million between fights.
func TestProfiledFights(t *testing.T) {
	e := loaded(t, small("choose act from can_do(self)\nif act != none { perform act }\nschedule turn of self at now + 1",
		`tactics: {t: {turn: [{do: poke, best: "worth(target)"}]}}
quantities:
  worth(who): who.hp + sum(add)
rules: {good: {modifies: [{to: worth, add: self.many}]}}`), twoOfThem+"limit: 2\n")
	for _, x := range e.Things {
		x.Tactic = e.Program.Tactics[0]
	}
	fight, err := interp.Prepare(interp.Compile(e.Program), e)
	if err != nil {
		t.Fatal(err)
	}
	now := int64(0)
	p := profile.New(func() int64 { now++; return now })
	m := interp.New(fight, interp.Options{Profile: p})
	for trial := range uint64(3) {
		now += 1_000_000
		m.Reset(trial)
		if _, err := m.Run(); err != nil {
			t.Fatal(err)
		}
	}
	if p.Total() <= 0 || p.Total() >= 1_000_000 {
		t.Errorf("%d in all", p.Total())
	}
	seen, own := map[string]bool{}, int64(0)
	for _, r := range p.Rows() {
		seen[r.What+" "+r.Name] = true
		own += r.Own
	}
	if own <= 0 || own > p.Total() {
		t.Errorf("%d of %d is somebody's", own, p.Total())
	}
	for _, want := range []string{"tactic t, turn: poke", "quantity worth", "action poke"} {
		if !seen[want] {
			t.Errorf("nothing of %q in %v", want, seen)
		}
	}
}

// TestVisited: a profile is told of each block of a program that begins, at its first statement, and of no other.
func TestVisited(t *testing.T) {
	e := loaded(t, small("let n = now\nif n == 1 {\n  stop\n} else {\n  schedule turn of self at now + 1\n}\nlet rest = 1", ""), twoOfThem+"limit: 3\n")
	fight, err := interp.Prepare(interp.Compile(e.Program), e)
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]int{}
	p := profile.New(func() int64 { return 0 })
	p.Visited = func(first *diag.Span) { seen[first.Text()]++ }
	if _, err := interp.New(fight, interp.Options{Profile: p}).Run(); err == nil {
		t.Error("nobody was forgotten")
	}
	if seen["let n = now"] != 2 || seen["stop"] != 2 || len(seen) > 4 {
		t.Errorf("%v", seen)
	}
	for text := range seen {
		if strings.HasPrefix(text, "schedule turn of self") || strings.HasPrefix(text, "let rest") {
			t.Errorf("nothing begins with %s", text)
		}
	}
}
