package script_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/rulec/rulec/lang"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
)

// loaded loads an encounter of the ruleset ./r.yaml.
func loaded(t *testing.T, ruleset, encounter string) *program.Encounter {
	t.Helper()
	files := fstest.MapFS{"r.yaml": {Data: []byte(ruleset)}, "e.yaml": {Data: []byte(encounter)}}
	e, list := lang.LoadEncounter("e.yaml", lang.Options{Files: files})
	if e == nil || list.HasErrors() {
		var s strings.Builder
		_ = list.Print(&s, diag.Snippets, false)
		t.Fatal(s.String())
	}
	return e
}
