package decls

import (
	"slices"

	"github.com/rulec/rulec/lang/decode"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/format"
	"github.com/rulec/rulec/lang/program"
	"github.com/rulec/rulec/lang/tree"
	"github.com/rulec/rulec/lang/types"
)

// actionForm holds how a kind or a definition performs its actions:
// its mapping, then the result of reading it.
type actionForm struct {
	*ruleset
	decode.Mapping
	kind *program.Kind

	fields  []*program.ActParam
	run     []*program.Field
	events  []*program.Event
	costs   []program.Cost
	demands []*program.Requirement
	does    *program.Routine
	after   *program.Routine
	tells   *program.Template
}

// routine returns the program of a key; nil if it has errors.
func (f *actionForm) routine(key string) *program.Routine {
	if key == "perform" {
		return f.does
	}
	return f.after
}

// present reports whether there are any keys for actions.
func (f *actionForm) present() bool {
	return slices.ContainsFunc(f.nodes(), func(n *tree.Node) bool { return n != nil })
}

// nodes returns the values of all keys for actions, nil for those that are missing.
func (f *actionForm) nodes() []*tree.Node {
	var list []*tree.Node
	for _, key := range format.Action {
		list = append(list, f.Get(key.Name))
	}
	return list
}

// declare reads the parameters of a kind's actions, and defers its texts until
// all names are known.
func (f *actionForm) declare() {
	f.blameLike(f.kind, func() { f.readFields(&actionForm{}) })
	f.leave(func() {
		f.blameLike(f.kind, func() { f.texts(nil, f.fields, f.run, f.eventsOfKind()) })
	}, f.nodes()...)
}

// declareAction adds the action of a definition.
func (r *ruleset) declareAction(d *program.Def, own *actionForm) {
	a := &program.Action{Def: d, Index: len(r.Prog.Actions)}
	d.Action = a
	r.Prog.Actions = append(r.Prog.Actions, a)
	r.signatures.leave(func() {
		base := r.forms[d.Kind]
		own.readFields(base)
		a.Params = slices.Concat(base.fields, own.fields)
		a.Running = slices.Concat(base.run, own.run)
		a.Answers = own.answersOver(base)
		for _, e := range a.Answers {
			e.Answers = append(e.Answers, a)
		}
		r.leave(func() {
			own.texts(base, a.Params, a.Running, a.Answers)
			own.compose(a, base)
		}, append(own.nodes(), base.Get("perform"), base.Get("ended"))...)
	})
}

// compose combines an action: parts of a definition replace those of its
// kind, or are added to them.
func (own *actionForm) compose(a *program.Action, base *actionForm) {
	a.Requires = slices.Concat(base.demands, own.demands)
	a.Costs = composeCosts(base.costs, own.costs)
	a.Perform, a.Ended, a.Told = base.does, base.after, base.tells
	if own.Get("perform") != nil {
		a.Perform = own.does
	}
	if own.Get("perform") == nil && base.Get("perform") == nil {
		own.List.Errorf(CodeNoPerform, a.Def.Span, "action %q has no perform, and its kind %q has none either", a.Def.Name, a.Def.Kind.Name).
			WithHint("write under perform: what the action does")
	}
	if own.Get("ended") != nil {
		a.Ended = own.after
	}
	if own.Get("told") != nil {
		a.Told = own.tells
	}
	if a.Ask = askOf(base.Mapping); own.Get("ask") != nil {
		a.Ask = askOf(own.Mapping)
	}
}

// answersOver returns the events that an action answers: its own, else its
// kind's, else turn.
func (own *actionForm) answersOver(base *actionForm) []*program.Event {
	switch {
	case own.Get("answers") != nil:
		return own.events
	case base.Get("answers") != nil:
		return base.events
	}
	return []*program.Event{own.turn}
}

// eventsOfKind returns the events that any action of a kind answers: its
// texts may read what all of these events have in common.
func (f *actionForm) eventsOfKind() []*program.Event {
	if len(f.kind.Defs) == 0 {
		return f.answersOver(f)
	}
	var events []*program.Event
	for _, d := range f.kind.Defs {
		for _, e := range d.Action.Answers {
			if !slices.Contains(events, e) {
				events = append(events, e)
			}
		}
	}
	return events
}

// readFields reads answers, running fields and parameters. Base is the kind's
// form if own is that of a definition, and otherwise empty.
func (own *actionForm) readFields(base *actionForm) {
	own.answers()
	running := own.fieldsUnder("running", own.Mapping, types.LanguageFields(program.Act))
	running.strict, running.blank = true, true
	own.run = running.read()
	for _, f := range own.run {
		own.shareActCells(f)
	}
	own.readParameters(base.fields)
	own.distinct(base)
}

// allEvents in answers means every event that the ruleset declares, when
// it asks anyone. `turn` and `moment` belong to the language and are answered by name.
const allEvents = "all events"

// answers reads which events the actions of a form answer.
func (own *actionForm) answers() {
	var named []hearing
	all := false
	for _, to := range decode.GetEach(own.Mapping, "answers", own.answered) {
		own.heard = append(own.heard, *to)
		if to.event == nil {
			all = true
			continue
		}
		named = append(named, *to)
		own.events = append(own.events, to.event)
	}
	if all {
		own.events = append(own.events, own.declaredEvents(named)...)
	}
}

// answered reads an event that the actions of a form answer; its event is nil for all events.
func (own *actionForm) answered(n *tree.Node) *hearing {
	h := &hearing{at: n.Span, what: own.What, answers: true}
	if n.Text != allEvents {
		if h.event = own.eventAt(n, "each event that "+own.What+" answers"); h.event == nil {
			return nil
		}
	}
	return h
}

// declaredEvents returns the events of the ruleset, without the language's own; it reports those
// that are also named individually.
func (own *actionForm) declaredEvents(named []hearing) []*program.Event {
	var list []*program.Event
	for _, e := range own.Prog.Events {
		if e.Automatic {
			continue
		}
		for _, h := range named {
			if h.event == e {
				own.List.Errorf(types.CodeDuplicateName, h.at, "all events already includes %q", e.Name).
					WithHint("remove it; next to %s list only built-in events, such as turn", allEvents)
			}
		}
		list = append(list, e)
	}
	return list
}

// distinct rejects parameters and running fields of one action with the same name.
func (own *actionForm) distinct(base *actionForm) {
	names := map[string]*program.Field{}
	for _, f := range slices.Concat(types.ParamFields(base.fields), base.run, types.ParamFields(own.fields), own.run) {
		if first := names[f.Name]; first != nil {
			own.Duplicate("parameter or running field", &f.Decl, &first.Decl)
		}
		names[f.Name] = f
	}
}

// env returns the environment of an action's texts, for these parameters and running fields.
func (own *actionForm) env(params []*program.ActParam, running []*program.Field, events []*program.Event) types.Env {
	fields := types.ParamFields(params)
	return types.Env{
		Inputs: []program.Local{decode.Self(own.Creature()), decode.It(types.DefinitionOf(own.kind))},
		Own:    append(fields, running...), Params: len(fields), Events: events, Acts: true,
	}
}

// requiresLike is an example of a requirement.
const requiresLike = "WHAT MUST HOLD: the reason if it doesn't"

// texts reads the formulas and programs of a form over that of its kind, for actions that have these parameters and
// running fields, and answer these events.
func (own *actionForm) texts(base *actionForm, params []*program.ActParam, running []*program.Field, events []*program.Event) {
	env := own.env(params, running, events)
	demands := func(key string, once bool) {
		in := env
		in.Where = own.Called(key)
		for _, e := range tree.WalkLike(own.Get(key), in.Where, requiresLike, own.List).Rest() {
			if req := own.requirement(e, in.Planned()); req != nil {
				req.Once = once
				own.demands = append(own.demands, req)
			}
		}
	}
	demands("when", true)
	demands("requires", false)
	in := env
	in.Where = own.Called("cost")
	for _, e := range tree.WalkLike(own.Get("cost"), in.Where, "{POOL: 1}", own.List).Rest() {
		if cost, ok := own.cost(e, own.Prog.Creature, in.Planned()); ok {
			own.costs = append(own.costs, cost)
		}
	}
	own.does = own.program("perform", base, env)
	own.tells = own.GetTemplate("told", env)
	env.Inputs = append(env.Inputs, program.Local{Name: "done", Type: types.BoolType})
	own.after = own.program("ended", base, env)
}

// program reads a program of a form. A definition's steps change those of its kind, unless these have errors, which have
// been reported.
func (own *actionForm) program(key string, base *actionForm, env types.Env) *program.Routine {
	n := own.Get(key)
	env.Where = own.Called(key)
	if n == nil || n.Kind != tree.Mapping || base == nil {
		return own.RoutineAt(n, env, types.NoType)
	}
	under, what := base.Get(key), decode.Named("kind", own.kind.Name)
	switch {
	case under == nil && !own.ownSteps(n):
		return own.Keep(nil)
	case under == nil:
		what = own.What
	case under.Kind != tree.Mapping:
		own.List.Errorf(tree.UnknownStep, n.Span, "%s has steps, but the program of its kind has none", env.Where).
			WithNote(under.Span, "the program of kind %q", own.kind.Name).WithHint("write the whole program, or give the kind's program steps")
		return own.Keep(nil)
	}
	own.sayAll(n)
	before := len(*own.List)
	both := tree.Steps(what, own.kind.Name, key, under, n, own.List)
	if under != nil && base.routine(key) == nil || (*own.List)[before:].HasErrors() {
		loud := own.List
		own.List = &diag.List{} // only for what the definition's steps ask and roll
		own.RoutineAt(both, env, types.NoType)
		own.List = loud
		return own.Keep(nil)
	}
	if under == nil {
		return own.RoutineAt(both, env, types.NoType)
	}
	env.Shared = textsIn(under)
	read := own.RoutineAt(both, env, types.NoType)
	if read != nil {
		read.Shared = env.Shared
	}
	for _, d := range (*own.List)[before:] {
		if !n.Span.Holds(d.Span) {
			d.WithNote(n.Span, "with the steps of %s", own.What)
		}
	}
	return read
}

// sayAll takes note of what is said of the steps of a definition, which become part of others.
func (own *actionForm) sayAll(n *tree.Node) {
	for _, e := range n.Entries {
		if !tree.IsPosition(e.Key.Text) {
			own.Said(e)
		}
		own.sayAll(e.Value)
	}
}

// textsIn returns the places of all texts in a node.
func textsIn(n *tree.Node) []diag.Span {
	if n.Kind != tree.Mapping {
		return []diag.Span{n.Span}
	}
	var list []diag.Span
	for _, e := range n.Entries {
		list = append(list, textsIn(e.Value)...)
	}
	return list
}

// ownSteps reports steps of a definition that an overlay names, but nobody has declared, and whether all are.
func (own *actionForm) ownSteps(n *tree.Node) bool {
	before := len(*own.List)
	var names []string
	for _, e := range n.Entries {
		if !e.Added {
			names = append(names, e.Key.Text)
		}
	}
	for _, e := range n.Entries {
		if e.Added && !tree.IsPosition(e.Key.Text) {
			d := own.List.Errorf(tree.OverridesNothing, e.Key.Span, "override: %s has no step %q", own.What, e.Key.Text)
			own.NearestHint(d, e.Key.Text, names, "its steps")
		}
	}
	return len(*own.List) == before
}
