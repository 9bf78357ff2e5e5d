// Rulec checks and plays tabletop combat whose rules are data.
//
// Begin with `rulec --help`. Each subcommand has a file of its own, which reads
// flags, calls the library and renders; no rule of any game stands here.
package main

import (
	"os"
	"runtime/debug"
)

func main() {
	// Most of what loading a ruleset allocates is soon thrown away, and a fight
	// allocates hardly anything: to clean up half as often saves a fifth of the
	// time that a large ruleset takes, for a few MB.
	debug.SetGCPercent(200)
	os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}
