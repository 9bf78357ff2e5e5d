package exec

import (
	"math"
	"slices"

	"github.com/rulec/rulec/interp/board"
	"github.com/rulec/rulec/interp/code"
	"github.com/rulec/rulec/interp/number"
	"github.com/rulec/rulec/interp/trace"
	"github.com/rulec/rulec/interp/value"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
)

// actRef says which act is meant, as long as its row lasts: its row plus 1; 0: none.
type actRef int

// acts are the actions that are proposed, declared or under way.
type acts struct {
	// rows are a stack of them, cells their fields: width a row.
	rows  []actRow
	cells []float64
	width int
	// running are those under way, the innermost last.
	running []actRef
	// serial numbers rows of a run, from 1.
	serial int64
	// losses are the conditions that those under way have lost.
	losses []loss
}

// layOut says how many cells the fields of an act take.
func (a *acts) layOut(width int) { a.width = width }

// makeRoom makes room for as many as there may be.
func (a *acts) makeRoom() { a.rows = make([]actRow, 0, actMask+1) }

func (a *acts) reset() {
	a.rows, a.running, a.losses = a.rows[:0], a.running[:0], a.losses[:0]
	a.serial = 0
}

func (a *acts) copyTo(to *acts) { to.serial = a.serial }

// actsMark is how many acts there are, and how many there have been.
type actsMark struct {
	rows   int
	serial int64
}

func (a *acts) mark() actsMark { return actsMark{len(a.rows), a.serial} }

// backTo forgets acts that were proposed since a mark, so that the next one has the number that it
// would have had without them.
func (a *acts) backTo(m actsMark) { a.rows, a.serial = a.rows[:m.rows], m.serial }

// forget forgets all of them: none is under way.
func (a *acts) forget() { a.rows, a.losses = a.rows[:0], a.losses[:0] }

// fields appends the fields of all of them to a list; setFields makes them what they were.
func (a *acts) fields(to []float64) []float64 { return append(to, a.cells[:len(a.rows)*a.width]...) }

func (a *acts) setFields(were []float64) { copy(a.cells, were) }

// actStatus is how far an act has come.
type actStatus uint8

const (
	actProposed actStatus = iota
	actRunning
	actDone
	actStopped
	actCalledOff
	actBrokenOff
)

// actRow is an action that is proposed, declared or under way. Its parameters and
// running fields are a row of acts.cells. Rows are a stack: they last until
// the batch ends in which they were made.
type actRow struct {
	action *code.Action
	actor  board.Thing
	// event is the one that it answers, or 0.
	event  eventRef
	serial int64
	// began is when it began; number numbers the acts of a run that have, from 1.
	began  int64
	number int
	status actStatus
	// cancelled acts end as soon as what runs inside of them is done; unwinding
	// ones run their last program.
	cancelled, unwinding bool
	// brokenOff: it lacks what it requires.
	brokenOff bool
	// byItself: its own program has called it off.
	byItself bool
	// worked and failed are what an observer is told of it.
	worked, failed bool
	costs          []held
	asked          []asked
	rolls          []rolledLocal
	// losses is how many conditions had been lost when it began.
	losses int
	// tested is the state of tally.changes for which it was found possible.
	tested uint64
	// asIs has a bit for each parameter that took a default which was no candidate.
	asIs uint64
	// happened is set once its own program has changed anything: it isn't about to happen any more, so that it
	// isn't tested again (P38).
	happened bool
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

// at returns the row of an act, for as long as no other is made.
func (a *acts) at(i actRef) *actRow { return &a.rows[i-1] }

// number returns the value that stands for an act; 0 for 0.
func (a *acts) number(i actRef) value.Act {
	if i == 0 || int(i) > len(a.rows) {
		return 0
	}
	return value.Act(a.at(i).serial<<actBits | int64(i))
}

// find returns the act that a value stands for, or 0 when it is none or gone.
func (a *acts) find(act value.Act) actRef {
	n := int64(act)
	i := actRef(n & actMask)
	if i == 0 || int(i) > len(a.rows) || a.at(i).serial != n>>actBits {
		return 0
	}
	return i
}

// row returns the fields of an act.
func (a *acts) row(i actRef) []float64 {
	return a.cells[(int(i)-1)*a.width : int(i)*a.width]
}

// cell returns what a field of an act holds.
func (a *acts) cell(i actRef, at int) float64 { return a.cells[(int(i)-1)*a.width+at] }

// current returns the innermost act under way, or 0.
func (a *acts) current() actRef {
	if n := len(a.running); n > 0 {
		return a.running[n-1]
	}
	return 0
}

// ownRow returns the fields of the act at hand.
func (m *Machine) ownRow(f *frame, e *program.Expr) []float64 {
	if f.act == 0 {
		f.noAct(e)
	}
	return m.acts.row(f.act)
}

// itOf returns what `it` is in the texts of an act: its definition.
func (a *acts) itOf(act actRef) float64 {
	return a.at(act).action.It
}

// newAct makes a row for a proposal.
func (m *Machine) newAct(a *code.Action, actor board.Thing, event eventRef) actRef {
	n := len(m.acts.rows)
	if n >= actMask {
		m.fault("too many actions declared or in progress at once: the limit is %d", actMask)
	}
	if cap(m.acts.rows) > n {
		m.acts.rows = m.acts.rows[:n+1]
	} else {
		m.acts.rows = append(m.acts.rows, actRow{})
	}
	x := &m.acts.rows[n]
	m.acts.serial++
	x.action, x.actor, x.event, x.serial, x.began = a, actor, event, m.acts.serial, 0
	x.status, x.cancelled, x.byItself, x.unwinding, x.worked, x.failed = actProposed, false, false, false, false, false
	x.losses, x.tested, x.number, x.asIs, x.happened, x.brokenOff = 0, 0, 0, 0, false, false
	if len(x.costs)+len(x.asked)+len(x.rolls) > 0 {
		x.costs, x.asked, x.rolls = x.costs[:0], x.asked[:0], x.rolls[:0]
	}
	if need := (n + 1) * m.acts.width; len(m.acts.cells) < need {
		m.acts.cells = append(m.acts.cells, make([]float64, need-len(m.acts.cells))...)
	}
	act := actRef(n + 1)
	clear(m.acts.row(act))
	return act
}

// calledOff tells whether the act that announced something has been ended.
func (a *acts) calledOff(act actRef) bool {
	return act != 0 && int(act) <= len(a.rows) && a.at(act).cancelled && !a.at(act).unwinding
}

// replace puts the act above another, which is the last one, in its place.
func (a *acts) replace(act, above actRef) {
	copy(a.row(act), a.row(above))
	x, y := a.at(act), a.at(above)
	*x, *y = *y, *x
	a.dropFrom(above)
}

// found notes that an act was found possible, for a count of changes.
func (a *acts) found(act actRef, changes uint64) { a.at(act).tested = changes }

// takes notes that the i-th parameter took a default which is no candidate.
func (a *acts) takes(act actRef, i int) { a.at(act).asIs |= 1 << i }

// happens notes that an act has begun to happen.
func (a *acts) happens(act actRef) { a.at(act).happened = true }

// breakOff notes that an act has failed and ends.
func (a *acts) breakOff(act actRef) {
	x := a.at(act)
	x.failed, x.cancelled, x.brokenOff = true, true, true
}

// charge notes what an act holds of a pool, or has paid.
func (a *acts) charge(act actRef, h held) { a.at(act).costs = append(a.at(act).costs, h) }

// fail notes that an act has failed.
func (a *acts) fail(act actRef) { a.at(act).failed = true }

// asked notes whom an event of an act has asked.
type asked struct {
	event int
	who   board.Thing
}

// asks notes that an event of an act asks somebody.
func (a *acts) asks(act actRef, e *code.Event, who board.Thing) {
	x := a.at(act)
	x.asked = append(x.asked, asked{e.Decl.Index, who})
}

func (a *acts) wasAsked(act actRef, e *code.Event, who board.Thing) bool {
	for _, once := range a.at(act).asked {
		if once.event == e.Decl.Index && once.who == who {
			return true
		}
	}
	return false
}

// copyAct makes a row that is a copy of the act of a block that was postponed.
func (m *Machine) copyAct(l *later) actRef {
	i := m.newAct(l.act.action, l.act.actor, 0)
	copy(m.acts.row(i), m.batch.laterData[l.actCells:l.actCells+m.acts.width])
	m.acts.at(i).status, m.acts.at(i).number = actDone, l.act.number
	m.acts.at(i).rolls = append(m.acts.at(i).rolls, l.act.rolls...)
	return i
}

// drop drops all rows but the first n.
func (a *acts) drop(n int) { a.rows = a.rows[:n] }

// dropFrom drops the row of an act and those above it.
func (a *acts) dropFrom(act actRef) { a.rows = a.rows[:act-1] }

// innermost returns somebody's innermost unfinished action, or 0.
func (a *acts) innermost(who board.Thing) actRef {
	for k := len(a.running) - 1; k >= 0; k-- {
		if i := a.running[k]; a.at(i).actor == who {
			return i
		}
	}
	return 0
}

// perform runs an act that was proposed: costs are held, its program runs, it is
// unwound however it ended (P16, P21). It reports whether it began.
func (m *Machine) perform(act actRef, span *diag.Span) bool {
	a := m.acts.at(act)
	if a.status != actProposed {
		m.fail(span, NotNow, "%s %s of %s has already been performed", a.action.Def.Kind.Name, code.Quoted(a.action.Def.Name), m.name(a.actor))
	}
	costs := len(m.payments.dues)
	if r := m.mayStillBegin(act); r != nil {
		m.tellRefused(a.action, a.actor, r, span)
		a.status = actCalledOff
		m.payments.dropDues(costs)
		return false
	}
	if m.opts.Check {
		m.checkActor(act)
	}
	m.Acts++
	m.deeper(span)
	m.beginProgram()
	a.status, a.began, a.number, a.losses = actRunning, m.tally.nextInstance(), m.Acts, len(m.acts.losses)
	m.acts.running = append(m.acts.running, act)
	m.noticeMore()
	if m.witness.on {
		m.sawAct(act)
	}
	if m.laws.on {
		m.lawsBegin(act)
	}
	m.tellAct(act, span)
	m.hold(act, m.payments.dues[costs:])
	m.payments.dropDues(costs)
	open := len(m.events.joined)
	kind := m.Code.Kinds[a.action.Def.Kind.Index]
	m.announceEdge(m.Code.StartAction, a.actor, a.began)
	m.announceEdge(kind.Start, m.acts.at(act).actor, m.acts.at(act).began)
	if !m.acts.at(act).cancelled {
		m.runAct(act)
	}
	m.closeJoined(open)
	m.unwind(act, span)
	m.shallower()
	m.settle()
	return true
}

// runAct runs the program of an act.
func (m *Machine) runAct(act actRef) {
	a := m.acts.at(act)
	if m.profile != nil {
		m.profiled(a.action.Action, "action", &a.action.Def.Decl)
		defer m.profile.Leave()
	}
	r := a.action.Perform
	if !r.Pays {
		m.payAll(act, &a.action.Def.Span)
	}
	g := m.actFrame(a, act, r)
	how := m.runBlock(g, r.Body)
	m.leave(g)
	a = m.acts.at(act)
	a.status = actDone
	if how == code.Stopped {
		a.status = actStopped
	}
}

// actFrame takes a frame for a program of an act.
func (m *Machine) actFrame(a *actRow, act actRef, r *code.Routine) *frame {
	g := m.enterRoutine(r, float64(a.actor), a.action.It)
	g.at, g.act, g.event = &a.action.Def.Span, act, m.events.answeredBy(a)
	return g
}

// unwind ends an act: its last program runs, what it holds returns.
func (m *Machine) unwind(act actRef, span *diag.Span) {
	a := m.acts.at(act)
	switch {
	case a.brokenOff:
		a.status = actBrokenOff
	case a.cancelled:
		a.status = actCalledOff
	}
	a.unwinding = true
	if r := a.action.Ended; r != nil {
		g := m.actFrame(a, act, r)
		if r.Done >= 0 {
			g.locals[r.Done] = boolean(a.status == actDone)
		}
		open := len(m.events.joined)
		m.runBlock(g, r.Body)
		m.closeJoined(open)
		m.leave(g)
	}
	a = m.acts.at(act)
	m.giveBack(act, &a.action.Def.Span)
	m.announceEdge(m.Code.Kinds[a.action.Def.Kind.Index].End, a.actor, a.began)
	a = m.acts.at(act)
	m.announceEdge(m.Code.EndAction, a.actor, a.began)
	a = m.acts.at(act)
	m.stopRunning(act)
	if m.record.tracing {
		e := m.emit(trace.ActEnd, span)
		e.Who, e.Action, e.Act = int32(a.actor), a.action.Action, a.number
		if !a.byItself {
			e.How = trace.How(a.status - actDone)
		}
	}
	if m.laws.on {
		m.lawsEnd(act)
	}
	if m.driver != nil {
		m.drive(m.driver.Ended(m, m.acts.number(act)))
	}
}

// stopRunning takes the innermost act off those that are under way.
func (m *Machine) stopRunning(act actRef) {
	m.acts.running = m.acts.running[:len(m.acts.running)-1]
	m.noticeMore()
	if len(m.acts.running) == 0 {
		m.acts.losses = m.acts.losses[:0]
	}
	if m.observed != nil {
		m.noteAct(act)
	}
}

// callOff ends the unfinished actions of somebody: each stops when what runs
// inside of it is done. By is the act whose program says so (0: none); if it ends itself with the
// others, it has done what it was for.
func (a *acts) callOff(who board.Thing, by actRef) {
	for _, i := range a.running {
		if a.at(i).actor == who {
			a.callOffOne(i, by)
		}
	}
}

// callOffOne does the same with one act; nothing happens if it isn't under way (0: it is gone).
func (a *acts) callOffOne(act, by actRef) {
	if !slices.Contains(a.running, act) {
		return
	}
	if x := a.at(act); !x.unwinding {
		x.cancelled, x.byItself = true, act == by
	}
}

// loss notes that a thing lost a condition while actions were under way.
type loss struct{ who, condition int32 }

// lose notes that a thing lost a condition.
func (a *acts) lose(who board.Thing, x *code.Condition) {
	a.losses = append(a.losses, loss{int32(who), int32(x.Index)})
}

// ever tells whether a thing has a condition, or had it since an act began; act 0
// is the innermost one under way, which is what the formulas of quantities mean, and so do those of
// one that is only proposed.
func (m *Machine) ever(who board.Thing, x *code.Condition, act actRef) bool {
	if m.has(who, x) {
		return true
	}
	if act == 0 || m.acts.at(act).status == actProposed {
		if act = m.acts.current(); act == 0 {
			return false
		}
	}
	for _, l := range m.acts.losses[min(m.acts.at(act).losses, len(m.acts.losses)):] {
		if board.Thing(l.who) == who && int(l.condition) == x.Index {
			return true
		}
	}
	return false
}

func (m *Machine) tellAct(act actRef, span *diag.Span) {
	if !m.record.tracing {
		return
	}
	a := m.acts.at(act)
	e := m.emit(trace.Act, span)
	e.Who, e.Action, e.Act = int32(a.actor), a.action.Action, a.number
	if a.event > 0 && int(a.event) <= len(m.events.rows) {
		e.Event = m.events.at(a.event).event.Event
	}
	e.First = int32(len(m.record.trace.Values))
	for _, p := range a.action.Params {
		m.record.value(m.kept(m.acts.row(act)[p.Cell], p.Type))
	}
	e.Count = int32(len(m.record.trace.Values)) - e.First
	if a.action.Told != nil {
		m.tell(a.action.Told, act, a.event, float64(a.actor), m.acts.itOf(act))
	}
}

// tellRefused records why somebody can't do something.
func (m *Machine) tellRefused(a *code.Action, actor board.Thing, r *Refusal, span *diag.Span) {
	m.tellReason(trace.Refused, a, actor, r, span)
}

// tellReason records what stood against an act.
func (m *Machine) tellReason(kind trace.Kind, a *code.Action, actor board.Thing, r *Refusal, span *diag.Span) {
	if !m.record.tracing {
		return
	}
	text := "?"
	m.aside(func() { text = r.reason(m) })
	e := m.emit(kind, span)
	e.Who, e.Action, e.Text = int32(actor), a.Action, text
}

// Refusal is why an action is not possible. It is valid until the machine goes on.
type Refusal struct {
	m           *Machine
	act         actRef
	requirement *program.Requirement
	ban         *code.Ban
	banned      float64 // `it` of the ban
	pool        *code.Field
	member      int // of a family of pools, from 0
	amount      float64
	// param can't be value, of a type; or, by wrong, there is none, it is longer
	// than amount, or something is wrong with its step from one place to value.
	param    *code.Param
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

// test tells whether an act may be chosen now, and works out its costs: they are
// appended to payments.dues.
func (m *Machine) test(act actRef) *Refusal {
	a := m.acts.at(act)
	if r := m.forbidden(act); r != nil {
		return r
	}
	if r := m.unfulfilled(act, a.action.Requires); r != nil {
		return m.refuse(Refusal{act: act, requirement: r})
	}
	return m.afford(act)
}

// foundPossible notes that an act may be chosen now, and which of its parameters are no candidates: what isn't
// needn't stay one.
func (m *Machine) foundPossible(act actRef) {
	m.acts.found(act, m.tally.changes)
	for i, p := range m.acts.at(act).action.Params {
		if v := m.acts.row(act)[p.Cell]; p.Standard != nil && m.isTestedAgain(p, v) && m.checkParam(act, p, v) != nil {
			m.acts.takes(act, i)
		}
	}
}

// isTestedAgain tells whether it is tested again that a parameter may be v: a way may lead elsewhere by then, and
// none is none.
func (m *Machine) isTestedAgain(p *code.Param, v float64) bool {
	anything := p.Candidates == program.AnyOf && p.Where == nil
	return v != 0 && !anything && p.Candidates != program.PathUpTo && p.Type.Kind != program.Set
}

// mayStillBegin tells whether an act that was chosen may begin, and works out its costs as test does.
func (m *Machine) mayStillBegin(act actRef) *Refusal {
	if m.acts.at(act).tested != m.tally.changes {
		if r := m.lapsed(act); r != nil {
			return r
		}
	}
	return m.afford(act)
}

// lapsed tells what an act needs that it doesn't have any more since it was chosen (P38); nil: nothing.
func (m *Machine) lapsed(act actRef) *Refusal {
	if r := m.forbidden(act); r != nil {
		return r
	}
	a := m.acts.at(act)
	for i, p := range a.action.Params {
		v := m.acts.row(act)[p.Cell]
		if a.asIs>>i&1 != 0 || !m.isTestedAgain(p, v) {
			continue
		}
		if r := m.checkParam(act, p, v); r != nil {
			return r
		}
	}
	if r := m.unfulfilled(act, a.action.Lasting); r != nil {
		return m.refuse(Refusal{act: act, requirement: r})
	}
	return nil
}

// testAgain tests an act after others could answer what it has announced, if anything has changed and it has
// still to happen; what it lacks breaks it off. What it holds or has paid itself counts as still there.
func (m *Machine) testAgain(act actRef, span *diag.Span) {
	a := m.acts.at(act)
	if a.happened || a.unwinding || a.cancelled || a.tested == m.tally.changes {
		return
	}
	m.holdBack(act, span)
	r := m.lapsed(act)
	m.holdAgain(span)
	if r != nil {
		m.breakOff(act, r, span)
	}
	m.acts.found(act, m.tally.changes)
}

// breakOff ends an act that has failed (P39).
func (m *Machine) breakOff(act actRef, r *Refusal, span *diag.Span) {
	a := m.acts.at(act)
	m.tellReason(trace.BrokenOff, a.action, a.actor, r, span)
	m.acts.breakOff(act)
}

// mayBegin tells whether an act is possible as far as that doesn't depend on its
// parameters, so that this is tested once and not for each way to do it.
func (m *Machine) mayBegin(act actRef) bool {
	a := m.acts.at(act).action
	return m.forbidden(act) == nil && m.unfulfilled(act, a.First) == nil && (a.CostsOfWay || m.canAfford(act))
}

// wayHolds tests what mayBegin leaves out.
func (m *Machine) wayHolds(act actRef) bool {
	a := m.acts.at(act).action
	return m.unfulfilled(act, a.OfWay) == nil && (!a.CostsOfWay || m.canAfford(act))
}

// unfulfilled returns the first of some requirements of an act that doesn't hold; nil: all do.
func (m *Machine) unfulfilled(act actRef, list []code.Requirement) *program.Requirement {
	if len(list) == 0 {
		return nil
	}
	a := m.acts.at(act)
	actor, it, event := float64(a.actor), a.action.It, m.events.answeredBy(a)
	for i := range list {
		r := &list[i]
		m.at = &r.Src.Span
		if !m.truthAt(r.Cond, act, event, actor, it) {
			return r.Src
		}
	}
	return nil
}

// forbidden looks for what forbids an act to its actor.
func (m *Machine) forbidden(act actRef) *Refusal {
	a := m.acts.at(act)
	if b, it := m.bannedBy(&a.action.Bans, a.actor); b != nil {
		return m.refuse(Refusal{act: act, ban: b, banned: it})
	}
	if len(a.action.Answering) == 0 || a.event == 0 || int(a.event) > len(m.events.rows) {
		return nil
	}
	e := m.events.at(a.event).event.Event
	for i := range a.action.Answering {
		x := &a.action.Answering[i]
		if x.Event != e {
			continue
		}
		if b, it := m.bannedBy(&x.Bans, a.actor); b != nil {
			return m.refuse(Refusal{act: act, ban: b, banned: it})
		}
	}
	return nil
}

// bannedBy returns the first of some bans that concerns somebody, with its `it`; nil: none does.
func (m *Machine) bannedBy(l *code.Bans, who board.Thing) (*code.Ban, float64) {
	if !l.Always && !m.hasAnyOf(who, l.Mask) {
		return nil, 0
	}
	for _, b := range l.List {
		if it, ok := m.banned(b, who); ok {
			return b, it
		}
	}
	return nil, 0
}

// banned tells whether a ban concerns somebody, and by which `it`.
func (m *Machine) banned(b *code.Ban, who board.Thing) (it float64, ok bool) {
	holds := func(it float64) bool { return b.When == nil || m.truthAt(b.When, 0, 0, float64(who), it) }
	switch {
	case b.Condition != nil:
		if !m.has(who, b.Condition) {
			return 0, false
		}
		if b.Condition.Each != program.PerInstance {
			it := m.oldest(who, b.Condition)
			return it, holds(it)
		}
		for _, slot := range m.state.InForce() {
			i := m.state.Instance(slot)
			if board.Thing(i.Bearer) != who || i.Condition != b.Condition.Condition || i.Muted {
				continue
			}
			if it := m.state.Number(slot); holds(it) {
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
	case b.Kind != nil && m.KindOf[who] != b.Kind:
		return 0, false
	}
	return 0, holds(0)
}

// Reason says in a sentence why the action is not possible.
func (r *Refusal) Reason() string { return r.reason(r.m) }

// Param is the parameter of the action that can't be what it is; nil where something else
// is the reason.
func (r *Refusal) Param() *program.ActParam {
	if r.param == nil {
		return nil
	}
	return r.param.ActParam
}

// Allowed says in words what the parameter may be; empty where that isn't the reason.
func (r *Refusal) Allowed() string {
	if r.param == nil || r.wrong != 0 || r.param.ActParam.List == nil {
		return ""
	}
	allowed := "one of " + r.param.ActParam.List.Expr.Span.Text()
	if r.param.ActParam.Where != nil {
		allowed += " where " + r.param.ActParam.Where.Expr.Span.Text()
	}
	return allowed
}

func (r *Refusal) reason(m *Machine) string {
	switch {
	case r.requirement != nil:
		a := m.acts.at(r.act)
		if r.requirement.Because == nil {
			return "it requires " + r.requirement.If.Expr.Span.Text()
		}
		return m.render(r.requirement.Because, r.act, m.events.answeredBy(a), float64(a.actor), m.acts.itOf(r.act))
	case r.ban != nil:
		return r.banReason(m, m.acts.at(r.act).actor)
	case r.pool != nil:
		a := m.acts.at(r.act)
		name := r.pool.Title
		if f := r.pool.Family; f != nil {
			name += " (" + m.show(float64(r.member+1), *f) + ")"
		}
		return "not enough " + name + " (" + number.Format(r.amount) + " needed, " +
			number.Format(math.Max(0, m.available(a.actor, r.pool, r.member))) + " left)"
	}
	if r.param != nil {
		return r.paramReason(m)
	}
	return r.text
}

// banReason says what forbids it to somebody.
func (r *Refusal) banReason(m *Machine, who board.Thing) string {
	switch {
	case r.ban.Because != nil:
		return m.render(r.ban.Because, 0, 0, float64(who), r.banned)
	case r.pool != nil:
		return "it can't spend " + r.pool.Title + ": forbidden by " + banOwner(r.ban)
	}
	return "forbidden by " + banOwner(r.ban)
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
	case board.BlockedLeg:
		return "the " + r.param.Title + " can't go straight from " + m.show(float64(r.from), *r.of) + " to " + to
	case board.ClosedCorner:
		return "the " + r.param.Title + " cuts a closed corner to " + to
	case board.NoRoom:
		return "the " + r.param.Title + " leads to " + to + ", where there is no room"
	}
	return "the " + r.param.Title + " jumps from " + m.show(float64(r.from), *r.of) + " to " + to
}

func banOwner(b *code.Ban) string {
	switch {
	case b.Ban.Condition != nil:
		return b.Ban.Condition.Title
	case b.Rule != nil:
		return "rule " + code.Quoted(b.Rule.Name)
	case b.Carried != nil:
		return b.Carried.Title
	}
	return "a rule"
}
