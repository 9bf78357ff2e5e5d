// Package soundness has no code of its own, only tests. They hold what everything else
// relies on: whatever lint accepts plays to an outcome, or to an error at a place of one
// of its files. No panic, no hang, nothing beyond the limits, and the same whether a
// fight is recorded or not, on a new machine or on one that has been reset.
//
// An item is a set of files: rulesets, and encounters, cases or sequences. Each belongs to
// a world, which says what it is made from (worlds_test.go), and a number in it, from which
// it can be made again. Rulesets are grown from nothing (grower_test.go), or those of the
// house are taken, or some are written that are deep, large and dear (heavy_test.go); into the places of their texts (sites_test.go) come random ones of the
// right types: formulas (formula_test.go), programs (statement_test.go), then encounters,
// scripts and states (encounter_test.go). What lint refuses of that is taken back
// (book_test.go, over trees of YAML that can be written again: sheet_test.go). Some files are
// torn instead, and left as they are.
//
// An item is judged (judge_test.go) in a process of its own (process_test.go), which sees
// hangs and what nothing can catch. One that fails is made smaller (shrink_test.go).
// Begin with TestSoundness (soundness_test.go); CONTRIBUTING.md says how to run more items.
package soundness
