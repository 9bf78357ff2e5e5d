package interp

import (
	"github.com/rulec/rulec/interp/state"
	"github.com/rulec/rulec/lang/program"
)

// explained wraps the working out of an amount so that its explanation goes with
// the change that it makes.
func explained(e *program.Expr, num numFn) numFn {
	return func(f *frame) float64 {
		v := num(f)
		if f.m.record.explains {
			f.m.record.giveWhy(f.m.because(f, e, num))
		}
		f.m.sumFor(f, e)
		return v
	}
}

// assign compiles =, += and -= on a field.
func (c *compiler) assign(s *program.Assign) stmt {
	t := s.Target
	run := c.assignTo(s, t, c.fieldOf(t.Field), explained(s.Value, c.expr(s.Value)))
	return func(f *frame) control {
		run(f)
		f.m.record.dropWhy()
		return goOn
	}
}

func (c *compiler) assignTo(s *program.Assign, t *program.Expr, x *field, value numFn) func(f *frame) {
	if t.Op == program.OpOwn {
		return c.assignRow(s, x, value, c.memberOf(t, 0), func(f *frame) []float64 { return f.m.ownRow(f, t) })
	}
	owner := c.expr(t.Args[0])
	member := c.memberOf(t, 1)
	switch t.Args[0].Type.Kind {
	case program.ThingType:
		return c.assignThing(s, x, owner, value, member)
	case program.Instance:
		return c.assignInstance(s, x, owner, value, member)
	}
	return c.assignRow(s, x, value, member, func(f *frame) []float64 { return f.recordRow(t, owner(f)) })
}

// memberOf compiles which member of a family is meant, from 0.
func (c *compiler) memberOf(t *program.Expr, arg int) func(f *frame) int32 {
	if len(t.Args) <= arg {
		return func(*frame) int32 { return 0 }
	}
	num := c.expr(t.Args[arg])
	return func(f *frame) int32 {
		v := num(f)
		if v == 0 {
			f.none(t)
		}
		return int32(v) - 1
	}
}

// assignRow compiles changes of acts, entries and events: working memory, no
// effects (P30).
func (c *compiler) assignRow(s *program.Assign, x *field, value numFn, member func(f *frame) int32, row func(f *frame) []float64) func(f *frame) {
	span := &s.Span
	if x.Type.Kind == program.Set {
		valueIsList := isList(s.Value.Type)
		return func(f *frame) {
			v := value(f)
			cells := row(f)[x.Cell : x.Cell+state.SetCells]
			if s.Op == '=' {
				clear(cells)
			}
			if !valueIsList {
				state.Include(cells, int(f.m.setMember(v, span)), s.Op != '-')
				return
			}
			for _, e := range f.m.lists.Of(v) {
				state.Include(cells, int(f.m.setMember(e, span)), s.Op != '-')
			}
		}
	}
	return func(f *frame) {
		v := value(f)
		cell := &row(f)[x.Cell+int(member(f))]
		switch s.Op {
		case '+':
			v = *cell + v
		case '-':
			v = *cell - v
		}
		*cell = v
	}
}

func (c *compiler) assignThing(s *program.Assign, x *field, owner, value numFn, member func(f *frame) int32) func(f *frame) {
	span := &s.Span
	target := s.Target
	who := func(f *frame) int32 {
		v := owner(f)
		if v == 0 {
			f.none(target)
		}
		return int32(v)
	}
	if x.Type.Kind == program.Set {
		return c.assignSet(s, x, value, opSetAdd, opSetRemove, opSet, func(f *frame, o *op) { o.thing = who(f) })
	}
	return func(f *frame) {
		m := f.m
		thing, at := who(f), member(f)
		amount, adds := m.storable(x, value(f)), s.Op != '='
		if s.Op == '-' {
			amount = -amount
		}
		o := op{kind: opSet, field: x, span: span, thing: thing, at: at, value: amount}
		if adds {
			o.kind = opAdd
		}
		m.do(&o)
	}
}

// storable returns a value as a field keeps it: lists are kept.
func (m *Machine) storable(x *field, v float64) float64 {
	if x.list {
		return m.lists.Keep(v)
	}
	return v
}

func (c *compiler) assignSet(s *program.Assign, x *field, value numFn, add, remove, set opKind, owner func(f *frame, o *op)) func(f *frame) {
	span := &s.Span
	valueIsList := isList(s.Value.Type)
	return func(f *frame) {
		m := f.m
		v := value(f)
		o := op{kind: add, field: x, span: span}
		owner(f, &o)
		if s.Op == '=' {
			o.kind = set
			var empty [state.SetCells]float64
			data := m.batch.keepData(empty[:]...)
			for _, e := range m.lists.Of(v) {
				state.Include(m.batch.data[data:], int(m.setMember(e, span)), true)
			}
			o.data, o.count = int32(data), state.SetCells
			m.do(&o)
			m.batch.releaseData(data)
			return
		}
		if s.Op == '-' {
			o.kind = remove
		}
		if !valueIsList {
			o.at = m.setMember(v, span)
			m.do(&o)
			return
		}
		for _, e := range m.lists.Of(v) {
			each := o
			each.at = m.setMember(e, span)
			m.do(&each)
		}
	}
}

func (c *compiler) assignInstance(s *program.Assign, x *field, owner, value numFn, member func(f *frame) int32) func(f *frame) {
	span := &s.Span
	target := s.Target
	which := func(f *frame, o *op) {
		o.instance = owner(f)
		slot := f.m.state.Slot(f.m.batch.renamed(o.instance))
		if slot == 0 {
			f.none(target)
		}
		o.thing = f.m.state.Instance(slot).Bearer
	}
	if x.Type.Kind == program.Set {
		return c.assignSet(s, x, value, opInstanceSetAdd, opInstanceSetRemove, opInstanceSet, which)
	}
	return func(f *frame) {
		o := op{kind: opInstanceSet, field: x, span: span, at: member(f)}
		which(f, &o)
		o.value = f.m.storable(x, value(f))
		switch s.Op {
		case '+':
			o.kind = opInstanceAdd
		case '-':
			o.kind, o.value = opInstanceAdd, -o.value
		}
		f.m.do(&o)
	}
}
