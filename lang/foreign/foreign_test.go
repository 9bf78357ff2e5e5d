package foreign_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/rulec/rulec/lang/foreign"
	"github.com/rulec/rulec/lang/format"
	"github.com/rulec/rulec/lang/syntax"
	"github.com/rulec/rulec/lang/types"
)

// TestWords holds that no word of the language passes for a habit, and that every key which is
// offered instead of another is one of the format.
func TestWords(t *testing.T) {
	all := foreign.Sections()
	for _, section := range []string{"statements", "operators", "units", "names", "functions", "numbers", "keys"} {
		if len(all[section]) < 10 {
			t.Errorf("only %d words under %s", len(all[section]), section)
		}
	}
	for _, section := range []string{"statements", "operators", "names", "functions"} {
		for word, instead := range all[section] {
			if syntax.Reserved(word) || types.Reserved(word) {
				t.Errorf("%q, of %s, is a word of the language", word, section)
			}
			if instead == "" {
				t.Errorf("nothing is said of %q", word)
			}
		}
	}
	known := []string{"extends"}
	for _, m := range format.Mappings() {
		for _, k := range m.Keys {
			known = append(known, k.Name)
		}
	}
	for word, instead := range all["keys"] {
		for _, key := range strings.Split(instead, ", ") {
			if !slices.Contains(known, key) {
				t.Errorf("%q stands for %q, which is no key", word, key)
			}
		}
	}
}

// TestCapitals holds that words of programs are found however they are written, names as they are.
func TestCapitals(t *testing.T) {
	for _, got := range []string{
		foreign.Statement("Heal"), foreign.Operator("VS"), foreign.Unit("Feet"), foreign.Name("NULL"), foreign.Key("Duration", []string{"until"}),
	} {
		if got == "" {
			t.Error("a word isn't found for its capitals")
		}
	}
	if foreign.Name("NuLL") != "" || foreign.Key("duration", []string{"while"}) != "" {
		t.Error("words are found that nobody writes, or keys that aren't allowed")
	}
}
