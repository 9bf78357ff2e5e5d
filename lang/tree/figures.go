package tree

import (
	"regexp"
	"slices"
	"strings"

	"github.com/rulec/rulec/lang/diag"
)

// Figure is a name in braces in a sentence: the place of the name, and that of what it names.
type Figure struct{ At, Decl diag.Span }

// figureForm matches a name in braces.
var figureForm = regexp.MustCompile(`\{([^{}]*)\}`)

// Figures returns a ruleset whose sentences print the figures that they name in braces, as they are after all overlays: values of
// params, and what stands under a key of the same definition. Names that mean nothing are reported.
//
// Spec: files.md.
func Figures(root *Node, list *diag.List) (*Node, []Figure) {
	f := figures{root: root, list: list}
	return f.in(root, nil), f.named
}

// figures fills in sentences.
type figures struct {
	root  *Node
	list  *diag.List
	named []Figure
	// kind is that of the definitions being read; nil if they have none.
	kind *Node
}

// in returns a mapping or a list with the sentences in it filled in; within are the mappings that it is in, the outermost first.
func (f *figures) in(n *Node, within []*Node) *Node {
	var entries []Entry
	for i, e := range n.Entries {
		if within == nil && e.Key.Text == "cases" {
			continue
		}
		if within == nil {
			f.kind = kindOf(f.root, e.Key.Text)
		}
		told := e
		told.Value = f.in(e.Value, append(within, e.Value))
		if e.Remark != nil && strings.Contains(e.Remark.Text, "{") {
			told.Remark = f.remark(e, within)
		}
		if told.Value == e.Value && told.Remark == e.Remark {
			continue
		}
		if entries == nil {
			entries = slices.Clone(n.Entries)
		}
		entries[i] = told
	}
	var items []*Node
	for i, item := range n.Items {
		if told := f.in(item, append(within, item)); told != item {
			if items == nil {
				items = slices.Clone(n.Items)
			}
			items[i] = told
		}
	}
	if entries == nil && items == nil {
		return n
	}
	told := *n
	if entries != nil {
		told.Entries = entries
	}
	if items != nil {
		told.Items = items
	}
	return &told
}

// remark returns what is said of an entry with its figures.
func (f *figures) remark(e Entry, within []*Node) *Remark {
	told := *e.Remark
	told.Text = figureForm.ReplaceAllStringFunc(told.Text, func(text string) string {
		at := told.Span
		if i := strings.Index(at.Text(), text); i >= 0 {
			at = diag.Span{Source: at.Source, Start: at.Start + i + 1, End: at.Start + i + len(text) - 1}
		}
		name := text[1 : len(text)-1]
		figure, ok := f.figure(name, append(within, e.Value))
		if !ok {
			f.list.Errorf(UnknownFigure, at, "this sentence names %q, which is no figure of this definition and no param", name).
				WithHint("write the name of a param, or of a key with one value; a sentence without figures has no braces")
			return text
		}
		f.named = append(f.named, Figure{at, figure.Key.Span})
		if IsName(figure.Value.Text) {
			return strings.ReplaceAll(figure.Value.Text, "_", " ")
		}
		return figure.Value.Text
	})
	return &told
}

// figure returns the figure with a name, the innermost first, and reports whether there is one.
func (f *figures) figure(name string, within []*Node) (Entry, bool) {
	for _, n := range slices.Backward(within[min(1, len(within)):]) {
		if e, ok := n.Entry(name); ok && e.Value.Kind == Scalar {
			return e, true
		}
		if e, ok := defaultOf(n, name); ok {
			return e, true
		}
	}
	if e, ok := defaultOf(f.kind, name); ok {
		return e, true
	}
	e, ok := f.root.Get("params").Entry(name)
	if ok = ok && e.Value.Kind == Scalar; ok {
		e.Value = OptionsOf(e.Value).Value
	}
	return e, ok
}

// defaultOf returns the default of a field of a kind, or of a condition, if it is one value.
func defaultOf(n *Node, name string) (Entry, bool) {
	for _, e := range n.Fields() {
		if e.Value = e.Value.Declared("type").Get(defaultKey); e.Key.Text == name && e.Value != nil && e.Value.Kind == Scalar {
			return e, true
		}
	}
	return Entry{}, false
}

// kindOf returns the kind of a section's definitions in a ruleset; nil if there is none.
func kindOf(root *Node, section string) *Node {
	for _, e := range EntriesOf(root.Get("kinds")) {
		if e.Section() == section {
			return e.Value
		}
	}
	return nil
}

// UnknownFigure is a name in a sentence that is no figure. Spec: files.md.
const UnknownFigure diag.Code = "unknown-figure"
