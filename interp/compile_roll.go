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
	r := &rollStmt{Roll: s, by: c.rollerOf(s), label: c.labelOf(s), lists: c.listsIn(s.Dice)}
	c.prove(s.Dice)
	r.dice, r.bonus = c.diceAndBonus(s.Dice)
	return func(f *frame) control { return r.throw(f) }
}

// rollStmt is a compiled roll.
type rollStmt struct {
	*program.Roll
	dice  func(f *frame) *dice.Value
	bonus numFn
	by    func(f *frame) int
	label func(f *frame) int
	lists bool
}

// throw throws any dice, tells them, and puts the total where it belongs.
func (r *rollStmt) throw(f *frame) control {
	m := f.m
	if m.explains && !m.explaining {
		m.explainFrom(f, r.Dice)
	}
	mark := m.lists.Mark()
	d := r.dice(f)
	extra := 0.0
	if r.bonus != nil {
		extra = r.bonus(f)
	}
	if r.lists {
		m.lists.Release(mark)
	}
	if m.explaining {
		m.explainTo(m.dice.Number(d.Plus(extra)))
	}
	who, label := r.by(f), r.label(f)
	total, roll := m.throw(d, extra, who, label, &r.Span)
	if own := r.Own; own != nil {
		if f.act == 0 {
			m.fail(&r.Span, OfNone, "no action is at hand that %s could belong to", quoted(own.Name))
		}
		m.actRow(f.act)[own.Cell] = total
		a := &m.acts[f.act-1]
		a.rolls = append(a.rolls, rolledLocal{own.Cell, roll})
	}
	if r.Slot >= 0 {
		f.locals[r.Slot] = total
		f.rolls = append(f.rolls, rolledLocal{r.Slot, roll})
	}
	m.why = 0
	if m.hearsRoll(label) {
		m.rollHappened(label, who, &r.Span)
	}
	return f.after()
}

// diceAndBonus compiles dice to throw: those of the ruleset's texts and of
// definitions as they stand, without copying them, and a number that is added.
// The dice may be read until the machine works out others.
func (c *compiler) diceAndBonus(e *program.Expr) (thrown func(f *frame) *dice.Value, bonus numFn) {
	if e.Op == program.OpDiceAdd && e.Args[0].Type.Kind == program.Dice && e.Args[1].Type.Kind != program.Dice {
		if thrown, bonus = c.diceAndBonus(e.Args[0]); bonus == nil {
			return thrown, c.number(e.Args[1])
		}
	}
	switch e.Op {
	case program.OpDice:
		if d, err := dice.New(float64(e.Count), float64(e.Sides)); err == nil {
			return func(*frame) *dice.Value { return &d }, nil
		}
	case program.OpDiceAdd, program.OpDiceSub, program.OpFixedDice:
		parts := c.diceParts(e)
		return func(f *frame) *dice.Value {
			f.m.thrown = parts(f)
			return &f.m.thrown
		}, nil
	}
	num := c.number(e)
	return func(f *frame) *dice.Value { return f.m.dice.Of(num(f)) }, nil
}

// listsIn tells whether working e out makes temporary lists.
func (c *compiler) listsIn(e *program.Expr) bool {
	outer := c.makesLists
	c.makesLists = false
	c.number(e)
	lists := c.makesLists
	c.makesLists = outer
	return lists
}

// rollerOf compiles who rolls: the dice source's number of a thing, a side or the scene.
func (c *compiler) rollerOf(s *program.Roll) func(f *frame) int {
	if s.By != nil && s.By.Type.Kind == program.Side {
		side := c.expr(s.By)
		return func(f *frame) int {
			if v := side(f); v != 0 {
				return f.m.count + int(v) - 1
			}
			return f.m.sceneRoller
		}
	}
	who := c.selfOr(s.By)
	return func(f *frame) int {
		if v := who(f); v != 0 {
			return int(v) - 1
		}
		return f.m.sceneRoller
	}
}

// labelOf compiles the number of a roll's label.
func (c *compiler) labelOf(s *program.Roll) func(f *frame) int {
	if s.LabelFrom == nil {
		n := c.labels.Number(s.Label)
		return func(*frame) int { return n }
	}
	text := c.expr(s.LabelFrom)
	return func(f *frame) int {
		v := text(f)
		if v == 0 {
			f.none(s.LabelFrom)
		}
		return f.m.code.textLabels[int(v)-1]
	}
}

// throw throws dice, adds a number, and tells it. It returns the total and the
// roll's number.
func (m *Machine) throw(d *dice.Value, extra float64, roller, label int, span *diag.Span) (total float64, roll int) {
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
		m.sawRoll(roller, label, r.Total)
	}
	if m.tracing {
		e := m.emit(trace.Roll, span)
		if roller < m.count {
			e.Who = int32(roller + 1)
		}
		e.Roller, e.Label, e.Amount = int32(roller), m.code.labels.Name(label), r.Total
		e.FirstFace = int32(len(m.trace.Faces))
		m.trace.Faces = append(m.trace.Faces, m.source.Faces(roll)...)
		e.FaceCount = r.Count
		m.trace.Dice = append(m.trace.Dice, d.Plus(extra))
		e.Dice, e.Explain = int32(len(m.trace.Dice)), m.why
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
func (m *Machine) hearsRoll(label int) bool {
	return label < len(m.code.rollHeard) && m.code.rollHeard[label]
}

// rollHappened handles a roll as an event: conditions end on it, rules run.
func (m *Machine) rollHappened(label, roller int, span *diag.Span) {
	m.settle()
	who := 0
	if roller < m.count {
		who = roller + 1
	}
	if label < len(m.code.rollEnds) && m.code.rollEnds[label] {
		base := len(m.doomed)
		for _, slot := range m.state.InForce() {
			i := m.state.Instance(int(slot))
			number := m.state.Number(int(slot))
			if u := m.waitsForRoll(i.Ends.List, label, who, int(i.Bearer), number); u != nil {
				m.doomed = append(m.doomed, doomed{number, &u.Span, false})
			} else if i.Muted {
				if u := m.waitsForRoll(i.Mute.List, label, who, int(i.Bearer), number); u != nil {
					m.doomed = append(m.doomed, doomed{number, &u.Span, true})
				}
			}
		}
		m.endDoomed(base)
	}
	if label >= len(m.code.rollRules) {
		return
	}
	base := len(m.fired)
	for _, h := range m.code.rollRules[label] {
		m.match(h, who, 0)
	}
	m.sortFired(base)
	for k := base; k < len(m.fired); k++ {
		m.runRule(m.fired[k], 0)
		m.settle()
	}
	m.fired = m.fired[:base]
}

func (m *Machine) waitsForRoll(list, label, roller, bearer int, instance float64) *until {
	for _, u := range m.code.untils[list] {
		if t := u.trigger; t != nil && t.Kind == program.OnRolls && t.label == label && m.concerns(t, roller, bearer, instance, 0) {
			return u
		}
	}
	return nil
}
