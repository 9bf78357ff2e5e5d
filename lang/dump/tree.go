package dump

import (
	"math"
	"strconv"
	"strings"

	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/tree"
)

// Tree returns the nodes of a file: each entry of a section is a part, and so is each top-level key
// without entries. Every node has a line: its key, how it is written, and
// where. If a key is from another file than its value, the key's position follows it.
func Tree(root *tree.Node) []Part {
	var parts []Part
	for _, e := range root.Entries {
		if len(e.Value.Entries) == 0 {
			parts = append(parts, Part{Name: e.Key.Text, Lines: entryLines(e, 0, "")})
			continue
		}
		for _, inner := range e.Value.Entries {
			parts = append(parts, Part{
				Section: e.Key.Text, Name: inner.Key.Text, Lines: entryLines(inner, 0, e.Key.Text+"."),
			})
		}
	}
	return parts
}

// entryLines returns the lines of a key with its value; prefix goes before the key.
func entryLines(e tree.Entry, depth int, prefix string) []Line {
	text := prefix + e.Key.Text + ": " + nodeText(e.Value)
	for _, was := range e.Was {
		text += ", was " + was
	}
	if from := e.Key.Span; !from.IsZero() && from.Source != e.Value.Span.Source {
		text += ", its key at " + place(from)
	}
	lines := []Line{{depth, text, placed(e.Value, e.Key.Span)}}
	if r := e.Remark; r != nil {
		lines = append([]Line{{depth, strings.Join(r.Lines(math.MaxInt), ""), r.Span}}, lines...)
	}
	return append(lines, below(e.Value, depth+1)...)
}

// placed returns the position of a node; if it has none, that of its key.
func placed(n *tree.Node, key diag.Span) diag.Span {
	if n.Span.IsZero() {
		return key
	}
	return n.Span
}

// below returns the lines of the contents of a mapping or a list.
func below(n *tree.Node, depth int) []Line {
	var lines []Line
	for _, e := range n.Entries {
		lines = append(lines, entryLines(e, depth, "")...)
	}
	for _, item := range n.Items {
		lines = append(lines, Line{depth, "- " + nodeText(item), item.Span})
		lines = append(lines, below(item, depth+1)...)
	}
	return lines
}

// styles has the words for how a node is written; plain nodes on one line need
// none.
var styles = map[tree.Style]string{
	tree.SingleQuoted: "single quotes ", tree.DoubleQuoted: "double quotes ", tree.Literal: "| ", tree.Folded: "> ",
	tree.Flow: "flow ", tree.Computed: "computed ",
}

// nodeText describes a node without its contents.
func nodeText(n *tree.Node) string {
	switch n.Kind {
	case tree.Scalar:
		return styles[n.Style] + strconv.Quote(n.Text)
	case tree.Mapping, tree.Sequence:
		_, sort, _ := strings.Cut(n.Kind.String(), " ")
		return styles[n.Style] + sort + " of " + strconv.Itoa(len(n.Entries)+len(n.Items))
	}
	return n.Kind.String()
}
