// Package rulesets holds the combat systems that come with rulec: one folder a
// system, in it ruleset.yaml and its parts. It holds rules only, no code.
package rulesets

import "embed"

// Files are the rulesets: NAME/ruleset.yaml and what it names as parts.
//
//go:embed */*.yaml
var Files embed.FS
