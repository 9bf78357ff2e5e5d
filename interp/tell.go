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
