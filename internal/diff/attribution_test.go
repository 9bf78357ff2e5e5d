package diff

import (
	"math"
	"slices"
	"testing"
)

// shareOfRule returns the share of the group that a rule is in.
func shareOfRule(t *testing.T, r *Report, path string) GroupShare {
	t.Helper()
	for _, g := range r.Encounters[0].Attribution.Groups {
		for _, i := range g.Rules {
			if r.Rules[i].Path() == path {
				return g
			}
		}
	}
	t.Fatalf("%s has no share", path)
	return GroupShare{}
}

// TestShares compares with fights played by hand. Bob's 12 last 4 ticks under the base: 3 a tick.
// Stronger strikes make it 4, luck too, both together 5: 3 ticks in each case. So whichever comes
// first takes the whole tick, and each has half of it: -1/2. Calm does nothing. An edge of 0 needs the
// new way to strike, which reads it, and the reverse: they are one, and change no length.
func TestShares(t *testing.T) {
	house := `set: {luck: 1}
params:
  edge: 0  #: a new one
conditions:
  calm: {}  #: It does nothing.
override:
  attacks: {strike: {harm: 4}}
  kinds: {attack: {perform: target.hp -= it.harm + luck + edge}}
`
	r := run(t, job(t, "plain.yaml", house, plainFight, 50))
	a := r.Encounters[0].Attribution
	if a == nil || a.Why != "" || a.Orders != 0 || a.Fights != 50 || a.Changed != 50 || len(a.Groups) != 3 {
		t.Fatalf("%+v", a)
	}
	if a.Length.Value != -1 || a.Wins.Value != 0 {
		t.Errorf("the whole is %+v", a)
	}
	for path, want := range map[string]float64{"attacks.strike": -0.5, "params.luck": -0.5, "kinds.attack": 0} {
		if g := shareOfRule(t, r, path); math.Abs(g.Length.Value-want) > 1e-12 || g.Wins.Value != 0 {
			t.Errorf("%s: %+v, want %v", path, g, want)
		}
	}
	// The condition is gone from the new way to strike, so that every fight is another.
	if g := shareOfRule(t, r, "kinds.attack"); r.named(g.Rules) != "params.edge + kinds.attack" || g.Alone != 50 || g.Without != 50 {
		t.Errorf("%s: %+v", r.named(g.Rules), g)
	}
	if len(a.Idle) != 1 || r.named(a.Idle[0]) != "conditions.calm" {
		t.Errorf("idle: %v", a.Idle)
	}
}

// TestSharesAddUp holds that the shares are the whole together, with all choices of rules and with orders
// drawn by chance, whoever plays them.
func TestSharesAddUp(t *testing.T) {
	few := `set: {gang_bonus: 3, bruises_to_drop: 4}
override: {moves: {punch: {breath: 1}}, quantities: {guard: 8 + sum(add)}}
conditions: {winded: {while: self.breath == 0, modifies: [{to: guard, add: -1}]}}
`
	many := few + `rules:
  one: {on: missed, for: creature, do: self.brawn += 1, if: self.brawn == 1}
  two: {on: missed, for: creature, do: self.brawn += 1, if: self.brawn == 2}
`
	for _, c := range []struct {
		house  string
		orders bool
	}{{few, false}, {many, true}} {
		var first []GroupShare
		for _, workers := range []int{1, 3} {
			j := job(t, "scuffle.yaml", c.house, brawl, 200)
			j.Workers = workers
			a := run(t, j).Encounters[0].Attribution
			if a.Why != "" || a.Orders > 0 != c.orders || len(a.Groups)+len(a.Idle) != len(j.Versions.Changes) {
				t.Fatalf("%+v", a)
			}
			wins, length := 0.0, 0.0
			for _, g := range a.Groups {
				wins += g.Wins.Value
				length += g.Length.Value
			}
			if math.Abs(wins-a.Wins.Value) > 1e-9 || math.Abs(length-a.Length.Value) > 1e-9 || a.Length.Value == 0 {
				t.Errorf("%v and %v, the whole is %v and %v", wins, length, a.Wins, a.Length)
			}
			if first == nil {
				first = a.Groups
			}
			if !slices.EqualFunc(first, a.Groups, func(x, y GroupShare) bool { return x.Wins == y.Wins && x.Length == y.Length }) {
				t.Errorf("%d workers give other shares", workers)
			}
		}
	}
}

// TestStopsAlone: a blow divided by luck stops every fight while luck is 0, as under the base. So both are one, and 3 divided by 1
// are the 3 that a blow did before.
func TestStopsAlone(t *testing.T) {
	r := run(t, job(t, "plain.yaml", "set: {luck: 1}\noverride: {kinds: {attack: {perform: target.hp -= it.harm / luck}}}\n", plainFight, 20))
	a := r.Encounters[0].Attribution
	if a == nil || a.Why != "" || len(a.Groups) != 1 || len(a.Groups[0].Rules) != 2 {
		t.Fatalf("%+v", a)
	}
	if g := a.Groups[0]; r.named(g.Rules) != "params.luck + kinds.attack" || g.Length.Value != 0 || g.Alone != 20 {
		t.Errorf("%s: %+v", r.named(g.Rules), g)
	}
}
