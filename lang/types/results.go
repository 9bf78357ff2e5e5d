package types

import (
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
	"github.com/rulec/rulec/lang/syntax"
)

// Procs return one value, or several by name. Several are not a value: let takes them
// all, and each is read by its name.

// letCall checks `let x = proc(..)`.
func (r *programReader) letCall(s *syntax.Let, call *syntax.Call) program.Stmt {
	out := r.callProc(call, at(s))
	if out.Proc.GivesRoll() != nil {
		return r.letRoll(s.Name.Ident, out)
	}
	if out.Proc.Results == nil {
		r.givesValue(out.Proc, call.Name)
		out.Into = r.declare(s.Name.Ident, out.Proc.Gives).slot
		return out
	}
	l := r.declare(s.Name.Ident, NoType)
	l.fixed, l.several = true, out.Proc.Results
	out.Into = l.slot
	for range out.Proc.Results[1:] {
		r.slot()
	}
	return out
}

// givesValue reports a proc that returns no value, or several, where one is expected.
func (sc *scope) givesValue(proc *program.Proc, at syntax.Ident) {
	switch {
	case proc.GivesRoll() != nil: // it is its total
	case proc.Results != nil:
		sc.List.Errorf(CodeUnknownField, at.Span, "the proc %q gives several values: which one?", proc.Name).
			WithNote(proc.Decl.Span, "declared here").
			WithHint("write %s(..).%s; or take all with let x = %s(..)", proc.Name, proc.Results[0].Name, proc.Name)
	case proc.Gives.Kind == program.Nothing:
		sc.List.Errorf(CodeStopValue, at.Span, "the proc %q gives no value", proc.Name).
			WithNote(proc.Decl.Span, "declared here").
			WithHint("end it with stop with ..")
	}
}

// resultOfCall checks proc(..).name, where the proc returns several values or a roll; nil if e
// isn't such a call.
func (r *formulaReader) resultOfCall(e syntax.Expr, name syntax.Ident, at diag.Span) *program.Expr {
	call := r.procCall(e)
	if call == nil || r.calls == nil || r.Proc(call.Name.Name).Results == nil {
		return nil
	}
	if k := r.Procs[call.Name.Name].GivesRoll(); k != nil {
		return r.partOfGiven(call, k, name, at)
	}
	made := r.callBefore(call)
	i, t := r.resultNamed(r.Procs[call.Name.Name].Results, "the proc "+quoted(call.Name.Name), name)
	if made == nil || i < 0 {
		return r.broken(at)
	}
	return made.reading(i, t, at)
}

// resultIn checks r.name, where let has taken several values.
func (sc *scope) resultIn(l *local, name syntax.Ident, at diag.Span) *program.Expr {
	i, t := sc.resultNamed(l.several, quoted(l.Name), name)
	if i < 0 {
		return sc.broken(at)
	}
	return &program.Expr{Op: program.OpLocal, Type: t, Index: l.slot + i, Span: at}
}

// resultNamed returns the index of one of several values; -1 after an error.
func (sc *scope) resultNamed(results []program.Local, owner string, name syntax.Ident) (int, program.Type) {
	for i, x := range results {
		if x.Name == name.Name {
			sc.Uses.Add(name.Span, x.At, x.Type)
			return i, x.Type
		}
	}
	d := sc.List.Errorf(CodeUnknownField, name.Span, "%s gives no %q", owner, name.Name)
	meant(d, name.Name, namesOf(results), "it gives %s")
	return -1, UnknownType
}

// notOne reports a local that holds several values where one is expected.
func (sc *scope) notOne(l *local, at diag.Span) *program.Expr {
	sc.List.Errorf(CodeUnknownField, at, "%q holds several values: which one?", l.Name).
		WithHint("write %s.%s; it gives %s", l.Name, l.several[0].Name, diag.JoinAnd(namesOf(l.several)))
	return sc.broken(at)
}

// namesOf returns the names of locals, without empty ones.
func namesOf(list []program.Local) []string {
	var names []string
	for _, l := range list {
		if l.Name != "" {
			names = append(names, l.Name)
		}
	}
	return names
}

// stop checks `stop`, `stop with F` and `stop with r = F, ..`, according to the program's results.
func (r *programReader) stop(s *syntax.Stop) []program.Stmt {
	out := &program.Stop{At: at(s)}
	if r.stops != nil {
		r.stops.add(r, s)
		return []program.Stmt{out}
	}
	several, roll := r.program.Results, r.program.GivesRoll()
	if roll != nil {
		several = nil
	}
	switch {
	case s.With != nil && several != nil:
		r.List.Errorf(CodeStopValue, s.With.Span(), "which of %s is this?", diag.JoinAnd(namesOf(several))).
			WithHint("write stop with %s = ..", several[0].Name)
		r.expr(s.With, UnknownType)
	case (s.With != nil || s.Results != nil) && !r.program.GivesAny():
		r.List.Errorf(CodeStopValue, valuesOf(s), "this program gives no value").
			WithHint("only procs give values; none alone doesn't show which")
		return []program.Stmt{out}
	case s.With == nil && s.Results == nil && r.program.GivesAny() && (r.program.Results != nil || r.gives.Kind != program.Unknown):
		r.List.Errorf(CodeStopValue, s.Span(), "the program must give %s here", r.wantedOfStop()).WithHint("write stop with ..")
	case s.Results != nil && several == nil:
		r.List.Errorf(CodeStopValue, s.Results[0].Name.Span, "the program must give %s here, without a name", r.wantedOfStop()).
			WithHint("a program gives one value, or several that all have names")
		return []program.Stmt{out}
	case s.With != nil && roll != nil:
		first := len(r.env.Inputs)
		return append(takesRoll(r.outcome(s.With, roll), first, first+1), out)
	case s.With != nil:
		out.With = r.value(s.With, r.gives)
	}
	return append(r.results(s.Results), out)
}

// valuesOf returns the span of the values of a stop.
func valuesOf(s *syntax.Stop) diag.Span {
	if s.With != nil {
		return s.With.Span()
	}
	at := s.Results[0].Name.Span
	at.End = s.Results[len(s.Results)-1].Value.Span().End
	return at
}

// results assigns the named values of a stop to their slots; missing ones are 0,
// false or none.
func (r *programReader) results(args []syntax.Arg) []program.Stmt {
	var list []program.Stmt
	given := map[string]bool{}
	for _, arg := range args {
		i, t := r.resultNamed(r.program.Results, "this proc", arg.Name)
		if given[arg.Name.Name] {
			r.List.Errorf(CodeDuplicateName, arg.Name.Span, "%q is given twice", arg.Name.Name)
		}
		given[arg.Name.Name] = true
		at := program.At{Span: arg.Name.Span}
		at.Span.End = arg.Value.Span().End
		list = append(list, &program.SetLocal{At: at, Slot: len(r.env.Inputs) + i, Value: r.value(arg.Value, t)})
	}
	return list
}

// wantedOfStop says in words what the program returns.
func (r *programReader) wantedOfStop() string {
	if k := r.program.GivesRoll(); k != nil {
		return "a " + rollText(k)
	}
	if r.program.Results != nil {
		return diag.JoinAnd(namesOf(r.program.Results))
	}
	return InWords(r.gives)
}
