package script

import (
	"slices"

	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/lang/program"
)

// Transcript is a driver that plays a machine's encounter by a script, for callers that go on from the script's end. It supplies dice and
// cards, too.
type Transcript struct{ *player }

// Transcribe returns a driver that plays by a script; strict requires the script to give all dice.
func Transcribe(m *interp.Machine, s *program.Script, strict bool) Transcript {
	return Transcript{newPlayer(m, s, strict)}
}

// Left reports whether any of the script is still to be played.
func (t Transcript) Left() bool {
	return len(t.items) > 0 || t.waiting || slices.ContainsFunc(t.lines, func(l *scriptLine) bool { return len(l.body) > 0 || l.filled() })
}
