package diag

import (
	"slices"
	"strings"
)

// Edit is a piece of a file and its replacement.
type Edit struct {
	At   Span
	Text string
}

// WithFix adds an edit that fixes the error, and returns d. Use it only if nothing else can
// have been meant, in any program or at any table. The edits of a fix are applied together.
func (d *Diagnostic) WithFix(at Span, text string) *Diagnostic {
	d.Fix = append(d.Fix, Edit{at, text})
	return d
}

// WithGuess adds an edit that may be what was meant, and returns d. It is one of several alternatives.
func (d *Diagnostic) WithGuess(at Span, text string) *Diagnostic {
	d.Guesses = append(d.Guesses, Edit{at, text})
	return d
}

// Write sets the hint to write something else, with the fix that does so.
func (d *Diagnostic) Write(text string) *Diagnostic {
	return d.WithHint("write %s", text).WithFix(d.Span, text)
}

// Unsure turns the fix of d, which has at most one edit, into a guess, and returns d.
func (d *Diagnostic) Unsure() *Diagnostic {
	d.Fix, d.Guesses = nil, append(d.Fix, d.Guesses...)
	return d
}

// Suggest is Write for an uncertain fix: it adds a guess.
func (d *Diagnostic) Suggest(text string) *Diagnostic {
	return d.WithHint("write %s", text).WithGuess(d.Span, text)
}

// MeanOneOf sets the names that could replace name at the place of d. If name is
// near one of them, it adds the hint that this one was probably meant, with a guess that writes it,
// and returns true.
func (d *Diagnostic) MeanOneOf(name string, candidates []string) bool {
	d.Candidates = candidates
	near, ok := Nearest(name, candidates)
	if ok {
		d.WithHint("did you mean %q?", near)
		if text := d.Span.Text(); strings.Trim(text, `"'`) == name && !strings.Contains(name, "=") { // else the span holds more
			at := d.Span.Start + strings.Index(text, name)
			d.WithGuess(Span{d.Span.Source, at, at + len(name)}, near)
		}
	}
	return ok
}

// Fixed returns the text of a file with the fixes of diagnostics applied, and the diagnostics whose
// fixes these are. If fixes overlap, only the first is applied.
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
	return src.With(edits), done
}

// With returns the text of a source with edits, which don't overlap.
func (s *Source) With(edits []Edit) string {
	text := s.Text
	for _, e := range slices.SortedStableFunc(slices.Values(edits), func(a, b Edit) int { return b.At.Start - a.At.Start }) {
		text = text[:e.At.Start] + e.Text + text[e.At.End:]
	}
	return text
}

// overlaps reports whether an edit touches one of the others.
func overlaps(e Edit, others []Edit) bool {
	return slices.ContainsFunc(others, func(o Edit) bool { return e.At.Start <= o.At.End && o.At.Start <= e.At.End })
}
