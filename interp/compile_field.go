package interp

import (
	"github.com/rulec/rulec/interp/state"
	"github.com/rulec/rulec/interp/value"
	"github.com/rulec/rulec/lang/program"
)

// fieldRead compiles the reading of a field of a value, which has to be there.
func (c *compiler) fieldRead(e *program.Expr) numFn {
	read := c.anyFieldRead(e)
	if !mayLack(e) {
		return read
	}
	return stated(e, read)
}

// stated wraps the reading of a field that may have been left out: then the run stops.
func stated(e *program.Expr, read numFn) numFn {
	nothing := nothingIn(e.Field)
	return func(f *frame) float64 {
		v := read(f)
		if v == nothing {
			f.notStated(e)
		}
		return v
	}
}

// mayLack tells whether an expression reads a field that may have been left out. Of whatever
// action it is read, each kind says so by itself.
func mayLack(e *program.Expr) bool {
	if e.Op != program.OpField && e.Op != program.OpWas {
		return false
	}
	if e.Field.Optional {
		return true
	}
	return e.Op == program.OpField && e.Args[0].Type.Kind == program.Definition && e.Args[0].Type.Of == nil && e.Field.Type.Kind == program.Number
}

// nothingIn is what is in the cell of a field that has been left out.
func nothingIn(f *program.Field) float64 {
	if f.Type.Kind == program.Number {
		return program.Absent
	}
	return 0
}

// cellRead compiles what given() looks at: a field as it is, stated or not, or any other value.
func (c *compiler) cellRead(e *program.Expr) numFn {
	if e.Op == program.OpField && mayLack(e) {
		return c.anyFieldRead(e)
	}
	return c.number(e)
}

// anyFieldRead compiles the reading of a field, stated or not.
func (c *compiler) anyFieldRead(e *program.Expr) numFn {
	x := c.fieldOf(e.Field)
	owner := c.number(e.Args[0])
	var member numFn
	if len(e.Args) > 1 {
		member = c.number(e.Args[1])
	}
	switch e.Args[0].Type.Kind {
	case program.ThingType:
		return c.thingField(e, x, owner, member)
	case program.Definition:
		return c.definitionField(e, x, owner, member)
	}
	row := c.recordRow(e, owner)
	return c.recordField(e, x, row, member)
}

// thingField compiles the reading of a field of a thing.
func (c *compiler) thingField(e *program.Expr, x *field, owner, member numFn) numFn {
	cell := e.Field.Cell
	switch {
	case isCalled(e.Field.Type):
		return func(f *frame) float64 {
			v := owner(f)
			if v == 0 {
				f.none(e)
			}
			return f.m.called[int(v)][x.Index]
		}
	case e.Field.Virtual:
		return func(f *frame) float64 {
			v := owner(f)
			if v == 0 {
				f.none(e)
			}
			return f.m.stackOf(int(v), x)
		}
	case e.Type.Kind == program.Set && member == nil:
		c.makesLists = true
		return func(f *frame) float64 {
			v := owner(f)
			if v == 0 {
				f.none(e)
			}
			from := int(f.m.rows[int(v)]) + cell
			return f.m.setItems(f.m.state.Row(from, state.SetCells))
		}
	case member != nil:
		return func(f *frame) float64 {
			v, i := owner(f), member(f)
			if v == 0 || i == 0 {
				f.none(e)
			}
			return f.m.state.Cell(int(f.m.rows[int(v)]) + cell + int(i) - 1)
		}
	case e.Type.Kind == program.Instance:
		return func(f *frame) float64 {
			v := owner(f)
			if v == 0 {
				f.none(e)
			}
			return f.m.state.Living(f.m.state.Cell(int(f.m.rows[int(v)]) + cell))
		}
	}
	switch of := e.Args[0]; of.Op {
	case program.OpConst:
		if c.knownThing(of) {
			at := c.cellOfThing(e)
			return func(f *frame) float64 { return f.m.state.Cell(at) }
		}
	case program.OpOwn:
		if !plainOwn(of) {
			break
		}
		param := of.Field.Cell
		return func(f *frame) float64 {
			if f.act == 0 {
				f.noAct(of)
			}
			m := f.m
			v := m.acts.cell(f.act, param)
			if v == 0 {
				f.none(e)
			}
			return m.state.Cell(int(m.rows[int(v)]) + cell)
		}
	case program.OpLocal:
		slot := of.Index
		return func(f *frame) float64 {
			v := f.locals[slot]
			if v == 0 {
				f.none(e)
			}
			return f.m.state.Cell(int(f.m.rows[int(v)]) + cell)
		}
	}
	return func(f *frame) float64 {
		v := owner(f)
		if v == 0 {
			f.none(e)
		}
		return f.m.state.Cell(int(f.m.rows[int(v)]) + cell)
	}
}

func isCalled(t program.Type) bool {
	return t.Kind == program.FormulaField || t.Kind == program.ProgramField || t.Kind == program.MapType
}

// definitionField compiles the reading of a field of a definition.
func (c *compiler) definitionField(e *program.Expr, x *field, owner, member numFn) numFn {
	if e.Args[0].Type.Of == nil {
		return c.anyActionField(e, owner, member)
	}
	k := c.kinds[e.Args[0].Type.Of.Index]
	off := x.off
	if of := e.Args[0]; c.fight != nil && member == nil && of.Op == program.OpConst && of.Num != 0 {
		v := k.defs[(int(of.Num)-1)*k.width+off]
		return func(*frame) float64 { return v }
	}
	if of := e.Args[0]; member == nil && plainCell(of) && of.Args[0].Op == program.OpLocal {
		slot, cell, width := of.Args[0].Index, of.Field.Cell, k.width
		return func(f *frame) float64 {
			v := int(f.m.state.Cell(f.cellOf(slot, cell, of)))
			if v == 0 {
				f.none(e)
			}
			return k.defs[(v-1)*width+off]
		}
	}
	if member != nil {
		return func(f *frame) float64 {
			v, i := owner(f), member(f)
			if v == 0 || i == 0 {
				f.none(e)
			}
			return k.defs[(int(v)-1)*k.width+off+int(i)-1]
		}
	}
	return func(f *frame) float64 {
		v := owner(f)
		if v == 0 {
			f.none(e)
		}
		return k.defs[(int(v)-1)*k.width+off]
	}
}

// anyActionField compiles the reading of a field of whatever action it is.
func (c *compiler) anyActionField(e *program.Expr, owner, member numFn) numFn {
	row := c.actionRow(e.Field)
	return func(f *frame) float64 {
		v, i := owner(f), 1.0
		if member != nil {
			i = member(f)
		}
		if v == 0 || i == 0 {
			f.none(e)
		}
		return row(f, v, e)[int(i)-1]
	}
}

// actionRow returns how the cells of a field are found in the definition of an action, which
// may be of several kinds that have a field of this name and type.
func (c *compiler) actionRow(field *program.Field) func(f *frame, action float64, e *program.Expr) []float64 {
	type place struct {
		kind *kind
		at   int
	}
	places := make([]place, len(c.actions))
	for i, a := range c.actions {
		for _, own := range a.Def.Kind.Fields {
			if own.Name == field.Name && own.Type.Equal(field.Type) {
				k := c.kinds[a.Def.Kind.Index]
				places[i] = place{k, a.Def.Index*k.width + c.fieldOf(own).off}
			}
		}
	}
	return func(f *frame, action float64, e *program.Expr) []float64 {
		p := places[int(action)-1]
		if p.kind == nil {
			d := f.m.code.actions[int(action)-1].Def
			f.failExpr(e, NoSuchField, "%s %s has no field %s", d.Kind.Name, quoted(d.Name), quoted(field.Name))
		}
		return p.kind.defs[p.at:]
	}
}

// rowFn gives the cells of an instance, an entry, an event or an act.
type rowFn func(f *frame) []float64

// recordRow compiles the finding of the record that e reads a field of.
func (c *compiler) recordRow(e *program.Expr, owner numFn) rowFn {
	switch e.Args[0].Type.Kind {
	case program.Instance:
		return func(f *frame) []float64 {
			slot := f.m.state.Slot(owner(f))
			if slot == 0 {
				f.none(e)
			}
			return f.m.state.Fields(slot)
		}
	case program.EntryData:
		return func(f *frame) []float64 {
			v := owner(f)
			if v == 0 {
				f.none(e)
			}
			return f.m.entryRow(state.EntrySlot(v))
		}
	case program.EventData:
		return func(f *frame) []float64 {
			v := owner(f)
			if v == 0 {
				f.none(e)
			}
			return f.m.events.row(eventRef(v))
		}
	case program.Act:
		first := e.Field.Cell
		return func(f *frame) []float64 {
			i := f.m.acts.find(value.Act(owner(f)))
			if i == 0 {
				f.none(e)
			}
			a := f.m.acts.at(i)
			if !a.action.has[first] {
				f.failExpr(e, NoSuchField, "%s %s has no parameter or running field %s",
					a.action.Def.Kind.Name, quoted(a.action.Def.Name), quoted(e.Field.Name))
			}
			return f.m.acts.row(i)
		}
	}
	panic("interp: fields of " + e.Args[0].Type.String())
}

func (c *compiler) recordField(e *program.Expr, x *field, row rowFn, member numFn) numFn {
	cell := x.Cell
	switch {
	case member != nil:
		return func(f *frame) float64 {
			r, i := row(f), member(f)
			if i == 0 {
				f.none(e)
			}
			return r[cell+int(i)-1]
		}
	case x.Type.Kind == program.Set:
		c.makesLists = true
		return func(f *frame) float64 { return f.m.setItems(row(f)[cell : cell+state.SetCells]) }
	case x.Type.Kind == program.Instance:
		return func(f *frame) float64 { return f.m.state.Living(row(f)[cell]) }
	case x.Type.Kind == program.Act:
		return func(f *frame) float64 {
			v := row(f)[cell]
			if f.m.acts.find(value.Act(v)) == 0 {
				return 0
			}
			return v
		}
	}
	return func(f *frame) float64 { return row(f)[cell] }
}

// ownRead compiles the reading of a parameter or running field of the act at hand.
func (c *compiler) ownRead(e *program.Expr) numFn {
	cell := e.Field.Cell
	switch {
	case e.Type.Kind == program.Set:
		c.makesLists = true
		return func(f *frame) float64 { return f.m.setItems(f.m.ownRow(f, e)[cell : cell+state.SetCells]) }
	case len(e.Args) > 0:
		member := c.number(e.Args[0])
		return func(f *frame) float64 {
			i := member(f)
			if i == 0 {
				f.none(e)
			}
			return f.m.ownRow(f, e)[cell+int(i)-1]
		}
	case e.Type.Kind == program.Instance:
		return func(f *frame) float64 { return f.m.state.Living(f.m.ownRow(f, e)[cell]) }
	}
	return func(f *frame) float64 {
		if f.act == 0 {
			f.noAct(e)
		}
		return f.m.acts.cell(f.act, cell)
	}
}

// plainOwn reports whether e reads one cell of the act at hand as it is.
func plainOwn(e *program.Expr) bool {
	return e.Op == program.OpOwn && len(e.Args) == 0 && plainType(e.Type) && e.Type.Kind != program.Act
}

// familyRead compiles a family's bare name: the list of its members' values.
func (c *compiler) familyRead(e *program.Expr) numFn {
	x := c.fieldOf(e.Field)
	owner := c.number(e.Args[0])
	c.makesLists = true
	n := members(*e.Field.Family)
	var cells rowFn
	switch e.Args[0].Type.Kind {
	case program.ThingType:
		cells = func(f *frame) []float64 {
			v := owner(f)
			if v == 0 {
				f.none(e)
			}
			from := int(f.m.rows[int(v)]) + x.Cell
			return f.m.state.Row(from, n)
		}
	case program.Definition:
		if e.Args[0].Type.Of == nil {
			row := c.actionRow(e.Field)
			cells = func(f *frame) []float64 {
				v := owner(f)
				if v == 0 {
					f.none(e)
				}
				return row(f, v, e)[:n]
			}
			break
		}
		k := c.kinds[e.Args[0].Type.Of.Index]
		cells = func(f *frame) []float64 {
			v := owner(f)
			if v == 0 {
				f.none(e)
			}
			from := (int(v)-1)*k.width + x.off
			return k.defs[from : from+n]
		}
	default:
		row := c.recordRow(e, owner)
		cells = func(f *frame) []float64 { return row(f)[x.Cell : x.Cell+n] }
	}
	return func(f *frame) float64 {
		values := cells(f)
		l := &f.m.lists
		l.Begin()
		for _, v := range values {
			l.Push(v)
		}
		return l.End()
	}
}

// callFormula compiles the call of a formula that a field holds.
func (c *compiler) callFormula(e *program.Expr) numFn {
	c.makesLists = c.makesLists || isList(e.Type)
	of := c.number(e.Args[0])
	args := make([]numFn, len(e.Args)-1)
	for i, a := range e.Args[1:] {
		args[i] = c.number(a)
	}
	find := c.callableOf(e.Args[0], e.Field)
	return func(f *frame) float64 {
		v := of(f)
		if v == 0 {
			f.none(e)
		}
		x, it := find(f, v)
		if x == nil || x.formula == nil {
			f.none(e)
		}
		if x.formula.fixed {
			return x.formula.value
		}
		m := f.m
		g := m.enter(x.formula.slots)
		for i, a := range args {
			g.locals[i] = a(f)
		}
		g.at = &e.Span
		if x.it >= 0 {
			g.locals[x.it] = it
		}
		r := x.formula.num(g)
		m.leave(g)
		return r
	}
}

// maxArgs is how many arguments a formula field may take.
const maxArgs = 16

// callableOf returns how the formula or program in a field of a value is found,
// and what `it` is there.
func (c *compiler) callableOf(of *program.Expr, src *program.Field) func(f *frame, v float64) (*callable, float64) {
	if src == nil {
		return func(f *frame, v float64) (*callable, float64) {
			x := f.m.code.callables[int(v)-1]
			return x, x.owner
		}
	}
	x := c.fieldOf(src)
	if of.Type.Kind == program.ThingType {
		return func(f *frame, v float64) (*callable, float64) {
			n := f.m.called[int(v)][x.Index]
			if n == 0 {
				return nil, 0
			}
			return f.m.code.callables[int(n)-1], v
		}
	}
	if of.Type.Of == nil {
		row := c.actionRow(src)
		return func(f *frame, v float64) (*callable, float64) {
			n := row(f, v, of)[0]
			if n == 0 {
				return nil, 0
			}
			return f.m.code.callables[int(n)-1], f.m.code.actions[int(v)-1].it
		}
	}
	k := c.kinds[of.Type.Of.Index]
	return func(f *frame, v float64) (*callable, float64) {
		n := k.defs[(int(v)-1)*k.width+x.off]
		if n == 0 {
			return nil, 0
		}
		return f.m.code.callables[int(n)-1], v
	}
}

// quantityRead compiles the asking for a quantity.
func (c *compiler) quantityRead(e *program.Expr) numFn {
	c.makesLists = c.makesLists || isList(e.Type)
	q := c.quantityFor(e.Quantity)
	args := make([]numFn, len(e.Args))
	for i, a := range e.Args {
		args[i] = c.expr(a)
	}
	switch len(args) {
	case 1:
		a := args[0]
		return func(f *frame) float64 {
			who := [...]float64{a(f)}
			return f.m.quantity(q, who[:], e)
		}
	case 2:
		a, b := args[0], args[1]
		return func(f *frame) float64 {
			who := [...]float64{a(f), b(f)}
			return f.m.quantity(q, who[:], e)
		}
	}
	return func(f *frame) float64 {
		var who [maxArgs]float64
		for i, a := range args {
			who[i] = a(f)
		}
		return f.m.quantity(q, who[:len(args)], e)
	}
}
