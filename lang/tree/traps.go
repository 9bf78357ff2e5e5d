package tree

import (
	"regexp"
	"strconv"
	"strings"
	"unicode"

	"github.com/rulec/rulec/lang/diag"
)

// This file finds correct YAML that doesn't mean what it seems to mean.
// A missed case is better than a false alarm: each check requires a sign
// that no sensible file contains.

// tag reports a tag, or a value that begins with an exclamation mark.
func (b *builder) tag(span diag.Span) {
	text := strings.TrimRight(span.Text(), ",[]{}")
	span.End = span.Start + len(text)
	if strings.HasPrefix(text, "!!") {
		b.list.Errorf(Tag, span, "the YAML tag %q isn't allowed here", text).
			WithHint("delete it; a value in quotes is always text")
		return
	}
	b.list.Errorf(ValueStart, span, `a value can't begin with "!": YAML reads %q as a tag and drops it`, text).
		WithHint("put the whole value in quotes; in a formula, write not instead of !")
}

// checkAnchors reports values whose first word was read as an anchor.
func (b *builder) checkAnchors() {
	for _, a := range b.anchors {
		if !b.used[a.node] && b.named[a.node.Anchor] == 1 {
			b.list.Errorf(ValueStart, a.span, `a value can't begin with "&": YAML reads %q as an anchor and drops it`, a.span.Text()).
				WithHint("put the whole value in quotes; in a formula, write and instead of &")
		}
	}
}

// checkPlain reports errors in an unquoted scalar.
func (b *builder) checkPlain(n *Node, p place) {
	b.checkBlanks(n)
	if p.key {
		b.checkPlainKey(n)
		return
	}
	b.checkComment(n, p)
	b.checkAmbiguous(n)
}

// checkBlanks reports blanks at either end that aren't blanks to YAML, and so belong
// to the key or value.
func (b *builder) checkBlanks(n *Node) {
	inner := strings.TrimFunc(n.Text, unicode.IsSpace)
	if inner == n.Text {
		return
	}
	start, end := 0, len(n.Text)-len(strings.TrimRightFunc(n.Text, unicode.IsSpace))
	if end > 0 {
		start, end = len(n.Text)-end, len(n.Text)
	} else {
		end = len(n.Text) - len(inner)
	}
	b.list.Add(unusualBlank(n.Fragment().Span(start, end)))
}

// checkPlainKey reports the first half of "a ? b : c", which YAML reads as a
// key.
func (b *builder) checkPlainKey(n *Node) {
	if !strings.Contains(n.Text, " ? ") {
		return
	}
	b.list.Errorf(ColonInValue, n.Span, "YAML reads this as a key, because a colon and a space follow").
		WithHint("write if(c, a, b) instead of c ? a : b, or put the whole value in quotes")
}

// commentAfter returns the span of a comment after the end of a value, on the same line,
// and the number of blanks before it.
func (b *builder) commentAfter(at int) (comment diag.Span, blanks int, ok bool) {
	start := at
	for start < len(b.src.Text) && isBlank(b.src.Text[start]) {
		start++
	}
	if start >= len(b.src.Text) || b.src.Text[start] != '#' {
		return diag.Span{}, 0, false
	}
	text := strings.TrimRight(b.src.Text[start:lineEnd(b.src.Text, start)], " \t\r")
	return diag.Span{Source: b.src, Start: start, End: start + len(text)}, start - at, true
}

var numberSign = regexp.MustCompile(`^#\d`)

// checkComment reports a value that continues after what YAML reads as the
// beginning of a comment.
func (b *builder) checkComment(n *Node, p place) {
	comment, blanks, ok := b.commentAfter(n.Span.End)
	switch {
	case !ok:
	case isUnfinished(n.Text) && !p.flow:
		b.list.Errorf(CommentInValue, comment, `the value is cut short: text after " #" is a comment`).
			WithHint("put the whole value in quotes; a formula needs no #, and a list element is called each")
	case blanks == 1 && numberSign.MatchString(comment.Text()):
		b.warnComment(comment)
	}
}

func (b *builder) warnComment(comment diag.Span) {
	d := b.list.Warnf(CommentInValue, comment, `this is read as a comment, not as part of the value, because of the space before "#"`)
	d.WithHint("put the whole value in quotes, or write a space after the # of a comment")
}

// isUnfinished reports whether a text ends in the middle of a formula.
func isUnfinished(text string) bool {
	return strings.Count(text, "(") > strings.Count(text, ")") ||
		strings.Count(text, "[") > strings.Count(text, "]") ||
		strings.HasSuffix(text, " +") || strings.HasSuffix(text, " *") || strings.HasSuffix(text, "=")
}

// checkNull warns about a value that is empty because all of it is a comment.
func (b *builder) checkNull(n *Node, p place) {
	if p.key || p.flow {
		return
	}
	comment, blanks, ok := b.commentAfter(n.Span.Start)
	if ok && blanks == 1 && numberSign.MatchString(comment.Text()) {
		b.warnComment(comment)
	}
}

// ambiguity is a form of values on which YAML readers don't agree.
type ambiguity struct {
	// first holds the characters that such a value can begin with, so that few
	// values have to be matched against a form.
	first string
	form  *regexp.Regexp
	// what describes the value that some readers see.
	what string
	// instead returns what to write instead, or an empty string if only quotes help.
	instead func(text string) string
}

const signs, digits = "-+", "0123456789"

// longestWord is the length of the longest ambiguous value that begins with a letter.
const longestWord = len("FALSE")

var ambiguities = []ambiguity{
	{"yYoOT", regexp.MustCompile(`^(?i:yes|on)$|^(True|TRUE)$`), "true", constant("true")},
	{"nNoOF", regexp.MustCompile(`^(?i:no|off)$|^(False|FALSE)$`), "false", constant("false")},
	{"~nN", regexp.MustCompile(`^(~|null|Null|NULL)$`), "nothing at all", constant("nothing after the colon")},
	{signs + "0", regexp.MustCompile(`^[-+]?0[0-9]+$`), "an octal number", withoutZeros},
	{signs + "0", regexp.MustCompile(`^[-+]?0(o[0-7_]+|x[0-9a-fA-F_]+|b[01_]+)$`), "a number in another base", decimal},
	{signs + digits, regexp.MustCompile(`^[-+]?[0-9]+(_[0-9]+)+(\.[0-9_]*)?$`), "a number", withoutUnderscores},
	{signs + digits, regexp.MustCompile(`^[-+]?[0-9]+(:[0-5]?[0-9])+(\.[0-9]*)?$`), "a number in base 60", nil},
	{digits, regexp.MustCompile(`^[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}([Tt ].*)?$`), "a date", nil},
	{signs + ".", regexp.MustCompile(`^[-+]?\.[0-9]+$`), "a number", withZero},
	{signs + digits, regexp.MustCompile(`^[-+]?[0-9]+\.$`), "a number", withoutDot},
	{signs + "." + digits, regexp.MustCompile(`^[-+]?([0-9]+\.?[0-9]*|\.[0-9]+)[eE][-+]?[0-9]+$`), "a number", decimal},
	{signs + ".", regexp.MustCompile(`^([-+]?\.(inf|Inf|INF)|\.(nan|NaN|NAN))$`), "infinity or not a number", nil},
}

func constant(s string) func(string) string { return func(string) string { return s } }

// sign separates the sign from a number.
func sign(text string) (sign, rest string) {
	if text[0] == '-' {
		return "-", text[1:]
	}
	return "", strings.TrimPrefix(text, "+")
}

func withoutZeros(text string) string {
	minus, rest := sign(text)
	if rest = strings.TrimLeft(rest, "0"); rest == "" {
		return "0"
	}
	return minus + rest
}

func withoutUnderscores(text string) string { return strings.ReplaceAll(text, "_", "") }

func withZero(text string) string {
	minus, rest := sign(text)
	return minus + "0" + rest
}

func withoutDot(text string) string { return strings.TrimSuffix(text, ".") }

// decimal formats a number in base ten without an exponent; it returns
// an empty string if the result would be too long.
func decimal(text string) string {
	if n, err := strconv.ParseInt(strings.TrimPrefix(text, "+"), 0, 64); err == nil {
		return strconv.FormatInt(n, 10)
	}
	x, err := strconv.ParseFloat(text, 64)
	if out := strconv.FormatFloat(x, 'f', -1, 64); err == nil && len(out) <= 20 {
		return out
	}
	return ""
}

// ambiguous returns how YAML readers disagree on a plain value; nil if they don't.
func ambiguous(text string) *ambiguity {
	if text == "" || len(text) > 64 || isNumber(text) || 'A' <= text[0] && len(text) > longestWord {
		return nil
	}
	for i := range ambiguities {
		if a := &ambiguities[i]; strings.IndexByte(a.first, text[0]) >= 0 && a.form.MatchString(text) {
			return a
		}
	}
	return nil
}

// checkAmbiguous reports a value on which YAML readers don't agree.
func (b *builder) checkAmbiguous(n *Node) {
	if a := ambiguous(n.Text); a != nil {
		reportAmbiguous(n, a, b.list)
	}
}

func reportAmbiguous(n *Node, a *ambiguity, list *diag.List) {
	d := list.Errorf(AmbiguousValue, n.Span, "%q is text to some programs and %s to others", n.Text, a.what)
	instead := ""
	if a.instead != nil {
		instead = a.instead(n.Text)
	}
	if instead == "" {
		d.WithHint("put it in quotes if it is text")
		return
	}
	d.WithHint("write %s, or put it in quotes if it is text", instead)
}
