package decls

import (
	"slices"

	"github.com/rulec/rulec/lang/decode"
	"github.com/rulec/rulec/lang/format"
	"github.com/rulec/rulec/lang/program"
	"github.com/rulec/rulec/lang/tree"
	"github.com/rulec/rulec/lang/types"
)

// declareConditions adds the conditions; their fields are read once every type
// is known, their texts once every name is.
func (r *ruleset) declareConditions() {
	for _, d := range r.section("conditions", format.Condition) {
		c := condition{r, d, &program.Condition{Decl: d.Decl}}
		r.likes(d.Mapping, "conditions")
		c.words()
		if enter(r, d, c.it, &r.Prog.Conditions, r.Conditions) {
			r.signatures.leave(c.signature)
			r.leave(c.texts, d.entry.Value)
		}
	}
}

// condition is a condition being read.
type condition struct {
	*ruleset
	declared
	it *program.Condition
}

// words reads the keys that need no other names: group, stacks, again.
func (c condition) words() {
	c.it.Group = types.Pick(c.Checker, c.Get("group"), c.Called("group"), func(n *tree.Node) string {
		name, _ := tree.Name(n, c.Called("group"), c.List)
		if name == types.None {
			return ""
		}
		return name
	})
	if way := c.GetWord("stacks"); way > 0 {
		c.it.Each, c.it.ByMatters, c.it.Apart = program.PerInstance, true, way == 2
	}
	c.it.Replace = c.GetWord("again") == 1
	if again := c.Get("again"); c.it.Apart && again != nil {
		c.neverAgain(again, "again")
	}
	c.appliedOnly(c.Mapping, "group", "stacks", "again")
}

// appliedOnly rejects keys that a derived condition can't have.
func (c condition) appliedOnly(m decode.Mapping, keys ...string) {
	while, derived := c.Entry("while")
	for _, key := range keys {
		if n := m.Get(key); n != nil && derived {
			c.List.Errorf(decode.CodeDerivedCondition, n.Span, "%s holds while its formula is true: it is never applied and can't have %q", c.What, key).
				WithNote(while.Key.Span, "while is here")
		}
	}
}

// neverAgain rejects a key for applying a condition again.
func (c condition) neverAgain(n *tree.Node, key string) {
	c.List.Errorf(tree.UnknownKey, n.Span, "each time %s is applied, another instance begins, so it can't have %q", c.What, key)
}

// signature reads the types of a condition before any text is read:
// bearer, fields, implied conditions.
func (c condition) signature() {
	c.it.Bearer = c.Prog.Creature
	if n := c.Get("affects"); n != nil {
		c.it.Bearer = c.kindAt(n, c.Called("affects"))
	}
	fields := c.fieldsUnder("fields", c.Mapping, types.LanguageFields(program.Instance)).andKept(c.Mapping)
	fields.mayLack = true
	c.it.Fields = fields.read()
	c.it.Cells = layOutFields(c.it.Fields)
	c.it.Implies = decode.GetEach(c.Mapping, "implies", func(n *tree.Node) *program.Condition {
		return c.ConditionAt(n, c.Called("implies"))
	})
	c.Derived[c.it] = c.Get("while") != nil
	c.appliedOnly(c.Mapping, "fields", tree.KeepsKey, "until")
}

// texts reads the formulas, phrases and rules of a condition.
func (c condition) texts() {
	d := c.it
	o := bodyReader{ruleset: c.ruleset, what: c.What, bearer: types.ThingOf(d.Bearer), it: types.InstanceOf(d), condition: d, kind: d.Bearer}
	if c.Get("while") != nil {
		// A derived condition has no instance: only its bearer can be read.
		o.it = types.NoType
		d.While = c.GetFormula("while", types.Env{Inputs: []program.Local{decode.Self(o.bearer)}}, types.BoolType)
	}
	d.Until = decode.GetEach(c.Mapping, "until", func(n *tree.Node) *program.Until {
		if _, ok := tree.Text(n, c.Called("until"), c.List); !ok {
			return nil
		}
		return c.Until(n.Fragment(), o.env("until"))
	})
	for _, until := range d.Until {
		c.hear(until.On, "the end of "+c.What)
	}
	c.CheckCounted(d.Until)
	if told := c.Get("told"); told.IsBool() {
		d.Quiet = !c.GetFlag("told", true)
	} else if told != nil {
		c.sentences(c.ReadMapping(format.ConditionTold, told, c.Called("told")), o)
	}
	o.read(&d.Body, c.Mapping)
}

// sentences reads the sentences about a condition.
func (c condition) sentences(m decode.Mapping, o bodyReader) {
	c.it.Begins = m.GetTemplate("begins", o.env(""))
	c.it.Stays = m.GetTemplate("stays", o.env(""))
	c.it.Ends = m.GetTemplate("ends", o.env(""))
	stays := m.Get("stays")
	switch {
	case stays == nil:
	case c.Get("while") != nil:
		c.appliedOnly(m, "stays")
	case c.it.Replace:
		c.List.Errorf(tree.UnknownKey, stays.Span, "%s is replaced when it is applied again, so it can't have stays", c.What).
			WithHint("write the sentence under begins")
	case c.it.Apart:
		c.neverAgain(stays, "stays")
	}
}

// closeImplications computes every condition that each one implies, and the
// derived ones that may cause it.
func (r *ruleset) closeImplications() {
	r.implyingCycles()
	for _, d := range r.Prog.Conditions {
		d.All = implied(d, nil)
		for _, daughter := range d.All[1:] {
			if d.Bearer != daughter.Bearer && d.Bearer != nil && daughter.Bearer != nil {
				r.List.Errorf(decode.CodeThingKind, d.Span, "condition %q is for a %s, but it implies %q, which is for a %s",
					d.Name, d.Bearer.Name, daughter.Name, daughter.Bearer.Name)
			}
		}
	}
	r.tactics.leave(func() { // after every text has been read
		for _, d := range r.Prog.Conditions {
			if d.While == nil {
				continue
			}
			for _, daughter := range d.All[1:] {
				daughter.DerivedParents = append(daughter.DerivedParents, d)
			}
		}
	})
}

// implied returns d and everything it implies, each once, in order of discovery.
func implied(d *program.Condition, found []*program.Condition) []*program.Condition {
	if slices.Contains(found, d) {
		return found
	}
	found = append(found, d)
	for _, daughter := range d.Implies {
		found = implied(daughter, found)
	}
	return found
}

// implyingCycles reports conditions that imply themselves, at the first member
// of the cycle in the file.
func (r *ruleset) implyingCycles() {
	g := newGraph()
	for _, d := range r.Prog.Conditions {
		g.add(d, d.Name, d.Span)
	}
	for _, d := range r.Prog.Conditions {
		for _, daughter := range d.Implies {
			g.link(d, daughter, d.Span)
		}
	}
	for _, way := range g.cycles() {
		first := g.nodes[way[len(way)-1].to]
		report := r.List.Errorf(CodeImpliesCycle, first.span, "condition %q implies itself", first.name).WithHint("%s", g.names(way))
		for _, s := range way[:len(way)-1] {
			report.WithNote(g.nodes[s.to].span, "condition %q", g.nodes[s.to].name)
		}
	}
}
