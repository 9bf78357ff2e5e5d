package compile

import (
	"github.com/rulec/rulec/interp/code"
	"github.com/rulec/rulec/lang/program"
)

// field makes the reading of a field of a value, which has to be there.
func (g *generator) field(e *program.Expr, dst uint8) {
	g.cellOf(e, dst)
	if mayLack(e) {
		g.emit(code.Instr{Op: code.OpMustBeStated, B: dst, K: code.NothingIn(e.Field)})
	}
}

// cellOf makes the reading of a field, stated or not.
func (g *generator) cellOf(e *program.Expr, dst uint8) {
	switch e.Args[0].Type.Kind {
	case program.ThingType:
		g.thingField(e, dst)
	case program.Definition:
		g.definitionField(e, dst)
	default:
		g.recordField(e, dst)
	}
}

func (g *generator) thingField(e *program.Expr, dst uint8) {
	x, of := g.fieldOf(e.Field), e.Args[0]
	cell := int32(e.Field.Cell)
	switch {
	case code.IsCalled(e.Field.Type):
		g.call(dst, &code.Call{Do: code.FnHeldBy, Field: x}, of)
		return
	case e.Field.Virtual:
		who := g.value(of)
		g.Fields = append(g.Fields, x)
		g.emit(code.Instr{Op: code.OpStack, A: dst, B: who, N: int32(len(g.Fields) - 1)})
		return
	case e.Type.Kind == program.Set && len(e.Args) == 1:
		g.call(dst, &code.Call{Do: code.FnSetOfThing, Field: x}, of)
		return
	case len(e.Args) > 1:
		if m := e.Args[1]; m.Op != program.OpConst || m.Num == 0 {
			who := g.value(of)
			g.emit(code.Instr{Op: code.OpMemberCell, A: dst, B: who, C: g.value(m), N: cell})
			return
		}
		cell += int32(e.Args[1].Num) - 1
	}
	g.emit(code.Instr{Op: code.OpCell, A: dst, B: g.value(of), N: cell})
	if e.Type.Kind == program.Instance && len(e.Args) == 1 {
		g.emit(code.Instr{Op: code.OpLiving, A: dst, B: dst})
	}
}

func (g *generator) definitionField(e *program.Expr, dst uint8) {
	of := e.Args[0]
	if of.Type.Of == nil {
		g.call(dst, &code.Call{Do: code.FnActionCell, Field: g.fieldOf(e.Field), Places: g.actionFields(e.Field)}, e.Args...)
		return
	}
	k, x := g.Kinds[of.Type.Of.Index], g.fieldOf(e.Field)
	if len(e.Args) > 1 {
		g.call(dst, &code.Call{Do: code.FnDefinitionMember, Kind: k, Field: x}, e.Args...)
		return
	}
	if of.Op == program.OpConst && of.Num != 0 && !g.defining {
		g.emit(code.Instr{Op: code.OpConst, A: dst, K: k.Defs[(int(of.Num)-1)*k.Width+x.Off]})
		return
	}
	if k.Defs == nil && len(k.Kind.Defs) > 0 {
		panic("interp: the definitions of " + k.Name + " aren't there yet")
	}
	g.column(dst, of, len(k.Kind.Defs), func(i int) float64 { return k.Defs[i*k.Width+x.Off] })
}

// recordField makes the reading of a field of an instance, an entry, an event or an act.
func (g *generator) recordField(e *program.Expr, dst uint8) {
	x := g.fieldOf(e.Field)
	switch {
	case len(e.Args) > 1:
		g.call(dst, &code.Call{Do: code.FnRecordMember, Field: x}, e.Args...)
		return
	case x.Type.Kind == program.Set:
		g.call(dst, &code.Call{Do: code.FnSetOfRecord, Field: x}, e.Args...)
		return
	}
	op := map[program.TypeKind]code.Opcode{
		program.Instance: code.OpInstanceCell, program.EntryData: code.OpEntryCell, program.EventData: code.OpEventCell, program.Act: code.OpActCell,
	}[e.Args[0].Type.Kind]
	g.emit(code.Instr{Op: op, A: dst, B: g.value(e.Args[0]), N: int32(x.Field.Cell)})
	switch x.Type.Kind {
	case program.Instance:
		g.emit(code.Instr{Op: code.OpLiving, A: dst, B: dst})
	case program.Act:
		g.emit(code.Instr{Op: code.OpLivingAct, A: dst, B: dst})
	}
}

// ownField makes the reading of a parameter or running field of the act at hand.
func (g *generator) ownField(e *program.Expr, dst uint8) {
	x := g.fieldOf(e.Field)
	switch {
	case e.Type.Kind == program.Set:
		g.call(dst, &code.Call{Do: code.FnSetOfOwn, Field: x})
		return
	case len(e.Args) > 0:
		g.call(dst, &code.Call{Do: code.FnOwnMember, Field: x}, e.Args...)
		return
	}
	g.emit(code.Instr{Op: code.OpOwnCell, A: dst, N: int32(e.Field.Cell)})
	if e.Type.Kind == program.Instance {
		g.emit(code.Instr{Op: code.OpLiving, A: dst, B: dst})
	}
}

// family makes the list of the values of a family's members.
func (g *generator) family(e *program.Expr, dst uint8) {
	x := &code.Call{Do: code.FnFamilyOf, Field: g.fieldOf(e.Field), Number: code.Members(*e.Field.Family)}
	if of := e.Args[0].Type; of.Kind == program.Definition {
		g.holder(x, e.Args[0], e.Field)
	}
	g.call(dst, x, e.Args[0])
}

// was makes the reading of a field of self as it was at the settling before.
func (g *generator) was(e *program.Expr, dst uint8) {
	x := g.fieldOf(e.Field)
	g.watch(x)
	first := g.room(1 + len(e.Args))
	g.emit(code.Instr{Op: code.OpCopy, A: first, B: g.slots[max(g.self, 0)]})
	for i, a := range e.Args {
		g.into(a, first+1+uint8(i))
	}
	g.callWith(dst, &code.Call{Do: code.FnWas, Field: x}, first, 1+len(e.Args))
	if mayLack(e) {
		g.emit(code.Instr{Op: code.OpMustBeStated, B: dst, K: code.NothingIn(e.Field)})
	}
}

// mayLack tells whether an expression reads a field that may have been left out. Of whatever
// action it is read, each kind says so by itself.
func mayLack(e *program.Expr) bool {
	if e.Op != program.OpField && e.Op != program.OpWas {
		return false
	}
	if e.Field.Optional {
		return true
	}
	return e.Op == program.OpField && e.Args[0].Type.Kind == program.Definition && e.Args[0].Type.Of == nil && e.Field.Type.Kind == program.Number
}

// plainCell reports whether e reads one cell of a thing.
func plainCell(e *program.Expr) bool {
	return e.Op == program.OpField && len(e.Args) == 1 && e.Args[0].Type.Kind == program.ThingType &&
		!e.Field.Virtual && e.Field.Family == nil && !e.Field.Optional && plainType(e.Type)
}

// plainType reports whether values of t are read from a cell as they are.
func plainType(t program.Type) bool {
	switch t.Kind {
	case program.Set, program.FormulaField, program.ProgramField, program.MapType, program.Instance:
		return false
	}
	return true
}

// actionFields returns where each action has a field: actions may be of several kinds that have a
// field of this name and type.
func (c *compiler) actionFields(field *program.Field) []code.ActionField {
	places := make([]code.ActionField, len(c.Actions))
	for i, a := range c.Actions {
		for _, own := range a.Def.Kind.Fields {
			if own.Name == field.Name && own.Type.Equal(field.Type) {
				k := c.Kinds[a.Def.Kind.Index]
				places[i] = code.ActionField{Kind: k, At: a.Def.Index*k.Width + c.fieldOf(own).Off}
			}
		}
	}
	return places
}
