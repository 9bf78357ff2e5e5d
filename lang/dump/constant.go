package dump

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/rulec/rulec/lang/program"
)

// number returns a number as formulas have it.
func number(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }

// constant returns what a constant stands for.
func (n Names) constant(x *program.Expr) string {
	switch {
	case x.Label != "": // the name of a roll
		return strconv.Quote(x.Label)
	case x.Type.Kind == program.Number || x.Type.Kind == program.Unknown:
		return number(x.Num)
	case x.Type.Kind == program.Bool:
		return strconv.FormatBool(x.Num != 0)
	case x.Num == 0:
		return "none"
	}
	i := int(x.Num) - 1
	if text, ok := n.ofType(i, x.Type); ok {
		return text
	}
	if text, ok := n.ofProgram(i, x.Type); ok {
		return text
	}
	return strings.ReplaceAll(typeText(x.Type), " ", "_") + "#" + strconv.Itoa(i)
}

// ofType names the i-th value of a type that says itself which there are.
func (n Names) ofType(i int, t program.Type) (string, bool) {
	switch {
	case t.Kind == program.Definition && t.Of != nil:
		return nth(t.Of.Defs, i, definition)
	case t.Kind == program.Step:
		return nth(t.Scale.Steps, i, func(s *program.ScaleStep) string { return t.Scale.Name + "." + s.Name })
	case t.Kind == program.Choice:
		return nth(t.Param.Choices, i, func(s string) string { return t.Param.Name + "." + s })
	}
	return "", false
}

// definition returns PLURAL.NAME.
func definition(d *program.Def) string {
	if d == nil {
		return "none"
	}
	return d.Kind.Plural + "." + d.Name
}

// ofProgram names the i-th value of a type whose values the ruleset or the encounter
// lists.
func (n Names) ofProgram(i int, t program.Type) (string, bool) {
	if p := n.Program; p != nil {
		switch t.Kind {
		case program.Text:
			return nth(p.Texts, i, strconv.Quote)
		case program.Definition:
			return nth(p.Actions, i, func(a *program.Action) string { return definition(a.Def) })
		case program.ConditionName:
			return nth(p.Conditions, i, func(c *program.Condition) string { return "conditions." + c.Name })
		case program.EventName:
			return nth(p.Events, i, event)
		case program.EntryName:
			return nth(p.Time.Entries, i, func(e *program.Entry) string { return "entries." + e.Name })
		}
	}
	if e := n.Encounter; e != nil {
		switch {
		case t.Kind == program.ThingType:
			return n.thing(i), true
		case t.Kind == program.Side:
			return nth(e.Sides, i, func(s string) string { return "sides." + s })
		case t.Kind == program.Place && e.Map != nil:
			return nth(e.Map.Zones, i, func(z *program.Zone) string { return "zones." + z.Name })
		}
	}
	return "", false
}

// thing returns what a thing of the encounter is called; -1 is nobody.
func (n Names) thing(i int) string {
	if n.Encounter != nil && i >= 0 && i < len(n.Encounter.Things) {
		return "things." + n.Encounter.Things[i].Name
	}
	return fmt.Sprintf("things#%d", i)
}

// event returns events.NAME, or what an automatic one around something is called:
// "start of turn".
func event(e *program.Event) string {
	switch e.Edge {
	case program.Start:
		return "start of " + e.Name
	case program.End:
		return "end of " + e.Name
	}
	return "events." + e.Name
}

func deck(d *program.Deck) string { return "decks." + d.Name }

// nth returns the text of the i-th element of a list; false where there is none.
func nth[T any](list []T, i int, text func(T) string) (string, bool) {
	if i < 0 || i >= len(list) {
		return "", false
	}
	return text(list[i]), true
}
