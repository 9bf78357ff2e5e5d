package syntax

import (
	"regexp"
	"slices"
	"testing"
)

// TestWords holds the published list complete: every word that the grammar names is in it.
func TestWords(t *testing.T) {
	words := Words()
	if !slices.IsSorted(words) || len(slices.Compact(slices.Clone(words))) != len(words) {
		t.Error("the words aren't sorted or not unique")
	}
	for _, m := range regexp.MustCompile(`"([a-z]+)"`).FindAllStringSubmatch(grammar(), -1) {
		if !slices.Contains(words, m[1]) {
			t.Errorf("the grammar's word %q is not published", m[1])
		}
	}
	for _, w := range slices.Concat(clauseWords, statementWords, lineWords) {
		if !slices.Contains(words, w) {
			t.Errorf("%q is not published", w)
		}
	}
}
