package script

import (
	"fmt"
	"slices"
	"strings"

	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/interp/board"
	"github.com/rulec/rulec/interp/value"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
)

// answer looks for an answer in the braces of the lines in progress. A combatant without one passes, and so does one whose next answer is
// not possible yet.
func (t *player) answer(q *interp.Question, lines []*scriptLine) (value.Act, error) {
	for _, l := range lines {
		for i := 0; i < len(l.body); i++ {
			item, ok := l.body[i].(*program.TurnItem)
			if !ok || board.Thing(item.Who+1) != q.Who || !answers(item, q.Event) || item.Action == nil && !t.m.CouldAnswer(q) {
				continue
			}
			act := value.NoAct
			if !item.Refused {
				var refusal *interp.Refusal
				if act, refusal = t.begin(q, item); refusal != nil {
					l.wait(t, item, refusal)
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

// expectBefore tests the expectations at the head of a line's braces, before the answer with index i.
func (t *player) expectBefore(l *scriptLine, i int) error {
	for range i {
		e, ok := l.body[0].(*program.ExpectItem)
		if !ok {
			return nil
		}
		l.body = l.body[1:]
		if err := t.m.Expect(e, l.began); err != nil {
			return err
		}
	}
	return nil
}

// topLevel answers a question outside of all lines.
func (t *player) topLevel(q *interp.Question) (value.Act, error) {
	if t.resting {
		return t.tactics.Act(t.m, q)
	}
	if t.waiting {
		return value.NoAct, nil
	}
	if len(t.refusals) > 0 {
		if q.Open || q.Event != t.m.TurnEvent() {
			return t.passOver(q)
		}
		return value.NoAct, t.notAsked(t.refusals[0])
	}
	if len(t.items) == 0 {
		return t.afterEnd(q)
	}
	switch item := t.items[0].(type) {
	case *program.AllPassItem:
		return t.allPass(q, item)
	case *program.TurnItem:
		return t.line(q, item)
	}
	return value.NoAct, nil
}

// underWay reports whether what a line says has begun and hasn't ended.
func (t *player) underWay() bool {
	return slices.ContainsFunc(t.lines, func(l *scriptLine) bool { return !l.ended })
}

// afterEnd answers when the script has ended: with a tactic, if there is one and a seed for its dice; otherwise the encounter is over.
func (t *player) afterEnd(q *interp.Question) (value.Act, error) {
	if t.othersPass && (t.underWay() || t.loose.filled()) {
		return value.NoAct, nil // a choice at the end is for a later question
	}
	if t.strict || t.m.Tactic(q.Who) == nil {
		return value.NoAct, interp.ErrOver
	}
	if t.rehearsal { // which ends with this batch
		t.playsOn = append(t.playsOn, q.Who)
	} else {
		t.resting = true
	}
	return t.tactics.Act(t.m, q)
}

func (t *player) allPass(q *interp.Question, item *program.AllPassItem) (value.Act, error) {
	if q.Announcement == 0 {
		return value.NoAct, diag.Errorf(CodeTurn, item.Span,
			"all pass has nothing to close here: it is %s's turn", t.m.Title(q.Who))
	}
	t.closing = q.Announcement
	return value.NoAct, nil
}

// line answers with the next line, if it is for the combatant who is asked, or with a later line of theirs if the next ones are for others
// of the same batch.
func (t *player) line(q *interp.Question, item *program.TurnItem) (value.Act, error) {
	if board.Thing(item.Who+1) != q.Who {
		return t.otherLine(q, item)
	}
	turn := q.Event == t.m.TurnEvent()
	switch {
	case !answers(item, q.Event) && (q.Open || !turn):
		return value.NoAct, nil // waits for something else
	case item.Action == nil && !turn && (q.Open && item.Event == nil && !item.ByTactic || q.Event == t.m.MomentEvent() && item.Event == nil || !t.m.CouldAnswer(q)):
		return value.NoAct, nil // a pass needs no line here
	}
	t.use(1)
	return t.takeFinally(q, item)
}

func (t *player) takeFinally(q *interp.Question, item *program.TurnItem) (value.Act, error) {
	t.afterLine = true
	t.spoke = append(t.spoke, speaker{q.Who, q.Announcement})
	if err := t.closeEnded(q.Entry); err != nil {
		return value.NoAct, err
	}
	if t.began = t.m.Sightings(); t.fresh {
		t.began, t.fresh = t.landed, false
	}
	return t.take(q, item)
}

// otherLine answers a combatant whom the next line is not for.
func (t *player) otherLine(q *interp.Question, item *program.TurnItem) (value.Act, error) {
	if later := t.dueLater(q); later >= 0 {
		its := t.items[later].(*program.TurnItem)
		t.refusalsOf(q.Who, later)
		if _, err := t.testRefusals(q); err != nil {
			return value.NoAct, err
		}
		later = slices.Index(t.items, program.ScriptItem(its))
		t.items = slices.Delete(t.items, later, later+1)
		t.last = its.Span
		return t.takeFinally(q, its)
	}
	if q.Open || q.Event != t.m.TurnEvent() || t.othersPass {
		return t.passOver(q)
	}
	d := diag.Errorf(CodeTurn, item.Span, "it is %s's turn, not %s's", t.m.Title(q.Who), t.m.Title(board.Thing(item.Who+1)))
	if item.Action != nil && !answers(item, q.Event) {
		return value.NoAct, d.WithHint("put an answer in the braces of the line that it answers")
	}
	hint := fmt.Sprintf("first write what %s does, or \"%s: pass\"", t.m.Title(q.Who), t.m.Encounter().Things[q.Who-1].Name)
	if t.rehearsal {
		hint += "; if dice decide whose turn it is, write them too"
	}
	d = d.WithHint("%s", hint)
	return value.NoAct, d
}

// passOver lets a combatant without a line pass. Those who could act must be mentioned, unless the script says that others pass.
func (t *player) passOver(q *interp.Question) (value.Act, error) {
	mentioned := slices.Contains(t.spoke, speaker{q.Who, q.Announcement}) ||
		slices.ContainsFunc(t.refusals, func(x *program.TurnItem) bool { return board.Thing(x.Who+1) == q.Who })
	if mentioned || t.othersPass || t.rehearsal || !t.m.CouldAnswer(q) {
		return value.NoAct, nil
	}
	pass := t.m.Encounter().Things[q.Who-1].Name + ": pass"
	if q.Event != t.m.TurnEvent() {
		pass += " " + q.Event.Name
	}
	d := diag.Errorf(CodePassedOver, t.next(), "%s could act before that (%s), but the script skips them", t.m.Title(q.Who), q.Event.Title)
	d.WithHint("first write what they do, or \"%s\"; if it doesn't matter who else could act, write \"others pass\" once", pass)
	if at, indent, ok := t.head(); ok {
		d.WithFix(at, "others pass\n"+indent)
	}
	return value.NoAct, d
}

// next is the place of the next item in the script.
func (t *player) next() diag.Span {
	if len(t.refusals) > 0 {
		return t.refusals[0].Span
	}
	return t.items[0].Place()
}

// head is where a line can be inserted before all others, with the indentation of these; ok is false if the script doesn't have one line
// below the other.
func (t *player) head() (at diag.Span, indent string, ok bool) {
	at = t.m.Encounter().Script.Span
	if at.Source == nil {
		return at, "", false
	}
	line := strings.LastIndexByte(at.Source.Text[:at.Start], '\n') + 1
	indent = at.Source.Text[line:at.Start]
	at.End = at.Start
	return at, indent, strings.Trim(indent, " ") == ""
}

// dueLater returns the index of a line for the combatant who is asked that follows lines for others of the same batch, or -1.
func (t *player) dueLater(q *interp.Question) int {
	for i, x := range t.items {
		item, ok := x.(*program.TurnItem)
		switch {
		case !ok:
			return -1
		case board.Thing(item.Who+1) == q.Who && !item.Refused:
			if answers(item, q.Event) && (item.Action != nil || q.Event == t.m.TurnEvent()) {
				return i
			}
			return -1
		case board.Thing(item.Who+1) != q.Who && !item.Refused && !slices.Contains(q.Due, board.Thing(item.Who+1)):
			return -1
		}
	}
	return -1
}
