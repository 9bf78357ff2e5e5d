// Package vet looks for what is written rightly and makes no sense: what can never hold,
// what nobody can pay, what nothing brings about, who has nobody to fight. All of it are warnings,
// each with a name; diag.List.DropAllowed says how they are silenced.
//
// Begin with [Ruleset] and [Encounter]. What is found here is certain, or so probable that it is
// worth a comment in the file; whatever takes playing to find out is no business of this package.
package vet
