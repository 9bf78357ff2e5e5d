package code

import (
	"github.com/rulec/rulec/lang/program"
)

// ActionField is where an action has a field; without a kind it has none.
type ActionField struct {
	Kind *Kind
	At   int
}

// IsList tells whether values of a type are lists: those of sets are, too.
func IsList(t program.Type) bool {
	return t.Kind == program.List || t.Kind == program.Set
}

// SlotsOf is how many locals an expression needs by itself, for the elements of lists.
func SlotsOf(e *program.Expr) int {
	n := 0
	for x := range e.All() {
		if x.Op == program.OpLocal || len(x.Args) == 2 {
			n = max(n, x.Index+1)
		}
	}
	return n
}

// FamilyWidth is how many values a field has in a definition.
func FamilyWidth(f *program.Field) int {
	if f.Family == nil {
		return 1
	}
	return Members(*f.Family)
}

// Members is how many members a family over a type has.
func Members(t program.Type) int {
	if t.Kind == program.Step {
		return len(t.Scale.Steps)
	}
	return len(t.Of.Defs)
}

// ElementType is that of the elements of a list or a set; of other types the type itself.
func ElementType(t program.Type) program.Type {
	if (t.Kind == program.List || t.Kind == program.Set) && t.Elem != nil {
		return *t.Elem
	}
	return t
}

// NothingIn is what is in the cell of a field that has been left out.
func NothingIn(f *program.Field) float64 {
	if f.Type.Kind == program.Number {
		return program.Absent
	}
	return 0
}

// IsCalled tells whether a field holds what is called: a formula, a program or a map.
func IsCalled(t program.Type) bool {
	return t.Kind == program.FormulaField || t.Kind == program.ProgramField || t.Kind == program.MapType
}
