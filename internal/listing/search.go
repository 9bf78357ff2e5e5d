package listing

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/tree"
)

// Hit is a definition in which words were found.
type Hit struct {
	Place
	// Where says in which of its texts: its name, its title, the rule that it cites, what is
	// said about it, or else a line of it.
	Where string
	// rank orders hits: 0 is the best.
	rank int
}

// Exact reports whether the words are a definition's whole title, or the id of a rule that it cites.
func (h Hit) Exact() bool { return h.rank == 0 }

// Search returns the definitions that have all words, the best first: in their title or the id of
// a rule that they cite, whole; in their name or title; in what is said about them; anywhere.
// Capitals don't count.
func Search(root *tree.Node, words []string) []Hit {
	wanted := slices.Clone(words)
	for i, w := range wanted {
		wanted[i] = strings.ToLower(w)
	}
	whole := strings.Join(wanted, " ")
	var hits []Hit
	for _, section := range sections(root) {
		for _, e := range parts(section) {
			if h, ok := search(Place{section, e}, wanted, whole); ok {
				hits = append(hits, h)
			}
		}
	}
	slices.SortStableFunc(hits, func(a, b Hit) int { return a.rank - b.rank })
	return hits
}

func search(p Place, words []string, whole string) (Hit, bool) {
	n := p.Entry.Value
	title, said := scalarAt(n, "title"), scalarAt(n, "about")
	for _, cite := range tree.Items(n.Get("cite")) {
		if strings.ToLower(cite.Text) == whole {
			return Hit{p, "it is the rule " + cite.Text, 0}, true
		}
	}
	switch name := strings.ReplaceAll(p.Entry.Key.Text, "_", " "); {
	case strings.ToLower(title) == whole:
		return Hit{p, title, 0}, true
	case hasAll(name+" "+title, words):
		return Hit{p, said, 1}, true
	case hasAll(name+" "+title+" "+said, words):
		return Hit{p, said, 2}, true
	}
	if line, ok := lineWith(n, words); ok && hasAll(Flat(n)+" "+p.Entry.Key.Text, words) {
		return Hit{p, line, 3}, true
	}
	return Hit{}, false
}

func scalarAt(n *tree.Node, key string) string {
	if v := n.Get(key); v != nil {
		return v.Text
	}
	return ""
}

// hasAll reports whether a text has all words.
func hasAll(text string, words []string) bool {
	text = strings.ToLower(text)
	return !slices.ContainsFunc(words, func(w string) bool { return !strings.Contains(text, w) })
}

// lineWith returns the first text in a node that has one of the words, behind its key.
func lineWith(n *tree.Node, words []string) (string, bool) {
	for _, e := range n.Entries {
		if e.Value.Kind == tree.Scalar {
			if line := e.Key.Text + ": " + oneLine(e.Value.Text); hasAny(line, words) {
				return line, true
			}
		} else if line, ok := lineWith(e.Value, words); ok {
			return line, true
		} else if hasAny(e.Key.Text, words) {
			return e.Key.Text, true
		}
	}
	for _, item := range n.Items {
		if item.Kind == tree.Scalar && hasAny(item.Text, words) {
			return oneLine(item.Text), true
		} else if line, ok := lineWith(item, words); ok {
			return line, true
		}
	}
	return oneLine(n.Text), n.Kind == tree.Scalar && hasAny(n.Text, words)
}

func hasAny(text string, words []string) bool {
	return slices.ContainsFunc(words, func(w string) bool { return hasAll(text, []string{w}) })
}

// WriteHits writes definitions that were found, a line each: the name, and where the words stand.
func WriteHits(w io.Writer, hits []Hit) error {
	const most = 100
	out := bufio.NewWriter(w)
	for _, h := range hits {
		where := []rune(oneLine(h.Where))
		if len(where) > most {
			where = append(where[:most], []rune(" ..")...)
		}
		fmt.Fprintln(out, diag.Visible(strings.TrimRight(fmt.Sprintf("%-*s %s", widest, h.Name(), string(where)), " ")))
	}
	return out.Flush()
}
