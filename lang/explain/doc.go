// Package explain explains what can be wrong with the meaning of texts, with rulesets, encounters
// and states: each code with its smallest example, which is a whole ruleset.
package explain
