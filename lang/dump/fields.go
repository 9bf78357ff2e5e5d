package dump

import (
	"reflect"
	"slices"
	"strings"

	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
)

// writer prints structs of lang/program by reflection over their fields. Short values go on the line
// of their struct; structs in it, formulas and programs go below it. A new field in lang/program
// needs no change here.
type writer struct {
	// frame has the names of the locals of the program that is being written.
	*frame
	lines []Line
	depth int
}

func newWriter(n Names) *writer { return &writer{frame: newFrame(n, nil)} }

func (w *writer) add(at diag.Span, parts ...string) {
	w.lines = append(w.lines, Line{w.depth, strings.Join(parts, ""), at})
}

// inside runs write one level deeper.
func (w *writer) inside(write func()) {
	w.depth++
	write()
	w.depth--
}

// field is a field of a struct.
type field struct {
	// name is its name, key STRUCT.NAME.
	name, key string
	// owner points to the struct.
	owner any
	value reflect.Value
}

// fieldsOf returns the fields of a struct, including those of embedded structs.
func fieldsOf(x reflect.Value) (list []field) {
	for i := range x.NumField() {
		f, v := x.Type().Field(i), x.Field(i)
		if embedded, ok := v.Interface().(*program.Field); ok && f.Anonymous && embedded != nil {
			v = v.Elem()
		}
		if f.Anonymous && v.Kind() == reflect.Struct {
			list = append(list, fieldsOf(v)...)
			continue
		}
		list = append(list, field{f.Name, x.Type().Name() + "." + f.Name, x.Addr().Interface(), v})
	}
	return list
}

// hidden are the fields that aren't printed: texts for people, numbers that only the machine needs,
// and values that another line prints.
var hidden = []string{
	"About", "Cite", "Cited", "Book", "Index", "Hash", "Sources", "Texts", "Marks", "Base", "Each", "Decl.Title", "Thing.Title", "Field.Cell",
	"Param.Default", "Entry.Declare", "While.Calls", "TacticAction.Tries", // they are printed with others
	"Program.Actions", "Kind.Defs", "Entry.Start", "Entry.End", // they are separate parts
	"Action.Def", "Def.Kind", "Contribution.Condition", "Contribution.Rule", "Contribution.Carried",
	"Ban.Condition", "Ban.Rule", "Ban.Carried", "Rule.Condition", "Rule.Carried",
}

// isHidden reports whether a field isn't printed.
func (f field) isHidden() bool {
	switch f.value.Interface().(type) {
	case diag.Span, []diag.Span:
		return true
	}
	return constants[f.value.Type()] == nil && (slices.Contains(hidden, f.key) || slices.Contains(hidden, f.name))
}

// declared are the fields that hold declarations. In all others a declaration is a reference, which
// is printed by its name.
var declared = []string{
	"Fields", "Action.Running", "Params", "Steps", "Rules", "Modifies", "Channels", "Zones", "Shown", "Before", "Without",
	"ActFields", "EventFields", "Def.Action",
}

func (f field) declares() bool {
	return slices.Contains(declared, f.key) || slices.Contains(declared, f.name)
}

// record prints a struct: a line with its short values, the rest below it.
func (w *writer) record(label string, x reflect.Value, between string) {
	w.fields(label, fieldsOf(x), between)
}

func (w *writer) fields(label string, list []field, between string) {
	var at diag.Span
	var rest []field
	text, next := label, " "
	for _, f := range list {
		if span, ok := f.value.Interface().(diag.Span); ok && (f.name == "Span" || f.key == "Channel.At") {
			at = span
		}
		if f.isHidden() {
			continue
		}
		clause, short := w.clause(f)
		switch {
		case !short:
			rest = append(rest, f)
		case f.name == "Type" && text != label:
			text += ": " + clause
		case clause != "":
			text, next = text+next+clause, between
		}
	}
	if text == label && len(rest) > 0 && begins(rest[0]) { // the line would have nothing but its first sub-line
		w.below(label+" "+words(rest[0].name), rest[0].value)
		rest = rest[1:]
	} else {
		w.add(at, text)
	}
	w.inside(func() {
		for _, f := range rest {
			switch write := lists[f.key]; {
			case write != nil:
				write(w, f.owner)
			case slices.Contains(silent, f.key):
				w.below("", f.value)
			default:
				w.below(words(f.name), f.value)
			}
		}
	})
}

// begins reports whether a field is one line, with its parts below it: that line can also stand for its
// struct.
func begins(f field) bool {
	switch f.value.Interface().(type) {
	case *program.Formula, *program.Trigger:
		return lists[f.key] == nil
	}
	return false
}

// clause returns a field as it is on the line of its struct: its name and its value, or one of them
// if that is clear; empty means nothing to print. It returns false for a field that goes below.
func (w *writer) clause(f field) (string, bool) {
	if lists[f.key] != nil {
		return "", f.value.IsZero()
	}
	if write := texts[f.key]; write != nil {
		return write(w, f.owner), true
	}
	text, short := w.index(f), true
	if text == "" && !f.isZero() {
		text, short = w.text(f.value)
	}
	switch name := words(f.name); {
	case !short || f.declares():
		return "", false
	case text == "":
		return "", true
	case f.value.Kind() == reflect.Bool:
		return name, true
	case f.name == "Name":
		return f.value.String(), true
	case f.name == "Type" || slices.Contains(silent, f.key) || strings.HasPrefix(text, plural(name)+"."):
		return text, true
	default:
		return name + " " + text, true
	}
}

// isZero reports whether a field is none, false or 0, or a negative number, which means none.
// The zero of a constant has a word, which may be empty.
func (f field) isZero() bool {
	return f.value.Kind() == reflect.Int && f.value.Int() < 0 || f.value.IsZero() && constants[f.value.Type()] == nil
}

// index returns the name of the thing or the local whose number is in a field; empty means none.
func (w *writer) index(f field) string {
	if f.value.Kind() != reflect.Int || f.value.Int() < 0 {
		return ""
	}
	switch i := int(f.value.Int()); {
	case slices.Contains(things, f.name):
		return w.thing(i)
	case slices.Contains(slots, f.name):
		return w.local(i)
	}
	return ""
}

// below prints a value on lines of its own.
func (w *writer) below(label string, v reflect.Value) {
	switch x := v.Interface().(type) {
	case *program.Formula:
		w.formula(label, x)
		return
	case *program.Routine:
		w.routine(label, x, nil)
		return
	case *program.Template:
		w.template(label, x)
		return
	case *program.Value:
		w.value(label, x)
		return
	case []program.Stmt:
		w.branch(label, x)
		return
	}
	switch v.Kind() {
	case reflect.Slice:
		for i := range v.Len() {
			w.below(one(label, v.Type().Elem()), v.Index(i))
		}
	case reflect.Interface:
		w.below(words(strings.TrimSuffix(v.Elem().Type().Elem().Name(), "Item")), v.Elem())
	case reflect.Pointer:
		if !v.IsNil() {
			w.below(label, v.Elem())
		}
	case reflect.Struct:
		w.record(label, v, ", ")
		if q, ok := v.Addr().Interface().(*program.Quantity); ok && w.code != nil {
			w.listing(q)
		}
	}
}

// one returns the label of an element of a list: field for one of fields.
func one(label string, element reflect.Type) string {
	if element.Kind() == reflect.Pointer {
		element = element.Elem()
	}
	if single := strings.TrimSuffix(label, "s"); strings.HasSuffix(words(element.Name()), single) {
		return single
	}
	return label
}
