package decls

import (
	"maps"
	"slices"
	"strings"

	"github.com/rulec/rulec/lang/decode"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/format"
	"github.com/rulec/rulec/lang/program"
	"github.com/rulec/rulec/lang/tree"
	"github.com/rulec/rulec/lang/types"
)

// declareEvents enters the language's own events and those of the ruleset.
func (r *ruleset) declareEvents(n *tree.Node) {
	r.automaticEvents()
	for _, e := range r.Entries(n, "events", "event") {
		what := decode.Named("event", e.Key.Text)
		w := format.Event.Read(e.Value, what, r.List)
		ev := &program.Event{Decl: r.Decl(e, w, what, len(r.Prog.Events))}
		fields, asks, asked := w.Get("fields"), w.Get("asks"), w.Get("asked")
		texts := eventTexts{order: w.Get("order"), question: w.Get("question"), told: w.Get("told")}
		together := r.OneOf(w.Get("together"), "together of "+what, types.None, "answers", "answers and program")
		ev.Together, ev.With = together > 0, together == 2
		ev.OncePerAct = r.OneOf(asked, "asked of "+what, "every time", "once per action") == 1
		w.Done()
		if own := r.Events[ev.Name]; own != nil && own.Automatic {
			r.List.Errorf(types.CodeReservedName, ev.Span, "%q is an event of the language already", ev.Name).WithHint("give this one another name")
			continue
		}
		if !r.AddEvent(ev) {
			continue
		}
		r.Prog.Events = append(r.Prog.Events, ev)
		r.wasCalled(e.Was, func(old string) { enterAlias(r.Events, old, ev) })
		r.signatures = append(r.signatures, func() { r.eventFields(ev, fields, what) })
		r.leave(func() { r.eventTexts(ev, asks, texts, what) }, e.Value)
	}
}

// ownEvents are the events of the language that have names.
var ownEvents = []string{types.TurnEvent, "moment", types.MovesEvent}

// automaticEvents enters what the interpreter announces by itself, beside the
// edges of entries. An entry that is called like a kind of actions takes its place.
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
	r.signatures = append(r.signatures, func() {
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

// edge makes the start or the end of something.
func (r *ruleset) edge(subject string, which program.Edge) *program.Event {
	e := r.automatic(subject, which)
	r.AddEdge(e, subject)
	return e
}

// shareEventCells gives a field of an event its cells in the rows of events.
func (r *ruleset) shareEventCells(f *program.Field) {
	r.Prog.EventFields, r.Prog.EventCells = shareCells(r.Prog.EventFields, r.Prog.EventCells, f)
}

func (r *ruleset) eventFields(ev *program.Event, n *tree.Node, what string) {
	ev.Fields = r.declareFields(n, fieldPlace{owner: what, taken: types.LanguageFields(program.EventData), zero: true, blank: true})
	for _, f := range ev.Fields {
		r.shareEventCells(f)
	}
}

// eventTexts are what of an event is worked out when it happens.
type eventTexts struct{ order, question, told *tree.Node }

// eventTexts reads who is asked, in which order and how, and how the event is told.
func (r *ruleset) eventTexts(ev *program.Event, asks *tree.Node, n eventTexts, what string) {
	env := func(key string, inputs ...program.Local) types.Env {
		return types.Env{Where: key + " of " + what, Inputs: inputs, Events: []*program.Event{ev}}
	}
	if asks != nil {
		ev.Asks = r.FormulaAt(asks, env("asks"), types.UnknownType)
		r.checkAsked(ev.Asks)
	}
	if n.order != nil {
		ev.Order = r.FormulaAt(n.order, env("order", decode.Self(r.Creature())), types.NumberType)
	}
	ev.Question = r.questionAt(n.question, env("question", decode.Self(r.Creature())))
	if n.told != nil {
		ev.Told = r.TemplateAt(n.told, env("told"))
	}
}

// checkAsked demands that those who are asked are creatures: one, or a list.
func (r *ruleset) checkAsked(f *program.Formula) {
	if f == nil {
		return
	}
	t := f.Expr.Type
	if types.IsCollection(t) {
		t = *t.Elem
	}
	if t.Kind != program.ThingType && t.Kind != program.Unknown {
		r.List.Errorf(types.CodeCandidates, f.Span, "those who are asked are creatures, but this is %s", types.InWords(f.Expr.Type))
	}
}

// eventAt finds an event by its name: NAME, `start of NAME` or `end of NAME`.
func (r *ruleset) eventAt(n *tree.Node, what string) *program.Event {
	if _, ok := tree.Text(n, what, r.List); !ok {
		return nil
	}
	return r.findEvent(n.Fragment())
}

func (r *ruleset) findEvent(f diag.Fragment) *program.Event {
	e := r.Events[f.Text]
	if start, ok := cutWords(f, "start of"); ok {
		e = r.EdgeOf(program.Start, start.Text)
	} else if end, ok := cutWords(f, "end of"); ok {
		e = r.EdgeOf(program.End, end.Text)
	}
	if e == nil {
		d := r.List.Errorf(types.CodeUnknownEvent, f.All(), "there is no event %q", f.Text)
		r.NearestHint(d, f.Text, slices.Sorted(maps.Keys(r.Events)), "there are")
		return nil
	}
	r.useEvent(f, e)
	return e
}

// useEvent notes what the name of an event means: the event, or of a start or an end the entry or the kind of actions.
func (r *ruleset) useEvent(f diag.Fragment, e *program.Event) {
	last := strings.LastIndexByte(f.Text, ' ') + 1
	at := f.Span(last, len(f.Text))
	if last == 0 {
		r.Uses.Add(at, e.Span, types.EventNameType)
	} else if entry := r.Agenda[f.Text[last:]]; entry != nil {
		r.Uses.Add(at, entry.Span, types.EventNameType)
	} else if e.Acts != nil {
		r.Uses.Add(at, e.Acts.Span, types.EventNameType)
	}
}

// hear notes that something waits for an event.
func (r *ruleset) hear(t *program.Trigger, what string) {
	if t != nil && t.Event != nil {
		r.heard = append(r.heard, hearing{event: t.Event, at: t.Span, what: what})
	}
}

// checkUnannounced reports what waits for an event that nothing announces. An
// event that nobody waits for is fine. For an action it is enough that a program asks
// what somebody can do about the event. After mistakes in programs it says nothing: the
// missing announcement may stand in one of them.
func (r *ruleset) checkUnannounced() {
	if r.Unread {
		return
	}
	announced, asked := map[*program.Event]bool{}, map[int]bool{}
	asks := false
	for _, p := range r.Routines {
		for s := range p.Stmts() {
			switch s := s.(type) {
			case *program.Announce:
				announced[s.Event] = true
				asks = asks || s.For != nil || s.Event != nil && s.Event.Asks != nil
			case *program.Choose:
				if call := s.From; call.Op == program.OpBuiltin && call.Builtin == program.CanDo && len(call.Args) > 1 {
					asked[int(call.Args[1].Num)-1] = true
					asks = true
				}
			}
		}
	}
	for _, h := range r.heard {
		if h.event.Automatic || announced[h.event] || h.answers && asked[h.event.Index] {
			continue
		}
		r.List.Errorf(CodeUnannounced, h.at, "%s waits for %q, but nothing announces it", h.what, strings.TrimSpace(h.event.Name)).
			WithNote(h.event.Span, "event %q", h.event.Name).
			WithHint("a program says: announce %s of ..", h.event.Name)
	}
	for _, h := range r.answerAll {
		if !asks {
			r.List.Errorf(CodeUnannounced, h.at, "%s answers all events, but nothing announces one that asks anybody", h.what).
				WithHint("an event says whom it asks: asks: foes(event.of); and a program says: announce EVENT of ..")
		}
	}
}
