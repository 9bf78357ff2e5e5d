package interp

import (
	"slices"

	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
)

// The short ways. In most fights most batches have one member, most questions are
// answered by a tactic, and many actions cost nothing and are heard by nobody. What
// is written here does for these plain cases what resolve, answerWith and perform do
// for all, and leaves out what can't matter then: in the duel of the benchmarks an
// action took 920 ns before, and 400 ns with the short ways and bytecode.go. A run
// that is traced takes none of them; TestShortWays holds both to the same outcomes.

// findShortWays finds out which short ways may be taken in the run that begins.
func (m *Machine) findShortWays() {
	m.tracing = m.opts.Trace
	m.flat = !m.tracing && !m.opts.Explain
	m.quickDice = m.flat && m.cup.script == nil && !m.code.asksFaces
	m.quick = m.flat && m.driver == nil && !m.opts.Check
	m.hearsMoment = m.hears(m.code.moment)
	m.hearsRolls = slices.Contains(m.code.rollHeard, true)
	m.calm = m.quick && !m.code.endsByFormula && m.code.edgesRead == 0
	m.quickActs = m.quick && !m.hears(m.code.startAction) && !m.hears(m.code.endAction)
	for i, e := range m.code.entries {
		m.quickEntries[i] = m.quick && e.plain && (e.Together || !m.code.follows) && !m.hears(e.start) && !m.hears(e.end)
	}
}

// resolveAlone resolves the batch that consists of the k-th entry of the agenda,
// which is plain and followed by none.
func (m *Machine) resolveAlone(k int) {
	x := &m.agenda[k]
	e, owner, slot, serial := m.code.entries[x.kind], x.owner, x.slot, x.serial
	last := len(m.agenda) - 1
	for ; k < last; k++ {
		m.agenda[k] = m.agenda[k+1]
	}
	m.agenda = m.agenda[:last]
	m.members = m.members[:0]
	m.noticeMore()
	m.Batches++
	m.entryCount++
	m.serial++
	m.entrySerial, m.entryKind, m.entryNow = m.serial, e, m.entryCount
	m.forgot[owner] = &e.Span
	m.beginProgram()
	if e.Together {
		m.inBatch++
	}
	r := e.do
	g := m.enterRoutine(r, float64(owner), float64(slot))
	g.act, g.event = 0, 0
	open := len(m.joined)
	m.runBlock(g, r.body)
	if len(m.joined) > open {
		m.closeJoined(open)
	}
	m.leave(g)
	m.entrySerial, m.entryKind, m.entryNow = 0, nil, 0
	if e.Together {
		m.inBatch--
	}
	m.settle()
	if m.code.follows {
		m.release(serial, 0, 0)
		m.settle()
	}
	m.freeEntrySlot(slot)
	m.checkAgenda()
	clear(m.declared)
	m.tidy()
}

// chooseQuickly lets somebody's tactic choose when its first line for an event is
// easy. It returns the row of the act plus 1; 0 when that line is not easy or there
// is no way to do what it says.
func (m *Machine) chooseQuickly(e *event, who int) int {
	if m.tactics == nil || !m.quick || len(m.bars) > 0 {
		return 0
	}
	t := m.tactics.of(m, who)
	if t == nil || len(t.acts[e.index]) == 0 {
		return 0
	}
	line := &t.acts[e.index][0]
	if !line.easy || line.cond != nil {
		return 0
	}
	outer := m.asking
	m.asking = who
	act := m.firstWay(line.action, m.happen(e, who, m.frame.act), who)
	m.asking = outer
	return act
}

// firstWay returns the row, plus 1, of the first way to do a plain action with at
// most one parameter; 0 when there is none.
func (m *Machine) firstWay(a *action, h, actor int) int {
	act := m.newAct(a, actor, h)
	if p := a.chosen; p != nil {
		v, found := m.firstCandidate(p, act, h, actor)
		if !found {
			m.dropActs(act - 1)
			return 0
		}
		m.actCells[(act-1)*m.actWidth+p.Cell] = v
		m.step(1)
	}
	m.acts[act-1].tested = m.changes
	return act
}

// firstCandidate returns the first thing or definition that a parameter may be; found
// is false when there is none. A list may begin with the value none.
func (m *Machine) firstCandidate(p *param, act, h, actor int) (v float64, found bool) {
	if p.foes {
		side := m.side[actor]
		for _, v := range m.standing() {
			if m.side[int(v)] != side && int(v) != actor {
				return v, true
			}
		}
		return 0, false
	}
	mark := m.lists.mark()
	items := m.lists.of(m.numberAt(p.list, act, h, float64(actor), m.itOf(act)))
	m.lists.release(mark)
	if len(items) == 0 {
		return 0, false
	}
	return items[0], true
}

// performPlainly performs an act of a plain action.
func (m *Machine) performPlainly(act int, span *diag.Span) {
	a := &m.acts[act-1]
	m.Acts++
	m.deeper(span)
	m.beginProgram()
	m.serial++
	a.status, a.began, a.losses = actRunning, m.serial, len(m.losses)
	m.running = append(m.running, act)
	m.noticeMore()
	open := len(m.joined)
	r := a.action.perform
	g := m.actFrame(a, act, r)
	how := m.runBlock(g, r.body)
	m.leave(g)
	if len(m.joined) > open {
		m.closeJoined(open)
	}
	a = &m.acts[act-1]
	a.unwinding = true
	switch {
	case a.cancelled:
		a.status = actCalledOff
	case how == stopped:
		a.status = actStopped
	default:
		a.status = actDone
	}
	if len(a.costs) > 0 {
		m.giveBack(act, &a.action.Def.Span)
	}
	m.stopRunning(act)
	m.shallower()
	m.settle()
}

// scheduleQuickly puts an entry on the agenda that follows nothing and has no fields.
func (m *Machine) scheduleQuickly(kind *entry, owner int32, keys []float64, span *diag.Span) {
	m.at = span
	for _, k := range keys {
		if k-k != 0 { // infinite, or no number
			m.scheduledAbsent(k, span)
		}
	}
	if keys[0] < m.clock[0] && m.clockSet {
		m.scheduledInThePast(kind, owner, keys[0], span)
	}
	slot := int32(m.takeEntrySlot())
	n := len(m.agenda)
	if n == cap(m.agenda) {
		m.agenda = append(m.agenda, entryAt{})
	}
	m.agenda = m.agenda[:n+1]
	x := &m.agenda[n]
	x.keys = [maxKeys]float64{}
	for i, k := range keys {
		x.keys[i&(maxKeys-1)] = k
	}
	x.owner, x.slot, x.kind, x.rank = owner, slot, int16(kind.Index), kind.rank
	x.count, x.urgent = int8(max(m.clockWidth, len(keys))), false
	m.serial++
	x.serial, x.after, x.lost, x.lostOwner, x.bound = m.serial, 0, 0, 0, 0
	m.effects++
	m.noticeMore()
	if m.code.follows {
		m.rejoin(x)
	}
}

// clearCells makes a few cells 0; for as few as an act has it is quicker than clear.
func clearCells(row []float64) {
	for i := 0; i < len(row); i++ {
		row[i] = 0
	}
}

// findPlain finds out which entries and actions are plain, once all is compiled.
func (c *compiler) findPlain() {
	for _, e := range c.entries {
		e.plain = e.declare == nil && len(e.requires) == 0
	}
	for _, a := range c.actions {
		a.plain = len(a.costs)+len(a.requires)+len(a.bans)+len(a.answering) == 0 && a.ended == nil
		a.easy = a.plain && len(a.params) <= 1
		for _, p := range a.params {
			kind := p.Type.Kind
			a.easy = a.easy && p.Candidates == program.OneOf && p.where == nil && p.standard == nil &&
				(kind == program.ThingType || kind == program.Definition)
			p.foes = isFoesOfSelf(p.list)
			a.chosen = p
		}
	}
}

// isFoesOfSelf reports whether a formula is foes(self).
func isFoesOfSelf(fm *formula) bool {
	if fm == nil || fm.src.Expr.Op != program.OpBuiltin || fm.src.Expr.Builtin != program.Foes {
		return false
	}
	who := fm.src.Expr.Args[0]
	return who.Op == program.OpLocal && who.Index == fm.self
}
