package tree

import (
	"regexp"
	"slices"
	"strings"

	"github.com/rulec/rulec/lang/diag"
)

// Options is the text of a param: the value that holds, and in parentheses behind it what it may be instead.
//
//	by_reflex (or by_name, by_lot)
//	2 (0..10)
type Options struct {
	// Value is the value that holds.
	Value *Node
	// Others are the other values after "or", Range is the text with "..": nil if there are none.
	Others []*Node
	Range  *Node
}

var (
	optionsForm = regexp.MustCompile(`(?s)^(.*\S)\s+\(([^()]*)\)$`)
	orForm      = regexp.MustCompile(`^or\s`)
)

// OptionsOf takes the text of a param apart.
//
// Spec: params.md.
func OptionsOf(n *Node) Options {
	m := optionsForm.FindStringSubmatchIndex(n.Text)
	if m == nil {
		return Options{Value: n}
	}
	switch inside := n.Text[m[4]:m[5]]; {
	case orForm.MatchString(inside):
		return Options{Value: n.Part(m[2], m[3]), Others: n.Parts(m[4]+len("or"), m[5])}
	case strings.Contains(inside, ".."):
		return Options{Value: n.Part(m[2], m[3]), Range: n.Part(m[4], m[5])}
	}
	return Options{Value: n} // dice with parentheses
}

// All returns the texts of the values that were listed, the one that holds first; nil if none are.
func (o Options) All() (all []string) {
	if o.Others == nil {
		return nil
	}
	for _, n := range append([]*Node{o.Value}, o.Others...) {
		all = append(all, n.Text)
	}
	return all
}

// SameOption reports whether two values of a param are the same: the same number, or the same text.
func (n *Node) SameOption(other *Node) bool {
	x, ok := n.rational()
	y, ok2 := other.rational()
	if ok && ok2 {
		return x.Cmp(y) == 0
	}
	return n.Text == other.Text
}

// setOption gives a param another value, which stays one of its options.
func (o *overlay) setOption(declared *Node, by Entry, p path) *Node {
	if _, ok := Text(by.Value, "the value of param "+by.Key.Text, o.list); !ok || declared.Kind != Scalar {
		return declared // which is reported where it is declared
	}
	old := OptionsOf(declared)
	by.Value = by.Value.withOriginal(old.Value, p)
	value, all := by.Value.Text, old.All()
	behind := ""
	switch {
	case old.Range != nil:
		behind = " (" + old.Range.Text + ")"
	case all != nil && !slices.ContainsFunc(append([]*Node{old.Value}, old.Others...), by.Value.SameOption):
		o.list.Errorf(ParamValue, by.Value.Span, "param %q can't be %q", by.Key.Text, value).
			WithHint(`it must be one of "%s"`, strings.Join(all, `", "`)).WithNote(declared.Span, "its values are here")
		return declared
	case all != nil:
		var others []string
		for _, n := range append([]*Node{old.Value}, old.Others...) {
			if !n.SameOption(by.Value) {
				others = append(others, n.Text)
			}
		}
		behind = " (or " + strings.Join(others, ", ") + ")"
	default:
		return by.Value
	}
	f := by.Value.Fragment()
	set := &Node{Kind: Scalar, Style: by.Value.Style, Span: by.Value.Span, Text: value + behind, size: 1}
	for i := range set.Text {
		set.origin = append(set.origin, f.Span(min(i, len(value)), min(i, len(value))).Start)
	}
	set.origin = append(set.origin, by.Value.Span.End)
	return set
}

// ParamValue is a value that a param can't have. Spec: params.md.
const ParamValue diag.Code = "param-value"
