// Package report prints what commands find out: a [Document] holds titles, paragraphs, tables, charts and notes, and each
// [Format] has one printer for all of them.
//
// Begin with a [Document] and [Document.Print]. The package computes nothing: the cells of its tables hold numbers
// with the words for them. It escapes whatever a terminal would obey, in every format.
//
// Spec: reports.md.
package report
