package script

import (
	"slices"
	"strings"

	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/interp/board"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
)

// refused tests a line that must be refused.
func (t *player) refused(q *interp.Question, item *program.TurnItem) error {
	_, refusal := t.propose(q, item)
	if refusal == nil {
		return diag.Errorf(CodeRefused, item.Span, "this should be refused, but %s can do it", t.m.Title(q.Who))
	}
	reason := refusal.Reason()
	if !strings.Contains(strings.ToLower(reason), strings.ToLower(item.Reason)) {
		return diag.Errorf(CodeRefused, item.Span, "this is refused, but for another reason: %s", reason)
	}
	return nil
}

// testRefusals tests the refusals of the combatant who is asked; tested reports whether there were any. On a floor all who are asked there
// count: the next one to act may be asked before them.
func (t *player) testRefusals(q *interp.Question) (tested bool, err error) {
	var left []*program.TurnItem
	for _, item := range t.refusals {
		his := *q
		his.Who, his.Actor = board.Thing(item.Who+1), board.Thing(item.Who+1)
		if !answers(item, q.Event) || his.Who != q.Who && !(q.Open && t.m.IsAsked(q, his.Who)) {
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

// refusalsOf takes a combatant's refusals out of the first n items.
func (t *player) refusalsOf(who board.Thing, n int) {
	for i := n - 1; i >= 0; i-- {
		if item, ok := t.items[i].(*program.TurnItem); ok && item.Refused && board.Thing(item.Who+1) == who {
			t.refusals = append(t.refusals, item)
			t.items = slices.Delete(t.items, i, i+1)
		}
	}
}

// notAsked is the error of a refusal whose WHO is not asked.
func (t *player) notAsked(item *program.TurnItem) error {
	var events []string
	for _, e := range item.Action.Answers {
		events = append(events, e.Name)
	}
	return diag.Errorf(CodeRefused, item.Span, "%s isn't asked for this here: %q answers %s",
		t.m.Title(board.Thing(item.Who+1)), item.Action.Def.Name, strings.Join(events, ", ")).
		WithHint("put a refusal where a line of theirs could be; an answer within an action goes in the braces of that action")
}
