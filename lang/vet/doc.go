// Package vet looks for valid rules that make no sense: formulas that can never hold, costs
// that no one can pay, triggers that nothing causes, creatures without foes. It only warns; each
// warning has a name, and diag.List.DropAllowed says how to silence it.
//
// Start with [Ruleset] and [Encounter]. Findings are certain, or so probable that they are
// worth a comment in the file; this package never looks for anything that requires playing.
package vet
