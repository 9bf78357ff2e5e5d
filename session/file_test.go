package session_test

import (
	"strings"
	"testing"

	"github.com/rulec/rulec/session"
)

// TestWritten: what stands in an encounter's file stays in it, comments too, but for the script and the seed.
func TestWritten(t *testing.T) {
	s, err := session.New(load(t, "01-first-blood.yaml"), session.Options{Seed: 7, Seeded: true, Hands: []string{"zora"}})
	must(t, err)
	must(t, s.Pass())
	const file = `# the first fight
seed: 3  # lucky
# who fights
combatants: {}
script: |
  # a swing
  zora: punch mort

  mort: pass
# the end
title: Blood
`
	got, err := s.Written(file)
	must(t, err)
	script, err := s.Script()
	must(t, err)
	want := "# the first fight\n# lucky\n# who fights\ncombatants: {}\n# the end\ntitle: Blood\nseed: 7\nscript: |\n  " +
		strings.ReplaceAll(strings.TrimSpace(script), "\n", "\n  ") + "\n"
	if got != want {
		t.Errorf("the file is\n%s\nwant\n%s", got, want)
	}
}
