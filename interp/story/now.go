package story

import (
	"github.com/rulec/rulec/interp/trace"
	"github.com/rulec/rulec/interp/value"
)

// Standing says how everybody is by a trace that tells nothing else: a row for each creature.
func Standing(t *trace.Trace, names *value.Names) []Row { return now(t, names).everything }

// Draw draws the part of the ground where somebody stands by such a trace, or lists who is in which
// zone; nil: there is no map, or it would be too large.
func Draw(t *trace.Trace, names *value.Names) *Map {
	s := now(t, names)
	s.ground()
	if len(s.log.Lines) == 0 {
		return nil
	}
	return s.log.Lines[0].Map
}

func now(t *trace.Trace, names *value.Names) *telling {
	proper := *names
	proper.Proper = true
	s := &telling{wording: wording{names: &proper, trace: t}, log: &Log{}}
	s.standing(0)
	return s
}
