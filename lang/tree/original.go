package tree

import (
	"go/ast"
	exact "go/constant"
	"go/parser"
	"go/token"
	"math/big"
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
	reason := len(p) > 1 && slices.Contains(reasoned, p[len(p)-2])
	if n.Kind != Scalar || !n.saysOriginal() || p.isSteps() && key != StepIf && key != StepFor || reason || slices.Contains(forPeople, key) {
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
	piece := strings.TrimSpace(uncommented(old.Text))
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
	for _, m := range n.originals() {
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
	if c.Text = text.String(); onlyNumbers.MatchString(c.Text) && !otherInGo.MatchString(c.Text) {
		if sum := calculated(c.Text); sum != "" {
			return computed(sum, n.Span)
		}
	}
	return c
}

// onlyNumbers matches a text with nothing but numbers in it.
var onlyNumbers = regexp.MustCompile(`^[-+*/(). 0-9]+$`)

// otherInGo matches what Go reads otherwise: comments, and numbers to another base.
var otherInGo = regexp.MustCompile(`//|/\*|\b0[0-9]`)

// calculated returns the number that such a text is; empty if it is none, or has no end.
func calculated(text string) string {
	x, err := parser.ParseExpr(text)
	if err != nil {
		return ""
	}
	r, ok := new(big.Rat).SetString(numberOf(x).ExactString())
	if !ok {
		return ""
	}
	if places, exact := r.FloatPrec(); exact {
		return r.FloatString(places)
	}
	return ""
}

// numberOf calculates an expression of numbers.
func numberOf(x ast.Expr) exact.Value {
	switch x := x.(type) {
	case *ast.BasicLit:
		return exact.ToFloat(exact.MakeFromLiteral(x.Value, x.Kind, 0))
	case *ast.ParenExpr:
		return numberOf(x.X)
	case *ast.UnaryExpr:
		return exact.UnaryOp(x.Op, numberOf(x.X), 0)
	case *ast.BinaryExpr:
		a, b := numberOf(x.X), numberOf(x.Y)
		if x.Op != token.QUO || exact.Sign(b) != 0 {
			return exact.BinaryOp(a, x.Op, b)
		}
	}
	return exact.MakeUnknown()
}

// uncommented returns a text without its comments.
func uncommented(text string) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		lines[i] = strings.TrimRight(line[:commentIn(line)], " ")
	}
	return strings.Join(lines, "\n")
}

// overKind returns what an overlay puts at p, where the definition itself says nothing, with what its kind says there: as the default of
// a field, or for all its actions. Within are the keys between the definition and this one.
func (n *Node) overKind(kind *Node, within []string, p path) *Node {
	for _, key := range within {
		kind = kind.Get(key)
	}
	key := p[len(p)-1]
	was := kind.Get(key)
	if e, ok := defaultOf(kind, key); ok && len(within) == 0 {
		was = e.Value
	}
	if n.Kind != Mapping {
		return n.withOriginal(was, p)
	}
	entries := slices.Clone(n.Entries)
	for i, e := range entries {
		entries[i].Value = e.Value.overKind(was, nil, p.add(e.Key.Text))
	}
	return n.with(entries)
}

// statement reports whether what stands between two texts is a statement of a program, or all there is.
func statement(before, behind string) bool {
	before, behind = uncommented(before), uncommented(behind)
	begins := strings.TrimSpace(before) == "" || statementBefore.MatchString(before) && !unfinished.MatchString(before)
	ends := strings.TrimSpace(behind) == "" || statementBehind.MatchString(behind) && !continued.MatchString(behind)
	return begins && ends
}

var (
	// statementBefore matches what ends before a statement, statementBehind what goes on after one; unfinished and continued match a
	// formula that goes on over lines.
	statementBefore = regexp.MustCompile(`([;{]|(?:[^-+*/%<>=!(,?:\s]|\s)\n)\s*$`)
	statementBehind = regexp.MustCompile(`^[ \t]*[;}\n]`)
	unfinished      = regexp.MustCompile(`\b(and|or|not|in)\s*$`)
	continued       = regexp.MustCompile(`^\s*((and|or|in|not)\b|[-+*/<>=!?.%])`)
)

// originals returns where a text has the word, outside of its comments.
func (n *Node) originals() (list [][]int) {
	for _, m := range originals.FindAllStringIndex(n.Text, -1) {
		line := strings.LastIndex(n.Text[:m[0]], "\n") + 1
		end, _, _ := strings.Cut(n.Text[line:], "\n")
		if n.Text[m[0]:m[1]] == Original && m[0] < line+commentIn(end) {
			list = append(list, m)
		}
	}
	return list
}

// saysOriginal reports whether a text has the word.
func (n *Node) saysOriginal() bool { return len(n.originals()) > 0 }
