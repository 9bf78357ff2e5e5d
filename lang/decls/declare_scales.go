package decls

import (
	"github.com/rulec/rulec/lang/decode"
	"github.com/rulec/rulec/lang/format"
	"github.com/rulec/rulec/lang/program"
	"github.com/rulec/rulec/lang/tree"
	"github.com/rulec/rulec/lang/types"
)

// declareScales enters the scales with their steps; columns and their values
// follow when every type is known.
func (r *ruleset) declareScales(n *tree.Node) {
	for i, e := range r.Entries(n, "scales", "scale") {
		s := r.scale(e, i)
		if r.AddScale(s) {
			r.Prog.Scales = append(r.Prog.Scales, s)
			r.wasCalled(e.Was, func(old string) { enterAlias(r.Scales, old, s) })
		}
	}
}

func (r *ruleset) scale(e tree.Entry, index int) *program.Scale {
	what := decode.Named("scale", e.Key.Text)
	if e.Value.Kind == tree.Sequence {
		s := &program.Scale{Decl: decode.Bare(e.Key, index)}
		r.stepNames(s, e.Value, what)
		return s
	}
	w := format.Scale.Read(e.Value, what, r.List)
	s := &program.Scale{Decl: r.Decl(e, w, what, index)}
	ends := []string{"clamp", "none", "error"}
	s.Below = program.Ends(r.OneOf(w.Get("below"), "the lower end of "+what, ends...))
	s.Above = program.Ends(r.OneOf(w.Get("above"), "the upper end of "+what, ends...))
	columns := w.Get("columns")
	steps := w.Get("steps")
	w.Done()
	if steps == nil {
		return s
	}
	if steps.Kind == tree.Sequence {
		r.stepNames(s, steps, what)
	} else {
		r.stepRows(s, steps, what)
	}
	r.signatures = append(r.signatures, func() {
		s.Columns = r.columns(columns, what)
		if steps.Kind != tree.Sequence {
			r.leave(func() { r.stepValues(s, steps, what) }, steps)
		}
	})
	return s
}

// stepNames enters steps that are a list of names.
func (r *ruleset) stepNames(s *program.Scale, n *tree.Node, what string) {
	names, _ := tree.Names(n, "the steps of "+what, r.List)
	for i, name := range names {
		s.Steps = append(s.Steps, &program.ScaleStep{Decl: decode.Bare(name, i)})
	}
	r.someSteps(s, n, what)
}

// stepRows enters steps that have columns.
func (r *ruleset) stepRows(s *program.Scale, n *tree.Node, what string) {
	for i, e := range r.Entries(n, "the steps of "+what, "step") {
		s.Steps = append(s.Steps, &program.ScaleStep{Decl: decode.Bare(e.Key, i)})
	}
	r.someSteps(s, n, what)
}

func (r *ruleset) someSteps(s *program.Scale, n *tree.Node, what string) {
	if len(s.Steps) == 0 {
		r.List.Errorf(CodeNoSteps, n.Span, "%s has no steps", what)
	}
}

// columns reads the columns of a scale or a table.
func (r *ruleset) columns(n *tree.Node, what string) []program.Column {
	var list []program.Column
	for _, e := range r.Entries(n, "the columns of "+what, "column") {
		f, ok := r.Fragment(e.Value, "the type of column "+e.Key.Text)
		if !ok {
			continue
		}
		t, _ := r.Type(f)
		list = append(list, program.Column{Name: e.Key.Text, Type: t})
	}
	return list
}

// stepValues reads the columns of every step.
func (r *ruleset) stepValues(s *program.Scale, n *tree.Node, what string) {
	for _, step := range s.Steps {
		of := decode.Named("step", step.Name) + " of " + what
		e, _ := n.Entry(step.Name)
		w := format.Step.Read(e.Value, of, r.List)
		step.Decl = r.Decl(e, w, of, step.Index)
		for _, col := range s.Columns {
			value := w.Own(col.Name, true)
			if value == nil {
				step.Values = append(step.Values, nil)
				continue
			}
			step.Values = append(step.Values, r.ConstantAt(value, types.Env{Where: col.Name + " of " + of}, col.Type))
		}
		w.Done()
	}
}

// wasCalled calls enter for each name that a renamed definition had, so that the
// texts of the base still find it.
func (r *ruleset) wasCalled(was []string, enter func(old string)) {
	for _, old := range was {
		enter(old)
	}
}

// enterAlias lets a name stand for x unless it stands for something already.
func enterAlias[T any](m map[string]*T, name string, x *T) {
	if _, taken := m[name]; !taken {
		m[name] = x
	}
}
