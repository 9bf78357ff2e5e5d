package cli

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/lang"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/dump"
	"github.com/rulec/rulec/lang/program"
)

// stage is one of the stages of a file before it is played.
type stage struct {
	name string
	// parts returns the result of the stage for a file. It is empty if the list has errors.
	parts func(file string, opts lang.Options) ([]dump.Part, diag.List)
}

// stages are the stages in their order. A new one needs a row here, and a line in the text of --help.
var stages = []stage{
	{"tree", treeStage},
	{"program", programStage},
	{"instructions", instructionsStage},
}

func newDump() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "dump STAGE FILE",
		Short: "Print how rulec reads a file, stage by stage",
		Long: `Print how a stage of rulec reads a file: a ruleset, an encounter, a sequence or a file of
cases. This is for people who work on rulec, and for people who want to know how rulec
understood their text.

  tree          the YAML nodes after all bases, parts and overlays are merged
  program       the result of the checks: every declaration with its formulas and programs;
                for an encounter its combatants, map and script
  instructions  the program of a ruleset, and below each formula what the machine does to
                calculate it, step by step, in registers r0, r1 and so on: the locals first

Each line shows its place, as file:line:column. --only prints some declarations: a section
(conditions), a name (grab), or both (conditions.grab); a star matches any letters. If a file
has several encounters, each is a section of its own. The format of the output may change.`,
		Example: `  rulec dump program timecount --only conditions.grab
  rulec dump program examples/01-first-blood.yaml --only script
  rulec dump tree mygame.yaml --only 'moves.*'`,
		Args: takes(2, 2),
	}
	only := cmd.Flags().String("only", "", "print only `NAME`: SECTION.NAME, a name or a section; a star matches any letters")
	opts := readFlags(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		var names []string
		for _, s := range stages {
			if names = append(names, s.name); s.name != args[0] {
				continue
			}
			parts, list := s.parts(args[1], *opts)
			if list.HasErrors() {
				return complain(cmd.ErrOrStderr(), list)
			}
			if len(parts) == 0 {
				return usage("the stage %s has no output for %s", s.name, args[1])
			}
			parts, err := pick(parts, *only, args[1])
			if err != nil {
				return err
			}
			return written(dump.Write(cmd.OutOrStdout(), parts))
		}
		return usage("unknown stage %q; there are %s", args[0], strings.Join(names, ", "))
	}
	return cmd
}

// pick returns the parts that --only asks for.
func pick(parts []dump.Part, only, file string) ([]dump.Part, error) {
	if only == "" {
		return parts, nil
	}
	picked := dump.Pick(parts, only)
	if len(picked) > 0 {
		return picked, nil
	}
	return nil, unknown(fmt.Sprintf("there is no %q in %s", only, file), only, dump.Titles(parts), "")
}

func treeStage(file string, opts lang.Options) ([]dump.Part, diag.List) {
	root, list := lang.ResolveFile(file, opts)
	if root == nil {
		return nil, list
	}
	return dump.Tree(root), list
}

func programStage(file string, opts lang.Options) ([]dump.Part, diag.List) {
	if lang.IsRuleset(file, opts) {
		prog, list := lang.Load(file, opts)
		if prog == nil {
			return nil, list
		}
		return dump.Program(prog), list
	}
	encounters, list := encountersOf(file, opts)
	var parts []dump.Part
	for _, e := range encounters {
		for _, p := range dump.Encounter(e) {
			if len(encounters) > 1 {
				p.Section, p.Name = e.Name, p.Title()
			}
			parts = append(parts, p)
		}
	}
	return parts, list
}

func instructionsStage(file string, opts lang.Options) ([]dump.Part, diag.List) {
	if !lang.IsRuleset(file, opts) {
		return nil, nil
	}
	prog, list := lang.Load(file, opts)
	if prog == nil || list.HasErrors() {
		return nil, list
	}
	code := interp.Compile(prog)
	if list = append(list, code.Faults...); list.HasErrors() {
		return nil, list
	}
	return dump.Instructions(prog, interp.Listings{Ruleset: code}), list
}

// encountersOf returns the encounters of a file that isn't a ruleset: itself, its cases, or those of a sequence,
// each without the results of the previous ones.
func encountersOf(file string, opts lang.Options) ([]*program.Encounter, diag.List) {
	var encounters []*program.Encounter
	if lang.IsSequence(file, opts) {
		sequence, list := lang.LoadSequence(file, opts)
		if sequence == nil {
			return nil, list
		}
		for _, step := range sequence.Steps {
			encounters = append(encounters, step.Encounter)
		}
		return encounters, list
	}
	cases, list := lang.LoadCases(file, opts)
	for _, c := range cases {
		if !c.Broken {
			encounters = append(encounters, c.Encounter)
		}
	}
	return encounters, list
}
