package interp

import (
	"github.com/rulec/rulec/interp/deps"
	"github.com/rulec/rulec/interp/state"
	"github.com/rulec/rulec/interp/trace"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
)

// touched is a watched field of a thing as it was at the last settling.
type touched struct {
	thing int
	field *field
	at    int
	old   float64
}

// touch notes the value that a field has before its first change since the last settling.
func (m *Machine) touch(thing int, x *field, at int) {
	if m.recording == 0 {
		m.touchIn(&m.state, thing, x, at)
	}
}

// touchIn does the same for a payment, which lands at once: s is the state that settles.
func (m *Machine) touchIn(s *state.State, thing int, x *field, at int) {
	for _, view := range x.views {
		if m.touchedAt(thing, view, 0) < 0 {
			m.touched = append(m.touched, touched{thing, view, 0, m.seen(s, thing, view, 0)})
		}
	}
	if x.watched && m.touchedAt(thing, x, at) < 0 {
		m.touched = append(m.touched, touched{thing, x, at, m.seen(s, thing, x, at)})
	}
}

func (m *Machine) touchedAt(thing int, x *field, at int) int {
	for i := range m.touched {
		if t := &m.touched[i]; t.thing == thing && t.field == x && t.at == at {
			return i
		}
	}
	return -1
}

// seen returns what settlings see of a watched field: what is held counts as
// still there until it is paid.
func (m *Machine) seen(s *state.State, thing int, x *field, at int) float64 {
	from := int(m.rows[thing])
	if !x.virtual {
		return s.Cell(from+x.cell+at) - m.heldIn[from+x.cell+at]
	}
	total := 0.0
	for _, part := range x.parts {
		total += s.Cell(from+part.cell) - m.heldIn[from+part.cell]
	}
	return total
}

// was returns what a field held at the settling before the one at hand.
func (m *Machine) was(thing int, x *field, at int) float64 {
	for i := m.frozenFrom; i < len(m.frozen); i++ {
		if t := &m.frozen[i]; t.thing == thing && t.field == x && t.at == at {
			return t.old
		}
	}
	if i := m.touchedAt(thing, x, at); i >= 0 {
		return m.touched[i].old
	}
	return m.seen(&m.state, thing, x, at)
}

// fired is a rule that is to run, for whom, and the instance or carried thing
// that it belongs to.
type fired struct {
	rule   *rule
	bearer int
	it     float64
}

// settle brings the state to rest (P5): conditions end whose formula holds, derived
// conditions begin and end, rules run that wait for what has changed, until
// nothing changes any more (P24). Inside of a batch nothing settles.
func (m *Machine) settle() {
	switch {
	case m.inBatch > 0 || m.settled == m.changes && len(m.afterwards) == 0:
	default:
		m.comeToRest()
	}
}

func (m *Machine) comeToRest() {
	if len(m.afterwards) > 0 {
		m.runAfterwards()
	}
	switch {
	case m.settled == m.changes:
		return
	case m.atRest():
		m.settled, m.dirty = m.changes, 0
		if m.chain == 0 {
			m.checkOver()
		}
		return
	}
	chain, frozenFrom, frozen := m.chain, m.frozenFrom, len(m.frozen)
	for {
		m.settled = m.changes
		dirty := m.dirty
		m.dirty = 0
		m.endByFormula(dirty)
		m.frozenFrom = len(m.frozen)
		base := len(m.fired)
		m.collect(base, dirty|m.dirty)
		if len(m.fired) > base {
			m.chain++
			m.runFired(base)
		}
		m.frozen = m.frozen[:m.frozenFrom]
		if m.settled == m.changes {
			break
		}
	}
	m.chain, m.frozenFrom = chain, frozenFrom
	m.frozen = m.frozen[:frozen]
	if chain == 0 {
		m.checkOver()
		m.freeLimbo()
	}
}

// atRest tells whether nothing waits for what has changed since the last settling.
func (m *Machine) atRest() bool {
	return len(m.touched)+len(m.edges)+len(m.begun)+len(m.limbo) == 0 && !m.code.endsByFormula &&
		!m.tracing && !m.opts.Check && !m.code.edgesRead.TouchedBy(m.dirty)
}

// freeLimbo forgets the instances that have ended.
func (m *Machine) freeLimbo() {
	for _, slot := range m.limbo {
		m.freeSlot(int(slot))
	}
	m.limbo = m.limbo[:0]
}

// runFired runs the rules from base on.
func (m *Machine) runFired(base int) {
	if m.chain > m.limits.Chain {
		m.failChain(base)
	}
	m.chained = append(m.chained[:m.chain-1], m.fired[base].rule)
	for i := base; i < len(m.fired); i++ {
		m.runRule(m.fired[i], 0)
		m.runAfterwards()
	}
	m.fired = m.fired[:base]
}

// checkOver notes when the encounter is over (P26).
func (m *Machine) checkOver() {
	if m.over || m.code.over == nil || !m.started {
		return
	}
	if m.overAt == m.version {
		return
	}
	m.over, m.overAt = m.truth(m.code.over), m.version
}

// endByFormula ends the instances whose until formula holds.
func (m *Machine) endByFormula(dirty deps.Mask) {
	if !m.code.endsByFormula {
		return
	}
	for k := 0; k < len(m.state.InForce()); {
		slot := int(m.state.InForce()[k])
		i := m.state.Instance(slot)
		number := m.state.Number(slot)
		if u := m.holding(i.Ends.List, int(i.Bearer), number, dirty); u != nil {
			m.do(&op{kind: opEnd, instance: number, thing: i.Bearer, span: &u.Span})
			k = 0
			continue
		}
		if i.Muted {
			if u := m.holding(i.Mute.List, int(i.Bearer), number, dirty); u != nil {
				m.do(&op{kind: opUnmute, instance: number, thing: i.Bearer, span: &u.Span})
			}
		}
		k++
	}
}

// holding returns the first end phrase of a list whose formula holds.
func (m *Machine) holding(list, who int, instance float64, dirty deps.Mask) *until {
	for _, u := range m.code.untils[list] {
		if u.when != nil && u.reads.TouchedBy(dirty) && m.truthAt(u.when, 0, 0, float64(who), instance) {
			return u
		}
	}
	return nil
}

// collect finds what changed since the last settling and the rules that wait for it.
func (m *Machine) collect(base int, dirty deps.Mask) {
	for i := range m.touched {
		t := &m.touched[i]
		now := m.seen(&m.state, t.thing, t.field, t.at)
		if now == t.old {
			continue
		}
		for _, h := range t.field.hears {
			if m.seesChange(h.trigger, t, now) {
				m.match(h, t.thing, 0)
			}
		}
		m.endOnChange(t, now)
	}
	m.frozen = append(m.frozen, m.touched...)
	m.touched = m.touched[:0]
	m.collectEdges()
	m.collectDerived(dirty)
	m.collectInstances()
	if len(m.fired) > base {
		m.sortFired(base)
	}
}

// seesChange tells whether a change of a watched field is what a trigger waits for.
func (m *Machine) seesChange(t *trigger, c *touched, now float64) bool {
	if t.member != nil && c.field.Family != nil && int(m.number(t.member, float64(c.thing)))-1 != c.at {
		return false
	}
	switch t.Kind {
	case program.OnRises:
		return now > c.old
	case program.OnFalls:
		return now < c.old
	}
	return true
}

func (m *Machine) collectEdges() {
	for i := range m.edges {
		e := &m.edges[i]
		on := m.state.Has(e.who, e.condition.Index)
		if on != e.was {
			m.edgeOf(e.who, e.condition, on)
		}
	}
	m.edges = m.edges[:0]
}

// edgeOf fires what waits for a condition of somebody to begin or to end.
func (m *Machine) edgeOf(who int, x *condition, on bool) {
	waiting, own := x.loses, x.ends
	if on {
		waiting, own = x.becomes, x.begins
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
			m.fire(h.rule, who, it)
		}
	}
	m.endOnEdge(who, x, on)
}

// lately returns the instance of a condition that a thing has just lost, or 0.
func (m *Machine) lately(who int, x *condition) float64 {
	for k := len(m.limbo) - 1; k >= 0; k-- {
		slot := int(m.limbo[k])
		if i := m.state.Instance(slot); i.Condition == x.Condition && int(i.Bearer) == who {
			return m.state.Number(slot)
		}
	}
	return 0
}

// collectDerived compares derived conditions with the last settling (P10): those
// that read something of a sort that has changed.
func (m *Machine) collectDerived(dirty deps.Mask) {
	list := m.code.derived
	if !m.tracing {
		list = list[:m.code.derivedHeard]
	}
	for k, x := range list {
		looked := x.Any.TouchedBy(dirty)
		if !looked && !m.opts.Check {
			continue
		}
		for who := 1; who <= m.count; who++ {
			if !m.mayBear(who, x) {
				continue
			}
			at := k*(m.count+1) + who
			on := m.derivedOn[at]
			if k < m.code.derivedHeard {
				on = m.has(who, x)
			} else {
				m.aside(func() { on = m.has(who, x) })
			}
			if on == m.derivedOn[at] {
				continue
			}
			if !looked {
				panic("condition " + x.Name + " changed though nothing did that it reads")
			}
			m.derivedOn[at] = on
			m.changes++
			m.settled++
			if m.tracing {
				m.tellDerived(who, x, on)
			}
			m.edgeOf(who, x, on)
		}
	}
}

func (m *Machine) tellDerived(who int, x *condition, on bool) {
	kind, told := trace.Loses, x.Condition.Ends
	if on {
		kind, told = trace.Becomes, x.Begins
	}
	e := m.emit(kind, &x.Span)
	e.Who, e.Condition = int32(who), x.Condition
	if told != nil {
		m.tell(told, 0, 0, float64(who), 0)
	}
}

// collectInstances fires the begins and ends of conditions whose rules act once
// for each instance.
func (m *Machine) collectInstances() {
	for _, slot := range m.begun {
		i := m.state.Instance(int(slot))
		if !i.Alive || i.Seen {
			continue
		}
		i.Seen = true
		if i.Condition.Each != program.PerInstance {
			continue
		}
		for _, h := range m.conditionOf(i).begins {
			m.fire(h.rule, int(i.Bearer), m.state.Number(int(slot)))
		}
	}
	m.begun = m.begun[:0]
	for _, slot := range m.limbo {
		i := m.state.Instance(int(slot))
		if i.Condition == nil || !i.Seen || i.Condition.Each != program.PerInstance {
			continue
		}
		i.Seen = false
		for _, h := range m.conditionOf(i).ends {
			m.fire(h.rule, int(i.Bearer), m.state.Number(int(slot)))
		}
	}
}

// fire notes that a rule is to run.
func (m *Machine) fire(r *rule, bearer int, it float64) {
	if r.do == nil {
		return
	}
	m.fired = append(m.fired, fired{r, bearer, it})
}

// sortFired orders the rules from base on: by their order, place in the file,
// then bearers and instances; each runs once (P5, P11, P19).
func (m *Machine) sortFired(base int) {
	s := m.fired[base:]
	less := func(a, b *fired) bool {
		if a.rule.place != b.rule.place {
			return a.rule.place < b.rule.place
		}
		return a.bearer < b.bearer
	}
	for i := 1; i < len(s); i++ {
		for j := i; j > 0 && less(&s[j], &s[j-1]); j-- {
			s[j], s[j-1] = s[j-1], s[j]
		}
	}
	n := base
	for i := range s {
		again := false
		for j := base; j < n; j++ {
			again = again || m.fired[j] == s[i]
		}
		if !again {
			m.fired[n] = s[i]
			n++
		}
	}
	m.fired = m.fired[:n]
}

// match fires a rule for all its bearers that a trigger with this subject
// concerns. event is the row of the event at hand plus 1, or 0.
func (m *Machine) match(h heard, subject, event int) {
	r := h.rule
	switch {
	case r.condition != nil:
		m.matchCondition(h, subject, event)
	case r.Carried != nil:
		m.matchCarried(h, subject, event)
	case r.kind == nil:
		if m.concerns(h.trigger, subject, 0, 0, event) {
			m.fire(r, 0, 0)
		}
	case h.trigger.Whose == program.Selfs:
		if subject != 0 && m.kindOf[subject].Kind == r.kind.Kind {
			m.fire(r, subject, 0)
		}
	default:
		for who := 1; who <= m.count; who++ {
			if m.kindOf[who].Kind == r.kind.Kind && m.concerns(h.trigger, subject, who, 0, event) {
				m.fire(r, who, 0)
			}
		}
	}
}

// concerns tells whether a trigger waits for what happened to this subject.
func (m *Machine) concerns(t *trigger, subject, who int, it float64, event int) bool {
	switch t.Whose {
	case program.Selfs:
		return subject == who && who != 0
	case program.Bys:
		slot := m.state.Slot(it)
		return slot != 0 && int(m.state.Instance(slot).By) == subject && subject != 0
	case program.Another:
		return t.of != nil && subject != 0 && m.numberAt(t.of, 0, event, float64(who), it) == float64(subject)
	}
	return true
}

func (m *Machine) matchCondition(h heard, subject, event int) {
	x := h.rule.condition
	if x.Each == program.PerInstance {
		for k := 0; k < len(m.state.InForce()); k++ {
			slot := int(m.state.InForce()[k])
			i := m.state.Instance(slot)
			if i.Condition != x.Condition || i.Muted {
				continue
			}
			if number := m.state.Number(slot); m.concerns(h.trigger, subject, int(i.Bearer), number, event) {
				m.fire(h.rule, int(i.Bearer), number)
			}
		}
		return
	}
	first, last := 1, m.count
	if h.trigger.Whose == program.Selfs {
		first, last = subject, subject
	}
	for who := max(first, 1); who <= last; who++ {
		if !m.has(who, x) {
			continue
		}
		it := m.oldest(who, x)
		if m.concerns(h.trigger, subject, who, it, event) {
			m.fire(h.rule, who, it)
		}
	}
}

func (m *Machine) matchCarried(h heard, subject, event int) {
	for who := 1; who <= m.count; who++ {
		if h.trigger.Whose == program.Selfs && who != subject {
			continue
		}
		for k := 0; ; k++ {
			it := m.carriedIt(who, h.rule.Carried, k)
			if it == 0 {
				break
			}
			if m.concerns(h.trigger, subject, who, it, event) {
				m.fire(h.rule, who, it)
			}
		}
	}
}

// endOnChange ends the instances that wait for a change of a watched field.
func (m *Machine) endOnChange(t *touched, now float64) {
	if !m.code.endsBySettling {
		return
	}
	m.endWhere(t.thing, func(x *trigger) bool {
		return (x.Kind == program.OnRises || x.Kind == program.OnFalls || x.Kind == program.OnChanges) &&
			x.Watched == t.field.Field && m.seesChange(x, t, now)
	})
}

// endOnEdge ends the instances that wait for a condition to begin or end.
func (m *Machine) endOnEdge(who int, x *condition, on bool) {
	if !m.code.endsBySettling {
		return
	}
	m.endWhere(who, func(t *trigger) bool {
		return t.Condition == x.Condition && (t.Kind == program.OnBecomes && on || t.Kind == program.OnLoses && !on)
	})
}

// endWhere ends the instances that were there at the last settling and wait for
// something that happened to a subject.
func (m *Machine) endWhere(subject int, waitsFor func(t *trigger) bool) {
	base := len(m.doomed)
	for _, slot := range m.state.InForce() {
		i := m.state.Instance(int(slot))
		if !i.Seen {
			continue
		}
		number := m.state.Number(int(slot))
		for _, u := range m.code.untils[i.Ends.List] {
			if u.trigger != nil && waitsFor(u.trigger) && m.concerns(u.trigger, subject, int(i.Bearer), number, 0) {
				m.doomed = append(m.doomed, doomed{number, &u.Span, false})
				break
			}
		}
		if !i.Muted {
			continue
		}
		for _, u := range m.code.untils[i.Mute.List] {
			if u.trigger != nil && waitsFor(u.trigger) && m.concerns(u.trigger, subject, int(i.Bearer), number, 0) {
				m.doomed = append(m.doomed, doomed{number, &u.Span, true})
				break
			}
		}
	}
	m.endDoomed(base)
}

// doomed is an instance that is to end, or whose silence is.
type doomed struct {
	instance float64
	span     *diag.Span
	mute     bool
}

// endDoomed ends the instances from base on.
func (m *Machine) endDoomed(base int) {
	for k := base; k < len(m.doomed); k++ {
		d := m.doomed[k]
		slot := m.state.Slot(d.instance)
		if slot == 0 || !m.state.Instance(slot).Alive {
			continue
		}
		kind := opEnd
		if d.mute {
			kind = opUnmute
		}
		m.do(&op{kind: kind, instance: d.instance, thing: m.state.Instance(slot).Bearer, span: d.span})
	}
	m.doomed = m.doomed[:base]
}
