package cli

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/rulec/rulec/internal/experiment"
	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/interp/dice"
	"github.com/rulec/rulec/interp/exec"
	"github.com/rulec/rulec/interp/script"
	"github.com/rulec/rulec/interp/story"
	"github.com/rulec/rulec/interp/trace"
	"github.com/rulec/rulec/lang"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
)

func newRun() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "run ENCOUNTER",
		Short: "Play an encounter, or a sequence of them, and print its log",
		Long: `Play an encounter and print its log: by its script if it has one, otherwise by tactics. A
sequence of encounters becomes one log.

The same files and the same seed always give the same fight; the last line of the log says how
to play it again. --trial plays the fight of that number in rulec sim, by tactics alone. --under
plays by another ruleset than the one that the encounter names. --brief prints one line per
action. --explain says after every number where it comes from, and for each decision of a tactic
which line it followed. --explain=NAME does that for one combatant, action, roll, pool, quantity or
tactic, and also says why no earlier line applied. After an error of the rules, or when an
expectation of the script fails, the message comes after the log so far.

The log is text for a terminal, Markdown or an HTML page; JSON has one event per line.
Dice are written in words (higher of 2d20), compactly (2d20kh1) or as in formulas
(best(2, 1d20)).

--save writes the state of everyone at the end into a file, as YAML. --load starts another
encounter with it: wounds stay, and those who are out stay out.`,
		Example: `  rulec run examples/01-first-blood.yaml
  rulec run examples/01-first-blood.yaml --by-tactics --set bruises_to_drop=4
  rulec run ambush.yaml --seed 7 --brief
  rulec run ambush.yaml --seed 7 --explain=zora
  rulec run ambush.yaml --set flank_bonus=4 --set zora.tactic=cautious
  rulec run ambush.yaml --seed 7 --trial 1234     fight 1234 of rulec sim --seed 7
  rulec run ambush.yaml --format html > fight.html
  rulec run ambush.yaml --under ./house.yaml      by house rules, this once
  rulec run ambush.yaml --format json             one event per line
  rulec run ambush.yaml --save after.yaml
  rulec run bridge.yaml --load after.yaml         the survivors fight on
  rulec run campaign.yaml                         a sequence`,
		Args: takes(1, 1),
	}
	seed := cmd.Flags().Uint64("seed", 0, "use seed `N` instead of the encounter's own")
	trial := cmd.Flags().Uint64("trial", 0, "play fight `K` of rulec sim, by tactics alone")
	byTactics := cmd.Flags().Bool("by-tactics", false, "ignore the script: tactics play everyone")
	under := cmd.Flags().String("under", "", "play by this `RULESET` instead of the encounter's own")
	brief := cmd.Flags().Bool("brief", false, "print one line per action")
	explain := cmd.Flags().String("explain", "", "explain every number; with =`NAME` only those about it, and why lines of tactics don't apply")
	cmd.Flags().Lookup("explain").NoOptDefVal = everything
	format := choiceFlag(cmd, "format", "text", "output format: `%s`", "text", "md", "html", "json")
	notation := choiceFlag(cmd, "notation", "words", "how to write dice: `%s`", "words", "compact", "formulas")
	states := addStateFlags(cmd)
	verbose := cmd.Flags().BoolP("verbose", "v", false, "also print the file of each ruleset")
	load := readFlags(cmd)
	bound := boundFlags(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if *brief && *explain != "" {
			return usage("--brief hides what --explain prints: use one of them")
		}
		opts := *load
		defer bound.begin(cmd.Context(), &opts)()
		var taken takenRulesets
		taken.listen(&opts)
		defer func() { taken.print(cmd.ErrOrStderr(), *verbose) }()
		t := telling{format: *format, out: cmd.OutOrStdout(), errors: cmd.ErrOrStderr(), again: again(cmd, args)}
		t.options = story.Options{Brief: *brief, Dice: notations[*notation]}
		if *explain != everything {
			t.options.About = *explain
		}
		o := interp.Options{
			Seed: *seed, Seeded: cmd.Flags().Changed("seed"), Trial: *trial, Trace: true, Sums: true, Explain: *explain != "",
			Context: bound.ctx, Limits: bound.limits(),
		}
		if lang.IsSequence(args[0], opts) {
			for _, flag := range []string{"trial", "by-tactics", "under"} {
				if cmd.Flags().Changed(flag) {
					return usage("--%s is for a single encounter", flag)
				}
			}
			return states.runSequence(cmd, args[0], opts, t, o)
		}
		if *under != "" {
			rules, list := lang.ReadRules(*under, opts)
			if list.HasErrors() {
				return complain(cmd.ErrOrStderr(), list)
			}
			opts.Rules = rules
		}
		encounter, err := states.encounter(cmd, args[0], opts)
		if err != nil {
			return err
		}
		if cmd.Flags().Changed("trial") || *byTactics {
			if err := requireTactics(encounter); err != nil {
				return err
			}
			encounter.Script = nil
		}
		return t.play(encounter, o, states)
	}
	return watched(cmd)
}

// everything is the value of --explain without a name.
const everything = " "

// notations are the ways to write dice, by the values of --notation.
var notations = map[string]dice.Notation{"words": dice.InWords, "compact": dice.Compact, "formulas": dice.InFormulas}

// telling plays an encounter and prints it.
type telling struct {
	format      string
	options     story.Options
	out, errors io.Writer
	// again is the command that prints the same.
	again string
}

func (t telling) play(e *program.Encounter, o interp.Options, states *stateFlags) error {
	m, outcome, err := script.Play(interp.Compile(e.Program), e, o)
	var state *program.State
	if err == nil && states.save != "" {
		state, err = m.State(states.places)
	}
	if m != nil {
		if err := t.story(m); err != nil {
			return written(err)
		}
	}
	if err != nil {
		return t.stopped(err)
	}
	if err := t.ending(e, m, outcome); err != nil {
		return written(err)
	}
	if err := states.write(state); err != nil {
		return err
	}
	return t.printFaults(m)
}

// story prints the log so far; seed is that of the dice.
func (t telling) story(m *interp.Machine) error {
	if t.format == "json" {
		return m.JSON(t.out)
	}
	log := interp.Log(m, t.options)
	t.explained(log)
	for _, note := range t.notes(m) {
		log.Note(note)
	}
	return t.write(log)
}

// write prints a log in the desired format.
func (t telling) write(log *story.Log) error {
	switch t.format {
	case "md":
		return log.Markdown(t.out)
	case "html":
		return log.HTML(t.out)
	}
	return log.Text(t.out)
}

// explained prints a message if nothing was found that --explain could explain.
func (t telling) explained(log *story.Log) {
	if t.options.About == "" || log.Explained > 0 {
		return
	}
	text := fmt.Sprintf("--explain: nothing that happened has to do with %q", t.options.About)
	if near, ok := diag.Nearest(t.options.About, log.Names); ok {
		text += fmt.Sprintf(", did you mean %q?", near)
	}
	if len(log.Names) > 0 {
		text += "; it could be " + diag.JoinAnd(log.Names) + ", or a quantity that a number comes from"
	}
	fmt.Fprintln(t.errors, diag.Visible(text))
}

// notes returns the dice and rules of the fight, and how to play it again.
func (t telling) notes(m *interp.Machine) []string {
	p := m.Program()
	rules := fmt.Sprintf("Ruleset %s (%.12s), rulec %s.", strings.TrimSpace(p.Name+" "+p.Version), p.Hash, programVersion())
	if seed, seeded := m.Seed(); seeded {
		rules = fmt.Sprintf("Seed %d. ", seed) + rules
	}
	return []string{rules, "Again: " + t.againWith(m)}
}

// againWith returns the command that prints the same, with the seed that was used.
func (t telling) againWith(m *interp.Machine) string {
	if seed, seeded := m.Seed(); seeded && !strings.Contains(t.again, " --seed ") {
		return fmt.Sprintf("%s --seed %d", t.again, seed)
	}
	return t.again
}

// tellsOnly are the flags that only say how and where to print a fight, not which fight it is.
var tellsOnly = []string{"format", "brief", "explain", "notation", "verbose", "save", "places", "watch"}

// again returns the given command line, without flags that only say how to print the fight.
func again(cmd *cobra.Command, args []string) string {
	var words []string
	for _, file := range args {
		words = append(words, experiment.Path(file))
	}
	cmd.Flags().Visit(func(f *pflag.Flag) {
		values := []string{f.Value.String()}
		if list, ok := f.Value.(pflag.SliceValue); ok {
			values = list.GetSlice()
		}
		switch {
		case slices.Contains(tellsOnly, f.Name):
		case f.Value.Type() == "bool":
			words = append(words, "--"+f.Name)
		default:
			for _, v := range values {
				words = append(words, "--"+f.Name, v)
			}
		}
	})
	if seed := cmd.Flags().Lookup("seed"); seed.Changed { // it goes last, where againWith adds it
		at := slices.Index(words, "--seed")
		words = append(slices.Delete(words, at, at+2), "--seed", seed.Value.String())
	}
	return cmd.CommandPath() + " " + experiment.Quote(words)
}

// printFaults prints errors of the story.
func (t telling) printFaults(m *interp.Machine) error {
	faults := m.Trace().Faults
	if len(faults) == 0 {
		return nil
	}
	printList(t.errors, faults, diag.Snippets)
	return problems
}

// stopped prints the error that a run ended in.
func (t telling) stopped(err error) error {
	var d *diag.Diagnostic
	if !errors.As(err, &d) {
		return exit{exitFailed, err}
	}
	printList(t.errors, diag.List{d}, diag.Snippets)
	if d.Code == exec.Stopped {
		return exit{code: exitFailed}
	}
	return problems
}

// ending prints the winner and the reason for the end, as the last event of JSON; other formats have it in the story.
func (t telling) ending(e *program.Encounter, m *interp.Machine, o interp.Outcome) error {
	if t.format != "json" {
		return nil
	}
	winner := ""
	if o.Winner > 0 {
		winner = e.Sides[o.Winner-1]
	}
	seed, _ := m.Seed()
	return writeJSON(t.out, struct {
		Kind    string  `json:"kind"`
		Now     float64 `json:"now"`
		Ending  string  `json:"ending"`
		Winner  string  `json:"winner,omitempty"`
		Acts    int     `json:"acts"`
		Ruleset string  `json:"ruleset"`
		Version string  `json:"version"`
		Hash    string  `json:"hash"`
		Seed    uint64  `json:"seed"`
		Again   string  `json:"again"`
	}{"outcome", o.Now, endingNames[o.Ending], winner, o.Acts, e.Program.Name, e.Program.Version, e.Program.Hash, seed, t.againWith(m)})
}

// writeJSON writes a value as one line of JSON, with control characters of terminals escaped.
func writeJSON(w io.Writer, value any) error {
	text, err := json.Marshal(value)
	if err != nil {
		return err
	}
	_, err = w.Write(append(diag.VisibleJSON(text), '\n'))
	return err
}

// endingNames are the ways to end in JSON.
var endingNames = [...]string{
	trace.NotOver: "not-over", trace.Over: "over", trace.Called: "called",
	trace.TimeUp: "time-up", trace.NothingLeft: "nothing-left",
}
