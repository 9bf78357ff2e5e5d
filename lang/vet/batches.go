package vet

import (
	"slices"

	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
)

// batches warns if several creatures change a number at the same moment, each starting from its previous value, so
// that only the last change counts: x.f = x.f + 1 in a batch.
func batches(p *program.Program, all parts, list *diag.List) {
	for _, part := range all {
		if part.Routine != nil {
			rounds(part.Routine.Body, list)
		}
	}
	performs := false
	if p.Time != nil {
		for _, e := range p.Time.Entries {
			if !e.Together || e.Do == nil {
				continue
			}
			for s := range e.Do.Stmts() {
				_, acts := s.(*program.Perform)
				performs = performs || acts
			}
			lostUpdates(e.Do.Body, isSelf, list)
		}
	}
	for _, a := range p.Actions {
		if performs || slices.ContainsFunc(p.Events, func(e *program.Event) bool {
			return (e.Together || e.With) && slices.Contains(e.Answers, a)
		}) {
			acting(a, list)
		}
	}
}

// acting checks the program of an action, and the programs in fields of its definition.
func acting(a *program.Action, list *diag.List) {
	if a.Perform != nil {
		lostUpdates(a.Perform.Body, isSelf, list)
	}
	for _, v := range a.Def.Values {
		if v != nil && v.Routine != nil {
			lostUpdates(v.Routine.Body, isSelf, list)
		}
	}
}

// rounds checks the rounds of loops that are a batch.
func rounds(body []program.Stmt, list *diag.List) {
	for s := range program.EachStmt(body) {
		if loop, ok := s.(*program.For); ok && loop.Together {
			lostUpdates(loop.Body, func(x *program.Expr) bool { return x.Index == loop.Slot }, list)
		}
	}
}

// isSelf reports whether a local is the one that acts.
func isSelf(x *program.Expr) bool { return x.Span.Text() == "self" }

// lostUpdates warns of assignments by members of a batch that start from the previous value; own reports the
// local that is each member's own, which no other member changes.
func lostUpdates(body []program.Stmt, own func(*program.Expr) bool, list *diag.List) {
	for _, s := range body {
		if _, later := s.(*program.Afterwards); later {
			continue
		}
		if a, ok := s.(*program.Assign); ok {
			lostUpdate(a, own, list)
		}
		for _, block := range program.Blocks(s) {
			lostUpdates(block, own, list)
		}
	}
}

func lostUpdate(a *program.Assign, own func(*program.Expr) bool, list *diag.List) {
	t := a.Target
	if bound, _ := a.Bound(); a.Op != '=' || bound != nil || t.Op == program.OpOwn || len(t.Args) == 0 {
		return
	}
	whose := t.Args[0]
	for len(whose.Args) > 0 && whose.Op != program.OpLocal {
		whose = whose.Args[0]
	}
	if whose.Op == program.OpLocal && own(whose) {
		return
	}
	for x := range a.Value.All() {
		if x.Op != t.Op || x.Field != t.Field || x.Span.Text() != t.Span.Text() {
			continue
		}
		list.Warnf(CodeLostUpdate, a.Value.Span, "if two do this at the same moment, both start from the old %s and only the later one counts", t.Field.Name).
			WithHint("write += or -= to add up, %s = max(%s, ..) to keep the highest, or do it in afterwards { }, once all are done", t.Span.Text(), t.Span.Text())
		return
	}
}
