// Package mutate asks how much the cases of a ruleset notice: it changes the ruleset in
// one place at a time (a number, an operator, the name of a step, a requirement or a
// contribution) and plays the cases. A change after which they all pass is one that a slip
// of the pen could make, too, and nobody would know.
//
// Begin with [Points], then [Run].
package mutate

import (
	"regexp"
	"strconv"
	"strings"

	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/tree"
)

// A Mutation is one change of one file.
type Mutation struct {
	// At is what is changed, By what it becomes.
	At diag.Span
	By string
	// In is the way of keys to it: "quantities.damage.value".
	In string
	// Was and Now are the line, or lines, of the change before and after it.
	Was, Now string
}

// File returns the text of its file after the change.
func (m *Mutation) File() string {
	text := m.At.Source.Text
	return text[:m.At.Start] + m.By + text[m.At.End:]
}

// String says where and what: "energy.yaml:12:5: `>` becomes `>=`".
func (m *Mutation) String() string {
	line, column := m.At.Source.Position(m.At.Start)
	place := m.At.Source.Name + ":" + strconv.Itoa(line) + ":" + strconv.Itoa(column) + ": "
	if m.By == "" {
		return place + "without " + quoted(m.At.Text())
	}
	return place + quoted(m.At.Text()) + " becomes " + quoted(m.By)
}

func quoted(s string) string { return "`" + strings.Join(strings.Fields(s), " ") + "`" }

// untouched are the keys whose values say nothing that a rule depends on.
var untouched = map[string]bool{
	"about": true, "cite": true, "title": true, "told": true, "question": true, "because": true, "plural": true, "unit_name": true,
	"rulec": true, "ruleset": true, "version": true, "parts": true, "uses": true, "extends": true, "cases": true, "limit": true, "reports": true, "laws": true,
}

// listed are the keys whose entries, or items, are taken out one by one.
var listed = map[string]bool{"requires": true, "when": true, "modifies": true}

// Points lists all single changes of the files of a ruleset, in their order. Steps are
// names with a neighbour that could stand in their place: the steps of scales, and the
// values of params.
func Points(files []*tree.Node, steps map[string][]string) []*Mutation {
	p := &points{steps: steps, seen: map[place]bool{}}
	for _, file := range files {
		p.walk(file, nil)
	}
	return p.list
}

type points struct {
	steps map[string][]string
	list  []*Mutation
	// seen are the changes so far: what stands behind an anchor is part of several trees.
	seen map[place]bool
}

type place struct {
	file       string
	start, end int
	by         string
}

// walk visits a node and what is below it; way are the keys that lead to it.
func (p *points) walk(n *tree.Node, way []string) {
	switch n.Kind {
	case tree.Mapping:
		for _, e := range n.Entries {
			if untouched[e.Key.Text] {
				continue
			}
			here := append(way[:len(way):len(way)], e.Key.Text)
			if listed[e.Key.Text] {
				p.without(e.Value, here)
			}
			if e.Key.Text == "requires" || e.Key.Text == "when" && e.Value.Kind == tree.Mapping {
				p.requirements(e.Value, here)
				continue
			}
			p.walk(e.Value, here)
		}
	case tree.Sequence:
		for _, item := range n.Items {
			p.walk(item, way)
		}
	case tree.Scalar:
		p.tokens(n, way)
	}
}

// requirements visits formulas that are keys; behind them stand reasons.
func (p *points) requirements(n *tree.Node, way []string) {
	for _, e := range n.Entries {
		p.tokens(e.Key, way)
	}
}

// without takes out each entry of a mapping, or each item of a list, that stands on
// lines of its own.
func (p *points) without(n *tree.Node, way []string) {
	if n.Style != tree.Block {
		return
	}
	for _, e := range n.Entries {
		p.withoutLines(e.Key.Span.Start, max(e.Value.Span.End, e.Key.Span.End), e.Key.Span.Source, way)
	}
	for _, item := range n.Items {
		p.withoutLines(item.Span.Start, item.Span.End, item.Span.Source, way)
	}
}

// withoutLines takes out whole lines.
func (p *points) withoutLines(start, end int, src *diag.Source, way []string) {
	start = strings.LastIndexByte(src.Text[:start], '\n') + 1
	if i := strings.IndexByte(src.Text[end:], '\n'); i >= 0 {
		end += i + 1
	}
	p.add(diag.Span{Source: src, Start: start, End: end}, "", way)
}

// token finds what can be changed in a formula, a program or a value.
var token = regexp.MustCompile(`'[^'\n]*'|"[^"\n]*"|#[^\n]*|[0-9]+d[0-9]+|[0-9]+(?:\.[0-9]+)?|[A-Za-z_][A-Za-z0-9_]*|<=|>=|==|!=|\*\*|\+=|-=|\.\.|[-+*/<>]`)

// others says what an operator or word becomes.
var others = map[string]string{
	"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==", "+": "-", "-": "+", "*": "+", "+=": "-=", "-=": "+=",
	"and": "or", "or": "and", "true": "false", "false": "true",
}

// tokens changes each token of a scalar.
func (p *points) tokens(n *tree.Node, way []string) {
	f := n.Fragment()
	for _, at := range token.FindAllStringIndex(f.Text, -1) {
		text := f.Text[at[0]:at[1]]
		switch {
		case text[0] == '\'' || text[0] == '"' || text[0] == '#':
		case text[0] >= '0' && text[0] <= '9':
			p.numbers(f, at[0], text, way)
		case others[text] != "":
			p.add(f.Span(at[0], at[1]), others[text], way)
		default:
			for _, step := range p.steps[text] {
				p.add(f.Span(at[0], at[1]), step, way)
			}
		}
	}
}

// numbers changes a number by one, and each of the two numbers of dice: another count,
// another size.
func (p *points) numbers(f diag.Fragment, at int, text string, way []string) {
	count, sides, dice := strings.Cut(text, "d")
	if !dice {
		p.add(f.Span(at, at+len(text)), next(text), way)
		return
	}
	p.add(f.Span(at, at+len(count)), next(count), way)
	p.add(f.Span(at+len(count)+1, at+len(text)), strconv.Itoa(dieAfter(sides)), way)
}

// next is a number one higher.
func next(text string) string {
	whole, rest, decimal := strings.Cut(text, ".")
	n, err := strconv.Atoi(whole)
	if err != nil {
		return text + "1"
	}
	if decimal {
		return strconv.Itoa(n+1) + "." + rest
	}
	return strconv.Itoa(n + 1)
}

// dieAfter is the size of the next larger die, of those that are sold.
func dieAfter(sides string) int {
	n, _ := strconv.Atoi(sides)
	for _, larger := range []int{2, 3, 4, 6, 8, 10, 12, 20, 100} {
		if larger > n {
			return larger
		}
	}
	return n + 1
}

func (p *points) add(at diag.Span, by string, way []string) {
	here := place{at.Source.Name, at.Start, at.End, by}
	if at.Text() == by || p.seen[here] {
		return
	}
	p.seen[here] = true
	m := &Mutation{At: at, By: by, In: strings.Join(way, ".")}
	text := at.Source.Text
	start := strings.LastIndexByte(text[:at.Start], '\n') + 1
	end := len(text)
	if i := strings.IndexByte(text[at.End:], '\n'); i >= 0 {
		end = at.End + i
	}
	if by == "" {
		m.Was = strings.TrimSpace(at.Text())
	} else {
		m.Was = strings.TrimSpace(text[start:end])
		m.Now = strings.TrimSpace(text[start:at.Start] + by + text[at.End:end])
	}
	p.list = append(p.list, m)
}
