// Package compile turns checked rulesets and encounters into code that can be played: see [Ruleset]
// and [Encounter]. What is constant is worked out, what formulas read is found out, and of an encounter
// that is played often enough [Specialized] makes code for it alone.
package compile
