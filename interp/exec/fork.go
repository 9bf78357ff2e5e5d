package exec

// Fork returns a machine of the same fight that stands where m does: whatever is done with
// the one from then on doesn't touch the other, and both go on alike for as long as their
// choosers do. It may be called when nothing runs, such as in [Driver.Landed]; [Machine.Run]
// goes on from there. The fork plays by tactics, keeps no trace of what was before it, and
// nobody observes it.
func (m *Machine) Fork() *Machine {
	f := newMachine(m.Fight, m.opts)
	f.SetChooser(&Tactics{})
	f.StandAs(m)
	return f
}

// StandAs makes m stand where another machine of the same fight does, as a fork of that would:
// whatever m played before is forgotten, and it allocates next to nothing. Who chooses stays.
func (m *Machine) StandAs(other *Machine) {
	m.clearState()
	m.limits, m.timeLimit = other.limits, other.timeLimit
	m.started, m.givenHolds, m.over, m.closed, m.Outcome = other.started, other.givenHolds, other.over, other.closed, other.Outcome
	m.source.Continue(other.source)
	other.copyTo(m)
	m.noticeAll()
}

// copyTo gives another machine what m has in its parts, where nothing runs.
func (m *Machine) copyTo(to *Machine) {
	m.state.CopyTo(&to.state)
	m.turns.copyTo(&to.turns)
	m.payments.copyTo(&to.payments)
	m.settling.copyTo(&to.settling)
	m.slots.CopyTo(&to.slots)
	m.decks.CopyTo(&to.decks)
	m.events.copyTo(&to.events)
	m.acts.copyTo(&to.acts)
	m.tally.copyTo(&to.tally)
	m.work.copyTo(&to.work)
	m.lists.CopyTo(&to.lists)
	m.dice.CopyTo(&to.dice)
	m.conclusion.copyTo(&to.conclusion)
}
