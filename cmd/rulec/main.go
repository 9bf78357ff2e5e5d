// Rulec checks and plays tabletop combat whose rules are data.
//
// Start with `rulec --help`; the subcommands are in cmd/rulec/cli.
package main

import (
	"os"
	"runtime/debug"

	"github.com/rulec/rulec/cmd/rulec/cli"
)

func main() {
	// Most allocations of loading a ruleset are soon garbage, and a fight allocates hardly anything: half as many
	// collections save a fifth of the time for a large ruleset, and cost a few MB.
	debug.SetGCPercent(200)
	// Where a great deal is alive, thrice as much would be too much: from here on garbage is collected sooner.
	debug.SetMemoryLimit(768 << 20)
	os.Exit(cli.Main())
}
