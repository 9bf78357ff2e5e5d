// Package story tells what a trace has recorded: a line for everything that was tried,
// rolled, changed or begun, and below it, on demand, how its numbers came about.
//
// Begin with [Write]. The package changes nothing and asks nobody but the trace and the
// names of its encounter.
package story
