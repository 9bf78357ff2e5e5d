// Package find looks for what is broken in the balance of rules: actions, weapons, conditions and lines of tactics that
// never pay, that always pay, that cost nothing, and that leave a foe unable to do anything, turn after turn.
//
// Begin with [Run], whose [Report] prints as text and as JSON. Each thing that a side does, uses or brings about in a
// sample of fights is asked about: the same fights are played on the same dice without it, and with it always. What no
// tactic does is found by letting a side think ahead. The package knows no rules; all that it knows of a thing is its name.
//
// Spec: finding.md.
//
// The command over it is `rulec find`.
package find
