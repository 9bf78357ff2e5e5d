package session

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/interp/dice"
	"github.com/rulec/rulec/interp/exec"
	"github.com/rulec/rulec/interp/value"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
)

// A driver answers the machine's questions: with earlier decisions, by tactics, or by waiting for the session's next decision.
type driver struct {
	session *Session
	tactics interp.Tactics
	// done are the decisions so far. Those from next on are still to be played again; anew is set once a new one was requested.
	done []Decision
	next int
	anew bool
	// asking is the policy; nil means that every question is put, and no one wants to know what it is.
	asking *Asking
	// passed is how many questions were skipped since the last one that was put.
	passed int
	// put is set if the next new question is put whatever the policy says.
	put bool
	// passedAt is what those played by hand have passed, addOns what they could have added to each action, adding what they will add to
	// those in progress, unmet what they couldn't.
	passedAt []sighting
	addOns   map[*program.Action][]*program.Action
	adding   map[value.Act][]*program.Action
	unmet    []Passed
	// read is how many events of the trace have been read: so many changes, rolls and alarms there were, and entry is that of entryOf.
	read, changes, rolls, alarms int
	entryOf                      int32
	entry                        *program.Entry
	// due are the times of the entries to come, by their owners.
	due map[int32][]float64
	// since is when the yield of the policy began; nil means that it is known at the next question.
	since *since
	// wait puts a question to the session's user; false means that they want no more.
	wait func(asked) bool
	// answer is their decision. If it isn't possible, rejected says why.
	answer   Decision
	rejected error
	// started is the first act begun after all decisions have been played again, or the one that it answers; with only, the fight ends with
	// it: when the batch lands in which it has ended, and no one begins anything else on their turn in it.
	started value.Act
	only    bool
	ended   bool
}

// asked is an open question.
type asked struct {
	kind   Kind
	of     *interp.Question // nil for dice
	facts  *facts           // nil for dice
	roller dice.Roller
	label  dice.Label
	dice   dice.Value
}

// newDriver returns a driver that plays decisions again, then calls wait.
func newDriver(s *Session, decided []Decision, wait func(asked) bool) *driver {
	return &driver{
		session: s, done: slices.Clone(decided), wait: wait,
		addOns: map[*program.Action][]*program.Action{}, adding: map[value.Act][]*program.Action{}, due: map[int32][]float64{},
	}
}

// noMore is for drivers that only play again.
func noMore(asked) bool { return false }

// script returns the driver for a machine: one that supplies dice only if they are rolled by hand.
func (d *driver) script() interp.Driver {
	if d.session.options.HandDice {
		return d
	}
	return struct{ interp.Driver }{d}
}

// decide returns the next decision: one that is played again, one of the policy, or a new one of the session's user. What is asked is found
// out only if it is needed.
func (d *driver) decide(m *interp.Machine, q asked, facts func() *facts) (Decision, error) {
	if d.next < len(d.done) {
		x := &d.done[d.next]
		x.passed, x.counted = d.passed, true
		d.next, d.passed = d.next+1, 0
		if !x.Auto {
			d.unmet = nil
		}
		return *x, nil
	}
	d.anew = true
	if d.asking != nil && facts != nil {
		q.facts = facts()
		if w, ok := d.addsNow(q.of, q.facts); ok {
			return d.taken(Decision{Way: w, Auto: true, seen: q.facts.seen}), nil
		}
		d.yields(m, q.facts)
		if v := d.asking.judge(q.facts); !v.put && !d.put {
			x := d.session.automatic(q.facts, v)
			if q.facts.class == AddOn {
				x.seen = q.facts.seen // it can be added from now on
			}
			return d.taken(x), nil
		}
	}
	d.put = false
	if !d.wait(q) {
		return Decision{}, interp.ErrOver
	}
	if q.facts != nil {
		d.answer.seen = q.facts.seen
	}
	return d.taken(d.answer), nil
}

// taken records a new decision.
func (d *driver) taken(x Decision) Decision {
	x.passed, x.counted = d.passed, true
	d.passed = 0
	if !x.Auto {
		d.unmet = nil
	}
	d.done = append(d.done, x)
	d.next = len(d.done)
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
	if f.class != AddOn {
		return w, false
	}
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
	switch {
	case d.ended && q.Event == m.TurnEvent():
		return value.NoAct, nil
	case !d.session.isByHand(q.Who):
		return d.tactics.Act(m, q)
	case q.Event != m.TurnEvent() && !d.couldAnswer(m, q):
		d.passed++
		return value.NoAct, nil
	}
	passed, open := d.passed, d.next
	for {
		d.passed = passed
		x, err := d.decide(m, asked{kind: Act, of: q}, func() *facts { return d.factsOfAct(m, q) })
		act, possible := value.NoAct, true
		switch {
		case err != nil || x.Pass:
		case x.ByTactic && !x.Auto && m.Tactic(q.Who) == nil:
			d.reject(&Rejected{Reason: d.session.titleOf(q.Who) + " has no tactic"}, open)
			possible = false
		case x.ByTactic:
			act, err = d.tactics.Act(m, q)
		default:
			if act, possible = d.propose(m, q, x.Way, open); x.Auto {
				d.rejected = nil // it is put instead
			}
		}
		if possible {
			d.remember(x.seen, act, x.Way)
			return act, err
		}
	}
}

// propose begins an action; possible is false if it was refused.
func (d *driver) propose(m *interp.Machine, q *interp.Question, w Way, open int) (act value.Act, possible bool) {
	m.Attempt(func() bool {
		var refusal *interp.Refusal
		if act, refusal = m.Propose(q, w.Action, w.Arguments(m)); refusal != nil {
			d.reject(&Rejected{Reason: withTitles(m, refusal)}, open)
		}
		possible = refusal == nil
		return possible
	})
	if possible && d.anew && d.started == value.NoAct {
		if d.started = q.Act; d.started == value.NoAct {
			d.started = act
		}
	}
	return act, possible
}

// reject refuses a decision, and forgets what has been decided since the question was put: the choices made for it.
func (d *driver) reject(why error, open int) {
	d.rejected = why
	d.done, d.next = d.done[:open], open
}

// couldAnswer reports whether the combatant who is asked could do anything. For decisions played again that is known from the first time:
// trying everything possible takes longer than all the rest.
func (d *driver) couldAnswer(m *interp.Machine, q *interp.Question) bool {
	if d.next < len(d.done) && d.done[d.next].counted {
		return d.passed == d.done[d.next].passed
	}
	if d.only && d.started != value.NoAct {
		return true // from here on only tactics are asked, which find out themselves
	}
	return m.CouldAnswer(q)
}

// withTitles returns why something isn't allowed, in words.
func withTitles(m *interp.Machine, r *interp.Refusal) (reason string) {
	m.Aloud(func() { reason = r.Reason() })
	return reason
}

// Choose answers a choice.
func (d *driver) Choose(m *interp.Machine, q *interp.Question, picked []int) ([]int, bool, error) {
	if !d.session.isByHand(q.Who) || q.Who == 0 {
		return d.tactics.Choose(m, q, picked)
	}
	open := d.next
	for {
		x, err := d.decide(m, asked{kind: Choice, of: q}, func() *facts { return d.factsOfChoice(m, q) })
		switch {
		case err != nil:
			return picked, false, err
		case x.ByTactic:
			return d.tactics.Choose(m, q, picked)
		case x.Pass && (len(q.Default) == 0 || x.Auto):
			return picked, false, nil
		case x.Pass: // leaving the default is choosing it
			return append(picked, q.Default...), true, nil
		}
		if err := fits(q, x.Picked); err != nil {
			d.reject(err, open)
			continue
		}
		return append(picked, x.Picked...), true, nil
	}
}

// fits returns the error in an answer to a choice.
func fits(q *interp.Question, picked []int) error {
	if !q.Some && len(picked) != 1 {
		return &Rejected{Reason: fmt.Sprintf("choose one of %d", len(q.Candidates))}
	}
	for _, i := range picked {
		if i < 0 || i >= len(q.Candidates) {
			return &Rejected{Reason: fmt.Sprintf("there are only %d to choose from", len(q.Candidates))}
		}
	}
	return nil
}

// FacesFor asks for the dice of a roller played by hand.
func (d *driver) FacesFor(roller dice.Roller, label dice.Label, v dice.Value) ([]int, bool, error) {
	if v.Len == 0 || int(roller) >= len(d.session.byHand) || !d.session.byHand[roller] {
		return nil, false, nil
	}
	x, err := d.decide(d.session.machine, asked{kind: Dice, roller: roller, label: label, dice: v}, nil)
	if err != nil || x.ByTactic {
		return nil, false, err
	}
	return x.Faces, true, nil
}

// errMisfit is the code of the error that stops a fight when faces don't fit their dice.
const errMisfit diag.Code = "hand-dice"

// Misfit reports an error in given faces.
func (d *driver) Misfit(_ dice.Roller, label dice.Label, v dice.Value, _ int, problem string) error {
	return diag.Errorf(errMisfit, diag.Span{}, "%s for %s: %s", v, d.session.machine.Label(label), problem)
}

// Ended records that the wanted action has ended, in a fight that ends with it.
func (d *driver) Ended(m *interp.Machine, act value.Act) error {
	d.ended = d.ended || d.only && act == d.started
	for _, a := range d.adding[act] { // it is still there: an action without additions may be gone
		who := d.session.encounter.Things[m.ActorOf(act)-1].Name
		d.unmet = append(d.unmet, Passed{
			Who: who, Title: d.session.Title(who), What: d.session.underWay(m, act), Actions: []*program.Action{a}, Class: AddOn,
			Why: "it wasn't possible", worth: true,
		})
	}
	delete(d.adding, act)
	return nil
}

// Landed ends such a fight.
func (d *driver) Landed(*interp.Machine) error {
	if d.ended {
		return interp.ErrOver
	}
	return nil
}

// Chance and Draw leave random results to the fight.
func (d *driver) Chance(*interp.Machine, *interp.Question) (int, bool, error) {
	return 0, false, nil
}
func (d *driver) Draw(*interp.Machine, *program.Deck, dice.Roller) (float64, bool, error) {
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
	x := Value{Number: v, Text: textOf(m, v, t), Name: nameOf(m, v, t), About: aboutOf(m, v, t)}
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

// misfit is the error in dice rolled by hand that stopped a fight; empty means something else, or nothing.
func misfit(err error) string {
	var d *diag.Diagnostic
	if errors.As(err, &d) && d.Code == errMisfit {
		return d.Message
	}
	return ""
}
