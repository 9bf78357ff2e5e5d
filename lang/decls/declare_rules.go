package decls

import (
	"github.com/rulec/rulec/lang/decode"
	"github.com/rulec/rulec/lang/format"
	"github.com/rulec/rulec/lang/program"
	"github.com/rulec/rulec/lang/tree"
	"github.com/rulec/rulec/lang/types"
)

// declareRules adds the standing rules, which apply to everyone of a kind, or to the scene.
func (r *ruleset) declareRules() {
	for _, d := range r.section("rules", format.Rule) {
		rule := &program.Rule{Decl: d.Decl}
		r.Prog.Rules = append(r.Prog.Rules, rule)
		r.leave(func() {
			rule.For = r.bearers(d.Mapping)
			o := bodyReader{ruleset: r, what: d.What, bearer: types.NoType, it: types.NoType, rule: rule, kind: rule.For}
			if rule.For != nil {
				o.bearer = types.ThingOf(rule.For)
			}
			ruleReader{o, d.Mapping}.read()
		}, d.entry.Key, d.entry.Value)
	}
}

// bearers reads to whom something applies: a kind, by default combatants; nil for the scene.
func (r *ruleset) bearers(m decode.Mapping) *program.Kind {
	switch n := m.Get("for"); {
	case n == nil:
		return r.Prog.Creature
	case n.Text == "scene":
		return nil
	default:
		return r.kindAt(n, m.Called("for"))
	}
}

// innerRule reads a rule of a condition or of a carried definition.
func (r bodyReader) innerRule(e tree.Entry, index int) *program.Rule {
	d := r.declaration(e, format.InnerRule, decode.Named("rule", e.Key.Text)+" of "+r.what, index)
	d.Done()
	r.what, r.rule = d.What, &program.Rule{Decl: d.Decl, For: r.kind, Condition: r.condition, Carried: r.carried}
	ruleReader{r, d.Mapping}.read()
	return r.rule
}

// ruleReader reads the common parts of all rules.
type ruleReader struct {
	bodyReader
	decode.Mapping
}

func (r ruleReader) read() {
	rule := r.rule
	rule.Order = r.GetFigure("order")
	r.triggers()
	env := r.env("")
	env.Events, env.Was = types.EventsOf(rule.On), true
	env.EventLost = len(rule.On) < len(tree.Items(r.Get("on")))
	rule.If = r.GetFormula("if", env, types.BoolType)
	rule.Do = r.GetRoutine("do", env)
	rule.Told = r.GetTemplate("told", env)
	if told := r.Get("told"); told != nil && r.Get("do") == nil {
		r.List.Errorf(CodeIdleTold, told.Span, "%s does nothing, so there is nothing to log", r.What).
			WithHint("write under do: what the rule does")
	}
	r.bodyReader.read(&rule.Body, r.Mapping)
	r.checkIdle()
}

// triggers reads the triggers of a rule.
func (r ruleReader) triggers() {
	for _, n := range r.GetTexts("on") {
		if t := r.Trigger(n.Fragment(), r.env("on")); t != nil {
			r.rule.On = append(r.rule.On, t)
			r.hear(t, r.What)
		}
	}
}

// checkIdle reports rules that have a trigger without a program, or the reverse.
func (r ruleReader) checkIdle() {
	switch on, do := r.Get("on"), r.Get("do"); {
	case on != nil && do == nil:
		r.List.Errorf(CodeIdleRule, on.Span, "%s has on, but no do", r.What).
			WithHint("write under do: what happens then")
	case on == nil && do != nil:
		r.List.Errorf(CodeIdleRule, do.Span, "%s has do, but no on", r.What).
			WithHint("write under on: when it runs")
	case on == nil && r.Get("modifies") == nil && r.Get("forbids") == nil:
		r.List.Errorf(CodeIdleRule, r.rule.Span, "%s does nothing: it needs on and do, modifies or forbids", r.What)
	}
}
