package dump

import (
	"strconv"
	"strings"

	"github.com/rulec/rulec/lang/program"
)

// Program returns what a ruleset has become: a part for each declaration, in the order
// of the sections of the reference.
func Program(p *program.Program) []Part {
	return declarations(Names{Program: p})
}

// Code knows the instructions of a ruleset, a line each: those that an expression in a frame with
// so many locals comes to, and those of a quantity with all that contributes to it.
type Code interface {
	Listing(e *program.Expr, locals int) []string
	ListingOf(q *program.Quantity) []string
}

// Instructions returns the same as [Program], with the instructions below what they work out.
func Instructions(p *program.Program, code Code) []Part {
	return declarations(Names{Program: p, code: code})
}

func declarations(names Names) []Part {
	d, p := &declarer{names: names}, names.Program
	d.part("", "ruleset", func(w *writer) { w.header(p) })
	for _, x := range p.Params {
		d.part("params", x.Name, func(w *writer) { w.param(x) })
	}
	for _, s := range p.Scales {
		d.part("scales", s.Name, func(w *writer) { w.scale(s) })
	}
	for _, t := range p.Tables {
		d.part("tables", t.Name, func(w *writer) { w.table(t) })
	}
	for _, k := range p.Kinds {
		d.part("kinds", k.Name, func(w *writer) { w.kind(k) })
		for _, x := range k.Defs {
			d.part(k.Plural, x.Name, func(w *writer) { w.definition(x) })
		}
	}
	for _, q := range p.Quantities {
		d.part("quantities", q.Name, func(w *writer) { w.quantity(q) })
	}
	for _, c := range p.Conditions {
		d.part("conditions", c.Name, func(w *writer) { w.condition(c) })
	}
	for _, r := range p.Rules {
		d.part("rules", r.Name, func(w *writer) { w.rule(r) })
	}
	for _, x := range p.Procs {
		d.part("procs", x.Name, func(w *writer) { w.routine("proc "+x.Name, x.Routine, nil) })
	}
	for _, e := range p.Events {
		d.part("events", strings.TrimPrefix(event(e), "events."), func(w *writer) { w.event(e) })
	}
	for _, k := range p.Checks {
		d.part("checks", k.Name, func(w *writer) { w.check(k) })
	}
	for _, x := range p.Choices {
		d.part("choices", x.Name, func(w *writer) { w.choice(x) })
	}
	for _, x := range p.Decks {
		d.part("decks", x.Name, func(w *writer) { w.deck(x) })
	}
	d.time(p.Time)
	if p.Space != nil {
		d.part("", "space", func(w *writer) { w.space(p.Space) })
	}
	for _, t := range p.Tactics {
		d.part("tactics", t.Name, func(w *writer) { w.tactic(t) })
	}
	if p.Reports != nil {
		d.part("", "reports", func(w *writer) { w.reports(p.Reports) })
	}
	for _, l := range p.Laws {
		d.part("laws", l.Name, func(w *writer) { w.law(l) })
	}
	return d.parts
}

// declarer collects parts.
type declarer struct {
	names Names
	parts []Part
}

func (d *declarer) part(section, name string, write func(*writer)) {
	w := &writer{Names: d.names}
	write(w)
	d.parts = append(d.parts, Part{section, name, w.lines})
}

func (w *writer) header(p *program.Program) {
	w.note("ruleset ", p.Name, " ", p.Version, " ", strconv.Quote(p.Title))
	w.inside(func() {
		if p.Creature != nil {
			w.note("combatants are of kind ", p.Creature.Name)
		}
		if p.Terrain != nil {
			w.note("the ground is of kind ", p.Terrain.Name)
		}
		w.record("act", p.ActFields, p.ActCells)
		w.record("event", p.EventFields, p.EventCells)
	})
}

// record lists the fields that all acts, or all events, have room for.
func (w *writer) record(what string, fields []*program.Field, cells int) {
	w.note(what, ", ", counted(cells, "cell"))
	w.inside(func() {
		for _, f := range fields {
			w.note("cell ", strconv.Itoa(f.Cell), ": ", f.Name, ": ", typeText(f.Type))
		}
	})
}

func (w *writer) param(p *program.Param) {
	text := "param " + p.Name + ": " + typeText(p.Type) + " = "
	if p.Dice != nil {
		text += w.Expr(p.Dice)
	} else {
		text += w.figure(p.Type, p.Value)
		if p.Value != p.Default {
			text += ", by default " + w.figure(p.Type, p.Default)
		}
	}
	if len(p.Choices) > 0 {
		text += ", one of " + strings.Join(p.Choices, ", ")
	}
	w.add(p.Span, text)
}

// figure returns a value of a type.
func (n Names) figure(t program.Type, v float64) string {
	return n.constant(&program.Expr{Type: t, Num: v})
}

func (w *writer) scale(s *program.Scale) {
	ends := [...]string{program.ClampEnds: "clamp", program.NoneEnds: "none", program.ErrorEnds: "error"}
	w.add(s.Span, "scale ", s.Name, ", below ", ends[s.Below], ", above ", ends[s.Above])
	w.inside(func() {
		for _, c := range s.Columns {
			w.note("column ", c.Name, ": ", typeText(c.Type))
		}
		for i, step := range s.Steps {
			w.add(step.Span, strconv.Itoa(i), " ", step.Name, w.row(step.Values))
		}
	})
}

// row returns the values of a row behind a colon. A column without a value has a dash.
func (w *writer) row(values []*program.Expr) string {
	if len(values) == 0 {
		return ""
	}
	texts := make([]string, len(values))
	for i, x := range values {
		if texts[i] = "-"; x != nil {
			texts[i] = w.Expr(x)
		}
	}
	return ": " + strings.Join(texts, ", ")
}

func (w *writer) table(t *program.Table) {
	w.add(t.Span, "table ", t.Name)
	w.inside(func() {
		for _, k := range t.Keys {
			w.note("key ", k.Name, ": ", typeText(k.Type))
		}
		for _, c := range t.Columns {
			w.note("column ", strings.TrimPrefix(c.Name+": ", ": "), typeText(c.Type))
		}
		for _, r := range t.Rows {
			texts := make([]string, len(r.Ranges))
			for i, x := range r.Ranges {
				texts[i] = w.keys(t.Keys, i, x)
			}
			w.add(r.Span, strings.Join(texts, ", "), w.row(r.Values))
		}
	})
}

func (w *writer) deck(d *program.Deck) {
	empty := "shuffle"
	if d.StaysEmpty {
		empty = "none"
	}
	w.add(d.Span, "deck ", d.Name, " of ", typeText(d.Of), ", when empty ", empty, quiet(d.Quiet))
	w.inside(func() { w.formula("cards: ", d.Cards) })
}

// keys returns which values of the i-th key a row is for.
func (w *writer) keys(keys []program.Column, i int, r program.Range) string {
	t := program.Type{Kind: program.Number}
	if i < len(keys) {
		t = keys[i].Type
	}
	switch low := w.figure(t, r.Low); {
	case r.Any:
		return "any"
	case r.Low == r.High:
		return low
	default:
		return low + ".." + w.figure(t, r.High)
	}
}
