package editor

import (
	"fmt"
	"strings"

	"github.com/rulec/rulec/lang/diag"
)

// FixTitle says what the fix of a diagnostic does, which has one.
func FixTitle(d *diag.Diagnostic) string {
	const most = 60
	if e := d.Fix[0]; len(d.Fix) == 1 && len(e.Text) <= most && !strings.Contains(e.Text, "\n") {
		switch old := e.At.Text(); {
		case e.Text == "":
			return fmt.Sprintf("Take out %q", old)
		case old == "":
			return fmt.Sprintf("Put in %q", e.Text)
		case len(old) <= most:
			return fmt.Sprintf("Write %q instead of %q", e.Text, old)
		}
	}
	return "Put this right: " + d.Message
}
