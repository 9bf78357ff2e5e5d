package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/rulec/rulec/examples"
	"github.com/rulec/rulec/internal/disk"
	"github.com/rulec/rulec/internal/experiment"
	"github.com/rulec/rulec/internal/ruleinit"
	"github.com/rulec/rulec/lang"
)

func newInit() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "init [FOLDER]",
		Short: "Start house rules, or your own rules",
		Long: `Create the files to start with in a folder (default: the working directory). With --from: house
rules for a built-in ruleset, a fight that uses them, and test cases. Without it: a complete system in
one file to make your own, with a fight and cases. If one of the files already exists, rulec writes
nothing.`,
		Example: `  rulec init --from timecount myrules
  rulec init mygame`,
		Args: takes(0, 1),
	}
	from := cmd.Flags().String("from", "", "the `RULESET` to change: "+strings.Join(lang.ShippedNames(loadOptions()), ", "))
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
			files, err = ruleinit.OwnSystem(examples.Files)
		} else {
			files, err = ruleinit.HouseRules(*from, loadOptions(), examples.Files)
		}
		if unknown := (*ruleinit.UnknownError)(nil); errors.As(err, &unknown) {
			return usage("%s", err)
		}
		if err != nil {
			return exit{exitFailed, err}
		}
		if err := putFiles(folder, files); err != nil {
			return err
		}
		out := cmd.OutOrStdout()
		for _, name := range slices.Sorted(maps.Keys(files)) {
			fmt.Fprintln(out, filepath.Join(folder, name))
		}
		fmt.Fprint(out, "\nNow:\n")
		if folder != "." {
			fmt.Fprintf(out, "  cd %s\n", experiment.Quote([]string{experiment.Path(folder)}))
		}
		fmt.Fprint(out, ruleinit.NextSteps)
		return nil
	}
	return cmd
}

// putFiles writes files into a folder, all or none: it overwrites no existing files.
func putFiles(folder string, files map[string]string) error {
	var there []string
	for _, name := range slices.Sorted(maps.Keys(files)) {
		if _, err := os.Lstat(filepath.Join(folder, filepath.FromSlash(name))); err == nil {
			there = append(there, filepath.Join(folder, name))
		} else if !errors.Is(err, fs.ErrNotExist) {
			return exit{exitFailed, err}
		}
	}
	if len(there) > 0 {
		return exit{exitFailed, fmt.Errorf("nothing was written: %s already exists", strings.Join(there, ", "))}
	}
	for _, name := range slices.Sorted(maps.Keys(files)) {
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
