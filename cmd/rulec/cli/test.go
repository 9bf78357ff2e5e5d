package cli

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/rulec/rulec/internal/report"
	"github.com/rulec/rulec/internal/ruletest"
	"github.com/rulec/rulec/lang"
	"github.com/rulec/rulec/lang/diag"
)

func newTest() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "test [PATH...]",
		Short: "Run test cases, and count the rules that they cover",
		Long: `Run test cases, and count the rules that they cover.

A path is a file of cases, an encounter or a sequence with expectations, a ruleset (by name or by
path; rulec runs its cases:) or a folder with any of these. Default: the working directory. rulec
skips folders called testdata and folders whose name begins with a dot.

--fix adds "others pass" as the first line of a script that skips someone; that changes no
case.

--coverage compares the ids under covers: in the cases with the lists of rules in --systems or
PATH/spec/systems, or for rulesets without a list with the ids that they say they decide. A rule is covered when a case
that names it passes.`,
		Example: `  rulec test
  rulec test mygame.yaml cases/ --verbose
  rulec test --coverage --format json
  rulec test spec/conformance --systems spec/systems --coverage`,
	}
	flags := cmd.Flags()
	coverage := flags.Bool("coverage", false, "count which rules of the lists the cases cover")
	systems := flags.String("systems", "", "the `FOLDER` of the lists of rules; implies --coverage")
	fix := flags.Bool("fix", false, "add to scripts what failed cases safely say is missing, and run them again")
	verbose := flags.BoolP("verbose", "v", false, "print the end of each failed case, the rules not covered, and the file of each ruleset")
	load := loadOptions()
	rootFlag(cmd, &load)
	bound := boundFlags(cmd)
	format := formatFlag(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if len(args) == 0 {
			args = []string{"."}
		}
		t := tester{out: cmd.OutOrStdout(), complaints: cmd.OutOrStdout(), format: *format, verbose: *verbose, opts: load, printed: map[string]bool{}}
		var taken takenRulesets
		taken.listen(&t.opts)
		defer func() { taken.print(cmd.ErrOrStderr(), *verbose) }()
		if *format != report.Text {
			t.complaints = cmd.ErrOrStderr()
		}
		if *coverage || *systems != "" {
			t.coverage, t.folders = true, systemFolders(args, *systems)
		}
		defer bound.begin(cmd.Context(), &t.opts)()
		o := ruletest.Options{Limits: bound.limits(), Context: bound.ctx}
		if *fix {
			if err := t.fix(args, o, cmd.ErrOrStderr()); err != nil {
				return err
			}
		}
		return t.run(args, o, bound)
	}
	return watched(cmd)
}

// systemFolders returns the folders with lists of rules: the given one, or those below each path and below the
// working directory, if there are any.
func systemFolders(paths []string, given string) []string {
	if given != "" {
		return []string{given}
	}
	own := filepath.Join("spec", "systems")
	var folders []string
	for _, p := range append(paths, ".") {
		if dir := filepath.Join(p, own); isFolder(dir) && !slices.Contains(folders, dir) {
			folders = append(folders, dir)
		}
	}
	return folders
}

func isFolder(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.IsDir()
}

// storyLines is how many lines of a failed case's log are printed.
const storyLines = 12

// tester runs cases and prints the results.
type tester struct {
	out, complaints io.Writer
	format          report.Format
	verbose         bool
	opts            lang.Options
	// coverage is set if rules are counted; folders have the lists of rules, if there are any.
	coverage bool
	folders  []string
	// printed is what has been printed: mistakes of a ruleset are in the list of each file that names it.
	printed map[string]bool
}

func (t tester) run(paths []string, o ruletest.Options, bound *bounds) error {
	systems, lists, err := t.systems()
	if err != nil {
		return err
	}
	names, err := ruletest.Files(paths)
	if err != nil {
		return exit{exitFailed, err}
	}
	o.Sequence = t.loadSequence
	if t.verbose {
		o.Story = storyLines
	}
	files := ruletest.Run(names, t.loadCases, o)
	whole := slices.DeleteFunc(slices.Clone(files), func(f ruletest.File) bool { return f.Stopped })
	stopped := bound.stopped("after %d of %d files", len(whole), len(names))
	if t.coverage {
		systems = append(systems, ruletest.Cited(files, systems)...)
		lists = append(lists, ruletest.Count(systems, files)...)
	}
	if err := t.print(files, lists, systems); err != nil {
		return written(err)
	}
	if stopped != nil {
		return stopped
	}
	return outcome(paths, files, lists)
}

// fix runs the cases and applies the fixes of their failures to their files, until there are no more.
func (t tester) fix(paths []string, o ruletest.Options, report io.Writer) error {
	names, err := ruletest.Files(paths)
	if err != nil {
		return exit{exitFailed, err}
	}
	f := newFixer(paths, t.opts)
	t.opts = f.opts
	for range mostRounds {
		var list diag.List
		for _, file := range ruletest.Run(names, t.loadCases, o) {
			for _, r := range file.Results {
				if r.Err != nil {
					list = append(list, r.Diagnostic())
				}
			}
		}
		if !f.round(list) {
			break
		}
	}
	return f.write(report)
}

// loadCases reads the cases of a file, or of a ruleset that is given by its name.
func (t tester) loadCases(name string) ([]lang.Case, diag.List) {
	return lang.LoadCases(name, t.opts)
}

// loadSequence reads a sequence; nil if the file is none.
func (t tester) loadSequence(name string) *lang.Sequence {
	if !lang.IsSequence(name, t.opts) {
		return nil
	}
	s, _ := lang.LoadSequence(name, t.opts)
	return s
}

// systems reads the lists of rules, if coverage is set.
func (t tester) systems() ([]*ruletest.System, diag.List, error) {
	var all []*ruletest.System
	var list diag.List
	for _, dir := range t.folders {
		systems, errs, err := ruletest.Lists(os.DirFS(dir), filepath.ToSlash(dir))
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return nil, nil, exit{exitFailed, fmt.Errorf("there is no folder %s with lists of rules; --systems says where they are", dir)}
		case err != nil:
			return nil, nil, exit{exitFailed, err}
		}
		all, list = append(all, systems...), append(list, errs...)
	}
	return all, list, nil
}

// outcome returns the error that the command ends with.
func outcome(paths []string, files []ruletest.File, lists diag.List) error {
	passed, failed, unread := ruletest.Counts(files)
	for _, f := range files {
		if unreadable(f.List) {
			return exit{code: exitFailed}
		}
	}
	switch {
	case failed > 0 || unread > 0 || lists.HasErrors():
		return problems
	case passed == 0:
		return exit{exitProblems, fmt.Errorf("there are no cases in %s", strings.Join(paths, ", "))}
	}
	return nil
}

// print prints failures, coverage and the summary.
func (t tester) print(files []ruletest.File, lists diag.List, systems []*ruletest.System) error {
	for _, f := range files {
		t.file(f)
	}
	t.diagnostics(lists)
	switch t.format {
	case report.JSON:
		return writeJSON(t.out, ruletest.Sum(systems, files))
	case report.Text:
		coverage := ruletest.Coverage(systems, t.verbose)
		sum := report.Paragraph{Text: ruletest.Sum(systems, files).String()}
		fmt.Fprint(t.out, report.TextOf(append(coverage, sum)...))
		return nil
	}
	return ruletest.Document(files, lists, systems, t.verbose).Print(t.out, t.format)
}

// file prints what is wrong with a file and which of its cases failed.
func (t tester) file(f ruletest.File) {
	t.diagnostics(f.List)
	if f.Unread() {
		fmt.Fprintf(t.complaints, "not played: %s; see above\n\n", diag.Visible(f.Name))
		return
	}
	for _, r := range f.Results {
		if r.Err == nil {
			continue
		}
		fmt.Fprintf(t.complaints, "failed: %s\n", diag.Visible(r.Name()))
		if errors.Is(r.Err, ruletest.ErrBroken) {
			fmt.Fprintf(t.complaints, "  %v; see above\n\n", ruletest.ErrBroken)
			continue
		}
		t.diagnostics(diag.List{r.Diagnostic()})
		t.story(r.Story)
	}
}

// diagnostics prints those of a list that haven't been printed yet.
func (t tester) diagnostics(list diag.List) {
	list = slices.DeleteFunc(slices.Clone(list), func(d *diag.Diagnostic) bool {
		text := t.printed[d.Error()]
		t.printed[d.Error()] = true
		return text
	})
	if len(list) > 0 {
		printList(t.complaints, list, diag.Snippets)
		fmt.Fprintln(t.complaints)
	}
}

// story prints how a failed case ended.
func (t tester) story(lines []string) {
	if len(lines) == 0 {
		return
	}
	fmt.Fprintln(t.complaints, "  before that:")
	for _, line := range lines {
		fmt.Fprintln(t.complaints, strings.TrimRight("    "+diag.Visible(line), " "))
	}
	fmt.Fprintln(t.complaints)
}
