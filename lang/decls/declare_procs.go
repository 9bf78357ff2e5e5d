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
		})
		if do := d.Get("do"); do != nil {
			r.LeaveProc(p.it, func() { p.infer(do) })
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
			one = p.taken(x.of, x.name.Text, "the type of "+decode.Named("participant", x.name.Text))
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

// infer finds out what the proc gives: one value, a roll, or several named values.
func (p proc) infer(do *tree.Node) {
	p.it.Gives = types.UnknownType // for one that calls itself
	p.it.Gives, p.it.Results = p.GivenBy(do.Fragment(), p.env())
	if p.it.Results == nil {
		p.it.Gives = p.givable(p.it.Gives, do.Span, p.What)
		return
	}
	if p.it.GivesRoll() != nil {
		return
	}
	for i := range p.it.Results {
		l := &p.it.Results[i]
		p.Free("given value", l.Name, l.At)
		p.Uses.Add(l.At, l.At, l.Type)
		if l.Type.Kind == program.Nothing {
			p.List.Errorf(types.CodeStopValue, l.At, "the type of %q is unknown: none alone doesn't show it", l.Name)
			l.Type = types.UnknownType
			continue
		}
		l.Type = p.givable(l.Type, l.At, p.What)
	}
}

// env returns the environment of the program.
func (p proc) env() types.Env {
	return types.Env{Where: p.What, Inputs: slices.Clone(p.it.Inputs), Results: p.it.Results}
}

// taken reads the type of a participant, which may be a roll, and returns the locals of a value of this type.
func (p proc) taken(n *tree.Node, name, what string) []program.Local {
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

// body reads the program of a proc. The proc itself keeps its address, since calls
// point to it.
func (p proc) body(do *tree.Node) {
	p.Proc(p.it.Name)
	body := p.RoutineAt(do, p.env(), p.it.Gives)
	if body != nil {
		*p.it.Routine = *body
	}
}
