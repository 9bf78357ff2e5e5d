package exec

import (
	"math"
	"slices"

	"github.com/rulec/rulec/interp/board"
	"github.com/rulec/rulec/interp/code"
	"github.com/rulec/rulec/interp/number"
	"github.com/rulec/rulec/interp/trace"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
)

// Payments land at once: on the state at hand and on that of every batch it lies
// in, so that nothing can be spent twice (P2).

// payments are what is held of pools and what is still to be paid.
type payments struct {
	dues []due
	// resets count, by cell, how often a pool has been reset; held is what is only held of it.
	resets []uint32
	held   []float64
	// back is what has been given back for a moment, of which pool.
	back []held
}

// layOut makes room for the cells of all things.
func (p *payments) layOut(cells int) {
	p.resets, p.held = make([]uint32, cells), make([]float64, cells)
}

func (p *payments) reset() {
	p.dues = p.dues[:0]
	clear(p.resets)
	clear(p.held)
}

func (p *payments) copyTo(to *payments) {
	copy(to.resets, p.resets)
	copy(to.held, p.held)
}

// dropDues drops all costs that were worked out but the first n.
func (p *payments) dropDues(n int) { p.dues = p.dues[:n] }

// begunAnew notes that the pool in a cell was reset: nothing is held of it any more.
func (p *payments) begunAnew(at int) {
	p.resets[at]++
	p.held[at] = 0
}

// held is what an act holds, or has paid, of one pool for one of its costs.
type held struct {
	pool   *code.Field
	member int
	thing  board.Thing
	// held and paid are amounts of the pool.
	held, paid float64
	// due is the pool that the cost names; for a stand-in, unit of pool stand for one of due.
	due       *code.Field
	dueMember int
	unit      float64
	// second stand-ins of a group pay together with the first one.
	second bool
	mark   uint32 // how often the pool had been reset
}

// available returns how much of a pool somebody can still pay.
func (m *Machine) available(thing board.Thing, x *code.Field, member int) float64 {
	if x.Virtual {
		total := 0.0
		for _, part := range x.Parts {
			total += max(0, m.available(thing, part, 0))
		}
		return total
	}
	v := m.state.Cell(int(m.Rows[thing]) + x.Cell + member)
	low, high := m.bounds(x.Pool, thing, member)
	if x.Pool.Up {
		return high - v
	}
	return v - low
}

// takes changes a pool by a payment: amount > 0 spends, < 0 gives back. What is
// only held counts as still there for settlings.
func (m *Machine) takes(thing board.Thing, x *code.Field, member int, amount float64, holds bool, span *diag.Span) {
	if x.Virtual {
		for _, part := range x.Parts {
			n := min(amount, max(0, m.available(thing, part, 0)))
			if n != 0 {
				m.takes(thing, part, 0, n, holds, span)
			}
			amount -= n
		}
		return
	}
	at := int(m.Rows[thing]) + x.Cell + member
	change := -amount
	if x.Pool.Up {
		change = amount
	}
	m.mustBeWhole(m.state.Cell(at)+change, x, span)
	if m.opts.Check {
		m.checkPool(thing, x, member, m.state.Cell(at), m.state.Cell(at)+change)
	}
	if !holds {
		m.touchReal(thing, x, member)
	}
	m.state.SetCell(at, m.state.Cell(at)+change)
	for _, b := range m.batch.levels[:m.batch.recording] {
		b.base.SetCell(at, b.base.Cell(at)+change)
	}
	if holds {
		m.payments.held[at] += change
	}
	m.tally.changed()
	m.noticeField(thing, x)
}

// touchReal notes what settlings see of a pool before a payment changes it.
func (m *Machine) touchReal(thing board.Thing, x *code.Field, member int) {
	if !x.Watched && x.Views == nil {
		return
	}
	s := &m.state
	if m.batch.recording > 0 {
		s = &m.batch.levels[0].base
	}
	m.touchIn(s, thing, x, member)
}

// letGo makes settlings see that an amount of a pool is no longer only held.
func (m *Machine) letGo(h *held, amount float64) {
	if h.pool.Virtual {
		m.letGoStack(h, amount)
		return
	}
	at := int(m.Rows[h.thing]) + h.pool.Cell + h.member
	m.touchReal(h.thing, h.pool, h.member)
	if h.mark != m.payments.resets[at] {
		return
	}
	if h.pool.Pool.Up {
		amount = -amount
	}
	m.payments.held[at] += amount
}

// letGoStack does the same for a stack, the first pools first.
func (m *Machine) letGoStack(h *held, amount float64) {
	for _, part := range h.pool.Parts {
		at := int(m.Rows[h.thing]) + part.Cell
		n := min(amount, math.Abs(m.payments.held[at]))
		if n > 0 {
			m.letGo(&held{pool: part, thing: h.thing, mark: m.payments.resets[at]}, n)
		}
		amount -= n
	}
}

// holdBack gives back for a moment what an act holds and has paid.
func (m *Machine) holdBack(act actRef, span *diag.Span) {
	m.payments.back = m.payments.back[:0]
	for i := range m.acts.at(act).costs {
		h := &m.acts.at(act).costs[i]
		m.returns(h, h.held+h.paid, true, span)
	}
}

// holdAgain takes again what holdBack has given back.
func (m *Machine) holdAgain(span *diag.Span) {
	for _, h := range m.payments.back {
		m.takes(h.thing, h.pool, h.member, h.held, true, span)
	}
}

// banOnPaying returns what forbids somebody to spend some of a pool, or what of it an act holds in its place; nil:
// nothing does.
func (m *Machine) banOnPaying(act actRef, who board.Thing, x *code.Field, member int, amount float64) *Refusal {
	if b, it := m.bannedBy(&x.Spending, who); b != nil {
		return m.refuse(Refusal{act: act, ban: b, banned: it, pool: x})
	}
	if act == 0 {
		return nil
	}
	for i := range m.acts.at(act).costs {
		h := &m.acts.at(act).costs[i]
		if h.due != x || h.dueMember != member || h.held <= 0 {
			continue
		}
		if !h.second {
			if amount <= 0 {
				break // what stands in for the rest isn't spent
			}
			amount -= h.held / h.unit
		}
		if b, it := m.bannedBy(&h.pool.Spending, who); b != nil {
			return m.refuse(Refusal{act: act, ban: b, banned: it, pool: h.pool})
		}
	}
	return nil
}

// hold takes the costs of an act and keeps them for it (P16). The amounts have
// been worked out and can be met.
func (m *Machine) hold(act actRef, costs []due) {
	for i := range costs {
		m.holdOne(act, &costs[i])
	}
}

// due is a cost worked out: how much of a pool, and how much of it stand-ins meet.
type due struct {
	cost   *code.Cost
	member int
	amount float64
	stand  float64
}

// afford works out the costs of an act and tells whether they can be met.
func (m *Machine) afford(act actRef) *Refusal {
	a := m.acts.at(act)
	base, costs, payer, it, event := len(m.payments.dues), a.action.Costs, a.actor, a.action.It, m.events.answeredBy(a)
	for i := range costs {
		c := &costs[i]
		m.at = &c.Span
		amount := m.numberAt(c.Amount, act, event, float64(payer), it)
		if amount == 0 {
			continue
		}
		if amount < 0 || amount != math.Floor(amount) || amount > program.MaxWhole {
			m.fail(&c.Span, NotWhole, "a cost must be a whole number and not negative; this one is %s", number.Format(amount))
		}
		d := due{cost: c, member: m.costMember(c, act, payer), amount: amount}
		already := 0.0
		for k := base; k < len(m.payments.dues); k++ {
			if x := &m.payments.dues[k]; x.cost.Pool == c.Pool && x.member == d.member {
				already += x.amount - x.stand
			}
		}
		if b, it := m.bannedBy(&c.Pool.Spending, payer); b != nil {
			return m.refuse(Refusal{act: act, ban: b, banned: it, pool: c.Pool})
		}
		d.stand = m.standIns(payer, c.Pool, d.member, amount+already, act, &c.Span)
		if d.stand < 0 {
			return m.refuse(Refusal{act: act, pool: c.Pool, member: d.member, amount: amount})
		}
		d.stand = min(d.stand, amount)
		m.payments.dues = append(m.payments.dues, d)
	}
	return nil
}

func (m *Machine) canAfford(act actRef) bool {
	dues := len(m.payments.dues)
	r := m.afford(act)
	m.payments.dropDues(dues)
	return r == nil
}

func (m *Machine) holdOne(act actRef, d *due) {
	thing := m.acts.at(act).actor
	own := d.amount - d.stand
	x := d.cost.Pool
	if own > 0 || d.stand == 0 {
		m.keep(act, held{pool: x, member: d.member, thing: thing, held: own, due: x, dueMember: d.member, unit: 1}, &d.cost.Span)
	}
	if d.stand == 0 {
		return
	}
	for i := range x.Pool.Instead {
		s := &x.Pool.Instead[i]
		unit, at := m.standIn(s, thing)
		m.keep(act, held{
			pool: s.Pool, member: at, thing: thing, held: unit * d.stand,
			due: x, dueMember: d.member, unit: unit, second: i > 0,
		}, &d.cost.Span)
	}
}

// keep holds an amount for an act.
func (m *Machine) keep(act actRef, h held, span *diag.Span) {
	if h.held == 0 {
		return
	}
	if !h.pool.Virtual {
		h.mark = m.payments.resets[int(m.Rows[h.thing])+h.pool.Cell+h.member]
	}
	m.takes(h.thing, h.pool, h.member, h.held, true, span)
	m.acts.charge(act, h)
	m.tellPayment(trace.Hold, &h, h.held, act, span)
}

func (m *Machine) tellPayment(kind trace.Kind, h *held, amount float64, act actRef, span *diag.Span) {
	if !m.record.tracing {
		return
	}
	e := m.emit(kind, span)
	e.Who, e.Field, e.Amount = int32(h.thing), h.pool.Field, amount
	if act != 0 {
		e.Act = m.acts.at(act).number
	}
	if h.pool.Family != nil {
		e.Key = int32(h.member + 1)
	}
	if !h.pool.Virtual {
		at := int(m.Rows[h.thing]) + h.pool.Cell + h.member
		e.To = m.state.Cell(at)
		if kind == trace.Pay {
			e.To -= m.payments.held[at] // what is held isn't gone yet
		}
	}
	e.Explain = m.record.why
	if !h.pool.Virtual {
		m.tellMost(h.thing, h.pool, h.member)
	}
}

// costMember works out which member of a family a cost is of, from 0.
func (m *Machine) costMember(c *code.Cost, act actRef, thing board.Thing) int {
	if c.Member == nil {
		return 0
	}
	m.at = &c.Span
	return m.memberOf(c.Pool, c.Member.Src.Expr, m.numberAt(c.Member, act, m.acts.at(act).event, float64(thing), m.acts.itOf(act)))
}

// memberOf returns the member of a pool's family, from 0, that e has come to.
func (m *Machine) memberOf(x *code.Field, e *program.Expr, named float64) int {
	if named == 0 {
		m.fail(&e.Span, OfNone, "%s is none, so it names no member of %s", code.Quoted(e.Span.Text()), code.Quoted(x.Name))
	}
	return int(named) - 1
}

// standIn works out how much of a stand-in goes for one of what it stands for, and which
// member of a family it is, from 0. An amount below 0 would fill the stand-in by paying with it.
func (m *Machine) standIn(c *code.Cost, payer board.Thing) (unit float64, member int) {
	unit = m.number(c.Amount, float64(payer))
	if unit < 0 {
		m.fail(&c.Span, NotWhole, "%s of %s can't stand in for one point of another pool: the amount is negative", number.Format(unit), code.Quoted(c.Pool.Name))
	}
	if c.Member == nil || unit == 0 {
		return unit, 0
	}
	m.at = &c.Span
	return unit, m.memberOf(c.Pool, c.Member.Src.Expr, m.number(c.Member, float64(payer)))
}

// spend turns what an act holds of a pool into spent, as far as it goes, and
// returns what is left of the amount: what the pool itself held first, then stand-ins.
func (m *Machine) spend(act actRef, x *code.Field, member int, amount float64, span *diag.Span) float64 {
	costs := m.acts.at(act).costs
	for i := range costs {
		h := &costs[i]
		if amount <= 0 || h.due != x || h.dueMember != member || h.second {
			continue
		}
		units := min(amount, h.held/h.unit)
		if units <= 0 {
			continue
		}
		amount -= units
		m.spent(act, h, units*h.unit, span)
		for j := i + 1; j < len(costs) && costs[j].second && h.pool != x; j++ {
			m.spent(act, &costs[j], units*costs[j].unit, span)
		}
	}
	return amount
}

func (m *Machine) spent(act actRef, h *held, amount float64, span *diag.Span) {
	h.held -= amount
	h.paid += amount
	m.letGo(h, amount)
	m.tally.hadEffect()
	m.tally.changed()
	m.tellPayment(trace.Pay, h, amount, act, span)
}

// payNow spends on the spot what nobody holds.
func (m *Machine) payNow(f *frame, payer board.Thing, x *code.Field, member int, amount float64, span *diag.Span) {
	act := actRef(0)
	if f.act != 0 && m.acts.at(f.act).actor == payer {
		act = f.act
	}
	stand := m.standIns(payer, x, member, amount, act, span)
	if stand < 0 {
		m.fail(span, CannotPay, "%s can't pay %s of %s: %s left", m.name(payer), number.Format(amount), code.Quoted(x.Name),
			number.Format(max(0, m.available(payer, x, member))))
	}
	var room [4]held
	parts := append(room[:0], held{pool: x, member: member, thing: payer, paid: amount - stand, due: x, dueMember: member, unit: 1})
	if stand > 0 {
		for i := range x.Pool.Instead {
			s := &x.Pool.Instead[i]
			unit, at := m.standIn(s, payer)
			parts = append(parts, held{pool: s.Pool, member: at, thing: payer, paid: unit * stand, due: x, dueMember: member, unit: unit, second: i > 0})
		}
	}
	for i := range parts {
		h := &parts[i]
		if h.paid == 0 {
			continue
		}
		m.takes(payer, h.pool, h.member, h.paid, false, span)
		m.tally.hadEffect()
		m.tellPayment(trace.Pay, h, h.paid, act, span)
		if act != 0 {
			m.acts.charge(act, *h)
		}
	}
}

// standIns decides how much of an amount due is met by what may stand in for the
// pool: a choice named pay, by default only what the pool lacks. -1: it can't be met.
func (m *Machine) standIns(payer board.Thing, x *code.Field, member int, amount float64, act actRef, span *diag.Span) float64 {
	lack := max(0, amount-m.available(payer, x, member))
	if x.Pool == nil || len(x.Pool.Instead) == 0 {
		if lack > 0 {
			return -1
		}
		return 0
	}
	most := amount
	for i := range x.Pool.Instead {
		s := &x.Pool.Instead[i]
		unit, at := m.standIn(s, payer)
		if b, _ := m.bannedBy(&s.Pool.Spending, payer); unit > 0 && b == nil {
			most = min(most, math.Floor(max(0, m.available(payer, s.Pool, at))/unit))
		} else if unit > 0 {
			most = 0
		}
	}
	if most < lack {
		return -1
	}
	if most == lack || m.search.trying > 0 {
		return lack
	}
	return m.chooseNumber(payer, "pay", lack, most, lack, x.Field, span)
}

// giveBack returns what an act still holds (P16): not past a bound, and not to a
// pool that was reset meanwhile.
func (m *Machine) giveBack(act actRef, span *diag.Span) {
	for i := range m.acts.at(act).costs {
		h := &m.acts.at(act).costs[i]
		if h.held == 0 {
			continue
		}
		amount := h.held
		h.held = 0
		m.letGo(h, amount)
		if !h.pool.Virtual && m.payments.resets[int(m.Rows[h.thing])+h.pool.Cell+h.member] != h.mark {
			continue
		}
		amount = min(amount, m.roomToReturn(h))
		m.returns(h, amount, false, span)
		m.tellPayment(trace.Return, h, amount, act, span)
	}
}

// returns gives an amount back to a pool, of a stack to the last first; never beyond a bound, since pools may have been
// filled meanwhile. What is to be held again goes into payments.back.
func (m *Machine) returns(h *held, amount float64, holds bool, span *diag.Span) {
	parts := h.pool.Parts
	if !h.pool.Virtual {
		parts = []*code.Field{h.pool}
	}
	for _, pool := range slices.Backward(parts) {
		part := held{pool: pool, member: h.member, thing: h.thing}
		part.held = min(amount, m.roomToReturn(&part))
		if part.held <= 0 {
			continue
		}
		amount -= part.held
		m.takes(part.thing, pool, part.member, -part.held, holds, span)
		if holds {
			m.payments.back = append(m.payments.back, part)
		}
	}
}

// roomToReturn is how much a pool can take back.
func (m *Machine) roomToReturn(h *held) float64 {
	x := h.pool
	if x.Virtual {
		return math.Inf(1)
	}
	v := m.state.Cell(int(m.Rows[h.thing]) + x.Cell + h.member)
	low, high := m.bounds(x.Pool, h.thing, h.member)
	if x.Pool.Up {
		return max(0, v-low)
	}
	return max(0, high-v)
}

// payAll spends all that an act holds: of an action without any pay (P16).
func (m *Machine) payAll(act actRef, span *diag.Span) {
	for i := range m.acts.at(act).costs {
		if h := &m.acts.at(act).costs[i]; h.held > 0 {
			m.spent(act, h, h.held, span)
		}
	}
}

// committed returns what an act has held and paid of a pool, stand-ins counted as
// what they stand for; with onlyPaid what it has paid.
func (a *acts) committed(act actRef, x *code.Field, member int, onlyPaid bool) float64 {
	total := 0.0
	for i := range a.at(act).costs {
		h := &a.at(act).costs[i]
		if h.due != x || h.dueMember != member || h.second {
			continue
		}
		n := h.paid
		if !onlyPaid {
			n += h.held
		}
		total += n / h.unit
	}
	return total
}
