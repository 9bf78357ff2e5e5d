package diag

import "strings"

// JoinAnd joins names: "a, b and c".
func JoinAnd(list []string) string { return join(list, " and ") }

// JoinOr joins alternatives: "a, b or c".
func JoinOr(list []string) string { return join(list, " or ") }

// join joins a list by commas, and its last two by a word.
func join(list []string, word string) string {
	if len(list) < 2 {
		return strings.Join(list, "")
	}
	return strings.Join(list[:len(list)-1], ", ") + word + list[len(list)-1]
}
