// Package trace is what happened in an encounter: a list of events, each with its numbers,
// and how the numbers came about, where that was asked for. It is what stories, JSON and
// explanations are made from; nothing else is kept of a fight.
//
// A machine appends to a [Trace] while it plays. [Trace.WriteJSON] writes it for other
// programs; package story tells it to people.
package trace
