// Package testgc is imported by the tests of packages that load or play much, for its effect alone: garbage is collected
// as rarely as in the command, or more rarely. Nearly all that a test loads is garbage soon, so that a fifth of the time is saved.
package testgc

import "runtime/debug"

func init() { debug.SetGCPercent(300) }
