package interp

import (
	"math"
	"slices"

	"github.com/rulec/rulec/interp/number"
	"github.com/rulec/rulec/interp/state"
	"github.com/rulec/rulec/lang/program"
)

// setItems returns the list of a set's members, the smallest number first.
func (m *Machine) setItems(cells []float64) float64 {
	l := &m.lists
	l.Begin()
	for i, c := range cells {
		for bits := uint32(c); bits != 0; bits &= bits - 1 {
			l.Push(float64(i*32 + trailingZeros(bits) + 1))
		}
	}
	return l.End()
}

// listOp compiles the operations on lists that give a number or a list.
func (c *compiler) listOp(e *program.Expr) numFn {
	switch e.Op {
	case program.OpList:
		return c.listLiteral(e)
	case program.OpRange:
		return c.rangeOf(e)
	case program.OpIndex:
		a, b := c.number(e.Args[0]), c.number(e.Args[1])
		return func(f *frame) float64 {
			items, i := f.m.lists.Of(a(f)), b(f)
			if i < 0 || i >= float64(len(items)) {
				return 0
			}
			if i != math.Floor(i) {
				f.failExpr(e, NotWhole, "an element's place in a list is a whole number, not %s", number.Format(i))
			}
			return items[int(i)]
		}
	}
	list := c.number(e.Args[0])
	slot := e.Index
	if isBoolOp(e.Op) {
		return c.selecting(e.Op, list, c.cond(e.Args[1]), slot)
	}
	by := c.number(e.Args[1])
	switch e.Op {
	case program.OpSumOf:
		return func(f *frame) float64 {
			total := 0.0
			l := &f.m.lists
			for _, v := range f.walk(list(f)) {
				f.locals[slot] = v
				mark := l.Mark()
				total = f.checked(total+by(f), e)
				l.Release(mark)
			}
			return total
		}
	case program.OpMapTo:
		c.makesLists = true
		return func(f *frame) float64 {
			l := &f.m.lists
			items := f.walk(list(f))
			l.Begin()
			for _, v := range items {
				f.locals[slot] = v
				mark := l.Mark()
				x := by(f)
				l.Release(mark)
				l.Push(x)
			}
			return l.End()
		}
	case program.OpSortBy:
		c.makesLists = true
		return func(f *frame) float64 { return f.sortBy(list(f), by, slot) }
	case program.OpMost, program.OpLeast, program.OpHighest, program.OpLowest:
		return extreme(e.Op, list, by, slot)
	}
	panic("interp: no such operation in " + e.Span.Text())
}

func isBoolOp(op program.Op) bool {
	return op == program.OpCountIf || op == program.OpFilter || op == program.OpFind
}

// selecting compiles count, filter and find.
func (c *compiler) selecting(op program.Op, list numFn, cond condFn, slot int) numFn {
	switch op {
	case program.OpCountIf:
		return func(f *frame) float64 {
			n := 0.0
			l := &f.m.lists
			for _, v := range f.walk(list(f)) {
				f.locals[slot] = v
				mark := l.Mark()
				if cond(f) {
					n++
				}
				l.Release(mark)
			}
			return n
		}
	case program.OpFind:
		return func(f *frame) float64 {
			l := &f.m.lists
			for _, v := range f.walk(list(f)) {
				f.locals[slot] = v
				mark := l.Mark()
				found := cond(f)
				l.Release(mark)
				if found {
					return v
				}
			}
			return 0
		}
	}
	c.makesLists = true
	return func(f *frame) float64 {
		l := &f.m.lists
		items := f.walk(list(f))
		l.Begin()
		for _, v := range items {
			f.locals[slot] = v
			mark := l.Mark()
			keep := cond(f)
			l.Release(mark)
			if keep {
				l.Push(v)
			}
		}
		return l.End()
	}
}

// walk returns the elements of a list and counts them as steps.
func (f *frame) walk(list float64) []float64 {
	items := f.m.lists.Of(list)
	f.m.step(len(items))
	return items
}

func (c *compiler) listLiteral(e *program.Expr) numFn {
	c.makesLists = true
	args := make([]numFn, len(e.Args))
	for i, a := range e.Args {
		args[i] = c.number(a)
	}
	return func(f *frame) float64 {
		l := &f.m.lists
		l.Begin()
		for _, a := range args {
			mark := l.Mark()
			v := a(f)
			l.Release(mark)
			l.Push(v)
		}
		return l.End()
	}
}

func (c *compiler) rangeOf(e *program.Expr) numFn {
	c.makesLists = true
	a, b := c.number(e.Args[0]), c.number(e.Args[1])
	return func(f *frame) float64 {
		from, to := math.Ceil(a(f)), math.Floor(b(f))
		if to-from >= maxRange {
			f.failExpr(e, TooMany, "a range of %s numbers; the limit is %d", number.Format(to-from+1), maxRange)
		}
		f.m.step(max(int(to-from), 0))
		l := &f.m.lists
		l.Begin()
		for i := range int(max(to-from+1, 0)) {
			l.Push(from + float64(i))
		}
		return l.End()
	}
}

// maxRange is how many numbers a range may have.
const maxRange = 10_000

// sortBy returns the list in order of a formula, the smallest first; equals keep their order.
func (f *frame) sortBy(list float64, by numFn, slot int) float64 {
	l := &f.m.lists
	items := f.walk(list)
	m := f.m
	base := len(m.room.sortKeys)
	for _, v := range items {
		f.locals[slot] = v
		mark := l.Mark()
		k := by(f)
		l.Release(mark)
		m.room.sortKeys = append(m.room.sortKeys, ranked{k, v})
	}
	sorted := m.room.sortKeys[base:]
	sortKeyed(sorted)
	l.Begin()
	for _, s := range sorted {
		l.Push(s.value)
	}
	m.room.sortKeys = m.room.sortKeys[:base]
	return l.End()
}

// ranked is a value with the number that it is ordered by.
type ranked struct{ key, value float64 }

// sortKeyed orders by key; equals keep their order. Lists are short: insertion.
func sortKeyed(s []ranked) {
	for i := 1; i < len(s); i++ {
		for j := i; j > 0 && s[j].key < s[j-1].key; j-- {
			s[j], s[j-1] = s[j-1], s[j]
		}
	}
}

// extreme compiles most, least, highest and lowest.
func extreme(op program.Op, list, by numFn, slot int) numFn {
	sign := 1.0
	if op == program.OpLeast || op == program.OpLowest {
		sign = -1
	}
	wantsElement := op == program.OpMost || op == program.OpLeast
	return func(f *frame) float64 {
		best, element, found := 0.0, 0.0, false
		l := &f.m.lists
		for _, v := range f.walk(list(f)) {
			f.locals[slot] = v
			mark := l.Mark()
			k := by(f)
			l.Release(mark)
			if !found || sign*k > sign*best {
				best, element, found = k, v, true
			}
		}
		if wantsElement {
			return element
		}
		return best
	}
}

func (c *compiler) anyAll(e *program.Expr) condFn {
	list, cond, slot := c.number(e.Args[0]), c.cond(e.Args[1]), e.Index
	want := e.Op == program.OpAny
	return func(f *frame) bool {
		l := &f.m.lists
		for _, v := range f.walk(list(f)) {
			f.locals[slot] = v
			mark := l.Mark()
			holds := cond(f)
			l.Release(mark)
			if holds == want {
				return want
			}
		}
		return !want
	}
}

// in compiles x in L; sets that a record holds are asked directly.
func (c *compiler) in(e *program.Expr) condFn {
	a := c.number(e.Args[0])
	set := e.Args[1]
	if set.Type.Kind == program.Set && len(set.Args) <= 1 {
		if cells := c.setCellsOf(set); cells != nil {
			return func(f *frame) bool {
				v := a(f)
				return state.InSet(cells(f), v)
			}
		}
	}
	if fixed, ok := fixedElements(set); ok {
		return func(f *frame) bool { return slices.Contains(fixed, a(f)) }
	}
	b := c.number(set)
	return func(f *frame) bool {
		v := a(f)
		for _, x := range f.walk(b(f)) {
			if x == v {
				return true
			}
		}
		return false
	}
}

// fixedElements returns the elements of a list that is written down, if all of them
// are known before play.
func fixedElements(list *program.Expr) ([]float64, bool) {
	if list.Op != program.OpList {
		return nil, false
	}
	elements := make([]float64, len(list.Args))
	for i, x := range list.Args {
		if x.Op != program.OpConst {
			return nil, false
		}
		elements[i] = x.Num
	}
	return elements, true
}

// setCellsOf compiles the finding of the cells of a set that e names, nil if e is
// worked out in another way.
func (c *compiler) setCellsOf(e *program.Expr) rowFn {
	cell := 0
	if e.Field != nil {
		cell = e.Field.Cell
	}
	switch {
	case e.Op == program.OpOwn:
		return func(f *frame) []float64 { return f.m.ownRow(f, e)[cell : cell+state.SetCells] }
	case e.Op == program.OpField && e.Args[0].Type.Kind == program.ThingType:
		owner := c.number(e.Args[0])
		return func(f *frame) []float64 {
			v := owner(f)
			if v == 0 {
				f.none(e)
			}
			from := int(f.m.rows[int(v)]) + cell
			return f.m.state.Row(from, state.SetCells)
		}
	case e.Op == program.OpField && e.Args[0].Type.Kind != program.Definition:
		row := c.recordRow(e, c.number(e.Args[0]))
		return func(f *frame) []float64 { return row(f)[cell : cell+state.SetCells] }
	}
	return nil
}
