package tree_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/tree"
)

// resolved lays texts over each other.
func resolved(t *testing.T, files ...string) *tree.Node {
	t.Helper()
	var list diag.List
	var whole *tree.Node
	for i, text := range files {
		node, found := tree.Parse(diag.NewSource(fmt.Sprint("file", i), text))
		list = append(list, found...)
		whole = tree.Overlay(whole, node, &list)
	}
	if len(list) > 0 {
		t.Fatal(list)
	}
	return whole
}

// outline writes the definitions of a ruleset, a line a section.
func outline(n *tree.Node) string {
	var lines []string
	for _, section := range n.Entries {
		line := section.Key.Text + ":"
		for _, e := range section.Value.Entries {
			line += " " + e.Key.Text
			if hp := e.Value.Get("hp"); hp != nil {
				line += "=" + hp.Text
			}
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "; ")
}

const differing = `
ruleset: base
params:
  luck: 1  #: how much [a.b]
  mud: 2
weapons: {club: {hp: 1}, dagger: {hp: 2}, axe: {hp: 3}}
spells: {fog: {hp: 1}}
cases: {one: {about: old}}
tactics: {brute: {turn: [{do: punch, if: strong}, {do: run}, {do: punch}]}}
`

func TestDifferences(t *testing.T) {
	for _, c := range []struct {
		name, over string
		want       []string
		// half is the base with the first half of the differences, rounded up.
		half string
	}{
		{"nothing", "title: other", nil, "params: luck mud; weapons: club=1 dagger=2 axe=3; spells: fog=1; cases: one; tactics: brute"},
		{"cases", "override: {cases: {one: {about: new}}}", nil, "params: luck mud; weapons: club=1 dagger=2 axe=3; spells: fog=1; cases: one; tactics: brute"},
		{"another way of writing", `override: {weapons: {axe: {hp: "3"}}}`, nil, "params: luck mud; weapons: club=1 dagger=2 axe=3; spells: fog=1; cases: one; tactics: brute"},
		{
			"each verb", "set: {luck: 5}\nremove: {weapons: [dagger]}\noverride: {weapons: {axe: {hp: original * 2}}}\nrename: {spells: {fog: mist}}\nweapons: {pike: {hp: 4}}\nhouses: {mill: {hp: 1}}",
			[]string{
				"params.luck - 1 5", "weapons.dagger - {hp: 2} nil", "weapons.axe hp 3 6", "weapons.pike - nil {hp: 4}",
				"spells.mist fog", "houses.mill - nil {hp: 1}",
			},
			"params: luck mud; weapons: club=1 axe=6; spells: fog=1; cases: one; tactics: brute",
		},
		{
			"lines of a tactic", "remove: {tactics: {brute: {turn: run}}}\nextend: {tactics: {brute: {turn: {after 1st punch: [{do: hide}]}}}}\noverride: {tactics: {brute: {turn: {2nd punch: {if: weak}}}}}",
			[]string{"tactics.brute turn.hide nil {do: hide} turn.run {do: run} nil turn.2nd punch.if nil weak"},
			"params: luck mud; weapons: club=1 dagger=2 axe=3; spells: fog=1; cases: one; tactics: brute",
		},
		{"a text", "override:\n params:\n  luck: {}  #: how little", []string{"params.luck #: how much [a.b] how little [a.b]"}, "params: luck mud; weapons: club=1 dagger=2 axe=3; spells: fog=1; cases: one; tactics: brute"},
	} {
		base := resolved(t, differing)
		house := resolved(t, differing, c.over)
		list := tree.Differences(base, house, "cases")
		var got []string
		for _, d := range list {
			line := d.Section + "." + d.Name
			if d.First.Value != nil && d.Second.Value != nil && d.First.Key.Text != d.Second.Key.Text {
				line += " " + d.First.Key.Text
			}
			for _, x := range d.Details() {
				at := strings.Join(x.Path, ".")
				if at == "" {
					at = "-"
				}
				line += fmt.Sprint(" ", at, " ", written(x.First), " ", written(x.Second))
			}
			got = append(got, line)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s:\n%q, want\n%q", c.name, got, c.want)
		}
		if half := strings.TrimPrefix(outline(tree.Mixed(base, house, list[:(len(list)+1)/2])), "ruleset:; "); half != c.half {
			t.Errorf("%s: half of it is\n%s, want\n%s", c.name, half, c.half)
		}
		if !tree.Same(tree.Mixed(base, house, nil).Get("weapons"), base.Get("weapons")) {
			t.Errorf("%s: none of it isn't the base", c.name)
		}
		for _, section := range house.Entries {
			whole := tree.Mixed(base, house, list)
			if section.Value.Kind == tree.Mapping && section.Key.Text != "cases" && !tree.Same(whole.Get(section.Key.Text), section.Value) {
				t.Errorf("%s: all of it isn't the house's %s", c.name, section.Key.Text)
			}
		}
	}
}

func written(n *tree.Node) string {
	switch {
	case n == nil:
		return "nil"
	case n.Kind == tree.Scalar:
		return n.Text
	}
	return n.Span.Text()
}

// TestDifferentOrder holds that a section whose definitions stand in another order differs as a
// whole: which comes first may count.
func TestDifferentOrder(t *testing.T) {
	base, house := resolved(t, "rules: {a: {hp: 1}, b: {hp: 2}}"), resolved(t, "rules: {b: {hp: 2}, a: {hp: 1}}")
	list := tree.Differences(base, house)
	if len(list) != 1 || list[0].Section != "rules" || list[0].Name != "" {
		t.Fatalf("%v", list)
	}
	if got := outline(tree.Mixed(base, house, list)); got != "rules: b=2 a=1" {
		t.Error(got)
	}
	if got := outline(tree.Mixed(base, house, nil)); got != "rules: a=1 b=2" {
		t.Error(got)
	}
}

// TestMixedOrder holds that what is added keeps its place among what was there.
func TestMixedOrder(t *testing.T) {
	base, house := resolved(t, "rules: {a: {hp: 1}, b: {hp: 2}}"), resolved(t, "rules: {x: {}, a: {hp: 1}, y: {}, z: {}, b: {hp: 2}}")
	list := tree.Differences(base, house)
	if got := outline(tree.Mixed(base, house, list)); got != "rules: x a=1 y z b=2" {
		t.Error(got)
	}
	for i, want := range []string{"rules: x a=1 b=2", "rules: a=1 y b=2", "rules: a=1 z b=2"} {
		if got := outline(tree.Mixed(base, house, list[i:i+1])); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}

// A requirement with another formula for the same reason is one difference.
func TestDifferentRequirement(t *testing.T) {
	const base = "blows: {cut: {requires: {near(self): too far off, armed(self): no blade}}}"
	for over, want := range map[string]string{
		`override: {blows: {cut: {requires: {"near(self) and free(self)": too far off}}}}`: "requires.too far off: near(self) -> near(self) and free(self)",
		`override: {blows: {cut: {requires: {armed(self): not even a knife}}}}`:            "requires.armed(self): no blade -> not even a knife",
		`remove: {blows: {cut: {requires: no blade}}}`:                                     "requires.armed(self): no blade -> nil",
		`extend: {blows: {cut: {requires: {calm(self): too far off}}}}`:                    "requires.calm(self): nil -> too far off",
	} {
		differences := tree.Differences(resolved(t, base), resolved(t, base, over))
		var got []string
		for _, d := range differences {
			for _, x := range d.Details() {
				got = append(got, fmt.Sprintf("%s: %s -> %s", strings.Join(x.Path, "."), written(x.First), written(x.Second)))
			}
		}
		if strings.Join(got, "; ") != want {
			t.Errorf("%s: %q, want %q", over, got, want)
		}
	}
}
