package exec_test

import (
	"testing"

	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/interp/profile"
)

// TestProfiledFights: a profile has the time of fights alone, none that goes by before or between them, and knows
// what it went to. The clock goes on by 1 each time it is read, and by a million between fights.
func TestProfiledFights(t *testing.T) {
	e := loaded(t, small("choose act from can_do(self)\nif act != none { perform act }\nschedule turn of self at now + 1",
		`tactics: {t: {turn: [{do: poke, best: "worth(target)"}]}}
quantities: {worth: {of: {who: creature}, channels: {add: sum}, value: "who.hp + add"}}
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
