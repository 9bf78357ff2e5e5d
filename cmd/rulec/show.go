package main

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/rulec/rulec/internal/listing"
	"github.com/rulec/rulec/lang"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
	"github.com/rulec/rulec/lang/tree"
)

func newShow() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "show RULESET [NAME | WORD...]",
		Short: "Print what a ruleset declares, and where each part comes from",
		Long: `Print what a ruleset declares, and where each part comes from.

Without a name: all sections and definitions, a line each. With a name (grab) or a
section and a name (conditions.grab): the definition as it is after extends,
override and the other verbs, with the file and line where it begins, and where it
goes on from another place; for a quantity also everything that contributes to it, for
an event who announces, hears and answers it, for a condition who applies and ends it,
for a creature the figures that are worked out for it.

Where nothing is called so, the title of a definition, the id of a rule or any words are
looked for: what has them is listed, a line each.`,
		Example: `  rulec show timecount
  rulec show timecount conditions
  rulec show ./mygame.yaml conditions.prone
  rulec show ./mygame.yaml "start of turn"
  rulec show timecount threshold of pain        by its title
  rulec show timecount timecount.run.check      by the rule
  rulec show energy critical                    what has the word`,
		Args: takes(1, many),
		ValidArgsFunction: func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
			if len(args) == 0 {
				return lang.ShippedNames(loadOptions()), cobra.ShellCompDirectiveDefault
			}
			root, _ := lang.Resolve(args[0], loadOptions())
			if root == nil || len(args) > 1 {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			return listing.Names(root), cobra.ShellCompDirectiveNoFileComp
		},
	}
	options := readFlags(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		opts, err := options()
		if err != nil {
			return err
		}
		prog, root, list := resolve(args[0], opts)
		if list.HasErrors() {
			return complain(cmd.ErrOrStderr(), list)
		}
		out := cmd.OutOrStdout()
		if len(args) == 1 {
			return written(listing.Contents(out, root))
		}
		return shower{out, listing.NewLinker(prog, root), root, args[0], prog, opts}.show(args[1:])
	}
	return cmd
}

// resolve loads a ruleset, checked and as one tree.
func resolve(name string, opts lang.Options) (*program.Program, *tree.Node, diag.List) {
	prog, list := lang.Load(name, opts)
	if list.HasErrors() {
		return nil, nil, list
	}
	root, list := lang.Resolve(name, opts)
	return prog, root, list
}

// shower prints what a ruleset, given by name or path, declares.
type shower struct {
	out     io.Writer
	links   *listing.Linker
	root    *tree.Node
	ruleset string
	prog    *program.Program
	opts    lang.Options
}

// show prints everything that is called by a name, else what has all words.
func (s shower) show(words []string) error {
	name := strings.Join(words, " ")
	places := listing.Find(s.root, name)
	hits := listing.Search(s.root, strings.Fields(name))
	if exact := slices.IndexFunc(hits, func(h listing.Hit) bool { return !h.Exact() }); len(places) == 0 && (exact == 1 || exact < 0 && len(hits) == 1) {
		places = []listing.Place{hits[0].Place}
	}
	for i, p := range places {
		if i > 0 {
			fmt.Fprintln(s.out)
		}
		if err := listing.YAML(s.out, p); err != nil {
			return written(err)
		}
		if err := s.figures(p); err != nil {
			return err
		}
		if err := listing.WriteLinks(s.out, s.links.Of(p)); err != nil {
			return written(err)
		}
	}
	if len(places) > 0 {
		return nil
	}
	if events := s.links.Event(name); len(events) > 0 {
		fmt.Fprintf(s.out, "# the event %q of the language\n", name)
		return written(listing.WriteLinks(s.out, events))
	}
	if len(hits) > 0 {
		return written(listing.WriteHits(s.out, hits))
	}
	return unknownDefinition(s.root, s.links, name)
}

func unknownDefinition(root *tree.Node, links *listing.Linker, name string) error {
	ruleset := root.Get("ruleset").Text
	if near, ok := diag.Nearest(name, append(listing.Names(root), links.Events()...)); ok {
		return usage("there is no %q in %s; did you mean %q?", name, ruleset, near)
	}
	return usage("there is no %q in %s; 'rulec show %s' lists what there is", name, ruleset, ruleset)
}

// complain prints a list that ends a command, and returns the exit code; or says that the command was to end while it read files.
func complain(w io.Writer, list diag.List) error {
	stopped := list[0].Code == diag.Stopped
	if stopped && list[0].Span.IsZero() {
		return exit{exitFailed, errors.New("stopped while the files were read, before anything was played")}
	}
	if err := list.Print(w, diag.Snippets, colourful(w)); err != nil {
		return exit{exitFailed, err}
	}
	fmt.Fprintf(w, "\n%s\n", counted(list))
	if stopped {
		return exit{code: exitFailed}
	}
	return verdict(list)
}

// written turns an error of writing output into one with an exit code.
func written(err error) error {
	if err != nil {
		return exit{exitFailed, err}
	}
	return nil
}
