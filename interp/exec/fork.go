package exec

// Fork returns a machine of the same fight that stands where m does: whatever is done with
// the one from then on doesn't touch the other, and both go on alike for as long as their
// choosers do. It may be called when nothing runs, such as in [Driver.Landed]; [Machine.Run]
// goes on from there. The fork plays by tactics, keeps no trace of what was before it, and
// nobody observes it.
func (m *Machine) Fork() *Machine {
	f := newMachine(m.Fight, m.opts)
	f.limits, f.timeLimit = m.limits, m.timeLimit
	f.SetChooser(&Tactics{})
	m.state.CopyTo(&f.state)
	f.started, f.givenHolds, f.over, f.closed, f.Outcome = m.started, m.givenHolds, m.over, m.closed, m.Outcome
	f.by = m.by
	m.turns.copyTo(&f.turns)
	m.payments.copyTo(&f.payments)
	m.settling.copyTo(&f.settling)
	m.slots.CopyTo(&f.slots)
	m.decks.CopyTo(&f.decks)
	m.events.copyTo(&f.events)
	m.acts.copyTo(&f.acts)
	m.tally.copyTo(&f.tally)
	m.work.copyTo(&f.work)
	f.lists, f.dice = m.lists.Clone(), m.dice.Clone()
	f.source.Continue(m.source)
	f.record.reset(&f.opts, f.Code.TurnEvent())
	f.noticeAll()
	return f
}
