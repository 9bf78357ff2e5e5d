// Package diag holds what rulec has to say about what a user wrote: sources,
// spans, diagnostics with codes, and the ways to print them.
//
// Begin with [NewSource] and [Errorf]. The package knows nothing of YAML, of
// formulas or of rules.
package diag

import (
	"fmt"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/hashicorp/go-multierror"
)

// Severity tells how bad a diagnostic is.
type Severity uint8

const (
	// Error means that the file can't be used as it is.
	Error Severity = iota
	// Warning means that the file can be used but probably says something else than was meant.
	Warning
)

// String returns "error" or "warning".
func (s Severity) String() string {
	if s == Warning {
		return "warning"
	}
	return "error"
}

// Note is a second place that belongs to a diagnostic, such as an earlier
// declaration of the same name or one edge of a cycle.
type Note struct {
	Span    Span
	Message string
}

// Diagnostic is one thing that is wrong, at one place, in a user's words.
type Diagnostic struct {
	Code     Code
	Severity Severity
	// Span is the smallest text that is wrong.
	Span Span
	// Message says what is wrong and in which named thing: lower case, no full
	// stop, names quoted.
	Message string
	// Notes name other places, in the order in which they are to be read.
	Notes []Note
	// Hint is a probable mend; empty when there is none.
	Hint string
	// Fix puts it right; empty where that isn't certain.
	Fix []Edit
	// Guesses are what may have been meant, each by itself, the most probable first: for somebody to choose, never done
	// without being asked.
	Guesses []Edit
	// Candidates are the names that could stand at Span, where a name is wrong: what an editor offers.
	Candidates []string
	// Lost are names that would mean something if this weren't wrong; see [List.DropFollowing].
	Lost []string
	// Follows is set when it follows from something else on the list, so that it needn't be said.
	Follows bool
	// Stack is where rulec stood when it made a mistake; empty for all others. It is
	// for those who mend rulec, and not printed.
	Stack string
}

// Errorf returns an error at span.
func Errorf(code Code, span Span, format string, args ...any) *Diagnostic {
	return &Diagnostic{Code: code, Span: span, Message: fmt.Sprintf(format, args...)}
}

// Mistakef returns the error of a mistake in rulec itself. It is to be called where
// the panic is recovered, so that it knows where that came from.
func Mistakef(code Code, span Span, format string, args ...any) *Diagnostic {
	d := Errorf(code, span, format, args...)
	d.Stack = string(debug.Stack())
	return d
}

// WithHint sets the hint and returns d.
func (d *Diagnostic) WithHint(format string, args ...any) *Diagnostic {
	d.Hint = fmt.Sprintf(format, args...)
	return d
}

// WithNote adds a note and returns d.
func (d *Diagnostic) WithNote(span Span, format string, args ...any) *Diagnostic {
	d.Notes = append(d.Notes, Note{span, fmt.Sprintf(format, args...)})
	return d
}

// Error returns the diagnostic on one line.
func (d *Diagnostic) Error() string { return d.Line() }

// List is a number of diagnostics. The zero List is empty and ready for use.
type List []*Diagnostic

// Add appends d.
func (l *List) Add(d *Diagnostic) { *l = append(*l, d) }

// Errorf appends an error and returns it, so that notes and a hint can be added.
func (l *List) Errorf(code Code, span Span, format string, args ...any) *Diagnostic {
	d := Errorf(code, span, format, args...)
	l.Add(d)
	return d
}

// Warnf appends a warning and returns it.
func (l *List) Warnf(code Code, span Span, format string, args ...any) *Diagnostic {
	d := l.Errorf(code, span, format, args...)
	d.Severity = Warning
	return d
}

// HasErrors reports whether one of the list is an error rather than a warning.
func (l List) HasErrors() bool {
	return slices.ContainsFunc(l, func(d *Diagnostic) bool { return d.Severity == Error })
}

// Sort orders the list by place and drops what is said twice.
func (l *List) Sort() {
	slices.SortStableFunc(*l, func(a, b *Diagnostic) int {
		switch {
		case a.Span.Before(b.Span):
			return -1
		case b.Span.Before(a.Span):
			return 1
		}
		return 0
	})
	// A file that was read twice, as the ruleset of two encounters is, has two sources.
	type said struct {
		file          string
		start, end    int
		code, message string
	}
	before := map[said]bool{}
	*l = slices.DeleteFunc(*l, func(d *Diagnostic) bool {
		x := said{start: d.Span.Start, end: d.Span.End, code: string(d.Code), message: d.Message}
		if d.Span.Source != nil {
			x.file = d.Span.Source.Name
		}
		again := before[x]
		before[x] = true
		return again
	})
}

// DropFollowing drops what follows from something else on the list, such as that a name is
// unknown which a mistake elsewhere has lost.
func (l *List) DropFollowing() {
	lost := map[string]*Diagnostic{}
	for _, d := range *l {
		for _, name := range d.Lost {
			lost[name] = d
		}
	}
	*l = slices.DeleteFunc(*l, func(d *Diagnostic) bool {
		cause := lost[d.Span.Text()]
		return d.Follows || cause != nil && cause != d && d.Code.MissesName()
	})
}

// Err returns nil when the list holds no error, and an error that unwraps to
// its diagnostics otherwise.
func (l List) Err() error {
	if !l.HasErrors() {
		return nil
	}
	all := &multierror.Error{ErrorFormat: lineByLine}
	for _, d := range l {
		all.Errors = append(all.Errors, d)
	}
	return all.ErrorOrNil()
}

// lineByLine is what an error of several diagnostics says: each on a line. The
// library's own way prints what stands in files as it is, escape sequences too.
func lineByLine(errs []error) string {
	lines := make([]string, len(errs))
	for i, err := range errs {
		lines[i] = err.Error()
	}
	return strings.Join(lines, "\n")
}
