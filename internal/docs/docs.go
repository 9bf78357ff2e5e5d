// Package docs finds pages and sections of the reference, by heading or by the words in them.
//
// Begin with [Read].
//
// The command for it is `rulec docs`.
package docs

import (
	"cmp"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// Page is a page of the reference.
type Page struct {
	// Name is the name of its file, without the extension.
	Name string `json:"name"`
	// Title is its first heading, About the first sentence below it.
	Title string `json:"title"`
	About string `json:"about"`
	// Text is the whole page.
	Text     string    `json:"text,omitempty"`
	Sections []Section `json:"-"`
}

// Section is a heading and the text below it, up to the next heading of any level.
type Section struct {
	Page    string
	Heading string
	// Level is the number of its marks.
	Level int
	Text  string
}

// leading are the pages to begin with.
var leading = []string{"first_house_rule", "first_system", "cookbook", "language"}

// link is a link from one page to another.
var link = regexp.MustCompile(`\(([a-z_]+)\.md\)`)

// ranks returns the order of pages: those to begin with, then those that the last of them links, in its order.
func ranks(pages []Page) map[string]int {
	order := slices.Clone(leading)
	for _, p := range pages {
		if p.Name != leading[len(leading)-1] {
			continue
		}
		for _, m := range link.FindAllStringSubmatch(p.Text, -1) {
			order = append(order, m[1])
		}
	}
	ranks := map[string]int{}
	for i, name := range order {
		if _, earlier := ranks[name]; !earlier {
			ranks[name] = i - len(order)
		}
	}
	return ranks
}

// Read reads all pages of a folder: those to begin with, then those of the language, then the others by name.
func Read(folder fs.FS) ([]Page, error) {
	entries, err := fs.ReadDir(folder, ".")
	if err != nil {
		return nil, err
	}
	var pages []Page
	for _, e := range entries {
		ending := path.Ext(e.Name())
		if ending != ".md" && ending != ".ebnf" {
			continue
		}
		text, err := fs.ReadFile(folder, e.Name())
		if err != nil {
			return nil, err
		}
		pages = append(pages, parse(strings.TrimSuffix(e.Name(), ending), string(text)))
	}
	rank := ranks(pages)
	slices.SortStableFunc(pages, func(a, b Page) int { return rank[a.Name] - rank[b.Name] })
	return pages, nil
}

var heading = regexp.MustCompile(`^(#+) (.+)$`)

// parse splits a page at its headings. Code has none.
func parse(name, text string) Page {
	p := Page{Name: name, Title: name, Text: text}
	current := Section{Page: name}
	code := false
	for line := range strings.Lines(text) {
		code = code != strings.HasPrefix(line, "```")
		m := heading.FindStringSubmatch(strings.TrimSpace(line))
		if m == nil || code {
			current.Text += line
			continue
		}
		if current.Heading != "" {
			p.Sections = append(p.Sections, current)
		}
		current = Section{Page: name, Heading: m[2], Level: len(m[1]), Text: line}
	}
	if current.Heading != "" {
		p.Sections = append(p.Sections, current)
		p.Title = p.Sections[0].Heading
		p.About = firstSentence(p.Sections[0].Text)
	}
	return p
}

var sentenceEnd = regexp.MustCompile(`[.:](\s|$)`)

// firstSentence returns the first sentence below a heading.
func firstSentence(text string) string {
	_, body, _ := strings.Cut(text, "\n")
	body = strings.Join(strings.Fields(strings.TrimSpace(body)), " ")
	if at := sentenceEnd.FindStringIndex(body); at != nil {
		body = body[:at[0]+1]
	}
	return strings.TrimSuffix(strings.ReplaceAll(body, "**", ""), ":")
}

// Named returns the sections whose heading begins with a name or number, including those below them; if there are none, those with it
// anywhere in their heading. Case doesn't matter.
func (p Page) Named(name string) []Section {
	name = strings.ToLower(strings.TrimSpace(name))
	for _, fits := range []func(string) bool{
		func(h string) bool {
			return h == name || strings.HasPrefix(h, name+" ") || strings.HasPrefix(h, name+".") && !digitAfter(h, name)
		},
		func(h string) bool { return !number.MatchString(name) && strings.Contains(h, name) },
	} {
		var found []Section
		within := 0
		for _, s := range p.Sections {
			switch {
			case fits(strings.ToLower(s.Heading)):
				if within == 0 || s.Level <= within {
					within = s.Level
				}
				found = append(found, s)
			case within > 0 && s.Level > within:
				found = append(found, s)
			default:
				within = 0
			}
		}
		if len(found) > 0 {
			return found
		}
	}
	return nil
}

var number = regexp.MustCompile(`^[0-9.]+$`)

// digitAfter reports whether a digit follows a number and its dot: 7.1 isn't 7.
func digitAfter(heading, before string) bool {
	rest := heading[len(before)+1:]
	return rest != "" && rest[0] >= '0' && rest[0] <= '9'
}

// Hit is a section that has the words, with the line that has most of them.
type Hit struct {
	Section
	Line string
	// InHeading is how many of the words begin a word of its heading, Within how many begin one of its text.
	InHeading, Within int
}

// Search returns the sections that have all words: first those with the words in their headings, and the row of the glossary that says
// where to read about them; then those in which the words aren't only parts of others, such as "rage" of "average".
func Search(pages []Page, words []string) []Hit {
	for i := range words {
		words[i] = strings.ToLower(words[i])
	}
	var hits []Hit
	for _, p := range pages {
		for _, s := range p.Sections {
			if count(s.Text, words, strings.Contains) < len(words) {
				continue
			}
			hit := Hit{s, bestLine(s.Text, words), count(s.Heading, words, begins), count(s.Text, words, begins)}
			if row := rowOf(s, words); row != "" {
				hit.Line, hit.InHeading = row, len(words)
			}
			hits = append(hits, hit)
		}
	}
	slices.SortStableFunc(hits, func(a, b Hit) int { return cmp.Or(b.InHeading-a.InHeading, b.Within-a.Within) })
	return hits
}

// termRow is a row of a table that says where to read about its terms.
var termRow = regexp.MustCompile(`(?m)^\| ([^|]+) \| \[.*$`)

// rowOf returns the row of the glossary that has the words as one of its terms; without one it is empty.
func rowOf(s Section, words []string) string {
	for _, m := range termRow.FindAllStringSubmatch(s.Text, -1) {
		terms := strings.Split(strings.ToLower(m[1]), ", ")
		if s.Page == "glossary" && slices.ContainsFunc(terms, func(t string) bool { return spaced(t) == spaced(strings.Join(words, " ")) }) {
			return m[0]
		}
	}
	return ""
}

// count returns how many of the words are in a text.
func count(text string, words []string, in func(text, word string) bool) int {
	text = strings.ToLower(text)
	n := 0
	for _, w := range words {
		if in(text, w) {
			n++
		}
	}
	return n
}

// begins reports whether a word of the text begins like this.
func begins(text, word string) bool { return strings.Contains(" "+spaced(text), " "+spaced(word)) }

// spaced returns a text with a space for everything but letters and digits.
func spaced(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return r
		}
		return ' '
	}, text)
}

// bestLine returns the first line below the heading with most of the words.
func bestLine(text string, words []string) string {
	best, most := "", 0
	for i, line := range strings.Split(text, "\n") {
		if n := count(line, words, strings.Contains) + count(line, words, begins); i > 0 && n > most {
			best, most = strings.TrimSpace(line), n
		}
	}
	return best
}
