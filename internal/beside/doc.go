// Package beside measures what the fights of a system are like: how often the lead changes, how many decisions
// there are, how much depends on the remaining dice. With it, encounters that play one scene by several rulesets
// can be compared.
//
// Start with [Of]. The package knows no rules: a ruleset defines under reports what counts as health and as standing.
//
// Spec: rosetta.md.
//
// The command that uses it is `rulec beside`.
package beside
