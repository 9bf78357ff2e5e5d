package diag

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// Edit is a piece of a file and the text that takes its place.
type Edit struct {
	At   Span
	Text string
}

// WithFix adds an edit that puts right what is wrong, and returns d: only where it is certain what
// was meant. All edits of a diagnostic belong together.
func (d *Diagnostic) WithFix(at Span, text string) *Diagnostic {
	d.Fix = append(d.Fix, Edit{at, text})
	return d
}

// Write sets the hint to write something instead, with the fix that does so.
func (d *Diagnostic) Write(text string) *Diagnostic {
	return d.WithHint("write %s", text).WithFix(d.Span, text)
}

// MeanOneOf says which names could stand at the place, in which something else stands. If that is
// near one of them it sets the hint that this was probably meant, where that is certain with the
// fix that writes it, and returns true.
func (d *Diagnostic) MeanOneOf(name string, candidates []string) bool {
	d.Candidates = candidates
	near, ok := Nearest(name, candidates)
	if !ok {
		return false
	}
	d.WithHint("did you mean %q?", near)
	if Surely(d.Span.Text(), near, candidates) {
		d.WithFix(d.Span, near)
	}
	return true
}

// Surely reports whether a name can only be a slip for another: a letter or two are wrong in
// it, in a longer one, and no candidate is as near.
func Surely(name, near string, candidates []string) bool {
	letters := utf8.RuneCountInString(name)
	d := distance([]rune(fold(name)), []rune(fold(near)))
	if letters < 3 || d > 1+letters/8 || strings.ContainsAny(name, "0123456789") {
		return false
	}
	return !slices.ContainsFunc(candidates, func(c string) bool {
		return c != near && c != name && distance([]rune(fold(name)), []rune(fold(c))) <= d
	})
}

// Fixed returns the text of a file with what diagnostics fix in it, and the diagnostics whose
// fixes these are. Of fixes that overlap only the first is done.
func (l List) Fixed(src *Source) (text string, done List) {
	var edits []Edit
	for _, d := range l {
		if len(d.Fix) == 0 || slices.ContainsFunc(d.Fix, func(e Edit) bool {
			return e.At.Source == nil || e.At.Source.Name != src.Name || overlaps(e, edits)
		}) {
			continue
		}
		edits = append(edits, d.Fix...)
		done = append(done, d)
	}
	slices.SortStableFunc(edits, func(a, b Edit) int { return b.At.Start - a.At.Start })
	text = src.Text
	for _, e := range edits {
		text = text[:e.At.Start] + e.Text + text[e.At.End:]
	}
	return text, done
}

// overlaps reports whether an edit touches what others change.
func overlaps(e Edit, others []Edit) bool {
	return slices.ContainsFunc(others, func(o Edit) bool { return e.At.Start <= o.At.End && o.At.Start <= e.At.End })
}
