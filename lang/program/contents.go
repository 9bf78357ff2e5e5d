package program

import (
	"iter"
	"reflect"
	"slices"
	"sync"
)

// contents visits the formulas, programs, expressions and ends in the fields of a struct of this package, and of the
// structs in it, in the order of the fields. It visits the contents of ends, but not of the others, and no statements.
// It omits declarations that a field only refers to. With each comes its field, STRUCT.FIELD. A new field needs no
// change here.
func contents(x any) iter.Seq2[string, any] {
	return func(yield func(string, any) bool) { eachContent(reflect.ValueOf(x), "", yield) }
}

// contentsOf returns those of one type.
func contentsOf[T any](x any) (list []T) {
	for _, content := range contents(x) {
		if c, ok := content.(T); ok {
			list = append(list, c)
		}
	}
	return list
}

// eachContent visits the contents of a value in a field. It reports whether the visit goes on.
func eachContent(v reflect.Value, field string, yield func(string, any) bool) bool {
	switch v.Kind() {
	case reflect.Interface:
		return eachContent(v.Elem(), field, yield)
	case reflect.Slice:
		for i := range v.Len() {
			if !eachContent(v.Index(i), field, yield) {
				return false
			}
		}
	case reflect.Struct:
		for _, f := range ownFields(v.Type()) {
			if !eachContent(v.Field(f.index), f.name, yield) {
				return false
			}
		}
	case reflect.Pointer:
		if v.IsNil() {
			return true
		}
		switch x := v.Interface().(type) {
		case *Formula, *Routine, *Expr:
			return yield(field, x)
		case *Until:
			if !yield(field, x) {
				return false
			}
		}
		return eachContent(v.Elem(), field, yield)
	}
	return true
}

// references are lists of what other fields own, and the ruleset of an encounter. A field that is a single
// declaration is a reference, too, unless it is embedded.
var references = []string{
	"Program.Computed", "Program.ActFields", "Program.EventFields", "Pool.Stack", "Action.Answers", "Event.Answers", "Quantity.By",
	"Condition.Implies", "Condition.All", "Condition.DerivedParents", "Reports.Health", "Reports.Failed", "Law.During",
	"Encounter.Program", "Map.Terrain",
}

// ownField is a field that may have contents of its own.
type ownField struct {
	name  string // with that of its struct
	index int
}

var ownFieldsOf sync.Map // the results of ownFields, by type

// ownFields returns the fields of a struct that may have contents of their own.
func ownFields(t reflect.Type) []ownField {
	if known, ok := ownFieldsOf.Load(t); ok {
		return known.([]ownField)
	}
	var list []ownField
	for i := range t.NumField() {
		if f := t.Field(i); owns(t, f) {
			list = append(list, ownField{t.Name() + "." + f.Name, i})
		}
	}
	ownFieldsOf.Store(t, list)
	return list
}

// owns reports whether a field of a struct may have contents of its own.
func owns(t reflect.Type, f reflect.StructField) bool {
	element := f.Type
	for element.Kind() == reflect.Slice || element.Kind() == reflect.Pointer {
		element = element.Elem()
	}
	switch {
	case element == reflect.TypeFor[ScriptItem]():
		return true
	case element.Kind() != reflect.Struct || element.PkgPath() != t.PkgPath() || slices.Contains(references, t.Name()+"."+f.Name):
		return false
	case element == reflect.TypeFor[Type](), element == reflect.TypeFor[Local]():
		return false
	case element == f.Type:
		return len(ownFields(element)) > 0
	}
	declares := f.Type.Implements(reflect.TypeFor[HasName]()) || f.Type == reflect.TypeFor[*Action]()
	return !declares || f.Anonymous
}
