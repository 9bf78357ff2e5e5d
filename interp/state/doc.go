// Package state holds everything that may change in a fight, and the only ways to change it: the
// fields of things, their places and carriers, the conditions in
// force, and the agenda.
//
// A [State] is plain slices, so that it is copied with plain copies: for the members of a
// batch, for a fork, for going back. It knows neither rules nor bounds: its callers
// compute the new values.
package state
