package editor

import (
	"slices"
	"strings"
	"testing"

	"github.com/rulec/rulec/lang"
	"github.com/rulec/rulec/rulesets"
	"github.com/rulec/rulec/stdlib"
)

// TestCompletePath: after each dot of a path under a verb stands what leads further in.
func TestCompletePath(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"override:\n  weap|: {}", "weapons"},
		{"override:\n  weap|", "weapons"},
		{"override:\n  weapons:\n    sw|", "sword"},
		{"override:\n  weapons.sw|", "sword"},
		{"override:\n  weapons.sw|: {damage: 1d4}", "sword"},
		{"override:\n  weapons.sword.da|: 1d4", "damage"},
		{"override:\n  weapons.|", "sword"},
		{"override:\n  weapons.sword.|", "damage"},
		{"extend: {conditions.dazed.modif|: []}", "modifies"},
		{"remove: {conditions.da|: [modifies]}", "dazed"},
	} {
		text := "ruleset: mine\nextends: ./energy.yaml\n" + c.text
		at := strings.IndexByte(text, '|')
		w := New(lang.Options{Files: rulesets.Files, Library: stdlib.Files})
		w.Set("mine.yaml", text[:at]+text[at+1:])
		list, start, end := w.Complete("mine.yaml", at)
		if !slices.ContainsFunc(list, func(x Candidate) bool { return x.Name == c.want }) {
			t.Errorf("%q: offers %d for %q, not %s", c.text, len(list), (text[:at] + text[at+1:])[start:end], c.want)
			for _, x := range list[:min(8, len(list))] {
				t.Log(x.Name)
			}
		}
	}
}
