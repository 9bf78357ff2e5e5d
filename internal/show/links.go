package show

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/dump"
	"github.com/rulec/rulec/lang/program"
	"github.com/rulec/rulec/lang/tree"
)

// ByKind is the relation of a definition to what its kind says for it.
const ByKind = "by its kind"

// A Link is another definition related to one.
type Link struct {
	// How is the relation: "announced in", "as target".
	How string
	// Who is SECTION.NAME, What the piece of it that is related; What may be empty.
	Who, What string
	At        diag.Span
}

// Linker finds links in a ruleset.
type Linker struct {
	prog *program.Program
	root *tree.Node
	uses []program.Use
}

// NewLinker returns a linker for a ruleset, as returned by lang.Load and lang.Resolve, and the uses of its names; without them it doesn't
// find who reads a param.
func NewLinker(prog *program.Program, root *tree.Node, uses []program.Use) *Linker {
	return &Linker{prog, root, uses}
}

// Events returns the names of all events, including the language's own.
func (l *Linker) Events() []string {
	var names []string
	for _, e := range l.prog.Events {
		names = append(names, e.String())
	}
	return names
}

// Of returns the links of a definition: for a quantity everything that contributes, for a field what changes it, for an event what
// announces, hears and answers it, for a condition what applies and ends it, for a definition its kind, with what that says for it; then
// what it uses, params with their values, and what reads a param, a quantity, a condition, a proc, a table or an entry of the clock.
func (l *Linker) Of(p Place) []Link {
	if p.Entry.Key == nil {
		return nil
	}
	if p.Of.Key != nil {
		return l.changes(p.Entry.Key.Span)
	}
	links := append(l.own(p), l.used(p)...)
	if slices.Contains([]string{"params", "quantities", "conditions", "procs", "tables", "time"}, p.Section.Key.Text) {
		for _, x := range l.readers(p.Entry.Key.Span) {
			told := slices.ContainsFunc(links, func(y Link) bool {
				return x.Who == y.Who && !x.At.IsZero() && (at(x.At) == at(y.At) || y.How == "implied by")
			})
			if !told { // as a contribution
				links = append(links, x)
			}
		}
	}
	return links
}

// own returns the links that the section of a definition has for it.
func (l *Linker) own(p Place) []Link {
	name := p.Entry.Key.Text
	switch p.Section.Key.Text {
	case "quantities":
		return l.quantity(name)
	case "events":
		return l.Event(name)
	case "conditions":
		return l.Condition(name)
	case "kinds":
		return l.programs(p.Entry)
	}
	for _, k := range l.prog.Kinds {
		if k.Plural == p.Section.Key.Text {
			links := []Link{{How: "format", Who: "kinds." + k.Name, At: k.Span}}
			for _, key := range []string{"perform", "ended"} {
				links = append(links, l.steps(k.Name, key, p.Entry.Value)...)
			}
			return slices.Concat(links, l.ofKind(k.Name, p.Entry.Value), l.defaults(k.Name, p.Entry.Value))
		}
	}
	return nil
}

// programs returns the kinds that are like one, which its name covers, and its definitions that have another program, or other steps in
// it.
func (l *Linker) programs(kind tree.Entry) (links []Link) {
	for _, k := range l.prog.Kinds {
		if k.Like != nil && k.Like.Name == kind.Key.Text {
			links = append(links, Link{How: "like it", Who: "kinds." + k.Name, At: k.Span})
		}
		if k.Name != kind.Key.Text {
			continue
		}
		for _, e := range tree.EntriesOf(l.root.Get(k.Plural)) {
			for _, key := range []string{"perform", "ended"} {
				if own := e.Value.Get(key); own != nil && kind.Value.Get(key) != nil {
					links = append(links, Link{How: "otherwise in", Who: k.Plural + "." + e.Key.Text, What: key + changedSteps(own), At: own.Span})
				}
			}
		}
	}
	return links
}

// changedSteps returns the names of the steps that a program says, in brackets; nothing for a program that is one text.
func changedSteps(program *tree.Node) string {
	var names []string
	for _, e := range tree.EntriesOf(program) {
		names = append(names, e.Key.Text)
	}
	if names == nil {
		return ""
	}
	return " (" + strings.Join(names, ", ") + ")"
}

// steps returns the steps of a definition's program, if it has some of them from its kind.
func (l *Linker) steps(kind, key string, def *tree.Node) []Link {
	own, base := def.Get(key), l.root.Get("kinds").Get(kind).Get(key)
	if base == nil || base.Kind != tree.Mapping || own != nil && own.Kind != tree.Mapping {
		return nil
	}
	if own != nil {
		base = tree.Steps("", kind, key, base, own, &diag.List{})
	}
	return []Link{{How: "steps of", Who: key, What: stepsOf(base), At: base.Span}}
}

// stepsOf returns the names of the steps in which something happens, those within one in brackets.
func stepsOf(n *tree.Node) string {
	var names []string
	for _, e := range n.Entries {
		switch inner := stepsOf(e.Value); {
		case e.Key.Text == tree.StepIf || e.Key.Text == tree.StepFor || e.Value.Text == tree.Nothing:
		case e.Value.Kind == tree.Mapping && inner == "": // nothing happens in it
		case len(e.Value.Entries)-len(e.Value.Heads()) > 1:
			names = append(names, e.Key.Text+" ("+inner+")")
		default:
			names = append(names, e.Key.Text)
		}
	}
	return strings.Join(names, ", ")
}

// nothing are the defaults that say that there isn't any.
var nothing = []string{"0", "false", "none", "[]", "{}", "stop", ""}

// Rules returns the rules that a definition cites, with their texts, and who else cites them.
func (l *Linker) Rules(p Place, texts map[string]string) []Link {
	if p.Entry.Key == nil {
		return nil
	}
	var links []Link
	for _, id := range cites(p.Entry) {
		if texts[id] == "" {
			continue
		}
		text := texts[id]
		if others := l.citing(id, p.Entry.Key.Text); len(others) > 0 {
			text += " (also " + strings.Join(others, ", ") + ")"
		}
		links = append(links, Link{How: "rule", Who: id, What: text})
	}
	return links
}

// citing returns the definitions that cite a rule, but for those with one name.
func (l *Linker) citing(id string, but string) (names []string) {
	for _, section := range sections(l.root) {
		for _, e := range parts(section) {
			if e.Key.Text != but && slices.Contains(cites(e), id) {
				names = append(names, e.Key.Text)
			}
		}
	}
	return names
}

// beginning returns a value on one line, of a text of several lines the first.
func beginning(n *tree.Node) string {
	if n.Kind == tree.Scalar {
		if line, _, more := strings.Cut(strings.TrimSpace(n.Text), "\n"); more {
			return line + " .."
		}
	}
	return oneLine(Flat(n))
}

// defaults returns what a kind says for a definition that doesn't say it.
func (l *Linker) defaults(kind string, def *tree.Node) []Link {
	var links []Link
	for _, f := range l.root.Get("kinds").Get(kind).Fields() {
		d := f.Value.Declared("type").Get("default")
		if d != nil && def.Get(f.Key.Text) == nil && !slices.Contains(nothing, strings.Trim(Flat(d), `"'`)) {
			links = append(links, Link{How: "by default", Who: f.Key.Text, What: beginning(d), At: d.Span})
		}
	}
	return links
}

// ofKind returns what a kind of actions says for a definition in addition: costs, requirements and what it answers.
func (l *Linker) ofKind(kind string, def *tree.Node) (links []Link) {
	for _, key := range []string{"answers", "cost", "when", "requires"} {
		n, own := l.root.Get("kinds").Get(kind).Get(key), def.Get(key)
		if n != nil && n.Kind != tree.Mapping && own == nil {
			links = append(links, Link{How: ByKind, Who: key, What: beginning(n), At: n.Span})
		}
		for _, e := range tree.EntriesOf(n) {
			replaced := slices.ContainsFunc(tree.EntriesOf(own), func(o tree.Entry) bool {
				return o.Key.Text == e.Key.Text || key != "cost" && o.Value.Text == e.Value.Text // by its reason
			})
			if !replaced {
				links = append(links, Link{How: ByKind, Who: key, What: e.Key.Text + ": " + beginning(e.Value), At: e.Key.Span})
			}
		}
	}
	return links
}

// samePlace reports whether two spans begin at the same place, of files that may have been read twice.
func samePlace(a, b diag.Span) bool {
	return a.Source != nil && b.Source != nil && a.Source.Name == b.Source.Name && a.Start == b.Start
}

// mostReaders is how many readers of one thing are listed.
const mostReaders = 12

// readers returns the definitions that name what is declared at a place, each with the line that does.
func (l *Linker) readers(decl diag.Span) []Link {
	var links []Link
	seen := map[string]bool{}
	for _, u := range l.uses {
		if !samePlace(u.Decl, decl) || samePlace(u.At, decl) {
			continue
		}
		if who := l.owner(u.At, "the ruleset"); !seen[who] {
			links = append(links, Link{How: "read in", Who: who, What: lineOf(u.At), At: u.At})
			seen[who] = true
		}
	}
	slices.SortStableFunc(links, func(a, b Link) int { return l.inFiles(a.At, b.At) })
	if more := len(links) - mostReaders; more > 0 {
		links = append(links[:mostReaders], Link{How: "read in", Who: fmt.Sprintf("%d more", more)})
	}
	return links
}

// lineOf returns the line of a file in which a span begins, or its beginning.
func lineOf(s diag.Span) string {
	text := s.Source.Text
	from := strings.LastIndexByte(text[:s.Start], '\n') + 1
	line, _, _ := strings.Cut(text[from:], "\n")
	return shortened(oneLine(line))
}

// mostUsed is how many definitions that one uses are listed.
const mostUsed = 16

// used returns the definitions that one uses: params with their values, others with what they are about.
func (l *Linker) used(p Place) []Link {
	type place struct {
		file  string
		start int
	}
	declared := map[place]Place{}
	for _, section := range sections(l.root) {
		if section.Key.Text == "kinds" { // types of participants and fields
			continue
		}
		for _, e := range parts(section) {
			declared[place{e.Key.Span.Source.Name, e.Key.Span.Start}] = Place{Section: section, Entry: e}
		}
	}
	var links []Link
	seen := map[*tree.Node]bool{p.Entry.Key: true}
	for _, u := range l.uses {
		if u.Decl.IsZero() {
			continue
		}
		d, ok := declared[place{u.Decl.Source.Name, u.Decl.Start}]
		if _, within := holds(p.Entry.Value, u.At); !ok || !within || seen[d.Entry.Key] {
			continue
		}
		seen[d.Entry.Key] = true
		x := Link{How: "uses", Who: d.Name(), What: shortened(d.Entry.About()), At: d.Entry.Key.Span}
		if d.Section.Key.Text == "params" {
			x.Who = d.label()
		}
		links = append(links, x)
	}
	if more := len(links) - mostUsed; more > 0 {
		links = append(links[:mostUsed], Link{How: "uses", Who: fmt.Sprintf("%d more", more)})
	}
	return links
}

// shortened returns the beginning of a text.
func shortened(text string) string {
	const most = 80
	if r := []rune(text); len(r) > most {
		return string(r[:most]) + " .."
	}
	return text
}

// changes returns what changes the field that is declared at a place.
func (l *Linker) changes(decl diag.Span) []Link {
	is := func(f *program.Field) bool { return f != nil && samePlace(f.Span, decl) }
	var links []Link
	add := func(how string, span, text diag.Span) {
		links = append(links, Link{How: how, Who: l.owner(span, "the ruleset"), What: oneLine(text.Text()), At: span})
	}
	l.statements(func(s program.Stmt) {
		switch s := s.(type) {
		case *program.Assign:
			target := s.Target
			for target.Field == nil && len(target.Args) > 0 { // a member of a family
				target = target.Args[0]
			}
			if is(target.Field) {
				add("changed in", s.Span, s.Span)
			}
		case *program.Pay:
			if is(s.Pool) {
				add("paid in", s.Span, s.Span)
			}
		case *program.Apply:
			for _, w := range s.With {
				if is(w.Field) {
					add("given in", s.Span, s.Span)
				}
			}
		}
	})
	for _, a := range l.prog.Actions {
		for _, c := range a.Costs {
			if is(c.Pool) {
				add("cost in", c.Span, c.Amount.Span)
			}
		}
	}
	return distinct(links)
}

// quantity returns the contributors to a quantity.
func (l *Linker) quantity(name string) []Link {
	var links []Link
	for _, q := range l.prog.Quantities {
		if q.Name != name {
			continue
		}
		for role, list := range q.By {
			for _, c := range list {
				links = append(links, l.contribution(q, q.Of[role].Name, c))
			}
		}
	}
	return links
}

func (l *Linker) contribution(q *program.Quantity, role string, c *program.Contribution) Link {
	var amounts []string
	for _, a := range c.Amounts {
		amounts = append(amounts, q.Channels[a.Channel].Name+": "+oneLine(a.Value.Span.Text()))
	}
	what := strings.Join(amounts, ", ")
	if c.When != nil {
		what += ", when " + oneLine(c.When.Span.Text())
	}
	return Link{How: "as " + role, Who: l.owner(c.Span, dump.Owner(c)), What: what, At: c.Span}
}

// Event returns what announces an event, what hears it and what answers it.
func (l *Linker) Event(name string) []Link {
	is := func(e *program.Event) bool { return e != nil && e.String() == name }
	var links []Link
	add := func(how, what string, span diag.Span) {
		links = append(links, Link{How: how, Who: l.owner(span, "the ruleset"), What: what, At: span})
	}
	for _, e := range l.prog.Events {
		if is(e) && e.Automatic {
			links = append(links, Link{How: "announced by", Who: "the language"})
		}
	}
	l.statements(func(s program.Stmt) {
		if a, ok := s.(*program.Announce); ok && is(a.Event) {
			add("announced in", l.occasion(a.Span), a.Span)
		}
	})
	l.triggers(func(how string, t *program.Trigger) {
		if t.Kind == program.OnEvent && is(t.Event) {
			add(how, "", t.Span)
		}
	})
	for _, a := range l.prog.Actions {
		if slices.ContainsFunc(a.Answers, is) {
			links = append(links, Link{How: "answered by", Who: a.Def.Kind.Plural + "." + a.Def.Name, At: a.Def.Span})
		}
	}
	return distinct(links)
}

// Condition returns what applies and ends a condition.
func (l *Linker) Condition(name string) []Link {
	is := func(c *program.Condition) bool { return c != nil && c.Name == name }
	var links []Link
	add := func(how, what string, span diag.Span) {
		links = append(links, Link{How: how, Who: l.owner(span, "the ruleset"), What: what, At: span})
	}
	l.statements(func(s program.Stmt) {
		switch s := s.(type) {
		case *program.Apply:
			if is(s.Condition) {
				add("applied in", oneLine(s.Span.Text()), s.Span)
			}
		case *program.EndCondition:
			if is(s.Condition) {
				add("ended in", oneLine(s.Span.Text()), s.Span)
			}
		}
	})
	for _, c := range l.prog.Conditions {
		if slices.ContainsFunc(c.Implies, is) {
			links = append(links, Link{How: "implied by", Who: "conditions." + c.Name, At: c.Span})
		}
	}
	l.triggers(func(how string, t *program.Trigger) {
		if (t.Kind == program.OnBecomes || t.Kind == program.OnLoses) && is(t.Condition) {
			add(how, "", t.Span)
		}
	})
	return distinct(links)
}

// distinct removes duplicates: a program of a kind exists once for each of its definitions.
func distinct(links []Link) []Link {
	var kept []Link
	for _, x := range links {
		if !slices.Contains(kept, x) {
			kept = append(kept, x)
		}
	}
	return kept
}

// owner returns the definition that contains a piece of text, as SECTION.NAME.
func (l *Linker) owner(span diag.Span, otherwise string) string {
	best, size := otherwise, -1
	for _, section := range sections(l.root) {
		for _, e := range parts(section) {
			if n, ok := holds(e.Value, span); ok && (size < 0 || n < size) {
				best, size = section.Key.Text+"."+e.Key.Text, n
			}
		}
	}
	return best
}

// occasion returns when a statement is carried out: what is said of the step that it is in, or else the line that it stands on, with the
// condition of its step.
func (l *Linker) occasion(span diag.Span) string {
	about, when := "", ""
	var within func(n *tree.Node)
	within = func(n *tree.Node) {
		for _, e := range tree.EntriesOf(n) {
			if _, ok := holds(e.Value, span); !ok {
				continue
			}
			about, when = e.About(), scalarAt(e.Value, tree.StepIf)
			within(e.Value)
		}
	}
	for _, section := range sections(l.root) {
		for _, e := range parts(section) {
			if _, ok := holds(e.Value, span); ok {
				within(e.Value)
			}
		}
	}
	if about != "" {
		return about
	}
	line, _ := span.Source.Position(span.Start)
	text, _, _ := strings.Cut(oneLine(span.Source.Line(line)), " #")
	if when != "" {
		text = "if " + when + ": " + text
	}
	return text
}

// holds reports whether a span is in a node, and how long the innermost node is that contains it.
func holds(n *tree.Node, span diag.Span) (int, bool) {
	for _, e := range n.Entries {
		if size, ok := holds(e.Value, span); ok {
			return size, true
		}
	}
	for _, item := range n.Items {
		if size, ok := holds(item, span); ok {
			return size, true
		}
	}
	s := n.Span
	return s.End - s.Start, s.Source.Name == span.Source.Name && s.Start <= span.Start && span.End <= s.End
}

// widestLink is how far links push their places to the right.
const widestLink = 80

// WriteLinks writes links as comments, the places in the margin.
func WriteLinks(w io.Writer, links []Link) error {
	how, lines := 0, make([]dump.Line, len(links))
	for _, x := range links {
		how = max(how, len(x.How))
	}
	for i, x := range links {
		text := fmt.Sprintf("# %-*s  %s", how, x.How, x.Who)
		if x.What != "" {
			text += ": " + x.What
		}
		lines[i] = dump.Line{Text: text, At: x.At}
	}
	out := bufio.NewWriter(w)
	dump.WriteLines(out, lines, widestLink, at)
	return out.Flush()
}

// triggers visits everything that waits for something, with its relation.
func (l *Linker) triggers(visit func(how string, t *program.Trigger)) {
	ends := func(how string, list []*program.Until) {
		for _, u := range list {
			if u.On != nil {
				visit(how, u.On)
			}
		}
	}
	for r := range l.prog.AllRules() {
		for _, t := range r.On {
			visit("heard by", t)
		}
	}
	for _, c := range l.prog.Conditions {
		ends("ends", c.Until)
	}
	for _, k := range l.prog.Kinds {
		for _, f := range k.Fields {
			if f.Pool == nil {
				continue
			}
			for _, r := range f.Pool.Resets {
				visit("resets", r.On)
			}
		}
	}
	l.statements(func(s program.Stmt) {
		how := "ends what is applied in"
		if _, mutes := s.(*program.EndCondition); mutes {
			how = "ends what is suppressed in"
		}
		ends(how, program.Untils(s))
	})
}

// statements visits every statement of every program in the order of the files.
func (l *Linker) statements(visit func(program.Stmt)) {
	all := slices.SortedStableFunc(l.prog.Stmts(), func(a, b program.Stmt) int { return l.inFiles(a.Place(), b.Place()) })
	for _, s := range all {
		visit(s)
	}
}

// inFiles compares places in the order of the files.
func (l *Linker) inFiles(a, b diag.Span) int {
	file := func(s diag.Span) int { return slices.Index(l.prog.Sources, s.Source) }
	return cmp.Or(cmp.Compare(file(a), file(b)), cmp.Compare(a.Start, b.Start))
}
