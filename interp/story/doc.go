// Package story renders a trace as text: a line for each attempt, roll, change or start and, on demand, how its numbers were computed,
// below it.
//
// Begin with [Tell]. The package changes nothing, and reads only the trace and the names of its encounter.
package story
