package interp

import (
	"github.com/rulec/rulec/interp/board"
	"github.com/rulec/rulec/lang/program"
)

// Most of what a search for a way asks is whether somebody may stand where nobody is.
// Where the ruleset's formula looks at nothing of a place but who is there and what the
// ground is made of, the answer is the same for all free places of that ground, and is
// worked out once until something changes that it reads.

// fits tells whether the ruleset lets a thing stand at a place.
func (m *Machine) fits(thing board.Thing, at board.Place) bool {
	switch {
	case m.code.fits == nil:
		return true
	case m.code.freeAlike && !m.record.explaining && !m.board.Taken(at):
		return m.fitsWhereFree(thing, at)
	}
	return m.fitsThere(thing, at)
}

func (m *Machine) fitsThere(thing board.Thing, at board.Place) bool {
	return m.truth(m.code.fits, float64(thing), float64(at))
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

// looksAround tells whether a formula, worked out for a place in a slot, depends on the
// place by something else than who is there and what the ground is made of.
func (c *compiler) looksAround(e *program.Expr, slot int) bool {
	if e.Op == program.OpLocal {
		return e.Index == slot
	}
	for i, a := range e.Args {
		if a.Op == program.OpLocal && a.Index == slot && c.asksPlainly(e, i) {
			continue
		}
		if c.looksAround(a, slot) {
			return true
		}
	}
	return false
}

// asksPlainly tells whether a function asks of its i-th argument, a place, nothing but
// who is there, what the ground is made of, and that it is a place.
func (c *compiler) asksPlainly(e *program.Expr, i int) bool {
	switch e.Op {
	case program.OpBuiltin:
		return e.Builtin == program.Occupants || e.Builtin == program.Terrain || e.Builtin == program.Given
	case program.OpQuantity:
		for _, list := range e.Quantity.By {
			if len(list) > 0 {
				return false
			}
		}
		return e.Quantity.Value != nil && !c.looksAround(e.Quantity.Value.Expr, i)
	}
	return false
}
