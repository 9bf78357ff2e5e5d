package cli

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"sync"

	"github.com/spf13/cobra"

	"github.com/rulec/rulec/lang"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/rulesets"
	"github.com/rulec/rulec/stdlib"
)

// loadOptions returns where the command finds what it reads.
func loadOptions() lang.Options { return lang.Options{Shipped: rulesets.Files, Library: stdlib.Files} }

// readFlags adds --set and --root to a command. The options have them when it runs.
func readFlags(cmd *cobra.Command) *lang.Options {
	opts := loadOptions()
	settings := cmd.Flags().StringArray("set", nil, "set a param: `PARAM=VALUE`; repeatable")
	rootFlag(cmd, &opts)
	before(cmd, func() error {
		set, list := lang.ParseSettings(*settings)
		if len(list) > 0 {
			return usage("%s", list[0].Message)
		}
		opts.Set = set
		return nil
	})
	return &opts
}

// rootFlag adds --root to a command.
func rootFlag(cmd *cobra.Command, opts *lang.Options) {
	cmd.Flags().StringVar(&opts.Root, "root", "", "read no files outside this `FOLDER` (default: the working directory, or the folder of a file elsewhere)")
}

// takenRulesets records which files the names of rulesets were found in.
type takenRulesets struct {
	mutex sync.Mutex
	taken []lang.Taken
}

// listen sets the options to record every ruleset that is found by its name.
func (t *takenRulesets) listen(opts *lang.Options) {
	opts.Took = func(taken lang.Taken) {
		t.mutex.Lock()
		defer t.mutex.Unlock()
		if !slices.Contains(t.taken, taken) {
			t.taken = append(t.taken, taken)
		}
	}
}

// print prints which files were used: all of them, or only those that replace a built-in ruleset, as that may be
// unexpected.
func (t *takenRulesets) print(w io.Writer, all bool) {
	slices.SortFunc(t.taken, func(a, b lang.Taken) int {
		return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.File, b.File))
	})
	for _, taken := range t.taken {
		switch {
		case taken.Instead:
			fmt.Fprintf(w, "ruleset %s: %s, not the built-in one\n", taken.Name, diag.Visible(taken.File))
		case all && taken.Shipped:
			fmt.Fprintf(w, "ruleset %s: built in\n", taken.Name)
		case all:
			fmt.Fprintf(w, "ruleset %s: %s\n", taken.Name, diag.Visible(taken.File))
		}
	}
}

// unreadable reports whether the list says that a file could not be read at all, rather than that its content is
// wrong.
func unreadable(list diag.List) bool {
	return slices.ContainsFunc(list, func(d *diag.Diagnostic) bool {
		return d.Span.IsZero() && (d.Code == lang.CodeMissingFile || d.Code == lang.CodeUnreadableFile || d.Code == lang.CodeUnknownRuleset)
	})
}
