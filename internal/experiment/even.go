package experiment

import "strconv"

// Decided is the share of fights above which it is decided who wins.
const Decided = 0.95

// surely is what the interval of that share has to lie above: a few fights decide nothing.
const surely = 0.85

// Even tells of a fight in which it is decided who wins, so that hardly any change of the rules shows in that.
//
// Spec: simulation.md, Fights that are decided.
type Even struct {
	// Winner is the side that wins, in Share of the fights; Other is the one that wins most often of the others.
	Winner string `json:"winner"`
	Share  Share  `json:"share"`
	Other  string `json:"other"`
	// Command looks for what makes it easier for Other; empty: it isn't played from a command line.
	Command string `json:"command,omitempty"`
}

// NewEven returns what there is to say of a fight that sides win in these shares of all; nil: it isn't decided.
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
		const fights = "1000" // enough for what is a step easier
		words := append(line.Words(), "--for", e.Other, "-n", fights, "--seed", strconv.FormatUint(seed, 10))
		e.Command = "rulec difficulty " + Quote(words)
	}
	return e
}

// Lines say it.
func (e *Even) Lines() []string {
	if e == nil {
		return nil
	}
	lines := []string{"It is decided who wins: " + e.Winner + ", in " + e.Share.Both() + " of the fights. Hardly any change of the rules shows in that."}
	if e.Command != "" {
		lines = append(lines, "What would even it: "+e.Command)
	}
	return append(lines, "")
}
