package lang_test

import (
	"os"
	"testing"

	"github.com/rulec/rulec/lang"
)

// TestSetThinks: whoever is set to think ahead does so from the tactic that the encounter gives them, or from
// the one that is named.
func TestSetThinks(t *testing.T) {
	for value, want := range map[string]string{"thinks": "bruiser", "thinks from bruiser": "bruiser"} {
		e, list := lang.LoadEncounter("examples/02-house-rules.yaml", lang.Options{Files: os.DirFS(".."), Set: map[string]string{"zora.tactic": value}})
		if list.HasErrors() {
			t.Fatal(list)
		}
		for _, x := range e.Things {
			if is := x.Name == "zora"; x.Thinks != is || is && x.Tactic.Name != want {
				t.Errorf("%s: %s thinks: %v, from %v", value, x.Name, x.Thinks, x.Tactic)
			}
		}
	}
}
