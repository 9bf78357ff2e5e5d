package session

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/tree"
)

// Written returns the file of an encounter, given as it stands, with what was played as its script
// and the seed that was taken: rulec run plays it to the same fight. The error is that of [Session.Script], or that nothing has been done yet.
func (s *Session) Written(file string) (string, error) {
	script, err := s.Script()
	if err != nil {
		return "", err
	}
	if script == "" {
		return "", errors.New("nothing has been done yet")
	}
	src := diag.NewSource("encounter", file)
	node, list := tree.Parse(src)
	if list.HasErrors() {
		return "", list[0]
	}
	rest := src.Text
	for _, e := range slices.Backward(node.Entries) { // from behind, so that places stay what they are
		if key := e.Key.Text; key == "script" || key == "seed" {
			rest = rest[:e.Key.Span.Start] + strings.TrimLeft(rest[e.Value.Span.End:], " \n")
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
