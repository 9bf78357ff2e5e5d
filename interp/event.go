package interp

import (
	"slices"

	"github.com/rulec/rulec/interp/state"
	"github.com/rulec/rulec/interp/trace"
	"github.com/rulec/rulec/interp/value"

	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
)

// happening is an event that is being handled. Its fields are a row of
// Machine.eventCells.
type happening struct {
	event *event
	of    int
	// act is the row of the act that announced it plus 1, or 0.
	act int
	// began is when the entry or action began whose end this is; 0: not an end.
	began int64
	// number numbers the announcements of a run, from 1.
	number int
	// open is set while it is asked until all pass.
	open bool
	// asks and asked say where those who are asked stand in Machine.responders.
	asks, asked int
}

// happen makes a row for an event; its fields are none. It returns its number.
func (m *Machine) happen(e *event, of int, act int) int {
	n := len(m.happenings) + 1
	if n > cap(m.happenings) {
		m.happenings = append(m.happenings, happening{})
	}
	m.happenings = m.happenings[:n]
	h := &m.happenings[n-1]
	*h = happening{event: e, of: of, act: act}
	if m.eventWidth == 0 {
		return n
	}
	if len(m.eventCells) < n*m.eventWidth {
		m.eventCells = append(m.eventCells, make([]float64, n*m.eventWidth-len(m.eventCells))...)
	}
	clear(m.eventRow(n))
	return n
}

// forget drops an event's row and those above it.
func (m *Machine) forget(h int) { m.happenings = m.happenings[:h-1] }

func (m *Machine) eventRow(n int) []float64 {
	return m.eventCells[(n-1)*m.eventWidth : n*m.eventWidth]
}

// hears tells whether announcing an event can do anything.
func (m *Machine) hears(e *event) bool { return e != nil && m.code.heardOf[e.index] }

// announceEdge announces the start or the end of an entry or action.
func (m *Machine) announceEdge(e *event, of int, began int64) {
	if !m.hears(e) {
		return
	}
	act := 0
	if n := len(m.running); n > 0 && e.Entry == nil {
		act = m.running[n-1]
	}
	h := m.happen(e, of, act)
	if e.Edge == program.End {
		m.happenings[h-1].began = began
	}
	m.handle(m.frame, h, nil, false, &e.Span)
	m.forget(h)
}

// happens handles an event if anything in the ruleset waits for it (P9); otherwise it
// is only told.
func (m *Machine) happens(f *frame, h int, responders []float64, all bool, span *diag.Span) {
	if !m.hears(m.happenings[h-1].event) {
		m.tellEvent(h, span)
		return
	}
	m.handle(f, h, responders, all, span)
}

// handle handles an event in its order (P11): conditions end on it, pools reset,
// rules run, then those are asked who may answer. responders replaces those whom
// the event asks itself.
func (m *Machine) handle(f *frame, h int, responders []float64, all bool, span *diag.Span) {
	m.eventCount++
	if m.eventCount > m.limits.Events {
		m.fail(span, TooMany, "more than %d events in one encounter", m.limits.Events)
	}
	m.happenings[h-1].number = m.eventCount
	m.settle()
	e := m.happenings[h-1].event
	act := m.happenings[h-1].act
	if m.calledOff(act) {
		return
	}
	m.tellEvent(h, span)
	if m.code.endsOn[e.index] {
		m.endOnEvent(h)
	}
	for i := range e.resets {
		m.resetOn(&e.resets[i], h)
	}
	for i := 0; i < len(e.rules); i++ {
		m.runRules(e, &i, h)
		if m.calledOff(act) {
			return
		}
	}
	if responders == nil && e.asks == nil && e != m.code.moment || len(e.answers) == 0 {
		return
	}
	m.ask(h, responders, all, span)
}

// calledOff tells whether the act that announced something has been ended.
func (m *Machine) calledOff(act int) bool {
	return act != 0 && act <= len(m.acts) && m.acts[act-1].cancelled && !m.acts[act-1].unwinding
}

// tellEvent records an event.
func (m *Machine) tellEvent(h int, span *diag.Span) {
	if m.witness.on {
		m.sawEvent(h)
	}
	if !m.tracing {
		return
	}
	x := &m.happenings[h-1]
	if x.event.Automatic && x.event.Told == nil {
		return
	}
	t := m.emit(trace.Announce, span)
	t.Who, t.Event = int32(x.of), x.event.Event
	t.First = int32(len(m.trace.Values))
	for _, f := range x.event.Fields {
		m.trace.Values = append(m.trace.Values, m.kept(m.eventRow(h)[f.Cell], f.Type))
	}
	t.Count = int32(len(m.trace.Values)) - t.First
	if x.event.Told != nil {
		m.tell(x.event.Told, 0, h, float64(x.of), 0)
	}
}

// endOnEvent ends the instances that wait for an event.
func (m *Machine) endOnEvent(h int) {
	x := m.happenings[h-1]
	base := len(m.doomed)
	for _, slot := range m.state.InForce() {
		i := m.state.Instance(int(slot))
		number := m.state.Number(int(slot))
		if u := m.endsOn(&i.Ends, &x, h, int(i.Bearer), number); u != nil {
			m.doomed = append(m.doomed, doomed{number, &u.Span, false})
			continue
		}
		if i.Muted {
			if u := m.endsOn(&i.Mute, &x, h, int(i.Bearer), number); u != nil {
				m.doomed = append(m.doomed, doomed{number, &u.Span, true})
			}
		}
	}
	m.endDoomed(base)
}

// endsOn returns the end phrase that an event fulfils, or nil (P17).
func (m *Machine) endsOn(e *state.Ending, x *happening, h, who int, instance float64) *until {
	for _, u := range m.code.untils[e.List] {
		t := u.trigger
		if t == nil || t.Kind != program.OnEvent || t.Event != x.event.Event {
			continue
		}
		if x.began != 0 && !counts(u, e, x) {
			continue
		}
		if m.concerns(t, x.of, who, instance, h) {
			return u
		}
	}
	return nil
}

// counts tells whether the end of something counts for an end phrase: of what was
// running when the instance was applied, or of what began after it.
func counts(u *until, e *state.Ending, x *happening) bool {
	if !u.Running {
		return x.began > e.Serial
	}
	ran := e.Act
	if x.event.Entry != nil {
		ran = e.Entry
		if e.EntryKind != x.event.Entry {
			ran = 0
		}
	}
	return ran == 0 || ran == x.began
}

// resetOn resets a pool on an event.
func (m *Machine) resetOn(r *resetOf, h int) {
	x := &m.happenings[h-1]
	t := trigger{Trigger: r.reset.on, of: r.reset.of}
	for who := 1; who <= m.count; who++ {
		if m.kindOf[who] != r.kind || !m.concerns(&t, x.of, who, 0, h) {
			continue
		}
		for i := range max(r.field.Cells, 1) {
			m.resetPool(who, r.field, i, r.reset, h)
		}
	}
}

func (m *Machine) resetPool(who int, x *field, at int, r *reset, h int) {
	to := r.to
	value := 0.0
	switch {
	case to != nil:
		value = m.numberAt(to, 0, h, float64(who), 0)
	default:
		value = m.startOf(x, who)
	}
	m.do(&op{kind: opReset, thing: int32(who), field: x, at: int32(at), value: value, span: &r.on.Span})
}

// startOf returns what a pool starts with when nothing else is said.
func (m *Machine) startOf(x *field, who int) float64 {
	p := x.pool
	switch {
	case p.start != nil:
		return m.number(p.start, float64(who))
	case p.max != nil && !p.up:
		return m.number(p.max, float64(who))
	case p.min != nil:
		return m.number(p.min, float64(who))
	}
	return 0
}

// runRules runs the i-th rule that waits for an event, for all its bearers, and
// moves i to the rule's last trigger.
func (m *Machine) runRules(e *event, i *int, h int) {
	base := len(m.fired)
	r := e.rules[*i].rule
	for ; ; *i++ {
		m.match(e.rules[*i], m.happenings[h-1].of, h)
		if *i+1 == len(e.rules) || e.rules[*i+1].rule != r {
			break
		}
	}
	m.sortFired(base)
	for k := base; k < len(m.fired); k++ {
		m.runRule(m.fired[k], h)
		m.settle()
	}
	m.fired = m.fired[:base]
}

// runRule runs a rule for one bearer if its condition holds.
func (m *Machine) runRule(x fired, h int) {
	r := m.ruleOf(x.rule, x.bearer)
	if m.profile != nil {
		m.profiled(r.Rule, "rule", &r.Rule.Decl)
		defer m.profile.Leave()
	}
	if r.cond != nil && !m.truthAt(r.cond, 0, h, float64(x.bearer), x.it) {
		return
	}
	if m.tracing {
		t := m.emit(trace.Rule, &r.Span)
		t.Who, t.Rule = int32(x.bearer), r.Rule
	}
	m.deeper(&r.Span)
	m.beginProgram()
	g := m.enterRoutine(r.do, float64(x.bearer), x.it)
	g.at, g.act, g.event = &r.Span, 0, h
	open := len(m.joined)
	m.runBlock(g, r.do.body)
	m.closeJoined(open)
	m.leave(g)
	m.shallower()
}

// ask asks those who may answer an event (P12).
func (m *Machine) ask(h int, responders []float64, all bool, span *diag.Span) {
	e := m.happenings[h-1].event
	base := len(m.responders)
	m.collectResponders(h, responders)
	n := len(m.responders) - base
	m.happenings[h-1].open, m.happenings[h-1].asks, m.happenings[h-1].asked = all, base, n
	bars := len(m.bars)
	switch {
	case n == 0:
	case e.With:
		m.askWith(h, base, n, span)
	case e.Together:
		for m.askTogether(h, base, n, span) && all {
			if m.calledOff(m.happenings[h-1].act) || m.over {
				break
			}
		}
	case all:
		m.askUntilAllPass(h, base, n, span)
	default:
		for k := base; k < base+n; k++ {
			m.askOne(h, int(m.responders[k]), span)
			if m.calledOff(m.happenings[h-1].act) || m.over && all {
				break
			}
		}
	}
	m.bars = m.bars[:bars]
	m.responders = m.responders[:base]
}

// collectResponders appends who is asked, in the event's order.
func (m *Machine) collectResponders(h int, given []float64) {
	e := m.happenings[h-1].event
	base := len(m.responders)
	switch {
	case given != nil:
		m.responders = append(m.responders, given...)
	case e.asks != nil:
		mark := m.lists.Mark()
		list := m.numberAt(e.asks, 0, h, float64(m.happenings[h-1].of), 0)
		if isList(e.asks.src.Expr.Type) {
			m.responders = append(m.responders, m.lists.Of(list)...)
		} else if list != 0 {
			m.responders = append(m.responders, list)
		}
		m.lists.Release(mark)
	default:
		m.responders = append(m.responders, m.standing()...)
	}
	m.responders = slices.DeleteFunc(m.responders, func(who float64) bool { return who == 0 }) // none is nobody
	if e.order == nil {
		return
	}
	keys := len(m.sortKeys)
	for _, who := range m.responders[base:] {
		m.sortKeys = append(m.sortKeys, ranked{m.numberAt(e.order, 0, h, who, 0), who})
	}
	sortKeyed(m.sortKeys[keys:])
	for i, k := range m.sortKeys[keys:] {
		m.responders[base+i] = k.value
	}
	m.sortKeys = m.sortKeys[:keys]
}

// isAsked tells whether somebody is among those who are asked about the event in row h-1.
func (m *Machine) isAsked(h, who int) bool {
	x := &m.happenings[h-1]
	return slices.Contains(m.responders[x.asks:x.asks+x.asked], float64(who))
}

// askOne asks one and resolves the answer. It reports whether there was one.
func (m *Machine) askOne(h, who int, span *diag.Span) bool {
	acts, mark := len(m.acts), m.lists.Mark()
	act := m.answer(h, who, span)
	if act != 0 {
		before, action := m.effects, m.acts[act-1].action
		m.perform(act, span)
		m.changedNothing(who, action, before)
	}
	m.dropActs(acts)
	if len(m.afterwards) == 0 { // else what is postponed may refer to them
		m.lists.Release(mark)
	}
	return act != 0
}

// bar is an option that changed nothing and isn't offered again until something has.
type bar struct {
	who     int
	action  *program.Action
	effects uint64
}

func (m *Machine) changedNothing(who int, a *action, before uint64) {
	if m.effects != before {
		return
	}
	m.bars = append(m.bars, bar{who, a.Action, m.effects})
}

// barred tells whether an option changed nothing when it was taken last.
func (m *Machine) barred(who int, a *action) bool {
	for i := range m.bars {
		if b := &m.bars[i]; b.who == who && b.action == a.Action && b.effects == m.effects {
			return true
		}
	}
	return false
}

// askUntilAllPass asks round after round until everybody has passed since the
// last answer.
func (m *Machine) askUntilAllPass(h, base, n int, span *diag.Span) {
	passes := 0
	for k := 0; passes < n; k = (k + 1) % n {
		if m.askOne(h, int(m.responders[base+k]), span) {
			passes = 0
		} else {
			passes++
		}
		if m.calledOff(m.happenings[h-1].act) || m.over {
			return
		}
		m.step(1)
	}
}

// askTogether asks everybody once; the answers are one batch. It reports whether
// anybody answered.
func (m *Machine) askTogether(h, base, n int, span *diag.Span) bool {
	first := len(m.chosen)
	m.collectAnswers(h, base, n, span)
	acts := m.chosen[first:]
	if len(acts) == 0 {
		return false
	}
	before := m.effects
	m.openBatch(len(acts))
	for i := range acts {
		m.nextMember(len(acts))
		m.perform(m.chosen[first+i], span)
	}
	m.closeBatch(len(acts))
	m.settle()
	if m.effects == before {
		for i := range acts {
			a := &m.acts[m.chosen[first+i]-1]
			m.bars = append(m.bars, bar{a.actor, a.action.Action, m.effects})
		}
	}
	m.chosen = m.chosen[:first]
	return true
}

func (m *Machine) collectAnswers(h, base, n int, span *diag.Span) {
	for k := base; k < base+n; k++ {
		if act := m.answer(h, int(m.responders[k]), span); act != 0 {
			m.chosen = append(m.chosen, act)
		}
	}
}

// askWith asks everybody once; the answers and the rest of the program that
// announces are one batch, of which the program is the last member. It lands
// when the program ends.
func (m *Machine) askWith(h, base, n int, span *diag.Span) {
	first := len(m.chosen)
	m.collectAnswers(h, base, n, span)
	acts := len(m.chosen) - first
	if acts == 0 {
		return
	}
	m.openBatch(acts + 1)
	for i := range acts {
		m.nextMember(acts + 1)
		m.perform(m.chosen[first+i], span)
	}
	m.nextMember(acts + 1)
	m.joined = append(m.joined, acts+1)
	m.chosen = m.chosen[:first]
}

// closeJoined lets the batches land that a program joined, down to the first n.
func (m *Machine) closeJoined(n int) {
	for len(m.joined) > n {
		last := len(m.joined) - 1
		members := m.joined[last]
		m.joined = m.joined[:last]
		m.closeBatch(members)
	}
}

// answer asks somebody for his answer to an event. It returns the act, or 0.
func (m *Machine) answer(h, who int, span *diag.Span) int {
	x := &m.happenings[h-1]
	if x.event.OncePerAct && x.act != 0 && m.wasAsked(x.act, x.event, who) {
		return 0
	}
	act := m.question(h, who, who, span)
	if x := &m.happenings[h-1]; x.event.OncePerAct && x.act != 0 && (act != 0 || m.couldAnswer(h, who)) {
		m.acts[x.act-1].asked = append(m.acts[x.act-1].asked, asked{x.event.Index, who})
	}
	return act
}

// asked notes whom an event of an act has asked.
type asked struct{ event, who int }

func (m *Machine) wasAsked(act int, e *event, who int) bool {
	for _, a := range m.acts[act-1].asked {
		if a.event == e.Index && a.who == who {
			return true
		}
	}
	return false
}

// couldAnswer tells whether somebody had anything to answer.
func (m *Machine) couldAnswer(h, who int) bool {
	for _, a := range m.happenings[h-1].event.answers {
		if m.can(who, a, h) {
			return true
		}
	}
	return false
}

// question puts the question which action somebody takes. Who is asked decides
// for actor.
func (m *Machine) question(h, who, actor int, span *diag.Span) int {
	x := &m.happenings[h-1]
	if m.chooser == nil {
		return 0
	}
	if m.witness.on {
		m.sawQuestion(h, actor)
	}
	outer := m.asking
	m.asking = actor
	act, err := 0, error(nil)
	if m.tactics != nil {
		act, err = m.tactics.act(m, h, who, actor)
	} else {
		act, err = m.putQuestion(x, h, who, actor, span)
	}
	m.asking = outer
	if m.code.readsAsked { // what was possible for one who was asked may not be any more
		m.changes++
	}
	if err != nil {
		m.raise(m.asDiagnostic(err, span))
	}
	if act == 0 && m.tracing {
		t := m.emit(trace.Pass, span)
		t.Who, t.Event = int32(actor), m.happenings[h-1].event.Event
	}
	return act
}

// putQuestion puts the question into words for a chooser that is no tactic.
func (m *Machine) putQuestion(x *happening, h, who, actor int, span *diag.Span) (act int, err error) {
	q := m.newActionQuestion()
	q.Name, q.Event, q.Open = x.event.Name, x.event.Event, x.open
	q.Who, q.Actor, q.Announcement, q.happening = who, actor, x.number, h
	m.situate(q, span)
	answer, err := m.chooser.Act(m, q)
	m.actionsOpen--
	return m.actIndex(answer), err
}

// newQuestion returns room for a question; the caller takes questionsOpen down by
// one when it has been answered.
func (m *Machine) newQuestion() *Question {
	if m.questionsOpen == len(m.questionRoom) {
		m.questionRoom = append(m.questionRoom, &Question{})
	}
	m.questionsOpen++
	return m.questionRoom[m.questionsOpen-1]
}

// newActionQuestion does the same for the question what somebody does; what such
// a question does not have is never set there, so that nothing has to be cleared.
func (m *Machine) newActionQuestion() *Question {
	if m.actionsOpen == len(m.actionRoom) {
		m.actionRoom = append(m.actionRoom, &Question{})
	}
	m.actionsOpen++
	return m.actionRoom[m.actionsOpen-1]
}

// situate says where in the encounter a question is put.
func (m *Machine) situate(q *Question, span *diag.Span) {
	if span != nil {
		q.Span = *span
	} else if q.Candidates == nil {
		q.Span = diag.Span{}
	}
	q.Act = value.NoAct
	if n := len(m.running); n > 0 {
		q.Act = value.Act(m.actNumber(m.running[n-1]))
	}
	q.Entry = m.entryNow
	m.due = m.due[:0]
	for i := range m.members {
		if x := &m.members[i]; i > m.memberAt && !x.done {
			m.due = append(m.due, x.at.Owner)
		}
	}
	q.Due = m.due
}
