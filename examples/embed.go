// Package examples holds the tutorial ruleset, encounters of all systems, and small systems whole.
// It holds no code.
package examples

import "embed"

// Files are the examples; systems/NAME holds a system with what belongs to it.
//
//go:embed *.yaml systems
var Files embed.FS
