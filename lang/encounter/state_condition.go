package encounter

import (
	"slices"

	"github.com/rulec/rulec/lang/decode"
	"github.com/rulec/rulec/lang/format"
	"github.com/rulec/rulec/lang/program"
	"github.com/rulec/rulec/lang/tree"
	"github.com/rulec/rulec/lang/types"
)

// numberConditions numbers the conditions that go on and enters the names that
// the state gives to some of them. One that is about whoever applied it is over
// when he isn't there.
func (e *encounter) numberConditions() {
	e.labels, e.numbers = map[string]int{}, map[*tree.Node]int{}
	for _, u := range e.left {
		for _, n := range u.saved {
			number := 0
			if !e.isOver(n) {
				number = len(e.numbers) + 1
				e.numbers[n] = number
			}
			if label := n.Get("as"); label != nil && label.Kind == tree.Scalar {
				if _, taken := e.labels[label.Text]; taken {
					e.List.Errorf(types.CodeDuplicateName, label.Span, "two conditions of this state are called %q", label.Text)
				}
				e.labels[label.Text] = number
			}
		}
	}
	if e.enc.Carried == nil || len(e.missing) == 0 {
		return
	}
	for _, s := range e.state.things { // those who are left behind take theirs with them
		for _, n := range tree.Items(s.node.Get("conditions")) {
			if label := n.Get("as"); label != nil {
				if _, here := e.labels[label.Text]; !here {
					e.labels[label.Text] = 0
				}
			}
		}
	}
}

// isOver tells whether a condition ends because whoever applied it isn't there.
func (e *encounter) isOver(n *tree.Node) bool {
	by, is := n.Get("by"), n.Get("is")
	if by == nil || is == nil || !e.missing[by.Text] {
		return false
	}
	c := e.Conditions[is.Text]
	return c != nil && isAboutBy(c)
}

// isAboutBy tells whether what a condition does to its bearer, or when it ends,
// depends on who applied it: whether a formula of it reads it.by.
func isAboutBy(c *program.Condition) bool {
	found := false
	look := func(f *program.Formula) {
		for x := range f.Exprs() {
			found = found || x.Op == program.OpBuiltin && x.Builtin == program.InstanceBy
		}
	}
	for _, u := range c.Until {
		look(u.When)
	}
	for _, m := range c.Modifies {
		look(m.When)
		for _, amount := range m.Amounts {
			look(amount.Value)
		}
	}
	for _, b := range c.Forbids {
		look(b.When)
	}
	return found
}

// goingOn reads the conditions of a thing that began before the encounter.
func (e *encounter) goingOn(u unread) {
	for _, n := range u.saved {
		if e.numbers[n] == 0 {
			continue
		}
		if g := e.goesOn(n, u); g != nil {
			u.thing.Conditions = append(u.thing.Conditions, g)
		}
	}
}

// goesOnAnyway tells whether a condition that an encounter gives to a thing is one
// of those that go on: then it is as the state says.
func goesOnAnyway(t *program.Thing, g *program.GivenCondition) bool {
	return slices.ContainsFunc(t.Conditions, func(other *program.GivenCondition) bool {
		return other.GoesOn != nil && other.Condition == g.Condition && other.By == g.By
	})
}

// goesOn reads NAME, or {is: NAME, by: WHO, with: {..}, age: N, left: N, ..}.
func (e *encounter) goesOn(n *tree.Node, u unread) *program.GivenCondition {
	g := &program.GivenCondition{By: -1, Span: n.Span, GoesOn: &program.GoesOn{Number: e.numbers[n], Own: true}}
	name, what := n, "a condition of "+u.what
	if n.Kind != tree.Mapping {
		if g.Condition = e.ConditionAt(name, what); g.Condition == nil || !e.mayBear(u.thing, g.Condition, name.Span) {
			return nil
		}
		return g
	}
	w := format.SavedCondition.Open(n, what, e.List)
	name = w.Get("is")
	by, with, label := w.Get("by"), w.Get("with"), w.Get("as")
	age, left, until, suppressed, entries := w.Get("age"), w.Get("left"), w.Get("until"), w.Get("suppressed"), w.Get("entries")
	w.Done()
	if name == nil {
		return nil
	}
	if g.Condition = e.ConditionAt(name, what); g.Condition == nil || !e.mayBear(u.thing, g.Condition, name.Span) {
		return nil
	}
	if label != nil {
		tree.Name(label, "the name of "+what, e.List)
	}
	if by != nil && !e.missing[by.Text] {
		g.By = e.who(by, "who applied "+what)
	}
	g.With = e.savedFields(g.Condition.Fields, decode.Named("condition", g.Condition.Name), with, what)
	x := g.GoesOn
	x.Age, x.Left = e.time(age, "the age of "+what, true), e.time(left, "what is left of "+what, false)
	if until != nil {
		x.Own, x.Until = false, e.ends(until, g.Condition, u.thing, what)
	}
	if suppressed != nil {
		e.suppressed(suppressed, g, u.thing, what)
	}
	for _, item := range tree.Items(entries) {
		if entry := e.agendaEntry(format.SavedEntry, item, what); entry != nil {
			x.Entries = append(x.Entries, entry)
		}
	}
	return g
}

// time reads a number of clock units; zero allows 0, which is also the result
// without a node.
func (e *encounter) time(n *tree.Node, what string, zero bool) float64 {
	if n == nil {
		return 0
	}
	t, ok := tree.Number(n, what, e.List)
	if ok && (t < 0 || t == 0 && !zero) {
		e.List.Errorf(CodeStateRange, n.Span, "%s can't be %s clock units", what, n.Text)
	}
	return t
}

// ends reads the phrases by which a condition ends, beside the clock.
func (e *encounter) ends(n *tree.Node, c *program.Condition, t *program.Thing, what string) []*program.Until {
	var list []*program.Until
	for _, item := range tree.Items(n) {
		if _, ok := tree.Text(item, "until of "+what, e.List); !ok {
			continue
		}
		where := types.Env{
			Where: "until of " + what, Condition: c,
			Inputs: []program.Local{decode.Self(types.ThingOf(t.Kind)), decode.It(types.InstanceOf(c))},
		}
		if u := e.Until(item.Fragment(), where); u != nil {
			list = append(list, u)
		}
	}
	e.CheckCounted(list)
	return list
}

// suppressed reads until when a condition does nothing: {until: E, left: N}.
func (e *encounter) suppressed(n *tree.Node, g *program.GivenCondition, t *program.Thing, what string) {
	w := format.Suppressed.Open(n, "suppressed of "+what, e.List)
	until, left := w.Get("until"), w.Get("left")
	w.Done()
	g.GoesOn.Muted = true
	g.GoesOn.MuteUntil = e.ends(until, g.Condition, t, what)
	g.GoesOn.MuteLeft = e.time(left, "the silence of "+what, false)
}

// agendaEntry reads an entry that stands on the agenda from the start:
// {is: ENTRY, of: WHO, at: [N, ..], with: {..}}.
func (e *encounter) agendaEntry(of *format.Mapping, n *tree.Node, what string) *program.GivenEntry {
	what = "an entry of " + what
	w := of.Open(n, what, e.List)
	name, owner, at, with := w.Get("is"), w.Get("of"), w.Get("at"), w.Get("with")
	w.Done()
	if name == nil || at == nil {
		return nil
	}
	g := &program.GivenEntry{Of: -1, Entry: e.Agenda[name.Text], Span: n.Span}
	if g.Entry == nil {
		d := e.List.Errorf(types.CodeUnknownEntry, name.Span, "there is no entry %q", name.Text)
		e.NearestHint(d, name.Text, decode.SortedKeys(e.Agenda), "there are")
		return nil
	}
	e.Uses.Add(name.Span, g.Entry.Span, types.UnknownType)
	if owner != nil {
		if e.missing[owner.Text] {
			return nil
		}
		if g.Of = e.who(owner, "the owner of "+what); g.Of < 0 {
			return nil
		}
	}
	for i, key := range tree.Items(at) {
		k, ok := tree.Number(key, "each key number of "+what, e.List)
		if ok && (i == 0 && k < 0 || i >= len(e.Prog.Time.Keys)) {
			e.List.Errorf(CodeStateRange, key.Span, "%s can't stand at %s: the first key number counts from now, and the clock has %s", what, key.Text,
				types.Counted(len(e.Prog.Time.Keys), "key number"))
		}
		g.Keys = append(g.Keys, k)
	}
	g.With = e.savedFields(g.Entry.Fields, decode.Named("entry", g.Entry.Name), with, what)
	return g
}

// savedFields reads the fields of a condition or an entry.
func (e *encounter) savedFields(fields []*program.Field, owner string, n *tree.Node, what string) []program.With {
	var list []program.With
	for _, entry := range tree.Walk(n, "with of "+what, e.List).Rest() {
		field := types.FieldNamed(fields, entry.Key.Text)
		if field == nil {
			d := e.List.Errorf(types.CodeUnknownArgument, entry.Key.Span, "%s has no field %q", owner, entry.Key.Text)
			e.NearestHint(d, entry.Key.Text, decode.FieldNames(fields), "its fields")
			continue
		}
		where := types.Env{Where: field.Name + " of " + what, Encounter: e.enc}
		if v := e.savedField(entry.Value, field, where); v != nil {
			list = append(list, program.With{Field: field, Value: v})
		}
	}
	return list
}

// savedField reads the value of such a field.
func (e *encounter) savedField(n *tree.Node, f *program.Field, where types.Env) *program.Expr {
	if f.Type.Kind == program.Instance {
		return e.instanceNamed(n, f.Type, where.Where)
	}
	if holdsThings(f.Type) {
		return e.thingsNamed(e.present(n, f.Type), f.Type, where)
	}
	x := e.FieldConstantAt(n, where, f)
	if x != nil && f.Type.Kind == program.Number {
		e.wantWhole(&program.Value{Expr: x}, where.Where)
	}
	return x
}
