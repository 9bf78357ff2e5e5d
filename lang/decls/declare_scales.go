package decls

import (
	"slices"

	"github.com/rulec/rulec/lang/decode"
	"github.com/rulec/rulec/lang/format"
	"github.com/rulec/rulec/lang/program"
	"github.com/rulec/rulec/lang/tree"
)

// declareScales adds the scales with their steps; columns and their values
// are read once every type is known.
func (r *ruleset) declareScales() {
	for i, e := range r.entries("scales", format.Scale) {
		s := &program.Scale{Decl: r.Named(e, i)}
		what := decode.Named("scale", s.Name)
		var steps []tree.Entry
		switch {
		case e.Columns != nil:
			steps = r.Entries(e.Value, "the steps of "+what, "step")
			r.signatures.leave(func() {
				_, columns := tree.Columns(e.Columns)
				columns = slices.DeleteFunc(columns, func(n *tree.Node) bool { return n.Text == "title" })
				s.Columns = grid{r, e.Value}.columns(columns)
				r.leave(func() { r.stepValues(s, e.Value, what) }, e.Value)
			})
		case e.Value.Kind == tree.Sequence:
			names, _ := tree.Names(e.Value, "the steps of "+what, r.List)
			for _, name := range names {
				steps = append(steps, tree.Entry{Key: name})
			}
		default:
			r.List.Errorf(tree.GridForm, e.Value.Span, "%s must be a list of its steps, or a grid", what).
				WithHint("write %s: [low, high]; steps with figures are rows: behind %s stands |, then a line %s COLUMN .., then a line for each step", s.Name, s.Name, s.Name)
			continue
		}
		for i, e := range steps {
			s.Steps = append(s.Steps, &program.ScaleStep{Decl: r.Named(e, i)})
		}
		if len(s.Steps) == 0 {
			r.List.Errorf(CodeNoSteps, e.Value.Span, "%s has no steps", what)
		}
		if r.AddScale(s) {
			r.Prog.Scales = append(r.Prog.Scales, s)
			enterOld(e, s, r.Scales)
		}
	}
}

// stepValues reads the titles and the columns of all steps.
func (r *ruleset) stepValues(s *program.Scale, n *tree.Node, what string) {
	for _, step := range s.Steps {
		e, _ := n.Entry(step.Name)
		d := r.declaration(e, format.Step, decode.Named("step", step.Name)+" of "+what, step.Index)
		step.Decl = d.Decl
		step.Values, _ = grid{r, n}.cells(d.Mapping, s.Columns, d.What)
		d.Done()
	}
}
