package diff

import (
	"fmt"
	"strings"
	"testing"

	"github.com/rulec/rulec/lang/tree"
)

// TestChangedLines: a letter is a line.
func TestChangedLines(t *testing.T) {
	program := func(letters string) *tree.Node {
		return &tree.Node{Kind: tree.Scalar, Text: strings.ReplaceAll(letters, " ", "\n") + "\n"}
	}
	for texts, want := range map[[2]string]string{
		{"a b c", "a b c"}:     "[]",
		{"a b c", "a x c"}:     "[{do, line 2 b x}]",
		{"a b c", "a b x y c"}: "[{do, after line 2  x y}]",
		{"a b c", "b c"}:       "[{do, line 1 a }]",
		{"a b c", "a b c d"}:   "[{do, after line 3  d}]",
		{"a a b c", "a x b y"}: "[{do, line 2 a x} {do, line 4 c y}]",
		{"a b c d", "x d"}:     "[{do, lines 1 to 3 a b c x}]",
	} {
		if got := fmt.Sprint(changedLines("do", program(texts[0]), program(texts[1]))); got != want {
			t.Errorf("%q: %s, want %s", texts, got, want)
		}
	}
}
