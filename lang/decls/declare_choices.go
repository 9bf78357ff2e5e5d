package decls

import (
	"slices"

	"github.com/rulec/rulec/lang/decode"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/format"
	"github.com/rulec/rulec/lang/program"
	"github.com/rulec/rulec/lang/tree"
	"github.com/rulec/rulec/lang/types"
)

// choice is the value that programs ask for under one name: candidates of a type, one or
// several.
type choice struct {
	candidate, answer program.Type
}

// asked returns the choice that programs ask for under a name, and reports whether there is one. How to pay a
// cost is also a choice.
func (r *ruleset) asked(name string) (choice, bool) {
	var c choice
	questions := r.Asked[name]
	if name == payChoice {
		questions = append(slices.Clip(questions), types.Question{Of: types.NumberType})
	}
	for i, q := range questions {
		next := choice{candidate: q.Of, answer: q.Of}
		if q.Some {
			next.answer = types.ListOf(q.Of)
		}
		if i > 0 && !next.answer.Equal(c.answer) {
			return choice{}, true // asked for in several ways: any value may be meant
		}
		c = next
	}
	return c, len(questions) > 0
}

// allAsked returns the names of choices.
func (r *ruleset) allAsked() []string {
	return append(decode.SortedKeys(r.Asked), payChoice)
}

// declareChoices adds the questions and log sentences of choices; they are read once the choices that
// programs ask for are known.
func (r *ruleset) declareChoices() {
	for _, d := range r.section("choices", format.Choice) {
		c := &program.NamedChoice{Decl: d.Decl}
		r.Prog.Choices = append(r.Prog.Choices, c)
		r.tactics.leave(func() {
			if r.matters(d.Get("told"), d.Get("question")) {
				r.choiceTexts(c, d.Mapping)
			}
		})
	}
}

// choiceTexts reads the sentences of a choice.
func (r *ruleset) choiceTexts(c *program.NamedChoice, m decode.Mapping) {
	asked, known := r.asked(c.Name)
	if !known {
		r.neverAsked(c)
		return
	}
	env := types.Env{Inputs: []program.Local{program.ChoiceSelf: decode.Self(r.Creature())}}
	c.Question, c.Ask = r.question(m, env), askOf(m)
	env.Inputs = []program.Local{
		program.ChoiceSelf:   decode.Self(r.Creature()),
		program.ChoiceChosen: {Name: types.ChosenValue, Type: asked.answer},
	}
	several := asked.answer.Kind == program.Unknown && !r.Unread
	c.Told, c.Quiet = m.GetTold("told", env)
	if at := readsChosen(c.Told); several && at != nil {
		r.List.Errorf(types.CodeTypeMismatch, *at, "programs ask for the choice %q with different types, so a sentence can't print what was chosen", c.Name).
			WithHint("give choices of different types different names")
	}
}

// question reads a sentence that asks people; nil if there is none. Unlike told, it can't be
// false: people who play by hand have to be asked.
func (r *ruleset) question(m decode.Mapping, env types.Env) *program.Template {
	if n := m.Get("question"); n.IsBool() {
		r.List.Errorf(tree.WrongShape, n.Span, "%s must be a sentence, but it is %s: people who play by hand must be asked", m.Called("question"), n.Text).
			WithHint("without question: people are asked with the title")
		return nil
	}
	return m.GetTemplate("question", env)
}

// readsChosen returns where a sentence reads the chosen value; nil if it doesn't.
func readsChosen(t *program.Template) *diag.Span {
	if t == nil {
		return nil
	}
	for i := range t.Pieces {
		if f := t.Pieces[i].Value; f != nil {
			if x := f.Expr.Input(program.ChoiceChosen); x != nil {
				return &x.Span
			}
		}
	}
	return nil
}

// neverAsked reports a choice that no program asks for. If programs have errors, it only
// reports names that are probably misspelt: the question may be in one of them.
func (r *ruleset) neverAsked(c *program.NamedChoice) {
	names := r.allAsked()
	if _, near := diag.Nearest(c.Name, names); r.Unread && !near {
		return
	}
	d := r.List.Errorf(types.CodeUntested, c.Span, "no program asks for a choice %q, so this is unused", c.Name)
	r.NearestHint(d, c.Name, names, "there are")
}
