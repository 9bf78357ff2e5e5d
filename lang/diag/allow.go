package diag

import (
	"regexp"
	"slices"
	"strings"
)

// The codes of comments that silence warnings.
const (
	// CodeAllowForm: a comment that would silence a warning, but lacks a reason or names an unknown warning.
	CodeAllowForm Code = "allow-form"
	// CodeUnusedAllow: a comment that silences a warning which isn't reported.
	CodeUnusedAllow Code = "unused-allow"
)

// Allowance is a comment `# allow CODE: REASON` that silences warnings that begin on its
// line or, if the comment is on a line of its own, on the next line that isn't a comment; at the
// top of a file, before everything else, it silences those of the whole file.
//
// Spec: files.md.
type Allowance struct {
	Code Code
	// Reason is the text after the colon, or empty.
	Reason string
	// At is the place of the code.
	At Span
	// line is the line on which the silenced warnings begin; 0 means anywhere in the file.
	line int
}

var (
	allowForm   = regexp.MustCompile(`# allow ([A-Za-z-]+)(:?)[ \t]*(.*)`)
	commentOnly = regexp.MustCompile(`^\s*(#.*)?$`)
)

// Allowances returns the allowances of a file, in order.
func (s *Source) Allowances() (list []*Allowance) {
	if !strings.Contains(s.Text, "# allow ") {
		return nil
	}
	head := true
	for n := 1; n <= len(s.lines); n++ {
		text := s.Line(n)
		head = head && commentOnly.MatchString(text)
		m := allowForm.FindStringSubmatchIndex(text)
		if m == nil {
			continue
		}
		start, code, colon := s.lines[n-1], text[m[2]:m[3]], m[4] < m[5]
		if _, known := Explain(Code(code)); !colon && !known {
			continue // an ordinary comment that begins with allow
		}
		a := &Allowance{Code: Code(code), At: Span{Source: s, Start: start + m[2], End: start + m[3]}, line: n}
		if colon {
			a.Reason = strings.TrimSpace(text[m[6]:m[7]])
		}
		for commentOnly.MatchString(s.Line(a.line)) && a.line < len(s.lines) {
			a.line++
		}
		if head {
			a.line = 0
		}
		list = append(list, a)
	}
	return list
}

// silences reports whether the allowance silences d.
func (a *Allowance) silences(d *Diagnostic) bool {
	if d.Severity != Warning || d.Code != a.Code || d.Span.Source != a.At.Source {
		return false
	}
	line, _ := d.Span.Source.Position(d.Span.Start)
	return a.line == 0 || line == a.line
}

// DropAllowed drops the warnings that their files allow. It adds warnings about invalid allowances in the
// files and, in the judged ones, all of whose warnings must be on the list, about unused allowances.
func (l *List) DropAllowed(files, judged []*Source) {
	used := map[Span]bool{}
	known := map[*Source][]*Allowance{}
	*l = slices.DeleteFunc(*l, func(d *Diagnostic) bool {
		src := d.Span.Source
		if d.Severity != Warning || src == nil {
			return false
		}
		list, seen := known[src]
		if !seen {
			list = src.Allowances()
			known[src] = list
		}
		for _, a := range list {
			if a.silences(d) {
				used[a.At] = true
				return true
			}
		}
		return false
	})
	for _, src := range files {
		for _, a := range src.Allowances() {
			l.judge(a, used[a.At] || !slices.Contains(judged, src))
		}
	}
}

// judge reports errors in an allowance.
func (l *List) judge(a *Allowance, used bool) {
	_, explained := Explain(a.Code)
	switch {
	case !explained:
		d := l.Warnf(CodeAllowForm, a.At, "unknown warning %q", string(a.Code))
		var names []string
		for _, code := range Codes() {
			names = append(names, string(code))
		}
		d.MeanOneOf(string(a.Code), names)
	case a.Reason == "":
		l.Warnf(CodeAllowForm, a.At, "allowing %q needs a reason", string(a.Code)).
			WithHint("write # allow %s: REASON", a.Code)
	case !used:
		l.Warnf(CodeUnusedAllow, a.At, "unused: there is no warning %q here", string(a.Code)).
			WithHint("remove the comment, or move it to the line of the warning or the line before")
	}
}
