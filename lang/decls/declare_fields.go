package decls

import (
	"slices"

	"github.com/rulec/rulec/lang/decode"
	"github.com/rulec/rulec/lang/format"
	"github.com/rulec/rulec/lang/program"
	"github.com/rulec/rulec/lang/tree"
	"github.com/rulec/rulec/lang/types"
)

// fieldPlace says whose fields are read, and what they may be.
type fieldPlace struct {
	owner string
	// of is the kind whose fields they are; nil for conditions, entries, events
	// and running actions.
	of *program.Kind
	// pools allows fields of type pool.
	pools bool
	// strict fields have names that are no words of the language.
	strict bool
	// taken are names that the language gives to every value of this sort.
	taken []string
	// zero gives fields without a default the value 0, false, none or nothing.
	zero bool
	// blank fields begin with that whatever is said: nothing reads a default.
	blank bool
	// mayLack allows none as the default of numbers and dice, as fields of kinds do.
	mayLack bool
}

// fieldNames makes the fields of entries, with nothing but their names and
// whether they are pools, which decides what has state.
func (r *ruleset) fieldNames(entries []tree.Entry, p fieldPlace) []*program.Field {
	taken := p.taken
	if p.pools {
		taken = types.LanguageFields(program.ThingType)
	}
	var fields []*program.Field
	for i, e := range entries {
		f := &program.Field{Decl: decode.Bare(e.Key, i)}
		r.Uses.Add(f.Span, f.Span, types.UnknownType)
		if isPool(e.Value) || isPool(e.Value.Get("type")) {
			f.Type, f.Pool = types.NumberType, &program.Pool{}
		}
		if p.strict {
			r.Free("field", f.Name, f.Span)
		}
		if slices.Contains(taken, f.Name) {
			r.List.Errorf(CodeFieldName, f.Span, "%s has a field %q from the language, so that it can't declare one", p.owner, f.Name)
		}
		fields = append(fields, f)
	}
	return fields
}

// fieldTypes reads what entries say about fields that fieldNames has made.
func (r *ruleset) fieldTypes(fields []*program.Field, entries []tree.Entry, p fieldPlace) {
	for i, f := range fields {
		what := decode.Named("field", f.Name) + " of " + p.owner
		if entries[i].Value.Kind != tree.Mapping {
			r.fieldType(f, entries[i].Value, p, what)
			continue
		}
		r.fieldForm(f, entries[i], p, what)
	}
}

// declareFields makes and reads fields at once, for records without state of
// their own.
func (r *ruleset) declareFields(n *tree.Node, p fieldPlace) []*program.Field {
	entries := r.Entries(n, "the fields of "+p.owner, "field")
	fields := r.fieldNames(entries, p)
	r.fieldTypes(fields, entries, p)
	return fields
}

// fieldType reads NAME: TYPE.
func (r *ruleset) fieldType(f *program.Field, n *tree.Node, p fieldPlace, what string) {
	if f.Pool != nil {
		if !p.pools {
			r.List.Errorf(CodePoolPlace, n.Span, "%s can't be a pool: only what has state has pools, such as creatures and weapons", what)
			f.Pool = nil
		}
		return
	}
	text, ok := r.Fragment(n, "the type of "+what)
	if !ok {
		return
	}
	f.Type, _ = r.Type(text)
}

// limitKeys is how many of poolKeys, the first, numbers of kinds have, too.
const limitKeys = 2

// poolKeys are what only pools have, but for the first ones.
var poolKeys = []string{"max", "min", "start", "up", "resets", "instead", "stack"}

// fieldForm reads a field that is written as a mapping.
func (r *ruleset) fieldForm(f *program.Field, e tree.Entry, p fieldPlace, what string) {
	of := format.Field
	if f.Pool != nil && p.pools {
		of = format.Pool
	}
	w := of.Read(e.Value, what, r.List)
	f.Decl = r.Decl(e, w, what, f.Index)
	if n := w.Get("type"); n != nil {
		r.fieldType(f, n, p, what)
	}
	r.family(f, w.Get("per"), what)
	r.toldField(f, w.Get("told"), p, what)
	if f.Pool != nil {
		r.pool(f, w, p.of, what)
		w.Done()
		return
	}
	value := w.Get("default")
	limited := p.of != nil && f.Type.Kind == program.Number
	if limited {
		f.Limits = r.limits(w.Get("min"), w.Get("max"), what)
	}
	for i, key := range poolKeys {
		switch n, ok := w.Entry(key); {
		case !ok || i < limitKeys && limited:
		case i < limitKeys:
			r.List.Errorf(CodePoolKey, n.Key.Span, "%s has %q, but it is neither a pool nor a number of a kind", what, key)
		default:
			r.List.Errorf(CodePoolKey, n.Key.Span, "%s has %q, but it is no pool", what, key).WithHint("write type: pool")
		}
	}
	w.Done()
	if value != nil && p.blank {
		r.List.Errorf(CodeDefaultUnread, value.Span, "%s begins with 0, false or none whatever stands here: only fields of kinds, conditions and checks have defaults", what).
			WithHint("give it its value where it is announced, scheduled or set")
		return
	}
	if value != nil {
		if f.Optional = r.mayBeLeftOut(f, value, p, what); r.NoDefault[f] {
			return
		}
		workable := p.of != nil && p.of.Stateful && canBeWorkedOut(f.Type)
		f.WorkedOut = workable && r.ReadsOneOf(value, ofField(f, p.of))
		r.defaults = append(r.defaults, func() {
			env := types.Env{Where: "the default of " + what, Element: noMember(f, workable, what)}
			if f.WorkedOut {
				env.Inputs = ofField(f, p.of)
			}
			f.Default = r.Value(value, f, p.of, env)
			r.NoDefault[f] = f.Default == nil
		})
	}
}

// mayBeLeftOut tells whether a default is none where none is no value otherwise: then a
// number, or dice, may be left out. References have a none of their own.
func (r *ruleset) mayBeLeftOut(f *program.Field, value *tree.Node, p fieldPlace, what string) bool {
	if f.Type.Kind != program.Number && f.Type.Kind != program.Dice || !decode.IsNone(value) {
		return false
	}
	switch {
	case f.Family != nil:
		r.List.Errorf(CodeFamily, value.Span, "%s has a value for each %s; only a single one can be left out", what, f.Family)
	case p.of == nil && !p.mayLack:
		r.List.Errorf(CodeDefaultNone, value.Span, "%s is 0 when it isn't given: only fields of kinds and conditions can be left out", what)
	default:
		return true
	}
	r.NoDefault[f] = true
	return false
}

// canBeWorkedOut tells whether the default of a field of a type may be a formula: what is a
// formula or a text already can't.
func canBeWorkedOut(t program.Type) bool {
	switch t.Kind {
	case program.FormulaField, program.ProgramField, program.MapType, program.Text:
		return false
	}
	return true
}

// ofField is what the formulas of a field of things take: whose it is, and in a family the
// member for which they are worked out.
func ofField(f *program.Field, k *program.Kind) []program.Local {
	inputs := []program.Local{decode.Self(types.ThingOf(k))}
	if f.Family != nil {
		inputs = append(inputs, program.Local{Name: types.Element, Type: *f.Family})
	}
	return inputs
}

// noMember says why each is no member in the formulas of a field that may be workable, or
// holds what is written down. "": for no other reason than elsewhere.
func noMember(f *program.Field, workable bool, what string) string {
	switch {
	case workable && f.Family == nil:
		return what + " is one value; with per: SCALE or per: KIND there is one for each step or definition, and each is that one"
	case !workable && f.Family != nil:
		return "a value of " + what + " is written down, not worked out: write a mapping with a value for each " + f.Family.String()
	}
	return ""
}

// toldField reads whether changes of a field are told, or the sentence that tells them.
func (r *ruleset) toldField(f *program.Field, n *tree.Node, p fieldPlace, what string) {
	if n == nil {
		return
	}
	if n.IsBool() || p.of == nil {
		f.Quiet = !r.Flag(n, "told of "+what)
		return
	}
	r.leave(func() {
		switch {
		case !p.of.Stateful:
			r.List.Errorf(CodeFieldTold, n.Span, "%s can't have a sentence: a %s has no state, so that it never changes", what, p.of.Name)
			return
		case f.Pool == nil && f.Type.Kind != program.Number:
			r.List.Errorf(CodeFieldTold, n.Span, "%s can't have a sentence of its own: it is no number", what).
				WithHint("write told: false to leave its changes out of the combat log")
			return
		}
		inputs := append(ofField(f, p.of),
			program.Local{Name: types.OldValue, Type: types.NumberType}, program.Local{Name: types.NewValue, Type: types.NumberType})
		f.Told = r.TemplateAt(n, types.Env{Where: "told of " + what, Inputs: inputs})
	}, n)
}

// family reads `per`.
func (r *ruleset) family(f *program.Field, n *tree.Node, what string) {
	if n == nil {
		return
	}
	name, ok := tree.Name(n, "per of "+what, r.List)
	if !ok {
		return
	}
	switch scale, kind := r.Scales[name], r.Kinds[name]; {
	case scale != nil:
		r.Uses.Add(n.Span, scale.Span, types.UnknownType)
		t := types.StepOf(scale)
		f.Family = &t
	case kind != nil:
		r.Uses.Add(n.Span, kind.Span, types.UnknownType)
		t := types.DefinitionOf(kind)
		f.Family = &t
	default:
		d := r.List.Errorf(CodeFamily, n.Span, "%s is per %q, but there is no scale or kind of this name", what, name)
		r.NearestHint(d, name, append(decode.SortedKeys(r.Scales), decode.SortedKeys(r.Kinds)...), "there are")
		return
	}
	if f.Type.Kind == program.Set || f.Type.Kind == program.List {
		r.List.Errorf(CodeFamily, n.Span, "%s is a %s for each %s; only single values can be", what, f.Type, name)
		f.Family = nil
	}
}

// pool reads what a pool has beside its type.
func (r *ruleset) pool(f *program.Field, w *tree.Reader, k *program.Kind, what string) {
	f.Pool.Up = r.Flag(w.Get("up"), "up of "+what)
	formulas := map[string]**program.Formula{"max": &f.Pool.Max, "min": &f.Pool.Min, "start": &f.Pool.Start}
	for _, key := range poolKeys[:3] {
		if n := w.Get(key); n != nil {
			r.leave(func() {
				*formulas[key] = r.FormulaAt(n, r.poolEnv(f, k, key, what), types.NumberType)
			}, n)
		}
	}
	resets, instead, stack := w.Get("resets"), w.Get("instead"), w.Get("stack")
	f.Virtual = stack != nil
	if d := w.Get("default"); d != nil {
		r.List.Errorf(CodePoolKey, d.Span, "%s has a default, but it is a pool", what).WithHint("write start: ..")
	}
	r.defaults = append(r.defaults, func() { r.stack(f, k, stack, what) })
	r.leave(func() {
		r.resets(f, k, resets, what)
		r.instead(f, k, instead, what)
	}, resets, instead)
}

// poolEnv is what the formulas of a pool read: whose it is, and in a family the member.
func (r *ruleset) poolEnv(f *program.Field, k *program.Kind, key, what string) types.Env {
	return types.Env{Where: key + " of " + what, Inputs: ofField(f, k), Element: noMember(f, true, what)}
}

// wholePoolEnv is what is said of all members of a family at once.
func (r *ruleset) wholePoolEnv(f *program.Field, k *program.Kind, where string) types.Env {
	e := types.Env{Where: where, Inputs: []program.Local{decode.Self(types.ThingOf(k))}}
	if f.Family != nil {
		e.Element = "this is the same for all members of a family; max, min, start and what resets set a member to may read each"
	}
	return e
}

// resets reads on which events a pool is refilled.
func (r *ruleset) resets(f *program.Field, k *program.Kind, n *tree.Node, what string) {
	p := f.Pool
	for _, e := range tree.WalkLike(n, "resets of "+what, "{start of turn of self: NUMBER}; without a number it is filled", r.List).Rest() {
		on := r.Trigger(e.Key.Fragment(), r.wholePoolEnv(f, k, "resets of "+what))
		if on == nil {
			continue
		}
		r.hear(on, "resets of "+what)
		reset := &program.Reset{On: on}
		if e.Value.Kind != tree.Null {
			where := r.poolEnv(f, k, "resets", what)
			where.Events = types.EventsOf([]*program.Trigger{on})
			reset.To = r.FormulaAt(e.Value, where, types.NumberType)
		}
		p.Resets = append(p.Resets, reset)
	}
}

// instead reads what stands in for a pool.
func (r *ruleset) instead(f *program.Field, k *program.Kind, n *tree.Node, what string) {
	for _, e := range tree.Walk(n, "instead of "+what, r.List).Rest() {
		where := r.wholePoolEnv(f, k, "instead of "+what)
		if cost, ok := r.cost(e, k, where); ok {
			f.Pool.Instead = append(f.Pool.Instead, cost)
		}
	}
}

// stack reads the pools over which another is a view.
func (r *ruleset) stack(f *program.Field, k *program.Kind, n *tree.Node, what string) {
	names, _ := tree.Names(n, "stack of "+what, r.List)
	for _, name := range names {
		part := r.FindPool(k, name.Text, name.Span)
		switch {
		case part == nil:
		case part.Virtual:
			r.List.Errorf(CodeStack, name.Span, "%s can't contain %q, which is a stack", what, part.Name)
		case part.Family != nil:
			r.List.Errorf(CodeStack, name.Span, "%s can't contain %q, which is a family of pools", what, part.Name)
		default:
			f.Pool.Stack = append(f.Pool.Stack, part)
		}
	}
	if n != nil && len(names) == 0 {
		r.List.Errorf(CodeStack, n.Span, "%s is a stack of nothing", what)
	}
}
