package book

import (
	"cmp"
	"slices"
	"strings"

	"github.com/rulec/rulec/internal/show"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
	"github.com/rulec/rulec/lang/tree"
)

// links find the definitions that the files refer to.
type links struct {
	// uses are the names in a file that refer to declarations elsewhere, in order, none inside of another.
	uses map[string][]use
	// said are the formulas in words, for players; nil means as written.
	said map[spot]string
	// titles are those of the definitions that have one, by their anchors.
	titles map[string]string
}

// spot is a place in a file.
type spot struct {
	file string
	at   int
}

type use struct {
	start, end int
	to         string
}

// stretch is a piece of a file that belongs to a definition.
type stretch struct {
	start, end int
	anchor     string
}

func newLinks(root *tree.Node, all []program.Use) *links {
	owners, l := owners{}, &links{uses: map[string][]use{}, titles: map[string]string{}}
	for _, section := range root.Entries {
		if show.IsOne(section) {
			owners.add(section.Value, section.Key.Text)
			continue
		}
		for _, e := range section.Value.Entries {
			anchor := section.Key.Text + "." + e.Key.Text
			owners.leaf(e.Key.Span, anchor)
			owners.add(e.Value, anchor)
			l.titles[anchor] = textOf(e.Value.Get("title"))
		}
	}
	owners.sort()
	for _, u := range all {
		if u.Decl.IsZero() || u.At == u.Decl {
			continue
		}
		to, ok := owners.of(u.Decl)
		if from, _ := owners.of(u.At); ok && from != to {
			name := u.At.Source.Name
			l.uses[name] = append(l.uses[name], use{u.At.Start, u.At.End, to})
		}
	}
	for name, list := range l.uses {
		slices.SortFunc(list, func(a, b use) int {
			return cmp.Or(cmp.Compare(a.start, b.start), cmp.Compare(a.end, b.end), cmp.Compare(a.to, b.to))
		})
		var apart []use
		for _, u := range list {
			if len(apart) == 0 || apart[len(apart)-1].end <= u.start {
				apart = append(apart, u)
			}
		}
		l.uses[name] = apart
	}
	return l
}

// owners are the keys and single values of each file, with the definitions that contain them.
type owners map[string][]stretch

// add records the keys and values of a node.
func (o owners) add(n *tree.Node, anchor string) {
	if n.Kind == tree.Scalar {
		o.leaf(n.Span, anchor)
	}
	for _, e := range n.Entries {
		o.leaf(e.Key.Span, anchor)
		o.add(e.Value, anchor)
	}
	for _, item := range n.Items {
		o.add(item, anchor)
	}
}

func (o owners) leaf(s diag.Span, anchor string) {
	if s.Source != nil {
		o[s.Source.Name] = append(o[s.Source.Name], stretch{s.Start, s.End, anchor})
	}
}

func (o owners) sort() {
	for _, list := range o {
		slices.SortStableFunc(list, func(a, b stretch) int { return cmp.Compare(a.start, b.start) })
	}
}

// of returns the anchor of the definition that contains a place.
func (o owners) of(at diag.Span) (string, bool) {
	list := o[at.Source.Name]
	i, _ := slices.BinarySearchFunc(list, at.Start+1, func(s stretch, start int) int { return cmp.Compare(s.start, start) })
	if i == 0 || list[i-1].end < at.End {
		return "", false
	}
	return list[i-1].anchor, true
}

// text returns a value as written, on one line, with links.
func (l *links) text(n *tree.Node) Text {
	switch n.Kind {
	case tree.Null:
		return nil
	case tree.Sequence:
		var t Text
		for i, item := range n.Items {
			if i > 0 {
				t = append(t, Piece{Text: ", "})
			}
			t = append(t, l.inner(item)...)
		}
		return t
	case tree.Mapping:
		var t Text
		for _, e := range n.Entries {
			inner := l.inner(e.Value)
			if l.said != nil && inner.String() == "" {
				continue
			}
			if len(t) > 0 {
				t = append(t, Piece{Text: ", "})
			}
			t = append(append(append(t, l.scalar(e.Key)...), Piece{Text: ": "}), inner...)
		}
		return t
	}
	return l.scalar(n)
}

// inner returns a value inside of another one, in brackets if it is a list or a mapping.
func (l *links) inner(n *tree.Node) Text {
	t := l.text(n)
	switch n.Kind {
	case tree.Sequence:
		return slices.Concat(Text{{Text: "["}}, t, Text{{Text: "]"}})
	case tree.Mapping:
		return slices.Concat(Text{{Text: "{"}}, t, Text{{Text: "}"}})
	}
	return t
}

// scalar returns a single value as written, with links; one that isn't in a file, or has backslashes, has none.
func (l *links) scalar(n *tree.Node) Text {
	raw := n.Span.Text()
	if l.said != nil {
		return Text{{Text: l.inWords(n, raw)}}
	}
	switch n.Style {
	case tree.Literal, tree.Folded:
		return l.block(n)
	case tree.SingleQuoted, tree.DoubleQuoted:
		if inside := raw[1 : len(raw)-1]; inside == n.Text {
			return l.linked(n.Span.Source, n.Span.Start+1, n.Span.End-1)
		}
	case tree.Plain:
		if raw == n.Text {
			return l.linked(n.Span.Source, n.Span.Start, n.Span.End)
		}
	}
	return Text{{Text: n.Text}}
}

// inWords says a single value for players; empty means that there are no words for it.
func (l *links) inWords(n *tree.Node, raw string) string {
	if n.Span.Source == nil {
		return n.Text
	}
	when := ""
	if strings.HasPrefix(n.Text, "when ") { // an end
		when = "when "
	}
	from := len(when)
	if n.Style == tree.Literal || n.Style == tree.Folded {
		from = strings.Index(raw, "\n") + 1
	}
	from += strings.Index(raw[from:], strings.Fields(n.Text[len(when):] + " .")[0]) // behind quotes and blanks
	text, known := l.said[spot{n.Span.Source.Name, n.Span.Start + from}]
	switch {
	case text != "":
		return text
	case known || programs.MatchString(n.Text):
		return ""
	case raw != n.Text:
		return n.Text
	}
	for _, p := range l.linked(n.Span.Source, n.Span.Start, n.Span.End) {
		if title := l.titles[p.To]; title != "" && strings.HasSuffix(p.To, "."+p.Text) {
			p.Text = title
		}
		text += p.Text
	}
	return text
}

// block returns the lines of a block of text as far as they have the same indentation.
func (l *links) block(n *tree.Node) Text {
	header, _, _ := strings.Cut(n.Span.Text(), "\n")
	start := min(n.Span.Start+len(header)+1, n.Span.End)
	indent := -1
	for line := range strings.Lines(n.Span.Source.Text[start:n.Span.End]) {
		if rest := strings.TrimLeft(line, " "); strings.TrimSpace(rest) != "" && (indent < 0 || len(line)-len(rest) < indent) {
			indent = len(line) - len(rest)
		}
	}
	var t Text
	for at := start; at < n.Span.End; {
		line, _, _ := strings.Cut(n.Span.Source.Text[at:n.Span.End], "\n")
		if len(t) > 0 {
			t = append(t, Piece{Text: "\n"})
		}
		t = append(t, l.linked(n.Span.Source, min(at+max(indent, 0), at+len(line)), at+len(line))...)
		at += len(line) + 1
	}
	for len(t) > 0 && strings.TrimSpace(t[len(t)-1].Text) == "" {
		t = t[:len(t)-1]
	}
	return t
}

// linked returns a piece of a file with its links.
func (l *links) linked(src *diag.Source, start, end int) Text {
	uses := l.uses[src.Name]
	i, _ := slices.BinarySearchFunc(uses, start, func(u use, at int) int { return cmp.Compare(u.start, at) })
	var t Text
	for ; i < len(uses) && uses[i].end <= end; i++ {
		if start < uses[i].start {
			t = append(t, Piece{Text: src.Text[start:uses[i].start]})
		}
		t = append(t, Piece{src.Text[uses[i].start:uses[i].end], uses[i].to})
		start = uses[i].end
	}
	if start < end {
		t = append(t, Piece{Text: src.Text[start:end]})
	}
	return t
}
