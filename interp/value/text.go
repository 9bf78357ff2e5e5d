package value

import "strings"

// OneLine returns text with all blanks and line breaks as single blanks.
func OneLine(s string) string { return strings.Join(strings.Fields(s), " ") }
