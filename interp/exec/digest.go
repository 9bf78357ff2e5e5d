package exec

// Digest returns a word that tells the last run apart from others: see [trace.Trace.Digest]. The
// machine must have been made with Options.Trace.
func (m *Machine) Digest() uint64 { return m.record.trace.Digest(m.names()) }

// Digests returns such a word for each event of the last run: see [trace.Trace.Digests].
func (m *Machine) Digests() []uint64 { return m.record.trace.Digests(m.names()) }
