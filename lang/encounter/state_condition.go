package encounter

import (
	"slices"

	"github.com/rulec/rulec/lang/decode"
	"github.com/rulec/rulec/lang/format"
	"github.com/rulec/rulec/lang/program"
	"github.com/rulec/rulec/lang/tree"
	"github.com/rulec/rulec/lang/types"
)

// numberConditions numbers the conditions that continue and records the names of
// some of them. A condition that depends on who applied it has ended
// if they aren't there.
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
	for _, s := range e.state.things { // absent things keep theirs
		for _, n := range tree.Items(s.node.Get("conditions")) {
			if label := n.Get("as"); label != nil {
				if _, here := e.labels[label.Text]; !here {
					e.labels[label.Text] = 0
				}
			}
		}
	}
}

// isOver reports whether a condition ends because whoever applied it isn't there.
func (e *encounter) isOver(n *tree.Node) bool {
	by, is := n.Get("by"), n.Get("is")
	if by == nil || is == nil || !e.missing[by.Text] {
		return false
	}
	c := e.Conditions[is.Text]
	return c != nil && isAboutBy(c)
}

// isAboutBy reports whether the effects of a condition on its bearer, or its end,
// depend on who applied it: whether one of its formulas reads it.by.
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
		for _, f := range m.Formulas() {
			look(f)
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

// goesOnAnyway reports whether a condition that an encounter gives to a thing is one
// of those that continue: then the state's entry counts.
func goesOnAnyway(t *program.Thing, g *program.GivenCondition) bool {
	return slices.ContainsFunc(t.Conditions, func(other *program.GivenCondition) bool {
		return other.GoesOn != nil && other.Condition == g.Condition && other.By == g.By
	})
}

// goesOn reads NAME, or {is: NAME, by: WHO, with: {..}, age: N, left: N, ..}.
func (e *encounter) goesOn(n *tree.Node, u unread) *program.GivenCondition {
	g := &program.GivenCondition{By: -1, Span: n.Span, GoesOn: &program.GoesOn{Number: e.numbers[n], Own: true}}
	what := "a condition of " + u.mapping.What
	if n.Kind != tree.Mapping {
		return e.conditionOf(g, n, u.thing, what)
	}
	m := e.ReadMapping(format.SavedCondition, n, what)
	if e.conditionOf(g, m.Get("is"), u.thing, what) == nil {
		return nil
	}
	tree.Name(m.Get("as"), m.Called("as"), e.List)
	if by := m.Get("by"); by != nil && !e.missing[by.Text] {
		g.By = e.who(by, "who applied "+what)
	}
	g.With = e.withFields(m, g.Condition.Fields, decode.Named("condition", g.Condition.Name), e.savedField)
	x := g.GoesOn
	x.Age, x.Left = e.time(m, "age", true), e.time(m, "left", false)
	if m.Get("until") != nil {
		x.Own, x.Until = false, e.ends(m, g.Condition, u.thing)
	}
	if n := m.Get("suppressed"); n != nil {
		muted := e.ReadMapping(format.Suppressed, n, m.Called("suppressed"))
		x.Muted, x.MuteUntil, x.MuteLeft = true, e.ends(muted, g.Condition, u.thing), e.time(muted, "left", false)
	}
	for _, item := range tree.Items(m.Get("entries")) {
		if entry := e.agendaEntry(format.SavedEntry, item, what); entry != nil {
			x.Entries = append(x.Entries, entry)
		}
	}
	return g
}

// time reads a number of clock units; zero allows 0. Without the key
// it returns 0.
func (e *encounter) time(m decode.Mapping, key string, zero bool) float64 {
	n := m.Get(key)
	t, ok := tree.Number(n, m.Called(key), e.List)
	if ok && (t < 0 || t == 0 && !zero) {
		e.List.Errorf(CodeStateRange, n.Span, "%s can't be %s clock units", m.Called(key), n.Text)
	}
	return t
}

// ends reads the phrases that end a condition, in addition to the clock.
func (e *encounter) ends(m decode.Mapping, c *program.Condition, t *program.Thing) []*program.Until {
	var list []*program.Until
	for _, item := range m.GetTexts("until") {
		where := types.Env{
			Where: m.Called("until"), Condition: c,
			Inputs: []program.Local{decode.Self(types.ThingOf(t.Kind)), decode.It(types.InstanceOf(c))},
		}
		if u := e.Until(item.Fragment(), where); u != nil {
			list = append(list, u)
		}
	}
	e.CheckCounted(list)
	return list
}

// savedField reads the value of a field of a saved condition or entry.
func (e *encounter) savedField(n *tree.Node, where types.Env, f *program.Field) *program.Expr {
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
