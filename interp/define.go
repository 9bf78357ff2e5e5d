package interp

import (
	"slices"

	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
)

// define compiles all texts, and those of an encounter, if there is one.
func (c *compiler) define(e *program.Encounter) {
	p := c.Program
	c.defineColumns()
	for _, k := range c.kinds {
		c.defineKind(k)
	}
	c.defineDecks()
	c.defineTime(p.Time)
	for _, x := range c.conditions {
		c.defineCondition(x)
	}
	c.defineRules()
	for _, e := range c.events {
		c.defineEvent(e)
	}
	for _, q := range c.quantities {
		c.defineQuantity(q)
	}
	for _, a := range c.actions {
		c.defineAction(a)
	}
	c.defineBans()
	c.defineChecks()
	for _, x := range p.Choices {
		c.template(x.Told)
	}
	for _, x := range c.procs {
		x.body = c.routine(x.Routine, "proc "+quoted(x.Name))
	}
	c.defineSpace(p.Space)
	if e != nil {
		c.ownTextsOf(e)
	}
	c.hear()
	c.depend()
	c.defineTactics()
	if r := p.Reports; r != nil {
		c.formula(r.Stands)
		for _, s := range r.Shown {
			c.formula(s.Value)
		}
	}
}

// defineColumns works out the values of scales and tables; what one of them reads of another
// is worked out before it.
func (c *compiler) defineColumns() {
	const begun, done = 1, 2
	scales, tables := make([]int, len(c.scales)), make([]int, len(c.tables))
	var read func(e *program.Expr)
	begin := func(state *int, e *program.Expr, define func()) {
		switch *state {
		case begun:
			c.faults.Add(diag.Errorf(faultCode, e.Span, "this value depends on itself"))
		case done:
		default:
			*state = begun
			define()
			*state = done
		}
	}
	scale := func(e *program.Expr, i int) {
		s := c.scales[i]
		begin(&scales[i], e, func() {
			s.values = columns(len(s.Steps), len(s.Columns))
			for k, step := range s.Steps {
				for _, v := range step.Values {
					read(v)
				}
				copy(s.values[k], c.constants(step.Values))
			}
		})
	}
	table := func(e *program.Expr, i int) {
		t := c.tables[i]
		begin(&tables[i], e, func() {
			t.values = columns(len(t.Rows), len(t.Columns))
			for k, row := range t.Rows {
				for _, v := range row.Values {
					read(v)
				}
				copy(t.values[k], c.constants(row.Values))
			}
		})
	}
	read = func(e *program.Expr) {
		for x := range e.All() {
			switch x.Op {
			case program.OpColumn:
				scale(x, x.Args[0].Type.Scale.Index)
			case program.OpTable:
				table(x, x.Table.Index)
			}
		}
	}
	for i := range c.scales {
		scale(nil, i)
	}
	for i := range c.tables {
		table(nil, i)
	}
}

// columns is room for so many rows of values.
func columns(rows, width int) [][]float64 {
	all := make([][]float64, rows)
	for i := range all {
		all[i] = make([]float64, width)
	}
	return all
}

func (c *compiler) constants(exprs []*program.Expr) []float64 {
	values := make([]float64, len(exprs))
	for i, e := range exprs {
		values[i] = c.constant(e)
	}
	return values
}

func (c *compiler) defineKind(k *kind) {
	k.defs = make([]float64, k.width*len(k.Defs))
	for i, d := range k.Defs {
		row := k.defs[i*k.width : (i+1)*k.width]
		for j, f := range k.Fields {
			if j >= len(d.Values) {
				break
			}
			x := c.fields[f]
			v := d.Values[j]
			if v == nil {
				v = f.Default
			}
			c.fill(row[x.off:x.off+x.width], f, v, float64(i+1), d.Name)
		}
	}
	for _, f := range k.Fields {
		if f.Pool != nil {
			c.definePool(c.fields[f])
		}
		if f.WorkedOut {
			c.defineDefault(f.Default)
		}
		c.template(f.Told)
	}
}

// defineDefault compiles the formulas of a default that things work out.
func (c *compiler) defineDefault(v *program.Value) {
	c.formula(v.Formula)
	for i := range v.Map {
		c.formula(v.Map[i].Value.Formula)
	}
}

// fill puts the value v of a field, or of all members of a family, into cells.
// Owner is the value of `it` in its formulas and programs.
func (c *compiler) fill(cells []float64, f *program.Field, v *program.Value, owner float64, name string) {
	switch {
	case v == nil:
	case f.Family != nil && v.Map != nil && f.Type.Kind != program.MapType:
		for _, m := range v.Map {
			if at := int(c.constant(m.Key)) - 1; at >= 0 && at < len(cells) {
				cells[at] = c.value(f, &m.Value, owner, name)
			}
		}
	case f.Family != nil && v.Expr != nil && v.Expr.Op == program.OpList && f.Type.Kind != program.List:
		for i := range cells {
			if i < len(v.Expr.Args) {
				cells[i] = c.constant(v.Expr.Args[i])
			}
		}
	default:
		x := c.value(f, v, owner, name)
		for i := range cells {
			cells[i] = x
		}
	}
}

// value returns what a field's value is as a number.
func (c *compiler) value(f *program.Field, v *program.Value, owner float64, name string) float64 {
	switch {
	case v == nil:
		return 0
	case v.IsNone():
		return nothingIn(f)
	case v.Formula != nil && !isCalled(f.Type):
		return 0 // each thing works it out by itself, see [Machine.workOutDefaults]
	case v.Formula != nil:
		fm := c.formula(v.Formula)
		return c.callable(&callable{formula: fm, it: inputNamed(v.Formula.Inputs, "it"), owner: owner})
	case v.Routine != nil:
		r := c.routine(v.Routine, quoted(f.Name)+" of "+quoted(name))
		return c.callable(&callable{routine: r, it: inputNamed(v.Routine.Inputs, "it"), owner: owner})
	case v.Map != nil:
		m := &mapValue{}
		for i := range v.Map {
			m.keys = append(m.keys, c.constant(v.Map[i].Key))
			m.values = append(m.values, c.value(f, &v.Map[i].Value, owner, name))
		}
		c.maps = append(c.maps, m)
		return float64(len(c.maps))
	}
	return c.constant(v.Expr)
}

func (c *compiler) callable(x *callable) float64 {
	c.callables = append(c.callables, x)
	return float64(len(c.callables))
}

func inputNamed(inputs []program.Local, name string) int {
	return slices.IndexFunc(inputs, func(l program.Local) bool { return l.Name == name })
}

func (c *compiler) definePool(x *field) {
	src := x.Pool
	p := &pool{min: c.formula(src.Min), max: c.formula(src.Max), start: c.formula(src.Start), up: src.Up}
	p.differs = src.Min.ReadsMember() || src.Max.ReadsMember()
	p.sureMax = p.max == nil || p.max.fixed
	p.place = c.pools
	c.pools++
	x.pool = p
	for _, f := range src.Stack {
		part := c.fieldOf(f)
		x.parts = append(x.parts, part)
	}
	for i := range src.Instead {
		p.instead = append(p.instead, c.cost(&src.Instead[i]))
	}
	for _, r := range src.Resets {
		p.resets = append(p.resets, reset{on: r.On, of: c.formula(r.On.Of), to: c.formula(r.To)})
	}
}

func (c *compiler) cost(src *program.Cost) cost {
	return cost{pool: c.fieldOf(src.Pool), member: c.formula(src.Member), amount: c.formula(src.Amount), span: src.Span}
}

func (c *compiler) requirements(list []*program.Requirement) []requirement {
	var out []requirement
	for _, r := range list {
		out = append(out, requirement{c.formula(r.If), r})
		c.template(r.Because)
	}
	return out
}

func (c *compiler) template(t *program.Template) {
	if t == nil {
		return
	}
	for _, p := range t.Pieces {
		c.formula(p.Value)
	}
}

func (c *compiler) defineTime(t *program.Time) {
	if t == nil {
		return
	}
	for _, e := range c.entries {
		e.rank = c.rankOf(e)
		e.order = c.formula(e.Entry.Order)
		e.requires = c.requirements(e.Entry.Requires)
		c.template(e.Entry.Told)
		name := "entry " + quoted(e.Name)
		e.declare = c.routine(e.Declare, name+" (declare)")
		e.do = c.routine(e.Do, name)
		if e.Start != nil {
			e.start = c.events[e.Start.Index]
		}
		if e.End != nil {
			e.end = c.events[e.End.Index]
		}
	}
	c.start = c.routine(t.Start, "the start of time")
	c.out, c.over, c.winner = c.formula(t.Out), c.formula(t.Over), c.formula(t.Winner)
}

// rankOf counts the kinds of entries that go before one with equal keys.
func (c *compiler) rankOf(e *entry) int16 {
	n := int16(0)
	for _, o := range c.entries {
		if o.Phase < e.Phase || o.Phase == e.Phase && o.Index < e.Index {
			n++
		}
	}
	return n
}

func (c *compiler) defineSpace(s *program.Space) {
	if s == nil {
		return
	}
	c.footprint, c.fits = c.formula(s.Footprint), c.formula(s.Fits)
	c.stepCost = c.formula(s.Cost)
	c.enters, c.blocks = c.formula(s.Enters), c.formula(s.Blocks)
}

func (c *compiler) defineCondition(x *condition) {
	for _, d := range x.All {
		x.all = append(x.all, c.conditions[d.Index])
	}
	if len(x.all) == 0 {
		x.all = []*condition{x}
	}
	x.holds = c.formula(x.While)
	if x.holds != nil {
		x.holder = c.holders
		c.holders++
	}
	for _, d := range x.DerivedParents {
		x.parents = append(x.parents, c.conditions[d.Index])
	}
	for _, o := range c.conditions {
		if o != x && x.Group != "" && o.Group == x.Group {
			x.rivals = append(x.rivals, o)
		}
	}
	x.defaults = make([]float64, x.Cells)
	for _, f := range x.Fields {
		x.cells = append(x.cells, c.fields[f])
		if f.Default != nil && f.Cells == 1 {
			x.defaults[f.Cell] = c.value(f, f.Default, 0, x.Name)
		}
	}
	x.until = c.untilList(x.Condition.Until)
	c.template(x.Condition.Begins)
	c.template(x.Condition.Stays)
	c.template(x.Condition.Ends)
}

func (c *compiler) defineQuantity(q *quantity) {
	defer func() {
		q.small = isSmall(q)
		c.body(q)
	}()
	q.value = c.formula(q.Value)
	for _, ch := range q.Channels {
		q.picks = q.picks || ch.Reduce == program.MaxOf || ch.Reduce == program.MinOf
	}
	q.by = make([][]*contribution, len(q.By))
	q.mask = make([][]uint64, len(q.By))
	q.always = make([]bool, len(q.By))
	for i, list := range q.By {
		q.mask[i] = make([]uint64, c.words)
		if len(list) > 0 && q.Of[i].Type.Kind == program.ThingType {
			q.roles = append(q.roles, i)
		}
		for _, src := range list {
			x := c.contribution(src)
			x.fixed = x.condition != nil && x.condition.Each != program.PerInstance && x.when == nil && len(x.amounts) == 1 &&
				x.amounts[0].value.fixed && q.Channels[x.amounts[0].channel].Reduce == program.SumOf
			q.by[i] = append(q.by[i], x)
			switch {
			case x.condition == nil || x.condition.holds != nil || len(x.condition.parents) > 0:
				q.always[i] = true
			default:
				q.mask[i][x.condition.word] |= x.condition.bit
			}
		}
	}
}

func (c *compiler) contribution(src *program.Contribution) *contribution {
	x := &contribution{Contribution: src, when: c.formula(src.When)}
	for _, a := range src.Amounts {
		x.amounts = append(x.amounts, amount{a.Channel, c.formula(a.Value)})
	}
	if src.Condition != nil {
		x.condition = c.conditions[src.Condition.Index]
	}
	if src.Rule != nil && src.Rule.For != nil {
		x.kind = c.kinds[src.Rule.For.Index]
	}
	return x
}

func (c *compiler) defineAction(a *action) {
	name := a.Def.Kind.Name + " " + quoted(a.Def.Name)
	for _, p := range a.Params {
		a.params = append(a.params, &param{
			ActParam: p, list: c.formula(p.List), low: c.formula(p.Low), high: c.formula(p.High),
			where: c.formula(p.Where), standard: c.formula(p.Default),
		})
	}
	for i := range a.Costs {
		cost := &a.Costs[i]
		a.costs = append(a.costs, c.cost(cost))
		a.costsOfWay = a.costsOfWay || readsAct(cost.Amount) || readsAct(cost.Member)
	}
	for _, r := range c.requirements(a.Requires) {
		a.require(r, readsAct(r.src.If))
	}
	a.perform = c.routine(a.Perform, name)
	a.ended = c.routine(a.Ended, "the end of "+name)
	c.template(a.Told)
	a.has = make([]bool, c.Program.ActCells)
	for _, p := range a.Params {
		markCells(a.has, p.Field)
	}
	for _, f := range a.Running {
		markCells(a.has, f)
	}
}

// require adds a requirement; ofWay tells whether it reads a parameter.
func (a *action) require(r requirement, ofWay bool) {
	a.requires = append(a.requires, r)
	if ofWay {
		a.ofWay = append(a.ofWay, r)
	} else {
		a.first = append(a.first, r)
	}
}

// readsAct tells whether a formula reads the act at hand: its parameters above all.
func readsAct(src *program.Formula) bool {
	for x := range src.Exprs() {
		if x.Op == program.OpOwn || x.Op == program.OpAct {
			return true
		}
	}
	return false
}

func markCells(has []bool, f *program.Field) {
	for i := f.Cell; i < f.Cell+max(f.Cells, 1) && i < len(has); i++ {
		has[i] = true
	}
}

func (c *compiler) defineBans() {
	add := func(src *program.Ban) {
		b := &ban{Ban: src, when: c.formula(src.When)}
		c.template(src.Because)
		if src.Condition != nil {
			b.condition = c.conditions[src.Condition.Index]
		}
		if src.Rule != nil && src.Rule.For != nil {
			b.kind = c.kinds[src.Rule.For.Index]
		}
		if src.Spending != nil {
			c.fieldOf(src.Spending).spending.add(b, c.words)
		}
		for _, a := range c.actions {
			switch {
			case src.Action == a.Action, src.Kind != nil && src.Kind == a.Def.Kind:
				a.bans.add(b, c.words)
			case src.Answering != nil && slices.Contains(a.Answers, src.Answering):
				a.banAnswer(b, c.words)
			}
		}
	}
	for _, r := range c.Program.Rules {
		for _, b := range r.Forbids {
			add(b)
		}
	}
	for _, x := range c.Program.Conditions {
		for _, b := range x.Forbids {
			add(b)
		}
	}
	for _, k := range c.Program.Kinds {
		for _, d := range k.Defs {
			for _, b := range d.Forbids {
				add(b)
			}
		}
	}
}
