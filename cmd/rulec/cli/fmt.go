package cli

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"

	"github.com/rogpeppe/go-internal/diff"
	"github.com/spf13/cobra"

	"github.com/rulec/rulec/internal/disk"
	"github.com/rulec/rulec/internal/rulefmt"
	"github.com/rulec/rulec/internal/ruletest"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/tree"
)

func newFormat() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "fmt [PATH...]",
		Short: "Format files: indentation, spaces, blank lines",
		Long: `Format files: two spaces of indentation per level, lists indented below their keys, one space
after colons, hyphens and commas and none inside braces, no spaces at the ends of lines, at most
one blank line in a row, UTF-8 without a byte order mark. Comments, quotes, the order of keys and
all texts stay, and so does the meaning of the file.

A path is a file, a folder (all rulesets with their parts, encounters and files of cases in it;
default: the working directory) or - for standard input, which is printed formatted. rulec prints
the names of the files that it changed.`,
		Example: `  rulec fmt
  rulec fmt mygame.yaml
  rulec fmt --diff mygame.yaml
  rulec fmt --check rules          for a repository: exit code 1 if a file isn't formatted`,
	}
	check := cmd.Flags().Bool("check", false, "change nothing; exit code 1 if a file isn't formatted")
	show := cmd.Flags().Bool("diff", false, "show the changes, but don't write them")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if slices.Equal(args, []string{"-"}) {
			return formatInput(cmd)
		}
		if len(args) == 0 {
			args = []string{"."}
		}
		files, err := ruletest.Files(args)
		if err != nil {
			return exit{exitFailed, err}
		}
		var all diag.List
		changed, unread := 0, false
		for _, name := range withParts(files) {
			text, err := disk.Read(name, tree.MaxBytes)
			if err != nil {
				fmt.Fprintf(cmd.ErrOrStderr(), "rulec: %s\n", diag.Visible(err.Error()))
				unread = true
				continue
			}
			src := diag.NewSource(filepath.ToSlash(name), string(text))
			formed, list := rulefmt.Format(src)
			all = append(all, list...)
			if formed == string(text) {
				continue
			}
			changed++
			if *show {
				if src.Text != string(text) {
					fmt.Fprintf(cmd.OutOrStdout(), "%s becomes UTF-8, without a byte order mark\n", diag.Visible(name))
				}
				fmt.Fprintf(cmd.OutOrStdout(), "%s", diff.Diff(name, []byte(src.Text), name, []byte(formed)))
				continue
			}
			fmt.Fprintln(cmd.OutOrStdout(), diag.Visible(name))
			if *check {
				continue
			}
			if err := disk.Replace(name, []byte(formed)); err != nil {
				return exit{exitFailed, err}
			}
		}
		printList(cmd.ErrOrStderr(), all, diag.Snippets)
		if unread {
			return exit{code: exitFailed}
		}
		if *check && changed > 0 {
			return problems
		}
		return verdict(all)
	}
	return cmd
}

// formatInput formats standard input and prints it.
func formatInput(cmd *cobra.Command) error {
	text, err := io.ReadAll(io.LimitReader(cmd.InOrStdin(), tree.MaxBytes+1))
	if err != nil {
		return exit{exitFailed, fmt.Errorf("can't read standard input: %w", err)}
	}
	if len(text) > tree.MaxBytes {
		return exit{exitFailed, errors.New("standard input is too large for a file of rules")}
	}
	formed, list := rulefmt.Format(diag.NewSource("stdin.yaml", string(text)))
	fmt.Fprint(forFile(cmd.OutOrStdout()), formed)
	printList(cmd.ErrOrStderr(), list, diag.Snippets)
	return verdict(list)
}

// isYAML reports whether a file has an extension of files with rules.
func isYAML(name string) bool { return filepath.Ext(name) == ".yaml" || filepath.Ext(name) == ".yml" }

// withParts returns files, each followed by the parts that it lists, each file once.
func withParts(files []string) []string {
	var all []string
	add := func(name string) {
		if !slices.Contains(all, name) {
			all = append(all, name)
		}
	}
	for _, name := range files {
		add(name)
		text, err := disk.Read(name, tree.MaxBytes)
		if err != nil {
			continue // reported when it is formatted
		}
		node, _ := tree.Parse(diag.NewSource(name, string(text)))
		for _, part := range tree.Items(node.Get("parts")) {
			if path := filepath.Join(filepath.Dir(name), filepath.FromSlash(part.Text)); isYAML(path) {
				add(path)
			}
		}
	}
	return all
}
