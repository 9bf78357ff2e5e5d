// Package dump writes what the stages between a file and a fight have made of it, as
// text: for those who work on rulec, and for those who want to know how their text was
// understood.
//
// Begin with [Tree] for YAML nodes after all files were laid over each other, with
// [Program] for what a ruleset has become when it was checked, and with [Encounter] for
// a fight. Each gives [Part] after part, one a declaration; [Pick] chooses some by name,
// [Write] writes them with their places in the margin.
//
// # Formulas
//
// Checked formulas look nearly as they are written, but every name says what it was
// found to mean, and everything that was left out is there:
//
//	self$0              the local in slot 0, called self; $4 has no name
//	x$3.hp              the field hp of what x holds
//	x$3.hp[..]          all members of the family hp; [size.large]: one of them
//	act.target          a parameter or running field of the act at hand
//	was.hp              the field of self at the settling before
//	conditions.prone    a condition as a value; so with events, entries, things, sides, zones
//	swords.long         a definition, by the plural of its kind; size.large: a step
//	conditions.prone(x) whether x has it; quantities.guard(x), tables.effort(x) likewise
//	time.round          a number of the clock
//	any(L, each$2: F)   F of each element of L, which is in slot 2
//	a +dice b           how dice are added; a +step b: how steps of a scale are moved
//	a is b              whether a thing was made from a definition
//
// Operators below others stand in brackets, but for a row of the same one, or of + and -,
// which is grouped from the left. Params of the ruleset, and what can be worked out from
// them, are numbers already. Behind the inputs of a formula stands what it gives and, in square brackets, how many slots it
// has if it has more than inputs, and whether it reads the event or the act at hand.
//
// # Everything else
//
// Declarations, statements and lines of scripts are printed by the fields of their structs in
// lang/program, in the order of that package: short values on one line, the rest indented below it.
// What is none, false or 0 is left out: a turn without an action passes. A new field is printed by
// itself; special.go has those that need other words.
//
// There is no way back: the text isn't meant to be read by rulec.
//
// The command over it is `rulec dump`.
package dump
