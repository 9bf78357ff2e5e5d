// Package play lets people play a fight by hand in a terminal, line by line: it says who is due,
// lists what they may do by numbers, takes numbers or names, and tells what comes of it. Everything
// is plain text, one thing a line, so that it goes through pipes and can be read aloud.
//
// Begin with [Table.Play].
//
// The command over it is `rulec play`.
package play
