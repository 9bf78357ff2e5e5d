// Package laws looks for fights in which a law of a ruleset doesn't hold: it makes encounters from the declarations
// of the ruleset, plays random actions of those allowed, and makes the first fight that breaks a law as short as it
// can.
//
// Start with [Look]. Everything depends on one seed: the same ruleset, seed and number of fights give the same
// result, for any number of workers.
//
// Spec: laws.md.
//
// The command that uses it is `rulec laws`.
package laws
