// Package experiment plays encounters many times, under everything that finds something out by that: it has the points that are
// compared, the fights of each on the same dice, workers, deadlines, progress and stopping rules, counters, and means,
// shares and differences with their 95% intervals.
//
// Begin with a [Job] and [Run]; its [Result] holds counters only, so that results of different trials add up exactly
// ([Merge]) and can be kept in files ([Result.Write], [Read]). [Many] plays an encounter in several ways; [Pairs] adds
// up differences on the same dice.
//
// A trial depends on the seed and its own number alone: it comes out the same in any worker, shard or order, and so
// do all sums. The package knows no rules.
//
// Spec: simulation.md; clusters.md.
//
// The commands over it are `rulec sim`, `merge`, `diff`, `tune`, `find`, `difficulty` and `beside`.
package experiment
