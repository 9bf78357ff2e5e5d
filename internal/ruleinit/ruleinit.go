// Package ruleinit writes files to start with: house rules for a built-in ruleset, or a small new system, each with a fight and cases.
//
// Begin with HouseRules or OwnSystem, which return texts by file name; the fights are taken from the given examples.
//
// The command for it is `rulec init`.
package ruleinit

import (
	"fmt"
	"io/fs"
	"regexp"
	"slices"
	"strings"

	"github.com/rulec/rulec/lang"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
	"github.com/rulec/rulec/lang/tree"
)

// NextSteps are the first commands to run.
const NextSteps = `  rulec lint .             check the files
  rulec run fight.yaml     play the fight
  rulec test               run the cases
  rulec sim fight.yaml     play it ten thousand times: who wins?
  rulec find fight.yaml    what is never, or always, worth doing?
`

// UnknownError is the error for a name that no built-in ruleset has.
type UnknownError struct {
	Name  string
	There []string
}

// Error names the likely intended ruleset, or all of them.
func (e *UnknownError) Error() string {
	if near, ok := diag.Nearest(e.Name, e.There); ok {
		return fmt.Sprintf("there is no built-in ruleset %q; did you mean %q?", e.Name, near)
	}
	return fmt.Sprintf("there is no built-in ruleset %q; there are %s", e.Name, strings.Join(e.There, ", "))
}

// OwnSystem returns the tutorial's ruleset with a fight and cases, to be changed into a new system.
func OwnSystem(examples fs.FS) (map[string]string, error) {
	files := map[string]string{}
	for name, of := range map[string]string{"rules.yaml": "scuffle.yaml", "fight.yaml": "02-house-rules.yaml"} {
		text, err := fs.ReadFile(examples, of)
		if err != nil {
			return nil, err
		}
		files[name] = string(text)
	}
	files["fight.yaml"] = fightHead + rulesetLine.ReplaceAllString(uncommented(files["fight.yaml"]), "ruleset: ./rules.yaml")
	files["cases.yaml"] = ownCases
	files["README.md"] = "# Our own rules\n\n" + readme("rules.yaml", "the rules, explained from top to bottom: change them as you like")
	return files, nil
}

// ownCases are cases for the tutorial's ruleset.
const ownCases = `# The results that the rules must give, whatever else you change: rulec test. How to write a script: rulec docs scripts
ruleset: ./rules.yaml
common:
  combatants:
    ann: {side: one, place: [0, 0], brawn: 2, nerve: 4}
    bob: {side: two, place: [1, 0], brawn: 1, nerve: 3}
cases:
  a hit bruises:
    about: 3 + 4 + 2 brawn = 9 against Bob's guard of 7.
    script: |
      ann: punch bob { dice swing 3 4 }
      expect bob.bruises == 1
  a miss doesn't:
    about: 1 + 2 + 2 brawn = 5 against 7.
    script: |
      ann: punch bob { dice swing 1 2 }
      expect bob.bruises == 0
`

func readme(rules, what string) string {
	return fmt.Sprintf("| file | content |\n|---|---|\n| %s | %s |\n| fight.yaml | a fight by these rules |\n| cases.yaml | the results that they must give |\n\n```\n%s```\n\n"+
		"`rulec docs` has the pages of the reference, `rulec show ./%s` lists what you can change.\n", rules, what, NextSteps, rules)
}

// HouseRules returns an overlay for a built-in ruleset, with a fight and cases.
func HouseRules(base string, opts lang.Options, examples fs.FS) (map[string]string, error) {
	if names := lang.ShippedNames(opts); !slices.Contains(names, base) {
		return nil, &UnknownError{base, names}
	}
	opts.Files = opts.Shipped
	prog, list := lang.Load(base+".yaml", opts)
	if list.HasErrors() {
		return nil, list.Err()
	}
	fight, err := fightBy(base, examples)
	if err != nil {
		return nil, err
	}
	return map[string]string{
		"house.yaml": houseText(base, prog), "fight.yaml": fight.text, "cases.yaml": casesText(fight),
		"README.md": "# " + prog.Title + ", our way\n\n" + readme("house.yaml", "our house rules: what differs from "+base),
	}, nil
}

// param is a figure that the rules leave to the table.
type param struct{ Name, Value, About string }

// someParams returns a few params of a ruleset: choices and switches before numbers.
func someParams(prog *program.Program) []param {
	var list, numbers []param
	for _, p := range prog.Params {
		about, _, _ := strings.Cut(p.About, ". ")
		switch {
		case p.About == "" || p.Dice != nil:
		case len(p.Choices) > 0:
			list = append(list, param{p.Name, p.Choices[int(p.Value)-1], about})
		case p.Type.Kind == program.Bool:
			list = append(list, param{p.Name, fmt.Sprint(p.Value != 0), about})
		default:
			numbers = append(numbers, param{p.Name, fmt.Sprint(p.Value), about})
		}
	}
	const some = 3
	return slices.Concat(list[:min(len(list), some)], numbers[:min(len(numbers), some)])
}

// houseText returns the file of house rules.
func houseText(base string, prog *program.Program) string {
	var b strings.Builder
	fmt.Fprintf(&b, `# House rules for %[1]s. Everything that isn't here stays as it is there: rulec show %[2]s
ruleset: house
title: %[1]s, our way
extends: %[2]s

# Some of the numbers and switches that the rules leave to the table (rulec show %[2]s params has all). These are the
# default values; edit the value after the colon.
set:
`, prog.Title, base)
	for _, p := range someParams(prog) {
		fmt.Fprintf(&b, "  # %s\n  %s: %s\n", p.About, p.Name, p.Value)
	}
	b.WriteString(`
# To change a definition, write its section, its name and what is different under override.
# To add one, write it in its section as in the rules themselves, without override. How: rulec docs overlays
`)
	return b.String()
}

// casesText returns the file of cases for house rules.
func casesText(f *fight) string {
	var b strings.Builder
	b.WriteString(`# The results that your rules must give: rulec test. How to write a script: rulec docs scripts
ruleset: ./house.yaml
cases:
  all are there:
    about: Begin with what is certain. Then write what a combatant does, the dice, and the result that must follow.
`)
	for _, line := range f.ground {
		fmt.Fprintf(&b, "    %s\n", line)
	}
	b.WriteString("    combatants:\n")
	for _, line := range f.fighters {
		fmt.Fprintf(&b, "      %s\n", line)
	}
	fmt.Fprintf(&b, "    script: |\n      expect count(combatants) == %d\n", len(f.fighters))
	return b.String()
}

var rulesetLine = regexp.MustCompile(`(?m)^ruleset: .*$`)

// fight is an example converted to house rules: its text, its seed and map line by line, and the lines of two of its combatants.
type fight struct {
	text             string
	ground, fighters []string
}

// fightBy returns the smallest example that is played by tactics with a ruleset.
func fightBy(base string, examples fs.FS) (*fight, error) {
	entries, err := fs.ReadDir(examples, ".")
	if err != nil {
		return nil, err
	}
	var smallest *tree.Node
	for _, e := range entries {
		text, err := fs.ReadFile(examples, e.Name())
		if err != nil {
			continue // a folder
		}
		node, _ := tree.Parse(diag.NewSource(e.Name(), string(text)))
		if node.Get("combatants") == nil || node.Get("script") != nil || node.TextOf("ruleset") != base {
			continue
		}
		const some = 4 // with fewer there is little to see
		if fighting := len(node.Get("combatants").Entries); fighting >= some && (smallest == nil || len(text) < len(smallest.Span.Source.Text)) {
			smallest = node
		}
	}
	if smallest == nil {
		return nil, fmt.Errorf("no example uses %s", base)
	}
	text := rulesetLine.ReplaceAllString(smallest.Span.Source.Text, "ruleset: ./house.yaml")
	f := &fight{text: fightHead + uncommented(text)}
	for _, e := range smallest.Entries {
		if e.Key.Text == "seed" || e.Key.Text == "map" {
			lines := smallest.Span.Source.Text[e.Key.Span.Start:e.Value.Span.End]
			f.ground = append(f.ground, strings.Split(strings.TrimRight(lines, "\n"), "\n")...)
		}
	}
	for _, e := range smallest.Get("combatants").Entries {
		if e.Value.Style == tree.Flow && len(f.fighters) < 2 {
			f.fighters = append(f.fighters, e.Key.Text+": "+e.Value.Span.Text())
		}
	}
	return f, nil
}

// fightHead is the beginning of the file of a fight.
const fightHead = "# A fight by these rules. The tactics play everyone, with the dice of the seed.\n"

// uncommented removes the comment at the top of an example, which is about itself.
func uncommented(text string) string {
	for strings.HasPrefix(text, "#") {
		_, text, _ = strings.Cut(text, "\n")
	}
	return text
}
