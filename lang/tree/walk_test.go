package tree

import (
	"fmt"
	"strings"
	"testing"

	"github.com/rulec/rulec/lang/diag"
)

// said returns a list as "code line:col message; hint" lines.
func said(list diag.List) string {
	var b strings.Builder
	for _, d := range list {
		line, column := d.Span.Source.Position(d.Span.Start)
		fmt.Fprintf(&b, "%s %d:%d %s", d.Code, line, column, d.Message)
		if d.Hint != "" {
			b.WriteString("; " + d.Hint)
		}
		b.WriteString("\n")
	}
	return strings.TrimSuffix(b.String(), "\n")
}

func TestWalk(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"all there", "speed: 1\nrange: 2\n", ""},
		{"optional left out", "speed: 1\n", ""},
		{"missing", "range: 2\n", `missing-key 1:1 action "strike" needs "speed"`},
		{"missing in braces", "{range: 2}\n", `missing-key 1:1 action "strike" needs "speed"`},
		{"no value", "range: 2\nspeed:\n", `missing-value 2:1 "speed" of action "strike" has no value`},
		{"unknown, near", "speed: 1\nragne: 2\n", `unknown-key 2:1 unknown key "ragne" in action "strike"; did you mean "range"?`},
		{"unknown, far", "speed: 1\ncolour: 2\n", `unknown-key 2:1 unknown key "colour" in action "strike"; allowed here: speed, range`},
		{"a list", "- 1\n", `wrong-shape 1:1 action "strike" must be a mapping of keys to values, but it is a list; write each by its name, without a dash: NAME: ..`},
		{"a value", "fast\n", `wrong-shape 1:1 action "strike" must be a mapping of keys to values, but it is a single value`},
		{"no blanks after colons", "speed:1\n", `wrong-shape 1:1 action "strike" must be a mapping of keys to values, but it is a single value; a space is missing after the colon`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var list diag.List
			r := Walk(parse(t, "f", test.text), `action "strike"`, &list)
			r.Required("speed")
			r.Optional("range")
			r.Done()
			if got := said(list); got != test.want {
				t.Errorf("got  %s\nwant %s", got, test.want)
			}
		})
	}
}

// TestMention: keys that somebody else reads are in the hints, and are unknown all the same.
func TestMention(t *testing.T) {
	var list diag.List
	r := Walk(parse(t, "f", "speed: 1\noveride: {}\n"), "the ruleset", &list)
	r.Required("speed")
	r.Mention([]string{"override"})
	r.Done()
	want := `unknown-key 2:1 unknown key "overide" in the ruleset; did you mean "override"?`
	if got := said(list); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestWalkWithoutKeys(t *testing.T) {
	var list diag.List
	for _, n := range []*Node{nil, parse(t, "f", "a:\n").Get("a")} {
		r := Walk(n, "x", &list)
		if r.Optional("b") != nil || len(r.Rest()) != 0 || r.Usable() != (n != nil) {
			t.Error("something is found in nothing")
		}
		r.Done()
	}
	Walk(nil, "x", &list).Required("b")
	if len(list) != 0 {
		t.Errorf("reported: %s", said(list))
	}
	Walk(parse(t, "f", "a:\n").Get("a"), "x", &list).Required("b")
	if got, want := said(list), `missing-key 1:3 x needs "b"`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	list = nil
	Walk(parse(t, "f", "a: 1\n"), "x", &list).Done()
	if got, want := said(list), `unknown-key 1:1 unknown key "a" in x; no keys are allowed here`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestRestIsInFileOrderAndTaken(t *testing.T) {
	var list diag.List
	r := Walk(parse(t, "f", "c: 1\na: 2\nb: 3\n"), "x", &list)
	r.Optional("a")
	got := ""
	for _, e := range r.Rest() {
		got += e.Key.Text
	}
	if r.Done(); got != "cb" || len(list) != 0 {
		t.Errorf("rest is %q, %s", got, said(list))
	}
}

func TestReaders(t *testing.T) {
	boolean := func(n *Node, list *diag.List) (any, bool) { return Bool(n, "v", list) }
	whole := func(n *Node, list *diag.List) (any, bool) { return Whole(n, "v", list) }
	number := func(n *Node, list *diag.List) (any, bool) { return Number(n, "v", list) }
	name := func(n *Node, list *diag.List) (any, bool) { return Name(n, "v", list) }
	text := func(n *Node, list *diag.List) (any, bool) { return Text(n, "v", list) }
	names := func(n *Node, list *diag.List) (any, bool) {
		nodes, ok := Names(n, "v", list)
		got := ""
		for _, n := range nodes {
			got += n.Text + " "
		}
		return got, ok
	}
	tests := []struct {
		text  string
		read  func(*Node, *diag.List) (any, bool)
		value any    // what is read, if it is right
		want  string // what is said, if it isn't
	}{
		{"true", boolean, true, ""},
		{"false", boolean, false, ""},
		{"'true'", boolean, nil, `not-bool 1:4 v must be true or false, but it is "true"; write true, without quotes`},
		{"y", boolean, nil, `not-bool 1:4 v must be true or false, but it is "y"; write true, without quotes`},
		{"0", boolean, nil, `not-bool 1:4 v must be true or false, but it is "0"; write false, without quotes`},
		{"maybe", boolean, nil, `not-bool 1:4 v must be true or false, but it is "maybe"`},
		{"[true]", boolean, nil, `wrong-shape 1:4 v must be true or false, but it is a list`},
		{"", boolean, nil, `missing-value 1:3 v has no value: expected true or false`},
		{"0", whole, int64(0), ""},
		{"-12", whole, int64(-12), ""},
		{"+3", whole, int64(3), ""},
		{"3.0", whole, int64(3), ""},
		{"9007199254740991", whole, int64(MaxWhole), ""},
		{"-9007199254740991", whole, int64(-MaxWhole), ""},
		{"9007199254740992", whole, nil, "number-range 1:4 v is too large: the limit is 9007199254740991"},
		{"99999999999999999999", whole, nil, "number-range 1:4 v is too large: the limit is 9007199254740991"},
		{"1.5", whole, nil, "not-whole 1:4 v must be a whole number, but it is 1.5"},
		{"'3'", whole, nil, `not-number 1:4 v must be a whole number, but it is "3"; write it without quotes`},
		{"1d6", whole, nil, `not-number 1:4 v must be a whole number, but it is "1d6"`},
		{"{a: 1}", whole, nil, `wrong-shape 1:4 v must be a whole number, but it is a mapping`},
		{"0.5", number, 0.5, ""},
		{"-2", number, -2.0, ""},
		{"1,5", number, nil, `not-number 1:4 v must be a number, but it is "1,5"; write a decimal point, not a comma`},
		{"9007199254740993.5", number, nil, "number-range 1:4 v is too large: the limit is 9007199254740991"},
		{"long_sword2", name, "long_sword2", ""},
		{"long-sword", name, nil, `not-name 1:4 v must be a name, but it is "long-sword"; write long_sword`},
		{"Long Sword", name, nil, `not-name 1:4 v must be a name, but it is "Long Sword"; write long_sword`},
		{"2sword", name, nil, `not-name 1:4 v must be a name, but it is "2sword"; a name begins with a letter a to z and continues with letters a to z, digits and _`},
		{"größe", name, nil, `not-name 1:4 v must be a name, but it is "größe"; a name begins with a letter a to z and continues with letters a to z, digits and _`},
		{"a b", text, "a b", ""},
		{"[a]", text, nil, "wrong-shape 1:4 v must be a text, but it is a list"},
		{"[a, b]", names, "a b ", ""},
		{"a", names, "a ", ""},
		{"[]", names, "", ""},
		{"", names, "", ""},
		{"[a, b-c, [d]]", names, nil, `not-name 1:8 each entry of v must be a name, but it is "b-c"; write b_c` + "\n" +
			"wrong-shape 1:13 each entry of v must be a name, but it is a list"},
	}
	for _, test := range tests {
		t.Run(test.text, func(t *testing.T) {
			var list diag.List
			got, ok := test.read(parse(t, "f", "v: "+test.text+"\n").Get("v"), &list)
			if ok != (test.want == "") || said(list) != test.want {
				t.Errorf("ok %v\ngot  %s\nwant %s", ok, said(list), test.want)
			}
			if ok && got != test.value {
				t.Errorf("got %v, want %v", got, test.value)
			}
		})
	}
	for _, test := range tests {
		var list diag.List
		if _, ok := test.read(nil, &list); ok || len(list) > 0 {
			t.Error("a nil node is read, or reported")
		}
	}
}

func TestAmbiguousValuesAreReportedOnce(t *testing.T) {
	root, list := Parse(diag.NewSource("f", "a: yes\nb: 010\nc: no\n"))
	Bool(root.Get("a"), "a", &list)
	Whole(root.Get("b"), "b", &list)
	Name(root.Get("c"), "c", &list)
	if list.Sort(); len(list) != 3 {
		t.Errorf("reported:\n%s", said(list))
	}
}
