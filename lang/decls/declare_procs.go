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
		p := proc{r, e, decode.Named("proc", e.Key.Text), &program.Proc{Decl: r.Named(e, i), Routine: &program.Routine{Gives: types.NoType}}}
		r.Uses.Add(e.Key.Span, e.Key.Span, program.Type{})
		if p.outdated() || !r.Free("proc", p.it.Name, e.Key.Span) || !types.Enter(r.Checker, "proc", p.it, r.Procs) {
			continue
		}
		r.Prog.Procs = append(r.Prog.Procs, p.it)
		enterOld(e, p.it, r.Procs)
		r.defaults.leave(func() { // once the degrees of rolls are known
			p.it.Inputs = p.params()
		})
		r.LeaveProc(p.it, p.infer)
		r.leave(p.body, e.Value)
	}
}

// outdated reports keys of a proc that say what stands elsewhere.
func (p proc) outdated() bool {
	for _, e := range p.entry.Value.Entries {
		if hint := format.Proc.Gone(e.Key.Text); hint != "" {
			d := p.List.Errorf(tree.UnknownKey, e.Key.Span, "unknown key %q in %s", e.Key.Text, p.what).WithHint("%s", hint)
			d.Lost = append(d.Lost, p.entry.Key.Text)
			return true
		}
	}
	return false
}

// proc is a proc being read.
type proc struct {
	*ruleset
	entry tree.Entry
	what  string
	it    *program.Proc
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
		l := p.participantOf(x, one[0].Type, p.what)
		one[0].At, one[0].Default = l.At, l.Default
		if l.Default != nil && one[0].Rolled != nil {
			p.List.Errorf(tree.HeadForm, x.otherwise.Span, "a call can't leave out a roll")
		}
		list = append(list, one...)
	}
	return list
}

// infer finds out what the proc gives: one value, a roll, or several named values.
func (p proc) infer() {
	p.it.Gives = types.UnknownType // for one that calls itself
	p.it.Gives, p.it.Results = p.GivenBy(p.Program(p.entry.Value, p.what), p.env())
	if p.it.Results == nil {
		p.it.Gives = p.givable(p.it.Gives, p.entry.Value.Span, p.what)
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
		l.Type = p.givable(l.Type, l.At, p.what)
	}
}

// env returns the environment of the program.
func (p proc) env() types.Env {
	return types.Env{Acts: true, Where: p.what, Inputs: slices.Clone(p.it.Inputs), Results: p.it.Results}
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
func (p proc) body() {
	p.Proc(p.it.Name)
	body := p.RoutineAt(p.entry.Value, p.env(), p.it.Gives)
	if body != nil {
		*p.it.Routine = *body
	}
}
