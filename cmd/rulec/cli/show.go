package cli

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/rulec/rulec/internal/ruletest"
	"github.com/rulec/rulec/internal/show"
	"github.com/rulec/rulec/lang"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
	"github.com/rulec/rulec/lang/tree"
	"github.com/rulec/rulec/spec"
)

func newShow() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "show RULESET [NAME | WORD...]",
		Short: "Print what a ruleset declares, and where each part comes from",
		Long: `Print what a ruleset declares, and where each part comes from.

Without a name: each chapter of the book with the definitions that decide it, then what players
know by name, one per line, and how many helpers there are. With a name (grab), or a section
and a name (conditions.grab, time.turn): the definition after extends, override and the other
verbs, with the file and line of each part; then what has to do with it: what reads it, what
it uses, the rules of the book that it decides. For a quantity also everything that
contributes to it; for a field (fatigue, creature.fatigue) what changes it; for an event who
announces, hears and answers it; for a condition who applies and ends it; for a weapon, a
maneuver or the like what its kind says for it; for a creature its derived stats.

If nothing has that name, rulec searches for the title of a definition, the id of a rule, or any
words, in everything that the definitions say and in the rules that they cite. It lists the
matches, one per line. A name that is a plain word also lists its matches.`,
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
			return show.Names(root), cobra.ShellCompDirectiveNoFileComp
		},
	}
	opts := readFlags(cmd)
	all := cmd.Flags().Bool("all", false, "without a name: list helpers such as quantities one by one, too")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		opts.Uses = program.NewUses(0)
		prog, root, list := resolve(args[0], *opts)
		if list.HasErrors() {
			return complain(cmd.ErrOrStderr(), list)
		}
		out := cmd.OutOrStdout()
		links := show.NewLinker(prog, root, opts.Uses.All())
		if len(args) == 1 {
			return written(links.Contents(out, ruleIDs(prog.Book), *all))
		}
		return shower{out, cmd.ErrOrStderr(), links, root, args[0], prog, *opts}.show(args[1:])
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

// shower prints the declarations of a ruleset, given by name or path.
type shower struct {
	out     io.Writer
	errors  io.Writer
	links   *show.Linker
	root    *tree.Node
	ruleset string
	prog    *program.Program
	opts    lang.Options
}

// show prints everything with a name, and a line for everything else that contains its words.
func (s shower) show(words []string) error {
	name := strings.Join(words, " ")
	places := show.Find(s.root, name)
	for _, between := range []string{"_", "."} {
		if len(places) == 0 {
			places = show.Find(s.root, strings.ToLower(strings.Join(words, between)))
		}
	}
	texts := ruleTexts(s.prog.Book)
	hits, without := show.Search(s.root, strings.Fields(name), texts)
	if exact := slices.IndexFunc(hits, func(h show.Hit) bool { return !h.Exact() }); len(places) == 0 && len(without) == 0 && (exact == 1 || exact < 0 && len(hits) == 1) {
		places = []show.Place{hits[0].Place}
	}
	places = withoutTactics(places)
	told := map[string]bool{}
	for i, p := range places {
		if i > 0 {
			fmt.Fprintln(s.out)
		}
		show.YAML(s.out, p)
		if err := s.figures(p); err != nil {
			return err
		}
		links := s.links.Of(p)
		if slices.ContainsFunc(places[:i], func(p show.Place) bool { return p.Section.Key.Text == "kinds" }) { // which has been printed
			links = slices.DeleteFunc(links, func(x show.Link) bool { return x.How == show.ByKind })
		}
		for _, x := range links {
			told[x.Who] = true
		}
		show.WriteLinks(s.out, links)
		show.WriteLinks(s.out, s.links.Rules(p, texts))
	}
	events := s.links.Event(name)
	if len(places) == 0 && len(events) > 0 {
		fmt.Fprintf(s.out, "# the event %q of the language\n", name)
		show.WriteLinks(s.out, events)
	}
	hits = slices.DeleteFunc(hits, func(h show.Hit) bool {
		return told[h.Name()] || len(places) > 0 && !h.Tells(name) || slices.ContainsFunc(places, func(p show.Place) bool {
			return p.Entry.Key == h.Entry.Key || p.Entry.Key == nil && p.Section.Key == h.Section.Key
		})
	})
	switch shown := len(places)+len(events) > 0; {
	case shown && (len(hits) == 0 || len(without) > 0 || strings.Contains(name, ".")):
	case shown:
		fmt.Fprintln(s.out)
		s.some(hits, name+" is also here:", mostBeside)
	case len(hits) == 0:
		return unknownDefinition(s.root, s.links, name)
	case len(without) > 0:
		s.some(hits, "nothing has all these words; without "+strings.Join(without, ", ")+":", mostHits)
	default:
		show.WriteHits(s.out, hits, "")
	}
	return nil
}

// withoutTactics leaves out tactics that have the name of something else: who asks for a name wants the rule.
func withoutTactics(places []show.Place) []show.Place {
	rules := slices.DeleteFunc(slices.Clone(places), func(p show.Place) bool { return p.Section.Key.Text == "tactics" })
	if len(rules) == 0 {
		return places
	}
	return rules
}

// mostBeside is how many hits are printed beside a definition that was found: those who wanted it read on there.
const mostBeside = 8

// some prints the best hits, as comments.
func (s shower) some(hits []show.Hit, heading string, most int) {
	fmt.Fprintf(s.out, "# %s\n", diag.Visible(heading))
	show.WriteHits(s.out, hits[:min(len(hits), most)], "# ")
	if more := len(hits) - most; more > 0 {
		fmt.Fprintf(s.out, "# and %d more; add a word to see fewer\n", more)
	}
}

// rules returns the rules of a built-in system, in the order of its book; none for another one.
func rules(book string) []ruletest.Rule {
	folder, err := fs.Sub(spec.Systems, "systems")
	if err != nil {
		return nil
	}
	systems, _, _ := ruletest.Lists(folder, "systems") // a test reads them
	for _, system := range systems {
		if system.Name == book {
			return system.Rules
		}
	}
	return nil
}

// ruleTexts returns the rules of a built-in system, by their ids.
func ruleTexts(book string) map[string]string {
	texts := map[string]string{}
	for _, r := range rules(book) {
		texts[r.ID] = r.Text
	}
	return texts
}

// ruleIDs returns the ids of a built-in system's rules, in the order of its book.
func ruleIDs(book string) (ids []string) {
	for _, r := range rules(book) {
		ids = append(ids, r.ID)
	}
	return ids
}

func unknownDefinition(root *tree.Node, links *show.Linker, name string) error {
	ruleset := root.Get("ruleset").Text
	names, otherwise := append(show.Names(root), links.Events()...), fmt.Sprintf("'rulec show %s' lists everything", ruleset)
	return unknown(fmt.Sprintf("there is no %q in %s", name, ruleset), name, names, otherwise)
}

// complain prints a list that ends a command, and returns the exit code, or an error if the command had to stop while it read files.
func complain(w io.Writer, list diag.List) error {
	stopped := list[0].Code == diag.Stopped
	if stopped && list[0].Span.IsZero() {
		return exit{exitFailed, errors.New("stopped while reading the files, before playing anything")}
	}
	printList(w, list, diag.Snippets)
	fmt.Fprintf(w, "\n%s\n", counted(list))
	if stopped {
		return exit{code: exitFailed}
	}
	return verdict(list)
}

// written wraps an error of writing output in one with an exit code.
func written(err error) error {
	if err != nil {
		return exit{exitFailed, err}
	}
	return nil
}
