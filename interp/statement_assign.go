package interp

import (
	"github.com/rulec/rulec/interp/state"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
)

// assignment is what =, += and -= on a field have in common.
type assignment struct {
	*program.Assign
	field *field
	value amountOf
	// owner is whose field it is; nil: that of the act at hand.
	owner *code
	// member is which member of a family is meant; nil: there are none.
	member *code
}

// memberOf returns which member of a family is meant, from 0.
func (f *frame) memberAssigned(s *assignment) int32 {
	if s.member == nil {
		return 0
	}
	v := f.eval(s.member)
	if v == 0 {
		f.none(s.Target)
	}
	return int32(v) - 1
}

// assignRowStmt changes a field of an act, an entry or an event: working memory, no effect (P30).
type assignRowStmt struct{ assignment }

func (f *frame) runAssignRow(s *assignRowStmt) control {
	v := f.amount(&s.value)
	if s.field.Type.Kind == program.Set {
		f.changeRowSet(s, v)
	} else {
		cell := &f.assignedRow(s)[s.field.Cell+int(f.memberAssigned(&s.assignment))]
		switch s.Op {
		case '+':
			v = *cell + v
		case '-':
			v = *cell - v
		}
		*cell = v
	}
	f.m.record.dropWhy()
	return goOn
}

// row returns the cells of the record.
func (f *frame) assignedRow(s *assignRowStmt) []float64 {
	if s.owner == nil {
		return f.m.ownRow(f, s.Target)
	}
	return f.recordRow(s.Target, f.eval(s.owner))
}

func (f *frame) changeRowSet(s *assignRowStmt, v float64) {
	m := f.m
	cells := f.assignedRow(s)[s.field.Cell : s.field.Cell+state.SetCells]
	if s.Op == '=' {
		clear(cells)
	}
	if !isList(s.Value.Type) {
		state.Include(cells, int(m.setMember(v, &s.Span)), s.Op != '-')
		return
	}
	for _, x := range m.lists.Of(v) {
		state.Include(cells, int(m.setMember(x, &s.Span)), s.Op != '-')
	}
}

// assignThingStmt changes a field of a thing.
type assignThingStmt struct{ assignment }

func (f *frame) runAssignThing(s *assignThingStmt) control {
	m := f.m
	if s.field.Type.Kind == program.Set {
		f.assignSet(&s.assignment, opSetAdd, opSetRemove, opSet, func(o *op) { o.thing = f.assignedThing(s) })
	} else {
		o := op{kind: opSet, field: s.field, span: &s.Span, thing: f.assignedThing(s), at: f.memberAssigned(&s.assignment)}
		o.value = m.storable(s.field, f.amount(&s.value))
		switch s.Op {
		case '+':
			o.kind = opAdd
		case '-':
			o.kind, o.value = opAdd, -o.value
		}
		m.do(&o)
	}
	m.record.dropWhy()
	return goOn
}

func (f *frame) assignedThing(s *assignThingStmt) int32 {
	v := f.eval(s.owner)
	if v == 0 {
		f.none(s.Target)
	}
	return int32(v)
}

// assignInstanceStmt changes a field of an instance.
type assignInstanceStmt struct{ assignment }

func (f *frame) runAssignInstance(s *assignInstanceStmt) control {
	m := f.m
	if s.field.Type.Kind == program.Set {
		f.assignSet(&s.assignment, opInstanceSetAdd, opInstanceSetRemove, opInstanceSet, func(o *op) { f.findInstance(s, o) })
	} else {
		o := op{kind: opInstanceSet, field: s.field, span: &s.Span, at: f.memberAssigned(&s.assignment)}
		f.findInstance(s, &o)
		o.value = m.storable(s.field, f.amount(&s.value))
		switch s.Op {
		case '+':
			o.kind = opInstanceAdd
		case '-':
			o.kind, o.value = opInstanceAdd, -o.value
		}
		m.do(&o)
	}
	m.record.dropWhy()
	return goOn
}

// find notes which instance it is.
func (f *frame) findInstance(s *assignInstanceStmt, o *op) {
	o.instance = f.eval(s.owner)
	slot := f.m.state.Slot(f.m.batch.renamed(o.instance))
	if slot == 0 {
		f.none(s.Target)
	}
	o.thing = f.m.state.Instance(slot).Bearer
}

// assignSet changes a set: owner notes whose it is.
func (f *frame) assignSet(s *assignment, add, remove, set opKind, owner func(o *op)) {
	m, span := f.m, &s.Span
	v := f.amount(&s.value)
	o := op{kind: add, field: s.field, span: span}
	owner(&o)
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
	if !isList(s.Value.Type) {
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
func (m *Machine) storable(x *field, v float64) float64 {
	if x.list {
		return m.lists.Keep(v)
	}
	return v
}
