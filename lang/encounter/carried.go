package encounter

import (
	"cmp"
	"fmt"

	"github.com/rulec/rulec/lang/decode"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
	"github.com/rulec/rulec/lang/types"
)

// carry makes a thing for each stateful definition in a field of a thing, and
// then for those that the new things refer to. New things are appended while the list is
// iterated over; checkSize reports an endless list.
func (e *encounter) carry() {
	for i := 0; i < len(e.enc.Things) && len(e.enc.Things) <= MaxThings; i++ {
		t := e.enc.Things[i]
		for at, f := range t.Kind.Fields {
			if at < len(t.Values) && t.Values[at] != nil && holdsThings(f.Type) {
				t.Values[at] = e.carryValue(t, t.Values[at])
			}
		}
	}
}

// holdsThings reports whether values of a type are things, or lists of them.
func holdsThings(t program.Type) bool {
	if types.IsCollection(t) {
		return holdsThings(*t.Elem)
	}
	return t.Kind == program.ThingType
}

// carryValue returns a value with each definition replaced by a thing.
func (e *encounter) carryValue(t *program.Thing, v *program.Value) *program.Value {
	made := &program.Value{Formula: v.Formula, Routine: v.Routine}
	if v.Expr != nil {
		made.Expr = e.carryExpr(t, v.Expr)
	}
	for _, entry := range v.Map {
		made.Map = append(made.Map, program.MapEntry{Key: entry.Key, Value: *e.carryValue(t, &entry.Value)})
	}
	return made
}

func (e *encounter) carryExpr(t *program.Thing, x *program.Expr) *program.Expr {
	if x.Op == program.OpList {
		list := *x
		list.Args = nil
		for _, arg := range x.Args {
			list.Args = append(list.Args, e.carryExpr(t, arg))
		}
		return &list
	}
	if x.Op != program.OpConst || x.Type.Kind != program.Definition || x.Num == 0 {
		return x
	}
	def := x.Type.Of.Defs[int(x.Num)-1]
	if def.Kind == e.Prog.Creature {
		e.List.Errorf(decode.CodeThingKind, x.Span, "%q is a definition; a field of %q must name a creature in the encounter", def.Name, t.Name)
		return x
	}
	for by := t; by != nil; by = e.carrierOf(by) {
		if by.Def == def {
			e.List.Errorf(CodeCarriesItself, def.Span, "%s %q carries another of itself, without end", def.Kind.Name, def.Name)
			return x
		}
	}
	item := e.carried(t, def, x.Span)
	if x.Own != nil {
		item.Title = cmp.Or(x.Own.Title, item.Title)
		for i, v := range x.Own.Values {
			if v != nil {
				item.Values[i] = v
			}
		}
	}
	return &program.Expr{Op: program.OpThing, Type: types.ThingOf(def.Kind), Index: item.Index, Span: x.Span}
}

// carried makes a thing from a definition for its carrier.
func (e *encounter) carried(carrier *program.Thing, def *program.Def, at diag.Span) *program.Thing {
	t := &program.Thing{
		Name: e.carriedName(carrier.Name + "." + def.Name), Title: def.Title, Index: len(e.enc.Things),
		Kind: def.Kind, Def: def, Side: carrier.Side, Values: append([]*program.Value(nil), def.Values...),
		Carrier: carrier.Index, Span: at,
	}
	e.enc.Things = append(e.enc.Things, t)
	return t
}

// carrierOf returns the carrier of a thing, or nil.
func (e *encounter) carrierOf(t *program.Thing) *program.Thing {
	if t.Carrier < 0 {
		return nil
	}
	return e.enc.Things[t.Carrier]
}

// carriedName returns the name of the next thing with a name: the second
// dagger is dagger_2. Names in files have no dot, so there are no collisions.
func (e *encounter) carriedName(name string) string {
	candidate := name
	for e.carriedCount[candidate] > 0 {
		e.carriedCount[name]++
		candidate = fmt.Sprintf("%s_%d", name, e.carriedCount[name])
	}
	e.carriedCount[candidate] = 1
	return candidate
}
