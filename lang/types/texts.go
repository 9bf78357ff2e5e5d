package types

import (
	"slices"

	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
	"github.com/rulec/rulec/lang/syntax"
)

// Type decodes a type. A pool isn't a type of values: the code for field declarations looks for
// the word before.
func (c *Checker) Type(f diag.Fragment) (program.Type, bool) {
	t := parsed(c, syntax.ParseType, f)
	if t == nil {
		return UnknownType, false
	}
	return c.typeOf(t)
}

// plainTypes are the types of one word that the language defines.
var plainTypes = map[string]program.Type{
	"number": NumberType, "bool": BoolType, "dice": DiceType, "text": TextType, "place": PlaceType,
	"direction": directionT, "side": SideType, "act": actType, "plan": planType, "condition": ConditionType, "event": EventNameType,
	"entry": entryNameT, "thing": anyThing, "action": AnyAction,
}

// typeOf returns the type for the parsed type t.
func (c *Checker) typeOf(t *syntax.TypeExpr) (program.Type, bool) {
	head := t.Head.Name
	switch head {
	case "list", "set":
		elem, ok := c.typeOf(t.Elem)
		if !ok || !c.element(elem, t.Elem, head) {
			return UnknownType, false
		}
		if head == "set" {
			return program.Type{Kind: program.Set, Elem: &elem}, true
		}
		return ListOf(elem), true
	case "map":
		key, ok := c.typeOf(t.Key)
		elem, ok2 := c.typeOf(t.Elem)
		return program.Type{Kind: program.MapType, Key: &key, Elem: &elem}, ok && ok2
	case rollType:
		c.List.Errorf(CodeUnknownType, t.At, "a roll can't be kept or passed on here").
			WithHint("only procs take and give rolls; elsewhere use a part of it: its total is a number, r.success is true or false")
		return UnknownType, false
	case "formula":
		elem, ok := c.typeOf(t.Elem)
		params, ok2 := c.typedNames(t.Params)
		return program.Type{Kind: program.FormulaField, Elem: &elem, Params: params}, ok && ok2
	case "program":
		params, ok := c.typedNames(t.Params)
		return program.Type{Kind: program.ProgramField, Params: params}, ok
	}
	return c.typeNamed(t.Head)
}

// element rejects a type that elements of a list or a set can't have.
func (c *Checker) element(t program.Type, e *syntax.TypeExpr, of string) bool {
	switch t.Kind {
	case program.List, program.Set, program.MapType, program.FormulaField, program.ProgramField:
	case program.Number, program.Bool, program.Dice, program.Place, program.Act, program.Plan, program.Text:
		if of == "list" {
			return true
		}
	default:
		return true
	}
	c.List.Errorf(CodeUnknownType, e.At, "a %s of %s is not a type", of, t)
	return false
}

// TypeCalled returns the type with a name and, if a ruleset declares it, the place.
func (c *Checker) TypeCalled(name string) (t program.Type, decl diag.Span, ok bool) {
	if t, ok = plainTypes[name]; ok {
		return t, diag.Span{}, true
	}
	k, s, d, p := c.Kinds[name], c.Scales[name], c.Conditions[name], c.Params[name]
	switch {
	case k != nil && k.Stateful:
		return ThingOf(k), k.Span, true
	case k != nil:
		return DefinitionOf(k), k.Span, true
	case s != nil:
		return StepOf(s), s.Span, true
	case d != nil:
		return InstanceOf(d), d.Span, true
	case p != nil && len(p.Choices) > 0:
		return program.Type{Kind: program.Choice, Param: p}, p.Span, true
	}
	return UnknownType, diag.Span{}, false
}

// typeNamed returns a type of one word: one of the language, a kind, a scale, a
// condition or an enumerated param.
func (c *Checker) typeNamed(head syntax.Ident) (program.Type, bool) {
	t, decl, ok := c.TypeCalled(head.Name)
	switch {
	case !ok:
		c.unknownTypeName(head)
	case !decl.IsZero():
		c.Uses.Add(head.Span, decl, UnknownType)
	}
	return t, ok
}

func (c *Checker) unknownTypeName(head syntax.Ident) {
	d := c.List.Errorf(CodeUnknownType, head.Span, "unknown type %q", head.Name)
	if head.Name == "pool" {
		d.Message = "a pool is a field of a kind, not a type of value"
		d.WithHint("its value is a number")
		return
	}
	ofSomething := []string{"list", "set", "map", "formula", "program"}
	names := slices.Concat(ofSomething, keys(plainTypes), keys(c.Kinds), keys(c.Scales), keys(c.Conditions))
	for name, p := range c.Params {
		if len(p.Choices) > 0 {
			names = append(names, name)
		}
	}
	slices.Sort(names) // maps have no order
	if k := c.Plurals[head.Name]; k != nil {
		d.WithHint("write %q for one, or list of %s for several", k.Name, k.Name)
	} else if !d.MeanOneOf(head.Name, names) {
		d.WithHint("a type is number, bool, dice, text, place, the name of a kind, a scale or a condition, or list of one of these")
	}
}

// typedNames returns the parameters of a formula or a program. One without a type is
// named after its type.
func (c *Checker) typedNames(list []syntax.TypedName) ([]program.Local, bool) {
	var locals []program.Local
	all := true
	for _, n := range list {
		var t program.Type
		var ok bool
		switch {
		case n.Type != nil:
			t, ok = c.typeOf(n.Type)
		default: // of the type that it is called like, or else a creature
			if _, _, ok = c.TypeCalled(n.Name.Name); ok {
				t, ok = c.typeNamed(n.Name)
			} else {
				t, ok = c.Creature(), true
			}
		}
		switch {
		case n.Name.Name == "self" && n.Type != nil && ok && t.Kind != program.ThingType:
			c.List.Errorf(CodeUnknownType, n.Type.At, "self can't be %s", InWords(t)).WithHint("a comma parts the names: (self, %s)", n.Type.At.Text())
			ok = false
		case slices.ContainsFunc(locals, func(l program.Local) bool { return l.Name == n.Name.Name }):
			c.List.Errorf(CodeDuplicateName, n.Name.Span, "there is already a parameter %q", n.Name.Name)
			ok = false
		}
		if n.Name.Name != "self" && !c.Free("parameter", n.Name.Name, n.Name.Span) {
			ok = false
		}
		all = all && ok
		locals = append(locals, program.Local{Name: n.Name.Name, Type: t, At: n.Name.Span})
		c.Uses.Add(n.Name.Span, n.Name.Span, t)
	}
	return locals, all
}

// Template checks a text with formulas in braces.
func (c *Checker) Template(f diag.Fragment, e Env) *program.Template {
	t := parsed(c, syntax.ParseTemplate, f)
	if t == nil {
		return nil
	}
	out := &program.Template{Span: t.At}
	for _, piece := range t.Pieces {
		if piece.Value == nil {
			out.Pieces = append(out.Pieces, program.TemplatePiece{Text: piece.Text})
			continue
		}
		value := c.FormulaOf(piece.Value, e, UnknownType)
		if value == nil {
			return nil
		}
		out.Pieces = append(out.Pieces, program.TemplatePiece{Value: value})
	}
	return out
}
