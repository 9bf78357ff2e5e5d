package syntax

import (
	"slices"

	"github.com/rulec/rulec/lang/diag"
)

func (p *Pay) build(r *reader, at diag.Span) Stmt {
	p.Items = slices.DeleteFunc(p.Items, r.paysField)
	p.At = at
	r.fill(p)
	return p
}

// paysField reports an item that names a field of somebody.
func (r *reader) paysField(i PayItem) bool {
	if i.Amount == nil {
		return false
	}
	amount := r.within(i.Amount)
	if !amount[0].is(".") {
		return false
	}
	r.errs.Errorf(CodeStatementForm, r.source.Span(i.Pool.Span.Start, amount[0].end()), "pay takes only the name of a pool").
		WithHint("as in: %s", usages["pay"])
	return true
}

func (f *endForm) build(r *reader, at diag.Span) Stmt {
	if f.Of == nil {
		end := &End{StmtNode{at}, f.What, f.On, f.Where, f.Until}
		r.fill(end)
		return end
	}
	entry := r.within(f.What[0])
	if len(f.What) > 1 || len(entry) != 1 || entry[0].kind != wordToken {
		last := r.within(f.What[len(f.What)-1])
		r.errs.Errorf(CodeStatementForm, r.source.Span(entry[0].start, last[len(last)-1].end()), `expected the name of one entry before "of"`).
			WithHint("as in: end ENTRY of WHOM, or: end CONDITION on WHOM")
		return nil
	}
	if f.Where != nil || f.Until != nil {
		r.errs.Errorf(CodeStatementForm, at, "an entry ends at once, without where or until").
			WithHint("as in: end ENTRY of WHOM")
		return nil
	}
	return &EndEntry{StmtNode{at}, Ident{entry[0].text, r.span(entry)}, r.formula(f.Of)}
}

func (f *ifForm) build(r *reader, at diag.Span) Stmt {
	s := &If{StmtNode{at}, f.Cond, f.Then, f.Else}
	r.fill(s)
	if f.ElseIf != nil {
		// The span of an else-if is its condition.
		cond := f.ElseIf.Cond.(run)
		s.Else = &Block{At: r.source.Span(cond.from, f.ElseIf.end())}
		s.Else.Stmts = []Stmt{f.ElseIf.build(r, r.runSpan(cond))}
	}
	return s
}

// end returns where the last block of an if ends, before it is filled.
func (f *ifForm) end() int {
	last := f.Then
	switch {
	case f.ElseIf != nil:
		return f.ElseIf.end()
	case f.Else != nil:
		last = f.Else
	}
	return last.Stmts[0].(run).to
}

func (f *stopForm) build(r *reader, at diag.Span) Stmt {
	s := &Stop{StmtNode: StmtNode{at}}
	if len(f.With) == 1 && f.With[0].Named == nil {
		s.With = f.With[0].Value
	} else {
		s.Results = f.With
	}
	r.fill(s)
	return s
}

func (f *changeForm) build(r *reader, at diag.Span) Stmt {
	target := r.formula(f.Target)
	if f.Value == nil {
		return r.call(target, at)
	}
	value := r.formula(f.Value)
	switch target.(type) {
	case nil: // reported already
		return nil
	case *Name, *Member, *Index:
		return &Assign{StmtNode{at}, target, f.Op, value}
	case *Call, *Method:
		r.errs.Errorf(CodeAssignTarget, target.Span(), "the result of a call can't be changed").
			WithHint("to change a quantity, change what contributes to it; fields and pools can be set")
	default:
		r.errs.Errorf(CodeAssignTarget, target.Span(), "%q can't be changed", shorten(target.Span().Text())).
			WithHint("write NAME = VALUE, or THING.FIELD = VALUE")
	}
	return nil
}

// call makes a statement of a formula on its own.
func (r *reader) call(e Expr, at diag.Span) Stmt {
	switch e := e.(type) {
	case nil: // reported already
		return nil
	case *Call, *Method:
		return &CallStmt{StmtNode{at}, e}
	case *Name:
		d := r.errs.Errorf(CodeIdleStatement, e.Span(), "%q alone does nothing", e.Name)
		if d.MeanOneOf(e.Name, statementWords) {
		} else {
			d.WithHint("to call a proc, write %s()", e.Name)
		}
	case *Binary:
		d := r.errs.Errorf(CodeIdleStatement, e.Span(), "this only computes a value and does nothing with it")
		target, amount := shorten(e.X.Span().Text()), shorten(e.Y.Span().Text())
		_, field := e.X.(*Member)
		switch {
		case e.Op == "==":
			d.WithHint("write = to set")
		case field && (e.Op == "+" || e.Op == "-"):
			d.WithHint("to change it, write %s %s= %s", target, e.Op, amount)
		default:
			d.WithHint("write let NAME = VALUE to keep it")
		}
	case *Member:
		r.errs.Errorf(CodeIdleStatement, e.Span(), "this only reads a value and does nothing with it").
			WithHint("to call a program in a field, write %s()", shorten(e.Span().Text()))
	default:
		r.errs.Errorf(CodeIdleStatement, e.Span(), "this only computes a value and does nothing with it").
			WithHint("write let NAME = VALUE to keep it")
	}
	return nil
}
