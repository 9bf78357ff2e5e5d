package types

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
	"github.com/rulec/rulec/lang/syntax"
)

func quoted(name string) string { return strconv.Quote(name) }

func keys[T any](m map[string]T) []string { return slices.Sorted(maps.Keys(m)) }

// in says where an error is, if that place has a name.
func in(where string) string {
	if where == "" {
		return ""
	}
	return " in " + where
}

// Counted returns a number of things, in words if it is small: "two values".
func Counted(n int, noun string) string {
	switch n {
	case 0:
		return "no " + noun
	case 1:
		return "one " + noun
	case 2:
		return "two " + noun + "s"
	case 3:
		return "three " + noun + "s"
	}
	return strconv.Itoa(n) + " " + noun + "s"
}

// Short returns the text at a span, truncated when it is long.
func Short(at diag.Span) string {
	const most = 40
	text := []rune(at.Text())
	for i, ch := range text {
		if ch == '\n' || i == most {
			return string(text[:i]) + " .."
		}
	}
	return string(text)
}

// meant says which of some names was probably meant, or else, using a format, lists them.
func meant(d *diag.Diagnostic, name string, names []string, all string) {
	if !d.MeanOneOf(name, names) && len(names) > 0 {
		d.WithHint(all, diag.JoinAnd(names))
	}
}

// NearestHint adds a hint with the name that was probably meant, or with all names if they
// are few.
func (c *Checker) NearestHint(d *diag.Diagnostic, name string, names []string, all string) {
	const few = 12
	switch {
	case d.MeanOneOf(name, names):
		if len(names) <= few {
			d.Hint += " " + all + ": " + strings.Join(names, ", ")
		}
	case len(names) > few:
		d.WithHint("%s %d, the nearest are %s", all, len(names), diag.JoinAnd(diag.NearestFew(name, names)))
	case len(names) > 0:
		d.WithHint("%s: %s", all, strings.Join(names, ", "))
	}
}

// needs reports a value where something else is needed, in words.
func (c *Checker) needs(x *program.Expr, what string) *program.Expr {
	c.List.Errorf(CodeTypeMismatch, x.Span, "%q is %s, but %s is needed", Short(x.Span), InWords(x.Type), what)
	return c.broken(x.Span)
}

// parsed parses a text, or finds it in the cache, and reports its errors.
func parsed[T any](c *Checker, parse func(diag.Fragment) (T, diag.List), f diag.Fragment) T {
	tree, errs := syntax.Once(c.Trees, f, parse)
	*c.List = append(*c.List, errs...)
	return tree
}
