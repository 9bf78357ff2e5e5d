// Package spec holds the pages of the reference. The tests that hold them true stand beside them.
package spec

import "embed"

// Pages are the pages, NAME.md, and the grammar.
//
//go:embed *.md grammar.ebnf
var Pages embed.FS
