package interp

// GoOn lets the clock run on until t after the encounter has ended, for rests and
// nights: whatever stands on the agenda up to then comes up. Who is asked passes
// or takes defaults, as the chooser has it. An error is a *diag.Diagnostic.
//
// Spec: 10 "Time".
func (m *Machine) GoOn(t float64) error {
	return m.guarded(func() error {
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
		m.Outcome.Now = m.clock[0]
		return nil
	})
}
