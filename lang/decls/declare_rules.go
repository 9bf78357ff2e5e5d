package decls

import (
	"slices"

	"github.com/rulec/rulec/lang/decode"
	"github.com/rulec/rulec/lang/format"
	"github.com/rulec/rulec/lang/program"
	"github.com/rulec/rulec/lang/tree"
	"github.com/rulec/rulec/lang/types"
)

// declareRules enters the standing rules.
func (r *ruleset) declareRules(n *tree.Node) {
	for i, e := range r.Entries(n, "rules", "rule") {
		rule := &program.Rule{}
		r.Prog.Rules = append(r.Prog.Rules, rule)
		r.leave(func() { r.standingRule(rule, e, i) }, e.Key, e.Value)
	}
}

// standingRule reads a rule that holds for everybody of a kind, or for the scene.
func (r *ruleset) standingRule(rule *program.Rule, e tree.Entry, index int) {
	what := decode.Named("rule", e.Key.Text)
	w := format.Rule.Read(e.Value, what, r.List)
	rule.Decl = r.Decl(e, w, what, index)
	rule.For = r.Prog.Creature
	if n := w.Get("for"); n != nil {
		rule.For = nil
		if n.Text != "scene" {
			rule.For = r.kindAt(n, "for of "+what)
		}
	}
	o := bearing{what: what, bearer: types.NoType, it: types.NoType, rule: rule, kind: rule.For}
	if rule.For != nil {
		o.bearer = types.ThingOf(rule.For)
	}
	r.rule(rule, w, o)
}

// innerRule reads a rule of a condition or of a carried definition.
func (r *ruleset) innerRule(e tree.Entry, index int, o bearing) *program.Rule {
	what := decode.Named("rule", e.Key.Text) + " of " + o.what
	w := format.InnerRule.Read(e.Value, what, r.List)
	rule := &program.Rule{Decl: r.Decl(e, w, what, index), For: o.kind, Condition: o.condition, Carried: o.carried}
	o.what, o.rule = what, rule
	r.rule(rule, w, o)
	return rule
}

// rule reads what all rules have.
func (r *ruleset) rule(rule *program.Rule, w *tree.Reader, o bearing) {
	on, condition, do, order, told := w.Get("on"), w.Get("if"), w.Get("do"), w.Get("order"), w.Get("told")
	body := readBody(w, false)
	w.Done()
	rule.Order = r.Figure(order, "the order of "+o.what)
	r.triggers(rule, on, o)
	where := o.env("the program")
	where.Events, where.Was = types.EventsOf(rule.On), true
	where.EventLost = len(rule.On) < len(tree.Items(on))
	if condition != nil {
		where.Where = "if of " + o.what
		rule.If = r.FormulaAt(condition, where, types.BoolType)
	}
	if do != nil {
		where.Where = "the program of " + o.what
		rule.Do = r.RoutineAt(do, where, types.NoType)
	}
	if told != nil {
		where.Where = "told of " + o.what
		rule.Told = r.TemplateAt(told, where)
		if do == nil {
			r.List.Errorf(CodeIdleTold, told.Span, "%s does nothing, so that there is nothing to tell of it", o.what).
				WithHint("say under do what it does")
		}
	}
	r.body(&rule.Body, body, o)
	r.checkIdle(rule, on, do, body, o.what)
}

// triggers reads what a rule waits for.
func (r *ruleset) triggers(rule *program.Rule, on *tree.Node, o bearing) {
	for _, n := range tree.Items(on) {
		if _, ok := tree.Text(n, "on of "+o.what, r.List); !ok {
			continue
		}
		if t := r.Trigger(n.Fragment(), o.env("on")); t != nil {
			rule.On = append(rule.On, t)
			r.hear(t, o.what)
		}
	}
}

// checkIdle reports rules that lack a half.
func (r *ruleset) checkIdle(rule *program.Rule, on, do *tree.Node, body bodyNodes, what string) {
	switch {
	case on != nil && do == nil:
		r.List.Errorf(CodeIdleRule, on.Span, "%s waits for something, but has no do", what).
			WithHint("say with do: what happens then")
	case on == nil && do != nil:
		r.List.Errorf(CodeIdleRule, do.Span, "%s has a program, but nothing that it waits for", what).
			WithHint("say with on: when it runs")
	case on == nil && body == (bodyNodes{}):
		r.List.Errorf(CodeIdleRule, rule.Span, "%s does nothing: it has no on and do, no modifies and no forbids", what)
	}
}

// declareProcs enters the procs; their parameters follow when every type is
// known, their programs when every name is.
func (r *ruleset) declareProcs(n *tree.Node) {
	for i, e := range r.Entries(n, "procs", "proc") {
		what := decode.Named("proc", e.Key.Text)
		w := format.Proc.Read(e.Value, what, r.List)
		p := &program.Proc{Decl: r.Decl(e, w, what, i), Routine: &program.Routine{Gives: types.NoType}}
		params, gives, do := w.Get("params"), w.Get("gives"), w.Get("do")
		w.Done()
		if !r.AddProc(p) {
			continue
		}
		r.Prog.Procs = append(r.Prog.Procs, p)
		r.wasCalled(e.Was, func(old string) { enterAlias(r.Procs, old, p) })
		r.defaults = append(r.defaults, func() { // when the degrees of rolls are known
			p.Inputs = r.taken(params, what)
			r.gives(p, gives, what)
		})
		if do != nil {
			r.leave(func() { r.proc(p, do, what) }, do)
		}
	}
}

// taken reads the parameters of a proc. With a roll goes what it came to.
func (r *ruleset) taken(n *tree.Node, what string) []program.Local {
	var list []program.Local
	for _, e := range r.Entries(n, "params of "+what, "parameter") {
		r.Free("parameter", e.Key.Text, e.Key.Span)
		of := "the type of " + decode.Named("parameter", e.Key.Text)
		one := r.takenOrGiven(e.Value, e.Key.Text, of)
		one[0].At = e.Key.Span
		r.Uses.Add(e.Key.Span, e.Key.Span, one[0].Type)
		list = append(list, one...)
	}
	return list
}

// gives reads what a proc gives: one value, a roll, or several values by their names.
func (r *ruleset) gives(p *program.Proc, n *tree.Node, what string) {
	switch {
	case n == nil:
	case n.Kind == tree.Mapping:
		p.Results = r.results(n, what)
	default:
		list := r.takenOrGiven(n, "roll", "what "+what+" gives")
		if list[0].Rolled != nil {
			p.Results = list
			return
		}
		p.Gives = list[0].Type
	}
}

// takenOrGiven reads a type that may be that of a roll: the locals of a value of this type.
func (r *ruleset) takenOrGiven(n *tree.Node, name, what string) []program.Local {
	one := []program.Local{{Name: name, Type: types.UnknownType}}
	f, ok := r.Fragment(n, what)
	if !ok {
		return one
	}
	k, isRoll := r.RollType(f)
	switch {
	case k != nil:
		return program.RollLocals(name, k)
	case !isRoll:
		one[0].Type, _ = r.Type(f)
	}
	return one
}

// results reads the values that a proc gives by their names.
func (r *ruleset) results(n *tree.Node, what string) []program.Local {
	var list []program.Local
	for _, e := range r.Entries(n, "what "+what+" gives", "given value") {
		r.Free("given value", e.Key.Text, e.Key.Span)
		list = append(list, program.Local{Name: e.Key.Text, Type: r.given(e.Value, what), At: e.Key.Span})
		r.Uses.Add(e.Key.Span, e.Key.Span, list[len(list)-1].Type)
	}
	if list == nil {
		r.List.Errorf(types.CodeStopValue, n.Span, "%s gives nothing", what).WithHint("leave gives away")
	}
	return list
}

// proc reads the program of a proc. The proc itself keeps its place, since calls
// point at it.
func (r *ruleset) proc(p *program.Proc, do *tree.Node, what string) {
	body := r.RoutineAt(do, types.Env{Where: what, Inputs: slices.Clone(p.Inputs), Results: p.Results}, p.Gives)
	if body != nil {
		*p.Routine = *body
	}
}
