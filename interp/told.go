package interp

import (
	"io"

	"github.com/rulec/rulec/interp/dice"
	"github.com/rulec/rulec/interp/story"
)

// Log returns the log of the last run of a machine: see [story.Tell]. The machine must have been created
// with Options.Trace.
func Log(m *Machine, o story.Options) *story.Log { return story.Tell(m.Trace(), m.Names(), o) }

// Story writes the log of the last run of a machine as text, with dice in words.
func Story(m *Machine, w io.Writer) error { return Log(m, story.Options{Dice: dice.InWords}).Text(w) }

// Logs renders the fight of a machine so far in several ways.
func Logs(m *Machine, ways ...story.Options) []*story.Log {
	return story.TellEach(m.Trace(), m.Names(), ways...)
}
