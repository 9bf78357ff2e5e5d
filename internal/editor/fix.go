package editor

import (
	"fmt"
	"strings"

	"github.com/rulec/rulec/lang/diag"
)

// A Mend is a change to choose: a fix, or a guess at what was meant.
type Fix struct {
	Title string
	Edits []diag.Edit
	// Guess is set if it isn't certain: it is never applied together with others.
	Guess bool
}

// Fixes returns the changes to choose from for a diagnostic, certain ones first.
func Fixes(d *diag.Diagnostic) []Fix {
	var list []Fix
	if len(d.Fix) > 0 {
		list = append(list, Fix{Title: title(d, d.Fix), Edits: d.Fix})
	}
	for _, e := range d.Guesses {
		edits := []diag.Edit{e}
		list = append(list, Fix{Title: title(d, edits) + " (a guess)", Edits: edits, Guess: true})
	}
	return list
}

// title describes edits.
func title(d *diag.Diagnostic, edits []diag.Edit) string {
	const most = 60
	if e := edits[0]; len(edits) == 1 && len(e.Text) <= most && !strings.Contains(e.Text, "\n") {
		switch old := e.At.Text(); {
		case e.Text == "":
			return fmt.Sprintf("Remove %q", old)
		case old == "":
			return fmt.Sprintf("Add %q", e.Text)
		case len(old) <= most:
			return fmt.Sprintf("Write %q instead of %q", e.Text, old)
		}
	}
	return "Fix: " + d.Message
}
