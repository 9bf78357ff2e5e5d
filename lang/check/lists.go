package check

import (
	"github.com/rulec/rulec/lang/program"
	"github.com/rulec/rulec/lang/syntax"
)

// literalList is [a, b, ..]. Its elements have one type: the wanted one, or that
// of the first which is decided.
func (r *reader) literalList(e *syntax.List, want program.Type) *program.Expr {
	elem := unknownType
	switch {
	case isCollection(want):
		elem = *want.Elem
	case want.Kind == program.Place && len(e.Items) == 2:
		elem = numberType
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

func (r *reader) sameElements(x *program.Expr, elem program.Type) *program.Expr {
	for i, arg := range x.Args {
		if made(arg.Type, elem) || made(elem, arg.Type) {
			continue // compared by what they were made from, or refused by who uses the list
		}
		x.Args[i] = r.fit(arg, elem)
		if x.Args[i].Type.Kind == program.Unknown {
			elem = unknownType
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
	x.Type = listOf(elem)
	return x
}

// listInList reports an element that is a list itself: lists hold what fields can hold.
func (r *reader) listInList(x *program.Expr) bool {
	if !isCollection(x.Type) {
		return false
	}
	d := r.list.Errorf(CodeTypeMismatch, x.Span, "%q is %s, but the elements of a list can't be lists", short(x.Span), a(x.Type))
	if x.Op == program.OpList && len(x.Args) == 2 {
		d.WithHint("a place is written place(%s) where nothing else says that it is one", short(x.Span))
	}
	return true
}

// listWord is what a list word does with the formula about each element.
type listWord struct {
	op program.Op
	// of is the type of that formula: Bool, Number, or Unknown for any.
	of program.Type
	// ordered formulas may also give a step.
	ordered bool
	// gives is the result: unknownType means an element.
	gives func(elem, body program.Type) program.Type
	// short is what the word does without the formula; nil where it needs one.
	short func(r *reader, e *syntax.Call, l *program.Expr) *program.Expr
}

func givesBool(_, _ program.Type) program.Type       { return boolType }
func givesNumber(_, _ program.Type) program.Type     { return numberType }
func givesElem(elem, _ program.Type) program.Type    { return elem }
func givesList(elem, _ program.Type) program.Type    { return listOf(elem) }
func givesMapped(_, body program.Type) program.Type  { return listOf(body) }
func givesMeasure(_, body program.Type) program.Type { return body }

// listWords are the calls that have a formula about each element. Their names
// are those of syntax.ListWords.
var listWords = map[string]listWord{
	"any":     {op: program.OpAny, of: boolType, gives: givesBool},
	"all":     {op: program.OpAll, of: boolType, gives: givesBool},
	"none":    {op: program.OpAny, of: boolType, gives: givesBool},
	"one":     {op: program.OpCountIf, of: boolType, gives: givesNumber},
	"filter":  {op: program.OpFilter, of: boolType, gives: givesList},
	"find":    {op: program.OpFind, of: boolType, gives: givesElem},
	"map":     {op: program.OpMapTo, gives: givesMapped},
	"count":   {op: program.OpCountIf, of: boolType, gives: givesNumber, short: length},
	"sum":     {op: program.OpSumOf, of: numberType, gives: givesNumber, short: total},
	"sortBy":  {op: program.OpSortBy, of: numberType, ordered: true, gives: givesList},
	"most":    {op: program.OpMost, of: numberType, ordered: true, gives: givesElem},
	"least":   {op: program.OpLeast, of: numberType, ordered: true, gives: givesElem},
	"highest": {op: program.OpHighest, of: numberType, gives: givesMeasure, short: itself(program.OpHighest)},
	"lowest":  {op: program.OpLowest, of: numberType, gives: givesMeasure, short: itself(program.OpLowest)},
}

func length(_ *reader, e *syntax.Call, l *program.Expr) *program.Expr {
	return builtinCall(program.Length, numberType, e.Span(), l)
}

func total(r *reader, e *syntax.Call, l *program.Expr) *program.Expr {
	return builtinCall(program.Total, numberType, e.Span(), r.fit(l, listOf(numberType)))
}

// itself compares the numbers of a list as they are.
func itself(op program.Op) func(*reader, *syntax.Call, *program.Expr) *program.Expr {
	return func(r *reader, e *syntax.Call, l *program.Expr) *program.Expr {
		l = r.fit(l, listOf(numberType))
		locals, next := r.mark()
		defer r.release(locals, next)
		each := &program.Expr{Op: program.OpLocal, Type: numberType, Index: r.slot(), Span: l.Span}
		x := two(op, numberType, e, l, each)
		x.Index = each.Index
		return x
	}
}

func (r *reader) listCall(e *syntax.Call, word listWord, want program.Type) *program.Expr {
	if n := len(e.Args); n != 2 && (n != 1 || word.short == nil) {
		r.argumentCount(e.Name, n, 2, "list, formula about each")
		return r.broken(e.Span())
	}
	l := r.list1(e.Args[0], want)
	if len(e.Args) == 1 {
		return word.short(r, e, l)
	}
	elem := unknownType
	if isCollection(l.Type) {
		elem = *l.Type.Elem
	}
	slot, body := r.about(elem, e.Args[1], word.of, word.ordered)
	if word.op == program.OpMapTo && r.listInList(body) {
		return r.broken(e.Span())
	}
	x := two(word.op, word.gives(elem, body.Type), e, l, body)
	x.Index = slot
	switch e.Name.Name {
	case "none":
		return not(x, e)
	case "one":
		return two(program.OpEq, boolType, e, x, number(1, e.Span()))
	}
	return x
}

// list1 checks a list or a set whose elements may be anything; wanted helps
// where the list is written out.
func (r *reader) list1(e syntax.Expr, wanted program.Type) *program.Expr {
	if !isCollection(wanted) {
		wanted = unknownType
	}
	x := r.expr(e, wanted)
	if x.Type.Kind != program.Unknown && !isCollection(x.Type) {
		d := r.list.Errorf(CodeTypeMismatch, x.Span, "%q is %s, but a list is needed", short(x.Span), a(x.Type))
		if x.Type.Kind == program.Number || x.Type.Kind == program.ThingType {
			d.WithHint("a list of one is written [%s]", short(x.Span))
		}
		return r.broken(x.Span)
	}
	return x
}

// about checks a formula about each element and returns the element's slot.
func (r *reader) about(elem program.Type, e syntax.Expr, want program.Type, ordered bool) (int, *program.Expr) {
	locals, next := r.mark()
	defer r.release(locals, next)
	slot := r.slot()
	r.each = append(r.each, element{slot, elem})
	defer func() { r.each = r.each[:len(r.each)-1] }()
	body := r.expr(e, want)
	if ordered && body.Type.Kind == program.Step {
		return slot, body
	}
	return slot, r.fit(body, want)
}
