package session

import (
	"slices"
	"strings"

	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/interp/board"
	"github.com/rulec/rulec/interp/exec"
	"github.com/rulec/rulec/interp/number"
	"github.com/rulec/rulec/interp/value"
	"github.com/rulec/rulec/lang/program"
)

// asks returns the open question as a sentence: as the rules put it, or in words that fit any rules.
func (s *Session) asks(q *Question) string {
	x := s.asked
	if x.kind == Dice {
		return q.Title + " rolls " + q.Dice + " for " + value.InWords(q.Name) + ". What do they show?"
	}
	if text := s.machine.Wording(x.of); text != "" {
		return text
	}
	if x.kind == Choice {
		return s.asksChoice(q)
	}
	does := "what does " + s.titleOf(x.of.Actor) + " do?"
	if x.of.Actor != x.of.Who {
		does = q.Title + " decides: " + does
	}
	if q.Turn {
		return value.Capital(does)
	}
	return value.Capital(s.happens(q)) + ": " + does
}

// happens describes what a combatant may answer, by the title of the event.
func (s *Session) happens(q *Question) string {
	x := s.asked.of
	text := value.TitleOf(&x.Event.Decl)
	of := s.machine.Concerns(x)
	switch {
	case x.Event == s.machine.MomentEvent():
		return "before anything else happens"
	case x.Event.Edge == program.Start:
		text = "the start of " + text
	case x.Event.Edge == program.End:
		text = "the end of " + text
	}
	if q.What != "" {
		return text + ", during " + q.What
	}
	if of != 0 && of != x.Actor {
		return text + " (" + s.titleOf(of) + ")"
	}
	return text
}

// asksChoice asks for a program's choice, by the title of the choice.
func (s *Session) asksChoice(q *Question) string {
	if owed := s.asked.of.Owed; owed != nil {
		var instead []string
		for _, c := range owed.Pool.Instead {
			instead = append(instead, c.Pool.Title)
		}
		return "How much " + owed.Title + " does " + q.Title + " pay for with " + strings.Join(instead, " and ") + " instead?"
	}
	what := value.InWords(q.Name)
	if c := s.encounter.Program.ChoiceOf(q.Name); c != nil {
		what = value.TitleOf(&c.Decl)
	}
	switch {
	case s.asked.of.Type.Kind == program.Bool:
		return value.Capital(what) + ": yes or no, " + q.Title + "?"
	case q.Several:
		return value.Capital(what) + ": which of these does " + q.Title + " choose? Any number of them."
	case q.Amount:
		return value.Capital(what) + ": how many does " + q.Title + " choose?"
	}
	return value.Capital(what) + ": which one does " + q.Title + " choose?"
}

// name returns a thing's name in rules and scripts, by its number; empty for the scene.
func (s *Session) name(who board.Thing) string {
	if who == 0 {
		return ""
	}
	return s.encounter.Things[who-1].Name
}

// titleOf returns a thing's title in stories, by its number.
func (s *Session) titleOf(who board.Thing) string {
	return s.machine.Names().ForStory().Thing(who)
}

// textOf returns a value as an option in words.
func textOf(m *interp.Machine, v float64, t *program.Type) (text string) {
	if t.Kind == program.Bool {
		if v != 0 {
			return "yes"
		}
		return "no"
	}
	m.Aloud(func() { text = m.Show(v, *t) })
	if isList(t) && t.Elem.Kind == program.Place {
		end := m.Show(last(m.ItemsOf(v)), *t.Elem)
		if by, ok := strings.CutSuffix(text, ", "+end); ok {
			return end + " by " + by
		}
	}
	return text
}

// last returns the last of some values; 0 means that there are none.
func last(values []float64) float64 {
	if len(values) == 0 {
		return 0
	}
	return values[len(values)-1]
}

// declared returns a value's name in rules and scripts, if it differs from its text, and what the rules say of it; empty means nothing.
func declared(m *interp.Machine, v float64, t *program.Type) (name, about string) {
	i := int(v) - 1
	switch {
	case t.Kind == program.Bool:
		return m.Show(v, *t), ""
	case i < 0:
	case t.Kind == program.ThingType:
		return m.Encounter().Things[i].Name, ""
	case t.Kind == program.ConditionName:
		return m.Names().Declared(i, *t).Name, ""
	case t.Kind == program.Definition, t.Kind == program.Step:
		d := m.Names().Declared(i, *t)
		return d.Name, d.About
	}
	return "", ""
}

// InWords returns a way in words: the action with its choices.
func (w *Way) InWords() string {
	var given []string
	for i, v := range w.Given {
		if v.Text != "" {
			given = append(given, w.Action.Params[i].Title+": "+v.Text)
		}
	}
	if len(given) == 0 {
		return w.Action.Def.Title
	}
	return w.Action.Def.Title + " (" + strings.Join(given, "; ") + ")"
}

// Costs returns prices in words: those of which the log tells, or else all; empty means none.
func Costs(prices []exec.Price) string { return inWords(told(prices)) }

// inWords writes prices in words.
func inWords(prices []exec.Price) string {
	var list []string
	for _, c := range prices {
		list = append(list, number.Format(c.Amount)+" "+counted(c.Pool.Title, c.Amount))
	}
	return strings.Join(list, ", ")
}

// told are the prices of which the log tells, or else all.
func told(prices []exec.Price) []exec.Price {
	if told := slices.DeleteFunc(slices.Clone(prices), func(c exec.Price) bool { return c.Pool.Quiet }); len(told) > 0 {
		return told
	}
	return prices
}

// counted returns the title of something counted, for a number: one of several actions is an action. A title of more than two words is the
// same for any number.
func counted(title string, n float64) string {
	plural := strings.HasSuffix(title, "s") && !strings.HasSuffix(title, "ss") && strings.Count(title, " ") < 2
	if n == 1 && plural {
		return strings.TrimSuffix(title, "s")
	}
	return title
}
