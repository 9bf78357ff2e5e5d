package types

import (
	"maps"
	"slices"

	"github.com/rulec/rulec/lang/program"
	"github.com/rulec/rulec/lang/syntax"
)

// The names of a number before and after a change, in the sentence of a field.
const (
	OldValue = "old"
	NewValue = "new"
)

// ChosenValue is the name of the chosen value in the sentence of a choice.
const ChosenValue = "chosen"

// Words returns the published words of the language: those of its syntax, its
// functions and the fields that every value of a type has; sorted, without duplicates.
// Declarations may have the same names. See "Names" in spec/files.md.
func Words() []string {
	words := map[string]bool{"scene": true, "done": true, "terrain": true}
	for _, w := range []string{program.PartTarget, program.PartMargin, program.PartSuccess, program.PartDegree, OldValue, NewValue, ChosenValue} {
		words[w] = true
	}
	for _, w := range slices.Concat(syntax.Words(), sections, program.BuiltInLaws[1:], []string{"actor"}) {
		words[w] = true
	}
	for name := range functions {
		words[name] = true
	}
	for name := range plainTypes {
		words[name] = true
	}
	for _, m := range program.Members() {
		words[m.Name] = true
	}
	return slices.Sorted(maps.Keys(words))
}

// sections are the names of sections by which a name can be made unambiguous.
var sections = []string{"params", "scales", "kinds", "conditions", "events", "entries", "time"}

// Reserved reports whether a word of the language can't be the name of a local,
// proc, parameter or field: a word that starts a statement, an operator, or a
// value that is read without parentheses. Words that have a meaning in one place
// only (clauses, phrases, types, and functions, which a parenthesis follows) are free.
func Reserved(name string) bool {
	f := functions[name]
	return syntax.Reserved(name) || f != nil && f.Bare
}
