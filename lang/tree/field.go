package tree

import (
	"regexp"
	"slices"
	"strings"
)

// A field, and a parameter of an action, is a line or a mapping. On a line it is its type, maybe with a default, or the default alone if
// that shows its type:
//
//	target: creature
//	speed: speed_class = none
//	penalty: 5

// fitting is how long a type and its default may be together to stand on a line: what is longer is a mapping.
const fitting = 90

// defaultKey is the key of a default, beside that of a type.
const defaultKey = "default"

// KeepsKey is the key of fields that the rules keep for themselves.
const KeepsKey = "keeps"

// typeKeys are the keys of types in what is declared under a key.
var typeKeys = map[string]string{"fields": "type", KeepsKey: "type", "running": "type", "params": "is"}

// Fields returns the fields of a kind or of a condition, those that it keeps last.
func (n *Node) Fields() []Entry {
	var all []Entry
	for _, key := range []string{"fields", KeepsKey} {
		if of := n.Get(key); of != nil {
			all = append(all, of.Entries...)
		}
	}
	return all
}

// Literal returns the type that a value shows by itself: number, bool or dice; empty for any other.
func (n *Node) Literal() string {
	switch {
	case n.IsNumber():
		return "number"
	case n.IsBool():
		return "bool"
	case n != nil && n.Kind == Scalar && diceLiteral.MatchString(n.Text):
		return "dice"
	}
	return ""
}

// diceLiteral matches the sign that a value is dice.
var diceLiteral = regexp.MustCompile(`(^|[^a-z_])[dD](\d|%)`)

// Declared returns a field or a parameter as a mapping, with its type under a key.
//
// Spec: kinds.md.
func (n *Node) Declared(key string) *Node {
	if n == nil || n.Kind != Scalar {
		return n
	}
	met := false
	parts := n.cut(0, len(n.Text), func(c byte) bool {
		first := c == '=' && !met
		met = met || first
		return first
	})
	if len(parts) == 2 && !strings.HasPrefix(parts[1].Text, "=") && !strings.ContainsAny(parts[0].Text[max(0, len(parts[0].Text)-1):], "<>!") {
		return parts[0].Spread(key).With(defaultKey, parts[1].unquoted(`"'`))
	}
	if t := n.Literal(); t != "" {
		return computed(t, n.Span).Spread(key).With(defaultKey, n)
	}
	return n.Spread(key)
}

// unquoted returns a text without the quotes around it, which are of these.
func (n *Node) unquoted(quotes string) *Node {
	if end := len(n.Text) - 1; end > 0 && strings.IndexByte(quotes, n.Text[0]) >= 0 && n.Text[end] == n.Text[0] {
		text := n.Part(1, end)
		text.Style = DoubleQuoted
		return text
	}
	return n
}

// OnLine returns how a field or a parameter would be written that a file writes longer: as a mapping, though it has only a type, under
// a key, and a default that fits on a line, or with the type that the default shows; empty if there is nothing to leave out.
func (n *Node) OnLine(key string) string {
	if n.Kind == Scalar {
		d := n.Declared(key)
		if of, value := d.Get(key), d.Get(defaultKey); value != nil && of.Style != Computed && of.Text == value.Literal() {
			return value.Text
		}
		return ""
	}
	of, value := n.Get(key), n.Get(defaultKey)
	if len(n.Entries) == 1 && of != nil && of.Kind == Scalar && n.Entries[0].Key.Style != Computed {
		return of.Text
	}
	if len(n.Entries) != 2 || n.Entries[0].Key.Style == Computed || n.Entries[1].Key.Style == Computed || of == nil || value == nil || of.Kind != Scalar || value.Kind == Mapping || strings.Contains(value.Span.Text(), "\n") {
		return ""
	}
	text := value.Span.Text()
	if value.Kind == Scalar {
		text = value.Text
	}
	switch {
	case text == "" || strings.Contains(of.Span.Text(), "\n") || len(of.Text)+len(text) > fitting:
		return ""
	case of.Text == value.Literal():
		return text
	}
	return of.Text + " = " + text
}

// typeKey returns the key of the type of what is declared at a place; empty if that is no field and no parameter.
func (p path) typeKey() string {
	if len(p) < 3 || slices.Contains(p[:len(p)-2], "params") {
		return ""
	}
	return typeKeys[p[len(p)-2]]
}
