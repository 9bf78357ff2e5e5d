package dump

import (
	"strconv"
	"strings"

	"github.com/rulec/rulec/lang/program"
)

// bodyOf adds what conditions, rules and carried definitions contain.
func (w *writer) bodyOf(b *program.Body) {
	for _, c := range b.Modifies {
		w.contribution(c)
	}
	for _, x := range b.Forbids {
		w.ban(x)
	}
	for _, r := range b.Rules {
		w.rule(r)
	}
}

func (w *writer) contribution(c *program.Contribution) {
	w.add(c.Span, "modifies quantities.", c.To.Name, w.role(c.To, c.Role))
	w.inside(func() {
		w.formula("when", c.When)
		for _, a := range c.Amounts {
			name, ok := nth(c.To.Channels, a.Channel, func(c *program.Channel) string { return c.Name })
			if !ok {
				name = "channel#" + strconv.Itoa(a.Channel)
			}
			w.formula("to "+name, a.Value)
		}
	})
}

// role says as which participant of a quantity a bearer contributes.
func (w *writer) role(q *program.Quantity, role int) string {
	if name, ok := nth(q.Of, role, func(l program.Local) string { return l.Name }); ok {
		return " as " + name
	}
	return ""
}

func (w *writer) ban(b *program.Ban) {
	what := ""
	if b.Action != nil {
		what += " " + definition(b.Action.Def)
	}
	if b.Kind != nil {
		what += " all " + b.Kind.Plural
	}
	if b.Answering != nil {
		what += " answering " + event(b.Answering)
	}
	if b.Spending != nil {
		what += " spending " + b.Spending.Name
	}
	w.add(b.Span, "forbids", what)
	w.inside(func() {
		w.formula("when", b.When)
		w.template("because", b.Because)
	})
}

func (w *writer) quantity(q *program.Quantity) {
	w.add(q.Span, "quantity ", q.Name, "(", joined(q.Of, func(l program.Local) string { return l.Name + ": " + typeText(l.Type) }),
		") -> ", typeText(q.Gives))
	w.inside(func() {
		for _, c := range q.Channels {
			w.note("channel ", c.Name, ": ", reducers[c.Reduce], " of ", typeText(c.Type))
		}
		w.add(q.Value.Span, "value", w.Formula(q.Value))
		for role, list := range q.By {
			for _, c := range list {
				w.add(c.Span, "from ", contributor(c), w.role(q, role))
			}
		}
		if w.code == nil {
			return
		}
		w.note("instructions")
		w.inside(func() {
			for _, text := range w.code.ListingOf(q) {
				w.note(text)
			}
		})
	})
}

var reducers = [...]string{
	program.SumOf: "sum", program.MaxOf: "max", program.MinOf: "min", program.AnyIs: "any", program.CountOf: "count", program.LastOf: "last",
}

// contributor names whoever owns a contribution.
func contributor(c *program.Contribution) string {
	switch {
	case c.Condition != nil:
		return "conditions." + c.Condition.Name
	case c.Rule != nil:
		return "rules." + c.Rule.Name
	}
	return definition(c.Carried)
}

func (w *writer) condition(c *program.Condition) {
	w.add(c.Span, "condition ", c.Name, conditionNotes(c))
	w.fields("field", c.Fields)
	w.inside(func() {
		w.formula("while", c.While)
		names := func(label string, list []*program.Condition) {
			if len(list) > 0 {
				w.note(label, joined(list, func(c *program.Condition) string { return "conditions." + c.Name }))
			}
		}
		names("implies ", c.Implies)
		if len(c.All) > 1 {
			names("holds with ", c.All[1:])
		}
		names("implied by ", c.DerivedParents)
		for _, u := range c.Until {
			w.until(newFrame(w.Names, nil), u)
		}
		w.template("begins", c.Begins)
		w.template("stays", c.Stays)
		w.template("ends", c.Ends)
		w.bodyOf(&c.Body)
	})
}

// conditionNotes says what sort of condition it is.
func conditionNotes(c *program.Condition) string {
	text := ""
	if c.Bearer != nil {
		text += ", of " + c.Bearer.Name
	}
	if c.Group != "" {
		text += ", of the group " + c.Group
	}
	for _, note := range []struct {
		holds bool
		text  string
	}{
		{c.Each == program.PerInstance, ", acts for each instance"},
		{c.Replace, ", replaces"},
		{c.ByMatters, ", one by each"},
		{c.Apart, ", every one apart"},
		{c.Quiet, ", quiet"},
	} {
		if note.holds {
			text += note.text
		}
	}
	return text + ", " + counted(c.Cells, "cell")
}

func (w *writer) rule(r *program.Rule) {
	text := "rule " + r.Name
	if r.For != nil {
		text += ", for each " + r.For.Name
	}
	if r.Order != 0 {
		text += ", order " + number(r.Order)
	}
	w.add(r.Span, text)
	w.inside(func() {
		for _, t := range r.On {
			w.trigger("on ", t)
		}
		w.formula("if", r.If)
		w.routine("do", r.Do, nil)
		w.template("told", r.Told)
		w.bodyOf(&r.Body)
	})
}

func (w *writer) check(k *program.Check) {
	w.add(k.Span, "check ", k.Name, quiet(k.Quiet))
	w.fields("field", k.Fields)
	w.inside(func() {
		w.formula("margin", k.Margin)
		w.formula("success", k.Success)
		w.formula("degree", k.Degree)
		w.template("told", k.Told)
	})
}

func (w *writer) choice(c *program.NamedChoice) {
	w.add(c.Span, "choice ", c.Name, quiet(c.Quiet))
	w.inside(func() {
		w.template("question", c.Question)
		w.template("told", c.Told)
	})
}

func quiet(is bool) string {
	if is {
		return ", quiet"
	}
	return ""
}

func (w *writer) event(e *program.Event) {
	text := "event " + strings.TrimPrefix(event(e), "events.")
	if e.Of != nil {
		text += ", of " + e.Of.Name
	}
	for _, note := range []struct {
		holds bool
		text  string
	}{
		{e.Automatic, ", automatic"},
		{e.OncePerAct, ", once per action"},
		{e.Together, ", answers together"},
		{e.With, ", answers with the action"},
	} {
		if note.holds {
			text += note.text
		}
	}
	w.add(e.Span, text)
	w.fields("field", e.Fields)
	w.inside(func() {
		w.formula("asks", e.Asks)
		w.formula("order", e.Order)
		if len(e.Answers) > 0 {
			w.note("answered by ", joined(e.Answers, func(a *program.Action) string { return definition(a.Def) }))
		}
		w.template("question", e.Question)
		w.template("told", e.Told)
	})
}
