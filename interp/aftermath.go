package interp

// GoOn lets the clock run on until t after the encounter has ended, for rests and
// nights: whatever stands on the agenda up to then comes up. Who is asked passes
// or takes defaults, as the chooser has it. An error is a *diag.Diagnostic.
//
// Spec: 10 "Time".
func (m *Machine) GoOn(t float64) error {
	return m.guarded(func() error {
		for {
			next := m.first()
			if next < 0 || m.agenda[next].keys[0] > t {
				break
			}
			if end := m.firstEnd(); end <= m.agenda[next].keys[0] {
				m.passTo(end)
				continue
			}
			m.setClock(&m.agenda[next])
			m.resolve(next)
		}
		m.Wait(t)
		m.Outcome.Now = m.clock[0]
		return nil
	})
}
