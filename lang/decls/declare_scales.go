package decls

import (
	"github.com/rulec/rulec/lang/decode"
	"github.com/rulec/rulec/lang/format"
	"github.com/rulec/rulec/lang/program"
	"github.com/rulec/rulec/lang/tree"
	"github.com/rulec/rulec/lang/types"
)

// declareScales adds the scales with their steps; columns and their values
// are read once every type is known.
func (r *ruleset) declareScales() {
	for i, e := range r.entries("scales", format.Scale) {
		what := decode.Named("scale", e.Key.Text)
		if e.Value.Kind == tree.Sequence {
			s := &program.Scale{Decl: r.Named(e, i)}
			r.steps(s, e.Value, what)
			r.enterScale(e, s)
			continue
		}
		d := r.declaration(e, format.Scale, what, i)
		d.Done()
		s := &program.Scale{
			Decl: d.Decl, Below: program.Ends(d.GetWord("below")), Above: program.Ends(d.GetWord("above")),
		}
		if steps := d.Get("steps"); steps != nil {
			r.steps(s, steps, what)
			r.signatures.leave(func() {
				s.Columns = r.columns(d.Mapping, "columns")
				if steps.Kind != tree.Sequence {
					r.leave(func() { r.stepValues(s, steps, what) }, steps)
				}
			})
		}
		r.enterScale(e, s)
	}
}

func (r *ruleset) enterScale(e tree.Entry, s *program.Scale) {
	if r.AddScale(s) {
		r.Prog.Scales = append(r.Prog.Scales, s)
		enterOld(e, s, r.Scales)
	}
}

// steps adds steps that are a list of names, or have columns.
func (r *ruleset) steps(s *program.Scale, n *tree.Node, what string) {
	var list []tree.Entry
	if n.Kind == tree.Sequence {
		names, _ := tree.Names(n, "the steps of "+what, r.List)
		for _, name := range names {
			list = append(list, tree.Entry{Key: name})
		}
	} else {
		list = r.Entries(n, "the steps of "+what, "step")
	}
	for i, e := range list {
		s.Steps = append(s.Steps, &program.ScaleStep{Decl: r.Named(e, i)})
	}
	if len(s.Steps) == 0 {
		r.List.Errorf(CodeNoSteps, n.Span, "%s has no steps", what)
	}
}

// columns reads the columns of a scale or a table from a key.
func (r *ruleset) columns(m decode.Mapping, key string) []program.Column {
	var list []program.Column
	for _, e := range m.GetEntries(key, "column") {
		if f, ok := r.Fragment(e.Value, "the type of column "+e.Key.Text); ok {
			t, _ := r.Type(f)
			list = append(list, program.Column{Name: e.Key.Text, Type: t})
		}
	}
	return list
}

// stepValues reads the columns of every step.
func (r *ruleset) stepValues(s *program.Scale, n *tree.Node, what string) {
	for _, step := range s.Steps {
		e, _ := n.Entry(step.Name)
		d := r.declaration(e, format.Step, decode.Named("step", step.Name)+" of "+what, step.Index)
		step.Decl = d.Decl
		for _, col := range s.Columns {
			var value *program.Expr
			if n := d.Own(col.Name, true); n != nil {
				value = r.ConstantAt(n, types.Env{Where: col.Name + " of " + d.What}, col.Type)
			}
			step.Values = append(step.Values, value)
		}
		d.Done()
	}
}
