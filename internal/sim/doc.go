// Package sim reports what came of playing an encounter many times: rates, intervals, percentiles, and sample
// fights. It also writes the jobs with which a cluster plays them in parts.
//
// Begin with [NewReport], which takes the counters of an [experiment.Result], and [Report.Document]. The package
// knows no rules; what counts as harm, as standing, as failing is in a ruleset under reports.
//
// Spec: simulation.md; clusters.md.
//
// The command over it is `rulec sim`.
package sim
