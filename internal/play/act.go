package play

import (
	"strconv"
	"strings"

	"github.com/rulec/rulec/session"
)

// askAct asks what a combatant does.
func (t *Table) askAct(q session.Question) {
	deeds := t.Session.Deeds()
	var allowed []session.Deed
	for _, d := range deeds {
		if d.Allowed {
			allowed = append(allowed, d)
		}
	}
	t.due(q)
	for i := range allowed {
		t.say("  %d %s%s", i+1, allowed[i].Title, costs(&allowed[i]))
	}
	switch impossible := len(deeds) - len(allowed); {
	case impossible == 1:
		t.say("  0 nothing (1 more isn't possible now: type why)")
	case impossible > 1:
		t.say("  0 nothing (%d more aren't possible now: type why)", impossible)
	default:
		t.say("  0 nothing")
	}
	for {
		words, ok := t.answer(q.Title)
		switch {
		case !ok:
			return
		case len(words) == 0:
			t.say("Type a number or a name, 0 for nothing, or help for more.")
			continue
		case words[0] == "0" || words[0] == "pass" || words[0] == "nothing":
			t.failed(t.Session.Pass())
			return
		case words[0] == "why":
			t.why(deeds, strings.Join(words[1:], " "))
			continue
		}
		onlyOdds := words[0] == "odds"
		if onlyOdds {
			words = words[1:]
		}
		d, rest, found := t.deed(allowed, words)
		if !found {
			t.notThere(deeds, strings.Join(words, " "))
			continue
		}
		w, ok := t.way(q, d, rest)
		switch {
		case t.left || t.moved:
			return
		case !ok:
		case onlyOdds:
			t.odds(d, w)
		case !t.failed(t.Session.Do(w)):
			return
		}
	}
}

// due asks a combatant for their action, and shows their state.
func (t *Table) due(q session.Question) {
	state := t.state(q.Who)
	if q.Turn {
		state = q.Clock + "; " + state
	}
	t.say("%s (%s)", q.Asks, strings.TrimSuffix(state, "; "))
}

// deed finds the action meant by the first words of a line, and returns the others.
func (t *Table) deed(deeds []session.Deed, words []string) (d *session.Deed, rest []string, ok bool) {
	called := make([]names, len(deeds))
	for i := range deeds {
		called[i] = names{shown: deeds[i].Title, internal: deeds[i].Name}
	}
	for n := len(words); n > 0; n-- {
		if i, ok := t.find(strings.Join(words[:n], " "), called); ok {
			return &deeds[i], words[n:], true
		}
	}
	return nil, nil, false
}

// notThere says that what was typed can't be done: why not, or that there is no such thing.
func (t *Table) notThere(deeds []session.Deed, what string) {
	_, err := strconv.Atoi(what)
	if d, _, ok := t.deed(deeds, strings.Fields(what)); ok && err != nil && !d.Allowed {
		t.say("%s isn't possible: %s.", d.Title, d.Why)
		return
	}
	t.say("There is no action %q here. Type a number or a name from the list, 0 for nothing, or help for more.", what)
}

// why says why things aren't possible: all of them, or one.
func (t *Table) why(deeds []session.Deed, what string) {
	if what != "" {
		d, _, ok := t.deed(deeds, strings.Fields(what))
		switch {
		case !ok:
			t.say("There is no action %q here.", what)
		case d.Allowed:
			t.say("%s is possible%s.", d.Title, costs(d))
		default:
			t.say("%s isn't possible: %s.", d.Title, d.Why)
		}
		return
	}
	all := true
	for _, d := range deeds {
		if !d.Allowed {
			t.say("  %s: %s", d.Title, d.Why)
			all = false
		}
	}
	if all {
		t.say("Everything is possible.")
	}
}

// way asks for the open parameters of a deed, one by one; ok is false if the player wants something else.
func (t *Table) way(q session.Question, d *session.Deed, words []string) (w session.Way, ok bool) {
	w.Action = d.Action
	for _, p := range d.Params {
		if p.Default != nil {
			w.Given = append(w.Given, session.Open())
			continue
		}
		var offers []session.Value
		for _, o := range t.Session.Offers(w) {
			if o.Allowed {
				offers = append(offers, o.Value)
			}
		}
		v, rest, ok := t.parameter(q, d, p.Title, offers, words)
		if !ok {
			return w, false
		}
		words = rest
		w.Given = append(w.Given, v)
	}
	return w, true
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
func (t *Table) parameter(q session.Question, d *session.Deed, param string, offers []session.Value, words []string) (v session.Value, rest []string, ok bool) {
	called := namesOf(offers)
	if len(offers) == 1 && len(words) == 0 {
		return offers[0], nil, true
	}
	for n := len(words); n > 0; n-- {
		if i, found := t.find(strings.Join(words[:n], " "), called); found {
			return offers[i], words[n:], true
		}
	}
	if len(words) > 0 {
		t.say("%q can't be the %s here.", strings.Join(words, " "), param)
	}
	amount := len(called) > 0 && called[0].amount
	if amount {
		t.say("%s: how many %s?", d.Title, param)
		t.say("  %s", amounts(called))
	} else {
		t.say("%s: which %s?", d.Title, param)
		t.list(called)
	}
	t.say("  %s something else", elsewhere(amount))
	for {
		words, ok := t.answer(q.Title)
		if !ok || len(words) > 0 && words[0] == elsewhere(amount) {
			return session.Value{}, nil, false
		}
		if i, found := t.find(strings.Join(words, " "), called); found {
			return offers[i], nil, true
		}
		t.say("Type a number or a name from the list, or %s for something else.", elsewhere(amount))
	}
}

// elsewhere is the input that leaves a list for something else: 0, unless that could be an amount.
func elsewhere(amount bool) string {
	if amount {
		return "back"
	}
	return "0"
}
