package editor

import "strings"

// A Signature says what a call takes.
type Signature struct {
	Description
	// Params are its parameters as they stand in the head, Active is the index of the one being written.
	Params []string
	Active int
}

// Signature describes the call around a place of a file; false means that there is none, or that nothing is known of what it calls.
func (w *Workspace) Signature(name string, offset int) (Signature, bool) {
	text, ok := w.open[name]
	if !ok {
		return Signature{}, false
	}
	open, active := callBefore(text[:min(offset, len(text))])
	if open < 0 {
		return Signature{}, false
	}
	start, end := wordAt(text, open)
	called := Description{}
	if u, ok := w.latest(name).declaredNames()[text[start:end]]; ok {
		called = w.describeUse(w.latest(name), u)
		called.Head = w.declaration(u.Decl).Head()
	} else if called, ok = describeWord(text[start:end]); !ok {
		return Signature{}, false
	}
	_, inside, found := strings.Cut(called.Head, "(")
	inside, _, closed := cutLast(inside, ")")
	if !found || !closed {
		return Signature{}, false
	}
	s := Signature{Description: called, Active: active}
	for _, p := range strings.Split(inside, ",") {
		s.Params = append(s.Params, strings.TrimSpace(p))
	}
	return s, true
}

func cutLast(s, sep string) (before, after string, found bool) {
	if i := strings.LastIndex(s, sep); i >= 0 {
		return s[:i], s[i+len(sep):], true
	}
	return s, "", false
}

// callBefore returns the place of the innermost bracket that a text opens behind a name and doesn't close, and how many commas come after
// it; -1 if there is none. A call doesn't go beyond a blank line.
func callBefore(text string) (open, commas int) {
	depth := 0
	for i := len(text) - 1; i >= 0; i-- {
		switch c := text[i]; {
		case c == ')' || c == ']' || c == '}':
			depth++
		case c == '(' && depth == 0:
			if i > 0 && isLetter(text[i-1]) {
				return i, commas
			}
			return -1, 0
		case (c == '[' || c == '{') && depth == 0 || strings.HasPrefix(text[i:], "\n\n"):
			return -1, 0
		case c == '(' || c == '[' || c == '{':
			depth--
		case c == ',' && depth == 0:
			commas++
		}
	}
	return -1, 0
}
