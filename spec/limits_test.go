package spec_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/rulec/rulec/internal/difficulty"
	"github.com/rulec/rulec/internal/experiment"
	"github.com/rulec/rulec/internal/find"
	"github.com/rulec/rulec/internal/tune"
	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/interp/code"
	"github.com/rulec/rulec/interp/dice"
	"github.com/rulec/rulec/interp/exec"
	"github.com/rulec/rulec/interp/state"
	"github.com/rulec/rulec/interp/value"
	"github.com/rulec/rulec/lang"
	"github.com/rulec/rulec/lang/decls"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/encounter"
	"github.com/rulec/rulec/lang/program"
	"github.com/rulec/rulec/lang/syntax"
	"github.com/rulec/rulec/lang/tree"
)

// limits are the tables of limits, and what they are about.
func limits() []limitsOf {
	run := interp.DefaultLimits()
	return []limitsOf{
		{"Files", [][2]string{
			{"a file", fmt.Sprintf("%s KiB, %s values, %s levels deep", count(tree.MaxBytes>>10), count(tree.MaxNodes), count(tree.MaxDepth))},
			{"aliases in a file (`*name`)", fmt.Sprintf("%s, which may stand for %s values", count(tree.MaxAliases), count(tree.MaxExpanded))},
			{"a ruleset", fmt.Sprintf("%s files, %s MiB together", count(lang.MaxFiles), count(lang.MaxTotal>>20))},
			{"rulesets that extend each other", fmt.Sprintf("%s, one on top of the other", count(lang.MaxDepth))},
			{"messages shown", count(diag.MaxShown)},
		}},
		{"Formulas and programs", [][2]string{
			{"a formula, a phrase, a type", fmt.Sprintf("%s characters", count(syntax.MaxFormulaLength))},
			{"a formula", fmt.Sprintf("%s brackets deep, %s parts", count(syntax.MaxDepth), count(syntax.MaxFormulaNodes))},
			{"a program, a script", fmt.Sprintf("%s KiB", count(syntax.MaxProgramSize>>10))},
			{"a number", fmt.Sprintf("from -%s to %s; whole where it is stored", count(int64(tree.MaxWhole)), count(int64(tree.MaxWhole)))},
			{"formulas and programs that ask and call each other", fmt.Sprintf("%s deep", count(exec.MaxFrames))},
			{"the names in a formula or program", fmt.Sprintf("%s at once", count(code.MostLocals))},
			{"a range (`1..n`)", fmt.Sprintf("%s numbers", count(exec.MaxRange))},
			{"a set", fmt.Sprintf("the first %s things, definitions or steps of a kind or scale", count(state.MaxMember))},
			{"lists and dice that fields hold", fmt.Sprintf("%s elements, %s different dice", count(value.MostKept), count(value.MostDice))},
			{"an end of a condition", fmt.Sprintf("the %sth time; %s different ends of one at once", count(syntax.MostOccurrences), count(state.MostEnds))},
			{"the numbers of a clock (`key`)", count(state.MaxKeys)},
			{"the tactics of a ruleset", fmt.Sprintf("%s lines", count(decls.MaxTacticLines))},
		}},
		{"Dice and cards", [][2]string{
			{"a roll", fmt.Sprintf("%s dice, %s sorts of dice", count(dice.MaxDice), count(dice.MaxTerms))},
			{"a die", fmt.Sprintf("%s sides, %s explosions", count(dice.MaxSides), count(dice.MaxExplosions))},
			{"what dice are multiplied by", count(dice.MaxFactor)},
			{"a die whose faces are worth something", fmt.Sprintf("%s sides, worth from -%s to %s", count(dice.MaxWorthSides), count(dice.MaxWorth), count(dice.MaxWorth))},
			{"the odds that a formula asks", fmt.Sprintf("dice of which all odds take %s steps", count(dice.MaxOddsSteps))},
			{"a deck", fmt.Sprintf("%s cards", count(exec.MaxCards))},
		}},
		{"An encounter", [][2]string{
			{"who and what is there", fmt.Sprintf("%s combatants, %s things", count(encounter.MaxCombatants), count(encounter.MaxThings))},
			{"the ground", fmt.Sprintf("%s spaces", count(program.MaxSpaces))},
			{"a step", fmt.Sprintf("%s spaces", count(program.MaxStepCost))},
			{"a footprint", fmt.Sprintf("%s spaces", count(program.OpenMargin))},
		}},
		{"Play", [][2]string{
			{"an entry, an action or a rule", fmt.Sprintf("%s steps; %s calls, actions and answers deep", count(run.ActionSteps), count(run.Depth))},
			{"a whole run", fmt.Sprintf("%s steps, %s events", count(run.Steps), count(run.Events))},
			{"one settling", fmt.Sprintf("%s rules caused by rules", count(run.Chain))},
			{"one moment", fmt.Sprintf("%s batches", count(run.Batches))},
			{"at once", fmt.Sprintf("%s conditions, %s entries in the turn queue", count(run.Instances), count(run.Entries))},
			{"a combat log, a trace", fmt.Sprintf("%s things that happened; the rest is played, but not told", count(run.Told))},
		}},
		{"Many fights", [][2]string{
			{"values of `--vary`, settings of `rulec tune`", count(experiment.MaxPoints)},
			{"parts of a simulation", count(experiment.MaxShards)},
			{"fights of `rulec find`, `difficulty`, `tune`", fmt.Sprintf("%s, %s, %s in each way", count(find.MostFights), count(difficulty.MostFights), count(tune.MostFights))},
		}},
	}
}

// limitsOf is a table of limits.
type limitsOf struct {
	what string
	rows [][2]string
}

// count writes a number with commas.
func count[N int | int64](n N) string {
	digits := fmt.Sprint(n)
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return digits
}

// TestLimits holds the tables of limits in the reference equal to what the
// program enforces.
func TestLimits(t *testing.T) {
	var b strings.Builder
	for _, of := range limits() {
		fmt.Fprintf(&b, "\n## %s\n\n| what | at most |\n|---|---|\n", of.what)
		for _, row := range of.rows {
			fmt.Fprintf(&b, "| %s | %s |\n", row[0], row[1])
		}
	}
	generated(t, "limits.md", "limits", b.String())
}

// generated compares the part of a page between `<!-- NAME: .. -->` and
// `<!-- end -->` with what it has to be, or writes it with -update.
func generated(t *testing.T, name, part, want string) {
	t.Helper()
	text := readPage(t, name)
	_, rest, found := strings.Cut(text, "<!-- "+part+":")
	_, rest, opened := strings.Cut(rest, "-->\n")
	got, after, closed := strings.Cut(rest, "<!-- end -->")
	switch {
	case !found || !opened || !closed:
		t.Fatalf("%s has no part %q", name, part)
	case got == want:
	case *update:
		before := strings.TrimSuffix(text, got+"<!-- end -->"+after)
		if err := os.WriteFile(name, []byte(before+want+"<!-- end -->"+after), 0o644); err != nil {
			t.Fatal(err)
		}
	default:
		t.Errorf("the part %q of %s is not what the program says: go test ./spec -update writes it anew", part, name)
	}
}
