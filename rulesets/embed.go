// Package rulesets holds the combat systems that come with rulec: each is a file,
// NAME.yaml, with its parts in the folder NAME. It holds rules only, no code.
package rulesets

import "embed"

// Files are the rulesets and their parts.
//
//go:embed *.yaml */*.yaml
var Files embed.FS
