package diag

import "strings"

// Code names a type of diagnostic: kebab-case, what is wrong with what. Codes
// are never renamed or reused. Codes for an undefined name
// begin with "unknown-". Each has an [Explanation].
type Code string

// Stopped: loading or playing was stopped from outside, by a deadline or a person.
const Stopped Code = "run-stopped"

// MissesName reports whether the code is for an undefined name, or for a name that means
// something other than what is required.
func (c Code) MissesName() bool {
	return strings.HasPrefix(string(c), "unknown-") || c == "not-callable"
}
