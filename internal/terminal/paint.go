package terminal

import "strings"

// Style is how a piece of text is shown.
type Style int

// The styles. Each has a colour of its own, none of them black or white, which some background hides; no text may need its colour to be
// understood.
const (
	Own   Style = iota // the player's side
	Foe                // the others
	Hit                // a success
	Miss               // a failure
	Quiet              // what is only looked up, such as numbers of a list
	Bold
)

var attributes = [...]string{Own: "36", Foe: "35", Hit: "32", Miss: "31", Quiet: "34", Bold: "1"}

const reset = "\x1b[0m"

// Paint colours texts if it is true, and otherwise leaves them as they are.
type Paint bool

// Text returns a text in a style. Parts of it may already have another style: the rest gets this one.
func (p Paint) Text(s Style, text string) string {
	if !p || text == "" {
		return text
	}
	begin := "\x1b[" + attributes[s] + "m"
	return begin + strings.ReplaceAll(text, reset, reset+begin) + reset
}
