package interp

import (
	"slices"
	"strings"

	"github.com/rulec/rulec/interp/trace"
	"github.com/rulec/rulec/interp/value"

	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
)

// A transcript plays an encounter by its script. The machine decides who is asked;
// the transcript answers with the next line. It is a [Driver], and the dice of its
// lines are the machine's [faceSource].
//
// A line belongs to the entry in which it was taken and to the action that it
// began. A roll or a choice looks for its answer first in the line of the
// innermost action under way, then in those of the outer ones, then in the last
// line of the entry, then in all lines of the batch, then in what stands outside
// of braces. So the braces of a line hold everything that comes of it.
//
// Spec: 14 "Encounters and cases".
type transcript struct {
	m       *Machine
	items   []program.ScriptItem // those not used yet
	tactics Tactics
	strict  bool // no seed: every roll must be scripted
	// rehearsal is set when the dice may go any way: answers and choices that they don't
	// call for are left out, and the encounter stops when the last item has been used.
	// calledOver is set when that was `over`: then it ends, with all that comes of that.
	rehearsal, calledOver bool

	// lines are those of the batch at hand that may still be needed.
	lines []*scriptLine
	// loose is what stands outside of braces, until the next line's action begins.
	loose scriptPool
	// last is the item that was used last, for messages.
	last diag.Span
	// afterLine is set when a line was the last to be used: what is expected after
	// it is tested when its batch has landed; elsewhere when somebody is asked.
	afterLine bool
	// given is where the faces stand that the last scripted roll took.
	given diag.Span

	// began is the sighting with which began what an expectation outside of braces looks
	// back on: what followed the landing of the line before, or the last `do` or `wait`.
	// landed is the sighting with which the next line begins; fresh is set until it is taken.
	began, landed int
	fresh         bool

	resting bool
	// finished is set when the encounter has ended: what still comes up is passed.
	finished bool
	// until is the clock up to which nobody acts by script.
	until   float64
	waiting bool
	// closing is the announcement that `all pass` closes; 0: none.
	closing int
	// refusals are the lines `refused WHO: ..` outside of braces that wait until WHO is asked
	// for what the action answers. What follows them in the script waits, too.
	refusals []*program.TurnItem
}

// scriptPool holds dice and choices that are to come.
type scriptPool struct {
	rolls   []program.ScriptedRoll
	choices []*program.ChoiceItem
}

// scriptLine is a line that was taken.
type scriptLine struct {
	scriptPool
	item  *program.TurnItem
	act   value.Act // NoAct: he passed
	entry int
	ended bool
	// strict lines must script every roll.
	strict bool
	// body are the answers, refusals and expectations not used yet; began is the sighting
	// with which the line began.
	body  []program.ScriptItem
	began int
	// waits says of answers in body why they were not possible when they were last
	// asked for: they wait for a later question.
	waits map[*program.TurnItem]string
}

func newTranscript(m *Machine, script *program.Script, strict bool) *transcript {
	t := &transcript{m: m, items: slices.Clone(script.Items), strict: strict, last: script.Span, fresh: true}
	t.opening()
	return t
}

// opening takes the dice and choices before the first other item: they are for
// the setup and the start of the clock.
func (t *transcript) opening() {
	for len(t.items) > 0 {
		switch item := t.items[0].(type) {
		case *program.DiceItem:
			t.loose.rolls = append(t.loose.rolls, item.Rolls...)
		case *program.ChoiceItem:
			t.loose.choices = append(t.loose.choices, item)
		default:
			return
		}
		t.use(1)
	}
}

// Act answers with the next line, if it is for whoever is asked.
func (t *transcript) Act(m *Machine, q *Question) (value.Act, error) {
	if t.resting {
		return t.tactics.Act(m, q)
	}
	if lines := t.running(); len(lines) > 0 {
		return t.answer(q, lines)
	}
	if t.finished {
		return value.NoAct, nil
	}
	for {
		if err := t.advance(true, q); err != nil {
			return value.NoAct, err
		}
		if tested, err := t.testRefusals(q); tested && err == nil {
			continue
		} else if err != nil {
			return value.NoAct, err
		}
		if act, again, err := t.topLevel(q); err != nil || !again {
			return act, err
		}
	}
}

// running returns the lines of the actions under way, innermost first.
func (t *transcript) running() []*scriptLine {
	var lines []*scriptLine
	acts := t.m.actsUnderWay()
	for i := len(acts) - 1; i >= 0; i-- {
		for _, l := range t.lines {
			if l.act == acts[i] && !l.ended {
				lines = append(lines, l)
			}
		}
	}
	return lines
}

// answer looks for an answer in the braces of the lines under way. Whoever has
// none there passes; so does he whose next answer is not possible yet.
func (t *transcript) answer(q *Question, lines []*scriptLine) (value.Act, error) {
	for _, l := range lines {
		for i := 0; i < len(l.body); i++ {
			item, ok := l.body[i].(*program.TurnItem)
			if !ok || item.Who+1 != q.Who || !answers(item, q.Event) || item.Action == nil && !t.m.couldAnswer(q.happening, q.Who) {
				continue
			}
			act := value.NoAct
			if !item.Refused {
				var refusal *Refusal
				if act, refusal = t.begin(q, item); refusal != nil {
					l.wait(item, refusal)
					return value.NoAct, nil
				}
			}
			if err := t.expectBefore(l, i); err != nil {
				return value.NoAct, err
			}
			i = slices.Index(l.body, program.ScriptItem(item))
			l.body = slices.Delete(l.body, i, i+1)
			if item.Refused {
				if err := t.refused(q, item); err != nil {
					return value.NoAct, err
				}
				i--
				continue
			}
			return act, nil
		}
	}
	return value.NoAct, nil
}

// answers reports whether a line can answer an event.
func answers(item *program.TurnItem, e *program.Event) bool {
	if item.Action == nil {
		return item.Event == nil || item.Event == e
	}
	return slices.Contains(item.Action.Answers, e)
}

// expectBefore tests the expectations that stand at the head of a line's braces,
// before the answer with index i.
func (t *transcript) expectBefore(l *scriptLine, i int) error {
	for range i {
		e, ok := l.body[0].(*program.ExpectItem)
		if !ok {
			return nil
		}
		l.body = l.body[1:]
		if err := t.m.expect(e, l.began); err != nil {
			return err
		}
	}
	return nil
}

// topLevel answers a question outside of all lines. again is set when an item was
// used up and the next one has to be looked at.
func (t *transcript) topLevel(q *Question) (act value.Act, again bool, err error) {
	if t.resting {
		act, err = t.tactics.Act(t.m, q)
		return act, false, err
	}
	if t.waiting {
		return value.NoAct, false, nil
	}
	if len(t.refusals) > 0 {
		if q.Open || q.Event != t.m.code.turnEvent() {
			return value.NoAct, false, nil
		}
		return value.NoAct, false, t.notAsked(t.refusals[0])
	}
	if len(t.items) == 0 {
		act, err = t.afterEnd(q)
		return act, false, err
	}
	switch item := t.items[0].(type) {
	case *program.AllPassItem:
		return t.allPass(q, item)
	case *program.TurnItem:
		return t.line(q, item)
	}
	return value.NoAct, false, nil
}

// afterEnd answers when the script has come to its end: with a tactic, where there
// is one and a seed for its dice; otherwise the encounter is over.
func (t *transcript) afterEnd(q *Question) (value.Act, error) {
	if t.strict || t.m.tacticNamed(q.Who) == nil {
		return value.NoAct, ErrOver
	}
	t.resting = true
	return t.tactics.Act(t.m, q)
}

func (t *transcript) allPass(q *Question, item *program.AllPassItem) (value.Act, bool, error) {
	switch {
	case t.closing != 0 && t.closing == q.Announcement:
		return value.NoAct, false, nil
	case t.closing != 0:
		t.closing, t.afterLine = 0, false
		t.use(1)
		return value.NoAct, true, nil
	case q.Announcement == 0:
		return value.NoAct, false, diag.Errorf("script-turn", item.Span,
			"no floor is open that could be closed: it is %s's turn", t.m.title(q.Who))
	}
	t.closing = q.Announcement
	return value.NoAct, false, nil
}

var _ = diag.Register(diag.Explanation{
	Code:    "script-turn",
	Summary: "a line of a script is for somebody who isn't due, or has no room where it stands",
	Section: "14 Encounters and cases",
	Mend:    "the engine decides who is due: move the line, or put an answer into the braces of the action it answers",
})

// line answers with the line that comes next, if it is for whoever is asked, or
// with a later one of his if the next ones are for others of the same batch.
func (t *transcript) line(q *Question, item *program.TurnItem) (value.Act, bool, error) {
	if item.Who+1 != q.Who {
		return t.otherLine(q, item)
	}
	turn := q.Event == t.m.code.turnEvent()
	switch {
	case !answers(item, q.Event) && (q.Open || !turn):
		return value.NoAct, false, nil // he waits for something else
	case item.Action == nil && !turn && (q.Open && !item.ByTactic || t.m.code.moment != nil && q.Event == t.m.code.moment.Event || !t.m.couldAnswer(q.happening, q.Who)):
		return value.NoAct, false, nil // nobody has to say that he passes here
	}
	t.use(1)
	return t.takeFinally(q, item)
}

func (t *transcript) takeFinally(q *Question, item *program.TurnItem) (value.Act, bool, error) {
	t.afterLine = true
	if err := t.closeEnded(q.Entry); err != nil {
		return value.NoAct, false, err
	}
	if t.began = t.m.witness.now(); t.fresh {
		t.began, t.fresh = t.landed, false
	}
	act, err := t.take(q, item)
	return act, false, err
}

// otherLine is asked somebody for whom the next line is not.
func (t *transcript) otherLine(q *Question, item *program.TurnItem) (value.Act, bool, error) {
	if later := t.dueLater(q); later >= 0 {
		its := t.items[later].(*program.TurnItem)
		t.refusalsOf(q.Who, later)
		if _, err := t.testRefusals(q); err != nil {
			return value.NoAct, false, err
		}
		later = slices.Index(t.items, program.ScriptItem(its))
		t.items = slices.Delete(t.items, later, later+1)
		t.last = its.Span
		return t.takeFinally(q, its)
	}
	if q.Open || q.Event != t.m.code.turnEvent() {
		return value.NoAct, false, nil
	}
	d := diag.Errorf("script-turn", item.Span, "it is %s's turn, not %s's", t.m.title(q.Who), t.m.title(item.Who+1))
	if item.Action != nil && !answers(item, q.Event) {
		d = d.WithHint("an answer stands in the braces of the line that it answers")
	}
	return value.NoAct, false, d
}

// dueLater returns the index of a line for whoever is asked that stands behind
// lines for others of the same batch, or -1.
func (t *transcript) dueLater(q *Question) int {
	for i, x := range t.items {
		item, ok := x.(*program.TurnItem)
		switch {
		case !ok:
			return -1
		case item.Who+1 == q.Who && !item.Refused:
			if answers(item, q.Event) && (item.Action != nil || q.Event == t.m.code.turnEvent()) {
				return i
			}
			return -1
		case item.Who+1 != q.Who && !item.Refused && !slices.Contains(q.Due, int32(item.Who+1)):
			return -1
		}
	}
	return -1
}

// use takes the next n items off the script.
func (t *transcript) use(n int) {
	t.last = t.items[n-1].Place()
	t.items = t.items[n:]
}

// wait notes why an answer was not possible.
func (l *scriptLine) wait(item *program.TurnItem, why *Refusal) {
	if l.waits == nil {
		l.waits = map[*program.TurnItem]string{}
	}
	l.waits[item] = why.Reason()
}

// take begins a line that has to be possible.
func (t *transcript) take(q *Question, item *program.TurnItem) (value.Act, error) {
	act, refusal := t.begin(q, item)
	if refusal != nil {
		return value.NoAct, diag.Errorf("script-refused", item.Span, "%s can't do that: %s", t.m.title(q.Who), refusal.Reason())
	}
	return act, nil
}

// begin begins a line: its action is proposed, its braces are kept at hand.
func (t *transcript) begin(q *Question, item *program.TurnItem) (value.Act, *Refusal) {
	l := &scriptLine{item: item, entry: q.Entry, began: t.m.witness.now()}
	for _, x := range item.Body {
		switch x := x.(type) {
		case *program.DiceItem:
			l.rolls = append(l.rolls, x.Rolls...)
			l.strict = true
		case *program.ChoiceItem:
			l.choices = append(l.choices, x)
		case *program.AllPassItem: // who has no answer in the braces passes anyway
		default:
			l.body = append(l.body, x)
		}
	}
	if item.ByTactic {
		t.lines = append(t.lines, l)
		act, err := t.tactics.Act(t.m, q)
		if err != nil {
			panic(err) // whoever has no tactic can't have such a line
		}
		l.act, l.ended = act, act == value.NoAct
		return act, nil
	}
	if item.Action != nil {
		// Parameters that are left open are choices: the line must be there already.
		t.lines = append(t.lines, l)
		act, refusal := t.propose(q, item)
		if refusal != nil {
			t.lines = t.lines[:len(t.lines)-1]
			return value.NoAct, refusal
		}
		l.act = act
		return act, nil
	}
	l.ended = true
	t.lines = append(t.lines, l)
	return value.NoAct, nil
}

var _ = diag.Register(diag.Explanation{
	Code:    "script-refused",
	Summary: "a line of a script does what the rules don't allow at that moment, or a refusal that the script demands doesn't come",
	Section: "14 Encounters and cases",
	Mend:    "read the reason: a requirement, a cost or a ban stands against the action",
})

func (t *transcript) propose(q *Question, item *program.TurnItem) (value.Act, *Refusal) {
	args := make([]float64, len(item.Action.Params))
	for i := range args {
		args[i] = Open()
		if i < len(item.With) && item.With[i] != nil {
			args[i] = t.value(item.With[i], q.Who)
		}
	}
	return t.m.Propose(q, item.Action, args)
}

// value works out a formula of the script; `self` is whoever the line is for.
func (t *transcript) value(f *program.Formula, who int) float64 {
	inputs := make([]float64, len(f.Inputs))
	for i, in := range f.Inputs {
		if in.Name == "self" {
			inputs[i] = float64(who)
		}
	}
	return t.m.number(t.m.code.formula(f), inputs...)
}

// refused tests a line that must be refused.
func (t *transcript) refused(q *Question, item *program.TurnItem) error {
	_, refusal := t.propose(q, item)
	if refusal == nil {
		return diag.Errorf("script-refused", item.Span, "this should be refused, but %s can do it", t.m.title(q.Who))
	}
	reason := refusal.Reason()
	if !strings.Contains(strings.ToLower(reason), strings.ToLower(item.Reason)) {
		return diag.Errorf("script-refused", item.Span, "this is refused, but for another reason: %s", reason)
	}
	return nil
}

// testRefusals tests the refusals of whoever is asked; tested tells whether there were
// any. On a floor all who are asked there count: whoever acts next may be asked before them.
func (t *transcript) testRefusals(q *Question) (tested bool, err error) {
	var left []*program.TurnItem
	for _, item := range t.refusals {
		his := *q
		his.Who, his.Actor = item.Who+1, item.Who+1
		if !answers(item, q.Event) || his.Who != q.Who && !(q.Open && t.m.isAsked(q.happening, his.Who)) {
			left = append(left, item)
			continue
		}
		tested = true
		if err := t.refused(&his, item); err != nil {
			return true, err
		}
	}
	t.refusals = left
	return tested, nil
}

// refusalsOf takes the refusals of somebody out of the first n items.
func (t *transcript) refusalsOf(who, n int) {
	for i := n - 1; i >= 0; i-- {
		if item, ok := t.items[i].(*program.TurnItem); ok && item.Refused && item.Who+1 == who {
			t.refusals = append(t.refusals, item)
			t.items = slices.Delete(t.items, i, i+1)
		}
	}
}

// notAsked is the error of a refusal whose WHO is not asked.
func (t *transcript) notAsked(item *program.TurnItem) error {
	var events []string
	for _, e := range item.Action.Answers {
		events = append(events, e.Name)
	}
	return diag.Errorf("script-refused", item.Span, "%s isn't asked for this here: %q answers %s",
		t.m.title(item.Who+1), item.Action.Def.Name, strings.Join(events, ", ")).
		WithHint("a refusal stands where somebody's line could stand: what answers something inside of an action stands in the braces of that action")
}

// advance uses up the items that are not lines. At a question everything before
// the next line counts; between batches an expectation waits for the dice before it.
func (t *transcript) advance(asked bool, q *Question) error {
	for len(t.items) > 0 && !t.resting {
		if t.waiting {
			if t.m.clock[0] < t.until {
				return nil
			}
			t.waiting = false
		}
		if next, ok := t.items[0].(*program.TurnItem); len(t.refusals) > 0 && !(ok && next.Refused) {
			return nil
		}
		switch item := t.items[0].(type) {
		case *program.DiceItem:
			t.loose.rolls = append(t.loose.rolls, item.Rolls...)
		case *program.ChoiceItem:
			t.loose.choices = append(t.loose.choices, item)
		case *program.ExpectItem:
			if !asked && (t.loose.filled() || !t.afterLine) {
				return nil
			}
			if err := t.m.expect(item, t.began); err != nil {
				return err
			}
		case *program.TurnItem:
			if !item.Refused {
				return nil
			}
			t.refusals = append(t.refusals, item)
		case *program.DoItem:
			t.began = t.m.witness.now()
			t.use(1) // before it runs: who is asked then is answered by what follows
			if err := t.m.runScene(item.Do); err != nil {
				return err
			}
			t.afterLine = true
			continue
		case *program.WaitItem:
			t.began = t.m.witness.now()
			t.until = t.m.clock[0] + t.value(item.Time, 0)
			t.waiting, t.afterLine = true, true
		case *program.RestItem:
			t.resting = true
		case *program.OverItem:
			if asked {
				return nil // everybody passes until the batch has landed
			}
			t.use(1)
			t.calledOver = true
			t.m.finishAs(trace.Called)
			return nil
		case *program.AllPassItem:
			// A floor that it was for may have closed by itself.
			if t.closing == 0 || asked && q.Announcement == t.closing {
				return nil
			}
			t.closing, t.afterLine = 0, false
		}
		t.use(1)
	}
	t.waiting = t.waiting && t.m.clock[0] < t.until
	return nil
}

func (p *scriptPool) filled() bool { return len(p.rolls) > 0 || len(p.choices) > 0 }

// Landed closes the lines of the batch and tests what is expected after it.
func (t *transcript) Landed(*Machine) error {
	if err := t.closeAll(); err != nil {
		return err
	}
	if err := t.advance(false, nil); err != nil {
		return err
	}
	if !t.fresh {
		t.landed, t.fresh = t.m.witness.now(), true
	}
	if t.waiting {
		if next, ok := t.m.Next(); !ok || next > t.until {
			t.m.Wait(t.until)
			t.waiting = false
			return t.Landed(t.m)
		}
	}
	if len(t.items) == 0 && !t.resting && !t.waiting && len(t.refusals) == 0 && (t.strict || t.rehearsal && !t.calledOver) && !t.loose.filled() {
		return ErrOver
	}
	return nil
}

// Ended tests what is expected at the end of a line's action, and that its
// answers were asked for.
func (t *transcript) Ended(_ *Machine, a value.Act) error {
	for _, l := range t.lines {
		if l.act == a && !l.ended {
			l.ended = true
			return t.closeBody(l)
		}
	}
	return nil
}

// closeEnded closes the lines of an entry whose actions have ended, before
// another line is taken.
func (t *transcript) closeEnded(entry int) error {
	var left []*scriptLine
	for _, l := range t.lines {
		if !l.ended || l.entry != entry {
			left = append(left, l)
		} else if err := t.close(l); err != nil {
			return err
		}
	}
	t.lines = left
	return t.closePool(&t.loose)
}

func (t *transcript) close(l *scriptLine) error {
	if err := t.closeBody(l); err != nil {
		return err
	}
	return t.closePool(&l.scriptPool)
}

func (t *transcript) closeBody(l *scriptLine) error {
	for len(l.body) > 0 {
		x := l.body[0]
		l.body = l.body[1:]
		switch x := x.(type) {
		case *program.ExpectItem:
			if err := t.m.expect(x, l.began); err != nil {
				return err
			}
		case *program.DoItem:
			if err := t.m.runScene(x.Do); err != nil {
				return err
			}
		case *program.TurnItem:
			if why := l.waits[x]; why != "" {
				return diag.Errorf("script-refused", x.Span, "%s can't do that: %s", t.m.title(x.Who+1), why)
			}
			if t.rehearsal {
				continue
			}
			return diag.Errorf("script-left", x.Span, "%s is not asked for this: nothing that happens here can be answered so",
				t.m.title(x.Who+1))
		default:
			return diag.Errorf("script-left", x.Place(), "this can't stand in braces")
		}
	}
	return nil
}

var _ = diag.Register(diag.Explanation{
	Code:    "script-left",
	Summary: "something in a script is left over: a line, an answer, dice or a choice that nothing asked for",
	Section: "14 Encounters and cases",
	Mend:    "take it out, or find out why the encounter goes another way",
})

func (t *transcript) closePool(p *scriptPool) error {
	if len(p.rolls) > 0 {
		r := &p.rolls[0]
		return diag.Errorf("script-left", r.Span, "these dice are left over: %s", t.rollText(r))
	}
	if t.rehearsal {
		p.choices = nil
	}
	if len(p.choices) > 0 {
		c := p.choices[0]
		return diag.Errorf("script-left", c.Span, "this choice is left over: nobody asks for %q", c.Name)
	}
	return nil
}

// rollText says which roll scripted dice wait for.
func (t *transcript) rollText(r *program.ScriptedRoll) string {
	switch {
	case r.Label == "":
		return "nothing more is rolled"
	case r.Who >= 0:
		return t.m.title(r.Who+1) + " doesn't roll " + quoted(r.Label)
	}
	return "nobody rolls " + quoted(r.Label)
}

// finish uses up what is left when the encounter has ended: expectations, what
// the scene does, and time that passes. Lines come too late.
func (t *transcript) finish() error {
	t.finished = true
	if err := t.closeAll(); err != nil {
		return err
	}
	if len(t.refusals) > 0 {
		return t.notAsked(t.refusals[0])
	}
	for len(t.items) > 0 {
		x := t.items[0]
		t.items = t.items[1:]
		if err := t.afterwards(x); err != nil {
			return err
		}
	}
	return t.closePool(&t.loose)
}

func (t *transcript) afterwards(x program.ScriptItem) error {
	switch x := x.(type) {
	case *program.ExpectItem:
		return t.m.expect(x, t.began)
	case *program.DiceItem:
		t.loose.rolls = append(t.loose.rolls, x.Rolls...)
	case *program.ChoiceItem:
		t.loose.choices = append(t.loose.choices, x)
	case *program.DoItem:
		t.began = t.m.witness.now()
		return t.m.runScene(x.Do)
	case *program.WaitItem:
		t.began = t.m.witness.now()
		t.until = t.m.clock[0] + t.value(x.Time, 0)
		t.waiting = true
		return t.m.GoOn(t.until)
	case *program.TurnItem:
		return diag.Errorf("script-left", x.Span, "the encounter is over before %s's line", t.m.title(x.Who+1))
	}
	return nil
}

func (t *transcript) closeAll() error {
	for _, l := range t.lines {
		if err := t.close(l); err != nil {
			return err
		}
	}
	t.lines = t.lines[:0]
	return nil
}

// pools calls visit for everything that a roll or a choice may be answered from,
// nearest first, until it returns true. It returns the nearest line, if any, and
// whether every roll must be scripted there.
func (t *transcript) pools(visit func(*scriptPool) bool) (nearest *scriptLine, strict bool) {
	lines, own := t.nearestFirst()
	for i, l := range lines {
		if i < own || own == 0 {
			strict = strict || l.strict
		}
	}
	if len(lines) > 0 {
		nearest = lines[0]
	}
	for _, l := range lines {
		if visit(&l.scriptPool) {
			return nearest, strict
		}
	}
	visit(&t.loose)
	return nearest, strict
}

// nearestFirst lists the lines of the batch: those of the actions under way, then
// those of the entry at hand, own in number, then all others.
func (t *transcript) nearestFirst() (lines []*scriptLine, own int) {
	lines = t.running()
	entry := t.m.entryNumber()
	for i := len(t.lines) - 1; i >= 0; i-- {
		if l := t.lines[i]; l.entry == entry && !slices.Contains(lines, l) {
			lines = append(lines, l)
		}
	}
	own = len(lines)
	for i := len(t.lines) - 1; i >= 0; i-- {
		if l := t.lines[i]; !slices.Contains(lines, l) {
			lines = append(lines, l)
		}
	}
	return lines, own
}

// Choose answers a choice by its name.
func (t *transcript) Choose(m *Machine, q *Question, picked []int) ([]int, bool, error) {
	if t.resting {
		return t.tactics.Choose(m, q, picked)
	}
	item, nearest := t.choice(q)
	for ; item != nil && item.Refused; item, nearest = t.choice(q) {
		if err := t.notOffered(q, item); err != nil {
			return picked, false, err
		}
	}
	if item == nil && nearest != nil && nearest.item.ByTactic {
		return t.tactics.Choose(m, q, picked)
	}
	if item == nil {
		if q.HasDefault || nearest == nil {
			return picked, false, nil
		}
		return picked, false, diag.Errorf("script-choice", nearest.item.Span, "nothing says what %s chooses for %q: %s",
			m.title(q.Who), q.Name, t.candidateTexts(q))
	}
	for _, f := range item.Value {
		var ok bool
		v := t.value(f, q.Who)
		if picked, ok = m.candidates(q, v, f.Expr.Type, picked); !ok {
			return picked, false, diag.Errorf("script-choice", f.Span, "%s can't be chosen for %q: %s",
				m.show(v, f.Expr.Type), q.Name, t.candidateTexts(q))
		}
	}
	return picked, true, nil
}

// choice takes the next line of the script that is about a question, nil if there is none;
// nearest is the line whose action asks it.
func (t *transcript) choice(q *Question) (item *program.ChoiceItem, nearest *scriptLine) {
	nearest, _ = t.pools(func(p *scriptPool) bool {
		for i, c := range p.choices {
			if c.Name == q.Name && (c.Who < 0 || c.Who+1 == q.Who) {
				item = c
				p.choices = slices.Delete(p.choices, i, i+1)
				return true
			}
		}
		return false
	})
	return item, nearest
}

// notOffered tests a line `refused choose NAME = F`: nobody could choose that.
func (t *transcript) notOffered(q *Question, item *program.ChoiceItem) error {
	for _, f := range item.Value {
		v := t.value(f, q.Who)
		if _, ok := t.m.candidates(q, v, f.Expr.Type, nil); ok {
			return diag.Errorf("script-choice", f.Span, "%s can be chosen for %q: %s", t.m.show(v, f.Expr.Type), q.Name, t.candidateTexts(q))
		}
	}
	return nil
}

var _ = diag.Register(diag.Explanation{
	Code:    "script-choice",
	Summary: "a script doesn't say what is chosen where there is no default, chooses what can't be chosen, or can choose what it says can't be",
	Section: "14 Encounters and cases",
	Mend:    "write `choose NAME = ..` into the braces, with one of the values that the message lists",
})

// candidateTexts lists what can be chosen, at most a dozen.
func (t *transcript) candidateTexts(q *Question) string {
	const most = 12
	texts := make([]string, 0, most)
	for i, c := range q.Candidates {
		if i == most {
			texts = append(texts, "..")
			break
		}
		texts = append(texts, t.m.show(c, q.Type))
	}
	if len(texts) == 0 {
		return "there is nothing to choose from"
	}
	return "it must be one of " + strings.Join(texts, ", ")
}
