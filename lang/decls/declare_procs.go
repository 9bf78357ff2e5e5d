package decls

import (
	"slices"

	"github.com/rulec/rulec/lang/decode"
	"github.com/rulec/rulec/lang/format"
	"github.com/rulec/rulec/lang/program"
	"github.com/rulec/rulec/lang/tree"
	"github.com/rulec/rulec/lang/types"
)

// declareProcs adds the procs; their parameters are read once every type is
// known, their programs once every name is.
func (r *ruleset) declareProcs() {
	for i, e := range r.entries("procs", format.Proc) {
		e.Value = e.Value.Spread("do")
		d := r.declaration(e, format.Proc, decode.Named("proc", e.Key.Text), i)
		d.Done()
		if headless(e, "params", *r.List) {
			continue
		}
		p := proc{r, d, &program.Proc{Decl: d.Decl, Routine: &program.Routine{Gives: types.NoType}}}
		if !r.Free("proc", d.Name, d.Span) || !enter(r, d, p.it, &r.Prog.Procs, r.Procs) {
			continue
		}
		r.defaults.leave(func() { // once the degrees of rolls are known
			p.it.Inputs = p.params()
			p.gives()
		})
		if do := d.Get("do"); do != nil {
			r.leave(func() { p.body(do) }, do)
		}
	}
}

// proc is a proc being read.
type proc struct {
	*ruleset
	declared
	it *program.Proc
}

// params reads the parameters of a proc. A roll includes its result.
func (p proc) params() []program.Local {
	var list []program.Local
	for _, x := range p.participants(p.entry.Of, "participant") {
		one := []program.Local{{Name: x.name.Text, Type: types.UnknownType}}
		if x.of != nil {
			one = p.takenOrGiven(x.of, x.name.Text, "the type of "+decode.Named("participant", x.name.Text))
		} else {
			one[0].Type = p.typeOf(x, "participant")
		}
		l := p.participantOf(x, one[0].Type, p.What)
		one[0].At, one[0].Default = l.At, l.Default
		if l.Default != nil && one[0].Rolled != nil {
			p.List.Errorf(tree.HeadForm, x.otherwise.Span, "a call can't leave out a roll")
		}
		list = append(list, one...)
	}
	return list
}

// gives reads the result of a proc: one value, a roll, or several named values.
func (p proc) gives() {
	n := p.Get("gives")
	switch {
	case n == nil:
	case n.Kind == tree.Mapping:
		p.it.Results = p.results(n)
	default:
		list := p.takenOrGiven(n, "roll", p.Called("gives"))
		if list[0].Rolled != nil {
			p.it.Results = list
			return
		}
		p.it.Gives = list[0].Type
	}
}

// takenOrGiven reads a type that may be a roll, and returns the locals of a value of this type.
func (p proc) takenOrGiven(n *tree.Node, name, what string) []program.Local {
	one := []program.Local{{Name: name, Type: types.UnknownType}}
	f, ok := p.Fragment(n, what)
	if !ok {
		return one
	}
	k, isRoll := p.RollType(f)
	switch {
	case k != nil:
		return program.RollLocals(name, k)
	case !isRoll:
		one[0].Type, _ = p.Type(f)
	}
	return one
}

// results reads the named results of a proc.
func (p proc) results(n *tree.Node) []program.Local {
	var list []program.Local
	for _, e := range p.GetEntries("gives", "given value") {
		list = append(list, p.local(e.Key, "given value", p.given(e.Value, p.What)))
	}
	if list == nil {
		p.List.Errorf(types.CodeStopValue, n.Span, "gives of %s is empty", p.What).WithHint("remove gives")
	}
	return list
}

// body reads the program of a proc. The proc itself keeps its address, since calls
// point to it.
func (p proc) body(do *tree.Node) {
	body := p.RoutineAt(do, types.Env{Where: p.What, Inputs: slices.Clone(p.it.Inputs), Results: p.it.Results}, p.it.Gives)
	if body != nil {
		*p.it.Routine = *body
	}
}
