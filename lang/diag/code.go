package diag

import (
	"maps"
	"slices"
	"strings"
)

// Code names a kind of diagnostic: kebab-case, what is wrong with what. Codes
// are never renamed or used again for something else. Those for a name that nothing has
// begin with "unknown-".
type Code string

// Explanation is what `rulec explain CODE` prints and spec/ repeats.
type Explanation struct {
	Code Code
	// Summary says in a sentence when the code occurs.
	Summary string
	// Section is the page of spec/ that the code belongs to.
	Section string
	// Example is the smallest file that causes it: a ruleset or an encounter.
	// Where it takes two files, a line "-- name --" stands before each. It is
	// empty only for a limit that no short file can reach.
	Example string
	// Mend says how to put it right.
	Mend string
}

// explanations holds what packages registered while they were initialised; it
// is not written to afterwards.
var explanations = map[Code]Explanation{}

// Register adds an explanation to the registry. Packages call it from
// package-level variables only, before main begins:
//
//	var _ = diag.Register(diag.Explanation{...})
//
// It panics when the code is empty or registered already, since that can only
// be a mistake in this program. It returns true so that it can be assigned.
func Register(e Explanation) bool {
	if e.Code == "" {
		panic("diag: explanation without a code")
	}
	if _, taken := explanations[e.Code]; taken {
		panic("diag: code explained twice: " + string(e.Code))
	}
	explanations[e.Code] = e
	return true
}

// Explain returns the explanation of a code, and whether there is one.
func Explain(code Code) (Explanation, bool) {
	e, ok := explanations[code]
	return e, ok
}

// Codes returns every explained code in alphabetical order.
func Codes() []Code { return slices.Sorted(maps.Keys(explanations)) }

// MissesName reports whether a code is one of those for a name that nothing has, or that something
// else has than what is asked for.
func (c Code) MissesName() bool {
	return strings.HasPrefix(string(c), "unknown-") || c == "not-callable"
}
