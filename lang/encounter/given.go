package encounter

import (
	"github.com/rulec/rulec/lang/decode"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/format"
	"github.com/rulec/rulec/lang/program"
	"github.com/rulec/rulec/lang/tree"
	"github.com/rulec/rulec/lang/types"
)

// entries reads the initial entries of the agenda.
func (e *encounter) entries(n *tree.Node) {
	if n == nil {
		return
	}
	e.enc.Entries, e.enc.EntriesAt = []*program.GivenEntry{}, n.Span
	if e.Prog.Time == nil {
		return // already reported
	}
	for _, item := range tree.Items(n) {
		g := e.agendaEntry(format.GivenEntry, item, "the encounter")
		if g == nil {
			continue
		}
		if g.Of >= 0 && e.enc.Things[g.Of].Kind != e.Prog.Creature {
			t := e.enc.Things[g.Of]
			e.List.Errorf(decode.CodeThingKind, item.Get("of").Span, "%q is a %s, but an entry belongs to a %s or to no one", t.Name, t.Kind.Name, decode.CreatureKind)
		}
		e.enc.Entries = append(e.enc.Entries, g)
	}
}

// conditionsOf reads the conditions that a thing begins the encounter with.
func (e *encounter) conditionsOf(u unread) {
	e.goingOn(u)
	for _, n := range u.conditions {
		if g := e.given(n, u); g != nil && !goesOnAnyway(u.thing, g) {
			u.thing.Conditions = append(u.thing.Conditions, g)
		}
	}
}

// given reads NAME, or {is: NAME, by: WHO, with: {..}}.
func (e *encounter) given(n *tree.Node, u unread) *program.GivenCondition {
	g := &program.GivenCondition{By: -1, Span: n.Span}
	what := "a condition of " + u.mapping.What
	if n.Kind != tree.Mapping {
		return e.conditionOf(g, n, u.thing, what)
	}
	m := e.ReadMapping(format.Given, n, what)
	if e.conditionOf(g, m.Get("is"), u.thing, what) == nil {
		return nil
	}
	g.By = e.who(m.Get("by"), "who applied "+what)
	g.With = e.withFields(m, g.Condition.Fields, decode.Named("condition", g.Condition.Name), e.FieldConstantAt)
	return g
}

// conditionOf finds a condition given to a thing; if that is invalid, it returns nil and reports why.
func (e *encounter) conditionOf(g *program.GivenCondition, name *tree.Node, t *program.Thing, what string) *program.GivenCondition {
	if g.Condition = e.ConditionAt(name, what); g.Condition == nil || !e.mayBear(t, g.Condition, name.Span) {
		return nil
	}
	return g
}

// mayBear rejects conditions that a thing can't be given.
func (e *encounter) mayBear(t *program.Thing, c *program.Condition, at diag.Span) bool {
	switch {
	case c.While != nil:
		e.List.Errorf(decode.CodeDerivedCondition, at, "condition %q holds while its formula is true, so it can't be set here", c.Name).
			WithNote(c.Span, "condition %q", c.Name)
		return false
	case c.Bearer != nil && c.Bearer != t.Kind:
		e.List.Errorf(decode.CodeThingKind, at, "condition %q is for a %s, but %q is a %s", c.Name, c.Bearer.Name, t.Name, t.Kind.Name)
		return false
	}
	return true
}

// agendaEntry reads an initial entry of the agenda:
// {is: ENTRY, of: WHO, at: [N, ..], with: {..}}.
func (e *encounter) agendaEntry(of *format.Mapping, n *tree.Node, what string) *program.GivenEntry {
	m := e.ReadMapping(of, n, "an entry of "+what)
	name, owner, at := m.Get("is"), m.Get("of"), m.Get("at")
	if name == nil || at == nil {
		return nil
	}
	g := &program.GivenEntry{Of: -1, Span: n.Span}
	if g.Entry = decode.Lookup(e.Reader, name.Text, name.Span, e.Agenda, "entry", types.CodeUnknownEntry); g.Entry == nil {
		return nil
	}
	e.Uses.Add(name.Span, g.Entry.Span, types.UnknownType)
	if owner != nil {
		if e.missing[owner.Text] {
			return nil
		}
		if g.Of = e.who(owner, m.Called("of")); g.Of < 0 {
			return nil
		}
	}
	for i, key := range tree.Items(at) {
		k, ok := tree.Number(key, "each key number of "+m.What, e.List)
		if ok && (i == 0 && k < 0 || i >= len(e.Prog.Time.Keys)) {
			e.List.Errorf(CodeStateRange, key.Span, "%s can't be at %s: the first key number counts from now, and the clock has %s", m.What, key.Text,
				types.Counted(len(e.Prog.Time.Keys), "key number"))
		}
		g.Keys = append(g.Keys, k)
	}
	g.With = e.withFields(m, g.Entry.Fields, decode.Named("entry", g.Entry.Name), e.savedField)
	return g
}

// withFields reads, using read, the initial fields of a condition or an entry.
func (e *encounter) withFields(
	m decode.Mapping, fields []*program.Field, owner string, read func(*tree.Node, types.Env, *program.Field) *program.Expr,
) []program.With {
	var list []program.With
	for _, entry := range tree.Walk(m.Get("with"), m.Called("with"), e.List).Rest() {
		field := types.FieldNamed(fields, entry.Key.Text)
		if field == nil {
			d := e.List.Errorf(types.CodeUnknownArgument, entry.Key.Span, "%s has no field %q", owner, entry.Key.Text)
			e.NearestHint(d, entry.Key.Text, program.Names(fields), "its fields")
			continue
		}
		e.Uses.Add(entry.Key.Span, field.Span, field.Type)
		where := types.Env{Where: field.Name + " of " + m.What, Encounter: e.enc}
		if v := read(entry.Value, where, field); v != nil {
			list = append(list, program.With{Field: field, Value: v})
		}
	}
	return list
}
