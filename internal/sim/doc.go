// Package sim plays an encounter many times and counts what comes of it.
//
// Begin with a [Job] and [Run]; its [Result] holds counters only, so that results
// of different trials add up exactly ([Merge]) and can be kept in files ([Result.Write],
// [Read]). [NewReport] works out rates, intervals and percentiles, and prints them.
//
// A trial depends on the seed and its own number alone: it comes out the same in
// any worker, shard or order, and so do all sums. The package knows no rules; what
// counts as harm, as standing, as failing stands in a ruleset under reports.
//
// Spec: simulation.md; clusters.md.
//
// The command over it is `rulec sim`.
package sim
