package cli

import (
	"fmt"
	"io"
	"runtime/debug"

	"github.com/rulec/rulec/lang"
)

// printVersions prints what a bug report needs: the versions of the program and of the language, and for each
// built-in ruleset a hash of its rules.
func printVersions(out io.Writer) error {
	fmt.Fprintf(out, "rulec %s, language %d\n", programVersion(), lang.LanguageVersion)
	opts := loadOptions()
	opts.Files = opts.Shipped
	for _, name := range lang.ShippedNames(opts) {
		prog, list := lang.Load(name+".yaml", opts)
		if list.HasErrors() {
			return exit{exitFailed, list.Err()}
		}
		fmt.Fprintf(out, "  %-14s %-10s %.12s\n", name, prog.Version, prog.Hash)
	}
	return nil
}

// version is the version of a release, set by its build.
var version string

// programVersion returns the version that the program was built as: that of the module, and the commit of its
// sources if known.
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
