package interp

import (
	"strings"

	"github.com/rulec/rulec/interp/board"

	"github.com/rulec/rulec/interp/number"

	"github.com/rulec/rulec/lang/program"
)

// thing returns a thing of the encounter by its number, from 1.
func (m *Machine) thing(n int) *program.Thing { return m.encounter.Things[n-1] }

// title returns how a story calls a thing; 0 is the scene.
func (m *Machine) title(n int) string {
	if n < 1 || n > len(m.encounter.Things) {
		return "the scene"
	}
	t := m.thing(n)
	if t.Title != "" {
		return t.Title
	}
	return t.Name
}

// rollerTitle returns how a story calls whoever has a number in the dice source.
func (m *Machine) rollerTitle(roller int) string {
	things := len(m.encounter.Things)
	switch {
	case roller < things:
		return m.title(roller + 1)
	case roller < things+len(m.encounter.Sides):
		return "side " + m.encounter.Sides[roller-things]
	}
	return "the scene"
}

// turnEvent returns the event that `choose .. from can_do(x)` asks.
func (code *Code) turnEvent() *program.Event {
	if code.turn == nil {
		return nil
	}
	return code.turn.Event
}

// show returns a value as stories and messages show it: titles for what has one.
// A value that stands for nothing that exists is shown as none.
func (m *Machine) show(v float64, t program.Type) string {
	switch t.Kind {
	case program.Number, program.Unknown:
		return number.Format(v)
	case program.Bool:
		if v != 0 {
			return "true"
		}
		return "false"
	case program.Dice:
		return m.dice.of(v).String()
	case program.List:
		return m.showList(m.lists.of(v), t)
	}
	if v == 0 {
		return "none"
	}
	if text, ok := m.showReference(int(v)-1, t); ok {
		return text
	}
	return "none"
}

func (m *Machine) showList(items []float64, t program.Type) string {
	elem := program.Type{}
	if t.Elem != nil {
		elem = *t.Elem
	}
	texts := make([]string, len(items))
	for i, x := range items {
		texts[i] = m.show(x, elem)
	}
	if len(texts) == 0 {
		return "nothing"
	}
	return strings.Join(texts, ", ")
}

// showReference returns the title of what a reference with index i stands for.
func (m *Machine) showReference(i int, t program.Type) (string, bool) {
	p := m.code.Program
	switch t.Kind {
	case program.Text:
		return nth(p.Texts, i, func(s string) string { return s })
	case program.ThingType:
		return nth(m.encounter.Things, i, func(*program.Thing) string { return m.title(i + 1) })
	case program.Definition:
		if t.Of == nil {
			return nth(p.Actions, i, func(a *program.Action) string { return declTitle(&a.Def.Decl) })
		}
		return nth(t.Of.Defs, i, func(d *program.Def) string { return declTitle(&d.Decl) })
	case program.Step:
		return nth(t.Scale.Steps, i, func(s *program.ScaleStep) string { return declTitle(&s.Decl) })
	case program.ConditionName:
		return nth(p.Conditions, i, func(c *program.Condition) string { return declTitle(&c.Decl) })
	case program.EventName:
		return nth(p.Events, i, func(e *program.Event) string { return declTitle(&e.Decl) })
	case program.EntryName:
		return nth(p.Time.Entries, i, func(e *program.Entry) string { return declTitle(&e.Decl) })
	case program.Choice:
		return nth(t.Param.Choices, i, func(s string) string { return s })
	case program.Side:
		return nth(m.encounter.Sides, i, func(s string) string { return s })
	case program.Place:
		return m.placeName(board.Place(i + 1)), true
	case program.Direction:
		return m.board.DirectionName(i), true
	case program.Instance:
		if slot := m.instanceSlot(float64(i + 1)); slot != 0 {
			return declTitle(&m.instances[slot].condition.Decl), true
		}
	case program.Act:
		if a := m.actionOf(Act(i + 1)); a != nil {
			return declTitle(&a.Def.Decl), true
		}
	}
	return "", false
}

func nth[T any](list []T, i int, text func(T) string) (string, bool) {
	if i < 0 || i >= len(list) {
		return "", false
	}
	return text(list[i]), true
}

func declTitle(d *program.Decl) string {
	if d.Title != "" {
		return d.Title
	}
	return strings.ReplaceAll(d.Name, "_", " ")
}

func (m *Machine) placeName(p board.Place) string { return m.board.Name(p) }

// actionOf returns the action of an act; nil when the act is none or gone.
func (m *Machine) actionOf(a Act) *program.Action {
	i := m.actIndex(a)
	if i == 0 {
		return nil
	}
	return m.acts[i-1].action.Action
}
