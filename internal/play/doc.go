// Package play lets people play a fight by hand in a terminal, line by line: it says whose turn it is, lists their options by number, takes
// numbers or names, and prints the result. Everything is plain text, one thing a line, so that it works in pipes and can be read aloud.
//
// Begin with [Table.Play]; the command for it is `rulec play`.
package play
