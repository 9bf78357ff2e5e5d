package soundness

import (
	"slices"
	"sort"
	"strings"

	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
	"github.com/rulec/rulec/lang/tree"
)

// A site is a text of a ruleset or an encounter in whose place another may stand.
type site struct {
	at    diag.Span
	sort  siteSort
	want  program.Type // of a formula
	gives program.Type // of a program
	// results are what it gives by names.
	results []program.Local
	expr    *program.Expr
	scope   *scope
	// condition owns the phrase of a trigger or an end.
	condition *program.Condition
	// kept texts make a fight go on: something is only added to them.
	kept bool
}

type siteSort uint8

const (
	formulaSite siteSort = iota
	routineSite
	sentenceSite
	triggerSite
	untilSite
)

// sites collects what can be changed.
type sites struct {
	p    *program.Program
	list []site
}

func (c *sites) add(x site) {
	if !x.at.IsZero() && x.at.End > x.at.Start {
		c.list = append(c.list, x)
	}
}

func (c *sites) formula(f *program.Formula, with func(*scope)) {
	if f == nil {
		return
	}
	s := scopeOf(f.Inputs)
	if with != nil {
		with(s)
	}
	c.add(site{at: f.Span, sort: formulaSite, want: f.Expr.Type, expr: f.Expr, scope: s})
}

func (c *sites) constant(x *program.Expr, t program.Type) {
	if x != nil && t.Kind != program.Text {
		c.add(site{at: x.Span, sort: formulaSite, want: t, expr: x, scope: &scope{constant: true}})
	}
}

func (c *sites) routine(r *program.Routine, with func(*scope)) {
	if r == nil {
		return
	}
	s := scopeOf(r.Inputs)
	s.procs = c.p.Procs
	if with != nil {
		with(s)
	}
	c.add(site{at: r.Span, sort: routineSite, gives: r.Gives, results: r.Results, scope: s})
}

func (c *sites) template(t *program.Template, inputs []program.Local, with func(*scope)) {
	if t == nil {
		return
	}
	s := scopeOf(inputs)
	if with != nil {
		with(s)
	}
	c.add(site{at: t.Span, sort: sentenceSite, scope: s})
}

func (c *sites) trigger(t *program.Trigger, inputs []program.Local, owner *program.Condition) {
	if t != nil {
		c.add(site{at: t.Span, sort: triggerSite, scope: scopeOf(inputs), condition: owner})
	}
}

func (c *sites) value(v *program.Value, t program.Type) {
	switch {
	case v == nil:
	case v.Expr != nil:
		c.constant(v.Expr, t)
	case v.Formula != nil:
		c.formula(v.Formula, nil)
	case v.Routine != nil:
		c.routine(v.Routine, nil)
	default:
		for i := range v.Map {
			elem := t
			if t.Kind == program.MapType {
				elem = *t.Elem
			}
			c.value(&v.Map[i].Value, elem)
		}
	}
}

// sitesOf lists the texts of a ruleset.
func sitesOf(p *program.Program) []site {
	c := &sites{p: p}
	c.data()
	for _, k := range p.Kinds {
		c.kind(k)
	}
	for _, a := range p.Actions {
		c.action(a)
	}
	for _, q := range p.Quantities {
		c.formula(q.Value, nil)
	}
	for _, x := range p.Conditions {
		in := []program.Local{{Name: "self", Type: bearerOf(p, x)}, {Name: "it", Type: instanceOf(x)}}
		c.formula(x.While, nil)
		for _, u := range x.Until {
			c.add(site{at: u.Span, sort: untilSite, condition: x, scope: scopeOf(in)})
		}
		for _, t := range []*program.Template{x.Begins, x.Stays, x.Ends} {
			c.template(t, in, nil)
		}
		c.body(&x.Body, in, x)
	}
	for _, r := range p.Rules {
		var in []program.Local
		if r.For != nil {
			in = append(in, program.Local{Name: "self", Type: thingOf(r.For)})
		}
		c.rule(r, in, nil)
	}
	for i, x := range p.Procs {
		c.routine(x.Routine, func(s *scope) { s.procs = p.Procs[:i] })
	}
	for _, e := range p.Events {
		with := func(s *scope) { s.events = []*program.Event{e} }
		c.formula(e.Asks, with)
		c.formula(e.Order, with)
		c.template(e.Question, []program.Local{{Name: "self", Type: thingOf(p.Creature)}}, with)
		c.template(e.Told, nil, with)
	}
	for _, k := range p.Checks {
		for _, f := range []*program.Formula{k.Margin, k.Success, k.Degree} {
			c.formula(f, nil)
		}
	}
	c.time()
	for _, f := range []*program.Formula{p.Space.Footprint, p.Space.Fits, p.Space.Enters, p.Space.Blocks} {
		c.formula(f, nil)
	}
	for _, t := range p.Tactics {
		c.tactic(t)
	}
	if p.Reports != nil {
		c.formula(p.Reports.Stands, nil)
		for _, s := range p.Reports.Shown {
			c.formula(s.Value, nil)
		}
	}
	return c.list
}

// data collects the values of params, scales and tables.
func (c *sites) data() {
	for _, s := range c.p.Scales {
		for _, step := range s.Steps {
			for i, x := range step.Values {
				c.constant(x, s.Columns[i].Type)
			}
		}
	}
	for _, t := range c.p.Tables {
		for _, row := range t.Rows {
			for i, x := range row.Values {
				c.constant(x, t.Columns[i].Type)
			}
		}
	}
}

func (c *sites) kind(k *program.Kind) {
	self := []program.Local{{Name: "self", Type: thingOf(k)}}
	for _, f := range k.Fields {
		c.value(f.Default, f.Type)
		if f.Pool == nil {
			continue
		}
		for _, x := range []*program.Formula{f.Pool.Min, f.Pool.Max, f.Pool.Start} {
			c.formula(x, nil)
		}
		for _, cost := range f.Pool.Instead {
			c.formula(cost.Amount, nil)
		}
		for _, r := range f.Pool.Resets {
			c.trigger(r.On, self, nil)
			c.formula(r.To, func(s *scope) { s.events = eventsOf([]*program.Trigger{r.On}) })
		}
	}
	carried := []program.Local{{Name: "self", Type: thingOf(c.p.Creature)}, {Name: "it", Type: memberOf(k)}}
	for _, d := range k.Defs {
		for i, v := range d.Values {
			c.value(v, k.Fields[i].Type)
		}
		c.body(&d.Body, carried, nil)
	}
}

func memberOf(k *program.Kind) program.Type {
	if k.Stateful {
		return thingOf(k)
	}
	return definitionOf(k)
}

// eventsOf returns what `event` may be when one of these has happened.
func eventsOf(list []*program.Trigger) []*program.Event {
	var events []*program.Event
	for _, t := range list {
		if t == nil || t.Kind != program.OnEvent || t.Event == nil {
			return nil
		}
		if !slices.Contains(events, t.Event) {
			events = append(events, t.Event)
		}
	}
	return events
}

func (c *sites) action(a *program.Action) {
	var params []*program.Field
	for _, p := range a.Params {
		params = append(params, p.Field)
	}
	planned := func(n int) func(*scope) {
		return func(s *scope) { s.own, s.params, s.events = params[:n], n, a.Answers }
	}
	running := func(s *scope) {
		s.own, s.params, s.events = append(slices.Clone(params), a.Running...), len(params), a.Answers
	}
	for i, p := range a.Params {
		for _, f := range []*program.Formula{p.List, p.Low, p.High, p.Where, p.Default} {
			c.formula(f, planned(i))
		}
	}
	for _, cost := range a.Costs {
		c.formula(cost.Amount, planned(len(params)))
		c.formula(cost.Member, planned(len(params)))
	}
	in := []program.Local{{Name: "self", Type: thingOf(c.p.Creature)}, {Name: "it", Type: definitionOf(a.Def.Kind)}}
	for _, r := range a.Requires {
		c.formula(r.If, planned(len(params)))
		c.template(r.Because, in, planned(len(params)))
	}
	c.routine(a.Perform, running)
	c.routine(a.Ended, running)
	c.template(a.Told, in, running)
}

func (c *sites) body(b *program.Body, in []program.Local, owner *program.Condition) {
	for _, x := range b.Modifies {
		c.formula(x.When, nil)
		for _, a := range x.Amounts {
			c.formula(a.Value, nil)
		}
	}
	for _, x := range b.Forbids {
		c.formula(x.When, nil)
		c.template(x.Because, in, nil)
	}
	for _, r := range b.Rules {
		c.rule(r, in, owner)
	}
}

func (c *sites) rule(r *program.Rule, in []program.Local, owner *program.Condition) {
	with := func(s *scope) {
		s.events = eventsOf(r.On)
		s.was = r.For
	}
	for _, t := range r.On {
		c.trigger(t, in, owner)
	}
	c.formula(r.If, with)
	c.routine(r.Do, with)
	c.body(&r.Body, in, owner)
}

func (c *sites) time() {
	t := c.p.Time
	c.routine(t.Start, nil)
	c.keep()
	for _, f := range []*program.Formula{t.Out, t.Over, t.Winner} {
		c.formula(f, nil)
	}
	for _, e := range t.Entries {
		c.formula(e.Order, nil)
		for _, r := range e.Requires {
			c.formula(r.If, nil)
		}
		c.routine(e.Declare, nil)
		c.keep()
		c.routine(e.Do, nil)
		c.keep()
		if e.Told != nil {
			c.template(e.Told, e.Do.Inputs, nil)
		}
	}
}

// keep marks the last site as one that makes a fight go on.
func (c *sites) keep() {
	if n := len(c.list); n > 0 {
		c.list[n-1].kept = true
	}
}

func (c *sites) tactic(t *program.Tactic) {
	for _, line := range t.Rules {
		with := func(s *scope) {
			if line.Event != nil {
				s.events = []*program.Event{line.Event}
			}
		}
		c.formula(line.If, with)
		c.formula(line.Value, with)
		for _, does := range line.Does {
			params := func(n int) func(s *scope) {
				return func(s *scope) {
					with(s)
					for _, p := range does.Action.Params[:n] {
						s.own = append(s.own, p.Field)
					}
					s.params = len(s.own)
				}
			}
			for i, f := range does.With {
				c.formula(f, params(i))
			}
			c.formula(does.Best, params(len(does.Action.Params)))
		}
	}
}

// encounterSites lists the texts of an encounter.
func encounterSites(e *program.Encounter) []site {
	c := &sites{p: e.Program}
	c.routine(e.Setup, nil)
	for _, t := range e.Things {
		for i, v := range t.Values {
			if v != nil && v.Expr != nil {
				c.constant(v.Expr, t.Kind.Fields[i].Type)
			}
		}
	}
	if e.Script != nil {
		c.script(e.Script.Items)
	}
	return c.list
}

func (c *sites) script(items []program.ScriptItem) {
	for _, item := range items {
		switch item := item.(type) {
		case *program.TurnItem:
			for _, f := range item.With {
				c.formula(f, nil)
			}
			c.script(item.Body)
		case *program.ChoiceItem:
			for _, f := range item.Value {
				c.formula(f, nil)
			}
		case *program.ExpectItem:
			c.formula(item.If, func(s *scope) { s.looksBack = true })
		case *program.WaitItem:
			c.formula(item.Time, nil)
		case *program.DoItem:
			c.routine(item.Do, nil)
			c.keep()
		}
	}
}

// A spot is where a site stands in the files of an item: bytes of the text of a knot.
type spot struct {
	knot     *knot
	from, to int
}

// finder finds the knots of spans.
type finder struct {
	name  string
	knots []*knot // those that were read, by place
}

func newFinder(name string, root *knot) *finder {
	f := &finder{name: name}
	root.each(func(n *knot) bool {
		if n.source != nil && (n.kind == tree.Scalar || n.kind == tree.Sequence && n.flow) {
			f.knots = append(f.knots, n)
		}
		return true
	})
	sort.SliceStable(f.knots, func(i, j int) bool { return f.knots[i].source.Span.Start < f.knots[j].source.Span.Start })
	return f
}

// find returns where a span stands; ok is false if that is nowhere.
func (f *finder) find(at diag.Span) (spot, bool) {
	if at.Source.Name != f.name {
		return spot{}, false
	}
	last := sort.Search(len(f.knots), func(i int) bool { return f.knots[i].source.Span.Start > at.Start })
	for i := last - 1; i >= 0 && i > last-12; i-- {
		n := f.knots[i]
		switch span := n.source.Span; {
		case span.End < at.End:
		case n.kind == tree.Sequence && span.Start == at.Start && span.End == at.End:
			return spot{n, 0, 0}, true
		case n.kind == tree.Scalar:
			if from, to, ok := within(n.source.Fragment(), at); ok {
				return spot{n, from, to}, true
			}
			return spot{}, false
		}
	}
	return spot{}, false
}

// within returns which bytes of a fragment's text stand at a span.
func within(f diag.Fragment, at diag.Span) (from, to int, ok bool) {
	if f.Origin == nil {
		from, to = at.Start-f.Base, at.End-f.Base
	} else {
		from = sort.SearchInts(f.Origin, at.Start)
		to = sort.SearchInts(f.Origin, at.End)
	}
	return from, to, from >= 0 && from < to && to <= len(f.Text)
}

// edit changes a site at random.
func (w *writer) edit(x site, p spot) {
	own := *x.scope // programs enter what they name
	own.locals = slices.Clone(own.locals)
	x.scope = &own
	whole := p.knot.text
	if p.knot.kind == tree.Sequence {
		if x.sort == formulaSite {
			p.knot.change(w.value(x.want, x.scope, 2))
		}
		return
	}
	old := whole[p.from:p.to]
	put := func(text string) { p.knot.change(whole[:p.from] + text + whole[p.to:]) }
	switch x.sort {
	case formulaSite:
		if x.expr != nil && w.IntN(3) > 0 {
			if part, from, to, ok := w.part(x, old); ok {
				put(old[:from] + w.value(part.Type, x.scope, 2) + old[to:])
				return
			}
		}
		put(w.value(x.want, x.scope, 3))
	case routineSite:
		w.rewrite(x, old, put)
	case sentenceSite:
		put(w.sentence(x.scope))
	case triggerSite:
		put(w.trigger(x.scope, x.condition))
	case untilSite:
		put(w.until(x.scope, x.condition))
	}
}

// part picks a part of a formula, and says where it stands in its text.
func (w *writer) part(x site, text string) (part *program.Expr, from, to int, ok bool) {
	var parts []*program.Expr
	for e := range x.expr.All() {
		if e.Span.Source == x.at.Source && e.Span.Start >= x.at.Start && e.Span.End <= x.at.End && e.Span.End > e.Span.Start && writable(e.Type) {
			parts = append(parts, e)
		}
	}
	if len(parts) == 0 {
		return nil, 0, 0, false
	}
	part = one(w.Rand, parts...)
	raw := part.Span.Text()
	// The text of the part as it is written; what quotes and line breaks change is left alone.
	from = part.Span.Start - x.at.Start
	if from+len(raw) > len(text) || text[from:from+len(raw)] != raw {
		return nil, 0, 0, false
	}
	return part, from, from + len(raw), true
}

// writable reports whether a value of a type can be written as a formula.
func writable(t program.Type) bool {
	switch t.Kind {
	case program.Unknown, program.Nothing, program.EntryData, program.EventData, program.MapType, program.FormulaField, program.ProgramField:
		return false
	case program.List, program.Set:
		return writable(*t.Elem)
	}
	return true
}

// rewrite changes a program: writes another, adds statements, takes lines out or twice.
func (w *writer) rewrite(x site, old string, put func(string)) {
	lines := strings.Split(strings.TrimRight(old, "\n"), "\n")
	way := w.IntN(10)
	if x.kept {
		way = 4
	}
	switch {
	case way < 3:
		if x.results != nil {
			put(w.givingSeveral(x.results, x.scope, 3))
		} else if x.gives.Kind != program.Nothing {
			put(w.giving(x.gives, x.scope, 3))
		} else {
			put(w.program_(x.scope, 5))
		}
	case way < 8 || len(lines) < 2:
		i := w.IntN(len(lines) + 1)
		if x.gives.Kind != program.Nothing || x.results != nil {
			i = 0
		}
		put(strings.Join(slices.Insert(lines, i, strings.Split(w.program_(x.scope, 3), "\n")...), "\n"))
	case way == 8:
		i := w.IntN(len(lines))
		put(strings.Join(slices.Delete(lines, i, i+1), "\n"))
	default:
		i, j := w.IntN(len(lines)), w.IntN(len(lines))
		put(strings.Join(slices.Insert(lines, i, lines[j]), "\n"))
	}
}
