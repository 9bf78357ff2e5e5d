package dump

import (
	"strconv"
	"strings"

	"github.com/rulec/rulec/lang/program"
)

// Program returns what a ruleset has become: a part for each declaration, in the order
// of the sections of the reference.
func Program(p *program.Program) []Part {
	d := &declarer{names: Names{Program: p}}
	d.part("", "ruleset", func(w *writer) { w.header(p) })
	for _, x := range p.Params {
		d.part("params", x.Name, func(w *writer) { w.param(x) })
	}
	for _, s := range p.Scales {
		d.part("scales", s.Name, func(w *writer) { w.scale(s) })
	}
	for _, t := range p.Tables {
		d.part("tables", t.Name, func(w *writer) { w.table(t) })
	}
	for _, k := range p.Kinds {
		d.part("kinds", k.Name, func(w *writer) { w.kind(k) })
		for _, x := range k.Defs {
			d.part(k.Plural, x.Name, func(w *writer) { w.definition(x) })
		}
	}
	for _, q := range p.Quantities {
		d.part("quantities", q.Name, func(w *writer) { w.quantity(q) })
	}
	for _, c := range p.Conditions {
		d.part("conditions", c.Name, func(w *writer) { w.condition(c) })
	}
	for _, r := range p.Rules {
		d.part("rules", r.Name, func(w *writer) { w.rule(r) })
	}
	for _, x := range p.Procs {
		d.part("procs", x.Name, func(w *writer) { w.routine("proc "+x.Name, x.Routine, nil) })
	}
	for _, e := range p.Events {
		d.part("events", strings.TrimPrefix(event(e), "events."), func(w *writer) { w.event(e) })
	}
	d.time(p.Time)
	if p.Space != nil {
		d.part("", "space", func(w *writer) { w.space(p.Space) })
	}
	for _, t := range p.Tactics {
		d.part("tactics", t.Name, func(w *writer) { w.tactic(t) })
	}
	if p.Reports != nil {
		d.part("", "reports", func(w *writer) { w.reports(p.Reports) })
	}
	return d.parts
}

// declarer collects parts.
type declarer struct {
	names Names
	parts []Part
}

func (d *declarer) part(section, name string, write func(*writer)) {
	w := &writer{Names: d.names}
	write(w)
	d.parts = append(d.parts, Part{section, name, w.lines})
}

func (w *writer) header(p *program.Program) {
	w.note("ruleset ", p.Name, " ", p.Version, " ", strconv.Quote(p.Title))
	w.inside(func() {
		if p.Creature != nil {
			w.note("combatants are of kind ", p.Creature.Name)
		}
		if p.Terrain != nil {
			w.note("the ground is of kind ", p.Terrain.Name)
		}
		w.record("act", p.ActFields, p.ActCells)
		w.record("event", p.EventFields, p.EventCells)
	})
}

// record lists the fields that all acts, or all events, have room for.
func (w *writer) record(what string, fields []*program.Field, cells int) {
	w.note(what, ", ", counted(cells, "cell"))
	w.inside(func() {
		for _, f := range fields {
			w.note("cell ", strconv.Itoa(f.Cell), ": ", f.Name, ": ", typeText(f.Type))
		}
	})
}

func (w *writer) param(p *program.Param) {
	text := "param " + p.Name + ": " + typeText(p.Type) + " = "
	if p.Dice != nil {
		text += w.Expr(p.Dice)
	} else {
		text += w.figure(p.Type, p.Value)
		if p.Value != p.Default {
			text += ", by default " + w.figure(p.Type, p.Default)
		}
	}
	if len(p.Choices) > 0 {
		text += ", one of " + strings.Join(p.Choices, ", ")
	}
	w.add(p.Span, text)
}

// figure returns a value of a type.
func (n Names) figure(t program.Type, v float64) string {
	return n.constant(&program.Expr{Type: t, Num: v})
}

func (w *writer) scale(s *program.Scale) {
	ends := [...]string{program.ClampEnds: "clamp", program.NoneEnds: "none", program.ErrorEnds: "error"}
	w.add(s.Span, "scale ", s.Name, ", below ", ends[s.Below], ", above ", ends[s.Above])
	w.inside(func() {
		for _, c := range s.Columns {
			w.note("column ", c.Name, ": ", typeText(c.Type))
		}
		for i, step := range s.Steps {
			w.add(step.Span, strconv.Itoa(i), " ", step.Name, w.row(step.Values))
		}
	})
}

// row returns the values of a row behind a colon. A column without a value has a dash.
func (w *writer) row(values []*program.Expr) string {
	if len(values) == 0 {
		return ""
	}
	texts := make([]string, len(values))
	for i, x := range values {
		if texts[i] = "-"; x != nil {
			texts[i] = w.Expr(x)
		}
	}
	return ": " + strings.Join(texts, ", ")
}

func (w *writer) table(t *program.Table) {
	w.add(t.Span, "table ", t.Name)
	w.inside(func() {
		for _, k := range t.Keys {
			w.note("key ", k.Name, ": ", typeText(k.Type))
		}
		for _, c := range t.Columns {
			w.note("column ", strings.TrimPrefix(c.Name+": ", ": "), typeText(c.Type))
		}
		for _, r := range t.Rows {
			texts := make([]string, len(r.Ranges))
			for i, x := range r.Ranges {
				texts[i] = w.keys(t.Keys, i, x)
			}
			w.add(r.Span, strings.Join(texts, ", "), w.row(r.Values))
		}
	})
}

// keys returns which values of the i-th key a row is for.
func (w *writer) keys(keys []program.Column, i int, r program.Range) string {
	t := program.Type{Kind: program.Number}
	if i < len(keys) {
		t = keys[i].Type
	}
	switch low := w.figure(t, r.Low); {
	case r.Any:
		return "any"
	case r.Low == r.High:
		return low
	default:
		return low + ".." + w.figure(t, r.High)
	}
}

func (w *writer) kind(k *program.Kind) {
	text := "kind " + k.Name + ", plural " + k.Plural
	if k.Acts {
		text += ", actions"
	}
	if k.Stateful {
		text += ", " + counted(k.Cells, "cell") + " a thing"
	}
	w.add(k.Span, text)
	w.fields("field", k.Fields)
}

func (w *writer) fields(label string, fields []*program.Field) {
	w.inside(func() {
		for _, f := range fields {
			w.field(label, f)
		}
	})
}

func (w *writer) field(label string, f *program.Field) {
	text := label + " " + f.Name + ": " + typeText(f.Type)
	if f.Pool != nil {
		text += ", pool"
		if f.Pool.Up {
			text += ", up"
		}
	}
	if f.Family != nil {
		text += ", for each " + typeText(*f.Family)
	}
	switch {
	case f.Virtual:
		text += ", without a cell"
	case f.Cells == 1:
		text += ", cell " + strconv.Itoa(f.Cell)
	case f.Cells > 1:
		text += ", cells " + strconv.Itoa(f.Cell) + ".." + strconv.Itoa(f.Cell+f.Cells-1)
	}
	if f.Quiet {
		text += ", quiet"
	}
	w.add(f.Span, text)
	w.inside(func() {
		w.value("default", f.Default)
		w.pool(f.Pool)
	})
}

func (w *writer) pool(p *program.Pool) {
	if p == nil {
		return
	}
	w.formula("min", p.Min)
	w.formula("max", p.Max)
	w.formula("start", p.Start)
	w.costs("instead", p.Instead)
	for _, r := range p.Resets {
		w.trigger("resets on ", r.On)
		w.inside(func() { w.formula("to", r.To) })
	}
	if len(p.Stack) > 0 {
		w.note("stack of ", joined(p.Stack, func(f *program.Field) string { return f.Name }))
	}
}

func joined[T any](list []T, text func(T) string) string {
	texts := make([]string, len(list))
	for i, x := range list {
		texts[i] = text(x)
	}
	return strings.Join(texts, ", ")
}

// value adds the value of a field, unless it has none.
func (w *writer) value(label string, v *program.Value) {
	if v == nil {
		return
	}
	if v.Expr != nil {
		w.add(v.Expr.Span, label, " = ", w.Expr(v.Expr))
	}
	w.formula(label, v.Formula)
	w.routine(label, v.Routine, nil)
	if v.Expr == nil && v.Formula == nil && v.Routine == nil && len(v.Map) == 0 {
		w.note(label, " = []") // an empty map
	}
	for i := range v.Map {
		key := "[]"
		if v.Map[i].Key != nil {
			key = "[" + w.Expr(v.Map[i].Key) + "]"
		}
		w.value(label+key, &v.Map[i].Value)
	}
}

func (w *writer) costs(label string, list []program.Cost) {
	for _, c := range list {
		w.formula(label+" "+c.Pool.Name, c.Amount)
		w.inside(func() { w.formula("member", c.Member) })
	}
}

// template adds a text with values in it, which share their inputs, unless there is none.
func (w *writer) template(label string, t *program.Template) {
	if t == nil {
		return
	}
	text := ""
	for _, p := range t.Pieces {
		text += strings.ReplaceAll(p.Text, "{", "{{")
		if p.Value != nil {
			text += "{" + newFrame(w.Names, p.Value.Inputs).expr(p.Value.Expr) + "}"
		}
	}
	w.add(t.Span, label, " \"", text, "\"")
}

func (w *writer) requirements(list []*program.Requirement) {
	for _, r := range list {
		w.formula("requires", r.If)
		w.inside(func() { w.template("because", r.Because) })
	}
}

func (w *writer) definition(d *program.Def) {
	w.add(d.Span, d.Kind.Name, " ", definition(d))
	w.inside(func() {
		for i, v := range d.Values {
			w.value(d.Kind.Fields[i].Name, v)
		}
		w.bodyOf(&d.Body)
		if d.Action != nil {
			w.action(d.Action)
		}
	})
}

func (w *writer) action(a *program.Action) {
	w.note("action ", strconv.Itoa(a.Index))
	w.inside(func() {
		for _, p := range a.Params {
			w.actParam(p)
		}
		for _, f := range a.Running {
			w.field("running", f)
		}
		if len(a.Answers) > 0 {
			w.note("answers ", joined(a.Answers, event))
		}
		w.costs("cost", a.Costs)
		w.requirements(a.Requires)
		w.template("told", a.Told)
		w.routine("perform", a.Perform, nil)
		w.routine("ended", a.Ended, nil)
	})
}

func (w *writer) actParam(p *program.ActParam) {
	w.field("param", p.Field)
	w.inside(func() {
		w.note([...]string{
			program.AnyOf: "any of its type", program.OneOf: "one of a list", program.SomeOf: "some of a list",
			program.FromTo: "a whole number from low to high", program.PlaceWithin: "a place at most high away",
			program.PathUpTo: "a path at most high long",
		}[p.Candidates])
		w.formula("list", p.List)
		w.formula("low", p.Low)
		w.formula("high", p.High)
		w.formula("where", p.Where)
		w.formula("default", p.Default)
	})
}

// bodyOf adds what conditions, rules and carried definitions contain.
func (w *writer) bodyOf(b *program.Body) {
	for _, c := range b.Modifies {
		w.contribution(c)
	}
	for _, x := range b.Forbids {
		w.ban(x)
	}
	for _, r := range b.Rules {
		w.rule(r)
	}
}

func (w *writer) contribution(c *program.Contribution) {
	w.add(c.Span, "modifies quantities.", c.To.Name, w.role(c.To, c.Role))
	w.inside(func() {
		w.formula("when", c.When)
		for _, a := range c.Amounts {
			name, ok := nth(c.To.Channels, a.Channel, func(c *program.Channel) string { return c.Name })
			if !ok {
				name = "channel#" + strconv.Itoa(a.Channel)
			}
			w.formula("to "+name, a.Value)
		}
	})
}

// role says as which participant of a quantity a bearer contributes.
func (w *writer) role(q *program.Quantity, role int) string {
	if name, ok := nth(q.Of, role, func(l program.Local) string { return l.Name }); ok {
		return " as " + name
	}
	return ""
}

func (w *writer) ban(b *program.Ban) {
	what := ""
	if b.Action != nil {
		what += " " + definition(b.Action.Def)
	}
	if b.Kind != nil {
		what += " all " + b.Kind.Plural
	}
	if b.Answering != nil {
		what += " answering " + event(b.Answering)
	}
	if b.Spending != nil {
		what += " spending " + b.Spending.Name
	}
	w.add(b.Span, "forbids", what)
	w.inside(func() {
		w.formula("when", b.When)
		w.template("because", b.Because)
	})
}

func (w *writer) quantity(q *program.Quantity) {
	w.add(q.Span, "quantity ", q.Name, "(", joined(q.Of, func(l program.Local) string { return l.Name + ": " + typeText(l.Type) }),
		") -> ", typeText(q.Gives))
	w.inside(func() {
		for _, c := range q.Channels {
			w.note("channel ", c.Name, ": ", reducers[c.Reduce], " of ", typeText(c.Type))
		}
		w.formula("value", q.Value)
		for role, list := range q.By {
			for _, c := range list {
				w.add(c.Span, "from ", contributor(c), w.role(q, role))
			}
		}
	})
}

var reducers = [...]string{
	program.SumOf: "sum", program.MaxOf: "max", program.MinOf: "min", program.AnyIs: "any", program.CountOf: "count", program.LastOf: "last",
}

// contributor names whoever owns a contribution.
func contributor(c *program.Contribution) string {
	switch {
	case c.Condition != nil:
		return "conditions." + c.Condition.Name
	case c.Rule != nil:
		return "rules." + c.Rule.Name
	}
	return definition(c.Carried)
}

func (w *writer) condition(c *program.Condition) {
	w.add(c.Span, "condition ", c.Name, conditionNotes(c))
	w.fields("field", c.Fields)
	w.inside(func() {
		w.formula("while", c.While)
		names := func(label string, list []*program.Condition) {
			if len(list) > 0 {
				w.note(label, joined(list, func(c *program.Condition) string { return "conditions." + c.Name }))
			}
		}
		names("implies ", c.Implies)
		if len(c.All) > 1 {
			names("holds with ", c.All[1:])
		}
		names("implied by ", c.DerivedParents)
		for _, u := range c.Until {
			w.until(newFrame(w.Names, nil), u)
		}
		w.template("begins", c.Begins)
		w.template("stays", c.Stays)
		w.template("ends", c.Ends)
		w.bodyOf(&c.Body)
	})
}

// conditionNotes says what sort of condition it is.
func conditionNotes(c *program.Condition) string {
	text := ""
	if c.Bearer != nil {
		text += ", of " + c.Bearer.Name
	}
	if c.Group != "" {
		text += ", of the group " + c.Group
	}
	for _, note := range []struct {
		holds bool
		text  string
	}{
		{c.Each == program.PerInstance, ", acts for each instance"},
		{c.Replace, ", replaces"},
		{c.ByMatters, ", one by each"},
		{c.Apart, ", every one apart"},
		{c.Quiet, ", quiet"},
	} {
		if note.holds {
			text += note.text
		}
	}
	return text + ", " + counted(c.Cells, "cell")
}

func (w *writer) rule(r *program.Rule) {
	text := "rule " + r.Name
	if r.For != nil {
		text += ", for each " + r.For.Name
	}
	if r.Order != 0 {
		text += ", order " + number(r.Order)
	}
	w.add(r.Span, text)
	w.inside(func() {
		for _, t := range r.On {
			w.trigger("on ", t)
		}
		w.formula("if", r.If)
		w.routine("do", r.Do, nil)
		w.bodyOf(&r.Body)
	})
}

func (w *writer) event(e *program.Event) {
	text := "event " + strings.TrimPrefix(event(e), "events.")
	if e.Of != nil {
		text += ", of " + e.Of.Name
	}
	for _, note := range []struct {
		holds bool
		text  string
	}{
		{e.Automatic, ", automatic"},
		{e.OncePerAct, ", once per action"},
		{e.Together, ", answers together"},
		{e.With, ", answers with the action"},
	} {
		if note.holds {
			text += note.text
		}
	}
	w.add(e.Span, text)
	w.fields("field", e.Fields)
	w.inside(func() {
		w.formula("asks", e.Asks)
		w.formula("order", e.Order)
		if len(e.Answers) > 0 {
			w.note("answered by ", joined(e.Answers, func(a *program.Action) string { return definition(a.Def) }))
		}
		w.template("told", e.Told)
	})
}

// time adds a part for the clock and one for each of its entries.
func (d *declarer) time(t *program.Time) {
	if t == nil {
		return
	}
	d.part("", "time", func(w *writer) { w.clock(t) })
	for _, e := range t.Entries {
		d.part("entries", e.Name, func(w *writer) { w.entry(e) })
	}
}

func (w *writer) clock(t *program.Time) {
	text := "time, key " + strings.Join(t.Keys, ", ")
	if t.Unit != "" {
		text += ", unit " + strconv.Quote(t.Unit)
	}
	if t.Personal {
		text += ", personal"
	}
	if t.Limit != 0 {
		text += ", limit " + number(t.Limit)
	}
	w.add(t.Span, text)
	w.inside(func() {
		w.routine("start", t.Start, nil)
		w.formula("out", t.Out)
		w.formula("over", t.Over)
		w.formula("winner", t.Winner)
	})
}

func (w *writer) entry(e *program.Entry) {
	text := "entry " + e.Name + ", phase " + number(e.Phase)
	if e.Together {
		text += ", together"
	}
	w.add(e.Span, text+", "+counted(e.Cells, "cell"))
	w.fields("field", e.Fields)
	w.inside(func() {
		w.formula("order", e.Order)
		w.requirements(e.Requires)
		f := w.routine("declare", e.Declare, nil)
		w.routine("do", e.Do, f)
		w.template("told", e.Told)
	})
}

func (w *writer) space(s *program.Space) {
	text := "space, " + [...]string{program.NoGrid: "no grid", program.SquareGrid: "square", program.HexGrid: "hex", program.ZoneGrid: "zones"}[s.Grid] +
		", unit " + number(s.Unit)
	if s.UnitName != "" {
		text += " " + strconv.Quote(s.UnitName)
	}
	if s.Diagonals != "" {
		text += ", diagonals " + s.Diagonals
	}
	w.add(s.Span, text)
	w.inside(func() {
		w.formula("footprint", s.Footprint)
		w.formula("fits", s.Fits)
		w.formula("enters", s.Enters)
		w.formula("blocks", s.Blocks)
	})
}

func (w *writer) tactic(t *program.Tactic) {
	w.add(t.Span, "tactic ", t.Name)
	w.inside(func() {
		for _, r := range t.Rules {
			w.tacticRule(r)
		}
	})
}

func (w *writer) tacticRule(r *program.TacticRule) {
	text := "choice " + strconv.Quote(r.Choice)
	if r.Event != nil {
		text = event(r.Event)
	}
	switch {
	case r.Action != nil:
		text += ": " + definition(r.Action.Def)
	case r.Value == nil:
		text += ": pass"
	}
	w.add(r.Span, text)
	w.inside(func() {
		w.formula("if", r.If)
		for i, f := range r.With {
			w.formula("with "+paramName(r.Action, i), f)
		}
		w.formula("best", r.Best)
		for i, tried := range r.Tries {
			if tried {
				w.note("tries ", paramName(r.Action, i))
			}
		}
		label := "value"
		if r.Scores {
			label = "scored by"
		}
		w.formula(label, r.Value)
	})
}

// paramName returns the name of the i-th parameter of an action.
func paramName(a *program.Action, i int) string {
	if a != nil && i < len(a.Params) {
		return a.Params[i].Name
	}
	return strconv.Itoa(i)
}

func (w *writer) reports(r *program.Reports) {
	w.add(r.Span, "reports")
	w.inside(func() {
		if len(r.Health) > 0 {
			w.note("health ", joined(r.Health, func(f *program.Field) string { return f.Name }))
		}
		if len(r.Failed) > 0 {
			w.note("failed ", joined(r.Failed, event))
		}
		w.formula("stands", r.Stands)
		for _, x := range r.Shown {
			w.formula("show "+x.Name, x.Value)
		}
	})
}
