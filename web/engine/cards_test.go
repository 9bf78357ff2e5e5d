package engine

import (
	"bytes"
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/rulec/rulec/internal/book"
	"github.com/rulec/rulec/internal/docs"
)

// coded is what only programmers read: names with an underscore, calls, fields of self.
var coded = regexp.MustCompile(`[\pL\d]_[\pL\d]|[\pL\d]\([^)]|\bself\.`)

// TestCards: everything that has a name has a card, for each system, in words; a person's has figures of the rules and the state at a
// moment: what Mort has on the way was worked out by hand in the comments of the fight.
func TestCards(t *testing.T) {
	for _, file := range []string{
		"examples/01-first-blood.yaml", "examples/11-dierank-bridge-tactics.yaml", "examples/21-segments-pass-tactics.yaml", "examples/31-actionpoints-yard-tactics.yaml",
		"examples/42-timecount-toll-bridge-tactics.yaml", "examples/52-energy-ambush-tactics.yaml", "examples/56-energy-evening.yaml",
	} {
		d, _ := opened(t)
		v := ask[view](t, d, "start", map[string]any{"file": file, "mode": "watch"})
		names, people := ask[[]name](t, d, "names", ""), 0
		for _, n := range names {
			c, wrong := try[card](t, d, "card", wanted{Kind: n.Kind, Name: n.Title, Events: v.Events})
			if n.Kind == aPerson {
				people++
			}
			if wrong != nil {
				if !strings.Contains(wrong.Message, "nothing is written") {
					t.Errorf("%s: %s %s: %s", file, n.Kind, n.Title, wrong.Message)
				}
				continue
			}
			c.Anchor = ""
			text, _ := json.Marshal(c.Entry)
			if found := coded.Find(text); found != nil || c.Title != n.Title || c.Kind != n.Kind {
				t.Errorf("%s: the card of %s is one of %s %s, and says %s:\n%s", file, n.Title, c.Kind, c.Title, found, text)
			}
		}
		if people < 2 || len(names) < 9 {
			t.Errorf("%s: %d names, %d of people", file, len(names), people)
		}
	}
	d, _ := opened(t)
	ask[view](t, d, "start", map[string]any{"file": "examples/01-first-blood.yaml", "mode": "watch"})
	for events, bruises := range map[int]float64{0: 1, 1000: 3} {
		c := ask[card](t, d, "card", wanted{Kind: aPerson, Name: "mort", Events: events})
		if got := c.State.Pools[1].Now; got != bruises || fmt.Sprint(c.Figures) != "[{ brawn 3} { nerve 4} { guard 7}]" {
			t.Errorf("Mort has %v bruises after %d events, and %v", got, events, c.Figures)
		}
	}
	// The fight goes on by its rules, whatever becomes of them.
	ask[nothing](t, d, "setFile", file{"examples/scuffle.yaml", "nothing: at all"})
	if c := ask[card](t, d, "card", wanted{Name: "off_balance"}); c.Title != "Off balance" || c.Kind != aCondition {
		t.Errorf("the card of off_balance is %s, %s", c.Kind, c.Title)
	}
	if _, wrong := try[card](t, d, "card", wanted{Name: "punch", File: "examples/scuffle.yaml"}); wrong == nil {
		t.Error("there is a card of rules that are none")
	}
}

// TestPlayersBook: the book of a file is that of its rules, as the command makes it, and made anew when they change.
func TestPlayersBook(t *testing.T) {
	d, _ := opened(t, file{"my/house.yaml", "ruleset: house\nextends: energy\nset: {mark_takes_damage: 2}\n"})
	for _, name := range []string{"my/house.yaml", "rulesets/timecount.yaml"} {
		job, list := book.Read(name, d.options())
		if list.HasErrors() {
			t.Fatal(list)
		}
		job.Players = true
		want, err := json.Marshal(book.Make(job))
		if err != nil {
			t.Fatal(err)
		}
		if got := d.Answer("book", []byte(`"`+name+`"`)); !bytes.Contains(got, want) {
			t.Errorf("%s: the book is another one than the command's", name)
		}
	}
	if b := ask[book.Book](t, d, "book", "my/house.yaml").Chapters[0].Groups[0].Entries[0].Title; !strings.HasPrefix(b, "How much Non-Lethal damage at 0 Aura it takes to leave a mark") {
		t.Errorf("the book of house rules begins with %q", b)
	}
	ask[nothing](t, d, "setFile", file{"my/house.yaml", "ruleset: house\nextends: energy\nset: {waking_number: 19}\n"})
	if b := ask[book.Book](t, d, "book", "my/house.yaml").Chapters[0].Groups[0].Entries[0].Title; strings.HasPrefix(b, "How much Non-Lethal damage") {
		t.Errorf("the book stays as it was when the rules change: %q", b)
	}
	if _, wrong := try[book.Book](t, d, "book", "rulesets/energy/actions.yaml"); wrong != nil {
		t.Errorf("a part of rules has no book: %s", wrong.Message)
	}
	if _, wrong := try[book.Book](t, d, "book", "my/nothing.yaml"); wrong == nil || !strings.Contains(wrong.Message, "doesn't say which rules") {
		t.Errorf("a file without rules: %v", wrong)
	}
}

// TestReference lists the pages of the reference, shows one, and finds words.
func TestReference(t *testing.T) {
	d, _ := opened(t)
	if list := ask[[]docs.Page](t, d, "reference", consulted{}); len(list) < 60 || list[0].Name != "first_house_rule" || list[0].Text != "" {
		t.Errorf("%d pages", len(list))
	}
	if list := ask[[]docs.Page](t, d, "reference", consulted{Page: "dice"}); len(list) != 1 || !strings.HasPrefix(list[0].Text, "# ") {
		t.Errorf("the page on dice: %v", list)
	}
	if list := ask[[]docs.Page](t, d, "reference", consulted{Find: "lost-lines"}); len(list) == 0 || list[0].Title != "lost-lines" {
		t.Errorf("lost-lines: %v", list)
	}
	if _, wrong := try[[]docs.Page](t, d, "reference", consulted{Page: "nothing"}); wrong == nil {
		t.Error("there is a page that doesn't exist")
	}
}
