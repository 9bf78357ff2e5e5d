package main

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"github.com/rulec/rulec/lang"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/rulesets"
)

// findRuleset looks a ruleset up by its name: as NAME.yaml or NAME/ruleset.yaml in
// fromDir, in ./rulesets and in the working directory, then among those that
// come with rulec.
func findRuleset(name, fromDir string) (fs.FS, string, error) {
	for _, dir := range []string{fromDir, "rulesets", "."} {
		for _, file := range []string{name + ".yaml", path.Join(name, "ruleset.yaml")} {
			full := filepath.Join(dir, filepath.FromSlash(file))
			if info, err := os.Stat(full); err == nil && info.Mode().IsRegular() {
				return os.DirFS(filepath.Dir(full)), filepath.Base(full), nil
			}
		}
	}
	file := path.Join(name, "ruleset.yaml")
	if _, err := fs.Stat(rulesets.Files, file); err != nil {
		return nil, "", err
	}
	return rulesets.Files, file, nil
}

// isFile reports whether name is a file that exists.
func isFile(name string) bool {
	info, err := os.Stat(name)
	return err == nil && !info.IsDir()
}

// setFlag adds --set to a command and returns a function that reads it.
func setFlag(cmd *cobra.Command) func() (lang.Options, error) {
	settings := cmd.Flags().StringArray("set", nil, "give a param another value: `PARAM=VALUE`; may be repeated")
	return func() (lang.Options, error) {
		set, list := lang.ParseSettings(*settings)
		if len(list) > 0 {
			return lang.Options{}, exit{exitUsage, list[0]}
		}
		return lang.Options{Set: set, Find: findRuleset}, nil
	}
}

// unreadable reports whether the list says that a file could not be read at all,
// rather than that something in it is wrong.
func unreadable(list diag.List) bool {
	return slices.ContainsFunc(list, func(d *diag.Diagnostic) bool {
		return d.Span.IsZero() && (d.Code == lang.CodeMissingFile || d.Code == lang.CodeUnreadableFile)
	})
}
