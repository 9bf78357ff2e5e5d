// Rulec checks and plays tabletop combat whose rules are data.
//
// Start with `rulec --help`. Each subcommand has its own file, which reads flags, calls the library and prints; no
// rule of any game is here.
package main

import (
	"os"
	"runtime/debug"
)

func main() {
	// Most allocations of loading a ruleset are soon garbage, and a fight allocates hardly anything: half as many
	// collections save a fifth of the time for a large ruleset, and cost a few MB.
	debug.SetGCPercent(200)
	os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}
