package tree

import (
	"regexp"
	"slices"
	"sort"
	"strings"
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

// About returns the sentence behind "#:".
func (e Entry) About() string {
	if e.Remark == nil {
		return ""
	}
	return e.Remark.Text
}

// Cites returns the ids behind "#:".
func (e Entry) Cites() (ids []string) {
	if e.Remark == nil {
		return nil
	}
	for _, id := range e.Remark.IDs {
		ids = append(ids, id.Text)
	}
	return ids
}

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
			return slices.Contains(Entry{Remark: r}.Cites(), id.Text)
		}))
	case both.IDs == nil:
		both.IDs = r.IDs
	}
	return &both
}

// same reports whether two remarks say the same.
func (r *Remark) same(other *Remark) bool {
	return Entry{Remark: r}.About() == Entry{Remark: other}.About() && slices.Equal(Entry{Remark: r}.Cites(), Entry{Remark: other}.Cites())
}

// node returns a remark as a text; nil if there is none.
func (r *Remark) node() *Node {
	if r == nil {
		return nil
	}
	text := r.Text
	if ids := (Entry{Remark: r}).Cites(); len(ids) > 0 {
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

// heads finds what the comments of a file may belong to.
type heads struct {
	src *diag.Source
	// texts are the scalars, which contain no comments, in the order of the file.
	texts []diag.Span
	// lines are by line the entries whose keys are on it, from left to right, and whether the first two are in one mapping.
	lines map[int][]*Entry
	// beside holds the lines on which two entries of the outermost mapping begin.
	beside map[int]bool
}

// remarks gives the entries of a tree what the file says of them.
func (b *builder) remarks(root *Node) {
	if !strings.Contains(b.src.Text, RemarkMark) {
		return
	}
	h := &heads{src: b.src, lines: map[int][]*Entry{}, beside: map[int]bool{}}
	h.collect(root, map[*Node]bool{})
	slices.SortFunc(h.texts, func(a, b diag.Span) int { return a.Start - b.Start })
	var above []diag.Span // the lines that wait for the entry below them
	last, _ := b.src.Position(len(b.src.Text))
	for line := 1; line <= last; line++ {
		comment, alone, ok := h.comment(line)
		if ok && alone {
			above = append(above, comment)
			continue
		}
		owners := h.lines[line]
		switch {
		case ok && len(owners) == 0:
			b.list.Errorf(LooseRemark, comment, `"#:" stands behind the first line of what it describes, or above it; nothing begins on this line`)
		case ok && h.beside[line]:
			b.list.Errorf(LooseRemark, comment, "two things begin on this line, so that it isn't clear which of them this describes").
				WithHint("put each of them on a line of its own")
		case ok:
			b.describe(owners[0], append(above, comment))
			above = nil
			continue
		case len(above) > 0 && len(owners) > 0 && h.begins(line, owners[0]) && !h.beside[line]:
			if h.column(above[0].Start) != h.column(owners[0].Key.Span.Start) {
				b.list.Errorf(LooseRemark, above[0].To(above[len(above)-1]), `"#:" isn't indented like %q below it, so that it isn't clear what it describes`, owners[0].Key.Text).
					WithHint("indent it like the name that it describes; what goes on from behind a name stands above that name instead")
			} else {
				b.describe(owners[0], above)
			}
			above = nil
			continue
		}
		if len(above) > 0 {
			d := b.list.Errorf(LooseRemark, above[0].To(above[len(above)-1]), `"#:" describes what begins on the line below, but nothing does`).
				WithHint(`put it right above a name, without a blank line or another comment between them; an ordinary comment begins with "# "`)
			switch {
			case h.beside[line]:
				d.WithHint("two things begin there: put each of them on a line of its own")
			case strings.HasPrefix(strings.TrimLeft(b.src.Line(line), " "), "-"):
				d.WithHint(`an item of a list has no name that could be described; an ordinary comment begins with "# "`)
			}
		}
		above = nil
	}
	if len(above) > 0 {
		b.list.Errorf(LooseRemark, above[0].To(above[len(above)-1]), `"#:" describes what begins on the line below, but the file ends here`)
	}
}

// collect notes the scalars and the entries of a node that haven't been seen.
func (h *heads) collect(n *Node, seen map[*Node]bool) {
	if seen[n] {
		return // the value of an alias
	}
	seen[n] = true
	switch {
	case n.Kind == Scalar && (n.Style == Literal || n.Style == Folded): // comments may follow the | and >
		h.texts = append(h.texts, diag.Span{Source: h.src, Start: min(lineEnd(h.src.Text, n.Span.Start)+1, n.Span.End), End: n.Span.End})
	case n.Kind == Scalar:
		h.texts = append(h.texts, n.Span)
	}
	mine := map[int]bool{}
	for i := range n.Entries {
		e := &n.Entries[i]
		line, _ := h.src.Position(e.Key.Span.Start)
		if others := h.lines[line]; mine[line] && others[0].Key.Span.Start >= n.Span.Start {
			h.beside[line] = true
		}
		mine[line] = len(h.lines[line]) == 0 || mine[line]
		h.lines[line] = append(h.lines[line], e)
		h.collect(e.Key, seen)
		h.collect(e.Value, seen)
	}
	for _, item := range n.Items {
		h.collect(item, seen)
	}
}

// column returns the column of a byte.
func (h *heads) column(at int) int {
	_, column := h.src.Position(at)
	return column
}

// begins reports whether an entry is the first thing on a line.
func (h *heads) begins(line int, e *Entry) bool {
	return h.src.Offset(line, 1)+len(h.src.Line(line))-len(strings.TrimLeft(h.src.Line(line), " ")) == e.Key.Span.Start
}

// comment returns the comment of a line if it begins with "#:", from there on, and whether nothing else is on the line.
func (h *heads) comment(line int) (comment diag.Span, alone, ok bool) {
	text, from := h.src.Line(line), h.src.Offset(line, 1)
	for i := range len(text) {
		if text[i] != '#' || i > 0 && !isBlank(text[i-1]) || h.inText(from+i) {
			continue
		}
		comment = diag.Span{Source: h.src, Start: from + i, End: from + len(strings.TrimRight(text, " \t\r"))}
		return comment, strings.TrimLeft(text[:i], " ") == "", strings.HasPrefix(text[i:], RemarkMark)
	}
	return diag.Span{}, false, false
}

// inText reports whether a byte is in a scalar.
func (h *heads) inText(at int) bool {
	i := sort.Search(len(h.texts), func(i int) bool { return h.texts[i].Start > at })
	return i > 0 && at < h.texts[i-1].End
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
			WithHint("write the sentence first, without brackets")
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
	f := diag.Fragment{Source: comments[0].Source, Origin: []int{}}
	var text strings.Builder
	for _, c := range comments {
		words := strings.Fields(c.Text()[len(RemarkMark):])
		at := c.Start + len(RemarkMark)
		for _, w := range words {
			at += strings.Index(c.Source.Text[at:], w)
			if text.Len() > 0 {
				text.WriteByte(' ')
				f.Origin = append(f.Origin, at)
			}
			text.WriteString(w)
			for i := range len(w) {
				f.Origin = append(f.Origin, at+i)
			}
			at += len(w)
		}
	}
	f.Text = text.String()
	f.Origin = append(f.Origin, comments[len(comments)-1].End)
	return f
}
