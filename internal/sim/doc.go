// Package sim reports what came of playing an encounter many times: rates, intervals, percentiles, and which fights are
// worth seeing. It also writes the jobs with which a cluster plays them in parts.
//
// Begin with [NewReport], which takes the counters of an [experiment.Result]. The package knows no rules; what counts as
// harm, as standing, as failing stands in a ruleset under reports.
//
// Spec: simulation.md; clusters.md.
//
// The command over it is `rulec sim`.
package sim
