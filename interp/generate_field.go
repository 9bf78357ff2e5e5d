package interp

import (
	"github.com/rulec/rulec/lang/program"
)

// field makes the reading of a field of a value, which has to be there.
func (g *generator) field(e *program.Expr, dst uint8) {
	g.cellOf(e, dst)
	if mayLack(e) {
		g.emit(instr{op: opMustBeStated, b: dst, k: nothingIn(e.Field)})
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
	case isCalled(e.Field.Type):
		g.call(dst, &call{do: fnHeldBy, field: x}, of)
		return
	case e.Field.Virtual:
		who := g.value(of)
		g.fields = append(g.fields, x)
		g.emit(instr{op: opStack, a: dst, b: who, n: int32(len(g.fields) - 1)})
		return
	case e.Type.Kind == program.Set && len(e.Args) == 1:
		g.call(dst, &call{do: fnSetOfThing, field: x}, of)
		return
	case len(e.Args) > 1:
		if m := e.Args[1]; m.Op != program.OpConst || m.Num == 0 {
			who := g.value(of)
			g.emit(instr{op: opMemberCell, a: dst, b: who, c: g.value(m), n: cell})
			return
		}
		cell += int32(e.Args[1].Num) - 1
	}
	if g.knownThing(of) {
		g.emit(instr{op: opFixedCell, a: dst, n: g.fight.rows[int(of.Num)] + cell})
	} else {
		g.emit(instr{op: opCell, a: dst, b: g.value(of), n: cell})
	}
	if e.Type.Kind == program.Instance && len(e.Args) == 1 {
		g.emit(instr{op: opLiving, a: dst, b: dst})
	}
}

// knownThing tells whether e is a thing that is known now, and where its cells are.
func (c *compiler) knownThing(e *program.Expr) bool {
	return c.fight != nil && e.Op == program.OpConst && e.Type.Kind == program.ThingType && e.Num != 0
}

func (g *generator) definitionField(e *program.Expr, dst uint8) {
	of := e.Args[0]
	if of.Type.Of == nil {
		g.call(dst, &call{do: fnActionCell, field: g.fieldOf(e.Field), places: g.actionFields(e.Field)}, e.Args...)
		return
	}
	k, x := g.kinds[of.Type.Of.Index], g.fieldOf(e.Field)
	if len(e.Args) > 1 {
		g.call(dst, &call{do: fnDefinitionMember, kind: k, field: x}, e.Args...)
		return
	}
	if of.Op == program.OpConst && of.Num != 0 && !g.defining {
		g.emit(instr{op: opConst, a: dst, k: k.defs[(int(of.Num)-1)*k.width+x.off]})
		return
	}
	if k.defs == nil && len(k.Defs) > 0 {
		panic("interp: the definitions of " + k.Name + " aren't there yet")
	}
	g.column(dst, of, len(k.Defs), func(i int) float64 { return k.defs[i*k.width+x.off] })
}

// recordField makes the reading of a field of an instance, an entry, an event or an act.
func (g *generator) recordField(e *program.Expr, dst uint8) {
	x := g.fieldOf(e.Field)
	switch {
	case len(e.Args) > 1:
		g.call(dst, &call{do: fnRecordMember, field: x}, e.Args...)
		return
	case x.Type.Kind == program.Set:
		g.call(dst, &call{do: fnSetOfRecord, field: x}, e.Args...)
		return
	}
	op := map[program.TypeKind]opcode{
		program.Instance: opInstanceCell, program.EntryData: opEntryCell, program.EventData: opEventCell, program.Act: opActCell,
	}[e.Args[0].Type.Kind]
	g.emit(instr{op: op, a: dst, b: g.value(e.Args[0]), n: int32(x.Cell)})
	switch x.Type.Kind {
	case program.Instance:
		g.emit(instr{op: opLiving, a: dst, b: dst})
	case program.Act:
		g.emit(instr{op: opLivingAct, a: dst, b: dst})
	}
}

// ownField makes the reading of a parameter or running field of the act at hand.
func (g *generator) ownField(e *program.Expr, dst uint8) {
	x := g.fieldOf(e.Field)
	switch {
	case e.Type.Kind == program.Set:
		g.call(dst, &call{do: fnSetOfOwn, field: x})
		return
	case len(e.Args) > 0:
		g.call(dst, &call{do: fnOwnMember, field: x}, e.Args...)
		return
	}
	g.emit(instr{op: opOwnCell, a: dst, n: int32(e.Field.Cell)})
	if e.Type.Kind == program.Instance {
		g.emit(instr{op: opLiving, a: dst, b: dst})
	}
}

// family makes the list of the values of a family's members.
func (g *generator) family(e *program.Expr, dst uint8) {
	x := &call{do: fnFamilyOf, field: g.fieldOf(e.Field), number: members(*e.Field.Family)}
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
	g.emit(instr{op: opCopy, a: first, b: g.slots[max(g.self, 0)]})
	for i, a := range e.Args {
		g.into(a, first+1+uint8(i))
	}
	g.callWith(dst, &call{do: fnWas, field: x}, first, 1+len(e.Args))
	if mayLack(e) {
		g.emit(instr{op: opMustBeStated, b: dst, k: nothingIn(e.Field)})
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

// nothingIn is what is in the cell of a field that has been left out.
func nothingIn(f *program.Field) float64 {
	if f.Type.Kind == program.Number {
		return program.Absent
	}
	return 0
}

func isCalled(t program.Type) bool {
	return t.Kind == program.FormulaField || t.Kind == program.ProgramField || t.Kind == program.MapType
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

// actionField is where an action has a field; without a kind it has none.
type actionField struct {
	kind *kind
	at   int
}

// actionFields returns where each action has a field: actions may be of several kinds that have a
// field of this name and type.
func (c *compiler) actionFields(field *program.Field) []actionField {
	places := make([]actionField, len(c.actions))
	for i, a := range c.actions {
		for _, own := range a.Def.Kind.Fields {
			if own.Name == field.Name && own.Type.Equal(field.Type) {
				k := c.kinds[a.Def.Kind.Index]
				places[i] = actionField{k, a.Def.Index*k.width + c.fieldOf(own).off}
			}
		}
	}
	return places
}
