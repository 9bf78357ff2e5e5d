package facts

import (
	"slices"

	"github.com/rulec/rulec/lang/program"
)

// propose works out what the parameters of an action may be when somebody does it; given gives
// those that are fixed, by those before, and nil for the others, tries tells which are chosen
// although they have a default. Ok is false if there is certainly no way to do it.
func (a *analysis) propose(action *program.Action, actor int, given func(i int, own map[int]value) *value, tries []bool) (own map[int]value, ok bool) {
	own = map[int]value{}
	self, it := only(float64(actor+1)), only(float64(action.Def.Index+1))
	for i, p := range action.Params {
		var v value
		fixed := given(i, own)
		switch {
		case fixed != nil:
			v = a.allowed(p, *fixed, self, it, own)
		case p.Default != nil && (tries == nil || !tries[i]):
			v = a.formula(p.Default, self, it, own)
		default:
			v = a.candidates(p, self, it, own)
		}
		if v.never() {
			return nil, false
		}
		own[p.Cell] = v
	}
	for _, r := range action.Requires {
		if !a.formula(r.If, self, it, own).mayHold() {
			return nil, false
		}
	}
	for i := range action.Costs {
		if a.cannotPay(&action.Costs[i], actor, own) {
			return nil, false
		}
	}
	return own, true
}

// allowed are those of the values of a parameter that are among its candidates.
func (a *analysis) allowed(p *program.ActParam, v, self, it value, own map[int]value) value {
	if v.list {
		return v
	}
	switch p.Candidates {
	case program.OneOf:
		items, _, ok := a.elements(a.formula(p.List, self, it, own), p.List.Expr.Type)
		if !ok {
			return v
		}
		if v.any {
			v = oneOf(items)
		}
		return a.sifted(p, value{is: slices.DeleteFunc(slices.Clone(v.is), func(x float64) bool { return !slices.Contains(items, x) })}, self, it, own)
	case program.AnyOf:
		return a.sifted(p, v, self, it, own)
	}
	return v
}

// sifted are the values for which a parameter's where may hold.
func (a *analysis) sifted(p *program.ActParam, v, self, it value, own map[int]value) value {
	if p.Where == nil || v.any || v.list {
		return v
	}
	each := inputNamed(p.Where.Inputs, "each")
	if each < 0 {
		each = 2
	}
	return value{is: slices.DeleteFunc(slices.Clone(v.is), func(x float64) bool {
		g := a.frameOf(p.Where, self, it)
		g.own = own
		g.set(each, only(x))
		return !a.start(p.Where.Expr, g).mayHold()
	})}
}

// candidates are what a parameter may be that nobody fixes.
func (a *analysis) candidates(p *program.ActParam, self, it value, own map[int]value) value {
	switch p.Candidates {
	case program.OneOf, program.SomeOf:
		items, _, ok := a.elements(a.formula(p.List, self, it, own), p.List.Expr.Type)
		if !ok {
			return anything
		}
		v := a.sifted(p, oneOf(items), self, it, own)
		if p.Candidates == program.OneOf || v.any || v.never() {
			return v
		}
		return someOf(v.is)
	case program.AnyOf:
		if all, ok := a.domain(p.Type); ok && p.Type.Kind != program.Bool {
			return a.sifted(p, oneOf(all).without(0), self, it, own)
		}
	}
	return anything
}

// cannotPay tells whether somebody can never pay a cost.
func (a *analysis) cannotPay(c *program.Cost, actor int, own map[int]value) bool {
	f := c.Pool
	self := only(float64(actor + 1))
	amount := a.formula(c.Amount, self, anything, own)
	if amount.any || amount.list || len(amount.is) == 0 || slices.Min(amount.is) <= 0 || f.Virtual || len(f.Pool.Instead) > 0 {
		return false
	}
	if f.Pool.Up && f.Pool.Max == nil {
		return false
	}
	left := 0.0
	var bound value
	for k, v := range a.cells(actor, f) {
		if k == 0 || differs(f.Pool) {
			bound = a.payBound(f.Pool, self, only(float64(k+1)))
		}
		if bound.any || bound.list || len(bound.is) == 0 || v.any || v.list || len(v.is) == 0 {
			return false
		}
		if f.Pool.Up {
			left = max(left, slices.Max(bound.is)-slices.Min(v.is))
		} else {
			left = max(left, slices.Max(v.is)-slices.Min(bound.is))
		}
	}
	return left < slices.Min(amount.is)
}

// payBound is what a member of a pool can be paid to.
func (a *analysis) payBound(p *program.Pool, self, member value) value {
	switch { // of several bounds the widest counts
	case p.Up && p.Min != nil: // a maximum below the minimum is the minimum
		return join(a.ofMember(p.Max, self, member), a.ofMember(p.Min, self, member))
	case p.Up:
		return a.ofMember(p.Max, self, member)
	case p.Min != nil:
		return a.ofMember(p.Min, self, member)
	}
	return only(0)
}

// begins notes that somebody does an action with such parameters.
func (a *analysis) begins(action *program.Action, actor int, own map[int]value) {
	a.note(&a.does[action.Index][actor])
	key := doing{action, actor}
	if a.own[key] == nil {
		a.own[key] = map[int]value{}
	}
	for _, p := range action.Params {
		v, known := own[p.Cell]
		if !known {
			v = anything
		}
		if wider := join(a.own[key][p.Cell], v); !wider.equal(a.own[key][p.Cell]) {
			a.own[key][p.Cell], a.learnt = wider, true
		}
	}
	self := float64(actor + 1)
	for i := range action.Costs {
		c := &action.Costs[i]
		amount := a.formula(c.Amount, only(self), only(float64(action.Def.Index+1)), own)
		if n, ok := amount.single(); !ok || n != 0 {
			a.pays(self, c.Pool)
		}
	}
	for _, e := range a.p.Events {
		if e.Automatic && e.Edge != program.Itself && e.Entry == nil && e.Name == "action" {
			a.happens(e)
		}
	}
	a.runFor(action.Perform, action, self, nil)
	a.runFor(action.Ended, action, self, nil)
}
