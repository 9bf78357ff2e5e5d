package tree

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/foreign"
)

// Reader hands out the entries of a mapping key by key, and so knows which keys
// are allowed, which were missing and which nobody asked for. It owns every
// message about keys.
type Reader struct {
	node *Node
	what string
	list *diag.List
	// usable is false when there is no mapping to read, which has been reported.
	usable bool
	// keys are the rows that the mapping has; nil if those are allowed that are asked for.
	keys Keys
	// allowed are the keys that have been asked for; where there are rows only those that
	// the user has named.
	allowed []string
	// taken marks the entries that have a row, or have been asked for.
	taken []bool
	// missing are the keys that are needed and aren't there, meant those that unknown ones
	// were probably meant to be.
	missing []lack
	meant   []string
	// elsewhere are hints for keys that have their place elsewhere.
	elsewhere map[string]string
}

// lack is a needed key that isn't there, and what is said of it.
type lack struct {
	key  string
	said *diag.Diagnostic
}

// Key is a row of the keys of a mapping.
type Key struct {
	// Name is empty where the names that a user gives stand.
	Name string
	// Holds says in words what its value is.
	Holds string
	// Called is what messages call its value, with %s for the mapping; if empty, it is "NAME of %s".
	Called string
	// Needed keys have to be there.
	Needed bool
	// Asked, if it isn't nil, is set as soon as somebody asks for the key. Tests find by it what nobody reads.
	Asked *bool
}

// Keys are the keys of a mapping, in the order in which messages list them.
type Keys []Key

// Read returns a reader of a mapping that has these keys, and reports those that are needed and aren't
// there; see [Walk]. Only they can be asked for, as often as somebody likes, by Get and Entry, and by Own
// those that a user has named.
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

// index returns where the row of a key stands, or -1.
func (list Keys) index(key string) int {
	return slices.IndexFunc(list, func(k Key) bool { return k.Name == key })
}

// Get returns the value of a key; nil if there is none, or if a key that is needed has no value.
func (r *Reader) Get(key string) *Node {
	e, _ := r.ask(key)
	if r.row(key).Needed && e.Value != nil && e.Value.Kind == Null {
		return nil
	}
	return e.Value
}

// Called returns what messages call the value of a key, such as `the cost of action "strike"`.
func (r *Reader) Called(key string) string {
	if as := r.row(key).Called; as != "" {
		return strings.ReplaceAll(as, "%s", r.what)
	}
	return key + " of " + r.what
}

// Words returns the words of which the value of a key is one, in the order of its row.
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

// Own is Get for a key that a user has named.
func (r *Reader) Own(key string, needed bool) *Node {
	r.allowed = append(r.allowed, key)
	if needed {
		return r.Required(key)
	}
	return r.Optional(key)
}

// OwnKey returns where a key stands that a user has named, and whether it is there.
func (r *Reader) OwnKey(key string) (diag.Span, bool) {
	if i := r.node.find(key); r.usable && i >= 0 {
		return r.node.Entries[i].Key.Span, true
	}
	return diag.Span{}, false
}

// row returns the row of a key. To ask for another is a mistake of the program.
func (r *Reader) row(key string) Key {
	if i := r.keys.index(key); i >= 0 {
		if asked := r.keys[i].Asked; asked != nil {
			*asked = true
		}
		return r.keys[i]
	}
	panic("tree: " + r.what + " has no row for the key " + key)
}

// Walk returns a reader of the mapping that node should be; what names it in
// messages, such as `action "strike"`. A node that is empty is a mapping without
// keys. Any other kind is reported, and then, as for a nil node, the reader is
// empty and says no more. Call Done at the end.
//
// Spec: files.md.
func Walk(node *Node, what string, list *diag.List) *Reader { return WalkLike(node, what, "", list) }

// WalkLike is Walk with a hint for what is no mapping: how one is written.
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
		d.WithHint("what stands here has names, and no dashes before them: NAME: ..")
	}
	for _, item := range r.node.Items {
		if name := item.Get("name"); name != nil {
			d.WithHint("each stands here by its name, without a dash: %s: ..", name.Text).Lost = append(d.Lost, name.Text)
		}
	}
}

// Usable reports whether there is a mapping (or nothing, which is one without
// keys).
func (r *Reader) Usable() bool { return r.usable }

// Entry returns the entry of a key, and whether it is there.
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

// Optional returns the value of a key that may be left out; nil if it is.
func (r *Reader) Optional(key string) *Node {
	e, _ := r.ask(key)
	return e.Value
}

// Required returns the value of a key that has to be there, and reports it if
// it isn't or has no value; nil then.
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

// head returns the place that stands for the whole mapping: its first key.
func (r *Reader) head() diag.Span {
	if len(r.node.Entries) > 0 && r.node.Style == Block {
		return r.node.Entries[0].Key.Span
	}
	return r.node.Span
}

// Rest returns the entries that have no row, and that nobody has asked for yet, in the order of the
// file, for mappings whose keys are the user's own names.
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

// Done reports every key that has no row, and that nobody has asked for. That a needed one isn't there follows
// where one of them was probably meant to be it.
func (r *Reader) Done() {
	for _, e := range r.Rest() {
		near := nearKey(e.Key.Text, r.names())
		d := r.list.Errorf(UnknownKey, e.Key.Span, "unknown key %q in %s", e.Key.Text, r.what).
			WithHint("%s", cmp.Or(r.elsewhere[e.Key.Text], keyHint(e.Key.Text, near, r.names())))
		if near == "" && e.Value.Get("type") != nil && slices.Contains(r.names(), "fields") {
			d.WithHint("a field stands below fields: indent it further")
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
		m.said.Follows = r.Means(m.key)
	}
}

func (r *Reader) lacks(key string) *diag.Diagnostic {
	return r.list.Errorf(MissingKey, r.head(), "%s has no %q, which it needs", r.what, key)
}

// One returns the value of the one key of a mapping that is of interest, which has to be
// there; nil, after a report with this hint, if it isn't.
func One(node *Node, key, what, hint string, list *diag.List) *Node {
	r := Walk(node, what, list)
	value := r.Required(key)
	if len(r.missing) > 0 {
		r.missing[0].said.Hint = hint
	}
	if near, ok := diag.Nearest(key, node.keys()); ok && len(r.missing) > 0 {
		r.missing[0].said.Follows = true
		list.Errorf(UnknownKey, node.Entries[node.find(near)].Key.Span, "unknown key %q in %s", near, what).
			MeanOneOf(near, []string{key})
	}
	return value
}

// Means reports whether a key that isn't there is the one that an unknown key was probably
// meant to be. It is known after Done; a nil reader knows of none.
func (r *Reader) Means(key string) bool { return r != nil && slices.Contains(r.meant, key) }

// Elsewhere says what to do with a key that has its place elsewhere: it is the hint if nobody
// asks for the key.
func (r *Reader) Elsewhere(key, hint string) {
	if r.elsewhere == nil {
		r.elsewhere = map[string]string{}
	}
	r.elsewhere[key] = hint
}

// Mention names keys that may stand there, too, and that somebody else has read: they are for
// the hints of Done alone.
func (r *Reader) Mention(keys []string) { r.allowed = append(r.allowed, keys...) }

// free lists the keys that are allowed and don't stand in a file: several parts of a ruleset may have the same
// section.
func (r *Reader) free(in *diag.Source) []string {
	return slices.DeleteFunc(slices.Clone(r.names()), func(key string) bool {
		i := r.node.find(key)
		return i >= 0 && r.node.Entries[i].Key.Span.Source == in
	})
}

// names lists the keys that are allowed.
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

// keyHint returns the hint for an unknown key, which is near an allowed one or (empty) none.
func keyHint(key, near string, allowed []string) string {
	const few = 20
	switch {
	case near != "":
		return fmt.Sprintf("did you mean %q?", near)
	case len(allowed) == 0:
		return "no keys are allowed here"
	case len(allowed) > few:
		return fmt.Sprintf("none of the %d keys that are allowed here is called so; the nearest are %s", len(allowed), diag.JoinAnd(diag.NearestFew(key, allowed)))
	}
	return "allowed here: " + strings.Join(allowed, ", ")
}

// nearKey returns the allowed key that an unknown one was probably meant to be; empty: none.
func nearKey(key string, allowed []string) string {
	if near, ok := diag.Nearest(key, allowed); ok {
		return near
	}
	return foreign.Key(key, allowed)
}

// names lists all keys of a node and below it.
func (n *Node) names() []string {
	if n == nil {
		return nil
	}
	names := n.keys()
	for _, e := range n.Entries {
		names = append(names, e.Value.names()...)
	}
	for _, item := range n.Items {
		names = append(names, item.names()...)
	}
	return names
}
