// Package session lets a program drive a fight: a bot, a virtual tabletop, a person at a terminal or in a page. It tells who decides what,
// what they may do at what cost, and why they may not do the rest; it takes decisions one by one, takes them back, shows the fight at any
// event, and writes the fight as a script that rulec run plays again.
//
// Begin with [New]; then [Session.Question], and [Session.Do], [Session.Pass], [Session.Pick] or
// [Session.Roll], until there is no question left.
//
// Watch plays a fight as rulec run does, for viewing; At, GroundOf and TokensOf are for drawing it.
//
// A fight is determined by its key, the encounter, the seed and the decisions, and by nothing else. So going back means playing the same
// again and stopping earlier. A session belongs to one goroutine.
package session
