package script

import (
	"slices"

	"github.com/rulec/rulec/interp/exec"

	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/interp/board"
	"github.com/rulec/rulec/interp/value"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
)

// wait records why an answer was not possible.
func (l *scriptLine) wait(t *player, item *program.TurnItem, why *interp.Refusal) {
	if l.waits == nil {
		l.waits = map[*program.TurnItem]*diag.Diagnostic{}
	}
	l.waits[item] = t.impossible(item, why)
}

// take begins a line that must be possible.
func (t *player) take(q *interp.Question, item *program.TurnItem) (value.Act, error) {
	act, refusal := t.begin(q, item)
	if refusal != nil {
		return value.NoAct, t.impossible(item, refusal)
	}
	return act, nil
}

// impossible is the error of a line that is not possible, at the argument that is not possible, if there is one.
func (t *player) impossible(item *program.TurnItem, why *interp.Refusal) *diag.Diagnostic {
	d := diag.Errorf(CodeRefused, item.Span, "%s can't do that: %s", t.m.Title(board.Thing(item.Who+1)), why.Reason())
	i := -1
	if p := why.Param(); p != nil && item.Action != nil {
		i = slices.Index(item.Action.Params, p)
	}
	if i >= 0 && item.With[i] != nil {
		d.Span = item.With[i].Expr.Span
		if allowed := why.Allowed(); allowed != "" {
			d.WithHint("the %s is %s", item.Action.Params[i].Title, allowed)
		}
	}
	return d
}

// begin begins a line: its action is proposed, its braces are kept ready.
func (t *player) begin(q *interp.Question, item *program.TurnItem) (value.Act, *interp.Refusal) {
	l := &scriptLine{item: item, entry: q.Entry, began: t.m.Sightings()}
	for _, x := range item.Body {
		switch x := x.(type) {
		case *program.DiceItem:
			l.rolls = append(l.rolls, x.Rolls...)
			l.strict = true
		case *program.DrawItem:
			l.draws = append(l.draws, x.Draws...)
			l.strict = true
		case *program.ChoiceItem:
			l.choices = append(l.choices, x)
		case *program.AllPassItem: // a combatant without an answer in the braces passes anyway
		default:
			l.body = append(l.body, x)
		}
	}
	if item.ByTactic {
		t.lines = append(t.lines, l)
		act, err := t.tactics.Act(t.m, q)
		if err != nil {
			panic(err) // a combatant without a tactic can't have such a line
		}
		l.act, l.ended = act, act == value.NoAct
		return act, nil
	}
	if item.Action != nil {
		// Open parameters are choices: the line must be there already.
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

func (t *player) propose(q *interp.Question, item *program.TurnItem) (value.Act, *interp.Refusal) {
	args := make([]float64, len(item.Action.Params))
	for i := range args {
		args[i] = exec.Open()
		if item.With[i] != nil {
			args[i] = t.m.Worth(item.With[i])
		}
	}
	return t.m.Propose(q, item.Action, args)
}

func (p *scriptPool) filled() bool { return len(p.rolls) > 0 || len(p.draws) > 0 || len(p.choices) > 0 }

// closeEnded closes the lines of an entry whose actions have ended, before
// another line is taken.
func (t *player) closeEnded(entry int) error {
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

func (t *player) close(l *scriptLine) error {
	if err := t.closeBody(l); err != nil {
		return err
	}
	return t.closePool(&l.scriptPool)
}

func (t *player) closeBody(l *scriptLine) error {
	for len(l.body) > 0 {
		x := l.body[0]
		l.body = l.body[1:]
		switch x := x.(type) {
		case *program.ExpectItem:
			if err := t.m.Expect(x, l.began); err != nil {
				return err
			}
		case *program.DoItem:
			if err := t.m.RunScene(x.Do); err != nil {
				return err
			}
		case *program.TurnItem:
			if why := l.waits[x]; why != nil {
				return why
			}
			if t.rehearsal {
				continue
			}
			return diag.Errorf(CodeLeft, x.Span, "%s isn't asked for this: nothing here can be answered that way",
				t.m.Title(board.Thing(x.Who+1)))
		default:
			return diag.Errorf(CodeLeft, x.Place(), "this can't be in braces")
		}
	}
	return nil
}

func (t *player) closePool(p *scriptPool) error {
	if len(p.rolls) > 0 {
		r := &p.rolls[0]
		return diag.Errorf(CodeLeft, r.Span, "unused dice: %s", t.rollText(r))
	}
	if len(p.draws) > 0 {
		d := &p.draws[0]
		return diag.Errorf(CodeLeft, d.Span, "unused card: %s", t.drawText(d))
	}
	if t.rehearsal {
		p.choices = nil
	}
	if len(p.choices) > 0 {
		c := p.choices[0]
		d := diag.Errorf(CodeLeft, c.Span, "unused choice: nothing asks for %q", c.Name)
		switch who, answered := t.answered[c.Name]; {
		case answered && (c.Who < 0 || board.Thing(c.Who+1) == who):
			d = diag.Errorf(CodeLeft, c.Span, "unused choice: %q was asked for earlier and is already answered", c.Name)
		case t.defaulted[c.Name]:
			d = diag.Errorf(CodeLeft, c.Span, "unused choice: %q was asked for earlier and got its default", c.Name).
				WithHint("put a choice in the braces of the line that asks for it, or on its own line before that")
		}
		return d
	}
	return nil
}

// rollText describes the roll that scripted dice wait for.
func (t *player) rollText(r *program.ScriptedRoll) string {
	switch {
	case r.Label == "":
		return "nothing more is rolled"
	case r.Who >= 0:
		return t.m.Title(board.Thing(r.Who+1)) + " doesn't roll " + quoted(r.Label)
	}
	return "no one rolls " + quoted(r.Label)
}

// drawText describes the draw that a scripted card waits for.
func (t *player) drawText(d *program.ScriptedDraw) string {
	if d.Who >= 0 {
		return t.m.Title(board.Thing(d.Who+1)) + " doesn't draw from " + quoted(d.Deck.Name)
	}
	return "no one draws from " + quoted(d.Deck.Name)
}

func (t *player) closeAll() error {
	for _, l := range t.lines {
		if err := t.close(l); err != nil {
			return err
		}
	}
	t.lines = t.lines[:0]
	return nil
}
