// Package sim reports the results of playing an encounter many times: rates, intervals, percentiles, and sample
// fights. It also writes the jobs with which a cluster plays them in parts.
//
// Start with [NewReport], which takes the counters of an [experiment.Result], and [Report.Document]. The package
// knows no rules; a ruleset defines under reports what counts as harm, as standing and as failing.
//
// Spec: simulation.md; clusters.md.
//
// The command that uses it is `rulec sim`.
package sim
