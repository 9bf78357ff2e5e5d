package facts

import (
	"slices"

	"github.com/rulec/rulec/lang/program"
)

// variant is a quantity as it is asked by somebody.
type variant struct {
	q *program.Quantity
	// inline is set when its value may stand where it is asked for.
	inline bool
	// slots is how many locals its value takes.
	slots int
}

// quantity folds the asking for a quantity: it becomes a variant for those who are asked
// about, which small ones have right here.
func (x *folding) quantity(e *program.Expr) *program.Expr {
	args := x.exprs(e.Args)
	values := make([]value, len(args))
	for i, arg := range e.Args {
		values[i] = x.value(arg)
	}
	v := x.variantOf(e.Quantity, values, x.depth)
	if v.inline {
		return x.inlined(v.q.Value.Expr, v.slots, args)
	}
	out := with(e, args)
	if v.q == e.Quantity {
		return out
	}
	if out == e {
		out = &program.Expr{}
		*out = *e
	}
	out.Quantity = v.q
	return out
}

// simple tells whether an expression may be worked out again and again.
func simple(e *program.Expr) bool {
	switch e.Op {
	case program.OpConst, program.OpLocal:
		return true
	case program.OpOwn:
		return len(e.Args) == 0 && e.Type.Kind != program.Set
	}
	return false
}

// deepestFold is how deeply variants of quantities are made within each other.
const deepestFold = 12

// variantOf returns a quantity as it is worked out for such participants.
func (g *Folder) variantOf(q *program.Quantity, args []value, depth int) *variant {
	whole := &variant{q: q}
	if depth >= deepestFold {
		return whole
	}
	key := []byte(q.Name)
	f := newFrame(max(q.Value.Slots, len(args)+len(q.Channels)))
	for i, v := range args {
		if n, ok := v.single(); !ok || n == 0 {
			// Not one variant for each set of participants, which would be too many.
			v = g.a.anyOf(v, q.Of[i].Type)
		}
		f.set(i, v)
		key = v.key(append(key, '|'))
	}
	if known, ok := g.quantities[string(key)]; ok {
		if known == nil {
			return whole
		}
		return known
	}
	g.quantities[string(key)] = nil // it is being made
	f.depth = depth + 1
	participants := slices.Clone(f.locals[:len(args)])
	by, any := g.contributions(q, participants, f)
	for i, ch := range q.Channels {
		f.locals[len(args)+i] = anything
		if !any {
			f.locals[len(args)+i] = only(0)
		} else if ch.Reduce == program.AnyIs {
			f.locals[len(args)+i] = both
		}
	}
	x := &folding{Folder: g, frame: f, slots: len(f.locals), of: q}
	formula := *q.Value
	formula.Expr = x.expr(q.Value.Expr)
	formula.Slots = x.slots
	v := &variant{q: g.sameQuantity(q, g.sameFormula(q.Value, &formula), by), slots: x.slots, inline: !any && small(formula.Expr)}
	g.quantities[string(key)] = v
	return v
}

// sameQuantity returns a quantity with such a value and such contributions.
func (g *Folder) sameQuantity(q *program.Quantity, value *program.Formula, by [][]*program.Contribution) *program.Quantity {
	same, key := value == q.Value, g.pointer(g.pointer(nil, q), value)
	for role, list := range by {
		same = same && slices.Equal(list, q.By[role])
		key = append(key, '|')
		for _, c := range list {
			key = g.pointer(g.pointer(key, c.When), c.To)
			for _, amount := range c.Amounts {
				key = g.pointer(key, amount.Value)
			}
			key = g.pointer(g.pointer(g.pointer(key, c.Condition), c.Rule), c.Carried)
		}
	}
	if same {
		return q
	}
	if known, ok := g.alike[string(key)]; ok {
		return known
	}
	out := *q
	out.Value, out.By = value, by
	g.alike[string(key)] = &out
	return &out
}

// anyOf widens v to all values of its type, without none if v is never none.
func (a *analysis) anyOf(v value, t program.Type) value {
	if v.any || v.list || v.may(0) || t.Kind != program.ThingType && t.Kind != program.Definition {
		return anything
	}
	all, ok := a.domain(t)
	if !ok {
		return anything
	}
	return oneOf(all).without(0)
}

// contributions are those that may put anything into a channel, folded; any tells whether
// there is one.
func (g *Folder) contributions(q *program.Quantity, args []value, f *frame) (by [][]*program.Contribution, any bool) {
	by = make([][]*program.Contribution, len(q.By))
	for role, list := range q.By {
		for _, c := range list {
			if !g.a.bears(c, args[role], q.Of[role].Type, false) && (c.Condition == nil || g.conditionWorks(c.Condition)) {
				continue
			}
			if folded := g.contribution(c, args, role, f); folded != nil {
				by[role] = append(by[role], folded)
				any = true
			}
		}
	}
	return by, any
}

// contribution folds a contribution; nil if it never gives anything.
func (g *Folder) contribution(c *program.Contribution, args []value, role int, f *frame) *program.Contribution {
	fold := func(src *program.Formula) *program.Formula {
		h := newFrame(max(src.Slots, len(src.Inputs)))
		copy(h.locals, args)
		h.set(inputNamed(src.Inputs, "self"), g.bearers(c, args[role], c.To.Of[role].Type))
		h.set(inputNamed(src.Inputs, "it"), anything)
		h.depth = f.depth
		x := &folding{Folder: g, frame: h, slots: len(h.locals)}
		out := *src
		out.Expr = x.expr(src.Expr)
		out.Slots = x.slots
		return g.sameFormula(src, &out)
	}
	out := *c
	same := true
	if c.When != nil {
		out.When = fold(c.When)
		if e := out.When.Expr; e.Op == program.OpConst {
			if e.Num == 0 {
				return nil
			}
			out.When = nil
		}
		same = out.When == c.When
	}
	out.Amounts = make([]program.Amount, len(c.Amounts))
	for i, a := range c.Amounts {
		out.Amounts[i] = program.Amount{Channel: a.Channel, Value: fold(a.Value)}
		same = same && out.Amounts[i].Value == a.Value
	}
	if same {
		return c
	}
	return &out
}

// bearers are those of v who may bear what a contribution belongs to.
func (g *Folder) bearers(c *program.Contribution, v value, t program.Type) value {
	things, ok := g.a.concrete(v, t)
	if !ok {
		return anything
	}
	return oneOf(slices.DeleteFunc(slices.Clone(things), func(n float64) bool {
		return n == 0 || !g.a.bearsIt(int(n)-1, c.Condition, c.Rule, c.Carried)
	}))
}

// maxInlined is how many expressions the value of a quantity may have that stands where it
// is asked for.
const maxInlined = 24

// small tells whether the value of a quantity may stand where it is asked for: it is soon
// worked out, and reads neither the act nor the event at hand.
func small(e *program.Expr) bool {
	n := 0
	for x := range e.All() {
		n++
		switch {
		case n > maxInlined, x.Op.OverList(), x.Op == program.OpQuantity && n > 1, x.Op == program.OpCallFormula, x.Op == program.OpInstances,
			x.Op == program.OpEvent, x.Op == program.OpAct, x.Op == program.OpOwn, x.Op == program.OpWas, x.Op == program.OpIn,
			x.Op == program.OpTable, x.Op == program.OpMapGet, x.Op == program.OpList, x.Op == program.OpRange, x.Op == program.OpFamilyOf:
			return false
		case x.Op != program.OpBuiltin:
			continue
		}
		switch b := x.Builtin; {
		case isNumeric(b), b == program.Given, b == program.SideOf, b == program.DefOf, b == program.Position,
			b == program.PlaceOf, b == program.CarrierOf, b == program.InstanceBy, b == program.InstanceAffected, b == program.Now,
			b == program.Distance, b == program.Adjacent, b == program.DirectionTo, b == program.Turn, b == program.Sector,
			b == program.Length, b == program.First, b == program.Last, b == program.Terrain, b == program.ColumnOf, b == program.RowOf:
		default:
			return false
		}
	}
	return true
}

// inlined returns a formula's expression, which takes so many locals, for its arguments.
// Those that it takes some work to find out are worked out once, before it.
func (x *folding) inlined(e *program.Expr, slots int, args []*program.Expr) *program.Expr {
	base := x.slots
	x.slots += slots
	for len(x.locals) < x.slots {
		x.locals = append(x.locals, anything)
	}
	handed := make([]*program.Expr, len(args))
	for i, a := range args {
		handed[i] = a
		if !simple(a) {
			handed[i] = &program.Expr{Op: program.OpLocal, Type: a.Type, Span: a.Span, Index: base + i}
		}
	}
	out := moved(e, handed, base)
	for i := len(args) - 1; i >= 0; i-- {
		if !simple(args[i]) {
			out = &program.Expr{Op: program.OpLet, Type: out.Type, Span: out.Span, Index: base + i, Args: []*program.Expr{args[i], out}}
		}
	}
	return out
}

// moved returns e with arguments in the place of the first locals, and the others from
// base on.
func moved(e *program.Expr, args []*program.Expr, base int) *program.Expr {
	if e.Op == program.OpLocal {
		if e.Index < len(args) {
			return args[e.Index]
		}
		return &program.Expr{Op: program.OpLocal, Type: e.Type, Span: e.Span, Index: base + e.Index}
	}
	if len(e.Args) == 0 {
		return e
	}
	out := *e
	out.Args = make([]*program.Expr, len(e.Args))
	for i, a := range e.Args {
		out.Args[i] = moved(a, args, base)
	}
	if e.Op.OverList() || e.Op == program.OpLet {
		out.Index += base
	}
	return &out
}
