// Package beside finds out what the fights of a system are like: how often the lead changes hands, how much people have
// to decide, how much hangs on the dice that are still to come. Encounters that play one scene by several rulesets can be
// laid side by side so.
//
// Begin with [Of]; [Study.FirstBlood] tells the moment in which the typical fight turns serious. The package knows no
// rules: what counts as health and as standing stands in a ruleset under reports.
//
// Spec: rosetta.md.
//
// The command over it is `rulec beside`.
package beside
