package interp

import (
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
)

// Bytecode is the second form of a program: a flat list of instructions for one
// loop, for runs that nobody traces or explains. A closure for each node of the
// tree takes some 25 machine instructions a node, most of them for the call; an
// instruction of the loop takes half, and most of the duel's statements are two or
// three instructions. Whatever is not worth one of its own (most of the language)
// is the closure that the other form has: bcValue, bcTest and bcDo call it.

type opcode uint8

const (
	// bcEnd and bcStop end the program.
	bcEnd opcode = iota
	bcStop
	// bcStopHere counts a statement and ends the program. bcSteps counts n statements.
	bcStopHere
	bcSteps
	bcJump
	// a = ..: num, the local b, what value gives.
	bcNumber
	bcCopy
	bcValue
	// a = field n of the thing in local b; bcParamField: of the thing in cell b of the act.
	bcField
	bcParamField
	// a = cell n of the act at hand.
	bcParam
	// a = field k of the definition in field n of the thing in local b.
	bcDefField
	// a = b + c, b - c, b * c, b + num, b * num, the greater, the less of b and c.
	bcAdd
	bcSub
	bcMul
	bcAddNumber
	bcMulNumber
	bcMax
	bcMin
	// a = the first face of the roll in local b.
	bcNatural
	// a = the quantity for the n participants in b and the locals after it.
	bcQuantity
	// These jump unless b < c, ...; with Number: unless b < num, ...
	bcLess
	bcLessEq
	bcEqual
	bcUnequal
	bcLessNumber
	bcLessEqNumber
	bcMoreNumber
	bcMoreEqNumber
	bcEqualNumber
	bcUnequalNumber
	// bcTest jumps unless test holds.
	bcTest
	// bcDo runs a statement; bcThrow, bcChange, bcCall are those that are worth it.
	bcDo
	bcThrow
	bcChange
	bcChangeNumber
	bcCall
	bcSchedule
	bcPerform
	bcChoose
)

// instr is an instruction. What it does not need is zero.
type instr struct {
	op opcode
	// a, b, c are locals.
	a, b, c uint8
	// n is a cell or a count, k another cell.
	n, k int32
	num  float64
	// next is the instruction after it, to the one before that where it jumps.
	next, to *instr
	// value, test and do are closures that it calls.
	value numFn
	test  condFn
	do    stmt
	// x is the rest of what it needs.
	x *detail
}

// detail is what some instructions need besides.
type detail struct {
	// at is the expression that an error is about.
	at       *program.Expr
	span     *diag.Span
	kind     *kind
	field    *field
	proc     *proc
	entry    *entry
	event    *event
	quantity *quantity
	by       func(f *frame) int
	// dice are those of a roll that are always the same.
	dice *DiceValue
	// label is a roll's label, roller the local of who rolls unless by says it; bonus
	// is set when a number is added.
	label  int
	roller uint8
	bonus  bool
	// sign of a change: 1, -1, or 0 when the value replaces the old one.
	sign float64
}

// execute runs bytecode.
func (m *Machine) execute(f *frame, code []instr) control {
	r := f.cells
	for in := &code[0]; ; in = in.next {
		switch in.op {
		case bcEnd:
			return goOn
		case bcStop:
			return stopped
		case bcStopHere:
			if m.steps++; m.steps > m.stepEnd {
				m.failSteps()
			}
			return stopped
		case bcSteps:
			if m.steps += int(in.n); m.steps > m.stepEnd {
				m.failSteps()
			}
		case bcJump:
			in = in.to
		case bcNumber:
			r[in.a] = in.num
		case bcCopy:
			r[in.a] = r[in.b]
		case bcValue:
			r[in.a] = in.value(f)
		case bcField:
			who := int(r[in.b])
			if who == 0 {
				f.none(in.x.at)
			}
			r[in.a] = m.cells[int(m.rows[who])+int(in.n)]
		case bcParamField:
			if f.act == 0 {
				f.noAct(in.x.at)
			}
			who := int(m.actCells[(f.act-1)*m.actWidth+int(in.b)])
			if who == 0 {
				f.none(in.x.at)
			}
			r[in.a] = m.cells[int(m.rows[who])+int(in.n)]
		case bcParam:
			if f.act == 0 {
				f.noAct(in.x.at)
			}
			r[in.a] = m.actCells[(f.act-1)*m.actWidth+int(in.n)]
		case bcDefField:
			who := int(r[in.b])
			if who == 0 {
				f.none(in.x.at)
			}
			def := int(m.cells[int(m.rows[who])+int(in.n)])
			if def == 0 {
				f.none(in.x.at)
			}
			r[in.a] = in.x.kind.defs[(def-1)*in.x.kind.width+int(in.k)]
		case bcAdd:
			r[in.a] = r[in.b] + r[in.c]
		case bcSub:
			r[in.a] = r[in.b] - r[in.c]
		case bcMul:
			r[in.a] = r[in.b] * r[in.c]
		case bcAddNumber:
			r[in.a] = r[in.b] + in.num
		case bcMulNumber:
			r[in.a] = r[in.b] * in.num
		case bcMax:
			v := r[in.b]
			if w := r[in.c]; w > v {
				v = w
			}
			r[in.a] = v
		case bcMin:
			v := r[in.b]
			if w := r[in.c]; w < v {
				v = w
			}
			r[in.a] = v
		case bcNatural:
			roll := f.rolledIn(int(in.b))
			if roll < 0 {
				f.notRolled(in.x.at)
			}
			r[in.a] = float64(m.cup.rolls[roll].Natural)
		case bcQuantity:
			r[in.a] = m.quantity(in.x.quantity, r[in.b:int(in.b)+int(in.n)], in.x.at)
		case bcLess:
			if !(r[in.b] < r[in.c]) {
				in = in.to
			}
		case bcLessEq:
			if !(r[in.b] <= r[in.c]) {
				in = in.to
			}
		case bcEqual:
			if r[in.b] != r[in.c] {
				in = in.to
			}
		case bcUnequal:
			if r[in.b] == r[in.c] {
				in = in.to
			}
		case bcLessNumber:
			if !(r[in.b] < in.num) {
				in = in.to
			}
		case bcLessEqNumber:
			if !(r[in.b] <= in.num) {
				in = in.to
			}
		case bcMoreNumber:
			if !(r[in.b] > in.num) {
				in = in.to
			}
		case bcMoreEqNumber:
			if !(r[in.b] >= in.num) {
				in = in.to
			}
		case bcEqualNumber:
			if r[in.b] != in.num {
				in = in.to
			}
		case bcUnequalNumber:
			if r[in.b] == in.num {
				in = in.to
			}
		case bcTest:
			if !in.test(f) {
				in = in.to
			}
		case bcDo:
			if how := in.do(f); how != goOn {
				return how
			}
		case bcThrow:
			if how := m.throwQuickly(f, in); how != goOn {
				return how
			}
		case bcChange:
			if m.recording > 0 {
				in.do(f)
				continue
			}
			m.changeQuickly(in, f, int(r[in.b]), r[in.c])
		case bcChangeNumber:
			if m.recording > 0 {
				in.do(f)
				continue
			}
			m.changeQuickly(in, f, int(r[in.b]), in.num)
		case bcCall:
			if how := m.callQuickly(f, in); how != goOn {
				return how
			}
		case bcSchedule:
			if m.recording > 0 {
				in.do(f)
				continue
			}
			m.scheduleQuickly(in.x.entry, int32(r[in.b]), r[in.c:int(in.c)+int(in.n)], in.x.span)
		case bcPerform:
			act := m.actIndex(Act(r[in.b]))
			if act == 0 {
				return in.do(f)
			}
			acts := len(m.acts)
			if a := &m.acts[act-1]; m.quickActs && a.action.plain && a.status == actProposed {
				m.performPlainly(act, in.x.span)
			} else {
				m.perform(act, in.x.span)
			}
			m.dropActs(acts)
			if f.act != 0 && m.calledOff(f.act) {
				return cancelled
			}
		case bcChoose:
			e := in.x.event
			if e == nil {
				e = m.code.turn
			}
			if e == nil {
				r[in.a] = 0
				continue
			}
			who := m.somebody(r[in.b], in.x.span)
			i := m.chooseQuickly(e, who)
			if i == 0 {
				i = m.question(m.happen(e, who, f.act), who, who, in.x.span)
			}
			act := m.actNumber(i)
			if act != 0 {
				m.declared[who] = Act(act)
			}
			r[in.a] = act
		}
	}
}

// throwQuickly throws plain dice for a local, when nobody wants to know more of
// them than their total and perhaps the first face. The number to add is in local
// c, the dice in b if they are not fixed.
func (m *Machine) throwQuickly(f *frame, in *instr) control {
	if !m.quickDice {
		return in.do(f)
	}
	x := in.x
	d := x.dice
	if d == nil {
		if d = m.dice.of(f.cells[in.b]); !d.plain() {
			return in.do(f)
		}
	}
	roller := m.sceneRoller
	if x.by != nil {
		roller = x.by(f)
	} else if who := int(f.cells[x.roller]); who != 0 {
		roller = who - 1
	}
	total := d.Bonus
	if x.bonus {
		total += f.cells[in.c]
	}
	if !isWhole(total) {
		m.mustAddWhole(total, x.span)
	}
	dice, natural := m.cup.add(&d.Terms[0], m.cup.key(roller, x.label))
	f.cells[in.a] = total + float64(dice)
	if int(in.a) < len(m.code.asked) && m.code.asked[in.a] {
		f.rolls = append(f.rolls, rolledLocal{int(in.a), m.cup.note(natural)})
	}
	if !m.hearsRolls || !m.hearsRoll(x.label) {
		return goOn
	}
	m.rollHappened(x.label, roller, x.span)
	return f.after()
}

// changeQuickly changes a single value of a thing without a record of it.
func (m *Machine) changeQuickly(in *instr, f *frame, who int, amount float64) {
	x := in.x
	if who == 0 {
		f.none(x.at)
	}
	field := x.field
	at := int(m.rows[who]) + field.cell
	old, now := m.cells[at], amount
	if x.sign != 0 {
		now = old + x.sign*amount
	}
	if field.pool != nil {
		now = m.bounded(field.pool, who, old, now, x.sign != 0)
	}
	if field.whole && !isWhole(now) {
		m.badNumber(now, field, x.span)
	}
	if field.watched || field.views != nil {
		m.touch(who, field, 0)
	}
	m.cells[at] = now
	m.changes++
	m.effects++
	m.noticeField(who, field)
	if m.opts.Check {
		m.checkPool(who, field, old, now)
	}
	if m.observed != nil && old != now {
		m.noteChange(&op{kind: opAdd, thing: int32(who), doer: int32(m.doer())}, field, old, now)
	}
}

// callQuickly calls a proc whose n arguments are in b and the locals after it;
// what it gives goes to local k, if that is one.
func (m *Machine) callQuickly(f *frame, in *instr) control {
	x := in.x
	m.deeper(x.span)
	body := x.proc.body
	g := m.enter(body.slots)
	g.blank()
	for i, v := range f.cells[in.b : int(in.b)+int(in.n)] {
		g.cells[i&(frameCells-1)] = v
	}
	g.what, g.at, g.result = &body.what, x.span, 0
	how := m.runBlock(g, body.body)
	if in.k >= 0 {
		f.cells[in.k] = g.result
	}
	m.leave(g)
	m.shallower()
	if how == cancelled {
		return cancelled
	}
	return f.after()
}
