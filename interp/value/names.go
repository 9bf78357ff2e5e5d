package value

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/rulec/rulec/interp/board"
	"github.com/rulec/rulec/interp/dice"
	"github.com/rulec/rulec/interp/number"
	"github.com/rulec/rulec/lang/program"
)

// Names formats the values of one encounter as stories and messages show
// them: by titles, if there are any.
type Names struct {
	Program   *program.Program
	Encounter *program.Encounter
	Board     *board.Board
	Lists     *Lists
	Dice      *Dice
	// Condition returns the condition of an instance, Action the action of an act; nil means that
	// it is none, or gone.
	Condition func(instance float64) *program.Condition
	Action    func(act float64) *program.Action
	// Proper is set to show a combatant without a title by its name with capitals, as a
	// story does: Old Mort for old_mort.
	Proper bool
	// Notation is how dice are written.
	Notation dice.Notation
}

// Thing returns the displayed name of a thing by its number, from 1; 0 is the scene.
func (n *Names) Thing(thing board.Thing) string {
	if thing < 1 || int(thing) > len(n.Encounter.Things) {
		return "the scene"
	}
	t := n.Encounter.Things[thing-1]
	inWords := strings.ReplaceAll(t.Name, "_", " ")
	switch {
	case n.Proper && t.Kind == n.Program.Creature && (t.Title == "" || t.Title == inWords):
		return properName(inWords)
	case t.Title != "":
		return t.Title
	}
	return t.Name
}

// properName returns a name with capitals.
func properName(name string) string {
	words := strings.Split(name, " ")
	for i, w := range words {
		r, size := utf8.DecodeRuneInString(w)
		words[i] = string(unicode.ToUpper(r)) + w[size:]
		if size == 0 {
			words[i] = ""
		}
	}
	return strings.Join(words, " ")
}

// Roller returns the displayed name of a roller by its number in the dice source: things, then sides,
// then the scene.
func (n *Names) Roller(roller dice.Roller) string {
	things, i := len(n.Encounter.Things), int(roller)
	switch {
	case i < things:
		return n.Thing(board.Thing(i + 1))
	case i < things+len(n.Encounter.Sides):
		return "side " + n.Encounter.Sides[i-things]
	}
	return "the scene"
}

// Place returns the displayed name of a place.
func (n *Names) Place(p board.Place) string { return n.Board.Name(p) }

// Show returns a value as stories and messages show it. References to things that
// don't exist are shown as none.
func (n *Names) Show(v float64, t program.Type) string {
	switch t.Kind {
	case program.Number, program.Unknown:
		if v == program.Absent {
			return "none"
		}
		return number.Format(v)
	case program.Bool:
		if v != 0 {
			return "true"
		}
		return "false"
	case program.Dice:
		return n.Dice.Of(v).In(n.Notation)
	case program.List:
		return n.list(n.Lists.Of(v), t)
	}
	if v == 0 {
		return "none"
	}
	if text, ok := n.reference(int(v)-1, t); ok {
		return text
	}
	return "none"
}

func (n *Names) list(items []float64, t program.Type) string {
	elem := program.Type{}
	if t.Elem != nil {
		elem = *t.Elem
	}
	texts := make([]string, len(items))
	for i, x := range items {
		texts[i] = n.Show(x, elem)
	}
	if len(texts) == 0 {
		return "nothing"
	}
	return strings.Join(texts, ", ")
}

// reference returns the title of the target of a reference with index i.
func (n *Names) reference(i int, t program.Type) (string, bool) {
	p := n.Program
	switch t.Kind {
	case program.Text:
		return Nth(p.Texts, i, func(s string) string { return s })
	case program.ThingType:
		return Nth(n.Encounter.Things, i, func(*program.Thing) string { return n.Thing(board.Thing(i + 1)) })
	case program.Definition:
		if t.Of == nil {
			return Nth(p.Actions, i, func(a *program.Action) string { return TitleOf(&a.Def.Decl) })
		}
		return Nth(t.Of.Defs, i, func(d *program.Def) string { return TitleOf(&d.Decl) })
	case program.Step:
		return Nth(t.Scale.Steps, i, func(s *program.ScaleStep) string { return TitleOf(&s.Decl) })
	case program.ConditionName:
		return Nth(p.Conditions, i, func(c *program.Condition) string { return TitleOf(&c.Decl) })
	case program.EventName:
		return Nth(p.Events, i, func(e *program.Event) string { return TitleOf(&e.Decl) })
	case program.EntryName:
		return Nth(p.Time.Entries, i, func(e *program.Entry) string { return TitleOf(&e.Decl) })
	case program.Choice:
		return Nth(t.Param.Choices, i, func(s string) string { return s })
	case program.Side:
		return Nth(n.Encounter.Sides, i, func(s string) string { return s })
	case program.Place:
		return n.Place(board.Place(i + 1)), true
	case program.Direction:
		return n.Board.DirectionName(i), true
	case program.Instance:
		if c := n.Condition(float64(i + 1)); c != nil {
			return TitleOf(&c.Decl), true
		}
	case program.Act:
		if a := n.Action(float64(i + 1)); a != nil {
			return TitleOf(&a.Def.Decl), true
		}
	case program.Plan:
		if a := n.Planned(float64(i + 1)); a != nil {
			return TitleOf(&a.Def.Decl), true
		}
	}
	return "", false
}

// Planned returns the action of a plan; nil for none.
func (n *Names) Planned(plan float64) *program.Action {
	cells := n.Lists.Of(plan)
	if len(cells) == 0 {
		return nil
	}
	return n.Program.Actions[int(cells[PlanAction])-1]
}

// Nth returns the text of the i-th element of a list; false if there is none.
func Nth[T any](list []T, i int, text func(T) string) (string, bool) {
	if i < 0 || i >= len(list) {
		return "", false
	}
	return text(list[i]), true
}

// TitleOf returns the displayed name of a declaration: its title, else its name in words.
func TitleOf(d *program.Decl) string {
	if d.Title != "" {
		return d.Title
	}
	return strings.ReplaceAll(d.Name, "_", " ")
}
