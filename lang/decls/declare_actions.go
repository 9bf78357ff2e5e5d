package decls

import (
	"slices"
	"strings"

	"github.com/rulec/rulec/lang/decode"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
	"github.com/rulec/rulec/lang/tree"
	"github.com/rulec/rulec/lang/types"
)

// actionForm is what a kind or a definition says about how its actions are
// done: the nodes as they are found, then what they mean.
type actionForm struct {
	what                                                                 string
	params, running, answers, cost, when, requires, perform, ended, told *tree.Node

	fields  []*program.ActParam
	run     []*program.Field
	events  []*program.Event
	costs   []program.Cost
	demands []*program.Requirement
	does    *program.Routine
	after   *program.Routine
	tells   *program.Template
}

// readForm takes the keys of actions from a kind or a definition.
func (r *ruleset) readForm(w *tree.Reader, what string) *actionForm {
	return &actionForm{
		what: what, params: w.Get("params"), running: w.Get("running"), answers: w.Get("answers"),
		cost: w.Get("cost"), when: w.Get("when"), requires: w.Get("requires"), perform: w.Get("perform"),
		ended: w.Get("ended"), told: w.Get("told"),
	}
}

// present reports whether anything is said about actions.
func (f *actionForm) present() bool {
	return slices.ContainsFunc(f.nodes(), func(n *tree.Node) bool { return n != nil })
}

// nodes are all that it says, nil where it says nothing.
func (f *actionForm) nodes() []*tree.Node {
	return []*tree.Node{f.params, f.running, f.answers, f.cost, f.when, f.requires, f.perform, f.ended, f.told}
}

// declareForm reads the parameters of a kind's actions, and leaves its texts for
// when all names are known.
func (r *ruleset) declareForm(k *program.Kind, f *actionForm) {
	r.formFields(k, f, nil)
	r.leave(func() { r.formTexts(k, f, f, r.eventsOfKind(k, f)) }, f.nodes()...)
}

// declareAction enters the action of a definition.
func (r *ruleset) declareAction(d *program.Def, own *actionForm) {
	a := &program.Action{Def: d, Index: len(r.Prog.Actions)}
	d.Action = a
	r.Prog.Actions = append(r.Prog.Actions, a)
	r.signatures = append(r.signatures, func() {
		base := r.forms[d.Kind]
		r.formFields(d.Kind, own, base)
		a.Params = slices.Concat(base.fields, own.fields)
		a.Running = slices.Concat(base.run, own.run)
		a.Answers = r.answersOf(own, base)
		for _, e := range a.Answers {
			e.Answers = append(e.Answers, a)
		}
		r.leave(func() {
			whole := &actionForm{fields: a.Params, run: a.Running}
			r.formTexts(d.Kind, own, whole, a.Answers)
			r.compose(a, base, own)
		}, own.nodes()...)
	})
}

// compose puts an action together: what a definition says replaces what its
// kind says, or adds to it.
func (r *ruleset) compose(a *program.Action, base, own *actionForm) {
	a.Requires = slices.Concat(base.demands, own.demands)
	a.Costs = composeCosts(base.costs, own.costs)
	a.Perform, a.Ended, a.Told = base.does, base.after, base.tells
	if own.perform != nil {
		a.Perform = own.does
	}
	if own.perform == nil && base.perform == nil {
		r.List.Errorf(CodeNoPerform, a.Def.Span, "action %q has no perform, and its kind %q has none either", a.Def.Name, a.Def.Kind.Name).
			WithHint("say with perform: what happens when it is done")
	}
	if own.ended != nil {
		a.Ended = own.after
	}
	if own.told != nil {
		a.Told = own.tells
	}
}

// composeCosts puts what a definition costs in the place of what its kind does, pool by
// pool: all members of a family together.
func composeCosts(base, own []program.Cost) []program.Cost {
	var costs []program.Cost
	placed := map[*program.Field]bool{}
	place := func(pool *program.Field) {
		for _, c := range own {
			if c.Pool == pool && !placed[pool] {
				costs = append(costs, c)
			}
		}
		placed[pool] = true
	}
	for _, c := range base {
		if slices.ContainsFunc(own, func(o program.Cost) bool { return o.Pool == c.Pool }) {
			place(c.Pool)
		} else {
			costs = append(costs, c)
		}
	}
	for _, c := range own {
		place(c.Pool)
	}
	return costs
}

// answersOf returns the events that an action answers: its own, else its
// kind's, else turn.
func (r *ruleset) answersOf(own, base *actionForm) []*program.Event {
	switch {
	case own.answers != nil:
		return own.events
	case base.answers != nil:
		return base.events
	}
	return []*program.Event{r.turn}
}

// eventsOfKind returns the events that some action of a kind answers: what its
// texts may read is what all of these have.
func (r *ruleset) eventsOfKind(k *program.Kind, f *actionForm) []*program.Event {
	if len(k.Defs) == 0 {
		return r.answersOf(f, f)
	}
	var events []*program.Event
	for _, d := range k.Defs {
		for _, e := range d.Action.Answers {
			if !slices.Contains(events, e) {
				events = append(events, e)
			}
		}
	}
	return events
}

// formFields reads answers, running fields and parameters. Base is the kind's
// form when own is that of a definition.
func (r *ruleset) formFields(k *program.Kind, own, base *actionForm) {
	r.answers(own)
	own.run = r.declareFields(own.running, fieldPlace{owner: own.what, strict: true, taken: types.LanguageFields(program.Act), zero: true, blank: true})
	for _, f := range own.run {
		r.shareActCells(f)
	}
	var before []*program.ActParam
	if base != nil {
		before = base.fields
	}
	own.fields = r.declareParameters(k, own, before)
	r.distinct(own, base)
}

// allEvents is what stands in answers for every event that the ruleset declares, at the question of
// whichever asks somebody. `turn` and `moment` are the language's own, and answered by name.
const allEvents = "all events"

// answers reads which events the actions of a form answer.
func (r *ruleset) answers(own *actionForm) {
	type answered struct {
		event *program.Event
		all   bool
	}
	var named []hearing
	all := false
	for _, n := range tree.Items(own.answers) {
		to := types.Pick(r.Checker, n, "what "+own.what+" answers", func(n *tree.Node) answered {
			switch n.Text {
			case types.None:
				return answered{}
			case allEvents:
				return answered{all: true}
			}
			return answered{event: r.eventAt(n, "each event that "+own.what+" answers")}
		})
		switch {
		case to.all:
			all = true
			r.answerAll = append(r.answerAll, hearing{at: n.Span, what: own.what, answers: true})
		case to.event != nil:
			named = append(named, hearing{event: to.event, at: n.Span, what: own.what, answers: true})
			own.events = append(own.events, to.event)
		}
	}
	r.heard = append(r.heard, named...)
	if all {
		own.events = append(own.events, r.declaredEvents(named)...)
	}
}

// declaredEvents returns the events of the ruleset, without the language's own; none of them
// has been named beside.
func (r *ruleset) declaredEvents(named []hearing) []*program.Event {
	var list []*program.Event
	for _, e := range r.Prog.Events {
		if e.Automatic {
			continue
		}
		for _, h := range named {
			if h.event == e {
				r.List.Errorf(types.CodeDuplicateName, h.at, "%q is one of all events", e.Name).
					WithHint("leave it out; what may stand beside %s are the language's own, such as turn", allEvents)
			}
		}
		list = append(list, e)
	}
	return list
}

// distinct refuses parameters and running fields of one action with the same name.
func (r *ruleset) distinct(own, base *actionForm) {
	names := map[string]*program.Field{}
	var all []*program.Field
	if base != nil {
		all = append(types.ParamFields(base.fields), base.run...)
	}
	all = append(append(all, types.ParamFields(own.fields)...), own.run...)
	for _, f := range all {
		if first := names[f.Name]; first != nil {
			r.Duplicate("parameter or running field", &f.Decl, &first.Decl)
		}
		names[f.Name] = f
	}
}

// shareActCells gives a parameter or running field its cells in the rows of
// acts: those of the first one with this name and type.
func (r *ruleset) shareActCells(f *program.Field) {
	r.Prog.ActFields, r.Prog.ActCells = shareCells(r.Prog.ActFields, r.Prog.ActCells, f)
}

// shareCells gives f the cells of the field of its name and type among shared,
// or new ones from next on.
func shareCells(shared []*program.Field, next int, f *program.Field) ([]*program.Field, int) {
	for _, other := range shared {
		if other.Name == f.Name && other.Type.Equal(f.Type) {
			f.Cell, f.Cells = other.Cell, other.Cells
			return shared, next
		}
	}
	f.Cell, f.Cells = next, cellsOf(f)
	return append(shared, f), next + f.Cells
}

// actionEnv is what the texts of an action read. With params nil all of them are
// chosen already.
func (r *ruleset) actionEnv(k *program.Kind, f *actionForm, events []*program.Event, where string) types.Env {
	fields := types.ParamFields(f.fields)
	return types.Env{
		Where: where, Inputs: []program.Local{decode.Self(r.Creature()), decode.It(types.DefinitionOf(k))},
		Own: append(fields, f.run...), Params: len(fields), Events: events,
	}
}

// requiresLike shows a requirement.
const requiresLike = "WHAT MUST HOLD: why not, if it doesn't"

// formTexts reads the formulas and programs of own, for actions that have the
// fields of whole.
func (r *ruleset) formTexts(k *program.Kind, own, whole *actionForm, events []*program.Event) {
	running := func(what string) types.Env { return r.actionEnv(k, whole, events, what+" of "+own.what) }
	demands := func(n *tree.Node, key string, once bool) {
		for _, e := range tree.WalkLike(n, key+" of "+own.what, requiresLike, r.List).Rest() {
			if req := r.requirement(e, running(key).Planned()); req != nil {
				req.Once = once
				own.demands = append(own.demands, req)
			}
		}
	}
	demands(own.when, "when", true)
	demands(own.requires, "requires", false)
	for _, e := range tree.WalkLike(own.cost, "cost of "+own.what, "{POOL: 1}", r.List).Rest() {
		if cost, ok := r.cost(e, r.Prog.Creature, running("cost").Planned()); ok {
			own.costs = append(own.costs, cost)
		}
	}
	if own.perform != nil {
		own.does = r.RoutineAt(own.perform, running("perform"), types.NoType)
	}
	if own.ended != nil {
		e := running("ended")
		e.Inputs = append(e.Inputs, program.Local{Name: "done", Type: types.BoolType})
		own.after = r.RoutineAt(own.ended, e, types.NoType)
	}
	if own.told != nil {
		own.tells = r.TemplateAt(own.told, running("told"))
	}
}

// requirement reads `formula: reason`.
func (r *ruleset) requirement(e tree.Entry, where types.Env) *program.Requirement {
	req := &program.Requirement{Span: e.Key.Span, If: r.Formula(e.Key.Fragment(), where, types.BoolType)}
	reason := where
	reason.Where = "the reason in " + where.Where
	req.Because = r.TemplateAt(e.Value, reason)
	if req.If == nil || req.Because == nil {
		return nil
	}
	return req
}

// cost reads `POOL: amount` or `POOL[member]: amount` for a pool of k.
func (r *ruleset) cost(e tree.Entry, k *program.Kind, where types.Env) (program.Cost, bool) {
	name, member, ok := r.poolName(e.Key)
	if !ok {
		return program.Cost{}, false
	}
	pool := r.FindPool(k, name.Text, name.All())
	amount := r.FormulaAt(e.Value, where, types.NumberType)
	if pool == nil || amount == nil {
		return program.Cost{}, false
	}
	cost := program.Cost{Pool: pool, Amount: amount, Span: e.Key.Span}
	switch {
	case pool.Family == nil && member != nil:
		r.List.Errorf(CodeCostForm, e.Key.Span, "%q is one pool and has no members", pool.Name)
		return cost, false
	case pool.Family != nil && member == nil:
		r.List.Errorf(CodeCostForm, e.Key.Span, "%q has one pool for each %s: say which", pool.Name, pool.Family).
			WithHint("write %s[..]", pool.Name)
		return cost, false
	case member != nil:
		cost.Member = r.Formula(*member, where, *pool.Family)
		return cost, cost.Member != nil
	}
	return cost, true
}

// poolName takes POOL or POOL[member] apart.
func (r *ruleset) poolName(key *tree.Node) (name diag.Fragment, member *diag.Fragment, ok bool) {
	f := key.Fragment()
	at := strings.IndexByte(f.Text, '[')
	if at < 0 {
		return f, nil, true
	}
	if !strings.HasSuffix(f.Text, "]") {
		r.List.Errorf(CodeCostForm, key.Span, "%q is no pool", f.Text).WithHint("write POOL, or POOL[member] for one of a family")
		return f, nil, false
	}
	inside := f.Slice(at+1, len(f.Text)-1)
	return f.Slice(0, at), &inside, true
}
