package interp

import (
	"github.com/rulec/rulec/lang/program"
)

// carry compiles `x.carrier = c`. What is let go lies where it was carried.
func (c *compiler) carry(s *program.Carry) stmt {
	what, to, span := c.expr(s.What), c.expr(s.To), &s.Span
	return func(f *frame) control {
		m := f.m
		thing, by := m.somebody(what(f), span), int(to(f))
		switch {
		case by == int(m.state.Carrier(thing)):
			return goOn
		case m.carriedBy(by, thing):
			m.fail(span, CarriesItself, "%s can't be carried by %s", m.title(thing), m.title(by))
		}
		at := m.areaOf(thing).Place
		m.do(&op{kind: opCarry, thing: int32(thing), by: int32(by), span: span})
		if by == 0 && at != 0 {
			m.moveAll(m.batch.keepData(float64(thing), float64(at)), span)
		}
		return f.after()
	}
}

// carriedBy tells whether somebody is a thing, or is carried by it.
func (m *Machine) carriedBy(who, thing int) bool {
	for k := 0; who != 0 && k <= m.count; k++ {
		if who == thing {
			return true
		}
		who = int(m.state.Carrier(who))
	}
	return false
}
