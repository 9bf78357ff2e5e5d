// Package ruletest runs cases: encounters with expected results. It finds them in folders, plays them in parallel,
// and counts which rules of a written list they cover.
//
// Start with [Files], then [Run]; [Lists] and [Count] are for coverage.
//
// The command that uses it is `rulec test`.
package ruletest

import (
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/format"
	"github.com/rulec/rulec/lang/tree"
)

// Files returns the files that may hold cases: for a folder all rulesets, encounters and files of cases below it,
// sorted by name; for anything else the path itself. It skips folders named testdata, and those whose name starts
// with a dot.
func Files(paths []string) ([]string, error) {
	var files []string
	for _, p := range paths {
		info, err := os.Stat(p)
		if err != nil || !info.IsDir() {
			files = append(files, p)
			continue
		}
		below, _, err := folder(p)
		if err != nil {
			return nil, err
		}
		files = append(files, below...)
	}
	return files, nil
}

// Others returns the YAML files below folders that [Files] leaves out: parts, states, and what is no file for rulec at all.
func Others(paths []string) (files []string) {
	for _, p := range paths {
		if info, err := os.Stat(p); err == nil && info.IsDir() {
			_, others, _ := folder(p) // its error is that of Files
			files = append(files, others...)
		}
	}
	return files
}

// folder returns the files below a folder, and the other YAML files.
func folder(root string) (files, others []string, err error) {
	err = filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		switch name := d.Name(); {
		case err != nil:
			return err
		case d.IsDir():
			if path != root && (strings.HasPrefix(name, ".") || name == "testdata") {
				return fs.SkipDir
			}
		case d.Type().IsRegular() && (filepath.Ext(name) == ".yaml" || filepath.Ext(name) == ".yml"):
			ours, err := isOurs(path)
			if err != nil {
				return err
			}
			if ours {
				files = append(files, path)
			} else {
				others = append(others, path)
			}
		}
		return nil
	})
	return files, others, err
}

// namesRuleset matches the key in files that are no valid YAML, so that a mistake in one of them doesn't hide it.
var namesRuleset = regexp.MustCompile(`(?m)^ruleset[ \t]*:`)

// isOurs reports whether a file is a ruleset, an encounter, a sequence or a file of cases: all of them have the key
// `ruleset`, or one with a typo. Parts of rulesets don't, and a state is no test. A file that is too large, or no
// YAML, counts if a line of it has the key.
func isOurs(path string) (bool, error) {
	file, err := os.Open(path)
	if err != nil {
		return false, err
	}
	defer file.Close()
	text, err := io.ReadAll(io.LimitReader(file, tree.MaxBytes+1))
	if err != nil {
		return false, err
	}
	src := diag.NewSource(path, string(text))
	node, _ := tree.Parse(src)
	if node == nil {
		return namesRuleset.MatchString(src.Text), nil
	}
	names := func(e tree.Entry) bool {
		_, near := diag.Nearest(e.Key.Text, []string{"ruleset"})
		return near && !format.Ruleset.Has(e.Key.Text) || e.Key.Text == "ruleset"
	}
	return slices.ContainsFunc(node.Entries, names) && node.Get("state") == nil, nil
}
