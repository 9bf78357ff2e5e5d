package interp

import (
	"slices"

	"github.com/rulec/rulec/interp/deps"

	"github.com/rulec/rulec/lang/program"
)

// untilList compiles end phrases and returns their number.
func (c *compiler) untilList(list []*program.Until) int {
	if len(list) == 0 {
		return 0
	}
	var out []*until
	counters := 0
	for _, u := range list {
		out = append(out, &until{Until: u, time: c.formula(u.Time), when: c.formula(u.When), trigger: c.trigger(u.On), reads: deps.All, counter: counters})
		if u.Nth > 0 {
			counters++
		}
	}
	c.untils = append(c.untils, out)
	return len(c.untils) - 1
}

func (c *compiler) trigger(t *program.Trigger) *trigger {
	if t == nil {
		return nil
	}
	x := &trigger{Trigger: t, of: c.formula(t.Of), member: c.formula(t.Member), label: -1}
	switch t.Kind {
	case program.OnRolls:
		x.label = c.labels.Number(t.Label)
	case program.OnRises, program.OnFalls, program.OnChanges:
		if w := c.fieldOf(t.Watched); !c.added {
			c.watch(w)
		} else if !w.watched {
			c.waits = true
		}
	case program.OnBecomes, program.OnLoses:
		if w := c.conditions[t.Condition.Index]; !c.added {
			w.heard = true
		} else if !w.heard {
			c.waits = true
		}
	}
	return x
}

// watch makes settlings see the changes of a field.
func (c *compiler) watch(x *field) {
	x.watched = true
	if !x.Virtual {
		return
	}
	for _, f := range x.Pool.Stack {
		part := c.fieldOf(f)
		if !slices.Contains(part.views, x) {
			part.views = append(part.views, x)
		}
	}
}

func (c *compiler) defineRules() {
	for _, r := range c.Program.Rules {
		c.addRule(r)
	}
	for _, x := range c.Program.Conditions {
		for _, r := range x.Rules {
			c.addRule(r)
		}
	}
	for _, k := range c.Program.Kinds {
		for _, d := range k.Defs {
			for _, r := range d.Rules {
				c.addRule(r)
			}
		}
	}
	slices.SortStableFunc(c.rules, func(a, b *rule) int {
		switch {
		case a.Order < b.Order:
			return -1
		case a.Order > b.Order:
			return 1
		case a.Span.Source == b.Span.Source:
			return a.Span.Start - b.Span.Start
		}
		return 0
	})
	for i, r := range c.rules {
		r.place = i
		for _, t := range r.on {
			c.listen(r, t)
		}
	}
}

func (c *compiler) addRule(src *program.Rule) {
	r := &rule{Rule: src, cond: c.formula(src.If)}
	r.do = c.routine(src.Do, "rule "+quoted(src.Name))
	c.template(src.Told)
	if src.Condition != nil {
		r.condition = c.conditions[src.Condition.Index]
	}
	if src.For != nil {
		r.kind = c.kinds[src.For.Index]
	}
	for _, t := range src.On {
		r.on = append(r.on, c.trigger(t))
	}
	c.rules = append(c.rules, r)
}

// listen files a rule under what it waits for.
func (c *compiler) listen(r *rule, t *trigger) {
	h := heard{r, t}
	switch t.Kind {
	case program.OnEvent:
		e := c.events[t.Event.Index]
		e.rules = append(e.rules, h)
	case program.OnRises, program.OnFalls, program.OnChanges:
		x := c.fieldOf(t.Watched)
		x.hears = append(x.hears, h)
	case program.OnBecomes:
		x := c.conditions[t.Condition.Index]
		x.becomes = append(x.becomes, h)
	case program.OnLoses:
		x := c.conditions[t.Condition.Index]
		x.loses = append(x.loses, h)
	case program.OnBegins:
		r.condition.begins = append(r.condition.begins, h)
		r.condition.heard = true
	case program.OnEnds:
		r.condition.ends = append(r.condition.ends, h)
		r.condition.heard = true
	case program.OnRolls:
		for len(c.rollRules) <= int(t.label) {
			c.rollRules = append(c.rollRules, nil)
		}
		c.rollRules[t.label] = append(c.rollRules[t.label], h)
	}
}

func (c *compiler) defineEvent(e *event) {
	e.asks, e.order = c.formula(e.Asks), c.formula(e.Event.Order)
	for _, a := range e.Event.Answers {
		e.answers = append(e.answers, c.actions[a.Index])
	}
	c.template(e.Told)
	if !e.Automatic {
		return
	}
	switch {
	case e.Entry != nil:
	case e.Edge != program.Itself:
		c.defineEdge(e)
	case e.Name == "moment":
		c.moment = e
	case e.Name == "turn":
		c.turn = e
	case e.Name == "moves":
		c.moves = e
	}
}

// defineEdge takes note of the start or the end of actions or of the encounter.
func (c *compiler) defineEdge(e *event) {
	start := e.Edge == program.Start
	switch {
	case e.Name == "action" && start:
		c.startAction = e
	case e.Name == "action":
		c.endAction = e
	case e.Name == "encounter" && start:
		c.startEncounter = e
	case e.Name == "encounter":
		c.endEncounter = e
	}
}

// hear works out which events do anything when they are announced, once all
// rules, resets and ends are known.
func (c *compiler) hear() {
	for _, k := range c.kinds {
		for _, x := range k.pools {
			for i := range x.pool.resets {
				r := &x.pool.resets[i]
				if r.on.Event != nil {
					e := c.events[r.on.Event.Index]
					e.resets = append(e.resets, resetOf{x, r, k})
				}
			}
		}
	}
	c.hearEnds()
	c.listDerived(true)
	c.derivedHeard = len(c.derived)
	c.listDerived(false)
}

// listDerived appends the derived conditions that are heard, or that are not.
func (c *compiler) listDerived(heard bool) {
	for _, x := range c.conditions {
		if x.heard == heard && (x.holds != nil || len(x.parents) > 0) {
			c.derived = append(c.derived, x)
		}
	}
}

// hearEnds brings what is known of events, and of what end phrases read, up to date with all
// of these.
func (c *compiler) hearEnds() {
	c.endsOn = make([][]bool, len(c.events))
	c.heardOf = make([]bool, len(c.events))
	c.rollEnds = make([]bool, c.labels.Len())
	c.endReads, c.endsRead = make([]deps.Mask, len(c.untils)), 0
	for number, list := range c.untils {
		for _, u := range list {
			c.hearUntil(u, number)
		}
		c.endsRead |= c.endReads[number]
	}
	c.rollHeard = slices.Clone(c.rollEnds)
	for label, rules := range c.rollRules {
		c.rollHeard[label] = c.rollHeard[label] || len(rules) > 0
	}
	for i, e := range c.events {
		c.heardOf[i] = c.endsOn[i] != nil || len(e.rules) > 0 || len(e.resets) > 0 || len(e.answers) > 0
	}
}

// hearUntil does so for an end phrase of a list.
func (c *compiler) hearUntil(u *until, list int) {
	if u.when != nil {
		c.endReads[list] |= u.reads
	}
	if u.trigger == nil {
		return
	}
	switch u.trigger.Kind {
	case program.OnEvent:
		e := u.trigger.Event.Index
		if c.endsOn[e] == nil {
			c.endsOn[e] = make([]bool, len(c.untils))
		}
		c.endsOn[e][list] = true
	case program.OnRolls:
		c.rollEnds[u.trigger.label] = true
	default:
		c.endsBySettling = true
	}
}
