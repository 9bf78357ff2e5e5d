package session

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/interp/board"
	"github.com/rulec/rulec/interp/dice"
	"github.com/rulec/rulec/interp/exec"
	"github.com/rulec/rulec/interp/value"
	"github.com/rulec/rulec/lang/program"
)

// A driver answers the machine's questions: with earlier decisions, by tactics, or by waiting for the session's next decision.
type driver struct {
	session *Session
	tactics interp.Tactics
	// done are the decisions so far, again those still to be played again.
	done, again []Decision
	// asking is the policy; nil means that every question is put, and no one wants to know what it is.
	asking *Asking
	// put is set if the next new question is put whatever the policy says.
	put bool
	// passedAt is what those played by hand have passed, addOns what they could have added to each action, adding what they will add to
	// those in progress, unmet what they couldn't.
	passedAt []sighting
	addOns   map[*program.Action][]*program.Action
	adding   map[value.Act][]*program.Action
	unmet    []Passed
	// read is how many events of the trace have been read: so many changes and rolls there were, and entry is that of entryOf.
	read, changes, rolls int
	entryOf              int32
	entry                *program.Entry
	// due are the times of the entries to come, floors what has been announced outside of actions, apart from turns.
	due    map[dueEntry][]float64
	floors map[*program.Event]bool
	// yieldedAt is when the yield of the policy began, and alarmed is set if something has happened since that breaks it.
	yieldedAt float64
	alarmed   bool
	// wait puts a question to the session's user; false means that they want no more, nil that nobody is asked.
	wait func(asked) bool
	// answer is their decision. If it isn't possible, rejected says why.
	answer   Decision
	rejected *Rejected
	// With only set, the fight ends with started, the next act begun or the one that it answers, and outside of it no one begins anything on
	// their turn. Doing nothing lets the act in progress go on.
	only    bool
	started value.Act
	ended   bool
	// notes is told what a tactic does for somebody, or that something is left to chance (0).
	notes func(who board.Thing, does string)
}

// dueEntry is an entry to come.
type dueEntry struct {
	who  int32
	kind *program.Entry
}

// asked is an open question.
type asked struct {
	kind Kind
	// facts are found out only if they are needed; those of dice are known.
	facts *facts
	of    *interp.Question // nil for dice
	dice  dice.Value
}

// newDriver returns a driver that plays decisions again.
func newDriver(s *Session, decided []Decision) *driver {
	return &driver{
		session: s, again: decided, notes: func(board.Thing, string) {},
		addOns: map[*program.Action][]*program.Action{}, adding: map[value.Act][]*program.Action{}, due: map[dueEntry][]float64{}, floors: map[*program.Event]bool{},
	}
}

// decide returns the next decision: one that is played again, one of the policy, or a new one of the session's user.
func (d *driver) decide(m *interp.Machine, q asked) (Decision, error) {
	if len(d.again) > 0 {
		x := d.again[0]
		d.again = d.again[1:]
		return d.take(x), nil
	}
	if d.asking != nil && q.facts == nil {
		d.follow(m.Trace())
		q.facts = d.factsOf(m, q.of)
		if w, ok := d.addsNow(q.of, q.facts); ok {
			return d.take(Decision{Way: w, Auto: true, seen: q.facts.seen}), nil
		}
		d.yields(m, q.facts)
		if v := d.asking.judge(q.facts); !v.put && !d.put {
			return d.take(d.session.automatic(q.facts, v)), nil
		}
	}
	d.put = false
	if d.wait == nil || !d.wait(q) {
		return Decision{}, interp.ErrOver
	}
	if q.facts != nil {
		d.answer.seen = q.facts.seen
	}
	return d.take(d.answer), nil
}

// take records a decision.
func (d *driver) take(x Decision) Decision {
	if !x.Auto {
		d.unmet = nil
	}
	d.done = append(d.done, x)
	return x
}

// remember keeps what somebody has seen of a question, and what they did.
func (d *driver) remember(x sighting, act value.Act, w Way) {
	switch {
	case x.who == 0:
		return
	case act == value.NoAct:
		d.passedAt = append(d.passedAt, x)
	case len(w.Adding) > 0:
		d.adding[act] = slices.Clone(w.Adding)
	}
	// Played again, what was added is no longer wanted once it is done.
	d.adding[x.act] = slices.DeleteFunc(d.adding[x.act], func(a *program.Action) bool { return a == w.Action })
	for _, a := range x.adds {
		if !slices.Contains(d.addOns[x.addsTo], a) {
			d.addOns[x.addsTo] = append(d.addOns[x.addsTo], a)
		}
	}
}

// addsNow returns what somebody wanted to add to their action, if this is when. Where more has to be said of it, it is put.
func (d *driver) addsNow(q *interp.Question, f *facts) (w Way, ok bool) {
	wanted := d.adding[q.Act]
	for i, a := range wanted {
		if slices.Contains(f.seen.adds, a) {
			d.adding[q.Act] = slices.Delete(wanted, i, i+1)
			d.put = asksMore(a)
			return Way{Action: a}, !d.put
		}
	}
	return w, false
}

// Act answers what a combatant does.
func (d *driver) Act(m *interp.Machine, q *interp.Question) (value.Act, error) {
	turn := q.Event == m.TurnEvent()
	switch {
	case d.started != value.NoAct && turn && !slices.Contains(m.Unfinished(), d.started):
		return value.NoAct, nil
	case !d.session.isByHand(q.Who):
		return d.byTactic(m, q)
	case !turn && len(d.again) == 0 && d.started == value.NoAct && !m.CouldAnswer(q):
		// It is played again, too: trying everything possible takes longer than all the rest. Once the wanted act has started only tactics are
		// asked, which find out themselves.
		d.take(Decision{Pass: true, Auto: true})
		return value.NoAct, nil
	}
	open := len(d.done)
	for {
		x, err := d.decide(m, asked{kind: Act, of: q})
		act, rejected := value.NoAct, (*Rejected)(nil)
		switch {
		case err != nil || x.Pass:
		case x.ByTactic && !x.Auto && m.Tactic(q.Who) == nil:
			rejected = &Rejected{Reason: d.session.titleOf(q.Who) + " has no tactic"}
		case x.ByTactic:
			act, err = d.byTactic(m, q)
		default:
			act, rejected = d.propose(m, q, x.Way)
		}
		if rejected == nil {
			d.remember(x.seen, act, x.Way)
			return act, err
		}
		d.done = d.done[:open] // the choices made for it are forgotten, too
		if !x.Auto {           // else it is put instead
			d.rejected = rejected
		}
	}
}

// byTactic lets a tactic decide what a combatant does.
func (d *driver) byTactic(m *interp.Machine, q *interp.Question) (value.Act, error) {
	act, err := d.tactics.Act(m, q)
	if act != value.NoAct {
		d.notes(q.Who, "does "+value.TitleOf(&actionOf(m, act).Def.Decl))
	}
	return act, err
}

// propose begins an action, unless it is rejected.
func (d *driver) propose(m *interp.Machine, q *interp.Question, w Way) (act value.Act, rejected *Rejected) {
	m.Attempt(func() bool {
		var refusal *interp.Refusal
		if act, refusal = m.Propose(q, w.Action, w.Arguments(m)); refusal != nil {
			m.Aloud(func() { rejected = &Rejected{Reason: refusal.Reason()} })
		}
		return refusal == nil
	})
	if rejected == nil && d.only && d.started == value.NoAct {
		d.started = act
	}
	return act, rejected
}

// Choose answers a choice.
func (d *driver) Choose(m *interp.Machine, q *interp.Question, picked []int) ([]int, bool, error) {
	if !d.session.isByHand(q.Who) || q.Who == 0 {
		return d.chosenByTactic(m, q, picked)
	}
	open := len(d.done)
	for {
		x, err := d.decide(m, asked{kind: Choice, of: q})
		switch {
		case err != nil:
			return picked, false, err
		case x.ByTactic:
			return d.chosenByTactic(m, q, picked)
		case x.Pass && (len(q.Default) == 0 || x.Auto):
			return picked, false, nil
		case x.Pass: // leaving the default is choosing it
			return append(picked, q.Default...), true, nil
		}
		offered := len(q.Candidates)
		switch {
		case !q.Some && len(x.Picked) != 1:
			d.rejected = &Rejected{Reason: fmt.Sprintf("choose one of %d", offered)}
		case slices.ContainsFunc(x.Picked, func(i int) bool { return i < 0 || i >= offered }):
			d.rejected = &Rejected{Reason: fmt.Sprintf("there are only %d to choose from", offered)}
		default:
			return append(picked, x.Picked...), true, nil
		}
		d.done = d.done[:open]
	}
}

// chosenByTactic lets a tactic answer a choice.
func (d *driver) chosenByTactic(m *interp.Machine, q *interp.Question, picked []int) ([]int, bool, error) {
	taken, ok, err := d.tactics.Choose(m, q, picked)
	if ok && q.Who != 0 {
		does := "chooses " + value.InWords(q.Name)
		for _, i := range taken[len(picked):] {
			does += ", " + textOf(m, q.Candidates[i], &q.Type)
		}
		d.notes(q.Who, strings.Replace(does, ",", ":", 1))
	}
	return taken, ok, err
}

// FacesFor asks for the dice of a roller played by hand.
func (d *driver) FacesFor(roller dice.Roller, label dice.Label, v dice.Value) ([]int, bool, error) {
	d.notes(0, "")
	if v.Len == 0 || !d.session.rollsByHand(roller) {
		return nil, false, nil
	}
	f := &facts{class: Rolling, name: d.session.machine.Label(label), who: d.session.name(board.Thing(roller + 1))}
	x, err := d.decide(d.session.machine, asked{kind: Dice, facts: f, dice: v})
	if err != nil || x.ByTactic {
		return nil, false, err
	}
	return x.Faces, true, nil
}

// Misfit rejects faces that don't fit their dice, which stops the fight.
func (d *driver) Misfit(_ dice.Roller, label dice.Label, v dice.Value, _ int, problem string) error {
	d.rejected = &Rejected{Reason: fmt.Sprintf("%s for %s: %s", v, d.session.machine.Label(label), problem)}
	return d.rejected
}

// Ended ends the fight if the wanted action has ended.
func (d *driver) Ended(m *interp.Machine, act value.Act) error {
	if act == d.started {
		d.ended = true
		return interp.ErrOver
	}
	for _, a := range d.adding[act] { // it is still there: an action without additions may be gone
		who := d.session.name(m.ActorOf(act))
		d.unmet = append(d.unmet, Passed{
			Who: who, Title: d.session.Title(who), What: d.session.underWay(m, act), Actions: []*program.Action{a}, Class: AddOn,
			Why: "it wasn't possible", worth: true,
		})
	}
	delete(d.adding, act)
	return nil
}

// Landed ends such a fight if the wanted action couldn't begin after all.
func (d *driver) Landed(*interp.Machine) error {
	if d.started != value.NoAct {
		return interp.ErrOver
	}
	return nil
}

// Chance and Draw leave random results to the fight.
func (d *driver) Chance(*interp.Machine, *interp.Question) (int, bool, error) {
	d.notes(0, "")
	return 0, false, nil
}
func (d *driver) Draw(*interp.Machine, *program.Deck, dice.Roller) (float64, bool, error) {
	d.notes(0, "")
	return 0, false, nil
}

// Arguments are the parameters of a way as a machine takes them, if it is in the state in which the way was found.
func (w Way) Arguments(m *interp.Machine) []float64 {
	args := make([]float64, len(w.Action.Params))
	for i := range args {
		args[i] = exec.Open()
		if i < len(w.Given) && !w.Given[i].IsOpen() {
			args[i] = numberOf(m, w.Given[i], &w.Action.Params[i].Type)
		}
	}
	return args
}

// numberOf returns a value as the machine has it.
func numberOf(m *interp.Machine, v Value, t *program.Type) float64 {
	switch {
	case isList(t):
		return m.ListOf(v.Items)
	case t.Kind == program.Act:
		return float64(m.InRow(int(v.Number)))
	}
	return v.Number
}

// valueOf returns a machine's value for keeping.
func valueOf(m *interp.Machine, v float64, t *program.Type) Value {
	x := Value{Number: v, Text: textOf(m, v, t)}
	x.Name, x.About = declared(m, v, t)
	switch {
	case math.IsNaN(v):
		return Value{open: true}
	case isList(t):
		x.Items = slices.Clone(m.ItemsOf(v))
	case t.Kind == program.Act:
		x.Number = float64(m.RowOf(value.Act(v)))
	}
	return x
}

func isList(t *program.Type) bool { return t.Kind == program.List || t.Kind == program.Set }
