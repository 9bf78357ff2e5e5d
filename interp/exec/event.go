package exec

import (
	"slices"

	"github.com/rulec/rulec/interp/board"
	"github.com/rulec/rulec/interp/code"
	"github.com/rulec/rulec/interp/state"
	"github.com/rulec/rulec/interp/trace"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
)

// eventRef says which event is meant, as long as its row lasts: its row plus 1; 0: none.
type eventRef int

// events are those that are being handled, and who is asked about them.
type events struct {
	// rows are a stack of them, cells their fields: width a row.
	rows  []happening
	cells []float64
	width int
	// count is how many there have been in the run.
	count int
	// asking is who is being asked, 0: nobody.
	asking board.Thing
	// responders are those who may answer, event after event; chosen the acts that answer
	// one, bars what keeps somebody from answering.
	responders []float64
	chosen     []actRef
	bars       []bar
	// due are those who are up at the moment that is asked about.
	due []board.Thing
	// joined are how many members the batches have that programs have joined, until they land.
	joined []int
	// questions and actions are questions that are used again; so many are open.
	questions     []*Question
	questionsOpen int
	actions       []*Question
	actionsOpen   int
}

// layOut says how many cells the fields of an event take.
func (e *events) layOut(width int) { e.width = width }

// makeRoom makes room for more than there usually are.
func (e *events) makeRoom() { e.rows = make([]happening, 0, 1024) }

func (e *events) copyTo(to *events) { to.count = e.count }

func (e *events) reset() {
	e.rows, e.responders, e.chosen, e.bars, e.joined = e.rows[:0], e.responders[:0], e.chosen[:0], e.bars[:0], e.joined[:0]
	e.count, e.asking, e.questionsOpen, e.actionsOpen = 0, 0, 0, 0
}

// happening is an event that is being handled. Its fields are a row of
// events.cells.
type happening struct {
	event *code.Event
	of    board.Thing
	// act is the one that announced it, or 0.
	act actRef
	// began is when the entry or action began whose end this is; 0: not an end.
	began int64
	// number numbers the announcements of a run, from 1.
	number int
	// open is set while it is asked until all pass.
	open bool
	// asks and asked say where those who are asked stand in events.responders.
	asks, asked int
}

// happen makes a row for an event; its fields are none.
func (m *Machine) happen(e *code.Event, of board.Thing, act actRef) eventRef {
	n := len(m.events.rows) + 1
	if n > cap(m.events.rows) {
		m.events.rows = append(m.events.rows, happening{})
	}
	m.events.rows = m.events.rows[:n]
	h := eventRef(n)
	*m.events.at(h) = happening{event: e, of: of, act: act}
	if m.events.width == 0 {
		return h
	}
	if len(m.events.cells) < n*m.events.width {
		m.events.cells = append(m.events.cells, make([]float64, n*m.events.width-len(m.events.cells))...)
	}
	clear(m.events.row(h))
	return h
}

// again makes a row that is a copy of an event whose block was postponed, with its fields.
func (s *events) again(x happening, fields []float64) eventRef {
	s.cells = append(s.cells[:len(s.rows)*s.width], fields...)
	s.rows = append(s.rows, x)
	return eventRef(len(s.rows))
}

// drop drops all rows but the first n.
func (s *events) drop(n int) { s.rows = s.rows[:n] }

// dropFrom drops the row of an event and those above it.
func (s *events) dropFrom(h eventRef) { s.rows = s.rows[:h-1] }

// at returns the row of an event, for as long as no other is made.
func (s *events) at(h eventRef) *happening { return &s.rows[h-1] }

// row returns the fields of an event.
func (s *events) row(h eventRef) []float64 {
	return s.cells[(int(h)-1)*s.width : int(h)*s.width]
}

// answeredBy returns the event that an act answers, if it is still there, or 0.
func (s *events) answeredBy(a *actRow) eventRef {
	if int(a.event) <= len(s.rows) {
		return a.event
	}
	return 0
}

// hears tells whether announcing an event can do anything.
func (m *Machine) hears(e *code.Event) bool { return e != nil && m.Code.HeardOf[e.Index] }

// announceEdge announces the start or the end of an entry or action.
func (m *Machine) announceEdge(e *code.Event, of board.Thing, began int64) {
	if !m.hears(e) {
		return
	}
	act := actRef(0)
	if e.Entry == nil {
		act = m.acts.current()
	}
	h := m.happen(e, of, act)
	if e.Edge == program.End {
		m.events.at(h).began = began
	}
	m.handle(m.frame, h, nil, false, &e.Span)
	m.events.dropFrom(h)
}

// happens handles an event if anything in the ruleset waits for it (P9); otherwise it
// is only told.
func (m *Machine) happens(f *frame, h eventRef, responders []float64, all bool, span *diag.Span) {
	if !m.hears(m.events.at(h).event) {
		m.tellEvent(h, span)
		return
	}
	m.handle(f, h, responders, all, span)
}

// handle handles an event in its order (P11): conditions end on it, pools reset,
// rules run, then those are asked who may answer. responders replaces those whom
// the event asks itself.
func (m *Machine) handle(f *frame, h eventRef, responders []float64, all bool, span *diag.Span) {
	m.events.count++
	if m.events.count > m.limits.Events {
		m.fail(span, TooMany, "too many events in one encounter: the limit is %d", m.limits.Events)
	}
	m.events.at(h).number = m.events.count
	m.settle()
	e := m.events.at(h).event
	act := m.events.at(h).act
	if m.acts.calledOff(act) {
		return
	}
	m.tellEvent(h, span)
	if lists := m.Code.EndsOn[e.Index]; lists != nil && e != m.Code.EndEncounter { // whose ends come last: P26
		m.endOnEvent(h, lists)
	}
	for i := range e.Resets {
		m.resetOn(&e.Resets[i], h)
	}
	way := m.trail.loop(program.Type{}, responders...)
	for i := 0; i < len(e.Rules); i++ {
		m.trail.reach(way, i)
		m.runRules(e, &i, h)
		if m.acts.calledOff(act) {
			m.trail.leave(way)
			return
		}
	}
	m.trail.leave(way)
	if responders == nil && e.Asks == nil && e != m.Code.Moment || len(e.Answers) == 0 {
		return
	}
	m.ask(h, responders, all, span)
}

// tellEvent records an event.
func (m *Machine) tellEvent(h eventRef, span *diag.Span) {
	if m.witness.on {
		m.sawEvent(h)
	}
	if !m.record.tracing {
		return
	}
	x := m.events.at(h)
	if x.event.Automatic && x.event.Told == nil {
		return
	}
	t := m.emit(trace.Announce, span)
	t.Who, t.Event = int32(x.of), x.event.Event
	t.First = int32(len(m.record.trace.Values))
	for _, f := range x.event.Fields {
		m.record.value(m.kept(m.events.row(h)[f.Cell], f.Type))
	}
	t.Count = int32(len(m.record.trace.Values)) - t.First
	if x.event.Told != nil {
		m.tell(x.event.Told, 0, h, float64(x.of), 0)
	}
}

// endOnEvent ends the instances that wait for an event; lists are the end phrases that do.
func (m *Machine) endOnEvent(h eventRef, lists []bool) {
	x := m.events.at(h)
	base := len(m.settling.doomed)
	for _, slot := range m.state.InForce() {
		i := m.state.Instance(slot)
		m.doomByEvent(slot, &i.Ends, x, h, lists, false)
		if i.Muted {
			m.doomByEvent(slot, &i.Mute, x, h, lists, true)
		}
	}
	m.endDoomed(base)
}

// doomByEvent notes which endings of an instance, or of its silence, an event brings.
func (m *Machine) doomByEvent(slot state.Slot, e *state.Endings, x *happening, h eventRef, lists []bool, mute bool) {
	for k := range e.All() {
		if ending := &e.All()[k]; lists[ending.List] {
			number := m.state.Number(slot)
			if u := m.endsOn(ending, x, h, board.Thing(m.state.Instance(slot).Bearer), number, mute); u != nil {
				m.settling.doom(number, ending.List, &u.Span, mute)
			}
		}
	}
}

// EndsOn returns the end phrase that an event fulfils, or nil (P17). Of one that waits for
// a later occurrence it notes that there has been one more. Mute is set for the end of a silence.
func (m *Machine) endsOn(e *state.Ending, x *happening, h eventRef, who board.Thing, instance float64, mute bool) *code.Until {
	for _, u := range m.Code.Untils[e.List] {
		t := u.Trigger
		if t == nil || t.Kind != program.OnEvent || t.Event != x.event.Event {
			continue
		}
		if !m.concerns(t, x.of, who, instance, h) {
			continue
		}
		if x.began != 0 && !counts(u, e, x, func(of int32) bool { return m.concerns(t, board.Thing(of), who, instance, h) }) {
			continue
		}
		if u.Nth > 0 && int(e.Counts[u.Counter])+1 < u.Nth {
			m.do(&op{kind: opCount, instance: instance, thing: int32(who), at: int32(u.Counter), count: int32(e.List), value: boolean(mute), span: &u.Span})
			continue
		}
		return u
	}
	return nil
}

// counts tells whether the end of something counts for an end phrase: of what was
// running when the instance was applied, or of what began after it. Concerns tells whether somebody's
// is what the phrase means: in another's turn none of one's own is running.
func counts(u *code.Until, e *state.Ending, x *happening, concerns func(of int32) bool) bool {
	if !u.Running {
		return x.began > e.Serial
	}
	ran, of, alike := e.Act, e.ActOf, x.event.Acts == nil || e.ActKind == x.event.Acts
	if x.event.Entry != nil {
		ran, of, alike = e.Entry, e.EntryOf, e.EntryKind == x.event.Entry
	}
	if !alike {
		ran = 0
	}
	return ran == 0 || ran == x.began || !concerns(of)
}

// resetOn resets a pool on an event.
func (m *Machine) resetOn(r *code.ResetOf, h eventRef) {
	x := m.events.at(h)
	t := code.Trigger{Trigger: r.Reset.On, Of: r.Reset.Of}
	for who := board.Thing(1); int(who) <= m.Count; who++ {
		if m.KindOf[who] != r.Kind || !m.concerns(&t, x.of, who, 0, h) {
			continue
		}
		if r.Field.Virtual {
			m.resetPool(who, r.Field, 0, r.Reset, h)
		}
		for i := range r.Field.Cells {
			m.resetPool(who, r.Field, i, r.Reset, h)
		}
	}
}

func (m *Machine) resetPool(who board.Thing, x *code.Field, at int, r *code.Reset, h eventRef) {
	value := 0.0
	if r.To != nil {
		value = m.numberOfMember(r.To, h, who, at)
	} else {
		value = m.startOf(x, who, at)
	}
	m.do(&op{kind: opReset, thing: int32(who), field: x, at: int32(at), value: value, span: &r.On.Span})
}

// startOf returns what a member of a pool starts with when nothing else is said.
func (m *Machine) startOf(x *code.Field, who board.Thing, member int) float64 {
	p := x.Pool
	switch {
	case p.Start != nil:
		return m.number(p.Start, float64(who), float64(member+1))
	case p.Max != nil && !p.Up:
		return m.number(p.Max, float64(who), float64(member+1))
	}
	return m.lowest(p, who, member)
}

// runRules runs the i-th rule that waits for an event, for all its bearers, and
// moves i to the rule's last trigger.
func (m *Machine) runRules(e *code.Event, i *int, h eventRef) {
	base := len(m.settling.fired)
	r := e.Rules[*i].Rule
	for ; ; *i++ {
		m.match(e.Rules[*i], m.events.at(h).of, h)
		if *i+1 == len(e.Rules) || e.Rules[*i+1].Rule != r {
			break
		}
	}
	m.runEach(base, h)
}

// runRule runs a rule for one bearer if its condition holds.
func (m *Machine) runRule(x fired, h eventRef) {
	r := x.rule
	if m.profile != nil {
		m.profiled(r.Rule, "rule", &r.Rule.Decl)
		defer m.profile.Leave()
	}
	if r.Cond != nil && !m.truthAt(r.Cond, 0, h, float64(x.bearer), x.it) {
		return
	}
	if m.record.tracing {
		t := m.emit(trace.Rule, &r.Span)
		t.Who, t.Rule = int32(x.bearer), r.Rule
		if r.Told != nil {
			m.tell(r.Told, 0, h, float64(x.bearer), x.it)
		}
	}
	m.deeper(&r.Span)
	m.beginProgram()
	g := m.enterRoutine(r.Do, float64(x.bearer), x.it)
	g.at, g.act, g.event = &r.Span, 0, h
	open := len(m.events.joined)
	m.runBlock(g, r.Do.Body)
	m.closeJoined(open)
	m.leave(g)
	m.shallower()
}

// ask asks those who may answer an event (P12).
func (m *Machine) ask(h eventRef, responders []float64, all bool, span *diag.Span) {
	e := m.events.at(h).event
	base := len(m.events.responders)
	m.collectResponders(h, responders)
	n := len(m.events.responders) - base
	m.events.at(h).open, m.events.at(h).asks, m.events.at(h).asked = all, base, n
	bars := len(m.events.bars)
	switch {
	case n == 0:
	case e.With:
		m.askWith(h, base, n, span)
	case e.Together:
		for m.askTogether(h, base, n, span) && all {
			if m.acts.calledOff(m.events.at(h).act) || m.over {
				break
			}
		}
	case all:
		m.askUntilAllPass(h, base, n, span)
	default:
		way := m.trail.loop(program.Type{}, float64(base), float64(n))
		for k := base; k < base+n; k++ {
			m.trail.reach(way, k)
			m.askOne(h, board.Thing(m.events.responders[k]), span)
			if m.acts.calledOff(m.events.at(h).act) || m.over && all {
				break
			}
		}
		m.trail.leave(way)
	}
	m.events.bars = m.events.bars[:bars]
	m.events.responders = m.events.responders[:base]
}

// collectResponders appends who is asked, in the event's order.
func (m *Machine) collectResponders(h eventRef, given []float64) {
	e := m.events.at(h).event
	base := len(m.events.responders)
	switch {
	case given != nil:
		m.events.responders = append(m.events.responders, given...)
	case e.Asks != nil:
		mark := m.lists.Mark()
		list := m.numberAt(e.Asks, 0, h, float64(m.events.at(h).of), 0)
		if code.IsList(e.Asks.Src.Expr.Type) {
			m.events.responders = append(m.events.responders, m.lists.Of(list)...)
		} else if list != 0 {
			m.events.responders = append(m.events.responders, list)
		}
		m.lists.Release(mark)
	default:
		m.events.responders = append(m.events.responders, m.standing()...)
	}
	m.events.responders = slices.DeleteFunc(m.events.responders, func(who float64) bool { return who == 0 }) // none is nobody
	if e.Order == nil {
		return
	}
	keys := len(m.room.sortKeys)
	for _, who := range m.events.responders[base:] {
		m.room.sortKeys = append(m.room.sortKeys, ranked{m.numberAt(e.Order, 0, h, who, 0), who})
	}
	sortKeyed(m.room.sortKeys[keys:])
	for i, k := range m.room.sortKeys[keys:] {
		m.events.responders[base+i] = k.value
	}
	m.room.sortKeys = m.room.sortKeys[:keys]
}

// isAsked tells whether somebody is among those who are asked about an event.
func (s *events) isAsked(h eventRef, who board.Thing) bool {
	x := s.at(h)
	return slices.Contains(s.responders[x.asks:x.asks+x.asked], float64(who))
}

// askOne asks one and resolves the answer. It reports whether there was one.
func (m *Machine) askOne(h eventRef, who board.Thing, span *diag.Span) bool {
	acts, mark := len(m.acts.rows), m.lists.Mark()
	act := m.answer(h, who, span)
	if act != 0 {
		before, action := m.tally.effects, m.acts.at(act).action
		way := m.trail.loop(program.Type{}, float64(acts))
		m.trail.since(way, before)
		m.perform(act, span)
		m.trail.leave(way)
		m.changedNothing(who, action, before)
	}
	m.acts.drop(acts)
	if len(m.batch.afterwards) == 0 { // else what is postponed may refer to them
		m.lists.Release(mark)
	}
	return act != 0
}

// bar is an option that changed nothing and isn't offered again until something has.
type bar struct {
	who     board.Thing
	action  *program.Action
	effects uint64
}

func (m *Machine) changedNothing(who board.Thing, a *code.Action, before uint64) {
	if m.tally.effects != before {
		return
	}
	m.events.bars = append(m.events.bars, bar{who, a.Action, m.tally.effects})
}

// barred tells whether an option changed nothing when it was taken last.
func (m *Machine) barred(who board.Thing, a *code.Action) bool {
	for i := range m.events.bars {
		if b := &m.events.bars[i]; b.who == who && b.action == a.Action && b.effects == m.tally.effects {
			return true
		}
	}
	return false
}

// askUntilAllPass asks round after round until everybody has passed since the
// last answer.
func (m *Machine) askUntilAllPass(h eventRef, base, n int, span *diag.Span) {
	passes := 0
	way := m.trail.loop(program.Type{}, float64(base), float64(n))
	for k := 0; passes < n; k = (k + 1) % n {
		m.trail.reach(way, k+n*passes)
		if m.askOne(h, board.Thing(m.events.responders[base+k]), span) {
			passes = 0
		} else {
			passes++
		}
		if m.acts.calledOff(m.events.at(h).act) || m.over {
			return
		}
		m.step(1)
	}
}

// askTogether asks everybody once; the answers are one batch. It reports whether
// anybody answered.
func (m *Machine) askTogether(h eventRef, base, n int, span *diag.Span) bool {
	first := len(m.events.chosen)
	m.collectAnswers(h, base, n, span)
	acts := m.events.chosen[first:]
	if len(acts) == 0 {
		return false
	}
	before := m.tally.effects
	m.openBatch(len(acts))
	way := m.trail.loop(program.Type{}, float64(base), float64(n), float64(first))
	m.trail.since(way, before)
	for i := range acts {
		m.trail.reach(way, i)
		m.nextMember(len(acts))
		m.perform(m.events.chosen[first+i], span)
	}
	m.closeBatch(len(acts))
	m.settle()
	m.trail.leave(way)
	if m.tally.effects == before {
		for i := range acts {
			a := m.acts.at(m.events.chosen[first+i])
			m.events.bars = append(m.events.bars, bar{a.actor, a.action.Action, m.tally.effects})
		}
	}
	m.events.chosen = m.events.chosen[:first]
	return true
}

func (m *Machine) collectAnswers(h eventRef, base, n int, span *diag.Span) {
	for k := base; k < base+n; k++ {
		if act := m.answer(h, board.Thing(m.events.responders[k]), span); act != 0 {
			m.events.chosen = append(m.events.chosen, act)
		}
	}
}

// askWith asks everybody once; the answers and the rest of the program that
// announces are one batch, of which the program is the last member. It lands
// when the program ends.
func (m *Machine) askWith(h eventRef, base, n int, span *diag.Span) {
	first := len(m.events.chosen)
	m.collectAnswers(h, base, n, span)
	acts := len(m.events.chosen) - first
	if acts == 0 {
		return
	}
	m.openBatch(acts + 1)
	way := m.trail.loop(program.Type{}, float64(first), float64(acts))
	for i := range acts {
		m.trail.reach(way, i)
		m.nextMember(acts + 1)
		m.perform(m.events.chosen[first+i], span)
	}
	m.trail.leave(way)
	m.nextMember(acts + 1)
	m.events.joined = append(m.events.joined, acts+1)
	m.events.chosen = m.events.chosen[:first]
}

// closeJoined lets the batches land that a program joined, down to the first n.
func (m *Machine) closeJoined(n int) {
	for len(m.events.joined) > n {
		last := len(m.events.joined) - 1
		members := m.events.joined[last]
		m.events.joined = m.events.joined[:last]
		m.closeBatch(members)
	}
}

// answer asks somebody for his answer to an event. It returns the act, or 0.
func (m *Machine) answer(h eventRef, who board.Thing, span *diag.Span) actRef {
	x := m.events.at(h)
	if x.event.OncePerAct && x.act != 0 && m.acts.wasAsked(x.act, x.event, who) {
		return 0
	}
	act := m.question(h, who, who, span)
	if x := m.events.at(h); x.event.OncePerAct && x.act != 0 && (act != 0 || m.couldAnswer(h, who)) {
		m.acts.asks(x.act, x.event, who)
	}
	return act
}

// couldAnswer tells whether somebody had anything to answer.
func (m *Machine) couldAnswer(h eventRef, who board.Thing) bool {
	for _, a := range m.events.at(h).event.Answers {
		if m.hasWay(who, a, h) {
			return true
		}
	}
	return false
}

// question puts the question which action somebody takes. Who is asked decides
// for actor.
func (m *Machine) question(h eventRef, who, actor board.Thing, span *diag.Span) actRef {
	x := m.events.at(h)
	if m.chooser == nil {
		return 0
	}
	if m.witness.on {
		m.sawQuestion(h, actor)
	}
	outer := m.events.asking
	m.events.asking = actor
	act, err := actRef(0), error(nil)
	switch {
	case m.laws.told.other:
		act = m.actAlike(h, who, actor, x)
	case m.tactics != nil:
		act, err = m.tactics.act(m, h, who, actor)
	default:
		act, err = m.putQuestion(x, h, who, actor, span)
	}
	m.events.asking = outer
	if m.Code.ReadsAsked { // what was possible for one who was asked may not be any more
		m.tally.changed()
	}
	if err != nil {
		m.raise(m.asDiagnostic(err, span))
	}
	if m.laws.on && m.events.at(h).event == m.Code.Turn {
		m.lawsTurn(h, actor, act)
	}
	if m.ledger.open {
		m.ledger.noteAct(m, act)
	}
	if m.laws.told.notes() {
		m.noteAnswer(h, actor, act)
	}
	if act == 0 && m.record.tracing {
		t := m.emit(trace.Pass, span)
		t.Who, t.Event = int32(actor), m.events.at(h).event.Event
	}
	return act
}

// putQuestion puts the question into words for a chooser that is no tactic.
func (m *Machine) putQuestion(x *happening, h eventRef, who, actor board.Thing, span *diag.Span) (act actRef, err error) {
	q := m.events.newActionQuestion()
	q.Name, q.Event, q.Open = x.event.Name, x.event.Event, x.open
	q.Who, q.Actor, q.Announcement, q.happening = who, actor, x.number, h
	m.situate(q, span)
	answer, err := m.chooser.Act(m, q)
	m.events.closeActionQuestion()
	return m.acts.find(answer), err
}

// newQuestion returns room for a question, until closeQuestion.
func (s *events) newQuestion() *Question {
	if s.questionsOpen == len(s.questions) {
		s.questions = append(s.questions, &Question{})
	}
	s.questionsOpen++
	return s.questions[s.questionsOpen-1]
}

func (s *events) closeQuestion() { s.questionsOpen-- }

// newActionQuestion does the same for the question what somebody does; what such
// a question does not have is never set there, so that nothing has to be cleared.
func (s *events) newActionQuestion() *Question {
	if s.actionsOpen == len(s.actions) {
		s.actions = append(s.actions, &Question{})
	}
	s.actionsOpen++
	return s.actions[s.actionsOpen-1]
}

func (s *events) closeActionQuestion() { s.actionsOpen-- }

// situate says where in the encounter a question is put.
func (m *Machine) situate(q *Question, span *diag.Span) {
	if span != nil {
		q.Span = *span
	} else if q.Candidates == nil {
		q.Span = diag.Span{}
	}
	q.Act = m.acts.number(m.acts.current())
	q.Entry = m.turns.now
	m.events.due = m.events.due[:0]
	for i := range m.turns.members {
		if x := &m.turns.members[i]; i > m.turns.memberAt && !x.done {
			m.events.due = append(m.events.due, board.Thing(x.at.Owner))
		}
	}
	q.Due = m.events.due
}
