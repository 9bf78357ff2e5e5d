package script

import (
	"slices"

	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/interp/board"
	"github.com/rulec/rulec/interp/value"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
)

// A player plays an encounter by its script. The machine decides who is asked; the player answers with the next line. It is an
// [interp.Driver], and the dice of its lines are a [dice.Script].
//
// A line belongs to the entry in which it was taken and to the action that it began. A roll or a choice looks for its answer first in the
// line of the innermost action in progress, then in those of the outer ones, then in the last line of the entry, then in all lines of the
// batch, then outside of braces. So the braces of a line hold everything that results from it.
//
// Spec: scripts.md.
type player struct {
	m       *interp.Machine
	items   []program.ScriptItem // those not used yet
	tactics interp.Tactics
	strict  bool // no seed: every roll must be scripted
	// rehearsal is set when the dice may fall in any way: unneeded answers and choices are skipped, and the encounter stops when the last
	// item has been used. calledOver is set if that was `over`: then it ends, with all consequences.
	rehearsal, calledOver bool
	// playsOn are those due together with the last line of a rehearsal: they act by their tactics.
	playsOn []board.Thing

	// lines are those of the current batch that may still be needed.
	lines []*scriptLine
	// loose holds what is outside of braces, until the next line's action begins.
	loose scriptPool
	// last is the item that was used last, for messages.
	last diag.Span
	// afterLine is set when the last used item was a line: the expectations after it are tested when its batch has landed; elsewhere when a
	// question is asked.
	afterLine bool
	// given is the scripted roll that was taken last.
	given *program.ScriptedRoll

	// began is the first sighting that an expectation outside of braces looks back on: after the landing of the line before, or the last
	// `do` or `wait`. landed is the first sighting of the next line; fresh is set until it is taken.
	began, landed int
	fresh         bool

	// othersPass is set from `others pass` on. spoke are those who have acted or passed by a line, each at an announcement; defaulted are
	// the choices that have taken their default, answered those that the script has answered, each with the last combatant asked.
	othersPass bool
	spoke      []speaker
	defaulted  map[string]bool
	answered   map[string]board.Thing

	// setUp is set when the setup has landed. started is set then, too, unless a round (an entry without an owner) comes up first; then it is
	// set when that has landed: before that no program of the script runs and no scripted time passes.
	setUp, started bool
	resting        bool
	// finished is set when the encounter has ended: any further entries pass.
	finished bool
	// until is the clock until which no one acts by script.
	until   float64
	waiting bool
	// closing is the announcement that `all pass` closes; 0 means none.
	closing int
	// refusals are the lines `refused WHO: ..` outside of braces that wait until WHO is asked for what the action answers. The items after
	// them wait, too.
	refusals []*program.TurnItem
}

// speaker is a combatant at an announcement.
type speaker struct {
	who          board.Thing
	announcement int
}

// scriptPool holds the dice, cards and choices not used yet.
type scriptPool struct {
	rolls   []program.ScriptedRoll
	draws   []program.ScriptedDraw
	choices []*program.ChoiceItem
}

// scriptLine is a line that was taken.
type scriptLine struct {
	scriptPool
	item  *program.TurnItem
	act   value.Act // NoAct means a pass
	entry int
	ended bool
	// strict lines must script every roll and every draw.
	strict bool
	// body are the answers, refusals and expectations not used yet; began is the sighting with which the line began.
	body  []program.ScriptItem
	began int
	// waits says why answers in body were not possible when they were last tried: they wait for a later question.
	waits map[*program.TurnItem]*diag.Diagnostic
}

func newPlayer(m *interp.Machine, script *program.Script, strict bool) *player {
	t := &player{m: m, items: slices.Clone(script.Items), strict: strict, last: script.Span, fresh: true, defaulted: map[string]bool{}, answered: map[string]board.Thing{}}
	t.opening()
	return t
}

// opening takes the dice, cards and choices before the first other item: they are for the setup and the start of the clock.
func (t *player) opening() {
	for len(t.items) > 0 {
		switch item := t.items[0].(type) {
		case *program.DiceItem:
			t.loose.rolls = append(t.loose.rolls, item.Rolls...)
		case *program.DrawItem:
			t.loose.draws = append(t.loose.draws, item.Draws...)
		case *program.ChoiceItem:
			t.loose.choices = append(t.loose.choices, item)
		case *program.OthersPassItem:
			t.othersPass = true
		default:
			return
		}
		t.use(1)
	}
}

// Act answers with the next line, if it is for the combatant who is asked.
func (t *player) Act(m *interp.Machine, q *interp.Question) (value.Act, error) {
	if t.resting {
		return t.tactics.Act(m, q)
	}
	if lines := t.running(); len(lines) > 0 {
		return t.answer(q, lines)
	}
	if t.finished {
		return value.NoAct, nil
	}
	t.started = true
	for {
		if err := t.advance(true, q); err != nil {
			return value.NoAct, err
		}
		tested, err := t.testRefusals(q)
		if err != nil {
			return value.NoAct, err
		}
		if !tested {
			return t.topLevel(q)
		}
	}
}

// running returns the lines of the actions in progress, innermost first.
func (t *player) running() []*scriptLine {
	var lines []*scriptLine
	acts := t.m.Unfinished()
	for i := len(acts) - 1; i >= 0; i-- {
		for _, l := range t.lines {
			if l.act == acts[i] && !l.ended {
				lines = append(lines, l)
			}
		}
	}
	return lines
}

// use takes the next n items off the script.
func (t *player) use(n int) {
	t.last = t.items[n-1].Place()
	t.items = t.items[n:]
}

// Landed closes the lines of the batch and tests the expectations after it.
func (t *player) Landed(*interp.Machine) error {
	if err := t.closeAll(); err != nil {
		return err
	}
	_, whose, _ := t.m.Next()
	t.started = t.started || t.setUp || whose != 0
	t.setUp = true
	if err := t.advance(false, nil); err != nil {
		return err
	}
	if !t.fresh {
		t.landed, t.fresh = t.m.Sightings(), true
	}
	if t.waiting {
		if next, _, ok := t.m.Next(); !ok || next > t.until {
			t.m.Wait(t.until)
			t.waiting = false
			return t.Landed(t.m)
		}
	}
	if len(t.items) == 0 && !t.resting && !t.waiting && len(t.refusals) == 0 && (t.strict || t.rehearsal && !t.calledOver) && !t.loose.filled() {
		return interp.ErrOver
	}
	return nil
}

// Ended tests the expectations at the end of a line's action, and that its answers were used.
func (t *player) Ended(_ *interp.Machine, a value.Act) error {
	for _, l := range t.lines {
		if l.act == a && !l.ended {
			l.ended = true
			return t.closeBody(l)
		}
	}
	return nil
}

// Junction adds the progress of the script: see [interp.Junctioner].
func (t *player) Junction(put func(...float64)) {
	put(float64(len(t.items)), flag(t.afterLine), flag(t.resting), flag(t.finished), t.until, flag(t.waiting), flag(t.calledOver),
		flag(t.closing != 0), float64(len(t.refusals)), flag(t.fresh), flag(t.othersPass), flag(t.setUp), flag(t.started))
	for _, x := range t.refusals {
		put(float64(x.Span.Start))
	}
	put(float64(len(t.playsOn)))
	for _, who := range t.playsOn {
		put(float64(who))
	}
	if t.m.Sightings() > 0 {
		put(float64(t.began), float64(t.landed))
	}
	t.loose.junction(put)
	running := t.m.Unfinished()
	for _, l := range t.lines {
		put(float64(l.item.Span.Start), float64(slices.Index(running, l.act)), flag(l.entry == t.m.Entry()), flag(l.ended), flag(l.strict), float64(len(l.body)))
		for _, x := range l.body {
			put(float64(x.Place().Start))
		}
		l.junction(put)
	}
}

func (p *scriptPool) junction(put func(...float64)) {
	put(float64(len(p.rolls)), float64(len(p.draws)), float64(len(p.choices)))
	for _, x := range p.rolls {
		put(float64(x.Span.Start))
	}
	for _, x := range p.draws {
		put(float64(x.Span.Start))
	}
	for _, x := range p.choices {
		put(float64(x.Span.Start))
	}
}

func flag(b bool) float64 {
	if b {
		return 1
	}
	return 0
}
