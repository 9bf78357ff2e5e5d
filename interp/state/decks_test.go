package state_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/rulec/rulec/interp/state"
)

// where says where the cards of two decks are, the first with the cards 0 to 3, the second with 4 and 5:
// p in the pile, h held, a number which of the discards; then how many discards each deck has, and how
// often it was shuffled.
func where(d *state.Decks) string {
	text := ""
	for card := range 6 {
		switch {
		case d.InPile(card) && !d.Held(card) && d.Discarded(card) == 0:
			text += "p"
		case d.Held(card) && !d.InPile(card) && d.Discarded(card) == 0:
			text += "h"
		case d.Discarded(card) > 0 && !d.InPile(card) && !d.Held(card):
			text += fmt.Sprint(d.Discarded(card))
		default:
			text += "?"
		}
	}
	return fmt.Sprintf("%s %d %d, %d %d", text, d.Discards(0), d.Discards(1), d.Shuffles(0), d.Shuffles(1))
}

// TestDecks follows cards from the pile to a hand, to the discards and back: discards are counted in
// the order in which they are laid, and a shuffle leaves alone what somebody holds and the other deck.
func TestDecks(t *testing.T) {
	d := state.NewDecks(2, 6)
	for _, step := range []struct {
		about string
		do    func()
		want  string
	}{
		{"at first all lie in the piles", func() {}, "pppppp 0 0, 0 0"},
		{"three are drawn from the first, one from the second", func() { d.Hold(2); d.Hold(0); d.Hold(3); d.Hold(5) }, "hphhph 0 0, 0 0"},
		{"two are discarded", func() { d.Discard(0, 3); d.Discard(0, 0) }, "2ph1ph 2 0, 0 0"},
		{"one of the second deck is", func() { d.Discard(1, 5) }, "2ph1p1 2 1, 0 0"},
		{"the first is shuffled", func() { d.Shuffle(0, 0, 4) }, "pphpp1 0 1, 1 0"},
		{"its discards are counted anew", func() { d.Hold(1); d.Discard(0, 1) }, "p1hpp1 1 1, 1 0"},
		{"the second is shuffled", func() { d.Shuffle(1, 4, 6) }, "p1hppp 1 0, 1 1"},
		{"a shuffle without discards is one, too", func() { d.Shuffle(1, 4, 6) }, "p1hppp 1 0, 1 2"},
	} {
		step.do()
		if got := where(&d); got != step.want {
			t.Errorf("%s: %s, not %s", step.about, got, step.want)
		}
	}
}

// TestDecksApart: what happens to a copy of decks doesn't happen to them, and decks that stand
// differently are told apart by what Each visits: where the cards are, how often each deck was
// shuffled, how many discards it has.
func TestDecksApart(t *testing.T) {
	visited := func(d *state.Decks) (all []float64) {
		d.Each(func(n float64) { all = append(all, n) })
		return all
	}
	d := state.NewDecks(2, 6)
	d.Shuffle(0, 0, 4)
	d.Hold(0)
	d.Discard(0, 1)
	d.Hold(5)
	const before = "h1ppph 1 0, 1 0"
	used := state.NewDecks(3, 9)
	used.Hold(7)
	d.CopyTo(&used)
	for name, c := range map[string]state.Decks{"a clone": d.Clone(), "a copy over other decks": used} {
		if got := where(&c); got != before || !slices.Equal(visited(&c), visited(&d)) {
			t.Errorf("%s: %s, not %s", name, got, before)
		}
		for about, change := range map[string]func(*state.Decks){
			"a card is drawn": func(d *state.Decks) { d.Hold(2) }, "a card is discarded and taken back": func(d *state.Decks) { d.Discard(1, 5); d.Hold(5) },
			"a deck without discards is shuffled": func(d *state.Decks) { d.Shuffle(1, 4, 6) },
		} {
			other := c.Clone()
			change(&other)
			if slices.Equal(visited(&other), visited(&c)) {
				t.Errorf("%s where %s can't be told from the one before", name, about)
			}
		}
		c.Discard(0, 3)
		c.Shuffle(1, 4, 6)
		if got := where(&d); got != before {
			t.Errorf("what happened to %s happened to the original: %s", name, got)
		}
	}
}
