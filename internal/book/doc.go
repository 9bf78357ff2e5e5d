// Package book makes the rulebook of a ruleset from its own declarations: a chapter for each of its
// files, in their order, with the definitions as tables, stat blocks and entries, what a house rule
// replaces marked, a picture of how conditions hang together, and indexes.
//
// Begin with [Read] and [Make]. A [Book] knows no format; [Book.HTML] and [Book.Markdown] write it.
// Whatever formulas and programs name is linked to where it is declared.
//
// The command over it is `rulec book`.
package book
