package tree

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/rulec/rulec/lang/diag"
)

// Kind is the kind of a node.
type Kind uint8

const (
	// Null is an empty value: that of "key:" with nothing after it.
	Null Kind = iota
	// Scalar is a single text, number, true or false.
	Scalar
	// Sequence is a list.
	Sequence
	// Mapping is a list of keys, each with a value.
	Mapping
)

// String returns a description for users: "a list" and so on.
func (k Kind) String() string {
	switch k {
	case Scalar:
		return "a single value"
	case Sequence:
		return "a list"
	case Mapping:
		return "a mapping"
	}
	return "empty"
}

// Style tells how a node is written in the file.
type Style uint8

const (
	// Plain is a scalar without quotes.
	Plain Style = iota
	// SingleQuoted is a scalar in '...'.
	SingleQuoted
	// DoubleQuoted is a scalar in "...".
	DoubleQuoted
	// Literal is block text after |, whose line breaks count.
	Literal
	// Folded is block text after >, whose line breaks become spaces.
	Folded
	// Block is a mapping or list on lines of its own.
	Block
	// Flow is a mapping in braces or a list in brackets.
	Flow
	// Computed is a text that isn't in any file; its span is what caused it.
	Computed
)

// Node is a piece of a file: a mapping, a list, a scalar or nothing. Nodes are
// immutable; a node may be part of several trees, or occur in one tree several
// times (as the value of an alias).
type Node struct {
	Kind  Kind
	Style Style
	// Span is all of the node's text, including quotes and brackets. For Null it is
	// empty, at the place where the value would be.
	Span diag.Span
	// Entries are those of a mapping, in file order; keys are scalars with
	// distinct texts.
	Entries []Entry
	// Items are those of a list.
	Items []*Node
	// Text is the decoded text of a scalar.
	Text string

	// origin maps the bytes of Text to the source (see diag.Fragment); nil if
	// Text is a plain copy from byte base on.
	origin []int
	base   int
	// size and height count the nodes and the levels of mappings and lists, including
	// this node, with aliases expanded.
	size, height int
}

// Entry is one key of a mapping with its value.
type Entry struct {
	Key, Value *Node
	// Of is the text of the participants in parentheses behind the name; nil if there are none.
	Of *Node
	// Columns is the first line of a grid: the names of its keys and columns; nil if the value isn't one.
	Columns *Node
	// Remark is what the file says of it behind "#:"; nil if it says nothing.
	Remark *Remark
	// Added is set for a step that an overlay changes though the definition doesn't have it: its kind may. Extends is set for a key
	// that one extends though the definition, which is like another one, doesn't have it.
	Added, Extends bool
	// Was holds former names of a definition, replaced by "rename:" in overlays,
	// oldest first. In the base they still refer to this definition. For the name of
	// the ruleset it holds the names of those that it is laid on, the innermost first.
	Was []string
}

// Fragment returns the text of a scalar with the place of each byte. For other
// nodes it is empty and located at the start of the node.
func (n *Node) Fragment() diag.Fragment {
	if n.Kind != Scalar {
		return diag.Fragment{Source: n.Span.Source, Base: n.Span.Start}
	}
	return diag.Fragment{Text: n.Text, Source: n.Span.Source, Origin: n.origin, Base: n.base}
}

// Contains reports whether a place is in a node, or in what it has from others.
func (n *Node) Contains(at diag.Span) bool {
	return n != nil && (n.Span.Holds(at) || slices.ContainsFunc(n.Entries, func(e Entry) bool { return e.Key.Span.Holds(at) || e.Value.Contains(at) }))
}

// Part returns a piece of a scalar's text, from byte start up to end and without
// the surrounding blanks, as a scalar of its own.
func (n *Node) Part(start, end int) *Node {
	piece := n.Text[start:end]
	start += len(piece) - len(strings.TrimLeft(piece, " \n\t"))
	f := n.Fragment().Slice(start, start+len(strings.TrimSpace(piece)))
	return &Node{Kind: Scalar, Span: f.All(), Text: f.Text, origin: f.Origin, base: f.Base, size: 1}
}

// Parts returns the pieces of a scalar's text, from byte start up to end, that commas separate outside of brackets and quotes.
func (n *Node) Parts(start, end int) []*Node {
	return n.cut(start, end, func(c byte) bool { return c == ',' })
}

// cut returns the pieces of a scalar's text, from byte start up to end, between what separates them outside of brackets and quotes.
func (n *Node) cut(start, end int, separates func(c byte) bool) (list []*Node) {
	depth, quoted := 0, false
	for i, c := range n.Text[:end] {
		switch {
		case i < start:
		case c == '"':
			quoted = !quoted
		case quoted:
		case strings.ContainsRune("([{", c):
			depth++
		case strings.ContainsRune(")]}", c):
			depth--
		case depth <= 0 && c < utf8.RuneSelf && separates(byte(c)):
			list = append(list, n.Part(start, i))
			start = i + 1
		}
	}
	return append(list, n.Part(start, end))
}

// Get returns the value of a key of a mapping; nil if there is none.
func (n *Node) Get(key string) *Node {
	if e, ok := n.Entry(key); ok {
		return e.Value
	}
	return nil
}

// TextOf returns the text of a key of a mapping; empty if it has none, or something else.
func (n *Node) TextOf(key string) string {
	if v := n.Get(key); v != nil && v.Kind == Scalar {
		return v.Text
	}
	return ""
}

// Entry returns the entry of a key of a mapping, and reports whether there is one.
func (n *Node) Entry(key string) (Entry, bool) {
	if i := n.find(key); i >= 0 {
		return n.Entries[i], true
	}
	return Entry{}, false
}

// find returns the index of a key; -1 if a mapping doesn't have it or n isn't
// a mapping.
func (n *Node) find(key string) int {
	if n == nil {
		return -1
	}
	for i, e := range n.Entries {
		if e.Key.Text == key {
			return i
		}
	}
	return -1
}

// With returns a mapping with another value for a key; what isn't a mapping, such as nil, is replaced.
func (n *Node) With(key string, value *Node) *Node {
	if n == nil || n.Kind != Mapping {
		n = &Node{Kind: Mapping, Style: Block, Span: value.Span}
	}
	entries := slices.Clone(n.Entries)
	if i := n.find(key); i >= 0 {
		entries[i].Value = value
	} else {
		entries = append(entries, Entry{Key: computed(key, value.Span), Value: value})
	}
	return n.with(entries)
}

// keys returns the keys of a mapping, in file order.
func (n *Node) keys() []string {
	if n == nil {
		return nil
	}
	names := make([]string, len(n.Entries))
	for i, e := range n.Entries {
		names[i] = e.Key.Text
	}
	return names
}
