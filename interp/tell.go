package interp

import (
	"io"

	"github.com/rulec/rulec/interp/story"
)

// Story writes what happened in the last run as a story: see [story.Write]. The machine
// must have been made with Options.Trace.
func (m *Machine) Story(w io.Writer) error { return story.Write(w, &m.trace, m.names()) }

// JSON writes what happened in the last run as JSON: see [trace.Trace.WriteJSON]. The
// machine must have been made with Options.Trace.
func (m *Machine) JSON(w io.Writer) error { return m.trace.WriteJSON(w, m.names()) }

// ForgetTrace empties the trace, so that what follows can be told by itself.
func (m *Machine) ForgetTrace() {
	t := &m.trace
	t.Events, t.Values, t.Faces, t.Dice, t.Explanations = t.Events[:0], t.Values[:0], t.Faces[:0], t.Dice[:0], t.Explanations[:0]
	m.explaining, m.why, m.explainAt = false, 0, -1
}
