package cli

import (
	"fmt"
	"io"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/rulec/rulec/examples"
	"github.com/rulec/rulec/internal/experiment"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/tree"
)

func newExamples() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "examples [NAME]",
		Short: "List, print or copy the built-in examples",
		Long: `Print the built-in examples. Without a name: a list, one per line. With a name: the file. With
--to: copy the file into a folder, with all the files that it needs.`,
		Example: `  rulec examples
  rulec examples scuffle
  rulec examples 42-timecount-toll-bridge-tactics --to bridge
  rulec examples systems/hedge_knights --to knights`,
		Args: takes(0, 1),
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return exampleNames(), cobra.ShellCompDirectiveNoFileComp
		},
	}
	to := cmd.Flags().String("to", "", "copy the example into this `FOLDER`")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		out := cmd.OutOrStdout()
		switch {
		case len(args) == 0 && *to != "":
			return usage("--to needs an example: rulec examples NAME --to %s", experiment.Quote([]string{*to}))
		case len(args) == 0:
			listExamples(out)
			return nil
		}
		files, err := exampleFiles(args[0])
		if err != nil {
			return err
		}
		if *to == "" {
			if len(files) > 1 && files[0] != args[0]+".yaml" {
				fmt.Fprintf(out, "%s\n", strings.Join(files, "\n"))
				return nil
			}
			text, err := fs.ReadFile(examples.Files, files[0])
			if err == nil {
				_, err = out.Write(text)
			}
			return written(err)
		}
		copies := map[string]string{}
		for _, name := range files {
			text, err := fs.ReadFile(examples.Files, name)
			if err != nil {
				return exit{exitFailed, err}
			}
			copies[strings.TrimPrefix(name, folderOf(files))] = string(text)
		}
		if err := putFiles(*to, copies); err != nil {
			return err
		}
		for _, name := range slices.Sorted(maps.Keys(copies)) {
			fmt.Fprintln(out, path.Join(*to, name))
		}
		return nil
	}
	return cmd
}

// exampleNames lists the examples: file names without extension, and folders of whole systems.
func exampleNames() []string {
	files, _ := fs.Glob(examples.Files, "*.yaml")
	scene, _ := fs.Glob(examples.Files, "rosetta/*.yaml")
	systems, _ := fs.Glob(examples.Files, "systems/*")
	files = append(files, scene...)
	names := make([]string, 0, len(files)+len(systems))
	for _, f := range files {
		names = append(names, strings.TrimSuffix(f, ".yaml"))
	}
	return append(names, systems...)
}

// listExamples prints a line for each example.
func listExamples(out io.Writer) {
	for _, name := range exampleNames() {
		fmt.Fprintf(out, "%-34s %s\n", name, shortened(aboutExample(name)))
	}
	fmt.Fprint(out, "\nrulec examples NAME prints one, rulec examples NAME --to FOLDER copies it with everything it needs.\n")
}

// aboutExample returns the title of an example; for a system, that of its ruleset.
func aboutExample(name string) string {
	file := name + ".yaml"
	if info, err := fs.Stat(examples.Files, name); err == nil && info.IsDir() {
		file = path.Join(name, path.Base(name)+".yaml")
	}
	text, err := fs.ReadFile(examples.Files, file)
	if err != nil {
		return ""
	}
	node, _ := tree.Parse(diag.NewSource(file, string(text)))
	title, ruleset := node.TextOf("title"), node.TextOf("ruleset")
	switch {
	case title == "" || ruleset == "":
		return title
	case node.Get("combatants") == nil:
		return title + " (rules)"
	}
	return title + " (" + strings.TrimSuffix(path.Base(ruleset), ".yaml") + ")"
}

// exampleFiles returns the file of an example and the files it needs, or all files of a system.
func exampleFiles(name string) ([]string, error) {
	name = strings.TrimSuffix(strings.TrimSuffix(path.Clean(name), ".yaml"), "/")
	if info, err := fs.Stat(examples.Files, name); err == nil && info.IsDir() && name != "." && name != "systems" {
		var files []string
		err := fs.WalkDir(examples.Files, name, func(p string, d fs.DirEntry, err error) error {
			switch {
			case err != nil || d.IsDir():
			case path.Ext(p) == ".yaml":
				files = needed(p, files)
			default:
				files = append(files, p)
			}
			return err
		})
		if err != nil {
			return nil, exit{exitFailed, err}
		}
		return files, nil
	}
	if slices.Contains(exampleNames(), name) {
		return needed(name+".yaml", nil), nil
	}
	return nil, unknown(fmt.Sprintf("unknown example %q", name), name, exampleNames(), "'rulec examples' lists them")
}

// folderOf returns the folder to omit when an example is copied: that of its first file, if all others are in it.
func folderOf(files []string) string {
	folder := path.Dir(files[0]) + "/"
	for _, f := range files {
		if !strings.HasPrefix(f, folder) {
			return ""
		}
	}
	return folder
}

// needed adds a file and the files it names, recursively.
func needed(file string, files []string) []string {
	text, err := fs.ReadFile(examples.Files, file)
	if err != nil || slices.Contains(files, file) {
		return files
	}
	files = append(files, file)
	node, _ := tree.Parse(diag.NewSource(file, string(text)))
	for _, other := range filesNamed(node) {
		files = needed(path.Join(path.Dir(file), other), files)
	}
	return files
}

// filesNamed returns the paths of YAML files in a tree.
func filesNamed(n *tree.Node) []string {
	if n == nil {
		return nil
	}
	var list []string
	if n.Kind == tree.Scalar && strings.HasSuffix(n.Text, ".yaml") {
		list = append(list, n.Text)
	}
	for _, e := range n.Entries {
		list = append(list, filesNamed(e.Value)...)
	}
	for _, item := range n.Items {
		list = append(list, filesNamed(item)...)
	}
	return list
}
