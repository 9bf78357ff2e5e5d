package decls

import (
	"slices"

	"github.com/rulec/rulec/lang/decode"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/format"
	"github.com/rulec/rulec/lang/program"
	"github.com/rulec/rulec/lang/tree"
	"github.com/rulec/rulec/lang/types"
)

// declareConditions enters the conditions; their fields follow when every type
// is known, their texts when every name is.
func (r *ruleset) declareConditions(n *tree.Node) {
	for i, e := range r.Entries(n, "conditions", "condition") {
		what := decode.Named("condition", e.Key.Text)
		w := format.Condition.Read(e.Value, what, r.List)
		d := &program.Condition{Decl: r.Decl(e, w, what, i)}
		form := readConditionForm(w, what)
		r.conditionWords(d, w, what)
		w.Done()
		if !r.AddCondition(d) {
			continue
		}
		r.Prog.Conditions = append(r.Prog.Conditions, d)
		r.wasCalled(e.Was, func(old string) { enterAlias(r.Conditions, old, d) })
		r.signatures = append(r.signatures, func() { r.conditionFields(d, form) })
		r.leave(func() { r.conditionTexts(d, form) }, e.Value)
	}
}

// conditionForm is what a condition says, as it is found.
type conditionForm struct {
	what                                   string
	fields, affects, implies, until, while *tree.Node
	told                                   *tree.Node
	body                                   bodyNodes
}

func readConditionForm(w *tree.Reader, what string) *conditionForm {
	return &conditionForm{
		what: what, fields: w.Get("fields"), affects: w.Get("affects"), implies: w.Get("implies"),
		until: w.Get("until"), while: w.Get("while"), told: w.Get("told"), body: readBody(w, true),
	}
}

// conditionWords reads what needs no other name: group, stacks, again.
func (r *ruleset) conditionWords(d *program.Condition, w *tree.Reader, what string) {
	group, stacks, again := w.Get("group"), w.Get("stacks"), w.Get("again")
	if group != nil {
		d.Group = types.Pick(r.Checker, group, "the group of "+what, func(n *tree.Node) string {
			if n.Text == types.None {
				return ""
			}
			name, _ := tree.Name(n, "the group of "+what, r.List)
			return name
		})
	}
	if way := r.OneOf(stacks, "stacks of "+what, types.None, "by source", "each time"); way > 0 {
		d.Each, d.ByMatters, d.Apart = program.PerInstance, true, way == 2
	}
	d.Replace = r.OneOf(again, "again of "+what, "refresh", "replace") == 1
	if d.Apart && again != nil {
		r.neverAgain(again, what, "again")
	}
	if while, derived := w.Entry("while"); derived {
		for key, n := range map[string]*tree.Node{"group": group, "stacks": stacks, "again": again} {
			if n != nil {
				r.appliedOnly(n, what, key, while.Key.Span)
			}
		}
	}
}

// appliedOnly refuses a key that a derived condition can't have.
func (r *ruleset) appliedOnly(n *tree.Node, what, key string, while diag.Span) {
	r.List.Errorf(decode.CodeDerivedCondition, n.Span, "%s holds while a formula does, so that it is never applied and can't have %q", what, key).
		WithNote(while, "while is given here")
}

// neverAgain refuses a key that says what happens when a condition is applied again.
func (r *ruleset) neverAgain(n *tree.Node, what, key string) {
	r.List.Errorf(tree.UnknownKey, n.Span, "each time %s is applied another instance begins, so that %q means nothing", what, key)
}

// conditionFields reads what a condition is about before any text is read:
// bearer, fields, daughters.
func (r *ruleset) conditionFields(d *program.Condition, f *conditionForm) {
	d.Bearer = r.Prog.Creature
	if f.affects != nil {
		d.Bearer = r.kindAt(f.affects, "what is affected by "+f.what)
	}
	d.Fields = r.declareFields(f.fields, fieldPlace{owner: f.what, taken: types.LanguageFields(program.Instance), zero: true, mayLack: true})
	d.Cells = layOutFields(d.Fields)
	for _, n := range tree.Items(f.implies) {
		daughter := types.Pick(r.Checker, n, "what "+f.what+" implies", func(n *tree.Node) *program.Condition {
			if n.Text == types.None {
				return nil
			}
			return r.ConditionAt(n, "what "+f.what+" implies")
		})
		if daughter != nil {
			d.Implies = append(d.Implies, daughter)
		}
	}
	r.Derived[d] = f.while != nil
	if f.while != nil {
		for key, n := range map[string]*tree.Node{"fields": f.fields, "until": f.until} {
			if n != nil {
				r.appliedOnly(n, f.what, key, f.while.Span)
			}
		}
	}
}

// kindAt finds a kind of things by its name.
func (r *ruleset) kindAt(n *tree.Node, what string) *program.Kind {
	name, ok := tree.Name(n, what, r.List)
	if !ok {
		return nil
	}
	k := r.Kinds[name]
	if k == nil || !k.Stateful {
		d := r.List.Errorf(decode.CodeUnknownKind, n.Span, "%s must be a kind of things, but %q is none", what, name)
		r.NearestHint(d, name, r.statefulKinds(), "there are")
		return nil
	}
	r.Uses.Add(n.Span, k.Span, types.UnknownType)
	return k
}

func (r *ruleset) statefulKinds() []string {
	var names []string
	for _, k := range r.Prog.Kinds {
		if k.Stateful {
			names = append(names, k.Name)
		}
	}
	return names
}

// conditionTexts reads the formulas, phrases and rules of a condition.
func (r *ruleset) conditionTexts(d *program.Condition, f *conditionForm) {
	o := bearing{what: f.what, bearer: types.ThingOf(d.Bearer), it: types.InstanceOf(d), condition: d, kind: d.Bearer}
	if f.while != nil {
		// A derived condition has no instance: only its bearer can be read.
		o.it = types.NoType
		d.While = r.FormulaAt(f.while, types.Env{Where: "while of " + f.what, Inputs: []program.Local{decode.Self(o.bearer)}}, types.BoolType)
	}
	for _, n := range tree.Items(f.until) {
		until := types.Pick(r.Checker, n, "until of "+f.what, func(n *tree.Node) *program.Until {
			if _, ok := tree.Text(n, "until of "+f.what, r.List); !ok || n.Text == types.None {
				return nil
			}
			return r.Until(n.Fragment(), o.env("until"))
		})
		if until != nil {
			d.Until = append(d.Until, until)
			r.hear(until.On, "the end of "+f.what)
		}
	}
	r.CheckCounted(d.Until)
	if f.told != nil && f.told.IsBool() {
		d.Quiet = !r.Flag(f.told, "told of "+f.what)
	} else if f.told != nil {
		w := format.ConditionTold.Read(f.told, "told of "+f.what, r.List)
		begins, stays, ends := w.Get("begins"), w.Get("stays"), w.Get("ends")
		w.Done()
		d.Begins = r.TemplateAt(begins, o.env("told"))
		d.Stays = r.TemplateAt(stays, o.env("told"))
		d.Ends = r.TemplateAt(ends, o.env("told"))
		switch {
		case stays == nil:
		case f.while != nil:
			r.appliedOnly(stays, f.what, "stays", f.while.Span)
		case d.Replace:
			r.List.Errorf(tree.UnknownKey, stays.Span, "%s is replaced when it is applied again, so that it never just stays", f.what).
				WithHint("what begins anew is told by begins")
		case d.Apart:
			r.neverAgain(stays, f.what, "stays")
		}
	}
	r.body(&d.Body, f.body, o)
}

// closeImplications works out every condition that holds with each, and from
// which derived ones it may come.
func (r *ruleset) closeImplications() {
	for _, d := range r.Prog.Conditions {
		r.checkImpliesCycle(d)
	}
	for _, d := range r.Prog.Conditions {
		d.All = implied(d, nil)
		for _, daughter := range d.All[1:] {
			if d.Bearer != daughter.Bearer && d.Bearer != nil && daughter.Bearer != nil {
				r.List.Errorf(decode.CodeThingKind, d.Span, "condition %q is for a %s, but it implies %q, which is for a %s",
					d.Name, d.Bearer.Name, daughter.Name, daughter.Bearer.Name)
			}
		}
	}
	r.afterTexts(func() {
		for _, d := range r.Prog.Conditions {
			if d.While == nil {
				continue
			}
			for _, daughter := range d.All[1:] {
				daughter.DerivedParents = append(daughter.DerivedParents, d)
			}
		}
	})
}

// afterTexts leaves something to do for when every text has been read.
func (r *ruleset) afterTexts(f func()) { r.tactics = append(r.tactics, f) }

// implied returns d and all that it implies, each once, in order of discovery.
func implied(d *program.Condition, found []*program.Condition) []*program.Condition {
	if slices.Contains(found, d) {
		return found
	}
	found = append(found, d)
	for _, daughter := range d.Implies {
		found = implied(daughter, found)
	}
	return found
}

// checkImpliesCycle reports a condition that implies itself, at the first member
// of the circle in the file.
func (r *ruleset) checkImpliesCycle(d *program.Condition) {
	path := impliesPath(d, d, nil)
	if path == nil {
		return
	}
	for _, other := range path {
		if other.Index < d.Index {
			return // reported there
		}
	}
	names := d.Name
	report := r.List.Errorf(CodeImpliesCycle, d.Span, "condition %q implies itself", d.Name)
	for _, other := range path {
		names += " -> " + other.Name
		if other != d {
			report.WithNote(other.Span, "condition %q", other.Name)
		}
	}
	report.WithHint("%s", names)
}

// impliesPath returns the way from a condition by its daughters to another, nil
// if there is none.
func impliesPath(from, to *program.Condition, seen map[*program.Condition]bool) []*program.Condition {
	if seen == nil {
		seen = map[*program.Condition]bool{}
	}
	for _, daughter := range from.Implies {
		if daughter == to {
			return []*program.Condition{to}
		}
		if seen[daughter] {
			continue
		}
		seen[daughter] = true
		if rest := impliesPath(daughter, to, seen); rest != nil {
			return append([]*program.Condition{daughter}, rest...)
		}
	}
	return nil
}
