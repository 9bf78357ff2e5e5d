package decls

import (
	"slices"

	"github.com/rulec/rulec/lang/decode"
	"github.com/rulec/rulec/lang/program"
	"github.com/rulec/rulec/lang/tree"
	"github.com/rulec/rulec/lang/types"
)

// namedAction is an action that a line names, directly or by the plural of its kind.
type namedAction struct {
	action *program.Action
	named  *tree.Node
}

// actionsAt finds the possible actions of a line, each once.
func (r *lineReader) actionsAt(do *tree.Node, event *program.Event, where string) []namedAction {
	var list []namedAction
	for _, n := range tree.Items(do) {
		name, ok := tree.Text(n, "do of "+where, r.List)
		if !ok {
			return nil
		}
		if name == passWord {
			r.List.Errorf(decode.CodeUnknownAction, n.Span, "%s can't list pass with actions: write pass in its own line, after this one", where)
			return nil
		}
		found := r.actionsNamed(n, event)
		if found == nil {
			return nil
		}
		for _, a := range found {
			if slices.ContainsFunc(list, func(x namedAction) bool { return x.action == a }) {
				r.List.Errorf(types.CodeDuplicateName, n.Span, "action %q is listed twice here", a.Def.Name)
				return nil
			}
			list = append(list, namedAction{a, n})
		}
	}
	if len(list) == 0 {
		r.List.Errorf(tree.WrongShape, do.Span, "do of %s is empty", where)
	}
	if r.actions += len(list); r.actions > MaxTacticLines {
		if r.actions-len(list) <= MaxTacticLines {
			r.List.Errorf(CodeTooManyLines, do.Span, "too many lines of tactics up to here: the limit is %d", MaxTacticLines).WithHint("%s", linesHint)
		}
		return nil
	}
	return list
}

// actionsNamed finds an action that answers an event, or all such actions of a kind.
func (r *lineReader) actionsNamed(n *tree.Node, event *program.Event) []*program.Action {
	section, name := qualified(n.Text)
	if k := r.Plurals[section]; k != nil {
		r.Uses.Add(n.Part(0, len(section)).Span, k.Span, types.UnknownType)
	}
	var other *program.Action
	for _, d := range r.Defs[name] {
		switch {
		case d.Action == nil || section != "" && section != d.Kind.Plural:
		case slices.Contains(d.Action.Answers, event):
			r.Uses.Add(n.Part(len(n.Text)-len(name), len(n.Text)).Span, d.Span, types.AnyAction)
			return []*program.Action{d.Action}
		default:
			other = d.Action
		}
	}
	if other != nil {
		r.List.Errorf(decode.CodeUnknownAction, n.Span, "action %q doesn't answer %q", name, event.Name).
			WithNote(other.Def.Span, "action %q", name)
		return nil
	}
	names := []string{}
	for _, k := range r.Prog.Kinds {
		if k.Plural != n.Text || !k.Acts {
			continue
		}
		if found := answering(k, event); found != nil {
			r.Uses.Add(n.Span, k.Span, types.UnknownType)
			return found
		}
		r.List.Errorf(decode.CodeUnknownAction, n.Span, "none of the %s answers %q", k.Plural, event.Name)
		return nil
	}
	for _, a := range event.Answers {
		names = append(names, a.Def.Name)
		if !slices.Contains(names, a.Def.Kind.Plural) {
			names = append(names, a.Def.Kind.Plural)
		}
	}
	d := r.List.Errorf(decode.CodeUnknownAction, n.Span, "unknown action %q", n.Text)
	r.NearestHint(d, n.Text, names, "what answers "+event.Name)
	return nil
}

// answering returns the actions of a kind that answer an event.
func answering(k *program.Kind, event *program.Event) []*program.Action {
	var list []*program.Action
	for _, d := range k.Defs {
		if slices.Contains(d.Action.Answers, event) {
			list = append(list, d.Action)
		}
	}
	return list
}

// bestOf returns the rating of the options of an action: the one formula for all that a
// line names, or its own.
func bestOf(best, do, named *tree.Node) *tree.Node {
	if best == nil || best.Kind != tree.Mapping || do.Kind != tree.Sequence {
		return best
	}
	return best.Get(named.Text)
}

// bestOfAll reports whether a line that rates each of its actions rates all of them and nothing
// else.
func (r *lineReader) bestOfAll(best, do *tree.Node, where string) bool {
	if best == nil || best.Kind != tree.Mapping || do.Kind != tree.Sequence {
		return true
	}
	w := tree.Walk(best, "best of "+where, r.List)
	before := len(*r.List)
	for _, n := range tree.Items(do) {
		w.Own(n.Text, true)
	}
	w.Done()
	return len(*r.List) == before
}

// fixed reads the parameters that a line fixes: one formula for each of the
// action's, nil for open ones. Each may read those before it.
func (r *lineReader) fixed(a *program.Action, n *tree.Node, in types.Env) (with []*program.Formula, ok bool) {
	with, ok = make([]*program.Formula, len(a.Params)), true
	params := types.ParamFields(a.Params)
	for _, e := range tree.Walk(n, "with of "+in.Where, r.List).Rest() {
		at := slices.IndexFunc(a.Params, func(p *program.ActParam) bool { return p.Name == e.Key.Text })
		if at < 0 {
			d := r.List.Errorf(types.CodeUnknownArgument, e.Key.Span, "action %q has no parameter %q", a.Def.Name, e.Key.Text)
			r.NearestHint(d, e.Key.Text, program.Names(params), "its parameters")
			ok = false
			continue
		}
		reads := in
		reads.Where = e.Key.Text + " of " + in.Where
		reads.Own, reads.Params = params[:at], at
		r.Uses.Add(e.Key.Span, a.Params[at].Span, a.Params[at].Type)
		with[at] = r.FormulaAt(e.Value, reads, a.Params[at].Type)
		ok = ok && with[at] != nil
	}
	return with, ok
}
