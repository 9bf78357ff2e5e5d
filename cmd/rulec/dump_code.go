package main

import (
	"fmt"

	"github.com/rulec/rulec/interp/facts"
	"github.com/rulec/rulec/lang"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/dump"
	"github.com/rulec/rulec/lang/program"
)

// codeStage returns what is left of the rules for the fights of an encounter when
// everything is left out that is certain about them.
func codeStage(file string, opts lang.Options) ([]dump.Part, diag.List) {
	if lang.IsRuleset(file, opts) {
		return nil, nil
	}
	encounters, list := encountersOf(file, opts)
	var parts []dump.Part
	for _, e := range encounters {
		own := *e
		own.Script, own.After = nil, nil // as if everybody played by tactics
		for _, p := range codeOf(&own) {
			if len(encounters) > 1 {
				p.Section, p.Name = e.Name, p.Title()
			}
			parts = append(parts, p)
		}
	}
	return parts, list
}

func codeOf(e *program.Encounter) []dump.Part {
	w := &codeWriter{e: e, names: dump.Names{Program: e.Program, Encounter: e}, facts: facts.Of(e)}
	w.folder = w.facts.Folder()
	w.never()
	for i, t := range e.Things {
		w.thing(i, t)
	}
	return w.parts
}

// codeWriter writes what is certain about an encounter.
type codeWriter struct {
	e      *program.Encounter
	names  dump.Names
	facts  *facts.Facts
	folder *facts.Folder
	parts  []dump.Part
}

// line adds a line to the last part.
func (w *codeWriter) line(depth int, at diag.Span, format string, args ...any) {
	p := &w.parts[len(w.parts)-1]
	p.Lines = append(p.Lines, dump.Line{Depth: depth, Text: fmt.Sprintf(format, args...), At: at})
}

// never lists what can't happen in these fights.
func (w *codeWriter) never() {
	w.parts = append(w.parts, dump.Part{Name: "never"})
	w.line(0, w.e.Span, "what never happens when everybody plays by tactics")
	p := w.e.Program
	for _, c := range p.Conditions {
		if !w.anybody(func(i int) bool { return w.facts.MayHave(i, c) }) {
			w.line(1, c.Span, "somebody gets conditions.%s", c.Name)
		}
	}
	for _, a := range p.Actions {
		if !w.facts.Done(a) {
			w.line(1, a.Def.Span, "somebody does %s.%s", a.Def.Kind.Plural, a.Def.Name)
		}
	}
	for _, event := range p.Events {
		if !event.Automatic && !w.facts.Announced(event) {
			w.line(1, event.Span, "a program announces events.%s", event.Name)
		}
	}
	for r := range p.AllRules() {
		if r.Do != nil && !w.facts.Runs(r) {
			w.line(1, r.Span, "rules.%s runs", r.Name)
		}
	}
}

func (w *codeWriter) anybody(may func(thing int) bool) bool {
	for i := range w.e.Things {
		if may(i) {
			return true
		}
	}
	return false
}

// thing writes what stays as it is of a thing, and what is left of its tactic.
func (w *codeWriter) thing(i int, t *program.Thing) {
	w.parts = append(w.parts, dump.Part{Section: "things", Name: t.Name})
	w.line(0, t.Span, "%s: %s", t.Name, t.Kind.Name)
	for _, f := range t.Kind.Fields {
		if v, known := w.facts.Value(i, f, 0); known && f.Family == nil {
			w.line(1, f.Span, "%s is %s", f.Name, w.names.Expr(&program.Expr{Op: program.OpConst, Type: f.Type, Num: v}))
		}
	}
	if t.Tactic == nil {
		return
	}
	w.line(1, t.Tactic.Span, "tactic %s", t.Tactic.Name)
	for _, rule := range t.Tactic.Rules {
		w.rule(i, rule)
	}
}

func (w *codeWriter) rule(i int, rule *program.TacticRule) {
	asked := rule.Choice
	if rule.Event != nil {
		asked = rule.Event.Name
	}
	does := "pass"
	switch {
	case len(rule.Does) > 0:
		does = rule.Does[0].Action.Def.Kind.Plural + "." + rule.Does[0].Action.Def.Name
		for _, d := range rule.Does[1:] {
			does += ", " + d.Action.Def.Kind.Plural + "." + d.Action.Def.Name
		}
	case rule.Event == nil:
		does = "choose"
	}
	if w.facts.Dead(i, rule) {
		w.line(2, rule.Span, "%s: never %s", asked, does)
		return
	}
	w.line(2, rule.Span, "%s: %s", asked, does)
	w.formula("if", i, rule.If, facts.Own{})
	for _, d := range rule.Does {
		of := ""
		if len(rule.Does) > 1 {
			of = " of " + d.Action.Def.Name
			if w.facts.DeadAction(i, rule, d) {
				w.line(3, rule.Span, "never %s", d.Action.Def.Name)
				continue
			}
		}
		own := w.folder.Tried(d.Action, i)
		for k, with := range d.With {
			w.formula("with "+d.Action.Params[k].Name+of, i, with, own)
		}
		w.formula("best"+of, i, d.Best, own)
	}
	w.formula("value", i, rule.Value, facts.Own{})
}

func (w *codeWriter) formula(what string, i int, f *program.Formula, own facts.Own) {
	if f == nil {
		return
	}
	left := w.folder.Formula(f, i, 0, own)
	if left.Expr.Op == program.OpConst && left.Expr.Type.Kind == program.Bool && left.Expr.Num != 0 {
		return // it always holds
	}
	w.line(3, f.Span, "%s%s", what, w.names.Formula(left))
}
