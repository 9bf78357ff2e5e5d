package value

import "strings"

// OneLine returns text with each run of white space as a single space.
func OneLine(s string) string { return strings.Join(strings.Fields(s), " ") }
