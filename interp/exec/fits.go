package exec

import (
	"github.com/rulec/rulec/interp/board"
)

// Most of what a search for a way asks is whether somebody may stand where nobody is.
// Where the ruleset's formula looks at nothing of a place but who is there and what the
// ground is made of, the answer is the same for all free places of that ground, and is
// worked out once until something changes that it reads.

// fits tells whether the ruleset lets a thing stand at a place.
func (m *Machine) fits(thing board.Thing, at board.Place) bool {
	switch {
	case m.Code.Fits == nil:
		return true
	case m.Code.FreeAlike && !m.record.explaining && !m.board.Taken(at):
		return m.fitsWhereFree(thing, at)
	}
	return m.fitsThere(thing, at)
}

func (m *Machine) fitsThere(thing board.Thing, at board.Place) bool {
	return m.truth(m.Code.Fits, float64(thing), float64(at))
}

// fitsWhereFree is fits for a place where nobody is.
func (m *Machine) fitsWhereFree(thing board.Thing, at board.Place) bool {
	changed := positions{m}.Changed()
	if changed == 0 {
		return m.fitsThere(thing, at)
	}
	k := &m.memory.freeFits[int(thing)*m.board.Terrains+m.board.TerrainOf(at)]
	if k.at < changed {
		k.holds, k.at = m.fitsThere(thing, at), m.memory.ticks.Now()
	} else if m.opts.Check && k.holds != m.fitsThere(thing, at) {
		panic("who fits where nobody is changed though nothing did that it reads")
	}
	return k.holds
}
