package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"text/template"

	"github.com/spf13/cobra"

	"github.com/rulec/rulec/examples"
	"github.com/rulec/rulec/internal/disk"
	"github.com/rulec/rulec/lang"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
	"github.com/rulec/rulec/lang/tree"
)

func newInit() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "init [FOLDER]",
		Short: "Begin with house rules, or with rules of your own",
		Long: `Put a few files into a folder, by default the working directory, with which to begin: with
--from house rules over a ruleset that comes with the program, a fight by them and cases for
them; without it a whole system in one file to change into your own, with a fight and cases.
Files that are there already are left alone: then nothing is written.`,
		Example: `  rulec init --from timecount myrules
  rulec init mygame`,
		Args: takes(0, 1),
	}
	from := cmd.Flags().String("from", "", "the `RULESET` that house rules are for: "+strings.Join(lang.ShippedNames(loadOptions()), ", "))
	_ = cmd.RegisterFlagCompletionFunc("from", func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return lang.ShippedNames(loadOptions()), cobra.ShellCompDirectiveNoFileComp
	})
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		folder := "."
		if len(args) == 1 {
			folder = args[0]
		}
		var files map[string]string
		var err error
		if *from == "" {
			files, err = ownSystem()
		} else {
			files, err = houseRules(*from)
		}
		if err != nil {
			return err
		}
		if err := putFiles(folder, files); err != nil {
			return err
		}
		out := cmd.OutOrStdout()
		for _, name := range sortedKeys(files) {
			fmt.Fprintln(out, filepath.Join(folder, name))
		}
		fmt.Fprint(out, "\nNow:\n")
		if folder != "." {
			fmt.Fprintf(out, "  cd %s\n", folder)
		}
		fmt.Fprint(out, nextSteps)
		return nil
	}
	return cmd
}

// nextSteps are the commands to begin with.
const nextSteps = `  rulec lint .             is there a mistake in them?
  rulec run fight.yaml     play the fight
  rulec test               run the cases
  rulec sim fight.yaml     play it ten thousand times: who wins?
`

func sortedKeys(files map[string]string) []string {
	var names []string
	for name := range files {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// putFiles writes files into a folder, all or none: those that are there already aren't overwritten.
func putFiles(folder string, files map[string]string) error {
	var there []string
	for _, name := range sortedKeys(files) {
		if _, err := os.Lstat(filepath.Join(folder, filepath.FromSlash(name))); err == nil {
			there = append(there, filepath.Join(folder, name))
		} else if !errors.Is(err, fs.ErrNotExist) {
			return exit{exitFailed, err}
		}
	}
	if len(there) > 0 {
		return exit{exitFailed, fmt.Errorf("nothing was written: there is %s already", strings.Join(there, ", "))}
	}
	for _, name := range sortedKeys(files) {
		full := filepath.Join(folder, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(full), 0o777); err != nil {
			return exit{exitFailed, err}
		}
		if err := disk.Replace(full, []byte(files[name])); err != nil {
			return exit{exitFailed, err}
		}
	}
	return nil
}

// ownSystem is the tutorial's ruleset with a fight and cases, to be changed into a system.
func ownSystem() (map[string]string, error) {
	files := map[string]string{}
	for name, of := range map[string]string{"rules.yaml": "scuffle.yaml", "fight.yaml": "02-house-rules.yaml"} {
		text, err := fs.ReadFile(examples.Files, of)
		if err != nil {
			return nil, exit{exitFailed, err}
		}
		files[name] = string(text)
	}
	files["fight.yaml"] = fightHead + rulesetLine.ReplaceAllString(uncommented(files["fight.yaml"]), "ruleset: ./rules.yaml")
	files["cases.yaml"] = ownCases
	files["README.md"] = "# Rules of our own\n\n" + readme("rules.yaml", "the rules, explained from top to bottom: change them into your own")
	return files, nil
}

// ownCases are cases for the tutorial's ruleset.
const ownCases = `# What has to come out by the rules, whatever else you change: rulec test. How a script goes: rulec docs scripts
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
	return fmt.Sprintf("| file | what it is |\n|---|---|\n| %s | %s |\n| fight.yaml | a fight by these rules |\n| cases.yaml | what has to come out by them |\n\n```\n%s```\n\n"+
		"`rulec docs` has the pages of the reference, `rulec show ./%s` lists what there is to change.\n", rules, what, nextSteps, rules)
}

// houseRules is an overlay over a ruleset that comes with the program, with a fight and cases.
func houseRules(base string) (map[string]string, error) {
	opts := loadOptions()
	if names := lang.ShippedNames(opts); !slices.Contains(names, base) {
		if near, ok := diag.Nearest(base, names); ok {
			return nil, usage("no ruleset %q comes with the program; did you mean %q?", base, near)
		}
		return nil, usage("no ruleset %q comes with the program; there are %s", base, strings.Join(names, ", "))
	}
	opts.Files = opts.Shipped
	prog, list := lang.Load(base+".yaml", opts)
	if list.HasErrors() {
		return nil, exit{exitFailed, list.Err()}
	}
	fight, err := fightBy(base)
	if err != nil {
		return nil, exit{exitFailed, err}
	}
	var house, cases bytes.Buffer
	data := map[string]any{"Base": base, "Title": prog.Title, "Params": someParams(prog), "Fighters": fight.fighters, "Ground": fight.ground}
	for _, t := range []struct {
		out  *bytes.Buffer
		text string
	}{{&house, houseText}, {&cases, casesText}} {
		if err := template.Must(template.New("").Parse(t.text)).Execute(t.out, data); err != nil {
			return nil, exit{exitFailed, err}
		}
	}
	return map[string]string{
		"house.yaml": house.String(), "fight.yaml": fight.text, "cases.yaml": cases.String(),
		"README.md": "# " + prog.Title + ", our way\n\n" + readme("house.yaml", "our house rules: what is different from "+base),
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

const houseText = `# House rules for {{.Title}}. Everything that isn't said here stays as it is there: rulec show {{.Base}}
ruleset: house
title: {{.Title}}, our way
extends: {{.Base}}

# Figures and switches that the rules leave to the table, some of many (rulec show {{.Base}} params). These are as they
# stand there; write your own behind the colon.
set:
{{- range .Params}}
  # {{.About}}
  {{.Name}}: {{.Value}}
{{- end}}

# Something that is there already is changed under override: its section, its name, and what is different.
# What is new stands in its section as in the rules themselves, without override. How: rulec docs overlays
`

const casesText = `# What has to come out by your rules: rulec test. How a script goes: rulec docs scripts
ruleset: ./house.yaml
cases:
  all are there:
    about: Begin with what is certain. Then write what somebody does, the dice, and what has to come of it.
{{- range .Ground}}
    {{.}}
{{- end}}
    combatants:
{{- range .Fighters}}
      {{.}}
{{- end}}
    script: |
      expect count(combatants) == {{len .Fighters}}
`

var rulesetLine = regexp.MustCompile(`(?m)^ruleset: .*$`)

// fight is an example made one by house rules: its text, its seed and map line by line, and the
// lines of two who fight in it.
type fight struct {
	text             string
	ground, fighters []string
}

// fightBy returns the smallest example that is played by tactics with a ruleset.
func fightBy(base string) (*fight, error) {
	entries, err := fs.ReadDir(examples.Files, ".")
	if err != nil {
		return nil, err
	}
	var smallest *tree.Node
	for _, e := range entries {
		text, err := fs.ReadFile(examples.Files, e.Name())
		if err != nil {
			continue // a folder
		}
		node, _ := tree.Parse(diag.NewSource(e.Name(), string(text)))
		if node.Get("combatants") == nil || node.Get("script") != nil || node.Get("ruleset") == nil || node.Get("ruleset").Text != base {
			continue
		}
		const some = 4 // with fewer there is little to see
		if fighting := len(node.Get("combatants").Entries); fighting >= some && (smallest == nil || len(text) < len(smallest.Span.Source.Text)) {
			smallest = node
		}
	}
	if smallest == nil {
		return nil, fmt.Errorf("no example is played by %s", base)
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

// fightHead is how the file of a fight begins.
const fightHead = "# A fight by these rules. Nobody is scripted: all act by their tactics, with the dice of the seed.\n"

// uncommented drops the comment that an example begins with, which is about itself.
func uncommented(text string) string {
	for strings.HasPrefix(text, "#") {
		_, text, _ = strings.Cut(text, "\n")
	}
	return text
}
