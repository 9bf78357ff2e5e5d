// Package state holds what may change in a fight, and the only ways to change it: the
// fields of things, where they stand and who carries them, the conditions that are in
// force, and the agenda.
//
// A [State] is plain slices, so that it is copied with plain copies: for the members of a
// batch, for a fork, for going back. It knows neither rules nor bounds: whoever changes it
// has worked out to what.
package state
