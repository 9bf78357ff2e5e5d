package main

import (
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"github.com/rulec/rulec/lang"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/tree"
	"github.com/rulec/rulec/rulesets"
	"github.com/rulec/rulec/stdlib"
)

// findRuleset looks a ruleset up by its name: as NAME.yaml or NAME/ruleset.yaml in
// fromDir, in ./rulesets and in the working directory, then among those that
// come with rulec. The file system is nil for a file of the operating system.
func findRuleset(name, fromDir string) (fs.FS, string, error) {
	for _, dir := range []string{fromDir, "rulesets", "."} {
		for _, file := range rulesetFiles(name) {
			full := filepath.Join(dir, filepath.FromSlash(file))
			if isFile(full) {
				return nil, full, nil
			}
		}
	}
	file := path.Join(name, "ruleset.yaml")
	if _, err := fs.Stat(rulesets.Files, file); err != nil {
		return nil, "", err
	}
	return rulesets.Files, file, nil
}

func rulesetFiles(name string) []string {
	return []string{name + ".yaml", path.Join(name, "ruleset.yaml")}
}

// locate turns what a user calls a file into a path for package lang: a path is
// that already, the name of a ruleset (timecount) is looked up.
func locate(name string, opts lang.Options) (string, lang.Options) {
	if !tree.IsName(name) || isFile(name) {
		return name, opts
	}
	files, file, err := findRuleset(name, ".")
	if err != nil {
		return name, opts
	}
	opts.Files = files
	return file, opts
}

// suggestRuleset adds a hint to the report that there is no file called name: the
// ruleset that was probably meant.
func suggestRuleset(name string, list diag.List) diag.List {
	if !tree.IsName(name) || !unreadable(list) {
		return list
	}
	for _, d := range list {
		if near, ok := diag.Nearest(name, rulesetNames()); ok && d.Code == lang.CodeMissingFile && d.Hint == "" {
			d.WithHint("did you mean the ruleset %q?", near)
		}
	}
	return list
}

// rulesetNames lists the rulesets that come with rulec.
func rulesetNames() []string {
	folders, _ := fs.ReadDir(rulesets.Files, ".")
	names := make([]string, len(folders))
	for i, f := range folders {
		names[i] = f.Name()
	}
	return names
}

// isFile reports whether name is a file that exists.
func isFile(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.Mode().IsRegular()
}

// setFlag adds --set to a command and returns a function that reads it.
func setFlag(cmd *cobra.Command) func() (lang.Options, error) {
	settings := cmd.Flags().StringArray("set", nil, "give a param another value: `PARAM=VALUE`; may be repeated")
	return func() (lang.Options, error) {
		set, list := lang.ParseSettings(*settings)
		if len(list) > 0 {
			return lang.Options{}, exit{exitUsage, errors.New(list[0].Message)}
		}
		return lang.Options{Set: set, Find: findRuleset, Library: stdlib.Files}, nil
	}
}

// unreadable reports whether the list says that a file could not be read at all,
// rather than that something in it is wrong.
func unreadable(list diag.List) bool {
	return slices.ContainsFunc(list, func(d *diag.Diagnostic) bool {
		return d.Span.IsZero() && (d.Code == lang.CodeMissingFile || d.Code == lang.CodeUnreadableFile)
	})
}
