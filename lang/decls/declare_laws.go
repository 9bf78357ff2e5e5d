package decls

import (
	"slices"
	"strconv"
	"strings"

	"github.com/rulec/rulec/lang/decode"
	"github.com/rulec/rulec/lang/format"
	"github.com/rulec/rulec/lang/program"
	"github.com/rulec/rulec/lang/tree"
	"github.com/rulec/rulec/lang/types"
)

// lawNodes are the parts of a law as they are found.
type lawNodes struct {
	during, alone, condition, before, suppose, without, holds *tree.Node
}

// declareLaws enters the sentences that should always hold.
func (r *ruleset) declareLaws(n *tree.Node) {
	for i, e := range r.Entries(n, "laws", "law") {
		what := decode.Named("law", e.Key.Text)
		if of := slices.Index(program.BuiltInLaws, e.Key.Text); of > 0 {
			r.builtInLaw(program.BuiltInLaw(of), e, i, what)
			continue
		}
		w := format.Law.Read(e.Value, what, r.List)
		l := &program.Law{Decl: r.Decl(e, w, what, i), For: r.Prog.Creature}
		r.Prog.Laws = append(r.Prog.Laws, l)
		bearers := w.Get("for")
		in := lawNodes{w.Get("during"), w.Get("alone"), w.Get("if"), w.Get("before"), w.Get("suppose"), w.Get("without"), w.Get("holds")}
		w.Done()
		if in.holds == nil {
			r.List.Errorf(tree.MissingKey, e.Key.Span, "%s has no \"holds\", which it needs: what should hold", what)
			continue
		}
		r.leave(func() {
			if bearers != nil {
				l.For = nil
				if bearers.Text != "scene" {
					l.For = r.kindAt(bearers, "for of "+what)
				}
			}
			if r.lawForm(in, what) {
				r.law(l, in, what)
			}
		}, e.Key, e.Value)
	}
}

// builtInLaw reads where a law that every ruleset has holds in this one.
func (r *ruleset) builtInLaw(of program.BuiltInLaw, e tree.Entry, index int, what string) {
	w := format.BuiltInLaw.Read(e.Value, what+", which every ruleset has,", r.List)
	l := &program.Law{Decl: r.Decl(e, w, what, index), BuiltIn: of}
	r.Prog.Laws = append(r.Prog.Laws, l)
	condition := w.Get("if")
	w.Done()
	if of == program.LawInBounds || of == program.LawCanAct {
		l.For = r.Prog.Creature
	}
	if condition == nil {
		return
	}
	r.leave(func() {
		l.If = r.FormulaAt(condition, types.Env{Where: "if of " + what, Inputs: lawInputs(l, r.Creature())[:1]}, types.BoolType)
	}, condition)
}

// lawForm reports keys of a law that mean nothing without others.
func (r *ruleset) lawForm(in lawNodes, what string) bool {
	before := len(*r.List)
	needs := func(n *tree.Node, key string, other *tree.Node, otherKey, why string) {
		if n != nil && other == nil {
			r.List.Errorf(CodeLawForm, n.Span, "%s has %s, but no %s", what, key, otherKey).WithHint("%s", why)
		}
	}
	const (
		action  = "say with during: by which action the law holds"
		compare = "a law that supposes something compares what came without it: without names that, and holds reads it"
	)
	needs(in.alone, "alone", in.during, "during", action)
	needs(in.before, "before", in.during, "during", action)
	needs(in.suppose, "suppose", in.during, "during", action)
	needs(in.suppose, "suppose", in.without, "without", compare)
	needs(in.without, "without", in.suppose, "suppose", compare)
	if in.suppose != nil && in.before != nil {
		r.List.Errorf(CodeLawForm, in.before.Span, "%s has suppose, so that it can't have before", what).
			WithHint("what it compares is noted under without, as the action has ended without what is supposed")
	}
	return !(*r.List)[before:].HasErrors()
}

// law reads the texts of a law.
func (r *ruleset) law(l *program.Law, in lawNodes, what string) {
	l.During = r.actionsDuring(in.during, what)
	if in.during != nil && l.During == nil {
		return // which has been reported
	}
	l.Alone = in.alone != nil && r.Flag(in.alone, "alone of "+what)
	env := types.Env{Inputs: lawInputs(l, r.Creature()), Own: commonParams(l.During)}
	env.Params = len(env.Own)
	at := func(key string) types.Env {
		env.Where = key + " of " + what
		return env
	}
	if in.condition != nil {
		l.If = r.FormulaAt(in.condition, at("if"), types.BoolType)
	}
	l.Before = r.noted(in.before, at("before"))
	if in.suppose != nil {
		l.Suppose = r.RoutineAt(in.suppose, at("suppose"), types.NoType)
	}
	l.Without = r.noted(in.without, at("without"))
	holds := at("holds")
	for _, n := range slices.Concat(l.Before, l.Without) {
		if n.Value == nil {
			return // which has been reported
		}
		holds.Inputs = append(holds.Inputs, program.Local{Name: n.Name, Type: n.Value.Expr.Type, At: n.Span})
	}
	l.Holds = r.FormulaAt(in.holds, holds, types.BoolType)
}

// noted reads numbers that a law notes.
func (r *ruleset) noted(n *tree.Node, env types.Env) []*program.Noted {
	var list []*program.Noted
	for i, e := range r.Entries(n, env.Where, "name") {
		r.Free("name", e.Key.Text, e.Key.Span)
		if f := types.FieldNamed(env.Own, e.Key.Text); f != nil {
			r.List.Errorf(types.CodeDuplicateName, e.Key.Span, "%s can't note something as %q, which is a parameter of the action", env.Where, e.Key.Text).
				WithNote(f.Span, "parameter %q", f.Name)
		}
		x := &program.Noted{Decl: decode.Bare(e.Key, i)}
		in := env
		in.Where = decode.Named("what is noted as", e.Key.Text) + ", " + env.Where
		x.Value = r.FormulaAt(e.Value, in, types.UnknownType)
		if x.Value != nil {
			r.Uses.Add(e.Key.Span, e.Key.Span, x.Value.Expr.Type)
			if t := x.Value.Expr.Type; t.Kind != program.Number && t.Kind != program.Bool && t.Kind != program.Unknown {
				r.List.Errorf(types.CodeTypeMismatch, x.Value.Span, "%s must be a number, or true or false, but this is %s", in.Where, types.InWords(t))
				x.Value = nil
			}
		}
		list = append(list, x)
	}
	return list
}

// lawInputs are self and actor, as far as a law has them.
func lawInputs(l *program.Law, creature program.Type) []program.Local {
	in := []program.Local{decode.Unnamed, decode.Unnamed}
	if l.For != nil {
		in[0] = decode.Self(types.ThingOf(l.For))
	}
	if l.During != nil {
		in[1] = program.Local{Name: "actor", Type: creature}
	}
	return in
}

// actionsDuring finds the actions that a law is about.
func (r *ruleset) actionsDuring(n *tree.Node, what string) []*program.Action {
	var list []*program.Action
	for _, item := range tree.Items(n) {
		text, ok := tree.Text(item, "each action under during of "+what, r.List)
		if !ok {
			continue
		}
		for _, a := range r.actionsCalled(item, text, what) {
			if !slices.Contains(list, a) {
				list = append(list, a)
			}
		}
	}
	return list
}

// actionsCalled finds an action, those of a kind, or all of them, by what they are called.
func (r *ruleset) actionsCalled(n *tree.Node, text, what string) []*program.Action {
	if text == allActions {
		return r.Prog.Actions
	}
	section, name, qualified := strings.Cut(text, ".")
	if !qualified {
		section, name = "", text
	}
	at := n.Part(len(text)-len(name), len(text)).Span
	if a := r.actionNamed(section, name); a != nil {
		r.Uses.Add(at, a.Def.Span, types.AnyAction)
		return []*program.Action{a}
	}
	if k := r.actingKind(section, name); k != nil {
		r.Uses.Add(at, k.Span, types.UnknownType)
		var list []*program.Action
		for _, d := range k.Defs {
			if d.Action != nil {
				list = append(list, d.Action)
			}
		}
		if list == nil {
			d := r.List.Errorf(decode.CodeUnknownAction, n.Span, "there is no action of the kind %q, so that %s never holds by one", k.Name, what)
			d.Follows = r.top.Means(k.Plural)
		}
		return list
	}
	d := r.List.Errorf(decode.CodeUnknownAction, n.Span, "there is no action and no kind of actions %s, which %s is about", strconv.Quote(text), what)
	r.NearestHint(d, text, slices.Concat(r.actionNames(), r.pluralsOfActions(), []string{allActions}), "there are")
	return nil
}

// pluralsOfActions lists the plurals of the kinds of actions.
func (r *ruleset) pluralsOfActions() []string {
	var names []string
	for _, k := range r.Prog.Kinds {
		if k.Acts {
			names = append(names, k.Plural)
		}
	}
	return names
}

// commonParams are the parameters that all of some actions have.
func commonParams(actions []*program.Action) []*program.Field {
	var common []*program.Field
	for i, a := range actions {
		params := types.ParamFields(a.Params)
		if i == 0 {
			common = params
			continue
		}
		common = slices.DeleteFunc(common, func(f *program.Field) bool {
			g := types.FieldNamed(params, f.Name)
			return g == nil || g.Cell != f.Cell
		})
	}
	return common
}
