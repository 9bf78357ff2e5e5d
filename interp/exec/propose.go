package exec

import (
	"math"
	"slices"
	"strings"

	"github.com/rulec/rulec/interp/board"
	"github.com/rulec/rulec/interp/code"
	"github.com/rulec/rulec/interp/state"
	"github.com/rulec/rulec/interp/value"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
)

// search is what looking for ways to act has found: stacks, since one search may begin
// within another.
type search struct {
	offers   []float64
	defaults []int
	// cells are the parameters of ways.
	cells  []float64
	picked []int
	// trying is how many ways are being tried, one within the other.
	trying int
	// refusal is why the last act that was tried is not possible.
	refusal Refusal
	why     whyNot
}

func (s *search) reset() {
	s.offers, s.defaults, s.cells = s.offers[:0], s.defaults[:0], s.cells[:0]
	s.trying, s.why = 0, whyNot{}
}

// backTo forgets the ways that were being tried when something couldn't be worked out.
func (s *search) backTo(trying int) { s.trying = trying }

// whyNot begins with a line of a tactic that is explained, whyOf goes on to one of its actions.
func (s *search) whyNot(actions int) { s.why = whyNot{reasons: make([]string, actions)} }

func (s *search) whyOf(action int) { s.why.at = action }

// noted keeps why that action is refused.
func (s *search) noted(why string) { s.why.reasons[s.why.at] = why }

// offer adds a candidate.
func (s *search) offer(v float64) { s.offers = append(s.offers, v) }

// isDefault notes that the k-th candidate is the default, or one of them.
func (s *search) isDefault(k int) { s.defaults = append(s.defaults, k) }

// drop drops all candidates but the first offers, and all defaults but the first defaults.
func (s *search) drop(offers, defaults int) {
	s.offers, s.defaults = s.offers[:offers], s.defaults[:defaults]
}

// lend gives room for an answer, which takeBack keeps if it has become larger.
func (s *search) lend() []int { return s.picked[:0] }

func (s *search) takeBack(answer []int) {
	if cap(answer) > cap(s.picked) {
		s.picked = answer[:0]
	}
}

// Propose makes an act of an action and its parameters, one for each of
// a.Params; those that are left [Open] take their default, the only candidate or
// the only one that is allowed, or are asked for. It returns the act, or why it is not possible.
//
// Spec: actions.md.
func (m *Machine) Propose(q *Question, a *program.Action, args []float64) (value.Act, *Refusal) {
	x := m.Code.Actions[a.Index]
	if r := m.mayAnswer(q, x); r != nil {
		return value.NoAct, r
	}
	act := m.newAct(x, q.Actor, q.happening)
	for i := range x.Params {
		v := open
		if i < len(args) {
			v = args[i]
		}
		if r := m.takeParam(q, act, i, v, args); r != nil {
			return value.NoAct, r
		}
	}
	dues := len(m.payments.dues)
	m.search.trying++
	r := m.test(act)
	m.search.trying--
	m.payments.dropDues(dues)
	if r != nil {
		return value.NoAct, r
	}
	m.foundPossible(act)
	return m.acts.number(act), nil
}

// refuse returns r; there is one refusal at a time, so that none is allocated.
func (m *Machine) refuse(r Refusal) *Refusal {
	r.m = m
	m.search.refusal = r
	return &m.search.refusal
}

// mayAnswer tells whether an action answers the event of a question.
func (m *Machine) mayAnswer(q *Question, a *code.Action) *Refusal {
	if q.Event != nil && !slices.Contains(a.Answers, q.Event) {
		return m.refuse(Refusal{text: "it doesn't answer " + q.Event.Name})
	}
	if q.Event != nil && m.barred(q.Actor, a) {
		return m.refuse(Refusal{text: barredText})
	}
	if m.leavesOutAction(q.Actor, a.Action) {
		return m.refuse(Refusal{text: leftOutText})
	}
	return nil
}

// takeParam sets a parameter of an act that is proposed.
func (m *Machine) takeParam(q *Question, act actRef, i int, v float64, args []float64) *Refusal {
	a := m.acts.at(act)
	p := a.action.Params[i]
	if v == noneByDefault {
		m.setParam(act, p, 0)
		return nil
	}
	if !math.IsNaN(v) {
		if m.leavesOutNamed(a.actor, p.ActParam, v) {
			return m.refuse(Refusal{text: leftOutText})
		}
		if r := m.checkParam(act, p, v); r != nil {
			return r
		}
		m.setParam(act, p, v)
		return nil
	}
	if p.Standard != nil {
		m.setParam(act, p, m.numberAt(p.Standard, act, m.events.answeredBy(a), float64(a.actor), m.acts.itOf(act)))
		return nil
	}
	base := len(m.search.offers)
	defer func() { m.search.offers = m.search.offers[:base] }()
	if r := m.appendCandidates(act, p); r != nil {
		return r
	}
	m.dropLeftOut(act, p, base)
	switch n := len(m.search.offers) - base; {
	case n == 0:
		return m.refuse(Refusal{param: p, wrong: nothingToChoose})
	case n == 1:
		m.setParam(act, p, m.search.offers[base])
		return nil
	}
	return m.askParam(q, act, i, m.search.offers[base:], args)
}

// dropLeftOut drops the candidates for a parameter, from an index of search.offers on, that are left out.
func (m *Machine) dropLeftOut(act actRef, p *code.Param, base int) {
	if m.without == nil || m.without.Named == nil {
		return
	}
	actor := m.acts.at(act).actor
	kept := slices.DeleteFunc(m.search.offers[base:], func(v float64) bool { return m.without.Named(actor, p.ActParam, v) })
	m.search.offers = m.search.offers[:base+len(kept)]
}

// askParam finds the only allowed candidate for a parameter, or asks for one.
func (m *Machine) askParam(q *Question, act actRef, i int, candidates, args []float64) *Refusal {
	p := m.acts.at(act).action.Params[i]
	cq := Question{
		Name: p.Name, Who: q.Who, Actor: q.Actor, Type: p.Type, Candidates: candidates,
		Span: p.Span, happening: q.happening,
	}
	if m.chooser != nil {
		m.situate(&cq, nil)
		picked, ok, err := m.chooser.Choose(m, &cq, m.search.lend())
		if err != nil {
			m.raise(m.asDiagnostic(err, &p.Span))
		}
		if ok && len(picked) > 0 && picked[0] < len(candidates) {
			m.setParam(act, p, candidates[picked[0]])
			return nil
		}
	}
	var allowed []float64
	for _, v := range candidates {
		fixed := make([]float64, len(m.acts.at(act).action.Params))
		for k := range fixed {
			fixed[k] = open
			if k < i {
				fixed[k] = m.acts.row(act)[m.acts.at(act).action.Params[k].Cell]
			} else if k < len(args) {
				fixed[k] = args[k]
			}
		}
		fixed[i] = v
		m.search.trying++
		if way, _, ok := m.bestWay(m.acts.at(act).action, q.Actor, q.happening, fixed, nil, nil, laterWith{}); ok {
			m.acts.dropFrom(way)
			allowed = append(allowed, v)
		}
		m.search.trying--
	}
	if len(allowed) == 1 {
		m.setParam(act, p, allowed[0])
		return nil
	}
	if len(allowed) > 1 {
		candidates = allowed
	}
	var names []string
	for _, v := range candidates[:min(len(candidates), 8)] {
		names = append(names, m.show(v, p.Type))
	}
	return m.refuse(Refusal{text: p.Title + " must be given: one of " + strings.Join(names, ", ")})
}

func (m *Machine) setParam(act actRef, p *code.Param, v float64) {
	row := m.acts.row(act)
	if p.Type.Kind == program.Set {
		cells := row[p.Cell : p.Cell+state.SetCells]
		clear(cells)
		for _, x := range m.lists.Of(v) {
			state.Include(cells, int(m.setMember(x, &p.Span)), true)
		}
		return
	}
	row[p.Cell] = v
}

// checkParam tells whether a value may be taken for a parameter.
func (m *Machine) checkParam(act actRef, p *code.Param, v float64) *Refusal {
	switch p.Candidates {
	case program.AnyOf:
		return m.checkWhere(act, p, v)
	case program.PathUpTo:
		if r := m.checkPath(act, p, v); r != nil {
			return r
		}
		return m.checkWhere(act, p, v)
	}
	base := len(m.search.offers)
	if p.Candidates == program.SomeOf {
		m.appendList(act, p)
		for _, x := range m.lists.Of(v) {
			if !slices.Contains(m.search.offers[base:], x) {
				m.search.offers = m.search.offers[:base]
				return m.notAmong(p, x, p.Type.Elem)
			}
		}
		m.search.offers = m.search.offers[:base]
		return nil
	}
	if r := m.appendCandidates(act, p); r != nil {
		return r
	}
	found := slices.Contains(m.search.offers[base:], v)
	m.search.offers = m.search.offers[:base]
	if !found {
		return m.notAmong(p, v, &p.Type)
	}
	return nil
}

// checkWhere tells whether a value passes the parameter's where; none never does.
func (m *Machine) checkWhere(act actRef, p *code.Param, v float64) *Refusal {
	if k := p.Type.Kind; v == 0 && p.Where != nil && k != program.Number && k != program.Bool {
		return m.refuse(Refusal{param: p, wrong: nothingToChoose})
	}
	base := len(m.search.offers)
	m.search.offers = append(m.search.offers, v)
	m.sift(act, p, base)
	kept := len(m.search.offers) > base
	m.search.offers = m.search.offers[:base]
	if !kept {
		return m.notAmong(p, v, &p.Type)
	}
	return nil
}

func (m *Machine) notAmong(p *code.Param, v float64, of *program.Type) *Refusal {
	return m.refuse(Refusal{param: p, value: v, of: of})
}

// checkPath tells whether a list of places is a way, as those are that are offered: each
// place next to the one before, open to its walker, who fits there, not between two closed corners; not
// too long in all.
func (m *Machine) checkPath(act actRef, p *code.Param, v float64) *Refusal {
	a := m.acts.at(act)
	far := m.numberAt(p.High, act, m.events.answeredBy(a), float64(a.actor), m.acts.itOf(act))
	at := m.areaOf(a.actor)
	spaces, odd := 0.0, int32(0)
	for _, to := range m.lists.Of(v) {
		next := board.Place(to)
		wrong, cost, parity := m.board.Step(board.Walker{Thing: a.actor, Size: at.Size}, at.Place, next, odd)
		if wrong != board.NoObstacle {
			return m.refuse(Refusal{param: p, wrong: badStep, obstacle: wrong, from: at.Place, value: to, of: p.Type.Elem})
		}
		spaces, odd, at.Place = spaces+cost, parity, next
	}
	if limit, longer := m.board.Limit(far, spaces); longer {
		return m.refuse(Refusal{param: p, wrong: tooLong, amount: limit})
	}
	return nil
}

// appendCandidates appends what a parameter may be, in candidate order, to
// search.offers.
func (m *Machine) appendCandidates(act actRef, p *code.Param) *Refusal {
	a := m.acts.at(act)
	actor, it, event := float64(a.actor), m.acts.itOf(act), m.events.answeredBy(a)
	base := len(m.search.offers)
	switch p.Candidates {
	case program.OneOf:
		m.appendList(act, p)
		return nil
	case program.SomeOf:
		m.appendList(act, p)
		m.wholeAndSingles(base)
		return nil
	case program.FromTo:
		low, high := m.numberAt(p.Low, act, event, actor, it), m.numberAt(p.High, act, event, actor, it)
		if high-low > MaxRange {
			m.fail(&p.Span, TooMany, "%s has more than %d candidates", code.Quoted(p.Name), MaxRange)
		}
		for v := math.Ceil(low); v <= high; v++ {
			m.search.offers = append(m.search.offers, v)
		}
	case program.PlaceWithin:
		n := m.numberAt(p.High, act, event, actor, it)
		m.at = &p.Span
		m.room.spaceArgs = append(m.room.spaceArgs[:0], m.spaceArg(actor, program.ThingType), spaceArg{Value: n})
		m.search.offers = append(m.search.offers, m.lists.Of(m.callSpace(program.Within, m.room.spaceArgs))...)
	case program.PathUpTo:
		n := m.numberAt(p.High, act, event, actor, it)
		m.at = &p.Span
		m.search.offers = append(m.search.offers, m.paths(m.acts.at(act).actor, m.areaOf(m.acts.at(act).actor), n)...)
	case program.AnyOf:
		if !m.appendAll(p.Type) {
			return m.refuse(Refusal{text: p.Title + " must be given"})
		}
	}
	m.countBoard()
	m.sift(act, p, base)
	return nil
}

func (m *Machine) appendList(act actRef, p *code.Param) {
	a := m.acts.at(act)
	base := len(m.search.offers)
	list := m.numberAt(p.List, act, m.events.answeredBy(a), float64(a.actor), m.acts.itOf(act))
	m.search.offers = append(m.search.offers, m.lists.Of(list)...)
	m.sift(act, p, base)
}

// sift leaves out the candidates from base on that the parameter's where doesn't take.
func (m *Machine) sift(act actRef, p *code.Param, base int) {
	if p.Where == nil {
		return
	}
	a := m.acts.at(act)
	actor, it, event := float64(a.actor), m.acts.itOf(act), m.events.answeredBy(a)
	n := base
	for k := base; k < len(m.search.offers); k++ {
		v := m.search.offers[k]
		if m.whereHolds(p, act, event, actor, it, v) {
			m.search.offers[n] = v
			n++
		}
	}
	m.search.offers = m.search.offers[:n]
}

func (m *Machine) whereHolds(p *code.Param, act actRef, event eventRef, actor, it, v float64) bool {
	g := m.enter(p.Where.Slots)
	g.act, g.event = act, event
	inputs := [3]float64{actor, it, v}
	copy(g.locals, inputs[:])
	ok := m.eval(p.Where.Code, g) != 0
	m.leave(g)
	return ok
}

// wholeAndSingles turns the elements from base on into lists: all of them, then
// each alone.
func (m *Machine) wholeAndSingles(base int) {
	items := m.search.offers[base:]
	n := len(items)
	if n == 0 {
		return
	}
	l := &m.lists
	l.Begin()
	for _, v := range items {
		l.Push(v)
	}
	all := l.End()
	for k := range n {
		l.Begin()
		l.Push(m.search.offers[base+k])
		m.search.offers = append(m.search.offers, l.End())
	}
	copy(m.search.offers[base+1:], m.search.offers[base+n:])
	m.search.offers[base] = all
	m.search.offers = m.search.offers[:base+n+1]
	if n == 1 {
		m.search.offers = m.search.offers[:base+1]
	}
}

// appendAll appends all values of a type; false when they can't be listed.
func (m *Machine) appendAll(t program.Type) bool {
	count := 0
	switch t.Kind {
	case program.ThingType:
		for i := board.Thing(1); int(i) <= m.Count; i++ {
			if t.Of == nil || m.KindOf[i].Kind == t.Of {
				m.search.offers = append(m.search.offers, float64(i))
			}
		}
		return true
	case program.Bool:
		m.search.offers = append(m.search.offers, 0, 1)
		return true
	case program.Definition:
		count = len(m.Code.Actions)
		if t.Of != nil {
			count = len(t.Of.Defs)
		}
	case program.Step:
		count = len(t.Scale.Steps)
	case program.Choice:
		count = len(t.Param.Choices)
	case program.Side:
		count = len(m.Fight.Encounter.Sides)
	case program.ConditionName:
		count = len(m.Code.Conditions)
	case program.Direction:
		m.search.offers = append(m.search.offers, m.lists.Of(m.callSpace(program.Directions, nil))...)
		return true
	default:
		return false
	}
	for i := range count {
		m.search.offers = append(m.search.offers, float64(i+1))
	}
	return true
}

// BestWay tries the parameters that args leaves [Open] in candidate order (those
// with a default take it) and returns the act for which best gives the highest
// number among those that are allowed, the first of equals; the first allowed one
// when best is nil.
func (m *Machine) BestWay(q *Question, a *program.Action, args []float64, best *code.Formula) (act value.Act, score float64, ok bool) {
	x := m.Code.Actions[a.Index]
	if m.mayAnswer(q, x) != nil {
		return value.NoAct, 0, false
	}
	m.search.trying++
	i, score, ok := m.bestWay(x, q.Actor, q.happening, args, best, nil, laterWith{})
	m.search.trying--
	if !ok {
		return value.NoAct, 0, false
	}
	m.foundPossible(i)
	return m.acts.number(i), score, true
}

// answerWith is BestWay for what a tactic's line may do, which is known to answer the event.
func (m *Machine) answerWith(d *code.ActChoice, h eventRef, who, actor board.Thing, args []float64) (act actRef, score float64, ok bool) {
	if len(m.events.bars) > 0 && m.barred(actor, d.Action) {
		if m.record.explains {
			m.noteWhy(m.refuse(Refusal{text: barredText}))
		}
		return 0, 0, false
	}
	m.search.why.wanted = m.record.explains
	m.search.trying++
	act, score, ok = m.bestWay(d.Action, actor, h, args, d.Best, d.Tries, laterWith{d.Later, who})
	m.search.trying--
	m.search.why.wanted = false
	if ok {
		m.foundPossible(act)
	}
	return act, score, ok
}

// tryFirst looks for the first way to do something, and has it looked at; where there is none it
// returns why.
func (m *Machine) tryFirst(q *Question, a *code.Action, args []float64, look func(act actRef)) (why string) {
	m.search.whyNot(1)
	m.search.why.wanted = true
	m.search.trying++
	act, _, ok := m.bestWay(a, q.Actor, q.happening, args, nil, nil, laterWith{})
	m.search.why.wanted = false
	if ok {
		look(act)
		m.acts.dropFrom(act)
	} else {
		why = m.search.why.reasons[0]
	}
	m.search.trying--
	return why
}

// candidatesFor returns what a parameter may be, in candidate order.
func (m *Machine) candidatesFor(act actRef, p *code.Param) []float64 {
	base := len(m.search.offers)
	m.appendCandidates(act, p)
	candidates := slices.Clone(m.search.offers[base:])
	m.search.offers = m.search.offers[:base]
	return candidates
}

// can tells whether somebody could do an action now: as an answer to the event at hand, or to the innermost one
// under way that it answers. Where it answers none of these, as they could if they were asked for their turn, or
// for any other event that carries nothing and that nobody's action has to announce.
func (m *Machine) can(who board.Thing, a *code.Action, event eventRef) bool {
	for h := event; h > 0; h-- {
		if int(h) <= len(m.events.rows) && slices.Contains(a.Answers, m.events.at(h).event.Event) {
			return m.hasWay(who, a, h)
		}
	}
	for h := eventRef(len(m.events.rows)); h > event; h-- {
		if slices.Contains(a.Answers, m.events.at(h).event.Event) {
			return m.hasWay(who, a, h)
		}
	}
	for _, e := range a.Answers {
		if len(e.Fields) == 0 && m.couldIfAsked(who, a, m.Code.Events[e.Index]) {
			return true
		}
	}
	return false
}

// couldIfAsked tells whether somebody could do an action if they were asked for an event that nobody has
// announced. What such an event lacks stands against it.
func (m *Machine) couldIfAsked(who board.Thing, a *code.Action, e *code.Event) (ok bool) {
	h, acts := m.happen(e, who, 0), len(m.acts.rows)
	m.unless(func() { ok = m.hasWay(who, a, h) }, func(d *diag.Diagnostic) bool { return d.Code == OfNone })
	m.acts.drop(acts)
	m.events.dropFrom(h)
	return ok
}

// hasWay tells whether there is an allowed way for somebody to do an action as an answer to an event.
func (m *Machine) hasWay(who board.Thing, a *code.Action, event eventRef) bool {
	m.search.trying++
	act, _, ok := m.bestWay(a, who, event, nil, nil, nil, laterWith{})
	if ok {
		m.acts.dropFrom(act)
	}
	m.search.trying--
	return ok
}

// ways is a search through the ways to do something.
type ways struct {
	act   actRef
	args  []float64
	best  *code.Formula
	tries []bool
	later laterWith
	found bool
	score float64
	row   int // of the best parameters in search.cells
}

// laterWith are parameters that somebody fixes by those before them; a nil formula leaves one open.
type laterWith struct {
	with []*code.Formula
	who  board.Thing
}

// bestWay is BestWay without looking at what the action answers. tries tells which parameters are tried although they have
// a default (nil: none).
func (m *Machine) bestWay(a *code.Action, actor board.Thing, event eventRef, args []float64, best *code.Formula, tries []bool, after laterWith) (act actRef, score float64, ok bool) {
	if m.leavesOutAction(actor, a.Action) {
		m.noWay(m.refuse(Refusal{text: leftOutText}))
		return 0, 0, false
	}
	act = m.newAct(a, actor, event)
	mark := m.lists.Mark()
	if m.mayBegin(act) {
		score, ok = m.seek(act, args, best, tries, after)
	} else if m.search.why.wanted {
		m.notAllowed(act, false)
	}
	if !ok {
		m.lists.Release(mark)
		m.acts.dropFrom(act)
		return 0, 0, false
	}
	return act, score, true
}

// seek is bestWay for an act that may begin.
func (m *Machine) seek(act actRef, args []float64, best *code.Formula, tries []bool, after laterWith) (score float64, ok bool) {
	w := ways{act: act, args: args, best: best, tries: tries, later: after, row: len(m.search.cells)}
	m.tryFrom(&w, 0)
	if w.found && best != nil {
		copy(m.acts.row(act), m.search.cells[w.row:])
		m.search.cells = m.search.cells[:w.row]
	}
	return w.score, w.found
}

// tryFrom tries all candidates for the parameters from the i-th on.
func (m *Machine) tryFrom(w *ways, i int) {
	a := m.acts.at(w.act)
	if i == len(a.action.Params) {
		m.tryWay(w)
		return
	}
	p := a.action.Params[i]
	switch {
	case i < len(w.args) && !math.IsNaN(w.args[i]):
		if m.leavesOutNamed(a.actor, p.ActParam, w.args[i]) {
			break
		}
		m.tryWith(w, i, w.args[i])
		return
	case w.later.with != nil && w.later.with[i] != nil:
		v := m.numberAt(w.later.with[i], w.act, m.events.answeredBy(a), float64(w.later.who), m.acts.itOf(w.act))
		if v == 0 && mayBeNone(&p.Type) {
			m.notThere(p)
			return
		}
		if m.leavesOutNamed(a.actor, p.ActParam, v) {
			break
		}
		m.tryWith(w, i, v)
		return
	case p.Standard != nil && (w.tries == nil || !w.tries[i]):
		v := m.numberAt(p.Standard, w.act, m.events.answeredBy(a), float64(a.actor), m.acts.itOf(w.act))
		if m.leavesOutNamed(a.actor, p.ActParam, v) {
			break
		}
		m.setParam(w.act, p, v)
		m.tryFrom(w, i+1)
		return
	}
	base := len(m.search.offers)
	if r := m.appendCandidates(w.act, p); r != nil {
		m.noWay(r)
	} else {
		m.dropLeftOut(w.act, p, base)
		if len(m.search.offers) == base {
			m.notThere(p)
		}
		for k, n := base, len(m.search.offers); k < n; k++ {
			m.setParam(w.act, p, m.search.offers[k])
			m.step(1)
			m.tryFrom(w, i+1)
			if w.found && w.best == nil {
				break
			}
		}
	}
	m.search.offers = m.search.offers[:base]
}

// tryWith goes on with a value for the i-th parameter, if it may be that.
func (m *Machine) tryWith(w *ways, i int, v float64) {
	p := m.acts.at(w.act).action.Params[i]
	if r := m.checkParam(w.act, p, v); r != nil {
		m.noWay(r)
		return
	}
	m.setParam(w.act, p, v)
	m.tryFrom(w, i+1)
}

func (m *Machine) tryWay(w *ways) {
	if !m.wayHolds(w.act) {
		if m.search.why.wanted {
			m.notAllowed(w.act, true)
		}
		return
	}
	if w.best == nil {
		// The first way is taken: its parameters stay where they are.
		w.found = true
		return
	}
	a := m.acts.at(w.act)
	score := m.numberAt(w.best, w.act, m.events.answeredBy(a), float64(a.actor), m.acts.itOf(w.act))
	if w.found && score <= w.score {
		return
	}
	w.found, w.score = true, score
	m.search.cells = append(m.search.cells[:w.row], m.acts.row(w.act)...)
}
