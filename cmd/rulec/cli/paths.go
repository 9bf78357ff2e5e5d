package cli

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"
)

// filesOf are the words in the first lines of --help that mean files and folders.
var filesOf = []string{"PATH", "ENCOUNTER", "RULESET", "BASE", "HOUSE", "CASES", "PART", "FILE", "FOLDER"}

// expandPaths makes a command expand names of files with * and ? to all matching files, as most shells do, but not
// those of Windows. A file that really has such a name is taken itself. Paths have slashes from here on, so that
// all output is the same everywhere.
func expandPaths(cmd *cobra.Command) {
	words := strings.Fields(cmd.Use)[1:]
	once := cmd.RunE
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		var all []string
		for i, arg := range args {
			names := []string{arg}
			if word := strings.Trim(words[min(i, len(words)-1)], "[.]"); slices.Contains(filesOf, word) {
				var err error
				if names, err = filesMeant(filepath.ToSlash(arg)); err != nil {
					return exit{exitFailed, err}
				}
			}
			all = append(all, names...)
		}
		if err := cmd.ValidateArgs(all); err != nil {
			return err
		}
		return once(cmd, all)
	}
}

// filesMeant returns the files and folders that a path with slashes means: itself, or its matches, sorted by name. Only a dot
// matches a dot at the start of a name. A bracket is an ordinary character, as names on Windows can't quote it.
func filesMeant(pattern string) (names []string, err error) {
	if _, err := os.Lstat(pattern); err == nil || !strings.ContainsAny(pattern, "*?") {
		return []string{pattern}, nil
	}
	begin := strings.LastIndex(pattern[:strings.IndexAny(pattern, "*?")], "/") + 1
	folder, rest := pattern[:begin], pattern[begin:]
	found, err := fs.Glob(os.DirFS(filepath.Join(folder, ".")), strings.NewReplacer(`\`, `\\`, `[`, `\[`).Replace(rest))
	for _, name := range found {
		if !hidden(name, rest) {
			names = append(names, folder+name)
		}
	}
	if err == nil && len(names) == 0 {
		err = fmt.Errorf("no file matches %s", pattern)
	}
	return names, err
}

// hidden reports whether a part of a path starts with a dot, but that of the pattern doesn't.
func hidden(name, pattern string) bool {
	of := strings.Split(pattern, "/")
	for i, part := range strings.Split(name, "/") {
		if strings.HasPrefix(part, ".") && !strings.HasPrefix(of[i], ".") {
			return true
		}
	}
	return false
}
