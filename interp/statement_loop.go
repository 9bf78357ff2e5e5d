package interp

import (
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
)

// items are what a loop goes through: a list, or the keys of a map, filtered and in order. The list
// is taken once (P29).
type items struct {
	*program.For
	list *code
	// maps gives the map whose keys they are; nil: they are the elements of list.
	maps         *code
	where, order *code // nil: all, as they come
}

// of returns them as a list.
func (f *frame) itemsOf(s *items) float64 {
	list := f.allItems(s)
	if s.where != nil {
		list = f.filteredItems(s, list)
	}
	if s.order != nil {
		list = f.sortedItems(s, list)
	}
	return list
}

func (f *frame) allItems(s *items) float64 {
	if s.maps == nil {
		return f.eval(s.list)
	}
	held := f.mapIn(s.maps) // before the list begins: it may make lists of its own
	l := &f.m.lists
	l.Begin()
	if held != nil {
		for _, k := range held.keys {
			l.Push(k)
		}
	}
	return l.End()
}

func (f *frame) filteredItems(s *items, list float64) float64 {
	l := &f.m.lists
	all := l.Of(list)
	l.Begin()
	for _, v := range all {
		f.setItem(s, v)
		mark := l.Mark()
		keep := f.eval(s.where) != 0
		l.Release(mark)
		if keep {
			l.Push(v)
		}
	}
	return l.End()
}

func (f *frame) sortedItems(s *items, list float64) float64 {
	m := f.m
	from := len(m.room.sortKeys)
	for _, v := range f.walk(list) {
		f.setItem(s, v)
		mark := m.lists.Mark()
		key := f.eval(s.order)
		m.lists.Release(mark)
		m.room.sortKeys = append(m.room.sortKeys, ranked{key, v})
	}
	return m.sorted(from)
}

// set puts an element, and what a key stands for, into the locals of the loop.
func (f *frame) setItem(s *items, v float64) {
	f.locals[s.Slot] = v
	if s.maps == nil || s.Second < 0 {
		return
	}
	f.locals[s.Second] = 0
	if held := f.mapIn(s.maps); held != nil {
		f.locals[s.Second], _ = held.at(v)
	}
}

// mapIn returns the map that an operand gives; nil: none.
func (f *frame) mapIn(c *code) *mapValue {
	v := f.eval(c)
	if v == 0 {
		return nil
	}
	return f.m.code.maps[int(v)-1]
}

// at returns what a map has at a key.
func (x *mapValue) at(key float64) (v float64, ok bool) {
	for i, k := range x.keys {
		if k == key {
			return x.values[i], true
		}
	}
	return 0, false
}

// forStmt is a loop.
type forStmt struct {
	items
	body *block
}

func (f *frame) runFor(s *forStmt) control {
	m := f.m
	mark := m.lists.Mark()
	list := f.itemsOf(&s.items)
	for _, v := range m.lists.Of(list) {
		m.step(1)
		f.setItem(&s.items, v)
		if how := m.runBlock(f, s.body); how != goOn {
			return how
		}
	}
	if len(m.lists.Of(list)) == 0 {
		m.lists.Release(mark)
	}
	return goOn
}

// togetherStmt is a loop whose rounds are a batch: each on its own copy of the state, with locals
// of its own (P1, P30). A stop ends the round.
type togetherStmt struct {
	items
	body *block
}

func (f *frame) runTogether(s *togetherStmt) control {
	m := f.m
	list := f.itemsOf(&s.items)
	n := len(m.lists.Of(list))
	if n == 0 {
		return goOn
	}
	m.openBatch(n)
	from, rolls := len(m.room.savedLocals), len(f.rolls)
	m.room.savedLocals = append(m.room.savedLocals, f.locals...)
	for i := range n {
		m.step(1)
		m.nextMember(n)
		copy(f.locals, m.room.savedLocals[from:])
		f.rolls = f.rolls[:rolls]
		f.setItem(&s.items, m.lists.Of(list)[i])
		open := len(m.events.joined)
		m.runBlock(f, s.body)
		m.closeJoined(open)
	}
	copy(f.locals, m.room.savedLocals[from:])
	f.rolls = f.rolls[:rolls]
	m.room.savedLocals = m.room.savedLocals[:from]
	m.closeBatch(n)
	m.settle()
	return f.after()
}

// whileStmt is a loop that goes on as long as its test holds. What bounds it are the steps of the
// action: an error says which loop it was.
type whileStmt struct {
	*program.While
	test        weighed
	calls, body *block
}

// loopAt is a while that runs, and how many rounds it has gone; without a place: none.
type loopAt struct {
	span   *diag.Span
	rounds int
}

func (f *frame) runWhile(s *whileStmt) control {
	m, span := f.m, &s.Cond.Span
	outer := m.work.loop
	for rounds := 0; ; rounds++ {
		m.work.goRound(loopAt{span, rounds})
		m.at = span
		m.step(1)
		if len(s.calls.list) > 0 {
			if how := m.runBlock(f, s.calls); how != goOn {
				m.work.goRound(outer)
				return how
			}
			m.at = span
		}
		if f.weighed(&s.test) == 0 {
			m.work.goRound(outer)
			return goOn
		}
		if how := m.runBlock(f, s.body); how != goOn {
			m.work.goRound(outer)
			return how
		}
	}
}
