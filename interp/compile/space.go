package compile

import (
	"github.com/rulec/rulec/lang/program"
)

// Inputs of the formula: self, the places before and after the step, and the ground.
const (
	slotFrom = 1
	slotTo   = 2
)

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

// looksWhere tells whether a formula for what a step costs looks at its places.
func (c *compiler) looksWhere(src *program.Formula) bool {
	for e := range src.Exprs() {
		if e.Op == program.OpLocal && (e.Index == slotFrom || e.Index == slotTo) {
			return true
		}
	}
	return false
}
