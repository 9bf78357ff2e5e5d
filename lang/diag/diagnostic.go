// Package diag holds diagnostics about the files that users write: sources,
// spans, diagnostics with codes, and ways to print them.
//
// Start with [NewSource] and [Errorf]. The package doesn't depend on YAML,
// formulas or rules.
package diag

import (
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/hashicorp/go-multierror"
)

// Severity is the severity of a diagnostic.
type Severity uint8

const (
	// Error means that the file can't be used as is.
	Error Severity = iota
	// Warning means that the file can be used, but probably doesn't say what was meant.
	Warning
)

// String returns "error" or "warning".
func (s Severity) String() string {
	if s == Warning {
		return "warning"
	}
	return "error"
}

// Note is another place that is relevant to a diagnostic, such as an earlier
// declaration of the same name or one edge of a cycle.
type Note struct {
	Span    Span
	Message string
}

// Diagnostic describes one error or warning, at one place, in terms that users know.
type Diagnostic struct {
	Code     Code
	Severity Severity
	// Span is the smallest text that is wrong.
	Span Span
	// Message says what is wrong and in which named thing: lower case, no full
	// stop, names quoted.
	Message string
	// Notes are other places, in reading order.
	Notes []Note
	// Hint is a probable fix, or empty.
	Hint string
	// Fix holds the edits that fix it; empty unless the fix is certain.
	Fix []Edit
	// Guesses are alternative edits, the most probable first: the user chooses one. They are never applied
	// unasked.
	Guesses []Edit
	// Candidates are the names that could be at Span, if a name is wrong: an editor offers them.
	Candidates []string
	// Lost are names that this error leaves undefined; see [List.DropFollowing].
	Lost []string
	// Follows is set if it follows from another diagnostic on the list and can be omitted.
	Follows bool
	// Stack is the stack trace of a bug in rulec; otherwise empty. It is
	// for rulec's developers and isn't printed.
	Stack string
}

// Errorf returns an error at span.
func Errorf(code Code, span Span, format string, args ...any) *Diagnostic {
	return &Diagnostic{Code: code, Span: span, Message: fmt.Sprintf(format, args...)}
}

// Mistakef returns an error for a bug in rulec itself. Call it where
// the panic is recovered, so that the stack trace shows its origin.
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

// InReport formats an error for a sentence of a report: for a diagnostic the message and, in parentheses, its file and line.
func InReport(err error) string {
	var d *Diagnostic
	switch {
	case !errors.As(err, &d):
		return err.Error()
	case d.Span.IsZero():
		return d.Message
	}
	line, _ := d.Span.Source.Position(d.Span.Start)
	return fmt.Sprintf("%s (%s:%d)", d.Message, d.Span.Source.Name, line)
}

// List is a list of diagnostics. The zero List is empty and ready to use.
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

// HasErrors reports whether the list contains an error and not only warnings.
func (l List) HasErrors() bool { return l.First() != nil }

// First returns the first error; nil means there is none.
func (l List) First() *Diagnostic {
	for _, d := range l {
		if d.Severity == Error {
			return d
		}
	}
	return nil
}

// Sort sorts the list by place and drops duplicates.
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
	// A file that was read twice, such as the ruleset of two encounters, has two sources.
	type identity struct {
		file          string
		start, end    int
		code, message string
	}
	before := map[identity]bool{}
	*l = slices.DeleteFunc(*l, func(d *Diagnostic) bool {
		x := identity{start: d.Span.Start, end: d.Span.End, code: string(d.Code), message: d.Message}
		if d.Span.Source != nil {
			x.file = d.Span.Source.Name
		}
		again := before[x]
		before[x] = true
		return again
	})
}

// DropFollowing drops diagnostics that follow from others on the list, such as an unknown
// name whose declaration has an error.
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

// Err returns nil if the list contains no error; otherwise an error that unwraps to
// its diagnostics.
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

// lineByLine formats an error with several diagnostics, one per line. The
// library's own format prints text from files unescaped, including escape sequences.
func lineByLine(errs []error) string {
	lines := make([]string, len(errs))
	for i, err := range errs {
		lines[i] = err.Error()
	}
	return strings.Join(lines, "\n")
}
