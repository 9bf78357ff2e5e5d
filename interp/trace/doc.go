// Package trace records what happened in an encounter: a list of events, each with its numbers and, if requested, how the numbers were
// computed. Stories, JSON and explanations are made from it; nothing else is kept of a fight.
//
// A machine appends to a [Trace] while it plays. [Trace.WriteJSON] writes it for other programs; package story renders it for people.
package trace
