// Package mutate measures how much the cases of a ruleset notice: it changes the ruleset in one place at a time and
// plays the cases. If they all pass after a change, a typo could make the same change, and no one would know.
//
// Start with [Points], then [Run].
//
// The command that uses it is `rulec mutate`.
package mutate

import (
	"encoding/json"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
	"github.com/rulec/rulec/lang/syntax"
	"github.com/rulec/rulec/lang/tree"
)

// Group is a type of changes; each is counted separately.
type Group uint8

const (
	// Figures replaces a number, an operator or the name of a step, or removes a requirement or a contribution.
	Figures Group = iota
	// Clauses changes what is forbidden, when a condition ends or a rule acts, who comes first, and the statements
	// of programs.
	Clauses
)

// Groups are the names of groups.
var Groups = []string{"figures", "clauses"}

// String returns the name of a group.
func (g Group) String() string { return Groups[g] }

// MarshalText returns the name of a group, for JSON.
func (g Group) MarshalText() ([]byte, error) { return []byte(g.String()), nil }

// A Mutation is one change of one file.
type Mutation struct {
	// At is the changed text, By its replacement.
	At diag.Span
	By string
	// In is its path of keys: "quantities.damage.value".
	In string
	// Was and Now are the line, or lines, of the change before and after it; Now is empty if something is removed.
	Was, Now string
	Group    Group
	// of is the declaration that contains it. In a program, only runs of the block whose first statement is in the
	// lines from and to can notice it; elsewhere they are 0.
	of       declaration
	from, to int
}

// declaration is an entry of a section of a ruleset.
type declaration struct {
	name string
	// cites are the rules that it, or the current part of it, cites.
	cites []string
	// from and to are its first and last line.
	from, to int
}

// File returns the text of its file after the change.
func (m *Mutation) File() string {
	text := m.At.Source.Text
	return text[:m.At.Start] + m.By + text[m.At.End:]
}

// String returns the place and the change: "energy.yaml:12:5: `>` becomes `>=`".
func (m *Mutation) String() string { return m.place() + ": " + m.change() }

func (m *Mutation) place() string {
	line, column := m.At.Source.Position(m.At.Start)
	return m.At.Source.Name + ":" + strconv.Itoa(line) + ":" + strconv.Itoa(column)
}

// change describes the change.
func (m *Mutation) change() string {
	if m.out() {
		return "without " + quoted(strings.Trim(m.At.Text(), ", \t\r\n"))
	}
	return quoted(m.At.Text()) + " becomes " + quoted(m.By)
}

// MarshalJSON writes the place and the change, and the lines before and after it.
func (m *Mutation) MarshalJSON() ([]byte, error) {
	return json.Marshal(map[string]string{"place": m.place(), "change": m.change(), "in": m.In, "was": m.Was, "now": m.Now})
}

// nothing replaces a removed text that is a whole value.
const nothing = `""`

// out reports whether something is removed without a replacement.
func (m *Mutation) out() bool { return m.By == "" || m.By == nothing }

// quoted returns a text in one line; for a statement with blocks, which has several, the beginning.
func quoted(s string) string {
	if line, _, more := strings.Cut(s, "\n"); more && strings.HasSuffix(strings.TrimSpace(line), "{") {
		s = line + " .."
	}
	return "`" + strings.Join(strings.Fields(s), " ") + "`"
}

// untouched are the keys whose values no rule depends on.
var untouched = map[string]bool{
	"about": true, "title": true, "told": true, "question": true, "because": true, "plural": true, "unit_name": true,
	"rulec": true, "ruleset": true, "version": true, "parts": true, "uses": true, "extends": true, "cases": true, "limit": true, "reports": true, "laws": true,
}

// listed are the keys whose entries, or items, are removed one by one.
var listed = map[string]bool{"requires": true, "when": true, "modifies": true}

// Points lists all single changes of the files of a ruleset, in their order.
func Points(files []*tree.Node, prog *program.Program) []*Mutation {
	p := &points{steps: neighbours(prog), programs: programFields(prog), people: people(prog), seen: map[place]bool{}}
	for _, file := range files {
		p.walk(file, nil)
	}
	return p.list
}

// neighbours lists, for the steps of scales and the choices of params, a possible replacement: the next one.
func neighbours(p *program.Program) map[string][]string {
	next := map[string][]string{}
	add := func(names []string) {
		for i, name := range names {
			if len(names) > 1 {
				other := names[(i+1)%len(names)]
				if !slices.Contains(next[name], other) {
					next[name] = append(next[name], other)
				}
			}
		}
	}
	for _, s := range p.Scales {
		var names []string
		for _, step := range s.Steps {
			names = append(names, step.Name)
		}
		add(names)
	}
	for _, x := range p.Params {
		add(x.Choices)
	}
	return next
}

type points struct {
	// steps are names with possible replacements, programs the fields that hold programs, people the names of
	// actors and targets in programs.
	steps            map[string][]string
	programs, people map[string]bool
	list             []*Mutation
	// seen are the changes so far: the value of an anchor is part of several trees.
	seen map[place]bool
	// of is the current declaration, statements are those of the current program, whose text is text.
	of         declaration
	statements []syntax.Extent
	text       diag.Fragment
}

type place struct {
	file       string
	start, end int
	by         string
}

// walk visits a node and everything below it; way is the path of keys to it.
func (p *points) walk(n *tree.Node, way []string) {
	of := p.of
	defer func() { p.of = of }()
	switch n.Kind {
	case tree.Mapping:
		for _, e := range n.Entries {
			if !untouched[e.Key.Text] {
				p.entry(e, append(way[:len(way):len(way)], e.Key.Text))
			}
		}
	case tree.Sequence:
		for _, item := range n.Items {
			p.walk(item, way)
		}
	case tree.Scalar:
		p.tokens(n, way)
	}
}

// entry visits the value of a key, which is the last of way.
func (p *points) entry(e tree.Entry, way []string) {
	depth := 2
	if slices.Contains([]string{"override", "extend"}, way[0]) {
		depth = 3
	}
	if len(way) == depth {
		p.of.name = e.Key.Text
		p.of.from, _ = e.Key.Span.Source.Position(e.Key.Span.Start)
		p.of.to, _ = e.Key.Span.Source.Position(max(e.Key.Span.End, e.Value.Span.End))
	}
	if cites := e.Cites(); cites != nil {
		of := p.of
		defer func() { p.of = of }()
		p.of.cites = cites
	}
	if listed[e.Key.Text] {
		p.without(Figures, e.Value, way)
	}
	if e.Columns != nil && way[0] == "tables" {
		for _, row := range e.Value.Entries {
			p.tokens(row.Key, way)
		}
	}
	if e.Key.Text == "requires" || e.Key.Text == "when" && e.Value.Kind == tree.Mapping {
		for _, r := range e.Value.Entries { // the values of these formulas are reasons
			p.tokens(r.Key, way)
		}
		return
	}
	value := e.Value
	if n := len(way); n > 1 && slices.Contains([]string{"fields", tree.KeepsKey, "running"}, way[n-2]) && value.Kind == tree.Scalar {
		if value = value.Declared("type").Get("default"); value == nil { // a type decides nothing
			return
		}
	}
	p.clauses(value, way)
	p.walk(value, way)
	p.statements = nil
}

// without removes each entry of a mapping, or each item of a list; a single value completely.
func (p *points) without(g Group, n *tree.Node, way []string) {
	var parts []diag.Span
	for _, e := range n.Entries {
		parts = append(parts, diag.Span{Source: e.Key.Span.Source, Start: e.Key.Span.Start, End: max(e.Value.Span.End, e.Key.Span.End)})
	}
	for _, item := range n.Items {
		parts = append(parts, item.Span)
	}
	if n.Kind == tree.Scalar {
		parts = append(parts, n.Span)
	}
	for i, part := range parts {
		if part.Start < n.Span.Start || part.End > n.Span.End {
			continue // it is elsewhere, at an anchor
		}
		switch {
		case n.Style == tree.Block:
			part = lines(part)
		case i+1 < len(parts):
			part.End = parts[i+1].Start
		case i > 0:
			part.Start = parts[i-1].End
		}
		p.add(g, part, "", way)
	}
}

// lines returns the whole lines that a span touches.
func lines(s diag.Span) diag.Span {
	s.Start = strings.LastIndexByte(s.Source.Text[:s.Start], '\n') + 1
	if i := strings.IndexByte(s.Source.Text[s.End:], '\n'); i >= 0 {
		s.End += i + 1
	}
	return s
}

// token matches changeable parts of a formula, a program or a value.
var token = regexp.MustCompile(`'[^'\n]*'|"[^"\n]*"|#[^\n]*|[0-9]+d[0-9]+|[0-9]+(?:\.[0-9]+)?|[A-Za-z_][A-Za-z0-9_]*|<=|>=|==|!=|\*\*|\+=|-=|\.\.|[-+*/<>]`)

// others are the replacements of operators and words.
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
			p.add(Figures, f.Span(at[0], at[1]), others[text], way)
		default:
			for _, step := range p.steps[text] {
				p.add(Figures, f.Span(at[0], at[1]), step, way)
			}
		}
	}
}

// numbers changes a number by one, and each of the two numbers of dice: the count and the size.
func (p *points) numbers(f diag.Fragment, at int, text string, way []string) {
	count, sides, dice := strings.Cut(text, "d")
	if !dice {
		p.add(Figures, f.Span(at, at+len(text)), next(text), way)
		return
	}
	p.add(Figures, f.Span(at, at+len(count)), next(count), way)
	p.add(Figures, f.Span(at+len(count)+1, at+len(text)), strconv.Itoa(dieAfter(sides)), way)
}

// next returns a number plus one.
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

// dieAfter returns the size of the next larger die that exists.
func dieAfter(sides string) int {
	n, _ := strconv.Atoi(sides)
	for _, larger := range []int{2, 3, 4, 6, 8, 10, 12, 20, 100} {
		if larger > n {
			return larger
		}
	}
	return n + 1
}

func (p *points) add(g Group, at diag.Span, by string, way []string) {
	here := place{at.Source.Name, at.Start, at.End, by}
	if at.Text() == by || p.seen[here] {
		return
	}
	p.seen[here] = true
	m := &Mutation{At: at, By: by, In: strings.Join(way, "."), Group: g, of: p.of}
	m.from, m.to = p.begins(at, tree.IsStep(way))
	if m.out() {
		m.Was = strings.Trim(at.Text(), ", \t\r\n")
	} else {
		whole := lines(at)
		if i := strings.Index(at.Source.Text[at.End:whole.End], " "+tree.RemarkMark); i >= 0 {
			whole.End = at.End + i
		}
		m.Was = strings.TrimSpace(whole.Text())
		m.Now = strings.TrimSpace(at.Source.Text[whole.Start:at.Start] + by + at.Source.Text[at.End:whole.End])
	}
	p.list = append(p.list, m)
}
