package terminal

import (
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// readAll reads all lines of an input behind the prompt `mort> `.
func readAll(l *Lines) (lines []string) {
	for {
		line, ok := l.Read("mort> ", nil)
		if !ok {
			return lines
		}
		lines = append(lines, line)
	}
}

func TestReadPlainly(t *testing.T) {
	long := strings.Repeat("x", 100_000)
	for _, c := range []struct {
		name, input string
		lines       []string
		shown       string
	}{
		{"nothing", "", nil, "mort> \n"},
		{"lines", "punch zora\n\n2\n", []string{"punch zora", "", "2"}, "mort> punch zora\nmort> \nmort> 2\nmort> \n"},
		{"no line break at the end", "1\n2", []string{"1", "2"}, "mort> 1\nmort> 2\nmort> \n"},
		{"lines of Windows", "1\r\n2\r\n", []string{"1", "2"}, "mort> 1\nmort> 2\nmort> \n"},
		{"a long line", long + "\n1\n", []string{long, "1"}, "mort> " + long + "\nmort> 1\nmort> \n"},
		{"a line above the limit", "1\n" + strings.Repeat("x", longestLine+1) + "\n2\n", []string{"1"}, "mort> 1\nmort> \n"},
		{"what a terminal would obey", "\x1b[31mred\n", []string{"\x1b[31mred"}, "mort> \\x1b[31mred\nmort> \n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var out strings.Builder
			l := Open(strings.NewReader(c.input), &out)
			if l.Interactive() || l.Width() != 80 {
				t.Errorf("interactive %t, width %d", l.Interactive(), l.Width())
			}
			if lines := readAll(l); !slices.Equal(lines, c.lines) {
				t.Errorf("%d lines %.200q, want %d", len(lines), lines, len(c.lines))
			}
			if out.String() != c.shown {
				t.Errorf("%.200q, want %.200q", out.String(), c.shown)
			}
		})
	}
}

// TestPromptVisible tests that a prompt with what a terminal obeys is shown as escapes.
func TestPromptVisible(t *testing.T) {
	var out strings.Builder
	Open(strings.NewReader("1\n"), &out).Read("\x1b[2Jmort\n> ", nil)
	if want := `\x1b[2Jmort\n> ` + "1\n"; out.String() != want {
		t.Errorf("%q, want %q", out.String(), want)
	}
}

// TestByWords completes what stands before the cursor, |.
func TestByWords(t *testing.T) {
	complete := byWords(func(string) []string {
		return []string{"punch mort", "Punch zora", "punch zora hard", "kick mort", "punc", "punch \x1b[2Jeve", "punch ärger", "ende"}
	})
	for _, c := range []struct {
		line, head, tail string
		words            []string
	}{
		{"|", "", "", []string{"punch ", "Punch ", "kick ", "punc", "ende"}},
		{"punch|", "", "", []string{"punch ", "Punch "}},
		{"punch |", "punch ", "", []string{"mort", "zora", "zora ", "ärger"}},
		{"PUNCH Ä|rg er", "PUNCH ", "rg er", []string{"ärger"}},
		{"punch zora h|", "punch zora ", "", []string{"hard"}},
		{"mort|", "", "", nil},
		{"ärger|", "", "", nil},
	} {
		before, after, _ := strings.Cut(c.line, "|")
		head, words, tail := complete(before+after, utf8.RuneCountInString(before))
		if head != c.head || tail != c.tail || !slices.Equal(words, c.words) {
			t.Errorf("%q becomes %q, %q, %q", c.line, head, words, tail)
		}
	}
	if byWords(nil) != nil {
		t.Error("no completion has become one")
	}
}

// through is a writer that passes its text on.
type through struct{ to io.Writer }

func (w through) Write(text []byte) (int, error) { return w.to.Write(text) }
func (w through) Unwrap() io.Writer              { return w.to }

// TestNoTerminal tests that neither a device nor a file nor a pipe is a terminal, whatever passes text on to it.
func TestNoTerminal(t *testing.T) {
	null, err := os.OpenFile(os.DevNull, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer null.Close()
	file, err := os.Create(filepath.Join(t.TempDir(), "file"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	t.Setenv("NO_COLOR", "")
	for _, w := range []io.Writer{null, file, through{through{null}}, io.Discard, nil, (*os.File)(nil)} {
		if Of(w) != nil || Colourful(w) {
			t.Errorf("%v is a terminal", w)
		}
	}
}
