// Package tune finds the smallest change of a few figures with which an encounter comes out as
// somebody wants: who wins how often, who stands in the end, how long fights last.
//
// Begin with [ParseGoal] and [ParseChange], which read what is wanted and what may be turned, and
// [Run], whose [Report] says what was tried and what does it. All settings are tried on the same
// dice, far from the end few times, near it often. What is found is then played once more, on
// fresh dice, since the best of many looks better than it is. The package knows no rules.
//
// Spec: tuning.md.
//
// The command over it is `rulec tune`.
package tune
