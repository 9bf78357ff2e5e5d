// Package laws looks for fights in which a law of a ruleset doesn't hold: it makes encounters from what the
// ruleset declares, has everybody do whatever is allowed, and makes the first fight that breaks a
// law as short as it can.
//
// Begin with [Look]. Everything comes from one seed: the same ruleset, seed and number of fights
// give the same answer, however many workers there are.
//
// Spec: laws.md.
//
// The command over it is `rulec laws`.
package laws
