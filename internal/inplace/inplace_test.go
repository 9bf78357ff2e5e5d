package inplace_test

import (
	"strings"
	"testing"

	"github.com/rulec/rulec/internal/inplace"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/tree"
)

// TestForms: keys of `of` are given, added and taken away in lines and in braces; what else the file says stays, and what isn't surely there alone
// is refused.
func TestForms(t *testing.T) {
	for _, x := range []struct{ what, file, key, text, want string }{
		{"another value", "of:\n  a: 1  # so\n  b: 2\n", "a", "3", "of:\n  a: 3  # so\n  b: 2\n"},
		{"another value in braces", "of: {a: 1, b: [2, 3]}  # so\n", "b", "4", "of: {a: 1, b: 4}  # so\n"},
		{"the same value", "of: {a: 1}\n", "a", "1", "of: {a: 1}\n"},
		{"a value where there was none", "of:\n  a:\n  b: 2\n", "a", "3", "of:\n  a: 3\n  b: 2\n"},
		{"one more", "of:\n    a: 1  # yes\n\n# end\n", "c", "3", "of:\n    a: 1  # yes\n    c: 3\n\n# end\n"},
		{"one more at the end of a file", "of:\n  a: 1", "c", "3", "of:\n  a: 1\n  c: 3"},
		{"one more as Windows ends lines", "of:\r\n  a: \u00e9  # so\r\nend: 1\r\n", "c", "3", "of:\r\n  a: \u00e9  # so\n  c: 3\r\nend: 1\r\n"},
		{"one more in braces", "of: {a: 1}  # so\n", "c", "3", "of: {a: 1, c: 3}  # so\n"},
		{"one more behind another", "of: {a: 1, is: x, b: 2}\n", "c", "3", "of: {a: 1, is: x, c: 3, b: 2}\n"},
		{"one more behind lines", "of:\n  is: |\n    x\n    y\n\n  b: 2\n", "c", "3", "of:\n  is: |\n    x\n    y\n  c: 3\n\n  b: 2\n"},
		{"one less", "of:\n  # Many.\n  a: 1  # so\n  b: 2\n", "a", "", "of:\n  # Many.\n  b: 2\n"},
		{"one less at the end", "of:\n  a: 1\n  b:\n    - 2\n\nend: 1\n", "b", "", "of:\n  a: 1\n\nend: 1\n"},
		{"one less in braces", "of: {a: 1, b: 2, d: 4}\n", "b", "", "of: {a: 1, d: 4}\n"},
		{"the first one less in braces", "of: {a: 1, b: 2}\n", "a", "", "of: {b: 2}\n"},
		{"none less", "of: {a: 1}\n", "b", "", "of: {a: 1}\n"},
		{"the only one less", "of: {a: 1}\n", "a", "", "this is written by hand"},
		{"a value with an anchor", "of: {a: &x 1, b: *x}\n", "a", "2", "a is written by hand"},
		{"an alias", "x: &x 1\nof: {a: *x, b: 2}\n", "a", "2", "a is written by hand"},
		{"behind an alias", "x: &x 1\nof: {b: 2, a: *x}\n", "c", "2", "this is written by hand"},
		{"nothing there", "of: {}\n", "c", "2", "this is written by hand"},
		{"a key more with a value", "of: {a: 1}\n", "a", "1}\nend: {b: 2", "of: {a: 1}\nend: {b: 2}\n"},
		{"what can't be read", "of: {a: 1}\n", "a", "[", "this is written by hand"},
	} {
		t.Run(x.what, func(t *testing.T) {
			src := diag.NewSource("file.yaml", x.file)
			root, _ := tree.Parse(src)
			f := inplace.File{Source: src}
			err := f.Put(root.Get("of"), x.key, x.text, "is")
			if err == nil {
				_, err = f.Only(root, "of")
			}
			switch got := src.With(f.Edits); {
			case err != nil && (!strings.HasPrefix(err.Error(), x.want) || x.want == ""):
				t.Errorf("it can't be done: %s", err)
			case err == nil && got != x.want:
				t.Errorf("it becomes:\n%s", got)
			}
		})
	}
}
