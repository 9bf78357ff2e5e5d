package dump

import (
	"reflect"
	"slices"
	"strconv"

	"github.com/rulec/rulec/lang/program"
)

// Program returns a checked ruleset: a part for each declaration, in the order
// of the sections of the reference.
func Program(p *program.Program) []Part {
	return parts(Names{Program: p}, "ruleset", p)
}

// Encounter returns a checked encounter, without its ruleset: its things, its
// map, its script.
func Encounter(e *program.Encounter) []Part {
	return parts(Names{Program: e.Program, Encounter: e}, "encounter", e)
}

// Instructions returns the same as [Program], with the instructions below what they compute.
func Instructions(p *program.Program, code Code) []Part {
	return parts(Names{Program: p, code: code}, "ruleset", p)
}

// together are the fields of a program that go into its first part, although they hold structs. Every
// other such field makes separate parts.
var together = []string{"Program.Computed", "Program.ActFields", "Program.EventFields"}

// parts returns the parts of a program or an encounter: values that fit on a line in the first, then
// each field that holds one or more declarations.
func parts(names Names, title string, whole any) []Part {
	w := newWriter(names)
	var list, head []field
	for _, f := range fieldsOf(reflect.ValueOf(whole).Elem()) {
		if _, ok := reference(f.value.Interface()); ok || f.isHidden() || !holdsStructs(f.value.Type()) || slices.Contains(together, f.key) {
			head = append(head, f)
		} else {
			list = append(list, f)
		}
	}
	w.fields(title, head, ", ")
	all := []Part{{Name: title, Lines: w.lines}}
	for _, f := range list {
		all = append(all, partsOf(names, words(f.name), f.value)...)
	}
	return all
}

// holdsStructs reports whether a field holds one or more structs with fields of their own.
func holdsStructs(t reflect.Type) bool {
	if t.Kind() == reflect.Slice || t.Kind() == reflect.Pointer {
		return holdsStructs(t.Elem())
	}
	return t.Kind() == reflect.Struct
}

// partsOf returns a part for each declaration of a section. The definitions of a kind and the
// entries of the clock have sections of their own.
func partsOf(names Names, section string, x reflect.Value) (list []Part) {
	if x.IsZero() {
		return nil
	}
	if x.Kind() != reflect.Slice {
		list = []Part{{Name: section, Lines: linesOf(names, section, x)}}
		if t, ok := x.Interface().(*program.Time); ok {
			list = append(list, partsOf(names, "entries", reflect.ValueOf(t.Entries))...)
		}
		return list
	}
	for i := range x.Len() {
		d := reflect.Indirect(x.Index(i))
		name, label := strconv.Itoa(i+1), words(d.Type().Name())
		if n := d.FieldByName("Name"); n.IsValid() {
			name = n.String()
		}
		var below []Part
		switch d := d.Addr().Interface().(type) {
		case *program.Event:
			name = d.String()
		case *program.Def:
			label = d.Kind.Name
		case *program.Kind:
			below = partsOf(names, d.Plural, reflect.ValueOf(d.Defs))
		}
		list = append(append(list, Part{section, name, linesOf(names, label, x.Index(i))}), below...)
	}
	return list
}

func linesOf(names Names, label string, x reflect.Value) []Line {
	w := newWriter(names)
	w.below(label, x)
	return w.lines
}
