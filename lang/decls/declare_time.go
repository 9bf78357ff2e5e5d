package decls

import (
	"github.com/rulec/rulec/lang/decode"
	"github.com/rulec/rulec/lang/format"
	"github.com/rulec/rulec/lang/program"
	"github.com/rulec/rulec/lang/tree"
	"github.com/rulec/rulec/lang/types"
)

// declareTime enters the clock with the kinds of entry on its agenda.
func (r *ruleset) declareTime(top *tree.Reader) {
	n := top.Get("time")
	if n == nil {
		r.List.Errorf(CodeNoTime, decode.PlaceOf(r.root), "the ruleset has no section %q: nobody would ever be due", "time").
			WithHint("declare at least time.key, time.start and one of time.entries")
		return
	}
	w := format.Time.Read(n, "time", r.List)
	t := &program.Time{Span: n.Span, EveryoneDue: true}
	r.Prog.Time = t
	t.About, t.Cite = r.Said(w, "time")
	keys, _ := tree.Names(w.Get("key"), "the key of time", r.List)
	for _, k := range keys {
		if r.Free("key number", k.Text, k.Span) {
			t.Keys = append(t.Keys, k.Text)
		}
	}
	if unit := w.Get("unit"); unit != nil {
		t.Unit, _ = tree.Text(unit, "the unit of time", r.List)
	}
	if due := w.Get("everyone_due"); due != nil {
		t.EveryoneDue = r.Flag(due, "everyone_due of time")
	}
	t.Limit = r.Figure(w.Get("limit"), "the limit of time")
	start, out, over, winner := w.Get("start"), w.Get("out"), w.Get("over"), w.Get("winner")
	for i, e := range r.Entries(w.Get("entries"), "the entries of time", "entry") {
		r.declareEntry(e, i)
	}
	w.Done()
	r.bodies = append(r.bodies, func() {
		if start != nil {
			t.Start = r.RoutineAt(start, types.Env{Where: "start of time"}, types.NoType)
		}
		r.timeFormula(&t.Out, out, "out of time", types.BoolType, decode.Self(r.Creature()))
		r.timeFormula(&t.Over, over, "over of time", types.BoolType)
		r.timeFormula(&t.Winner, winner, "winner of time", types.SideType)
	})
}

// timeFormula reads a formula of time that may be left out.
func (r *ruleset) timeFormula(into **program.Formula, n *tree.Node, what string, want program.Type, inputs ...program.Local) {
	if n != nil {
		*into = r.FormulaAt(n, types.Env{Where: what, Inputs: inputs}, want)
	}
}

// declareEntry enters a kind of agenda entry, with the events around it.
func (r *ruleset) declareEntry(e tree.Entry, index int) {
	what := decode.Named("entry", e.Key.Text)
	w := format.Entry.Read(e.Value, what, r.List)
	entry := &program.Entry{Decl: r.Decl(e, w, what, index)}
	fields, phase, equal, told := w.Get("fields"), w.Get("phase"), w.Get("equal"), w.Get("told")
	order, requires, declare, do := w.Get("order"), w.Get("requires"), w.Get("declare"), w.Get("do")
	w.Done()
	entry.Phase = r.Figure(phase, "the phase of "+what)
	entry.Together = r.OneOf(equal, "equal of "+what, "in order", "together") == 1
	if entry.Name == actionSubject || entry.Name == sceneSubject {
		r.List.Errorf(types.CodeReservedName, entry.Span, "an entry can't be called %q: its start and end would be those of every %s", entry.Name, entry.Name)
		return
	}
	if !r.AddEntry(entry) {
		return
	}
	r.Prog.Time.Entries = append(r.Prog.Time.Entries, entry)
	entry.Start, entry.End = r.edge(entry.Name, program.Start), r.edge(entry.Name, program.End)
	entry.Start.Entry, entry.End.Entry = entry, entry
	r.signatures = append(r.signatures, func() {
		entry.Fields = r.declareFields(fields, fieldPlace{owner: what, zero: true, blank: true})
		entry.Cells = layOutFields(entry.Fields)
	})
	r.leave(func() { r.entryTexts(entry, order, requires, told, declare, do, what) }, e.Value)
}

// entryTexts reads the formulas and the stages of an entry.
func (r *ruleset) entryTexts(entry *program.Entry, order, requires, told, declare, do *tree.Node, what string) {
	in := func(part string) types.Env {
		data := program.Type{Kind: program.EntryData, Entry: entry}
		return types.Env{Where: part + " of " + what, Inputs: []program.Local{decode.Self(r.Creature()), decode.It(data)}}
	}
	if order != nil {
		entry.Order = r.FormulaAt(order, in("order"), types.NumberType)
	}
	for _, e := range tree.Walk(requires, "requires of "+what, r.List).Rest() {
		if req := r.requirement(e, in("requires")); req != nil {
			entry.Requires = append(entry.Requires, req)
		}
	}
	if told != nil {
		entry.Told = r.TemplateAt(told, in("told"))
	}
	if do == nil {
		return
	}
	if _, ok := tree.Text(do, "do of "+what, r.List); !ok {
		return
	}
	if declare == nil {
		entry.Do = r.Keep(r.Lines(do, in("do"), types.NoType))
		return
	}
	if _, ok := tree.Text(declare, "declare of "+what, r.List); !ok {
		return
	}
	first := declare.Fragment()
	entry.Declare, entry.Do = r.Stages(&first, do.Fragment(), in("do"))
	r.Keep(entry.Declare)
	r.Keep(entry.Do)
}
