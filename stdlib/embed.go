// Package stdlib holds definitions that several rulesets share, written in the
// language itself: a ruleset takes them with `uses: [NAME]`. It holds no code.
package stdlib

import "embed"

// Files are the shared definitions: NAME.yaml, each with sections like a part of
// a ruleset.
//
//go:embed *.yaml
var Files embed.FS
