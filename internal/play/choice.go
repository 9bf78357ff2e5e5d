package play

import (
	"cmp"
	"strconv"
	"strings"

	"github.com/rulec/rulec/internal/terminal"
	"github.com/rulec/rulec/session"
)

// askDice asks what the dice show.
func (t *Table) askDice(q session.Question) {
	for {
		words, ok := t.answer(q.Asks + " (return: roll them)")
		switch {
		case !ok:
			return
		case len(words) == 0:
			t.failed(t.Session.ByTactic())
			return
		}
		if faces, ok := t.faces(words); ok && !t.failed(t.Session.Roll(faces...)) {
			return
		}
	}
}

// faces reads numbers, separated by spaces or commas.
func (t *Table) faces(words []string) (numbers []int, ok bool) {
	for _, word := range strings.FieldsFunc(strings.Join(words, " "), func(r rune) bool { return r == ' ' || r == ',' }) {
		n, err := strconv.Atoi(word)
		if err != nil {
			t.say("%q isn't a number; type help for more.", word)
			return nil, false
		}
		numbers = append(numbers, n)
	}
	return numbers, true
}

// askChoice asks for one or several of some values.
func (t *Table) askChoice(q session.Question) {
	t.show(terminal.Bold, "%s", q.Asks)
	offers, usual := namesOf(q.Offers), usual(q)
	if q.Amount {
		t.say("  %s%s", amounts(offers), usual)
	} else {
		t.list(offers)
		if usual != "" {
			t.say(" %s", usual)
		}
	}
	t.complete = func(string) []string { return shown(offers) }
	for {
		words, ok := t.answer(q.Title)
		switch {
		case !ok:
			return
		case q.HasDefault && (len(words) == 0 || isPass(words) && !q.Amount):
			t.failed(t.Session.Pass())
			return
		case q.Several && (len(words) == 0 || isPass(words)):
			t.failed(t.Session.Pick())
			return
		case len(words) == 0:
			t.say("Choose one of these.")
			continue
		}
		switch word := words[0]; {
		case word == "why":
			t.whatIs(strings.Join(words[1:], " "), q.Offers)
			continue
		case word == "list" || word == "odds" || word == "again":
			t.say("%s is for actions.", word)
			continue
		}
		if picked, ok := t.picked(offers, words); ok && !t.failed(t.Session.Pick(picked...)) {
			return
		}
	}
}

// usual describes what an empty line means; empty if a choice is required.
func usual(q session.Question) string {
	if !q.HasDefault && !q.Several {
		return ""
	}
	return " (return: " + chosen(q, q.Default) + ")"
}

// chosen names some of the offers.
func chosen(q session.Question, indices []int) string {
	var texts []string
	for _, i := range indices {
		texts = append(texts, q.Offers[i].Text)
	}
	return cmp.Or(strings.Join(texts, ", "), "nothing")
}

// picked reads the chosen offers: by their numbers, or one by its name.
func (t *Table) picked(offers []names, words []string) (picked []int, ok bool) {
	if i, ok := find(strings.Join(words, " "), offers); ok {
		return []int{i}, true
	}
	for _, word := range words {
		i, ok := find(strings.Trim(word, ","), offers)
		if !ok {
			t.say("There is no %q here. Type a number or a name from the list.", word)
			return nil, false
		}
		picked = append(picked, i)
	}
	return picked, true
}
