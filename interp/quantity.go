package interp

import (
	"github.com/rulec/rulec/interp/number"
	"github.com/rulec/rulec/interp/state"
	"github.com/rulec/rulec/lang/program"
)

// quantity returns a quantity for its participants. The last answer stands as long as
// nothing has changed that it reads.
func (m *Machine) quantity(q *quantity, who []float64, e *program.Expr) float64 {
	if m.record.explaining {
		return m.workOut(q, who, e)
	}
	if q.Index >= len(m.memory.quantities) { // nothing is kept while a fight is laid out
		return m.workOut(q, who, e)
	}
	k := &m.memory.quantities[q.Index]
	at, stands := m.memory.recall(k, &q.Reads, who)
	switch {
	case at < 0:
		return m.workOut(q, who, e)
	case !stands:
		v := m.workOut(q, who, e)
		m.keepAnswer(k, at, v)
		return v
	case m.opts.Check && !m.sameAnswer(k, at, m.workOut(q, who, e)):
		panic("quantity " + q.Name + " changed though nothing did that it reads")
	}
	return m.again(k, at)
}

// workOut works a quantity out for its participants: contributions go into the
// channels by the role of their bearer, then the value formula reads both.
func (m *Machine) workOut(q *quantity, who []float64, e *program.Expr) float64 {
	if m.profile != nil {
		m.profiled(q.Quantity, "quantity", &q.Quantity.Decl)
	}
	n := len(who)
	g := m.enter(max(q.value.slots, n+q.channels))
	g.what, g.at = &q.Name, &e.Span
	g.act, g.event = 0, 0
	copy(g.locals, who)
	clear(g.locals[n : n+q.channels])
	node := -1
	if m.record.explaining {
		node = m.explainQuantity(q, who, e)
	}
	if len(q.roles) > 0 || node >= 0 {
		m.contribute(q, g, n, node)
	}
	v := q.value.num(g)
	if m.profile != nil {
		m.profile.Leave()
	}
	if node >= 0 {
		m.explained(node, v)
	}
	m.leave(g)
	if m.opts.Check {
		m.checkNumber(v, q.value.src.Expr.Type, q.Name)
	}
	return v
}

// contribute collects the contributions of all participants' bearers.
func (m *Machine) contribute(q *quantity, g *frame, n, node int) {
	base := len(m.room.channelSeen)
	for i := 0; q.picks && i < q.channels; i++ {
		m.room.channelSeen = append(m.room.channelSeen, false)
	}
	for _, role := range q.roles {
		if role >= n {
			continue
		}
		bearer := int(g.locals[role])
		if bearer == 0 || !q.always[role] && !m.hasAnyOf(bearer, q.mask[role]) {
			continue
		}
		for _, c := range q.by[role] {
			switch {
			case c.condition != nil && !m.has(bearer, c.condition):
			case c.fixed && node < 0 && m.record.parts == nil:
				m.addUp(&g.locals[n+c.amounts[0].channel], &c.amounts[0], c.amounts[0].value.value)
			default:
				m.contributeBy(q, c, g, n, bearer, base, node)
			}
		}
	}
	if node >= 0 {
		for i, c := range q.Channels {
			m.record.channel(node, c, g.locals[n+i])
		}
	}
	m.room.channelSeen = m.room.channelSeen[:base]
}

func (m *Machine) hasAnyOf(who int, mask []uint64) bool {
	from := who * m.code.words
	for i, word := range mask {
		if m.state.Bits(from+i)&word != 0 {
			return true
		}
	}
	return false
}

// contributeBy lets a contribution act for a bearer, who has its condition: once, or once for each
// instance or carried thing (P19).
func (m *Machine) contributeBy(q *quantity, c *contribution, g *frame, n, bearer, seen, node int) {
	switch {
	case c.condition != nil:
		x := c.condition
		if x.Each != program.PerInstance {
			m.contributeOnce(q, c, g, n, bearer, m.oldest(bearer, x), seen, node)
			return
		}
		for k := 0; k < len(m.state.InForce()); k++ {
			slot := m.state.InForce()[k]
			i := m.state.Instance(slot)
			if int(i.Bearer) == bearer && i.Condition == x.Condition && !i.Muted {
				m.contributeOnce(q, c, g, n, bearer, m.state.Number(slot), seen, node)
			}
		}
	case c.Carried != nil:
		for k := 0; ; k++ {
			it := m.carriedIt(bearer, c.Carried, k)
			if it == 0 {
				return
			}
			m.contributeOnce(q, c, g, n, bearer, it, seen, node)
		}
	case c.kind == nil || m.kindOf[bearer] == c.kind:
		m.contributeOnce(q, c, g, n, bearer, 0, seen, node)
	}
}

// contributeOnce puts the amounts of a contribution into the channels.
func (m *Machine) contributeOnce(q *quantity, c *contribution, g *frame, n, bearer int, it float64, seen, node int) {
	if c.when != nil && m.contributed(c.when, g, n, bearer, it) == 0 {
		return
	}
	for i := range c.amounts {
		a := &c.amounts[i]
		v := m.contributed(a.value, g, n, bearer, it)
		at := &g.locals[n+a.channel]
		first := false
		if q.picks {
			first = !m.room.channelSeen[seen+a.channel]
			m.room.channelSeen[seen+a.channel] = true
		}
		if node >= 0 {
			m.record.contribution(node, q.Channels[a.channel], c, bearer, v)
		}
		if m.record.parts != nil && q.Channels[a.channel].Reduce == program.SumOf {
			m.record.part(c, v)
		}
		switch q.Channels[a.channel].Reduce {
		case program.SumOf:
			m.addUp(at, a, v)
		case program.MaxOf:
			if first || v > *at {
				*at = v
			}
		case program.MinOf:
			if first || v < *at {
				*at = v
			}
		case program.AnyIs:
			if v != 0 {
				*at = 1
			}
		case program.CountOf:
			if v != 0 {
				*at++
			}
		case program.LastOf:
			*at = v
		}
	}
}

// addUp adds an amount to a channel.
func (m *Machine) addUp(at *float64, a *amount, v float64) {
	if *at += v; !number.InRange(*at) {
		m.mustBeInRange(*at, "the sum of the channel", &a.value.src.Span)
	}
}

// contributed works out a formula of a contribution: over the participants, the
// bearer and the instance or definition (P25).
func (m *Machine) contributed(fm *formula, g *frame, n, bearer int, it float64) float64 {
	if fm.fixed {
		return fm.value
	}
	h := m.enter(max(fm.slots, n))
	copy(h.locals, g.locals[:n])
	if fm.self >= 0 {
		h.locals[fm.self] = float64(bearer)
	}
	if fm.it >= 0 {
		h.locals[fm.it] = it
	}
	v := fm.num(h)
	m.leave(h)
	return v
}

// carriedIt returns the k-th `it` for which what a definition says acts for
// somebody: the things made from it that he carries, or he himself; or the
// definition, once, when he carries that. 0 is the end. Only creatures bear it: a chest
// that stands by itself has nobody who would be `self`.
func (m *Machine) carriedIt(who int, d *program.Def, k int) float64 {
	if !m.isCreature[who] {
		return 0
	}
	def := float64(d.Index + 1)
	if d.Kind.Stateful {
		for i := 1; i <= m.count; i++ {
			if m.made[i] != def || m.kindOf[i].Kind != d.Kind || i != who && int(m.state.Carrier(i)) != who {
				continue
			}
			if k == 0 {
				return float64(i)
			}
			k--
		}
		return 0
	}
	if k > 0 || !m.mentions(who, d, def) {
		return 0
	}
	return def
}

// mentions tells whether a thing's fields name a definition.
func (m *Machine) mentions(who int, d *program.Def, def float64) bool {
	from := int(m.rows[who])
	for _, x := range m.kindOf[who].carriers {
		t := elementType(x.Type)
		if t.Of != d.Kind {
			continue
		}
		for i := range max(x.Cells, 1) {
			v := m.state.Cell(from + x.cell + i)
			switch x.Type.Kind {
			case program.Set:
				return state.InSet(m.state.Row(from+x.cell, state.SetCells), def)
			case program.List:
				for _, y := range m.lists.Of(v) {
					if y == def {
						return true
					}
				}
			default:
				if v == def {
					return true
				}
			}
		}
	}
	return false
}
