package syntax

import "github.com/rulec/rulec/lang/diag"

func (f *letForm) build(r *reader, at diag.Span) Stmt {
	return &Let{StmtNode{at}, r.nameIdent(f.Name), r.formula(f.Value), r.against(f.Against)}
}

func (f *rollForm) build(r *reader, at diag.Span) Stmt {
	return &Roll{StmtNode{at}, r.nameIdent(f.Name), r.maybe(f.By), r.maybe(f.As), r.formula(f.Dice), r.against(f.Against)}
}

// against reads the target of a roll; nil for nil.
func (r *reader) against(f *againstForm) *Against {
	if f == nil {
		return nil
	}
	return &Against{r.formula(f.Target), r.args(f.With, false)}
}

func (f *chooseForm) build(r *reader, at diag.Span) Stmt {
	return &Choose{
		StmtNode: StmtNode{at}, Some: f.Some, Name: r.nameIdent(f.Name), From: r.formula(f.From), To: r.maybe(f.To),
		Where: r.maybe(f.Where), By: r.maybe(f.By), ByChance: f.ByChance, Default: r.maybe(f.Default),
	}
}

func (f *drawForm) build(r *reader, at diag.Span) Stmt {
	return &Draw{StmtNode{at}, r.nameIdent(f.Name), r.ident(f.From), r.maybe(f.By)}
}

func (f *discardForm) build(r *reader, at diag.Span) Stmt {
	return &Discard{StmtNode{at}, r.formula(f.What), r.ident(f.To)}
}

func (f *shuffleForm) build(r *reader, at diag.Span) Stmt {
	return &Shuffle{StmtNode{at}, r.ident(f.Deck)}
}

func (f *announceForm) build(r *reader, at diag.Span) Stmt {
	return &Announce{
		StmtNode: StmtNode{at}, Event: r.ident(f.Event), Of: r.maybe(f.Of), With: r.args(f.With, false),
		For: r.maybe(f.For), UntilAllPass: f.UntilAllPass,
	}
}

func (f *performForm) build(r *reader, at diag.Span) Stmt {
	return &Perform{StmtNode{at}, r.formula(f.Action), r.maybe(f.By), r.maybe(f.On), r.args(f.With, true), r.maybeBraces(f.Else)}
}

func (f *payForm) build(r *reader, at diag.Span) Stmt {
	p := &Pay{StmtNode: StmtNode{at}}
	for _, i := range f.Items {
		amount := r.within(i.Amount.run)
		if amount[0].is(".") {
			r.errs.Errorf(CodeStatementForm, r.source.Span(i.Pool.from, amount[0].end()), "pay takes only the name of a pool").
				WithHint("as in: %s", usages["pay"])
			continue
		}
		p.Items = append(p.Items, PayItem{r.ident(i.Pool), r.maybe(i.Member), r.formula(i.Amount)})
	}
	p.From = r.maybe(f.From)
	return p
}

func (f *applyForm) build(r *reader, at diag.Span) Stmt {
	return &Apply{
		StmtNode: StmtNode{at}, Condition: r.formula(f.Condition), To: r.formula(f.To), By: r.maybe(f.By),
		With: r.args(f.With, false), Until: r.until(f.Until),
	}
}

func (f *endForm) build(r *reader, at diag.Span) Stmt {
	if f.Of == nil {
		return &End{StmtNode{at}, r.formulas(f.What), r.maybe(f.On), r.maybe(f.Where), r.until(f.Until)}
	}
	entry := r.within(f.What[0].run)
	if len(f.What) > 1 || len(entry) != 1 || entry[0].kind != wordToken {
		last := f.What[len(f.What)-1]
		r.errs.Errorf(CodeStatementForm, r.source.Span(f.What[0].from, last.to), `expected the name of one entry before "of"`).
			WithHint("as in: end ENTRY of WHOM, or: end CONDITION on WHOM")
		return nil
	}
	if f.Where != nil || f.Until != nil {
		r.errs.Errorf(CodeStatementForm, at, "an entry ends at once, without where or until").
			WithHint("as in: end ENTRY of WHOM")
		return nil
	}
	return &EndEntry{StmtNode{at}, Ident{entry[0].text, r.span(entry)}, r.formula(*f.Of)}
}

func (f *moveForm) build(r *reader, at diag.Span) Stmt {
	m := &Move{StmtNode: StmtNode{at}}
	for _, s := range f.Steps {
		m.Steps = append(m.Steps, MoveStep{r.formula(s.What), r.formula(s.To)})
	}
	return m
}

func (f *scheduleForm) build(r *reader, at diag.Span) Stmt {
	s := &Schedule{
		StmtNode: StmtNode{at}, Entry: r.ident(f.Entry), Of: r.maybe(f.Of), At: r.formulas(f.At),
		AfterOf: r.maybe(f.AfterOf), With: r.args(f.With, false), For: r.maybe(f.For),
	}
	if f.AfterEntry != nil {
		entry := r.ident(*f.AfterEntry)
		s.AfterEntry = &entry
	}
	return s
}

func (f *ifForm) build(r *reader, at diag.Span) Stmt {
	s := &If{StmtNode{at}, r.formula(f.Cond), r.braces(f.Then), r.maybeBraces(f.Else)}
	if f.ElseIf != nil {
		// The span of an else-if is its condition.
		inner := f.ElseIf.build(r, r.runSpan(f.ElseIf.Cond.run))
		s.Else = &Block{At: r.source.Span(f.ElseIf.Cond.from, f.ElseIf.end()), Stmts: []Stmt{inner}}
	}
	return s
}

// end returns where the last block of an if ends.
func (f *ifForm) end() int {
	switch {
	case f.ElseIf != nil:
		return f.ElseIf.end()
	case f.Else != nil:
		return f.Else.to
	}
	return f.Then.to
}

func (f *forForm) build(r *reader, at diag.Span) Stmt {
	s := &For{
		StmtNode: StmtNode{at}, Name: r.nameIdent(f.Name), In: r.formula(f.In), Where: r.maybe(f.Where),
		Order: r.maybe(f.Order), Together: f.Together, Body: r.braces(f.Body),
	}
	if f.Second != nil {
		second := r.nameIdent(*f.Second)
		s.Second = &second
	}
	return s
}

func (f *whileForm) build(r *reader, at diag.Span) Stmt {
	return &While{StmtNode{at}, r.formula(f.Cond), r.braces(f.Body)}
}

func (f *afterwardsForm) build(r *reader, at diag.Span) Stmt {
	return &Afterwards{StmtNode{at}, r.braces(f.Body)}
}

func (f *stopForm) build(r *reader, at diag.Span) Stmt {
	s := &Stop{StmtNode: StmtNode{at}}
	if len(f.With) == 1 && f.With[0].Second == nil {
		s.With = r.formula(f.With[0].First)
	} else {
		s.Results = r.args(f.With, false)
	}
	return s
}

func (f *changeForm) build(r *reader, at diag.Span) Stmt {
	target := r.formula(f.Target)
	if f.Value == nil {
		return r.call(target, at)
	}
	value := r.formula(*f.Value)
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

func (r *reader) until(p *phraseForm) *Until {
	if p == nil {
		return nil
	}
	u, errs := ParseUntil(r.source.Slice(p.from, p.to))
	r.errs = append(r.errs, errs...)
	return u
}
