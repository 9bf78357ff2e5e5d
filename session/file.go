package session

import (
	"fmt"
	"strings"

	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/tree"
)

// Written returns the file of an encounter, given as it stands, with what was played as its script
// and the seed that was taken: rulec run plays it to the same fight.
func (s *Session) Written(file string) (string, error) {
	script, err := s.Script()
	if err != nil {
		return "", err
	}
	node, list := tree.Parse(diag.NewSource("encounter", file))
	if list.HasErrors() {
		return "", list[0]
	}
	rest := file
	for i := len(node.Entries) - 1; i >= 0; i-- { // from behind, so that places stay what they are
		if key := node.Entries[i].Key; key.Text == "script" || key.Text == "seed" {
			end := len(rest)
			if i+1 < len(node.Entries) {
				end = node.Entries[i+1].Key.Span.Start
			}
			rest = rest[:key.Span.Start] + rest[end:]
		}
	}
	seed, _ := s.machine.Seed()
	var b strings.Builder
	fmt.Fprintf(&b, "%s\nseed: %d\nscript: |\n", strings.TrimRight(rest, "\n"), seed)
	for line := range strings.Lines(script) {
		b.WriteString("  " + line)
	}
	return b.String(), nil
}
