package state

import "slices"

// Decks are the positions of cards. They are not part of the state: a card that one member of
// a batch has drawn can't be drawn by another.
type Decks struct {
	// at is where each card is: inPile, held, or its number among the discards.
	at []int32
	// shuffles is how often each deck has been shuffled, laid how many cards were discarded
	// since.
	shuffles, laid []int32
}

const (
	inPile = 0
	held   = -1
)

// NewDecks returns a number of decks with a number of cards in all, all of them in the piles.
func NewDecks(decks, cards int) Decks {
	return Decks{make([]int32, cards), make([]int32, decks), make([]int32, decks)}
}

// CopyTo makes t equal to d.
func (d *Decks) CopyTo(t *Decks) {
	t.at = append(t.at[:0], d.at...)
	t.shuffles = append(t.shuffles[:0], d.shuffles...)
	t.laid = append(t.laid[:0], d.laid...)
}

// Clone returns a separate copy.
func (d *Decks) Clone() Decks {
	return Decks{slices.Clone(d.at), slices.Clone(d.shuffles), slices.Clone(d.laid)}
}

// InPile reports whether a card can be drawn.
func (d *Decks) InPile(card int) bool { return d.at[card] == inPile }

// Held reports whether a card has been drawn and not discarded.
func (d *Decks) Held(card int) bool { return d.at[card] == held }

// Discarded returns the position of a card in the discards, from 1; 0 if it isn't there.
func (d *Decks) Discarded(card int) int { return int(max(d.at[card], 0)) }

// Discards returns how many cards have been discarded to a deck since it was last shuffled.
func (d *Decks) Discards(deck int) int { return int(d.laid[deck]) }

// Shuffles returns how often a deck has been shuffled.
func (d *Decks) Shuffles(deck int) uint64 { return uint64(d.shuffles[deck]) }

// Hold takes a card out of its pile.
func (d *Decks) Hold(card int) { d.at[card] = held }

// Discard puts a card on the discards of its deck.
func (d *Decks) Discard(deck, card int) {
	d.laid[deck]++
	d.at[card] = d.laid[deck]
}

// Shuffle shuffles the discards back into the pile of a deck, whose cards are those from first
// up to end.
func (d *Decks) Shuffle(deck, first, end int) {
	for i := first; i < end; i++ {
		if d.at[i] > 0 {
			d.at[i] = inPile
		}
	}
	d.laid[deck] = 0
	d.shuffles[deck]++
}

// Each calls visit with everything that distinguishes decks.
func (d *Decks) Each(visit func(n float64)) {
	for _, list := range [][]int32{d.at, d.shuffles, d.laid} {
		for _, n := range list {
			visit(float64(n))
		}
	}
}
