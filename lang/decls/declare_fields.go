package decls

import (
	"slices"
	"strconv"
	"strings"

	"github.com/rulec/rulec/lang/decode"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/format"
	"github.com/rulec/rulec/lang/program"
	"github.com/rulec/rulec/lang/tree"
	"github.com/rulec/rulec/lang/types"
)

// fieldReader reads the fields of something.
type fieldReader struct {
	*ruleset
	owner   string
	entries []tree.Entry
	// of is the kind that owns the fields, which may be pools; nil for those of conditions, entries, events and
	// running actions.
	of *program.Kind
	// strict fields can't have words of the language as names.
	strict bool
	// taken are names that the language gives to every value of this type.
	taken []string
	// blank fields always start as 0, false, none or empty: a default is never read.
	blank bool
	// mayLack allows none as the default of numbers and dice, as for fields of kinds.
	mayLack bool
	// told counts the first fields, of whose changes people are told; the others are kept.
	told int
}

// fieldsUnder returns a reader for the fields of a key, whose owner has some names from the language.
func (r *ruleset) fieldsUnder(key string, m decode.Mapping, taken []string) fieldReader {
	entries := m.GetEntries(key, "field")
	return fieldReader{ruleset: r, owner: m.What, entries: entries, taken: taken, told: len(entries)}
}

// andKept returns a reader for the fields that something keeps, too. A field that stands in both places is a kept one.
func (p fieldReader) andKept(m decode.Mapping) fieldReader {
	kept := m.GetEntries(tree.KeepsKey, "field")
	told := slices.DeleteFunc(slices.Clone(p.entries), func(e tree.Entry) bool {
		i := slices.IndexFunc(kept, func(k tree.Entry) bool { return k.Key.Text == e.Key.Text })
		if i >= 0 {
			p.List.Errorf(types.CodeDuplicateName, e.Key.Span, "%s has two fields %q", p.owner, e.Key.Text).
				WithNote(kept[i].Key.Span, "it keeps this one").WithHint("write it under %s:", tree.KeepsKey)
		}
		return i >= 0
	})
	p.entries, p.told = slices.Concat(told, kept), len(told)
	return p
}

// read creates and reads fields at once, for records without state of their own.
func (p fieldReader) read() []*program.Field {
	fields := p.names()
	p.types(fields)
	return fields
}

// names creates the fields, setting only their names and
// whether they are pools, which determines what has state.
func (p fieldReader) names() []*program.Field {
	var fields []*program.Field
	for i, e := range p.entries {
		f := &program.Field{Decl: p.Named(e, i), Quiet: i >= p.told}
		p.Uses.Add(f.Span, f.Span, types.UnknownType)
		if isPool(e.Value.Declared("type").Get("type")) {
			f.Type, f.Pool = types.NumberType, &program.Pool{}
		}
		if p.strict {
			p.Free("field", f.Name, f.Span)
		}
		if slices.Contains(p.taken, f.Name) {
			p.List.Errorf(CodeFieldName, f.Span, "%s already has a built-in field %q", p.owner, f.Name)
		}
		fields = append(fields, f)
	}
	return fields
}

// isPool reports whether a field's type is written as pool.
func isPool(n *tree.Node) bool {
	return n != nil && n.Kind == tree.Scalar && strings.TrimSpace(n.Text) == "pool"
}

// types reads the declarations of the fields created by names.
func (p fieldReader) types(fields []*program.Field) {
	for i, f := range fields {
		what := decode.Named("field", f.Name) + " of " + p.owner
		e := p.entries[i]
		if !p.blank {
			onLine(e, "type", what, p.List)
		}
		if e.Value = e.Value.Declared("type"); e.Value.Kind != tree.Mapping {
			p.fieldType(f, e.Value, what)
		} else {
			p.form(f, e, what)
		}
	}
}

// onLine reports what a line says shorter; of is the key of the type.
func onLine(e tree.Entry, of, what string, list *diag.List) {
	if line := e.Value.OnLine(of); line != "" {
		if strings.ContainsAny(line, ",[]{}\"#") || strings.Contains(line, ": ") {
			line = strconv.Quote(line) // in braces YAML needs quotes
		}
		list.Errorf(tree.WrongShape, e.Value.Span, "%s takes more than it needs", what).WithHint("write %s: %s", e.Key.Text, line)
	}
}

// fieldType reads NAME: TYPE.
func (p fieldReader) fieldType(f *program.Field, n *tree.Node, what string) {
	if f.Pool != nil {
		if p.of == nil {
			p.List.Errorf(CodePoolPlace, n.Span, "%s can't be a pool: only things with state, such as creatures and weapons, have pools", what)
			f.Pool = nil
		}
		return
	}
	if text, ok := p.Fragment(n, "the type of "+what); ok {
		f.Type, _ = p.Type(text)
	}
}

// field is a field being read that is written as a mapping.
type field struct {
	fieldReader
	decode.Mapping
	it *program.Field
}

// form reads a field that is written as a mapping.
func (p fieldReader) form(f *program.Field, e tree.Entry, what string) {
	of := format.Field
	if f.Pool != nil && p.of != nil {
		of = format.Pool
	}
	d := field{p, p.ReadMapping(of, e.Value, what), f}
	f.Decl = p.Decl(e, d.Mapping, f.Index)
	if n := d.Get("type"); n != nil {
		p.fieldType(f, n, what)
	}
	d.family()
	d.sentence()
	if f.Pool != nil {
		d.pool()
		return
	}
	if p.of != nil && f.Type.Kind == program.Number {
		f.Limits = d.GetLimits()
	} else {
		d.reject("%s has %q, but isn't a pool or a number of a kind", "max", "min")
	}
	for _, x := range d.reject("%s has %q, but isn't a pool", "start", "up", "resets", "instead", "stack") {
		x.WithHint("write type: pool")
	}
	d.value()
}

// reject reports keys that the field can't have.
func (d field) reject(message string, keys ...string) (reported []*diag.Diagnostic) {
	for _, key := range keys {
		if e, ok := d.Entry(key); ok {
			reported = append(reported, d.List.Errorf(CodePoolKey, e.Key.Span, message, d.What, key))
		}
	}
	return reported
}

// value reads the default of a field that isn't a pool.
func (d field) value() {
	f, n := d.it, d.Get("default")
	if n == nil {
		return
	}
	if d.blank {
		d.List.Errorf(CodeDefaultUnread, n.Span, "%s always starts as 0, false or none: only fields of kinds, conditions and checks have defaults", d.What).
			WithHint("write %s: %s, and give it a value where it is announced, scheduled or set", f.Name, f.Type)
		return
	}
	if f.Optional = d.mayBeLeftOut(n); d.NoDefault[f] {
		return
	}
	workable := d.of != nil && d.of.Stateful && computable(f.Type)
	f.Computed = workable && d.ReadsOneOf(n, d.inputs())
	d.defaults.leave(func() {
		env := types.Env{Where: d.Called("default"), Element: d.noMember(workable)}
		if f.Computed {
			env.Inputs = d.inputs()
		}
		if form := d.forms[d.of]; form != nil {
			env.Mine, env.Params = append(types.ParamFields(form.fields), form.run...), len(form.fields)
		}
		d.blameLike(d.of, func() { f.Default = d.Value(n, f, d.of, env) })
		d.NoDefault[f] = f.Default == nil
	})
}

// mayBeLeftOut reports whether a default is none although none isn't otherwise a value: then a
// number, or dice, may be omitted. References have a none of their own.
func (d field) mayBeLeftOut(value *tree.Node) bool {
	f := d.it
	if f.Type.Kind != program.Number && f.Type.Kind != program.Dice || !decode.IsNone(value) {
		return false
	}
	switch {
	case f.Family != nil:
		d.List.Errorf(CodeFamily, value.Span, "%s has a value for each %s: only a single value can be left out", d.What, f.Family)
	case d.of == nil && !d.mayLack:
		d.List.Errorf(CodeDefaultNone, value.Span, "%s is 0 if it isn't set: only fields of kinds and conditions can be left out", d.What)
	default:
		return true
	}
	d.NoDefault[f] = true
	return false
}

// computable reports whether the default of a field of a type may be a formula: types that
// are formulas or texts themselves don't allow it.
func computable(t program.Type) bool { return !decode.NeverChanges(t) && t.Kind != program.Text }

// inputs returns the inputs of the formulas of a field of things: the owner, and in a family the
// member they are computed for.
func (d field) inputs() []program.Local {
	inputs := []program.Local{decode.Self(types.ThingOf(d.of))}
	if d.it.Family != nil {
		inputs = append(inputs, program.Local{Name: types.Element, Type: *d.it.Family})
	}
	return inputs
}

// noMember says why each isn't a member in the formulas of a field, which may be computed (workable) or
// written as values; it returns "" if there is no special reason.
func (d field) noMember(workable bool) string {
	switch family := d.it.Family; {
	case workable && family == nil:
		return d.What + " is one value; with per: SCALE or per: KIND it has one for each step or definition, and each is that step or definition"
	case !workable && family != nil:
		return "a value of " + d.What + " can't be computed: write a mapping with a value for each " + family.String()
	}
	return ""
}

// sentence reads the sentence for changes of a field.
func (d field) sentence() {
	f, n := d.it, d.Get("told")
	if n == nil {
		return
	}
	if n.IsBool() {
		d.List.Errorf(CodeFieldTold, n.Span, "%s has no sentence for its changes", d.What).
			WithHint("fields of kinds and conditions of which nobody is told stand under keeps:, not under fields:")
		return
	}
	d.leave(func() {
		switch {
		case d.of == nil:
			d.List.Errorf(CodeFieldTold, n.Span, "%s can't have its own sentence: only a number of a kind has one", d.What)
			return
		case !d.of.Stateful:
			d.List.Errorf(CodeFieldTold, n.Span, "%s can't have a sentence: a %s has no state, so it never changes", d.What, d.of.Name)
			return
		case f.Quiet:
			d.List.Errorf(CodeFieldTold, n.Span, "%s can't have a sentence: of what stands under keeps: nobody is told", d.What)
			return
		case f.Pool == nil && f.Type.Kind != program.Number:
			d.List.Errorf(CodeFieldTold, n.Span, "%s can't have its own sentence: it isn't a number", d.What).
				WithHint("put it under keeps: to leave its changes out of the combat log")
			return
		}
		f.Told = d.GetTemplate("told", types.Env{Inputs: append(d.inputs(),
			program.Local{Name: types.OldValue, Type: types.NumberType}, program.Local{Name: types.NewValue, Type: types.NumberType})})
	}, n)
}

// family reads `per`.
func (d field) family() {
	n := d.Get("per")
	name, ok := tree.Name(n, d.Called("per"), d.List)
	if !ok {
		return
	}
	var t program.Type
	switch scale, kind := d.Scales[name], d.Kinds[name]; {
	case scale != nil:
		d.Uses.Add(n.Span, scale.Span, types.UnknownType)
		t = types.StepOf(scale)
	case kind != nil:
		d.Uses.Add(n.Span, kind.Span, types.UnknownType)
		t = types.DefinitionOf(kind)
	default:
		x := d.List.Errorf(CodeFamily, n.Span, "%s is per %q, but there is no such scale or kind", d.What, name)
		d.NearestHint(x, name, append(decode.SortedKeys(d.Scales), decode.SortedKeys(d.Kinds)...), "there are")
		return
	}
	if of := d.it.Type; of.Kind == program.Set || of.Kind == program.List {
		d.List.Errorf(CodeFamily, n.Span, "%s is a %s for each %s: only a single value can have per", d.What, of, name)
		return
	}
	d.it.Family = &t
}
