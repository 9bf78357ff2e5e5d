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
	items, not []*item
	// deeds are those of the items.
	deeds []session.Deed
	// all is set once what is seldom wanted is listed, too.
	all bool
}

// item is a line of a menu; what can't be done has no number.
type item struct {
	names
	group  session.Group
	deed   *session.Deed // nil: it was possible right before
	passed int           // the index of that among the questions that weren't put
}

// menuOf lists what can be done by groups, in each what the tactic knows first. Whatever is done again keeps its number.
func (t *Table) menuOf() *menu {
	m := &menu{}
	deeds := t.Session.Deeds()
	rank := func(d session.Deed) int {
		if d.Usual {
			return 2 * int(d.Group)
		}
		return 2*int(d.Group) + 1
	}
	slices.SortStableFunc(deeds, func(a, b session.Deed) int { return rank(a) - rank(b) })
	for _, d := range deeds {
		x := &item{names: names{shown: d.Title, internal: d.Name}, group: d.Group, deed: &d}
		if d.Allowed {
			x.number, x.says = t.numberOf(d.Action), costs(&d)
			m.items, m.deeds = append(m.items, x), append(m.deeds, d)
		} else {
			m.not = append(m.not, x)
		}
	}
	m.all = !slices.ContainsFunc(m.items, func(x *item) bool { return x.group != session.Seldom })
	for i, p := range t.Session.PassedBy() {
		for _, a := range p.Actions {
			if p.Before && a.Ask != program.AskSeldom && !slices.ContainsFunc(m.items, func(x *item) bool { return x.shown == a.Def.Title }) {
				m.items = append(m.items, &item{names: names{shown: a.Def.Title, number: t.numberOf(a)}, group: session.First, passed: i})
			}
		}
	}
	return m
}

// numberOf returns the number of an action in all menus of a fight.
func (t *Table) numberOf(a *program.Action) int {
	if t.numbers[a] == 0 {
		t.numbers[a] = len(t.numbers) + 1
	}
	return t.numbers[a]
}

// print prints a menu by groups.
func (t *Table) print(m *menu) {
	texts := map[session.Group][]string{}
	titled := false
	for _, x := range m.items {
		texts[x.group] = append(texts[x.group], fmt.Sprintf("%d %s%s", x.number, x.shown, x.says))
		titled = titled || x.group != session.Other && x.group != session.Seldom
	}
	var rest []string
	if n := len(texts[session.Seldom]); n > 0 && !m.all {
		rest = append(rest, fmt.Sprintf("list for %d seldom wanted", n))
		delete(texts, session.Seldom)
	}
	if n := len(m.not); n > 0 {
		rest = append(rest, fmt.Sprintf("why for %d not possible now", n))
	}
	for group, title := range session.Groups {
		begin := " "
		if titled {
			begin = fmt.Sprintf("  %-9s", title+":")
		}
		t.items(begin, texts[session.Group(group)])
	}
	text := "  0 pass"
	if len(rest) > 0 {
		text += " (type " + strings.Join(rest, ", ") + ")"
	}
	t.say("%s", text)
}

// items prints the items of a group behind the beginning of a line, as many in a line as there is room.
func (t *Table) items(begin string, texts []string) {
	line := begin
	for i, text := range texts {
		if line += " " + text + " "; i+1 == len(texts) || len([]rune(line))+len([]rune(texts[i+1]))+2 > t.Lines.Width() {
			t.say("%s", strings.TrimRight(line, " "))
			line = strings.Repeat(" ", len(begin))
		}
	}
}

// costs writes what a deed costs, and what can be added to it; empty means nothing.
func costs(d *session.Deed) (text string) {
	if costs := session.Costs(d.Costs); costs != "" {
		text = " (" + costs + ")"
	}
	for _, a := range d.AddOns {
		text += " +" + a.Def.Title
	}
	return text
}

// begun finds the item meant by the first words of a line, and returns the others; nil means none.
func begun(items []*item, words []string) (x *item, rest []string) {
	var called []names
	for _, x := range items {
		called = append(called, x.names)
	}
	for n := len(words); n > 0; n-- {
		if i, ok := find(strings.Join(words[:n], " "), called); ok {
			return items[i], words[n:]
		}
	}
	return nil, nil
}

// beginWith returns the titles of the items that one of the typed words' beginnings could mean.
func (m *menu) beginWith(words []string) (titles []string) {
	for n := len(words); n > 0 && len(titles) == 0; n-- {
		for _, x := range m.items {
			if strings.HasPrefix(plain(x.shown), plain(strings.Join(words[:n], " "))) {
				titles = append(titles, x.shown)
			}
		}
	}
	return titles
}

// takes reports whether a line answers the question for an action, or asks about it.
func (m *menu) takes(words []string) bool {
	x, _ := begun(m.items, words)
	return x != nil || len(words) > 0 && slices.Contains([]string{"why", "odds", "again", "pass"}, words[0])
}

// passedBy says in a quiet line what wasn't asked since the last decision.
func (t *Table) passedBy() {
	var texts []string
	for _, p := range t.Session.PassedBy() {
		if text := p.InWords(); !p.Before && p.Worth() && !slices.Contains(texts, text) {
			texts = append(texts, text)
		}
	}
	if len(texts) == 0 {
		return
	}
	if n := len(texts) - mostPassed; n > 0 {
		texts = append(texts[:mostPassed], fmt.Sprintf("and %d more", n))
	}
	t.show(terminal.Quiet, "  not asked: %s (passed lists them)", strings.Join(texts, "; "))
}

// mostPassed is how many questions that weren't put are named.
const mostPassed = 2
