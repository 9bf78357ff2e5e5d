package tree

import (
	"errors"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/rulec/rulec/lang/diag"
	"gopkg.in/yaml.v3"
)

// read parses the text of src into a tree, or reports why it can't. Only this file
// uses the YAML library; a panic in it becomes a diagnostic.
func read(src *diag.Source, list *diag.List) (root *Node) {
	defer func() {
		if r := recover(); r != nil {
			root = nil
			list.Errorf(Unreadable, diag.Span{Source: src}, "the file can't be read as YAML: %v", r).
				WithHint("this is a bug of the YAML reader, caused by unusual YAML")
		}
	}()
	decoder := yaml.NewDecoder(strings.NewReader(src.Text))
	var document yaml.Node
	switch err := decoder.Decode(&document); {
	case errors.Is(err, io.EOF):
		list.Errorf(EmptyFile, diag.Span{Source: src}, "the file is empty")
		return nil
	case err != nil:
		list.Add(syntaxError(src, err.Error()))
		return nil
	}
	b := &builder{src: src, list: list, line: 1, column: 1, offset: src.Offset(1, 1),
		built: map[*yaml.Node]*Node{}, used: map[*yaml.Node]bool{}, named: map[string]int{}}
	if len(document.Content) == 0 || document.Content[0].Kind == 0 {
		list.Errorf(EmptyFile, diag.Span{Source: src}, "the file is empty")
		return nil
	}
	root, _ = b.node(document.Content[0], place{depth: 1})
	if b.stopped {
		return nil
	}
	b.checkAnchors()
	b.heads(root, true)
	b.remarks(root)
	if root.Kind == Null {
		list.Errorf(EmptyFile, root.Span, "the file is empty")
		return nil
	}
	if err := decoder.Decode(&document); !errors.Is(err, io.EOF) {
		list.Add(secondDocument(src, root.Span.End, err))
		return nil
	}
	return root
}

// secondDocument returns the diagnostic for a document that follows the first,
// which ends at a byte. If no line separates them, a misplaced line ended
// the first document; then err describes that.
func secondDocument(src *diag.Source, at int, err error) *diag.Diagnostic {
	for at = lineEnd(src.Text, at) + 1; at < len(src.Text); at = lineEnd(src.Text, at) + 1 {
		if line := src.Text[at:]; strings.HasPrefix(line, "---") || strings.HasPrefix(line, "...") {
			return diag.Errorf(SeveralDocuments, diag.Span{Source: src, Start: at, End: at + 3},
				"a second document begins here, but a file can only hold one").
				WithHint(`delete the line with "---", or move the rest to another file`)
		}
	}
	if err == nil {
		err = errors.New("did not find expected key")
	}
	return syntaxError(src, err.Error())
}

// builder converts YAML nodes to nodes with exact spans. Nodes come in text
// order, so that places are found by moving forward.
type builder struct {
	src  *diag.Source
	list *diag.List
	// built holds the targets of anchors; nil means that the node is still being built.
	built map[*yaml.Node]*Node
	// anchors are the anchored scalars in order, used the nodes that have an alias.
	anchors []anchored
	used    map[*yaml.Node]bool
	// named counts the declarations of each anchor so far.
	named map[string]int
	// nodes, aliases and expanded are counters for the limits.
	nodes, aliases, expanded int
	// stopped is set after a limit was exceeded; nothing more is built.
	stopped bool
	// line and column (as counted by YAML) and the byte offset of the last place.
	line, column, offset int
}

// anchored is a scalar with an anchor, whose text begins at a byte.
type anchored struct {
	node *yaml.Node
	span diag.Span
}

// place describes where a node is.
type place struct {
	// depth counts the levels of mappings and lists, including this node.
	depth int
	// flow is set inside braces and brackets.
	flow bool
	// key is set for keys, item for the items of a list.
	key, item bool
	// after is the end of the text before the node; an empty value is placed there.
	after int
}

// at returns the byte offset of a node.
func (b *builder) at(y *yaml.Node) int {
	if y.Line != b.line || y.Column < b.column {
		b.line, b.column, b.offset = y.Line, 1, b.src.Offset(y.Line, 1)
	}
	for b.column < y.Column && b.offset < len(b.src.Text) {
		_, size := utf8.DecodeRuneInString(b.src.Text[b.offset:])
		b.offset += size
		b.column++
	}
	return b.offset
}

// stop reports that a limit is exceeded and stops building.
func (b *builder) stop(code diag.Code, at int, format string, args ...any) (*Node, int) {
	if !b.stopped {
		b.list.Errorf(code, diag.Span{Source: b.src, Start: at, End: at}, format, args...)
	}
	b.stopped = true
	return &Node{Span: diag.Span{Source: b.src, Start: at, End: at}}, at
}

// node builds one node and returns it with the end of its text in this place
// (which differs from the end of its span for an alias).
func (b *builder) node(y *yaml.Node, p place) (*Node, int) {
	at := b.at(y)
	if b.nodes++; b.nodes > MaxNodes {
		return b.stop(TooManyValues, at, "the file has more than %d keys and values", MaxNodes)
	}
	if b.expanded++; b.expanded > MaxExpanded {
		return b.stop(TooManyAliases, at, "the aliases of the file expand to more than %d values", MaxExpanded)
	}
	if y.Kind == yaml.AliasNode {
		return b.alias(y, at, p)
	}
	if (y.Kind == yaml.MappingNode || y.Kind == yaml.SequenceNode) && p.depth > MaxDepth {
		return b.stop(TooDeep, at, "mappings and lists are nested more than %d deep", MaxDepth)
	}
	at = b.properties(y, at, p)
	if y.Anchor != "" {
		b.built[y] = nil
	}
	var n *Node
	end := at
	switch y.Kind {
	case yaml.MappingNode:
		n, end = b.mapping(y, at, p)
	case yaml.SequenceNode:
		n, end = b.sequence(y, at, p)
	default:
		n = b.scalar(y, at, p)
		end = n.Span.End
	}
	if y.Anchor != "" {
		b.built[y] = n
	}
	return n, end
}

// alias returns the target of an alias.
func (b *builder) alias(y *yaml.Node, at int, p place) (*Node, int) {
	end := min(at+1+len(y.Value), len(b.src.Text))
	target, known := b.built[y.Alias]
	if known && target == nil {
		_, _ = b.stop(AliasCycle, at, "the alias %q is inside its own value", "*"+y.Value)
		return &Node{Span: diag.Span{Source: b.src, Start: at, End: end}}, end
	}
	if b.aliases++; b.aliases > MaxAliases {
		return b.stop(TooManyAliases, at, "the file has more than %d aliases", MaxAliases)
	}
	if !known {
		return b.stop(Unreadable, at, "unknown alias %q", "*"+y.Value)
	}
	if b.expanded += target.size - 1; b.expanded > MaxExpanded {
		return b.stop(TooManyAliases, at, "the aliases of the file expand to more than %d values", MaxExpanded)
	}
	if p.depth-1+target.height > MaxDepth {
		return b.stop(TooDeep, at, "mappings and lists are nested more than %d deep", MaxDepth)
	}
	b.used[y.Alias] = true
	return target, end
}

// properties skips an anchor and a tag before a value, reports the tag,
// and returns where the value begins.
func (b *builder) properties(y *yaml.Node, at int, p place) int {
	end := at
	// Properties before the first key of a block mapping may belong to the key.
	anchor, tag := y.Anchor != "", y.Kind != yaml.MappingNode || y.Style&yaml.TaggedStyle != 0
	for at < len(b.src.Text) {
		c := b.src.Text[at]
		if !(c == '!' && tag || c == '&' && anchor) {
			break
		}
		span := diag.Span{Source: b.src, Start: at, End: at + wordLength(b.src.Text[at:], p.flow)}
		if c == '!' {
			tag = false
			b.tag(span)
		} else {
			anchor = false
			b.named[y.Anchor]++
			if b.named[y.Anchor] > 1 {
				b.list.Errorf(ValueStart, span, "the anchor %q is already declared", y.Anchor).Suggest("*" + y.Anchor)
			} else if y.Kind == yaml.ScalarNode {
				b.anchors = append(b.anchors, anchored{node: y, span: span})
			}
		}
		end = span.End
		at = skipToValue(b.src.Text, end)
	}
	return b.valueStart(y, at, end)
}

// valueStart returns where the value of a node begins: at the next text, or at
// the end of its anchor and tag if there is no value.
func (b *builder) valueStart(y *yaml.Node, at, end int) int {
	const written = yaml.SingleQuotedStyle | yaml.DoubleQuotedStyle | yaml.LiteralStyle | yaml.FoldedStyle
	if y.Kind == yaml.ScalarNode && y.Value == "" && y.Style&written == 0 {
		return end
	}
	return at
}

// anchorName matches what the YAML library reads as the name of an anchor.
var anchorName = regexp.MustCompile(`^[0-9A-Za-z_-]*`)

// wordLength returns the length of an anchor or tag.
func wordLength(text string, flow bool) int {
	if strings.HasPrefix(text, "&") {
		return 1 + len(anchorName.FindString(text[1:]))
	}
	stop := " \t\r\n"
	// The YAML library reads commas and brackets as parts of a tag.
	if flow && !strings.HasPrefix(text, "!") {
		stop += ",[]{}"
	}
	if i := strings.IndexAny(text, stop); i >= 0 {
		return i
	}
	return len(text)
}

// skipToValue skips white space and comments.
func skipToValue(text string, at int) int {
	for at < len(text) {
		switch {
		case isSpace(text[at]):
			at++
		case text[at] == '#':
			at = lineEnd(text, at)
		default:
			return at
		}
	}
	return at
}

func (b *builder) mapping(y *yaml.Node, at int, p place) (*Node, int) {
	n := &Node{Kind: Mapping, Style: Block, size: 1, height: 1}
	n.Entries = make([]Entry, 0, len(y.Content)/2)
	inner := place{depth: p.depth + 1, flow: p.flow}
	braces := y.Style&yaml.FlowStyle != 0
	if braces {
		n.Style, inner.flow = Flow, true
	}
	end := at
	for i := 0; i+1 < len(y.Content) && !b.stopped; i += 2 {
		inner.key, inner.after = true, end
		key, keyEnd := b.node(y.Content[i], inner)
		inner.key, inner.after = false, afterColon(b.src.Text, keyEnd)
		value, valueEnd := b.node(y.Content[i+1], inner)
		end = max(end, keyEnd, valueEnd)
		n.size += key.size + value.size
		n.height = max(n.height, key.height+1, value.height+1)
		n.Entries = append(n.Entries, Entry{Key: key, Value: value})
	}
	// A single pair in a list, [a: b], has no braces of its own.
	if braces && at < len(b.src.Text) && b.src.Text[at] == '{' {
		end = closing(b.src.Text, max(end, at+1), '}')
	}
	n.Span = diag.Span{Source: b.src, Start: at, End: end}
	if n.Style == Flow {
		n.Entries = b.repairEntries(n.Entries)
	}
	b.checkKeys(n)
	return n, end
}

func (b *builder) sequence(y *yaml.Node, at int, p place) (*Node, int) {
	n := &Node{Kind: Sequence, Style: Block, size: 1, height: 1}
	n.Items = make([]*Node, 0, len(y.Content))
	inner := place{depth: p.depth + 1, flow: p.flow, item: true}
	if y.Style&yaml.FlowStyle != 0 {
		n.Style, inner.flow = Flow, true
	}
	end := at
	for _, child := range y.Content {
		if b.stopped {
			break
		}
		inner.after = afterDash(b.src.Text, end)
		item, itemEnd := b.node(child, inner)
		end = max(end, itemEnd)
		n.size += item.size
		n.height = max(n.height, item.height+1)
		n.Items = append(n.Items, item)
	}
	if n.Style == Flow {
		end = closing(b.src.Text, max(end, at+1), ']')
	}
	n.Span = diag.Span{Source: b.src, Start: at, End: end}
	if n.Style == Flow {
		n.Items = b.repairItems(n.Items)
	}
	return n, end
}

// afterColon returns the byte after the colon that follows a key, or the end of
// the key if there is no colon.
func afterColon(text string, keyEnd int) int {
	if at := skipToValue(text, keyEnd); at < len(text) && text[at] == ':' {
		return at + 1
	}
	return keyEnd
}

// afterDash returns the byte after the dash of the next list entry, or at.
func afterDash(text string, at int) int {
	if dash := skipToValue(text, at); dash < len(text) && text[dash] == '-' {
		return dash + 1
	}
	return at
}

// closing returns the byte after the bracket that ends a mapping or list whose
// last member ends at a byte.
func closing(text string, at int, bracket byte) int {
	for at < len(text) {
		at = skipToValue(text, at)
		if at >= len(text) {
			break
		}
		switch text[at] {
		case bracket:
			return at + 1
		case ',', ':', '?':
			at++
		default:
			return at
		}
	}
	return at
}

// scalar builds a scalar, or Null if there is no text.
func (b *builder) scalar(y *yaml.Node, at int, p place) *Node {
	style := scalarStyle(y)
	if y.Value == "" && style == Plain {
		return b.null(y, at, p)
	}
	n := &Node{Kind: Scalar, Style: style, Text: y.Value, size: 1}
	n.Span = diag.Span{Source: b.src, Start: at}
	if start, end, ok := copied(b.src.Text, at, style, y.Value); ok {
		n.base, n.Span.End = start, end
	} else {
		d, ok := decode(b.src.Text, at, style, y.Value)
		if !ok {
			return b.unmapped(n, at)
		}
		n.base, n.Span.End = d.origin[0], d.end
		if !d.isCopy(b.src.Text) {
			n.origin = d.origin
		}
	}
	if n.Style == Plain {
		b.checkPlain(n, p)
	}
	return n
}

func scalarStyle(y *yaml.Node) Style {
	switch {
	case y.Style&yaml.DoubleQuotedStyle != 0:
		return DoubleQuoted
	case y.Style&yaml.SingleQuotedStyle != 0:
		return SingleQuoted
	case y.Style&yaml.LiteralStyle != 0:
		return Literal
	case y.Style&yaml.FoldedStyle != 0:
		return Folded
	}
	return Plain
}

// null builds the node of an empty value. YAML places it too late; it
// is moved to where the value would be.
func (b *builder) null(y *yaml.Node, at int, p place) *Node {
	if y.Anchor == "" && y.Style&yaml.TaggedStyle == 0 {
		at = p.after
	}
	n := &Node{Kind: Null, Span: diag.Span{Source: b.src, Start: at, End: at}, size: 1}
	b.checkNull(n, p)
	return n
}

// unmapped rejects a scalar whose characters can't be traced back to the file.
func (b *builder) unmapped(n *Node, at int) *Node {
	end := max(at, lineEnd(b.src.Text, at))
	n.Span = diag.Span{Source: b.src, Start: at, End: end}
	n.origin = make([]int, len(n.Text)+1)
	for i := range n.origin {
		n.origin[i] = at
	}
	b.list.Errorf(Unmapped, n.Span, "this way of writing text isn't supported: its characters can't be traced back to the file").
		WithHint(`write it as block text: a "|" after the colon, and the text indented on the lines below`)
	return n
}

// checkKeys reports and removes invalid keys.
func (b *builder) checkKeys(n *Node) {
	if b.stopped {
		return
	}
	seen := map[string]*Node{}
	n.Entries = slices.DeleteFunc(n.Entries, func(e Entry) bool {
		if !b.checkKey(e) {
			return true
		}
		if first := seen[e.Key.Text]; first != nil {
			d := b.list.Errorf(DuplicateKey, e.Key.Span, "the key %q is already used here", e.Key.Text).WithNote(first.Span, "first used here")
			d.Lost = e.Value.names()
			return true
		}
		seen[e.Key.Text] = e.Key
		return false
	})
}

// checkKey reports whether a key is valid; if not, it adds an error.
func (b *builder) checkKey(e Entry) bool {
	switch {
	case e.Key.Kind == Null:
		b.list.Errorf(KeyNotText, e.Key.Span.To(e.Value.Span), "there is no key before the colon")
	case e.Key.Kind != Scalar:
		b.list.Errorf(KeyNotText, e.Key.Span, "a key must be a text or a number, but it is %s", e.Key.Kind)
	case e.Key.Text == "<<" && e.Key.Style == Plain:
		b.list.Errorf(MergeKey, e.Key.Span, `"<<" can't be used to copy the keys of another mapping`).
			WithHint(`write all keys here, or use "extends:" to build on another file`)
	default:
		return true
	}
	return false
}

// syntaxError returns the diagnostic for a message of the YAML library.
func syntaxError(src *diag.Source, message string) *diag.Diagnostic {
	message = strings.TrimPrefix(message, "yaml: ")
	line := 1
	if rest, ok := strings.CutPrefix(message, "line "); ok {
		number, what, _ := strings.Cut(rest, ": ")
		if n, err := strconv.Atoi(number); err == nil {
			line, message = n, what
		}
	}
	return explainSyntax(src, line, message)
}
