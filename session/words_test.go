package session_test

import (
	"strings"
	"testing"

	"github.com/rulec/rulec/session"
)

// TestAsksWithAnAccent: a question begins with a capital, also where its first letter has an accent.
func TestAsksWithAnAccent(t *testing.T) {
	e := load(t, "01-first-blood.yaml")
	for _, event := range e.Program.Events {
		event.Title, event.Question = "écho", nil
	}
	s, err := session.New(e, session.Options{Seed: 1, Seeded: true})
	must(t, err)
	must(t, s.Do(session.Way{Action: s.Deeds()[0].Action}))
	if q, _ := s.Question(); !strings.HasPrefix(q.Asks, "Écho") {
		t.Errorf("it asks %q", q.Asks)
	}
}
