package interp

import (
	"math"

	"github.com/rulec/rulec/interp/dice"
	"github.com/rulec/rulec/interp/number"
	"github.com/rulec/rulec/interp/value"
	"github.com/rulec/rulec/lang/program"
)

// formula compiles src, once.
func (c *compiler) formula(src *program.Formula) *formula {
	if src == nil {
		return nil
	}
	if fm, ok := c.formulas[src]; ok {
		return fm
	}
	fm := &formula{
		src: src, slots: max(src.Slots, len(src.Inputs)),
		self: inputNamed(src.Inputs, "self"), it: inputNamed(src.Inputs, "it"), each: inputNamed(src.Inputs, "each"), cell: -1,
	}
	c.formulas[src] = fm
	outer, outerLists := c.self, c.makesLists
	c.self, c.makesLists = fm.self, false
	if e := src.Expr; e.Op == program.OpConst {
		fm.fixed, fm.value = true, e.Num
	} else if plainCell(e) && e.Args[0].Op == program.OpLocal && e.Args[0].Index == 0 && len(src.Inputs) > 0 {
		fm.cell = e.Field.Cell
	} else if len(src.Inputs) > 0 {
		fm.compares = compares(e)
	}
	c.prove(src.Expr)
	fm.num, fm.cond = c.both(src.Expr)
	fm.lists = c.makesLists
	if fm.lists && !isList(src.Expr.Type) {
		fm.num = releasing(fm.num)
		num := fm.num
		fm.cond = func(f *frame) bool { return num(f) != 0 }
	}
	c.self, c.makesLists = outer, outerLists
	return fm
}

// compares returns the comparison that e is, or nil.
func compares(e *program.Expr) *comparison {
	switch e.Op {
	case program.OpLess, program.OpLessEq, program.OpGreater, program.OpGreaterEq:
	case program.OpEq:
		if e.Args[0].Type.Kind == program.Nothing || e.Args[1].Type.Kind == program.Nothing {
			return nil
		}
	default:
		return nil
	}
	ofFirst := func(e *program.Expr) bool {
		return plainCell(e) && e.Args[0].Op == program.OpLocal && e.Args[0].Index == 0
	}
	a, b := e.Args[0], e.Args[1]
	switch {
	case !ofFirst(a):
		return nil
	case b.Op == program.OpConst:
		return &comparison{op: e.Op, cell: a.Field.Cell, other: -1, number: b.Num}
	case ofFirst(b):
		return &comparison{op: e.Op, cell: a.Field.Cell, other: b.Field.Cell}
	}
	return nil
}

// both compiles an expression to a number and to a truth.
func (c *compiler) both(e *program.Expr) (numFn, condFn) {
	if e.Type.Kind == program.Bool {
		cond := c.cond(e)
		return func(f *frame) float64 { return truth(cond(f)) }, cond
	}
	num := c.number(e)
	return num, func(f *frame) bool { return num(f) != 0 }
}

// value compiles an expression of a program: its temporary lists are released
// unless it is one.
func (c *compiler) expr(e *program.Expr) numFn {
	if e == nil {
		return nil
	}
	c.prove(e)
	outer := c.makesLists
	c.makesLists = false
	num, _ := c.both(e)
	if c.makesLists && !isList(e.Type) {
		num = releasing(num)
	}
	c.makesLists = outer
	return num
}

// test is expr for truths.
func (c *compiler) test(e *program.Expr) condFn {
	if e == nil {
		return nil
	}
	c.prove(e)
	outer := c.makesLists
	c.makesLists = false
	cond := c.cond(e)
	if c.makesLists {
		inner := cond
		num := releasing(func(f *frame) float64 { return truth(inner(f)) })
		cond = func(f *frame) bool { return num(f) != 0 }
	}
	c.makesLists = outer
	return cond
}

func releasing(num numFn) numFn {
	return func(f *frame) float64 {
		l := &f.m.lists
		mark := l.Mark()
		v := num(f)
		l.Release(mark)
		return v
	}
}

func isList(t program.Type) bool {
	return t.Kind == program.List || t.Kind == program.Set
}

func truth(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

// operand is an expression that a closure can read without calling another.
type operand struct {
	kind operandKind
	num  float64
	slot int // of a local, or of the thing that has the cell
	cell int
	fn   numFn
	e    *program.Expr
}

type operandKind uint8

const (
	anyOperand operandKind = iota
	constOperand
	localOperand
	// cellOperand is a plain field of the thing in a local.
	cellOperand
	// fixedOperand is a plain field of a thing that is known: the cell itself.
	fixedOperand
)

func (c *compiler) operand(e *program.Expr) operand {
	o := operand{e: e}
	switch {
	case e.Op == program.OpConst:
		o.kind, o.num = constOperand, e.Num
	case e.Op == program.OpLocal:
		o.kind, o.slot = localOperand, e.Index
	case plainCell(e) && e.Args[0].Op == program.OpLocal:
		o.kind, o.slot, o.cell = cellOperand, e.Args[0].Index, e.Field.Cell
	case plainCell(e) && c.knownThing(e.Args[0]):
		o.kind, o.cell = fixedOperand, c.cellOfThing(e)
	}
	o.fn = c.number(e)
	return o
}

// knownThing tells whether e is a thing that is known now, and where its cells are.
func (c *compiler) knownThing(e *program.Expr) bool {
	return c.fight != nil && e.Op == program.OpConst && e.Type.Kind == program.ThingType && e.Num != 0
}

// cellOfThing returns the cell of a field of a thing that is known.
func (c *compiler) cellOfThing(e *program.Expr) int {
	return int(c.fight.rows[int(e.Args[0].Num)]) + e.Field.Cell
}

// plainCell reports whether e reads one cell of a thing.
func plainCell(e *program.Expr) bool {
	return e.Op == program.OpField && len(e.Args) == 1 && e.Args[0].Type.Kind == program.ThingType &&
		!e.Field.Virtual && e.Field.Family == nil && !e.Field.Optional && plainType(e.Type)
}

// plainType reports whether values of t are read from a cell as they are.
func plainType(t program.Type) bool {
	switch t.Kind {
	case program.Set, program.FormulaField, program.ProgramField, program.MapType, program.Instance:
		return false
	}
	return true
}

// cellOf returns the index of the cell that o, a cellOperand, reads.
func (f *frame) cellOf(slot, cell int, e *program.Expr) int {
	v := f.locals[slot]
	if v == 0 {
		f.none(e)
	}
	return int(f.m.rows[int(v)]) + cell
}

// number compiles an expression of any type.
func (c *compiler) number(e *program.Expr) numFn {
	if e.Type.Kind == program.Bool && !readsPlainly(e.Op) {
		cond := c.cond(e)
		return func(f *frame) float64 { return truth(cond(f)) }
	}
	switch e.Op {
	case program.OpConst:
		n := e.Num
		return func(*frame) float64 { return n }
	case program.OpLocal:
		slot := e.Index
		return func(f *frame) float64 { return f.locals[slot] }
	case program.OpThing:
		n := float64(e.Index + 1)
		return func(*frame) float64 { return n }
	case program.OpDice:
		return c.diceLiteral(e)
	case program.OpNeg:
		a := c.number(e.Args[0])
		return func(f *frame) float64 { return 0 - a(f) }
	case program.OpAdd, program.OpSub, program.OpMul:
		return arithmetic(e, c.operand(e.Args[0]), c.operand(e.Args[1]))
	case program.OpDiv, program.OpMod, program.OpPow:
		return c.fallible(e)
	case program.OpIf:
		cond, a, b := c.cond(e.Args[0]), c.number(e.Args[1]), c.number(e.Args[2])
		return func(f *frame) float64 {
			if cond(f) {
				return a(f)
			}
			return b(f)
		}
	case program.OpLet:
		a, b, slot := c.named(e), c.number(e.Args[1]), e.Index
		return func(f *frame) float64 {
			f.locals[slot] = a(f)
			return b(f)
		}
	case program.OpDiceAdd, program.OpDiceSub, program.OpDiceMul, program.OpFixedDice:
		return c.diceSum(e)
	case program.OpStepAdd:
		a, b := c.number(e.Args[0]), c.number(e.Args[1])
		return func(f *frame) float64 { return f.stepBy(e, e.Type.Scale, a(f), b(f)) }
	case program.OpStepDiff:
		a, b := c.number(e.Args[0]), c.number(e.Args[1])
		return func(f *frame) float64 { return a(f) - b(f) }
	case program.OpField:
		return c.fieldRead(e)
	case program.OpFamilyOf:
		return c.familyRead(e)
	case program.OpOwn:
		return c.ownRead(e)
	case program.OpEvent:
		return func(f *frame) float64 { return float64(f.event) }
	case program.OpAct:
		return func(f *frame) float64 { return float64(f.m.acts.number(f.act)) }
	case program.OpWas:
		read := c.wasRead(e)
		if mayLack(e) {
			return stated(e, read)
		}
		return read
	case program.OpColumn:
		return c.column(e)
	case program.OpCallFormula:
		return c.callFormula(e)
	case program.OpQuantity:
		return c.quantityRead(e)
	case program.OpTable:
		return c.tableRead(e)
	case program.OpInstance, program.OpInstances:
		return c.instanceRead(e)
	case program.OpMapGet:
		return c.mapGet(e)
	case program.OpBuiltin:
		return c.builtin(e)
	}
	return c.listOp(e)
}

// readsPlainly tells which operations give a bool as the number they read.
func readsPlainly(op program.Op) bool {
	switch op {
	case program.OpConst, program.OpLocal, program.OpField, program.OpOwn, program.OpWas, program.OpColumn,
		program.OpCallFormula, program.OpQuantity, program.OpTable, program.OpMapGet, program.OpIndex,
		program.OpFind, program.OpMost, program.OpLeast, program.OpIf:
		return true
	}
	return false
}

// arithmetic compiles the operators on numbers, each with a test of what it gives. What is
// read most often is read without another call: locals, fields, numbers written down.
func arithmetic(e *program.Expr, a, b operand) numFn {
	switch e.Op {
	case program.OpAdd:
		return sum(e, a, b)
	case program.OpSub:
		if b.kind == constOperand {
			b.num = -b.num
			return sum(e, a, b)
		}
		return difference(e, a, b)
	}
	x, y := a.fn, b.fn
	if b.kind == constOperand {
		k := b.num
		return func(f *frame) float64 { return f.checked(x(f)*k, e) }
	}
	return func(f *frame) float64 { return f.checked(x(f)*y(f), e) }
}

func sum(e *program.Expr, a, b operand) numFn {
	x, y := a.fn, b.fn
	switch {
	case a.kind == localOperand && b.kind == constOperand:
		i, k := a.slot, b.num
		return func(f *frame) float64 { return f.checked(f.locals[i]+k, e) }
	case a.kind == localOperand && b.kind == localOperand:
		i, j := a.slot, b.slot
		return func(f *frame) float64 { return f.checked(f.locals[i]+f.locals[j], e) }
	case a.kind == cellOperand && b.kind == constOperand:
		i, cell, k, at := a.slot, a.cell, b.num, a.e
		return func(f *frame) float64 { return f.checked(f.m.state.Cell(f.cellOf(i, cell, at))+k, e) }
	case a.kind == fixedOperand && b.kind == constOperand:
		cell, k := a.cell, b.num
		return func(f *frame) float64 { return f.checked(f.m.state.Cell(cell)+k, e) }
	case b.kind == constOperand:
		k := b.num
		return func(f *frame) float64 { return f.checked(x(f)+k, e) }
	case b.kind == localOperand:
		j := b.slot
		return func(f *frame) float64 { return f.checked(x(f)+f.locals[j], e) }
	}
	return func(f *frame) float64 {
		v := x(f)
		return f.checked(v+y(f), e)
	}
}

func difference(e *program.Expr, a, b operand) numFn {
	x, y := a.fn, b.fn
	switch {
	case a.kind == localOperand && b.kind == localOperand:
		i, j := a.slot, b.slot
		return func(f *frame) float64 { return f.checked(f.locals[i]-f.locals[j], e) }
	case b.kind == localOperand:
		j := b.slot
		return func(f *frame) float64 { return f.checked(x(f)-f.locals[j], e) }
	}
	return func(f *frame) float64 {
		v := x(f)
		return f.checked(v-y(f), e)
	}
}

// fallible compiles the operators that some numbers make impossible.
func (c *compiler) fallible(e *program.Expr) numFn {
	a, b := c.number(e.Args[0]), c.number(e.Args[1])
	switch e.Op {
	case program.OpDiv:
		return func(f *frame) float64 {
			x, y := a(f), b(f)
			if y == 0 {
				f.failExpr(e, DivisionByZero, "division by zero")
			}
			return f.checked(x/y, e)
		}
	case program.OpMod:
		return func(f *frame) float64 {
			x, y := a(f), b(f)
			if y == 0 {
				f.failExpr(e, DivisionByZero, "division by zero")
			}
			return f.checked(x-math.Floor(x/y)*float64(y), e)
		}
	}
	return func(f *frame) float64 {
		x, y := a(f), b(f)
		v, ok := number.Power(x, y)
		switch {
		case x == 0 && y < 0:
			f.failExpr(e, DivisionByZero, "division by zero: a power below 0 divides by its number")
		case !ok:
			f.failExpr(e, NumberOutOfRange, "a power is a whole number or, for square roots of what isn't negative, a half more")
		}
		return f.checked(v, e)
	}
}

// cond compiles an expression of type bool.
func (c *compiler) cond(e *program.Expr) condFn {
	switch e.Op {
	case program.OpConst:
		v := e.Num != 0
		return func(*frame) bool { return v }
	case program.OpLess:
		return less(c.operand(e.Args[0]), c.operand(e.Args[1]))
	case program.OpGreater:
		return less(c.operand(e.Args[1]), c.operand(e.Args[0]))
	case program.OpLessEq:
		return lessEq(c.operand(e.Args[0]), c.operand(e.Args[1]))
	case program.OpGreaterEq:
		return lessEq(c.operand(e.Args[1]), c.operand(e.Args[0]))
	case program.OpEq:
		return c.equal(e)
	case program.OpNotEq:
		equal := c.equal(e)
		return func(f *frame) bool { return !equal(f) }
	case program.OpIs:
		return c.isMadeFrom(e)
	case program.OpAnd:
		a, b := c.cond(e.Args[0]), c.cond(e.Args[1])
		return func(f *frame) bool { return a(f) && b(f) }
	case program.OpOr:
		a, b := c.cond(e.Args[0]), c.cond(e.Args[1])
		return func(f *frame) bool { return a(f) || b(f) }
	case program.OpNot:
		a := c.cond(e.Args[0])
		return func(f *frame) bool { return !a(f) }
	case program.OpIf:
		cond, a, b := c.cond(e.Args[0]), c.cond(e.Args[1]), c.cond(e.Args[2])
		return func(f *frame) bool {
			if cond(f) {
				return a(f)
			}
			return b(f)
		}
	case program.OpLet:
		a, b, slot := c.named(e), c.cond(e.Args[1]), e.Index
		return func(f *frame) bool {
			f.locals[slot] = a(f)
			return b(f)
		}
	case program.OpHas:
		return c.has(e)
	case program.OpHasNamed:
		a, b := c.number(e.Args[0]), c.number(e.Args[1])
		return func(f *frame) bool {
			who, name := a(f), b(f)
			if who == 0 || name == 0 {
				f.none(e)
			}
			return f.m.has(int(who), f.m.code.conditions[int(name)-1])
		}
	case program.OpIn:
		return c.in(e)
	case program.OpAny, program.OpAll:
		return c.anyAll(e)
	case program.OpBuiltin:
		return c.builtinCond(e)
	}
	if readsPlainly(e.Op) {
		num := c.number(e)
		return func(f *frame) bool { return num(f) != 0 }
	}
	panic("interp: no truth in " + e.Span.Text())
}

func less(a, b operand) condFn {
	x, y := a.fn, b.fn
	switch {
	case a.kind == localOperand && b.kind == constOperand:
		i, k := a.slot, b.num
		return func(f *frame) bool { return f.locals[i] < k }
	case a.kind == localOperand && b.kind == localOperand:
		i, j := a.slot, b.slot
		return func(f *frame) bool { return f.locals[i] < f.locals[j] }
	case a.kind == cellOperand && b.kind == constOperand:
		i, cell, k, e := a.slot, a.cell, b.num, a.e
		return func(f *frame) bool { return f.m.state.Cell(f.cellOf(i, cell, e)) < k }
	case a.kind == fixedOperand && b.kind == constOperand:
		cell, k := a.cell, b.num
		return func(f *frame) bool { return f.m.state.Cell(cell) < k }
	case a.kind == constOperand && b.kind == fixedOperand:
		cell, k := b.cell, a.num
		return func(f *frame) bool { return k < f.m.state.Cell(cell) }
	case a.kind == fixedOperand && b.kind == fixedOperand:
		i, j := a.cell, b.cell
		return func(f *frame) bool { return f.m.state.Cell(i) < f.m.state.Cell(j) }
	case a.kind == fixedOperand:
		cell := a.cell
		return func(f *frame) bool { return f.m.state.Cell(cell) < y(f) }
	case b.kind == fixedOperand:
		cell := b.cell
		return func(f *frame) bool { return x(f) < f.m.state.Cell(cell) }
	case a.kind == cellOperand && b.kind == cellOperand:
		i, ci, ei, j, cj, ej := a.slot, a.cell, a.e, b.slot, b.cell, b.e
		return func(f *frame) bool { return f.m.state.Cell(f.cellOf(i, ci, ei)) < f.m.state.Cell(f.cellOf(j, cj, ej)) }
	case a.kind == constOperand && b.kind == cellOperand:
		k, j, cell, e := a.num, b.slot, b.cell, b.e
		return func(f *frame) bool { return k < f.m.state.Cell(f.cellOf(j, cell, e)) }
	case b.kind == constOperand:
		k := b.num
		return func(f *frame) bool { return x(f) < k }
	case a.kind == constOperand:
		k := a.num
		return func(f *frame) bool { return k < y(f) }
	case a.kind == localOperand && b.kind == cellOperand:
		i, j, cell, e := a.slot, b.slot, b.cell, b.e
		return func(f *frame) bool { return f.locals[i] < f.m.state.Cell(f.cellOf(j, cell, e)) }
	}
	return func(f *frame) bool {
		v := x(f)
		return v < y(f)
	}
}

func lessEq(a, b operand) condFn {
	x, y := a.fn, b.fn
	switch {
	case a.kind == localOperand && b.kind == constOperand:
		i, k := a.slot, b.num
		return func(f *frame) bool { return f.locals[i] <= k }
	case a.kind == localOperand && b.kind == localOperand:
		i, j := a.slot, b.slot
		return func(f *frame) bool { return f.locals[i] <= f.locals[j] }
	case a.kind == cellOperand && b.kind == constOperand:
		i, cell, k, e := a.slot, a.cell, b.num, a.e
		return func(f *frame) bool { return f.m.state.Cell(f.cellOf(i, cell, e)) <= k }
	case a.kind == fixedOperand && b.kind == constOperand:
		cell, k := a.cell, b.num
		return func(f *frame) bool { return f.m.state.Cell(cell) <= k }
	case a.kind == constOperand && b.kind == fixedOperand:
		cell, k := b.cell, a.num
		return func(f *frame) bool { return k <= f.m.state.Cell(cell) }
	case a.kind == fixedOperand && b.kind == fixedOperand:
		i, j := a.cell, b.cell
		return func(f *frame) bool { return f.m.state.Cell(i) <= f.m.state.Cell(j) }
	case a.kind == fixedOperand:
		cell := a.cell
		return func(f *frame) bool { return f.m.state.Cell(cell) <= y(f) }
	case b.kind == fixedOperand:
		cell := b.cell
		return func(f *frame) bool { return x(f) <= f.m.state.Cell(cell) }
	case a.kind == cellOperand && b.kind == cellOperand:
		i, ci, ei, j, cj, ej := a.slot, a.cell, a.e, b.slot, b.cell, b.e
		return func(f *frame) bool { return f.m.state.Cell(f.cellOf(i, ci, ei)) <= f.m.state.Cell(f.cellOf(j, cj, ej)) }
	case b.kind == constOperand:
		k := b.num
		return func(f *frame) bool { return x(f) <= k }
	case a.kind == constOperand:
		k := a.num
		return func(f *frame) bool { return k <= y(f) }
	}
	return func(f *frame) bool {
		v := x(f)
		return v <= y(f)
	}
}

// equal compiles == of any type. Lists are equal when their elements are; no
// number at all (an absent clock time) equals none.
func (c *compiler) equal(e *program.Expr) condFn {
	ta, tb := e.Args[0].Type, e.Args[1].Type
	if isList(ta) || isList(tb) {
		a, b := c.number(e.Args[0]), c.number(e.Args[1])
		c.makesLists = true
		return func(f *frame) bool {
			v, w := a(f), b(f)
			return sameItems(f.m.lists.Of(v), f.m.lists.Of(w))
		}
	}
	if ta.Kind == program.Nothing || tb.Kind == program.Nothing {
		a, t := c.number(e.Args[0]), ta
		if ta.Kind == program.Nothing {
			a, t = c.number(e.Args[1]), tb
		}
		if t.Kind == program.Number {
			return func(f *frame) bool { return absent(a(f)) }
		}
		return func(f *frame) bool { return a(f) == 0 }
	}
	a, b := c.operand(e.Args[0]), c.operand(e.Args[1])
	x, y := a.fn, b.fn
	switch {
	case a.kind == localOperand && b.kind == constOperand:
		i, k := a.slot, b.num
		return func(f *frame) bool { return f.locals[i] == k }
	case a.kind == localOperand && b.kind == localOperand:
		i, j := a.slot, b.slot
		return func(f *frame) bool { return f.locals[i] == f.locals[j] }
	case a.kind == cellOperand && b.kind == constOperand:
		i, cell, k, e := a.slot, a.cell, b.num, a.e
		return func(f *frame) bool { return f.m.state.Cell(f.cellOf(i, cell, e)) == k }
	case a.kind == fixedOperand && b.kind == constOperand:
		cell, k := a.cell, b.num
		return func(f *frame) bool { return f.m.state.Cell(cell) == k }
	case b.kind == constOperand:
		k := b.num
		return func(f *frame) bool { return x(f) == k }
	}
	return func(f *frame) bool {
		v := x(f)
		return v == y(f)
	}
}

func sameItems(a, b []float64) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

func (c *compiler) isMadeFrom(e *program.Expr) condFn {
	a, b := c.number(e.Args[0]), c.number(e.Args[1])
	return func(f *frame) bool {
		who, def := a(f), b(f)
		return who != 0 && f.m.made[int(who)] == def
	}
}

func (c *compiler) has(e *program.Expr) condFn {
	a := c.number(e.Args[0])
	x := c.conditions[e.Condition.Index]
	if len(e.Args) == 1 && c.knownThing(e.Args[0]) {
		who := int(e.Args[0].Num)
		if x.holds == nil && len(x.parents) == 0 {
			word, bit := who*c.words+x.word, x.bit
			return func(f *frame) bool { return f.m.state.Bits(word)&bit != 0 }
		}
		return func(f *frame) bool { return f.m.has(who, x) }
	}
	if len(e.Args) > 1 {
		by := c.number(e.Args[1])
		return func(f *frame) bool {
			who := a(f)
			if who == 0 {
				f.none(e)
			}
			return f.m.instanceBy(int(who), x, int(by(f))) != 0
		}
	}
	return func(f *frame) bool {
		who := a(f)
		if who == 0 {
			f.none(e)
		}
		return f.m.has(int(who), x)
	}
}

func (c *compiler) instanceRead(e *program.Expr) numFn {
	a := c.number(e.Args[0])
	x := c.conditions[e.Condition.Index]
	switch {
	case e.Op == program.OpInstances:
		c.makesLists = true
		return func(f *frame) float64 {
			who := a(f)
			if who == 0 {
				f.none(e)
			}
			return f.m.instancesOf(int(who), x)
		}
	case len(e.Args) > 1:
		by := c.number(e.Args[1])
		return func(f *frame) float64 {
			who := a(f)
			if who == 0 {
				f.none(e)
			}
			return f.m.instanceBy(int(who), x, int(by(f)))
		}
	}
	return func(f *frame) float64 {
		who := a(f)
		if who == 0 {
			f.none(e)
		}
		return f.m.oldest(int(who), x)
	}
}

func (c *compiler) wasRead(e *program.Expr) numFn {
	x := c.fieldOf(e.Field)
	c.watch(x)
	self := max(c.self, 0)
	if len(e.Args) > 0 {
		member := c.number(e.Args[0])
		return func(f *frame) float64 {
			i := member(f)
			if i == 0 {
				f.none(e)
			}
			return f.m.was(int(f.locals[self]), x, int(i)-1)
		}
	}
	return func(f *frame) float64 { return f.m.was(int(f.locals[self]), x, 0) }
}

func (c *compiler) column(e *program.Expr) numFn {
	a := c.number(e.Args[0])
	s := c.scales[e.Args[0].Type.Scale.Index]
	column := e.Index
	return func(f *frame) float64 {
		step := a(f)
		if step == 0 {
			f.none(e)
		}
		return s.values[int(step)-1][column]
	}
}

// stepBy moves a step by n, by the ends of its scale.
func (f *frame) stepBy(e *program.Expr, s *program.Scale, step, n float64) float64 {
	if step == 0 {
		f.none(e)
	}
	if n != math.Floor(n) {
		f.failExpr(e, NotWhole, "a step can only be moved by a whole number, not by %s", number.Format(n))
	}
	to, last := step+n, float64(len(s.Steps))
	ends, edge := program.ClampEnds, to
	switch {
	case to < 1:
		ends, edge = s.Below, 1
	case to > last:
		ends, edge = s.Above, last
	}
	if to == edge || ends == program.ClampEnds {
		return edge
	}
	if ends == program.NoneEnds {
		return 0
	}
	f.failExpr(e, PastTheEnd, "scale %s has no step that lies %[3]s from %[2]s", quoted(s.Name), quoted(s.Steps[int(step)-1].Name), number.Format(n))
	return 0
}

func (c *compiler) tableRead(e *program.Expr) numFn {
	t := c.tables[e.Table.Index]
	column := e.Index
	args := make([]numFn, len(e.Args))
	for i, a := range e.Args {
		args[i] = c.number(a)
	}
	if len(args) == 1 {
		key := args[0]
		return func(f *frame) float64 {
			k := key(f)
			for i := range t.Rows {
				if rangeHolds(&t.Rows[i].Ranges[0], k) {
					return t.values[i][column]
				}
			}
			f.failExpr(e, NoRow, "table %s has no row for %s", quoted(t.Name), number.Format(k))
			return 0
		}
	}
	return func(f *frame) float64 {
		var keys [8]float64
		for i, a := range args {
			keys[i] = a(f)
		}
		for i := range t.Rows {
			if rowHolds(t.Rows[i].Ranges, keys[:len(args)]) {
				return t.values[i][column]
			}
		}
		f.failExpr(e, NoRow, "table %s has no row for these keys", quoted(t.Name))
		return 0
	}
}

func rowHolds(ranges []program.Range, keys []float64) bool {
	for i := range ranges {
		if !rangeHolds(&ranges[i], keys[i]) {
			return false
		}
	}
	return true
}

func rangeHolds(r *program.Range, k float64) bool { return r.Any || k >= r.Low && k <= r.High }

func (c *compiler) mapGet(e *program.Expr) numFn {
	a, b := c.number(e.Args[0]), c.number(e.Args[1])
	return func(f *frame) float64 {
		m, key := a(f), b(f)
		if m != 0 {
			x := f.m.code.maps[int(m)-1]
			for i, k := range x.keys {
				if k == key {
					return x.values[i]
				}
			}
		}
		f.failExpr(e, NoRow, "the map has nothing for %s", f.m.show(key, e.Args[1].Type))
		return 0
	}
}

// diceLiteral compiles 2d6.
func (c *compiler) diceLiteral(e *program.Expr) numFn {
	d, err := dice.New(float64(e.Count), float64(e.Sides))
	if err != nil {
		return func(f *frame) float64 {
			f.failExpr(e, BadDice, "%s", err.Error())
			return 0
		}
	}
	n := c.dice.Number(d)
	return func(f *frame) float64 {
		if value.DiceIndex(n) < f.m.constDice {
			return n
		}
		// Compiled after the machine was made (a line of a script, of a tactic): its
		// own dice have gone on counting.
		return f.m.dice.Number(d)
	}
}

func (c *compiler) diceSum(e *program.Expr) numFn {
	sum := c.diceParts(e)
	return func(f *frame) float64 { return f.m.dice.Number(sum(f)) }
}

type diceFn func(f *frame) dice.Value

// diceParts compiles dice without numbering them.
func (c *compiler) diceParts(e *program.Expr) diceFn {
	switch e.Op {
	case program.OpDiceAdd, program.OpDiceSub:
		return c.diceSumParts(e)
	case program.OpDiceMul:
		a, n := c.diceParts(e.Args[0]), c.number(e.Args[1])
		return func(f *frame) dice.Value {
			d := a(f)
			d, err := d.Multiply(n(f))
			if err != nil {
				f.failExpr(e, BadDice, "%s", err.Error())
			}
			return d
		}
	case program.OpFixedDice:
		n := c.number(e.Args[0])
		return func(f *frame) dice.Value { return dice.Value{Bonus: n(f)} }
	case program.OpDice:
		if d, err := dice.New(float64(e.Count), float64(e.Sides)); err == nil {
			return func(*frame) dice.Value { return d }
		}
	}
	num := c.number(e)
	return func(f *frame) dice.Value { return *f.m.dice.Of(num(f)) }
}

func (c *compiler) diceSumParts(e *program.Expr) diceFn {
	left, right := e.Args[0], e.Args[1]
	minus := e.Op == program.OpDiceSub
	if left.Type.Kind != program.Dice {
		return c.numberAndDice(e, left, right)
	}
	a := c.diceParts(left)
	if right.Type.Kind != program.Dice {
		n := c.number(right)
		sign := 1.0
		if minus {
			sign = -1
		}
		return func(f *frame) dice.Value {
			d := a(f)
			return d.Plus(sign * n(f))
		}
	}
	b := c.diceParts(right)
	return func(f *frame) dice.Value {
		d, other := a(f), b(f)
		var err error
		if minus {
			d, err = d.Minus(other)
		} else {
			d, err = d.Add(other)
		}
		if err != nil {
			f.failExpr(e, BadDice, "%s", err.Error())
		}
		return d
	}
}

// numberAndDice compiles a number plus dice, or minus them.
func (c *compiler) numberAndDice(e, number, thrown *program.Expr) diceFn {
	d, n := c.diceParts(thrown), c.number(number)
	if e.Op == program.OpDiceAdd {
		return func(f *frame) dice.Value {
			d := d(f)
			return d.Plus(n(f))
		}
	}
	return func(f *frame) dice.Value {
		fixed := dice.Value{}.Plus(n(f))
		d, err := fixed.Minus(d(f))
		if err != nil {
			f.failExpr(e, BadDice, "%s", err.Error())
		}
		return d
	}
}
