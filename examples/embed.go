// Package examples holds the tutorial ruleset, encounters of all systems, one scene in each of them, and small
// systems whole. It holds no code.
package examples

import "embed"

// Files are the examples; systems/NAME holds a system with what belongs to it, rosetta the same scene by each ruleset.
//
//go:embed *.yaml systems rosetta
var Files embed.FS
