// Package report prints the results of commands: a [Document] holds titles, paragraphs, tables, charts and notes,
// and each [Format] has one printer for all of them.
//
// Start with a [Document] and [Document.Print]. The package computes nothing: the cells of its tables hold numbers
// and their texts. It escapes control characters of terminals in every format.
//
// Spec: reports.md.
package report
