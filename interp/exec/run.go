package exec

import (
	"github.com/rulec/rulec/interp/board"
	"github.com/rulec/rulec/interp/code"
	"github.com/rulec/rulec/interp/trace"
	"github.com/rulec/rulec/interp/value"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
)

// Run plays the encounter to its end, from its start or, on a fork, from where it stands. An error is a *diag.Diagnostic: what went
// wrong, where, with which values, and the calls that led there. The machine can
// be reset afterwards.
//
// Spec: time.md.
func (m *Machine) Run() (Outcome, error) {
	err := m.guarded(m.run)
	return m.Outcome, err
}

// guarded runs f and turns whatever stops it into an error.
func (m *Machine) guarded(f func() error) (err error) {
	m.guards++
	defer func() {
		m.guards--
		r := recover()
		if _, stopped := r.(stoppedAt); stopped {
			if m.guards > 0 {
				panic(r) // what runs around it has to stop as well
			}
			m.record.stopAfter(reachedIt)
			err = nil
			return
		}
		if _, called := r.(calledOver); called {
			err = m.guarded(func() error { // it may be stopped at an event that tells of the end
				m.closeRun(trace.Called)
				return nil
			})
			return
		}
		m.caught(r, &err)
	}()
	return f()
}

// calledOver is what ends a run when a chooser returns ErrOver.
type calledOver struct{}

// stoppedAt is what ends a run at an event that it was to come to; reachedIt is then what
// record.stopAt is.
type stoppedAt struct{}

const reachedIt = -1

// RunTo plays the encounter, as [Machine.Run] does, until so many events have been recorded,
// and stops there, in the middle of whatever runs. What stands then can be read; before
// anything else the machine has to be reset. Since dice are keyed, going back to an earlier
// event is coming to it again: reset, then run to it. reached is false if the encounter has
// ended before; then what follows the run is played, too, one after the other, if anything does: see
// [Machine.Guard]. The machine must have been made with Options.Trace.
func (m *Machine) RunTo(events int, follow ...func() error) (reached bool, err error) {
	m.record.stopAfter(events)
	defer m.record.stopAfter(0)
	_, err = m.Run()
	for _, f := range follow {
		if err != nil || m.record.stopAt == reachedIt {
			break
		}
		err = f()
	}
	return m.record.stopAt == reachedIt, err
}

// RunThrough plays the encounter as RunTo does up to the last of some numbers of events, which are above 0 and ascend,
// and calls look wherever it has come to one of them: what stands there can be read, and mustn't be changed.
func (m *Machine) RunThrough(events []int, look func(), follow ...func() error) error {
	last := len(events) - 1
	m.record.lookAt(events[:last], look)
	defer m.record.lookAt(nil, nil)
	_, err := m.RunTo(events[last], follow...)
	if len(m.record.trace.Events) == events[last] {
		look()
	}
	return err
}

// closeRun notes how the run ended, without announcing anything.
func (m *Machine) closeRun(how trace.Ending) {
	if m.Ending == trace.NotOver {
		m.Ending = how
	}
	m.Outcome.Now = m.turns.clock[0]
	if m.record.tracing {
		m.batch.breakOff()
		m.tellStandings()
		e := m.emit(trace.Finish, nil)
		e.Side, e.Ending, e.Act, e.Amount = int32(m.Winner), m.Ending, m.Acts, m.Outcome.Now
	}
}

func (m *Machine) run() error {
	if m.profile != nil {
		m.profile.Begin()
		defer m.profile.End()
	}
	if !m.started { // else it goes on from where it stands
		m.start()
		if m.driver != nil {
			m.drive(m.driver.Landed(m))
		}
		m.landed()
	}
	for m.Ending == trace.NotOver && m.turnOver() {
		if m.driver != nil {
			m.drive(m.driver.Landed(m))
		}
		m.landed()
	}
	m.ledger.close()
	m.finish()
	return nil
}

// drive takes what a driver returned.
func (m *Machine) drive(err error) {
	if err != nil {
		m.raise(m.asDiagnostic(err, nil))
	}
}

// start sets the encounter up: given conditions, the setup, the first entries.
func (m *Machine) start() {
	if m.record.tracing {
		m.emit(trace.Start, &m.Fight.Encounter.Span)
	}
	m.beginProgram()
	m.goOn()
	way := m.trail.loop(program.Type{})
	for i := range m.Given {
		m.trail.reach(way, i)
		m.give(&m.Given[i])
	}
	m.trail.leave(way)
	if !m.givenHolds {
		m.checkGiven(func(t *program.Thing) bool { return len(t.Conditions) > 0 })
		m.givenHolds = true // what is refused is refused in each trial
	}
	if m.Setup != nil {
		m.runTop(m.Setup, &m.Fight.Encounter.Span)
	}
	m.settle()
	m.announceEdge(m.Code.StartEncounter, 0, 0)
	m.settle()
	switch {
	case m.Fight.Encounter.Entries != nil:
		m.scheduleGiven()
	case m.Code.Start != nil:
		m.beginProgram()
		m.runTop(m.Code.Start, &m.Code.Program.Time.Span)
	}
	m.settle()
	if m.record.tracing {
		m.tellStandings()
	}
	m.started = true
	m.noticeMore()
	m.settle()
	if t := m.Code.Program.Time; t != nil {
		first := &t.Span
		if m.Fight.Encounter.Entries != nil {
			first = &m.Fight.Encounter.EntriesAt
		}
		m.turns.forgetAll(first)
		m.checkAgenda()
	}
	m.tidy()
}

// scheduleGiven puts the entries of the encounter onto the agenda.
func (m *Machine) scheduleGiven() {
	for i, g := range m.Fight.Encounter.Entries {
		m.at = &g.Span
		e := m.newEntry(m.Code.Entries[g.Entry.Index], board.Thing(g.Of+1), len(g.Keys))
		copy(e.Keys[:], g.Keys)
		for k := range m.OwnTexts.Entries[i] {
			m.frame.handInto(&m.OwnTexts.Entries[i][k], m.entryRow(e.Slot))
		}
		m.scheduleEntry(&e, &g.Span)
	}
}

// give applies a condition that a thing begins the encounter with.
func (m *Machine) give(g *code.Given) {
	x := m.Code.Conditions[g.Src.Condition.Index]
	by := g.Who
	if g.Src.By >= 0 {
		by = board.Thing(g.Src.By + 1)
	}
	data, count := m.frame.keepFields(g.With, x)
	m.at = &g.Src.Span
	o := op{span: &g.Src.Span}
	m.begin(x, g.Who, by, m.endingFor(x.Until, x.Condition, g.Who, by, data, count), data, count, &o)
}

// runTop runs a program that belongs to nobody.
func (m *Machine) runTop(r *code.Routine, span *diag.Span) {
	g := m.enter(r.Slots)
	g.what, g.at, g.act, g.event = &r.What, span, 0, 0
	clear(g.locals)
	open := len(m.events.joined)
	m.runBlock(g, r.Body)
	m.closeJoined(open)
	m.leave(g)
}

// ended tells whether the encounter is over, once nothing runs.
func (m *Machine) ended() bool {
	if m.over && m.Ending == trace.NotOver {
		m.finishAs(trace.Over)
	}
	return m.Ending != trace.NotOver
}

// finishAs notes how the encounter ended.
func (m *Machine) finishAs(e trace.Ending) {
	if m.Ending == trace.NotOver {
		m.Ending = e
	}
}

// finish works out who won, and announces the end.
func (m *Machine) finish() {
	if m.laws.watches(program.LawEnds) && (m.Ending == trace.NothingLeft || m.Ending == trace.TimeUp) {
		m.mustEnd(unended[m.Ending])
	}
	m.conclude()
	m.closeRun(m.Ending)
}

// tidy forgets what belonged to the batch that is over.
func (m *Machine) tidy() {
	if m.laws.on {
		m.lawsLand()
	}
	if len(m.acts.running) > 0 {
		return
	}
	m.acts.forget()
	m.events.drop(0)
	m.lists.Release(value.Mark{})
	m.source.Forget()
}

// Next returns the clock time of the next batch, and whose its first entry is; 0 where it is nobody's, as a
// round is. ok is false when there is none.
func (m *Machine) Next() (clock float64, whose board.Thing, ok bool) {
	if k := m.state.Agenda.First(); k >= 0 {
		next := &m.state.Agenda[k]
		return next.Keys[0], board.Thing(next.Owner), true
	}
	return 0, 0, false
}

// Wait lets time pass until the clock shows t; nothing may come up before then.
func (m *Machine) Wait(t float64) {
	for end := m.firstEnd(); end < t; end = m.firstEnd() {
		m.passTo(end)
	}
	m.passTo(t)
	if m.record.tracing {
		m.emit(trace.Wait, nil).Amount = t
	}
}

// isOut tells whether a creature is out of the fight.
func (m *Machine) isOut(who board.Thing) bool {
	return m.Code.Out != nil && m.IsCreature[who] && m.truth(m.Code.Out, float64(who))
}

// name returns how messages call a thing.
func (m *Machine) name(who board.Thing) string { return m.title(who) }

// GoOn lets the clock run on until t after the encounter has ended, for rests and
// nights: whatever stands on the agenda up to then comes up. Who is asked passes
// or takes defaults, as the chooser has it. An error is a *diag.Diagnostic.
//
// Spec: time.md.
func (m *Machine) GoOn(t float64) error {
	return m.guarded(func() error {
		m.conclusion.reset()
		for {
			next := m.state.Agenda.First()
			if next < 0 || m.state.Agenda[next].Keys[0] > t {
				break
			}
			if end := m.firstEnd(); end <= m.state.Agenda[next].Keys[0] {
				m.passTo(end)
				continue
			}
			m.setClock(&m.state.Agenda[next])
			m.resolve(next)
		}
		m.Wait(t)
		m.Outcome.Now = m.turns.clock[0]
		return nil
	})
}
