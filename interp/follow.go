package interp

// ForgetTrace empties the trace, so that what follows can be told by itself.
func (m *Machine) ForgetTrace() {
	t := &m.trace
	t.Events, t.Values, t.Faces, t.Dice, t.Explanations = t.Events[:0], t.Values[:0], t.Faces[:0], t.Dice[:0], t.Explanations[:0]
	m.explaining, m.why, m.explainAt = false, 0, -1
}
