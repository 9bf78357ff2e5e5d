package interp

import (
	"errors"
	"math"

	"github.com/rulec/rulec/interp/dice"
	"github.com/rulec/rulec/interp/number"
	"github.com/rulec/rulec/interp/trace"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
)

// roll compiles a throw of dice.
func (c *compiler) roll(s *program.Roll) stmt {
	r := &rollStmt{Roll: s, by: c.rollerOf(s.By), label: c.labelOf(s), lists: makesLists(s.Dice) || s.Test != nil && makesLists(s.Test.Against), test: c.against(s.Test)}
	c.prove(s.Dice)
	r.dice, r.bonus = c.diceAndBonus(s.Dice)
	return func(f *frame) control { return r.throw(f) }
}

// rollStmt is a compiled roll.
type rollStmt struct {
	*program.Roll
	dice  func(f *frame) *dice.Value
	bonus numFn
	by    func(f *frame) dice.Roller
	label func(f *frame) dice.Label
	lists bool
	// test is what it is held against; nil: nothing.
	test *testStmt
}

// throw throws any dice, tells them, and puts the total where it belongs.
func (r *rollStmt) throw(f *frame) control {
	m := f.m
	mark := m.lists.Mark()
	var target reason
	if r.test != nil {
		target = r.test.aim(f)
	}
	d, extra := r.thrown(f)
	if m.record.explains {
		m.record.giveWhy(m.because(f, r.Dice, r.again))
	}
	m.sumFor(f, r.Dice)
	if r.lists {
		m.lists.Release(mark)
	}
	who, label := r.by(f), r.label(f)
	total, roll := m.throw(d, extra, who, label, &r.Span)
	if r.test == nil && m.record.tracing {
		m.tellPlain(label, who, total)
	}
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
	m.record.dropWhy()
	if r.test != nil {
		r.test.settle(f, total, roll, target, true)
	}
	if m.hearsRoll(label) {
		m.rollHappened(who, label, &r.Span)
	}
	return f.after()
}

// thrown works out which dice are thrown, and what is added.
func (r *rollStmt) thrown(f *frame) (d *dice.Value, extra float64) {
	d = r.dice(f)
	if r.bonus != nil {
		extra = r.bonus(f)
	}
	return d, extra
}

// again works out the same for an explanation.
func (r *rollStmt) again(f *frame) float64 {
	d, extra := r.thrown(f)
	return f.m.dice.Number(d.Plus(extra))
}

// diceAndBonus compiles dice to throw: those of the ruleset's texts and of
// definitions as they stand, without copying them, and a number that is added.
// The dice may be read until the machine works out others.
func (c *compiler) diceAndBonus(e *program.Expr) (thrown func(f *frame) *dice.Value, bonus numFn) {
	if e.Op == program.OpDiceAdd && e.Args[0].Type.Kind == program.Dice && e.Args[1].Type.Kind != program.Dice {
		if thrown, bonus = c.diceAndBonus(e.Args[0]); bonus == nil {
			return thrown, c.expr(e.Args[1])
		}
	}
	self, locals := c.self, max(c.locals, slotsOf(e))
	switch e.Op {
	case program.OpDice:
		if d, err := dice.New(float64(e.Count), float64(e.Sides)); err == nil {
			return func(*frame) *dice.Value { return &d }, nil
		}
	case program.OpDiceAdd, program.OpDiceSub, program.OpDiceMul, program.OpFixedDice:
		x := &code{}
		c.whenDefined(func() {
			c.generateBy(x, text{e, locals, self}, func(g *generator) {
				g.diceOn(e)
				g.emit(instr{op: opGive})
			})
		})
		return func(f *frame) *dice.Value {
			f.m.execute(x, f)
			f.m.room.thrown = f.m.popDice()
			return &f.m.room.thrown
		}, nil
	}
	num := c.expr(e)
	return func(f *frame) *dice.Value { return f.m.dice.Of(num(f)) }, nil
}

// rollerOf compiles who rolls or draws, self without by: the dice source's number of a thing, a side or the scene.
func (c *compiler) rollerOf(by *program.Expr) func(f *frame) dice.Roller {
	if by != nil && by.Type.Kind == program.Side {
		side := c.expr(by)
		return func(f *frame) dice.Roller {
			if v := side(f); v != 0 {
				return dice.Roller(f.m.count + int(v) - 1)
			}
			return f.m.sceneRoller
		}
	}
	who := c.selfOr(by)
	return func(f *frame) dice.Roller { return f.m.rollerOf(int(who(f))) }
}

// rollerOf returns who rolls for a thing; 0: the scene.
func (m *Machine) rollerOf(thing int) dice.Roller {
	if thing == 0 {
		return m.sceneRoller
	}
	return dice.Roller(thing - 1)
}

// thingOf returns the thing that rolls; 0: a side, the scene, or (-1) nobody.
func (m *Machine) thingOf(roller dice.Roller) int {
	if int(roller) < m.count {
		return int(roller) + 1
	}
	return 0
}

// labelOf compiles the number of a roll's label.
func (c *compiler) labelOf(s *program.Roll) func(f *frame) dice.Label {
	if s.LabelFrom == nil {
		n := c.labels.Number(s.Label)
		return func(*frame) dice.Label { return n }
	}
	text := c.expr(s.LabelFrom)
	return func(f *frame) dice.Label {
		v := text(f)
		if v == 0 {
			f.none(s.LabelFrom)
		}
		return f.m.code.textLabels[int(v)-1]
	}
}

// throw throws dice, adds a number, and tells it. It returns the total and the
// roll's number.
func (m *Machine) throw(d *dice.Value, extra float64, roller dice.Roller, label dice.Label, span *diag.Span) (total float64, roll int) {
	m.mustAddWhole(d.Bonus+extra, span)
	roll, err := m.source.Throw(d, roller, label)
	if errors.Is(err, dice.ErrLimit) {
		m.fail(span, TooMany, "%s", err.Error())
	}
	if err != nil {
		m.raise(m.asDiagnostic(err, span))
	}
	r := m.source.Roll(roll)
	m.step(int(r.Count))
	r.Total += extra
	if math.Abs(r.Total) > program.MaxWhole {
		m.fail(span, NumberOutOfRange, "the roll comes to %s: numbers go up to 2^53 - 1 either way", number.Roughly(r.Total))
	}
	if m.witness.on {
		m.sawRoll(roller, label, r.Total, float64(r.Natural))
	}
	if m.record.tracing {
		e := m.emit(trace.Roll, span)
		e.Who = int32(m.thingOf(roller))
		e.Roller, e.Label, e.Amount, e.Explain, e.Sum = int32(roller), m.code.labels.Name(label), r.Total, m.record.why, m.record.sum
		m.record.roll(e, d.Plus(extra), m.source.Faces(roll))
	}
	return r.Total, roll
}

// mustAddWhole stops the run when a number can't be added to dice.
func (m *Machine) mustAddWhole(v float64, span *diag.Span) {
	if !isWhole(v) {
		m.fail(span, NotWhole, "a roll can't add %s: only whole numbers are added to dice", number.Format(v))
	}
}

// hearsRoll tells whether anything waits for rolls of a label.
func (m *Machine) hearsRoll(label dice.Label) bool {
	return int(label) < len(m.code.rollHeard) && m.code.rollHeard[label]
}

// rollHappened handles a roll as an event: conditions end on it, rules run.
func (m *Machine) rollHappened(roller dice.Roller, label dice.Label, span *diag.Span) {
	m.settle()
	who := m.thingOf(roller)
	if int(label) < len(m.code.rollEnds) && m.code.rollEnds[label] {
		base := len(m.settling.doomed)
		for _, slot := range m.state.InForce() {
			i := m.state.Instance(slot)
			number := m.state.Number(slot)
			if u := m.waitsForRoll(i.Ends.List, label, who, int(i.Bearer), number); u != nil {
				m.settling.doom(number, &u.Span, false)
			} else if i.Muted {
				if u := m.waitsForRoll(i.Mute.List, label, who, int(i.Bearer), number); u != nil {
					m.settling.doom(number, &u.Span, true)
				}
			}
		}
		m.endDoomed(base)
	}
	if int(label) >= len(m.code.rollRules) {
		return
	}
	base := len(m.settling.fired)
	for _, h := range m.code.rollRules[label] {
		m.match(h, who, 0)
	}
	m.runEach(base, 0)
}

func (m *Machine) waitsForRoll(list int, label dice.Label, who, bearer int, instance float64) *until {
	for _, u := range m.code.untils[list] {
		if t := u.trigger; t != nil && t.Kind == program.OnRolls && t.label == label && m.concerns(t, who, bearer, instance, 0) {
			return u
		}
	}
	return nil
}
