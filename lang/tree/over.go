package tree

import (
	"fmt"
	"hash/crc32"
	"regexp"
	"strings"

	"github.com/rulec/rulec/lang/diag"
)

// A house rule that replaces a text of its base may note behind its key which text that was: # over 3f2a. So it is told when the base
// says something else.

// overMark matches such a note at the end of a line; without a digest it is to be filled in.
var overMark = regexp.MustCompile(`# over(?: ([0-9a-f]{4}))?\s*$`)

// noteOver compares what an entry replaces with what it says that it replaces.
func (o *overlay) noteOver(old *Node, by Entry, p path) {
	src := by.Key.Span.Source
	line, _ := src.Position(by.Key.Span.Start)
	m := overMark.FindStringSubmatchIndex(src.Line(line))
	if m == nil || o.verb.key != "override" {
		return
	}
	start := src.Offset(line, 1)
	at := diag.Span{Source: src, Start: start + m[0], End: start + m[0] + len("# over")}
	now := old.digest()
	switch {
	case m[2] < 0:
		o.list.Warnf(BaseNote, at, "this doesn't say which text of the base %s replaces", p).WithHint("write # over %s", now).WithFix(at, "# over "+now)
	case src.Line(line)[m[2]:m[3]] != now:
		at.End = start + m[3]
		o.list.Warnf(BaseChanged, at, "the base has changed what %s replaces", p).WithNote(old.Span, "it says this now").
			WithHint("look whether your text still fits, then write # over %s", now).WithGuess(at, "# over "+now)
	}
}

// digest is a short number for what a node says, however it is laid out.
func (n *Node) digest() string {
	return fmt.Sprintf("%04x", crc32.ChecksumIEEE([]byte(n.words()))>>16)
}

// words returns all that a node says, without its layout and its comments.
func (n *Node) words() string {
	var words []string
	for line := range strings.Lines(n.Text) {
		words = append(words, strings.Fields(line[:commentIn(strings.TrimRight(line, "\n"))])...)
	}
	for _, e := range n.Entries {
		words = append(words, e.Key.Text, e.Value.words())
	}
	for _, item := range n.Items {
		words = append(words, item.words())
	}
	return strings.Join(words, " ")
}

// BaseChanged is a house rule over something that says something else now, BaseNote one that leaves open what it is over. Spec:
// overlays.md.
const (
	BaseChanged diag.Code = "base-changed"
	BaseNote    diag.Code = "base-note"
)
