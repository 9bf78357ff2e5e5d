package exec

import (
	"github.com/rulec/rulec/interp/board"
	"github.com/rulec/rulec/interp/code"
	"github.com/rulec/rulec/interp/dice"
)

// run throws any dice, tells them, and puts the total where it belongs.
func (f *frame) runRoll(r *code.RollStmt) code.Control {
	m := f.m
	mark := m.lists.Mark()
	var target reason
	if r.Test != nil {
		target = f.aim(r.Test)
	}
	d, extra := f.diceOf(&r.Dice)
	if m.record.explains {
		m.record.giveWhy(m.because(f, r.Roll.Dice, r.Whole))
	}
	m.sumFor(f, r.Roll.Dice, true)
	if r.Lists {
		m.lists.Release(mark)
	}
	who, label := f.rollerOf(&r.By), f.labelOf(r)
	total, roll := m.throw(d, extra, who, label, &r.Span)
	if r.Test == nil && m.record.tracing {
		m.tellPlain(label, who, total)
	}
	f.keepRoll(r, total, roll)
	m.record.dropWhy()
	if r.Test != nil {
		f.settleTest(r.Test, total, roll, target, true)
	}
	if m.hearsRoll(label) {
		m.rollHappened(who, label, &r.Span)
	}
	return f.after()
}

// keep puts the total of a roll where it belongs.
func (f *frame) keepRoll(r *code.RollStmt, total float64, roll int) {
	m := f.m
	if own := r.Own; own != nil {
		if f.act == 0 {
			m.fail(&r.Span, OfNone, "there is no action here that %s could belong to", code.Quoted(own.Name))
		}
		m.acts.row(f.act)[own.Cell] = total
		a := m.acts.at(f.act)
		a.rolls = append(a.rolls, rolledLocal{own.Cell, roll})
	}
	if r.Slot >= 0 {
		f.locals[r.Slot] = total
		f.rolls = append(f.rolls, rolledLocal{r.Slot, roll})
		if m.record.sums {
			f.keepSum(localSum{slot: r.Slot})
		}
	}
}

// labelIn returns the number of the roll's label.
func (f *frame) labelOf(r *code.RollStmt) dice.Label {
	if r.Text == nil {
		return r.Label
	}
	v := f.eval(r.Text)
	if v == 0 {
		f.none(r.LabelFrom)
	}
	return f.m.Code.TextLabels[int(v)-1]
}

// work returns the dice, which may be read until others are worked out, and what is added.
func (f *frame) diceOf(t *code.ThrownDice) (d *dice.Value, extra float64) {
	m := f.m
	switch {
	case t.Literal != nil:
		d = t.Literal
	case t.Looks != 0 && m.source.Open():
		a, err := m.source.Ask(t.Looks.Order(), func() dice.Answer {
			d, extra := f.diceOf(t)
			return dice.Answer{Dice: *d, Number: extra}
		})
		m.mustGoOn(err, nil)
		m.room.thrown = a.Dice
		return &m.room.thrown, a.Number
	case t.Value != nil:
		d = m.dice.Of(f.eval(t.Value))
	default:
		m.execute(t.Parts, f)
		m.room.thrown = m.popDice()
		d = &m.room.thrown
	}
	if t.Bonus != nil {
		extra = f.eval(t.Bonus)
	}
	return d, extra
}

func (f *frame) rollerOf(r *code.RollerOf) dice.Roller {
	v := int(f.eval(r.Who))
	switch {
	case !r.Sides:
		return f.m.rollerOf(board.Thing(v))
	case v != 0:
		return dice.Roller(f.m.Count + v - 1)
	}
	return f.m.SceneRoller
}

func (f *frame) runTest(s *code.TestStmt) code.Control {
	var in []float64
	if s.Act != nil {
		f.m.room.one[0] = f.eval(s.Act)
		in = f.m.room.one[:]
	}
	roll := f.rollIn(s.Of, in)
	why := f.aim(s.TestOf)
	f.locals[s.Slot] = f.eval(s.Total)
	f.rolls = append(f.rolls, rolledLocal{s.Slot, roll})
	f.settleTest(s.TestOf, f.locals[s.Slot], roll, why, false)
	return code.GoOn
}
