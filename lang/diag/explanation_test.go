package diag

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestExplanations reads the file of each code.
func TestExplanations(t *testing.T) {
	paths, err := filepath.Glob("codes/*")
	if err != nil || len(paths) == 0 {
		t.Fatal("no files", err)
	}
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := parseExplanation(string(text)); err != nil || filepath.Ext(path) != ".txt" {
			t.Errorf("%s: %v", path, err)
		}
	}
	if codes := Codes(); len(codes) != len(paths) {
		t.Errorf("%d codes in %d files", len(codes), len(paths))
	}
}

// TestExplain holds what is made of a file, and that there is none for what is no code.
func TestExplain(t *testing.T) {
	e, ok := Explain("wrong-file")
	if !ok || e.Code != "wrong-file" || e.See != "files" || !strings.HasPrefix(e.Summary, "A file is") || !strings.HasPrefix(e.Fix, "Look at") {
		t.Errorf("wrong-file is explained as %+v, %v", e, ok)
	}
	if len(e.Files) != 2 || e.Files[1] != (ExampleFile{"fight.yaml", "encounter: meeting\nruleset: other\n"}) {
		t.Errorf("the files of wrong-file are %+v", e.Files)
	}
	for _, code := range []Code{"", "wrong", "wrong-file.txt", "../codes/wrong-file", "*"} {
		if _, ok := Explain(code); ok {
			t.Errorf("%q is explained", code)
		}
	}
}

const explained = "It occurs.\n\nFix: Mend it.\nSee: files\n"

// TestExplanationExample: the files of an example, and how they are shown.
func TestExplanationExample(t *testing.T) {
	for _, test := range []struct{ text, files, shown string }{
		{"", "", ""},
		{"\n-- example.yaml --\na: 1\n", "example.yaml a: 1\n", "a: 1\n"},
		{"\n-- example.yaml --\na: 1", "example.yaml a: 1\n", "a: 1\n"},
		{"\n-- lists/one.yaml --\na: 1\n", "lists/one.yaml a: 1\n", "-- lists/one.yaml --\na: 1\n"},
		{"\n-- a.yaml --\na: 1\n\n-- b.yaml --\n# -- no file --\n", "a.yaml a: 1\n\nb.yaml # -- no file --\n", "-- a.yaml --\na: 1\n\n-- b.yaml --\n# -- no file --\n"},
		{"\n-- example.yaml --\n<\\t>a: <<\\xe4>: \"\\\\\"\n", "example.yaml \ta: <\xe4: \"\\\\\"\n", "\ta: <\xe4: \"\\\\\"\n"},
	} {
		e, err := parseExplanation(explained + test.text)
		var files strings.Builder
		for _, f := range e.Files {
			files.WriteString(f.Name + " " + f.Text)
		}
		if err != nil || files.String() != test.files || e.Example() != test.shown {
			t.Errorf("%q: %v\nfiles %q\nshown %q", test.text, err, files.String(), e.Example())
		}
	}
}

// TestWrongExplanations: what is written down in another form is refused, with what is wrong.
func TestWrongExplanations(t *testing.T) {
	const head = "when the code occurs, an empty line, Fix: .. and See: .. must be its first four lines"
	for _, test := range []struct{ text, want string }{
		{"", head},
		{"It occurs.\n", head},
		{"\n\nFix: Mend it.\nSee: files\n", head},
		{"It occurs.\nFix: Mend it.\nSee: files\n", head},
		{"It occurs\noften.\n\nFix: Mend it.\nSee: files\n", head},
		{"It occurs.\n\nFix: Mend it.\n", head},
		{"It occurs.\n\nMend: Mend it.\nSee: files\n", `expected a line Fix: .., found "Mend: Mend it."`},
		{"It occurs.\n\nFix: \nSee: files\n", `expected a line Fix: .., found "Fix: "`},
		{"It occurs.\n\nFix: Mend it.\nsee files\n", `expected a line See: .., found "see files"`},
		{explained + "\na: 1\n", head},
		{explained + "\n-- a.yaml\na: 1\n", `"-- a.yaml" isn't followed by -- and the lines of a file`},
		{explained + "\n-- a.yaml --\n", `"-- a.yaml --" isn't followed by -- and the lines of a file`},
		{explained + "\n-- a.yaml --\na: <\\y>\n", `<\y> isn't a character in Go notation`},
	} {
		if _, err := parseExplanation(test.text); err == nil || err.Error() != test.want {
			t.Errorf("%q: %v, want %s", test.text, err, test.want)
		}
	}
}
