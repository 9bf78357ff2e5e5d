package diag

import (
	"strings"
	"testing"
)

// at returns a diagnostic about the n-th place (from 0) where marked stands.
func at(name, text, marked string) *Diagnostic {
	src := NewSource(name, text)
	start := strings.Index(text, marked)
	return Errorf("some-code", Span{src, start, start + len(marked)}, "something is wrong")
}

func TestSnippet(t *testing.T) {
	tests := []struct {
		name string
		d    *Diagnostic
		want string
	}{
		{"one line", at("x.yaml", "a: 1\nb: ceil(dexx / 4)\n", "dexx"), `
x.yaml:2:9: error: something is wrong [some-code]
  |
2 | b: ceil(dexx / 4)
  |         ^~~~
`},
		{"hint", at("x.yaml", "a: 1\n", "1").WithHint("write %d", 2), `
x.yaml:1:4: error: something is wrong [some-code]
  |
1 | a: 1
  |    ^
  = hint: write 2
`},
		{"tabs before the place and inside it", at("x.yaml", "\ta:\tb\tc\n", "b\tc"), `
x.yaml:1:5: error: something is wrong [some-code]
  |
1 |     a:  b   c
  |         ^~~~~
`},
		{"multi-byte and wide characters", at("x.yaml", "größe: 剣 nicht\n", "nicht"), `
x.yaml:1:10: error: something is wrong [some-code]
  |
1 | größe: 剣 nicht
  |           ^~~~~
`},
		{"combining mark", at("x.yaml", "ae\u0301: x\n", "x"), `
x.yaml:1:6: error: something is wrong [some-code]
  |
1 | ae` + "\u0301" + `: x
  |     ^
`},
		{"carriage returns", at("x.yaml", "a: 1\r\nb: 22\r\nc: 3\r\n", "22\r\n"), `
x.yaml:2:4: error: something is wrong [some-code]
  |
2 | b: 22
  |    ^~
`},
		{"three lines", at("x.yaml", "v: (a +\n    b +\n    c) end\n", "(a +\n    b +\n    c)"), `
x.yaml:1:4: error: something is wrong [some-code]
  |
1 | v: (a +
  |    ^~~~
2 |     b +
  |     ~~~
3 |     c) end
  |     ~~
`},
		{"many lines", at("x.yaml", "v: |\n  a\n\n  b\n  c\n", "|\n  a\n\n  b\n  c"), `
x.yaml:1:4: error: something is wrong [some-code]
  |
1 | v: |
  |    ^
  ...
5 |   c
  |   ~
`},
		{"gutter as wide as the number", at("x.yaml", strings.Repeat("\n", 99)+"oops", "oops"), `
x.yaml:100:1: error: something is wrong [some-code]
    |
100 | oops
    | ^~~~
`},
		{"end of the file", at("x.yaml", "a: 1\n", ""), `
x.yaml:1:1: error: something is wrong [some-code]
  |
1 | a: 1
  | ^
`},
		{"terminal escapes", at("x\x1b.yaml", "a: \x1b[31m\u202ered\n", "red"), `
x\x1b.yaml:1:10: error: something is wrong [some-code]
  |
1 | a: \x1b[31m\u202ered
  |                  ^~~
`},
		{"long line", at("x.yaml", strings.Repeat("ab", 500)+"HERE"+strings.Repeat("cd", 500), "HERE"), `
x.yaml:1:1001: error: something is wrong [some-code]
  |
1 | ...` + strings.Repeat("ab", 30) + "HERE" + strings.Repeat("cd", 28) + `
  | ` + strings.Repeat(" ", 63) + `^~~~
`},
		{"nowhere", Errorf("some-code", Span{}, "bell \a"), `
error: bell \x07 [some-code]
`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got := "\n" + test.d.Snippet(false); got != test.want {
				t.Errorf("got:%s\nwant:%s", got, test.want)
			}
		})
	}
}

func TestSnippetNotes(t *testing.T) {
	base := NewSource("base.yaml", "conditions:\n  prone:\n")
	d := at("house.yaml", "conditions:\n  prone: {}\n", "prone").
		WithNote(Span{base, 14, 19}, "first declared here").
		WithNote(Span{}, "and nowhere else").
		WithHint("another name")
	want := `house.yaml:2:3: error: something is wrong [some-code]
  |
2 |   prone: {}
  |   ^~~~~
  = note: base.yaml:2:3: first declared here
  = note: and nowhere else
  = hint: another name
`
	if got := d.Snippet(false); got != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
	if got, want := d.Error(), "house.yaml:2:3: error: something is wrong [some-code]"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestSnippetColour(t *testing.T) {
	d := at("x.yaml", "a: 1\n", "1")
	d.Severity = Warning
	want := "\x1b[1mx.yaml:1:4: \x1b[0m\x1b[1;33mwarning: \x1b[0msomething is wrong [some-code]\n" +
		"  \x1b[34m|\x1b[0m\n" +
		"\x1b[34m1\x1b[0m \x1b[34m|\x1b[0m a: 1\n" +
		"  \x1b[34m|\x1b[0m    \x1b[32m^\x1b[0m\n"
	if got := d.Snippet(true); got != want {
		t.Errorf("got %q\nwant %q", got, want)
	}
}
