package interp

// Follow plays the i-th of the scripts that follow the encounter, when that has
// ended: time passes, the scene acts, and what is expected is tested. The machine
// must have been played by [Play]; where its encounter had to script every roll, so
// has the script. An error is a *diag.Diagnostic.
//
// Spec: 16 "States and sequences".
func (m *Machine) Follow(i int) error {
	if err := m.Close(); err != nil {
		return err
	}
	t := newTranscript(m, m.encounter.After[i], m.opts.StrictDice)
	m.read(t)
	return m.guarded(t.finish)
}

// ForgetTrace empties the trace, so that what follows can be told by itself.
func (m *Machine) ForgetTrace() {
	t := &m.trace
	t.Events, t.Values, t.Faces, t.Dice, t.Explanations = t.Events[:0], t.Values[:0], t.Faces[:0], t.Dice[:0], t.Explanations[:0]
	m.explaining, m.why, m.explainAt = false, 0, -1
}
