package decode

import (
	"slices"
	"strings"

	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/format"
	"github.com/rulec/rulec/lang/program"
	"github.com/rulec/rulec/lang/tree"
	"github.com/rulec/rulec/lang/types"
)

// Value reads the value of a field; for a family, one per member.
func (r *Reader) Value(n *tree.Node, f *program.Field, k *program.Kind, e types.Env) *program.Value {
	if f.Optional && IsNone(n) {
		return &program.Value{Expr: none(n)}
	}
	var v *program.Value
	if f.Family == nil {
		v = r.valueOf(n, f.Type, k, e)
	} else {
		v = r.familyValue(n, f, k, e)
	}
	r.within(v, f, e)
	return v
}

// within reports numbers outside the range of the field.
func (r *Reader) within(v *program.Value, f *program.Field, e types.Env) {
	if v == nil || f.Min == nil && f.Max == nil {
		return
	}
	if x := v.Expr; x != nil && x.Op == program.OpConst && !f.Allow(x.Num) {
		r.List.Errorf(CodeFieldRange, x.Span, "%s can't be %v: it must be %s", e.Where, x.Num, f.Words()).WithNote(f.Span, "field %q", f.Name)
	}
	for i := range v.Map {
		r.within(&v.Map[i].Value, f, e)
	}
}

// IsNone reports whether a value is written none.
func IsNone(n *tree.Node) bool {
	return n.Kind == tree.Scalar && n.Style == tree.Plain && n.Text == types.None
}

// none is the value of an optional field that is omitted.
func none(n *tree.Node) *program.Expr {
	return &program.Expr{Op: program.OpConst, Type: types.NoType, Span: n.Span}
}

// FieldConstantAt reads a constant for a field of a condition or an entry.
func (r *Reader) FieldConstantAt(n *tree.Node, e types.Env, f *program.Field) *program.Expr {
	if f.Optional && IsNone(n) {
		return none(n)
	}
	return r.ConstantAt(n, e, f.Type)
}

// familyValue reads a mapping with a value for each member, or one value for
// all. A pool's member that isn't named starts as the pool says, any other
// gets the default.
func (r *Reader) familyValue(n *tree.Node, f *program.Field, k *program.Kind, e types.Env) *program.Value {
	names := MemberNames(f.Family)
	given := map[string]*program.Value{}
	if n.Kind == tree.Mapping {
		for _, entry := range n.Entries {
			if !slices.Contains(names, entry.Key.Text) {
				d := r.List.Errorf(CodeUnknownMember, entry.Key.Span, "%s has no %q: there is one for each %s", e.Where, entry.Key.Text, f.Family)
				r.NearestHint(d, entry.Key.Text, names, "there are")
				continue
			}
			r.Uses.Add(entry.Key.Span, memberAt(f.Family, entry.Key.Text), *f.Family)
			given[entry.Key.Text] = r.valueOf(entry.Value, f.Type, k, e)
		}
	} else {
		v := r.valueOf(n, f.Type, k, e)
		for _, name := range names {
			given[name] = v
		}
	}
	whole := &program.Value{}
	for i, name := range names {
		v, found := given[name]
		switch {
		case found && v == nil:
			return nil // the error has been reported
		case !found:
			v = memberOfDefault(f.Default, i)
		}
		if v != nil {
			key := &program.Expr{Op: program.OpConst, Type: *f.Family, Num: float64(i + 1), Span: n.Span}
			whole.Map = append(whole.Map, program.MapEntry{Key: key, Value: *v})
		} else if f.Pool == nil {
			r.List.Errorf(CodeMissingField, n.Span, "%s needs a value for %q, which has no default", e.Where, name)
		}
	}
	return whole
}

// memberAt returns where a member of a family is declared.
func memberAt(family *program.Type, name string) diag.Span {
	i := slices.Index(MemberNames(family), name)
	if family.Kind == program.Step {
		return family.Scale.Steps[i].Span
	}
	return family.Of.Defs[i].Span
}

// memberOfDefault returns the default of a family for member i.
func memberOfDefault(def *program.Value, i int) *program.Value {
	if def == nil {
		return nil
	}
	for _, entry := range def.Map {
		if int(entry.Key.Num) == i+1 {
			return &entry.Value
		}
	}
	return nil
}

// valueOf reads a value of a type: a constant, a list, a map, a formula or a
// program. K is the kind of the definition that the text belongs to.
func (r *Reader) valueOf(n *tree.Node, t program.Type, k *program.Kind, e types.Env) *program.Value {
	switch t.Kind {
	case program.FormulaField:
		e.Inputs = callInputs(t, k)
		if f := r.FormulaAt(n, e, *t.Elem); f != nil {
			return &program.Value{Formula: f}
		}
	case program.ProgramField:
		e.Inputs, e.Acts = callInputs(t, k), true
		if _, ok := tree.Text(n, e.Where, r.List); !ok {
			return nil
		}
		if p := r.RoutineAt(n, e, types.NoType); p != nil {
			return &program.Value{Routine: p}
		}
	case program.MapType:
		return r.mapValue(n, t, k, e)
	default:
		if r.ReadsOneOf(n, e.Inputs) {
			if f := r.FormulaAt(n, e, t); f != nil {
				return &program.Value{Formula: f}
			}
			return nil
		}
		if x := r.thingsAt(n, e, t, k); x != nil {
			return &program.Value{Expr: x}
		}
	}
	return nil
}

// thingsAt reads a constant that may contain inline things: a definition with different
// fields, from which a thing is made. K is the kind that has the field.
func (r *Reader) thingsAt(n *tree.Node, e types.Env, t program.Type, k *program.Kind) *program.Expr {
	switch {
	case n.Kind == tree.Mapping && ownable(t, r.Prog):
		if k == nil || !k.Stateful {
			r.List.Errorf(CodeOwnForm, n.Span, "a %s can't be made in %s: only things with state can have their own", t.Of.Name, e.Where).
				WithHint("declare it under %s and name it here", t.Of.Plural)
			return nil
		}
		return r.own(n, e, t.Of)
	case n.Kind == tree.Mapping && t.Kind == program.Definition && t.Of != nil:
		r.List.Errorf(CodeOwnForm, n.Span, "%s can't be defined here: a %s has no state, so no one can have their own", e.Where, t.Of.Name).
			WithHint("declare it under %s (for this encounter only, under house: %s:) and name it here", t.Of.Plural, t.Of.Plural)
		return nil
	case n.Kind == tree.Sequence && types.IsCollection(t) && slices.ContainsFunc(n.Items, func(item *tree.Node) bool { return item.Kind == tree.Mapping }):
		list := &program.Expr{Op: program.OpList, Type: t, Span: n.Span}
		for _, item := range n.Items {
			if x := r.thingsAt(item, e, *t.Elem, k); x != nil {
				list.Args = append(list.Args, x)
			}
		}
		if len(list.Args) < len(n.Items) {
			return nil
		}
		return list
	}
	return r.ConstantAt(n, e, t)
}

// ownable reports whether a field of a type may hold an inline thing: the owner of the
// field carries it.
func ownable(t program.Type, p *program.Program) bool {
	return t.Kind == program.ThingType && t.Of != nil && t.Of != p.Creature
}

// own reads an inline thing: {is: DEFINITION, title: .., FIELD: ..}.
func (r *Reader) own(n *tree.Node, e types.Env, k *program.Kind) *program.Expr {
	what := types.WithArticle(k.Name) + " in " + e.Where
	m := r.OpenMapping(format.Own, n, what)
	is := m.Get("is")
	own := &program.Own{Title: m.GetText("title", ""), Values: make([]*program.Value, len(k.Fields))}
	for i, value := range r.ValuesOf(m, k) {
		f := k.Fields[i]
		switch {
		case value == nil:
		case NeverChanges(f.Type):
			r.List.Errorf(CodeOwnForm, value.Span, "%s can't have a %s of its own", what, f.Type).
				WithHint("declare it under %s and name it here", k.Plural)
		default:
			own.Values[i] = r.Value(value, f, k, types.Env{Where: "field " + f.Name + " of " + what, Encounter: e.Encounter})
		}
	}
	m.Done()
	if is == nil {
		return nil
	}
	x := r.ConstantAt(is, e, types.ThingOf(k))
	if x == nil {
		return nil
	}
	if x.Op != program.OpConst || x.Type.Kind != program.Definition || x.Num == 0 {
		r.List.Errorf(CodeOwnForm, is.Span, "%s must be made from a definition, but %q isn't one", what, is.Text)
		return nil
	}
	made := *x
	made.Own, made.Span = own, n.Span
	return &made
}

// NeverChanges reports whether only definitions have values of a type, so that no state has to keep them.
func NeverChanges(t program.Type) bool {
	return t.Kind == program.FormulaField || t.Kind == program.ProgramField || t.Kind == program.MapType
}

// ReadsOneOf reports whether a value is a formula that reads one of its inputs, or a family
// with such a value.
func (r *Reader) ReadsOneOf(n *tree.Node, inputs []program.Local) bool {
	if len(inputs) == 0 {
		return false
	}
	if n.Kind == tree.Mapping {
		return slices.ContainsFunc(n.Entries, func(e tree.Entry) bool { return r.ReadsOneOf(e.Value, inputs) })
	}
	if n.Kind != tree.Scalar && (n.Kind != tree.Sequence || n.Style != tree.Flow) {
		return false
	}
	return slices.ContainsFunc(inputs, func(in program.Local) bool { return r.readsInput(n, in.Name) })
}

func (r *Reader) readsInput(n *tree.Node, name string) bool {
	short := name == types.Element // a dot alone means this, too: .attribute
	said := n.Text
	if n.Kind != tree.Scalar {
		said = n.Span.Text()
	}
	if !strings.Contains(said, name) && !(short && strings.Contains(said, ".")) {
		return false
	}
	text, ok := r.Fragment(n, "")
	return ok && r.Reads(text, name)
}

// callInputs returns the inputs of a field's formula or program: its
// parameters, then the definition or thing that it belongs to.
func callInputs(t program.Type, k *program.Kind) []program.Local {
	owner := Unnamed
	if k != nil {
		owner = It(MemberOf(k))
	}
	return append(slices.Clone(t.Params), owner)
}

// mapValue reads a value of type map, which is written as a mapping.
func (r *Reader) mapValue(n *tree.Node, t program.Type, k *program.Kind, e types.Env) *program.Value {
	v := &program.Value{Map: []program.MapEntry{}}
	for _, entry := range tree.Walk(n, e.Where, r.List).Rest() {
		key := r.Constant(entry.Key.Fragment(), e, *t.Key)
		value := r.valueOf(entry.Value, *t.Elem, k, e)
		if key != nil && value != nil {
			v.Map = append(v.Map, program.MapEntry{Key: key, Value: *value})
		}
	}
	return v
}

// ConstantAt reads a constant: a literal, a name, a sentence, or a list of
// those.
func (c *Reader) ConstantAt(n *tree.Node, e types.Env, t program.Type) *program.Expr {
	switch {
	case n.Kind == tree.Sequence && types.IsCollection(t):
		return c.constantList(n, e, t)
	case t.Kind == program.Text && n.Kind == tree.Scalar && !IsNone(n):
		return &program.Expr{Op: program.OpConst, Type: t, Span: n.Span, Num: c.Text(n.Text)}
	}
	if _, ok := tree.Text(n, e.Where, c.List); !ok {
		return nil
	}
	return c.Constant(n.Fragment(), e, t)
}

// constantList reads a list whose items are separate constants.
func (c *Reader) constantList(n *tree.Node, e types.Env, t program.Type) *program.Expr {
	list := &program.Expr{Op: program.OpList, Type: t, Span: n.Span}
	for _, item := range n.Items {
		x := c.ConstantAt(item, e, *t.Elem)
		if x == nil {
			return nil
		}
		list.Args = append(list.Args, x)
	}
	return list
}
