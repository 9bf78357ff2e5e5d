package session

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/interp/board"
	"github.com/rulec/rulec/interp/dice"
	"github.com/rulec/rulec/interp/trace"
	"github.com/rulec/rulec/interp/value"
	"github.com/rulec/rulec/lang/program"
)

// Script returns everything done so far as a script: with the same seed, an encounter with this script plays to the same fight. The error
// says what can't be written.
//
// Spec: scripts.md.
func (s *Session) Script() (string, error) {
	if s.options.Trial != 0 {
		return "", errors.New("a script plays the first fight of its seed, and this is another one")
	}
	m := interp.New(s.machine.Fight, s.machine.Options())
	m.LetThink(s.machine.Thinker())
	w := &scribe{
		driver: newDriver(s, s.driver.done), machine: m, of: map[value.Act]*line{}, last: map[int]*line{},
	}
	m.Obey(w)
	if _, err := m.Run(); err != nil && s.err == nil {
		return "", err
	}
	if w.wrong != nil {
		return "", w.wrong
	}
	w.showDice(m.Trace())
	var b strings.Builder
	if len(w.lines) > 0 {
		b.WriteString("others pass\n")
	}
	closed := 0
	for i, l := range w.lines {
		switch {
		case l.announced != closed && closes(w.lines[i:]):
			b.WriteString("all pass\n")
			closed = l.announced
		case l.mustWrite(w.lines[i+1:]) || i == len(w.lines)-1 && l.taken && !l.floor:
			b.WriteString(l.text(nil, i == len(w.lines)-1) + "\n")
		}
	}
	return b.String(), nil
}

// A scribe is a driver that records what everyone does, by hand and by tactics.
type scribe struct {
	*driver
	machine *interp.Machine
	// lines are those outside of braces; of are those whose actions have begun; last is the last one of an entry, latest that of the batch.
	// open is the line whose action is being proposed.
	lines  []*line
	of     map[value.Act]*line
	last   map[int]*line
	latest *line
	open   *line
	// rolls are the lines that the fight's rolls belong to, in order.
	rolls []*line
	// wrong is the first thing that can't be written.
	wrong error
}

// line is a line of a script.
type line struct {
	who   string
	event *program.Event
	// action is the action, nil for passing; with are its parameters as written.
	action *program.Action
	with   []string
	// could is set if a passing combatant could have done something, taken if somebody has decided that by hand; floor, if passing isn't
	// written.
	could, taken, floor, turn bool
	choices, dice             []string
	// strict lines show all their dice.
	strict bool
	body   []*line
	// announced is the number of the announcement that asks until all pass; 0 means another question.
	announced int
	// loose lines have no action: they hold what is outside of braces.
	loose bool
}

// Act records what a combatant does.
func (w *scribe) Act(m *interp.Machine, q *interp.Question) (value.Act, error) {
	turn := q.Event == m.TurnEvent()
	l := &line{who: w.session.name(q.Who), event: q.Event, turn: turn}
	m.Aside(func() { l.could = turn || m.CouldAnswer(q) })
	l.floor = q.Open && !turn || q.Event == m.MomentEvent()
	if l.floor && q.Open {
		l.announced = q.Announcement
	}
	outer, before := w.open, len(w.done)
	w.open = l
	act, err := w.driver.Act(m, q)
	w.open = outer
	if err != nil {
		return act, err
	}
	l.taken = l.could && before < len(w.done) && !w.done[before].Auto
	if act != value.NoAct {
		a, args := m.ArgumentsOf(act)
		l.action, w.of[act] = a, l
		for i, p := range a.Params {
			if mustName(p, args[i]) {
				l.with = append(l.with, p.Name+" = "+w.formula(m, args[i], p.Type))
			}
		}
	}
	if inside := w.inside(m); inside != nil {
		l.floor = false // in braces passing is written wherever it could be something else
		inside.body = append(inside.body, l)
	} else {
		w.lines = append(w.lines, l)
		w.last[q.Entry], w.latest = l, l
	}
	return act, nil
}

// mustName reports whether a parameter is written: not a default without a value, nor an action in progress, which has no name: of several
// the script would have to say which.
func mustName(p *program.ActParam, v float64) bool {
	k := p.Type.Kind
	return k != program.Act && (p.Default == nil || v != 0 || k == program.Number || k == program.Bool)
}

// Choose records a choice.
func (w *scribe) Choose(m *interp.Machine, q *interp.Question, picked []int) ([]int, bool, error) {
	picked, ok, err := w.driver.Choose(m, q, picked)
	if !ok || err != nil {
		return picked, ok, err
	}
	var values []string
	for _, i := range picked {
		values = append(values, w.formula(m, q.Candidates[i], q.Type))
	}
	text := strings.Join(values, ", ")
	if q.Some && len(values) != 1 {
		text = "[" + text + "]"
	}
	text = "choose " + q.Name + " = " + text
	if q.Who > 0 {
		text = w.session.name(q.Who) + ": " + text
	}
	l := w.near(m)
	l.choices = append(l.choices, text)
	return picked, ok, nil
}

// FacesFor records the line that a roll belongs to.
func (w *scribe) FacesFor(roller dice.Roller, label dice.Label, d dice.Value) ([]int, bool, error) {
	if d.Len == 0 {
		return nil, false, nil
	}
	l := w.near(w.machine)
	faces, hand, err := w.driver.FacesFor(roller, label, d)
	if err == nil {
		w.rolls, l.strict = append(w.rolls, l), l.strict || hand || w.session.options.ShowDice
	}
	return faces, hand, err
}

// Landed closes the lines of a batch.
func (w *scribe) Landed(m *interp.Machine) error {
	w.latest = nil
	return w.driver.Landed(m)
}

// inside returns the line in whose braces current events belong; nil means none.
func (w *scribe) inside(m *interp.Machine) *line {
	for _, act := range slices.Backward(m.Unfinished()) {
		if l := w.of[act]; l != nil {
			return l
		}
	}
	return nil
}

// near returns the line that a roll or a choice belongs to.
func (w *scribe) near(m *interp.Machine) *line {
	if l := cmp.Or(w.open, w.inside(m), w.last[m.Entry()], w.latest); l != nil { // latest is that of a batch that lands
		return l
	}
	if n := len(w.lines); n > 0 && w.lines[n-1].loose {
		return w.lines[n-1]
	}
	l := &line{loose: true}
	w.lines = append(w.lines, l)
	return l
}

// showDice puts the faces of all rolls into their lines.
func (w *scribe) showDice(t *trace.Trace) {
	n := 0
	for i := range t.Events {
		e := &t.Events[i]
		if e.Kind != trace.Roll || e.FaceCount == 0 || n == len(w.rolls) {
			continue
		}
		text := e.Label
		if int(e.Who) > 0 {
			text = w.session.name(board.Thing(e.Who)) + "." + text
		}
		for _, f := range t.Faces[e.FirstFace : e.FirstFace+e.FaceCount] {
			text += fmt.Sprint(" ", f.Shown)
		}
		w.rolls[n].dice = append(w.rolls[n].dice, text)
		n++
	}
}

// mustWrite reports whether a line must be written: a pass is written if it is required, or if a later line of the same combatant would be
// taken instead.
func (l *line) mustWrite(next []*line) bool {
	switch {
	case l.loose:
		return len(l.choices) > 0 || l.strict && len(l.dice) > 0
	case l.action != nil:
		return true
	case !l.could || l.floor:
		return false
	case l.turn:
		return true
	}
	return slices.ContainsFunc(next, l.seemsTo)
}

// seemsTo reports whether a later line of the same combatant could be taken for the answer that this one passes.
func (l *line) seemsTo(later *line) bool {
	return later.who == l.who && later.action != nil && slices.Contains(later.action.Answers, l.event)
}

// closes reports whether the first of some lines must say that all pass: from there on no one answers the announcement, and the next line
// is of a combatant who could seem to.
func closes(lines []*line) bool {
	var passed []*line
	var next *line
	for _, l := range lines {
		switch same := l.announced == lines[0].announced; {
		case same && l.action != nil:
			return false
		case same:
			passed = append(passed, l)
		case next == nil && l.action != nil:
			next = l
		}
	}
	return lines[0].announced != 0 && next != nil && slices.ContainsFunc(passed, func(l *line) bool { return l.seemsTo(next) })
}

// text returns a line with its braces. After are the lines that follow it in the braces around it: they could be taken inside of it, too.
// In the last line of a script what somebody passed is written, so that a session that goes on from there doesn't ask again.
func (l *line) text(after []*line, last bool) string {
	var inner []string
	if l.strict && len(l.dice) > 0 {
		inner = append(inner, "dice "+strings.Join(l.dice, ", "))
	}
	inner = append(inner, l.choices...)
	for i, x := range l.body {
		if next := slices.Concat(l.body[i+1:], after); x.mustWrite(next) || last && x.taken {
			inner = append(inner, x.text(next, last))
		}
	}
	text := l.who + ": pass"
	switch {
	case l.loose:
		return strings.Join(inner, "\n")
	case l.action != nil:
		text = l.who + ": " + l.action.Def.Name
	case !l.turn:
		text += " " + l.event.Name
	}
	if len(l.with) > 0 {
		text += " with " + strings.Join(l.with, ", ")
	}
	if len(inner) > 0 {
		text += " { " + strings.Join(inner, "; ") + " }"
	}
	return text
}

// formula writes a value as a script does.
func (w *scribe) formula(m *interp.Machine, v float64, t program.Type) string {
	if isList(&t) {
		var items []string
		for _, x := range m.ItemsOf(v) {
			items = append(items, w.formula(m, x, *t.Elem))
		}
		return "[" + strings.Join(items, ", ") + "]"
	}
	i := int(v) - 1
	name, _ := declared(m, v, &t)
	switch {
	case t.Kind == program.Number, t.Kind == program.Bool:
		return m.Show(v, t)
	case v == 0:
		return "none"
	case t.Kind == program.ThingType, t.Kind == program.Step:
		return name
	case t.Kind == program.Definition && t.Of == nil:
		return m.Program().Actions[i].Def.Kind.Plural + "." + name
	case t.Kind == program.Definition:
		return t.Of.Plural + "." + name
	case t.Kind == program.ConditionName:
		return "conditions." + name
	case t.Kind == program.Choice:
		return t.Param.Choices[i]
	case t.Kind == program.Direction:
		at := -1
		m.Aside(func() { at = slices.Index(m.Directions(), v) })
		return fmt.Sprintf("directions()[%d]", at)
	case t.Kind == program.Place:
		return placeOf(m, board.Place(v))
	}
	if w.wrong == nil {
		w.wrong = fmt.Errorf("a script can't write %s", m.Show(v, t))
	}
	return "none"
}

// placeOf writes a place: a zone by its name, a space by its column and row.
func placeOf(m *interp.Machine, at board.Place) string {
	g := m.Names().Board
	if z := g.Zone(at); z != nil {
		return z.Name
	}
	column, row := g.Point(at)
	return fmt.Sprintf("[%v, %v]", column, row)
}
