package compile

import (
	"slices"

	"github.com/rulec/rulec/interp/code"
	"github.com/rulec/rulec/interp/deps"
	"github.com/rulec/rulec/lang/program"
)

// untilList compiles end phrases and returns their number.
func (c *compiler) untilList(list []*program.Until) int {
	if len(list) == 0 {
		return 0
	}
	var out []*code.Until
	counters := 0
	for _, u := range list {
		out = append(out, &code.Until{Until: u, Time: c.Formula(u.Time), When: c.Formula(u.When), Trigger: c.trigger(u.On), Reads: deps.All, Counter: counters})
		if u.Nth > 0 {
			counters++
		}
	}
	number := len(c.Untils)
	c.Untils = append(c.Untils, out)
	c.Alike = append(c.Alike, slices.IndexFunc(c.Untils, func(other []*code.Until) bool { return slices.EqualFunc(other, out, alikeEnds) }))
	return number
}

// alikeEnds tells whether two end phrases wait for the same, moments of the clock apart.
func alikeEnds(a, b *code.Until) bool {
	if (a.Time == nil) != (b.Time == nil) || a.When != b.When || a.Nth != b.Nth || a.Running != b.Running || (a.Trigger == nil) != (b.Trigger == nil) {
		return false
	}
	return a.Trigger == nil || a.Trigger.WaitsLike(b.Trigger)
}

func (c *compiler) trigger(t *program.Trigger) *code.Trigger {
	if t == nil {
		return nil
	}
	x := &code.Trigger{Trigger: t, Of: c.Formula(t.Of), Member: c.Formula(t.Member), Label: -1}
	switch t.Kind {
	case program.OnRolls:
		x.Label = c.Labels.Number(t.Label)
	case program.OnRises, program.OnFalls, program.OnChanges:
		if w := c.fieldOf(t.Watched); !c.added {
			c.watch(w)
		} else if !w.Watched {
			c.waits = true
		}
	case program.OnBecomes, program.OnLoses:
		if w := c.Conditions[t.Condition.Index]; !c.added {
			w.Heard = true
		} else if !w.Heard {
			c.waits = true
		}
	}
	return x
}

// watch makes settlings see the changes of a field.
func (c *compiler) watch(x *code.Field) {
	x.Watched = true
	if !x.Field.Virtual {
		return
	}
	for _, f := range x.Field.Pool.Stack {
		part := c.fieldOf(f)
		if !slices.Contains(part.Views, x) {
			part.Views = append(part.Views, x)
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
	slices.SortStableFunc(c.Rules, func(a, b *code.Rule) int {
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
	for i, r := range c.Rules {
		r.Place = i
		for _, t := range r.On {
			c.listen(r, t)
		}
	}
}

func (c *compiler) addRule(src *program.Rule) {
	r := &code.Rule{Rule: src, Cond: c.Formula(src.If)}
	r.Do = c.routine(src.Do, "rule "+code.Quoted(src.Name))
	c.template(src.Told)
	if src.Condition != nil {
		r.Condition = c.Conditions[src.Condition.Index]
	}
	if src.For != nil {
		r.Kind = c.Kinds[src.For.Index]
	}
	for _, t := range src.On {
		r.On = append(r.On, c.trigger(t))
	}
	c.Rules = append(c.Rules, r)
}

// listen files a rule under what it waits for.
func (c *compiler) listen(r *code.Rule, t *code.Trigger) {
	h := code.Heard{Rule: r, Trigger: t}
	switch t.Kind {
	case program.OnEvent:
		e := c.Events[t.Event.Index]
		e.Rules = append(e.Rules, h)
	case program.OnRises, program.OnFalls, program.OnChanges:
		x := c.fieldOf(t.Watched)
		x.Hears = append(x.Hears, h)
	case program.OnBecomes:
		x := c.Conditions[t.Condition.Index]
		x.Becomes = append(x.Becomes, h)
	case program.OnLoses:
		x := c.Conditions[t.Condition.Index]
		x.Loses = append(x.Loses, h)
	case program.OnBegins:
		r.Condition.Begins = append(r.Condition.Begins, h)
		r.Condition.Heard = true
	case program.OnEnds:
		r.Condition.Ends = append(r.Condition.Ends, h)
		r.Condition.Heard = true
	case program.OnRolls:
		for len(c.RollRules) <= int(t.Label) {
			c.RollRules = append(c.RollRules, nil)
		}
		c.RollRules[t.Label] = append(c.RollRules[t.Label], h)
	}
}

func (c *compiler) defineEvent(e *code.Event) {
	e.Asks, e.Order = c.Formula(e.Event.Asks), c.Formula(e.Event.Order)
	for _, a := range e.Event.Answers {
		e.Answers = append(e.Answers, c.Actions[a.Index])
	}
	c.template(e.Question)
	c.template(e.Told)
	if !e.Automatic {
		return
	}
	switch {
	case e.Entry != nil:
	case e.Edge != program.Itself:
		c.defineEdge(e)
	case e.Name == "moment":
		c.Moment = e
	case e.Name == "turn":
		c.Turn = e
	case e.Name == "moves":
		c.Moves = e
	}
}

// defineEdge takes note of the start or the end of actions, of those of a kind, or of the encounter.
func (c *compiler) defineEdge(e *code.Event) {
	start := e.Edge == program.Start
	switch {
	case e.Acts != nil && start:
		c.Kinds[e.Acts.Index].Start = e
	case e.Acts != nil:
		c.Kinds[e.Acts.Index].End = e
	case e.Name == "action" && start:
		c.StartAction = e
	case e.Name == "action":
		c.EndAction = e
	case e.Name == "encounter" && start:
		c.StartEncounter = e
	case e.Name == "encounter":
		c.EndEncounter = e
	}
}

// hear works out which events do anything when they are announced, once all
// rules, resets and ends are known.
func (c *compiler) hear() {
	for _, k := range c.Kinds {
		for _, x := range k.Pools {
			for i := range x.Pool.Resets {
				r := &x.Pool.Resets[i]
				if r.On.Event != nil {
					e := c.Events[r.On.Event.Index]
					e.Resets = append(e.Resets, code.ResetOf{Field: x, Reset: r, Kind: k})
				}
			}
		}
	}
	c.hearEnds()
	c.listDerived(true)
	c.DerivedHeard = len(c.Derived)
	c.listDerived(false)
}

// listDerived appends the derived conditions that are heard, or that are not.
func (c *compiler) listDerived(heard bool) {
	for _, x := range c.Conditions {
		if x.Heard == heard && (x.Holds != nil || len(x.Parents) > 0) {
			c.Derived = append(c.Derived, x)
		}
	}
}

// hearEnds brings what is known of events, and of what end phrases read, up to date with all
// of these.
func (c *compiler) hearEnds() {
	c.EndsOn = make([][]bool, len(c.Events))
	c.HeardOf = make([]bool, len(c.Events))
	c.RollEnds = make([]bool, c.Labels.Len())
	c.EndReads, c.EndsRead = make([]deps.Mask, len(c.Untils)), 0
	for number, list := range c.Untils {
		for _, u := range list {
			c.hearUntil(u, number)
		}
		c.EndsRead |= c.EndReads[number]
	}
	c.RollHeard = slices.Clone(c.RollEnds)
	for label, rules := range c.RollRules {
		c.RollHeard[label] = c.RollHeard[label] || len(rules) > 0
	}
	for i, e := range c.Events {
		c.HeardOf[i] = c.EndsOn[i] != nil || len(e.Rules) > 0 || len(e.Resets) > 0 || len(e.Answers) > 0
	}
}

// hearUntil does so for an end phrase of a list.
func (c *compiler) hearUntil(u *code.Until, list int) {
	if u.When != nil {
		c.EndReads[list] |= u.Reads
	}
	if u.Trigger == nil {
		return
	}
	switch u.Trigger.Kind {
	case program.OnEvent:
		e := u.Trigger.Event.Index
		if c.EndsOn[e] == nil {
			c.EndsOn[e] = make([]bool, len(c.Untils))
		}
		c.EndsOn[e][list] = true
	case program.OnRolls:
		c.RollEnds[u.Trigger.Label] = true
	default:
		c.EndsBySettling = true
	}
}
