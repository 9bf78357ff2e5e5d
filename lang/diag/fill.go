package diag

import "strings"

// Fill replaces the names in braces in a form, such as "{a} + {b}".
func Fill(form string, by func(name string) string) string {
	var b strings.Builder
	for {
		before, rest, found := strings.Cut(form, "{")
		b.WriteString(before)
		if !found {
			return b.String()
		}
		name, after, _ := strings.Cut(rest, "}")
		b.WriteString(by(name))
		form = after
	}
}
