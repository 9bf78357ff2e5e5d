package book

import (
	"cmp"
	"reflect"
	"regexp"
	"slices"
	"strings"

	"github.com/rulec/rulec/internal/book/words"
	"github.com/rulec/rulec/internal/figures"
	"github.com/rulec/rulec/internal/show"
	"github.com/rulec/rulec/interp/number"
	"github.com/rulec/rulec/interp/value"
	"github.com/rulec/rulec/lang/decode"
	"github.com/rulec/rulec/lang/program"
	"github.com/rulec/rulec/lang/tree"
)

// playersOrder is the order of the sections in the players' book, told are the keys in it, besides the fields of kinds, and the figures.
var (
	playersOrder = []string{"time", "space", "checks", "rules", "conditions", "", "quantities", "tables", "scales"}
	told         = []string{"value", "implies", "modifies", "forbids", "until", "while", "group"}
	toldFigure   = regexp.MustCompile(`^(-?[1-9]\d{0,3}|\d+d\d+[^(]*)$`)
)

// forPlayers makes the book that is handed to players: house rules first, then the chapters in words, a sheet of actions, and the creatures.
func (m *maker) forPlayers(b *Book) {
	m.used, m.order = m.atTheTable(), playersOrder
	m.links.said = m.spoken()
	sheet, cards := &Chapter{Anchor: "sheet", Title: "Action sheet"}, &Chapter{Anchor: "cards", Title: "Creature cards"}
	chapters := m.chapters()
	for _, ch := range chapters {
		groups := ch.Groups
		ch.Groups = nil
		for _, g := range groups {
			to := ch
			if g.section == "quantities" {
				g.Title = "Terms and numbers"
			}
			switch kind := m.kinds[g.section]; {
			case g.Table == nil && len(g.Entries) == 0:
				continue
			case kind != nil && kind == m.job.Program.Creature:
				to = cards
			case kind != nil && kind.Acts:
				to = sheet
			}
			if i := slices.IndexFunc(to.Groups, func(other *Group) bool { return other.section == g.section }); i >= 0 {
				to.Groups[i].Entries = append(to.Groups[i].Entries, g.Entries...)
			} else {
				to.Groups = append(to.Groups, g)
			}
		}
	}
	chapters = append([]*Chapter{m.houseRules()}, append(chapters, sheet, cards)...)
	b.Chapters = slices.DeleteFunc(chapters, func(ch *Chapter) bool { return len(ch.Groups) == 0 })
	b.Players, b.Command, b.Version = true, "", clean(b.Version)
	b.About = clean(cmp.Or(b.About, commentAbove(m.job.Program.Sources[0], 0)))
	inWords(reflect.ValueOf(b.Chapters), "")
}

// atTheTable returns the quantities that rules ask for, not only tactics, laws and reports, which are no business of players.
func (m *maker) atTheTable() map[*program.Quantity]bool {
	used := map[*program.Quantity]bool{}
	var visit func(e *program.Expr)
	visit = func(e *program.Expr) {
		if q := e.Quantity; q != nil && !used[q] {
			used[q] = true
			for e := range q.Value.Exprs() {
				visit(e)
			}
		}
	}
	for part := range m.job.Program.Parts() {
		if owner, _, _ := strings.Cut(part.In, "."); slices.Contains([]string{"Quantity", "TacticRule", "TacticAction", "Law", "Noted", "Shown", "Reports"}, owner) {
			continue
		}
		for e := range part.Exprs() {
			visit(e)
		}
	}
	return used
}

// spoken says every formula of a ruleset, by the place where it stands; what has no words is empty.
func (m *maker) spoken() map[spot]string {
	said, quantities := map[spot]string{}, map[*program.Formula]*program.Quantity{}
	for _, q := range m.job.Program.Quantities {
		quantities[q.Value] = q
	}
	for part := range m.job.Program.Parts() {
		f := part.Formula
		if part.Constant != nil {
			f = &program.Formula{Expr: part.Constant, Span: part.Constant.Span}
		}
		if f != nil && f.Span.Source != nil {
			text, ok := words.Teller{Program: m.job.Program, Of: quantities[f]}.Formula(f)
			if ok && part.In == "Amount.Value" && f.Expr.Type.Kind == program.Bool && text != "never" { // what a condition changes only sometimes
				text = "if " + text
			}
			said[spot{f.Span.Source.Name, f.Span.Start}] = text
		}
	}
	return said
}

// houseRules returns the page on what house rules change or, if they change nothing, on what a table may decide.
func (m *maker) houseRules() *Chapter {
	g := &Group{Anchor: "house.rules", Title: "What is different"}
	ch := &Chapter{Anchor: "house", Title: "House rules", Groups: []*Group{g}}
	if v := m.job.Versions; v != nil {
		for _, c := range v.Changes {
			for _, d := range c.Differences {
				g.Entries = append(g.Entries, m.different(d))
			}
		}
	}
	switch params := m.job.Root.Get("params"); {
	case len(g.Entries) > 0:
	case params != nil:
		g.Title, g.Table = "What a table may decide", m.options(params.Entries)
	default:
		ch.Groups = nil
	}
	return ch
}

// different returns what becomes of a definition in house rules.
func (m *maker) different(d tree.Difference) *Entry {
	e := d.Second
	if e.Value == nil {
		x := m.heading(d.Section, d.First)
		x.Anchor, x.Change, x.Lines = "house."+x.Anchor, nil, saidLine("", "No longer applies.")
		return x
	}
	x := m.heading(d.Section, e)
	news := "New."
	if x.Change != nil && !x.Change.New {
		news = "Changed."
		for _, was := range x.Change.Was {
			label, now := decode.TitleOf(was.Key), e.Value.Get(was.Key)
			if e.Value.Kind == tree.Scalar {
				label, now = "now", tree.OptionsOf(e.Value).Value
				was.Before, _, _ = strings.Cut(was.Before, " (or ")
			}
			if now != nil && !isFormula(strings.ReplaceAll(plain(now)+was.Before, "_", " ")) {
				x.Lines = append(x.Lines, saidLine(label, clean(plain(now))+", was "+cmp.Or(clean(was.Before), "nothing"))...)
			}
		}
	}
	if q := named(m.job.Program.Quantities, e.Key.Text); d.Section == "quantities" && q != nil {
		x.Lines = m.value(q, e)
	}
	if len(x.Lines) == 0 {
		x.Lines = saidLine("", news)
	}
	x.Anchor, x.Change = "house."+x.Anchor, nil
	return x
}

// saidLine returns a line in words, none if it says nothing.
func saidLine(label, text string) []Line {
	if text == "" {
		return nil
	}
	return []Line{{Label: label, Text: Text{{Text: text}}}}
}

// fillForPlayers fills a group for players.
func (m *maker) fillForPlayers(g *Group, section tree.Entry, entries []tree.Entry) {
	name := section.Key.Text
	kind := m.kinds[name]
	if g.section = name; kind != nil && kind.About != g.About {
		g.About = strings.TrimSpace(kind.About + " " + g.About)
	}
	if kind != nil && kind != m.job.Program.Creature && !kind.Acts && rowable(entries) {
		g.Table = m.table(name, entries)
		m.explain(g, kind, entries)
		return
	}
	for _, e := range entries {
		x := m.heading(name, e)
		if show.IsOne(section) {
			x.Anchor, x.Title = name, ""
		}
		if q := named(m.job.Program.Quantities, e.Key.Text); name == "quantities" && !m.used[q] {
			continue
		}
		m.tell(x, name, e)
		m.complete(x, e)
		if x.Lines = append(x.Lines, m.job.odds[x.Anchor]...); x.About != "" || len(x.Lines) > 0 || len(x.not) > 0 || x.Table != nil || x.Stats {
			g.Entries = append(g.Entries, x)
		}
	}
	if kind != nil {
		m.explain(g, kind, entries)
		g.rules()
	}
}

// rules says when the actions of a group aren't possible; what rules out all of them is said once.
func (g *Group) rules() {
	var all []string
	if len(g.Entries) > 1 {
		all = slices.DeleteFunc(slices.Clone(g.Entries[0].not), func(reason string) bool {
			return slices.ContainsFunc(g.Entries, func(x *Entry) bool { return !slices.Contains(x.not, reason) })
		})
	}
	g.Terms = append(saidLine("not possible if", strings.Join(all, "; ")), g.Terms...)
	for _, x := range g.Entries {
		own := slices.DeleteFunc(x.not, func(reason string) bool { return slices.Contains(all, reason) })
		x.Lines = append(x.Lines, saidLine("not possible if", strings.Join(own, "; "))...)
	}
}

// explain says what the numbers and traits of definitions mean, and which figures all creatures have.
func (m *maker) explain(g *Group, kind *program.Kind, entries []tree.Entry) {
	for _, e := range tree.EntriesOf(m.job.Root.Get("kinds").Get(kind.Name).Get("fields")) {
		given := func(d tree.Entry) bool { return d.Value.Kind == tree.Mapping && d.Value.Get(e.Key.Text) != nil }
		if f := named(kind.Fields, e.Key.Text); f != nil && f.Type.Kind != program.ProgramField && slices.ContainsFunc(entries, given) {
			g.Terms = append(g.Terms, saidLine(value.TitleOf(&f.Decl), e.About())...)
		}
	}
	if kind == m.job.Program.Creature {
		var all []string
		for _, f := range m.figures(kind.Defs[0], true) {
			all = append(all, f.Title+" "+f.Value)
		}
		g.Terms = append(g.Terms, saidLine("all of them", strings.Join(all, ", "))...)
	}
}

// tell adds to an entry what can be said of a definition besides its own sentences.
func (m *maker) tell(x *Entry, section string, e tree.Entry) {
	p, kind, d := m.job.Program, m.kinds[section], (*program.Def)(nil)
	if kind != nil {
		d = named(kind.Defs, e.Key.Text)
	}
	switch {
	case section == "scales":
		x.Table, x.Lines = m.steps(e)
	case section == "tables":
		x.Table = m.grid(e)
	case d != nil && kind == p.Creature:
		x.Stats, x.Figures = true, append(m.pools(d), m.figures(d, false)...)
	case d != nil && d.Action != nil:
		x.Lines, x.not = action(words.Teller{Program: p, It: d}, d.Action)
	}
	if key := tree.Headed(section); key != "" && e.Value.Kind == tree.Mapping {
		e.Value = e.Value.Spread(key)
	}
	if section == "quantities" {
		x.Lines = m.value(named(p.Quantities, e.Key.Text), e)
		return
	}
	var numbers, traits []string
	for _, key := range e.Value.Entries {
		line := m.keyed(key)
		if key.Key.Text == "until" {
			var all []string
			for _, item := range tree.Items(key.Value) {
				all = append(all, ends.Replace(m.links.text(item).String()))
			}
			line.Lines, line.Text = nil, Text{{Text: strings.Join(all, ", or ")}}
		}
		f, text := (*program.Field)(nil), line.Text.String()
		if d != nil {
			f = named(kind.Fields, key.Key.Text)
		}
		switch paid := func(c program.Cost) bool { return c.Pool.Name == f.Name }; {
		case f == nil && !slices.Contains(told, key.Key.Text) || f != nil && (f.Type.Kind == program.ProgramField || d.Action != nil && slices.ContainsFunc(d.Action.Costs, paid)):
		case f != nil && f.Type.Kind == program.FormulaField && (text == "always" || text == "never"):
		case f != nil && (text == "always" || text == "never"):
			traits = append(traits, map[string]string{"never": "not "}[text]+value.TitleOf(&f.Decl))
		case f != nil && f.Type.Kind == program.Number && f.Family == nil && text != "" && (text != "0" || f.Default != nil):
			numbers = append(numbers, value.TitleOf(&f.Decl)+" "+text)
		default:
			if f != nil {
				line.Label = value.TitleOf(&f.Decl)
			}
			x.Lines = append(x.Lines, pruned([]Line{line})...)
		}
	}
	x.Lines = slices.Concat(x.Lines, saidLine("", strings.Join(numbers, ", ")), saidLine("traits", strings.Join(traits, ", ")))
	if section == "conditions" {
		if by := m.enders(named(p.Conditions, e.Key.Text)); len(by) <= mostEnders {
			x.Lines = append(x.Lines, saidLine("ended by", strings.Join(by, ", "))...)
		}
	}
}

// mostEnders is how many actions are listed that end a condition. What more of them do is part of all that they do.
const mostEnders = 6

// enders lists the actions that end a condition, in their own programs or in those that they call.
func (m *maker) enders(c *program.Condition) (titles []string) {
	for _, a := range m.job.Program.Actions {
		programs, title, ends := []*program.Routine{a.Perform}, value.TitleOf(&a.Def.Decl), false
		for _, v := range a.Def.Values {
			if v != nil && v.Routine != nil {
				programs = append(programs, v.Routine)
			}
		}
		for i := 0; i < len(programs); i++ {
			for s := range programs[i].Stmts() {
				switch s := s.(type) {
				case *program.EndCondition:
					ends = ends || s.Condition == c && s.Until == nil
				case *program.CallProc:
					if !slices.Contains(programs, s.Proc.Routine) {
						programs = append(programs, s.Proc.Routine)
					}
				}
			}
		}
		if ends && !slices.Contains(titles, title) {
			titles = append(titles, title)
		}
	}
	return titles
}

// Telling reports whether a figure tells players anything.
func Telling(f figures.Figure) bool { return toldFigure.MatchString(f.Value) }

// value says what a quantity is. What names things rather than a number, or is long, is left to the sentence beside it.
func (m *maker) value(q *program.Quantity, e tree.Entry) []Line {
	label, v := labels["value"], e.Value
	if q.Gives.Kind == program.Bool {
		label = "holds if"
	}
	if v.Kind == tree.Mapping {
		v = v.Get("value")
	}
	text := m.links.text(v).String()
	if said := e.About() != ""; said && (len(text) > 260 || slices.Contains([]program.TypeKind{program.List, program.ThingType, program.Direction}, q.Gives.Kind)) {
		return nil
	}
	return saidLine(label, text)
}

// ends are the words for ends of conditions that authors write in others.
var ends = strings.NewReplacer(" of self", "", "self ", "it ", "my turn", "its turn", "of it.by", "of whoever caused it")

// pruned returns the lines that say something.
func pruned(lines []Line) (kept []Line) {
	for _, l := range lines {
		if l.Lines = pruned(l.Lines); l.Lines != nil || strings.TrimSpace(l.Text.String()) != "" {
			kept = append(kept, l)
		}
	}
	return kept
}

// pools are the full pools of a creature.
func (m *maker) pools(d *program.Def) (all []figures.Figure) {
	for _, f := range d.Kind.Fields {
		if f.Pool == nil || f.Quiet || f.Family != nil || f.Pool.Up || cmp.Or(f.Pool.Start, f.Pool.Max) == nil {
			continue
		}
		full, begins := "", cmp.Or(f.Pool.Start, f.Pool.Max)
		if v, ok := (words.Teller{Program: m.job.Program, Self: d}).Constant(begins); ok {
			full = number.Format(v)
		}
		for _, figure := range m.job.Figures[d.Name] {
			if q := begins.Expr.Quantity; q != nil && q.Name == figure.Name {
				full = figure.Value
			}
		}
		if full != "" && full != "0" {
			all = append(all, figures.Figure{Name: f.Name, Title: value.TitleOf(&f.Decl), Value: full})
		}
	}
	return all
}

// figures are the derived stats of a creature that players have to do with: those that all creatures share, or the others.
func (m *maker) figures(d *program.Def, shared bool) (all []figures.Figure) {
	pools := m.pools(d)
	for _, f := range m.job.Figures[d.Name] {
		same := len(m.job.Figures) > 1
		for _, of := range m.job.Figures {
			same = same && slices.Contains(of, f)
		}
		isPool := slices.ContainsFunc(pools, func(p figures.Figure) bool { return p.Value == f.Value && strings.Contains(f.Title, p.Title) })
		if same == shared && m.used[named(m.job.Program.Quantities, f.Name)] && Telling(f) && !isPool {
			f.Title = strings.TrimSuffix(f.Title, " of")
			all = append(all, f)
		}
	}
	return all
}

// action says what an action costs, what is chosen for it, what it answers, and when it isn't possible.
func action(t words.Teller, a *program.Action) (lines []Line, not []string) {
	var costs, chosen, answers []string
	for _, c := range a.Costs {
		n, constant := t.Constant(c.Amount)
		text, ok := t.Formula(c.Amount)
		title := value.TitleOf(&c.Pool.Decl)
		if n == 1 && constant && !strings.HasSuffix(title, "ss") {
			title = strings.TrimSuffix(title, "s")
		}
		if c.Member != nil {
			member, known := t.Formula(c.Member)
			title, ok = title+" for "+member, ok && known
		}
		switch {
		case !ok || constant && n == 0 || c.Pool.Quiet && c.Pool.Pool.Up: // bookkeeping
		case text == title:
			costs = append(costs, "all "+text)
		case constant || !strings.Contains(text, " "):
			costs = append(costs, text+" "+title)
		default:
			costs = append(costs, title+": "+text)
		}
	}
	for _, p := range a.Params {
		chosen = append(chosen, value.TitleOf(&p.Decl))
	}
	for _, e := range a.Answers {
		if 3*len(e.Answers) < len(t.Program.Actions) { // what most actions answer is one's own turn
			answers = append(answers, value.TitleOf(&e.Decl))
		}
	}
	for _, r := range a.Requires {
		holds, constant := t.Constant(r.If)
		if text, ok := t.Template(r.Because); ok && !(len(r.Because.Pieces) == 1 && r.Because.Pieces[0].Value != nil) && (!constant || holds == 0) && !slices.Contains(not, text) {
			not = append(not, text)
		}
	}
	return slices.Concat(saidLine("costs", strings.Join(costs, "; ")), saidLine("choose", strings.Join(chosen, ", ")),
		saidLine("in answer to", strings.Join(answers, ", "))), not
}
