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

// SavedState is a state that has been checked by itself: whom it speaks of, and
// the nodes that say how they are. An encounter reads these nodes in the place of
// its own.
//
// Spec: sequences.md.
type SavedState struct {
	source *diag.Source
	span   diag.Span
	// things are the combatants, then the other things, in file order.
	things []*savedThing
	out    []*tree.Node
	decks  *tree.Node
	// beyond has the pools that lie outside their bounds, by the name of the thing.
	beyond []tree.Entry
}

// savedThing is what a state says of a combatant or of another thing.
type savedThing struct {
	name   string
	key    diag.Span
	node   *tree.Node
	fights bool
	// is is where its definition is named; nil for a combatant without one.
	is *tree.Node
	// carrier is who carries it; empty: nobody.
	carrier string
	// title is what a carried thing of one's own is called; empty: as its definition.
	title string
	thing *program.Thing
}

// find returns what a state says of somebody; nil: nothing.
func (s *SavedState) find(name string) *savedThing {
	for _, t := range s.things {
		if t.name == name {
			return t
		}
	}
	return nil
}

// ReadState checks a state against the ruleset of m. Same tells that a ruleset which has
// changed since is worth a word. What is wrong goes to list; with errors the
// result is nil.
//
// Spec: sequences.md.
func ReadState(m *types.Checker, root *tree.Node, same bool, list *diag.List) *SavedState {
	before := len(*list)
	s := &SavedState{source: root.Span.Source, span: decode.PlaceOf(root)}
	e := newEncounter(m, list)
	e.state = s
	w := format.State.Open(root, "the state", list)
	if !e.stateHeader(w, m.Prog, same) {
		return nil
	}
	out, combatants, things, beyond := w.Get("out"), w.Get("combatants"), w.Get("things"), w.Get("beyond")
	s.decks = w.Get("decks")
	w.Done()
	e.savedCombatants(combatants)
	e.savedThings(things)
	s.out, _ = tree.Names(out, "out of the state", list)
	s.beyond = tree.Walk(beyond, "beyond of the state", list).Rest()
	e.givenDecks(s.decks, "decks of the state")
	e.checkSaved()
	if (*list)[before:].HasErrors() {
		return nil
	}
	return s
}

// stateHeader reads what a state says about itself, and whether it is one of this
// ruleset.
func (e *encounter) stateHeader(w *tree.Reader, p *program.Program, same bool) bool {
	w.Get("rulec") // the front door has read it
	if n := w.Get("state"); n != nil {
		tree.Text(n, "what the state was taken from", e.List)
	}
	if n := w.Get("clock"); n != nil {
		tree.Number(n, "the clock of the state", e.List)
	}
	rules, version, hash := w.Get("ruleset"), w.Get("version"), w.Get("hash")
	if version != nil {
		tree.Text(version, "the version of the ruleset", e.List)
	}
	name, ok := tree.Name(rules, "the ruleset of the state", e.List)
	if !ok {
		return false
	}
	if name != p.Name {
		e.List.Errorf(CodeStateRuleset, rules.Span, "this state was taken with the ruleset %q; here %q is played", name, p.Name)
		return false
	}
	if hash != nil {
		if text, ok := tree.Text(hash, "the hash of the state", e.List); ok && same && text != p.Hash {
			e.List.Warnf(CodeStateChanged, hash.Span, "the ruleset %q, or one of its params, isn't what it was when this state was taken", p.Name)
		}
	}
	return true
}

// savedCombatants enters the combatants of a state.
func (e *encounter) savedCombatants(n *tree.Node) {
	for _, entry := range e.Entries(n, "combatants of the state", "combatant") {
		e.saved(entry, decode.Named("combatant", entry.Key.Text), e.Prog.Creature)
	}
}

// savedThings enters the other things of a state. What somebody carries is called
// WHO.THING.
func (e *encounter) savedThings(n *tree.Node) {
	for _, entry := range tree.Walk(n, "things of the state", e.List).Rest() {
		e.saved(entry, decode.Named("thing", entry.Key.Text), nil)
	}
}

// saved enters one thing of a state. Kind is nil for things that don't fight.
func (e *encounter) saved(entry tree.Entry, what string, kind *program.Kind) {
	of := format.SavedCombatant
	if kind == nil {
		of = format.SavedThing
	}
	w := of.Open(entry.Value, what, e.List)
	t := &program.Thing{
		Name: entry.Key.Text, Title: decode.TitleOf(entry.Key.Text), Index: len(e.enc.Things),
		Kind: kind, Side: -1, Carrier: -1, Span: entry.Key.Span,
	}
	s := &savedThing{name: t.Name, key: t.Span, node: entry.Value, fights: kind != nil, thing: t}
	s.is = entry.Value.Get("is")
	if !e.model(t, w, what) || e.clashes(t) {
		return
	}
	if kind == nil {
		if n := w.Get("title"); n != nil {
			s.title, _ = tree.Text(n, "the title of "+what, e.List)
		}
	}
	w.Get("place") // read when it is known on which map
	if n := w.Get("carrier"); n != nil {
		s.carrier, _ = tree.Text(n, "the carrier of "+what, e.List)
	}
	u := unread{thing: t, what: what, saved: tree.Items(w.Get("conditions"))}
	for _, f := range t.Kind.Fields {
		u.values = append(u.values, w.Own(f.Name, false))
	}
	w.Done()
	e.enc.Things = append(e.enc.Things, t)
	e.left = append(e.left, u)
	e.state.things = append(e.state.things, s)
}

// checkSaved checks what names other parts of the state: carriers, values,
// conditions, who is out, which pools lie outside their bounds.
func (e *encounter) checkSaved() {
	for _, s := range e.state.things {
		e.checkCarrier(s)
	}
	e.numberConditions()
	for _, u := range e.left {
		for i, f := range u.thing.Kind.Fields {
			if u.values[i] != nil {
				e.savedValue(u.thing, u.values[i], f, types.Env{Where: "field " + f.Name + " of " + u.what, Encounter: e.enc})
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

// checkCarrier finds who carries a thing.
func (e *encounter) checkCarrier(s *savedThing) {
	if s.carrier == "" {
		return
	}
	by := e.state.find(s.carrier)
	if by == nil {
		e.List.Errorf(CodeUnknownThing, s.node.Get("carrier").Span, "there is no %q in this state, who could carry %q", s.carrier, s.name)
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

// poolsBeyond finds the pools of a thing that may lie outside their bounds.
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

// isSaved reports whether a node stands in the state.
func (e *encounter) isSaved(n *tree.Node) bool {
	return n != nil && e.state != nil && n.Span.Source == e.state.source
}

// savedValue reads a value of a field that a state gives.
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
	played.Limits = program.Limits{} // programs may have gone beyond
	v := e.Value(n, &played, t.Kind, where)
	if f.Type.Kind == program.Number && v != nil {
		e.wantWhole(v, where.Where)
	}
	if f.Pool != nil && v != nil && e.enc.Carried != nil {
		e.enc.Carried.Pools = append(e.enc.Carried.Pools, program.CarriedPool{Thing: t.Index, Field: f, Span: n.Span})
	}
	return v
}

// thingsNamed reads a thing, or several: by their full names, which go before
// everything else that ann.sword could mean, or as any other value.
func (e *encounter) thingsNamed(n *tree.Node, t program.Type, where types.Env) *program.Expr {
	switch {
	case n.Kind == tree.Scalar:
		for _, thing := range e.enc.Things {
			if thing.Name == n.Text && (t.Of == nil || t.Of == thing.Kind) {
				return &program.Expr{Op: program.OpThing, Type: types.ThingOf(thing.Kind), Index: thing.Index, Span: n.Span}
			}
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

// wantWhole refuses numbers that can't be stored.
func (e *encounter) wantWhole(v *program.Value, what string) {
	for i := range v.Map {
		e.wantWhole(&v.Map[i].Value, what)
	}
	if x := v.Expr; x != nil && x.Op == program.OpConst && (x.Num != math.Floor(x.Num) || math.Abs(x.Num) > tree.MaxWhole) {
		e.List.Errorf(CodeStateRange, x.Span, "%s must be a whole number of at most %d", what, int64(tree.MaxWhole))
	}
}

// present returns a value without those who are not in the encounter: in their
// place is none, and lists are shorter.
func (e *encounter) present(n *tree.Node, t program.Type) *tree.Node {
	if len(e.missing) == 0 || !holdsThings(t) {
		return n
	}
	switch n.Kind {
	case tree.Scalar:
		if e.missing[n.Text] {
			nobody := *n
			nobody.Text, nobody.Style = "none", tree.Computed
			return &nobody
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

// instanceNamed finds the condition that a state calls by a name of its own; none
// if it is over.
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
