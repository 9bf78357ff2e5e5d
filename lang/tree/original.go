package tree

import (
	"regexp"
	"slices"
	"strings"
)

// Original is the word that stands for the formula of the base in one that replaces it: original and not prone(self).
//
// Spec: overlays.md.
const Original = "original"

var (
	// originals matches the word; texts in quotes and members don't mean it.
	originals = regexp.MustCompile(`"[^"]*"|'[^']*'|\.\s*\w+|\b` + Original + `\b`)
	// oneWord matches what needs no parentheses.
	oneWord = regexp.MustCompile(`^[\w.]+$`)
)

// withOriginal returns what an overlay puts at p, with the formula that it replaces where that says so. What comes from there is placed at
// the word.
func (n *Node) withOriginal(old *Node, p path) *Node {
	key := p[len(p)-1]
	if n.Kind != Scalar || !n.saysOriginal() || p.isSteps() && key != StepIf && key != StepFor || slices.Contains(forPeople, key) {
		return n
	}
	if of := p.typeKey(); of != "" { // NAME: TYPE = DEFAULT, or the default alone
		line, was := n.Declared(of), old.Declared(of)
		if value := line.Get(defaultKey); value != nil {
			return line.With(defaultKey, value.withOriginal(was.Get(defaultKey), p.add(defaultKey)))
		}
		return was.With(defaultKey, n.withOriginal(was.Get(defaultKey), p.add(defaultKey)))
	}
	if old == nil || old.Kind != Scalar {
		return n
	}
	piece := strings.TrimSpace(old.Text)
	if last := piece[strings.LastIndex(piece, "\n")+1:]; commentIn(last) < len(last) {
		piece += "\n"
	}
	f := n.Fragment()
	c := &Node{Kind: Scalar, Style: n.Style, Span: n.Span, size: 1}
	var text strings.Builder
	copied := 0
	keep := func(end int) {
		text.WriteString(n.Text[copied:end])
		for i := copied; i < end; i++ {
			c.origin = append(c.origin, f.Span(i, i).Start)
		}
		copied = end
	}
	for _, m := range originals.FindAllStringIndex(n.Text, -1) {
		if n.Text[m[0]:m[1]] != Original {
			continue
		}
		keep(m[0])
		said := piece
		if !oneWord.MatchString(piece) && !statement(n.Text[:m[0]], n.Text[m[1]:]) {
			said = "(" + piece + ")"
		}
		text.WriteString(said)
		c.origin = append(c.origin, slices.Repeat([]int{f.Span(m[0], m[1]).Start}, len(said))...)
		copied = m[1]
	}
	keep(len(n.Text))
	c.origin = append(c.origin, f.Span(len(n.Text), len(n.Text)).Start)
	c.Text = text.String()
	return c
}

// statement reports whether what stands between two texts is a statement of a program, or all there is.
func statement(before, behind string) bool {
	before, behind = strings.TrimRight(before, " "), strings.TrimLeft(behind, " ")
	alone := strings.TrimSpace(before+behind) == ""
	return alone || (before == "" || strings.ContainsAny(before[len(before)-1:], ";{\n")) && behind != "" && strings.ContainsAny(behind[:1], ";}\n") &&
		!continued.MatchString(behind)
}

// continued matches the next line of a formula.
var continued = regexp.MustCompile(`^\s*(and|or|in|[-+*/<>=!?.%]|not in)`)

// saysOriginal reports whether a text has the word.
func (n *Node) saysOriginal() bool {
	return slices.Contains(originals.FindAllString(n.Text, -1), Original)
}
