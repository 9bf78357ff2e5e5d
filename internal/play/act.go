package play

import (
	"slices"
	"strconv"
	"strings"

	"github.com/rulec/rulec/internal/terminal"
	"github.com/rulec/rulec/interp/value"
	"github.com/rulec/rulec/lang/program"
	"github.com/rulec/rulec/session"
)

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
		if !ok || t.acts(words) {
			return
		}
	}
}

// header shows the time, how the one who is asked is, and whose turns come next.
func (t *Table) header(q session.Question) {
	parts := []string{q.Clock, q.Title + " " + t.state(q.Who)}
	if left := t.Session.Left(t.menu.deeds, parts[1]); left != "" {
		parts[1] += ", " + left + " left"
	}
	next := slices.DeleteFunc(t.Session.Next(), func(who string) bool { return q.Turn && who == q.Title })
	if len(next) > 0 {
		parts = append(parts, "next: "+strings.Join(next[:min(len(next), mostNext)], ", "))
	}
	t.show(terminal.Quiet, "-- %s", strings.Join(parts, " | "))
}

// mostNext is how many turns to come are shown.
const mostNext = 3

// acts does what the words say; it reports whether the question has been answered.
func (t *Table) acts(words []string) (answered bool) {
	switch {
	case len(words) == 0:
		t.say("Type a number or a name, 0 to pass, or help for more.")
	case isPass(words):
		return !t.failed(t.Session.Pass())
	case words[0] == "list" && len(words) == 1:
		t.menu.all, t.listed = true, false
	case words[0] == "why":
		t.why(words[1:])
	case words[0] == "odds" && isPass(words[1:]):
		t.odds("pass", session.Way{})
	case words[0] == "odds":
		return t.does(words[1:], true)
	case words[0] != "again" || len(words) > 1:
		return t.does(words, false)
	default:
		last, ok := t.done[t.asked.Who]
		isIt := func(d session.Deed) bool { return d.Action == last.Action }
		switch {
		case !ok:
			t.say("%s has done nothing yet that could be done again.", t.asked.Title)
		case !slices.ContainsFunc(t.menu.deeds, isIt):
			t.say("%s isn't possible now.", last.Action.Def.Title)
		default:
			return !t.failed(t.Session.Do(last))
		}
	}
	return false
}

// does does an action, or tells its odds; it reports whether the question has been answered.
func (t *Table) does(words []string, onlyOdds bool) (answered bool) {
	line, adding, _ := strings.Cut(" "+strings.Join(words, " "), " +")
	words = strings.Fields(line)
	x, rest := begun(t.menu.items, words)
	switch {
	case x == nil:
		t.notThere(words)
		return false
	case x.deed == nil && onlyOdds:
		t.say("%s was possible right before: choose it to go back there, and ask for its odds then.", x.shown)
		return false
	case x.deed == nil: // it was possible right before: go back there, and do it
		t.queued = append([]string{x.shown}, rest...)
		return t.Session.Reopen(x.passed)
	}
	w, ok := t.way(x.deed, rest)
	switch {
	case t.left || t.moved:
		return true
	case !ok || !t.adds(x.deed, &w, adding):
		return false
	case onlyOdds:
		t.odds(x.deed.Title, w)
		return false
	case t.failed(t.Session.Do(w)):
		return false
	}
	if c := t.asked.Class; c == session.Turn || c == session.OpenFloor {
		t.done[t.asked.Who] = session.Way{Action: w.Action, Given: w.Given}
	}
	return true
}

// isPass reports whether a line leaves a question as it is.
func isPass(words []string) bool { return len(words) == 1 && (words[0] == "0" || words[0] == "pass") }

// adds puts what is to be added into a way, separated by +; it says what can't be added.
func (t *Table) adds(d *session.Deed, w *session.Way, adding string) bool {
	var called []names
	for _, a := range d.AddOns {
		called = append(called, names{shown: a.Def.Title, internal: a.Def.Name})
	}
	for word := range strings.FieldsFuncSeq(adding, func(r rune) bool { return r == '+' }) {
		word = strings.TrimSpace(word)
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
	titles := t.menu.beginWith(words)
	switch x, _ := begun(t.menu.not, words); {
	case line == "":
		t.say("Type the action, too: odds punch mort.")
	case len(titles) > 1:
		t.say("%q could be %s.", line, strings.Join(titles, " or "))
	case x != nil && err != nil:
		t.say("%s isn't possible: %s.", x.shown, x.deed.Why)
	default:
		t.say("There is no action %q here. Type a number or a name from the list, 0 to pass, or help for more.", line)
	}
}

// why says why things aren't possible: all of them, or one.
func (t *Table) why(words []string) {
	x, _ := begun(t.menu.items, words)
	not, _ := begun(t.menu.not, words)
	switch {
	case len(words) == 0 && len(t.menu.not) == 0:
		t.say("Everything is possible.")
	case len(words) == 0:
		for _, x := range t.menu.not {
			t.say("  %s: %s", x.shown, x.deed.Why)
		}
	case x != nil && x.deed == nil:
		t.say("%s was possible right before: choose it to go back there.", x.shown)
	case x != nil:
		t.say("%s is possible%s.%s%s", x.shown, x.says, about(x.deed.Action.Def.About), t.others(x.deed))
	case not != nil:
		t.say("%s isn't possible: %s.%s", not.shown, not.deed.Why, about(not.deed.Action.Def.About))
	default:
		t.whatIs(strings.Join(words, " "), nil)
	}
}

// whatIs says what the rules say of one of some values, or of anything else that they name.
func (t *Table) whatIs(word string, values []session.Value) {
	p := t.Session.Encounter().Program
	values = slices.Concat(values, declared(p.Conditions), declared(p.Quantities))
	for _, k := range p.Kinds {
		values = append(values, declared(k.Defs)...)
	}
	values = slices.DeleteFunc(values, func(v session.Value) bool { return v.About == "" })
	if i, ok := find(word, namesOf(values)); ok {
		t.say("%s:%s", value.Capital(values[i].Text), about(values[i].About))
	} else {
		t.say("The rules say nothing of %q here.", word)
	}
}

// declared describes declarations of a ruleset.
func declared[T program.HasName](list []T) (values []session.Value) {
	for _, x := range list {
		d := x.Declaration()
		values = append(values, session.Value{Text: value.TitleOf(d), Name: d.Name, About: d.About})
	}
	return values
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
func (t *Table) way(d *session.Deed, words []string) (w session.Way, ok bool) {
	w.Action = d.Action
	line := strings.Join(words, " ")
	for _, p := range d.Params {
		line = strings.ReplaceAll(line, p.Title+"=", strings.ReplaceAll(p.Title, " ", "_")+"=")
	}
	words, named := cutNamed(strings.Fields(line))
	for name := range named {
		if !slices.ContainsFunc(d.Params, func(p *program.ActParam) bool { return plain(p.Title) == name }) {
			t.say("%s has no %q.%s", d.Title, name, t.others(d))
			return w, false
		}
	}
	for _, p := range d.Params {
		v, ok := session.Open(), true
		switch word, isNamed := named[plain(p.Title)]; {
		case isNamed:
			var more []string
			v, more, ok = t.parameter(w, strings.Fields(word))
			words = append(words, more...)
		case t.mustChoose(p):
			v, words, ok = t.parameter(w, words)
		}
		if !ok {
			return w, false
		}
		w.Given = append(w.Given, v)
	}
	for i := range d.Params {
		if len(words) > 0 && w.Given[i].IsOpen() {
			l := t.offers(session.Way{Action: d.Action, Given: w.Given[:i]})
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

// mustChoose reports whether a parameter is asked for.
func (t *Table) mustChoose(p *program.ActParam) bool {
	return p.Default == nil || t.Session.IsTarget(p)
}

// others says which other choices a deed has, for those who want to make them.
func (t *Table) others(d *session.Deed) string {
	var list []string
	w := session.Way{Action: d.Action}
	for _, p := range d.Params {
		if !t.mustChoose(p) {
			values := t.offers(w).names
			text := strings.Join(shown(values[:min(fewPlaces, len(values))]), "|")
			if n := len(values); n > fewPlaces && values[0].amount {
				text = amounts(values)
			} else if n > fewPlaces {
				text += "|.."
			}
			list = append(list, strings.ReplaceAll(p.Title, " ", "_")+"="+text)
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
func (t *Table) odds(title string, w session.Way) {
	o, err := t.Session.Odds(w)
	if t.failed(err) {
		return
	}
	t.say("%s (%s):", title, o.How())
	for _, x := range o.InWords() {
		t.say("  %s", x)
	}
}

// parameter finds the next parameter of a way in the typed words, or asks for it; ok is false if the player wants something else.
func (t *Table) parameter(w session.Way, words []string) (v session.Value, rest []string, ok bool) {
	l := t.offers(w)
	if len(l.of) == 1 && len(words) == 0 && !l.places && !l.doubtful {
		return l.of[0], nil, true
	}
	if i, n := l.first(words); n > 0 {
		return l.of[i], words[n:], true
	}
	if len(words) > 0 {
		l.cant(strings.Join(words, " "))
	}
	l.ask(w.Action.Def.Title)
	defer func() { t.complete = t.actsFrom }()
	t.complete = func(string) []string { return l.words() }
	for {
		words, ok := t.answer(t.asked.Title)
		line := strings.Join(words, " ")
		i, found := l.find(line)
		switch {
		case !ok || line == "back" || line == l.elsewhere():
			t.listed = false
			return v, nil, false
		case line == "list":
			t.list(l.names)
		case found:
			return l.of[i], nil, true
		case len(words) > 0 && words[0] == "why":
			t.whatIs(strings.Join(words[1:], " "), l.of)
		case t.menu.takes(words):
			t.queued = words
			return v, nil, false
		default:
			l.cant(line)
			t.say("Type a number or a name from the list, or %s for something else.", l.elsewhere())
		}
	}
}

// actsFrom lists what a line about actions could become: an action, or what comes behind it.
func (t *Table) actsFrom(line string) (list []string) {
	for _, x := range t.menu.items {
		title := strings.ToLower(x.shown)
		list = append(list, title)
		if x.deed != nil && len(x.deed.Params) > 0 && strings.HasPrefix(strings.ToLower(line), title+" ") {
			for _, word := range t.offers(session.Way{Action: x.deed.Action}).words() {
				list = append(list, title+" "+word)
			}
		}
	}
	return list
}
