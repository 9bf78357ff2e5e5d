// Package script plays an encounter by its script: line by line it answers what the
// machine asks, gives the dice that are written down, and tests what is expected.
//
// Begin with [Play]. The package drives an [interp.Machine] from outside, as a program for
// a table or a person would: it is an [interp.Driver].
package script
