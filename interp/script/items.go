package script

import (
	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/interp/board"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
)

// advance uses up the items that are not lines. At a question everything before
// the next line counts; between batches an expectation waits for the dice before it.
func (t *player) advance(asked bool, q *interp.Question) error {
	for len(t.items) > 0 && !t.resting {
		if t.waiting {
			if t.m.Now() < t.until {
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
		case *program.DrawItem:
			t.loose.draws = append(t.loose.draws, item.Draws...)
		case *program.ChoiceItem:
			t.loose.choices = append(t.loose.choices, item)
		case *program.ExpectItem:
			if !asked && (t.loose.filled() || !t.afterLine) || asked && t.othersPass && t.underWay() {
				return nil
			}
			if err := t.m.Expect(item, t.began); err != nil {
				return err
			}
		case *program.TurnItem:
			if !item.Refused {
				return nil
			}
			t.refusals = append(t.refusals, item)
		case *program.DoItem:
			if !t.started {
				return nil
			}
			t.began = t.m.Sightings()
			t.use(1) // before it runs: questions asked then are answered by the items that follow
			if err := t.m.RunScene(item.Do); err != nil {
				return err
			}
			t.afterLine = true
			continue
		case *program.WaitItem:
			if !t.started {
				return nil
			}
			t.began = t.m.Sightings()
			t.until = t.m.Now() + t.m.Worth(item.Time)
			t.waiting, t.afterLine = true, true
		case *program.OthersPassItem:
			t.othersPass = true
		case *program.RestItem:
			t.resting = true
		case *program.OverItem:
			if asked {
				return nil // everyone passes until the batch has landed
			}
			t.use(1)
			t.calledOver = true
			t.m.CallOver()
			return nil
		case *program.AllPassItem:
			// The floor that it was for may have closed by itself.
			if t.closing == 0 || asked && q.Announcement == t.closing {
				return nil
			}
			t.closing, t.afterLine = 0, false
		}
		t.use(1)
	}
	t.waiting = t.waiting && t.m.Now() < t.until
	return nil
}

// finish uses up the rest when the encounter has ended: expectations, actions of the scene, and time that passes. Lines come too late.
func (t *player) finish() error {
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

func (t *player) afterwards(x program.ScriptItem) error {
	switch x := x.(type) {
	case *program.ExpectItem:
		return t.m.Expect(x, t.began)
	case *program.DiceItem:
		t.loose.rolls = append(t.loose.rolls, x.Rolls...)
	case *program.DrawItem:
		t.loose.draws = append(t.loose.draws, x.Draws...)
	case *program.ChoiceItem:
		t.loose.choices = append(t.loose.choices, x)
	case *program.DoItem:
		t.began = t.m.Sightings()
		return t.m.RunScene(x.Do)
	case *program.WaitItem:
		t.began = t.m.Sightings()
		t.until = t.m.Now() + t.m.Worth(x.Time)
		t.waiting = true
		return t.m.GoOn(t.until)
	case *program.TurnItem:
		return diag.Errorf(CodeLeft, x.Span, "the encounter is over before %s's line", t.m.Title(board.Thing(x.Who+1)))
	}
	return nil
}
