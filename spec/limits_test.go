package spec_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/rulec/rulec/interp/exec"

	"github.com/rulec/rulec/interp/dice"

	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/lang"
	"github.com/rulec/rulec/lang/check"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/encounter"
	"github.com/rulec/rulec/lang/program"
	"github.com/rulec/rulec/lang/syntax"
	"github.com/rulec/rulec/lang/tree"
)

// limits returns the rows of the table of limits.
func limits() [][2]string {
	run := interp.DefaultLimits()
	return [][2]string{
		{"a file", fmt.Sprintf("%s KiB, %s values, %s levels deep, %s aliases, which may stand for %s values",
			count(tree.MaxBytes>>10), count(tree.MaxNodes), count(tree.MaxDepth), count(tree.MaxAliases), count(tree.MaxExpanded))},
		{"a ruleset", fmt.Sprintf("%s files, %s MiB together, %s of them one on top of the other",
			count(lang.MaxFiles), count(lang.MaxTotal>>20), count(lang.MaxDepth))},
		{"a formula, a phrase, a type", fmt.Sprintf("%s characters; a formula %s brackets deep, %s parts",
			count(syntax.MaxFormulaLength), count(syntax.MaxDepth), count(syntax.MaxFormulaNodes))},
		{"a program, a script", fmt.Sprintf("%s KiB", count(syntax.MaxProgramSize>>10))},
		{"a number", fmt.Sprintf("from -%s to %s; whole where it is stored", count(int64(tree.MaxWhole)), count(int64(tree.MaxWhole)))},
		{"dice", fmt.Sprintf("%s a roll, %s sorts in one, %s sides, %s explosions a die",
			count(dice.MaxDice), count(dice.MaxTerms), count(dice.MaxSides), count(dice.MaxExplosions))},
		{"a deck", fmt.Sprintf("%s cards", count(exec.MaxCards))},
		{"the tactics of a ruleset", fmt.Sprintf("%s lines, each counted once for each action that it names, and again in each tactic that is like its own", count(check.MaxTacticLines))},
		{"an encounter", fmt.Sprintf("%s combatants, %s things, %s spaces, footprints of %s", count(encounter.MaxCombatants), count(encounter.MaxThings), count(program.MaxSpaces), count(program.OpenMargin))},
		{"messages shown", count(diag.MaxShown)},
		{"an entry, an action or a rule", fmt.Sprintf("%s statements, elements of lists and dice (with more than 4 combatants in proportion more), %s calls, actions and answers deep",
			count(run.ActionSteps), count(run.Depth))},
		{"one settling", fmt.Sprintf("%s rules caused by rules", count(run.Chain))},
		{"a whole run", fmt.Sprintf("%s statements, elements and dice (with more than 4 combatants more, by the square of their number), %s events (in proportion more), %s batches at one time, %s conditions at once, %s entries on the agenda",
			count(run.Steps), count(run.Events), count(run.Batches), count(run.Instances), count(run.Entries))},
		{"a combat log, a trace", fmt.Sprintf("%s things that happened; the rest is played, but not told", count(run.Told))},
	}
}

// count writes a number with commas.
func count[N int | int64](n N) string {
	digits := fmt.Sprint(n)
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return digits
}

// TestLimits holds the table of limits in the reference equal to what the
// program enforces.
func TestLimits(t *testing.T) {
	var b strings.Builder
	b.WriteString("| what | at most |\n|---|---|\n")
	for _, row := range limits() {
		fmt.Fprintf(&b, "| %s | %s |\n", row[0], row[1])
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
