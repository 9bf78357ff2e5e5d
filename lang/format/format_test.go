package format

import (
	"slices"
	"testing"

	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/tree"
)

// TestMappings holds that every row says what its key holds, and that no mapping has a key twice.
func TestMappings(t *testing.T) {
	names := map[string]bool{}
	for _, m := range Mappings() {
		if names[m.Of] || m.Section == "" || len(m.Keys) == 0 {
			t.Errorf("%s is there twice, or without a section or keys", m.Of)
		}
		names[m.Of] = true
		keys := map[string]bool{}
		for _, k := range m.Keys {
			if k.Holds == "" || keys[k.Name] {
				t.Errorf("the key %q of %s is there twice, or doesn't say what it holds", k.Name, m.Of)
			}
			keys[k.Name] = true
		}
	}
}

// TestVerbs holds that what files are laid over each other by is in the table.
func TestVerbs(t *testing.T) {
	for _, verb := range tree.Verbs() {
		if !slices.ContainsFunc(Change.Keys, func(k tree.Key) bool { return k.Name == verb }) {
			t.Errorf("there is no row for %q", verb)
		}
	}
}

// TestOwnNames holds where names that a user gives stand among the keys that a hint lists.
func TestOwnNames(t *testing.T) {
	var list diag.List
	node, _ := tree.Parse(diag.NewSource("f", "speed: 1\nzzz: 2\n"))
	w := Definition.Open(node, "a weapon", &list)
	if w.Get("title") != nil || w.Own("speed", false) == nil || w.Own("weight", true) != nil {
		t.Error("other keys are found than there are")
	}
	w.Done()
	if len(list) != 2 || list[0].Code != tree.MissingKey || list[1].Hint != "allowed here: title, like, remove, speed, weight, modifies, forbids, rules" {
		t.Errorf("got %v, %q", list, list[len(list)-1].Hint)
	}
}

// TestUnknownRow holds that the program can't ask for a key that has no row.
func TestUnknownRow(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("a key without a row is read")
		}
	}()
	Side.Read(nil, "side", nil).Get("colour")
}
