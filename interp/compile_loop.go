package interp

import (
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
)

// forLoop compiles a loop. The list is taken once (P29).
func (c *compiler) forLoop(s *program.For) stmt {
	items := c.loopItems(s)
	body := c.block(s.Body)
	slot := s.Slot
	if s.Together {
		return c.together(s, items, body)
	}
	second, values := s.Second, c.loopValues(s)
	return func(f *frame) control {
		m := f.m
		mark := m.lists.Mark()
		list := items(f)
		for _, v := range m.lists.Of(list) {
			m.step(1)
			f.locals[slot] = v
			if values != nil && second >= 0 {
				f.locals[second] = values(f, v)
			}
			if how := m.runBlock(f, body); how != goOn {
				return how
			}
		}
		if len(m.lists.Of(list)) == 0 {
			m.lists.Release(mark)
		}
		return goOn
	}
}

// whileLoop compiles a loop that goes on as long as its test holds. What bounds it are the
// steps of the action: an error says which loop it was.
func (c *compiler) whileLoop(s *program.While) stmt {
	test, body, span := weighedTest(s.Cond, c.test(s.Cond)), c.block(s.Body), &s.Cond.Span
	calls := c.block(s.Calls)
	return func(f *frame) control {
		m := f.m
		outer := m.work.loop
		for rounds := 0; ; rounds++ {
			m.work.goRound(loopAt{span, rounds})
			m.at = span
			m.step(1)
			if calls.count > 0 {
				if how := m.runBlock(f, calls); how != goOn {
					m.work.goRound(outer)
					return how
				}
				m.at = span
			}
			if !test(f) {
				m.work.goRound(outer)
				return goOn
			}
			if how := m.runBlock(f, body); how != goOn {
				m.work.goRound(outer)
				return how
			}
		}
	}
}

// loopAt is a while that runs, and how many rounds it has gone; without a place: none.
type loopAt struct {
	span   *diag.Span
	rounds int
}

// loopItems compiles the list that a loop walks: filtered and in order.
func (c *compiler) loopItems(s *program.For) numFn {
	var list numFn
	if s.MapField != nil {
		list = c.mapKeys(s)
	} else {
		list = c.expr(s.In)
	}
	where, slot := c.test(s.Where), s.Slot
	second, values := s.Second, c.loopValues(s)
	set := func(f *frame, v float64) {
		f.locals[slot] = v
		if values != nil && second >= 0 {
			f.locals[second] = values(f, v)
		}
	}
	if where != nil {
		all := list
		list = func(f *frame) float64 {
			l := &f.m.lists
			items := l.Of(all(f))
			l.Begin()
			for _, v := range items {
				set(f, v)
				mark := l.Mark()
				keep := where(f)
				l.Release(mark)
				if keep {
					l.Push(v)
				}
			}
			return l.End()
		}
	}
	if s.Order == nil {
		return list
	}
	by := c.expr(s.Order)
	unsorted := list
	return func(f *frame) float64 {
		v := unsorted(f)
		m := f.m
		from := len(m.room.sortKeys)
		for _, x := range f.walk(v) {
			set(f, x)
			mark := m.lists.Mark()
			key := by(f)
			m.lists.Release(mark)
			m.room.sortKeys = append(m.room.sortKeys, ranked{key, x})
		}
		return m.sorted(from)
	}
}

// mapKeys compiles the list of a map's keys.
func (c *compiler) mapKeys(s *program.For) numFn {
	find := c.mapOf(s)
	return func(f *frame) float64 {
		x := find(f) // before the list begins: it may make lists of its own
		l := &f.m.lists
		l.Begin()
		if x != nil {
			for _, k := range x.keys {
				l.Push(k)
			}
		}
		return l.End()
	}
}

// mapOf compiles the finding of the map that a loop walks.
func (c *compiler) mapOf(s *program.For) func(f *frame) *mapValue {
	read := c.expr(&program.Expr{
		Op: program.OpField, Type: s.MapField.Type, Field: s.MapField, Args: []*program.Expr{s.MapOf}, Span: s.MapOf.Span,
	})
	return func(f *frame) *mapValue {
		v := read(f)
		if v == 0 {
			return nil
		}
		return f.m.code.maps[int(v)-1]
	}
}

// loopValues compiles what a key of the loop's map stands for; nil for lists.
func (c *compiler) loopValues(s *program.For) func(f *frame, key float64) float64 {
	if s.MapField == nil {
		return nil
	}
	find := c.mapOf(s)
	return func(f *frame, key float64) float64 {
		if x := find(f); x != nil {
			for i, k := range x.keys {
				if k == key {
					return x.values[i]
				}
			}
		}
		return 0
	}
}

// together compiles a loop whose rounds are a batch: each on its own copy of the
// state, with locals of its own (P1, P30). A stop ends the round.
func (c *compiler) together(s *program.For, items numFn, body *block) stmt {
	slot := s.Slot
	second, values := s.Second, c.loopValues(s)
	return func(f *frame) control {
		m := f.m
		list := items(f)
		n := len(m.lists.Of(list))
		if n == 0 {
			return goOn
		}
		m.openBatch(n)
		saved, from := m.room.savedLocals, len(m.room.savedLocals)
		m.room.savedLocals = append(saved, f.locals...)
		rolls := len(f.rolls)
		for i := range n {
			m.step(1)
			m.nextMember(n)
			copy(f.locals, m.room.savedLocals[from:])
			f.rolls = f.rolls[:rolls]
			f.locals[slot] = m.lists.Of(list)[i]
			if values != nil && second >= 0 {
				f.locals[second] = values(f, f.locals[slot])
			}
			open := len(m.events.joined)
			m.runBlock(f, body)
			m.closeJoined(open)
		}
		copy(f.locals, m.room.savedLocals[from:])
		f.rolls = f.rolls[:rolls]
		m.room.savedLocals = m.room.savedLocals[:from]
		m.closeBatch(n)
		m.settle()
		return f.after()
	}
}
