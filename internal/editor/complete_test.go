package editor

import (
	"io/fs"
	"math/rand/v2"
	"regexp"
	"slices"
	"testing"

	"github.com/rulec/rulec/lang"
	"github.com/rulec/rulec/lang/program"
	"github.com/rulec/rulec/rulesets"
	"github.com/rulec/rulec/stdlib"
)

// shipped are the rulesets that come with the program, and the tutorial.
var shipped = []string{"timecount", "energy", "segments", "dierank", "actionpoints"}

// opened returns a workspace over the rulesets that come with the program, with all files of one open.
func opened(t testing.TB, ruleset string) *Workspace {
	t.Helper()
	w := New(lang.Options{Files: rulesets.Files, Library: stdlib.Files})
	c := w.Check(ruleset + ".yaml")
	if len(c.List) > 0 {
		t.Fatal(c.List[0])
	}
	for _, file := range c.Files {
		if text, err := fs.ReadFile(rulesets.Files, file); err == nil {
			w.Set(file, string(text))
		}
	}
	return w
}

// gridBegins matches the line above the names of columns.
var gridBegins = regexp.MustCompile(`: \|(\s|$)`)

// TestCompleteOffersWhatStandsThere takes names out of rulesets at random places: what stood there has to be
// among what could stand there.
func TestCompleteOffersWhatStandsThere(t *testing.T) {
	const each = 60
	random := rand.New(rand.NewPCG(1, 2))
	for _, name := range shipped {
		w := opened(t, name)
		c := w.Check(name + ".yaml")
		uses := slices.DeleteFunc(slices.Clone(c.uses), func(u program.Use) bool {
			_, mine := w.open[u.At.Source.Name]
			if line, _ := u.At.Source.Position(u.At.Start); line > 1 && gridBegins.MatchString(u.At.Source.Line(line-1)) {
				return true // a column may have any name, that of its type, too
			}
			return u.At == u.Decl || u.At.Start == u.At.End || u.Decl.IsZero() || !mine
		})
		missed := 0
		for range each {
			u := uses[random.IntN(len(uses))]
			file, before := u.At.Source.Name, u.At.Source.Text
			list, start, end := w.Complete(file, u.At.Start)
			if before[start:end] != u.At.Text() || !slices.ContainsFunc(list, func(x Candidate) bool { return x.Name == u.At.Text() }) {
				missed++
				line, column := u.At.Source.Position(u.At.Start)
				t.Logf("%s:%d:%d: %q isn't among the %d that are offered: %s", file, line, column, u.At.Text(), len(list), u.At.Source.Line(line))
			}
		}
		if missed > 0 {
			t.Errorf("%s: %d of %d places", name, missed, each)
		}
	}
}

// TestCompleteReadsOnlyWhatMatters: what is found out by reading the texts at the place alone is what a
// check of the whole says.
func TestCompleteReadsOnlyWhatMatters(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 8))
	for _, name := range shipped {
		w := opened(t, name)
		uses := w.Check(name + ".yaml").uses
		for range 25 {
			u := uses[random.IntN(len(uses))]
			file, text := u.At.Source.Name, u.At.Source.Text
			if _, mine := w.open[file]; !mine {
				continue
			}
			text = text[:u.At.Start] + mark + text[u.At.End:]
			fast, _ := w.unknown(file, text, mark)
			whole, _ := w.unknown(file, text, "")
			if fast == nil && whole != nil {
				t.Logf("%s at %d of %s is read by a check of the whole", u.At.Text(), u.At.Start, file)
			} else if fast != nil && (whole == nil || fast.Code != whole.Code || !slices.Equal(fast.Candidates, whole.Candidates)) {
				t.Errorf("%s at %d of %s: %+v, want %+v", u.At.Text(), u.At.Start, file, fast, whole)
			}
		}
	}
}
