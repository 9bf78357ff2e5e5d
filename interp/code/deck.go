package code

import (
	"github.com/rulec/rulec/lang/program"
)

// Deck is a compiled deck.
type Deck struct {
	*program.Deck
	// First is the number of its first card among those of all decks.
	First int
	// Cards are definitions or steps, by their index plus 1; words what their names mean;
	// copies how many of the same precede each.
	Cards  []float64
	Words  []uint64
	Copies []uint64
	// Key is what its name means.
	Key uint64
}
