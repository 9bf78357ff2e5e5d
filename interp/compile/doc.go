// Package compile turns checked rulesets and encounters into code that can be played: see [Ruleset]
// and [Encounter]. What is constant is worked out, and what formulas read is found out.
package compile
