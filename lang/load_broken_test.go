package lang_test

import (
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/rulec/rulec/lang/diag"
)

// broken is one entry of testdata/broken.txt:
//
//	== what is wrong: code
//	ruleset: x
//	extends: tiny
//	weapons: {club: {«harmm»: 1d6}}
//
// The text is loaded without its marks. It must give one diagnostic, with this
// code, and with just what stands between the marks as its place.
type broken struct {
	title, text string
	code        diag.Code
	start, end  int
}

func brokenTexts(t *testing.T) []broken {
	t.Helper()
	data, err := os.ReadFile("testdata/broken.txt")
	if err != nil {
		t.Fatal(err)
	}
	var list []broken
	for _, entry := range strings.Split("\n"+string(data), "\n== ")[1:] {
		head, text, _ := strings.Cut(entry, "\n")
		title, code, ok := strings.Cut(head, ": ")
		before, rest, begins := strings.Cut(text, "«")
		inside, after, ends := strings.Cut(rest, "»")
		if !ok || !begins || !ends || strings.ContainsAny(after, "«»") {
			t.Fatalf("entry %q is written wrongly", head)
		}
		list = append(list, broken{
			title: title, code: diag.Code(code), text: before + inside + after,
			start: len(before), end: len(before) + len(inside),
		})
	}
	return list
}

func TestBroken(t *testing.T) {
	base := baseFiles(t)
	list := brokenTexts(t)
	if len(list) < 80 {
		t.Errorf("only %d texts", len(list))
	}
	for _, b := range list {
		t.Run(b.title, func(t *testing.T) {
			files := fstest.MapFS{"broken.yaml": &fstest.MapFile{Data: []byte(b.text)}}
			for name, f := range base {
				files[name] = f
			}
			got := loadText(files, "broken.yaml", b.text)
			if len(got) != 1 || got[0].Code != b.code {
				t.Fatalf("want %s alone, got:\n%s", b.code, snippets(got))
			}
			if s := got[0].Span; s.Source == nil || s.Source.Name != "broken.yaml" || s.Start != b.start || s.End != b.end {
				t.Errorf("want the place %q, got:\n%s", b.text[b.start:b.end], snippets(got))
			}
		})
	}
}

func snippets(list diag.List) string {
	var b strings.Builder
	for _, d := range list {
		b.WriteString(d.Snippet(false))
	}
	return b.String()
}
