package exec

import (
	"github.com/rulec/rulec/interp/board"
	"github.com/rulec/rulec/interp/code"
	"github.com/rulec/rulec/interp/state"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
)

// quantity returns a quantity for its participants. The last answer stands as long as
// nothing has changed that it reads.
func (m *Machine) quantity(q *code.Quantity, who []float64, e *program.Expr) float64 {
	if m.record.explaining {
		return m.explainedQuantity(q, who, e)
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

// workOutPlainly is WorkOut where nothing of it is recorded or checked.
func (m *Machine) workOutPlainly(q *code.Quantity, who []float64, at *diag.Span) float64 {
	g := m.frame.next
	if g == nil {
		g = m.frameBelow(m.frame)
	}
	copy(g.regs[:], who)
	g.what, g.at, g.act, g.event = &q.Name, at, 0, 0
	m.frame = g
	v := m.eval(q.Body, g)
	m.frame = g.prev
	return v
}

// WorkOut works a quantity out for its participants.
func (m *Machine) workOut(q *code.Quantity, who []float64, e *program.Expr) float64 {
	if !q.Small { // a small one counts as a part of the formula that it stands in
		m.step(1)
	}
	if !m.Code.Records && !m.opts.Check {
		return m.workOutPlainly(q, who, &e.Span)
	}
	if m.profile != nil {
		m.profiled(q.Quantity, "quantity", &q.Quantity.Decl)
	}
	g := m.quantityFrame(q, who, &e.Span)
	node := -1
	if m.record.explaining {
		node = m.explainQuantity(q, who, e)
	}
	v := m.eval(q.Body, g)
	if m.profile != nil {
		m.profile.Leave()
	}
	if node >= 0 {
		m.explained(node, v)
		m.explainTerms(node, q, who, v)
	}
	m.leave(g)
	if m.opts.Check {
		m.checkNumber(v, q.Value.Src.Expr.Type, q.Name)
	}
	return v
}

// quantityFrame takes a frame in which a quantity is worked out for its participants.
func (m *Machine) quantityFrame(q *code.Quantity, who []float64, at *diag.Span) *frame {
	g := m.enter(max(q.Value.Slots, len(who)+q.Channels))
	g.what, g.at = &q.Name, at
	g.act, g.event = 0, 0
	copy(g.locals, who)
	return g
}

func (m *Machine) hasAnyOf(who board.Thing, mask []uint64) bool {
	from := int(who) * m.Code.Words
	for i, word := range mask {
		if m.state.Bits(from+i)&word != 0 {
			return true
		}
	}
	return false
}

// carriedIt returns the k-th `it` for which what a definition says acts for
// somebody: the things made from it that he carries, or he himself; or the
// definition, once, when he carries that. 0 is the end. Only creatures bear it: a chest
// that stands by itself has nobody who would be `self`.
func (m *Machine) carriedIt(who board.Thing, d *program.Def, k int) float64 {
	if !m.IsCreature[who] {
		return 0
	}
	def := float64(d.Index + 1)
	if d.Kind.Stateful {
		for i := board.Thing(1); int(i) <= m.Count; i++ {
			if m.Made[i] != def || m.KindOf[i].Kind != d.Kind || i != who && m.state.Carrier(i) != who {
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
func (m *Machine) mentions(who board.Thing, d *program.Def, def float64) bool {
	from := int(m.Rows[who])
	for _, x := range m.KindOf[who].Carriers {
		t := code.ElementType(x.Type)
		if t.Of != d.Kind {
			continue
		}
		for i := range x.Cells {
			v := m.state.Cell(from + x.Cell + i)
			switch x.Type.Kind {
			case program.Set:
				if state.InSet(m.state.Row(from+x.Cell, state.SetCells), def) {
					return true
				}
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
