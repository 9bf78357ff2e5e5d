package decls

import (
	"github.com/rulec/rulec/lang/decode"
	"github.com/rulec/rulec/lang/format"
	"github.com/rulec/rulec/lang/program"
	"github.com/rulec/rulec/lang/tree"
	"github.com/rulec/rulec/lang/types"
)

// declareTime adds the clock with the kinds of entries on its agenda.
func (r *ruleset) declareTime() {
	e, ok := r.top.Entry("time")
	if !ok {
		r.List.Errorf(CodeNoTime, decode.PlaceOf(r.root), "the ruleset has no section %q, so no one would ever get a turn", "time").
			WithHint("declare at least time.key, time.start and one of time.entries")
		return
	}
	m := r.ReadMapping(format.Time, e.Value, "time")
	t := &program.Time{
		Span: e.Value.Span, Unit: m.GetText("unit", ""), EveryoneDue: m.GetFlag("everyone_due", true), Limit: m.GetFigure("limit"),
	}
	r.Prog.Time = t
	t.About, t.Cite = r.Said(e)
	for _, k := range m.GetNames("key") {
		if r.Free("key number", k.Text, k.Span) {
			t.Keys = append(t.Keys, k.Text)
		}
	}
	for _, d := range r.declarations(m.GetEntries("entries", "entry"), format.Entry) {
		entry{r, d, &program.Entry{Decl: d.Decl}}.declare()
	}
	r.bodies.leave(func() {
		t.Start = m.GetRoutine("start", types.Env{})
		t.Out = m.GetFormula("out", types.Env{Inputs: []program.Local{decode.Self(r.Creature())}}, types.BoolType)
		t.Over = m.GetFormula("over", types.Env{}, types.BoolType)
		t.Winner = m.GetFormula("winner", types.Env{}, types.SideType)
	})
}

// entry is a kind of agenda entry being read.
type entry struct {
	*ruleset
	declared
	it *program.Entry
}

// declare adds a kind of agenda entry, with the events around it.
func (e entry) declare() {
	x := e.it
	x.Phase = e.GetFigure("phase")
	x.Together = e.GetWord("equal") == 1
	if x.Name == actionSubject || x.Name == sceneSubject {
		e.List.Errorf(types.CodeReservedName, x.Span, "an entry can't be called %q: its start and end would be those of every %s", x.Name, x.Name)
		return
	}
	if !types.Enter(e.Checker, "entry", x, e.Agenda) {
		return
	}
	e.Prog.Time.Entries = append(e.Prog.Time.Entries, x)
	x.Start, x.End = e.edge(x.Name, program.Start), e.edge(x.Name, program.End)
	x.Start.Entry, x.End.Entry = x, x
	e.signatures.leave(func() {
		fields := e.fieldsUnder("fields", e.Mapping, nil)
		fields.blank = true
		x.Fields = fields.read()
		x.Cells = layOutFields(x.Fields)
	})
	e.leave(e.texts, e.declared.entry.Value)
}

// texts reads the formulas and the stages of an entry.
func (e entry) texts() {
	data := program.Type{Kind: program.EntryData, Entry: e.it}
	env := types.Env{Inputs: []program.Local{decode.Self(e.Creature()), decode.It(data)}}
	e.it.Order = e.GetFormula("order", env, types.NumberType)
	e.it.Told = e.GetTemplate("told", env)
	env.Where = e.Called("requires")
	for _, x := range tree.Walk(e.Get("requires"), env.Where, e.List).Rest() {
		if req := e.requirement(x, env); req != nil {
			e.it.Requires = append(e.it.Requires, req)
		}
	}
	env.Where = e.Called("do")
	if e.Get("declare") == nil {
		e.it.Do = e.GetRoutine("do", env)
		return
	}
	e.it.Declare, e.it.Do = e.Stages(e.Program(e.Get("declare"), e.Called("declare")), e.Program(e.Get("do"), env.Where), env)
	e.Keep(e.it.Declare)
	e.Keep(e.it.Do)
}
