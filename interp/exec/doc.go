// Package exec plays code: a state, a chooser who decides and dice give a new state and a trace.
//
// A [Machine] is made of parts (turns, acts, events, batches, ..), each a struct that is written in the
// file that declares it and nowhere else. Formulas run in execute.go, statements in statement.go and
// beside it; agenda.go says whose turn it is, event.go asks and answers, settle.go brings the state to
// rest. Only effect.go and what belongs to it change the state.
package exec
