package encounter

import (
	"github.com/rulec/rulec/lang/decode"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/format"
	"github.com/rulec/rulec/lang/program"
	"github.com/rulec/rulec/lang/tree"
	"github.com/rulec/rulec/lang/types"
)

// What an encounter may hold.
const (
	// MaxCombatants is the largest number of combatants.
	MaxCombatants = 256
	// MaxThings is the largest number of things: combatants, what they carry, and
	// what stands by itself.
	MaxThings = 4096
)

// encounter is the checking of one encounter.
type encounter struct {
	*decode.Reader
	enc *program.Encounter
	// left is what is still to be read of each thing of the file.
	left []unread
	// Open ground reaches from west to east and from north to south, its margin left out.
	west, north, east, south int64
	// carriedBy has who carries what stands in the file by itself.
	carriedBy map[*program.Thing]*tree.Node
	// carriedCount counts the carried things by their names without a number.
	carriedCount map[string]int
	// unmade is set when it isn't known what somebody is made from.
	unmade bool

	// chain is what comes before it and after it, state what it goes on from (nil:
	// nothing), absent who of the state is said to stay away.
	chain  Chain
	state  *SavedState
	absent []*tree.Node
	// missing are those of the state who aren't there. The conditions that go on have
	// numbers, by their nodes, and some have names.
	missing map[string]bool
	numbers map[*tree.Node]int
	labels  map[string]int
}

// unread is a thing whose values and conditions are still to be read.
type unread struct {
	thing *program.Thing
	what  string
	// mapping is where its values stand.
	mapping    *tree.Reader
	values     []*tree.Node
	conditions *tree.Node
	// tactic is who plays it.
	tactic played
	// saved are the conditions that go on from before.
	saved []*tree.Node
}

// Read checks an encounter, or a test case, against the ruleset of m. Name is
// what the file calls it. What is wrong goes to list.
//
// Spec: encounters.md.
func Read(m *types.Checker, root *tree.Node, name string, list *diag.List) *program.Encounter {
	return ReadAfter(m, root, name, Chain{}, list)
}

// read reads the file: first what has a name, then what may use names.
func (e *encounter) read(root *tree.Node) {
	w := format.Encounter.Open(root, "the encounter", e.List)
	e.header(w)
	ground, combatants, things := w.Get("map"), w.Get("combatants"), w.Get("things")
	fight, sides, decks := w.Get("fight"), w.Get("sides"), w.Get("decks")
	setup, script, entries, odds, laws := w.Get("setup"), w.Get("script"), w.Get("entries"), w.Get("odds"), w.Get("laws")
	misplacedVerbs(root, w)
	w.Done()
	e.enc.Span = decode.PlaceOf(root)
	e.ground(ground)
	e.combatants(combatants)
	e.things(things)
	e.fight(fight)
	e.carriers()
	e.tactics(sides)
	e.decks(decks)
	e.takeOver()
	for _, u := range e.left {
		e.fill(u)
	}
	e.carry()
	e.checkSize(combatants)
	for _, u := range e.left {
		e.conditionsOf(u)
	}
	e.entries(entries)
	if setup != nil {
		e.enc.Setup = e.RoutineAt(setup, types.Env{Where: "setup", Encounter: e.enc}, types.NoType)
	}
	if script != nil && !e.unmade { // what lines say of somebody unknown would be wrong
		if _, ok := tree.Text(script, "the script", e.List); ok {
			e.enc.Script = e.script(script.Fragment(), types.Env{Where: "the script", Encounter: e.enc})
		}
	}
	if odds != nil {
		e.odds(odds, script != nil)
	}
	if laws != nil {
		e.laws(laws, script, odds)
	}
}

// misplacedVerbs says where what changes the rules of one fight has its place.
func misplacedVerbs(root *tree.Node, w *tree.Reader) {
	for _, verb := range tree.Verbs() {
		hint := "what changes the rules of this fight alone stands under house: write house: {" + verb + ": {..}}"
		if params := root.Get(verb).Get("params"); params != nil && params.Kind == tree.Mapping && len(params.Entries) > 0 {
			hint = "to give the param another value in this fight, write set: {" + params.Entries[0].Key.Text + ": ..}"
		}
		if verb != "set" {
			w.Elsewhere(verb, hint)
		}
	}
}

// header reads what an encounter says about itself.
func (e *encounter) header(w *tree.Reader) {
	for _, key := range []string{"rulec", "encounter", "ruleset", "set", "house"} {
		w.Get(key) // the front door has read them
	}
	if n := w.Get("title"); n != nil {
		e.enc.Title, _ = tree.Text(n, "the title of the encounter", e.List)
	}
	if n := w.Get("about"); n != nil {
		tree.Text(n, "what the encounter is about", e.List)
	}
	for _, n := range tree.Items(w.Get("covers")) {
		if id, ok := tree.Text(n, "each rule that the encounter covers", e.List); ok {
			e.enc.Covers = append(e.enc.Covers, id)
			e.enc.CoversAt = append(e.enc.CoversAt, n.Span)
		}
	}
	if n := w.Get("seed"); n != nil {
		seed, ok := tree.Whole(n, "the seed", e.List)
		e.enc.Seed, e.enc.Seeded = uint64(seed), ok
	}
	if n := w.Get("limit"); n != nil {
		e.enc.Limit, _ = tree.Number(n, "the limit", e.List)
	}
	e.absent, _ = tree.Names(w.Get("absent"), "absent", e.List)
}

// combatants enters those who fight.
func (e *encounter) combatants(n *tree.Node) {
	if n == nil {
		return
	}
	list := e.Entries(n, "combatants", "combatant")
	if len(list) == 0 && n.Kind != tree.Sequence {
		e.List.Errorf(CodeNoCombatants, n.Span, "nobody fights in this encounter")
	}
	for _, entry := range list {
		e.thing(entry, "combatant", e.Prog.Creature)
	}
}

// things enters what stands on the map by itself.
func (e *encounter) things(n *tree.Node) {
	for _, entry := range e.Entries(n, "things", "thing") {
		e.thing(entry, "thing", nil)
	}
}

// thing enters a combatant, or (if kind is nil) another thing.
func (e *encounter) thing(entry tree.Entry, sort string, kind *program.Kind) {
	what, of := decode.Named(sort, entry.Key.Text), format.Combatant
	if kind == nil {
		of = format.Thing
	}
	w := of.Open(entry.Value, what, e.List)
	t := &program.Thing{
		Name: entry.Key.Text, Title: decode.TitleOf(entry.Key.Text), Index: len(e.enc.Things),
		Kind: kind, Side: -1, Carrier: -1, Span: entry.Key.Span,
	}
	if n := w.Get("title"); n != nil {
		t.Title, _ = tree.Text(n, "the title of "+what, e.List)
	}
	if n := w.Get("about"); n != nil {
		tree.Text(n, "what is said about "+what, e.List)
	}
	if !e.model(t, w, what) {
		return
	}
	u := unread{thing: t, what: what, mapping: w}
	e.stand(t, w, what, kind != nil)
	if kind != nil {
		u.tactic = e.tactic(w.Get("tactic"), what)
	}
	u.conditions = w.Get("conditions")
	for _, f := range t.Kind.Fields {
		u.values = append(u.values, w.Own(f.Name, false))
	}
	for _, f := range t.Kind.Fields {
		if at, ok := w.OwnKey(f.Name); ok {
			e.Uses.Add(at, f.Span, f.Type)
		}
	}
	e.Uses.Add(t.Span, t.Span, types.ThingOf(t.Kind))
	w.Done()
	if e.clashes(t) {
		return
	}
	e.layOver(&u)
	e.enc.Things = append(e.enc.Things, t)
	e.left = append(e.left, u)
}

// fight enters the fight as a whole, if the ruleset says what that has.
func (e *encounter) fight(n *tree.Node) {
	kind := e.Prog.Fight
	if kind == nil {
		if n != nil {
			e.List.Errorf(CodeNoFight, n.Span, "the ruleset has no kind %q, so that there is nothing to say of the fight as a whole", decode.FightKind).
				WithHint("declare the kind with the fields that you want to give here")
		}
		return
	}
	at := e.enc.Span
	if n != nil {
		at = n.Span
	}
	w := format.Fight.Open(n, "the fight", e.List)
	t := &program.Thing{
		Name: kind.Name, Title: kind.Title, Index: len(e.enc.Things), Kind: kind, Side: -1, Carrier: -1, Span: at,
	}
	u := unread{thing: t, what: "the fight", mapping: w}
	for _, f := range kind.Fields {
		u.values = append(u.values, w.Own(f.Name, false))
	}
	w.Done()
	if e.clashes(t) {
		return
	}
	e.enc.Things = append(e.enc.Things, t)
	e.left = append(e.left, u)
}

// clashes refuses a second thing of one name.
func (e *encounter) clashes(t *program.Thing) bool {
	for _, other := range e.enc.Things {
		if other.Name == t.Name {
			e.List.Errorf(types.CodeDuplicateName, t.Span, "there is a %q already", t.Name).WithNote(other.Span, "the other %q", t.Name)
			return true
		}
	}
	return false
}

// model finds the definition that a thing is made from, and so its kind.
func (e *encounter) model(t *program.Thing, w *tree.Reader, what string) bool {
	n := w.Get("is")
	if n == nil {
		return t.Kind != nil
	}
	name, ok := tree.Name(n, "is of "+what, e.List)
	if !ok {
		return t.Kind != nil
	}
	var names []string
	for _, k := range e.Prog.Kinds {
		if !k.Stateful || (t.Kind != nil) != (k == e.Prog.Creature) {
			continue
		}
		for _, d := range k.Defs {
			names = append(names, d.Name)
			if d.Name == name {
				t.Def, t.Kind = d, k
				e.Uses.Add(n.Span, d.Span, types.DefinitionOf(k))
				return true
			}
		}
	}
	e.unmade = true
	d := e.List.Errorf(CodeUnknownTemplate, n.Span, "there is no definition %q that %s could be made from", name, what)
	e.NearestHint(d, name, names, "there are")
	if t.Kind == nil && e.isCreature(name) {
		d.WithHint("%q is for a %s: those stand under combatants", name, decode.CreatureKind)
	}
	return t.Kind != nil
}

func (e *encounter) isCreature(name string) bool {
	for _, d := range e.Defs[name] {
		if d.Kind == e.Prog.Creature {
			return true
		}
	}
	return false
}

// stand reads where a thing is and on which side.
func (e *encounter) stand(t *program.Thing, w *tree.Reader, what string, fights bool) {
	side := w.Get("side")
	if fights && side == nil {
		w.Required("side")
	}
	if side != nil {
		if name, ok := tree.Name(side, "the side of "+what, e.List); ok {
			t.Side, t.SideAt = e.side(name), side.Span
		}
	}
	if n := w.Get("place"); n != nil {
		t.Place, t.PlaceAt = e.place(n, what), n.Span
	}
	if fights {
		return
	}
	if carrier, ok := w.Entry("carrier"); ok {
		if t.Place != nil {
			e.List.Errorf(CodePlaceForm, carrier.Key.Span, "%s has a place and a carrier: what is carried is where its carrier is", what).
				WithHint("leave one of the two out")
		}
		e.carriedBy[t] = carrier.Value
	}
}

// carriers finds who carries the things that stand in the file by themselves.
func (e *encounter) carriers() {
	for _, t := range e.enc.Things {
		n := e.carriedBy[t]
		if n == nil {
			continue
		}
		if t.Carrier = e.who(n, "the carrier of "+decode.Named("thing", t.Name)); t.Carrier < 0 {
			continue
		}
		if by := e.enc.Things[t.Carrier]; by.Kind != e.Prog.Creature {
			e.List.Errorf(decode.CodeThingKind, n.Span, "%q is a %s, but only a %s carries things", by.Name, by.Kind.Name, decode.CreatureKind)
			t.Carrier = -1
			continue
		}
		t.Side = e.enc.Things[t.Carrier].Side
	}
}

// entries reads what stands on the agenda from the start.
func (e *encounter) entries(n *tree.Node) {
	if n == nil {
		return
	}
	e.enc.Entries, e.enc.EntriesAt = []*program.GivenEntry{}, n.Span
	if e.Prog.Time == nil {
		return // has been reported
	}
	for _, item := range tree.Items(n) {
		g := e.agendaEntry(format.GivenEntry, item, "the encounter")
		if g == nil {
			continue
		}
		if g.Of >= 0 && e.enc.Things[g.Of].Kind != e.Prog.Creature {
			t := e.enc.Things[g.Of]
			e.List.Errorf(decode.CodeThingKind, item.Get("of").Span, "%q is a %s, but entries are of a %s, or of nobody", t.Name, t.Kind.Name, decode.CreatureKind)
		}
		e.enc.Entries = append(e.enc.Entries, g)
	}
}

// side returns the index of a side, which is entered when it is first named.
func (e *encounter) side(name string) int {
	for i, s := range e.enc.Sides {
		if s == name {
			return i
		}
	}
	e.enc.Sides = append(e.enc.Sides, name)
	return len(e.enc.Sides) - 1
}

// fill reads the values of a thing: its own, else its definition's, else the
// defaults.
func (e *encounter) fill(u unread) {
	t := u.thing
	t.Values = make([]*program.Value, len(t.Kind.Fields))
	for i, f := range t.Kind.Fields {
		var base *program.Value
		if t.Def != nil && i < len(t.Def.Values) {
			base = t.Def.Values[i]
		}
		where := types.Env{Where: "field " + f.Name + " of " + u.what, Encounter: e.enc}
		switch {
		case e.isSaved(u.values[i]):
			t.Values[i] = e.savedValue(t, u.values[i], f, where)
		case u.values[i] != nil:
			if f.Family != nil && base != nil { // members that aren't named are those of the definition
				own := *f
				own.Default, f = base, &own
			}
			t.Values[i] = e.Value(u.values[i], f, t.Kind, where)
		case base != nil:
			t.Values[i] = base
		default:
			t.Values[i] = f.Default
		}
		if t.Values[i] == nil && u.values[i] == nil && !u.mapping.Means(f.Name) {
			e.WantField(f, t.Span, u.what)
		}
	}
}

// checkSize holds the limits of an encounter.
func (e *encounter) checkSize(combatants *tree.Node) {
	fighting := 0
	for _, t := range e.enc.Things {
		if t.Kind == e.Prog.Creature {
			fighting++
		}
	}
	if fighting > MaxCombatants {
		e.List.Errorf(CodeTooManyThings, decode.PlaceOf(combatants), "%d combatants are too many: at most %d can fight", fighting, MaxCombatants)
	}
	if len(e.enc.Things) > MaxThings {
		e.List.Errorf(CodeTooManyThings, decode.PlaceOf(combatants), "the encounter has more than %d things", MaxThings)
	}
}

// conditionsOf reads what a thing begins the encounter with.
func (e *encounter) conditionsOf(u unread) {
	e.goingOn(u)
	for _, n := range tree.Items(u.conditions) {
		if g := e.given(n, u); g != nil && !goesOnAnyway(u.thing, g) {
			u.thing.Conditions = append(u.thing.Conditions, g)
		}
	}
}

// given reads NAME, or {is: NAME, by: WHO, with: {..}}.
func (e *encounter) given(n *tree.Node, u unread) *program.GivenCondition {
	g := &program.GivenCondition{By: -1, Span: n.Span}
	name, what := n, "a condition of "+u.what
	var by, with *tree.Node
	if n.Kind == tree.Mapping {
		w := format.Given.Open(n, what, e.List)
		name, by, with = w.Get("is"), w.Get("by"), w.Get("with")
		w.Done()
	}
	if name == nil {
		return nil
	}
	g.Condition = e.ConditionAt(name, what)
	if g.Condition == nil || !e.mayBear(u.thing, g.Condition, name.Span) {
		return nil
	}
	if by != nil {
		g.By = e.who(by, "who applied "+what)
	}
	g.With = e.withFields(g.Condition, with, what)
	return g
}

// mayBear refuses conditions that a thing can't be given.
func (e *encounter) mayBear(t *program.Thing, c *program.Condition, at diag.Span) bool {
	switch {
	case c.While != nil:
		e.List.Errorf(decode.CodeDerivedCondition, at, "condition %q holds while a formula does, so that it can't be given", c.Name).
			WithNote(c.Span, "condition %q", c.Name)
		return false
	case c.Bearer != nil && c.Bearer != t.Kind:
		e.List.Errorf(decode.CodeThingKind, at, "condition %q is for a %s, but %q is a %s", c.Name, c.Bearer.Name, t.Name, t.Kind.Name)
		return false
	}
	return true
}

// who finds a thing of the encounter by its name; -1 after an error.
func (e *encounter) who(n *tree.Node, what string) int {
	name, ok := tree.Text(n, what, e.List)
	if !ok {
		return -1
	}
	var names []string
	for _, t := range e.enc.Things {
		if t.Name == name {
			e.Uses.Add(n.Span, t.Span, types.ThingOf(t.Kind))
			return t.Index
		}
		names = append(names, t.Name)
	}
	d := e.List.Errorf(CodeUnknownThing, n.Span, "there is no %q in this encounter", name)
	e.NearestHint(d, name, names, "there are")
	return -1
}

// withFields reads the fields that a condition begins with.
func (e *encounter) withFields(c *program.Condition, n *tree.Node, what string) []program.With {
	var list []program.With
	for _, entry := range tree.Walk(n, "with of "+what, e.List).Rest() {
		var field *program.Field
		for _, f := range c.Fields {
			if f.Name == entry.Key.Text {
				field = f
			}
		}
		if field == nil {
			d := e.List.Errorf(types.CodeUnknownArgument, entry.Key.Span, "condition %q has no field %q", c.Name, entry.Key.Text)
			e.NearestHint(d, entry.Key.Text, decode.FieldNames(c.Fields), "its fields")
			continue
		}
		e.Uses.Add(entry.Key.Span, field.Span, field.Type)
		x := e.FieldConstantAt(entry.Value, types.Env{Where: field.Name + " of " + what, Encounter: e.enc}, field)
		if x != nil {
			list = append(list, program.With{Field: field, Value: x})
		}
	}
	return list
}
