package diag

import (
	"slices"
	"strings"
)

// Edit is a piece of a file and the text that takes its place.
type Edit struct {
	At   Span
	Text string
}

// WithFix adds an edit that puts right what is wrong, and returns d: only where nothing else can
// have been meant, in any program or at any table. All edits of a fix belong together.
func (d *Diagnostic) WithFix(at Span, text string) *Diagnostic {
	d.Fix = append(d.Fix, Edit{at, text})
	return d
}

// WithGuess adds an edit that may be what was meant, and returns d: one of several to choose from.
func (d *Diagnostic) WithGuess(at Span, text string) *Diagnostic {
	d.Guesses = append(d.Guesses, Edit{at, text})
	return d
}

// Write sets the hint to write something instead, with the fix that does so.
func (d *Diagnostic) Write(text string) *Diagnostic {
	return d.WithHint("write %s", text).WithFix(d.Span, text)
}

// Unsure makes a guess of the fix of d, which is of one edit or none, and returns d.
func (d *Diagnostic) Unsure() *Diagnostic {
	d.Fix, d.Guesses = nil, append(d.Fix, d.Guesses...)
	return d
}

// Suggest is Write for what isn't certain: with a guess.
func (d *Diagnostic) Suggest(text string) *Diagnostic {
	return d.WithHint("write %s", text).WithGuess(d.Span, text)
}

// MeanOneOf says which names could stand at the place, in which something else stands. If that is
// near one of them it sets the hint that this was probably meant, with the guess that writes it,
// and returns true.
func (d *Diagnostic) MeanOneOf(name string, candidates []string) bool {
	d.Candidates = candidates
	near, ok := Nearest(name, candidates)
	if ok {
		d.WithHint("did you mean %q?", near)
		if text := d.Span.Text(); strings.Trim(text, `"'`) == name && !strings.Contains(name, "=") { // else the name isn't all that stands there
			at := d.Span.Start + strings.Index(text, name)
			d.WithGuess(Span{d.Span.Source, at, at + len(name)}, near)
		}
	}
	return ok
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
