package session

import (
	"strings"

	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/interp/board"
	"github.com/rulec/rulec/interp/exec"
	"github.com/rulec/rulec/interp/number"
	"github.com/rulec/rulec/interp/value"
	"github.com/rulec/rulec/lang/program"
)

// asks is the open question as a sentence: as the rules put it, else in words that fit any rules.
func (s *Session) asks(q *Question) string {
	x := s.asked
	if x.kind == Dice {
		return q.Title + " rolls " + q.Dice + " for " + inWords(q.Name) + ". What do they show?"
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
		return capital(does)
	}
	return capital(s.happens(q)) + ": " + does
}

// happens says what somebody may answer, by the title of the event.
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

// asksChoice asks for what programs choose, by the title of the choice.
func (s *Session) asksChoice(q *Question) string {
	if owed := s.asked.of.Owed; owed != nil {
		var instead []string
		for _, c := range owed.Pool.Instead {
			instead = append(instead, c.Pool.Title)
		}
		return "How much " + owed.Title + " does " + q.Title + " pay for with " + strings.Join(instead, " and ") + " instead?"
	}
	what := inWords(q.Name)
	if c := s.encounter.Program.ChoiceOf(q.Name); c != nil {
		what = value.TitleOf(&c.Decl)
	}
	switch {
	case s.asked.of.Type.Kind == program.Bool:
		return capital(what) + ": yes or no, " + q.Title + "?"
	case q.Several:
		return capital(what) + ": which of these does " + q.Title + " choose? Any number of them."
	case q.Amount:
		return capital(what) + ": how many does " + q.Title + " choose?"
	}
	return capital(what) + ": which one does " + q.Title + " choose?"
}

// titleOf is what stories call somebody, by their number.
func (s *Session) titleOf(who board.Thing) string {
	names := *s.machine.Names()
	names.Proper = true
	return names.Thing(who)
}

// capital begins a sentence.
func capital(text string) string {
	if text == "" {
		return ""
	}
	return strings.ToUpper(text[:1]) + text[1:]
}

// inWords writes a name of the rules as words.
func inWords(name string) string { return strings.ReplaceAll(name, "_", " ") }

// textOf is a value as people read it who choose one.
func textOf(m *interp.Machine, v float64, t *program.Type) (text string) {
	if t.Kind == program.Bool {
		if v != 0 {
			return "yes"
		}
		return "no"
	}
	m.Aloud(func() { text = m.Show(v, *t) })
	if isList(t) && t.Elem.Kind == program.Place {
		return wayInWords(text, m.Show(last(m.ItemsOf(v)), *t.Elem))
	}
	return text
}

// wayInWords says of a way first where it leads.
func wayInWords(way, end string) string {
	if by, ok := strings.CutSuffix(way, ", "+end); ok {
		return end + " by " + by
	}
	return way
}

// last is the last of some values; 0: there are none.
func last(values []float64) float64 {
	if len(values) == 0 {
		return 0
	}
	return values[len(values)-1]
}

// nameOf is what rules and scripts call a value, where that differs from how people read it; else empty.
func nameOf(m *interp.Machine, v float64, t *program.Type) string {
	i, p := int(v)-1, m.Program()
	switch {
	case t.Kind == program.Bool && v != 0:
		return "true"
	case t.Kind == program.Bool:
		return "false"
	case i < 0:
		return ""
	case t.Kind == program.ThingType:
		return m.Fight.Encounter.Things[i].Name
	case t.Kind == program.Definition && t.Of == nil:
		return p.Actions[i].Def.Name
	case t.Kind == program.Definition:
		return t.Of.Defs[i].Name
	case t.Kind == program.Step:
		return t.Scale.Steps[i].Name
	case t.Kind == program.ConditionName:
		return p.Conditions[i].Name
	}
	return ""
}

// InWords writes a way as people read it: the action with what is chosen for it.
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

// Costs writes what something takes as people read it; empty: nothing.
func Costs(prices []exec.Price) string {
	var list []string
	for _, c := range prices {
		list = append(list, number.Format(c.Amount)+" "+counted(c.Pool.Title, c.Amount))
	}
	return strings.Join(list, ", ")
}

// counted is what is counted, as it is called in such a number: one of several actions is an action.
// What has a title of more than two words is called the same in any number.
func counted(title string, n float64) string {
	plural := strings.HasSuffix(title, "s") && !strings.HasSuffix(title, "ss") && strings.Count(title, " ") < 2
	if n == 1 && plural {
		return strings.TrimSuffix(title, "s")
	}
	return title
}
