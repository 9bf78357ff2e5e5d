package book

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/rulec/rulec/internal/diff"
	"github.com/rulec/rulec/internal/figures"
	"github.com/rulec/rulec/internal/show"
	"github.com/rulec/rulec/interp/value"
	"github.com/rulec/rulec/lang/decode"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
	"github.com/rulec/rulec/lang/tree"
)

// maker makes a book's chapters.
type maker struct {
	job   Job
	links *links
	// changes are the changes of house rules, by SECTION.NAME.
	changes map[string]*Change
	// kinds are the kinds by their plurals.
	kinds map[string]*program.Kind
	// order is the order of the sections of a chapter; used are the quantities in the players' book.
	order []string
	used  map[*program.Quantity]bool
}

func newMaker(job Job) *maker {
	m := &maker{job: job, links: newLinks(job.Root, job.Uses), changes: map[string]*Change{}, kinds: map[string]*program.Kind{}, order: order}
	for _, k := range job.Program.Kinds {
		m.kinds[k.Plural] = k
	}
	if job.Versions == nil {
		return m
	}
	for _, c := range job.Versions.Changes {
		for _, d := range c.Differences {
			r := diff.RuleOf(job.Versions, d)
			change := &Change{New: d.First.Value == nil, Place: r.Place}
			for _, k := range r.Keys {
				switch {
				case k.Key == "":
					change.Was = append(change.Was, Replaced{"name", k.Base})
				default:
					change.Was = append(change.Was, Replaced{k.Key, k.Base})
				}
			}
			m.changes[r.Path()] = change
		}
	}
	return m
}

// removed lists what house rules remove.
func (m *maker) removed() []Removed {
	if m.job.Versions == nil {
		return nil
	}
	var list []Removed
	for _, c := range m.job.Versions.Changes {
		for _, d := range c.Differences {
			if d.Second.Value == nil && d.Name != "" {
				r := diff.RuleOf(m.job.Versions, d)
				list = append(list, Removed{r.Path(), titleOf(d.First.Value.Get("title"), d.Name), d.First.About(), r.Place})
			}
		}
	}
	return list
}

// order is the order of the sections of a chapter; the definitions of kinds follow the kinds.
var order = []string{
	"time", "space", "kinds", "", "checks", "choices", "decks", "events", "conditions", "rules", "quantities", "tables", "scales",
	"procs", "tactics", "reports", "laws", "params",
}

// headings are the headings of sections whose names don't explain them.
var headings = map[string]string{
	"kinds": "Types", "events": "Triggers", "rules": "Standing rules", "quantities": "Derived stats",
	"scales": "Scales", "procs": "Procedures", "reports": "Statistics", "params": "Options", "tactics": "Tactics",
	"choices": "Player choices", "laws": "Laws",
}

// chapters returns a chapter for each file that declares something.
func (m *maker) chapters() []*Chapter {
	byFile := map[string]*Chapter{}
	var chapters []*Chapter
	for _, src := range m.files() {
		if byFile[src.Name] == nil {
			byFile[src.Name] = m.chapter(src)
			chapters = append(chapters, byFile[src.Name])
		}
	}
	for _, section := range m.sections() {
		for _, group := range m.groups(section) {
			if ch := byFile[group.from.Source.Name]; ch != nil {
				ch.Groups = append(ch.Groups, m.group(ch, section, group))
			}
		}
	}
	return slices.DeleteFunc(chapters, func(ch *Chapter) bool { return len(ch.Groups) == 0 })
}

// files returns the files of the ruleset in the order of their chapters: house rules follow their base.
func (m *maker) files() []*diag.Source {
	files := slices.Clone(m.job.Program.Sources)
	if m.job.Versions == nil {
		return files
	}
	base := m.job.Versions.Base.Files()
	slices.SortStableFunc(files, func(a, b *diag.Source) int {
		return behind(base, a.Name) - behind(base, b.Name)
	})
	return files
}

// behind returns 1 for a name that isn't on a list, else 0.
func behind(list []string, name string) int {
	if slices.Contains(list, name) {
		return 0
	}
	return 1
}

// chapter begins the chapter of a file. The comment at the top of the ruleset's own file describes it.
func (m *maker) chapter(src *diag.Source) *Chapter {
	name := strings.TrimSuffix(path.Base(src.Name), ".yaml")
	ch := &Chapter{Anchor: "file." + name, Title: value.Capital(decode.TitleOf(name)), About: commentAbove(src, 0), Comes: strings.HasPrefix(src.Name, "rulec:stdlib/")}
	if ch.Comes { // a part may have the name of a file of the library
		ch.Anchor = "library." + name
	}
	if node, _ := tree.Parse(src); node != nil && node.Get("ruleset") != nil {
		ch.Title = titleOf(node.Get("title"), name)
		if about := textOf(node.Get("about")); about != "" && src.Name != m.job.Program.Sources[0].Name {
			ch.About = strings.TrimSpace(about + " " + ch.About)
		}
	}
	return ch
}

// sections returns the sections in the order of a chapter.
func (m *maker) sections() []tree.Entry {
	rank := func(e tree.Entry) int {
		if m.kinds[e.Key.Text] != nil {
			return slices.Index(m.order, "")
		}
		return slices.Index(m.order, e.Key.Text)
	}
	list := slices.DeleteFunc(slices.Clone(m.job.Root.Entries), func(e tree.Entry) bool {
		return rank(e) < 0 || e.Value.Kind != tree.Mapping
	})
	slices.SortStableFunc(list, func(a, b tree.Entry) int { return rank(a) - rank(b) })
	return list
}

// part is a file's share of a section.
type part struct {
	entries []tree.Entry
	// from is the place of the section's key in the file.
	from diag.Span
}

// groups returns each file's share of a section; a section that is a single declaration is listed as a whole in the file that begins with
// it.
func (m *maker) groups(section tree.Entry) []part {
	if show.IsOne(section) {
		return []part{{[]tree.Entry{section}, section.Key.Span}}
	}
	var groups []part
	for _, e := range section.Value.Entries {
		at := placeOf(e)
		i := slices.IndexFunc(groups, func(p part) bool { return p.from.Source.Name == at.Source.Name })
		if i < 0 {
			i = len(groups)
			groups = append(groups, part{from: sectionKey(section.Key.Text, at)})
		}
		groups[i].entries = append(groups[i].entries, e)
	}
	return groups
}

// placeOf returns the place of a definition; for a renamed one that of its value.
func placeOf(e tree.Entry) diag.Span {
	if len(e.Was) > 0 && e.Value.Span.Source != nil {
		return e.Value.Span
	}
	return e.Key.Span
}

// sectionKey returns where the section of a definition begins in its file.
func sectionKey(section string, definition diag.Span) diag.Span {
	at := strings.LastIndex("\n"+definition.Source.Text[:definition.Start], "\n"+section+":")
	if at < 0 {
		return definition
	}
	return diag.Span{Source: definition.Source, Start: at, End: at + len(section)}
}

// group returns a section of a chapter.
func (m *maker) group(ch *Chapter, section tree.Entry, of part) *Group {
	name := section.Key.Text
	g := &Group{Anchor: ch.Anchor + "." + name, Title: headings[name]}
	if g.Title == "" {
		g.Title = value.Capital(decode.TitleOf(name))
	}
	if of.from.Start > 0 && !strings.HasPrefix(of.from.Source.Text[of.from.Start:], "params") {
		g.About = commentAbove(of.from.Source, of.from.Start)
	}
	if g.About == ch.About {
		g.About = ""
	}
	switch kind := m.kinds[name]; {
	case m.job.Players:
		m.fillForPlayers(g, section, of.entries)
	case name == "params":
		g.Table = m.options(of.entries)
	case show.IsOne(section):
		x := m.complete(m.entry("", section), section)
		x.Title, x.Name = "", ""
		g.Entries = []*Entry{x}
	case kind != nil && kind != m.job.Program.Creature && rowable(of.entries) && !m.hasOdds(name, of.entries):
		g.Table = m.table(name, of.entries)
	default:
		for _, e := range of.entries {
			g.Entries = append(g.Entries, m.complete(m.entry(name, e), e))
		}
		dropIdle(g.Entries)
	}
	return g
}

// hasOdds reports whether any definition has odds.
func (m *maker) hasOdds(section string, entries []tree.Entry) bool {
	return slices.ContainsFunc(entries, func(e tree.Entry) bool { return m.job.odds[section+"."+e.Key.Text] != nil })
}

// dropIdle removes the figures that are 0 for all creatures of a group.
func dropIdle(entries []*Entry) {
	used := map[string]bool{}
	for _, e := range entries {
		for _, f := range e.Figures {
			used[f.Name] = used[f.Name] || f.Value != "0"
		}
	}
	for _, e := range entries {
		e.Figures = slices.DeleteFunc(e.Figures, func(f figures.Figure) bool { return !used[f.Name] })
	}
}

// cited returns the rule ids that definitions cite, with links to them.
func cited(chapters []*Chapter) []Cited {
	at := map[string][]Piece{}
	add := func(e *Entry) {
		for _, id := range e.Cite {
			at[id] = append(at[id], Piece{e.Title, e.Anchor})
		}
	}
	for _, ch := range chapters {
		for _, g := range ch.Groups {
			for _, e := range g.Entries {
				if e.Title == "" {
					e = &Entry{Anchor: e.Anchor, Title: g.Title, Cite: e.Cite}
				}
				add(e)
			}
			if g.Table != nil {
				for _, r := range g.Table.Rows {
					add(r.Entry)
				}
			}
		}
	}
	var list []Cited
	for id, places := range at {
		list = append(list, Cited{id, places})
	}
	slices.SortFunc(list, func(a, b Cited) int { return strings.Compare(a.ID, b.ID) })
	return list
}

// commentAbove returns the sentences of the comment right above a place of a file, or at its top, as an introduction. Numbers before it,
// and comments to the program, are left out.
func commentAbove(src *diag.Source, at int) string {
	var comment []string
	all := strings.Split(src.Text[:at], "\n")
	if at == 0 {
		for line := range strings.Lines(src.Text) {
			if !strings.HasPrefix(line, "#") || strings.HasPrefix(line, tree.RemarkMark) {
				break
			}
			comment = append(comment, line)
		}
	} else {
		for len(all) > 1 && strings.HasPrefix(all[len(all)-2], tree.RemarkMark) {
			all = all[:len(all)-1]
		}
		first := len(all) - 1
		for first > 0 && strings.HasPrefix(all[first-1], "#") {
			first--
		}
		comment = all[first : len(all)-1]
	}
	var kept []string
	for _, line := range comment {
		if line = strings.TrimSpace(strings.TrimLeft(line, "#")); !strings.HasPrefix(line, "allow ") {
			kept = append(kept, line)
		}
	}
	text := strings.TrimSpace(strings.Join(kept, " "))
	if number, rest, ok := strings.Cut(text, ". "); ok && strings.Trim(number, "0123456789") == "" {
		text = rest
	}
	return text
}

// titleOf returns a title, or a name in words without one, with a capital.
func titleOf(title *tree.Node, name string) string {
	if text := textOf(title); text != "" {
		return value.Capital(text)
	}
	return value.Capital(decode.TitleOf(name))
}

// textOf returns a text for people; empty means none.
func textOf(n *tree.Node) string {
	if n == nil {
		return ""
	}
	return strings.Join(strings.Fields(n.Text), " ")
}

// shortHash returns as much of a hash as people compare.
func shortHash(hash string) string { return fmt.Sprintf("%.12s", hash) }
