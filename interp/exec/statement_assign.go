package exec

import (
	"github.com/rulec/rulec/interp/code"
	"github.com/rulec/rulec/interp/state"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
)

// memberOf returns which member of a family is meant, from 0.
func (f *frame) memberAssigned(s *code.Assignment) int32 {
	if s.Member == nil {
		return 0
	}
	v := f.eval(s.Member)
	if v == 0 {
		f.none(s.Target)
	}
	return int32(v) - 1
}

func (f *frame) runAssignRow(s *code.AssignRowStmt) code.Control {
	v := f.amount(&s.Value)
	if s.Field.Type.Kind == program.Set {
		f.changeRowSet(s, v)
	} else {
		cell := &f.assignedRow(s)[s.Field.Field.Cell+int(f.memberAssigned(&s.Assignment))]
		switch s.Op {
		case '+':
			v = *cell + v
		case '-':
			v = *cell - v
		}
		*cell = v
	}
	f.m.record.dropWhy()
	return code.GoOn
}

// row returns the cells of the record.
func (f *frame) assignedRow(s *code.AssignRowStmt) []float64 {
	if s.Owner == nil {
		return f.m.ownRow(f, s.Target)
	}
	return f.recordRow(s.Target, f.eval(s.Owner))
}

func (f *frame) changeRowSet(s *code.AssignRowStmt, v float64) {
	m := f.m
	cells := f.assignedRow(s)[s.Field.Field.Cell : s.Field.Field.Cell+state.SetCells]
	if s.Op == '=' {
		clear(cells)
	}
	if !code.IsList(s.Assign.Value.Type) {
		state.Include(cells, int(m.setMember(v, &s.Span)), s.Op != '-')
		return
	}
	for _, x := range m.lists.Of(v) {
		state.Include(cells, int(m.setMember(x, &s.Span)), s.Op != '-')
	}
}

func (f *frame) runAssignThing(s *code.AssignThingStmt) code.Control {
	m := f.m
	if s.Field.Type.Kind == program.Set {
		f.assignSet(&s.Assignment, opSetAdd, opSetRemove, opSet, op{thing: f.assignedThing(s)})
	} else {
		o := op{kind: opSet, field: s.Field, span: &s.Span, thing: f.assignedThing(s), at: f.memberAssigned(&s.Assignment)}
		o.value = m.storable(s.Field, f.amount(&s.Value))
		switch s.Op {
		case '+':
			o.kind = opAdd
		case '-':
			o.kind, o.value = opAdd, -o.value
		}
		f.boundOf(&s.Assignment, &o)
		m.do(&o)
	}
	m.record.dropWhy()
	return code.GoOn
}

// boundOf makes a change that only raises or lowers a field one to that number, from whatever the field holds
// when it lands.
func (f *frame) boundOf(s *code.Assignment, o *op) {
	if s.Bound != nil {
		o.value, o.sign = f.eval(s.Bound), s.Sign
	}
}

func (f *frame) assignedThing(s *code.AssignThingStmt) int32 {
	v := f.eval(s.Owner)
	if v == 0 {
		f.none(s.Target)
	}
	return int32(v)
}

func (f *frame) runAssignInstance(s *code.AssignInstanceStmt) code.Control {
	m := f.m
	if s.Field.Type.Kind == program.Set {
		var o op
		f.findInstance(s, &o)
		f.assignSet(&s.Assignment, opInstanceSetAdd, opInstanceSetRemove, opInstanceSet, o)
	} else {
		o := op{kind: opInstanceSet, field: s.Field, span: &s.Span, at: f.memberAssigned(&s.Assignment)}
		f.findInstance(s, &o)
		o.value = m.storable(s.Field, f.amount(&s.Value))
		switch s.Op {
		case '+':
			o.kind = opInstanceAdd
		case '-':
			o.kind, o.value = opInstanceAdd, -o.value
		}
		f.boundOf(&s.Assignment, &o)
		m.do(&o)
	}
	m.record.dropWhy()
	return code.GoOn
}

// find notes which instance it is.
func (f *frame) findInstance(s *code.AssignInstanceStmt, o *op) {
	o.instance = f.eval(s.Owner)
	slot := f.m.state.Slot(f.m.batch.renamed(o.instance))
	if slot == 0 {
		f.none(s.Target)
	}
	o.thing = f.m.state.Instance(slot).Bearer
}

// assignSet changes a set; o says whose it is.
func (f *frame) assignSet(s *code.Assignment, add, remove, set opKind, o op) {
	m, span := f.m, &s.Span
	v := f.amount(&s.Value)
	o.kind, o.field, o.span = add, s.Field, span
	switch {
	case s.Op == '=':
		var cells [state.SetCells]float64
		m.fillSet(cells[:], v, span)
		data := m.batch.keepData(cells[:]...)
		o.kind, o.data, o.count = set, int32(data), state.SetCells
		m.do(&o)
		m.batch.releaseData(data)
		return
	case s.Op == '-':
		o.kind = remove
	}
	if !code.IsList(s.Assign.Value.Type) {
		o.at = m.setMember(v, span)
		m.do(&o)
		return
	}
	for _, x := range m.lists.Of(v) {
		each := o
		each.at = m.setMember(x, span)
		m.do(&each)
	}
}

// fillSet makes the set that begins at a cell one of the elements of a list.
func (m *Machine) fillSet(row []float64, list float64, span *diag.Span) {
	cells := row[:state.SetCells]
	clear(cells)
	for _, x := range m.lists.Of(list) {
		state.Include(cells, int(m.setMember(x, span)), true)
	}
}

// storable returns a value as a field keeps it: lists are kept.
func (m *Machine) storable(x *code.Field, v float64) float64 {
	if x.List {
		return m.lists.Keep(v)
	}
	return v
}
