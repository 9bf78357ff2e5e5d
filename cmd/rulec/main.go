// Rulec checks and plays tabletop combat whose rules are data.
//
// Begin with `rulec --help`. Each subcommand has a file of its own, which reads
// flags, calls the library and renders; no rule of any game stands here.
package main

import "os"

func main() {
	os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}
