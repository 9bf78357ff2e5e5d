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
	// Places names a place, if that isn't [board.Board.Name].
	Places func(board.Place) string
	// Notation is how dice are written.
	Notation dice.Notation
}

// ForStory returns the names as a story shows them.
func (n *Names) ForStory() *Names {
	shown := *n
	shown.Proper = true
	return &shown
}

// Thing returns the displayed name of a thing by its number, from 1; 0 is the scene.
func (n *Names) Thing(thing board.Thing) string {
	if thing < 1 || int(thing) > len(n.Encounter.Things) {
		return "the scene"
	}
	t := n.Encounter.Things[thing-1]
	inWords := InWords(t.Name)
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
		words[i] = Capital(w)
	}
	return strings.Join(words, " ")
}

// Capital returns a text with its first letter in upper case.
func Capital(text string) string {
	r, size := utf8.DecodeRuneInString(text)
	if size == 0 {
		return ""
	}
	return string(unicode.ToUpper(r)) + text[size:]
}

// InWords returns a name of the rules as words.
func InWords(name string) string { return strings.ReplaceAll(name, "_", " ") }

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
func (n *Names) Place(p board.Place) string {
	if n.Places != nil {
		return n.Places(p)
	}
	return n.Board.Name(p)
}

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
	if d := n.Declared(i, t); d != nil {
		return TitleOf(d), true
	}
	switch t.Kind {
	case program.Text:
		return Nth(n.Program.Texts, i, itself)
	case program.ThingType:
		return Nth(n.Encounter.Things, i, func(*program.Thing) string { return n.Thing(board.Thing(i + 1)) })
	case program.Choice:
		return Nth(t.Param.Choices, i, itself)
	case program.Side:
		return Nth(n.Encounter.Sides, i, itself)
	case program.Place:
		return n.Place(board.Place(i + 1)), true
	case program.Direction:
		return n.Board.DirectionName(i), true
	}
	return "", false
}

func itself(s string) string { return s }

// Declared returns the declaration that a reference with index i leads to; nil if it leads to none, or to something that a ruleset doesn't
// declare.
func (n *Names) Declared(i int, t program.Type) *program.Decl {
	p := n.Program
	switch t.Kind {
	case program.Definition:
		if t.Of != nil {
			return declaration(t.Of.Defs, i)
		}
		if i >= 0 && i < len(p.Actions) {
			return &p.Actions[i].Def.Decl
		}
	case program.Step:
		return declaration(t.Scale.Steps, i)
	case program.ConditionName:
		return declaration(p.Conditions, i)
	case program.EventName:
		return declaration(p.Events, i)
	case program.EntryName:
		return declaration(p.Time.Entries, i)
	case program.Instance:
		if c := n.Condition(float64(i + 1)); c != nil {
			return &c.Decl
		}
	case program.Act:
		if a := n.Action(float64(i + 1)); a != nil {
			return &a.Def.Decl
		}
	case program.Plan:
		if cells := n.Lists.Of(float64(i + 1)); len(cells) > 0 {
			return &p.Actions[int(cells[PlanAction])-1].Def.Decl
		}
	}
	return nil
}

// declaration returns the i-th of some declarations; nil means that there is none.
func declaration[T program.HasName](list []T, i int) *program.Decl {
	if i < 0 || i >= len(list) {
		return nil
	}
	return list[i].Declaration()
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
	return InWords(d.Name)
}
