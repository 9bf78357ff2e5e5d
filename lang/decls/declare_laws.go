package decls

import (
	"slices"
	"strconv"

	"github.com/rulec/rulec/lang/decode"
	"github.com/rulec/rulec/lang/format"
	"github.com/rulec/rulec/lang/program"
	"github.com/rulec/rulec/lang/tree"
	"github.com/rulec/rulec/lang/types"
)

// declareLaws adds the laws, which should always hold.
func (r *ruleset) declareLaws() {
	for i, e := range r.entries("laws", format.Law) {
		what := decode.Named("law", e.Key.Text)
		if of := slices.Index(program.BuiltInLaws, e.Key.Text); of > 0 {
			d := r.declaration(e, format.BuiltInLaw, what+", which every ruleset has,", i)
			r.builtInLaw(program.BuiltInLaw(of), d, what)
			continue
		}
		d := r.declaration(e, format.Law, what, i)
		d.Done()
		l := law{r, d, &program.Law{Decl: d.Decl, For: r.Prog.Creature}}
		r.Prog.Laws = append(r.Prog.Laws, l.it)
		if d.Get("holds") == nil {
			r.List.Errorf(tree.MissingKey, e.Key.Span, "%s needs \"holds\": what must be true", what)
			continue
		}
		r.leave(func() {
			l.it.For = r.bearers(d.Mapping)
			if l.keys() {
				l.texts()
			}
		}, e.Key, e.Value)
	}
}

// builtInLaw reads the condition under which a law of every ruleset holds in this one.
func (r *ruleset) builtInLaw(of program.BuiltInLaw, d declared, what string) {
	d.Done()
	l := &program.Law{Decl: d.Decl, BuiltIn: of}
	r.Prog.Laws = append(r.Prog.Laws, l)
	if of == program.LawInBounds || of == program.LawCanAct {
		l.For = r.Prog.Creature
	}
	if condition := d.Get("if"); condition != nil {
		r.leave(func() {
			l.If = r.FormulaAt(condition, types.Env{Where: "if of " + what, Inputs: lawInputs(l, r.Creature())[:1]}, types.BoolType)
		}, condition)
	}
}

// law is a law being read.
type law struct {
	*ruleset
	declared
	it *program.Law
}

// keys reports keys of a law that are meaningless without others.
func (l law) keys() bool {
	before := len(*l.List)
	needs := func(key, other, why string) {
		if n := l.Get(key); n != nil && l.Get(other) == nil {
			l.List.Errorf(CodeLawForm, n.Span, "%s has %s, but no %s", l.What, key, other).WithHint("%s", why)
		}
	}
	const (
		action  = "write under during: which actions the law is about"
		compare = "a law with suppose compares the result with the one without it: note that one under without: and read it in holds:"
	)
	needs("alone", "during", action)
	needs("before", "during", action)
	needs("suppose", "during", action)
	needs("suppose", "without", compare)
	needs("without", "suppose", compare)
	if noted := l.Get("before"); noted != nil && l.Get("suppose") != nil {
		l.List.Errorf(CodeLawForm, noted.Span, "%s has suppose, so it can't have before", l.What).
			WithHint("note what to compare under without: it is read when the action ends without what suppose does")
	}
	return !(*l.List)[before:].HasErrors()
}

// texts reads the texts of a law.
func (l law) texts() {
	l.it.During = l.actionsDuring()
	if l.Get("during") != nil && l.it.During == nil {
		return // already reported
	}
	l.it.Alone = l.GetFlag("alone", false)
	env := types.Env{Inputs: lawInputs(l.it, l.Creature()), Own: commonParams(l.it.During)}
	env.Params = len(env.Own)
	l.it.If = l.GetFormula("if", env, types.BoolType)
	l.it.Before = l.noted("before", env)
	l.it.Suppose = l.GetRoutine("suppose", env)
	l.it.Without = l.noted("without", env)
	for _, n := range slices.Concat(l.it.Before, l.it.Without) {
		if n.Value == nil {
			return // already reported
		}
		env.Inputs = append(env.Inputs, program.Local{Name: n.Name, Type: n.Value.Expr.Type, At: n.Span})
	}
	l.it.Holds = l.GetFormula("holds", env, types.BoolType)
}

// noted reads the numbers that a law records.
func (l law) noted(key string, env types.Env) []*program.Noted {
	var list []*program.Noted
	where := l.Called(key)
	for i, e := range l.GetEntries(key, "name") {
		l.Free("name", e.Key.Text, e.Key.Span)
		if f := types.FieldNamed(env.Own, e.Key.Text); f != nil {
			l.List.Errorf(types.CodeDuplicateName, e.Key.Span, "%s can't note something as %q, which is a parameter of the action", where, e.Key.Text).
				WithNote(f.Span, "parameter %q", f.Name)
		}
		env.Where = decode.Named("what is noted as", e.Key.Text) + ", " + where
		list = append(list, &program.Noted{Decl: l.Named(e, i), Value: l.notable(e, env)})
	}
	return list
}

// notable reads a number or a boolean.
func (l law) notable(e tree.Entry, env types.Env) *program.Formula {
	f := l.FormulaAt(e.Value, env, types.UnknownType)
	if f == nil {
		return nil
	}
	t := f.Expr.Type
	l.Uses.Add(e.Key.Span, e.Key.Span, t)
	if t.Kind != program.Number && t.Kind != program.Bool && t.Kind != program.Unknown {
		l.List.Errorf(types.CodeTypeMismatch, f.Span, "%s must be a number, or true or false, but this is %s", env.Where, types.InWords(t))
		return nil
	}
	return f
}

// lawInputs returns self and actor, if a law has them.
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

// actionsDuring finds the actions that a law applies to, each once.
func (l law) actionsDuring() []*program.Action {
	var list []*program.Action
	for _, item := range l.GetTexts("during") {
		for _, a := range l.actionsCalled(item, item.Text) {
			if !slices.Contains(list, a) {
				list = append(list, a)
			}
		}
	}
	return list
}

// actionsCalled finds an action, those of a kind, or all of them, by name.
func (l law) actionsCalled(n *tree.Node, text string) []*program.Action {
	if text == allActions {
		return l.Prog.Actions
	}
	section, name := qualified(text)
	at := n.Part(len(text)-len(name), len(text)).Span
	if a := l.actionNamed(section, name); a != nil {
		l.Uses.Add(at, a.Def.Span, types.AnyAction)
		return []*program.Action{a}
	}
	if k := l.actingKind(section, name); k != nil {
		l.Uses.Add(at, k.Span, types.UnknownType)
		var list []*program.Action
		for _, d := range k.Defs {
			if d.Action != nil {
				list = append(list, d.Action)
			}
		}
		if list == nil {
			d := l.List.Errorf(decode.CodeUnknownAction, n.Span, "there is no action of the kind %q, so %s is never checked", k.Name, l.What)
			d.Follows = l.top.Means(k.Plural)
		}
		return list
	}
	d := l.List.Errorf(decode.CodeUnknownAction, n.Span, "unknown action or kind of actions %s in %s", strconv.Quote(text), l.What)
	l.NearestHint(d, text, slices.Concat(l.actionNames(), l.pluralsOfActions(), []string{allActions}), "there are")
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

// commonParams returns the parameters that all of some actions have in common.
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
