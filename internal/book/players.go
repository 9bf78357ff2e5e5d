package book

import (
	"math"
	"reflect"
	"slices"
	"strconv"
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

// playersOrder is the order of the sections in the players' book; all others are left out.
var playersOrder = []string{"time", "space", "checks", "rules", "conditions", "", "quantities", "tables", "scales"}

// forPlayers makes the book that is handed to players: house rules first, then the chapters in words, a sheet of actions, and the creatures.
func (m *maker) forPlayers(b *Book) {
	m.used, m.printed, m.order, m.links = m.atTheTable(), map[string]bool{}, playersOrder, &links{said: m.spoken()}
	actions := &Chapter{Anchor: "sheet", Title: "Action sheet"}
	creatures := &Chapter{Anchor: "cards", Title: "Creature cards"}
	var all []*Chapter
	for _, ch := range m.chapters() {
		ch.Comes = false
		ch.Groups = slices.DeleteFunc(ch.Groups, func(g *Group) bool {
			kind, to := m.kinds[g.section], (*Chapter)(nil)
			switch {
			case g.Table == nil && len(g.Entries) == 0:
				return true
			case kind == nil:
			case kind == m.job.Program.Creature:
				to = creatures
			case kind.Acts:
				to = actions
			}
			if to == nil {
				return false
			}
			if i := slices.IndexFunc(to.Groups, func(o *Group) bool { return o.section == g.section }); i >= 0 {
				to.Groups[i].Entries = append(to.Groups[i].Entries, g.Entries...)
			} else {
				to.Groups = append(to.Groups, g)
			}
			return true
		})
		if len(ch.Groups) > 0 {
			all = append(all, ch)
		}
	}
	b.Players, b.Command, b.Version = true, "", clean(b.Version)
	b.Chapters = slices.DeleteFunc(append([]*Chapter{m.houseRules()}, append(all, actions, creatures)...), func(ch *Chapter) bool { return len(ch.Groups) == 0 })
	inWords(reflect.ValueOf(b.Chapters), "")
}

// atTheTable returns the quantities that rules ask for; what only tactics, laws and reports read is no business of players.
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
		owner, _, _ := strings.Cut(part.In, ".")
		if slices.Contains([]string{"Quantity", "Tactic", "TacticRule", "TacticAction", "Law", "Noted", "Shown", "Reports"}, owner) {
			continue
		}
		for e := range part.Exprs() {
			visit(e)
		}
	}
	return used
}

// houseRules returns the page on what house rules change or, without any, on what a table may decide.
func (m *maker) houseRules() *Chapter {
	g := &Group{Anchor: "house.rules", Title: "What a table may decide"}
	if m.job.Versions == nil {
		if params := m.job.Root.Get("params"); params != nil {
			g.Table = m.options(params.Entries)
		}
	} else {
		g.Title = "What is different"
		for _, c := range m.job.Versions.Changes {
			for _, d := range c.Differences {
				g.Entries = append(g.Entries, m.different(d))
			}
		}
	}
	ch := &Chapter{Anchor: "house", Title: "House rules"}
	if g.Table != nil || len(g.Entries) > 0 {
		ch.Groups = []*Group{g}
	}
	return ch
}

// different returns what becomes of a definition in house rules.
func (m *maker) different(d tree.Difference) *Entry {
	section, e := d.Section, d.Second
	if e.Value == nil {
		x := m.heading(section, d.First)
		x.Lines = append(x.Lines, saidLine("", "No longer applies."))
		return x
	}
	x := m.heading(section, e)
	if change := m.changes[x.Anchor]; change != nil {
		for _, was := range change.Was {
			text := "changed"
			now := e.Value.Get(was.Key)
			if e.Value.Kind == tree.Scalar {
				now = e.Value
			}
			if now != nil && !isFormula(plain(now)) && !isFormula(was.Before) {
				text = plain(now)
				if was.Before != "" {
					text += ", was " + was.Before
				}
			}
			x.Lines = append(x.Lines, saidLine(decode.TitleOf(was.Key), text))
		}
	}
	if m.printed[x.Anchor] {
		x.Lines = append(x.Lines, Line{Text: Text{{Text: "The rule", To: x.Anchor}}})
	}
	x.Anchor, x.Change = "house."+x.Anchor, nil
	return x
}

// saidLine is a line in words.
func saidLine(label, text string) Line {
	return Line{Label: label, Text: Text{{Text: text}}, Prose: true}
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
		for _, r := range g.Table.Rows {
			m.printed[r.Entry.Anchor] = true
		}
		return
	}
	for _, e := range entries {
		in := name
		if show.IsOne(section) {
			in = ""
		}
		x := m.heading(in, e)
		m.tell(x, name, e)
		printed := x.text()
		for _, part := range sentences(e.Value) {
			if !strings.Contains(printed, part.About()) {
				x.Lines = append(x.Lines, saidLine("", part.About()))
			}
		}
		if in == "" {
			x.Title = ""
		}
		x.Lines = append(x.Lines, m.job.odds[x.Anchor]...)
		if x.About != "" || len(x.Lines) > 0 || x.Table != nil || x.Stats {
			g.Entries = append(g.Entries, x)
			m.printed[x.Anchor] = true
		}
	}
	dropIdle(g.Entries)
}

// named returns the declaration with a name; nil if there is none.
func named[T program.HasName](list []T, name string) (found T) {
	for _, x := range list {
		if x.Declaration().Name == name {
			return x
		}
	}
	return found
}

// told are the keys of definitions that players read, besides the fields of kinds.
var told = []string{"value", "implies", "modifies", "forbids", "until", "while", "group"}

// tell adds to an entry what can be said of a definition besides its own sentences.
func (m *maker) tell(x *Entry, section string, e tree.Entry) {
	p, kind := m.job.Program, m.kinds[section]
	if q := named(p.Quantities, e.Key.Text); section == "quantities" && !m.used[q] {
		x.About = ""
		return
	}
	var d *program.Def
	switch {
	case section == "scales":
		x.Table, x.Lines = m.steps(e)
	case section == "tables":
		x.Table = m.grid(e)
	case kind != nil:
		d = named(kind.Defs, e.Key.Text)
	}
	if d != nil && kind == p.Creature {
		x.Stats, x.Lines = true, m.pools(d)
		x.Figures = slices.DeleteFunc(slices.Clone(m.job.Figures[d.Name]), func(f figures.Figure) bool {
			n, err := strconv.ParseFloat(f.Value, 64)
			return !m.used[named(p.Quantities, f.Name)] || err == nil && (n == 0 || math.Abs(n) >= 10000) || strings.Contains(f.Value, "(")
		})
	}
	if d != nil && d.Action != nil {
		x.Lines = action(words.Teller{Program: p, It: d}, d.Action)
	}
	if key := tree.Headed(section); key != "" {
		e.Value = e.Value.Spread(key)
	}
	var numbers, traits []string
	for _, key := range e.Value.Entries {
		line := m.keyed(key)
		if d != nil {
			f := named(kind.Fields, key.Key.Text)
			if f == nil || f.Type.Kind == program.ProgramField || d.Action != nil && slices.ContainsFunc(d.Action.Costs, func(c program.Cost) bool { return c.Pool.Name == f.Name }) {
				continue
			}
			line.Label = value.TitleOf(&f.Decl)
			switch text := line.Text.String(); {
			case text == "always" || text == "never":
				traits = append(traits, map[string]string{"never": "not "}[text]+line.Label)
				continue
			case f.Type.Kind == program.Number && text != "" && f.Family == nil:
				numbers = append(numbers, line.Label+" "+text)
				continue
			}
		} else if !slices.Contains(told, key.Key.Text) {
			continue
		}
		x.Lines = append(x.Lines, line)
	}
	x.Lines = slices.Concat(x.Lines, lineOf("", numbers, ", "), lineOf("traits", traits, ", "))
	if e.Value.Kind == tree.Scalar && section == "quantities" {
		x.Lines = append(x.Lines, saidLine(labels["value"], m.links.text(e.Value).String()))
	}
	x.Lines = pruned(x.Lines)
	for i, l := range x.Lines {
		if section == "quantities" && l.Label == labels["value"] && named(p.Quantities, e.Key.Text).Gives.Kind == program.Bool {
			x.Lines[i].Label = "holds if"
		}
	}
}

// pruned returns the lines that say something.
func pruned(lines []Line) (kept []Line) {
	for _, l := range lines {
		l.Lines = pruned(l.Lines)
		if l.Lines != nil || strings.TrimSpace(l.Text.String()) != "" {
			kept = append(kept, l)
		}
	}
	return kept
}

// spoken says every formula of a ruleset, by the place where it stands; what has no words is empty.
func (m *maker) spoken() map[spot]string {
	t := words.Teller{Program: m.job.Program}
	quantities := map[*program.Formula]*program.Quantity{}
	for _, q := range m.job.Program.Quantities {
		quantities[q.Value] = q
	}
	said := map[spot]string{}
	for part := range m.job.Program.Parts() {
		f := part.Formula
		if part.Constant != nil {
			f = &program.Formula{Expr: part.Constant, Span: part.Constant.Span}
		}
		if f != nil && f.Span.Source != nil {
			t.Of = quantities[f]
			text, ok := t.Formula(f)
			if !ok {
				text = ""
			}
			said[spot{f.Span.Source.Name, f.Span.Start}] = text
		}
	}
	return said
}

// pools are the full pools of a creature.
func (m *maker) pools(d *program.Def) []Line {
	var all []string
	for _, f := range d.Kind.Fields {
		if f.Pool == nil || f.Quiet || f.Family != nil || f.Pool.Up || f.Pool.Max == nil || f.Pool.Start != nil {
			continue
		}
		full := ""
		if v, ok := (words.Teller{Program: m.job.Program, Self: d}).Constant(f.Pool.Max); ok {
			full = number.Format(v)
		} else if q := f.Pool.Max.Expr.Quantity; q != nil {
			for _, figure := range m.job.Figures[d.Name] {
				if figure.Name == q.Name {
					full = figure.Value
				}
			}
		}
		if full != "" && full != "0" {
			all = append(all, value.TitleOf(&f.Decl)+" "+full)
		}
	}
	return lineOf("", all, " · ")
}

// lineOf returns a line for what is on a list, none for nothing.
func lineOf(label string, all []string, between string) []Line {
	if len(all) == 0 {
		return nil
	}
	return []Line{saidLine(label, strings.Join(all, between))}
}

// action says what an action costs, what is chosen for it, and when it isn't possible.
func action(t words.Teller, a *program.Action) []Line {
	var costs, chosen, answers, not []string
	for _, c := range a.Costs {
		n, constant := t.Constant(c.Amount)
		switch text, ok := t.Formula(c.Amount); {
		case constant && n == 0 || c.Pool.Quiet && c.Pool.Pool.Up: // bookkeeping
		case text == value.TitleOf(&c.Pool.Decl):
			costs = append(costs, "all "+text)
		case constant || ok && !strings.Contains(text, " "):
			costs = append(costs, text+" "+value.TitleOf(&c.Pool.Decl))
		case ok:
			costs = append(costs, value.TitleOf(&c.Pool.Decl)+": "+text)
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
		if holds, constant := t.Constant(r.If); constant && holds != 0 || r.Because == nil {
			continue
		}
		if text, ok := t.Template(r.Because); ok && text != "" && !slices.Contains(not, text) {
			not = append(not, text)
		}
	}
	return slices.Concat(lineOf("costs", costs, "; "), lineOf("choose", chosen, ", "), lineOf("in answer to", answers, ", "), lineOf("not possible", not, "; "))
}
