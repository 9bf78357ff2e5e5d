package exec

import (
	"encoding/binary"
	"errors"
	"math"

	"github.com/rulec/rulec/interp/board"
	"github.com/rulec/rulec/interp/code"
	"github.com/rulec/rulec/interp/dice"
	"github.com/rulec/rulec/interp/keyed"
	"github.com/rulec/rulec/interp/state"
	"github.com/rulec/rulec/interp/trace"
	"github.com/rulec/rulec/interp/value"
	"github.com/rulec/rulec/lang/program"
)

// Who thinks ahead is asked in the middle of a batch, where a machine can't be copied. So a machine in
// which somebody does keeps a copy of itself as it stood when the last batch had landed, and notes
// what has been decided since: a copy of that copy, to which the same is told, comes to the same
// question, and can be played on with other dice.

// A Thinker decides for those whose tactic thinks ahead.
type Thinker interface {
	// Think answers what somebody does. ok is false where it leaves that to their tactic.
	Think(m *Machine, q *Question) (act value.Act, ok bool, err error)
	// Thought says how it came to the last answer.
	Thought() Thought
}

// Thought is how a [Thinker] came to an answer.
type Thought struct {
	// Ways is how many ways were looked at.
	Ways int
	// Better and Worse are in how many of Fights, played on with the same dice, the answer came to more and to less
	// than what Than would have done: their own tactic, or another by which they would go on.
	Fights, Better, Worse int
	Than                  *program.Tactic
}

// LetThink lets t decide for those whose tactic thinks ahead; nil: their tactics do by themselves.
// It counts from the next reset on.
func (m *Machine) LetThink(t Thinker) { m.thinker = t }

// Thinker returns who decides for those whose tactic thinks ahead; nil: nobody.
func (m *Machine) Thinker() Thinker { return m.thinker }

// StopThinking lets tactics decide by themselves until the next reset.
func (m *Machine) StopThinking() { m.ledger.stop() }

// thinks tells whether somebody thinks ahead now.
func (m *Machine) thinks(who board.Thing) bool {
	return m.ledger.open && who != 0 && m.thing(who).Thinks
}

// ledger is what has been decided since the last batch landed.
type ledger struct {
	// open is set while it is written; stopped, when nobody thinks any more.
	open, stopped bool
	// landed stands as the fight did then.
	landed *Machine
	// notes are the decisions: of an act its action, from 1, and its parameters, 0 for none; of a
	// choice whether there was an answer, how many candidates it takes, and which; of a card that a
	// driver has drawn whether he did, and which.
	notes []float64
	// question is what is asked of who thinks, which a tactic is not told.
	question Question
}

func (l *ledger) reset() { l.open, l.stopped, l.notes = false, false, l.notes[:0] }

func (l *ledger) close() { l.open = false }

func (l *ledger) stop() { l.open, l.stopped = false, true }

// landed notes where the machine stands, if anybody thinks.
func (m *Machine) landed() {
	if m.thinker == nil || m.ledger.stopped || m.Ending != trace.NotOver {
		m.ledger.close()
		return
	}
	m.ledger.begin(m)
}

// begin begins anew where a batch has landed.
func (l *ledger) begin(m *Machine) {
	if l.landed == nil {
		l.landed = m.Copy()
	}
	l.landed.StandAs(m)
	l.open, l.notes = true, l.notes[:0]
}

// noteAct notes what somebody does.
func (l *ledger) noteAct(m *Machine, act actRef) {
	if act == 0 {
		l.notes = append(l.notes, 0)
		return
	}
	a := m.acts.at(act)
	l.notes = append(l.notes, float64(a.action.Index+1))
	for _, p := range a.action.Params {
		v := m.acts.row(act)[p.Cell]
		switch p.Type.Kind {
		case program.Set:
			l.noteSet(m.acts.row(act)[p.Cell : p.Cell+state.SetCells])
		case program.List:
			l.noteList(m.lists.Of(v))
		case program.Act:
			l.notes = append(l.notes, float64(m.acts.find(value.Act(v))))
		default:
			l.notes = append(l.notes, v)
		}
	}
}

func (l *ledger) noteList(items []float64) {
	l.notes = append(append(l.notes, float64(len(items))), items...)
}

func (l *ledger) noteSet(cells []float64) {
	at := len(l.notes)
	l.notes = append(l.notes, 0)
	for v := 1.0; v <= state.MaxMember; v++ {
		if state.InSet(cells, v) {
			l.notes = append(l.notes, v)
			l.notes[at]++
		}
	}
}

// noteChoice notes which candidates somebody takes.
func (l *ledger) noteChoice(answer []int, ok bool) {
	l.notes = append(l.notes, boolean(ok), float64(len(answer)))
	for _, i := range answer {
		l.notes = append(l.notes, float64(i))
	}
}

// noteDraw notes which card a driver has drawn.
func (l *ledger) noteDraw(card float64, ok bool) { l.notes = append(l.notes, boolean(ok), card) }

// think lets the thinker answer for somebody. ok is false where he leaves it to the tactic.
func (m *Machine) think(h eventRef, who, actor board.Thing) (act actRef, ok bool, err error) {
	x := m.events.at(h)
	q := m.ledger.ask()
	q.Name, q.Event, q.Open, q.Who, q.Actor, q.Announcement, q.happening = x.event.Name, x.event.Event, x.open, who, actor, x.number, h
	q.Entry = m.turns.now
	answer, ok, err := m.thinker.Think(m, q)
	if m.opts.Thought != nil {
		m.opts.Thought()
	}
	if err == nil && m.record.explains && m.record.tracing {
		m.tellThought(m.thinker.Thought(), m.acts.find(answer), ok, h, who)
	}
	return m.acts.find(answer), ok, err
}

func (l *ledger) ask() *Question {
	l.question = Question{}
	return &l.question
}

// Copy returns a machine of the same fight for [Machine.Ahead]: it keeps no trace, and nobody in it
// thinks ahead.
func (m *Machine) Copy() *Machine {
	o := m.opts
	o.Trace, o.Explain, o.Sums, o.Profile, o.Check, o.Laws = false, false, false, nil, false, nil
	c := newMachine(m.Fight, o)
	c.SetChooser(&Tactics{})
	return c
}

// Juncture tells apart the questions that are put to who thinks: two of them share its number only
// where everything was the same up to there, dice included.
func (m *Machine) Juncture(q *Question) uint64 {
	var h hasher
	for _, word := range []uint64{m.ledger.landed.Hash(), m.source.Run()} {
		h.put(float64(word>>32), float64(word&math.MaxUint32))
	}
	h.all(m.ledger.notes)
	h.put(float64(q.Who), float64(q.Actor), float64(q.Event.Index), float64(q.Announcement))
	for i := range m.source.Thrown() {
		if r := m.source.Roll(i); r.Scripted {
			h.put(float64(i), r.Total)
		}
	}
	word := uint64(keyed.Golden)
	for i := 0; i+8 <= len(h.bytes); i += 8 {
		word = keyed.Mix(word ^ binary.LittleEndian.Uint64(h.bytes[i:]))
	}
	return word
}

// errElsewhere is what playing ahead ends with where a copy doesn't come to the same question.
var errElsewhere = errors.New("a copy of the fight has come to another question")

// A Player decides in a copy of a fight from the question on that is asked in it, and is told as a [Driver]
// is how that goes on. Dice and cards fall as they like.
type Player interface {
	Chooser
	Landed(m *Machine) error
	Ended(m *Machine, a value.Act) error
}

// Ahead lets a copy of m, which is asked something and thinks, come to the same question, and has d
// decide from there on. Nothing of that is seen in m.
func (m *Machine) Ahead(copied *Machine, d Player) (Outcome, error) {
	copied.opts.Context, copied.opts.Seed, copied.opts.Seeded = m.opts.Context, m.opts.Seed, m.opts.Seeded
	copied.without = m.without
	copied.StandAs(m.ledger.landed)
	copied.work.reset(&copied.limits)
	r := &again{driver: d, of: m, copied: copied, notes: m.ledger.notes}
	copied.Obey(r)
	out, err := copied.Run()
	if r.lost {
		err = errElsewhere
	}
	return out, err
}

// again is a driver that tells a copy what has been decided in a machine, and then lets a player decide.
type again struct {
	driver     Player
	of, copied *Machine
	notes      []float64
	// there is set when the question has been reached; lost, where the copy asks for what was not decided.
	there, lost bool
}

// take returns the next note; there is one, or the copy has lost its way.
func (d *again) take() float64 {
	if len(d.notes) == 0 {
		d.lost = true
		return 0
	}
	v := d.notes[0]
	d.notes = d.notes[1:]
	return v
}

// Act does what was done, and then what the player says.
func (d *again) Act(m *Machine, q *Question) (value.Act, error) {
	if len(d.notes) == 0 {
		d.there = true
		return d.driver.Act(m, q)
	}
	n := int(d.take())
	if n == 0 {
		return value.NoAct, nil
	}
	if n > len(m.Code.Actions) || n < 0 {
		d.lost = true
		return value.NoAct, ErrOver
	}
	a := m.Code.Actions[n-1]
	act := m.newAct(a, q.Actor, q.happening)
	for _, p := range a.Params {
		m.setParam(act, p, d.argument(m, p))
	}
	m.acts.found(act, m.tally.changes)
	if d.lost {
		return value.NoAct, ErrOver
	}
	return m.acts.number(act), nil
}

// argument is what a parameter was.
func (d *again) argument(m *Machine, p *code.Param) float64 {
	v := d.take()
	switch p.Type.Kind {
	case program.Set, program.List:
		if int(v) > len(d.notes) || v < 0 {
			d.lost = true
			return 0
		}
		items := d.notes[:int(v)]
		d.notes = d.notes[int(v):]
		return m.ListOf(items)
	case program.Act:
		return float64(m.acts.number(actRef(v)))
	}
	return v
}

// Choose chooses what was chosen.
func (d *again) Choose(m *Machine, q *Question, picked []int) ([]int, bool, error) {
	if d.there {
		return d.driver.Choose(m, q, picked)
	}
	ok := d.take() != 0
	for range int(d.take()) {
		picked = append(picked, int(d.take()))
	}
	if d.lost {
		return picked, false, ErrOver
	}
	return picked, ok, nil
}

// Chance leaves it to the dice, or shows what they have shown: see [again.FacesFor].
func (d *again) Chance(*Machine, *Question) (int, bool, error) { return 0, false, nil }

// Draw draws the card that was drawn.
func (d *again) Draw(*Machine, *program.Deck, dice.Roller) (float64, bool, error) {
	if d.there || d.of.driver == nil {
		return 0, false, nil
	}
	ok, card := d.take() != 0, d.take()
	return card, ok, nil
}

// FacesFor gives the faces that a script, or somebody by hand, gave for a roll.
func (d *again) FacesFor(dice.Roller, dice.Label, dice.Value) (faces []int, found bool, err error) {
	at := d.copied.source.Thrown() - 1
	if d.there || at >= d.of.source.Thrown() || !d.of.source.Roll(at).Scripted {
		return nil, false, nil
	}
	for _, f := range d.of.source.Faces(at) {
		faces = append(faces, int(f.Shown))
	}
	return faces, true, nil
}

// Misfit says that a copy has thrown other dice.
func (d *again) Misfit(dice.Roller, dice.Label, dice.Value, int, string) error {
	d.lost = true
	return ErrOver
}

// Landed tells the player that something has landed, once it decides.
func (d *again) Landed(m *Machine) error {
	if !d.there {
		d.lost = true
		return ErrOver
	}
	return d.driver.Landed(m)
}

// Ended tells the player that an action has ended, once it decides.
func (d *again) Ended(m *Machine, act value.Act) error {
	if !d.there {
		return nil
	}
	return d.driver.Ended(m, act)
}

// Allows tells whether somebody who is asked could do an action with parameters that are all given;
// a 0 in the place of somebody or something is none.
func (m *Machine) Allows(q *Question, a *program.Action, args []float64) (act value.Act, ok bool) {
	given := make([]float64, len(args))
	for i, v := range args {
		given[i] = v
		if v == 0 && mayBeNone(&a.Params[i].Type) {
			given[i] = noneByDefault
		}
	}
	act, refusal := m.Propose(q, a, given)
	return act, refusal == nil
}

// LinesOf finds the best way of each action that a line of a tactic names for a question, whether the
// line's turn comes or not, and whatever it asks first.
func (m *Machine) LinesOf(q *Question, of *program.Tactic, found func(act value.Act)) {
	t := &Tactics{}
	tactic := m.Code.Tactics[of]
	lines := tactic.Acts[q.Event.Index]
	for i := range lines {
		for k := range lines[i].Does {
			d := &lines[i].Does[k]
			m.Aside(func() {
				if t.fix(m, d, q.happening, q.Who) {
					if act, _, ok := m.answerWith(d, q.happening, q.Who, q.Actor, t.args); ok {
						found(m.acts.number(act))
					}
				}
			})
		}
	}
}

// Share says how much a combatant still has of what reports call health, of what they had at the
// start: 1 for all of it, 0 for nothing. Where reports call nothing so, it is 1.
func (m *Machine) Share(who board.Thing) float64 {
	r := m.Code.Program.Reports
	if r == nil || len(r.Health) == 0 {
		return 1
	}
	sum, count := 0.0, 0.0
	for _, f := range r.Health {
		x := m.Code.Fields[f]
		parts := x.Parts
		if !x.Virtual {
			parts = append(parts[:0:0], x)
		}
		for _, part := range parts {
			sum, count = sum+m.shareOf(who, part), count+1
		}
	}
	return sum / max(count, 1)
}

// shareOf is how much of a pool is left of what it was at the start.
func (m *Machine) shareOf(who board.Thing, x *code.Field) float64 {
	if m.KindOf[who] == nil || x.Pool == nil {
		return 1
	}
	at := int(m.Rows[who]) + x.Cell
	now, first := m.state.Cell(at), m.Initial.Cell(at)
	low, high := m.bounds(x.Pool, who, 0)
	if x.Pool.Up {
		now, first, low = -now, -first, -high
	}
	switch {
	case math.IsInf(low, -1): // it counts harm, without an end
		return 1 / (1 + max(first-now, 0)/10)
	case first <= low:
		return 1
	}
	return min(max((now-low)/(first-low), 0), 1)
}
