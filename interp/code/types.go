package code

import (
	"github.com/rulec/rulec/lang/program"
)

// ActionField is the position of a field in actions; without a kind there is none.
type ActionField struct {
	Kind *Kind
	At   int
}

// IsList reports whether values of a type are lists: those of sets are, too.
func IsList(t program.Type) bool {
	return t.Kind == program.List || t.Kind == program.Set
}

// SlotsOf returns the number of locals that an expression needs itself, for the elements of lists.
func SlotsOf(e *program.Expr) int {
	n := 0
	for x := range e.All() {
		if x.Op == program.OpLocal || len(x.Args) == 2 {
			n = max(n, x.Index+1)
		}
	}
	return n
}

// FamilyWidth returns the number of values of a field in a definition.
func FamilyWidth(f *program.Field) int {
	if f.Family == nil {
		return 1
	}
	return Members(*f.Family)
}

// Members returns the number of members of a family over a type.
func Members(t program.Type) int {
	if t.Kind == program.Step {
		return len(t.Scale.Steps)
	}
	return len(t.Of.Defs)
}

// ElementType returns the type of the elements of a list or a set; for other types the type itself.
func ElementType(t program.Type) program.Type {
	if (t.Kind == program.List || t.Kind == program.Set) && t.Elem != nil {
		return *t.Elem
	}
	return t
}

// NothingIn returns the value in the cell of an omitted field.
func NothingIn(f *program.Field) float64 {
	if f.Type.Kind == program.Number {
		return program.Absent
	}
	return 0
}

// IsCalled reports whether a field holds a formula, a program or a map.
func IsCalled(t program.Type) bool {
	return t.Kind == program.FormulaField || t.Kind == program.ProgramField || t.Kind == program.MapType
}
