package reading

import (
	"slices"

	"github.com/rulec/rulec/lang/meaning"
	"github.com/rulec/rulec/lang/program"
	"github.com/rulec/rulec/lang/tree"
)

// Value reads the value of a field: one for each member if it is a family.
func (r *Reader) Value(n *tree.Node, f *program.Field, k *program.Kind, e meaning.Env) *program.Value {
	if f.Family == nil {
		return r.valueOf(n, f.Type, k, e)
	}
	return r.familyValue(n, f, k, e)
}

// familyValue reads a mapping with a value for each member, or one value for
// all. A member of a pool that isn't named starts as the pool says, any other
// takes the default.
func (r *Reader) familyValue(n *tree.Node, f *program.Field, k *program.Kind, e meaning.Env) *program.Value {
	names := memberNames(f.Family)
	given := map[string]*program.Value{}
	if n.Kind == tree.Mapping {
		for _, entry := range n.Entries {
			if !slices.Contains(names, entry.Key.Text) {
				d := r.List.Errorf(CodeUnknownMember, entry.Key.Span, "%s has no %q: there is one for each %s", e.Where, entry.Key.Text, f.Family)
				r.NearestHint(d, entry.Key.Text, names, "there are")
				continue
			}
			given[entry.Key.Text] = r.valueOf(entry.Value, f.Type, k, e)
		}
	} else if v := r.valueOf(n, f.Type, k, e); v != nil {
		for _, name := range names {
			given[name] = v
		}
	}
	whole := &program.Value{}
	for i, name := range names {
		v := given[name]
		if v == nil {
			v = memberOfDefault(f.Default, i)
		}
		if v != nil {
			key := &program.Expr{Op: program.OpConst, Type: *f.Family, Num: float64(i + 1), Span: n.Span}
			whole.Map = append(whole.Map, program.MapEntry{Key: key, Value: *v})
		} else if f.Pool == nil {
			r.List.Errorf(CodeMissingField, n.Span, "%s gives nothing for %q, and there is no default", e.Where, name)
		}
	}
	return whole
}

// memberOfDefault returns what the default of a family gives to member i.
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
func (r *Reader) valueOf(n *tree.Node, t program.Type, k *program.Kind, e meaning.Env) *program.Value {
	switch t.Kind {
	case program.FormulaField:
		e.Inputs = callInputs(t, k)
		if f := r.FormulaAt(n, e, *t.Elem); f != nil {
			return &program.Value{Formula: f}
		}
	case program.ProgramField:
		e.Inputs = callInputs(t, k)
		if p := r.RoutineAt(n, e, meaning.NoType); p != nil {
			return &program.Value{Routine: p}
		}
	case program.MapType:
		return r.mapValue(n, t, k, e)
	default:
		if x := r.ConstantAt(n, e, t); x != nil {
			return &program.Value{Expr: x}
		}
	}
	return nil
}

// callInputs returns what a field's formula or program is called with: its
// parameters, then the definition or thing that it belongs to.
func callInputs(t program.Type, k *program.Kind) []program.Local {
	owner := Unnamed
	if k != nil {
		owner = It(MemberOf(k))
	}
	return append(slices.Clone(t.Params), owner)
}

// mapValue reads a value of type map, which is written as a mapping.
func (r *Reader) mapValue(n *tree.Node, t program.Type, k *program.Kind, e meaning.Env) *program.Value {
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
func (c *Reader) ConstantAt(n *tree.Node, e meaning.Env, t program.Type) *program.Expr {
	switch {
	case n.Kind == tree.Sequence && meaning.IsCollection(t):
		return c.constantList(n, e, t)
	case t.Kind == program.Text && n.Kind == tree.Scalar:
		return &program.Expr{Op: program.OpConst, Type: t, Span: n.Span, Num: c.Text(n.Text)}
	}
	if _, ok := tree.Text(n, e.Where, c.List); !ok {
		return nil
	}
	return c.Constant(n.Fragment(), e, t)
}

// constantList reads a list whose items stand by themselves.
func (c *Reader) constantList(n *tree.Node, e meaning.Env, t program.Type) *program.Expr {
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
