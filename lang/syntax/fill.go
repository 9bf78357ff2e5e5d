package syntax

import (
	"reflect"

	"github.com/alecthomas/participle/v2"

	"github.com/rulec/rulec/lang/diag"
)

// builder is a form that differs from its node, a statement or a line of a script.
type builder[N any] interface {
	build(r *reader, at diag.Span) N
}

func read[F any](r *reader, tokens []token) Stmt {
	return readForm[F, Stmt](r, programGrammar(), tokens, CodeStatementForm)
}

func readLine[F any](r *reader, tokens []token) Item {
	return readForm[F, Item](r, scriptGrammar(), tokens, CodeScriptForm)
}

// readForm parses a statement or a line by its form, which is its node or builds it.
func readForm[F, N, G any](r *reader, grammar *participle.Parser[G], tokens []token, code diag.Code) (node N) {
	f, ok := form[F](r, grammar, tokens, code)
	if !ok {
		return node
	}
	at := r.firstLine(tokens)
	if b, ok := any(f).(builder[N]); ok {
		return b.build(r, at)
	}
	any(f).(interface{ place(diag.Span) }).place(at)
	r.fill(f)
	return any(f).(N)
}

// fill parses the formulas, names, phrases and blocks in a node or a form: participle only finds where they
// are, so that errors in them are reported only if the whole statement has the right form.
func (r *reader) fill(node any) { r.fillIn(reflect.ValueOf(node)) }

func (r *reader) fillIn(v reflect.Value) {
	if v.Kind() == reflect.Pointer {
		if !v.IsNil() {
			r.fillIn(v.Elem())
		}
		return
	}
	if !v.CanInterface() {
		return
	}
	switch x := v.Addr().Interface().(type) {
	case *StmtNode, *ItemNode:
	case *Expr:
		*x = r.formula(*x)
	case *Ident:
		x.Span = r.source.Span(x.Span.Start, x.Span.End)
	case *Until:
		r.until(x)
	case *Block:
		*x = *r.braces(x.Stmts[0].(run))
	case *Args:
		*x = r.args(*x, false)
	case *FreeArgs:
		*x = r.args(*x, true)
	default:
		switch v.Kind() {
		case reflect.Slice:
			for i := range v.Len() {
				r.fillIn(v.Index(i))
			}
		case reflect.Struct:
			for i := range v.NumField() {
				r.fillIn(v.Field(i))
			}
		}
	}
}

// until parses the end of a condition.
func (r *reader) until(unfilled *Until) {
	u, errs := ParseUntil(r.source.Slice(unfilled.At.Start, unfilled.At.End))
	r.errs = append(r.errs, errs...)
	if u != nil {
		*unfilled = *u
	}
}

// formula parses a formula; nil for nil, and after an error.
func (r *reader) formula(unfilled Expr) Expr {
	if unfilled == nil {
		return nil
	}
	return r.input.formula(r.within(unfilled))
}

// args parses a with list. If bare is false, each value needs a name.
func (r *reader) args(list []Arg, bare bool) []Arg {
	var args []Arg
	for _, a := range list {
		first := r.within(a.Value)
		at := r.span(first)
		switch {
		case a.Named == nil && len(first) > 1 && first[0].kind == wordToken && first[1].start > first[0].end() && startsOperand(first, 1) && !first[1].is("not"):
			r.errs.Errorf(CodeArgumentName, at, "= is missing between %q and its value", first[0].text).
				WithHint("write %s = %s", first[0].text, shorten(r.source.Text[first[1].start:first[len(first)-1].end()])).
				WithGuess(r.source.Span(first[0].end(), first[1].start), " = ")
		case a.Named == nil:
			if !bare {
				r.errs.Errorf(CodeArgumentName, at, "this value needs a name").
					WithHint("write NAME = %s", shorten(at.Text()))
			}
			args = append(args, Arg{Value: r.formula(a.Value)})
		case len(first) != 1 || first[0].kind != wordToken:
			r.errs.Errorf(CodeArgumentName, at, "expected a name before the =").
				WithHint("write == to compare")
		default:
			args = append(args, Arg{Name: Ident{first[0].text, at}, Value: r.formula(a.Named)})
		}
	}
	return args
}
