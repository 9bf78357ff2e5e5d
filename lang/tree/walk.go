package tree

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/foreign"
)

// Reader reads the entries of a mapping key by key, and so knows which keys
// are allowed, which are missing and which were never requested. It adds every
// message about keys.
type Reader struct {
	node *Node
	what string
	list *diag.List
	// usable is false if there is no mapping to read, which has been reported.
	usable bool
	// keys are the rows of the mapping; nil if the requested keys are allowed.
	keys Keys
	// allowed are the keys that have been requested; if there are rows, only those that
	// the user has named.
	allowed []string
	// taken marks the entries that have a row, or have been requested.
	taken []bool
	// missing are required keys that are missing, meant those that unknown keys
	// were probably meant to be.
	missing []lack
	meant   []string
	// elsewhere are hints for keys that belong elsewhere.
	elsewhere map[string]string
}

// lack is a required key that is missing, and the error about it.
type lack struct {
	key        string
	diagnostic *diag.Diagnostic
}

// Key is a row of the keys of a mapping.
type Key struct {
	// Name is empty for names that the user chooses.
	Name string
	// Holds describes the value.
	Holds string
	// Called is how messages refer to its value, with %s for the mapping; if empty, it is "NAME of %s".
	Called string
	// Needed keys are required.
	Needed bool
	// Asked, if not nil, is set as soon as the key is requested. Tests use it to find keys that are never read.
	Asked *bool
}

// Keys are the keys of a mapping, in the order used in messages.
type Keys []Key

// Read returns a reader for a mapping that has these keys, and reports required keys that are
// missing; see [Walk]. Get and Entry accept only these keys, any number of times, and Own
// keys that the user has named.
func Read(node *Node, keys Keys, what string, list *diag.List) *Reader {
	r := Walk(node, what, list)
	r.keys = keys
	for i := range r.taken {
		r.taken[i] = keys.index(node.Entries[i].Key.Text) >= 0
	}
	for _, k := range keys {
		if k.Needed {
			r.Required(k.Name)
		}
	}
	return r
}

// index returns the index of the row of a key, or -1.
func (list Keys) index(key string) int {
	return slices.IndexFunc(list, func(k Key) bool { return k.Name == key })
}

// Get returns the value of a key; nil if there is none, or if a required key has no value.
func (r *Reader) Get(key string) *Node {
	e, _ := r.ask(key)
	if r.row(key).Needed && e.Value != nil && e.Value.Kind == Null {
		return nil
	}
	return e.Value
}

// Called returns how messages refer to the value of a key, such as `the cost of action "strike"`.
func (r *Reader) Called(key string) string {
	if as := r.row(key).Called; as != "" {
		return strings.ReplaceAll(as, "%s", r.what)
	}
	return key + " of " + r.what
}

// Words returns the possible words for the value of a key, in the order of its row.
func (r *Reader) Words(key string) []string { return r.row(key).Words() }

// Words returns the words that the row of a key lists: "shuffle or none".
func (k Key) Words() []string {
	list := strings.Split(strings.Replace(k.Holds, ", or ", ", ", 1), ", ")
	first, second, two := strings.Cut(list[len(list)-1], " or ")
	if two {
		list = append(list[:len(list)-1], first, second)
	}
	return list
}

// Own is Get for a key that the user has named.
func (r *Reader) Own(key string, needed bool) *Node {
	r.allowed = append(r.allowed, key)
	if needed {
		return r.Required(key)
	}
	return r.Optional(key)
}

// OwnKey returns the place of a key that the user has named, and reports whether it exists.
func (r *Reader) OwnKey(key string) (diag.Span, bool) {
	if i := r.node.find(key); r.usable && i >= 0 {
		return r.node.Entries[i].Key.Span, true
	}
	return diag.Span{}, false
}

// row returns the row of a key. A key without a row is a bug in the program.
func (r *Reader) row(key string) Key {
	if i := r.keys.index(key); i >= 0 {
		if asked := r.keys[i].Asked; asked != nil {
			*asked = true
		}
		return r.keys[i]
	}
	panic("tree: " + r.what + " has no row for the key " + key)
}

// Walk returns a reader for the mapping that node should be; what names it in
// messages, such as `action "strike"`. An empty node is a mapping without
// keys. Any other kind is reported, and then, as for a nil node, the reader is
// empty and reports nothing else. Call Done at the end.
//
// Spec: files.md.
func Walk(node *Node, what string, list *diag.List) *Reader { return WalkLike(node, what, "", list) }

// WalkLike is Walk with a hint for nodes that aren't mappings: how to write one.
func WalkLike(node *Node, what, like string, list *diag.List) *Reader {
	r := &Reader{node: node, what: what, list: list}
	switch {
	case node == nil:
	case node.Kind == Mapping || node.Kind == Null:
		r.usable = true
		r.taken = make([]bool, len(node.Entries))
	default:
		r.wrongShape(like)
	}
	return r
}

func (r *Reader) wrongShape(like string) {
	d := r.list.Errorf(WrongShape, r.node.Span, "%s must be a mapping of keys to values, but it is %s", r.what, r.node.Kind)
	d.Lost = r.node.names()
	if r.node.Kind == Scalar && gluedKey.MatchString(r.node.Text) {
		d.WithHint("a space is missing after the colon")
	} else if like != "" {
		d.WithHint("as in: %s", like)
	} else if r.node.Kind == Sequence {
		d.WithHint("write each by its name, without a dash: NAME: ..")
	}
	for _, item := range r.node.Items {
		if name := item.Get("name"); name != nil {
			d.WithHint("write each by its name, without a dash: %s: ..", name.Text).Lost = append(d.Lost, name.Text)
		}
	}
}

// Usable reports whether there is a mapping (or an empty node, which is one without
// keys).
func (r *Reader) Usable() bool { return r.usable }

// Entry returns the entry of a key, and reports whether it exists.
func (r *Reader) Entry(key string) (Entry, bool) {
	if r.keys != nil {
		r.row(key)
	}
	return r.ask(key)
}

func (r *Reader) ask(key string) (Entry, bool) {
	if r.keys == nil {
		r.allowed = append(r.allowed, key)
	}
	if !r.usable {
		return Entry{}, false
	}
	i := r.node.find(key)
	if i < 0 {
		return Entry{}, false
	}
	r.taken[i] = true
	return r.node.Entries[i], true
}

// Optional returns the value of an optional key; nil if it is missing.
func (r *Reader) Optional(key string) *Node {
	e, _ := r.ask(key)
	return e.Value
}

// Required returns the value of a required key. If it is missing or has no value,
// Required reports that and returns nil.
func (r *Reader) Required(key string) *Node {
	e, ok := r.ask(key)
	switch {
	case !r.usable:
		return nil
	case !ok:
		r.missing = append(r.missing, lack{key, r.lacks(key)})
		return nil
	case e.Value.Kind == Null:
		r.list.Errorf(MissingValue, e.Key.Span, "%q of %s has no value", key, r.what)
		return nil
	}
	return e.Value
}

// head returns the place that represents the whole mapping: its first key.
func (r *Reader) head() diag.Span {
	if len(r.node.Entries) > 0 && r.node.Style == Block {
		return r.node.Entries[0].Key.Span
	}
	return r.node.Span
}

// Rest returns the entries that have no row and haven't been requested yet, in file
// order, for mappings whose keys are the user's own names.
func (r *Reader) Rest() []Entry {
	if !r.usable {
		return nil
	}
	rest := make([]Entry, 0, len(r.taken))
	for i, e := range r.node.Entries {
		if !r.taken[i] {
			r.taken[i] = true
			rest = append(rest, e)
		}
	}
	return rest
}

// Done reports every key that has no row and wasn't requested. If one of them was probably meant as a
// required key, the error about the missing key follows from that.
func (r *Reader) Done() {
	for _, e := range r.Rest() {
		near := nearKey(e.Key.Text, r.names())
		d := r.list.Errorf(UnknownKey, e.Key.Span, "unknown key %q in %s", e.Key.Text, r.what).
			WithHint("%s", cmp.Or(r.elsewhere[e.Key.Text], r.elsewhere[foreign.Key(e.Key.Text, slices.Sorted(maps.Keys(r.elsewhere)))], keyHint(e.Key.Text, near, r.names())))
		if near == "" && e.Value.Get("type") != nil && slices.Contains(r.names(), "fields") {
			d.WithHint("put a field under fields: indent it further")
		}
		d.Lost, d.Candidates = e.Value.names(), r.free(e.Key.Span.Source)
		if near != "" {
			r.meant = append(r.meant, near)
			if spelt, _ := diag.Nearest(e.Key.Text, r.names()); spelt == near && r.node.find(near) < 0 {
				d.WithGuess(e.Key.Span, near)
			}
		}
	}
	for _, m := range r.missing {
		m.diagnostic.Follows = r.Means(m.key)
	}
}

func (r *Reader) lacks(key string) *diag.Diagnostic {
	return r.list.Errorf(MissingKey, r.head(), "%s needs %q", r.what, key)
}

// One returns the value of the only relevant key of a mapping, which is
// required; nil, after a report with this hint, if it is missing.
func One(node *Node, key, what, hint string, list *diag.List) *Node {
	r := Walk(node, what, list)
	value := r.Required(key)
	if len(r.missing) > 0 {
		r.missing[0].diagnostic.Hint = hint
	}
	if near, ok := diag.Nearest(key, node.keys()); ok && len(r.missing) > 0 {
		r.missing[0].diagnostic.Follows = true
		list.Errorf(UnknownKey, node.Entries[node.find(near)].Key.Span, "unknown key %q in %s", near, what).
			MeanOneOf(near, []string{key})
	}
	return value
}

// Means reports whether a missing key is the one that an unknown key was probably
// meant to be. It is known after Done; a nil reader returns false.
func (r *Reader) Means(key string) bool { return r != nil && slices.Contains(r.meant, key) }

// Elsewhere sets the hint for a key that belongs elsewhere, used if the key
// isn't requested.
func (r *Reader) Elsewhere(key, hint string) {
	if r.elsewhere == nil {
		r.elsewhere = map[string]string{}
	}
	r.elsewhere[key] = hint
}

// Mention names keys that are also allowed but were read elsewhere: they are only for
// the hints of Done.
func (r *Reader) Mention(keys []string) { r.allowed = append(r.allowed, keys...) }

// free lists the allowed keys that a file doesn't have: several parts of a ruleset may have the same
// section.
func (r *Reader) free(in *diag.Source) []string {
	return slices.DeleteFunc(slices.Clone(r.names()), func(key string) bool {
		i := r.node.find(key)
		return i >= 0 && r.node.Entries[i].Key.Span.Source == in
	})
}

// names lists the allowed keys.
func (r *Reader) names() []string {
	if r.keys == nil {
		return r.allowed
	}
	var names []string
	for _, k := range r.keys {
		if k.Name == "" {
			names = append(names, r.allowed...)
		} else {
			names = append(names, k.Name)
		}
	}
	return names
}

// keyHint returns the hint for an unknown key; near is an allowed key near it, or empty.
func keyHint(key, near string, allowed []string) string {
	const few = 20
	switch {
	case near != "":
		return fmt.Sprintf("did you mean %q?", near)
	case len(allowed) == 0:
		return "no keys are allowed here"
	case len(allowed) > few:
		return fmt.Sprintf("it isn't one of the %d keys that are allowed here; the nearest are %s", len(allowed), diag.JoinAnd(diag.NearestFew(key, allowed)))
	}
	return "allowed here: " + strings.Join(allowed, ", ")
}

// nearKey returns the allowed key that was probably meant by an unknown one; empty if there is none.
func nearKey(key string, allowed []string) string {
	if near, ok := diag.Nearest(key, allowed); ok {
		return near
	}
	return foreign.Key(key, allowed)
}

// names lists all keys in a node and below it.
func (n *Node) names() []string {
	if n == nil {
		return nil
	}
	names := n.keys()
	for i, name := range names { // without the participants of one that isn't where it belongs
		names[i], _, _ = strings.Cut(name, "(")
	}
	for _, e := range n.Entries {
		names = append(names, e.Value.names()...)
	}
	for _, item := range n.Items {
		names = append(names, item.names()...)
	}
	return names
}
