package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/rulec/rulec/interp/trace"

	"github.com/spf13/cobra"

	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/interp/script"
	"github.com/rulec/rulec/lang"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
)

func newRun() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "run FILE",
		Short: "Play an encounter, or a sequence of them, and tell it",
		Long: `Play an encounter and tell it: by its script, where it has one, else by tactics. A
sequence of encounters is told as one story.

The same files and the same seed always give the same story. With --trial the fight is
played by tactics alone, as the one of that number in rulec sim. With --explain every
number is followed by how it came about, and of each decision by a tactic is told which
line was taken, and why none before it. An error of the rules, or an expectation of the
script that doesn't hold, is printed after the story so far.

With --save how everybody is at the end goes into a file, as YAML; with --load another
encounter begins with that: who was hurt is hurt, and who is out stays out.`,
		Example: `  rulec run examples/01-first-blood.yaml
  rulec run examples/01-first-blood.yaml --by-tactics --set bruises_to_drop=4
  rulec run ambush.yaml --seed 7 --explain
  rulec run ambush.yaml --set flank_bonus=4 --set zora.tactic=cautious
  rulec run ambush.yaml --seed 7 --trial 1234     a fight of rulec sim --seed 7
  rulec run ambush.yaml --format json           one event a line
  rulec run ambush.yaml --save after.yaml
  rulec run bridge.yaml --load after.yaml       the survivors fight on
  rulec run campaign.yaml                       a sequence`,
		Args: cobra.ExactArgs(1),
	}
	seed := cmd.Flags().Uint64("seed", 0, "throw the dice of seed `N` instead of the encounter's own")
	trial := cmd.Flags().Uint64("trial", 0, "play fight `K` of rulec sim, by tactics alone")
	byTactics := cmd.Flags().Bool("by-tactics", false, "leave the script out: everybody acts by tactics")
	explain := cmd.Flags().Bool("explain", false, "say of every number how it came about, of every line of a tactic why it is not taken")
	format := cmd.Flags().String("format", "text", "how to tell it: `text|json`")
	states := addStateFlags(cmd)
	verbose := cmd.Flags().BoolP("verbose", "v", false, "say also in which files rulesets were found")
	options := readFlags(cmd)
	bound := boundFlags(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if err := oneOf("format", *format, "text", "json"); err != nil {
			return err
		}
		if err := bound.check(); err != nil {
			return err
		}
		ctx, cancel := bound.context(cmd.Context(), 0)
		defer cancel()
		opts, err := options()
		if err != nil {
			return err
		}
		var taken takenRulesets
		taken.listen(&opts)
		defer func() { taken.print(cmd.ErrOrStderr(), *verbose) }()
		t := telling{json: *format == "json", out: cmd.OutOrStdout(), errors: cmd.ErrOrStderr()}
		o := interp.Options{
			Seed: *seed, Seeded: cmd.Flags().Changed("seed"), Trial: *trial, Trace: true, Explain: *explain,
			Context: ctx, Limits: bound.limits(),
		}
		if lang.IsSequence(args[0], opts) {
			for _, flag := range []string{"trial", "by-tactics"} {
				if cmd.Flags().Changed(flag) {
					return usage("--%s is for a single encounter", flag)
				}
			}
			return states.runSequence(cmd, args[0], opts, t, o)
		}
		encounter, err := states.encounter(cmd, args[0], opts)
		if err != nil {
			return err
		}
		if cmd.Flags().Changed("trial") || *byTactics {
			if err := everybodyActs(encounter); err != nil {
				return err
			}
			encounter.Script = nil
		}
		return t.play(encounter, o, states)
	}
	return watched(cmd)
}

// telling plays an encounter and tells it.
type telling struct {
	json        bool
	out, errors io.Writer
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
	if err := t.ending(e, outcome); err != nil {
		return written(err)
	}
	if err := states.write(state); err != nil {
		return err
	}
	return t.untold(m)
}

func (t telling) story(m *interp.Machine) error {
	if t.json {
		return m.JSON(t.out)
	}
	return m.Story(t.out)
}

// untold prints what the story couldn't tell.
func (t telling) untold(m *interp.Machine) error {
	faults := m.Trace().Faults
	if len(faults) == 0 {
		return nil
	}
	if err := faults.Print(t.errors, diag.Snippets, colourful(t.errors)); err != nil {
		return written(err)
	}
	return problems
}

// stopped prints the error that a run ended in.
func (t telling) stopped(err error) error {
	var d *diag.Diagnostic
	if !errors.As(err, &d) {
		return exit{exitFailed, err}
	}
	list := diag.List{d}
	if err := list.Print(t.errors, diag.Snippets, colourful(t.errors)); err != nil {
		return written(err)
	}
	return problems
}

// ending prints who won and why it ended.
func (t telling) ending(e *program.Encounter, o interp.Outcome) error {
	winner := ""
	if o.Winner > 0 {
		winner = e.Sides[o.Winner-1]
	}
	if t.json {
		return writeJSON(t.out, struct {
			Kind   string  `json:"kind"`
			Now    float64 `json:"now"`
			Ending string  `json:"ending"`
			Winner string  `json:"winner,omitempty"`
			Acts   int     `json:"acts"`
		}{"outcome", o.Now, endingNames[o.Ending], winner, o.Acts})
	}
	clock := "time"
	if keys := e.Program.Time.Keys; len(keys) > 0 {
		clock = keys[0]
	}
	_, err := fmt.Fprintf(t.out, "%s at %s %s, after %s\n", endingTexts[o.Ending],
		diag.Visible(strings.ReplaceAll(clock, "_", " ")), strconv.FormatFloat(o.Now, 'f', -1, 64), plural(o.Acts, "action"))
	return err
}

// writeJSON writes a value as one line of JSON; what a terminal would obey is escaped.
func writeJSON(w io.Writer, value any) error {
	text, err := json.Marshal(value)
	if err != nil {
		return err
	}
	_, err = w.Write(append(diag.VisibleJSON(text), '\n'))
	return err
}

// endingNames are the ways to end in JSON; endingTexts in a story.
var (
	endingNames = [...]string{
		trace.NotOver: "not-over", trace.Over: "over", trace.Called: "called",
		trace.TimeUp: "time-up", trace.NothingLeft: "nothing-left",
	}
	endingTexts = [...]string{
		trace.NotOver:     "not decided when the script ends",
		trace.Over:        "decided",
		trace.Called:      "ended by the script",
		trace.TimeUp:      "stopped by the time limit",
		trace.NothingLeft: "nothing is left to happen",
	}
)
