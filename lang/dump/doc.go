// Package dump prints the result of each stage between a file and a fight as text:
// for developers of rulec, and for users who want to know how their text was
// understood.
//
// Start with [Tree] for YAML nodes after all files were merged, with
// [Program] for a checked ruleset, and with [Encounter] for
// a fight. Each returns one [Part] per declaration; [Pick] selects some by name,
// [Write] writes them with their positions in the margin.
//
// # Formulas
//
// Checked formulas look nearly as written, but every name shows its
// meaning, and everything omitted is filled in:
//
//	self$0              the local in slot 0, called self; $4 has no name
//	x$3.hp              the field hp of the value of x
//	x$3.hp[..]          all members of the family hp; [size.large]: one of them
//	act.target          a parameter or running field of the current act
//	was.hp              the field of self at the previous settling
//	conditions.prone    a condition as a value; likewise events, entries, things, sides, zones
//	swords.long         a definition, by the plural of its kind; size.large: a step
//	conditions.prone(x) whether x has it; quantities.guard(x), tables.effort(x) likewise
//	time.round          a number of the clock
//	any(L, each$2: F)   F of each element of L, which is in slot 2
//	a +dice b           an addition of dice; a +step b: a step moved on its scale
//	a is b              whether a thing was made from a definition
//
// Operators inside others are in parentheses, except for a row of the same one, or of + and -,
// which is grouped from the left. Params of the ruleset, and everything computed from
// them, are already numbers. After the inputs of a formula come its result and, in square brackets, its slots if
// it has more than inputs, and whether it reads the current event or act.
//
// # Everything else
//
// Declarations, statements and lines of scripts are printed by the fields of their structs in
// lang/program, in the order of that package: short values on one line, the rest indented below it.
// None, false and 0 are omitted: a turn without an action passes. A new field is printed without
// a change here; special.go has those that need other words.
//
// There is no way back: rulec doesn't read this text.
//
// The command for it is `rulec dump`.
package dump
