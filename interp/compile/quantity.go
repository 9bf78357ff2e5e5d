package compile

import (
	"slices"

	"github.com/rulec/rulec/interp/code"
	"github.com/rulec/rulec/lang/program"
)

// Small quantities stand where they are asked for: those that nothing contributes to and whose
// formula goes through no list; of those whose answers can't be kept also larger ones, of the others
// none that asks for what has to be worked out each time and isn't small. With the small ones that stand
// in it, such a formula has mostWithin parts at most. They are never remembered, so that it makes no
// difference to anything whether one stands there or is asked for, as where what it comes to is recorded
// by its name.
const (
	smallQuantity = 14
	smallUnkept   = 60
	mostWithin    = 300
	// mostInlined is how many parts all of them together may have where they stand; what comes then is asked for.
	mostInlined = 1_000_000
)

// channelAt is a channel and its register. Of one that takes the greatest or the least amount,
// seen tells whether there has been any.
type channelAt struct {
	channel  *program.Channel
	at, seen uint8
}

// partsOf returns how many parts the formula of a quantity has with the small ones in it; 0: it isn't small.
func (c *compiler) partsOf(q *program.Quantity) int {
	n, known := c.small[q]
	if !known {
		c.small[q] = 0 // so that what asks for itself isn't
		n = c.countParts(q)
		c.small[q] = n
	}
	return n
}

func (c *compiler) countParts(q *program.Quantity) int {
	if slices.ContainsFunc(q.By, func(by []*program.Contribution) bool { return len(by) > 0 }) || code.IsList(q.Gives) {
		return 0
	}
	most := smallQuantity
	if !mayBeKept(q) {
		most = smallUnkept
	}
	n, within := 0, 0
	for e := range q.Value.Expr.All() {
		if n++; n > most || e.Op.OverList() || code.IsList(e.Type) && e.Op != program.OpLocal {
			return 0
		}
		if e.Op == program.OpQuantity {
			parts := c.partsOf(e.Quantity)
			if parts == 0 && mayBeKept(q) && !mayBeKept(e.Quantity) {
				return 0
			}
			within += parts
		}
	}
	if n+within > mostWithin {
		return 0
	}
	return n + within
}

// mayBeKept tells whether there are few enough values of all that a quantity is asked about.
func mayBeKept(q *program.Quantity) bool {
	return !slices.ContainsFunc(q.Of, func(p program.Local) bool {
		switch p.Type.Kind {
		case program.Number, program.List, program.Set, program.Dice, program.Act, program.Plan, program.Instance:
			return true
		}
		return false
	})
}

// quantity makes the asking for a quantity, or puts it there.
func (g *generator) quantity(e *program.Expr, dst uint8) {
	q := g.Quantities[e.Quantity.Index]
	if g.inlines(q) {
		g.inline(q, e, func(value *program.Expr) { g.into(value, dst) })
		return
	}
	first := g.arguments(e.Args, func(a *program.Expr, dst uint8) {
		g.dropping(makesLists(a) && !code.IsList(a.Type), func() { g.into(a, dst) })
	})
	g.Asked = append(g.Asked, code.AskedQuantity{Quantity: q, E: e})
	g.emit(code.Instr{Op: code.OpAsk, A: dst, B: first, C: uint8(len(e.Args)), N: int32(len(g.Asked) - 1)})
}

// inlines tells whether a quantity stands where it is asked for.
func (g *generator) inlines(q *code.Quantity) bool {
	return q.Small && !g.Records && g.inlined < mostInlined
}

// inline puts what body makes of a quantity's formula in the place of its asking. Its locals have
// registers of their own.
func (g *generator) inline(q *code.Quantity, e *program.Expr, body func(value *program.Expr)) {
	g.inlined += g.small[q.Quantity]
	slots := make([]uint8, max(q.Quantity.Value.Slots, len(e.Args)+q.Channels))
	for i, a := range e.Args {
		if a.Op == program.OpLocal {
			slots[i] = g.slots[a.Index]
			continue
		}
		slots[i] = g.register()
		g.into(a, slots[i])
	}
	for i := range q.Channels {
		slots[len(e.Args)+i] = g.register()
		g.emit(code.Instr{Op: code.OpConst, A: slots[len(e.Args)+i]})
	}
	at := len(g.Inlined)
	g.Inlined = append(g.Inlined, code.Inlined{From: len(g.Instrs), What: &q.Name, At: &e.Span, Slots: slots})
	outer, self := g.slots, g.self
	g.slots, g.self = slots, -1
	body(q.Quantity.Value.Expr)
	g.slots, g.self = outer, self
	g.Inlined[at].To = len(g.Instrs)
}

// body makes the code of a quantity: what contributes to its channels, then its formula.
func (c *compiler) body(q *code.Quantity) {
	q.Body = &code.Instructions{}
	value, participants := q.Quantity.Value, len(q.Of)
	c.whenDefined(func() {
		t := text{value.Expr, max(value.Slots, participants+q.Channels), -1}
		c.generateBy(q.Body, t, func(g *generator) {
			channels := make([]channelAt, q.Channels)
			for i := range channels {
				channels[i] = channelAt{channel: q.Quantity.Channels[i], at: uint8(participants + i)}
				g.emit(code.Instr{Op: code.OpConst, A: channels[i].at})
				if r := channels[i].channel.Reduce; (r == program.MaxOf || r == program.MinOf) && len(q.Roles) > 0 {
					channels[i].seen = g.register()
					g.emit(code.Instr{Op: code.OpConst, A: channels[i].seen}) // others may have left something there
				}
			}
			for _, role := range q.Roles {
				g.contributions(q, uint8(role), channels)
			}
			for i := range channels {
				g.recording(code.Instr{Op: code.OpChannel, B: channels[i].at, N: int32(i)})
			}
			g.give(value.Expr)
		})
	})
}

// contributions makes what the bearer in the register of a participant contributes.
func (g *generator) contributions(q *code.Quantity, bearer uint8, channels []channelAt) {
	none := newLabel()
	g.jumpTo(none, code.Instr{Op: code.OpJumpIfNot, B: bearer})
	if !q.Always[bearer] {
		g.Masks = append(g.Masks, q.Mask[bearer])
		g.jumpTo(none, code.Instr{Op: code.OpHasNoneOf, B: bearer, C: uint8(len(g.Masks) - 1)})
	}
	for _, x := range q.By[bearer] {
		g.contribution(x, bearer, len(q.Of), channels)
	}
	g.place(none)
}

// contribution makes what one of them contributes: once, or once for each instance or carried
// thing (P19).
func (g *generator) contribution(x *code.Contribution, bearer uint8, participants int, channels []channelAt) {
	defer g.scratch()()
	it, none := g.register(), newLabel()
	amounts := func() { g.amounts(x, bearer, it, participants, channels) }
	switch {
	case x.Condition != nil:
		g.jumpCondition(bearer, x.Condition, none, false)
		if x.Condition.Each == program.PerInstance {
			g.repeat(code.Instr{Op: code.OpNextInstance, A: it, C: bearer, K: float64(g.conditionNumber(x.Condition))}, amounts)
			break
		}
		if readsIt(x) {
			g.emit(code.Instr{Op: code.OpOldest, A: it, B: bearer, N: int32(x.Condition.Index)})
		}
		amounts()
	case x.Carried != nil:
		g.Defs = append(g.Defs, x.Carried)
		g.repeat(code.Instr{Op: code.OpNextCarried, A: it, C: bearer, K: float64(len(g.Defs) - 1)}, amounts)
	default:
		if x.Kind != nil {
			g.jumpTo(none, code.Instr{Op: code.OpOtherKind, B: bearer, K: float64(x.Kind.Index)})
		}
		g.emit(code.Instr{Op: code.OpConst, A: it})
		amounts()
	}
	g.place(none)
}

// repeat makes a loop.
func (g *generator) repeat(next code.Instr, body func()) {
	next.B = g.register()
	g.emit(code.Instr{Op: code.OpConst, A: next.B})
	g.rounds(next, body)
}

// readsIt tells whether a contribution depends on the instance or thing that it belongs to.
func readsIt(x *code.Contribution) bool {
	for _, src := range append([]*program.Formula{x.Contribution.When}, values(x.Contribution.Amounts)...) {
		if src == nil {
			continue
		}
		for e := range src.Exprs() {
			if e.Op == program.OpLocal && e.Index < len(src.Inputs) && src.Inputs[e.Index].Name == "it" {
				return true
			}
		}
	}
	return false
}

// amounts puts the amounts of a contribution into the channels.
func (g *generator) amounts(x *code.Contribution, bearer, it uint8, participants int, channels []channelAt) {
	src, out := x.Contribution, newLabel()
	if src.When != nil {
		g.within(src.When, bearer, it, participants, func(e *program.Expr) { g.jumpDropping(e, out) })
	}
	for _, a := range src.Amounts {
		g.within(a.Value, bearer, it, participants, func(e *program.Expr) {
			defer g.scratch()()
			ch := &channels[a.Channel]
			if e.Op == program.OpConst && !g.Records && g.reduceNumber(ch, e) {
				return
			}
			r := g.register()
			g.dropping(makesLists(e), func() { g.into(e, r) })
			g.Contributed = append(g.Contributed, code.Contributed{Contribution: x, Channel: ch.channel})
			g.recording(code.Instr{Op: code.OpContributed, B: r, C: bearer, N: int32(len(g.Contributed) - 1)})
			g.expr = e
			g.reduce(ch, r)
		})
	}
	g.place(out)
}

// within makes what body makes of a contribution's formula: it is over the participants, the
// bearer and the instance or definition (P25).
func (g *generator) within(src *program.Formula, bearer, it uint8, participants int, body func(*program.Expr)) {
	defer g.scratch()()
	slots := make([]uint8, max(src.Slots, len(src.Inputs)))
	for i := range slots {
		switch {
		case i < participants:
			slots[i] = uint8(i)
		case i < len(src.Inputs) && src.Inputs[i].Name == "self":
			slots[i] = bearer
		case i < len(src.Inputs) && src.Inputs[i].Name == "it":
			slots[i] = it
		default:
			slots[i] = g.register()
		}
	}
	outer, self, expr := g.slots, g.self, g.expr
	g.slots, g.self = slots, inputNamed(src.Inputs, "self")
	body(src.Expr)
	g.slots, g.self, g.expr = outer, self, expr
}

// reduceNumber puts an amount that is a number into a channel, if that takes no more than one
// instruction.
func (g *generator) reduceNumber(ch *channelAt, e *program.Expr) bool {
	g.expr = e
	switch r := ch.channel.Reduce; {
	case e.Num == 0 && (r == program.AnyIs || r == program.CountOf):
	case r == program.AnyIs:
		g.emit(code.Instr{Op: code.OpConst, A: ch.at, K: 1})
	case r == program.CountOf:
		g.emit(code.Instr{Op: code.OpSumK, A: ch.at, B: ch.at, K: 1})
	case r == program.LastOf:
		g.emit(code.Instr{Op: code.OpConst, A: ch.at, K: e.Num})
	default:
		return false
	}
	return true
}

// reduce puts an amount into a channel.
func (g *generator) reduce(ch *channelAt, amount uint8) {
	none := newLabel()
	switch ch.channel.Reduce {
	case program.SumOf:
		g.emit(code.Instr{Op: code.OpAddUp, A: ch.at, B: amount})
	case program.AnyIs:
		g.jumpTo(none, code.Instr{Op: code.OpJumpIfNot, B: amount})
		g.emit(code.Instr{Op: code.OpConst, A: ch.at, K: 1})
	case program.CountOf:
		g.jumpTo(none, code.Instr{Op: code.OpJumpIfNot, B: amount})
		g.emit(code.Instr{Op: code.OpSumK, A: ch.at, B: ch.at, K: 1})
	case program.LastOf:
		g.emit(code.Instr{Op: code.OpCopy, A: ch.at, B: amount})
	case program.MaxOf, program.MinOf:
		first := newLabel()
		g.jumpTo(first, code.Instr{Op: code.OpJumpIfNot, B: ch.seen})
		more, less := ch.at, amount
		if ch.channel.Reduce == program.MinOf {
			more, less = less, more
		}
		g.jumpTo(none, code.Instr{Op: code.OpNotLess, B: more, C: less})
		g.place(first)
		g.emit(code.Instr{Op: code.OpCopy, A: ch.at, B: amount})
		g.emit(code.Instr{Op: code.OpConst, A: ch.seen, K: 1})
	}
	g.place(none)
}

// recording emits an instruction that is there only where numbers are explained.
func (g *generator) recording(i code.Instr) {
	if g.Records {
		g.emit(i)
	}
}

// named makes the value that a let names. An explanation shows it, unless it is only another
// name for something.
func (g *generator) named(e *program.Expr) uint8 {
	v := e.Args[0]
	if e.Label == "" || v.Op == program.OpLocal || !g.Records {
		return g.value(v)
	}
	dst, node := g.register(), g.register()
	outer := g.expr
	g.expr = e
	g.emit(code.Instr{Op: code.OpNamed, A: node})
	g.into(v, dst)
	g.emit(code.Instr{Op: code.OpNamedEnd, A: node, B: dst})
	g.expr = outer
	return dst
}
