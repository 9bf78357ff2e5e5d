package play

import (
	"fmt"
	"slices"
	"strings"

	"github.com/rulec/rulec/internal/terminal"
	"github.com/rulec/rulec/lang/program"
	"github.com/rulec/rulec/session"
)

// menu is what can be done now, in groups, and what can't.
type menu struct {
	items []*item
	not   []session.Deed
	// all is set once what is seldom wanted is listed, too.
	all bool
}

// item is a line of a menu.
type item struct {
	number int
	title  string
	group  session.Group
	deed   *session.Deed // nil: it was possible right before
	passed int           // the index of that among the questions that weren't put
}

// menuOf lists what can be done, what the tactic knows first. Whatever is done again keeps its number.
func (t *Table) menuOf() *menu {
	m := &menu{}
	deeds := t.Session.Deeds()
	slices.SortStableFunc(deeds, func(a, b session.Deed) int { return rank(&a) - rank(&b) })
	for _, d := range deeds {
		if d.Allowed {
			m.items = append(m.items, &item{title: d.Title, group: d.Group, deed: &d, number: t.numberOf(d.Action)})
		} else {
			m.not = append(m.not, d)
		}
	}
	m.all = !slices.ContainsFunc(m.items, func(x *item) bool { return x.group != session.Seldom })
	for i, p := range t.Session.PassedBy() {
		for _, a := range p.Actions {
			if p.Before && a.Ask != program.AskSeldom && !slices.ContainsFunc(m.items, func(x *item) bool { return x.title == a.Def.Title }) {
				m.items = append(m.items, &item{title: a.Def.Title, group: session.First, number: t.numberOf(a), passed: i})
			}
		}
	}
	return m
}

// rank is the place of a deed among others: by groups, and what the tactic knows first.
func rank(d *session.Deed) int {
	n := 2 * int(d.Group)
	if !d.Usual {
		n++
	}
	return n
}

// numberOf returns the number of an action in all menus of a fight.
func (t *Table) numberOf(a *program.Action) int {
	if t.numbers[a] == 0 {
		t.numbers[a] = len(t.numbers) + 1
	}
	return t.numbers[a]
}

// deeds are those that can be done now.
func (m *menu) deeds() (list []session.Deed) {
	for _, x := range m.items {
		if x.deed != nil {
			list = append(list, *x.deed)
		}
	}
	return list
}

// print prints a menu by groups.
func (t *Table) print(m *menu) {
	plain := !slices.ContainsFunc(m.items, func(x *item) bool { return x.group != session.Other && x.group != session.Seldom })
	for group, title := range session.Groups {
		if session.Group(group) == session.Seldom && !m.all {
			continue
		}
		var texts []string
		for _, x := range m.items {
			if x.group == session.Group(group) {
				texts = append(texts, fmt.Sprintf("%d %s%s", x.number, x.title, x.costs()))
			}
		}
		if len(texts) > 0 {
			t.row(title, plain, texts)
		}
	}
	var rest []string
	if n := len(slices.DeleteFunc(slices.Clone(m.items), func(x *item) bool { return x.group != session.Seldom })); n > 0 && !m.all {
		rest = append(rest, fmt.Sprintf("%d seldom wanted: type list", n))
	}
	if n := len(m.not); n > 0 {
		rest = append(rest, fmt.Sprintf("%d not possible now: type why", n))
	}
	text := "  0 pass"
	if len(rest) > 0 {
		text += " (" + strings.Join(rest, "; ") + ")"
	}
	t.say("%s", text)
}

// row prints the items of a group, as many in a line as there is room; plain leaves the title out.
func (t *Table) row(title string, plain bool, texts []string) {
	first := fmt.Sprintf("  %-9s", title+":")
	if plain {
		first = " "
	}
	line := first
	for _, text := range texts {
		if line != first && len([]rune(line))+len([]rune(text))+2 > t.Lines.Width() {
			t.say("%s", strings.TrimRight(line, " "))
			first = strings.Repeat(" ", len(first))
			line = first
		}
		line += " " + text + " "
	}
	t.say("%s", strings.TrimRight(line, " "))
}

// costs writes what an item costs, and what can be added to it; empty means nothing.
func (x *item) costs() string {
	if x.deed == nil {
		return ""
	}
	text := ""
	if costs := session.Costs(x.deed.Costs); costs != "" {
		text = " (" + costs + ")"
	}
	for _, a := range x.deed.AddOns {
		text += " +" + a.Def.Title
	}
	return text
}

// item finds the item meant by the first words of a line, and returns the others.
func (m *menu) item(words []string) (x *item, rest []string, ok bool) {
	called := make([]names, len(m.items))
	for i, x := range m.items {
		called[i] = names{shown: x.title, number: x.number}
		if x.deed != nil {
			called[i].internal = x.deed.Name
		}
	}
	for n := len(words); n > 0; n-- {
		if i, ok := find(strings.Join(words[:n], " "), called); ok {
			return m.items[i], words[n:], true
		}
	}
	return nil, nil, false
}

// beginWith returns the titles of the items that one of the typed words' beginnings could mean.
func (m *menu) beginWith(words []string) (titles []string) {
	for n := len(words); n > 0 && len(titles) == 0; n-- {
		for _, x := range m.items {
			if strings.HasPrefix(plain(x.title), plain(strings.Join(words[:n], " "))) {
				titles = append(titles, x.title)
			}
		}
	}
	return titles
}

// takes reports whether a line answers the question for an action, or asks about it.
func (m *menu) takes(words []string) bool {
	if len(words) == 0 {
		return false
	}
	_, _, ok := m.item(words)
	return ok || slices.Contains([]string{"why", "odds", "again", "pass"}, words[0])
}

// impossible finds what isn't possible now, by the beginning of a line.
func (m *menu) impossible(line string) (d session.Deed, ok bool) {
	called := make([]names, len(m.not))
	for i := range m.not {
		called[i] = names{shown: m.not[i].Title, internal: m.not[i].Name}
	}
	words := strings.Fields(line)
	for n := len(words); n > 0; n-- {
		if i, ok := find(strings.Join(words[:n], " "), called); ok {
			return m.not[i], true
		}
	}
	return d, false
}

// passedBy says in a quiet line what wasn't asked since the last decision.
func (t *Table) passedBy() {
	var texts []string
	for _, p := range t.Session.PassedBy() {
		if !p.Before && p.Worth() {
			if text := p.InWords(); !slices.Contains(texts, text) {
				texts = append(texts, text)
			}
		}
	}
	if len(texts) == 0 {
		return
	}
	more := ""
	if n := len(texts) - mostPassed; n > 0 {
		texts, more = texts[:mostPassed], fmt.Sprintf("; and %d more", n)
	}
	t.show(terminal.Quiet, "  not asked: %s%s (passed lists them)", strings.Join(texts, "; "), more)
}

// mostPassed is how many questions that weren't put are named.
const mostPassed = 2
