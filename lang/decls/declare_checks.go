package decls

import (
	"github.com/rulec/rulec/lang/decode"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/format"
	"github.com/rulec/rulec/lang/program"
	"github.com/rulec/rulec/lang/types"
)

// declareChecks adds the checks. Their formulas are read before any program, since programs may read
// the degree of a roll.
func (r *ruleset) declareChecks() {
	for _, d := range r.section("checks", format.Check) {
		k := check{r, d, &program.Check{Decl: d.Decl}}
		if enter(r, d, k.it, &r.Prog.Checks, r.Checks) {
			r.signatures.leave(k.fields)
			r.defaults.leave(k.texts)
		}
	}
}

// check is a check being read.
type check struct {
	*ruleset
	declared
	it *program.Check
}

func (k check) fields() {
	k.it.Fields = k.fieldsUnder("fields", k.Mapping, checkWords).read()
	for _, f := range k.it.Fields {
		k.needOneCell(f)
	}
}

// checkWords are the values that every roll against a target has.
var checkWords = []string{"total", program.PartTarget, "natural", program.PartMargin, program.PartSuccess, program.PartDegree}

// needOneCell rejects fields that don't fit into a local.
func (k check) needOneCell(f *program.Field) {
	var what string
	switch f.Type.Kind {
	case program.Set, program.List, program.MapType, program.FormulaField, program.ProgramField:
		what = types.InWords(f.Type)
	default:
		if f.Pool == nil && f.Family == nil {
			return
		}
		what = "a pool or a family"
	}
	k.List.Errorf(types.CodeTypeMismatch, f.Span, "%s can't have %s as a field", k.What, what).
		WithHint("its fields are single values: numbers, dice, names")
}

// texts reads the formulas of a check, each with the values known before it.
func (k check) texts() {
	env := types.Env{Inputs: []program.Local{
		program.CheckSelf:    decode.Self(k.Creature()),
		program.CheckTotal:   {Name: "total", Type: types.NumberType},
		program.CheckTarget:  {Name: program.PartTarget, Type: types.NumberType},
		program.CheckNatural: {Name: "natural", Type: types.NumberType},
	}}
	known := func(name string, t program.Type, at diag.Span) {
		env.Inputs = append(env.Inputs, program.Local{Name: name, Type: t, At: at})
	}
	for _, f := range k.it.Fields {
		known(f.Name, f.Type, f.Span)
	}
	k.it.Margin = k.GetFormula("margin", env, types.NumberType)
	known(program.PartMargin, types.NumberType, diag.Span{})
	k.it.Success = k.GetFormula("success", env, types.BoolType)
	known(program.PartSuccess, types.BoolType, diag.Span{})
	k.it.Degree = k.GetFormula("degree", env, types.UnknownType)
	if k.it.Degree == nil && k.Get("degree") != nil { // its error has been reported
		k.it.Degree = &program.Formula{Expr: &program.Expr{Type: types.UnknownType}}
	}
	if k.it.Degree != nil {
		k.needDegree(k.it.Degree)
		known(program.PartDegree, k.it.Degree.Expr.Type, diag.Span{})
	}
	k.it.Told, k.it.Quiet = k.GetTold("told", env)
	k.it.Plain = readsNoTest(k.it.Told, len(env.Inputs))
}

// readsNoTest reports whether a sentence of a check only reads inputs that every roll has.
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

// needDegree rejects degrees that can't be counted.
func (k check) needDegree(f *program.Formula) {
	switch t := f.Expr.Type; t.Kind {
	case program.Number, program.Step, program.Choice, program.Definition, program.ConditionName, program.Unknown:
	default:
		k.List.Errorf(types.CodeTypeMismatch, f.Span, "the degree of %s can't be %s", k.What, types.InWords(t)).
			WithHint("a degree must be a step of a scale or a number")
	}
}

// onlyTells reports whether a check only specifies how its rolls are logged, whatever they
// are rolled against.
func onlyTells(k *program.Check) bool {
	return len(k.Fields) == 0 && k.Margin == nil && k.Success == nil && k.Degree == nil && (k.Told == nil || k.Plain)
}

// checkTested reports checks of labels whose rolls are never rolled against anything, unless
// they only specify how rolls are logged. If programs have errors, it only reports names that are
// probably misspelt: the roll may be in one of them.
func (r *ruleset) checkTested() {
	for _, k := range r.Prog.Checks {
		if r.Tested(k) || k.Name == program.AnyCheck || onlyTells(k) && r.IsLabel(k.Name) {
			continue
		}
		if _, near := diag.Nearest(k.Name, r.Rolled()); r.Unread && !near {
			continue
		}
		d := r.List.Errorf(types.CodeUntested, k.Span, "no roll %q is made against anything, so this check is unused", k.Name)
		if !d.MeanOneOf(k.Name, r.Rolled()) {
			d.WithHint("write in a program: roll %s = .. against ..", k.Name)
		}
	}
}
