package cli

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/rulec/rulec/internal/disk"
	"github.com/rulec/rulec/internal/play"
	"github.com/rulec/rulec/internal/terminal"
	"github.com/rulec/rulec/lang"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/session"
)

// seeds is how many seeds fights by hand have: short ones, to be read out.
const seeds = 1_000_000

func newPlay() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "play ENCOUNTER",
		Short: "Play an encounter by hand, line by line",
		Long: `Play an encounter by hand, line by line.

You play the first side; tactics play the others. --by names other combatants or sides, and --by
all is everyone at one table. In each turn you choose what to do: rulec lists the possible actions
with numbers and costs, and why says what prevents the others. Type a number or a name, then the
target: 1, punch, punch mort; places as 4,2 or toward mort. undo takes back decisions, hint says
what the tactic would do, tactic lets it decide, look shows how everyone is, map shows the map,
save NAME writes the fight as a script next to the encounter, for rulec run. help lists all
commands.

You are asked when it matters: on your turns, about what is aimed at you, and whenever the tactic
would act. What wasn't asked is listed, and passed takes you back to it. --asking always asks
everything, --asking never only about turns. (rulec docs play)

The dice are new each time; rulec prints their seed, and --seed N gives them back. With --dice hand
you roll real dice and type the results. The script of the encounter is ignored; with --go-on
rulec plays it first, with its own dice, and you can undo that, too.`,
		Example: `  rulec play examples/01-first-blood.yaml
  rulec play examples/01-first-blood.yaml --by mort
  rulec play fight.yaml --by all --dice hand`,
		Args: takes(1, 1),
	}
	by := cmd.Flags().StringSlice("by", nil, "play these `NAMES` by hand: combatants or sides, or all (default: the first side)")
	seed := cmd.Flags().Uint64("seed", 0, "use the dice of seed `N` (default: new ones)")
	asking := choiceFlag(cmd, "asking", "matters", "which questions are asked: `%s`", session.Modes...)
	from := choiceFlag(cmd, "dice", "seed", "where the dice come from: `%s`", "seed", "hand")
	goOn := cmd.Flags().Bool("go-on", false, "play the script of the encounter first, then go on by hand")
	load := readFlags(cmd)
	bound := boundFlags(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		opts := *load
		ctx, end := bound.timed(cmd.Context()) // Ctrl-C ends it at once: the player has seen everything so far
		defer end()
		opts.Stop = func() bool { return ctx.Err() != nil }
		e, list := lang.LoadEncounter(args[0], opts)
		if list.HasErrors() {
			return complain(cmd.ErrOrStderr(), list)
		}
		hands, alone := session.HandsOf(e, *by)
		o := session.Options{
			Seed: *seed, Seeded: cmd.Flags().Changed("seed"), Hands: hands, HandDice: *from == "hand", Limits: bound.limits(), Context: ctx,
			Asking: session.Asking{Mode: session.Mode(slices.Index(session.Modes, *asking))},
		}
		again := func() (*session.Session, error) {
			o.Seed, o.Seeded = rand.Uint64N(seeds), true
			return session.New(e, o)
		}
		begin := again
		switch {
		case *goOn:
			begin = func() (*session.Session, error) { return session.Load(e, o) }
		case o.Seeded:
			begin = func() (*session.Session, error) { return session.New(e, o) }
		}
		s, err := begin()
		var d *diag.Diagnostic
		switch {
		case errors.As(err, &d):
			return complain(cmd.ErrOrStderr(), diag.List{d})
		case err != nil:
			return usage("%s", err)
		}
		lines := terminal.Open(cmd.InOrStdin(), cmd.OutOrStdout())
		defer lines.Close()
		table := &play.Table{Session: s, Lines: lines, Out: bare(cmd.OutOrStdout()), Paint: terminal.Paint(terminal.Colourful(cmd.OutOrStdout())), Again: again}
		defer func() { table.Session.Close() }()
		if alone {
			fmt.Fprintln(cmd.OutOrStdout(), "No one here has a tactic, so you play everyone.")
		}
		saved := map[string]bool{}
		table.Save = func(s *session.Session, name string) (string, error) {
			if filepath.Ext(name) == "" {
				name += ".yaml"
			}
			path := filepath.Join(filepath.Dir(args[0]), name) // so that it finds its ruleset like the encounter does
			err := saveScript(s, args[0], path, saved[path])
			saved[path] = err == nil
			return path, err
		}
		if err = table.Play(); errors.As(err, &d) {
			return complain(cmd.ErrOrStderr(), diag.List{d})
		}
		return written(err)
	}
	return cmd
}

// saveScript writes an encounter with the played actions as its script. It doesn't overwrite a file, unless again
// says that it was written in this session.
func saveScript(s *session.Session, encounter, path string, again bool) error {
	text, err := os.ReadFile(encounter)
	if err != nil {
		return err
	}
	file, err := s.Written(string(text))
	if err != nil {
		return err
	}
	if filepath.Dir(path) != filepath.Dir(encounter) {
		return fmt.Errorf("it is written next to %s, where it finds its rules: type only a name", filepath.Base(encounter))
	}
	if !strings.HasSuffix(path, ".yaml") {
		return fmt.Errorf("the name of an encounter ends in .yaml: %s.yaml", filepath.Base(path))
	}
	if _, err := os.Lstat(path); err == nil && !again {
		return fmt.Errorf("%s already exists: choose another name", filepath.Base(path))
	}
	return disk.Replace(path, []byte(file))
}
