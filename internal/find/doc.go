// Package find looks for what is broken in the balance of rules: actions that never pay, that always
// pay, that cost nothing, and that leave a foe unable to do anything, turn after turn.
//
// Begin with [Run], whose [Report] prints as text and as JSON. Each action that a side does in a sample
// of fights is asked about: the same fights are played on the same dice without it, and with it done
// whenever it is allowed. The package knows no rules; all that it knows of an action is its name.
//
// Spec: finding.md.
package find
