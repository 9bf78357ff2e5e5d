package dump

import (
	"github.com/rulec/rulec/lang/diag"
	"strconv"
	"strings"

	"github.com/rulec/rulec/lang/program"
)

// things and slots are the fields with numbers of things of the encounter, and of locals.
var (
	things = []string{"Carrier", "By", "Who", "Of", "Thing"}
	slots  = []string{"Slot", "Second"}
)

// silent are the fields that are printed without their names.
var silent = []string{
	"Roll.Slot", "Roll.Own", "Choose.Slot", "Choose.Own", "Draw.Slot", "Draw.Own", "Discard.What", "Perform.Action", "Perform.Act", "Pay.Pool",
	"Apply.Named", "EndCondition.Named", "Move.What", "Carry.What", "If.Cond", "While.Cond", "For.Slot", "For.Second", "Roll.Test",
	"Trigger.Kind", "Trigger.Event", "Trigger.Whose", "ActParam.Candidates", "Space.Grid", "Channel.Reduce", "Cost.Pool", "Ban.Action",
	"If.Then", "For.Body", "While.Body", "Afterwards.Body", "TacticAction.Action",
}

// texts print fields that need other words than their value, on the line of their struct; lists print
// those that need several lines.
var (
	texts map[string]func(*writer, any) string
	lists map[string]func(*writer, any)
)

func init() { // not in the declaration: the functions print structs, and so refer to it
	texts = map[string]func(*writer, any) string{
		"Field.Cells":        text(cells),
		"Param.Value":        text(paramValue),
		"Condition.All":      text(holdsWith),
		"Contribution.Role":  text(func(_ *writer, c *program.Contribution) string { return "as " + c.To.Of[c.Role].Name }),
		"Thing.Side":         text(side),
		"Zone.Next":          text(next),
		"Carried.Things":     text(func(w *writer, c *program.Carried) string { return "things " + joined(c.Things, w.thing) }),
		"ScriptedDraw.Card":  text(func(w *writer, d *program.ScriptedDraw) string { return "card " + w.figure(d.Deck.Of, d.Card) }),
		"Choose.Where":       text(func(w *writer, s *program.Choose) string { return w.where(s.Each, s.Where) }),
		"EndCondition.Where": text(func(w *writer, s *program.EndCondition) string { return w.where(s.Each, s.Where) }),
	}
	lists = map[string]func(*writer, any){
		"Contribution.Amounts": list(amounts),
		"Def.Values":           list(func(w *writer, d *program.Def) { w.values(d.Kind, d.Values) }),
		"Thing.Values":         list(func(w *writer, t *program.Thing) { w.values(t.Kind, t.Values) }),
		"TacticAction.With":    list(choices),
		"TurnItem.With":        list(func(w *writer, t *program.TurnItem) { w.arguments(t.Action, t.With) }),
		"Quantity.Value":       list(func(w *writer, q *program.Quantity) { w.add(q.Value.Span, "value", w.Formula(q.Value)) }), // see listing
		"Quantity.By":          list(contributions),
		"Table.Rows":           list(rowsOf),
		"Map.Terrain":          list(terrain),
		"Encounter.Covers":     list(covers),
		"Entry.Do":             list(stages),
		"GivenDeck.Held":       list(func(w *writer, d *program.GivenDeck) { w.cards("held ", d.Deck, d.Held) }),
		"GivenDeck.Discarded":  list(func(w *writer, d *program.GivenDeck) { w.cards("discarded ", d.Deck, d.Discarded) }),
	}
}

func text[T any](write func(*writer, *T) string) func(*writer, any) string {
	return func(w *writer, owner any) string { return write(w, owner.(*T)) }
}

func list[T any](write func(*writer, *T)) func(*writer, any) {
	return func(w *writer, owner any) { write(w, owner.(*T)) }
}

func cells(_ *writer, f *program.Field) string {
	switch f.Cells {
	case 0:
		return ""
	case 1:
		return "cell " + strconv.Itoa(f.Cell)
	}
	return "cells " + strconv.Itoa(f.Cell) + ".." + strconv.Itoa(f.Cell+f.Cells-1)
}

func paramValue(w *writer, p *program.Param) string {
	switch {
	case p.Dice != nil:
		return ""
	case p.Value == p.Default:
		return "is " + w.figure(p.Type, p.Value)
	}
	return "is " + w.figure(p.Type, p.Value) + ", by default " + w.figure(p.Type, p.Default)
}

// holdsWith returns the conditions that hold with one, except itself.
func holdsWith(_ *writer, c *program.Condition) string {
	if len(c.All) < 2 {
		return ""
	}
	return "holds with " + joined(c.All[1:], func(c *program.Condition) string { return "conditions." + c.Name })
}

func side(w *writer, t *program.Thing) string {
	if t.Side < 0 || w.Encounter == nil {
		return ""
	}
	return w.figure(program.Type{Kind: program.Side}, float64(t.Side+1))
}

func next(w *writer, z *program.Zone) string {
	return "next " + joined(z.Next, func(i int) string { return w.figure(program.Type{Kind: program.Place}, float64(i+1)) })
}

// choices prints the parameters that a line of a tactic fixes, and those that it tries although they
// have a default.
func choices(w *writer, d *program.TacticAction) {
	w.arguments(d.Action, d.With)
	for i, tried := range d.Tries {
		if tried {
			w.add(diag.Span{}, "tries ", paramName(d.Action, i))
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

func (w *writer) arguments(a *program.Action, with []*program.Formula) {
	for i, f := range with {
		w.formula("with "+paramName(a, i), f)
	}
}

func amounts(w *writer, c *program.Contribution) {
	for _, a := range c.Amounts {
		name := "channel#" + strconv.Itoa(a.Channel)
		if a.Channel < len(c.To.Channels) {
			name = c.To.Channels[a.Channel].Name
		}
		w.formula("to "+name, a.Value)
	}
}

// contributions writes where the contributions to a quantity are declared.
func contributions(w *writer, q *program.Quantity) {
	for role, list := range q.By {
		for _, c := range list {
			w.add(c.Span, "from ", Owner(c), " as ", q.Of[role].Name)
		}
	}
}

// values writes the values of the fields of a thing or a definition.
func (w *writer) values(k *program.Kind, list []*program.Value) {
	for i, v := range list {
		w.value(k.Fields[i].Name, v)
	}
}

// value writes the value of a field, unless it has none.
func (w *writer) value(label string, v *program.Value) {
	if v == nil {
		return
	}
	if v.Expr != nil {
		w.add(v.Expr.Span, label, " = ", w.expr(v.Expr))
		w.inside(func() { w.own(v.Expr) })
	}
	w.formula(label, v.Formula)
	w.routine(label, v.Routine, nil)
	if v.Expr == nil && v.Formula == nil && v.Routine == nil && len(v.Map) == 0 {
		w.add(diag.Span{}, label, " = []") // an empty map
	}
	for i := range v.Map {
		key := "[]"
		if v.Map[i].Key != nil {
			key = "[" + w.expr(v.Map[i].Key) + "]"
		}
		w.value(label+key, &v.Map[i].Value)
	}
}

// own writes how the things in a value differ from their definitions.
func (w *writer) own(x *program.Expr) {
	for e := range x.All() {
		if e.Own != nil {
			w.add(e.Span, "a ", w.expr(e), " of its own ", strconv.Quote(e.Own.Title))
			w.inside(func() { w.values(e.Type.Of, e.Own.Values) })
		}
	}
}

// rowsOf writes the rows of a table: the keys of each, and its values.
func rowsOf(w *writer, t *program.Table) {
	for _, r := range t.Rows {
		keys := make([]string, len(r.Ranges))
		for i, x := range r.Ranges {
			keys[i] = w.keys(t.Keys[i].Type, x)
		}
		w.add(r.Span, strings.Join(keys, ", "), ": ", w.list(r.Values))
	}
}

// keys returns the values of a key that a row is for.
func (w *writer) keys(t program.Type, r program.Range) string {
	switch low := w.figure(t, r.Low); {
	case r.Any:
		return "any"
	case r.Low == r.High:
		return low
	default:
		return low + ".." + w.figure(t, r.High)
	}
}

func terrain(w *writer, m *program.Map) {
	for y := range m.Height {
		w.add(diag.Span{}, "row ", strconv.Itoa(y), ": ", joined(m.Terrain[y*m.Width:(y+1)*m.Width], definition))
	}
}

func covers(w *writer, e *program.Encounter) {
	for i, id := range e.Covers {
		var at diag.Span
		if i < len(e.CoversAt) {
			at = e.CoversAt[i]
		}
		w.add(at, "covers ", id)
	}
}

// stages writes both programs of an entry: the second continues with the locals of the first.
func stages(w *writer, e *program.Entry) {
	frame := w.routine("declare", e.Declare, nil)
	w.routine("do", e.Do, frame)
}

// cards writes the cards of a deck that aren't in its pile.
func (w *writer) cards(label string, d *program.Deck, list []program.GivenCard) {
	for _, c := range list {
		w.add(c.Span, label, w.figure(d.Of, c.Card))
	}
}
