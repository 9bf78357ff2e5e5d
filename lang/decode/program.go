package decode

import (
	"slices"
	"strconv"
	"strings"

	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/format"
	"github.com/rulec/rulec/lang/program"
	"github.com/rulec/rulec/lang/tree"
	"github.com/rulec/rulec/lang/types"
)

// RoutineAt checks the program in a node; nil if there is none.
//
// Spec: programs.md.
func (r *Reader) RoutineAt(n *tree.Node, e types.Env, gives program.Type) *program.Routine {
	switch {
	case n == nil:
		return nil
	case r.NoPrograms && n.Kind == tree.Scalar && r.passes(n.Text):
		return r.Keep(nil)
	}
	return r.Keep(r.Routine(r.Program(n, e.Where), e, gives))
}

// Program parses the program in a node: one text, or steps, which run one after another as one program. What names it in messages.
func (r *Reader) Program(n *tree.Node, what string) types.Parsed {
	if n == nil || n.Kind != tree.Mapping {
		return r.text(n, what)
	}
	steps := slices.DeleteFunc(r.Entries(n, what, "step"), func(e tree.Entry) bool {
		governs := e.Key.Text == tree.StepIf || e.Key.Text == tree.StepFor
		if governs {
			r.List.Errorf(types.CodeReservedName, e.Key.Span, "%q belongs to a step, not to all of %s", e.Key.Text, what).
				WithHint("put the steps under a name, and %q beside them: NAME: {%s: ..}", e.Key.Text, e.Key.Text)
		}
		return governs
	})
	return r.steps(n, steps, what)
}

// noStep says why some words aren't names of steps.
var noStep = map[string]string{
	"first": "it is a place among them", "last": "it is a place among them",
	"else":  "write a step of its own with the opposite condition: NAME: {if: not (..), do: ..}",
	"then":  "what is done under a condition stands next to it: NAME: {if: .., do: ..}",
	"while": onlyIfAndFor, "when": onlyIfAndFor, "unless": onlyIfAndFor, "requires": onlyIfAndFor,
}

const onlyIfAndFor = "a step has only if and for, and its program"

// steps parses the programs of steps as one.
func (r *Reader) steps(n *tree.Node, steps []tree.Entry, what string) types.Parsed {
	all := types.Idle(n.Span)
	if len(n.Entries) == len(n.Heads()) {
		all.Errs.Errorf(tree.MissingValue, n.Span, "%s has no steps", what).WithHint("a program is a text, or NAME: a step's program; in a step %q, nothing happens", tree.Nothing)
	}
	for _, e := range steps {
		if why := noStep[e.Key.Text]; why != "" {
			all.Errs.Errorf(types.CodeReservedName, e.Key.Span, "%q is no name for a step", e.Key.Text).WithHint("%s", why)
			continue
		}
		r.Said(e)
		all = all.Then(r.step(e.Value, "step "+strconv.Quote(e.Key.Text)+" of "+what))
	}
	return all
}

// step parses one step: a program, or steps, maybe for each element of a list and under a condition.
func (r *Reader) step(n *tree.Node, what string) types.Parsed {
	if n.Kind != tree.Mapping {
		return r.text(n, what)
	}
	m := r.OpenMapping(format.ProgramStep, n, what)
	cond, loop := m.Get(tree.StepIf), m.Get(tree.StepFor)
	p := r.steps(n, r.userNamed(m.Rest(), "step"), what)
	if cond != nil {
		f, ok := r.Fragment(cond, "if of "+what)
		if !ok {
			return types.Parsed{Errs: p.Errs}
		}
		p = r.If(f, p)
	}
	if loop != nil {
		if _, ok := tree.Text(loop, "for of "+what, r.List); !ok {
			return types.Parsed{Errs: p.Errs}
		}
		p = r.For(loop.Part(0, len(loop.Text)).Fragment(), p)
	}
	return p
}

// text parses a program that is one text. If YAML has joined lines into one that would be valid separately, it only reports that.
func (r *Reader) text(n *tree.Node, what string) types.Parsed {
	var errs diag.List
	switch _, ok := tree.Text(n, what, &errs); {
	case !ok && n != nil && n.Kind == tree.Sequence:
		errs[len(errs)-1].WithHint("steps have names: NAME: PROGRAM, each on a line of its own")
		return types.Parsed{Errs: errs}
	case !ok:
		return types.Parsed{Errs: errs}
	case n.Text == tree.Nothing:
		return types.Idle(n.Span)
	}
	p := r.Parse(n.Fragment())
	if !p.Errs.HasErrors() || n.Style != tree.Plain || !strings.Contains(n.Span.Text(), "\n") || r.Parse(diag.NewFragment(n.Span)).Errs.HasErrors() {
		return p
	}
	behind := len(strings.TrimRight(n.Span.Source.Text[:n.Span.Start], " \r\n"))
	errs.Errorf(CodeJoinedLines, diag.Span{Source: n.Span.Source, Start: behind, End: behind}, "YAML joins these lines into one, but a statement needs its own line").
		WithHint("write | after the key: do: |")
	return types.Parsed{Errs: errs}
}
