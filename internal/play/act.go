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
	t.menu, t.listed = t.menuOf(), false
	t.complete = t.actsFrom
	for {
		if !t.listed && len(t.queued) == 0 {
			t.header(q)
			t.show(terminal.Bold, "%s", q.Asks)
			t.print(t.menu)
			t.listed = true
		}
		words, ok := t.answer(q.Title)
		if !ok || t.acts(q, words) {
			return
		}
	}
}

// header shows the time, how the one who is asked is, and whose turns come next.
func (t *Table) header(q session.Question) {
	parts := []string{q.Clock, q.Title + " " + t.state(q.Who)}
	if left := t.Session.Left(t.menu.deeds(), parts[1]); left != "" {
		parts[1] += ", " + left + " left"
	}
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
func (t *Table) acts(q session.Question, words []string) (answered bool) {
	m := t.menu
	switch {
	case len(words) == 0:
		t.say("Type a number or a name, 0 to pass, or help for more.")
		return false
	case isPass(words):
		return !t.failed(t.Session.Pass())
	case words[0] == "list" && len(words) == 1:
		m.all, t.listed = true, false
		return false
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
		t.notThere(words)
		return false
	}
	switch {
	case x.deed == nil && onlyOdds:
		t.say("%s was possible right before: choose it to go back there, and ask for its odds then.", x.title)
		return false
	case x.deed == nil:
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

// isPass reports whether a line leaves a question as it is.
func isPass(words []string) bool {
	return len(words) == 1 && (words[0] == "0" || words[0] == "pass")
}

// before goes back to the question right before the open one, and does it there, with the rest of what was typed.
func (t *Table) before(x *item, rest []string) bool {
	if !t.Session.Reopen(x.passed) {
		return false
	}
	t.queued = append([]string{x.title}, rest...)
	return true
}

// given writes the parameters of a way as they are typed: those with a default by their names, behind the others.
func given(w session.Way) (words []string) {
	var named []string
	for i, v := range w.Given {
		typed := strings.Fields(cmp.Or(v.Name, v.Text))
		switch p := w.Action.Params[i]; {
		case v.IsOpen():
		case p.Default == nil:
			words = append(words, typed...)
		default:
			named = append(named, underscored(p.Title)+"="+strings.Join(typed, " "))
		}
	}
	return append(words, named...)
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

// notThere says that what was typed can't be done: why not, what it could be, or that there is no such thing.
func (t *Table) notThere(words []string) {
	line := strings.Join(words, " ")
	_, err := strconv.Atoi(line)
	switch d, ok := t.menu.impossible(line); {
	case len(t.menu.beginWith(words)) > 1:
		t.say("%q could be %s.", line, strings.Join(t.menu.beginWith(words), " or "))
	case ok && err != nil:
		t.say("%s isn't possible: %s.", d.Title, d.Why)
	default:
		t.say("There is no action %q here. Type a number or a name from the list, 0 to pass, or help for more.", line)
	}
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
		t.say("%s is possible%s.%s%s", x.title, x.costs(), about(x.deed.Action.Def.About), t.others(x.deed))
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
// taken if they are named, spot=head, or if nothing else can be meant.
func (t *Table) way(q session.Question, d *session.Deed, words []string) (w session.Way, ok bool) {
	w.Action = d.Action
	words, named := cutNamed(words)
	for name := range named {
		if !slices.ContainsFunc(d.Params, func(p *program.ActParam) bool { return plain(p.Title) == name }) {
			t.say("%s has no %q.%s", d.Title, name, t.others(d))
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
	for i, p := range d.Params {
		if len(words) > 0 && w.Given[i].IsOpen() {
			l := t.offersOf(q, p, t.allowed(t.Session.Offers(session.Way{Action: d.Action, Given: w.Given[:i]})))
			if at, n := l.first(words); n > 0 {
				w.Given[i], words = l.of[at], words[n:]
			}
		}
	}
	if len(words) > 0 {
		t.say("%q says nothing that %s needs.%s", strings.Join(words, " "), d.Title, t.others(d))
		return w, false
	}
	return w, true
}

// others says which other choices a deed has, for those who want to make them.
func (t *Table) others(d *session.Deed) string {
	var list []string
	w := session.Way{Action: d.Action}
	for _, p := range d.Params {
		if p.Default != nil && !t.Session.IsTarget(p) {
			values := namesOf(t.allowed(t.Session.Offers(w)))
			text := strings.Join(shown(values[:min(fewPlaces, len(values))]), "|")
			if n := len(values); n > fewPlaces && values[0].amount {
				text = values[0].shown + " to " + values[n-1].shown
			} else if n > fewPlaces {
				text += "|.."
			}
			list = append(list, underscored(p.Title)+"="+text)
		}
		w.Given = append(w.Given, session.Open())
	}
	if len(list) == 0 {
		return ""
	}
	return " It also takes " + strings.Join(list, ", ") + "."
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
	offers := t.allowed(all)
	l := t.offersOf(q, p, offers)
	if len(offers) == 1 && len(words) == 0 && !l.places && !t.isOut(offers[0].Name) && (t.Session.IsFoe(offers[0]) || !t.Session.IsCreature(offers[0])) {
		return offers[0], nil, true
	}
	if i, n := l.first(words); n > 0 {
		return offers[i], words[n:], true
	}
	if len(words) > 0 {
		t.cant(strings.Join(words, " "), p, all)
	}
	l.ask(d)
	defer func() { t.complete = t.actsFrom }()
	t.complete = func(string) []string { return l.words() }
	for {
		words, ok := t.answer(q.Title)
		line := strings.Join(words, " ")
		if !ok || line == "back" || line == l.elsewhere() {
			t.listed = false
			return session.Value{}, nil, false
		}
		if line == "list" {
			t.list(l.names)
			continue
		}
		if i, found := l.find(line); found {
			return offers[i], nil, true
		}
		if t.menu.takes(words) {
			t.queued = words
			return session.Value{}, nil, false
		}
		t.cant(line, p, all)
		t.say("Type a number or a name from the list, or %s for something else.", l.elsewhere())
	}
}

// cant says why something can't be a parameter.
func (t *Table) cant(word string, p *program.ActParam, all []session.Offer) {
	values := make([]session.Value, len(all))
	for i := range all {
		values[i] = all[i].Value
	}
	i, found := find(word, namesOf(values))
	if who, isOne := t.creature(word); !found && isOne && t.isOut(who) {
		t.say("%s is out of the fight.", t.Session.Title(who))
	} else if found && !all[i].Allowed {
		t.say("%s can't be the %s: %s.", all[i].Text, p.Title, all[i].Why)
	} else if word != "" {
		t.say("%q can't be the %s here.", word, p.Title)
	}
}

// actsFrom lists what a line about actions could become: an action, or what comes behind it.
func (t *Table) actsFrom(line string) (list []string) {
	for _, x := range t.menu.items {
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
			for _, word := range t.offersOf(q, p, t.allowed(t.Session.Offers(session.Way{Action: x.deed.Action}))).words() {
				list = append(list, line[:len(title)]+" "+word)
			}
			break
		}
	}
	return list
}
