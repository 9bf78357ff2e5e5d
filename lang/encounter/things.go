package encounter

import (
	"github.com/rulec/rulec/lang/decode"
	"github.com/rulec/rulec/lang/format"
	"github.com/rulec/rulec/lang/program"
	"github.com/rulec/rulec/lang/tree"
	"github.com/rulec/rulec/lang/types"
)

// combatants adds the combatants.
func (e *encounter) combatants(m decode.Mapping) {
	n := m.Get("combatants")
	if n == nil {
		return
	}
	list := m.GetEntries("combatants", "combatant")
	if len(list) == 0 && n.Kind != tree.Sequence {
		e.List.Errorf(CodeNoCombatants, n.Span, "this encounter has no combatants")
	}
	for _, entry := range list {
		e.thing(entry, format.Combatant, e.Prog.Creature)
	}
}

// things adds separate things on the map.
func (e *encounter) things(m decode.Mapping) {
	for _, entry := range m.GetEntries("things", "thing") {
		e.thing(entry, format.Thing, nil)
	}
}

// thing adds a combatant, or (if kind is nil) another thing.
func (e *encounter) thing(entry tree.Entry, of *format.Mapping, kind *program.Kind) {
	m := e.OpenMapping(of, entry.Value, decode.Named(of.Sort(), entry.Key.Text))
	t := e.newThing(entry.Key.Text, entry.Key.Span, kind)
	t.Title = m.GetText("title", t.Title)
	if !e.model(t, m) {
		return
	}
	e.stand(t, m, kind != nil)
	u := unread{thing: t, mapping: m, values: e.ValuesOf(m, t.Kind), conditions: tree.Items(m.Get("conditions"))}
	if kind != nil {
		u.tactic = e.tactic(m)
	}
	e.Uses.Add(t.Span, t.Span, types.ThingOf(t.Kind))
	m.Done()
	if e.clashes(t) {
		return
	}
	e.layOver(&u)
	e.enter(u)
}

// fight adds the fight as a whole, if the ruleset declares it.
func (e *encounter) fight(n *tree.Node) {
	kind := e.Prog.Fight
	if kind == nil {
		if n != nil {
			e.List.Errorf(CodeNoFight, n.Span, "the ruleset has no kind %q, so the fight as a whole has no fields", decode.FightKind).
				WithHint("declare the kind with the fields that you want to set here")
		}
		return
	}
	at := e.enc.Span
	if n != nil {
		at = n.Span
	}
	m := e.OpenMapping(format.Fight, n, "the fight")
	t := e.newThing(kind.Name, at, kind)
	t.Title = kind.Title
	values := e.ValuesOf(m, kind)
	m.Done()
	if !e.clashes(t) {
		e.enter(unread{thing: t, mapping: m, values: values})
	}
}

// model finds the definition of a thing, and so its kind.
func (e *encounter) model(t *program.Thing, m decode.Mapping) bool {
	n := m.Get("is")
	name, ok := tree.Name(n, m.Called("is"), e.List)
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
	d := e.List.Errorf(CodeUnknownTemplate, n.Span, "unknown definition %q for %s", name, m.What)
	e.NearestHint(d, name, names, "there are")
	if t.Kind == nil && e.isCreature(name) {
		d.WithHint("%q is for a %s: those go under combatants", name, decode.CreatureKind)
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

// stand reads the place and the side of a thing.
func (e *encounter) stand(t *program.Thing, m decode.Mapping, fights bool) {
	side := m.Get("side")
	if fights && side == nil {
		m.Required("side")
	}
	if name, ok := tree.Name(side, m.Called("side"), e.List); ok {
		t.Side, t.SideAt = e.side(name), side.Span
	}
	if n := m.Get("place"); n != nil {
		t.Place, t.PlaceAt = e.place(n, m.What), n.Span
	}
	if fights {
		return
	}
	if carrier, ok := m.Entry("carrier"); ok {
		if t.Place != nil {
			e.List.Errorf(CodePlaceForm, carrier.Key.Span, "%s has both a place and a carrier: a carried thing is where its carrier is", m.What).
				WithHint("remove one of the two")
		}
		e.carriedBy[t] = carrier.Value
	}
}

// carriers sets the carriers of separate things in the file.
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
			e.List.Errorf(decode.CodeThingKind, n.Span, "%q is a %s, but only a %s can carry things", by.Name, by.Kind.Name, decode.CreatureKind)
			t.Carrier = -1
			continue
		}
		t.Side = e.enc.Things[t.Carrier].Side
	}
}

// fill reads the values of a thing: its own, else those of its definition, else the
// defaults.
func (e *encounter) fill(u unread) {
	t := u.thing
	t.Values = make([]*program.Value, len(t.Kind.Fields))
	for i, f := range t.Kind.Fields {
		var base *program.Value
		if t.Def != nil && i < len(t.Def.Values) {
			base = t.Def.Values[i]
		}
		where := types.Env{Where: "field " + f.Name + " of " + u.mapping.What, Encounter: e.enc}
		switch {
		case e.isSaved(u.values[i]):
			t.Values[i] = e.savedValue(t, u.values[i], f, where)
		case u.values[i] != nil:
			if f.Family != nil && base != nil { // members that aren't named have the definition's values
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
			e.WantField(f, t.Span, u.mapping.What)
		}
	}
}

// checkSize checks the limits of an encounter.
func (e *encounter) checkSize(combatants *tree.Node) {
	fighting := 0
	for _, t := range e.enc.Things {
		if t.Kind == e.Prog.Creature {
			fighting++
		}
	}
	if fighting > MaxCombatants {
		e.List.Errorf(CodeTooManyThings, decode.PlaceOf(combatants), "too many combatants: %d, the limit is %d", fighting, MaxCombatants)
	}
	if len(e.enc.Things) > MaxThings {
		e.List.Errorf(CodeTooManyThings, decode.PlaceOf(combatants), "too many things in the encounter: the limit is %d", MaxThings)
	}
}
