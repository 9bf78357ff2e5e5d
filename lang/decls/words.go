package decls

import (
	"strings"

	"github.com/rulec/rulec/lang/diag"
)

// cutWords cuts one of a few openings off a text, and the blanks around it.
func cutWords(f diag.Fragment, openings ...string) (diag.Fragment, bool) {
	for _, words := range openings {
		rest, ok := strings.CutPrefix(f.Text, words)
		if ok && strings.TrimLeft(rest, " \n\t") != rest {
			return trim(f.Slice(len(words), len(f.Text))), true
		}
	}
	return f, false
}

// trim cuts blanks off both ends.
func trim(f diag.Fragment) diag.Fragment {
	left := len(f.Text) - len(strings.TrimLeft(f.Text, " \n\t"))
	right := len(strings.TrimRight(f.Text, " \n\t"))
	return f.Slice(min(left, right), right)
}

// cutRange cuts `F to F` in two, unless it is a type (map of K to V).
func cutRange(f diag.Fragment) (low, high diag.Fragment, ok bool) {
	if _, isMap := cutWords(f, "map of"); isMap {
		return f, f, false
	}
	depth := 0
	for i := range f.Text {
		switch f.Text[i] {
		case '(', '[':
			depth++
		case ')', ']':
			depth--
		case ' ':
			if depth == 0 && strings.HasPrefix(f.Text[i:], " to ") {
				return trim(f.Slice(0, i)), trim(f.Slice(i+4, len(f.Text))), true
			}
		}
	}
	return f, f, false
}
