// Package book makes the rulebook of a ruleset from its own declarations: a chapter for each of its files, in their order, with the
// definitions as tables, stat blocks and entries, changes by house rules marked, a map of the conditions, and indexes.
//
// Begin with [Read] and [Make]. A [Book] knows no format; [Book.HTML] and [Book.Markdown] write it. Names in formulas and programs are
// linked to their declarations. The book for players ([Job.Players]) is the same without programs, and with formulas in words.
//
// The command for it is `rulec book`.
package book
