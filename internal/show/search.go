package show

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/dump"
	"github.com/rulec/rulec/lang/tree"
)

// Hit is a definition in which words were found.
type Hit struct {
	Place
	// Where is the text with the words: its name, its title, the rule that it cites, its description, or a line of it.
	Where string
	// At is the place of that text, or of the definition.
	At diag.Span
	// rank sorts hits: 0 is the best.
	rank int
}

// Exact reports whether the words are a definition's whole title, or the id of a rule that it cites.
func (h Hit) Exact() bool { return h.rank == 0 }

// Tells reports whether the name, the title, the sentence or a rule of a hit has some words side by side, rather than a text in it.
func (h Hit) Tells(words string) bool {
	if h.rank%longerWords > 3 {
		return false
	}
	phrase := stems(words)
	return strings.Contains(stems(h.Entry.Key.Text+" . "+scalarAt(h.Entry.Value, "title")+" . "+h.Where), phrase)
}

// stems returns the stems of the words of a text, each between blanks.
func stems(text string) string {
	words := strings.Fields(apart.Replace(strings.ToLower(text)))
	for i, w := range words {
		words[i] = stem(w)
	}
	return " " + strings.Join(words, " ") + " "
}

// aside are the sections that use rules, or give them a form, but aren't rules.
var aside = []string{"kinds", "tactics", "laws", "reports", "cases"}

// label returns the name, for a param with its value.
func (h Hit) label() string {
	if h.Section.Key.Text == "params" {
		return "params." + h.Place.label()
	}
	return h.Name()
}

// Search returns the definitions that have all words, the best first: in their title or the id of a cited rule, as a whole; in their name
// or title; in their description; in a rule that they cite, whose texts are given by id; anywhere, in tactics and the like last; and those that only have longer words after the others. Capitals, endings and
// separators between words of a name don't count. If nothing has all words, it drops those that nothing has, then the commonest; the
// dropped words are returned, too.
func Search(root *tree.Node, words []string, rules map[string]string) (hits []Hit, without []string) {
	whole := strings.ToLower(strings.Join(words, " "))
	var all []sought
	for _, section := range sections(root) {
		for _, e := range parts(section) {
			all = append(all, seek(Place{Section: section, Entry: e}, rules))
		}
	}
	words = separated(words, all)
	wanted := make([]string, len(words))
	for i, w := range words {
		wanted[i] = stem(strings.ToLower(w))
	}
	for len(wanted) > 0 {
		for _, x := range all {
			if h, ok := x.search(wanted, whole); ok {
				if h.rank > 0 && !hasWhole(x.everything, wanted) {
					h.rank += longerWords
				}
				hits = append(hits, h)
			}
		}
		if len(hits) > 0 {
			slices.SortStableFunc(hits, func(a, b Hit) int { return a.rank - b.rank })
			return hits, without
		}
		i := tooMuch(all, wanted)
		without = append(without, words[i])
		wanted, words = slices.Delete(wanted, i, i+1), slices.Delete(words, i, i+1)
	}
	return nil, nil
}

// separated returns words without what separates them: non-lethal is nonlethal where that is a word of a definition, else two words.
func separated(words []string, all []sought) []string {
	words = slices.Clone(words)
	for i, w := range words {
		joined := strings.ToLower(strings.ReplaceAll(w, "-", ""))
		if joined != strings.ToLower(w) && slices.ContainsFunc(all, func(x sought) bool { return hasWhole(x.everything, []string{stem(joined)}) }) {
			words[i] = joined
		}
	}
	return strings.Fields(apart.Replace(strings.Join(words, " ")))
}

// tooMuch returns which of some words to drop: the first that nothing has, else the one that most have.
func tooMuch(all []sought, words []string) int {
	have := make([]int, len(words))
	for i, w := range words {
		for _, x := range all {
			if hasAll(x.everything, []string{w}) {
				have[i]++
			}
		}
	}
	if none := slices.Index(have, 0); none >= 0 {
		return none
	}
	return slices.Index(have, slices.Max(have))
}

// sought is a definition prepared for searching.
type sought struct {
	Place
	title, about string
	// cites are the ids of the rules that it or a part of it cites, each followed by its text.
	cites [][2]string
	// everything is its whole text, with these texts.
	everything string
}

func seek(p Place, rules map[string]string) sought {
	x := sought{Place: p, title: scalarAt(p.Entry.Value, "title"), about: p.Entry.About(), everything: Flat(p.Entry.Value) + " " + p.Entry.Key.Text}
	p.Entry.Remarks(func(r *tree.Remark) { x.everything += " " + r.Text })
	for _, id := range cites(p.Entry) {
		x.cites = append(x.cites, [2]string{id, rules[id]})
		x.everything += " " + id + " " + rules[id]
	}
	return x
}

// cites returns the ids of the rules that an entry or a part of it decides.
func cites(e tree.Entry) (ids []string) {
	e.Remarks(func(r *tree.Remark) { ids = append(ids, r.Cites()...) })
	return ids
}

func (x sought) search(words []string, whole string) (Hit, bool) {
	hit := func(where string, rank int) (Hit, bool) { return Hit{x.Place, where, x.Entry.Key.Span, rank}, true }
	for _, c := range x.cites {
		if strings.ToLower(c[0]) == whole {
			return hit("is the rule "+c[0], 0)
		}
	}
	switch name := x.Entry.Key.Text; {
	case strings.ToLower(x.title) == whole:
		return hit(x.title, 0)
	case hasAll(name+" "+x.title, words):
		return hit(x.about, 1)
	case hasAll(name+" "+x.title+" "+x.about, words):
		return hit(x.about, 2)
	case !hasAll(x.everything, words):
		return Hit{}, false
	}
	rule, most := "", 0 // the one that has most of the words
	for _, c := range x.cites {
		switch n := count(c[1], words); {
		case n == len(words):
			return hit(c[0]+": "+c[1], 3)
		case n > most:
			rule, most = c[0]+": "+c[1], n
		}
	}
	rank := 4
	if slices.Contains(aside, x.Section.Key.Text) {
		rank++
	}
	line, at, ok := rowWith(x.Entry, words)
	if !ok {
		line, at, ok = lineWith(x.Entry.Value, words)
	}
	switch {
	case most > 0 && most > count(line, words):
		return hit(rule, rank)
	case ok:
		return Hit{x.Place, line, at, rank}, true
	}
	return hit(x.about, rank)
}

// count returns how many of some words a text has.
func count(text string, words []string) (n int) {
	for _, w := range words {
		if hasAll(text, []string{w}) {
			n++
		}
	}
	return n
}

// stem returns the common part of words with different endings: attack, attacks, attacking.
func stem(word string) string {
	for _, ending := range []string{"ingly", "ally", "ing", "ed", "er", "est", "es", "ly", "s", "e"} {
		short, cut := strings.CutSuffix(word, ending)
		if !cut || len(short) < 3 || !strings.ContainsAny(short, "aeiouy") {
			continue
		}
		if n := len(short); short[n-1] == short[n-2] && !strings.ContainsAny(short[n-1:], "lsz") && ending != "s" && ending != "e" { // running, to run
			return short[:n-1]
		}
		return short
	}
	return word
}

func scalarAt(n *tree.Node, key string) string {
	if v := n.Get(key); v != nil {
		return v.Text
	}
	return ""
}

// apart separates the words of names, formulas and sentences.
var apart = strings.NewReplacer("_", " ", "-", " ", ".", " ", ",", " ", ":", " ", "(", " ", "[", " ", "{", " ", "'", " ", `"`, " ")

// hasAll reports whether a text has words that begin with each of some words.
func hasAll(text string, words []string) bool {
	text = " " + apart.Replace(strings.ToLower(text))
	return !slices.ContainsFunc(words, func(w string) bool { return !strings.Contains(text, " "+w) })
}

// longerWords is added to the rank of hits that have the words only as the beginning of others: tier for tie.
const longerWords = 10

// hasWhole reports whether a text has each of some words itself, in some form.
func hasWhole(text string, words []string) bool {
	has := map[string]bool{}
	for _, w := range strings.Fields(apart.Replace(strings.ToLower(text))) {
		has[stem(w)] = true
	}
	return !slices.ContainsFunc(words, func(w string) bool { return !has[w] })
}

// rowWith returns the row of a grid that has most of some words, and its place.
func rowWith(e tree.Entry, words []string) (string, diag.Span, bool) {
	if e.Columns == nil {
		return "", diag.Span{}, false
	}
	_, columns := tree.Columns(e.Columns)
	best, at, most := "", diag.Span{}, 0
	for i, cells := range e.Rows() {
		row := e.Value.Entries[i]
		line := row.Key.Text + ": "
		for _, cell := range cells[len(cells)-len(columns):] {
			if cell != nil {
				line += cell.Text + ", "
			}
		}
		line = strings.TrimSuffix(line, ", ") + " " + row.About()
		if n := count(line, words); n > most {
			best, at, most = strings.TrimSpace(line), row.Key.Span, n
		}
	}
	return best, at, most > 0
}

// lineWith returns the first text in a node that has one of the words, after its key, and its place.
func lineWith(n *tree.Node, words []string) (string, diag.Span, bool) {
	for _, e := range n.Entries {
		if hasAny(e.About(), words) {
			return e.Key.Text + ": " + e.About(), e.Key.Span, true
		}
		if e.Value.Kind == tree.Scalar {
			if line, at := bestLine(e.Value, words); hasAny(e.Key.Text+": "+line, words) {
				return e.Key.Text + ": " + line, at, true
			}
		} else if line, at, ok := lineWith(e.Value, words); ok {
			return line, at, true
		} else if hasAny(e.Key.Text, words) {
			return e.Key.Text, e.Key.Span, true
		}
	}
	for _, item := range n.Items {
		if line, at, ok := lineWith(item, words); ok {
			return line, at, true
		}
	}
	line, at := bestLine(n, words)
	return line, at, n.Kind == tree.Scalar && hasAny(line, words)
}

// bestLine returns the line of a text that has most of some words, and its place.
func bestLine(n *tree.Node, words []string) (string, diag.Span) {
	best, at, most := oneLine(n.Text), n.Span, 0
	if !strings.Contains(strings.TrimSpace(n.Text), "\n") {
		return best, at
	}
	for line := range strings.Lines(n.Text) {
		line = strings.TrimSpace(line)
		if c := count(line, words); c > most {
			best, at, most = line, n.Span, c
			if i := strings.Index(n.Span.Text(), line); i >= 0 {
				at.Start += i
			}
		}
	}
	return best, at
}

func hasAny(text string, words []string) bool {
	return slices.ContainsFunc(words, func(w string) bool { return hasAll(text, []string{w}) })
}

// mostAlike is how many definitions of a section that say the same are listed.
const mostAlike = 3

// WriteHits writes the hits, a line each after a prefix: the name, where the words are, and the place. Of many definitions of a section
// that say the same only the first are listed.
func WriteHits(w io.Writer, hits []Hit, before string) error {
	const most = 90
	lines := make([]dump.Line, 0, len(hits))
	alike := map[[2]string]int{}
	for _, h := range hits {
		alike[[2]string{h.Section.Key.Text, h.Where}]++
	}
	listed := map[[2]string]int{}
	for _, h := range hits {
		same := [2]string{h.Section.Key.Text, h.Where}
		if listed[same]++; h.Where != "" && alike[same] > mostAlike+1 && listed[same] > mostAlike {
			if listed[same] == alike[same] {
				lines = append(lines, dump.Line{Text: fmt.Sprintf("%s%-*s %s", before, widest, fmt.Sprintf("%s: %d more", h.Section.Key.Text, alike[same]-mostAlike), h.Where)})
			}
			continue
		}
		where := []rune(oneLine(h.Where))
		if len(where) > most {
			where = append(where[:most], []rune(" ..")...)
		}
		lines = append(lines, dump.Line{Text: strings.TrimRight(fmt.Sprintf("%s%-*s %s", before, widest, h.label(), string(where)), " "), At: h.At})
	}
	out := bufio.NewWriter(w)
	dump.WriteLines(out, lines, widest+most, at)
	return out.Flush()
}
