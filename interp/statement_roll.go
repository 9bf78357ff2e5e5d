package interp

import (
	"github.com/rulec/rulec/interp/board"
	"github.com/rulec/rulec/interp/dice"
	"github.com/rulec/rulec/lang/program"
)

// rollStmt throws dice.
type rollStmt struct {
	*program.Roll
	dice  thrownDice
	whole *code // the dice as a value, for explanations
	by    rollerOf
	// label is that of the roll; where text is not nil, the one that it names.
	label dice.Label
	text  *code
	// lists is set when working out what is thrown, or against what, makes lists.
	lists bool
	// test is what it is held against; nil: nothing.
	test *testOf
}

// run throws any dice, tells them, and puts the total where it belongs.
func (f *frame) runRoll(r *rollStmt) control {
	m := f.m
	mark := m.lists.Mark()
	var target reason
	if r.test != nil {
		target = f.aim(r.test)
	}
	d, extra := f.diceOf(&r.dice)
	if m.record.explains {
		m.record.giveWhy(m.because(f, r.Dice, r.whole))
	}
	m.sumFor(f, r.Dice)
	if r.lists {
		m.lists.Release(mark)
	}
	who, label := f.rollerOf(&r.by), f.labelOf(r)
	total, roll := m.throw(d, extra, who, label, &r.Span)
	if r.test == nil && m.record.tracing {
		m.tellPlain(label, who, total)
	}
	f.keepRoll(r, total, roll)
	m.record.dropWhy()
	if r.test != nil {
		f.settleTest(r.test, total, roll, target, true)
	}
	if m.hearsRoll(label) {
		m.rollHappened(who, label, &r.Span)
	}
	return f.after()
}

// keep puts the total of a roll where it belongs.
func (f *frame) keepRoll(r *rollStmt, total float64, roll int) {
	m := f.m
	if own := r.Own; own != nil {
		if f.act == 0 {
			m.fail(&r.Span, OfNone, "no action is at hand that %s could belong to", quoted(own.Name))
		}
		m.acts.row(f.act)[own.Cell] = total
		a := m.acts.at(f.act)
		a.rolls = append(a.rolls, rolledLocal{own.Cell, roll})
	}
	if r.Slot >= 0 {
		f.locals[r.Slot] = total
		f.rolls = append(f.rolls, rolledLocal{r.Slot, roll})
		if m.record.sums {
			f.keepSum(r.Slot, nil)
		}
	}
}

// labelIn returns the number of the roll's label.
func (f *frame) labelOf(r *rollStmt) dice.Label {
	if r.text == nil {
		return r.label
	}
	v := f.eval(r.text)
	if v == 0 {
		f.none(r.LabelFrom)
	}
	return f.m.code.textLabels[int(v)-1]
}

// thrownDice are dice to throw: those of the ruleset's texts and of definitions as they stand,
// without copying them, and a number that is added. One of the first three is given.
type thrownDice struct {
	literal *dice.Value
	// value gives dice; parts leaves dice on the stack, which need no number so.
	value, parts *code
	// bonus is added; nil: nothing.
	bonus *code
}

// work returns the dice, which may be read until others are worked out, and what is added.
func (f *frame) diceOf(t *thrownDice) (d *dice.Value, extra float64) {
	m := f.m
	switch {
	case t.literal != nil:
		d = t.literal
	case t.value != nil:
		d = m.dice.Of(f.eval(t.value))
	default:
		m.execute(t.parts, f)
		m.room.thrown = m.popDice()
		d = &m.room.thrown
	}
	if t.bonus != nil {
		extra = f.eval(t.bonus)
	}
	return d, extra
}

// rollerOf says who rolls or draws: a thing or, if sides is set, a side; none is the scene.
type rollerOf struct {
	who   *code
	sides bool
}

func (f *frame) rollerOf(r *rollerOf) dice.Roller {
	v := int(f.eval(r.who))
	switch {
	case !r.sides:
		return f.m.rollerOf(board.Thing(v))
	case v != 0:
		return dice.Roller(f.m.count + v - 1)
	}
	return f.m.sceneRoller
}

// testStmt holds a roll that has been made against a number.
type testStmt struct {
	*testOf
	// act is whose field the roll is; nil: it is a local, or a field of the act at hand.
	act   *code
	total *code
	of    *program.Expr
}

func (f *frame) runTest(s *testStmt) control {
	var in []float64
	if s.act != nil {
		f.m.room.one[0] = f.eval(s.act)
		in = f.m.room.one[:]
	}
	roll := f.rollIn(s.of, in)
	why := f.aim(s.testOf)
	f.locals[s.Slot] = f.eval(s.total)
	f.rolls = append(f.rolls, rolledLocal{s.Slot, roll})
	f.settleTest(s.testOf, f.locals[s.Slot], roll, why, false)
	return goOn
}
