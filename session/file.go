package session

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/tree"
)

// Written returns the file of an encounter, with the fight as its script and the seed that was used: rulec run plays it to the same fight.
// The error is that of [Session.Script], or that nothing has been done yet.
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
	for _, e := range slices.Backward(node.Entries) { // from the end, so that positions stay valid
		if key := e.Key.Text; key == "script" || key == "seed" {
			rest = rest[:e.Key.Span.Start] + strings.TrimLeft(rest[e.Value.Span.End:], " \n")
		}
	}
	seed, _ := s.machine.Seed()
	indented := "  " + strings.ReplaceAll(strings.TrimSuffix(script, "\n"), "\n", "\n  ")
	return fmt.Sprintf("%s\nseed: %d\nscript: |\n%s\n", strings.TrimRight(rest, "\n"), seed, indented), nil
}
