package experiment

import (
	"strconv"

	"github.com/rulec/rulec/internal/report"
)

// Decided is the share of fights above which the winner counts as decided.
const Decided = 0.95

// surely is the least lower bound of that share's interval: a few fights decide nothing.
const surely = 0.85

// Even describes a fight whose winner is decided, so that hardly any change of the rules shows in it.
//
// Spec: simulation.md, Fights that are decided.
type Even struct {
	// Winner is the side that wins, in Share of the fights; Other is the one of the other sides that wins most often.
	Winner string `json:"winner"`
	Share  Share  `json:"share"`
	Other  string `json:"other"`
	// Command looks for changes that make it easier for Other; empty if there is no command line for the fight.
	Command string `json:"command,omitempty"`
}

// NewEven returns an Even for a fight that the sides win in these shares of all, nil if the winner isn't decided.
func NewEven(sides []string, shares []Share, line Line, seed uint64) *Even {
	winner, other := -1, -1
	for i, s := range shares {
		switch {
		case winner < 0 || s.Value > shares[winner].Value:
			winner, other = i, winner
		case other < 0 || s.Value > shares[other].Value:
			other = i
		}
	}
	if other < 0 || shares[winner].Value <= Decided || shares[winner].Low <= surely {
		return nil
	}
	e := &Even{Winner: sides[winner], Share: shares[winner], Other: sides[other]}
	if line.File != "" {
		const fights = "1000" // enough to find what makes it a step easier
		words := append(line.Words(), "--for", e.Other, "-n", fights, "--seed", strconv.FormatUint(seed, 10))
		e.Command = "rulec difficulty " + Quote(words)
	}
	return e
}

// Blocks returns the paragraph of a report, with the command to copy; none for nil.
func (e *Even) Blocks() []report.Block {
	if e == nil {
		return nil
	}
	text := "The winner is almost certain: " + e.Winner + ", in " + e.Share.Both() + " of the fights. Changes of the rules hardly show in such a fight."
	return []report.Block{
		report.Paragraph{Text: text},
		report.Command{Label: "What would make it fairer", Line: e.Command},
	}
}
