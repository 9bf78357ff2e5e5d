package soundness

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/tree"
)

// A knot is a piece of a YAML file that can be changed and written anew: a mapping, a
// list, a text, or nothing.
type knot struct {
	kind tree.Kind
	// text is a scalar's; bare ones are written without quotes.
	text string
	bare bool
	// flow lists stand in brackets.
	flow bool
	// keys belong to the values of a mapping, one to one.
	keys, list []*knot

	// from and to are where it was written last.
	from, to int
	// source is what it was read from; nil if it was made.
	source *tree.Node
	// was is what it was before it was changed; nil: it hasn't been.
	was *knot
	// grown ones were added, and may be taken out; of lined ones, line by line.
	grown, lined bool
}

func text(s string) *knot     { return &knot{kind: tree.Scalar, text: s, bare: isBare(s)} }
func null() *knot             { return &knot{kind: tree.Null} }
func seq(list ...*knot) *knot { return &knot{kind: tree.Sequence, list: list} }

// names is a list of texts in brackets.
func names(list ...string) *knot {
	n := &knot{kind: tree.Sequence, flow: true}
	for _, s := range list {
		n.list = append(n.list, text(s))
	}
	return n
}

// mapping makes a mapping of keys, each a text, and values, each a text or a knot.
func mapping(pairs ...any) *knot {
	n := &knot{kind: tree.Mapping}
	for i := 0; i < len(pairs); i += 2 {
		n.put(pairs[i].(string), pairs[i+1])
	}
	return n
}

// put adds an entry, or gives another value to the one that is there.
func (n *knot) put(key string, value any) {
	v, isKnot := value.(*knot)
	if !isKnot {
		v = text(value.(string))
	}
	if i := n.find(key); i >= 0 {
		n.list[i] = v
		return
	}
	n.keys, n.list = append(n.keys, text(key)), append(n.list, v)
}

func (n *knot) find(key string) int {
	if n == nil || n.kind != tree.Mapping {
		return -1
	}
	return slices.IndexFunc(n.keys, func(k *knot) bool { return k.text == key })
}

// get returns the value of a key, nil if there is none; of several keys, one in the other.
func (n *knot) get(keys ...string) *knot {
	for _, key := range keys {
		i := n.find(key)
		if i < 0 {
			return nil
		}
		n = n.list[i]
	}
	return n
}

// section returns the mapping under a key, which is made if it isn't there.
func (n *knot) section(key string) *knot {
	if s := n.get(key); s != nil && s.kind == tree.Mapping {
		return s
	}
	s := mapping()
	n.put(key, s)
	return s
}

// names returns the keys of a mapping.
func (n *knot) names() []string {
	var list []string
	if n != nil && n.kind == tree.Mapping {
		for _, k := range n.keys {
			list = append(list, k.text)
		}
	}
	return list
}

// remove takes an entry or an item out.
func (n *knot) remove(i int) {
	if n.kind == tree.Mapping {
		n.keys = slices.Delete(n.keys, i, i+1)
	}
	n.list = slices.Delete(n.list, i, i+1)
}

// change makes it a text, which undo takes back.
func (n *knot) change(s string) {
	was := n.was
	if was == nil {
		copied := *n
		was = &copied
	}
	*n = *text(s)
	n.was, n.grown, n.from, n.to = was, was.grown, was.from, was.to
	n.lined = strings.Contains(strings.TrimRight(s, "\n"), "\n")
}

func (n *knot) undo() {
	if n.was != nil {
		*n = *n.was
	}
}

// dropLine takes the line at a byte of what was written out of a text, with the block
// that begins there. It reports false where that can't be done, or nothing would be left.
func (n *knot) dropLine(written string, offset int) bool {
	if !n.lined || n.to > len(written) || offset < n.from || offset >= n.to || !strings.HasPrefix(written[n.from:], "|\n") {
		return false
	}
	lines := strings.Split(strings.TrimRight(n.text, "\n"), "\n")
	at := strings.Count(written[n.from:offset], "\n") - 1
	if at < 0 || at >= len(lines) {
		return false
	}
	end, depth := at, strings.Count(lines[at], "{")-strings.Count(lines[at], "}")
	for depth > 0 && end+1 < len(lines) {
		end++
		depth += strings.Count(lines[end], "{") - strings.Count(lines[end], "}")
	}
	if depth != 0 || end-at+1 >= len(lines) {
		return false
	}
	n.text = strings.Join(slices.Delete(lines, at, end+1), "\n")
	return true
}

// each visits a knot and all below it, keys too, until f returns false for one.
func (n *knot) each(f func(n *knot) bool) bool {
	if !f(n) {
		return false
	}
	for i := range n.list {
		if n.kind == tree.Mapping && !n.keys[i].each(f) {
			return false
		}
		if !n.list[i].each(f) {
			return false
		}
	}
	return true
}

// clone copies a knot and all below it.
func (n *knot) clone() *knot {
	c := *n
	c.keys, c.list = make([]*knot, len(n.keys)), make([]*knot, len(n.list))
	for i := range n.keys {
		c.keys[i] = n.keys[i].clone()
	}
	for i := range n.list {
		c.list[i] = n.list[i].clone()
	}
	return &c
}

// knotOf returns what has been parsed as a knot.
func knotOf(n *tree.Node) *knot {
	k := &knot{kind: n.Kind, text: n.Text, source: n, flow: n.Kind == tree.Sequence && n.Style == tree.Flow}
	k.bare = n.Kind == tree.Scalar && n.Style == tree.Plain && n.Span.Text() == n.Text
	for _, e := range n.Entries {
		key := knotOf(e.Key)
		if e.Of != nil {
			key.text, key.bare = e.Head(), true
		}
		value := knotOf(e.Value)
		if e.Columns != nil {
			value = text(strings.Join(e.GridLines(), "\n") + "\n")
		}
		k.keys, k.list = append(k.keys, key), append(k.list, value)
	}
	for _, item := range n.Items {
		k.list = append(k.list, knotOf(item))
	}
	return k
}

// readKnot parses a text; nil if it is no YAML.
func readKnot(name, text string) *knot {
	root, list := tree.Parse(diag.NewSource(name, text))
	if root == nil || list.HasErrors() {
		return nil
	}
	return knotOf(root)
}

var (
	plainText  = regexp.MustCompile(`^([a-z][a-z0-9_]*|-?[0-9]+(\.[0-9]+)?)$`)
	misleading = regexp.MustCompile(`^(y|n|yes|no|on|off|null|nan|inf)$`)
)

// isBare reports whether a text can be written without quotes.
func isBare(s string) bool { return plainText.MatchString(s) && !misleading.MatchString(s) }

// write returns a mapping as a file, and notes where each knot stands in it.
func (n *knot) write() string {
	p := &printer{}
	if n.kind == tree.Mapping {
		p.entries(n, "")
	} else {
		p.value(n, "")
	}
	return p.String()
}

type printer struct{ strings.Builder }

func (p *printer) entries(n *knot, indent string) {
	n.from = p.Len()
	for i, key := range n.keys {
		p.WriteString(indent)
		p.scalar(key, "", false)
		p.WriteByte(':')
		p.value(n.list[i], indent)
	}
	n.to = p.Len()
}

// value writes what stands behind a colon or a dash, up to the end of its last line.
func (p *printer) value(n *knot, indent string) {
	inner := indent + "  "
	switch {
	case n.kind == tree.Scalar:
		p.WriteByte(' ')
		p.scalar(n, inner, true)
		p.WriteByte('\n')
	case n.kind == tree.Null:
		n.from, n.to = p.Len(), p.Len()
		p.WriteByte('\n')
	case len(n.list) == 0 || n.flow && flat(n):
		p.WriteByte(' ')
		p.inline(n)
		p.WriteByte('\n')
	case n.kind == tree.Mapping:
		p.WriteByte('\n')
		p.entries(n, inner)
	default:
		p.WriteByte('\n')
		n.from = p.Len()
		for _, item := range n.list {
			p.WriteString(inner + "-")
			p.value(item, inner)
		}
		n.to = p.Len()
	}
}

// flat reports whether a list can be written in brackets.
func flat(n *knot) bool {
	return !slices.ContainsFunc(n.list, func(item *knot) bool {
		return item.kind == tree.Mapping || item.kind == tree.Null || item.kind == tree.Sequence && !flat(item)
	})
}

// inline writes a list in brackets, or an empty mapping.
func (p *printer) inline(n *knot) {
	n.from = p.Len()
	switch {
	case n.kind == tree.Scalar:
		p.scalar(n, "", false)
		return
	case n.kind == tree.Mapping:
		p.WriteString("{}")
	default:
		p.WriteByte('[')
		for i, item := range n.list {
			if i > 0 {
				p.WriteString(", ")
			}
			p.inline(item)
		}
		p.WriteByte(']')
	}
	n.to = p.Len()
}

// blockText is what can stand as block text without a loss.
var blockText = regexp.MustCompile(`^[^\s][^\r\t]*$`)

func (p *printer) scalar(n *knot, indent string, block bool) {
	trimmed := strings.TrimRight(n.text, "\n")
	n.from = p.Len()
	switch {
	case n.bare:
		p.WriteString(n.text)
	case block && strings.Contains(trimmed, "\n") && blockText.MatchString(trimmed) && !strings.Contains(trimmed, " \n"):
		p.WriteString("|")
		for line := range strings.SplitSeq(trimmed, "\n") {
			p.WriteByte('\n')
			if line != "" {
				p.WriteString(indent + line)
			}
		}
	default:
		p.WriteString(strconv.Quote(n.text))
	}
	n.to = p.Len()
}
