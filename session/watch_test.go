package session_test

import (
	"errors"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/interp/exec"
	"github.com/rulec/rulec/interp/story"
	"github.com/rulec/rulec/lang"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/session"
)

// unlawful returns the case and the rules that explain what a law is that doesn't hold, with pieces of them replaced.
func unlawful(t *testing.T, pieces ...string) lang.Case {
	t.Helper()
	x, _ := diag.Explain(exec.BrokenLaw)
	other := strings.NewReplacer(append(pieces, "ruleset: skirmish\ncases", "ruleset: ./skirmish.yaml\ncases")...)
	files := fstest.MapFS{}
	for _, f := range x.Files {
		files[f.Name] = &fstest.MapFile{Data: []byte(other.Replace(f.Text))}
	}
	list, wrong := lang.LoadCases("cases.yaml", lang.Options{Files: files})
	if wrong.HasErrors() || len(list) != 1 {
		t.Fatalf("%d cases, %v", len(list), wrong)
	}
	return list[0]
}

// brokenAt returns the line at which a law doesn't hold, by an error.
func brokenAt(t *testing.T, err error) int {
	t.Helper()
	var d *diag.Diagnostic
	if !errors.As(err, &d) || d.Code != exec.BrokenLaw {
		t.Fatalf("it ends with %v", err)
	}
	line, _ := d.Span.Source.Position(d.Span.Start)
	return line
}

// hpOf is what the second of a fight has left of a pool, as a machine stands.
func hpOf(m *interp.Machine) float64 {
	for _, r := range story.States(m.StandingNow(), m.Names()) {
		for _, h := range r.Held {
			if h.Field.Name == "hp" && r.Who == 2 {
				return h.Now
			}
		}
	}
	return -1
}

// TestWatchLaws holds that a case stops where a law doesn't hold, and can be gone through up to there.
func TestWatchLaws(t *testing.T) {
	c := unlawful(t, "expect bob.hp <= 5", "expect bob.hp == 7")
	s, err := session.Watch(c.Encounter, session.Options{Laws: c.Laws, Explain: true})
	must(t, err)
	_, over, err := s.Over()
	if line := brokenAt(t, err); line != 21 || over && s.Events() == 0 {
		t.Errorf("it stops in line %d after %d events", line, s.Events())
	}
	for events, want := range map[int]float64{0: 5, s.Events(): 7} {
		m, err := s.At(events)
		must(t, err)
		if got := hpOf(m); got != want {
			t.Errorf("after %d events it stands at %v, not at %v", events, got, want)
		}
	}
	seen := 0
	all := make([]int, s.Events()-1) // how it ends is known
	for i := range all {
		all[i] = i + 1
	}
	must(t, s.Through(all, func(*interp.Machine) { seen++ }))
	if seen != len(all) {
		t.Errorf("%d of %d events are gone through", seen, len(all))
	}
	free, err := session.Watch(c.Encounter, session.Options{Explain: true})
	must(t, err)
	if _, _, err := free.Over(); err != nil || free.Events() < s.Events() {
		t.Errorf("without laws it ends with %v after %d events", err, free.Events())
	}

	// By hand likewise; what the blow comes to is told all the same.
	by, err := session.New(c.Encounter, session.Options{Laws: c.Laws})
	must(t, err)
	until(t, by, "ann", "strike")
	oddsOf(t, by, "strike", "bob")
	must(t, strike(by))
	for _, over, err := by.Over(); !over && err == nil; _, over, err = by.Over() { // at some time the blow is weaker than the armor
		until(t, by, "ann", "strike")
		must(t, strike(by))
	}
	_, _, err = by.Over()
	if line := brokenAt(t, err); line != 21 {
		t.Errorf("by hand it stops in line %d", line)
	}
	by.Undo()
	until(t, by, "ann", "strike")
}

// strike has whoever is asked do the one thing that there is to do, at the one at whom it can be done.
func strike(s *session.Session) error {
	w := session.Way{Action: s.Deeds()[0].Action}
	w.Given = append(w.Given, s.Offers(w)[0].Value)
	return s.Do(w)
}

// TestWatchSupposed holds that a case is held against laws that suppose something, and stays as it came.
func TestWatchSupposed(t *testing.T) {
	const told = "    during: strike\n    before: {had: self.hp}\n    holds: self.hp <= had\n"
	c := unlawful(t, told, "    during: strike\n    if: self == target\n    suppose: self.hp += 1\n    without: {left: self.hp}\n    holds: self.hp <= left\n",
		"expect bob.hp <= 5", "expect bob.hp == 7")
	s, err := session.Watch(c.Encounter, session.Options{Laws: c.Laws})
	must(t, err)
	_, _, err = s.Over()
	if line := brokenAt(t, err); line != 23 {
		t.Errorf("it says so in line %d", line)
	}
	if m, err := s.At(s.Events()); err != nil || hpOf(m) != 7 {
		t.Errorf("it stands at %v, %v", hpOf(m), err)
	}
}
