// Package code defines the compiled form of rulesets and encounters: formulas as
// instructions, programs as statements with operands, declarations with everything constant already
// computed. It is data: package compile builds it, package exec plays it. Where a type embeds
// its source type from package program, a field with the same name is the compiled form.
//
// It never changes once built, so that any number of machines may share it.
package code
