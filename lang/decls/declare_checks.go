package decls

import (
	"github.com/rulec/rulec/lang/decode"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/format"
	"github.com/rulec/rulec/lang/program"
	"github.com/rulec/rulec/lang/tree"
	"github.com/rulec/rulec/lang/types"
)

// declareChecks enters the checks. Their formulas are read before any program, which may ask
// for the degree of a roll.
func (r *ruleset) declareChecks(n *tree.Node) {
	for i, e := range r.Entries(n, "checks", "check") {
		what := decode.Named("check", e.Key.Text)
		w := format.Check.Read(e.Value, what, r.List)
		k := &program.Check{Decl: r.Decl(e, w, what, i)}
		fields, margin, success, degree, told := w.Get("fields"), w.Get("margin"), w.Get("success"), w.Get("degree"), w.Get("told")
		w.Done()
		if !r.AddCheck(k) {
			continue
		}
		r.Prog.Checks = append(r.Prog.Checks, k)
		r.wasCalled(e.Was, func(old string) { enterAlias(r.Checks, old, k) })
		r.signatures = append(r.signatures, func() {
			k.Fields = r.declareFields(fields, fieldPlace{owner: what, taken: checkWords, zero: true})
			for _, f := range k.Fields {
				r.needOneCell(f, what)
			}
		})
		r.defaults = append(r.defaults, func() { r.checkTexts(k, margin, success, degree, told, what) })
	}
}

// checkWords are what a roll against something has by itself.
var checkWords = []string{"total", program.PartTarget, "natural", program.PartMargin, program.PartSuccess, program.PartDegree}

// needOneCell refuses fields that don't fit into a local.
func (r *ruleset) needOneCell(f *program.Field, what string) {
	switch f.Type.Kind {
	case program.Set, program.List, program.MapType, program.FormulaField, program.ProgramField:
		r.List.Errorf(types.CodeTypeMismatch, f.Span, "%s can't have %s as a field", what, types.InWords(f.Type)).
			WithHint("its fields are single values: numbers, dice, names")
	default:
		if f.Pool != nil || f.Family != nil {
			r.List.Errorf(types.CodeTypeMismatch, f.Span, "%s can't have a pool or a family as a field", what).
				WithHint("its fields are single values: numbers, dice, names")
		}
	}
}

// checkTexts reads the formulas of a check, each with what is known before it.
func (r *ruleset) checkTexts(k *program.Check, margin, success, degree, told *tree.Node, what string) {
	env := types.Env{Inputs: []program.Local{
		program.CheckSelf:    decode.Self(r.Creature()),
		program.CheckTotal:   {Name: "total", Type: types.NumberType},
		program.CheckTarget:  {Name: program.PartTarget, Type: types.NumberType},
		program.CheckNatural: {Name: "natural", Type: types.NumberType},
	}}
	for _, f := range k.Fields {
		env.Inputs = append(env.Inputs, program.Local{Name: f.Name, Type: f.Type, At: f.Span})
	}
	read := func(n *tree.Node, part string, t program.Type) *program.Formula {
		if n == nil {
			return nil
		}
		env.Where = part + " of " + what
		return r.FormulaAt(n, env, t)
	}
	k.Margin = read(margin, "margin", types.NumberType)
	env.Inputs = append(env.Inputs, program.Local{Name: program.PartMargin, Type: types.NumberType})
	k.Success = read(success, "success", types.BoolType)
	env.Inputs = append(env.Inputs, program.Local{Name: program.PartSuccess, Type: types.BoolType})
	k.Degree = read(degree, "degree", types.UnknownType)
	if degree != nil && k.Degree == nil { // what is wrong with it has been reported
		k.Degree = &program.Formula{Expr: &program.Expr{Type: types.UnknownType}}
	}
	if k.Degree != nil {
		r.needDegree(k.Degree, what)
		env.Inputs = append(env.Inputs, program.Local{Name: program.PartDegree, Type: k.Degree.Expr.Type})
	}
	switch {
	case told == nil:
	case told.IsBool():
		k.Quiet = !r.Flag(told, "told of "+what)
	default:
		env.Where = "told of " + what
		k.Told = r.TemplateAt(told, env)
		k.Plain = readsNoTest(k.Told, len(env.Inputs))
	}
}

// readsNoTest reports whether a sentence of a check reads of its inputs only what every roll has.
func readsNoTest(t *program.Template, inputs int) bool {
	if t == nil {
		return false
	}
	for _, p := range t.Pieces {
		if p.Value == nil {
			continue
		}
		for x := range p.Value.Expr.All() {
			if x.Op == program.OpLocal && x.Index > program.CheckTotal && x.Index < inputs {
				return false
			}
		}
	}
	return true
}

// needDegree refuses degrees that can't be counted.
func (r *ruleset) needDegree(f *program.Formula, what string) {
	switch t := f.Expr.Type; t.Kind {
	case program.Number, program.Step, program.Choice, program.Definition, program.ConditionName, program.Unknown:
	default:
		r.List.Errorf(types.CodeTypeMismatch, f.Span, "the degree of %s is %s", what, types.InWords(t)).
			WithHint("a degree is a step of a scale, or a number")
	}
}

// onlyTells reports whether a check says nothing but how its rolls are told, whatever they
// are held against.
func onlyTells(k *program.Check) bool {
	return len(k.Fields) == 0 && k.Margin == nil && k.Success == nil && k.Degree == nil && (k.Told == nil || k.Plain)
}

// checkTested reports checks of labels whose rolls are never held against anything, unless
// they only say how rolls are told. After mistakes in programs it reports only names that are
// probably misspelt: the roll may stand in one of them.
func (r *ruleset) checkTested() {
	for _, k := range r.Prog.Checks {
		if r.Tested(k) || k.Name == program.AnyCheck || onlyTells(k) && r.IsLabel(k.Name) {
			continue
		}
		if _, near := diag.Nearest(k.Name, r.Rolled()); r.Unread && !near {
			continue
		}
		d := r.List.Errorf(types.CodeUntested, k.Span, "no roll %q is held against anything, so that this check means nothing", k.Name)
		if !d.MeanOneOf(k.Name, r.Rolled()) {
			d.WithHint("a program says: roll %s = .. against ..", k.Name)
		}
	}
}
