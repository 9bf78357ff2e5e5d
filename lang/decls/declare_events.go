package decls

import (
	"github.com/rulec/rulec/lang/decode"
	"github.com/rulec/rulec/lang/format"
	"github.com/rulec/rulec/lang/program"
	"github.com/rulec/rulec/lang/types"
)

// declareEvents enters the language's own events and those of the ruleset.
func (r *ruleset) declareEvents() {
	r.automaticEvents()
	for _, d := range r.section("events", format.Event) {
		together := d.GetWord("together")
		ev := event{r, d, &program.Event{Decl: d.Decl, Together: together > 0, With: together == 2, OncePerAct: d.GetWord("asked") == 1}}
		ev.it.Index = len(r.Prog.Events)
		if own := r.Events[d.Name]; own != nil && own.Automatic {
			r.List.Errorf(types.CodeReservedName, d.Span, "%q is an event of the language already", d.Name).WithHint("give this one another name")
			continue
		}
		if enter(d, ev.it, r.AddEvent, &r.Prog.Events, r.Events) {
			r.signatures.leave(ev.fields)
			r.leave(ev.texts, d.entry.Value)
		}
	}
}

// event is an event at hand.
type event struct {
	*ruleset
	declared
	it *program.Event
}

func (e event) fields() {
	fields := fieldReader{ruleset: e.ruleset, owner: e.What, entries: e.GetEntries("fields", "field"), taken: types.LanguageFields(program.EventData), blank: true}
	e.it.Fields = fields.read()
	for _, f := range e.it.Fields {
		e.shareEventCells(f)
	}
}

// texts reads who is asked, in which order and how, and how the event is told.
func (e event) texts() {
	env := types.Env{Events: []*program.Event{e.it}}
	e.it.Asks = e.GetFormula("asks", env, types.UnknownType)
	e.checkAsked()
	e.it.Told = e.GetTemplate("told", env)
	env.Inputs = []program.Local{decode.Self(e.Creature())}
	e.it.Order = e.GetFormula("order", env, types.NumberType)
	e.it.Question = e.question(e.Mapping, env)
}

// checkAsked demands that those who are asked are creatures: one, or a list.
func (e event) checkAsked() {
	f := e.it.Asks
	if f == nil {
		return
	}
	t := f.Expr.Type
	if types.IsCollection(t) {
		t = *t.Elem
	}
	if t.Kind != program.ThingType && t.Kind != program.Unknown {
		e.List.Errorf(types.CodeCandidates, f.Span, "those who are asked are creatures, but this is %s", types.InWords(f.Expr.Type))
	}
}
