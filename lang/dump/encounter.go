package dump

import (
	"strconv"

	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
)

// Encounter returns what an encounter has become, without its ruleset: its things, its
// map, its script.
func Encounter(e *program.Encounter) []Part {
	d := &declarer{names: Names{Program: e.Program, Encounter: e}}
	d.part("", "encounter", func(w *writer) { w.encounter(e) })
	for _, t := range e.Things {
		d.part("things", t.Name, func(w *writer) { w.thingRow(t) })
	}
	if len(e.Decks) > 0 {
		d.part("", "decks", func(w *writer) {
			for _, x := range e.Decks {
				w.deckAt(x)
			}
		})
	}
	if e.Map != nil {
		d.part("", "map", func(w *writer) { w.ground(e.Map) })
	}
	if e.Entries != nil {
		d.part("", "entries", func(w *writer) { w.entries(e.Entries) })
	}
	if e.Setup != nil {
		d.part("", "setup", func(w *writer) { w.routine("setup", e.Setup, nil) })
	}
	if e.Carried != nil {
		d.part("", "carried", func(w *writer) { w.carried(e.Carried) })
	}
	if e.Script != nil {
		d.part("", "script", func(w *writer) { w.script("script", e.Script) })
	}
	if len(e.Laws) > 0 {
		d.part("", "laws", func(w *writer) {
			w.note("laws ", joined(e.Laws, func(name string) string { return name }))
		})
	}
	if len(e.Odds) > 0 {
		d.part("", "odds", func(w *writer) {
			for _, c := range e.Odds {
				label := "odds " + strconv.Quote(c.Name) + " "
				if c.Of != nil {
					label += c.Of.RatString() + " when "
				}
				w.formula(label, c.What)
			}
		})
	}
	for i, s := range e.After {
		name := "after " + strconv.Itoa(i+1)
		d.part("", name, func(w *writer) { w.script(name, s) })
	}
	return d.parts
}

func (w *writer) encounter(e *program.Encounter) {
	w.add(e.Span, "encounter ", strconv.Quote(e.Name), " ", strconv.Quote(e.Title))
	w.inside(func() {
		if e.Program != nil {
			w.note("ruleset ", e.Program.Name)
		}
		w.note("sides ", joined(e.Sides, func(s string) string { return s }))
		if e.Seeded {
			w.note("seed ", strconv.FormatUint(e.Seed, 10))
		}
		if e.Limit != 0 {
			w.note("limit ", number(e.Limit))
		}
		for i, id := range e.Covers {
			var at diag.Span
			if i < len(e.CoversAt) {
				at = e.CoversAt[i]
			}
			w.add(at, "covers ", id)
		}
	})
}

// thingRow adds a thing of the encounter.
func (w *writer) thingRow(t *program.Thing) {
	text := "thing " + strconv.Itoa(t.Index) + " " + t.Name + ": " + t.Kind.Name
	if t.Def != nil {
		text += " " + definition(t.Def)
	}
	if side, ok := nth(w.Encounter.Sides, t.Side, func(s string) string { return s }); ok {
		text += ", side " + side
	}
	if t.Place != nil {
		text += ", at " + w.point(*t.Place)
	}
	if t.Carrier >= 0 {
		text += ", carried by " + w.thing(t.Carrier)
	}
	switch {
	case t.Thinks:
		text += ", thinks ahead from tactic " + t.Tactic.Name
	case t.Tactic != nil:
		text += ", tactic " + t.Tactic.Name
	}
	w.add(t.Span, text)
	w.inside(func() {
		for i, v := range t.Values {
			w.value(t.Kind.Fields[i].Name, v)
		}
		for _, c := range t.Conditions {
			w.given(c)
		}
	})
}

// point returns a place: a zone by its name, another by its column and row.
func (w *writer) point(p program.Point) string {
	if m := w.Encounter.Map; m != nil {
		if zone, ok := nth(m.Zones, p.X, func(z *program.Zone) string { return "zones." + z.Name }); ok {
			return zone
		}
	}
	if s := w.Program.Space; s.Grid.Facts().Points {
		measure, _ := program.MeasureOf(s.Unit)
		return "[" + number(measure.Long(float64(p.X))) + ", " + number(measure.Long(float64(p.Y))) + "]"
	}
	return "[" + strconv.Itoa(p.X) + ", " + strconv.Itoa(p.Y) + "]"
}

// deckAt adds where the cards of a deck are that are not in its pile.
func (w *writer) deckAt(d program.GivenDeck) {
	w.add(d.Span, deck(d.Deck))
	w.inside(func() {
		for _, c := range d.Held {
			w.add(c.Span, "held: ", w.figure(d.Deck.Of, c.Card))
		}
		for _, c := range d.Discarded {
			w.add(c.Span, "discarded: ", w.figure(d.Deck.Of, c.Card))
		}
	})
}

func (w *writer) given(c *program.GivenCondition) {
	text := "has" + condition(c.Condition)
	if c.By >= 0 {
		text += " by " + w.thing(c.By)
	}
	w.add(c.Span, text, newFrame(w.Names, nil).with(c.With))
	if c.GoesOn != nil {
		w.inside(func() { w.goesOn(c.GoesOn) })
	}
}

// goesOn adds how a condition goes on that began before the encounter.
func (w *writer) goesOn(g *program.GoesOn) {
	f := newFrame(w.Names, nil)
	w.note("goes on as number ", strconv.Itoa(g.Number), ", age ", number(g.Age), ", left ", number(g.Left))
	if g.Own {
		w.note("ends as it says itself")
	}
	for _, u := range g.Until {
		w.until(f, u)
	}
	if g.Muted {
		w.note("suppressed, left ", number(g.MuteLeft))
	}
	w.untils(f, g.MuteUntil)
	w.entries(g.Entries)
}

// entries adds what stands on the agenda from the start.
func (w *writer) entries(list []*program.GivenEntry) {
	f := newFrame(w.Names, nil)
	for _, e := range list {
		keys := joined(e.Keys, number)
		w.add(e.Span, "entries.", e.Entry.Name, " of ", w.thing(e.Of), " at ", keys, f.with(e.With))
	}
}

func (w *writer) ground(m *program.Map) {
	w.add(m.Span, "map ", strconv.Itoa(m.Width), " by ", strconv.Itoa(m.Height))
	w.inside(func() {
		for y := 0; m.Terrain != nil && y < m.Height; y++ {
			w.note("row ", strconv.Itoa(y), ": ", joined(m.Terrain[y*m.Width:(y+1)*m.Width], definition))
		}
		for i, z := range m.Zones {
			text := "zone " + strconv.Itoa(i) + " " + z.Name + ", next "
			text += joined(z.Next, func(n int) string { return m.Zones[n].Name })
			if z.Terrain != nil {
				text += ", " + definition(z.Terrain)
			}
			w.note(text)
		}
	})
}

// carried adds what an encounter takes over from a state.
func (w *writer) carried(c *program.Carried) {
	w.add(c.Span, "carried from ", strconv.Quote(c.Kept.Encounter))
	pools := func(label string, list []program.CarriedPool) {
		for _, p := range list {
			w.add(p.Span, label, w.thing(p.Thing), ".", p.Field.Name)
		}
	}
	w.inside(func() {
		w.note("speaks of ", joined(c.Things, w.thing))
		for _, o := range c.Out {
			w.add(o.Span, "out: ", w.thing(o.Thing))
		}
		pools("sets ", c.Pools)
		pools("beyond its bounds: ", c.Beyond)
	})
}

func (w *writer) script(label string, s *program.Script) {
	if s.LooksBack {
		label += ", looks back"
	}
	w.add(s.Span, label)
	w.items(s.Items)
}

func (w *writer) items(list []program.ScriptItem) {
	w.inside(func() {
		for _, item := range list {
			w.item(item)
		}
	})
}

func (w *writer) item(item program.ScriptItem) {
	switch item := item.(type) {
	case *program.TurnItem:
		w.turn(item)
	case *program.DiceItem:
		for i := range item.Rolls {
			w.dice(&item.Rolls[i])
		}
	case *program.DrawItem:
		for i := range item.Draws {
			d := &item.Draws[i]
			w.add(d.Span, "draw ", deck(d.Deck), " of ", w.somebody(d.Who), ": ", w.figure(d.Deck.Of, d.Card))
		}
	case *program.ChoiceItem:
		text := "choice " + strconv.Quote(item.Name) + " of " + w.somebody(item.Who)
		if item.Refused {
			text += " refused"
		}
		w.add(item.Span, text)
		w.inside(func() {
			for _, f := range item.Value {
				w.formula("value", f)
			}
		})
	case *program.ExpectItem:
		w.formula("expect", item.If)
	case *program.AllPassItem:
		w.add(item.Span, "all pass")
	case *program.OthersPassItem:
		w.add(item.Span, "others pass")
	case *program.RestItem:
		w.add(item.Span, "the rest by tactics")
	case *program.WaitItem:
		w.formula("wait", item.Time)
	case *program.DoItem:
		w.routine("do", item.Do, nil)
	case *program.OverItem:
		w.add(item.Span, "over")
	}
}

// somebody returns the name of a thing; -1 is whoever is asked.
func (w *writer) somebody(i int) string {
	if i < 0 {
		return "whoever is asked"
	}
	return w.thing(i)
}

func (w *writer) turn(t *program.TurnItem) {
	text := w.somebody(t.Who) + ": "
	switch {
	case t.Action != nil:
		text += definition(t.Action.Def)
	case t.ByTactic:
		text += "by tactic"
	default:
		text += "pass"
	}
	if t.Event != nil {
		text += " at " + event(t.Event)
	}
	if t.Refused {
		text += ", refused because of " + strconv.Quote(t.Reason)
	}
	w.add(t.Span, text)
	w.inside(func() {
		for i, f := range t.With {
			w.formula("with "+paramName(t.Action, i), f)
		}
	})
	w.items(t.Body)
}

func (w *writer) dice(r *program.ScriptedRoll) {
	text := "dice"
	if r.Label != "" {
		text += " " + strconv.Quote(r.Label)
	}
	if r.Who >= 0 {
		text += " of " + w.thing(r.Who)
	}
	w.add(r.Span, text, ": ", joined(r.Faces, strconv.Itoa))
	w.inside(func() { w.formula("of", r.Of) })
}
