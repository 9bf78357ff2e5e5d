package types

import (
	"maps"
	"slices"

	"github.com/rulec/rulec/lang/program"
	"github.com/rulec/rulec/lang/syntax"
)

// What the sentence of a field calls a number before and after it has changed.
const (
	OldValue = "old"
	NewValue = "new"
)

// ChosenValue is what the sentence of a choice calls what was chosen.
const ChosenValue = "chosen"

// Words returns the published words of the language: those of its syntax, its
// functions and the fields that every value of a type has; sorted, each once.
// Declarations may be called like one of them. See "Names" in spec/files.md.
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
// proc, parameter or field: a word that begins a statement, an operator, or a
// value that is read without brackets. Words that mean something in one place
// only (clauses, phrases, types, and functions, which a bracket follows) are free.
func Reserved(name string) bool {
	f := functions[name]
	return syntax.Reserved(name) || f != nil && f.Bare
}
