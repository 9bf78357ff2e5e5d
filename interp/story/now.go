package story

import (
	"github.com/rulec/rulec/interp/board"
	"github.com/rulec/rulec/interp/trace"
	"github.com/rulec/rulec/interp/value"
)

// States returns the state of all creatures from a trace with only that: a row for each creature.
func States(t *trace.Trace, names *value.Names) []Row { return now(t, names).rows }

// Draw draws the occupied part of the map from such a trace, or lists the occupants of each zone; nil means that there is no map, or that
// it would be too large.
func Draw(t *trace.Trace, names *value.Names) *Map {
	s := now(t, names)
	s.ground()
	if len(s.log.Lines) == 0 {
		return nil
	}
	return s.log.Lines[0].Map
}

func now(t *trace.Trace, names *value.Names) *telling {
	s := &telling{wording: wording{names: names.ForStory(), trace: t}, log: &Log{}, at: map[int32]board.Place{}, over: map[int32]bool{}, out: map[int32]bool{}}
	s.deciding = true
	s.readStates(0)
	return s
}
