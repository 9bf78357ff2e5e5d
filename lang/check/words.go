package check

import (
	"maps"
	"slices"

	"github.com/rulec/rulec/lang/syntax"
)

// Words returns the published words of the language: those of its syntax, its
// functions and the fields that every value of a type has; sorted, each once.
// Declarations may be called like one of them. See section 1 of spec/language.md.
func Words() []string {
	words := map[string]bool{"scene": true, "done": true, "terrain": true}
	for _, w := range syntax.Words() {
		words[w] = true
	}
	for name := range functions {
		words[name] = true
	}
	for _, members := range builtinMembers {
		for name := range members {
			words[name] = true
		}
	}
	for _, name := range slices.Concat(sections, typeHeads) {
		words[name] = true
	}
	return slices.Sorted(maps.Keys(words))
}

// sections are the names of sections by which a name can be made unambiguous.
var sections = []string{"params", "scales", "kinds", "conditions", "events", "entries", "time"}

// typeHeads are the words that types begin with, beside the names of kinds,
// scales and conditions.
var typeHeads = []string{
	"number", "bool", "dice", "text", "place", "direction", "side", "act", "condition", "event", "thing", "action",
	"list", "set", "map", "formula", "program", "pool",
}

// Reserved reports whether a word of the language can't be the name of a local,
// proc, parameter or field: a word that begins a statement, an operator, or a
// value that is read without brackets. Words that mean something in one place
// only (clauses, phrases, types, and functions, which a bracket follows) are free.
func Reserved(name string) bool { return reserved[name] }

var reserved = func() map[string]bool {
	m := map[string]bool{}
	for _, w := range []string{
		"let", "roll", "choose", "announce", "perform", "pay", "apply", "end", "move", "schedule", "if", "else", "for",
		"afterwards", "stop",
		"and", "or", "not", "in",
		"true", "false", "none", "each", "self", "it", "event", "now", "was", "combatants", "everyone", "unfinished",
	} {
		m[w] = true
	}
	return m
}()
