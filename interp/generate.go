package interp

import (
	"github.com/rulec/rulec/interp/board"
	"github.com/rulec/rulec/interp/value"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
)

// generator makes the code of one formula.
type generator struct {
	*compiler
	*code
	// slots are the registers of the locals of the text at hand.
	slots []uint8
	// next is the first register that is free.
	next int
	// expr is what is being worked out.
	expr *program.Expr
	// depth is how many quantities stand within each other.
	depth int
}

// tooLarge is what a generator panics with when a formula takes too many registers.
type tooLarge struct{}

// TooComplex is the code of a formula or program that takes more registers than there are.
const TooComplex diag.Code = "too-complex"

var _ = diag.Register(diag.Explanation{
	Code:    TooComplex,
	Section: inLimits,
	Summary: "A formula or a program needs more room for the values that it works with than there is: it has too many names, or is nested too deeply.",
	Mend:    "Take it apart: quantities and procs have room of their own.",
})

// text is an expression with its place: in a frame with so many locals, among which self is in a
// slot (-1: it isn't).
type text struct {
	e           *program.Expr
	slots, self int
}

// generate fills x with the code of a text, once all that it refers to is there.
func (c *compiler) generate(x *code, t text) {
	c.whenDefined(func() { c.generateNow(x, t) })
}

func (c *compiler) generateNow(x *code, t text) {
	switch t.e.Op {
	case program.OpConst:
		x.fixed, x.value = true, t.e.Num
		return
	case program.OpLocal:
		*x = *localCode(t.e.Index)
		return
	}
	c.generateBy(x, t, func(g *generator) {
		g.give(t.e)
	})
}

// give makes the end of the code: what e comes to.
func (g *generator) give(e *program.Expr) {
	g.releases = !isList(e.Type) && makesLists(e)
	g.end(e)
}

// end makes an end of the code, of which each branch may have one.
func (g *generator) end(e *program.Expr) {
	defer g.scratch()()
	no := newLabel()
	switch {
	case isTest(e):
		g.jump(e, no, false)
		g.emit(instr{op: opGiveK, k: 1})
		g.place(no)
		g.emit(instr{op: opGiveK})
	case e.Op == program.OpConst:
		g.emit(instr{op: opGiveK, k: e.Num})
	case e.Op == program.OpIf:
		outer := g.expr
		g.expr = e
		g.jump(e.Args[0], no, false)
		g.end(e.Args[1])
		g.place(no)
		g.end(e.Args[2])
		g.expr = outer
	default:
		g.emit(instr{op: opGive, a: g.value(e)})
	}
}

// generateBy fills x by what body does with a generator. What takes too many registers is a fault.
func (c *compiler) generateBy(x *code, t text, body func(g *generator)) {
	e, slots := t.e, t.slots
	g := &generator{compiler: c, code: x, next: slots, expr: e}
	outer := c.self
	c.self = t.self
	defer func() {
		c.self = outer
		switch r := recover().(type) {
		case nil:
		case tooLarge:
			c.faults.Add(diag.Errorf(TooComplex, e.Span, "this takes more than %d values at once", registers))
			*x = code{fixed: true}
		default:
			panic(r)
		}
	}()
	if slots > mostLocals {
		panic(tooLarge{})
	}
	for i := range slots {
		g.slots = append(g.slots, uint8(i))
	}
	g.used = slots
	body(g)
}

// latecomer compiles what is asked while a machine plays: formulas that belong to nobody, parts of
// those that are played. The code that others share stays as it is.
type latecomer interface {
	formula(*program.Formula) *formula
	// part compiles a part of a formula; ok is false if it takes too much room.
	part(*program.Expr) (c *code, ok bool)
	// value and fill work out a value that is given to a field of somebody with a name; fill puts it
	// into cells, one for each member of a family.
	value(f *program.Field, v *program.Value, owner float64, name string) float64
	fill(cells []float64, f *program.Field, v *program.Value, owner float64, name string)
	// kept is where the lists and dice of such values are.
	kept() (*value.Lists, *value.Dice)
	// on says on which board places are.
	on(*board.Board)
}

// asking returns the compiler for what is asked of a machine.
func (m *Machine) asking() latecomer {
	if m.forAsked == nil {
		m.forAsked = m.code.late(m.code)
	}
	return m.forAsked
}

func (c *compiler) kept() (*value.Lists, *value.Dice) { return &c.lists, &c.dice }

func (c *compiler) on(b *board.Board) { c.board = b }

func (c *compiler) part(e *program.Expr) (*code, bool) {
	x, faults := &code{}, len(c.faults)
	c.generateNow(x, text{e, slotsOf(e), c.self})
	return x, len(c.faults) == faults
}

// whenDefined makes code once all that it refers to is there.
func (c *compiler) whenDefined(make func()) {
	if c.defining {
		c.undefined = append(c.undefined, make)
		return
	}
	make()
}

func (g *generator) emit(i instr) {
	g.instrs = append(g.instrs, i)
	g.code.exprs = append(g.code.exprs, g.expr)
}

// register takes a free register.
func (g *generator) register() uint8 { return g.room(1) }

// room takes so many registers, one behind the other.
func (g *generator) room(n int) uint8 {
	first := g.next
	if g.next += n; g.next > registers {
		panic(tooLarge{})
	}
	g.used = max(g.used, g.next)
	return uint8(first)
}

// scratch frees the registers that are taken until the function that it returns is called.
func (g *generator) scratch() (free func()) {
	next := g.next
	return func() { g.next = next }
}

// label is a place in the code that jumps go to.
type label struct {
	at int // -1: it isn't known yet
	// from are the jumps that wait for it.
	from []int
}

func newLabel() *label { return &label{at: -1} }

// jumpTo emits a jump.
func (g *generator) jumpTo(l *label, i instr) {
	i.n = int32(l.at)
	if l.at < 0 {
		l.from = append(l.from, len(g.instrs))
	}
	g.emit(i)
}

// place puts a label here.
func (g *generator) place(l *label) {
	l.at = len(g.instrs)
	for _, k := range l.from {
		g.instrs[k].n = int32(l.at)
	}
}

// call emits the call of a function with arguments, as the working out of g.expr.
func (g *generator) call(dst uint8, x *call, args ...*program.Expr) {
	g.callWith(dst, x, g.arguments(args, g.into), len(args))
}

// arguments has values in registers one behind the other, and returns the first of them. Those of
// locals that are so already stay where they are.
func (g *generator) arguments(args []*program.Expr, into func(e *program.Expr, dst uint8)) (first uint8) {
	inPlace := func() bool {
		for i, a := range args {
			if a.Op != program.OpLocal || int(g.slots[a.Index]) != int(g.slots[args[0].Index])+i {
				return false
			}
		}
		return len(args) > 0
	}
	if inPlace() {
		return g.slots[args[0].Index]
	}
	first = g.room(len(args))
	for i, a := range args {
		into(a, first+uint8(i))
	}
	return first
}

// callWith does the same where the arguments are in registers.
func (g *generator) callWith(dst uint8, x *call, first uint8, count int) {
	x.e = g.expr
	g.called = append(g.called, x)
	g.emit(instr{op: opCall, a: dst, b: first, c: uint8(count), n: int32(len(g.called) - 1)})
}

// bind lets the register r be the local in a slot while body is made.
func (g *generator) bind(slot int, r uint8, body func()) {
	outer, at := g.slots, len(g.bound)
	g.bound = append(g.bound, bound{from: len(g.instrs), slot: slot, register: r})
	g.slots = append(make([]uint8, 0, max(len(outer), slot+1)), outer...)[:max(len(outer), slot+1)]
	g.slots[slot] = r
	body()
	g.slots = outer
	g.bound[at].to = len(g.instrs)
}
