package tree

import (
	"testing"

	"github.com/rulec/rulec/lang/diag"
)

// FuzzParse holds what Parse promises for any text: no panic, every span inside
// its source, and exact maps from texts to their places.
func FuzzParse(f *testing.F) {
	for _, test := range badTexts {
		f.Add(test.text)
	}
	for _, value := range goodValues {
		f.Add("a: " + value + "\n")
	}
	f.Add("0:\n- 0\n 00:")
	f.Add("a: &x [|2-\n    b\n  c]\n? d\n: \"e\\\n  f\"\r\n")
	f.Fuzz(func(t *testing.T, text string) {
		src := diag.NewSource("f", text)
		root, list := Parse(src)
		for _, d := range list {
			if d.Span.Source != src || d.Span.Start < 0 || d.Span.End < d.Span.Start || d.Span.End > len(text) {
				t.Fatalf("%s: span %d..%d of %d bytes", d.Message, d.Span.Start, d.Span.End, len(text))
			}
			_ = d.Snippet(false)
		}
		if root == nil {
			if !list.HasErrors() {
				t.Fatal("neither a tree nor an error")
			}
			return
		}
		if list.HasErrors() {
			// Torn formulas are put together again as plain text: their places
			// are checked, but keys that were left out leave gaps.
			return
		}
		checkTree(t, root)
		over := Overlay(Overlay(nil, root, &list), root, &list)
		for _, e := range over.Entries {
			checkTree(t, e.Value)
		}
	})
}
