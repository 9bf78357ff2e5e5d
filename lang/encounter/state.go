package encounter

import (
	"math"
	"slices"

	"github.com/rulec/rulec/lang/decode"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/format"
	"github.com/rulec/rulec/lang/program"
	"github.com/rulec/rulec/lang/tree"
	"github.com/rulec/rulec/lang/types"
)

// ReadState checks a state against the ruleset of m. If same is set, it warns about a ruleset that
// has changed since. Errors are added to list; with errors the
// result is nil.
//
// Spec: sequences.md.
func ReadState(m *types.Checker, root *tree.Node, same bool, list *diag.List) *SavedState {
	before := len(*list)
	s := &SavedState{source: root.Span.Source, span: decode.PlaceOf(root)}
	e := newEncounter(m, list)
	e.state = s
	w := e.ReadMapping(format.State, root, "the state")
	if !e.stateHeader(w, same) {
		return nil
	}
	for _, entry := range w.GetEntries("combatants", "combatant") {
		e.saved(entry, format.SavedCombatant, "combatant", e.Prog.Creature)
	}
	for _, entry := range tree.Walk(w.Get("things"), w.Called("things"), list).Rest() { // carried things are named WHO.THING
		e.saved(entry, format.SavedThing, "thing", nil)
	}
	s.out = w.GetNames("out")
	s.beyond = tree.Walk(w.Get("beyond"), w.Called("beyond"), list).Rest()
	s.decks = w
	e.givenDecks(w)
	e.checkSaved()
	if (*list)[before:].HasErrors() {
		return nil
	}
	return s
}

// stateHeader reads general information about a state, and reports whether it belongs to this
// ruleset.
func (e *encounter) stateHeader(m decode.Mapping, same bool) bool {
	m.GetText("state", "")
	tree.Number(m.Get("clock"), m.Called("clock"), e.List)
	m.GetText("version", "")
	rules := m.Get("ruleset")
	name, ok := tree.Name(rules, m.Called("ruleset"), e.List)
	if !ok {
		return false
	}
	if name != e.Prog.Name {
		e.List.Errorf(CodeStateRuleset, rules.Span, "this state was saved with the ruleset %q, but this encounter uses %q", name, e.Prog.Name)
		return false
	}
	if hash := m.GetText("hash", e.Prog.Hash); same && hash != e.Prog.Hash {
		e.List.Warnf(CodeStateChanged, m.Get("hash").Span, "the ruleset %q or one of its params has changed since this state was saved", e.Prog.Name)
	}
	return true
}

// saved adds one thing of a state. Kind is nil for things that aren't combatants.
func (e *encounter) saved(entry tree.Entry, of *format.Mapping, sort string, kind *program.Kind) {
	m := e.OpenMapping(of, entry.Value, decode.Named(sort, entry.Key.Text))
	t := e.newThing(entry.Key.Text, entry.Key.Span, kind)
	s := &savedThing{name: t.Name, key: t.Span, node: entry.Value, fights: kind != nil, is: m.Get("is"), thing: t}
	if !e.model(t, m) || e.clashes(t) {
		return
	}
	if kind == nil {
		s.title = m.GetText("title", "")
	}
	s.carrier = m.GetText("carrier", "")
	u := unread{thing: t, mapping: m, saved: tree.Items(m.Get("conditions"))}
	for _, f := range t.Kind.Fields {
		u.values = append(u.values, m.Own(f.Name, false))
	}
	m.Done()
	e.enter(u)
	e.state.things = append(e.state.things, s)
}

// checkSaved checks all references to other parts of the state: carriers, values,
// conditions, who is out, which pools are outside their bounds.
func (e *encounter) checkSaved() {
	for _, s := range e.state.things {
		e.checkCarrier(s)
	}
	e.numberConditions()
	for _, u := range e.left {
		for i, f := range u.thing.Kind.Fields {
			if u.values[i] != nil {
				e.savedValue(u.thing, u.values[i], f, types.Env{Where: "field " + f.Name + " of " + u.mapping.What, Encounter: e.enc})
			}
		}
		e.goingOn(u)
	}
	for _, n := range e.state.out {
		e.who(n, "out")
	}
	for _, b := range e.state.beyond {
		if i := e.who(b.Key, "beyond"); i >= 0 {
			e.poolsBeyond(e.enc.Things[i], b.Value)
		}
	}
}

// checkCarrier checks the carrier of a thing.
func (e *encounter) checkCarrier(s *savedThing) {
	if s.carrier == "" {
		return
	}
	by := e.state.find(s.carrier)
	if by == nil {
		e.List.Errorf(CodeUnknownThing, s.node.Get("carrier").Span, "there is no %q in this state to carry %q", s.carrier, s.name)
		return
	}
	for range e.state.things {
		if by == s {
			e.List.Errorf(CodeCarriesItself, s.node.Get("carrier").Span, "%q carries itself", s.name)
			return
		}
		if by == nil || by.carrier == "" {
			return
		}
		by = e.state.find(by.carrier)
	}
}

// poolsBeyond returns the pools of a thing that may be outside their bounds.
func (e *encounter) poolsBeyond(t *program.Thing, n *tree.Node) []program.CarriedPool {
	var list []program.CarriedPool
	names, _ := tree.Names(n, "the pools of "+t.Name, e.List)
	for _, name := range names {
		if f := e.FindPool(t.Kind, name.Text, name.Span); f != nil {
			list = append(list, program.CarriedPool{Thing: t.Index, Field: f, Span: name.Span})
		}
	}
	return list
}

// isSaved reports whether a node belongs to the state.
func (e *encounter) isSaved(n *tree.Node) bool {
	return n != nil && e.state != nil && n.Span.Source == e.state.source
}

// savedValue reads the value of a field in a state.
func (e *encounter) savedValue(t *program.Thing, n *tree.Node, f *program.Field, where types.Env) *program.Value {
	if f.Type.Kind == program.Instance && f.Family == nil {
		return &program.Value{Expr: e.instanceNamed(n, f.Type, where.Where)}
	}
	n = e.present(n, f.Type)
	if f.Family == nil && holdsThings(f.Type) {
		x := e.thingsNamed(n, f.Type, where)
		if x == nil {
			return nil
		}
		return &program.Value{Expr: x}
	}
	played := *f
	played.Limits = program.Limits{} // programs may have exceeded them
	v := e.Value(n, &played, t.Kind, where)
	if f.Type.Kind == program.Number && v != nil {
		e.wantWhole(v, where.Where)
	}
	if f.Pool != nil && v != nil && e.enc.Carried != nil {
		e.enc.Carried.Pools = append(e.enc.Carried.Pools, program.CarriedPool{Thing: t.Index, Field: f, Span: n.Span})
	}
	return v
}

// thingsNamed reads one or several things: by their full names, which take precedence over
// any other meaning of ann.sword, or like any other value.
func (e *encounter) thingsNamed(n *tree.Node, t program.Type, where types.Env) *program.Expr {
	switch {
	case n.Kind == tree.Scalar:
		if thing := e.named(n.Text); thing != nil && (t.Of == nil || t.Of == thing.Kind) {
			return &program.Expr{Op: program.OpThing, Type: types.ThingOf(thing.Kind), Index: thing.Index, Span: n.Span}
		}
	case n.Kind == tree.Sequence && types.IsCollection(t):
		list := &program.Expr{Op: program.OpList, Type: t, Span: n.Span}
		for _, item := range n.Items {
			x := e.thingsNamed(item, *t.Elem, where)
			if x == nil {
				return nil
			}
			list.Args = append(list.Args, x)
		}
		return list
	}
	return e.ConstantAt(n, where, t)
}

// wantWhole rejects numbers that can't be stored.
func (e *encounter) wantWhole(v *program.Value, what string) {
	for i := range v.Map {
		e.wantWhole(&v.Map[i].Value, what)
	}
	if x := v.Expr; x != nil && x.Op == program.OpConst && (x.Num != math.Floor(x.Num) || math.Abs(x.Num) > tree.MaxWhole) {
		e.List.Errorf(CodeStateRange, x.Span, "%s must be a whole number of at most %d", what, int64(tree.MaxWhole))
	}
}

// present returns a value without things that are not in the encounter: they become
// none, or are removed from lists.
func (e *encounter) present(n *tree.Node, t program.Type) *tree.Node {
	if len(e.missing) == 0 || !holdsThings(t) {
		return n
	}
	switch n.Kind {
	case tree.Scalar:
		if e.missing[n.Text] {
			noThing := *n
			noThing.Text, noThing.Style = "none", tree.Computed
			return &noThing
		}
	case tree.Sequence:
		list := *n
		list.Items = slices.DeleteFunc(slices.Clone(n.Items), func(item *tree.Node) bool {
			return item.Kind == tree.Scalar && e.missing[item.Text]
		})
		return &list
	case tree.Mapping:
		members := *n
		members.Entries = slices.Clone(n.Entries)
		for i, entry := range n.Entries {
			members.Entries[i].Value = e.present(entry.Value, t)
		}
		return &members
	}
	return n
}

// instanceNamed finds the condition that has a name in a state; none
// if it has ended.
func (e *encounter) instanceNamed(n *tree.Node, t program.Type, what string) *program.Expr {
	x := &program.Expr{Op: program.OpConst, Type: t, Span: n.Span}
	name, ok := tree.Text(n, what, e.List)
	if !ok || name == "none" {
		return x
	}
	number, known := e.labels[name]
	if !known {
		d := e.List.Errorf(CodeStateReference, n.Span, "no condition of this state is called %q", name)
		e.NearestHint(d, name, decode.SortedKeys(e.labels), "there are")
	}
	x.Num = float64(number)
	return x
}
