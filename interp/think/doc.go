// Package think decides for combatants that think ahead.
//
// For a combatant who is asked what to do, it gathers possible ways to act: what the tactic would do, what each line of each tactic would
// do at best, and ways that no tactic has. Each is played on from here, everyone by tactics, to the end of the fight or as far as it looks
// ahead, with dice other than those that will fall: all ways with the same dice, so that none is luckier than another. The worse half is
// dropped, and the others are played again with more dice, until one way besides the tactic's is left. It is taken if it does better by
// more than chance explains.
//
// The effort is counted in fights, not in time: the same fight is played the same on every machine. Nothing here knows a combat system: a
// ruleset says under reports what harm is and who is still standing.
//
// Spec: thinking.md.
package think
