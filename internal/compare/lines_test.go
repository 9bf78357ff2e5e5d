package compare

import (
	"fmt"
	"strings"
	"testing"
)

// TestLinesApart: a letter is a line.
func TestLinesApart(t *testing.T) {
	for texts, want := range map[[2]string]string{
		{"a b c", "a b c"}:     "[]",
		{"a b c", "a x c"}:     "[{1 2 1 2}]",
		{"a b c", "a b x y c"}: "[{2 2 2 4}]",
		{"a b c", "b c"}:       "[{0 1 0 0}]",
		{"a b c", "a b c d"}:   "[{3 3 3 4}]",
		{"a a b c", "a x b y"}: "[{1 2 1 2} {3 4 3 4}]",
		{"a", "b"}:             "[{0 1 0 1}]",
		{"", "a"}:              "[{0 0 0 1}]",
	} {
		if got := fmt.Sprint(linesApart(strings.Fields(texts[0]), strings.Fields(texts[1]))); got != want {
			t.Errorf("%q: %s, want %s", texts, got, want)
		}
	}
}
