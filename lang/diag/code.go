package diag

import "strings"

// Code names a kind of diagnostic: kebab-case, what is wrong with what. Codes
// are never renamed or used again for something else. Those for a name that nothing has
// begin with "unknown-". Each has an [Explanation].
type Code string

// Stopped: what was read or played was stopped from outside: by a deadline, by somebody.
const Stopped Code = "run-stopped"

// MissesName reports whether a code is one of those for a name that nothing has, or that something
// else has than what is asked for.
func (c Code) MissesName() bool {
	return strings.HasPrefix(string(c), "unknown-") || c == "not-callable"
}
