// Package spec holds the pages of the reference. The tests that hold them true stand beside them.
package spec

import "embed"

// Pages are the pages, NAME.md, and the grammar.
//
//go:embed *.md grammar.ebnf
var Pages embed.FS

// Systems are the lists of the rules of the systems that come along, systems/NAME.yaml.
//
//go:embed systems/*.yaml
var Systems embed.FS

// Language are the pages that describe the language, in the order in which language.md lists them.
// Their examples are parts of one ruleset. A new page stands here and there.
var Language = []string{
	"files", "types", "params", "kinds", "pools", "actions", "formulas", "quantities", "conditions", "contributions", "rules",
	"programs", "procs", "rolls", "decks", "choices", "plans", "events", "time", "space", "tactics", "overlays", "encounters",
	"scripts", "cases", "laws", "sequences", "reports", "limits",
}
