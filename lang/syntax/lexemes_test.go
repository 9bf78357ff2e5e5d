package syntax

import (
	"slices"
	"testing"
)

func TestLexemes(t *testing.T) {
	const text = "roll hit = 2d6 + self.of  # é of\nif count(foes) > 1 { apply dazed to it } \"a # b\""
	var got []string
	for _, x := range Lexemes(text) {
		got = append(got, x.Sort+" "+text[x.Start:x.End])
	}
	want := []string{
		"keyword roll", "variable hit", "operator =", "dice 2d6", "operator +", "keyword self", "operator .", "property of", "comment # é of",
		"keyword if", "function count", "operator (", "variable foes", "operator )", "operator >", "number 1", "operator {", "keyword apply", "variable dazed", "keyword to", "keyword it", "operator }",
		`string "a # b"`,
	}
	if !slices.Equal(got, want) {
		t.Errorf("the lexemes are\n%q, not\n%q", got, want)
	}
}
