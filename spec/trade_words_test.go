package spec_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/rulec/rulec/internal/docs"
	"github.com/rulec/rulec/spec"
)

// printed is how much of a line `rulec docs --find` prints.
const printed = 110

var linkShown = regexp.MustCompile(`\]\(([a-z_]+\.md)(#[^)]*)?\)`)

// TestTradeWords looks for words of tabletop games, as players do. One of the first three sections found is the one that shows how to
// write that, or it is the row of the glossary that leads there.
func TestTradeWords(t *testing.T) {
	all, err := docs.Read(spec.Pages)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(readPage(t, "trade_words.txt")), "\n")
	if len(lines) < 220 {
		t.Errorf("%d words are too few", len(lines))
	}
	for _, line := range lines {
		word, want, _ := strings.Cut(line, " -> ")
		hits := docs.Search(all, strings.Fields(word))
		hits = hits[:min(len(hits), 3)]
		var found []string
		for _, h := range hits {
			found = append(found, leadsTo(h)...)
		}
		if !slices.ContainsFunc(found, func(f string) bool { return f == want || strings.HasPrefix(f, want+"#") }) {
			t.Errorf("%s doesn't lead to %s, but to %s", word, want, strings.Join(found, ", "))
		}
	}
}

// leadsTo returns the section of a hit, and those that its line links in what is printed of it.
func leadsTo(h docs.Hit) []string {
	to := []string{h.Page + ".md#" + anchorOf(h.Heading)}
	for _, m := range linkShown.FindAllStringSubmatchIndex(h.Line, -1) {
		if page := m[3]; h.Page == "glossary" && len([]rune(h.Line[:page])) <= printed {
			to = append(to, h.Line[m[2]:m[1]-1])
		}
	}
	return to
}
