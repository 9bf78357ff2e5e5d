package types

import (
	"slices"

	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
	"github.com/rulec/rulec/lang/syntax"
)

// Trigger checks the phrase that a rule or a reset waits for.
func (c *Checker) Trigger(f diag.Fragment, e Env) *program.Trigger {
	t := parsed(c, syntax.ParseTrigger, f)
	if t == nil {
		return nil
	}
	return c.triggerOf(t, e)
}

// kindsOf has the kind of trigger for each verb.
var kindsOf = map[syntax.Change]program.TriggerKind{
	syntax.Happens: program.OnEvent, syntax.Moves: program.OnEvent, syntax.Acts: program.OnEvent,
	syntax.Begins: program.OnBegins, syntax.Ends: program.OnEnds, syntax.Becomes: program.OnBecomes, syntax.Loses: program.OnLoses,
	syntax.Rises: program.OnRises, syntax.Falls: program.OnFalls, syntax.Changes: program.OnChanges, syntax.Rolls: program.OnRolls,
}

// triggerOf is Trigger for a parsed phrase.
func (c *Checker) triggerOf(t *syntax.Trigger, e Env) *program.Trigger {
	before := len(*c.List)
	out := &program.Trigger{Kind: kindsOf[t.Change], Span: t.At}
	if t.Change == syntax.Moves || t.Change == syntax.Happens && t.Event.Name == MovesEvent {
		c.NeedSpace(`"moves"`, t.At)
	}
	switch t.Change {
	case syntax.Happens:
		out.Event = c.phraseEvent(t)
	case syntax.Begins, syntax.Ends:
		if e.Condition == nil {
			c.List.Errorf(CodePhraseTarget, t.At, "%q can only be used in a rule of a condition", t.At.Text()).
				WithHint("to wait for the condition of any creature, write anyone becomes CONDITION")
		}
		out.Condition, out.Whose = e.Condition, program.Selfs
		return c.unless(before, out)
	case syntax.Rises, syntax.Falls, syntax.Changes:
		c.watched(t, e, out)
		return c.unless(before, out)
	case syntax.Becomes, syntax.Loses:
		out.Condition = declared(c, c.Conditions, t.Event, CodeUnknownCondition, "condition", ConditionType)
	case syntax.Rolls:
		out.Label = t.Event.Name
		c.waits = append(c.waits, out)
	case syntax.Moves:
		if out.Event = c.Events[MovesEvent]; out.Event == nil {
			c.List.Errorf(CodeUnknownEvent, t.At, "nothing moves in this ruleset")
		}
	case syntax.Acts:
		out.Event = c.edges[edge{program.Start, "action"}]
	}
	c.whose(t, e, out)
	return c.unless(before, out)
}

// unless returns nil if an error has been reported since before.
func (c *Checker) unless(before int, out *program.Trigger) *program.Trigger {
	if (*c.List)[before:].HasErrors() {
		return nil
	}
	return out
}

// phraseEvent returns the event of `hurt of x`, `start of turn of x`, `end of action`.
func (c *Checker) phraseEvent(t *syntax.Trigger) *program.Event {
	name := t.Event.Name
	if t.Moment == syntax.At {
		if e := c.Events[name]; e != nil {
			c.Uses.Add(t.Event.Span, e.Span, EventNameType)
			return e
		}
		d := c.List.Errorf(CodeUnknownEvent, t.Event.Span, "unknown event %q", name)
		switch {
		case c.Agenda[name] != nil:
			d.WithHint("wait for the start or the end of an entry: start of %s, end of %s", name, name)
		case c.Conditions[name] != nil:
			d.WithHint("wait for a condition with: self becomes %s, self loses %s", name, name)
		default:
			d.MeanOneOf(name, keys(c.Events))
		}
		return nil
	}
	which, word := program.Start, "start"
	if t.Moment == syntax.EndOf {
		which, word = program.End, "end"
	}
	if e := c.edges[edge{which, name}]; e != nil {
		if entry := c.Agenda[name]; entry != nil {
			c.Uses.Add(t.Event.Span, entry.Span, entryNameT)
		}
		return e
	}
	d := c.List.Errorf(CodeUnknownEvent, t.Event.Span, "nothing called %q has %s", name, WithArticle(word))
	var names []string
	for known := range c.edges {
		if known.which == which {
			names = append(names, known.name)
		}
	}
	slices.Sort(names)
	action := slices.IndexFunc(c.Defs[name], func(d *program.Def) bool { return d.Kind.Acts })
	switch {
	case action >= 0:
		kind := c.Defs[name][action].Kind.Name
		d.WithHint("%s is %s: wait for the %s of %s, and ask under if: mine(self).action == %s", name, WithArticle(kind), word, kind, name)
	case d.MeanOneOf(name, names):
	case c.Events[name] != nil:
		d.WithHint("%s is an event, a moment, and is written alone; what has %s: %s", name, WithArticle(word), diag.JoinAnd(names))
	case c.Agenda[name+"_begins"] != nil:
		d.WithHint("each %s ends when the next one begins: write start of %s_begins", name, name)
	default:
		d.WithHint("entries of the clock, action and encounter have one: %s", diag.JoinAnd(names))
	}
	return nil
}

// whose determines whose event a trigger waits for.
func (c *Checker) whose(t *syntax.Trigger, e Env, out *program.Trigger) {
	switch of := t.Of.(type) {
	case nil:
		out.Whose = program.Anyones
		return
	case *syntax.Name:
		switch of.Name {
		case "self", "its":
			out.Whose = program.Selfs
			if of.Name == "self" && !hasLocal(e.Inputs, "self") {
				c.List.Errorf(CodeBareWord, of.Span(), `there is no "self"%s`, in(e.Where)).
					WithHint("for any creature, write it without of, or with of anyone")
			}
			return
		case "my":
			out.Whose = program.Bys
			return
		case "anyone":
			out.Whose = program.Anyones
			return
		}
	case *syntax.Member:
		if n, ok := of.X.(*syntax.Name); ok && n.Name == "it" && of.Name.Name == "by" && inputIs(e.Inputs, "it", program.Instance) {
			out.Whose = program.Bys
			return
		}
	}
	out.Whose = program.Another
	out.Of = c.FormulaOf(t.Of, e, anyThing)
}

func hasLocal(list []program.Local, name string) bool {
	return slices.ContainsFunc(list, func(l program.Local) bool { return l.Name == name })
}

func inputIs(list []program.Local, name string, kind program.TypeKind) bool {
	return slices.ContainsFunc(list, func(l program.Local) bool { return l.Name == name && l.Type.Kind == kind })
}

// watched checks `x.field rises`, `x.family[member] falls`.
func (c *Checker) watched(t *syntax.Trigger, e Env, out *program.Trigger) {
	e.Where = "the trigger"
	x := c.FormulaOf(t.Watched, e, UnknownType)
	if x == nil {
		return
	}
	read := x.Expr
	if read.Op == program.OpFamilyOf {
		c.List.Errorf(CodePhraseTarget, t.Watched.Span(), "%q is a family: which member?", Short(t.Watched.Span())).
			WithHint("write %s[..]", Short(t.Watched.Span()))
		return
	}
	if read.Op != program.OpField || read.Args[0].Type.Kind != program.ThingType {
		d := c.List.Errorf(CodePhraseTarget, t.Watched.Span(), "%q isn't a pool or field of a thing", Short(t.Watched.Span()))
		if read.Op == program.OpQuantity {
			d.WithHint("a quantity is computed on demand; wait for the pools and conditions that change it")
		}
		return
	}
	if k := read.Type.Kind; t.Change != syntax.Changes && k != program.Number && k != program.Step {
		c.List.Errorf(CodePhraseTarget, t.Watched.Span(), "%q is %s, which can't rise or fall", Short(t.Watched.Span()), InWords(read.Type)).
			WithHint("write %s changes", Short(t.Watched.Span()))
		return
	}
	out.Watched = read.Field
	if len(read.Args) > 1 {
		out.Member = &program.Formula{Expr: read.Args[1], Inputs: x.Inputs, Slots: x.Slots, Span: read.Args[1].Span}
	}
	owner := t.Watched
	if i, ok := owner.(*syntax.Index); ok {
		owner = i.X
	}
	if m, ok := owner.(*syntax.Member); ok {
		c.whose(&syntax.Trigger{At: t.At, Of: m.X}, e, out)
	}
}

// CheckLabels reports triggers that wait for a roll which no program makes. Texts
// count as labels, since they may be passed to a proc.
func (c *Checker) CheckLabels() {
	for _, t := range c.waits {
		c.CheckLabel(syntax.Ident{Name: t.Label, Span: t.Span})
	}
}

// IsLabel reports whether a roll can have this label, by its program or by a text that may
// be passed to a proc.
func (c *Checker) IsLabel(name string) bool {
	return c.labels[name] || slices.Contains(c.Prog.Texts, name)
}

// EventsOf returns the possible events of `event` when one of these has happened: nil
// unless each of them is an event.
func EventsOf(triggers []*program.Trigger) []*program.Event {
	var list []*program.Event
	for _, t := range triggers {
		if t == nil || t.Kind != program.OnEvent || t.Event == nil {
			return nil
		}
		if !slices.Contains(list, t.Event) {
			list = append(list, t.Event)
		}
	}
	return list
}

// Until checks an end phrase of a condition.
func (c *Checker) Until(f diag.Fragment, e Env) *program.Until {
	u := parsed(c, syntax.ParseUntil, f)
	if u == nil {
		return nil
	}
	out := &program.Until{Span: u.At}
	if u.Time != nil {
		if out.Time = c.FormulaOf(u.Time, e, NumberType); out.Time == nil {
			return nil
		}
		return out
	}
	return c.untilRest(u, e, out)
}

// CheckCounted reports ends with a count beyond the limit for one condition.
func (c *Checker) CheckCounted(list []*program.Until) {
	counted := 0
	for _, u := range list {
		if u != nil && u.Nth > 0 {
			if counted++; counted > program.MostCounted {
				c.List.Errorf(CodePhraseTarget, u.Span, "a condition can have at most %d ends that count", program.MostCounted)
				return
			}
		}
	}
}

// untilRest fills in an end that isn't a clock time.
func (c *Checker) untilRest(u *syntax.Until, e Env, out *program.Until) *program.Until {
	if u.When != nil {
		if out.When = c.FormulaOf(u.When, e, BoolType); out.When == nil {
			return nil
		}
		return out
	}
	if out.On = c.triggerOf(u.Trigger, e); out.On == nil {
		return nil
	}
	out.Next, out.Nth = u.Next, u.Nth
	if event := out.On.Event; event != nil && event.Edge == program.End && !u.Next && u.Nth == 0 {
		out.Running = true
	}
	return out
}

// untilOf checks the end phrase of an apply or end statement. A clock time is evaluated
// at the statement and may read the program's locals; the rest
// is tested later and reads only self, the bearer, and it, the instance.
func (r *programReader) untilOf(u *syntax.Until, of *program.Condition, bearer program.Type) *program.Until {
	out := &program.Until{Span: u.At}
	if u.Time != nil {
		out.Clock = r.value(u.Time, NumberType)
		return out
	}
	if bearer.Kind != program.ThingType {
		bearer = r.Creature()
	}
	e := Env{
		Where:     "an end, which can only read self (its carrier) and it (the instance)",
		Inputs:    []program.Local{{Name: "self", Type: bearer}, {Name: "it", Type: InstanceOf(of)}},
		Condition: of,
	}
	return r.untilRest(u, e, out)
}
