package compile

import (
	"github.com/rulec/rulec/interp/board"
	"github.com/rulec/rulec/interp/code"
	"github.com/rulec/rulec/interp/value"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
)

// generator makes the code of one formula.
type generator struct {
	*compiler
	*code.Instructions
	// slots are the registers of the locals of the text at hand.
	slots []uint8
	// next is the first register that is free.
	next int
	// expr is what is being worked out.
	expr *program.Expr
}

// tooLarge is what a generator panics with when a formula takes too many registers.
type tooLarge struct{}

// TooComplex is the code of a formula or program that takes more registers than there are.
const TooComplex diag.Code = "too-complex"

// text is an expression with its place: in a frame with so many locals, among which self is in a
// slot (-1: it isn't).
type text struct {
	e           *program.Expr
	slots, self int
}

// label is a place in the code that jumps go to.
type label struct {
	at int // -1: it isn't known yet
	// from are the jumps that wait for it.
	from []int
}

// Listings writes the instructions of a ruleset's code as text.
type Listings struct{ *code.Ruleset }

// generate fills x with the code of a text, once all that it refers to is there.
func (c *compiler) generate(x *code.Instructions, t text) {
	c.whenDefined(func() { c.generateNow(x, t) })
}

func (c *compiler) generateNow(x *code.Instructions, t text) {
	switch t.e.Op {
	case program.OpConst:
		x.Fixed, x.Value = true, t.e.Num
		return
	case program.OpLocal:
		*x = *localCode(t.e.Index)
		return
	}
	c.generateBy(x, t, func(g *generator) {
		g.give(t.e)
	})
	if t.e.Type.Kind != program.Dice {
		x.Looks = looksOf(t.e)
	}
}

// give makes the end of the code: what e comes to.
func (g *generator) give(e *program.Expr) {
	g.Releases = !code.IsList(e.Type) && makesLists(e)
	g.end(e)
}

// end makes an end of the code, of which each branch may have one.
func (g *generator) end(e *program.Expr) {
	defer g.scratch()()
	no := newLabel()
	switch {
	case isTest(e):
		g.jump(e, no, false)
		g.emit(code.Instr{Op: code.OpGiveK, K: 1})
		g.place(no)
		g.emit(code.Instr{Op: code.OpGiveK})
	case e.Op == program.OpConst:
		g.emit(code.Instr{Op: code.OpGiveK, K: e.Num})
	case e.Op == program.OpIf:
		outer := g.expr
		g.expr = e
		g.jump(e.Args[0], no, false)
		g.end(e.Args[1])
		g.place(no)
		g.end(e.Args[2])
		g.expr = outer
	default:
		g.emit(code.Instr{Op: code.OpGive, A: g.value(e)})
	}
}

// generateBy fills x by what body does with a generator. What takes too many registers is a fault.
func (c *compiler) generateBy(x *code.Instructions, t text, body func(g *generator)) {
	e, slots := t.e, t.slots
	g := &generator{compiler: c, Instructions: x, next: slots, expr: e}
	outer := c.self
	c.self = t.self
	defer func() {
		c.self = outer
		switch r := recover().(type) {
		case nil:
		case tooLarge:
			c.Faults.Add(diag.Errorf(TooComplex, e.Span, "too many values at once: the limit is %d", code.Registers))
			*x = code.Instructions{Fixed: true}
		default:
			panic(r)
		}
	}()
	if slots > code.MostLocals {
		panic(tooLarge{})
	}
	for i := range slots {
		g.slots = append(g.slots, uint8(i))
	}
	g.Used = slots
	body(g)
}

func (c *compiler) Kept() (*value.Lists, *value.Dice) { return &c.Lists, &c.Dice }

func (c *compiler) On(b *board.Board) { c.board = b }

func (c *compiler) Part(e *program.Expr) (*code.Instructions, bool) {
	x, faults := &code.Instructions{}, len(c.Faults)
	c.generateNow(x, text{e, code.SlotsOf(e), c.self})
	return x, len(c.Faults) == faults
}

// whenDefined makes code once all that it refers to is there.
func (c *compiler) whenDefined(make func()) {
	if c.defining {
		c.undefined = append(c.undefined, make)
		return
	}
	make()
}

func (g *generator) emit(i code.Instr) {
	g.Instrs = append(g.Instrs, i)
	g.Instructions.Exprs = append(g.Instructions.Exprs, g.expr)
}

// register takes a free register.
func (g *generator) register() uint8 { return g.room(1) }

// room takes so many registers, one behind the other.
func (g *generator) room(n int) uint8 {
	first := g.next
	if g.next += n; g.next > code.Registers {
		panic(tooLarge{})
	}
	g.Used = max(g.Used, g.next)
	return uint8(first)
}

// scratch frees the registers that are taken until the function that it returns is called.
func (g *generator) scratch() (free func()) {
	next := g.next
	return func() { g.next = next }
}

func newLabel() *label { return &label{at: -1} }

// jumpTo emits a jump.
func (g *generator) jumpTo(l *label, i code.Instr) {
	i.N = int32(l.at)
	if l.at < 0 {
		l.from = append(l.from, len(g.Instrs))
	}
	g.emit(i)
}

// place puts a label here.
func (g *generator) place(l *label) {
	l.at = len(g.Instrs)
	for _, k := range l.from {
		g.Instrs[k].N = int32(l.at)
	}
}

// call emits the call of a function with arguments, as the working out of g.expr.
func (g *generator) call(dst uint8, x *code.Call, args ...*program.Expr) {
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
func (g *generator) callWith(dst uint8, x *code.Call, first uint8, count int) {
	x.E = g.expr
	g.Called = append(g.Called, x)
	g.emit(code.Instr{Op: code.OpCall, A: dst, B: first, C: uint8(count), N: int32(len(g.Called) - 1)})
}

// bind lets the register r be the local in a slot while body is made.
func (g *generator) bind(slot int, r uint8, body func()) {
	outer, at := g.slots, len(g.Bound)
	g.Bound = append(g.Bound, code.Bound{From: len(g.Instrs), Slot: slot, Register: r})
	g.slots = append(make([]uint8, 0, max(len(outer), slot+1)), outer...)[:max(len(outer), slot+1)]
	g.slots[slot] = r
	body()
	g.slots = outer
	g.Bound[at].To = len(g.Instrs)
}

// Listing returns the instructions that an expression in a frame with so many locals comes to, a
// line each, as those of [code.Ruleset.ListingOf]. Nil: it is a number or a local, or takes more registers
// than there are.
func (l Listings) Listing(e *program.Expr, locals int) []string {
	late := &compiler{Ruleset: l.Clone(), self: 0, late: true}
	x := &code.Instructions{}
	late.generateNow(x, text{e, max(locals, code.SlotsOf(e)), 0})
	if len(late.Faults) > len(l.Faults) {
		return nil
	}
	return late.Lines(x)
}
