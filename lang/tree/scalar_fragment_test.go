package tree

import (
	"strings"
	"testing"

	"github.com/rulec/rulec/lang/diag"
	"pgregory.net/rapid"
)

// checkFragment fails unless the map of a scalar is exact: in range, never
// going back, and from each byte that wasn't folded or escaped to an equal one.
func checkFragment(t testing.TB, n *Node) {
	t.Helper()
	f := n.Fragment()
	if f.Text != n.Text {
		t.Fatalf("fragment %q of text %q", f.Text, n.Text)
	}
	src, last := n.Span.Source.Text, n.Span.Start
	for i := 0; i <= len(f.Text); i++ {
		at := f.Span(i, i).Start
		if at < last || at > n.Span.End && at > len(src) {
			t.Fatalf("byte %d of %q comes from %d, after %d, in %q", i, f.Text, at, last, src)
		}
		last = at
		if i == len(f.Text) || src[at] == f.Text[i] {
			continue
		}
		folded := f.Text[i] == ' ' && src[at] == '\n'
		escaped := n.Style == DoubleQuoted && src[at] == '\\'
		if !folded && !escaped {
			t.Fatalf("byte %d of %q, %q, comes from %q in %q", i, f.Text, f.Text[i], src[at], src)
		}
	}
}

// checkTree checks the spans and fragments of a tree from here down. A node
// stands inside the one it belongs to, unless it came by an alias.
func checkTree(t testing.TB, n *Node) {
	t.Helper()
	if s := n.Span; s.Source == nil || s.Start < 0 || s.End < s.Start || s.End > len(s.Source.Text) {
		t.Fatalf("span %d..%d of %q", s.Start, s.End, s.Source.Text)
	}
	if n.Kind == Scalar {
		checkFragment(t, n)
	}
	for _, e := range n.Entries {
		checkTree(t, e.Key)
		checkTree(t, e.Value)
		if e.Key.Span.Start < n.Span.Start || e.Key.Span.End > n.Span.End {
			t.Fatalf("key %q outside of its mapping %q", e.Key.Text, n.Span.Text())
		}
	}
	for _, item := range n.Items {
		checkTree(t, item)
	}
}

func TestFragment(t *testing.T) {
	tests := []struct {
		name string
		text string // the value of the key v
		part string // a piece of the decoded text
		want string // the source it comes from
	}{
		{"plain", "v: a + größe * b\n", "größe", "größe"},
		{"plain over lines", "v: a +\n   größe\n   * b\n", "größe", "größe"},
		{"plain, fold", "v: a +\n   b\n", "+ b", "+\n   b"},
		{"plain, empty line", "v: a\n\n   b\n", "b", "b"},
		{"single", "v: 'it''s dexx'\n", "dexx", "dexx"},
		{"single, apostrophe", "v: 'it''s dexx'\n", "t's", "t''s"},
		{"single over lines", "v: 'a\n\n  b  \n  dexx'\n", "dexx", "dexx"},
		{"double", `v: "a \t\u00e9 \"dexx\""` + "\n", "dexx", "dexx"},
		{"double, wide escape", `v: "\U0001F409 dexx"` + "\n", "dexx", "dexx"},
		{"double over lines", "v: \"a \\\n   b\n   dexx\"\n", "dexx", "dexx"},
		{"double over lines, part", "v: \"a \\\n   b\n   dexx\"\n", "a b", "a \\\n   b"},
		{"literal", "v: |\n  roll x\n  dexx + 1\n", "dexx", "dexx"},
		{"literal over lines", "v: |\n  roll x\n  dexx + 1\n", "x\ndexx", "x\n  dexx"},
		{"literal, deeper line", "v: |\n  if x {\n    dexx\n  }\n", "  dexx", "  dexx"},
		{"literal, strip", "v: |-\n  a\n  dexx\n\n", "dexx", "dexx"},
		{"literal, keep", "v: |+\n  a\n  dexx\n\n", "dexx\n\n", "dexx\n\n"},
		{"literal, indented by hand", "v: |1\n  a\n   dexx\n", "dexx", "dexx"},
		{"literal, both signs", "v: |2-\n    a\n   dexx\n", " dexx", " dexx"},
		{"literal, signs the other way", "v: |-2\n    a\n   dexx\n", " dexx", " dexx"},
		{"literal, comment after the sign", "v: |  # x\n  a\n  dexx\n", "dexx", "dexx"},
		{"literal, leading empty line", "v: |\n\n  a\n  dexx\n", "dexx", "dexx"},
		{"literal at the end of the file", "v: |\n  a\n  dexx", "dexx", "dexx"},
		{"literal, carriage returns", "v: |\r\n  a\r\n  dexx\r\n", "a\ndexx", "a\r\n  dexx"},
		{"folded", "v: >\n  a +\n  dexx\n  * b\n", "dexx", "dexx"},
		{"folded over lines", "v: >\n  a +\n  dexx\n", "+ dexx", "+\n  dexx"},
		{"folded, empty lines", "v: >-\n  a\n\n\n  dexx\n", "a\n\ndexx", "a\n\n\n  dexx"},
		{"folded, deeper line", "v: >-\n  a\n    b\n  dexx\n", "  b\ndexx", "  b\n  dexx"},
		{"folded, carriage returns", "v: >\r\n  a\r\n  dexx\r\n", "a dexx", "a\r\n  dexx"},
		{"in a list", "v:\n- - |\n    a\n    dexx\n", "dexx", "dexx"},
		{"in a list, indented by hand", "v:\n  - |1\n    a\n     dexx\n", "dexx", "dexx"},
		{"list at the key's column, indented by hand", "v:\n- |1\n   a\n   dexx\n", "  dexx", "  dexx"},
		{"in a mapping in a list, indented by hand", "v:\n  - k: |1\n      a\n      dexx\n", " dexx", " dexx"},
		{"in braces", "v: {k: dexx + 1}\n", "dexx", "dexx"},
		{"after an anchor", "v: &a dexx + 1\nw: *a\n", "dexx", "dexx"},
		{"block text after an anchor", "v: &a |\n  dexx + 1\nw: *a\n", "dexx", "dexx"},
		{"on the next line", "v:\n  dexx + 1\n", "dexx", "dexx"},
		{"after a byte order mark", "\ufeffv: dexx\n", "dexx", "dexx"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			root := parse(t, "f", test.text)
			checkTree(t, root)
			n := root.Get("v")
			for n.Kind != Scalar {
				if n.Kind == Sequence {
					n = n.Items[0]
				} else {
					n = n.Entries[0].Value
				}
			}
			at := strings.Index(n.Text, test.part)
			if at < 0 {
				t.Fatalf("%q isn't in %q", test.part, n.Text)
			}
			span := n.Fragment().Span(at, at+len(test.part))
			if got := span.Text(); got != test.want {
				t.Errorf("%q comes from %q, want %q", test.part, got, test.want)
			}
		})
	}
}

func TestKeysHaveFragments(t *testing.T) {
	root := parse(t, "f", "requires:\n"+
		"  'can(self, ''x'') + dexx': never\n  target.size <= dexx: too big\n")
	for _, e := range root.Get("requires").Entries {
		at := strings.Index(e.Key.Text, "dexx")
		if got := e.Key.Fragment().Span(at, at+4).Text(); got != "dexx" {
			t.Errorf("in key %q: %q", e.Key.Text, got)
		}
	}
}

// TestFragmentsOfAnyText writes texts in every style and reads them back.
func TestFragmentsOfAnyText(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		word := rapid.StringMatching(`[a-zé剣]{1,4}`).Filter(func(s string) bool { return ambiguous(s) == nil })
		line := rapid.Custom(func(r *rapid.T) string {
			indent := strings.Repeat(" ", rapid.IntRange(0, 2).Draw(r, "indent"))
			return indent + strings.Join(rapid.SliceOfN(word, 0, 3).Draw(r, "words"), "  ")
		})
		// The first line carries text at the left margin, so that any style can hold it.
		lines := append([]string{word.Draw(r, "first")}, rapid.SliceOfN(line, 0, 5).Draw(r, "lines")...)
		breaks := rapid.SampledFrom([]string{"\n", "\r\n"}).Draw(r, "break")
		open, end := "", ""
		switch rapid.SampledFrom([]string{"plain", "'", `"`, "|", "|-", "|+", ">", ">-", ">+", "|1", ">2-"}).Draw(r, "style") {
		case "'":
			open, end = "'", "'"
		case `"`:
			open, end = `"\t`, `\u00e9"`
		case "|":
			open = "|" + breaks
		case "|-":
			open = "|-" + breaks
		case "|+":
			open = "|+" + breaks
		case ">":
			open = ">" + breaks
		case ">-":
			open = ">-" + breaks
		case ">+":
			open = ">+" + breaks
		case "|1":
			open = "|1" + breaks
		case ">2-":
			open = ">2-" + breaks
		}
		margin := breaks + "        "
		body := strings.Join(lines, margin)
		if strings.HasSuffix(open, breaks) {
			body = "        " + body
		}
		outer := rapid.SampledFrom([]string{"k: ", "- ", "k:\n- ", "- j: i\n  k: ", "k:\n  - - "}).Draw(r, "outer")
		text := strings.ReplaceAll(outer, "\n", breaks) + open + body + end + breaks
		root, list := Parse(diag.NewSource("f", text))
		if len(list) > 0 {
			r.Fatalf("%q: %s", text, list[0].Line())
		}
		checkTree(t, root)
	})
}
