package main

import (
	"fmt"
	"io"
	"runtime/debug"

	"github.com/rulec/rulec/lang"
)

// printVersions prints what a report of a mistake needs: the version of the program, that of the
// language, and of each ruleset that comes with it a word that changes with its rules.
func printVersions(out io.Writer) error {
	if _, err := fmt.Fprintf(out, "rulec %s, language %d\n", programVersion(), lang.LanguageVersion); err != nil {
		return written(err)
	}
	opts := loadOptions()
	opts.Files = opts.Shipped
	for _, name := range lang.ShippedNames(opts) {
		prog, list := lang.Load(name+".yaml", opts)
		if list.HasErrors() {
			return exit{exitFailed, list.Err()}
		}
		if _, err := fmt.Fprintf(out, "  %-14s %-10s %.12s\n", name, prog.Version, prog.Hash); err != nil {
			return written(err)
		}
	}
	return nil
}

// version is what a release was built as.
var version string

// programVersion returns the version that the program was built as: that of the module, and the
// change of its sources where that is known.
func programVersion() string {
	if version != "" {
		return version
	}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "of unknown version"
	}
	if v := info.Main.Version; v != "" && v != "(devel)" {
		return v
	}
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" && len(s.Value) >= 12 {
			return "from sources at " + s.Value[:12]
		}
	}
	return "from sources"
}
