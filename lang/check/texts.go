package check

import (
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
	"github.com/rulec/rulec/lang/syntax"
)

// typ reads a type. A pool is no type of values: who declares fields looks for
// the word before.
func (c *checker) typ(f diag.Fragment) (program.Type, bool) {
	t, errs := syntax.ParseType(f)
	*c.list = append(*c.list, errs...)
	if t == nil {
		return unknownType, false
	}
	return c.typeOf(t)
}

// plainTypes are the types of one word that the language gives.
var plainTypes = map[string]program.Type{
	"number": numberType, "bool": boolType, "dice": diceType, "text": textType, "place": placeType,
	"direction": directionT, "side": sideType, "act": actType, "condition": conditionT, "event": eventNameT,
	"entry": entryNameT, "thing": anyThing, "action": anyAction,
}

// typeOf finds the type that has been read as t.
func (c *checker) typeOf(t *syntax.TypeExpr) (program.Type, bool) {
	head := t.Head.Name
	switch head {
	case "list", "set":
		elem, ok := c.typeOf(t.Elem)
		if !ok || !c.element(elem, t.Elem, head) {
			return unknownType, false
		}
		if head == "set" {
			return program.Type{Kind: program.Set, Elem: &elem}, true
		}
		return listOf(elem), true
	case "map":
		key, ok := c.typeOf(t.Key)
		elem, ok2 := c.typeOf(t.Elem)
		return program.Type{Kind: program.MapType, Key: &key, Elem: &elem}, ok && ok2
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

// element refuses what can't be an element of a list or a set.
func (c *checker) element(t program.Type, e *syntax.TypeExpr, of string) bool {
	switch t.Kind {
	case program.List, program.Set, program.MapType, program.FormulaField, program.ProgramField:
	case program.Number, program.Bool, program.Dice, program.Place, program.Act, program.Text:
		if of == "list" {
			return true
		}
	default:
		return true
	}
	c.list.Errorf(CodeUnknownType, e.At, "there is no %s of %s", of, t)
	return false
}

// typeNamed finds a type of one word: one of the language, a kind, a scale, a
// condition or an enumerated param.
func (c *checker) typeNamed(head syntax.Ident) (program.Type, bool) {
	if t, ok := plainTypes[head.Name]; ok {
		return t, true
	}
	if k := c.kinds[head.Name]; k != nil {
		if k.Stateful {
			return thingOf(k), true
		}
		return definitionOf(k), true
	}
	if s := c.scales[head.Name]; s != nil {
		return stepOf(s), true
	}
	if d := c.conditions[head.Name]; d != nil {
		return instanceOf(d), true
	}
	if p := c.params[head.Name]; p != nil && len(p.Choices) > 0 {
		return program.Type{Kind: program.Choice, Param: p}, true
	}
	c.unknownTypeName(head)
	return unknownType, false
}

func (c *checker) unknownTypeName(head syntax.Ident) {
	d := c.list.Errorf(CodeUnknownType, head.Span, "unknown type %q", head.Name)
	if head.Name == "pool" {
		d.Message = "a pool is a field of a kind, no type of values"
		d.WithHint("what it holds is a number")
		return
	}
	names := []string{"list", "set", "map", "formula", "program"}
	for name := range plainTypes {
		names = append(names, name)
	}
	for name := range c.kinds {
		names = append(names, name)
	}
	for name := range c.scales {
		names = append(names, name)
	}
	for name := range c.conditions {
		names = append(names, name)
	}
	if k := c.plurals[head.Name]; k != nil {
		d.WithHint("one of them is a %q; several are: list of %s", k.Name, k.Name)
	} else if near, found := diag.Nearest(head.Name, names); found {
		d.WithHint("did you mean %q?", near)
	} else {
		d.WithHint("a type is number, bool, dice, text, place, the name of a kind, a scale or a condition, or list of one of these")
	}
}

// typedNames are the parameters of a formula or a program. One without a type is
// called like its type.
func (c *checker) typedNames(list []syntax.TypedName) ([]program.Local, bool) {
	var locals []program.Local
	all := true
	for _, n := range list {
		var t program.Type
		var ok bool
		switch {
		case n.Type != nil:
			t, ok = c.typeOf(n.Type)
		case n.Name.Name == "self":
			t, ok = c.creature(), true
		default:
			t, ok = c.typeNamed(n.Name)
		}
		if n.Name.Name != "self" && !c.free("parameter", n.Name.Name, n.Name.Span) {
			ok = false
		}
		all = all && ok
		locals = append(locals, program.Local{Name: n.Name.Name, Type: t})
	}
	return locals, all
}

// template checks a text with formulas in braces.
func (c *checker) template(f diag.Fragment, e env) *program.Template {
	t, errs := syntax.ParseTemplate(f)
	*c.list = append(*c.list, errs...)
	if t == nil {
		return nil
	}
	out := &program.Template{Span: t.At}
	for _, piece := range t.Pieces {
		if piece.Value == nil {
			out.Pieces = append(out.Pieces, program.TemplatePiece{Text: piece.Text})
			continue
		}
		value := c.formulaOf(piece.Value, e, unknownType)
		if value == nil {
			return nil
		}
		out.Pieces = append(out.Pieces, program.TemplatePiece{Value: value})
	}
	return out
}
