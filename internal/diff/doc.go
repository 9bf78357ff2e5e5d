// Package diff tells what house rules change: in the rules, and in fights that are played
// under both on the same dice.
//
// Begin with [Run], which plays the encounters of a [Job], and [Report.Document], which
// prints what came of it. All figures are worked out from fights one by one, in the order of their
// numbers, so that the same job is the same report, however many workers play it.
//
// The command over it is `rulec diff`.
package diff
