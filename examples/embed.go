// Package examples holds the tutorial ruleset, encounters of all systems, one scene in each of them, and small
// systems whole. It holds no code.
package examples

import "embed"

// Files are the examples; systems/NAME holds a system with what belongs to it.
//
//go:embed *.yaml systems
var Files embed.FS

// Scene is the folder rosetta: the same scene by each ruleset. It stands by itself, so that a program that shows none of it,
// such as the page, needn't hold it.
//
//go:embed rosetta
var Scene embed.FS
