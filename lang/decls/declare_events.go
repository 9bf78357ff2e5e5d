package decls

import (
	"github.com/rulec/rulec/lang/decode"
	"github.com/rulec/rulec/lang/format"
	"github.com/rulec/rulec/lang/program"
	"github.com/rulec/rulec/lang/types"
)

// declareEvents adds the language's own events and those of the ruleset.
func (r *ruleset) declareEvents() {
	r.automaticEvents()
	for _, d := range r.section("events", format.Event) {
		together := d.GetWord("together")
		ev := event{r, d, &program.Event{Decl: d.Decl, Together: together > 0, With: together == 2, OncePerAct: d.GetWord("asked") == 1}}
		ev.it.Index = len(r.Prog.Events)
		if own := r.Events[d.Name]; own != nil && own.Automatic {
			r.List.Errorf(types.CodeReservedName, d.Span, "there is already a built-in event %q", d.Name).WithHint("give this one another name")
			continue
		}
		if enter(r, d, ev.it, &r.Prog.Events, r.Events) {
			r.signatures.leave(ev.fields)
			r.leave(ev.texts, d.entry.Value)
		}
	}
}

// event is an event being read.
type event struct {
	*ruleset
	declared
	it *program.Event
}

func (e event) fields() {
	fields := e.fieldsUnder("fields", e.Mapping, types.LanguageFields(program.EventData))
	fields.blank = true
	e.it.Fields = fields.read()
	for _, f := range e.it.Fields {
		e.shareEventCells(f)
	}
}

// texts reads who is asked, in which order and how, and the log sentence of the event.
func (e event) texts() {
	env := types.Env{Events: []*program.Event{e.it}}
	e.it.Asks = e.GetFormula("asks", env, types.UnknownType)
	e.checkAsked()
	e.it.Told = e.GetTemplate("told", env)
	env.Inputs = []program.Local{decode.Self(e.Creature())}
	e.it.Order = e.GetFormula("order", env, types.NumberType)
	e.it.Question = e.question(e.Mapping, env)
	e.it.Ask = askOf(e.Mapping)
}

// askOf reads when people are asked.
func askOf(m decode.Mapping) program.Ask {
	if m.Get("ask") == nil {
		return program.AskAsFound
	}
	return program.AskAlways + program.Ask(m.GetWord("ask"))
}

// checkAsked requires that those who are asked are creatures: one, or a list.
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
		e.List.Errorf(types.CodeCandidates, f.Span, "an event can only ask creatures, but this is %s", types.InWords(f.Expr.Type))
	}
}

// What starts and ends, in addition to entries.
const (
	actionSubject = "action"
	sceneSubject  = "encounter"
)

// ownEvents are the events of the language that have names.
var ownEvents = []string{types.TurnEvent, "moment", types.MovesEvent}

// automaticEvents adds the events that the interpreter announces by itself, in addition to the
// edges of entries. An entry with the name of a kind of actions takes precedence.
func (r *ruleset) automaticEvents() {
	r.turn = r.automatic(ownEvents[0], program.Itself)
	moment := r.automatic(ownEvents[1], program.Itself)
	moves := r.automatic(ownEvents[2], program.Itself)
	r.edge(actionSubject, program.Start)
	r.edge(actionSubject, program.End)
	r.edge(sceneSubject, program.Start)
	r.edge(sceneSubject, program.End)
	for _, k := range r.Prog.Kinds {
		if k.Acts && k.Name != actionSubject && k.Name != sceneSubject {
			r.edge(k.Name, program.Start).Acts = k
			r.edge(k.Name, program.End).Acts = k
		}
	}
	r.signatures.leave(func() {
		all := &program.Expr{Op: program.OpBuiltin, Builtin: program.Everyone, Type: types.ListOf(r.Creature())}
		moment.Asks = &program.Formula{Expr: all}
		moves.Fields = []*program.Field{
			{Decl: program.Decl{Name: "from", Title: "from"}, Type: types.PlaceType},
			{Decl: program.Decl{Name: "to", Title: "to", Index: 1}, Type: types.PlaceType},
		}
		for _, f := range moves.Fields {
			r.shareEventCells(f)
		}
	})
}

// automatic makes an event of the language.
func (r *ruleset) automatic(name string, which program.Edge) *program.Event {
	e := &program.Event{
		Decl: program.Decl{Name: name, Title: decode.TitleOf(name), Index: len(r.Prog.Events)},
		Edge: which, Automatic: true,
	}
	r.Prog.Events = append(r.Prog.Events, e)
	if which == program.Itself {
		r.Events[name] = e
	}
	return e
}

// edge makes the event for the start or the end of something.
func (r *ruleset) edge(subject string, which program.Edge) *program.Event {
	e := r.automatic(subject, which)
	r.AddEdge(e, subject)
	return e
}

// shareEventCells assigns cells in the rows of events to a field of an event.
func (r *ruleset) shareEventCells(f *program.Field) {
	r.Prog.EventFields, r.Prog.EventCells = shareCells(r.Prog.EventFields, r.Prog.EventCells, f)
}
