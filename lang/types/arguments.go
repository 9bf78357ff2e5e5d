package types

import (
	"fmt"
	"slices"
	"strings"

	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
	"github.com/rulec/rulec/lang/syntax"
)

// arguments checks the arguments of a call one by one. A roll takes several slots.
func (r *formulaReader) arguments(name syntax.Ident, args []syntax.Expr, slots []program.Local) []*program.Expr {
	params := handed(slots)
	if needed := Needed(params); !named(args) && (len(args) > len(params) || len(args) < needed) {
		d := r.argumentCount(name, len(args), len(params), localNames(params))
		if needed < len(params) {
			d.Message = fmt.Sprintf("%q takes %d to %s, not %d", name.Name, needed, Counted(len(params), "value"), len(args))
		}
	}
	list := make([]*program.Expr, len(slots))
	for i := range list {
		list[i] = &program.Expr{Span: name.Span} // for a missing argument, which has been reported
	}
	before := len(*r.List)
	placed := r.placed(name, args, params)
	complete := len(*r.List) == before // what is missing may have been misspelt
	slot := 0
	for i, arg := range placed {
		switch p := params[i]; {
		case arg != nil && p.Rolled != nil:
			copy(list[slot:], r.outcome(arg, p.Rolled))
		case arg != nil:
			list[slot] = r.value(arg, p.Type)
		case p.Default != nil:
			list[slot] = r.byDefaults(params[i : i+1])[0]
		case named(args) && complete:
			r.List.Errorf(CodeMissingArgument, name.Span, "%q needs %q", name.Name, p.Name).
				WithHint("write %s(.., %s = ..)", name.Name, p.Name).WithNote(p.At, "declared here")
		}
		if slot++; params[i].Rolled != nil {
			slot += params[i].Rolled.Cells()
		}
	}
	return list
}

// named reports whether some arguments of a call have names. They follow those that have none.
func named(args []syntax.Expr) bool {
	if len(args) == 0 {
		return false
	}
	_, is := args[len(args)-1].(*syntax.Named)
	return is
}

// placed returns the arguments of a call in the order of the participants that they are for, nil for each that the call leaves out. It
// reports arguments that are for none, or for one that has its value already; those without a name that are too many the caller reports.
func (r *formulaReader) placed(call syntax.Ident, args []syntax.Expr, params []program.Local) []syntax.Expr {
	list := make([]syntax.Expr, len(params))
	for i, arg := range args {
		switch n, is := arg.(*syntax.Named); {
		case is:
			at := slices.IndexFunc(params, func(p program.Local) bool { return p.Name == n.Name.Name })
			switch {
			case at < 0:
				d := r.List.Errorf(syntax.CodeArgumentName, n.Name.Span, "%q has no participant %q", call.Name, n.Name.Name)
				meant(d, n.Name.Name, namesOf(params), "it has %s; to compare, write ==")
				r.expr(n.X, UnknownType)
			case list[at] != nil:
				r.List.Errorf(syntax.CodeArgumentName, n.Name.Span, "%q has two values in this call", n.Name.Name).
					WithNote(list[at].Span(), "the first is here")
			default:
				r.Uses.Add(n.Name.Span, params[at].At, params[at].Type)
				list[at] = n.X
			}
		case i >= len(params):
			r.expr(arg, UnknownType)
		case named(args[:i]):
			r.List.Errorf(syntax.CodeArgumentName, arg.Span(), "a value without a name can't follow one that has a name").
				WithHint("put it first, or write NAME = %s", Short(arg.Span()))
		default:
			list[i] = arg
		}
	}
	return list
}

// strayName reports a name before an argument where nothing has participants.
func (r *formulaReader) strayName(n *syntax.Named) *program.Expr {
	equals := n.At
	equals.Start, equals.End = n.Name.Span.End, n.X.Span().Start
	r.List.Errorf(syntax.CodeForeignOperator, n.At, "only participants of quantities, tables, procs and fields can be named in a call").
		WithHint("to compare, write ==").WithGuess(equals, " == ")
	return r.broken(n.At)
}

// Needed returns how many participants a call can't leave out.
func Needed(of []program.Local) int {
	if i := slices.IndexFunc(of, func(l program.Local) bool { return l.Default != nil }); i >= 0 {
		return i
	}
	return len(of)
}

// byDefaults returns what participants are that a call leaves out. Invalid defaults are reported where they are declared.
func (c *Checker) byDefaults(of []program.Local) []*program.Expr {
	var list diag.List
	apart := c.Reporting(&list)
	apart.Uses = nil
	var args []*program.Expr
	for _, l := range of {
		x := &program.Expr{Span: l.At} // missing or invalid
		if l.Default != nil {
			if made := apart.Constant(*l.Default, Env{}, l.Type); made != nil {
				x = made
			}
		}
		args = append(args, x)
	}
	return args
}

// handed returns the parameters that take an argument: the outcome of a roll is passed
// along with it.
func handed(slots []program.Local) []program.Local {
	if !slices.ContainsFunc(slots, func(l program.Local) bool { return l.Rolled != nil }) {
		return slots
	}
	var params []program.Local
	for i := 0; i < len(slots); i++ {
		params = append(params, slots[i])
		if k := slots[i].Rolled; k != nil {
			i += k.Cells()
		}
	}
	return params
}

func localNames(list []program.Local) string { return strings.Join(namesOf(list), ", ") }

func (c *Checker) argumentCount(name syntax.Ident, got, want int, params string) *diag.Diagnostic {
	return c.List.Errorf(CodeArgumentCount, name.Span, "%q takes %s, not %d", name.Name, Counted(want, "value"), got).
		WithHint("write %s(%s)", name.Name, params)
}

// implied checks the arguments of a call of a field. Missing ones are taken
// from values with the same name at the call.
func (r *formulaReader) implied(name syntax.Ident, args []syntax.Expr, params []program.Local) []*program.Expr {
	if len(args) > len(params) {
		r.argumentCount(name, len(args), len(params), "..")
		args = args[:len(params)]
	}
	list := make([]*program.Expr, len(params))
	for i, arg := range r.placed(name, args, params) {
		if arg != nil {
			list[i] = r.value(arg, params[i].Type)
		} else {
			list[i] = r.sameNamed(params[i], name)
		}
	}
	return list
}

// sameNamed returns the value for a parameter that the call omits.
func (r *formulaReader) sameNamed(p program.Local, call syntax.Ident) *program.Expr {
	var x *program.Expr
	if r.find(p.Name) != nil || r.env.ofAct(p.Name) != nil {
		elsewhere := r.apart(r.List) // the name doesn't occur there
		x = elsewhere.near(p.Name, call.Span)
		r.readsAct = r.readsAct || elsewhere.readsAct
	}
	switch {
	case x == nil:
		r.List.Errorf(CodeMissingArgument, call.Span, "%q needs %q, but nothing has that name here", call.Name, p.Name).
			WithHint("pass it in brackets: %s(.., %s)", call.Name, p.Name)
		return r.broken(call.Span)
	case !agrees(x.Type, p.Type):
		r.List.Errorf(CodeTypeMismatch, call.Span, "%q needs %q as %s, but here that is %s", call.Name, p.Name, InWords(p.Type), InWords(x.Type)).
			WithHint("pass it in brackets")
		return r.broken(call.Span)
	}
	return r.fit(x, p.Type)
}
