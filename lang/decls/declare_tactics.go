package decls

import (
	"slices"
	"strconv"

	"github.com/rulec/rulec/lang/decode"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/format"
	"github.com/rulec/rulec/lang/program"
	"github.com/rulec/rulec/lang/tree"
	"github.com/rulec/rulec/lang/types"
)

const (
	passWord  = "pass"
	payChoice = "pay"
)

// declareTactics enters the tactics; their lines are read last, when it is known
// which choices the programs ask for, and then what they have from each other.
func (r *ruleset) declareTactics(n *tree.Node) {
	for i, e := range r.Entries(n, "tactics", "tactic") {
		what := decode.Named("tactic", e.Key.Text)
		w := format.Tactic.Read(e.Value, what, r.List)
		t := &tacticLines{tactic: &program.Tactic{Decl: r.Decl(e, w, what, i)}, what: what, likeNode: w.Get("like")}
		lines := w.Rest()
		if e.Key.Text == program.Thinks {
			r.List.Errorf(types.CodeReservedName, e.Key.Span, "a tactic can't be called %q: tactic: %s says of somebody that they think ahead", e.Key.Text, e.Key.Text).
				WithHint("give it another name")
		}
		r.Prog.Tactics = append(r.Prog.Tactics, t.tactic)
		r.tacticsOf[e.Key.Text] = t
		r.wasCalled(e.Was, func(old string) { enterAlias(r.tacticsOf, old, t) })
		r.tactics = append(r.tactics, func() {
			before := len(*r.List)
			for _, line := range lines {
				if r.matters(line.Key, line.Value) {
					r.tacticFor(t, line)
				}
			}
			t.lost = (*r.List)[before:].HasErrors()
		})
	}
	r.tactics = append(r.tactics, r.alike)
}

// tacticFor reads what a tactic says about one question or choice.
func (r *ruleset) tacticFor(t *tacticLines, e tree.Entry) {
	event := r.Events[e.Key.Text]
	if event == nil {
		if _, ok := cutWords(e.Key.Fragment(), "start of", "end of"); ok {
			if event = r.findEvent(e.Key.Fragment()); event == nil {
				return
			}
		}
	}
	if event != nil {
		r.useEvent(e.Key.Fragment(), event)
		r.answersTo(t, event, e)
		return
	}
	asked, known := r.asked(e.Key.Text)
	if !known {
		names := append(r.allAsked(), decode.SortedKeys(r.Events)...)
		if _, near := diag.Nearest(e.Key.Text, names); r.Unread && !near {
			return // the question may stand in a program that can't be read
		}
		d := r.List.Errorf(decode.CodeUnknownTactic, e.Key.Span, "%s answers %q, but there is no such event, and no program asks for such a choice", t.what, e.Key.Text)
		r.NearestHint(d, e.Key.Text, names, "there are")
		return
	}
	q := t.question(nil, e.Key.Text)
	for _, n := range tree.Items(e.Value) {
		if like := n.Get("like"); like != nil {
			r.likeLine(q, n, t.what)
		} else if line := r.choiceLine(e.Key.Text, asked, n, t.what); line != nil {
			q.add(line)
		}
	}
}

// answersTo reads the lines for an event: the first that is allowed counts.
func (r *ruleset) answersTo(t *tacticLines, event *program.Event, e tree.Entry) {
	q := t.question(event, "")
	for _, n := range tree.Items(e.Value) {
		if like := n.Get("like"); like != nil {
			r.likeLine(q, n, t.what)
		} else if line := r.eventLine(event, n, t.what); line != nil {
			q.add(line)
		}
	}
}

// eventLine reads one line: what to do, when, with what, and which way is best.
func (r *ruleset) eventLine(event *program.Event, n *tree.Node, what string) *program.TacticRule {
	where := "a line of " + what
	w := format.TacticLine.Read(n, where, r.List)
	do, condition, with, best := w.Get("do"), w.Get("if"), w.Get("with"), w.Get("best")
	w.Done()
	line := &program.TacticRule{Event: event, Span: n.Span}
	in := types.Env{Where: where, Inputs: []program.Local{decode.Self(r.Creature())}, Events: []*program.Event{event}}
	if condition != nil {
		if line.If = r.FormulaAt(condition, in, types.BoolType); line.If == nil {
			return nil
		}
	}
	if do == nil {
		return nil
	}
	if do.Text == passWord {
		r.passLine(with, best, where)
		return line
	}
	actions := r.actionsAt(do, event, where)
	for _, x := range actions {
		if len(actions) > 1 {
			in.Where = where + ", for action " + strconv.Quote(x.action.Def.Name)
		}
		does := r.tacticAction(x.action, with, bestOf(best, do, x.named), in)
		if does == nil {
			return nil
		}
		line.Does = append(line.Does, does)
	}
	if len(line.Does) == 0 || !r.bestOfAll(best, do, where) {
		return nil
	}
	return line
}

// tacticAction reads what a line says of an action: nil, with a message, if that is wrong.
func (r *ruleset) tacticAction(a *program.Action, with, best *tree.Node, in types.Env) *program.TacticAction {
	does := &program.TacticAction{Action: a}
	in.Hidden, in.Inputs = a.Running, append(slices.Clip(in.Inputs), decode.It(types.DefinitionOf(a.Def.Kind)))
	var ok bool
	if does.With, ok = r.fixed(a, with, in); !ok || best == nil {
		if !ok {
			return nil
		}
		return does
	}
	in.Own = types.ParamFields(a.Params)
	in.Params = len(in.Own)
	in.Where = "best of " + in.Where
	if does.Best = r.FormulaAt(best, in, types.NumberType); does.Best == nil {
		return nil
	}
	does.Tries = triedAnyway(does)
	return does
}

// triedAnyway tells which parameters with a default `best` chooses between.
func triedAnyway(does *program.TacticAction) []bool {
	var tries []bool
	for i, p := range does.Action.Params {
		if p.Default != nil && does.With[i] == nil && readsOwn(does.Best.Expr, p.Field) {
			if tries == nil {
				tries = make([]bool, len(does.Action.Params))
			}
			tries[i] = true
		}
	}
	return tries
}

// readsOwn reports whether an expression reads a field of the act at hand.
func readsOwn(e *program.Expr, f *program.Field) bool {
	for x := range e.All() {
		if x.Op == program.OpOwn && x.Field == f {
			return true
		}
	}
	return false
}

// passLine refuses what means nothing for a line that passes.
func (r *ruleset) passLine(with, best *tree.Node, where string) {
	for _, n := range []*tree.Node{with, best} {
		if n != nil {
			r.List.Errorf(tree.UnknownKey, n.Span, "%s passes, so that there is nothing to choose", where)
		}
	}
}

// choiceLine reads the answer to a choice: a value, or how good each candidate is.
func (r *ruleset) choiceLine(name string, asked choice, n *tree.Node, what string) *program.TacticRule {
	where := name + " of " + what
	line := &program.TacticRule{Choice: name, Span: n.Span}
	value, who := n, decode.Self(r.Creature())
	each := program.Local{Type: asked.candidate}
	want := asked.answer
	if n.Kind == tree.Mapping {
		of := format.TacticAnswer
		if n.Get("best") != nil {
			of = format.TacticBest
		}
		w := of.Read(n, where, r.List)
		best, condition := w.Get("best"), w.Get("if")
		if best != nil {
			line.Scores, value, each.Name, want = true, best, "each", types.NumberType
		} else {
			value = w.Get("value")
		}
		w.Done()
		if condition != nil {
			line.If = r.FormulaAt(condition, types.Env{Where: "if of " + where, Inputs: []program.Local{who}}, types.BoolType)
		}
	}
	if value == nil {
		return nil
	}
	line.Value = r.FormulaAt(value, types.Env{Where: where, Inputs: []program.Local{who, each}}, want)
	if line.Value == nil {
		return nil
	}
	return line
}
