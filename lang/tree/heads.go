package tree

import (
	"regexp"
	"slices"
	"strings"

	"github.com/rulec/rulec/lang/diag"
)

// headed are the sections whose definitions may have participants behind their names, guard(target, weapon): .., and the key that a
// value stands for that isn't a mapping; procs have none.
//
// Spec: quantities.md, procs.md.
var headed = map[string]string{"quantities": "value", "procs": ""}

// Headed returns the key that a value stands for that isn't a mapping, in a section whose definitions may have participants; empty for
// any other section.
func Headed(section string) string { return headed[section] }

// headForm matches a name with participants.
var headForm = regexp.MustCompile(`(?s)^([^()\s]+)\s*\((.*)\)$`)

// heads parts the names of a tree from their participants, and makes mappings of its grids, wherever a section has them. Under a verb
// is what changes; elsewhere is what is declared.
func (b *builder) heads(n *Node, declares bool) {
	for _, e := range n.Entries {
		if slices.Contains(Verbs(), e.Key.Text) && e.Value.Kind == Mapping {
			b.paths(e.Value)
		}
		if _, ok := headed[e.Key.Text]; ok && e.Value.Kind == Mapping {
			b.headsOf(e.Key.Text, e.Value, declares)
		} else if gridded(e.Key.Text) && e.Value.Kind == Mapping {
			b.grids(e.Key.Text, e.Value)
		} else if e.Key.Text != "remove" { // which names things
			b.heads(e.Value, declares && !slices.Contains(Verbs(), e.Key.Text))
		}
	}
	for _, item := range n.Items {
		b.heads(item, declares)
	}
}

// headsOf parts the names of a section. YAML doesn't know that f(a) and f(b) are the same name.
func (b *builder) headsOf(name string, section *Node, declares bool) {
	seen := map[string]*Node{}
	section.Entries = slices.DeleteFunc(section.Entries, func(e Entry) bool {
		name, _, _ := strings.Cut(e.Key.Text, "(")
		name = strings.TrimSpace(name)
		if first := seen[name]; first != nil {
			b.list.Errorf(DuplicateKey, e.Key.Span, "%q is already declared here", name).WithNote(first.Span, "first declared here")
			return true
		}
		seen[name] = e.Key
		return false
	})
	for i := range section.Entries {
		e := &section.Entries[i]
		if v := e.Value; declares && v.Kind == Mapping && len(v.Entries) == 1 && slices.Contains([]string{"value", stepDo}, v.Entries[0].Key.Text) {
			b.list.Errorf(HeadForm, v.Entries[0].Key.Span, "what %q alone says stands right behind the name", v.Entries[0].Key.Text).
				WithHint("write %s: .., without %q", e.Key.Text, v.Entries[0].Key.Text)
		}
		m := headForm.FindStringSubmatchIndex(e.Key.Text)
		switch {
		case m != nil:
			e.Of, e.Key = e.Key.Part(m[4], m[5]), e.Key.Part(m[2], m[3])
		case strings.ContainsAny(e.Key.Text, "()"):
			b.list.Errorf(HeadForm, e.Key.Span, "participants stand in parentheses behind the name, with nothing behind them").WithHint("as in: guard(target, weapon): ..")
		}
	}
}

// Head returns the name of an entry with its participants, as a file has it.
func (e Entry) Head() string {
	if e.Of == nil {
		return e.Key.Text
	}
	return e.Key.Text + "(" + e.Of.Text + ")"
}

// Spread returns the value of an entry as a mapping: one that is no mapping is that of a key.
func (n *Node) Spread(key string) *Node {
	if n.Kind == Mapping || n.Kind == Null {
		return n
	}
	return &Node{Kind: Mapping, Style: Block, Span: n.Span, Entries: []Entry{{Key: computed(key, n.Span), Value: n}}, size: n.size + 1, height: n.height + 1}
}

// spread makes mappings of two values at p of which one is one.
func spread(old, over *Node, p path) (*Node, *Node) {
	key := headed[p[0]]
	switch of := p.typeKey(); {
	case of != "" && old.Kind == Mapping:
		over = over.Declared(of)
	case of != "" && over.Kind == Mapping && len(over.Entries) > 0:
		old = old.Declared(of)
	case len(p) == 3 && gridded(p[0]) && len(old.Entries) == 1 && over.Kind == Scalar: // of the only column
		over = over.Spread(old.Entries[0].Key.Text)
	case key == "" || len(p) != 2:
	case old.Kind == Mapping:
		over = over.Spread(key)
	case over.Kind == Mapping && len(over.Entries) > 0:
		old = old.Spread(key)
	}
	return old, over
}

// HeadForm is a name with participants that can't be read. Spec: quantities.md.
const HeadForm diag.Code = "head-form"
