package show_test

import (
	"bytes"
	"io/fs"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/rulec/rulec/internal/show"
	"github.com/rulec/rulec/lang"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/tree"
	"github.com/rulec/rulec/rulesets"
	"github.com/rulec/rulec/stdlib"
)

// same reports whether two nodes mean the same, and where they don't.
func same(a, b *tree.Node) (string, bool) {
	if a.Kind != b.Kind || a.Text != b.Text || a.IsNumber() != b.IsNumber() || a.IsBool() != b.IsBool() ||
		len(a.Entries) != len(b.Entries) || len(a.Items) != len(b.Items) {
		return a.Span.Text() + "\nagainst\n" + b.Span.Text(), false
	}
	for i := range a.Entries {
		if a.Entries[i].Key.Text != b.Entries[i].Key.Text {
			return a.Entries[i].Key.Text + " against " + b.Entries[i].Key.Text, false
		}
		if x, y := a.Entries[i], b.Entries[i]; (x.About() == "") != (y.About() == "") || !slices.Equal(x.Cites(), y.Cites()) {
			return x.Key.Text + ": " + x.About() + " against " + y.About(), false
		}
		if where, ok := same(a.Entries[i].Value, b.Entries[i].Value); !ok {
			return where, false
		}
	}
	for i := range a.Items {
		if where, ok := same(a.Items[i], b.Items[i]); !ok {
			return where, false
		}
	}
	return "", true
}

// checkRoundTrip holds that each section, written as YAML and read again, means
// what it meant.
func checkRoundTrip(t *testing.T, root *tree.Node) {
	t.Helper()
	for _, section := range root.Entries {
		if section.Value.Kind != tree.Mapping {
			continue
		}
		var out bytes.Buffer
		if err := show.YAML(&out, show.Place{Section: section}); err != nil {
			t.Fatal(err)
		}
		again, list := tree.Parse(diag.NewSource(section.Key.Text, out.String()))
		if list.HasErrors() {
			t.Errorf("%s: %v\n%s", section.Key.Text, list[0], out.String())
			continue
		}
		if where, ok := same(section.Value, again.Get(section.Key.Text)); !ok {
			t.Errorf("section %s reads differently:\n%s", section.Key.Text, where)
		}
	}
}

func TestRulesetsRoundTrip(t *testing.T) {
	files, err := fs.Glob(rulesets.Files, "*.yaml")
	if err != nil || len(files) == 0 {
		t.Fatal("no rulesets", err)
	}
	for _, name := range files {
		t.Run(name, func(t *testing.T) {
			root, list := lang.Resolve(name, lang.Options{Files: rulesets.Files, Library: stdlib.Files})
			if list.HasErrors() {
				t.Fatal(list[0])
			}
			checkRoundTrip(t, root)
		})
	}
}

// odd has what is hard to write: quotes, block text of every sort, empty values,
// and an overlay that puts single values into braces.
const odd = `rulec: 2
ruleset: odd
things:
  a: {one: "x: y", two: 'it''s', three: "tab\tquote\" \\", four: -2, five: "5", six: true, seven: "true"}
  b: |
    first
      second

    third
  c: |-
    no break
    at the end
  d: |+
    breaks

  e: >
    folded
    text
  f:
  g: []
  h: {}
  i:
    - {x: 1}  #: The first. [one, two]
    #: The second, in a list.
    - y: 2
      z: [a, b]
    - - p
      - q
    -
  "#": wall
  ".": none
  1: number
  j: {long: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa, longer: bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb, end: c}
  k: {x: {y: 1, z: 2}}
  l: "  blanks around  "
  m: "line\nbreak"
`

const over = `ruleset: over
extends: odd
override:
  things:
    k:
      x:
        y: a, b
    a: {four: original * 1.5}
`

func TestOddValuesRoundTrip(t *testing.T) {
	files := fstest.MapFS{"odd.yaml": {Data: []byte(odd)}, "over.yaml": {Data: []byte(over)}}
	for name := range files {
		root, list := lang.Resolve(name, lang.Options{Files: files})
		if list.HasErrors() {
			t.Fatal(list[0])
		}
		checkRoundTrip(t, root)
	}
}

func TestSetRoundTrip(t *testing.T) {
	files := fstest.MapFS{"x.yaml": {Data: []byte("rulec: 2\nruleset: x\nparams: {edge: 1}\n")}}
	for _, value := range []string{"2", "a: b", "- x", "it's", "x #y", "{", "", "true", "x:"} {
		root, list := lang.Resolve("x.yaml", lang.Options{Files: files, Set: map[string]string{"edge": value}})
		if list.HasErrors() {
			t.Fatal(list[0])
		}
		var out bytes.Buffer
		if err := show.YAML(&out, show.Find(root, "params")[0]); err != nil {
			t.Fatal(err)
		}
		again, list := tree.Parse(diag.NewSource("again", out.String()))
		if list.HasErrors() {
			t.Fatalf("%q: %v\n%s", value, list[0], out.String())
		}
		if got := again.Get("params").Get("edge"); got == nil || got.Text != value {
			t.Errorf("%q is written as\n%s", value, out.String())
		}
	}
}

func TestFind(t *testing.T) {
	files := fstest.MapFS{
		"base.yaml": {Data: []byte("rulec: 2\nruleset: base\nmoves: {grab: {}, hit: {}}\nconditions: {grab: {}, hurt: {}}\n")},
		"over.yaml": {Data: []byte("ruleset: over\nextends: base\nrename: {moves: {hit: strike}}\n")},
	}
	root, list := lang.Resolve("over.yaml", lang.Options{Files: files})
	if list.HasErrors() {
		t.Fatal(list[0])
	}
	for _, test := range []struct{ name, want string }{
		{"hurt", "conditions.hurt"},
		{"grab", "moves.grab conditions.grab"},
		{"conditions.grab", "conditions.grab"},
		{"moves", "moves"},
		{"strike", "moves.strike"},
		{"hit", "moves.strike"},
		{"moves.hit", "moves.strike"},
		{"conditions.hit", ""},
		{"base", ""},
	} {
		var got []string
		for _, p := range show.Find(root, test.name) {
			got = append(got, p.Name())
		}
		if joined := strings.Join(got, " "); joined != test.want {
			t.Errorf("%s finds %q, want %q", test.name, joined, test.want)
		}
	}
	if names := show.Names(root); !slices.Contains(names, "strike") || slices.Contains(names, "ruleset") {
		t.Errorf("names are %v", names)
	}
}
