package interp

import (
	"io"

	"github.com/rulec/rulec/interp/dice"
	"github.com/rulec/rulec/interp/story"
)

// Log tells what happened in the last run of a machine: see [story.Tell]. It must have been made
// with Options.Trace.
func Log(m *Machine, o story.Options) *story.Log { return story.Tell(m.Trace(), m.Names(), o) }

// Story writes what happened in the last run of a machine as text, with dice in words.
func Story(m *Machine, w io.Writer) error { return Log(m, story.Options{Dice: dice.InWords}).Text(w) }
