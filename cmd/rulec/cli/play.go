package cli

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/rulec/rulec/internal/disk"
	"github.com/rulec/rulec/internal/play"
	"github.com/rulec/rulec/lang"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/session"
)

func newPlay() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "play ENCOUNTER",
		Short: "Play an encounter by hand, line by line",
		Long: `Play an encounter by hand, line by line.

In each turn you choose what to do. rulec lists the possible actions with numbers and costs;
why says what prevents the others. Type a number or a name, then the target: 1, punch,
punch mort. undo takes back decisions, hint says what the tactic would do, tactic lets it decide,
look shows how everyone is, map shows the map, save FILE writes the fight as a script next to the
encounter, for rulec run. help lists all commands.

rulec ignores the script of the encounter. You play everyone by hand; with --by only the
combatants or sides that you name, and tactics play the others. The dice come from the seed, as
in rulec run; with --dice hand you roll real dice and type the results. With --go-on rulec plays
the script first; you can undo that, too.`,
		Example: `  rulec play examples/01-first-blood.yaml
  rulec play examples/01-first-blood.yaml --by mort
  rulec play fight.yaml --by party --dice hand`,
		Args: takes(1, 1),
	}
	by := cmd.Flags().StringSlice("by", nil, "play only these `NAMES` by hand: combatants or sides; tactics play the others")
	seed := cmd.Flags().Uint64("seed", 0, "use seed `N` instead of the encounter's own")
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
		begin := session.New
		if *goOn {
			begin = session.Load
		}
		s, err := begin(e, session.Options{
			Seed: *seed, Seeded: cmd.Flags().Changed("seed"), Hands: *by, HandDice: *from == "hand", Limits: bound.limits(), Context: ctx,
		})
		var d *diag.Diagnostic
		switch {
		case errors.As(err, &d):
			return complain(cmd.ErrOrStderr(), diag.List{d})
		case err != nil:
			return usage("%s", err)
		}
		defer s.Close()
		table := &play.Table{Session: s, In: cmd.InOrStdin(), Out: cmd.OutOrStdout(), Echo: !typed(cmd.InOrStdin())}
		saved := map[string]bool{}
		table.Save = func(name string) (string, error) {
			path := filepath.Join(filepath.Dir(args[0]), name) // so that it finds its ruleset like the encounter does
			err := saveScript(s, args[0], path, saved[path])
			saved[path] = err == nil
			return path, err
		}
		return played(cmd, table.Play())
	}
	return cmd
}

// typed reports whether the input is typed at a terminal, which shows it.
func typed(in io.Reader) bool {
	file, ok := in.(*os.File)
	if !ok {
		return false
	}
	info, err := file.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

// played returns the error of the command: leaving a fight is no failure.
func played(cmd *cobra.Command, err error) error {
	var d *diag.Diagnostic
	switch {
	case errors.Is(err, play.ErrLeft):
		return nil
	case errors.As(err, &d):
		return complain(cmd.ErrOrStderr(), diag.List{d})
	case err != nil:
		return written(err)
	}
	return nil
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
	if !strings.HasSuffix(path, ".yaml") {
		return fmt.Errorf("the name of an encounter ends in .yaml: %s.yaml", filepath.Base(path))
	}
	if _, err := os.Lstat(path); err == nil && !again {
		return fmt.Errorf("%s already exists: choose another name", filepath.Base(path))
	}
	return disk.Replace(path, []byte(file))
}
