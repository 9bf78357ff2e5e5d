// Package session lets a program drive a fight: a bot, a virtual tabletop, a person at a terminal
// or in a page. It says who has to decide what, what they may do and what it costs, and why they
// may not do the rest; it takes decisions one by one, takes them back, shows the fight as it stood
// at any event, and writes the fight as a script that rulec run plays again.
//
// Begin with [New]; then [Session.Question], and [Session.Do], [Session.Pass], [Session.Pick] or
// [Session.Roll], until there is no question left.
//
// Watch plays a fight as rulec run does, to be looked at; At, GroundOf and TokensOf are for drawing it.
//
// A fight comes from its key, the encounter, the seed and the decisions, and from nothing else. So
// going back is playing the same again and stopping earlier. A session belongs to one goroutine.
package session
