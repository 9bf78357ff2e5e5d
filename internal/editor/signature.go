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
	called, _ := describeWord(text[start:end])
	if u, ok := w.latest(name).declaredNames()[text[start:end]]; ok {
		called = w.describeUse(w.latest(name), u)
		if at := w.declaration(u.Decl); at.Key != nil { // a step of a scale has none
			called.Head = at.Head()
		}
	}
	from, to := strings.IndexByte(called.Head, '('), strings.LastIndexByte(called.Head, ')')
	if from < 0 || to < from {
		return Signature{}, false
	}
	s := Signature{Description: called, Active: active}
	for p := range strings.SplitSeq(called.Head[from+1:to], ",") {
		s.Params = append(s.Params, strings.TrimSpace(p))
	}
	return s, true
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
