package cli

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/interp/script"
	"github.com/rulec/rulec/lang"
	"github.com/rulec/rulec/lang/diag"
)

// The files of testdata/mistakes are a collection of the mistakes that people make who
// write YAML, dice and rules. Each is an edit of a shipped file: lines that are taken out,
// lines that take their place, and in them, between « and », where the message has to begin:
//
//	== a colon forgotten behind a name
//	examples/scuffle.yaml
//	-   punch:
//	+   «punch»
//	error no-colon: "punch" needs a colon behind it
//	hint: punch:
//
// It must be found at this place, and nothing else may be said. The expected lines say the whole
// message and the whole hint; "play error" is what is said when the fight is played, and "fine"
// that there's nothing wrong with it. Where they are new, the flag -mistakes writes down
// what is said, to be read by somebody before it stays; the places are marked by hand.
var updateMistakes = flag.Bool("mistakes", false, "write down what is said of the mistakes that have no expected lines yet")

// mistake is one edit of a file.
type mistake struct {
	title, file string
	head        string // the lines of the entry before the expected ones
	expect      string
	text        string // the file with its mistake
	start       int    // of the mark, -1: there is none
}

func TestMistakes(t *testing.T) {
	paths, err := filepath.Glob("testdata/mistakes/*.txt")
	if err != nil || len(paths) == 0 {
		t.Fatal("no mistakes", err)
	}
	for _, path := range paths {
		var written strings.Builder
		for i, m := range mistakesIn(t, path) {
			if i > 0 {
				written.WriteString("\n")
			}
			written.WriteString(m.head)
			said, faults := m.judge()
			switch {
			case m.expect == "" || strings.HasPrefix(m.expect, "says"):
				if faults == "" && *updateMistakes {
					m.expect = said
				} else {
					t.Logf("open: %s: %s\n%s%s%s", path, m.title, m.expect, faults, said)
				}
			case faults != "" || said != m.expect:
				t.Errorf("%s: %s: %s\ngot:\n%swant:\n%s", path, m.title, faults, said, m.expect)
			}
			written.WriteString(m.expect)
		}
		if *updateMistakes {
			if err := os.WriteFile(path, []byte(written.String()), 0o666); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// judge says what is reported, as expected lines have it, and what is wrong about how it is.
func (m *mistake) judge() (said, faults string) {
	opts := loadOptions()
	opts.Files = os.DirFS("../../..")
	opts.Instead = map[string]string{m.file: m.text}
	list := lintFile(m.file, opts)
	play := ""
	if len(list) == 0 {
		if list = playedList(m.file, opts); len(list) > 0 {
			play = "play "
		}
	}
	list.Sort()
	for _, d := range list {
		said += fmt.Sprintf("%s%s %s: %s\n", play, d.Severity, d.Code, d.Message)
		if d.Hint != "" {
			said += fmt.Sprintf("hint: %s\n", d.Hint)
		}
	}
	switch {
	case len(list) == 0:
		said = "fine\n"
		if m.start >= 0 && !strings.HasPrefix(m.expect, "fine") && !strings.HasPrefix(m.expect, "says: fine") {
			faults = "nothing is said\n"
		}
	case len(list) > 1:
		faults = fmt.Sprintf("%d messages\n", len(list))
		for _, d := range list {
			faults += d.Snippet(false)
		}
	case m.start < 0:
		faults = "no place is marked\n" + list[0].Snippet(false)
	case list[0].Span.Source == nil || list[0].Span.Source.Name != m.file || list[0].Span.Start != m.start:
		faults = "another place\n" + list[0].Snippet(false)
	}
	return said, faults
}

// code returns the code of the message that is expected; empty: none is.
func (m *mistake) code() diag.Code {
	first, _, _ := strings.Cut(strings.TrimPrefix(m.expect, "play "), ":")
	_, code, _ := strings.Cut(first, " ")
	return diag.Code(code)
}

// playedList plays the encounter or the cases of a file and returns why one failed.
func playedList(file string, opts lang.Options) (list diag.List) {
	cases, _ := lang.LoadCases(file, opts)
	for _, c := range cases {
		_, _, err := script.Play(interp.Compile(c.Program), c.Encounter, interp.Options{})
		var d *diag.Diagnostic
		if errors.As(err, &d) {
			list = append(list, d)
		}
	}
	return list
}

// mistakesIn reads a file of mistakes.
func mistakesIn(t *testing.T, path string) (list []*mistake) {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range strings.Split("\n"+strings.TrimSpace(string(data)), "\n== ")[1:] {
		m := &mistake{start: -1}
		lines := strings.Split(strings.TrimSpace(entry), "\n")
		m.title, m.file = lines[0], lines[1]
		var before, after []string
		n := 2
		for ; n < len(lines) && (lines[n] == "-" || lines[n] == "+" || strings.HasPrefix(lines[n], "- ") || strings.HasPrefix(lines[n], "+ ")); n++ {
			text := strings.TrimPrefix(lines[n][1:], " ")
			if lines[n][0] == '-' {
				before = append(before, text)
			} else {
				after = append(after, text)
			}
		}
		m.head = "== " + strings.Join(lines[:n], "\n") + "\n"
		if n < len(lines) {
			m.expect = strings.Join(lines[n:], "\n") + "\n"
		}
		m.edit(t, path, strings.Join(before, "\n")+"\n", strings.Join(after, "\n")+"\n")
		list = append(list, m)
	}
	return list
}

// edit makes the text with its mistake.
func (m *mistake) edit(t *testing.T, path, before, after string) {
	t.Helper()
	data, err := os.ReadFile("../../../" + m.file)
	if err != nil {
		t.Fatal(err)
	}
	whole := "\n" + string(data)
	if strings.Count(whole, "\n"+before) != 1 {
		t.Fatalf("%s: %s: the lines stand %d times in %s", path, m.title, strings.Count(whole, "\n"+before), m.file)
	}
	whole = strings.Replace(whole, "\n"+before, "\n"+after, 1)[1:]
	if begin, rest, marked := strings.Cut(whole, "«"); marked {
		m.start = len(begin)
		inside, tail, ends := strings.Cut(rest, "»")
		if !ends || strings.ContainsAny(inside+tail, "«»") {
			t.Fatalf("%s: %s: the mark is written wrongly", path, m.title)
		}
		whole = begin + inside + tail
	}
	m.text = whole
}

// TestFixes holds that whatever a message of the collection fixes is right afterwards, and that
// it is as it was before the mistake, or means the same.
func TestFixes(t *testing.T) {
	paths, _ := filepath.Glob("testdata/mistakes/*.txt")
	codes := map[diag.Code]int{}
	for _, path := range paths {
		for _, m := range mistakesIn(t, path) {
			opts := loadOptions()
			opts.Files = os.DirFS("../../..")
			opts.Instead = map[string]string{m.file: m.text}
			list := lintFile(m.file, opts)
			fixed := false
			for range mostRounds {
				src := diag.NewSource(m.file, opts.Instead[m.file])
				text, done := list.Fixed(src)
				if len(done) == 0 {
					break
				}
				for _, d := range done {
					codes[d.Code]++
				}
				fixed = true
				opts.Instead[m.file] = text
				list = lintFile(m.file, opts)
			}
			if fixed && list.HasErrors() {
				t.Errorf("%s: %s: fixed, and there is still\n%s", path, m.title, list[0].Snippet(false))
			}
		}
	}
	if len(codes) < 9 {
		t.Errorf("only %d codes have fixes: %v", len(codes), codes)
	}
	t.Logf("%d codes: %v", len(codes), codes)
}

// TestEachFix does what each message of the collection fixes by itself, or guesses first: then fewer messages are left,
// and none that wasn't there before.
func TestEachFix(t *testing.T) {
	paths, _ := filepath.Glob("testdata/mistakes/*.txt")
	done := 0
	for _, path := range paths {
		for _, m := range mistakesIn(t, path) {
			opts := loadOptions()
			opts.Files = os.DirFS("../../..")
			opts.Instead = map[string]string{m.file: m.text}
			before := lintFile(m.file, opts)
			for _, d := range before {
				if len(d.Fix) == 0 && len(d.Guesses) > 0 {
					d.Fix = d.Guesses[:1]
				}
				alone := diag.List{d}
				text, fixed := alone.Fixed(diag.NewSource(m.file, m.text))
				if len(fixed) == 0 {
					continue
				}
				done++
				opts.Instead[m.file] = text
				after := lintFile(m.file, opts)
				if len(after) >= len(before) {
					t.Errorf("%s: %s: fixed, and there are as many messages as before", path, m.title)
				}
				for _, x := range after {
					same := func(y *diag.Diagnostic) bool { return y.Code == x.Code && y.Message == x.Message }
					if !slices.ContainsFunc(before, same) {
						t.Errorf("%s: %s: fixed, and now there is\n%s", path, m.title, x.Snippet(false))
					}
				}
			}
		}
	}
	if done < 50 {
		t.Errorf("only %d fixes", done)
	}
	t.Logf("%d fixes", done)
}
