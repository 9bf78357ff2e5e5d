// Package experiment plays encounters many times, for every command that measures something that way. It provides
// the points to compare, fights with the same dice for each of them, workers, deadlines, progress and stopping
// rules, counters, and means, shares and differences with their 95% intervals.
//
// Start with a [Job] and [Run]. Its [Result] holds only counters, so results of different trials add up exactly
// ([Merge]) and can be saved to files ([Result.Write], [Read]). What plays an encounter in several ways has a [Many]:
// [Many.Play] hands trials to workers, [Keep] and [Look] keep something of each fight, [Rate] and [More] compare that.
//
// A trial depends only on the seed and its own number: its result is the same in any worker, shard or order, and so
// are all sums. The package knows no rules.
//
// Spec: simulation.md; clusters.md.
//
// The commands that use it are `rulec sim`, `merge`, `diff`, `tune`, `find`, `difficulty` and `beside`.
package experiment
