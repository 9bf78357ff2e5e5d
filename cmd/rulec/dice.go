package main

import (
	"embed"
	"fmt"
	"io"
	"regexp"
	"strings"

	"github.com/spf13/cobra"

	"github.com/rulec/rulec/interp/exec"
	"github.com/rulec/rulec/interp/odds"
	"github.com/rulec/rulec/lang"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/encounter"
	"github.com/rulec/rulec/lang/program"
	"github.com/rulec/rulec/lang/types"
)

func newDice() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "dice FORMULA...",
		Short: "Print the exact odds of dice, without any rules",
		Long: `Print the odds of dice, without a ruleset: each result, each result or more, each result or less, and
the average. Several FORMULAs are printed side by side.

Use a program if the faces decide something, or another roll: statements with ; between them, and
last a formula for the result. Put anything with spaces or parentheses in quotes.

How to write dice: rulec docs dice. How the odds are calculated: rulec docs odds.`,
		Example: `  rulec dice 2d6+3
  rulec dice "best(3, 4d6)" --at-least 15
  rulec dice 2d6 1d12
  rulec dice "roll r = 3d6; count(r.faces, each == highest(r.faces))"
  rulec dice "roll r = 1d20 + 5 against 15; r.success"`,
		Args: takes(1, 100),
	}
	flags := cmd.Flags()
	least := flags.IntSlice("at-least", nil, "print only the odds of `N` or more; repeatable")
	most := flags.IntSlice("at-most", nil, "print only the odds of `N` or less; repeatable")
	format := flags.String("format", "text", "output format: `text|json`; json rounds nothing")
	effort := effortFlags(flags)
	plot := flags.String("plot", "", "draw the odds of each result into `FILE.svg`")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if err := oneOf("format", *format, "text", "json"); err != nil {
			return err
		}
		much, err := effort()
		if err != nil {
			return err
		}
		var points []oddsPoint
		for _, typed := range args {
			if strings.Contains(typed, "\n") || len(args) > 1 && torn.MatchString(typed) {
				return usage("%q is no whole formula: one with spaces stands in quotes, on one line, as in rulec dice %q", typed, strings.Join(strings.Fields(strings.Join(args, " ")), " "))
			}
			p, err := newThrow(typed, much, cmd.ErrOrStderr()).odds(*least, *most)
			if err != nil {
				return err
			}
			points = append(points, p)
		}
		if *plot != "" {
			if err := drawOdds(*plot, "", points); err != nil {
				return exit{exitFailed, err}
			}
		}
		if *format == "json" {
			return printOddsJSON(cmd.OutOrStdout(), points)
		}
		return printDice(cmd.OutOrStdout(), points)
	}
	return cmd
}

// torn is a piece of a formula that was written with spaces and without quotes.
var torn = regexp.MustCompile(`^\s*[-+*/,)]|[-+*/,(]\s*$`)

// diceFiles are an encounter in which somebody throws dice, and its ruleset.
//
//go:embed dice
var diceFiles embed.FS

// diceRules is their ruleset, in which a formula takes the place of diceOpen.
const diceRules, diceOpen = "dice/dice.yaml", "let what_comes_of_it = 0"

// throw is a FORMULA, which is asked of a ruleset made around it.
type throw struct {
	asking
	typed *diag.Source
	// last is where the last statement begins, which is the formula for what comes of the dice; before
	// it stands name in the ruleset, and all of it begins at start there.
	last, start int
	name        string
}

func newThrow(typed string, much odds.Effort, errors io.Writer) *throw {
	typed = strings.TrimRight(typed, "; ")
	t := &throw{typed: diag.NewSource("command line", typed)}
	t.asking = asking{path: "dice/throw.yaml", effort: much, errors: errors, mend: t.mend}
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

// odds works them out, or only how likely so much or more is, or so much or less. First the formula is
// only read, to know by its type whether it is rolled.
func (t *throw) odds(least, most []int) (p oddsPoint, err error) {
	e, list := lang.LoadEncounter(t.path, t.options(diceOpen+"; let its_type = ", ""))
	if list.HasErrors() {
		return p, t.complain(list)
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
		return p, t.complain(diag.List{diag.Errorf(encounter.CodeOdds, diag.Span{}, "what stands last has to be dice, a number, or something that holds or doesn't, and not %s", types.InWords(of))})
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
	p, err = t.work(opts)
	p.value = strings.Join(strings.Fields(t.typed.Text), " ")
	return p, err
}

// options are those with which the encounter is read: name and behind stand around the formula.
func (t *throw) options(name, behind string) lang.Options {
	rules, _ := diceFiles.ReadFile(diceRules)
	text := string(rules)
	t.start, t.name = strings.Index(text, diceOpen), name
	typed := t.typed.Text
	return lang.Options{Files: diceFiles, Instead: map[string]string{
		diceRules: strings.Replace(text, diceOpen, typed[:t.last]+name+typed[t.last:]+behind, 1),
	}}
}

// place returns where that was typed which stands in the ruleset; false: nowhere, and it is told at the formula.
func (t *throw) place(s diag.Span) (diag.Span, bool) {
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

// mend tells of what was typed what is wrong with the ruleset around it.
func (t *throw) mend(list diag.List) (mended diag.List) {
	for _, d := range list {
		at, typed := t.place(d.Span)
		if d.Severity != diag.Error || !typed && len(mended) > 0 {
			continue // what was typed has caused it
		}
		hint, _, _ := strings.Cut(d.Hint, " in scope here: ")
		hint = strings.TrimSuffix(hint, ";")
		x := diag.Errorf(d.Code, at, "%s", strings.Replace(d.Message, ` in perform of kind "throw"`, "", 1)).WithHint("%s", hint)
		switch {
		case d.Code == exec.OfNone && !typed:
			x.Message = "the program may stop before this, and then nothing comes of it"
		case d.Code.MissesName() && len(d.Guesses) == 0:
			x.Hint = "there is no ruleset here: write a number, or ask rulec odds ENCOUNTER"
		case at.Start >= t.last && strings.HasPrefix(d.Hint, "as in: let NAME"):
			x.Hint = "what comes of the dice stands last: a formula, such as 2d6 + 1"
		}
		mended.Add(x)
	}
	return mended
}
