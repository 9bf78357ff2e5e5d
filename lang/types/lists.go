package types

import (
	"github.com/rulec/rulec/lang/program"
	"github.com/rulec/rulec/lang/syntax"
)

// literalList checks [a, b, ..]. Its elements have one type: the expected one, or that
// of the first decided element.
func (r *formulaReader) literalList(e *syntax.List, want program.Type) *program.Expr {
	elem := UnknownType
	switch {
	case IsCollection(want):
		elem = *want.Elem
	case want.Kind == program.Place && len(e.Items) == 2:
		elem = NumberType
	}
	x := &program.Expr{Op: program.OpList, Span: e.Span(), Args: make([]*program.Expr, len(e.Items))}
	if elem.Kind != program.Unknown {
		for i, item := range e.Items {
			x.Args[i] = r.expr(item, elem)
		}
		return r.sameElements(x, elem)
	}
	for _, decided := range []bool{true, false} {
		for i, item := range e.Items {
			if r.undecided(item) != decided {
				x.Args[i] = r.expr(item, elem)
				if t, ok := join(x.Args[i].Type, elem); ok && elem.Kind != program.Unknown {
					elem = t
				} else if elem.Kind == program.Unknown {
					elem = x.Args[i].Type
				}
			}
		}
	}
	return r.sameElements(x, elem)
}

func (r *formulaReader) sameElements(x *program.Expr, elem program.Type) *program.Expr {
	for i, arg := range x.Args {
		if made(arg.Type, elem) || made(elem, arg.Type) {
			continue // compared by what they were made from, or rejected by the code that uses the list
		}
		x.Args[i] = r.fit(arg, elem)
		if x.Args[i].Type.Kind == program.Unknown {
			elem = UnknownType
		}
	}
	if len(x.Args) > 0 && elem.Kind != program.Unknown {
		elem = x.Args[0].Type
		for _, arg := range x.Args {
			if t, ok := join(arg.Type, elem); ok {
				elem = t
			}
		}
	}
	for _, arg := range x.Args {
		if r.listInList(arg) {
			return r.broken(x.Span)
		}
	}
	x.Type = ListOf(elem)
	return x
}

// listInList reports an element that is a list itself: lists hold what fields can hold.
func (r *formulaReader) listInList(x *program.Expr) bool {
	if !IsCollection(x.Type) {
		return false
	}
	d := r.List.Errorf(CodeTypeMismatch, x.Span, "%q is %s, but a list can't contain lists", Short(x.Span), InWords(x.Type))
	switch {
	case x.Op == program.OpList && len(x.Args) == 2:
		d.WithHint("if it is a place, write place(%s)", Short(x.Span))
	case x.Op == program.OpList && len(x.Args) == 1:
		d.WithHint("write dice and numbers without brackets: %s", Short(x.Args[0].Span))
	}
	return true
}

// listCall checks a call with a formula about each element of a list.
func (r *formulaReader) listCall(e *syntax.Call, f *program.Function, want program.Type) *program.Expr {
	if n := len(e.Args); n > 2 || n < 2-f.Optional {
		r.argumentCount(e.Name, n, 2, "list, formula with each")
		return r.broken(e.Span())
	}
	asks := func(x syntax.Expr) bool { return syntax.Reads(x, syntax.Element, isOverList) }
	if len(e.Args) == 2 && asks(e.Args[0]) && !asks(e.Args[1]) && len(r.each) == 0 {
		r.List.Errorf(CodeNoElement, e.Args[0].Span(), "%q takes the list first, then the formula with each", e.Name.Name).
			Suggest(e.Args[1].Span().Text() + ", " + e.Args[0].Span().Text()).Guesses[0].At.End = e.Args[1].Span().End
		return r.broken(e.Span())
	}
	l := r.list1(e.Args[0], want)
	if len(e.Args) == 1 {
		return r.listAlone(e, f, l)
	}
	elem := UnknownType
	if IsCollection(l.Type) {
		elem = *l.Type.Elem
	}
	slot, body := r.about(elem, e.Args[1], f.Takes[1].Takes)
	if f.Each == program.OpMapTo && r.listInList(body) {
		return r.broken(e.Span())
	}
	x := two(f.Each, listGives(f.Each, elem, body.Type), e, l, body)
	x.Index = slot
	switch f.Name {
	case "none":
		return not(x, e)
	case "one":
		return two(program.OpEq, BoolType, e, x, number(1, e.Span()))
	}
	return x
}

// listGives returns the type of the result of evaluating a formula for each element.
func listGives(op program.Op, elem, body program.Type) program.Type {
	switch op {
	case program.OpAny, program.OpAll:
		return BoolType
	case program.OpCountIf, program.OpSumOf:
		return NumberType
	case program.OpFilter, program.OpSortBy:
		return ListOf(elem)
	case program.OpMapTo:
		return ListOf(body)
	case program.OpHighest, program.OpLowest:
		return body
	}
	return elem
}

// listAlone checks a call without the formula: it is about the elements themselves.
func (r *formulaReader) listAlone(e *syntax.Call, f *program.Function, l *program.Expr) *program.Expr {
	switch f.Each {
	case program.OpCountIf:
		return builtinCall(program.Length, NumberType, e.Span(), l)
	case program.OpSumOf:
		return builtinCall(program.Total, NumberType, e.Span(), r.fit(l, ListOf(NumberType)))
	}
	l = r.fit(l, ListOf(NumberType))
	defer r.inner()()
	each := r.elementOf(l)
	x := two(f.Each, NumberType, e, l, each)
	x.Index = each.Index
	return x
}

// elementOf returns the current element of a list in an iteration, in a slot of its own. That of a list with an error is unknown.
func (r *formulaReader) elementOf(l *program.Expr) *program.Expr {
	of := UnknownType
	if l.Type.Elem != nil {
		of = *l.Type.Elem
	}
	return &program.Expr{Op: program.OpLocal, Type: of, Index: r.slot(), Span: l.Span}
}

// list1 checks a list or a set of any elements; wanted helps
// with list literals.
func (r *formulaReader) list1(e syntax.Expr, wanted program.Type) *program.Expr {
	if !IsCollection(wanted) {
		wanted = UnknownType
	}
	x := r.expr(e, wanted)
	if x.Type.Kind != program.Unknown && !IsCollection(x.Type) {
		d := r.List.Errorf(CodeTypeMismatch, x.Span, "%q is %s, but a list is needed", Short(x.Span), InWords(x.Type))
		if x.Type.Kind == program.Number || x.Type.Kind == program.ThingType {
			d.WithHint("for a list of one, write [%s]", Short(x.Span))
		}
		return r.broken(x.Span)
	}
	return x
}

// about checks a formula about each element and returns the element's slot.
func (r *formulaReader) about(elem program.Type, e syntax.Expr, takes program.Takes) (int, *program.Expr) {
	defer r.inner()()
	defer r.calls.onlySo(calledForEach)()
	slot := r.slot()
	r.each = append(r.each, element{slot, elem})
	defer func() { r.each = r.each[:len(r.each)-1] }()
	want := typeTaken(takes)
	body := r.expr(e, want)
	if takes == program.TakesMeasure && body.Type.Kind == program.Step {
		return slot, body
	}
	return slot, r.fit(body, want)
}
