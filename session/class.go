package session

import (
	"cmp"
	"slices"

	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/interp/board"
	"github.com/rulec/rulec/interp/exec"
	"github.com/rulec/rulec/interp/trace"
	"github.com/rulec/rulec/interp/value"
	"github.com/rulec/rulec/lang/program"
)

// factsOf finds out what a question is. It knows no rules: only who is asked, during whose action, and what is allowed.
func (d *driver) factsOf(m *interp.Machine, q *interp.Question) *facts {
	f := &facts{name: q.Name, who: d.session.name(q.Who), what: d.session.underWay(m, q.Act)}
	if q.Event == nil {
		d.ofChoice(m, q, f)
		return f
	}
	f.ways = d.waysOf(m, q)
	if q.Event != m.TurnEvent() {
		f.class = d.classOf(m, q, f.ways)
	}
	m.Aside(func() { f.suggests, _, _ = m.Suggestion(q) })
	f.tacticActs = f.suggests != nil
	if d.entryOf == int32(q.Who) && (f.class == OpenFloor || f.class == IdleFloor) {
		_, f.turnFollows = asksForTurn(d.entry, m.TurnEvent(), q.Event)
	}
	f.seen = d.sightingOf(m, q, f)
	f.poor = q.Act == value.NoAct && slices.ContainsFunc(d.passedAt, func(x sighting) bool { return x.who == q.Who && x.poor && x.time == m.Now() })
	f.unchanged = f.class != Turn && slices.ContainsFunc(d.passedAt, f.seen.same)
	f.offered = f.class == AddOn && d.offered(f)
	return f
}

// asksForTurn reports whether the program of an entry asks for the action of a turn, and whether it does so after it has announced an event.
func asksForTurn(e *program.Entry, turn, announced *program.Event) (asks, after bool) {
	before := false
	seen := map[*program.Routine]bool{}
	var look func(*program.Routine)
	look = func(r *program.Routine) {
		if r == nil || seen[r] {
			return
		}
		seen[r] = true
		for s := range r.Stmts() {
			switch s := s.(type) {
			case *program.CallProc:
				look(s.Proc.Routine)
			case *program.Announce:
				before = before || s.Event == announced
				asks = asks || s.Event == turn
				after = after || before && s.Event == turn
			case *program.Choose:
				choosesAct := s.From.Op == program.OpBuiltin && s.From.Builtin == program.CanDo && len(s.From.Args) < 2
				asks = asks || choosesAct
				after = after || before && choosesAct
			}
		}
	}
	look(e.Declare)
	look(e.Do)
	return asks, after
}

// offered reports whether all that could be added to an action was known when it was chosen: it had been possible earlier, and at nobody
// whom it couldn't be at earlier in the action.
func (d *driver) offered(f *facts) bool {
	known := d.addOns[f.seen.addsTo]
	if slices.ContainsFunc(f.seen.adds, func(a *program.Action) bool { return !slices.Contains(known, a) }) {
		return false
	}
	var inReach []float64
	begun := false
	for _, x := range d.passedAt {
		if x.who == f.seen.who && x.act == f.seen.act {
			begun, inReach = true, append(inReach, x.targets...)
		}
	}
	return !begun || !slices.ContainsFunc(f.seen.targets, func(v float64) bool { return !slices.Contains(inReach, v) })
}

// asksMore reports whether an action has a parameter without a default.
func asksMore(a *program.Action) bool {
	return slices.ContainsFunc(a.Params, func(p *program.ActParam) bool { return p.Default == nil })
}

// actionOf returns the action of an act; nil if there is no act.
func actionOf(m *interp.Machine, act value.Act) (a *program.Action) {
	if act != value.NoAct {
		m.Aside(func() { a, _ = m.ArgumentsOf(act) })
	}
	return a
}

// ofChoice finds out what a question for a choice is.
func (d *driver) ofChoice(m *interp.Machine, q *interp.Question, f *facts) {
	f.class, f.single = Choosing, !q.Some && len(q.Candidates) == 1 && !q.NoneByDefault
	if c := d.session.encounter.Program.ChoiceOf(q.Name); c != nil {
		f.seldom = c.Ask == program.AskSeldom
	}
	f.needed, f.none = !q.HasDefault && !q.Some && len(q.Candidates) > 1, !q.HasDefault && q.Some
	picked, ok := suggestedPick(m, q)
	f.tacticActs = ok && !slices.Equal(picked, q.Default)
	if q.Owed != nil {
		f.class, f.short = Payment, len(q.Candidates) > 0 && q.Candidates[0] > 0
	}
}

// waysOf lists the actions that are allowed now.
func (d *driver) waysOf(m *interp.Machine, q *interp.Question) []wayFacts {
	var ways []wayFacts
	does := actionOf(m, q.Act)
	m.Aside(func() {
		for _, a := range q.Event.Answers {
			p := m.Prospect(q, a, nil)
			if !p.Allowed {
				continue
			}
			w := wayFacts{of: a, ask: cmp.Or(a.Ask, q.Event.Ask)}
			w.costs = slices.ContainsFunc(p.Costs, func(c exec.Price) bool { return c.Amount > 0 })
			w.short = slices.ContainsFunc(p.Costs, func(c exec.Price) bool { return c.Amount > left(m, q.Who, c) })
			w.passed = slices.ContainsFunc(d.passedAt, func(x sighting) bool {
				return x.who == q.Who && x.time == m.Now() && x.does == does && slices.Contains(x.ways, a)
			})
			if q.Event != m.TurnEvent() {
				hits := targets(m, q, a)
				w.idle = len(hits) > 0 && !slices.ContainsFunc(hits, func(v float64) bool { return !isBeaten(m, q.Who, board.Thing(v)) })
			}
			w.ends = onlyEnds(a) && q.Act != value.NoAct && m.ActorOf(q.Act) == q.Who
			ways = append(ways, w)
		}
	})
	return ways
}

// isBeaten reports whether a thing is a combatant of another side who can do nothing.
func isBeaten(m *interp.Machine, who, x board.Thing) bool {
	return m.IsCreature[x] && sideOf(m, x) != sideOf(m, who) && !stands(m, x)
}

// stands reports whether a combatant can still fight, as far as the rules can say.
func stands(m *interp.Machine, x board.Thing) bool {
	yes, err := m.Stands(x)
	return yes || err != nil
}

// left is how much somebody has of the pool of a price.
func left(m *interp.Machine, who board.Thing, c exec.Price) float64 {
	return m.Left(who, func(f *program.Field) bool { return f == c.Pool }, nil)[c.Member]
}

// onlyEnds reports whether all that an action does is to end others.
func onlyEnds(a *program.Action) bool {
	if a.Perform == nil || len(a.Perform.Body) != 1 {
		return false
	}
	_, ends := a.Perform.Body[0].(*program.EndActions)
	return ends
}

// classOf returns the class of a question that isn't on one's own turn. What is announced outside of actions is a floor within them, too.
func (d *driver) classOf(m *interp.Machine, q *interp.Question, ways []wayFacts) Class {
	if q.Act == value.NoAct {
		d.floors[q.Event] = true
	}
	switch {
	case d.floors[q.Event]:
		if slices.ContainsFunc(ways, func(w wayFacts) bool { return w.costs }) {
			return OpenFloor
		}
		return IdleFloor
	case m.ActorOf(q.Act) == q.Who:
		if !slices.ContainsFunc(ways, func(w wayFacts) bool { return !w.ends }) {
			return TakeBack
		}
		return AddOn
	case sideOf(m, m.ActorOf(q.Act)) == sideOf(m, q.Who):
		return Friend
	case concerns(m, q):
		return AtMe
	}
	return AtOthers
}

// sideOf returns the side of a thing by its number; -1 means none.
func sideOf(m *interp.Machine, who board.Thing) int { return m.Encounter().Things[who-1].Side }

// concerns reports whether the action in progress has the one who is asked among its things, a place next to them, or an action of theirs;
// whether it goes on a way, and who does it is next to them now; or whether the event is theirs.
func concerns(m *interp.Machine, q *interp.Question) (yes bool) {
	if m.Concerns(q) == q.Who {
		return true
	}
	m.Aside(func() {
		a, args := m.ArgumentsOf(q.Act)
		for i, p := range a.Params {
			yes = yes || reaches(m, q, args[i], p.Type)
		}
	})
	return yes
}

// reaches reports whether a parameter of the action in progress is about the one who is asked.
func reaches(m *interp.Machine, q *interp.Question, v float64, t program.Type) bool {
	switch {
	case v == 0:
	case isList(&t) && t.Elem.Kind == program.Place:
		return nextTo(m, q.Who, m.AreaOf(m.ActorOf(q.Act)))
	case isList(&t):
		return slices.ContainsFunc(m.ItemsOf(v), func(x float64) bool { return reaches(m, q, x, *t.Elem) })
	case t.Kind == program.ThingType:
		return board.Thing(v) == q.Who
	case t.Kind == program.Act:
		return m.ActorOf(value.Act(v)) == q.Who
	case t.Kind == program.Place:
		return nextTo(m, q.Who, board.Area{Place: board.Place(v), Size: 1})
	}
	return false
}

// nextTo reports whether somebody is next to an area.
func nextTo(m *interp.Machine, who board.Thing, a board.Area) bool {
	at, b := m.AreaOf(who), m.Names().Board
	return b != nil && a.Place != 0 && at.Place != 0 && b.Adjacent(a, at)
}

// suggestedPick returns the indices of what the tactic of the one who is asked would choose; ok is false if it leaves that open.
func suggestedPick(m *interp.Machine, q *interp.Question) (picked []int, ok bool) {
	m.Aside(func() { picked, ok, _ = new(interp.Tactics).Choose(m, q, nil) })
	return picked, ok
}

// sighting is what somebody sees of a question: if it is the same as one that they have passed, nothing has changed for them.
type sighting struct {
	who   board.Thing
	event *program.Event
	ways  []*program.Action
	// act is the outermost action in progress for a reaction; changes is how many changes there had been for a floor.
	act     value.Act
	changes int
	time    float64
	// does is the action in progress, the innermost one.
	does *program.Action
	// poor is set if nothing that costs something could be paid for with what there was.
	poor bool
	// addsTo is the action of the one who is asked to which adds could be added.
	addsTo *program.Action
	adds   []*program.Action
	// targets are at whom they could be.
	targets []float64
}

// same reports whether somebody sees the same again.
func (x *sighting) same(y sighting) bool {
	return x.who == y.who && x.event == y.event && x.act == y.act && x.changes == y.changes && slices.Equal(x.ways, y.ways) && !x.others(y)
}

// others reports whether the second one could be at somebody whom the first one couldn't.
func (x *sighting) others(y sighting) bool {
	return slices.ContainsFunc(y.targets, func(v float64) bool { return !slices.Contains(x.targets, v) })
}

// targets are the values that the first parameter of an action may have, if it has no default.
func targets(m *interp.Machine, q *interp.Question, a *program.Action) (list []float64) {
	if len(a.Params) == 0 || a.Params[0].Default != nil || a.Params[0].Type.Kind != program.ThingType {
		return nil
	}
	m.Aside(func() {
		args := Way{Action: a}.Arguments(m)
		for _, v := range m.Offers(q, a, args, 0) {
			if args[0] = v; m.Prospect(q, a, args).Allowed {
				list = append(list, v)
			}
		}
	})
	return list
}

// sightingOf returns what the one who is asked sees.
func (d *driver) sightingOf(m *interp.Machine, q *interp.Question, f *facts) sighting {
	x := sighting{who: q.Who, event: q.Event, time: m.Now(), does: actionOf(m, q.Act)}
	x.poor = !slices.ContainsFunc(f.ways, func(w wayFacts) bool { return w.costs && !w.short })
	for _, w := range f.ways {
		x.ways = append(x.ways, w.of)
		if f.class == AddOn && !w.ends {
			x.adds = append(x.adds, w.of)
		}
	}
	switch f.class {
	case AddOn:
		x.addsTo, x.act = x.does, q.Act
		for _, a := range x.adds {
			x.targets = append(x.targets, targets(m, q, a)...)
		}
	case OpenFloor, IdleFloor:
		x.changes = d.changes
	default:
		if acts := m.Unfinished(); len(acts) > 0 {
			x.act = acts[0]
		}
	}
	return x
}

// follow reads what a trace has recorded since the last time: how much has changed, whose entry it is, how many dice have been rolled.
func (d *driver) follow(t *trace.Trace) {
	for ; d.read < len(t.Events); d.read++ {
		switch e := &t.Events[d.read]; e.Kind {
		case trace.Pool, trace.Field, trace.Move, trace.InstanceField, trace.Pay:
			if e.From != e.To {
				d.changes++
			}
			d.alarmed = d.alarmed || isLoss(e) && d.session.isByHand(board.Thing(e.Who)) || e.Kind == trace.Move && e.From == 0
		case trace.Begin, trace.End, trace.Mute, trace.Unmute, trace.Becomes, trace.Loses, trace.Carry:
			d.changes++
		case trace.Schedule:
			d.due[dueEntry{e.Who, e.Entry}] = t.Values[e.First : e.First+e.Count]
		case trace.Unschedule:
			delete(d.due, dueEntry{e.Who, e.Entry})
		case trace.Entry:
			d.entryOf, d.entry = e.Who, e.Entry
			delete(d.due, dueEntry{e.Who, e.Entry})
		case trace.EntryEnd:
			d.entryOf = 0
		case trace.Roll:
			d.rolls++
		}
	}
	if t.Cut {
		d.changes++ // what isn't recorded may have changed something
	}
}

// isLoss reports whether a change is a loss: it breaks a yield.
func isLoss(e *trace.Event) bool {
	return e.Kind == trace.Pool && !e.Field.Quiet && e.From != e.To && e.Field.Pool.Up == (e.To > e.From)
}

// yields ends a yield if it doesn't go on at a question.
func (d *driver) yields(m *interp.Machine, f *facts) {
	until := d.asking.Until
	if f.class == AtMe || d.alarmed || until != TheEnd && m.Now() > d.yieldedAt || until == MyTurn && f.class == Turn {
		d.asking.Until = NoYield
	}
}
