package tree

import (
	"math/big"
	"strings"
)

// Keys of a scaling.
const (
	times = "times"
	plus  = "plus"
)

// scale scales what an entry names inside old, which is at p.
func (o *overlay) scale(old *Node, by Entry, p path) *Node {
	if old.Kind != Mapping && old.Kind != Sequence {
		return o.scaled(old, by, p)
	}
	if !o.mapping(by.Value, "the value of scale for "+p.String()) {
		return old
	}
	return o.inside(old, by.Value, p, (*overlay).scale)
}

// scaled returns a number after multiplication and addition.
func (o *overlay) scaled(old *Node, by Entry, p path) *Node {
	if n := by.Value; n.Kind == Scalar {
		d := o.list.Errorf(WrongShape, n.Span, "the scaling of %s needs plus or times", p)
		if isNumber(n.Text) {
			d.WithHint("write {plus: %s} or {times: %s}", strings.TrimPrefix(n.Text, "+"), strings.TrimPrefix(n.Text, "+"))
		} else {
			d.WithHint("write {plus: 1} or {times: 2}")
		}
		return old
	}
	r := Walk(by.Value, "the scaling of "+p.String(), o.list)
	factor, summand := r.Optional(times), r.Optional(plus)
	r.Done()
	if !r.Usable() {
		return old
	}
	if factor == nil && summand == nil {
		d := o.list.Errorf(MissingKey, by.Key.Span, "the scaling of %s needs %q or %q", p, times, plus)
		d.Follows = r.Means(times) || r.Means(plus)
		return old
	}
	behind := ""
	if o := OptionsOf(old); p[0] == "params" && o.Range != nil {
		old, behind = o.Value, " ("+o.Range.Text+")"
	}
	value, ok := old.rational()
	if !ok {
		o.list.Errorf(ScalesNoNumber, by.Key.Span, "scale: %s isn't a literal number", p).
			WithNote(old.Span, "its value is here").WithHint(`to change it, put it under "override:"`)
		return old
	}
	value = new(big.Rat).Set(value)
	if factor != nil && !o.apply(value.Mul, value, factor, "the factor of "+p.String()) ||
		summand != nil && !o.apply(value.Add, value, summand, "the number to add to "+p.String()) {
		return old
	}
	return computed(decimalText(value)+behind, by.Value.Span)
}

// apply combines value with the number in n, if there is one.
func (o *overlay) apply(combine func(x, y *big.Rat) *big.Rat, value *big.Rat, n *Node, what string) bool {
	if _, ok := Number(n, what, o.list); !ok {
		return false
	}
	x, ok := n.rational()
	if !ok {
		o.list.Errorf(NumberRange, n.Span, "%s has too many digits", what)
		return false
	}
	combine(value, x)
	return true
}

// decimalText formats a number that has a finite decimal form.
func decimalText(x *big.Rat) string {
	if x.IsInt() {
		return x.Num().String()
	}
	// Both operands had at most 32 characters, so 64 places are enough for every
	// product and sum of them.
	text := strings.TrimRight(x.FloatString(64), "0")
	return strings.TrimSuffix(text, ".")
}
