package exec

import (
	"github.com/rulec/rulec/interp/board"
	"github.com/rulec/rulec/interp/code"
	"github.com/rulec/rulec/interp/deps"
	"github.com/rulec/rulec/interp/state"
	"github.com/rulec/rulec/interp/trace"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
)

// settling is what has changed since the state settled last, and what follows from it.
type settling struct {
	// settled is the count of changes at the last settling, overAt the version for which it
	// was found out last whether the encounter is over.
	settled, overAt uint64
	// dirty is what was changed of all that somebody waits for.
	dirty deps.Mask
	// touched are watched fields as they were at the last settling; frozen those from
	// frozenFrom on as they were at the settling before the one at hand.
	touched, frozen []touched
	frozenFrom      int
	edges           []edge
	// derivedOn tells, by thing and derived condition, whether it was in force.
	derivedOn []bool
	// begun are the slots of instances that have begun since, limbo of those that have ended.
	begun, limbo []state.Slot
	fired        []fired
	doomed       []doomed
	// chain is how many rules have followed from each other, chained which.
	chain   int
	chained []*code.Rule
}

// layOut makes room for so many things and derived conditions.
func (s *settling) layOut(things, derived int) { s.derivedOn = make([]bool, (things+1)*derived) }

func (s *settling) reset() {
	s.settled, s.overAt, s.frozenFrom, s.chain = 0, 0, 0, 0
	s.touched, s.frozen, s.edges = s.touched[:0], s.frozen[:0], s.edges[:0]
	s.begun, s.limbo, s.fired, s.doomed, s.chained = s.begun[:0], s.limbo[:0], s.fired[:0], s.doomed[:0], s.chained[:0]
	clear(s.derivedOn)
}

func (s *settling) copyTo(to *settling) {
	to.settled = s.settled
	copy(to.derivedOn, s.derivedOn)
	to.begun = append(to.begun[:0], s.begun...)
}

// note notes what is changed.
func (s *settling) note(what deps.Mask) { s.dirty |= what }

// begins notes that the instance in a slot has begun, ends that it has ended.
func (s *settling) begins(slot state.Slot) { s.begun = append(s.begun, slot) }

func (s *settling) ends(slot state.Slot) { s.limbo = append(s.limbo, slot) }

// forgetBegun takes the conditions that things have as if they had always had them.
func (s *settling) forgetBegun() { s.edges, s.begun = s.edges[:0], s.begun[:0] }

// setDerived notes whether a derived condition of a thing is in force, at its place among them.
func (s *settling) setDerived(at int, on bool) { s.derivedOn[at] = on }

// touched is a watched field of a thing as it was at the last settling.
type touched struct {
	thing board.Thing
	field *code.Field
	at    int
	old   float64
}

// touch notes the value that a field has before its first change since the last settling.
func (m *Machine) touch(thing board.Thing, x *code.Field, at int) {
	if m.batch.recording == 0 {
		m.touchIn(&m.state, thing, x, at)
	}
}

// touchIn does the same for a payment, which lands at once: s is the state that settles.
func (m *Machine) touchIn(s *state.State, thing board.Thing, x *code.Field, at int) {
	for _, view := range x.Views {
		if m.settling.touchedAt(thing, view, 0) < 0 {
			m.settling.touched = append(m.settling.touched, touched{thing, view, 0, m.seen(s, thing, view, 0)})
		}
	}
	if x.Watched && m.settling.touchedAt(thing, x, at) < 0 {
		m.settling.touched = append(m.settling.touched, touched{thing, x, at, m.seen(s, thing, x, at)})
	}
}

func (s *settling) touchedAt(thing board.Thing, x *code.Field, at int) int {
	for i := range s.touched {
		if t := &s.touched[i]; t.thing == thing && t.field == x && t.at == at {
			return i
		}
	}
	return -1
}

// seen returns what settlings see of a watched field: what is held counts as
// still there until it is paid.
func (m *Machine) seen(s *state.State, thing board.Thing, x *code.Field, at int) float64 {
	from := int(m.Rows[thing])
	if !x.Virtual {
		return s.Cell(from+x.Cell+at) - m.payments.held[from+x.Cell+at]
	}
	total := 0.0
	for _, part := range x.Parts {
		total += s.Cell(from+part.Cell) - m.payments.held[from+part.Cell]
	}
	return total
}

// was returns what a field held at the settling before the one at hand.
func (m *Machine) was(thing board.Thing, x *code.Field, at int) float64 {
	for i := m.settling.frozenFrom; i < len(m.settling.frozen); i++ {
		if t := &m.settling.frozen[i]; t.thing == thing && t.field == x && t.at == at {
			return t.old
		}
	}
	if i := m.settling.touchedAt(thing, x, at); i >= 0 {
		return m.settling.touched[i].old
	}
	return m.seen(&m.state, thing, x, at)
}

// fired is a rule that is to run, for whom, and the instance or carried thing
// that it belongs to.
type fired struct {
	rule   *code.Rule
	bearer board.Thing
	it     float64
}

// settle brings the state to rest (P5): conditions end whose formula holds, derived
// conditions begin and end, rules run that wait for what has changed, until
// nothing changes any more (P24). Inside of a batch nothing settles.
func (m *Machine) settle() {
	switch {
	case m.batch.depth > 0 || m.settling.settled == m.tally.changes && len(m.batch.afterwards) == 0:
	default:
		m.comeToRest()
	}
}

func (m *Machine) comeToRest() {
	if len(m.batch.afterwards) > 0 {
		m.runAfterwards()
	}
	switch {
	case m.settling.settled == m.tally.changes:
		return
	case m.atRest():
		m.settling.settled, m.settling.dirty = m.tally.changes, 0
		if m.settling.chain == 0 {
			m.checkOver()
		}
		return
	}
	chain, frozenFrom, frozen := m.settling.chain, m.settling.frozenFrom, len(m.settling.frozen)
	for {
		m.settling.settled = m.tally.changes
		dirty := m.settling.dirty
		m.settling.dirty = 0
		m.endByFormula(dirty)
		m.settling.frozenFrom = len(m.settling.frozen)
		base := len(m.settling.fired)
		m.collect(base, dirty|m.settling.dirty)
		if len(m.settling.fired) > base {
			m.settling.chain++
			m.runFired(base)
		}
		m.settling.frozen = m.settling.frozen[:m.settling.frozenFrom]
		if m.settling.settled == m.tally.changes {
			break
		}
	}
	m.settling.chain, m.settling.frozenFrom = chain, frozenFrom
	m.settling.frozen = m.settling.frozen[:frozen]
	if chain == 0 {
		m.checkOver()
		m.freeLimbo()
	}
}

// atRest tells whether nothing waits for what has changed since the last settling.
func (m *Machine) atRest() bool {
	return len(m.settling.touched)+len(m.settling.edges)+len(m.settling.begun)+len(m.settling.limbo) == 0 &&
		!m.Code.EdgesRead.TouchedBy(m.settling.dirty) && !m.record.tracing && !m.opts.Check && !m.anyMayEnd(m.settling.dirty)
}

// freeLimbo forgets the instances that have ended.
func (m *Machine) freeLimbo() {
	for _, slot := range m.settling.limbo {
		m.freeSlot(slot)
	}
	m.settling.limbo = m.settling.limbo[:0]
}

// runFired runs the rules from base on.
func (m *Machine) runFired(base int) {
	if m.settling.chain > m.limits.Chain {
		m.failChain(base)
	}
	m.settling.chained = append(m.settling.chained[:m.settling.chain-1], m.settling.fired[base].rule)
	way := m.trail.loop(program.Type{}, float64(base))
	for i := base; i < len(m.settling.fired); i++ {
		m.trail.reach(way, i)
		m.runRule(m.settling.fired[i], 0)
		m.runAfterwards()
	}
	m.trail.leave(way)
	m.settling.fired = m.settling.fired[:base]
}

// runEach runs the rules from base on in their order, each when the state is at rest.
func (m *Machine) runEach(base int, event eventRef) {
	m.settling.sortFired(base)
	way := m.trail.loop(program.Type{}, float64(base))
	for k := base; k < len(m.settling.fired); k++ {
		m.trail.reach(way, k)
		m.runRule(m.settling.fired[k], event)
		m.settle()
	}
	m.trail.leave(way)
	m.settling.fired = m.settling.fired[:base]
}

// checkOver notes when the encounter is over, and who has won then (P26).
func (m *Machine) checkOver() {
	if m.Code.Over == nil || !m.started || m.closed || m.settling.overAt == m.tally.version {
		return
	}
	m.settling.overAt = m.tally.version
	if m.truth(m.Code.Over) {
		m.over = true
		m.decide()
	}
}

// anyMayEnd tells whether anything in force may end because a formula holds now.
func (m *Machine) anyMayEnd(dirty deps.Mask) bool {
	if !m.Code.EndsRead.TouchedBy(dirty) {
		return false
	}
	for _, slot := range m.state.InForce() {
		if m.mayEnd(m.state.Instance(slot), dirty) {
			return true
		}
	}
	return false
}

// mayEnd tells whether a formula that ends an instance, or its silence, reads what has changed.
func (m *Machine) mayEnd(i *state.Instance, dirty deps.Mask) bool {
	reads := func(e *state.Endings) bool {
		for k := range e.All() {
			if m.Code.EndReads[e.All()[k].List].TouchedBy(dirty) {
				return true
			}
		}
		return false
	}
	return reads(&i.Ends) || i.Muted && reads(&i.Mute)
}

// endByFormula ends the instances whose until formula holds.
func (m *Machine) endByFormula(dirty deps.Mask) {
	if m.opts.Check {
		m.checkEnds(dirty)
	}
	if !m.Code.EndsRead.TouchedBy(dirty) {
		return
	}
	for k := 0; k < len(m.state.InForce()); {
		slot := m.state.InForce()[k]
		if !m.mayEnd(m.state.Instance(slot), dirty) {
			k++
			continue
		}
		base := len(m.settling.doomed)
		m.doomWhere(slot, func(u *code.Until, number float64) bool {
			return u.When != nil && u.Reads.TouchedBy(dirty) && m.truthAt(u.When, 0, 0, float64(m.state.Instance(slot).Bearer), number)
		})
		k++
		if len(m.settling.doomed) > base && !m.settling.doomed[base].mute {
			k = 0 // others may end by that
		}
		m.endDoomed(base)
	}
}

// doomWhere notes which endings of an instance, and of its silence, have come: those of which a phrase does.
func (m *Machine) doomWhere(slot state.Slot, comes func(u *code.Until, number float64) bool) {
	i, number := m.state.Instance(slot), m.state.Number(slot)
	each := func(e *state.Endings, mute bool) {
		for k := range e.All() {
			for _, u := range m.Code.Untils[e.All()[k].List] {
				if comes(u, number) {
					m.settling.doom(number, e.All()[k].List, &u.Span, mute)
					break
				}
			}
		}
	}
	each(&i.Ends, false)
	if i.Muted {
		each(&i.Mute, true)
	}
}

// collect finds what changed since the last settling and the rules that wait for it.
func (m *Machine) collect(base int, dirty deps.Mask) {
	for i := range m.settling.touched {
		t := &m.settling.touched[i]
		now := m.seen(&m.state, t.thing, t.field, t.at)
		if now == t.old {
			continue
		}
		for _, h := range t.field.Hears {
			if m.seesChange(h.Trigger, t, now) {
				m.match(h, t.thing, 0)
			}
		}
		m.endOnChange(t, now)
	}
	m.settling.frozen = append(m.settling.frozen, m.settling.touched...)
	m.settling.touched = m.settling.touched[:0]
	m.collectEdges()
	m.collectDerived(dirty)
	m.collectInstances()
	if len(m.settling.fired) > base {
		m.settling.sortFired(base)
	}
}

// seesChange tells whether a change of a watched field is what a trigger waits for.
func (m *Machine) seesChange(t *code.Trigger, c *touched, now float64) bool {
	if t.Member != nil && c.field.Family != nil && int(m.number(t.Member, float64(c.thing)))-1 != c.at {
		return false
	}
	switch t.Kind {
	case program.OnRises:
		return now > c.old
	case program.OnFalls:
		return now < c.old && c.old != program.Absent
	}
	return true
}

// turned notes, for the next settling, that a condition of a thing began or ended.
func (m *Machine) turned(who board.Thing, x *code.Condition, was bool) {
	if m.batch.recording > 0 || !x.Heard || x.Holds != nil || len(x.Parents) > 0 {
		return
	}
	for i := range m.settling.edges {
		if e := &m.settling.edges[i]; e.who == who && e.condition == x {
			return
		}
	}
	m.settling.edges = append(m.settling.edges, edge{who, x, was})
}

// edge is a condition of a thing as it was at the last settling.
type edge struct {
	who       board.Thing
	condition *code.Condition
	was       bool
}

func (m *Machine) collectEdges() {
	for i := range m.settling.edges {
		e := &m.settling.edges[i]
		on := m.state.Has(e.who, e.condition.Index)
		if on != e.was {
			m.edgeOf(e.who, e.condition, on)
		}
	}
	m.settling.edges = m.settling.edges[:0]
}

// edgeOf fires what waits for a condition of somebody to begin or to end.
func (m *Machine) edgeOf(who board.Thing, x *code.Condition, on bool) {
	waiting, own := x.Loses, x.Ends
	if on {
		waiting, own = x.Becomes, x.Begins
	}
	for _, h := range waiting {
		m.match(h, who, 0)
	}
	if x.Each == program.PerBearer {
		it := m.oldest(who, x)
		if !on {
			it = m.lately(who, x)
		}
		for _, h := range own {
			m.settling.fire(h.Rule, who, it)
		}
	}
	m.endOnEdge(who, x, on)
}

// lately returns the instance of a condition that a thing has just lost, or 0.
func (m *Machine) lately(who board.Thing, x *code.Condition) float64 {
	for k := len(m.settling.limbo) - 1; k >= 0; k-- {
		slot := m.settling.limbo[k]
		if i := m.state.Instance(slot); i.Condition == x.Condition && board.Thing(i.Bearer) == who {
			return m.state.Number(slot)
		}
	}
	return 0
}

// collectDerived compares derived conditions with the last settling (P10): those
// that read something of a sort that has changed.
func (m *Machine) collectDerived(dirty deps.Mask) {
	list := m.Code.Derived
	if !m.record.tracing {
		list = list[:m.Code.DerivedHeard]
	}
	for k, x := range list {
		looked := x.Any.TouchedBy(dirty)
		if !looked && !m.opts.Check {
			continue
		}
		for who := board.Thing(1); int(who) <= m.Count; who++ {
			if !m.mayBear(who, x) {
				continue
			}
			at := k*(m.Count+1) + int(who)
			on := m.settling.derivedOn[at]
			if k < m.Code.DerivedHeard {
				on = m.has(who, x)
			} else {
				m.aside(func() { on = m.has(who, x) })
			}
			if on == m.settling.derivedOn[at] {
				continue
			}
			if !looked {
				panic("condition " + x.Name + " changed though nothing did that it reads")
			}
			m.settling.setDerived(at, on)
			m.tally.changed()
			m.settling.settled++
			if m.record.tracing {
				m.tellDerived(who, x, on)
			}
			m.edgeOf(who, x, on)
		}
	}
}

func (m *Machine) tellDerived(who board.Thing, x *code.Condition, on bool) {
	kind, told := trace.Loses, x.Condition.Ends
	if on {
		kind, told = trace.Becomes, x.Condition.Begins
	}
	e := m.emit(kind, &x.Span)
	e.Who, e.Condition = int32(who), x.Condition
	if !on {
		out := false
		m.aside(func() { out = m.isOut(who) })
		e.Still = out
	}
	if told != nil {
		m.tell(told, 0, 0, float64(who), 0)
	}
}

// collectInstances fires the begins and ends of conditions whose rules act once
// for each instance.
func (m *Machine) collectInstances() {
	for _, slot := range m.settling.begun {
		i := m.state.Instance(slot)
		if !i.Alive || i.Seen {
			continue
		}
		i.Seen = true
		if i.Condition.Each != program.PerInstance {
			continue
		}
		for _, h := range m.conditionOf(i).Begins {
			m.settling.fire(h.Rule, board.Thing(i.Bearer), m.state.Number(slot))
		}
	}
	m.settling.begun = m.settling.begun[:0]
	for _, slot := range m.settling.limbo {
		i := m.state.Instance(slot)
		if i.Condition == nil || !i.Seen || i.Condition.Each != program.PerInstance {
			continue
		}
		i.Seen = false
		for _, h := range m.conditionOf(i).Ends {
			m.settling.fire(h.Rule, board.Thing(i.Bearer), m.state.Number(slot))
		}
	}
}

// fire notes that a rule is to run.
func (s *settling) fire(r *code.Rule, bearer board.Thing, it float64) {
	if r.Do == nil {
		return
	}
	s.fired = append(s.fired, fired{r, bearer, it})
}

// sortFired orders the rules from base on: by their order, place in the file,
// then bearers and instances; each runs once (P5, P11, P19).
func (s *settling) sortFired(base int) {
	list := s.fired[base:]
	less := func(a, b *fired) bool {
		if a.rule.Place != b.rule.Place {
			return a.rule.Place < b.rule.Place
		}
		return a.bearer < b.bearer
	}
	for i := 1; i < len(list); i++ {
		for j := i; j > 0 && less(&list[j], &list[j-1]); j-- {
			list[j], list[j-1] = list[j-1], list[j]
		}
	}
	n := base
	for i := range list {
		again := false
		for j := base; j < n; j++ {
			again = again || s.fired[j] == list[i]
		}
		if !again {
			s.fired[n] = list[i]
			n++
		}
	}
	s.fired = s.fired[:n]
}

// match fires a rule for all its bearers that a trigger with this subject concerns.
func (m *Machine) match(h code.Heard, subject board.Thing, event eventRef) {
	r := h.Rule
	switch {
	case r.Condition != nil:
		m.matchCondition(h, subject, event)
	case r.Carried != nil:
		m.matchCarried(h, subject, event)
	case r.Kind == nil:
		if m.concerns(h.Trigger, subject, 0, 0, event) {
			m.settling.fire(r, 0, 0)
		}
	case h.Trigger.Whose == program.Selfs:
		if subject != 0 && m.KindOf[subject].Kind == r.Kind.Kind {
			m.settling.fire(r, subject, 0)
		}
	default:
		for who := board.Thing(1); int(who) <= m.Count; who++ {
			if m.KindOf[who].Kind == r.Kind.Kind && m.concerns(h.Trigger, subject, who, 0, event) {
				m.settling.fire(r, who, 0)
			}
		}
	}
}

// concerns tells whether a trigger waits for what happened to this subject.
func (m *Machine) concerns(t *code.Trigger, subject, who board.Thing, it float64, event eventRef) bool {
	switch t.Whose {
	case program.Selfs:
		return subject == who && who != 0
	case program.Bys:
		slot := m.state.Slot(it)
		return slot != 0 && board.Thing(m.state.Instance(slot).By) == subject && subject != 0
	case program.Another:
		return t.Of != nil && subject != 0 && m.numberAt(t.Of, 0, event, float64(who), it) == float64(subject)
	}
	return true
}

func (m *Machine) matchCondition(h code.Heard, subject board.Thing, event eventRef) {
	x := h.Rule.Condition
	if !m.anybodyHas(x) {
		return
	}
	if x.Each == program.PerInstance {
		for k := 0; k < len(m.state.InForce()); k++ {
			slot := m.state.InForce()[k]
			i := m.state.Instance(slot)
			if i.Condition != x.Condition || i.Muted {
				continue
			}
			if number := m.state.Number(slot); m.concerns(h.Trigger, subject, board.Thing(i.Bearer), number, event) {
				m.settling.fire(h.Rule, board.Thing(i.Bearer), number)
			}
		}
		return
	}
	first, last := board.Thing(1), board.Thing(m.Count)
	if h.Trigger.Whose == program.Selfs {
		first, last = subject, subject
	}
	for who := max(first, 1); who <= last; who++ {
		if !m.has(who, x) {
			continue
		}
		it := m.oldest(who, x)
		if m.concerns(h.Trigger, subject, who, it, event) {
			m.settling.fire(h.Rule, who, it)
		}
	}
}

func (m *Machine) matchCarried(h code.Heard, subject board.Thing, event eventRef) {
	for who := board.Thing(1); int(who) <= m.Count; who++ {
		if h.Trigger.Whose == program.Selfs && who != subject {
			continue
		}
		for k := 0; ; k++ {
			it := m.carriedIt(who, h.Rule.Carried, k)
			if it == 0 {
				break
			}
			if m.concerns(h.Trigger, subject, who, it, event) {
				m.settling.fire(h.Rule, who, it)
			}
		}
	}
}

// endOnChange ends the instances that wait for a change of a watched field.
func (m *Machine) endOnChange(t *touched, now float64) {
	if !m.Code.EndsBySettling {
		return
	}
	m.endWhere(t.thing, func(x *code.Trigger) bool {
		return (x.Kind == program.OnRises || x.Kind == program.OnFalls || x.Kind == program.OnChanges) &&
			x.Watched == t.field.Field && m.seesChange(x, t, now)
	})
}

// endOnEdge ends the instances that wait for a condition to begin or end.
func (m *Machine) endOnEdge(who board.Thing, x *code.Condition, on bool) {
	if !m.Code.EndsBySettling {
		return
	}
	m.endWhere(who, func(t *code.Trigger) bool {
		return t.Condition == x.Condition && (t.Kind == program.OnBecomes && on || t.Kind == program.OnLoses && !on)
	})
}

// endWhere ends the instances that were there at the last settling and wait for
// something that happened to a subject.
func (m *Machine) endWhere(subject board.Thing, waitsFor func(t *code.Trigger) bool) {
	base := len(m.settling.doomed)
	for _, slot := range m.state.InForce() {
		i := m.state.Instance(slot)
		if !i.Seen {
			continue
		}
		m.doomWhere(slot, func(u *code.Until, number float64) bool {
			return u.Trigger != nil && waitsFor(u.Trigger) && m.concerns(u.Trigger, subject, board.Thing(i.Bearer), number, 0)
		})
	}
	m.endDoomed(base)
}

// doomed is an ending that has come, of an instance or of its silence: that with a list of end phrases.
type doomed struct {
	instance float64
	list     int
	span     *diag.Span
	mute     bool
}

// doom notes that an ending has come.
func (s *settling) doom(instance float64, list int, span *diag.Span, mute bool) {
	s.doomed = append(s.doomed, doomed{instance, list, span, mute})
}

func (s *settling) dropDoomed(base int) { s.doomed = s.doomed[:base] }

// endDoomed lets the endings come that were noted from base on.
func (m *Machine) endDoomed(base int) {
	for k := base; k < len(m.settling.doomed); k++ {
		d := m.settling.doomed[k]
		slot := m.state.Slot(d.instance)
		if slot == 0 || !m.state.Instance(slot).Alive {
			continue
		}
		m.do(&op{kind: opEndingCame, instance: d.instance, thing: m.state.Instance(slot).Bearer, at: int32(d.list), value: boolean(d.mute), span: d.span})
	}
	m.settling.dropDoomed(base)
}
