package session_test

import (
	"slices"
	"testing"

	"github.com/rulec/rulec/lang"
	"github.com/rulec/rulec/lang/program"
	"github.com/rulec/rulec/rulesets"
	"github.com/rulec/rulec/session"
	"github.com/rulec/rulec/stdlib"
)

// example begins an example, whose first side is played by hand.
func example(t *testing.T, file string) *session.Session {
	t.Helper()
	e, list := lang.LoadEncounter("../examples/"+file, lang.Options{Shipped: rulesets.Files, Library: stdlib.Files})
	if list.HasErrors() {
		t.Fatal(list.First())
	}
	hands, _ := session.HandsOf(e, nil)
	s, err := session.New(e, session.Options{Seed: 1, Seeded: true, Hands: hands, Asking: session.Asking{Mode: session.Matters}})
	must(t, err)
	return s
}

// TestOddsOfChoice: a choice within an action has odds, as that action goes on: a push and a maneuver that does more harm differ. One
// outside of any action has none.
func TestOddsOfChoice(t *testing.T) {
	s := example(t, "31-actionpoints-yard-tactics.yaml")
	q, more := s.Question()
	for ; more && q.Kind != session.Choice; q, more = s.Question() {
		must(t, s.ByTactic())
	}
	var found []string
	for i := range q.Offers {
		o, err := s.OddsMeanwhile(session.Decision{Picked: []int{i}}, nil, nil, nil)
		must(t, err)
		found = append(found, o.InWords()...)
	}
	if !slices.Contains(found, "Mina gets prone: 60.6%") || !slices.Contains(found, "Hild gets bracing: 100%") {
		t.Errorf("of %s it says %q", q.Asks, found)
	}
	s = example(t, "21-segments-pass-tactics.yaml")
	if _, err := s.OddsMeanwhile(session.Decision{Picked: []int{0}}, nil, nil, nil); err == nil {
		t.Error("a stance has odds")
	}
}

// TestUnmet: odds say what can't be added to an action, and not of what can be, even if that needs a target.
func TestUnmet(t *testing.T) {
	s := example(t, "52-energy-ambush-tactics.yaml")
	met, unmet := 0, 0
	for range 20 {
		for _, d := range s.Deeds() {
			if !d.Allowed || d.Action.Def.Name != "run" {
				continue
			}
			for _, a := range d.AddOns {
				w := session.Way{Action: d.Action, Adding: []*program.Action{a}}
				w.Given = []session.Value{offered(t, s, w)}
				o, err := s.Odds(w)
				must(t, err)
				if len(o.Unmet) == 0 {
					met++
				} else if unmet++; o.Unmet[0] != a.Def.Title || len(o.Unmet) > 1 {
					t.Errorf("%s lacks %q", w.InWords(), o.Unmet)
				}
			}
		}
		must(t, s.ByTactic())
	}
	if met == 0 || unmet == 0 {
		t.Errorf("%d could be added, %d couldn't", met, unmet)
	}
}

// TestPlayOn: what tactics play on is one decision, and leads where they would have come one by one.
func TestPlayOn(t *testing.T) {
	s, one := example(t, "52-energy-ambush-tactics.yaml"), example(t, "52-energy-ambush-tactics.yaml")
	must(t, s.ByTactic())
	must(t, one.ByTactic())
	before, hash := s.Decisions(), s.Hash()
	must(t, s.PlayOn(func(session.Question) bool { return s.Answers() < 10 }))
	for one.Answers() < 10 {
		must(t, one.ByTactic())
	}
	if s.Decisions() != before+1 || s.Answers() != 10 || s.Hash() != one.Hash() {
		t.Errorf("%d decisions with %d answers come to %x, not %x", s.Decisions(), s.Answers(), s.Hash(), one.Hash())
	}
	if s.Undo(); s.Decisions() != before || s.Hash() != hash {
		t.Errorf("taken back, there are %d decisions, at %x and not %x", s.Decisions(), s.Hash(), hash)
	}
}

// TestLeft: what a turn gives is told also where nothing that is possible now costs it, but not what a text says already.
func TestLeft(t *testing.T) {
	s := example(t, "31-actionpoints-yard-tactics.yaml")
	q, more := s.Question()
	for ; more && !q.Turn; q, more = s.Question() {
		must(t, s.ByTactic())
	}
	if left := s.Left(s.Deeds(), "health AP "); left != "2 attacks, 1 free action" {
		t.Errorf("%s has %q left", q.Title, left)
	}
}
