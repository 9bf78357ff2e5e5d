package exec

import (
	"fmt"
	"slices"
	"strings"

	"github.com/rulec/rulec/interp/board"
	"github.com/rulec/rulec/interp/code"
	"github.com/rulec/rulec/interp/number"
	"github.com/rulec/rulec/interp/trace"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
)

// BrokenLaw is the code of a law that doesn't hold.
const BrokenLaw diag.Code = "broken-law"

// laws are what a machine watches of the laws of a ruleset, those of Options.Laws: a run stops with an
// error where one of them doesn't hold.
//
// Spec: laws.md.
type laws struct {
	// on is set while any are watched: until the fight is over.
	on bool
	// watched are their names; none: nothing is watched.
	watched []string
	// always are the laws that hold whenever something has landed, during those that hold by an
	// action, by its index.
	always []*code.Law
	during [][]*code.Law
	// beyond are the pools that lie outside of their bounds; idle is, by thing, in how many turns in a
	// row somebody was unable to do anything.
	beyond []beyond
	idle   []int
	// pending are those that wait for the end of an action, notes what they have noted.
	pending []pendingLaw
	notes   []float64
	// over is how many actions have ended.
	over int
	// occasions are the actions by which something could be supposed.
	occasions []Occasion
	// supposed is what this run supposes; nil: nothing, all laws are watched.
	supposed *Occasion
	// told is what this run, or the one that is compared with it, was told.
	told transcript
	// held counts by law how often one was held against a fight, in all runs.
	held []int
	// turns counts, by thing, the batches in which somebody had a turn; lastTurn is the last of them.
	turns, lastTurn []int
	// broken is the name of the law that stopped the run.
	broken string
}

// pendingLaw is a law that waits for the end of an action.
type pendingLaw struct {
	law  *code.Law
	act  actRef
	self board.Thing
	// begun and over are how many actions had begun, and how many had ended, as it began.
	begun, over int
	// note is the first of what was noted; occasion is one plus the index of its occasion; 0: it supposes nothing.
	note, occasion int
	// ended is set when the action has ended, and what it does hasn't landed yet: its row may be gone by
	// then, so that its actor and its fields are kept.
	ended  bool
	actor  board.Thing
	action *code.Action
	row    []float64
}

// disturbed tells whether anybody did anything else meanwhile.
func (p *pendingLaw) disturbed(begun, over int) bool {
	return p.law.Alone && (p.begun != begun || p.over != over)
}

// An Occasion is an action by which a law supposes something, of somebody.
type Occasion struct {
	law  *code.Law
	self board.Thing
	// act numbers the actions of the run.
	act int
	// without is what was noted as the action had ended; nil: it hasn't.
	without []float64
}

// layOut finds out what there is to watch of the laws with some names.
func (l *laws) layOut(of *code.Ruleset, names []string) {
	if len(names) == 0 {
		return
	}
	l.watched, l.during, l.held = names, make([][]*code.Law, len(of.Actions)), make([]int, len(of.Laws))
	for _, x := range of.Laws {
		switch {
		case x.BuiltIn != program.OwnLaw || !slices.Contains(names, x.Name):
			continue
		case len(x.During) == 0:
			l.always = append(l.always, x)
		}
		l.told.on = l.told.on || x.Supposes()
		for _, a := range x.During {
			l.during[a.Index] = append(l.during[a.Index], x)
		}
	}
}

func (l *laws) reset() {
	l.on = len(l.watched) > 0
	l.pending, l.notes, l.occasions = l.pending[:0], l.notes[:0], l.occasions[:0]
	l.broken, l.over = "", 0
	l.beyond, l.idle, l.turns, l.lastTurn = l.beyond[:0], l.idle[:0], l.turns[:0], l.lastTurn[:0]
	l.told.reset(l.supposed != nil)
}

// rest has nothing watched any more, since the fight is over.
func (l *laws) rest() { l.on = false }

// watches tells whether a law that every ruleset has is watched.
func (l *laws) watches(b program.BuiltInLaw) bool {
	return slices.Contains(l.watched, program.BuiltInLaws[b])
}

// LawsHeld returns, by law, how often one was held against a fight.
func (m *Machine) LawsHeld() []int { return m.laws.held }

// holds counts that a law is held against a fight.
func (l *laws) holds(x *code.Law) { l.held[x.Index]++ }

// waits adds a law that waits for the end of an action.
func (l *laws) waits(p pendingLaw) { l.pending = append(l.pending, p) }

// note notes a number.
func (l *laws) note(v float64) { l.notes = append(l.notes, v) }

// occasion adds an occasion, and returns its index plus 1.
func (l *laws) occasion(o Occasion) int {
	l.occasions = append(l.occasions, o)
	return len(l.occasions)
}

// came notes what came of an occasion without what is supposed.
func (l *laws) came(occasion int, without []float64) { l.occasions[occasion-1].without = without }

// landed notes that what pending laws waited for has landed.
func (l *laws) landed() {
	l.pending = slices.DeleteFunc(l.pending, func(p pendingLaw) bool { return p.ended })
	if len(l.pending) == 0 {
		l.notes = l.notes[:0]
	}
}

// ends takes the laws that wait for the end of an action off those that wait; with later they wait until
// it has landed.
func (l *laws) ends(act actRef, x *actRow, row []float64, later bool) {
	l.over++
	for i := range l.pending {
		if p := &l.pending[i]; p.act == act && !p.ended {
			p.ended = true
			if later {
				p.act, p.actor, p.action, p.row = 0, x.actor, x.action, slices.Clone(row)
			}
		}
	}
	if !later {
		l.landed()
	}
}

// drops lets a law wait no longer.
func (l *laws) drops(i int) { l.pending[i].law = nil }

// Law returns the name of the law.
func (o Occasion) Law() string { return o.law.Name }

// Occasions returns the actions of the last run, which watched laws, by which something could have
// been supposed; see [Machine.Suppose].
func (m *Machine) Occasions() []Occasion {
	return slices.DeleteFunc(slices.Clone(m.laws.occasions), func(o Occasion) bool { return o.without == nil })
}

// Suppose says what the runs from the next reset on suppose as the action of an occasion begins. Such a
// run has to be the one again in which the occasion came up; it ends with its action, and with an error if what the
// law says of both doesn't hold. nil: the machine watches all laws again.
func (m *Machine) Suppose(o *Occasion) { m.laws.suppose(o) }

func (l *laws) suppose(o *Occasion) { l.supposed = o }

// lawsBegin notes what laws want to know as an action begins.
func (m *Machine) lawsBegin(act actRef) {
	a := m.acts.at(act)
	if o := m.laws.supposed; o != nil {
		if o.act == a.number {
			m.supposeNow(o, act)
		}
		return
	}
	for _, l := range m.laws.during[a.action.Index] {
		m.bearers(l, func(self board.Thing) {
			if l.If != nil && m.lawNumber(l.If, act, float64(self), float64(m.acts.at(act).actor)) == 0 {
				return
			}
			p := pendingLaw{law: l, act: act, self: self, begun: m.Acts, over: m.laws.over, note: len(m.laws.notes)}
			if l.Supposes() {
				p.occasion = m.laws.occasion(Occasion{law: l, self: self, act: m.acts.at(act).number})
			}
			for _, f := range l.Before {
				m.laws.note(m.lawNumber(f, act, float64(self), float64(m.acts.at(act).actor)))
			}
			m.laws.waits(p)
		})
	}
}

// supposeNow makes what is supposed true, as an action begins.
func (m *Machine) supposeNow(o *Occasion, act actRef) {
	m.laws.told.otherwise(m)
	r := o.law.Suppose
	g := m.enter(r.Slots)
	clear(g.locals)
	g.what, g.at, g.act, g.event = &r.What, &o.law.Span, act, m.events.answeredBy(m.acts.at(act))
	g.locals[0], g.locals[1] = float64(o.self), float64(m.acts.at(act).actor)
	m.runBlock(g, r.Body)
	m.leave(g)
	m.laws.waits(pendingLaw{law: o.law, act: act, self: o.self, begun: m.Acts, over: m.laws.over})
}

// lawsEnd holds laws against what an action has come to.
func (m *Machine) lawsEnd(act actRef) {
	later := m.batch.recording > 0
	for i := range m.laws.pending {
		p := &m.laws.pending[i]
		switch {
		case p.act != act || p.ended:
		case p.disturbed(m.Acts, m.laws.over) || later && p.law.Alone && len(m.turns.members) > 1:
			m.laws.drops(i)
		case !later:
			m.holdPending(*p, act)
		}
	}
	m.laws.forgetDropped()
	m.laws.ends(act, m.acts.at(act), m.acts.row(act), later)
}

// forgetDropped forgets the laws that wait no longer.
func (l *laws) forgetDropped() {
	l.pending = slices.DeleteFunc(l.pending, func(p pendingLaw) bool { return p.law == nil })
}

// lawsLand holds laws against the state, now that something has landed.
func (m *Machine) lawsLand() {
	for _, p := range m.laws.pending {
		if !p.ended {
			continue
		}
		mark := m.acts.mark()
		act := m.newAct(p.action, p.actor, 0)
		copy(m.acts.row(act), p.row)
		m.holdPending(p, act)
		m.acts.backTo(mark)
	}
	m.laws.landed()
	if m.laws.supposed != nil {
		return
	}
	m.laws.forgetBeyond(m)
	for _, l := range m.laws.always {
		m.bearers(l, func(self board.Thing) {
			if l.If == nil || m.lawNumber(l.If, 0, float64(self), 0) != 0 {
				m.holdLaw(l, 0, []float64{float64(self), 0})
			}
		})
	}
}

// holdPending holds a law that waited for the end of an action against what has come.
func (m *Machine) holdPending(p pendingLaw, act actRef) {
	inputs := []float64{float64(p.self), float64(m.acts.at(act).actor)}
	switch {
	case m.laws.supposed != nil:
		m.holdLaw(p.law, act, append(inputs, m.laws.supposed.without...))
		panic(calledOver{})
	case p.occasion > 0:
		without := make([]float64, 0, len(p.law.Without))
		for _, f := range p.law.Without {
			without = append(without, m.lawNumber(f, act, inputs...))
		}
		m.laws.came(p.occasion, without)
	default:
		m.holdLaw(p.law, act, append(inputs, m.laws.notes[p.note:p.note+len(p.law.Before)]...))
	}
}

// bearers calls f for everybody for whom a law holds; with 0 where it is for none of them.
func (m *Machine) bearers(l *code.Law, f func(self board.Thing)) {
	if l.For == nil {
		f(0)
		return
	}
	for i, t := range m.Fight.Encounter.Things {
		if t.Kind == l.For {
			f(board.Thing(i + 1))
		}
	}
}

// lawNumber works out a formula of a law.
func (m *Machine) lawNumber(f *code.Formula, act actRef, inputs ...float64) float64 {
	var event eventRef
	if act != 0 {
		event = m.events.answeredBy(m.acts.at(act))
	}
	return sentence{m: m, act: act, event: event, inputs: inputs}.number(f)
}

// holdLaw stops the run if a law doesn't hold.
func (m *Machine) holdLaw(l *code.Law, act actRef, inputs []float64) {
	m.laws.holds(l)
	if m.lawNumber(l.Holds, act, inputs...) != 0 {
		return
	}
	of := l.Law.Holds
	s := sentence{m: m, of: of, act: act, inputs: inputs}
	failing := s.failing(of.Expr)
	d := diag.Errorf(BrokenLaw, failing.Span, "law %s doesn't hold", code.Quoted(l.Name))
	if inputs[0] != 0 {
		d.Message += " for " + m.name(board.Thing(inputs[0]))
	}
	if found := s.findings(failing); found != "" {
		d.Message += ": " + found
	}
	m.lawBroken(d, l.Name, l.Law, act)
}

// Broken returns the name of the law that stopped the last run; empty: none did.
func (m *Machine) Broken() string { return m.laws.broken }

// breaks notes that a law doesn't hold.
func (l *laws) breaks(name string) { l.broken = name }

// lawBroken stops the run at a law that doesn't hold, and says by what.
func (m *Machine) lawBroken(d *diag.Diagnostic, name string, l *program.Law, act actRef) {
	m.laws.breaks(name)
	if act != 0 {
		a := m.acts.at(act)
		d.WithNote(a.action.Def.Span, "after %s of %s", a.action.Def.Title, m.name(a.actor))
	}
	if l != nil && l.About != "" {
		d.WithHint("the law: %s", strings.TrimSuffix(strings.TrimSpace(l.About), "."))
	}
	m.raise(d)
}

// What laws that every ruleset has count: turns of somebody in a row.
const (
	// MostBeyond is in how many of them a pool may lie outside of its bounds: a bound may fall below
	// what somebody has, until rules take it from them.
	MostBeyond = 3
	// MostTurns is how many somebody may have in a fight that has to end, see Options.MustEnd.
	MostTurns = 200
	// MostIdle is in how many of them somebody who isn't out may be unable to do anything.
	MostIdle = 10
)

// beyond is a pool of somebody outside of its bounds.
type beyond struct {
	who    board.Thing
	field  *code.Field
	member int
	// turns is in how many turns of theirs it has been there, batch the last one of them.
	turns, batch int
}

// isIn tells whether the pool lies within its bounds again.
func (b *beyond) isIn(m *Machine) bool {
	v, low, high := m.poolNow(b.who, b.field, b.member)
	return low <= v && v <= high
}

// poolNow returns what somebody has of a pool, and its bounds.
func (m *Machine) poolNow(who board.Thing, x *code.Field, member int) (v, low, high float64) {
	low, high = m.bounds(x.Pool, who, member)
	return m.state.Cell(int(m.Rows[who]) + x.Cell + member), low, high
}

// forgetBeyond forgets pools that lie within their bounds again.
func (l *laws) forgetBeyond(m *Machine) {
	l.beyond = slices.DeleteFunc(l.beyond, func(b beyond) bool { return b.isIn(m) })
}

// seesBeyond notes that a pool lies outside of its bounds in a turn, and returns in how many it has.
func (l *laws) seesBeyond(who board.Thing, x *code.Field, member, batch int) int {
	for i := range l.beyond {
		b := &l.beyond[i]
		if b.who != who || b.field != x || b.member != member {
			continue
		}
		if b.batch != batch {
			b.turns, b.batch = b.turns+1, batch
		}
		return b.turns
	}
	l.beyond = append(l.beyond, beyond{who, x, member, 1, batch})
	return 1
}

// idles notes whether somebody was unable to do anything in a turn, and returns in how many of
// them in a row.
func (l *laws) idles(who board.Thing, unable bool) int {
	for len(l.idle) <= int(who) {
		l.idle = append(l.idle, 0)
	}
	l.idle[who]++
	if !unable {
		l.idle[who] = 0
	}
	return l.idle[who]
}

// lawsTurn holds what every ruleset has to keep to against a turn of somebody, who has decided on
// an action, or on none.
func (m *Machine) lawsTurn(h eventRef, who board.Thing, act actRef) {
	if m.laws.supposed != nil || who == 0 {
		return
	}
	m.holdBounds(who)
	if m.laws.watches(program.LawEnds) && m.laws.turn(who, m.Batches) > MostTurns {
		m.mustEnd("it goes on after " + number.Format(MostTurns) + " turns of " + m.name(who))
	}
	unable := act == 0 && m.lawHolds(program.LawCanAct, who) && !m.isOut(who) && !m.couldAnswer(h, who)
	if m.laws.idles(who, unable) >= MostIdle {
		m.builtInBroken(program.LawCanAct, &m.thing(who).Span, "doesn't hold for "+m.name(who)+
			", who isn't out and could do nothing in "+number.Format(MostIdle)+" turns in a row")
	}
}

// mustEnd stops a fight that has to end and doesn't, unless the ruleset says that it needn't.
func (m *Machine) mustEnd(how string) {
	if m.lawHolds(program.LawEnds, 0) {
		m.builtInBroken(program.LawEnds, &m.Fight.Encounter.Span, "doesn't hold for this fight: "+how)
	}
}

// unended says how a fight goes on that ended without being over.
var unended = map[trace.Ending]string{
	trace.NothingLeft: "nothing is left to happen, and it isn't over",
	trace.TimeUp:      "it isn't over when its time is up",
}

// turn counts a turn of somebody, and returns how many there have been.
func (l *laws) turn(who board.Thing, batch int) int {
	for len(l.turns) <= int(who) {
		l.turns, l.lastTurn = append(l.turns, 0), append(l.lastTurn, -1)
	}
	if l.lastTurn[who] != batch {
		l.turns[who], l.lastTurn[who] = l.turns[who]+1, batch
	}
	return l.turns[who]
}

// builtInBroken stops the run at a law that every ruleset has.
func (m *Machine) builtInBroken(b program.BuiltInLaw, at *diag.Span, how string) {
	m.lawBroken(diag.Errorf(BrokenLaw, *at, "law %s %s", code.Quoted(program.BuiltInLaws[b]), how),
		program.BuiltInLaws[b], m.Code.Program.LawOf(b), 0)
}

// AsksFor tells whether a law that every ruleset has is one in this fight as it stands: its if says so. It may be
// asked when nothing runs.
func (m *Machine) AsksFor(b program.BuiltInLaw) (asks bool, err error) {
	err = m.guarded(func() error {
		asks = m.asksFor(b, 0)
		return nil
	})
	return asks, err
}

// lawHolds tells whether a law that every ruleset has is watched, and is one for somebody.
func (m *Machine) lawHolds(b program.BuiltInLaw, who board.Thing) bool {
	return m.laws.watches(b) && m.asksFor(b, who)
}

// asksFor tells whether a law that every ruleset has is one for somebody in this one.
func (m *Machine) asksFor(b program.BuiltInLaw, who board.Thing) bool {
	for _, l := range m.Code.Laws {
		if l.BuiltIn == b && l.If != nil {
			return m.truth(l.If, float64(who))
		}
	}
	return true
}

// holdBounds stops the run if a pool of somebody has lain outside of its bounds for too long.
func (m *Machine) holdBounds(who board.Thing) {
	if !m.laws.watches(program.LawInBounds) {
		return
	}
	for _, f := range m.Fight.Encounter.Things[who-1].Kind.Fields {
		if f.Pool == nil || f.Virtual {
			continue
		}
		x := m.Code.Fields[f]
		for member := range code.FamilyWidth(f) {
			v, low, high := m.poolNow(who, x, member)
			if low <= v && v <= high || m.laws.seesBeyond(who, x, member, m.Batches) < MostBeyond || !m.asksFor(program.LawInBounds, who) {
				continue
			}
			bound, past := "most", high
			if v < low {
				bound, past = "least", low
			}
			m.builtInBroken(program.LawInBounds, &m.thing(who).Span, fmt.Sprintf("doesn't hold for %s: %s is %s in %d turns in a row, and its %s is %s",
				m.name(who), f.Title, number.Format(v), MostBeyond, bound, number.Format(past)))
		}
	}
}
