package dump

import (
	"strconv"
	"strings"

	"github.com/rulec/rulec/lang/program"
)

func (w *writer) kind(k *program.Kind) {
	text := "kind " + k.Name + ", plural " + k.Plural
	if k.Acts {
		text += ", actions"
	}
	if k.Stateful {
		text += ", " + counted(k.Cells, "cell") + " a thing"
	}
	w.add(k.Span, text)
	w.fields("field", k.Fields)
}

func (w *writer) fields(label string, fields []*program.Field) {
	w.inside(func() {
		for _, f := range fields {
			w.field(label, f)
		}
	})
}

func (w *writer) field(label string, f *program.Field) {
	text := label + " " + f.Name + ": " + typeText(f.Type)
	if f.Pool != nil {
		text += ", pool"
		if f.Pool.Up {
			text += ", up"
		}
	}
	if f.Family != nil {
		text += ", for each " + typeText(*f.Family)
	}
	switch {
	case f.Virtual:
		text += ", without a cell"
	case f.Cells == 1:
		text += ", cell " + strconv.Itoa(f.Cell)
	case f.Cells > 1:
		text += ", cells " + strconv.Itoa(f.Cell) + ".." + strconv.Itoa(f.Cell+f.Cells-1)
	}
	w.add(f.Span, text+f.Words(), quiet(f.Quiet))
	w.inside(func() {
		w.value("default", f.Default)
		w.template("told", f.Told)
		w.pool(f.Pool)
	})
}

func (w *writer) pool(p *program.Pool) {
	if p == nil {
		return
	}
	w.formula("min", p.Min)
	w.formula("max", p.Max)
	w.formula("start", p.Start)
	w.costs("instead", p.Instead)
	for _, r := range p.Resets {
		w.trigger("resets on ", r.On)
		w.inside(func() { w.formula("to", r.To) })
	}
	if len(p.Stack) > 0 {
		w.note("stack of ", joined(p.Stack, func(f *program.Field) string { return f.Name }))
	}
}

func joined[T any](list []T, text func(T) string) string {
	texts := make([]string, len(list))
	for i, x := range list {
		texts[i] = text(x)
	}
	return strings.Join(texts, ", ")
}

// value adds the value of a field, unless it has none.
func (w *writer) value(label string, v *program.Value) {
	if v == nil {
		return
	}
	if v.Expr != nil {
		w.add(v.Expr.Span, label, " = ", w.Expr(v.Expr))
		w.inside(func() { w.own(v.Expr) })
	}
	w.formula(label, v.Formula)
	w.routine(label, v.Routine, nil)
	if v.Expr == nil && v.Formula == nil && v.Routine == nil && len(v.Map) == 0 {
		w.note(label, " = []") // an empty map
	}
	for i := range v.Map {
		key := "[]"
		if v.Map[i].Key != nil {
			key = "[" + w.Expr(v.Map[i].Key) + "]"
		}
		w.value(label+key, &v.Map[i].Value)
	}
}

// own adds how the things of one's own in a value differ from their definitions.
func (w *writer) own(x *program.Expr) {
	for e := range x.All() {
		if e.Own == nil {
			continue
		}
		w.add(e.Span, "a ", w.Expr(e), " of its own ", strconv.Quote(e.Own.Title))
		w.inside(func() {
			for i, v := range e.Own.Values {
				w.value(e.Type.Of.Fields[i].Name, v)
			}
		})
	}
}

func (w *writer) costs(label string, list []program.Cost) {
	for _, c := range list {
		w.formula(label+" "+c.Pool.Name, c.Amount)
		w.inside(func() { w.formula("member", c.Member) })
	}
}

// template adds a text with values in it, which share their inputs, unless there is none.
func (w *writer) template(label string, t *program.Template) {
	if t == nil {
		return
	}
	text := ""
	for _, p := range t.Pieces {
		text += strings.ReplaceAll(p.Text, "{", "{{")
		if p.Value != nil {
			text += "{" + newFrame(w.Names, p.Value.Inputs).expr(p.Value.Expr) + "}"
		}
	}
	w.add(t.Span, label, " \"", text, "\"")
}

func (w *writer) requirements(list []*program.Requirement) {
	for _, r := range list {
		key := "requires"
		if r.Once {
			key = "when"
		}
		w.formula(key, r.If)
		w.inside(func() { w.template("because", r.Because) })
	}
}

func (w *writer) definition(d *program.Def) {
	w.add(d.Span, d.Kind.Name, " ", definition(d))
	w.inside(func() {
		for i, v := range d.Values {
			w.value(d.Kind.Fields[i].Name, v)
		}
		w.bodyOf(&d.Body)
		if d.Tactic != nil {
			w.note("tactic ", d.Tactic.Name)
		}
		if d.Action != nil {
			w.action(d.Action)
		}
	})
}

func (w *writer) action(a *program.Action) {
	w.note("action ", strconv.Itoa(a.Index))
	w.inside(func() {
		for _, p := range a.Params {
			w.actParam(p)
		}
		for _, f := range a.Running {
			w.field("running", f)
		}
		if len(a.Answers) > 0 {
			w.note("answers ", joined(a.Answers, event))
		}
		w.costs("cost", a.Costs)
		w.requirements(a.Requires)
		w.template("told", a.Told)
		w.routine("perform", a.Perform, nil)
		w.routine("ended", a.Ended, nil)
	})
}

func (w *writer) actParam(p *program.ActParam) {
	w.field("param", p.Field)
	w.inside(func() {
		w.note([...]string{
			program.AnyOf: "any of its type", program.OneOf: "one of a list", program.SomeOf: "some of a list",
			program.FromTo: "a whole number from low to high", program.PlaceWithin: "a place at most high away",
			program.PathUpTo: "a path at most high long",
		}[p.Candidates])
		w.formula("list", p.List)
		w.formula("low", p.Low)
		w.formula("high", p.High)
		w.formula("where", p.Where)
		w.formula("default", p.Default)
	})
}
