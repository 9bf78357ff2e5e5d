// Package find looks for problems in the balance of rules: actions, weapons, conditions and lines of tactics that
// never pay, that always pay, that cost nothing, or that leave a foe unable to do anything, turn after turn.
//
// Start with [Run], whose [Report] prints as text and as JSON. It examines each thing that a side does, uses or causes in a
// sample of fights: the same fights are played with the same dice without it, and with it always. To find what no tactic
// does, it lets a side think ahead. The package knows no rules; it only knows the names of things.
//
// Spec: finding.md.
//
// The command that uses it is `rulec find`.
package find
