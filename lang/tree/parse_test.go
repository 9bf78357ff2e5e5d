package tree

import (
	"fmt"
	"strings"
	"testing"

	"github.com/rulec/rulec/lang/diag"
)

// parse reads text that must be without fault.
func parse(t *testing.T, name, text string) *Node {
	t.Helper()
	n, list := Parse(diag.NewSource(name, text))
	for _, d := range list {
		t.Fatalf("%s\nin %q", d.Snippet(false), text)
	}
	return n
}

// compact writes a tree on one line, in a form that doesn't depend on how it
// was written.
func compact(n *Node) string {
	var parts []string
	switch n.Kind {
	case Null:
		return "-"
	case Scalar:
		return n.Text
	case Sequence:
		for _, item := range n.Items {
			parts = append(parts, compact(item))
		}
		return "[" + strings.Join(parts, ", ") + "]"
	}
	for _, e := range n.Entries {
		part := compact(e.Key) + ": " + compact(e.Value)
		if e.Remark != nil {
			part += " #: " + e.Remark.node().Text
		}
		parts = append(parts, part)
	}
	return "{" + strings.Join(parts, ", ") + "}"
}

func TestParse(t *testing.T) {
	tests := []struct{ text, want string }{
		{"a: 1\nb: two words\n", "{a: 1, b: two words}"},
		{"a:\nb: ''\n", "{a: -, b: }"},
		{"a:\n- 1\n- 2\nb:\n  - c: 3\n    d: 4\n  -\n", "{a: [1, 2], b: [{c: 3, d: 4}, -]}"},
		{"{a: [b, {c: d}], e: }\n", "{a: [b, {c: d}], e: -}"},
		{"#: One. [x.y-z,\n#:  b]\na: 1  # b\n", "{a: 1 #: One. [x.y-z, b]}"},
		{"a:  #: One,\n  b: {c: 1}  #: two.\n  # no more\n", "{a: {b: {c: 1} #: two.} #: One,}"},
		{"a:\n  - {b: 1, c: 2}  #: One. [x]\n  #: Two.\n  - d: 1\n    e: 2\n", "{a: [{b: 1 #: One. [x], c: 2}, {d: 1 #: Two., e: 2}]}"},
		{"a: |  #: One.\n  #: text\n#: Two. [b]\nb: '#: no'\n", "{a: #: text\n #: One., b: #: no #: Two. [b]}"},
		{"a:\n  #: Up\n  b: 1  #: and behind. [x]\n  c: 2#no\n", "{a: {b: 1 #: Up and behind. [x], c: 2#no}}"},
		{"a: {b: 1,  #: All of it.\n  c: 2,  #: C.\n  d: 3}\n", "{a: {b: 1, c: 2 #: C., d: 3} #: All of it.}"},
		{"a: &x {b: 1}  #: One.\nc: *x  #: []\nd: *x\n", "{a: {b: 1} #: One., c: {b: 1} #: , d: {b: 1}}"},
		{"[a: b, c]\n", "[{a: b}, c]"},
		{"a: &x {b: 1}\nc: *x\nd: *x\n", "{a: {b: 1}, c: {b: 1}, d: {b: 1}}"},
		{"a: &x\n  b: 1\nc: [*x, *x]\n", "{a: {b: 1}, c: [{b: 1}, {b: 1}]}"},
		{"---\na: 1\n", "{a: 1}"},
		{"on: hurt\nif: x\n5: y\n-2: z\n", "{on: hurt, if: x, 5: y, -2: z}"},
		{"? a\n: b\n", "{a: b}"},
		{"target.size <= self.size + 1: it is too big\n", "{target.size <= self.size + 1: it is too big}"},
		{"'a': 1\n\"b\": 2\n", "{a: 1, b: 2}"},
		{"\ufeffa: 1\n", "{a: 1}"},
		{"a: |\n  b\n   c\n\nd: >-\n  e\n  f\n", "{a: b\n c\n, d: e f}"},
	}
	for _, test := range tests {
		if got := compact(parse(t, "f", test.text)); got != test.want {
			t.Errorf("%q gives %s, want %s", test.text, got, test.want)
		}
	}
}

func TestSpans(t *testing.T) {
	text := `größe:
  - {a: "x, y" , b: [1, 2 ] }   # comment
  - c: 'it''s'
    d: &name  word
  - *name
  -
leer:
prog: |
  roll x
  stop

last: [ ]
`
	root := parse(t, "f", text)
	list := root.Get("größe")
	tests := []struct {
		what string
		node *Node
		want string
	}{
		{"key", root.Entries[0].Key, "größe"},
		{"block list", list, text[strings.Index(text, "- {"):strings.Index(text, "\nleer")]},
		{"flow mapping", list.Items[0], `{a: "x, y" , b: [1, 2 ] }`},
		{"double quotes", list.Items[0].Get("a"), `"x, y"`},
		{"flow list", list.Items[0].Get("b"), "[1, 2 ]"},
		{"flow item", list.Items[0].Get("b").Items[1], "2"},
		{"block mapping", list.Items[1], "c: 'it''s'\n    d: &name  word"},
		{"single quotes", list.Items[1].Get("c"), "'it''s'"},
		{"anchored", list.Items[1].Get("d"), "word"},
		{"aliased", list.Items[2], "word"},
		{"nothing in a list", list.Items[3], ""},
		{"nothing after a key", root.Get("leer"), ""},
		{"block text", root.Get("prog"), "|\n  roll x\n  stop"},
		{"empty list", root.Get("last"), "[ ]"},
	}
	for _, test := range tests {
		if got := test.node.Span.Text(); got != test.want {
			t.Errorf("%s: span is %q, want %q", test.what, got, test.want)
		}
	}
	if got, want := root.Get("leer").Span.Start, strings.Index(text, "leer:")+5; got != want {
		t.Errorf("nothing after a key stands at %d, want %d", got, want)
	}
	if list.Items[1].Get("d") != list.Items[2] {
		t.Error("an alias is another node than what it stands for")
	}
}

// places returns the diagnostics of a list, each as "code line:col text".
func places(list diag.List) string {
	var b strings.Builder
	for _, d := range list {
		line, column := d.Span.Source.Position(d.Span.Start)
		fmt.Fprintf(&b, "%s %d:%d %s\n", d.Code, line, column, d.Span.Text())
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// badTexts are files with one fault each: text, and what is reported.
var badTexts = []struct{ text, want string }{
	// What isn't text.
	{"a: b\xff\n", "not-text 1:5 \xff"},
	{"a\x00:\x00 \x00b\x00", "not-text 1:2 \x00"}, // UTF-16 without its mark
	{"a: b\x1b[0m\n", "hidden-character 1:5 \x1b"},
	{"a: b\rc: d\n", "hidden-character 1:5 \r"},
	{"a: b\u2028c\n", "hidden-character 1:5 \u2028"},
	{"a: b\u0085\n", "hidden-character 1:5 \u0085"},
	{"a: b\ufeff\n", "hidden-character 1:5 \ufeff"},
	{"a: 1\n\u00a0 b: 2\n", "hidden-character 2:1 \u00a0 "},
	{"a:\n\u00a0\u00a0b: 2\nc\n", "hidden-character 2:1 \u00a0"},
	{"a: 1\nb:\u00a0c\n", "hidden-character 2:3 \u00a0"},
	{"a: b\u00a0\n", "hidden-character 1:5 \u00a0"},
	{"", "empty-file 1:1 "},
	{"# nothing\n", "empty-file 1:1 "},
	{"---\n", "empty-file 1:1 "},
	{"%YAML 1.1\n---\na: 1\n", "directive 1:1 %YAML 1.1"},
	{"a: 1\n---\nb: 2\n", "several-documents 2:1 ---"},
	{"a: 1\n---\nb: [\n", "several-documents 2:1 ---"},

	// Indentation.
	{"a:\n\tb: 1\n", "tab-indent 2:1 \t"},
	{"a:\n  b: 1\n  \tc: 1\n", "tab-indent 3:3 \t"},
	{"a: |\n\tb\n", "tab-indent 2:1 \t"},
	{"a: 1\n  b: 2\n", "indentation 2:3 b: 2"},
	{"a:\n    b: 1\n  c: 2\n", "indentation 3:3 c: 2"},
	{"a:\n  b: 1\n c: 2\n", "indentation 3:2 c: 2"},
	{"a:\n  - 1\n - 2\n", "indentation 3:2 - 2"},
	{"rules:\n  - on: x\n    do: y\n   if: z\n", "indentation 4:4 if: z"},
	{"  a: 1\nb: 2\n", "indentation 2:1 b: 2"},
	{"a: |\n   foo\n  bar\nb: 1\n", "indentation 3:3 bar"},
	{"- a\nb: 1\n", "mixed-block 2:1 b: 1"},
	{"a: 1\n- b\n", "mixed-block 2:1 - b"},

	// Keys.
	{"a: 1\nb\nc: 2\n", "key-without-colon 2:1 b"},
	{"a: 1\nspeed:fast\n", "space-after-colon 2:1 speed:fast"},
	{"speed:fast\na: 1\n", "space-after-colon 1:1 speed:fast"},
	{"a: {speed:fast, b: 1}\n", "space-after-colon 1:5 speed:fast"},
	{"a:\n  - b\n  -c\n", "space-after-colon 3:3 -"},
	{"a: 1\nb: 2\na: 3\n", "duplicate-key 3:1 a"},
	{"a: 1\n'a': 3\n", "duplicate-key 2:1 'a'"},
	{"a: &x 1\nb: &x 2\n", "value-start 2:4 &x"},
	{"5: 1\n\"5\": 3\n", "duplicate-key 2:1 \"5\""},
	{"override:\n  a.b: {c: 1}\n  a.b.c: 2\n", "duplicate-key 3:7 c"},
	{"? [a]\n: 1\n", "key-not-text 1:3 [a]"},
	{"? {a: 1}\n: 2\n<<: {}\n", "key-not-text 1:3 {a: 1}\nmerge-key 3:1 <<"},
	{": 1\n", "key-not-text 1:1 : 1"},
	{"a: &x {b: 1}\nc:\n  <<: *x\n", "merge-key 3:3 <<"},

	// Quotes and brackets.
	{"a: \"foo\nb: 1\n", "unclosed-quote 1:4 \""},
	{"x: 1\na: 'foo\nb: 'x'\n", "unclosed-quote 2:4 '"},
	{"a: {b: \"c}\n", "unclosed-quote 1:8 \""},
	{"a: 'it's'\n", "after-value 1:8 s'"},
	{"a: \"x\" + 1\n", "after-value 1:8 + 1"},
	{"a: [1] + 2\n", "after-value 1:8 + 2"},
	{"a: [1, 2]]\n", "after-value 1:10 ]"},
	{"told: {self} swings\n", "value-start 1:7 {"},
	{"a: {told: {self} swings}\n", "after-value 1:18 s"},
	{"a: {b: \"x\" y}\n", "after-value 1:12 y"},
	{"a: [1, 2\nb: 3\n", "unclosed-bracket 1:4 ["},
	{"a: {b: 1\nc: 2\n", "unclosed-bracket 1:4 {"},
	{"a: {b: [}\n", "unclosed-bracket 1:8 ["},
	{"a: \"\\q\"\n", "bad-escape 1:5 \\q"},

	// Values that begin with a mark.
	{"a: !prone\n", "value-start 1:4 !prone"},
	{"a: !prone and x\n", "value-start 1:4 !prone"},
	{"a: [!b]\n", "value-start 1:5 !b"},
	{"a: [!b , c]\n", "value-start 1:5 !b"},
	{"a: {b: @c}\n", "value-start 1:8 @c"},
	{"a: &x + 1\n", "value-start 1:4 &x"},
	{"a: *foo + 1\n", "value-start 1:4 *foo"},
	{"a: & b\n", "value-start 1:4 &"},
	{"a: * b\n", "value-start 1:4 *"},
	{"a: [*foo]\n", "value-start 1:5 *foo"},
	{"a: &b 1\nc: *b + 1\n", "after-value 2:7 + 1"},
	{"a: %d\n", "value-start 1:4 %"},
	{"x: 1\na: @x\n", "value-start 2:4 @"},
	{"a: `x`\n", "value-start 1:4 `"},
	{"a: >= 5\n", "value-start 1:4 >"},
	{"a: | foo\n", "value-start 1:4 |"},
	{"a: - 3\n", "value-start 1:4 -"},
	{"a: ? b\n", "value-start 1:4 ?"},
	{"a: ,b\n", "value-start 1:4 ,"},
	{"a: !!str 5\n", "tag 1:4 !!str"},
	{"a: !!map {b: 5}\n", "tag 1:4 !!map"},

	// Values that end too soon.
	{"a: b ? c : d\n", "colon-in-value 1:6 ? c :"},
	{"x:\n  - a ? b : c\n", "colon-in-value 2:5 a ? b"},
	{"x:\n  a ? b : c\n", "colon-in-value 2:3 a ? b"},
	{"a: x: y\n", "colon-in-value 1:5 :"},
	{"a: {b: c d: e}\n", "colon-in-value 1:10 d"},
	{"a: filter(x, #.hp > 0)\n", "comment-in-value 1:14 #.hp > 0)"},
	{"a: x\n  y # c\n  z\n", "comment-in-value 2:5 # c"},
	{"a: goblin #3\n", "comment-in-value 1:11 #3"},
	{"a: #3\n", "comment-in-value 1:4 #3"},
	// Remarks.
	{"#: One.\n\na: 1\n", "loose-remark 1:1 #: One."},
	{"a: 1\n#: One.\n#: Two.\n# no\nb: 2\n", "loose-remark 2:1 #: One.\n#: Two."},
	{"a: 1\n#: One.\n", "loose-remark 2:1 #: One."},
	{"a:\n  - b  #: One.\n  #: Two.\n  - c: 1\n", "loose-remark 2:8 #: One."},
	{"a: [{b: 1}, {c: 2}]  #: One.\nd:\n  - {e: 1}  #: Two.\n  - f: {g: 1, h: 1}\n    i: 1  #: Three.\n", ""},
	{"a: {b: 1,\n  c: 1, d: 2}  #: One.\n", "loose-remark 2:16 #: One."},
	{"a: [b,\n  c]  #: One.\n", "loose-remark 2:7 #: One."},
	{"a: 1  #:\n", "remark-form 1:7 #:"},
	{"a: 1  #: One. [b.c\n", "remark-form 1:15 [b.c"},
	{"a: 1  #: One. [b.c] Two.\n", "remark-form 1:21 Two."},
	{"a: 1  #: One. [b.c, D,, e f]\n", "remark-form 1:21 D\nremark-form 1:23 \nremark-form 1:25 e f"},
	{"#: One. [b.\n#: c]\na: 1\n", "remark-form 1:10 b.\n#: c"},
	{"a: {5: hurt(target, 3)}\n", "torn-formula 1:8 hurt(target, 3)"},
	{"a: {5: f(g(1, 2), 3), 6: f(1, 3)}\n", "torn-formula 1:8 f(g(1, 2), 3)\ntorn-formula 1:26 f(1, 3)"},
	{"a: {can(self, x): too far}\n", "torn-formula 1:5 can(self, x)"},
	{"a: {title: slow, cold, and mean., c: 1}\n", "torn-formula 1:12 slow, cold, and mean."},
	{"a: {title: b, c, d: 1, told: e, f}\n", "torn-formula 1:12 b, c\ntorn-formula 1:30 e, f"},
	{"a: [f(1, 2), 3]\n", "torn-formula 1:5 f(1, 2)"},
	{"a: [a[0], b]\n", "torn-formula 1:6 ["},

	// Values that aren't the same to everybody.
	{"a: yes\n", "ambiguous-value 1:4 yes"},
	{"a: [No, b]\n", "ambiguous-value 1:5 No"},
	{"a: on\n", "ambiguous-value 1:4 on"},
	{"a: OFF\n", "ambiguous-value 1:4 OFF"},
	{"a: True\n", "ambiguous-value 1:4 True"},
	{"a: ~\n", "ambiguous-value 1:4 ~"},
	{"a: Null\n", "ambiguous-value 1:4 Null"},
	{"a: 010\n", "ambiguous-value 1:4 010"},
	{"a: 1_000\n", "ambiguous-value 1:4 1_000"},
	{"a: 0o10\n", "ambiguous-value 1:4 0o10"},
	{"a: 0x1F\n", "ambiguous-value 1:4 0x1F"},
	{"a: 12:30\n", "ambiguous-value 1:4 12:30"},
	{"a: 2024-01-01\n", "ambiguous-value 1:4 2024-01-01"},
	{"a: .5\n", "ambiguous-value 1:4 .5"},
	{"a: 5.\n", "ambiguous-value 1:4 5."},
	{"a: 1e3\n", "ambiguous-value 1:4 1e3"},
	{"a: -.inf\n", "ambiguous-value 1:4 -.inf"},
	{"a: .nan\n", "ambiguous-value 1:4 .nan"},

	// Aliases.
	{"a: &a [*a]\n", "alias-cycle 1:8 "},
	{"a: &a {b: &b [*a, *b]}\n", "alias-cycle 1:15 "},
}

func TestBadTexts(t *testing.T) {
	for _, test := range badTexts {
		_, list := Parse(diag.NewSource("f", test.text))
		if got := places(list); got != test.want {
			t.Errorf("%q\ngot:\n%s\nwant:\n%s", test.text, got, test.want)
		}
		for _, d := range list {
			if d.Message == "" || strings.HasSuffix(d.Message, ".") {
				t.Errorf("%q: message %q", test.text, d.Message)
			}
		}
	}
}

// goodValues are values that look a little like a trap and are none.
var goodValues = []string{
	"1d6 + 2", "self.hp <= 0", "1..10", "..0", "11..", "-3", "+5", "0", "0.5", "-0.5", "not prone(self)",
	"if(a, b, c)", "a == b", "it's", "take_time(self, it)             # rolls or reads", "3 # of them", "3 ## three",
	"0 - self.reflex", "x - 1", "a:b", "12", "1.2.3", "yes and no", "nobody", "none", "y", "n", "[a, b]", "{a: b}", "{a: [1..5, 2], b: (c)}",
	"choose act from can_do(self)", "'yes'", `"010"`, "'#3'", "a*b", "a&b", "a!b", "true", "false", "-self.hp", "?x", "-x", "a ? b", "100%",
	"{if: x, on: y}", "who? me", "[]", "{}", "\"a: b # c\"", "|\n  a: b # c\n  !x", ">-\n  a ? b : c\n  (d", "1-2", "d6", "2024", "10:20 to 10:30",
	"{5: 'hurt(target, 3)'}", "[ (a), (b) ]", "text (see there) # comment (open",
}

func TestGoodValues(t *testing.T) {
	for _, value := range goodValues {
		for _, form := range []string{"a: %s\n", "- %s\n", "a:\n  - b: %s\n"} {
			text := fmt.Sprintf(form, strings.ReplaceAll(value, "\n", "\n    "))
			if strings.HasPrefix(value, "?x") && form == "- %s\n" {
				continue
			}
			parse(t, "f", text)
		}
	}
}

// The outline is asked only about files that YAML refuses; in others it should
// find nothing, or it would find the wrong thing in a file with another fault.
func TestOutlineFindsNothingInGoodFiles(t *testing.T) {
	texts := []string{
		"a:\n- b\n- c\nd: 1\n", "a:\n  - b: 1\n    c:\n      d: 2\n  - e\nf:\n", "- - a\n  - b\n- c\n", "a: b\n  c\n  d\ne: 1\n", "a: \"b\n  c\"\nd: e\n",
		"a: {b: 1,\n  c: 2}\nd: [\n  1,\n  2,\n]\n", "a: &x 1\nb: *x\n", "{a: b}\n", "a:\n  b\nc: 1\n", "a: |-\n\n    x\n   # c\nb: 1\n",
		"a: # comment\n  b: 1\n", "\"a: b\": 1\n", "---\na: 1\n", "a:\n  'b'\n", "a: {b: \"c\", \"d\": e, f: {g: h}, i: [j]}\n", "a: |2\n    x\n   y\nb: 1\n",
	}
	for _, text := range texts {
		parse(t, "f", text)
	}
	for _, value := range goodValues {
		texts = append(texts, "a: "+strings.ReplaceAll(value, "\n", "\n  ")+"\nb: 1\n")
	}
	for _, text := range texts {
		if d := outline(diag.NewSource("f", text)); d != nil {
			t.Errorf("%q:\n%s", text, d.Snippet(false))
		}
	}
}

func TestMendedFormulasAreWhole(t *testing.T) {
	root, _ := Parse(diag.NewSource("f", "a: {can(self, x): too far, b: f(g(1, 2), 3), c: 4, d:5}\ne: [f(1, 2), 3]\n"))
	want := "{a: {can(self, x): too far, b: f(g(1, 2), 3), c: 4, d: 5}, e: [f(1, 2), 3]}"
	if got := compact(root); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestHintsOfAmbiguousValues(t *testing.T) {
	tests := []struct{ value, want string }{
		{"yes", "write true"}, {"off", "write false"}, {"007", "write 7"}, {"-010", "write -10"}, {"00", "write 0"}, {"0x1F", "write 31"}, {"0o17", "write 15"},
		{"0b11", "write 3"}, {"1_000_000", "write 1000000"}, {".5", "write 0.5"}, {"-.5", "write -0.5"}, {"5.", "write 5"}, {"1e3", "write 1000"},
		{"25e-2", "write 0.25"}, {"1e300", "put it in quotes"}, {"12:30", "put it in quotes"}, {"~", "write nothing after the colon"},
	}
	for _, test := range tests {
		_, list := Parse(diag.NewSource("f", "a: "+test.value+"\n"))
		if len(list) != 1 || !strings.HasPrefix(list[0].Hint, test.want) {
			t.Errorf("%s: %v, want %s", test.value, list, test.want)
			continue
		}
	}
}

func TestLimits(t *testing.T) {
	nested := func(n int) string { return strings.Repeat("[", n) + strings.Repeat("]", n) + "\n" }
	dashes := func(n int) string { return strings.Repeat("- ", n) + "x\n" }
	aliases := func(n int) string { return "a: &a 1\nb: [" + strings.Repeat("*a,", n) + "]\n" }
	// This has 5 + inner + n*(inner+1) nodes when written out: a mapping, two
	// keys, two lists, and what is in them.
	expanded := func(inner, n int) string {
		return "a: &a [" + strings.Repeat("1,", inner) + "]\nb: [" + strings.Repeat("*a,", n) + "]\n"
	}
	sized := func(n int) string { return "a: " + strings.Repeat("x", n-4) + "\n" }
	tests := []struct {
		name string
		text string
		code diag.Code
	}{
		{"size at the limit", sized(MaxBytes), ""},
		{"size past it", sized(MaxBytes + 1), TooLarge},
		{"nodes at the limit", strings.Repeat("- 1\n", MaxNodes-1), ""},
		{"nodes past it", strings.Repeat("- 1\n", MaxNodes), TooManyValues},
		{"brackets at the limit", nested(MaxDepth), ""},
		{"brackets past it", nested(MaxDepth + 1), TooDeep},
		{"dashes at the limit", dashes(MaxDepth), ""},
		{"dashes past it", dashes(MaxDepth + 1), TooDeep},
		{"a million brackets", strings.Repeat("[", 1<<20), TooDeep},
		{"depth through an alias at the limit", "a: &a " + nested(MaxDepth-2) + "b: [*a]\n", ""},
		{"depth through an alias past it", "a: &a " + nested(MaxDepth-2) + "b: [[*a]]\n", TooDeep},
		{"aliases at the limit", aliases(MaxAliases), ""},
		{"aliases past it", aliases(MaxAliases + 1), TooManyAliases},
		{"expansion at the limit", expanded(155, 640), ""},
		{"expansion past it", expanded(155, 641), TooManyAliases},
		{"laughs", laughs(20), TooManyAliases},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			root, list := Parse(diag.NewSource("f", test.text))
			var code diag.Code
			if len(list) > 0 {
				code = list[0].Code
			}
			if code != test.code || len(list) > 1 || (root == nil) != (code != "") {
				t.Errorf("got %q (%d reports), want %q", code, len(list), test.code)
			}
		})
	}
}

// laughs returns a file whose aliases double n times.
func laughs(n int) string {
	var b strings.Builder
	b.WriteString("a0: &a0 [x]\n")
	for i := 1; i <= n; i++ {
		fmt.Fprintf(&b, "a%d: &a%d [*a%d, *a%d]\n", i, i, i-1, i-1)
	}
	return b.String()
}
