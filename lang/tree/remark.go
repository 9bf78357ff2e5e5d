package tree

import (
	"regexp"
	"slices"
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/rulec/rulec/lang/diag"
)

// RemarkMark begins a remark.
const RemarkMark = "#:"

// Remark is what a file says of an entry in comments that begin with "#:", right above its key or behind it on its line:
// a sentence, then the ids of the rules that the entry decides, in brackets. Both may be missing.
//
// Spec: files.md.
type Remark struct {
	// Span is the comments, from the first "#:" on.
	Span diag.Span
	// Text is the sentence, on one line.
	Text string
	// IDs are the ids, nil without brackets.
	IDs []*Node
}

// About returns the sentence; empty if there is no remark.
func (r *Remark) About() string {
	if r == nil {
		return ""
	}
	return r.Text
}

// Cites returns the ids; nil if there is no remark.
func (r *Remark) Cites() (ids []string) {
	if r == nil {
		return nil
	}
	for _, id := range r.IDs {
		ids = append(ids, id.Text)
	}
	return ids
}

// About returns the sentence behind "#:".
func (e Entry) About() string { return e.Remark.About() }

// Cites returns the ids behind "#:".
func (e Entry) Cites() []string { return e.Remark.Cites() }

// under returns what is left of a remark under that of another file: what that one says counts, or, with added, is added.
func (r *Remark) under(over *Remark, added bool) *Remark {
	switch {
	case over == nil:
		return r
	case r == nil:
		return over
	}
	both := *over
	switch {
	case both.Text == "":
		both.Text = r.Text
	case added && r.Text != "" && r.Text != over.Text:
		both.Text = r.Text + " " + over.Text
	}
	switch {
	case added:
		both.IDs = slices.Concat(r.IDs, slices.DeleteFunc(slices.Clone(over.IDs), func(id *Node) bool {
			return slices.Contains(r.Cites(), id.Text)
		}))
	case both.IDs == nil:
		both.IDs = r.IDs
	}
	return &both
}

// same reports whether two remarks say the same.
func (r *Remark) same(other *Remark) bool {
	return r.About() == other.About() && slices.Equal(r.Cites(), other.Cites())
}

// node returns a remark as a text; nil if there is none.
func (r *Remark) node() *Node {
	if r == nil {
		return nil
	}
	text := r.Text
	if ids := r.Cites(); len(ids) > 0 {
		text = strings.TrimSpace(text + " [" + strings.Join(ids, ", ") + "]")
	}
	return &Node{Kind: Scalar, Span: r.Span, Text: text, size: 1}
}

// Remarks visits the remark of an entry and those in its value, but not those of house rules in it; those in the value of an alias every
// time.
func (e Entry) Remarks(visit func(*Remark)) {
	if e.Remark != nil {
		visit(e.Remark)
	}
	if e.Key.Text != "house" {
		e.Value.remarks(visit)
	}
}

func (n *Node) remarks(visit func(*Remark)) {
	for _, e := range n.Entries {
		e.Remarks(visit)
	}
	for _, item := range n.Items {
		item.remarks(visit)
	}
}

// Lines returns the comments of a remark, each of at most so many characters if its words and ids allow it.
func (r *Remark) Lines(most int) []string {
	line := RemarkMark
	var lines []string
	for word := range strings.FieldsSeq(r.node().Text) {
		if line != RemarkMark && utf8.RuneCountInString(line)+1+utf8.RuneCountInString(word) > most {
			lines = append(lines, line)
			line = RemarkMark
		}
		line += " " + word
	}
	return append(lines, line)
}

// owners finds what the comments of a file may belong to.
type owners struct {
	src *diag.Source
	// texts are the scalars, which contain no comments, in the order of the file.
	texts []diag.Span
	// lines are by line the entries whose keys are on it, from left to right, and whether the first two are in one mapping.
	lines map[int][]*Entry
	// items are by line the mappings that are items of lists and begin there.
	items map[int]*Node
	// beside holds the lines on which two entries of the outermost mapping begin.
	beside map[int]bool
}

// remarks gives the entries of a tree what the file says of them.
func (b *builder) remarks(root *Node) {
	if !strings.Contains(b.src.Text, RemarkMark) {
		return
	}
	o := &owners{src: b.src, lines: map[int][]*Entry{}, beside: map[int]bool{}, items: map[int]*Node{}}
	o.collect(root, map[*Node]bool{})
	slices.SortFunc(o.texts, func(a, b diag.Span) int { return a.Start - b.Start })
	var above []diag.Span // the lines that wait for the entry below them
	last, _ := b.src.Position(len(b.src.Text))
	for line := 1; line <= last; line++ {
		switch comment, alone, ok := o.comment(line); {
		case ok && alone:
			above = append(above, comment)
			continue
		case ok:
			b.remarkBehind(o, line, append(above, comment))
		case len(above) > 0:
			b.remarkAbove(o, line, above)
		}
		above = nil
	}
	if len(above) > 0 {
		b.list.Errorf(LooseRemark, above[0].To(above[len(above)-1]), `"#:" describes what begins on the line below, but the file ends here`)
	}
}

// remarkBehind reads comments of which the last is behind something on a line.
func (b *builder) remarkBehind(o *owners, line int, comments []diag.Span) {
	comment := comments[len(comments)-1]
	switch here := o.lines[line]; {
	case len(here) == 0:
		b.list.Errorf(LooseRemark, comment, `"#:" stands behind the first line of what it describes, or above it; nothing begins on this line`)
	case o.item(line) != nil:
		b.describe(o.item(line), comments)
	case o.beside[line]:
		b.list.Errorf(LooseRemark, comment, "two things begin on this line, so that it isn't clear which of them this describes").
			WithHint("put each of them on a line of its own")
	default:
		b.describe(here[0], comments)
	}
}

// remarkAbove reads comments that end above a line.
func (b *builder) remarkAbove(o *owners, line int, comments []diag.Span) {
	whole, here := comments[0].To(comments[len(comments)-1]), o.lines[line]
	if item := o.item(line); item != nil {
		b.describe(item, comments)
		return
	}
	if len(here) > 0 && o.begins(line, here[0]) && !o.beside[line] {
		if o.column(whole.Start) == o.column(o.start(here[0])) {
			b.describe(here[0], comments)
			return
		}
		b.list.Errorf(LooseRemark, whole, `"#:" isn't indented like %q below it, so that it isn't clear what it describes`, here[0].Key.Text).
			WithHint("indent it like the name that it describes; what goes on from behind a name stands above that name instead")
		return
	}
	d := b.list.Errorf(LooseRemark, whole, `"#:" describes what begins on the line below, but nothing does`)
	switch {
	case o.beside[line]:
		d.WithHint("two things begin there: put each of them on a line of its own")
	case strings.HasPrefix(strings.TrimLeft(b.src.Line(line), " "), "-"):
		d.WithHint(`an item of a list has no name that could be described; an ordinary comment begins with "# "`)
	default:
		d.WithHint(`put it right above a name, without a blank line or another comment between them; an ordinary comment begins with "# "`)
	}
}

// collect notes the scalars and the entries of a node that haven't been seen.
func (o *owners) collect(n *Node, seen map[*Node]bool) {
	if seen[n] {
		return // the value of an alias
	}
	seen[n] = true
	switch {
	case n.Kind == Scalar && (n.Style == Literal || n.Style == Folded): // comments may follow the | and >
		o.texts = append(o.texts, diag.Span{Source: o.src, Start: min(lineEnd(o.src.Text, n.Span.Start)+1, n.Span.End), End: n.Span.End})
	case n.Kind == Scalar:
		o.texts = append(o.texts, n.Span)
	}
	mine := map[int]bool{}
	for i := range n.Entries {
		e := &n.Entries[i]
		line, _ := o.src.Position(e.Key.Span.Start)
		if others := o.lines[line]; mine[line] && others[0].Key.Span.Start >= n.Span.Start {
			o.beside[line] = true
		}
		mine[line] = len(o.lines[line]) == 0 || mine[line]
		if last := len(o.lines[line]) - 1; last >= 0 && o.src.Text[e.Key.Span.Start-1] == '.' {
			o.lines[line][last] = e // the end of a path is what is described
		} else {
			o.lines[line] = append(o.lines[line], e)
		}
		o.collect(e.Key, seen)
		o.collect(e.Value, seen)
	}
	for _, item := range n.Items {
		if item.Kind == Mapping && len(item.Entries) > 0 {
			line, _ := o.src.Position(item.Entries[0].Key.Span.Start)
			o.items[line] = item
		}
		o.collect(item, seen)
	}
}

// item returns the first key of a mapping that is the item of a list with which a line begins, which stands for the item; nil if it begins
// with no such item, or goes on with something else.
func (o *owners) item(line int) *Entry {
	item, text := o.items[line], o.src.Line(line)
	if item == nil || !strings.HasPrefix(strings.TrimLeft(text, " "), "- ") {
		return nil
	}
	for _, e := range o.lines[line] {
		if !item.Span.Holds(e.Key.Span) {
			return nil
		}
	}
	return &item.Entries[0]
}

// column returns the column of a byte.
func (o *owners) column(at int) int {
	_, column := o.src.Position(at)
	return column
}

// start returns where the key of an entry begins, or the path that ends with it.
func (o *owners) start(e *Entry) int {
	before := o.src.Text[:e.Key.Span.Start]
	if !strings.HasSuffix(before, ".") {
		return len(before)
	}
	return len(strings.TrimRightFunc(before, func(r rune) bool { return r == '.' || r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) }))
}

// begins reports whether an entry is the first thing on a line.
func (o *owners) begins(line int, e *Entry) bool {
	return o.src.Offset(line, 1)+len(o.src.Line(line))-len(strings.TrimLeft(o.src.Line(line), " ")) == o.start(e)
}

// comment returns the comment of a line if it begins with "#:", from there on, and whether nothing else is on the line.
func (o *owners) comment(line int) (comment diag.Span, alone, ok bool) {
	text, from := o.src.Line(line), o.src.Offset(line, 1)
	for i := range len(text) {
		if text[i] != '#' || i > 0 && !isBlank(text[i-1]) || o.inText(from+i) {
			continue
		}
		comment = diag.Span{Source: o.src, Start: from + i, End: from + len(strings.TrimRight(text, " \t\r"))}
		return comment, strings.TrimLeft(text[:i], " ") == "", strings.HasPrefix(text[i:], RemarkMark)
	}
	return diag.Span{}, false, false
}

// inText reports whether a byte is in a scalar.
func (o *owners) inText(at int) bool {
	i := sort.Search(len(o.texts), func(i int) bool { return o.texts[i].Start > at })
	return i > 0 && at < o.texts[i-1].End
}

// idForm matches the id of a rule: words of small letters, digits and hyphens, parted by dots.
var idForm = regexp.MustCompile(`^[a-z0-9][a-z0-9-]*(\.[a-z0-9][a-z0-9-]*)*$`)

// describe gives an entry the remark in some comments.
func (b *builder) describe(e *Entry, comments []diag.Span) {
	r := &Remark{Span: comments[0].To(comments[len(comments)-1])}
	whole := joined(comments)
	sentence, ids, bracketed := strings.Cut(whole.Text, "[")
	r.Text = strings.TrimSpace(sentence)
	e.Remark = r
	if !bracketed {
		if r.Text == "" {
			b.list.Errorf(RemarkForm, r.Span, `nothing follows "#:"`).WithHint("write a sentence, or the ids of rules in brackets")
		}
		return
	}
	start := len(sentence) + 1
	ids, behind, closed := strings.Cut(ids, "]")
	switch {
	case !closed:
		b.list.Errorf(RemarkForm, whole.Span(start-1, len(whole.Text)), `the ids of rules end with "]"`)
		return
	case strings.TrimSpace(behind) != "":
		b.list.Errorf(RemarkForm, whole.Span(len(whole.Text)-len(strings.TrimLeft(behind, " ")), len(whole.Text)), "the ids of rules in brackets are the end of a remark").
			WithHint("all lines of a remark are one text: write the sentences first, without brackets, then all ids in one pair of them")
		return
	}
	r.IDs = []*Node{}
	for id := range strings.SplitSeq(ids, ",") {
		end := start + len(id)
		text := strings.TrimSpace(id)
		f := whole.Slice(start+strings.Index(id, text), end-len(id)+strings.Index(id, text)+len(text))
		start = end + 1
		switch {
		case text == "" && strings.TrimSpace(ids) == "": // none
		case slices.Contains(e.Cites(), text):
			b.list.Errorf(RemarkForm, f.All(), "the id %q is here twice", text)
		case !idForm.MatchString(text):
			b.list.Errorf(RemarkForm, f.All(), "%q isn't the id of a rule", text).
				WithHint("an id is words of small letters, digits and hyphens, parted by dots: attack.called-shot; several are parted by commas")
		default:
			r.IDs = append(r.IDs, &Node{Kind: Scalar, Span: f.All(), Text: f.Text, origin: f.Origin, size: 1})
		}
	}
}

// joined returns the texts behind "#:" in some comments as one line.
func joined(comments []diag.Span) diag.Fragment {
	var words []*Node
	for _, c := range comments {
		line := lineOf(c.Source, c.Start, c.End)
		at := len(RemarkMark)
		for word := range strings.FieldsSeq(line.Text[at:]) {
			at += strings.Index(line.Text[at:], word)
			words = append(words, line.Part(at, at+len(word)))
			at += len(word)
		}
	}
	if len(words) == 0 {
		return diag.Fragment{Source: comments[0].Source, Base: comments[0].End}
	}
	return join(words, " ").Fragment()
}

// join returns scalars as one, with a separator between them that is in no file.
func join(parts []*Node, separator string) *Node {
	all := &Node{Kind: Scalar, Span: parts[0].Span.To(parts[len(parts)-1].Span), size: 1}
	for i, n := range parts {
		f := n.Fragment()
		if i > 0 {
			all.Text += separator
			for range len(separator) {
				all.origin = append(all.origin, f.Span(0, 0).Start)
			}
		}
		for at := range len(n.Text) {
			all.origin = append(all.origin, f.Span(at, at).Start)
		}
		all.Text += n.Text
	}
	all.origin = append(all.origin, all.Span.End)
	return all
}
