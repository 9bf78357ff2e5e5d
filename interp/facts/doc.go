// Package facts finds out what is certain about an encounter before it is played:
// which fields keep the value that they begin with, which conditions nobody can get,
// which events nobody announces, which actions nobody can do, which lines of tactics
// never come to anything. Whoever makes code for one encounter can leave all that out.
//
// [Of] looks at everything that can happen when everybody plays by the tactics that the
// encounter gives. It begins with nothing but the start: every field has the value that
// it begins with, nobody has a condition that isn't given, nothing has been announced. It
// runs every program that can be reached, with sets of values instead of values (see
// value), takes note of what may become of fields, conditions, events and actions, and
// runs all again until it learns nothing more. So a test on a field that nothing reachable
// writes decides, and what stands behind it isn't reached.
//
// What it doesn't understand may be anything. A fact is therefore never wrong, but many
// that are true are not found: values of places, clocks, instances, acts, events and dice
// are never known, and neither is what a person or a script would do.
//
// A [Folder] rewrites formulas and programs by what is certain: what comes to the same
// always is a constant, what is never looked at is left out, and small quantities stand
// where they are asked for. What could stop the run stays where it is.
//
// Nothing here is used while a fight is played. The input is the checked program alone;
// that its facts agree with what the interpreter does is held by playing fights.
package facts
