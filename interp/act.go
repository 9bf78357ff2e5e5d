package interp

import (
	"math"

	"github.com/rulec/rulec/interp/trace"
	"github.com/rulec/rulec/interp/value"

	"github.com/rulec/rulec/interp/board"
	"github.com/rulec/rulec/interp/number"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
)

// actStatus is how far an act has come.
type actStatus uint8

const (
	actProposed actStatus = iota
	actRunning
	actDone
	actStopped
	actCalledOff
)

// actRow is an action that is proposed, declared or under way. Its parameters and
// running fields are a row of Machine.actCells. Rows are a stack: they last until
// the batch ends in which they were made.
type actRow struct {
	action *action
	actor  int
	// event is the row of the event that it answers plus 1, or 0.
	event  int
	serial int64
	// began is when it began; number numbers the acts of a run that have, from 1.
	began  int64
	number int
	status actStatus
	// cancelled acts end as soon as what runs inside of them is done; unwinding
	// ones run their last program.
	cancelled, unwinding bool
	// byItself: its own program has called it off.
	byItself bool
	// worked and failed are what an observer is told of it.
	worked, failed bool
	costs          []held
	asked          []asked
	rolls          []rolledLocal
	// losses is how many conditions had been lost when it began.
	losses int
	// tested is the state of Machine.changes for which it was found possible.
	tested uint64
}

func (a *actRow) rolledIn(cell int) int {
	for i := len(a.rolls) - 1; i >= 0; i-- {
		if a.rolls[i].slot == cell {
			return a.rolls[i].roll
		}
	}
	return -1
}

const (
	actBits = 10
	actMask = 1<<actBits - 1
)

// actNumber returns the value that stands for the act in row i-1; 0 for 0.
func (m *Machine) actNumber(i int) float64 {
	if i == 0 || i > len(m.acts) {
		return 0
	}
	return float64(m.acts[i-1].serial<<actBits | int64(i))
}

// actIndex returns the row of an act plus 1, or 0 when it is none or gone.
func (m *Machine) actIndex(a value.Act) int {
	n := int64(a)
	i := int(n & actMask)
	if i == 0 || i > len(m.acts) || m.acts[i-1].serial != n>>actBits {
		return 0
	}
	return i
}

func (m *Machine) actRow(i int) []float64 {
	return m.actCells[(i-1)*m.actWidth : i*m.actWidth]
}

// ownRow returns the fields of the act at hand.
func (m *Machine) ownRow(f *frame, e *program.Expr) []float64 {
	if f.act == 0 {
		f.noAct(e)
	}
	return m.actRow(f.act)
}

// itOf returns what `it` is in the texts of an act: its definition.
func (m *Machine) itOf(act int) float64 {
	return m.acts[act-1].action.it
}

// newAct makes a row for a proposal and returns its number.
func (m *Machine) newAct(a *action, actor, event int) int {
	a = m.actionOfActor(a, actor)
	n := len(m.acts)
	if n >= actMask {
		m.fault("more than %d actions are declared or under way at once", actMask)
	}
	if cap(m.acts) > n {
		m.acts = m.acts[:n+1]
	} else {
		m.acts = append(m.acts, actRow{})
	}
	x := &m.acts[n]
	m.actSerial++
	x.action, x.actor, x.event, x.serial, x.began = a, actor, event, m.actSerial, 0
	x.status, x.cancelled, x.byItself, x.unwinding, x.worked, x.failed = actProposed, false, false, false, false, false
	x.losses, x.tested, x.number = 0, 0, 0
	if len(x.costs)+len(x.asked)+len(x.rolls) > 0 {
		x.costs, x.asked, x.rolls = x.costs[:0], x.asked[:0], x.rolls[:0]
	}
	if need := (n + 1) * m.actWidth; len(m.actCells) < need {
		m.actCells = append(m.actCells, make([]float64, need-len(m.actCells))...)
	}
	clear(m.actRow(n + 1))
	return n + 1
}

// copyAct makes a row that is a copy of the act of a block that was postponed.
func (m *Machine) copyAct(l *later) int {
	i := m.newAct(l.act.action, l.act.actor, 0)
	copy(m.actRow(i), m.laterData[l.actCells:l.actCells+m.actWidth])
	m.acts[i-1].status, m.acts[i-1].number = actDone, l.act.number
	m.acts[i-1].rolls = append(m.acts[i-1].rolls, l.act.rolls...)
	return i
}

// dropActs drops all rows but the first n.
func (m *Machine) dropActs(n int) { m.acts = m.acts[:n] }

// innermost returns the row of somebody's innermost unfinished action plus 1, or 0.
func (m *Machine) innermost(who int) int {
	for k := len(m.running) - 1; k >= 0; k-- {
		if i := m.running[k]; m.acts[i-1].actor == who {
			return i
		}
	}
	return 0
}

// perform runs an act that was proposed: costs are held, its program runs, it is
// unwound however it ended (P16, P21). It reports whether it began.
func (m *Machine) perform(act int, span *diag.Span) bool {
	a := &m.acts[act-1]
	if a.status != actProposed {
		m.fail(span, NotNow, "%s %s of %s has been performed already", a.action.Def.Kind.Name, quoted(a.action.Def.Name), m.name(a.actor))
	}
	costs := len(m.dues)
	if r := m.test(act, a.tested != m.changes); r != nil {
		m.tellRefused(a.action, a.actor, r, span)
		a.status = actCalledOff
		m.dues = m.dues[:costs]
		return false
	}
	if m.opts.Check {
		m.checkActor(act)
	}
	m.Acts++
	m.deeper(span)
	m.beginProgram()
	a.status, a.began, a.number, a.losses = actRunning, m.nextSerial(), m.Acts, len(m.losses)
	m.running = append(m.running, act)
	m.noticeMore()
	if m.witness.on {
		m.sawAct(act)
	}
	m.tellAct(act, span)
	m.hold(act, m.dues[costs:])
	m.dues = m.dues[:costs]
	open := len(m.joined)
	if m.hears(m.code.startAction) {
		m.announceEdge(m.code.startAction, a.actor, a.began)
	}
	if !m.acts[act-1].cancelled {
		m.runAct(act)
	}
	m.closeJoined(open)
	m.unwind(act, span)
	m.shallower()
	m.settle()
	return true
}

// runAct runs the program of an act.
func (m *Machine) runAct(act int) {
	a := &m.acts[act-1]
	if m.profile != nil {
		m.profiled(a.action.Action, "action", &a.action.Def.Decl)
		defer m.profile.Leave()
	}
	r := a.action.perform
	if !r.pays {
		m.payAll(act, &a.action.Def.Span)
	}
	g := m.actFrame(a, act, r)
	how := m.runBlock(g, r.body)
	m.leave(g)
	a = &m.acts[act-1]
	a.status = actDone
	if how == stopped {
		a.status = actStopped
	}
}

// actFrame takes a frame for a program of an act.
func (m *Machine) actFrame(a *actRow, act int, r *routine) *frame {
	g := m.enterRoutine(r, float64(a.actor), a.action.it)
	g.at, g.act, g.event = &a.action.Def.Span, act, m.eventOf(a)
	return g
}

// unwind ends an act: its last program runs, what it holds returns.
func (m *Machine) unwind(act int, span *diag.Span) {
	a := &m.acts[act-1]
	if a.cancelled {
		a.status = actCalledOff
	}
	a.unwinding = true
	if r := a.action.ended; r != nil {
		g := m.actFrame(a, act, r)
		if r.done >= 0 {
			g.locals[r.done] = truth(a.status == actDone)
		}
		open := len(m.joined)
		m.runBlock(g, r.body)
		m.closeJoined(open)
		m.leave(g)
	}
	a = &m.acts[act-1]
	m.giveBack(act, &a.action.Def.Span)
	if m.hears(m.code.endAction) {
		m.announceEdge(m.code.endAction, a.actor, a.began)
	}
	a = &m.acts[act-1]
	m.stopRunning(act)
	if m.tracing {
		e := m.emit(trace.ActEnd, span)
		e.Who, e.Action, e.Act = int32(a.actor), a.action.Action, a.number
		if !a.byItself {
			e.How = trace.How(a.status - actDone)
		}
	}
	if m.driver != nil {
		m.drive(m.driver.Ended(m, value.Act(m.actNumber(act))))
	}
}

// stopRunning takes the innermost act off those that are under way.
func (m *Machine) stopRunning(act int) {
	m.running = m.running[:len(m.running)-1]
	m.noticeMore()
	if len(m.running) == 0 {
		m.losses = m.losses[:0]
	}
	if m.observed != nil {
		m.noteAct(act)
	}
}

// callOff ends the unfinished actions of somebody: each stops when what runs
// inside of it is done. By is the act whose program says so (0: none); if it ends itself with the
// others, it has done what it was for.
func (m *Machine) callOff(who, by int) {
	for _, i := range m.running {
		if a := &m.acts[i-1]; a.actor == who && !a.unwinding {
			a.cancelled, a.byItself = true, i == by
		}
	}
}

func (m *Machine) tellAct(act int, span *diag.Span) {
	if !m.tracing {
		return
	}
	a := &m.acts[act-1]
	e := m.emit(trace.Act, span)
	e.Who, e.Action, e.Act = int32(a.actor), a.action.Action, a.number
	if a.event > 0 && a.event <= len(m.happenings) {
		e.Event = m.happenings[a.event-1].event.Event
	}
	e.First = int32(len(m.trace.Values))
	for _, p := range a.action.params {
		m.trace.Values = append(m.trace.Values, m.kept(m.actRow(act)[p.Cell], p.Type))
	}
	e.Count = int32(len(m.trace.Values)) - e.First
	if a.action.Told != nil {
		m.tell(a.action.Told, act, a.event, float64(a.actor), m.itOf(act))
	}
}

// tellRefused records why somebody can't do something.
func (m *Machine) tellRefused(a *action, actor int, r *Refusal, span *diag.Span) {
	if !m.tracing {
		return
	}
	text := "?"
	m.aside(func() { text = r.reason(m) })
	e := m.emit(trace.Refused, span)
	e.Who, e.Action, e.Text = int32(actor), a.Action, text
}

// Refusal is why an action is not possible. It is valid until the machine goes on.
type Refusal struct {
	m           *Machine
	act         int
	requirement *program.Requirement
	ban         *ban
	banned      float64 // `it` of the ban
	pool        *field
	member      int // of a family of pools, from 0
	amount      float64
	// param can't be value, of a type; or, by wrong, there is none, it is longer
	// than amount, or something is wrong with its step from one place to value.
	param    *param
	wrong    wrongParam
	obstacle board.Obstacle
	value    float64
	from     board.Place
	of       *program.Type
	text     string
}

// wrongParam says what is wrong with a parameter.
type wrongParam uint8

const (
	notAmongCandidates wrongParam = iota
	nothingToChoose
	tooLong
	badStep
)

// test tells whether an act is possible now, and works out its costs: they are
// appended to Machine.dues. With full unset only the costs are looked at.
func (m *Machine) test(act int, full bool) *Refusal {
	a := &m.acts[act-1]
	if full {
		if r := m.forbidden(act); r != nil {
			return r
		}
		it := m.itOf(act)
		for i := range a.action.requires {
			r := &a.action.requires[i]
			m.at = &r.src.Span
			if !m.truthAt(r.cond, act, m.eventOf(a), float64(a.actor), it) {
				return m.refuse(Refusal{act: act, requirement: r.src})
			}
		}
	}
	return m.afford(act)
}

// mayBegin tells whether an act is possible as far as that doesn't depend on its
// parameters, so that this is tested once and not for each way to do it.
func (m *Machine) mayBegin(act int) bool {
	a := m.acts[act-1].action
	return m.forbidden(act) == nil && m.requirementsHold(act, false) && (a.costsOfWay || m.canAfford(act))
}

// wayHolds tests what mayBegin leaves out.
func (m *Machine) wayHolds(act int) bool {
	a := m.acts[act-1].action
	return m.requirementsHold(act, true) && (!a.costsOfWay || m.canAfford(act))
}

func (m *Machine) requirementsHold(act int, ofWay bool) bool {
	a := &m.acts[act-1]
	for i := range a.action.requires {
		r := &a.action.requires[i]
		if r.ofWay != ofWay {
			continue
		}
		m.at = &r.src.Span
		if !m.truthAt(r.cond, act, m.eventOf(a), float64(a.actor), a.action.it) {
			return false
		}
		a = &m.acts[act-1]
	}
	return true
}

func (m *Machine) canAfford(act int) bool {
	dues := len(m.dues)
	r := m.afford(act)
	m.dues = m.dues[:dues]
	return r == nil
}

func (m *Machine) eventOf(a *actRow) int {
	if a.event <= len(m.happenings) {
		return a.event
	}
	return 0
}

// refuse returns r; there is one refusal at a time, so that none is allocated.
func (m *Machine) refuse(r Refusal) *Refusal {
	r.m = m
	m.refusal = r
	return &m.refusal
}

// forbidden looks for what forbids an act to its actor.
func (m *Machine) forbidden(act int) *Refusal {
	a := &m.acts[act-1]
	for _, b := range a.action.bans {
		if it, ok := m.banned(b, a.actor); ok {
			return m.refuse(Refusal{act: act, ban: b, banned: it})
		}
	}
	if len(a.action.answering) == 0 || a.event == 0 || a.event > len(m.happenings) {
		return nil
	}
	e := m.happenings[a.event-1].event
	for _, b := range a.action.answering {
		if b.Answering != e.Event {
			continue
		}
		if it, ok := m.banned(b, a.actor); ok {
			return m.refuse(Refusal{act: act, ban: b, banned: it})
		}
	}
	return nil
}

// banned tells whether a ban concerns somebody, and by which `it`.
func (m *Machine) banned(b *ban, who int) (it float64, ok bool) {
	holds := func(it float64) bool { return b.when == nil || m.truthAt(b.when, 0, 0, float64(who), it) }
	switch {
	case b.condition != nil:
		if !m.has(who, b.condition) {
			return 0, false
		}
		if b.condition.Each != program.PerInstance {
			it := m.oldest(who, b.condition)
			return it, holds(it)
		}
		for _, slot := range m.state.InForce() {
			i := m.state.Instance(int(slot))
			if int(i.Bearer) != who || i.Condition != b.condition.Condition || i.Muted {
				continue
			}
			if it := m.state.Number(int(slot)); holds(it) {
				return it, true
			}
		}
		return 0, false
	case b.Carried != nil:
		for k := 0; ; k++ {
			it := m.carriedIt(who, b.Carried, k)
			if it == 0 {
				return 0, false
			}
			if holds(it) {
				return it, true
			}
		}
	case b.kind != nil && m.kindOf[who] != b.kind:
		return 0, false
	}
	return 0, holds(0)
}

// afford works out the costs of an act and tells whether they can be met.
func (m *Machine) afford(act int) *Refusal {
	a := &m.acts[act-1]
	base := len(m.dues)
	for i := range a.action.costs {
		c := &a.action.costs[i]
		m.at = &c.span
		amount := m.numberAt(c.amount, act, m.eventOf(a), float64(a.actor), m.itOf(act))
		a = &m.acts[act-1]
		if amount == 0 {
			continue
		}
		if amount < 0 || amount != math.Floor(amount) || amount > program.MaxWhole {
			m.fail(&c.span, NotWhole, "a cost has to be a whole number and not negative; this one came to %s", number.Format(amount))
		}
		d := due{cost: c, member: m.costMember(c, act, a.actor), amount: amount}
		already := 0.0
		for k := base; k < len(m.dues); k++ {
			if x := &m.dues[k]; x.cost.pool == c.pool && x.member == d.member {
				already += x.amount - x.stand
			}
		}
		if b, it := m.spendingForbidden(a.actor, c.pool.Field); b != nil {
			return m.refuse(Refusal{act: act, ban: b, banned: it, pool: c.pool})
		}
		d.stand = m.standIns(a.actor, c.pool, d.member, amount+already, act, &c.span)
		if d.stand < 0 {
			return m.refuse(Refusal{act: act, pool: c.pool, member: d.member, amount: amount})
		}
		d.stand = math.Min(d.stand, amount)
		m.dues = append(m.dues, d)
	}
	return nil
}

// Reason says in a sentence why the action is not possible.
func (r *Refusal) Reason() string { return r.reason(r.m) }

func (r *Refusal) reason(m *Machine) string {
	switch {
	case r.requirement != nil:
		a := &m.acts[r.act-1]
		if r.requirement.Because == nil {
			return "it requires " + r.requirement.If.Expr.Span.Text()
		}
		return m.render(r.requirement.Because, r.act, m.eventOf(a), float64(a.actor), m.itOf(r.act))
	case r.ban != nil:
		a := &m.acts[r.act-1]
		if r.ban.Because != nil {
			return m.render(r.ban.Because, 0, 0, float64(a.actor), r.banned)
		}
		if r.pool != nil {
			return "it may not spend " + r.pool.Title + ": forbidden by " + banOwner(r.ban)
		}
		return "forbidden by " + banOwner(r.ban)
	case r.pool != nil:
		a := &m.acts[r.act-1]
		name := r.pool.Title
		if f := r.pool.Family; f != nil {
			name += " (" + m.show(float64(r.member+1), *f) + ")"
		}
		return "it takes " + number.Format(r.amount) + " " + name + ", and only " +
			number.Format(math.Max(0, m.available(a.actor, r.pool, r.member))) + " is left"
	}
	if r.param != nil {
		return r.paramReason(m)
	}
	return r.text
}

func (r *Refusal) paramReason(m *Machine) string {
	switch r.wrong {
	case nothingToChoose:
		return "there is no " + r.param.Title + " to choose"
	case tooLong:
		return "the " + r.param.Title + " is longer than " + number.Format(r.amount) + m.board.StepName(r.amount)
	case badStep:
		return r.stepReason(m)
	}
	return m.show(r.value, *r.of) + " can't be the " + r.param.Title
}

// stepReason says what is wrong with a step of a way.
func (r *Refusal) stepReason(m *Machine) string {
	to := m.show(r.value, *r.of)
	switch r.obstacle {
	case board.ClosedGround:
		return "the " + r.param.Title + " leads to " + to + ", which can't be entered"
	case board.ClosedCorner:
		return "the " + r.param.Title + " cuts a closed corner to " + to
	case board.NoRoom:
		return "the " + r.param.Title + " leads to " + to + ", where there is no room"
	}
	return "the " + r.param.Title + " leaps from " + m.show(float64(r.from), *r.of) + " to " + to
}

func banOwner(b *ban) string {
	switch {
	case b.Condition != nil:
		return b.Condition.Title
	case b.Rule != nil:
		return "rule " + quoted(b.Rule.Name)
	case b.Carried != nil:
		return b.Carried.Title
	}
	return "a rule"
}

// can tells whether there is an allowed way for somebody to do an action, as an
// answer to the event at hand if that is one.
func (m *Machine) can(who int, a *action, event int) bool {
	if event > len(m.happenings) {
		event = 0
	}
	m.trying++
	act, _, ok := m.bestWay(a, who, event, nil, nil, nil)
	if ok {
		m.dropActs(act - 1)
	}
	m.trying--
	return ok
}
