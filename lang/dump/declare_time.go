package dump

import (
	"strconv"
	"strings"

	"github.com/rulec/rulec/lang/program"
)

// time adds a part for the clock and one for each of its entries.
func (d *declarer) time(t *program.Time) {
	if t == nil {
		return
	}
	d.part("", "time", func(w *writer) { w.clock(t) })
	for _, e := range t.Entries {
		d.part("entries", e.Name, func(w *writer) { w.entry(e) })
	}
}

func (w *writer) clock(t *program.Time) {
	text := "time, key " + strings.Join(t.Keys, ", ")
	if t.Unit != "" {
		text += ", unit " + strconv.Quote(t.Unit)
	}
	if t.EveryoneDue {
		text += ", personal"
	}
	if t.Limit != 0 {
		text += ", limit " + number(t.Limit)
	}
	w.add(t.Span, text)
	w.inside(func() {
		w.routine("start", t.Start, nil)
		w.formula("out", t.Out)
		w.formula("over", t.Over)
		w.formula("winner", t.Winner)
	})
}

func (w *writer) entry(e *program.Entry) {
	text := "entry " + e.Name + ", phase " + number(e.Phase)
	if e.Together {
		text += ", together"
	}
	w.add(e.Span, text+", "+counted(e.Cells, "cell"))
	w.fields("field", e.Fields)
	w.inside(func() {
		w.formula("order", e.Order)
		w.requirements(e.Requires)
		f := w.routine("declare", e.Declare, nil)
		w.routine("do", e.Do, f)
		w.template("told", e.Told)
	})
}

func (w *writer) space(s *program.Space) {
	grid := s.Grid.Facts()
	text := "space, " + grid.Name + ", unit " + number(s.Unit)
	if s.UnitName != "" {
		text += " " + strconv.Quote(s.UnitName)
	}
	if s.Diagonals != "" {
		text += ", diagonals " + s.Diagonals
	}
	if grid.Diagonals {
		text += ", corners " + s.Corners
	}
	w.add(s.Span, text)
	w.inside(func() {
		w.formula("footprint", s.Footprint)
		w.formula("fits", s.Fits)
		w.formula("cost", s.Cost)
		w.formula("enters", s.Enters)
		w.formula("blocks", s.Blocks)
	})
}

func (w *writer) tactic(t *program.Tactic) {
	w.add(t.Span, "tactic ", t.Name)
	w.inside(func() {
		for _, r := range t.Rules {
			w.tacticRule(r)
		}
	})
}

func (w *writer) tacticRule(r *program.TacticRule) {
	text := "choice " + strconv.Quote(r.Choice)
	if r.Event != nil {
		text = event(r.Event)
	}
	switch {
	case len(r.Does) == 1:
		text += ": " + definition(r.Does[0].Action.Def)
	case len(r.Does) > 1:
		text += ": one of several"
	case r.Value == nil:
		text += ": pass"
	}
	w.add(r.Span, text)
	w.inside(func() {
		w.formula("if", r.If)
		for _, does := range r.Does {
			if len(r.Does) == 1 {
				w.tacticAction(does)
				continue
			}
			w.note(definition(does.Action.Def))
			w.inside(func() { w.tacticAction(does) })
		}
		label := "value"
		if r.Scores {
			label = "scored by"
		}
		w.formula(label, r.Value)
	})
}

func (w *writer) tacticAction(d *program.TacticAction) {
	for i, f := range d.With {
		w.formula("with "+paramName(d.Action, i), f)
	}
	w.formula("best", d.Best)
	for i, tried := range d.Tries {
		if tried {
			w.note("tries ", paramName(d.Action, i))
		}
	}
}

// paramName returns the name of the i-th parameter of an action.
func paramName(a *program.Action, i int) string {
	if a != nil && i < len(a.Params) {
		return a.Params[i].Name
	}
	return strconv.Itoa(i)
}

func (w *writer) law(l *program.Law) {
	w.add(l.Span, "law "+l.Name)
	w.inside(func() {
		switch {
		case l.BuiltIn != program.OwnLaw:
			w.note("of every ruleset")
		case l.For == nil:
			w.note("for the scene")
		default:
			w.note("for ", l.For.Name)
		}
		if len(l.During) > 0 {
			w.note("during ", joined(l.During, func(a *program.Action) string { return a.Def.Name }))
		}
		if l.Alone {
			w.note("alone")
		}
		w.formula("if", l.If)
		for _, n := range l.Before {
			w.formula("before "+n.Name, n.Value)
		}
		if l.Suppose != nil {
			w.routine("suppose", l.Suppose, nil)
		}
		for _, n := range l.Without {
			w.formula("without "+n.Name, n.Value)
		}
		w.formula("holds", l.Holds)
	})
}

func (w *writer) reports(r *program.Reports) {
	w.add(r.Span, "reports")
	w.inside(func() {
		if len(r.Health) > 0 {
			w.note("health ", joined(r.Health, func(f *program.Field) string { return f.Name }))
		}
		if len(r.Failed) > 0 {
			w.note("failed ", joined(r.Failed, event))
		}
		w.formula("stands", r.Stands)
		for _, x := range r.Shown {
			w.formula("show "+x.Name, x.Value)
		}
	})
}
