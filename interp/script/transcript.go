package script

import (
	"slices"

	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/lang/program"
)

// Transcript is a driver that plays a machine's encounter by a script, for whoever wants to go on
// from where the script ends. It gives dice and cards, too.
type Transcript struct{ *player }

// Transcribe returns a driver that plays by a script; strict demands that it gives all dice.
func Transcribe(m *interp.Machine, s *program.Script, strict bool) Transcript {
	return Transcript{newPlayer(m, s, strict)}
}

// Left tells whether anything of the script has still to be played.
func (t Transcript) Left() bool {
	return len(t.items) > 0 || t.waiting || slices.ContainsFunc(t.lines, func(l *scriptLine) bool { return len(l.body) > 0 || l.filled() })
}
