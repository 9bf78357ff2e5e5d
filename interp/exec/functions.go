package exec

import (
	"math"
	"math/bits"
	"slices"

	"github.com/rulec/rulec/interp/board"
	"github.com/rulec/rulec/interp/code"
	"github.com/rulec/rulec/interp/number"
	"github.com/rulec/rulec/interp/state"
	"github.com/rulec/rulec/interp/value"
	"github.com/rulec/rulec/lang/calc"
	"github.com/rulec/rulec/lang/program"
)

// What code calls: each function gets its arguments in the order in which they are written, and
// stops the run where it can't be worked out.

func powerOf(f *frame, x *code.Call, in []float64) float64 {
	v, ok := calc.Power(in[0], in[1])
	switch {
	case in[0] == 0 && in[1] < 0:
		f.failExpr(x.E, DivisionByZero, "division by zero: 0 can't be raised to a negative power")
	case !ok:
		f.failExpr(x.E, NumberOutOfRange, "a power must be whole, or end in .5 if the number isn't negative")
	}
	return f.checked(v, x.E)
}

// there stops the run where a value is none.
func (f *frame) there(v float64, e *program.Expr) float64 {
	if v == 0 {
		f.none(e)
	}
	return v
}

// stepBy moves a step by n, but not past the ends of its scale.
func (f *frame) stepBy(e *program.Expr, s *program.Scale, step, n float64) float64 {
	f.there(step, e)
	if n != math.Floor(n) {
		f.failExpr(e, NotWhole, "a step can only be moved by a whole number, not by %s", number.Format(n))
	}
	return min(max(step+n, 1), float64(len(s.Steps)))
}

func pastEnd(_ *frame, x *code.Call, in []float64) float64 {
	last := float64(len(x.E.Args[0].Type.Scale.Steps))
	switch to := in[0] + in[1]; {
	case to > last:
		return to - last
	case to < 1:
		return to - 1
	}
	return 0
}

// lookUp reads column x.number of a table: of the first row whose ranges hold all keys.
func lookUp(f *frame, x *code.Call, keys []float64) float64 {
	t := f.m.Code.Tables[x.E.Table.Index]
	for i := range t.Rows {
		if rowHolds(t.Rows[i].Ranges, keys) {
			return t.Values[i][x.Number]
		}
	}
	if len(keys) == 1 {
		f.failExpr(x.E, NoRow, "table %s has no row for %s", code.Quoted(t.Name), number.Format(keys[0]))
	}
	f.failExpr(x.E, NoRow, "table %s has no row for these keys", code.Quoted(t.Name))
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

func fromMap(f *frame, x *code.Call, in []float64) float64 {
	if in[0] != 0 {
		held := f.m.Code.Maps[int(in[0])-1]
		if i := slices.Index(held.Keys, in[1]); i >= 0 {
			return held.Values[i]
		}
	}
	f.failExpr(x.E, NoRow, "the map has no value for %s", f.m.show(in[1], x.E.Args[1].Type))
	return 0
}

// What things, definitions and records hold.

func heldBy(f *frame, x *code.Call, in []float64) float64 {
	return f.m.Called[int(f.there(in[0], x.E))][x.Field.Index]
}

func setOfThing(f *frame, x *code.Call, in []float64) float64 {
	from := int(f.m.Rows[int(f.there(in[0], x.E))]) + x.Field.Field.Cell
	return f.m.setItems(f.m.state.Row(from, state.SetCells))
}

func setOfOwn(f *frame, x *code.Call, _ []float64) float64 {
	return f.m.setItems(f.m.ownRow(f, x.E)[x.Field.Field.Cell : x.Field.Field.Cell+state.SetCells])
}

func setOfRecord(f *frame, x *code.Call, in []float64) float64 {
	return f.m.setItems(f.recordRow(x.E, in[0])[x.Field.Field.Cell : x.Field.Field.Cell+state.SetCells])
}

func inOwnSet(f *frame, x *code.Call, in []float64) float64 {
	return boolean(state.InSet(f.m.ownRow(f, x.E.Args[1])[x.Field.Field.Cell:x.Field.Field.Cell+state.SetCells], in[0]))
}

func inRecordSet(f *frame, x *code.Call, in []float64) float64 {
	return boolean(state.InSet(f.recordRow(x.E.Args[1], in[1])[x.Field.Field.Cell:x.Field.Field.Cell+state.SetCells], in[0]))
}

func definitionMember(f *frame, x *code.Call, in []float64) float64 {
	def, member := int(f.there(in[0], x.E)), int(f.there(in[1], x.E))
	return x.Kind.Defs[(def-1)*x.Kind.Width+x.Field.Off+member-1]
}

func recordMember(f *frame, x *code.Call, in []float64) float64 {
	row := f.recordRow(x.E, in[0])
	return row[x.Field.Field.Cell+int(f.there(in[1], x.E))-1]
}

func ownMember(f *frame, x *code.Call, in []float64) float64 {
	member := int(f.there(in[0], x.E))
	return f.m.ownRow(f, x.E)[x.Field.Field.Cell+member-1]
}

// actionCell reads a field of whatever action it is.
func actionCell(f *frame, x *code.Call, in []float64) float64 {
	member := 1.0
	if len(in) > 1 {
		member = in[1]
	}
	f.there(in[0], x.E)
	f.there(member, x.E)
	return f.actionRow(x, in[0], x.E)[int(member)-1]
}

// actionRow returns the cells of a field in the definition of an action.
func (f *frame) actionRow(x *code.Call, action float64, e *program.Expr) []float64 {
	p := x.Places[int(action)-1]
	if p.Kind == nil {
		d := f.m.Code.Actions[int(action)-1].Def
		f.failExpr(e, NoSuchField, "%s %s has no field %s", d.Kind.Name, code.Quoted(d.Name), code.Quoted(x.Field.Name))
	}
	return p.Kind.Defs[p.At:]
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
	if a := f.m.acts.at(i); !a.action.Has[e.Field.Cell] {
		f.failExpr(e, NoSuchField, "%s %s has no parameter or running field %s",
			a.action.Def.Kind.Name, code.Quoted(a.action.Def.Name), code.Quoted(e.Field.Name))
	}
	return f.m.acts.row(i)
}

// familyOf lists the values of the members of a family.
func familyOf(f *frame, x *code.Call, in []float64) float64 {
	m := f.m
	var cells []float64
	switch of := x.E.Args[0].Type; {
	case of.Kind == program.ThingType:
		cells = m.state.Row(int(m.Rows[int(f.there(in[0], x.E))])+x.Field.Field.Cell, x.Number)
	case of.Kind != program.Definition:
		cells = f.recordRow(x.E, in[0])[x.Field.Field.Cell:]
	case of.Of == nil:
		cells = f.actionRow(x, f.there(in[0], x.E), x.E)
	default:
		cells = x.Kind.Defs[(int(f.there(in[0], x.E))-1)*x.Kind.Width+x.Field.Off:]
	}
	m.lists.Begin()
	for _, v := range cells[:x.Number] {
		m.lists.Push(v)
	}
	return m.lists.End()
}

func was(f *frame, x *code.Call, in []float64) float64 {
	member := 0
	if len(in) > 1 {
		member = int(f.there(in[1], x.E)) - 1
	}
	return f.m.was(board.Thing(in[0]), x.Field, member)
}

// heldFormula works out the formula that a field of a value holds, with further arguments.
func heldFormula(f *frame, x *code.Call, in []float64) float64 {
	held, it := f.held(x, x.E.Args[0], f.there(in[0], x.E))
	if held == nil || held.Formula == nil {
		f.none(x.E)
	}
	if held.Formula.Fixed {
		return held.Formula.Value
	}
	m := f.m
	m.step(1)
	g := m.enter(held.Formula.Slots)
	copy(g.locals, in[1:])
	g.at = &x.E.Span
	if held.It >= 0 {
		g.locals[held.It] = it
	}
	v := m.eval(held.Formula.Code, g)
	m.leave(g)
	return v
}

// held finds the formula or program in a field of a value, and what `it` is there; of is what the
// value was read from. Without a field the value is that itself.
func (f *frame) held(x *code.Call, of *program.Expr, v float64) (*code.Callable, float64) {
	m, at, it := f.m, 0.0, v
	switch {
	case x.Field == nil:
		held := m.Code.Callables[int(v)-1]
		return held, held.Owner
	case x.Kind != nil:
		at = x.Kind.Defs[(int(v)-1)*x.Kind.Width+x.Field.Off]
	case x.Places != nil:
		at, it = f.actionRow(x, v, of)[0], m.Code.Actions[int(v)-1].It
	default:
		at = m.Called[int(v)][x.Field.Index]
	}
	if at == 0 {
		return nil, 0
	}
	return m.Code.Callables[int(at)-1], it
}

// Conditions.

func instancesOf(f *frame, x *code.Call, in []float64) float64 {
	return f.m.instancesOf(board.Thing(f.there(in[0], x.E)), f.m.Code.Conditions[x.Number])
}

func instanceBy(f *frame, x *code.Call, in []float64) float64 {
	return f.m.instanceBy(board.Thing(f.there(in[0], x.E)), f.m.Code.Conditions[x.Number], board.Thing(in[1]))
}

func hasNamed(f *frame, x *code.Call, in []float64) float64 {
	who, name := f.there(in[0], x.E), f.there(in[1], x.E)
	return boolean(f.m.has(board.Thing(who), f.m.Code.Conditions[int(name)-1]))
}

func ever(f *frame, x *code.Call, in []float64) float64 {
	who := board.Thing(f.there(in[0], x.E))
	if x.E.Condition != nil {
		return boolean(f.m.ever(who, f.m.Code.Conditions[x.E.Condition.Index], f.act))
	}
	return boolean(f.m.ever(who, f.m.Code.Conditions[int(f.there(in[1], x.E))-1], f.act))
}

// instance returns the instance that a value stands for.
func (f *frame) instance(x *code.Call, v float64) *state.Instance {
	slot := f.m.state.Slot(v)
	if slot == 0 {
		f.none(x.E)
	}
	return f.m.state.Instance(slot)
}

func appliedBy(f *frame, x *code.Call, in []float64) float64 { return float64(f.instance(x, in[0]).By) }

func bearerOf(f *frame, x *code.Call, in []float64) float64 {
	return float64(f.instance(x, in[0]).Bearer)
}

func since(f *frame, x *code.Call, in []float64) float64 { return f.instance(x, in[0]).Since }

func elapsed(f *frame, x *code.Call, in []float64) float64 {
	return f.m.turns.clock[0] - f.instance(x, in[0]).Since
}

// Things, events, time.

func isOut(f *frame, x *code.Call, in []float64) float64 {
	return boolean(f.m.isOut(board.Thing(f.there(in[0], x.E))))
}

func tieBreaker(f *frame, x *code.Call, in []float64) float64 {
	return f.m.source.Lot(f.m.rollerOf(board.Thing(f.there(in[0], x.E))))
}

func winner(f *frame, _ *code.Call, _ []float64) float64 { return float64(f.m.Winner) }

func thingsOf(f *frame, x *code.Call, _ []float64) float64 {
	l := &f.m.lists
	l.Begin()
	for i := board.Thing(1); int(i) <= f.m.Count; i++ {
		if f.m.KindOf[i] == x.Kind {
			l.Push(float64(i))
		}
	}
	return l.End()
}

func eventOf(f *frame, x *code.Call, in []float64) float64 {
	return float64(f.m.events.at(eventRef(f.there(in[0], x.E))).of)
}

func eventAct(f *frame, x *code.Call, in []float64) float64 {
	return float64(f.m.acts.number(f.m.events.at(eventRef(f.there(in[0], x.E))).act))
}

func eventIs(f *frame, _ *code.Call, in []float64) float64 {
	return boolean(f.event != 0 && float64(f.m.events.at(f.event).event.Decl.Index+1) == in[0])
}

func isAsked(f *frame, _ *code.Call, in []float64) float64 {
	return boolean(f.m.events.asking != 0 && float64(f.m.events.asking) == in[0])
}

func scheduled(f *frame, _ *code.Call, in []float64) float64 {
	return f.m.state.Agenda.Time(board.Thing(in[0]), int(in[1])-1)
}

// Actions.

func unfinished(f *frame, _ *code.Call, _ []float64) float64 {
	l := &f.m.lists
	l.Begin()
	for _, i := range f.m.acts.running {
		l.Push(float64(f.m.acts.number(i)))
	}
	return l.End()
}

func mine(f *frame, _ *code.Call, in []float64) float64 {
	return float64(f.m.acts.number(f.m.acts.innermost(board.Thing(in[0]))))
}

func declared(f *frame, x *code.Call, in []float64) float64 {
	return float64(f.m.turns.declared[int(f.there(in[0], x.E))])
}

// actOf returns the act that a value stands for.
func (f *frame) actOf(x *code.Call, v float64) actRef {
	i := f.m.acts.find(value.Act(v))
	if i == 0 {
		f.none(x.E)
	}
	return i
}

func actorOf(f *frame, x *code.Call, in []float64) float64 {
	return float64(f.m.acts.at(f.actOf(x, in[0])).actor)
}

// actionOf is the action of an act: its definition, if it is of the kind that is asked for, or the
// number of the action.
func actionOf(f *frame, x *code.Call, in []float64) float64 {
	a := f.m.acts.at(f.actOf(x, in[0])).action
	switch {
	case x.Kind == nil:
		return a.Value
	case a.Def.Kind != x.Kind.Kind:
		return 0
	}
	return float64(a.Def.Index + 1)
}

// anyAction is the number of the action that a definition is; 0: none.
func anyAction(_ *frame, x *code.Call, in []float64) float64 {
	if in[0] == 0 || x.Kind.Actions[int(in[0])-1] == nil {
		return 0
	}
	return x.Kind.Actions[int(in[0])-1].Value
}

// committed is what an act has held and paid of a pool, or only what it has paid.
func committed(f *frame, x *code.Call, in []float64) float64 {
	act, member := f.actOf(x, in[0]), 0
	if len(in) > 1 {
		member = int(f.there(in[1], x.E)) - 1
	}
	return f.m.acts.committed(act, x.Field, member, x.E.Builtin == program.Paid)
}

func can(f *frame, x *code.Call, in []float64) float64 {
	who, action := f.there(in[0], x.E), f.there(in[1], x.E)
	return boolean(f.m.can(board.Thing(who), f.m.Code.Actions[int(action)-1], f.event))
}

func onlyChoose(f *frame, x *code.Call, _ []float64) float64 {
	f.failExpr(x.E, OnlyChoose, "only choose can ask what a creature can do")
	return 0
}

func asPlan(f *frame, _ *code.Call, in []float64) float64 {
	if act := f.m.acts.find(value.Act(in[0])); act != 0 {
		return f.m.planOf(act)
	}
	return 0
}

func planAction(f *frame, x *code.Call, in []float64) float64 {
	return f.m.lists.Of(f.there(in[0], x.E))[value.PlanAction]
}

func planActor(f *frame, x *code.Call, in []float64) float64 {
	return f.m.lists.Of(f.there(in[0], x.E))[value.PlanActor]
}

// Lists.

func equalLists(f *frame, _ *code.Call, in []float64) float64 {
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
		f.failExpr(e, NotWhole, "the position of an element in a list must be a whole number, not %s", number.Format(i))
	}
	return items[int(i)]
}

func total(f *frame, x *code.Call, in []float64) float64 {
	sum := 0.0
	for _, v := range f.walk(in[0]) {
		sum = f.checked(sum+v, x.E)
	}
	return sum
}

func reversed(f *frame, _ *code.Call, in []float64) float64 {
	l := &f.m.lists
	items := f.walk(in[0])
	l.Begin()
	for i := len(items) - 1; i >= 0; i-- {
		l.Push(items[i])
	}
	return l.End()
}

// MaxRange is how many numbers a range may have.
const MaxRange = 10_000

func rangeOf(f *frame, x *code.Call, in []float64) float64 {
	from, to := math.Ceil(in[0]), math.Floor(in[1])
	if to-from >= MaxRange {
		f.failExpr(x.E, TooMany, "a range of %s numbers; the limit is %d", number.Format(to-from+1), MaxRange)
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

// functions is what the functions of code do, by their number.
var functions [len(code.FunctionNames)]func(f *frame, x *code.Call, in []float64) float64

func init() { // since some of them work out formulas that call them
	functions = [...]func(f *frame, x *code.Call, in []float64) float64{
		code.FnPowerOf: powerOf, code.FnPastEnd: pastEnd, code.FnLookUp: lookUp, code.FnFromMap: fromMap, code.FnHeldBy: heldBy, code.FnSetOfThing: setOfThing,
		code.FnSetOfOwn: setOfOwn, code.FnSetOfRecord: setOfRecord, code.FnInOwnSet: inOwnSet, code.FnInRecordSet: inRecordSet,
		code.FnDefinitionMember: definitionMember, code.FnRecordMember: recordMember, code.FnOwnMember: ownMember, code.FnActionCell: actionCell,
		code.FnFamilyOf: familyOf, code.FnWas: was, code.FnHeldFormula: heldFormula, code.FnInstancesOf: instancesOf, code.FnInstanceBy: instanceBy,
		code.FnHasNamed: hasNamed, code.FnEver: ever, code.FnAppliedBy: appliedBy, code.FnAffected: bearerOf, code.FnSince: since, code.FnElapsed: elapsed,
		code.FnIsOut: isOut, code.FnTieBreaker: tieBreaker, code.FnWinner: winner, code.FnThingsOf: thingsOf, code.FnEventOf: eventOf, code.FnEventAct: eventAct, code.FnEventIs: eventIs,
		code.FnIsAsked: isAsked, code.FnScheduled: scheduled, code.FnUnfinished: unfinished, code.FnMine: mine, code.FnDeclared: declared, code.FnActorOf: actorOf,
		code.FnActionOf: actionOf, code.FnAnyAction: anyAction, code.FnCommitted: committed, code.FnCan: can, code.FnOnlyChoose: onlyChoose, code.FnAsPlan: asPlan,
		code.FnPlanAction: planAction, code.FnPlanActor: planActor, code.FnEqualLists: equalLists, code.FnTotal: total, code.FnReversed: reversed,
		code.FnRangeOf: rangeOf, code.FnTopOf: topOf, code.FnBottomOf: bottomOf, code.FnSidesOf: sidesOf, code.FnExpectedOf: expectedOf, code.FnChanceOf: chanceOf,
		code.FnDiceLiteral: diceLiteral, code.FnDiceMade: diceMade, code.FnDiceMultiplied: diceMultiplied, code.FnDiceBest: diceBest,
		code.FnDiceWorst: diceWorst, code.FnDiceTimes: diceTimes, code.FnDiceRerolled: diceRerolled, code.FnDiceExploding: diceExploding,
		code.FnDiceSuccesses: diceSuccesses, code.FnDiceValued: diceValued, code.FnNatural: natural, code.FnFaces: faces, code.FnFace: face, code.FnOfSpace: ofSpace,
		code.FnNearestTo: nearestTo, code.FnCostOfWay: costOfWay, code.FnPileOf: pileOf, code.FnDiscardsOf: discardsOf, code.FnWasAsked: wasAsked,
		code.FnHappened: happened, code.FnSaid: said, code.FnWasRolled: wasRolled, code.FnCameTo: cameTo, code.FnDid: did,
	}
}
