package play

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/rulec/rulec/internal/terminal"
	"github.com/rulec/rulec/lang/program"
	"github.com/rulec/rulec/session"
)

// lastDone is what a combatant did last, for doing it again.
type lastDone struct {
	action *program.Action
	words  []string
}

// askAct asks what a combatant does.
func (t *Table) askAct(q session.Question) {
	m := t.menuOf(q)
	if ground := t.Session.Map(); ground != nil && q.Clock != t.clock && strings.Join(ground.Lines(), "\n") != t.seen {
		t.draw() // the story shows it with the first thing that happens
	}
	t.clock = q.Clock
	t.header(q)
	t.show(terminal.Bold, "%s", q.Asks)
	t.print(m)
	t.complete = func(line string) []string { return t.actsFrom(m, line) }
	for {
		words, ok := t.answer(q.Title)
		if !ok || t.acts(q, m, words) {
			return
		}
	}
}

// header shows the time, how the one who is asked is, and whose turns come next.
func (t *Table) header(q session.Question) {
	parts := []string{q.Clock, q.Title + " " + t.state(q.Who)}
	next := slices.DeleteFunc(t.Session.Next(), func(who string) bool { return who == q.Title })
	if len(next) > mostNext {
		next = next[:mostNext]
	}
	if len(next) > 0 {
		parts = append(parts, "next: "+strings.Join(next, ", "))
	}
	t.show(terminal.Quiet, "-- %s", strings.Join(parts, " | "))
}

// mostNext is how many turns to come are shown.
const mostNext = 3

// acts does what the words say; it reports whether the question has been answered.
func (t *Table) acts(q session.Question, m *menu, words []string) (answered bool) {
	switch {
	case len(words) == 0:
		t.say("Type a number or a name, 0 to pass, or help for more.")
		return false
	case words[0] == "0" || words[0] == "pass" || words[0] == "wait" || words[0] == "nothing":
		return !t.failed(t.Session.Pass())
	case words[0] == "why":
		t.why(m, strings.Join(words[1:], " "))
		return false
	case words[0] == "again" && len(words) == 1:
		last, ok := t.done[q.Who]
		if !ok {
			t.say("%s has done nothing yet that could be done again.", q.Title)
			return false
		}
		if !slices.ContainsFunc(m.items, func(x *item) bool { return x.deed != nil && x.deed.Action == last.action }) {
			t.say("%s isn't possible now.", last.action.Def.Title)
			return false
		}
		words = append([]string{last.action.Def.Name}, last.words...)
	}
	onlyOdds := words[0] == "odds"
	if onlyOdds {
		words = words[1:]
	}
	words, adding := cutAdditions(words)
	x, rest, found := m.item(words)
	if !found {
		t.notThere(m, strings.Join(words, " "))
		return false
	}
	if x.deed == nil { // it was possible right before
		return t.before(x, rest)
	}
	w, ok := t.way(q, x.deed, rest)
	switch {
	case t.left || t.moved:
		return true
	case !ok || !t.adds(x.deed, &w, adding):
		return false
	case onlyOdds:
		t.odds(x.deed, w)
		return false
	case t.failed(t.Session.Do(w)):
		return false
	}
	if q.Class == session.Turn || q.Class == session.OpenFloor {
		t.done[q.Who] = lastDone{x.deed.Action, given(w)}
	}
	return true
}

// before goes back to the question right before the open one, and does it there, with the rest of what was typed.
func (t *Table) before(x *item, rest []string) bool {
	if !t.Session.Reopen(x.passed) {
		return false
	}
	t.queued = append([]string{x.title}, rest...)
	return true
}

// given writes the parameters of a way as they are typed.
func given(w session.Way) (words []string) {
	for _, v := range w.Given {
		if !v.IsOpen() {
			words = append(words, strings.Fields(cmp.Or(v.Name, v.Text))...)
		}
	}
	return words
}

// cutAdditions takes what is to be added off a line: attack zora +mighty blow.
func cutAdditions(words []string) (rest, adding []string) {
	for i, w := range words {
		if strings.HasPrefix(w, "+") {
			for x := range strings.SplitSeq(strings.Join(words[i:], " "), "+") {
				if x = strings.TrimSpace(x); x != "" {
					adding = append(adding, x)
				}
			}
			return words[:i], adding
		}
	}
	return words, nil
}

// adds puts what is to be added into a way; it says what can't be added.
func (t *Table) adds(d *session.Deed, w *session.Way, adding []string) bool {
	var called []names
	for _, a := range d.AddOns {
		called = append(called, names{shown: a.Def.Title, internal: a.Def.Name})
	}
	for _, word := range adding {
		i, ok := find(word, called)
		if !ok {
			t.say("%q can't be added to %s. What can be added is shown in the list with a +, once it has been possible.", word, d.Title)
			return false
		}
		w.Adding = append(w.Adding, d.AddOns[i])
	}
	return true
}

// notThere says that what was typed can't be done: why not, or that there is no such thing.
func (t *Table) notThere(m *menu, what string) {
	_, err := strconv.Atoi(what)
	if d, ok := m.impossible(what); ok && err != nil {
		t.say("%s isn't possible: %s.", d.Title, d.Why)
		return
	}
	t.say("There is no action %q here. Type a number or a name from the list, 0 to pass, or help for more.", what)
}

// why says why things aren't possible: all of them, or one.
func (t *Table) why(m *menu, what string) {
	if what == "" {
		if len(m.not) == 0 {
			t.say("Everything is possible.")
		}
		for _, d := range m.not {
			t.say("  %s: %s", d.Title, d.Why)
		}
		return
	}
	if x, _, ok := m.item(strings.Fields(what)); ok && x.deed != nil {
		t.say("%s is possible%s.%s%s", x.title, x.costs(), about(x.deed.Action.Def.About), x.others())
	} else if ok {
		t.say("%s was possible right before: choose it to go back there.", x.title)
	} else if d, ok := m.impossible(what); ok {
		t.say("%s isn't possible: %s.%s", d.Title, d.Why, about(d.Action.Def.About))
	} else {
		t.say("There is no action %q here.", what)
	}
}

// about is what the rules say of something, as a sentence of its own.
func about(text string) string {
	if text == "" {
		return ""
	}
	return " " + strings.TrimSuffix(text, ".") + "."
}

// way asks for the open parameters of a deed, one by one; ok is false if the player wants something else. Those with a default are only
// taken if they are named: spot=head.
func (t *Table) way(q session.Question, d *session.Deed, words []string) (w session.Way, ok bool) {
	w.Action = d.Action
	words, named := cutNamed(words)
	for name := range named {
		if !slices.ContainsFunc(d.Params, func(p *program.ActParam) bool { return plain(p.Title) == name }) {
			t.say("%s has no %q.%s", d.Title, name, (&item{deed: d}).others())
			return w, false
		}
	}
	for _, p := range d.Params {
		word, isNamed := named[plain(p.Title)]
		if p.Default != nil && !isNamed && !t.Session.IsTarget(p) {
			w.Given = append(w.Given, session.Open())
			continue
		}
		given := words
		if isNamed {
			given = strings.Fields(word)
		}
		v, rest, ok := t.parameter(q, d, p, t.Session.Offers(w), given)
		if !ok {
			return w, false
		}
		if !isNamed {
			words = rest
		}
		w.Given = append(w.Given, v)
	}
	if len(words) > 0 {
		t.say("%q says nothing that %s needs.", strings.Join(words, " "), d.Title)
		return w, false
	}
	return w, true
}

// cutNamed takes named values off a line: attack zora spot=left leg.
func cutNamed(words []string) (rest []string, named map[string]string) {
	named = map[string]string{}
	last := ""
	for _, w := range words {
		if name, value, found := strings.Cut(w, "="); found {
			last = plain(name)
			named[last] = value
		} else if last != "" {
			named[last] += " " + w
		} else {
			rest = append(rest, w)
		}
	}
	return rest, named
}

// odds prints the odds of a way: how likely its rolls succeed, what everyone loses by it, who may be out, and which conditions begin or
// end.
func (t *Table) odds(d *session.Deed, w session.Way) {
	o, err := t.Session.Odds(w)
	if t.failed(err) {
		return
	}
	t.say("%s (%s):", d.Title, o.How())
	for _, x := range o.InWords() {
		t.say("  %s", x)
	}
}

// parameter finds a parameter in the typed words, or asks for it; ok is false if the player wants something else.
func (t *Table) parameter(q session.Question, d *session.Deed, p *program.ActParam, all []session.Offer, words []string) (v session.Value, rest []string, ok bool) {
	offers := allowed(all)
	if len(offers) == 1 && len(words) == 0 && !t.isOut(offers[0].Name) {
		return offers[0], nil, true
	}
	l := t.offersOf(q, p, offers)
	least := 1
	if l.values != nil && len(figures(strings.Join(words, " "))) == 2 {
		least = len(words) // 4 2 is a place, not the fourth of the list
	}
	for n := len(words); n >= max(least, 1); n-- {
		if i, found := l.find(strings.Join(words[:n], " ")); found {
			return offers[i], words[n:], true
		}
	}
	if len(words) > 0 {
		t.cant(strings.Join(words, " "), p, all)
	}
	l.ask(d)
	defer func(outer func(string) []string) { t.complete = outer }(t.complete)
	t.complete = func(string) []string { return l.words() }
	for {
		words, ok := t.answer(q.Title)
		if !ok || len(words) > 0 && words[0] == l.elsewhere() {
			return session.Value{}, nil, false
		}
		if len(words) > 0 && words[0] == "list" {
			t.list(l.names)
			continue
		}
		if i, found := l.find(strings.Join(words, " ")); found {
			return offers[i], nil, true
		}
		t.say("Type a number or a name from the list, or %s for something else.", l.elsewhere())
	}
}

// cant says why something can't be a parameter.
func (t *Table) cant(word string, p *program.ActParam, all []session.Offer) {
	values := make([]session.Value, len(all))
	for i := range all {
		values[i] = all[i].Value
	}
	if i, found := find(word, namesOf(values)); found && !all[i].Allowed {
		t.say("%s can't be the %s: %s.", all[i].Text, p.Title, all[i].Why)
		return
	}
	t.say("%q can't be the %s here.", word, p.Title)
}

// actsFrom lists what a line about actions could become: an action, or what comes behind it.
func (t *Table) actsFrom(m *menu, line string) (list []string) {
	for _, x := range m.items {
		title := strings.ToLower(x.title)
		list = append(list, title)
		if x.deed == nil || len(line) <= len(title) || !strings.HasPrefix(strings.ToLower(line), title+" ") {
			continue
		}
		for _, p := range x.deed.Params {
			if p.Default != nil {
				continue
			}
			q, _ := t.Session.Question()
			for _, word := range t.offersOf(q, p, allowed(t.Session.Offers(session.Way{Action: x.deed.Action}))).words() {
				list = append(list, line[:len(title)]+" "+word)
			}
			break
		}
	}
	return list
}
