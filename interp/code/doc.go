// Package code says what a ruleset, and an encounter, come to before anything is played: formulas as
// instructions, programs as statements with operands, what is declared with all of it worked out that
// doesn't change. It is data: package compile makes it, package exec plays it. Where a type embeds
// the one of package program that it was made from, a field of the same name is the compiled form.
//
// Once it is made nothing of it changes, so that any number of machines may share it.
package code
