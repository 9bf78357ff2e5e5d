package show

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/tree"
)

// helpers are the sections that players don't know by name. The contents only count them.
var helpers = []string{"quantities", "procs", "events", "checks", "choices", "tables", "scales", "kinds", "reports", "laws"}

// Contents writes the title of a ruleset; each chapter of its book with the definitions that decide it; then its sections, each definition
// a line: the name, for a param also its default, and its description. What players name comes first, then conditions, params and the
// rest; helpers are counted, unless all is set. The ids of the book's rules give the chapters their order; those of other books come after
// them, in the order of the files.
func (l *Linker) Contents(w io.Writer, ids []string, all bool) error {
	out := bufio.NewWriter(w)
	fmt.Fprintln(out, diag.Visible(heading(l.root)))
	if about := l.root.Get("about"); about != nil {
		fmt.Fprintln(out, diag.Visible(oneLine(about.Text)))
	}
	l.chapters(out, ids)
	var folded []string
	for _, section := range l.inOrder() {
		if list := parts(section); all || !slices.Contains(helpers, section.Key.Text) {
			fmt.Fprintf(out, "\n%s\n", diag.Visible(sectionHeading(section)))
			contents(out, section, list)
		} else {
			folded = append(folded, fmt.Sprintf("%s (%d)", section.Key.Text, len(list)))
		}
	}
	if len(folded) > 0 {
		fmt.Fprintf(out, "\nAnd %s: --all lists them, too.\n", diag.Visible(strings.Join(folded, ", ")))
	}
	return out.Flush()
}

// inOrder returns the sections: those of kinds of things and actions first, then conditions and params.
func (l *Linker) inOrder() []tree.Entry {
	rank := func(section tree.Entry) int {
		name := section.Key.Text
		switch i := slices.Index([]string{"conditions", "params"}, name); {
		case l.isPlural(name):
			return 0
		case i >= 0:
			return 1 + i
		}
		return 3
	}
	return slices.SortedStableFunc(slices.Values(sections(l.root)), func(a, b tree.Entry) int { return rank(a) - rank(b) })
}

// isPlural reports whether a section has the definitions of a kind.
func (l *Linker) isPlural(section string) bool {
	for _, k := range l.prog.Kinds {
		if k.Plural == section {
			return true
		}
	}
	return false
}

// mostNames is how many definitions of a chapter are named.
const mostNames = 5

// widestChapter is how far names of chapters push the next column to the right.
const widestChapter = 14

// chapters writes the chapters of the book, each with the definitions that cite most of its rules. A chapter is what the ids of its
// rules have before their last part: condition.prone is of condition.
func (l *Linker) chapters(out io.Writer, ids []string) {
	chapterOf := func(id string) string {
		if i := strings.LastIndex(id, "."); i >= 0 {
			return id[:i]
		}
		return id
	}
	var chapters []string
	citing := map[string]map[string]int{} // by chapter, how many of its rules a definition cites
	for _, section := range sections(l.root) {
		for _, e := range parts(section) {
			for _, id := range cites(e) {
				chapter := chapterOf(id)
				if citing[chapter] == nil {
					citing[chapter] = map[string]int{}
					chapters = append(chapters, chapter)
				}
				citing[chapter][e.Key.Text]++
			}
		}
	}
	if len(chapters) == 0 {
		return
	}
	place := map[string]int{}
	for i, id := range slices.Backward(ids) {
		place[chapterOf(id)] = i - len(ids) // the first counts
	}
	slices.SortStableFunc(chapters, func(a, b string) int { return place[a] - place[b] })
	fmt.Fprintln(out, "\nthe book")
	for _, chapter := range chapters {
		names := slices.SortedFunc(maps.Keys(citing[chapter]), func(a, b string) int {
			return cmp.Or(citing[chapter][b]-citing[chapter][a], cmp.Compare(a, b))
		})
		text := strings.Join(names[:min(len(names), mostNames)], ", ")
		if more := len(names) - mostNames; more > 0 {
			text += fmt.Sprintf(" and %d more", more)
		}
		fmt.Fprintln(out, diag.Visible(fmt.Sprintf("  %-*s  %s", widestChapter, chapter, text)))
	}
}

// opening returns the first sentence of a text of several.
func opening(text string) string {
	if end := strings.Index(text, ". "); end >= 0 && len(text) > widestFlow {
		return text[:end+1]
	}
	return text
}

func contents(out io.Writer, section tree.Entry, entries []tree.Entry) {
	width := 0
	for _, e := range entries {
		width = max(width, min(widest, len([]rune(Place{Section: section, Entry: e}.label()))))
	}
	for _, e := range entries {
		line := fmt.Sprintf("  %-*s  %s", width, Place{Section: section, Entry: e}.label(), opening(about(e)))
		fmt.Fprintln(out, strings.TrimRight(diag.Visible(line), " "))
	}
}
