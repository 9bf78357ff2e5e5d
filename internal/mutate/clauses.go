package mutate

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/rulec/rulec/lang/decode"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
	"github.com/rulec/rulec/lang/syntax"
	"github.com/rulec/rulec/lang/tree"
)

// values are the keys with a fixed choice of phrases, with their section.
var values = map[string][]string{
	"conditions.stacks": {"none", "by source", "each time"},
	"conditions.again":  {"refresh", "replace"},
	"events.asked":      {"every time", "once per action"},
	"events.together":   {"none", "answers", "answers and program"},
	"entries.equal":     {"in order", "together"},
}

// clauses changes the value of a key, the last of way, as a whole.
func (p *points) clauses(n *tree.Node, way []string) {
	key, in := way[len(way)-1], ""
	if len(way) > 2 {
		in = way[len(way)-3]
	}
	switch name := in + "." + key; {
	case key == "forbids", name == "conditions.implies":
		p.without(Clauses, n, way)
	case name == "conditions.until", name == "rules.on":
		p.without(Clauses, n, way)
		for _, x := range tree.Items(n) {
			p.phrase(x.Fragment(), key == "until", way)
		}
	case n.Kind != tree.Scalar:
	case values[name] != nil:
		for _, other := range values[name] {
			p.add(Clauses, n.Span, other, way)
		}
	case name == "events.order", name == "rules.order", name == "entries.order":
		p.reversed(n.Fragment(), way)
	case p.isProgram(way):
		p.program(n, way)
	}
}

// ends matches the changeable parts of a phrase: which edge of a span, which of the next ones, and whose.
var ends = regexp.MustCompile(`^(?:(start|end)\s+of\s+)?(?:(?:my|its)\s+)?(?:(next\s+)|(\d+)\w\w\s+)?(\w+)(\s+of\s+self)?$`)

// verbs matches the words to reverse in other phrases.
var verbs = regexp.MustCompile(`\b(rises|falls)$|\b(becomes|loses)\s+\w+$|^(self)\s+moves$|^(begins|ends)$`)

// turned has the replacements of words in phrases.
var turned = map[string]string{"start": "end", "end": "start", "rises": "falls", "falls": "rises", "becomes": "loses", "loses": "becomes",
	"begins": "ends", "ends": "begins", "self": "anyone"}

// phrase changes the trigger of a rule, or the end of a condition.
func (p *points) phrase(f diag.Fragment, until bool, way []string) {
	change := func(start, end int, by string) { p.add(Clauses, f.Span(start, end), by, way) }
	turn := func(m []int) {
		for i := 0; i < len(m); i += 2 {
			if m[i] >= 0 {
				change(m[i], m[i+1], turned[f.Text[m[i]:m[i+1]]])
			}
		}
	}
	if m := verbs.FindStringSubmatchIndex(f.Text); m != nil {
		turn(m[2:])
	}
	m := ends.FindStringSubmatchIndex(f.Text)
	if m == nil {
		return
	}
	turn(m[2:4])
	switch name := f.Text[m[8]:m[9]]; {
	case m[4] >= 0:
		change(m[4], m[5], "")
	case m[6] >= 0:
		n, _ := strconv.Atoi(f.Text[m[6]:m[7]])
		change(m[6], m[7]+2, diag.Ordinal(n+1))
	case until && m[2] >= 0 && name != "encounter":
		change(m[8], m[9], "next "+name)
	}
	if m[10] >= 0 {
		change(m[10], m[11], "")
	}
}

// reversed reverses an order.
func (p *points) reversed(f diag.Fragment, way []string) {
	f = f.Slice(0, len(strings.TrimSpace(f.Text)))
	at := f.All()
	by := "-(" + at.Text() + ")"
	if _, err := strconv.ParseFloat(f.Text, 64); err == nil {
		by = "-" + f.Text
	}
	p.add(Clauses, at, by, way)
}

// programFields returns the names of the fields that hold programs.
func programFields(prog *program.Program) map[string]bool {
	names := map[string]bool{}
	for _, k := range prog.Kinds {
		for _, f := range k.Fields {
			t := f.Type
			for t.Elem != nil && t.Kind != program.FormulaField {
				t = *t.Elem
			}
			if t.Kind == program.ProgramField {
				names[f.Name] = true
			}
		}
	}
	return names
}

// isProgram reports whether the value of a key is a program, or may be.
func (p *points) isProgram(way []string) bool {
	if key := way[len(way)-1]; key == tree.StepIf {
		return false
	} else if key == "declare" || tree.InProgram(way) {
		return true
	}
	return slices.ContainsFunc(way[1:], func(key string) bool { return p.programs[key] })
}

// program removes each statement of a program, and changes parts of it.
func (p *points) program(n *tree.Node, way []string) {
	f := n.Fragment()
	p.statements, p.text = syntax.Extents(f), f
	for i, x := range p.statements {
		switch text := f.Text[x.Start:x.End]; {
		case p.fills(f.Text, i):
		case strings.TrimSpace(f.Text) != text:
			p.add(Clauses, f.Span(x.Start, x.End), "", way)
		case text == "stop": // removing it would do the same
		case n.Style == tree.Plain:
			p.add(Clauses, f.Span(x.Start, x.End), nothing, way)
		default:
			p.add(Clauses, f.Span(x.Start, x.End), "", way)
		}
		p.statement(f.Slice(x.Start, x.Head), way)
	}
}

// fills reports whether a statement is all that another one does, so that removing either is the same.
func (p *points) fills(text string, i int) bool {
	x := p.statements[i]
	outer := p.statements[max(0, x.First-1)]
	return outer.Head < x.Start && filled.MatchString(text[outer.Start:]) &&
		strings.TrimSpace(text[outer.Head+1:x.Start]) == "" && strings.TrimSpace(text[x.End:outer.End]) == "}"
}

// filled matches statements that do nothing except for their block.
var filled = regexp.MustCompile(`^(?:if|for|afterwards)\b`)

// pays matches a statement that decides whether an action pays all of its costs first.
var pays = regexp.MustCompile(`\bpay\b`)

// begins returns the start of the innermost block with a change in the current program, as the lines of its first
// statement: only a run of that block can notice the change. It returns 0, 0 outside of programs, and in a step, which other steps
// may precede in their block.
func (p *points) begins(at diag.Span, step bool) (from, to int) {
	if len(p.statements) == 0 {
		return 0, 0
	}
	first := p.statements[0]
	for _, x := range p.statements { // the innermost comes last
		if s := p.text.Span(x.Start, x.End); s.Start <= at.Start && at.End <= s.End && !pays.MatchString(at.Text()) {
			first = p.statements[x.First]
		}
	}
	if step && first == p.statements[0] {
		return 0, 0
	}
	s := p.text.Span(first.Start, first.Head)
	from, _ = s.Source.Position(s.Start)
	to, _ = s.Source.Position(s.End)
	return from, to
}

// The parts of a statement to change: the end of what it applies or silences, the order of its list, and that it
// happens at once.
var (
	untilOf = regexp.MustCompile(`(?s)^(?:apply|end)\b.*?(\suntil\s+)(\S.*?)\s*$`)
	orderOf = regexp.MustCompile(`(?s)^for\b.*?\sin\s+order\s+of\s+(.*?)(?:\s+together)?\s*$`)
	atOnce  = regexp.MustCompile(`(?s)^for\b.*(\stogether)\s*$`)
)

// statement changes a statement without its blocks.
func (p *points) statement(f diag.Fragment, way []string) {
	if m := untilOf.FindStringSubmatchIndex(f.Text); m != nil {
		p.add(Clauses, f.Span(m[2], m[5]), "", way)
		p.phrase(f.Slice(m[4], m[5]), true, way)
	}
	if m := orderOf.FindStringSubmatchIndex(f.Text); m != nil {
		p.reversed(f.Slice(m[2], m[3]), way)
	}
	if m := atOnce.FindStringSubmatchIndex(f.Text); m != nil {
		p.add(Clauses, f.Span(m[2], m[3]), "", way)
	}
	p.swap(f, way)
}

// people returns the names in programs for actors and targets: the parameters of actions and procs that are
// creatures.
func people(prog *program.Program) map[string]bool {
	names := map[string]bool{"self": true, "event.of": true, "it.by": true}
	add := func(name string, t program.Type) {
		if t.Kind == program.ThingType && (t.Of == nil || t.Of.Name == decode.CreatureKind) {
			names[name] = true
		}
	}
	for _, a := range prog.Actions {
		for _, x := range a.Params {
			add(x.Name, x.Type)
		}
	}
	for _, x := range prog.Procs {
		for _, in := range x.Inputs {
			add(in.Name, in.Type)
		}
	}
	return names
}

// name matches names that don't follow a dot, and text that hides names.
var name = regexp.MustCompile(`'[^'\n]*'|"[^"\n]*"|#[^\n]*|\.\s*\w+|event\.of\b|it\.by\b|[A-Za-z_]\w*(?:\s*\(|\s*=[^=])?`)

// byWhom matches the text after a "by" that is a word of the language.
var byWhom = regexp.MustCompile(`^\s+[A-Za-z_]`)

// swap exchanges self and another creature that a statement names; if it doesn't name self, the first two.
func (p *points) swap(f diag.Fragment, way []string) {
	found := slices.DeleteFunc(name.FindAllStringIndex(f.Text, -1), func(at []int) bool {
		return f.Text[at[0]:at[1]] == "by" && byWhom.MatchString(f.Text[at[1]:])
	})
	var named []string
	for _, at := range found {
		if who := f.Text[at[0]:at[1]]; p.people[who] && !slices.Contains(named, who) {
			named = append(named, who)
		}
	}
	if i := slices.Index(named, "self"); i > 0 {
		named = slices.Insert(slices.Delete(named, i, i+1), 0, "self")
	}
	if len(named) < 2 {
		return
	}
	whole := f.All()
	by := whole.Text()
	for _, at := range slices.Backward(found) {
		if i := slices.Index(named[:2], f.Text[at[0]:at[1]]); i >= 0 {
			s := f.Span(at[0], at[1])
			by = by[:s.Start-whole.Start] + named[1-i] + by[s.End-whole.Start:]
		}
	}
	if evened(by) != evened(whole.Text()) {
		p.add(Clauses, whole, by, way)
	}
}

// even matches expressions that are the same with their operands exchanged.
var even = regexp.MustCompile(`\b(distance\(|adjacent\()?([\w.]+)(, | == | != )([\w.]+)`)

// evened returns a statement in a form that is equal for equivalent ones.
func evened(text string) string {
	if steps, moves := strings.CutPrefix(text, "move "); moves { // all at once
		list := strings.Split(steps, ", ")
		slices.Sort(list)
		return strings.Join(list, ", ")
	}
	return even.ReplaceAllStringFunc(text, func(s string) string {
		m := even.FindStringSubmatch(s)
		if m[3] == ", " && m[1] == "" || m[2] < m[4] {
			return s
		}
		return m[1] + m[4] + m[3] + m[2]
	})
}
