// Package script plays an encounter by its script: line by line it answers the machine's questions, supplies the scripted dice, and tests
// the expectations.
//
// Begin with [Play]. The package drives an [interp.Machine] from outside, as a program for
// a table or a person would: it is an [interp.Driver].
package script
