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

// choice is what programs ask for under one name: candidates of a type, one or
// several.
type choice struct {
	candidate, answer program.Type
}

// asked returns what programs ask for under a name, and whether they do. How a cost is met is
// a choice, too.
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

// allAsked are the names of choices.
func (r *ruleset) allAsked() []string {
	return append(decode.SortedKeys(r.Asked), payChoice)
}

// declareChoices enters how choices are asked and told; their sentences are read when it is known which
// choices the programs ask for.
func (r *ruleset) declareChoices(n *tree.Node) {
	for i, e := range r.Entries(n, "choices", "choice") {
		what := decode.Named("choice", e.Key.Text)
		w := format.Choice.Read(e.Value, what, r.List)
		c := &program.NamedChoice{Decl: r.Decl(e, w, what, i)}
		question, told := w.Get("question"), w.Get("told")
		w.Done()
		r.Prog.Choices = append(r.Prog.Choices, c)
		r.tactics = append(r.tactics, func() {
			if r.matters(told) || r.matters(question) {
				r.choiceTexts(c, question, told, what)
			}
		})
	}
}

// choiceTexts reads the sentences of a choice.
func (r *ruleset) choiceTexts(c *program.NamedChoice, question, told *tree.Node, what string) {
	asked, known := r.asked(c.Name)
	if !known {
		r.neverAsked(c)
		return
	}
	c.Question = r.questionAt(question, types.Env{Where: "question of " + what, Inputs: []program.Local{
		program.ChoiceSelf: decode.Self(r.Creature()),
	}})
	if told == nil || told.IsBool() {
		c.Quiet = told != nil && !r.Flag(told, "told of "+what)
		return
	}
	env := types.Env{Where: "told of " + what, Inputs: []program.Local{
		program.ChoiceSelf:   decode.Self(r.Creature()),
		program.ChoiceChosen: {Name: types.ChosenValue, Type: asked.answer},
	}}
	several := asked.answer.Kind == program.Unknown && !r.Unread
	c.Told = r.TemplateAt(told, env)
	if at := readsChosen(c.Told); several && at != nil {
		r.List.Errorf(types.CodeTypeMismatch, *at, "programs ask for the choice %q in several ways, so that a sentence can't say what was chosen", c.Name).
			WithHint("give the choices that aren't of one type names of their own")
	}
}

// questionAt reads a sentence that asks people; nil: there is none. It can't be false, as what is told
// can: whoever plays by hand has to be asked.
func (r *ruleset) questionAt(n *tree.Node, env types.Env) *program.Template {
	if n == nil {
		return nil
	}
	if n.IsBool() {
		r.List.Errorf(tree.WrongShape, n.Span, "%s must be a sentence, but it is %s: whoever plays by hand has to be asked", env.Where, n.Text).
			WithHint("without question: people are asked by the title")
		return nil
	}
	return r.TemplateAt(n, env)
}

// readsChosen returns where a sentence reads what was chosen; nil: it doesn't.
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

// neverAsked reports a choice that no program asks for. After mistakes in programs it reports
// only names that are probably misspelt: the question may stand in one of them.
func (r *ruleset) neverAsked(c *program.NamedChoice) {
	names := r.allAsked()
	if _, near := diag.Nearest(c.Name, names); r.Unread && !near {
		return
	}
	d := r.List.Errorf(types.CodeUntested, c.Span, "no program asks for a choice %q, so that this means nothing", c.Name)
	r.NearestHint(d, c.Name, names, "there are")
}
