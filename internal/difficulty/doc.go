// Package difficulty reports how hard an encounter is for one of its sides, on one page.
//
// Start with [Run], which plays the encounter many times, and then with one opponent fewer, one more, or another
// figure, with the same dice; its [Report] has the results. The package knows no rules: a ruleset defines under
// reports who is standing and what health is.
//
// Spec: difficulty.md.
//
// The command that uses it is `rulec difficulty`.
package difficulty
