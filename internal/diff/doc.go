// Package diff reports what house rules change: in the rules, and in fights that are played under both rulesets
// with the same dice.
//
// Start with [Run], which plays the encounters of a [Job], and [Report.Document], which prints the results. All
// figures are computed from single fights, in the order of their numbers, so the same job gives the same report for
// any number of workers.
//
// The command that uses it is `rulec diff`.
package diff
