package exec

import (
	"github.com/rulec/rulec/interp/code"
	"github.com/rulec/rulec/lang/diag"
)

// of returns them as a list.
func (f *frame) itemsOf(s *code.Items) float64 {
	list := f.allItems(s)
	if s.Where != nil {
		list = f.filteredItems(s, list)
	}
	if s.Order != nil {
		list = f.sortedItems(s, list)
	}
	return list
}

func (f *frame) allItems(s *code.Items) float64 {
	if s.Maps == nil {
		return f.eval(s.List)
	}
	held := f.mapIn(s.Maps) // before the list begins: it may make lists of its own
	l := &f.m.lists
	l.Begin()
	if held != nil {
		for _, k := range held.Keys {
			l.Push(k)
		}
	}
	return l.End()
}

func (f *frame) filteredItems(s *code.Items, list float64) float64 {
	l := &f.m.lists
	all := l.Of(list)
	l.Begin()
	for _, v := range all {
		f.setItem(s, v)
		mark := l.Mark()
		keep := f.eval(s.Where) != 0
		l.Release(mark)
		if keep {
			l.Push(v)
		}
	}
	return l.End()
}

func (f *frame) sortedItems(s *code.Items, list float64) float64 {
	m := f.m
	from := len(m.room.sortKeys)
	for _, v := range f.walk(list) {
		f.setItem(s, v)
		mark := m.lists.Mark()
		key := f.eval(s.Order)
		m.lists.Release(mark)
		m.room.sortKeys = append(m.room.sortKeys, ranked{key, v})
	}
	return m.sorted(from)
}

// set puts an element, and what a key stands for, into the locals of the loop.
func (f *frame) setItem(s *code.Items, v float64) {
	f.locals[s.Slot] = v
	if s.Maps == nil || s.Second < 0 {
		return
	}
	f.locals[s.Second] = 0
	if held := f.mapIn(s.Maps); held != nil {
		f.locals[s.Second], _ = held.At(v)
	}
}

// mapIn returns the map that an operand gives; nil: none.
func (f *frame) mapIn(c *code.Instructions) *code.MapValue {
	v := f.eval(c)
	if v == 0 {
		return nil
	}
	return f.m.Code.Maps[int(v)-1]
}

func (f *frame) runFor(s *code.ForStmt) code.Control {
	m := f.m
	mark := m.lists.Mark()
	list := f.itemsOf(&s.Items)
	way := m.trail.over(s.For, m.lists.Of(list))
	for i, v := range m.lists.Of(list) {
		m.trail.reach(way, i)
		m.step(1)
		f.setItem(&s.Items, v)
		if how := m.runBlock(f, s.Body); how != code.GoOn {
			return how
		}
	}
	m.trail.leave(way)
	if len(m.lists.Of(list)) == 0 {
		m.lists.Release(mark)
	}
	return code.GoOn
}

func (f *frame) runTogether(s *code.TogetherStmt) code.Control {
	m := f.m
	list := f.itemsOf(&s.Items)
	n := len(m.lists.Of(list))
	if n == 0 {
		return code.GoOn
	}
	m.openBatch(n)
	from, rolls := len(m.room.savedLocals), len(f.rolls)
	m.room.savedLocals = append(m.room.savedLocals, f.locals...)
	way := m.trail.over(s.For, m.lists.Of(list))
	m.trail.saves(way, f, from)
	for i := range n {
		m.trail.reach(way, i)
		m.step(1)
		m.nextMember(n)
		copy(f.locals, m.room.savedLocals[from:])
		f.rolls = f.rolls[:rolls]
		f.setItem(&s.Items, m.lists.Of(list)[i])
		open := len(m.events.joined)
		m.runBlock(f, s.Body)
		m.closeJoined(open)
	}
	m.trail.leave(way)
	copy(f.locals, m.room.savedLocals[from:])
	f.rolls = f.rolls[:rolls]
	m.room.savedLocals = m.room.savedLocals[:from]
	m.closeBatch(n)
	m.settle()
	return f.after()
}

// loopAt is a while that runs, and how many rounds it has gone; without a place: none.
type loopAt struct {
	span   *diag.Span
	rounds int
}

func (f *frame) runWhile(s *code.WhileStmt) code.Control {
	m, span := f.m, &s.Cond.Span
	outer := m.work.loop
	for rounds := 0; ; rounds++ {
		m.work.goRound(loopAt{span, rounds})
		m.at = span
		m.step(1)
		if len(s.Calls.List) > 0 {
			if how := m.runBlock(f, s.Calls); how != code.GoOn {
				m.work.goRound(outer)
				return how
			}
			m.at = span
		}
		if f.weighed(&s.Test) == 0 {
			m.work.goRound(outer)
			return code.GoOn
		}
		if how := m.runBlock(f, s.Body); how != code.GoOn {
			m.work.goRound(outer)
			return how
		}
	}
}
