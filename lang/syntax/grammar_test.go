package syntax

import (
	"flag"
	"os"
	"testing"
)

var update = flag.Bool("update", false, "write spec/grammar.ebnf anew")

// TestGrammarFile holds the published grammar equal to the one that programs and scripts are read by.
func TestGrammarFile(t *testing.T) {
	const file = "../../spec/grammar.ebnf"
	if *update {
		if err := os.WriteFile(file, []byte(Grammar()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	published, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if string(published) != Grammar() {
		t.Errorf("%s differs from the grammar; run: go test ./lang/syntax -run TestGrammarFile -update", file)
	}
}
