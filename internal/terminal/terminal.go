// Package terminal reads lines that somebody types, with editing, history and completion, and colours and folds text. It does so only on real
// terminals: elsewhere it reads lines plainly, and no output contains an escape sequence.
//
// Begin with [Open] and [Lines.Read]. Prompts, completions and repeated lines are made visible here; texts of a ruleset have to be
// made visible, with diag.Visible, before they are coloured.
package terminal

import (
	"io"
	"os"

	"golang.org/x/term"
)

// Of returns the terminal that a reader reads from, or that what is written to a writer finally appears on; nil means none. A device such as
// /dev/null is none. A writer that passes its text on to another one returns that by a method Unwrap.
func Of(stream any) *os.File {
	switch s := stream.(type) {
	case interface{ Unwrap() io.Writer }:
		return Of(s.Unwrap())
	case *os.File:
		if term.IsTerminal(int(s.Fd())) {
			return s
		}
	}
	return nil
}

// Colourful reports whether text for a writer may be coloured: it goes to a terminal that supports colours, and NO_COLOR isn't set.
func Colourful(w io.Writer) bool {
	file := Of(w)
	return file != nil && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb" && takesColours(file)
}
