package compile

import (
	"slices"

	"github.com/rulec/rulec/interp/code"
	"github.com/rulec/rulec/interp/exec"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
)

// define compiles all texts, and those of an encounter, if there is one.
func (c *compiler) define(e *program.Encounter) {
	p := c.Program
	c.defineColumns()
	for _, k := range c.Kinds {
		c.defineKind(k)
	}
	c.defineDecks()
	c.defineTime(p.Time)
	for _, x := range c.Conditions {
		c.defineCondition(x)
	}
	c.defineRules()
	for _, e := range c.Events {
		c.defineEvent(e)
	}
	for _, q := range c.Quantities {
		c.defineQuantity(q)
	}
	for _, a := range c.Actions {
		c.defineAction(a)
	}
	c.defineBans()
	c.defineChecks()
	for _, x := range p.Choices {
		c.template(x.Question)
		c.template(x.Told)
	}
	for _, x := range c.Procs {
		x.Body = c.routine(x.Routine, "proc "+code.Quoted(x.Name))
	}
	c.defineSpace(p.Space)
	c.defineLaws()
	if e != nil {
		c.ownTextsOf(e)
	}
	c.hear()
	c.depend()
	c.defineTactics()
	if r := p.Reports; r != nil {
		c.Formula(r.Stands)
		for _, s := range r.Shown {
			c.Formula(s.Value)
		}
	}
}

// defineColumns works out the values of scales and tables; what one of them reads of another
// is worked out before it.
func (c *compiler) defineColumns() {
	const begun, done = 1, 2
	scales, tables := make([]int, len(c.Scales)), make([]int, len(c.Tables))
	var read func(e *program.Expr)
	begin := func(state *int, e *program.Expr, define func()) {
		switch *state {
		case begun:
			c.Faults.Add(diag.Errorf(exec.RunTime, e.Span, "this value depends on itself"))
		case done:
		default:
			*state = begun
			define()
			*state = done
		}
	}
	scale := func(e *program.Expr, i int) {
		s := c.Scales[i]
		begin(&scales[i], e, func() {
			s.Values = columns(len(s.Steps), len(s.Columns))
			for k, step := range s.Steps {
				for _, v := range step.Values {
					read(v)
				}
				copy(s.Values[k], c.constants(step.Values))
			}
		})
	}
	table := func(e *program.Expr, i int) {
		t := c.Tables[i]
		begin(&tables[i], e, func() {
			t.Values = columns(len(t.Rows), len(t.Columns))
			for k, row := range t.Rows {
				for _, v := range row.Values {
					read(v)
				}
				copy(t.Values[k], c.constants(row.Values))
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
	for i := range c.Scales {
		scale(nil, i)
	}
	for i := range c.Tables {
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

func (c *compiler) defineKind(k *code.Kind) {
	k.Defs = make([]float64, k.Width*len(k.Kind.Defs))
	for i, d := range k.Kind.Defs {
		row := k.Defs[i*k.Width : (i+1)*k.Width]
		for j, f := range k.Fields {
			if j >= len(d.Values) {
				break
			}
			x := c.Fields[f]
			v := d.Values[j]
			if v == nil {
				v = f.Default
			}
			c.Fill(row[x.Off:x.Off+x.Width], f, v, float64(i+1), d.Name)
		}
	}
	for _, f := range k.Fields {
		if f.Pool != nil {
			c.definePool(c.Fields[f])
		}
		if f.Computed {
			c.defineDefault(f.Default)
		}
		c.template(f.Told)
	}
}

// defineDefault compiles the formulas of a default that things work out.
func (c *compiler) defineDefault(v *program.Value) {
	c.Formula(v.Formula)
	for i := range v.Map {
		c.Formula(v.Map[i].Value.Formula)
	}
}

// Fill puts the value v of a field, or of all members of a family, into cells.
// Owner is the value of `it` in its formulas and programs.
func (c *compiler) Fill(cells []float64, f *program.Field, v *program.Value, owner float64, name string) {
	switch {
	case v == nil:
	case f.Family != nil && v.Map != nil && f.Type.Kind != program.MapType:
		for _, m := range v.Map {
			if at := int(c.constant(m.Key)) - 1; at >= 0 && at < len(cells) {
				cells[at] = c.Value(f, &m.Value, owner, name)
			}
		}
	case f.Family != nil && v.Expr != nil && v.Expr.Op == program.OpList && f.Type.Kind != program.List:
		for i := range cells {
			if i < len(v.Expr.Args) {
				cells[i] = c.constant(v.Expr.Args[i])
			}
		}
	default:
		x := c.Value(f, v, owner, name)
		for i := range cells {
			cells[i] = x
		}
	}
}

// Value returns what a field's value is as a number.
func (c *compiler) Value(f *program.Field, v *program.Value, owner float64, name string) float64 {
	switch {
	case v == nil:
		return 0
	case v.IsNone():
		return code.NothingIn(f)
	case v.Formula != nil && !code.IsCalled(f.Type):
		return 0 // each thing works it out by itself, see [Machine.workOutDefaults]
	case v.Formula != nil:
		fm := c.Formula(v.Formula)
		return c.callable(&code.Callable{Formula: fm, It: inputNamed(v.Formula.Inputs, "it"), Owner: owner})
	case v.Routine != nil:
		r := c.routine(v.Routine, code.Quoted(f.Name)+" of "+code.Quoted(name))
		return c.callable(&code.Callable{Routine: r, It: inputNamed(v.Routine.Inputs, "it"), Owner: owner})
	case v.Map != nil:
		m := &code.MapValue{}
		for i := range v.Map {
			m.Keys = append(m.Keys, c.constant(v.Map[i].Key))
			m.Values = append(m.Values, c.Value(f, &v.Map[i].Value, owner, name))
		}
		c.Maps = append(c.Maps, m)
		return float64(len(c.Maps))
	}
	return c.constant(v.Expr)
}

func (c *compiler) callable(x *code.Callable) float64 {
	c.Callables = append(c.Callables, x)
	return float64(len(c.Callables))
}

func inputNamed(inputs []program.Local, name string) int {
	return slices.IndexFunc(inputs, func(l program.Local) bool { return l.Name == name })
}

func (c *compiler) definePool(x *code.Field) {
	src := x.Field.Pool
	p := &code.Pool{Min: c.Formula(src.Min), Max: c.Formula(src.Max), Start: c.Formula(src.Start), Up: src.Up}
	p.Differs = src.Min.ReadsMember() || src.Max.ReadsMember()
	x.Pool = p
	for _, f := range src.Stack {
		part := c.fieldOf(f)
		x.Parts = append(x.Parts, part)
	}
	for i := range src.Instead {
		p.Instead = append(p.Instead, c.cost(&src.Instead[i]))
	}
	for _, r := range src.Resets {
		p.Resets = append(p.Resets, code.Reset{On: r.On, Of: c.Formula(r.On.Of), To: c.Formula(r.To)})
	}
}

func (c *compiler) cost(src *program.Cost) code.Cost {
	return code.Cost{Pool: c.fieldOf(src.Pool), Member: c.Formula(src.Member), Amount: c.Formula(src.Amount), Span: src.Span}
}

func (c *compiler) requirements(list []*program.Requirement) []code.Requirement {
	var out []code.Requirement
	for _, r := range list {
		out = append(out, code.Requirement{Cond: c.Formula(r.If), Src: r})
		c.template(r.Because)
	}
	return out
}

func (c *compiler) template(t *program.Template) {
	if t == nil {
		return
	}
	for _, p := range t.Pieces {
		c.Formula(p.Value)
	}
}

func (c *compiler) defineTime(t *program.Time) {
	if t == nil {
		return
	}
	for _, e := range c.Entries {
		e.Rank = c.rankOf(e)
		e.Order = c.Formula(e.Entry.Order)
		e.Requires = c.requirements(e.Entry.Requires)
		c.template(e.Entry.Told)
		name := "entry " + code.Quoted(e.Name)
		e.Declare = c.routine(e.Entry.Declare, name+" (declare)")
		e.Do = c.routine(e.Entry.Do, name)
		if e.Entry.Start != nil {
			e.Start = c.Events[e.Entry.Start.Index]
		}
		if e.Entry.End != nil {
			e.End = c.Events[e.Entry.End.Index]
		}
	}
	c.Start = c.routine(t.Start, "the start of time")
	c.Out, c.Over, c.Winner = c.Formula(t.Out), c.Formula(t.Over), c.Formula(t.Winner)
}

// rankOf counts the kinds of entries that go before one with equal keys.
func (c *compiler) rankOf(e *code.Entry) int16 {
	n := int16(0)
	for _, o := range c.Entries {
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
	c.Footprint, c.Fits = c.Formula(s.Footprint), c.Formula(s.Fits)
	c.StepCost = c.Formula(s.Cost)
	c.Enters, c.Blocks = c.Formula(s.Enters), c.Formula(s.Blocks)
}

func (c *compiler) defineCondition(x *code.Condition) {
	for _, d := range x.Condition.All {
		x.All = append(x.All, c.Conditions[d.Index])
	}
	if len(x.All) == 0 {
		x.All = []*code.Condition{x}
	}
	x.Holds = c.Formula(x.While)
	if x.Holds != nil {
		x.Holder = c.Holders
		c.Holders++
	}
	for _, d := range x.DerivedParents {
		x.Parents = append(x.Parents, c.Conditions[d.Index])
	}
	for _, o := range c.Conditions {
		if o != x && x.Group != "" && o.Group == x.Group {
			x.Rivals = append(x.Rivals, o)
		}
	}
	x.Defaults = make([]float64, x.Condition.Cells)
	for _, f := range x.Condition.Fields {
		x.Cells = append(x.Cells, c.Fields[f])
		if f.Default != nil && f.Cells == 1 {
			x.Defaults[f.Cell] = c.Value(f, f.Default, 0, x.Name)
		}
	}
	x.Until = c.untilList(x.Condition.Until)
	c.template(x.Condition.Begins)
	c.template(x.Condition.Stays)
	c.template(x.Condition.Ends)
}

func (c *compiler) defineQuantity(q *code.Quantity) {
	defer func() {
		q.Small = c.partsOf(q.Quantity) > 0
		c.body(q)
	}()
	q.Value = c.Formula(q.Quantity.Value)
	for _, ch := range q.Quantity.Channels {
		q.Picks = q.Picks || ch.Reduce == program.MaxOf || ch.Reduce == program.MinOf
	}
	q.By = make([][]*code.Contribution, len(q.Quantity.By))
	q.Mask = make([][]uint64, len(q.Quantity.By))
	q.Always = make([]bool, len(q.Quantity.By))
	for i, list := range q.Quantity.By {
		q.Mask[i] = make([]uint64, c.Words)
		if len(list) > 0 && q.Of[i].Type.Kind == program.ThingType {
			q.Roles = append(q.Roles, i)
		}
		for _, src := range list {
			x := c.contribution(src)
			x.Fixed = x.Condition != nil && x.Condition.Each != program.PerInstance && x.When == nil && len(x.Amounts) == 1 &&
				x.Amounts[0].Value.Fixed && q.Quantity.Channels[x.Amounts[0].Channel].Reduce == program.SumOf
			q.By[i] = append(q.By[i], x)
			switch {
			case x.Condition == nil || x.Condition.Holds != nil || len(x.Condition.Parents) > 0:
				q.Always[i] = true
			default:
				q.Mask[i][x.Condition.Word] |= x.Condition.Bit
			}
		}
	}
}

func (c *compiler) contribution(src *program.Contribution) *code.Contribution {
	x := &code.Contribution{Contribution: src, When: c.Formula(src.When)}
	for _, a := range src.Amounts {
		x.Amounts = append(x.Amounts, code.Amount{Channel: a.Channel, Value: c.Formula(a.Value)})
	}
	if src.Condition != nil {
		x.Condition = c.Conditions[src.Condition.Index]
	}
	if src.Rule != nil && src.Rule.For != nil {
		x.Kind = c.Kinds[src.Rule.For.Index]
	}
	return x
}

func (c *compiler) defineAction(a *code.Action) {
	name := a.Def.Kind.Name + " " + code.Quoted(a.Def.Name)
	for _, p := range a.Action.Params {
		a.Params = append(a.Params, &code.Param{
			ActParam: p, List: c.Formula(p.List), Low: c.Formula(p.Low), High: c.Formula(p.High),
			Where: c.Formula(p.Where), Standard: c.Formula(p.Default),
		})
	}
	for i := range a.Action.Costs {
		cost := &a.Action.Costs[i]
		a.Costs = append(a.Costs, c.cost(cost))
		a.CostsOfWay = a.CostsOfWay || readsAct(cost.Amount) || readsAct(cost.Member)
	}
	for _, r := range c.requirements(a.Action.Requires) {
		a.Require(r, readsAct(r.Src.If))
	}
	a.Perform = c.routine(a.Action.Perform, name)
	a.Ended = c.routine(a.Action.Ended, "the end of "+name)
	c.template(a.Told)
	a.Has = make([]bool, c.Program.ActCells)
	for _, p := range a.Action.Params {
		markCells(a.Has, p.Field)
	}
	for _, f := range a.Running {
		markCells(a.Has, f)
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
	for i := f.Cell; i < f.Cell+f.Cells && i < len(has); i++ {
		has[i] = true
	}
}

func (c *compiler) defineBans() {
	add := func(src *program.Ban) {
		b := &code.Ban{Ban: src, When: c.Formula(src.When)}
		c.template(src.Because)
		if src.Condition != nil {
			b.Condition = c.Conditions[src.Condition.Index]
		}
		if src.Rule != nil && src.Rule.For != nil {
			b.Kind = c.Kinds[src.Rule.For.Index]
		}
		if src.Spending != nil {
			c.fieldOf(src.Spending).Spending.Add(b, c.Words)
		}
		for _, a := range c.Actions {
			switch {
			case src.Action == a.Action, src.Kind != nil && src.Kind == a.Def.Kind:
				a.Bans.Add(b, c.Words)
			case src.Answering != nil && slices.Contains(a.Answers, src.Answering):
				a.BanAnswer(b, c.Words)
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
