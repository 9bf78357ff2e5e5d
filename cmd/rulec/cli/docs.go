package cli

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/rulec/rulec/internal/docs"
	"github.com/rulec/rulec/internal/experiment"
	"github.com/rulec/rulec/internal/report"
	"github.com/rulec/rulec/spec"
)

// mostHits is the maximum number of sections that a search shows.
const mostHits = 20

func newDocs() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "docs [PAGE [SECTION]]",
		Short: "Print the pages of the reference, or search them",
		Long: `Print the pages of the reference, which are built into the program. Without a page: a list of
the pages, one per line. With a page: that page, or one section of it, by its number or by words of
its heading. With --find: the sections that contain all the words.`,
		Example: `  rulec docs
  rulec docs dice
  rulec docs conditions ends
  rulec docs --find until turn`,
		Args: cobra.ArbitraryArgs,
	}
	find := cmd.Flags().BoolP("find", "f", false, "show the sections that contain all these words")
	cmd.ValidArgsFunction = func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
		all, err := docs.Read(spec.Pages)
		if err != nil || len(args) > 0 {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		return pageNames(all), cobra.ShellCompDirectiveNoFileComp
	}
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		all, err := docs.Read(spec.Pages)
		if err != nil {
			return exit{exitFailed, err}
		}
		out := cmd.OutOrStdout()
		switch {
		case *find && len(args) == 0:
			return usage("--find needs a word: rulec docs --find WORD")
		case *find:
			return searchPages(out, all, args)
		case len(args) == 0:
			for _, p := range all {
				fmt.Fprintf(out, "%-17s %s\n", p.Name, p.About)
			}
			fmt.Fprintf(out, "\nrulec docs PAGE prints one, rulec docs --find WORD finds a word, rulec examples shows whole fights.\n")
			return nil
		}
		return printPage(out, all, args[0], strings.Join(args[1:], " "))
	}
	return cmd
}

func pageNames(all []docs.Page) []string {
	names := make([]string, len(all))
	for i, p := range all {
		names[i] = p.Name
	}
	return names
}

// printPage prints a page, or only the sections with a name.
func printPage(out io.Writer, all []docs.Page, name, section string) error {
	name = strings.TrimSuffix(name, ".md")
	for _, p := range all {
		if p.Name != name {
			continue
		}
		if section == "" {
			fmt.Fprint(out, p.Text)
			return nil
		}
		found := p.Named(section)
		if len(found) == 0 {
			return usage("%s has no section %q; 'rulec docs --find %s' searches all pages", name, section, experiment.Quote([]string{section}))
		}
		for _, s := range found {
			fmt.Fprint(out, s.Text)
		}
		return nil
	}
	words := append([]string{name}, strings.Fields(section)...)
	otherwise := fmt.Sprintf("'rulec docs' lists all pages, 'rulec docs --find %s' searches them", experiment.Quote(words))
	if pages := pagesWith(all, words); len(pages) > 0 {
		otherwise = fmt.Sprintf("these say something about it: %s; %s", strings.Join(pages, ", "), otherwise)
	}
	return unknown(fmt.Sprintf("unknown page %q", name), name, pageNames(all), otherwise)
}

// pagesWith returns the pages that say most about words, of which those of a name may be joined.
func pagesWith(all []docs.Page, words []string) (pages []string) {
	const most = 3
	for _, h := range docs.Search(all, strings.FieldsFunc(strings.Join(words, " "), func(r rune) bool { return r == '-' || r == '_' || r == ' ' })) {
		if !slices.Contains(pages, h.Page) {
			pages = append(pages, h.Page)
		}
	}
	return pages[:min(len(pages), most)]
}

// searchPages prints the sections that contain the words.
func searchPages(out io.Writer, all []docs.Page, words []string) error {
	words = strings.Fields(strings.Join(words, " "))
	hits, without := docs.Search(all, words), []string(nil)
	for len(hits) == 0 && len(words) > 1 {
		i := tooMuch(all, words)
		without = append(without, words[i])
		words = slices.Delete(slices.Clone(words), i, i+1)
		hits = docs.Search(all, words)
	}
	switch {
	case len(hits) == 0:
		return exit{exitProblems, fmt.Errorf("no section has %s", strings.Join(append(words, without...), " "))}
	case len(without) > 0:
		fmt.Fprintf(out, "no section has all these words; without %s:\n", strings.Join(without, ", "))
	}
	for _, h := range hits[:min(len(hits), mostHits)] {
		fmt.Fprintf(out, "%s, %s\n    %s\n", h.Page, h.Heading, shortened(h.Line))
	}
	if more := len(hits) - mostHits; more > 0 {
		fmt.Fprintf(out, "and %s more; add a word to see fewer\n", report.Plural(int64(more), "section", "sections"))
	}
	return nil
}

// tooMuch returns which of some words to leave out: that without which the fewest sections have the others, or one that none has.
func tooMuch(all []docs.Page, words []string) int {
	best, fewest := 0, math.MaxInt
	for i := range words {
		n := len(docs.Search(all, slices.Delete(slices.Clone(words), i, i+1)))
		if n > 0 && n < fewest {
			best, fewest = i, n
		} else if fewest == math.MaxInt && len(docs.Search(all, words[i:i+1])) == 0 {
			best = i
		}
	}
	return best
}

// shortened shortens a line to fit on a screen.
func shortened(line string) string {
	const most = 110
	if runes := []rune(line); len(runes) > most {
		return string(runes[:most]) + " .."
	}
	return line
}
