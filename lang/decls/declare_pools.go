package decls

import (
	"github.com/rulec/rulec/lang/decode"
	"github.com/rulec/rulec/lang/program"
	"github.com/rulec/rulec/lang/tree"
	"github.com/rulec/rulec/lang/types"
)

// pool reads the pool-specific keys.
func (d field) pool() {
	p := d.it.Pool
	p.Up = d.GetFlag("up", false)
	d.it.Virtual = d.Get("stack") != nil
	if n := d.Get("default"); n != nil {
		d.List.Errorf(CodePoolKey, n.Span, "%s is a pool, so it can't have a default", d.What).WithHint("write start: ..")
	}
	d.defaults.leave(d.stack)
	d.leave(func() {
		p.Max = d.GetFormula("max", d.memberEnv("max"), types.NumberType)
		p.Min = d.GetFormula("min", d.memberEnv("min"), types.NumberType)
		p.Start = d.GetFormula("start", d.memberEnv("start"), types.NumberType)
	}, d.Get("max"), d.Get("min"), d.Get("start"))
	d.leave(func() {
		d.resets()
		d.instead()
	}, d.Get("resets"), d.Get("instead"))
}

// memberEnv returns the environment of a pool's formulas: the owner, and in a family the member.
func (d field) memberEnv(key string) types.Env {
	return types.Env{Where: d.Called(key), Inputs: d.inputs(), Element: d.noMember(true)}
}

// wholeEnv returns the environment of texts that apply to all members of a family at once.
func (d field) wholeEnv(key string) types.Env {
	e := types.Env{Where: d.Called(key), Inputs: []program.Local{decode.Self(types.ThingOf(d.of))}}
	if d.it.Family != nil {
		e.Element = "this is the same for all members of a family; only max, min, start and the value of a reset can read each"
	}
	return e
}

// resets reads the events that refill a pool.
func (d field) resets() {
	for _, e := range tree.WalkLike(d.Get("resets"), d.Called("resets"), "{start of turn of self: NUMBER}; without a number it is filled", d.List).Rest() {
		on := d.Trigger(e.Key.Fragment(), d.wholeEnv("resets"))
		if on == nil {
			continue
		}
		d.hear(on, d.Called("resets"))
		reset := &program.Reset{On: on}
		if e.Value.Kind != tree.Null {
			where := d.memberEnv("resets")
			where.Events = types.EventsOf([]*program.Trigger{on})
			reset.To = d.FormulaAt(e.Value, where, types.NumberType)
		}
		d.it.Pool.Resets = append(d.it.Pool.Resets, reset)
	}
}

// instead reads what can be spent instead of a pool.
func (d field) instead() {
	for _, e := range tree.Walk(d.Get("instead"), d.Called("instead"), d.List).Rest() {
		if cost, ok := d.cost(e, d.of, d.wholeEnv("instead")); ok {
			d.it.Pool.Instead = append(d.it.Pool.Instead, cost)
		}
	}
}

// stack reads the pools that a stack combines.
func (d field) stack() {
	n, names := d.Get("stack"), d.GetNames("stack")
	for _, name := range names {
		part := d.FindPool(d.of, name.Text, name.Span)
		switch {
		case part == nil:
		case part.Virtual:
			d.List.Errorf(CodeStack, name.Span, "%s can't contain %q, which is a stack", d.What, part.Name)
		case part.Family != nil:
			d.List.Errorf(CodeStack, name.Span, "%s can't contain %q, which is a family of pools", d.What, part.Name)
		default:
			d.it.Pool.Stack = append(d.it.Pool.Stack, part)
		}
	}
	if n != nil && len(names) == 0 {
		d.List.Errorf(CodeStack, n.Span, "%s has an empty stack", d.What)
	}
}
