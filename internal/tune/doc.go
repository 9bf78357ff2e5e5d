// Package tune finds the smallest change of a few figures that makes an encounter end as desired: who wins how
// often, who is standing at the end, how long fights last.
//
// Start with [ParseGoal] and [ParseChange], which read the goal and the possible changes, and [Run], whose [Report]
// says what was tried and what works. All settings use the same dice. Those far from the goal are played a few
// times, those near it often. The best is then played again with fresh dice, since the best of many looks better
// than it is. The package knows no rules.
//
// Spec: tuning.md.
//
// The command that uses it is `rulec tune`.
package tune
