package odds

import (
	"embed"
	"fmt"
	"strings"

	"github.com/rulec/rulec/interp/exec"
	engine "github.com/rulec/rulec/interp/odds"
	"github.com/rulec/rulec/lang"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/encounter"
	"github.com/rulec/rulec/lang/program"
	"github.com/rulec/rulec/lang/types"
)

// diceFiles are an encounter in which someone rolls dice, and its ruleset.
//
//go:embed dice
var diceFiles embed.FS

// diceRules is the ruleset, in which a formula replaces diceOpen.
const diceRules, diceOpen, diceEncounter = "dice/dice.yaml", "let what_comes_of_it = 0", "dice/throw.yaml"

// Throw is a formula for dice, evaluated in a ruleset that is made around it.
type Throw struct {
	effort engine.Effort
	typed  *diag.Source
	// last is where the last statement begins, which is the formula for the result. In the ruleset name precedes
	// it, and the whole text starts at start.
	last, start int
	name        string
}

// NewThrow returns the throw of a formula, as it was typed.
func NewThrow(typed string, effort engine.Effort) *Throw {
	typed = strings.TrimRight(typed, "; ")
	t := &Throw{effort: effort, typed: diag.NewSource("command line", typed)}
	open := 0
	for i, c := range typed {
		switch {
		case strings.ContainsRune("([{", c):
			open++
		case strings.ContainsRune(")]}", c):
			open--
		case c == ';' && open == 0:
			t.last = i + 1
		}
	}
	t.last = len(typed) - len(strings.TrimLeft(typed[t.last:], " "))
	return t
}

// Answer computes the odds, or only the chances of at least or at most some results. First it only reads the
// formula, whose type says whether it is rolled. The list has the problems of the formula, at their places.
func (t *Throw) Answer(least, most []int) (*Point, diag.List, error) {
	e, list := lang.LoadEncounter(diceEncounter, t.options(diceOpen+"; let its_type = ", ""))
	if list.HasErrors() {
		return nil, t.placed(list), nil
	}
	var of program.Type
	body := e.Program.Actions[0].Perform.Body
	if let, ok := body[len(body)-2].(*program.SetLocal); ok {
		of = let.Value.Type
	}
	var opts lang.Options
	asked := "  outcome: said(dice_have_fallen).number\n"
	switch of.Kind {
	case program.Number:
		opts = t.options("let what_comes_of_it = ", "")
	case program.Dice:
		opts = t.options("roll what_comes_of_it = ", "")
	case program.Bool:
		opts = t.options("let what_comes_of_it = if(", "\n        , 1, 0)")
		asked = "  holds: said(dice_have_fallen).number == 1\n"
	default:
		return nil, t.placed(diag.List{diag.Errorf(encounter.CodeOdds, diag.Span{}, "the last part must be dice, a number or yes or no, not %s", types.InWords(of))}), nil
	}
	if len(least)+len(most) > 0 {
		asked = ""
	}
	for _, n := range least {
		asked += fmt.Sprintf("  at least %d: said(dice_have_fallen).number >= %[1]d\n", n)
	}
	for _, n := range most {
		asked += fmt.Sprintf("  at most %d: said(dice_have_fallen).number <= %[1]d\n", n)
	}
	opts.Over = diag.NewSource("command line", "odds:\n"+asked)
	points, list, err := (&Ask{Path: diceEncounter, Load: opts, Effort: t.effort}).Answers()
	if len(points) == 0 {
		return nil, t.placed(list), err
	}
	points[0].Value = strings.Join(strings.Fields(t.typed.Text), " ")
	return &points[0], nil, nil
}

// options returns the options for reading the encounter, with name and behind around the formula.
func (t *Throw) options(name, behind string) lang.Options {
	rules, _ := diceFiles.ReadFile(diceRules)
	text := string(rules)
	t.start, t.name = strings.Index(text, diceOpen), name
	typed := t.typed.Text
	return lang.Options{Files: diceFiles, Instead: map[string]string{
		diceRules: strings.Replace(text, diceOpen, typed[:t.last]+name+typed[t.last:]+behind, 1),
	}}
}

// place returns the typed place for a place in the ruleset; false if there is none, then it is the whole formula.
func (t *Throw) place(s diag.Span) (diag.Span, bool) {
	end := len(t.typed.Text)
	if s.IsZero() || s.Source.Name != diceRules || s.End < t.start || s.Start > t.start+end+len(t.name) {
		return diag.Span{Source: t.typed, Start: t.last, End: end}, false
	}
	typed := func(at int) int {
		if at -= t.start; at > t.last {
			at = max(at-len(t.name), t.last)
		}
		return min(max(at, 0), end)
	}
	return diag.Span{Source: t.typed, Start: typed(s.Start), End: typed(s.End)}, true
}

// placed moves problems of the ruleset to the places of the typed text.
func (t *Throw) placed(list diag.List) (moved diag.List) {
	for _, d := range list {
		at, typed := t.place(d.Span)
		if d.Severity != diag.Error || !typed && len(moved) > 0 {
			continue // a problem in the typed text has caused it
		}
		hint, _, _ := strings.Cut(d.Hint, " in scope here: ")
		hint = strings.TrimSuffix(hint, ";")
		x := diag.Errorf(d.Code, at, "%s", strings.Replace(d.Message, ` in perform of kind "throw"`, "", 1)).WithHint("%s", hint)
		switch {
		case d.Code == exec.OfNone && !typed:
			x.Message = "the program may stop before this, and then it has no result"
		case d.Code.MissesName() && len(d.Guesses) == 0:
			x.Hint = "there is no ruleset here: write a number, or use rulec odds ENCOUNTER"
		case at.Start >= t.last && strings.HasPrefix(d.Hint, "as in: let NAME"):
			x.Hint = "the result comes last: a formula, such as 2d6 + 1"
		}
		moved.Add(x)
	}
	return moved
}
