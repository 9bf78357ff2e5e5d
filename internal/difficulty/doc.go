// Package difficulty tells how hard an encounter is for one of its sides, on one page.
//
// Begin with [Run], which plays the encounter many times, and then with one opponent fewer, one more,
// or another figure, on the same dice; its [Report] says what came of it. The package knows no rules:
// who stands and what health is stands in a ruleset under reports.
//
// Spec: difficulty.md.
//
// The command over it is `rulec difficulty`.
package difficulty
