package interp

import (
	"math"
	"math/bits"
	"slices"

	"github.com/rulec/rulec/interp/board"
	"github.com/rulec/rulec/interp/number"
	"github.com/rulec/rulec/interp/state"
	"github.com/rulec/rulec/interp/value"
	"github.com/rulec/rulec/lang/program"
)

// What code calls: each function gets its arguments in the order in which they are written, and
// stops the run where it can't be worked out.

func power(f *frame, x *call, in []float64) float64 {
	v, ok := number.Power(in[0], in[1])
	switch {
	case in[0] == 0 && in[1] < 0:
		f.failExpr(x.e, DivisionByZero, "division by zero: a power below 0 divides by its number")
	case !ok:
		f.failExpr(x.e, NumberOutOfRange, "a power is a whole number or, for square roots of what isn't negative, a half more")
	}
	return f.checked(v, x.e)
}

// there stops the run where a value is none.
func (f *frame) there(v float64, e *program.Expr) float64 {
	if v == 0 {
		f.none(e)
	}
	return v
}

// stepBy moves a step by n, by the ends of its scale.
func (f *frame) stepBy(e *program.Expr, s *program.Scale, step, n float64) float64 {
	f.there(step, e)
	if n != math.Floor(n) {
		f.failExpr(e, NotWhole, "a step can only be moved by a whole number, not by %s", number.Format(n))
	}
	to, last := step+n, float64(len(s.Steps))
	ends, edge := program.ClampEnds, to
	switch {
	case to < 1:
		ends, edge = s.Below, 1
	case to > last:
		ends, edge = s.Above, last
	}
	if to == edge || ends == program.ClampEnds {
		return edge
	}
	if ends == program.NoneEnds {
		return 0
	}
	f.failExpr(e, PastTheEnd, "scale %s has no step that lies %[3]s from %[2]s", quoted(s.Name), quoted(s.Steps[int(step)-1].Name), number.Format(n))
	return 0
}

func pastEnd(_ *frame, x *call, in []float64) float64 {
	last := float64(len(x.e.Args[0].Type.Scale.Steps))
	switch to := in[0] + in[1]; {
	case to > last:
		return to - last
	case to < 1:
		return to - 1
	}
	return 0
}

// lookUp reads column x.number of a table: of the first row whose ranges hold all keys.
func lookUp(f *frame, x *call, keys []float64) float64 {
	t := f.m.code.tables[x.e.Table.Index]
	for i := range t.Rows {
		if rowHolds(t.Rows[i].Ranges, keys) {
			return t.values[i][x.number]
		}
	}
	if len(keys) == 1 {
		f.failExpr(x.e, NoRow, "table %s has no row for %s", quoted(t.Name), number.Format(keys[0]))
	}
	f.failExpr(x.e, NoRow, "table %s has no row for these keys", quoted(t.Name))
	return 0
}

func rowHolds(ranges []program.Range, keys []float64) bool {
	for i := range ranges {
		if r := &ranges[i]; !r.Any && (keys[i] < r.Low || keys[i] > r.High) {
			return false
		}
	}
	return true
}

func fromMap(f *frame, x *call, in []float64) float64 {
	if in[0] != 0 {
		held := f.m.code.maps[int(in[0])-1]
		if i := slices.Index(held.keys, in[1]); i >= 0 {
			return held.values[i]
		}
	}
	f.failExpr(x.e, NoRow, "the map has nothing for %s", f.m.show(in[1], x.e.Args[1].Type))
	return 0
}

// What things, definitions and records hold.

func heldBy(f *frame, x *call, in []float64) float64 {
	return f.m.called[int(f.there(in[0], x.e))][x.field.Index]
}

func setOfThing(f *frame, x *call, in []float64) float64 {
	from := int(f.m.rows[int(f.there(in[0], x.e))]) + x.field.Cell
	return f.m.setItems(f.m.state.Row(from, state.SetCells))
}

func setOfOwn(f *frame, x *call, _ []float64) float64 {
	return f.m.setItems(f.m.ownRow(f, x.e)[x.field.Cell : x.field.Cell+state.SetCells])
}

func setOfRecord(f *frame, x *call, in []float64) float64 {
	return f.m.setItems(f.recordRow(x.e, in[0])[x.field.Cell : x.field.Cell+state.SetCells])
}

func inOwnSet(f *frame, x *call, in []float64) float64 {
	return boolean(state.InSet(f.m.ownRow(f, x.e.Args[1])[x.field.Cell:x.field.Cell+state.SetCells], in[0]))
}

func inRecordSet(f *frame, x *call, in []float64) float64 {
	return boolean(state.InSet(f.recordRow(x.e.Args[1], in[1])[x.field.Cell:x.field.Cell+state.SetCells], in[0]))
}

func definitionMember(f *frame, x *call, in []float64) float64 {
	def, member := int(f.there(in[0], x.e)), int(f.there(in[1], x.e))
	return x.kind.defs[(def-1)*x.kind.width+x.field.off+member-1]
}

func recordMember(f *frame, x *call, in []float64) float64 {
	row := f.recordRow(x.e, in[0])
	return row[x.field.Cell+int(f.there(in[1], x.e))-1]
}

func ownMember(f *frame, x *call, in []float64) float64 {
	member := int(f.there(in[0], x.e))
	return f.m.ownRow(f, x.e)[x.field.Cell+member-1]
}

// actionCell reads a field of whatever action it is.
func actionCell(f *frame, x *call, in []float64) float64 {
	member := 1.0
	if len(in) > 1 {
		member = in[1]
	}
	f.there(in[0], x.e)
	f.there(member, x.e)
	return f.actionRow(x, in[0], x.e)[int(member)-1]
}

// actionRow returns the cells of a field in the definition of an action.
func (f *frame) actionRow(x *call, action float64, e *program.Expr) []float64 {
	p := x.places[int(action)-1]
	if p.kind == nil {
		d := f.m.code.actions[int(action)-1].Def
		f.failExpr(e, NoSuchField, "%s %s has no field %s", d.Kind.Name, quoted(d.Name), quoted(x.field.Name))
	}
	return p.kind.defs[p.at:]
}

// recordRow returns the cells of the record whose field e reads: an instance, an entry, an event
// or an act.
func (f *frame) recordRow(e *program.Expr, v float64) []float64 {
	m := f.m
	switch e.Args[0].Type.Kind {
	case program.Instance:
		slot := m.state.Slot(v)
		if slot == 0 {
			f.none(e)
		}
		return m.state.Fields(slot)
	case program.EntryData:
		return m.entryRow(state.EntrySlot(f.there(v, e)))
	case program.EventData:
		return m.events.row(eventRef(f.there(v, e)))
	case program.Act:
		return f.actRow(e, v)
	}
	panic("interp: fields of " + e.Args[0].Type.String())
}

// actRow returns the cells of an act whose field e reads.
func (f *frame) actRow(e *program.Expr, v float64) []float64 {
	i := f.m.acts.find(value.Act(v))
	if i == 0 {
		f.none(e)
	}
	if a := f.m.acts.at(i); !a.action.has[e.Field.Cell] {
		f.failExpr(e, NoSuchField, "%s %s has no parameter or running field %s",
			a.action.Def.Kind.Name, quoted(a.action.Def.Name), quoted(e.Field.Name))
	}
	return f.m.acts.row(i)
}

// familyOf lists the values of the members of a family.
func familyOf(f *frame, x *call, in []float64) float64 {
	m := f.m
	var cells []float64
	switch of := x.e.Args[0].Type; {
	case of.Kind == program.ThingType:
		cells = m.state.Row(int(m.rows[int(f.there(in[0], x.e))])+x.field.Cell, x.number)
	case of.Kind != program.Definition:
		cells = f.recordRow(x.e, in[0])[x.field.Cell:]
	case of.Of == nil:
		cells = f.actionRow(x, f.there(in[0], x.e), x.e)
	default:
		cells = x.kind.defs[(int(f.there(in[0], x.e))-1)*x.kind.width+x.field.off:]
	}
	m.lists.Begin()
	for _, v := range cells[:x.number] {
		m.lists.Push(v)
	}
	return m.lists.End()
}

func was(f *frame, x *call, in []float64) float64 {
	member := 0
	if len(in) > 1 {
		member = int(f.there(in[1], x.e)) - 1
	}
	return f.m.was(board.Thing(in[0]), x.field, member)
}

// heldFormula works out the formula that a field of a value holds, with further arguments.
func heldFormula(f *frame, x *call, in []float64) float64 {
	held, it := f.held(x, x.e.Args[0], f.there(in[0], x.e))
	if held == nil || held.formula == nil {
		f.none(x.e)
	}
	if held.formula.fixed {
		return held.formula.value
	}
	m := f.m
	g := m.enter(held.formula.slots)
	copy(g.locals, in[1:])
	g.at = &x.e.Span
	if held.it >= 0 {
		g.locals[held.it] = it
	}
	v := m.eval(held.formula.code, g)
	m.leave(g)
	return v
}

// held finds the formula or program in a field of a value, and what `it` is there; of is what the
// value was read from. Without a field the value is that itself.
func (f *frame) held(x *call, of *program.Expr, v float64) (*callable, float64) {
	m, at, it := f.m, 0.0, v
	switch {
	case x.field == nil:
		held := m.code.callables[int(v)-1]
		return held, held.owner
	case x.kind != nil:
		at = x.kind.defs[(int(v)-1)*x.kind.width+x.field.off]
	case x.places != nil:
		at, it = f.actionRow(x, v, of)[0], m.code.actions[int(v)-1].it
	default:
		at = m.called[int(v)][x.field.Index]
	}
	if at == 0 {
		return nil, 0
	}
	return m.code.callables[int(at)-1], it
}

// Conditions.

func instancesOf(f *frame, x *call, in []float64) float64 {
	return f.m.instancesOf(board.Thing(f.there(in[0], x.e)), f.m.code.conditions[x.number])
}

func instanceBy(f *frame, x *call, in []float64) float64 {
	return f.m.instanceBy(board.Thing(f.there(in[0], x.e)), f.m.code.conditions[x.number], board.Thing(in[1]))
}

func hasNamed(f *frame, x *call, in []float64) float64 {
	who, name := f.there(in[0], x.e), f.there(in[1], x.e)
	return boolean(f.m.has(board.Thing(who), f.m.code.conditions[int(name)-1]))
}

func ever(f *frame, x *call, in []float64) float64 {
	who := board.Thing(f.there(in[0], x.e))
	if x.e.Condition != nil {
		return boolean(f.m.ever(who, f.m.code.conditions[x.e.Condition.Index], f.act))
	}
	return boolean(f.m.ever(who, f.m.code.conditions[int(f.there(in[1], x.e))-1], f.act))
}

// instance returns the instance that a value stands for.
func (f *frame) instance(x *call, v float64) *state.Instance {
	slot := f.m.state.Slot(v)
	if slot == 0 {
		f.none(x.e)
	}
	return f.m.state.Instance(slot)
}

func appliedBy(f *frame, x *call, in []float64) float64 { return float64(f.instance(x, in[0]).By) }
func bearerOf(f *frame, x *call, in []float64) float64  { return float64(f.instance(x, in[0]).Bearer) }
func since(f *frame, x *call, in []float64) float64     { return f.instance(x, in[0]).Since }
func elapsed(f *frame, x *call, in []float64) float64 {
	return f.m.turns.clock[0] - f.instance(x, in[0]).Since
}

// Things, events, time.

func isOut(f *frame, x *call, in []float64) float64 {
	return boolean(f.m.isOut(board.Thing(f.there(in[0], x.e))))
}

func lotOf(f *frame, x *call, in []float64) float64 {
	return f.m.source.Lot(f.m.rollerOf(board.Thing(f.there(in[0], x.e))))
}

func thingsOf(f *frame, x *call, _ []float64) float64 {
	l := &f.m.lists
	l.Begin()
	for i := board.Thing(1); int(i) <= f.m.count; i++ {
		if f.m.kindOf[i] == x.kind {
			l.Push(float64(i))
		}
	}
	return l.End()
}

func eventOf(f *frame, x *call, in []float64) float64 {
	return float64(f.m.events.at(eventRef(f.there(in[0], x.e))).of)
}

func eventAct(f *frame, x *call, in []float64) float64 {
	return float64(f.m.acts.number(f.m.events.at(eventRef(f.there(in[0], x.e))).act))
}

func eventIs(f *frame, _ *call, in []float64) float64 {
	return boolean(f.event != 0 && float64(f.m.events.at(f.event).event.Index+1) == in[0])
}

func isAsked(f *frame, _ *call, in []float64) float64 {
	return boolean(f.m.events.asking != 0 && float64(f.m.events.asking) == in[0])
}

func scheduled(f *frame, _ *call, in []float64) float64 {
	return f.m.state.Agenda.Time(board.Thing(in[0]), int(in[1])-1)
}

// Actions.

func unfinished(f *frame, _ *call, _ []float64) float64 {
	l := &f.m.lists
	l.Begin()
	for _, i := range f.m.acts.running {
		l.Push(float64(f.m.acts.number(i)))
	}
	return l.End()
}

func mine(f *frame, _ *call, in []float64) float64 {
	return float64(f.m.acts.number(f.m.acts.innermost(board.Thing(in[0]))))
}

func declared(f *frame, x *call, in []float64) float64 {
	return float64(f.m.turns.declared[int(f.there(in[0], x.e))])
}

// actOf returns the act that a value stands for.
func (f *frame) actOf(x *call, v float64) actRef {
	i := f.m.acts.find(value.Act(v))
	if i == 0 {
		f.none(x.e)
	}
	return i
}

func actorOf(f *frame, x *call, in []float64) float64 {
	return float64(f.m.acts.at(f.actOf(x, in[0])).actor)
}

// actionOf is the action of an act: its definition, if it is of the kind that is asked for, or the
// number of the action.
func actionOf(f *frame, x *call, in []float64) float64 {
	a := f.m.acts.at(f.actOf(x, in[0])).action
	switch {
	case x.kind == nil:
		return a.value
	case a.Def.Kind != x.kind.Kind:
		return 0
	}
	return float64(a.Def.Index + 1)
}

// anyAction is the number of the action that a definition is; 0: none.
func anyAction(_ *frame, x *call, in []float64) float64 {
	if in[0] == 0 || x.kind.actions[int(in[0])-1] == nil {
		return 0
	}
	return x.kind.actions[int(in[0])-1].value
}

// committed is what an act has held and paid of a pool, or only what it has paid.
func committed(f *frame, x *call, in []float64) float64 {
	act, member := f.actOf(x, in[0]), 0
	if len(in) > 1 {
		member = int(f.there(in[1], x.e)) - 1
	}
	return f.m.acts.committed(act, x.field, member, x.e.Builtin == program.Paid)
}

func can(f *frame, x *call, in []float64) float64 {
	who, action := f.there(in[0], x.e), f.there(in[1], x.e)
	return boolean(f.m.can(board.Thing(who), f.m.code.actions[int(action)-1], f.event))
}

func onlyChoose(f *frame, x *call, _ []float64) float64 {
	f.failExpr(x.e, OnlyChoose, "only choose may ask what somebody can do")
	return 0
}

func asPlan(f *frame, _ *call, in []float64) float64 {
	if act := f.m.acts.find(value.Act(in[0])); act != 0 {
		return f.m.planOf(act)
	}
	return 0
}

func planAction(f *frame, x *call, in []float64) float64 {
	return f.m.lists.Of(f.there(in[0], x.e))[value.PlanAction]
}

func planActor(f *frame, x *call, in []float64) float64 {
	return f.m.lists.Of(f.there(in[0], x.e))[value.PlanActor]
}

// Lists.

func equalLists(f *frame, _ *call, in []float64) float64 {
	return boolean(slices.Equal(f.m.lists.Of(in[0]), f.m.lists.Of(in[1])))
}

// walk returns the elements of a list and counts them as steps.
func (f *frame) walk(list float64) []float64 {
	items := f.m.lists.Of(list)
	f.m.step(len(items))
	return items
}

// element returns the i-th element of a list, from 0; 0 past its ends.
func (f *frame) element(e *program.Expr, items []float64, i float64) float64 {
	if i < 0 || i >= float64(len(items)) {
		return 0
	}
	if i != math.Floor(i) {
		f.failExpr(e, NotWhole, "an element's place in a list is a whole number, not %s", number.Format(i))
	}
	return items[int(i)]
}

func total(f *frame, x *call, in []float64) float64 {
	sum := 0.0
	for _, v := range f.walk(in[0]) {
		sum = f.checked(sum+v, x.e)
	}
	return sum
}

func reversed(f *frame, _ *call, in []float64) float64 {
	l := &f.m.lists
	items := f.walk(in[0])
	l.Begin()
	for i := len(items) - 1; i >= 0; i-- {
		l.Push(items[i])
	}
	return l.End()
}

// maxRange is how many numbers a range may have.
const maxRange = 10_000

func rangeOf(f *frame, x *call, in []float64) float64 {
	from, to := math.Ceil(in[0]), math.Floor(in[1])
	if to-from >= maxRange {
		f.failExpr(x.e, TooMany, "a range of %s numbers; the limit is %d", number.Format(to-from+1), maxRange)
	}
	f.m.step(max(int(to-from), 0))
	l := &f.m.lists
	l.Begin()
	for i := range int(max(to-from+1, 0)) {
		l.Push(from + float64(i))
	}
	return l.End()
}

// setItems returns the list of a set's members, the smallest number first.
func (m *Machine) setItems(cells []float64) float64 {
	l := &m.lists
	l.Begin()
	for i, c := range cells {
		for set := uint32(c); set != 0; set &= set - 1 {
			l.Push(float64(i*32 + bits.TrailingZeros32(set) + 1))
		}
	}
	return l.End()
}

// ranked is a value with the number that it is ordered by.
type ranked struct{ key, value float64 }

// sortKeyed orders by key; equals keep their order. Lists are short: insertion.
func sortKeyed(s []ranked) {
	for i := 1; i < len(s); i++ {
		for j := i; j > 0 && s[j].key < s[j-1].key; j-- {
			s[j], s[j-1] = s[j-1], s[j]
		}
	}
}

// absent tells whether a number stands for none: an absent clock time or length.
func absent(v float64) bool { return v == number.None || v == program.Absent || math.IsNaN(v) }

// maxArgs is how many arguments a formula field may take.
const maxArgs = 16
