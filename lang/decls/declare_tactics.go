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

// declareTactics adds the tactics; their lines are read last, once the choices that programs
// ask for are known, followed by the lines they take from each other.
func (r *ruleset) declareTactics() {
	lines := &lineReader{ruleset: r}
	for i, e := range r.entries("tactics", format.Tactic) {
		d := r.declaration(e, format.Tactic, decode.Named("tactic", e.Key.Text), i)
		t := &tacticLines{tactic: &program.Tactic{Decl: d.Decl}, what: d.What, likeNode: d.Get("like")}
		if d.Name == program.Thinks {
			r.List.Errorf(types.CodeReservedName, d.Span, "a tactic can't be called %q: tactic: %s makes a combatant think ahead", d.Name, d.Name).
				WithHint("give it another name")
		}
		r.Prog.Tactics = append(r.Prog.Tactics, t.tactic)
		r.tacticsOf[d.Name] = t
		enterOld(e, t, r.tacticsOf)
		answers := d.Rest()
		r.tactics.leave(func() {
			before := len(*r.List)
			for _, e := range answers {
				if r.matters(e.Key, e.Value) {
					lines.answers(t, e)
				}
			}
			t.lost = (*r.List)[before:].HasErrors()
		})
	}
	r.tactics.leave(r.linkTactics)
}

// lineReader reads the lines of tactics.
type lineReader struct {
	*ruleset
	// actions is the number of actions that the lines name.
	actions int
}

// answers reads the entry of a tactic for one question or choice. Among the lines for an event the first
// allowed one counts.
func (r *lineReader) answers(t *tacticLines, e tree.Entry) {
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
		r.lines(t, t.question(event, ""), e, func(n *tree.Node) *program.TacticRule {
			return r.eventLine(event, n, t.what)
		})
		return
	}
	asked, known := r.asked(e.Key.Text)
	if known {
		r.lines(t, t.question(nil, e.Key.Text), e, func(n *tree.Node) *program.TacticRule {
			return r.choiceLine(e.Key.Text, asked, n, t.what)
		})
		return
	}
	names := append(r.allAsked(), decode.SortedKeys(r.Events)...)
	if _, near := diag.Nearest(e.Key.Text, names); r.Unread && !near {
		return // the question may be in an invalid program
	}
	d := r.List.Errorf(decode.CodeUnknownTactic, e.Key.Span, "%s answers %q, but there is no such event, and no program asks for such a choice", t.what, e.Key.Text)
	r.NearestHint(d, e.Key.Text, names, "there are")
}

// lines reads the lines for a question: the tactic's own using read, and those that include the lines of another.
func (r *lineReader) lines(t *tacticLines, q *tacticQuestion, e tree.Entry, read func(*tree.Node) *program.TacticRule) {
	for _, n := range tree.Items(e.Value) {
		if n.Get("like") != nil {
			r.likeLine(q, n, t.what)
		} else if line := read(n); line != nil {
			q.add(line)
		}
	}
}

// eventLine reads one line: what to do, when, with what, and how to rate the options.
func (r *lineReader) eventLine(event *program.Event, n *tree.Node, what string) *program.TacticRule {
	m := r.ReadMapping(format.TacticLine, n, "a line of "+what)
	do, with, best := m.Get("do"), m.Get("with"), m.Get("best")
	line := &program.TacticRule{Event: event, Span: n.Span}
	in := types.Env{Where: m.What, Inputs: []program.Local{decode.Self(r.Creature())}, Events: []*program.Event{event}}
	line.If = m.GetFormula("if", in, types.BoolType)
	if do == nil || line.If == nil && m.Get("if") != nil {
		return nil
	}
	if do.Text == passWord {
		r.passLine(with, best, m.What)
		return line
	}
	actions := r.actionsAt(do, event, m.What)
	for _, x := range actions {
		if len(actions) > 1 {
			in.Where = m.What + ", for action " + strconv.Quote(x.action.Def.Name)
		}
		does := r.tacticAction(x.action, with, bestOf(best, do, x.named), in)
		if does == nil {
			return nil
		}
		line.Does = append(line.Does, does)
	}
	if len(line.Does) == 0 || !r.bestOfAll(best, do, m.What) {
		return nil
	}
	return line
}

// tacticAction reads the part of a line about an action; if that is invalid, it returns nil and reports why.
func (r *lineReader) tacticAction(a *program.Action, with, best *tree.Node, in types.Env) *program.TacticAction {
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
	tooEarly(a, does.Best, map[*program.Expr]bool{}, r.List)
	does.Tries = triedAnyway(does)
	return does
}

// triedAnyway reports for which parameters with a default `best` tries all values.
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

// readsOwn reports whether an expression reads a field of the current act.
func readsOwn(e *program.Expr, f *program.Field) bool {
	for x := range e.All() {
		if x.Op == program.OpOwn && x.Field == f {
			return true
		}
	}
	return false
}

// passLine rejects keys that are meaningless for a line that passes.
func (r *lineReader) passLine(with, best *tree.Node, where string) {
	for _, n := range []*tree.Node{with, best} {
		if n != nil {
			r.List.Errorf(tree.UnknownKey, n.Span, "%s passes, so there is nothing to choose", where)
		}
	}
}

// choiceLine reads the answer to a choice: a value, or a rating of each candidate.
func (r *lineReader) choiceLine(name string, asked choice, n *tree.Node, what string) *program.TacticRule {
	where := name + " of " + what
	line := &program.TacticRule{Choice: name, Span: n.Span}
	value, who := n, decode.Self(r.Creature())
	each := program.Local{Type: asked.candidate}
	want := asked.answer
	if n.Kind == tree.Mapping {
		of, key := format.TacticAnswer, "value"
		if n.Get("best") != nil {
			of, key = format.TacticBest, "best"
			line.Scores, each.Name, want = true, "each", types.NumberType
		}
		m := r.ReadMapping(of, n, where)
		line.If = m.GetFormula("if", types.Env{Inputs: []program.Local{who}}, types.BoolType)
		value = m.Get(key)
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
