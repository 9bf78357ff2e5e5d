package spec_test

import (
	"fmt"
	"math/big"
	"slices"
	"strings"
	"testing"
)

// The arithmetic of seeds.md, written a second time from the page alone, with
// numbers of any size.

var word = new(big.Int).Lsh(big.NewInt(1), 64)

func number(hex string) *big.Int {
	n, ok := new(big.Int).SetString(hex, 16)
	if !ok {
		panic(hex)
	}
	return n
}

func plus(a, b *big.Int) *big.Int {
	n := new(big.Int).Add(a, b)
	return n.Mod(n, word)
}

func product(a, b *big.Int) *big.Int {
	n := new(big.Int).Mul(a, b)
	return n.Mod(n, word)
}

func shifted(x *big.Int, n uint) *big.Int {
	return new(big.Int).Xor(x, new(big.Int).Rsh(x, n))
}

func mix(x *big.Int) *big.Int {
	x = product(shifted(x, 30), number("bf58476d1ce4e5b9"))
	x = product(shifted(x, 27), number("94d049bb133111eb"))
	return shifted(x, 31)
}

var golden = number("9e3779b97f4a7c15")

func text(s string) *big.Int {
	h := number("cbf29ce484222325")
	for _, b := range []byte(s) {
		h = product(new(big.Int).Xor(h, big.NewInt(int64(b))), number("100000001b3"))
	}
	return mix(h)
}

// wordOf returns word j of a roll.
func wordOf(seed, trial int64, roller, label string, n, j int64) *big.Int {
	run := mix(plus(mix(plus(big.NewInt(seed), golden)), product(big.NewInt(trial), golden)))
	roll := mix(plus(plus(mix(plus(run, text(roller))), text(label)), product(big.NewInt(n), golden)))
	return mix(plus(roll, product(big.NewInt(j+1), golden)))
}

// faceOf returns the face that die j of a roll shows.
func faceOf(seed, trial int64, roller, label string, n, j, sides int64) int64 {
	w := wordOf(seed, trial, roller, label, n, j)
	unfair := new(big.Int).Mod(word, big.NewInt(sides))
	for {
		high, low := new(big.Int).DivMod(new(big.Int).Mul(w, big.NewInt(sides)), word, new(big.Int))
		if low.Cmp(unfair) >= 0 {
			return high.Int64() + 1
		}
		w = mix(plus(w, golden))
	}
}

// TestDicePage holds the table of seeds.md equal to what its own description
// gives. That the program throws the same is held by the page's encounter.
func TestDicePage(t *testing.T) {
	var b strings.Builder
	b.WriteString("| roller | label | n | dice | faces |\n|---|---|---|---|---|\n")
	var totals []int64
	for _, r := range []struct {
		label    string
		n, sides int64
		dice     int64
	}{{"attack", 0, 20, 1}, {"attack", 1, 20, 1}, {"attack", 2, 6, 2}, {"harm", 0, 6, 2}} {
		var faces []string
		total := int64(0)
		for j := range r.dice {
			f := faceOf(2026, 0, "ann", r.label, r.n, j, r.sides)
			faces = append(faces, fmt.Sprint(f))
			total += f
		}
		totals = append(totals, total)
		fmt.Fprintf(&b, "| ann | %s | %d | %dd%d | %s |\n", r.label, r.n, r.dice, r.sides, strings.Join(faces, " "))
	}
	generated(t, "seeds.md", "faces", b.String())
	lot := fmt.Sprintf("expect tie_breaker(ann) == %d\n", faceOf(2026, 0, "ann", "lot_of", 0, 0, 1_000_000))
	if !strings.Contains(readPage(t, "seeds.md"), lot) {
		t.Errorf("the example in seeds.md should have %s", lot)
	}
	for i, total := range totals[:3] {
		expected := fmt.Sprintf("expect ann.shown == %d\n", total)
		_, rest, _ := strings.Cut(readPage(t, "seeds.md"), "do { toss")
		for range i {
			_, rest, _ = strings.Cut(rest, "do { toss")
		}
		if _, line, _ := strings.Cut(rest, "\n"); !strings.HasPrefix(strings.TrimSpace(line), expected) {
			t.Errorf("throw %d of the example in seeds.md should be %s", i+1, expected)
		}
	}
}

// pileOf returns the cards of a deck as they lie after so many shuffles.
func pileOf(seed, trial int64, deck string, cards []string, shuffles int64) []string {
	type lying struct {
		card string
		word *big.Int
	}
	var pile []lying
	copies := map[string]int64{}
	for _, card := range cards {
		pile = append(pile, lying{card, wordOf(seed, trial, "deck:"+deck, card, shuffles, copies[card])})
		copies[card]++
	}
	slices.SortStableFunc(pile, func(a, b lying) int { return a.word.Cmp(b.word) })
	var names []string
	for _, x := range pile {
		names = append(names, x.card)
	}
	return names
}

// TestCardsPage holds the table of cards of seeds.md equal to what the page describes, and
// the page's encounter equal to the table: that it is played so is held by the examples.
func TestCardsPage(t *testing.T) {
	cards := []string{"sun", "moon", "star", "comet", "comet"}
	var b strings.Builder
	b.WriteString("| deck | n | pile, from its top |\n|---|---|---|\n")
	var piles [][]string
	for n := range int64(2) {
		piles = append(piles, pileOf(2026, 0, "sky", cards, n))
		fmt.Fprintf(&b, "| sky | %d | %s |\n", n, strings.Join(piles[n], ", "))
	}
	generated(t, "seeds.md", "cards", b.String())
	page := readPage(t, "seeds.md")
	if list := strings.Join(cards, ", "); !strings.Contains(page, "cards: \"["+list+"]\"") {
		t.Errorf("the deck of the page isn't %s", list)
	}
	// Two are drawn, and stay out when the deck is shuffled.
	first := slices.Clone(piles[1])
	for _, out := range piles[0][:2] {
		first = slices.Delete(first, slices.Index(first, out), slices.Index(first, out)+1)
	}
	for i, want := range []string{piles[0][0], piles[0][1], first[0]} {
		_, rest, _ := strings.Cut(page, "gaze(ann) }")
		for range i {
			_, rest, _ = strings.Cut(rest, "gaze(ann) }")
		}
		if _, line, _ := strings.Cut(rest, "\n"); !strings.HasPrefix(strings.TrimSpace(line), "expect ann.sign == "+want+"\n") {
			t.Errorf("draw %d of the example in seeds.md should be %s", i+1, want)
		}
	}
}
