// Package think decides for those who think ahead.
//
// Who is asked what to do gathers ways to do something: what the tactic would do, what each line of each tactic
// would do at best, and ways that no tactic has thought of. Each is played on from here, everybody by
// tactics, to the end of the fight or as far as it looks, with dice that are not those that will fall:
// all ways with the same ones, so that none is luckier than another. The worse half is dropped, the
// others are played again with more dice, until what is left is one way beside that of the tactic. It is
// taken if it does better by more than chance would explain.
//
// The work is counted in fights, not in time: the same fight is played alike on every machine.
// Nothing here knows a combat system: what harm is, and who stands, a ruleset says under reports.
//
// Spec: thinking.md.
package think
