package types

import (
	"maps"
	"slices"

	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
	"github.com/rulec/rulec/lang/syntax"
)

// builtinMembers are the fields that the language defines, by the type that has them.
var builtinMembers = func() map[program.TypeKind][]program.Member {
	of := map[program.TypeKind][]program.Member{}
	for _, m := range program.Members() {
		of[m.Of] = append(of[m.Of], m)
	}
	return of
}()

// LanguageFields returns the names of the fields that the language defines for values of a type.
func LanguageFields(of program.TypeKind) []string {
	var names []string
	for _, m := range builtinMembers[of] {
		names = append(names, m.Name)
	}
	return names
}

// isRollField reports whether a name is a field of a roll's result.
func isRollField(name string) bool { return slices.Contains(LanguageFields(program.Number), name) }

// memberGives returns the type of a field that the language defines.
func (sc *scope) memberGives(m program.Member, owner program.Type) program.Type {
	switch m.Op {
	case program.DefOf:
		if owner.Of == nil {
			return UnknownType
		}
		return DefinitionOf(owner.Of)
	case program.InstanceAffected:
		if owner.Condition != nil && owner.Condition.Bearer != nil {
			return ThingOf(owner.Condition.Bearer)
		}
		return sc.Creature()
	case program.EventOf:
		of := sc.Creature()
		for _, e := range sc.env.Events {
			if e.Of != nil {
				of = ThingOf(e.Of)
			}
		}
		return of
	}
	return sc.given(m.Gives, nil)
}

func (r *formulaReader) member(e *syntax.Member, want program.Type) *program.Expr {
	if n, bare := e.X.(*syntax.Name); bare {
		if n.Name == "was" {
			return r.was(e)
		}
		if l := r.find(n.Name); l != nil && l.several != nil {
			r.useLocal(n.Span(), l)
			return r.resultIn(l, e.Name, e.Span())
		}
		if l := r.find(n.Name); l != nil && l.tested != nil {
			r.useLocal(n.Span(), l)
			if x := r.partOfTest(l, e.Name, e.Span()); x != nil {
				return x
			}
			if !isRollField(e.Name.Name) {
				r.noPart("the roll "+quoted(l.Name), l.tested.check, e.Name, "natural", "faces")
				return r.broken(e.Span())
			}
		}
		if x := r.memberOfName(n, e); x != nil {
			return x
		}
	}
	if x := r.tableColumn(e.X, e.Name, e.Span()); x != nil {
		return x
	}
	if x := r.resultOfCall(e.X, e.Name, e.Span()); x != nil {
		return x
	}
	r.ownByName(e)
	return r.memberOf(r.ownerOf(e.X, e.Name), e.Name, e.Span(), want)
}

// ownByName reports a parameter or running field of the current act that is read by way of whose act it is.
func (r *formulaReader) ownByName(e *syntax.Member) {
	call, ok := e.X.(*syntax.Call)
	if !ok || call.Name.Name != "mine" || len(call.Args) != 1 || r.find(e.Name.Name) != nil {
		return
	}
	if who, bare := call.Args[0].(*syntax.Name); !bare || who.Name != "self" {
		return
	}
	if FieldNamed(r.env.Mine, e.Name.Name) == nil && !(r.env.Acts && FieldNamed(r.env.Own, e.Name.Name) != nil) {
		return
	}
	if slices.ContainsFunc(r.env.Shared, func(s diag.Span) bool { return s.Holds(e.Span()) }) {
		return
	}
	r.List.Errorf(CodeOwnName, e.Span(), "%q belongs to this action, so its name is enough", e.Name.Name).WithHint("write %s", e.Name.Name).WithFix(e.Span(), e.Name.Name)
}

// ownerOf checks the operand before a dot. A name with several meanings
// means the one that has the member.
func (r *formulaReader) ownerOf(e syntax.Expr, member syntax.Ident) *program.Expr {
	n, bare := e.(*syntax.Name)
	if !bare || !r.undecided(n) {
		return r.expr(e, UnknownType)
	}
	var owners []meaning
	for _, m := range r.meanings(n.Name, n.Span()) {
		if slices.Contains(r.membersOf(m.Type), member.Name) {
			owners = append(owners, m)
		}
	}
	if len(owners) == 0 {
		return r.expr(e, UnknownType)
	}
	return r.pick(n, owners, UnknownType)
}

// memberOfName handles names before a dot that aren't values: sections, scales,
// plurals; and things that the encounter calls owner.thing.
func (sc *scope) memberOfName(n *syntax.Name, e *syntax.Member) *program.Expr {
	if sc.find(n.Name) != nil || sc.env.ofAct(n.Name) != nil {
		return nil
	}
	section := sc.section(n.Name)
	if x := sc.qualified(n.Name, e.Name, e.Span()); x != nil {
		if section != nil && !section.decl.IsZero() {
			sc.Uses.Add(n.Span(), section.decl, UnknownType)
		}
		return x
	}
	if sc.env.Encounter != nil {
		for _, t := range sc.env.Encounter.Things {
			if t.Name == n.Name+"."+e.Name.Name && !sc.hasField(n.Name, e.Name.Name) {
				sc.Uses.Add(e.Span(), t.Span, ThingOf(t.Kind))
				return thing(t, e.Span())
			}
		}
	}
	if section == nil {
		return nil
	}
	if meanings := sc.meanings(n.Name, n.Span()); len(meanings) > 1 || len(meanings) == 1 && !IsCollection(meanings[0].Type) {
		return nil
	}
	sc.noSuch(section, e.Name)
	return sc.broken(e.Span())
}

// hasField reports whether the encounter's thing owner has a field with this name.
func (sc *scope) hasField(owner, name string) bool {
	t := sc.thing(owner)
	return t != nil && FieldNamed(t.Kind.Fields, name) != nil
}

// memberOf checks x.name.
func (r *formulaReader) memberOf(x *program.Expr, name syntax.Ident, at diag.Span, want program.Type) *program.Expr {
	if x.Type.Kind == program.Unknown {
		return r.broken(at)
	}
	if f := r.fieldOf(x.Type, name, want); f != nil {
		return r.readField(x, f, at)
	}
	if x.Op == program.OpBuiltin && x.Builtin == program.RollTotal && x.Index == 0 {
		return r.partOfPast(x, name, at)
	}
	if isRollField(name.Name) && x.Type.Kind == program.Number && !r.isRoll(x) {
		return r.noRoll(x)
	}
	for _, m := range builtinMembers[x.Type.Kind] {
		if m.Name == name.Name {
			return builtinCall(m.Op, r.memberGives(m, x.Type), at, x)
		}
	}
	switch x.Type.Kind {
	case program.Step:
		for i, col := range x.Type.Scale.Columns {
			if col.Name == name.Name {
				return r.column(x, i, at)
			}
		}
	case program.ThingType:
		if y := r.readAsField(x, name, at, want); y != nil {
			return y
		}
	}
	r.noMember(x, name)
	return r.broken(at)
}

// fieldOf returns the declared field called name of values of type t, or nil.
func (sc *scope) fieldOf(t program.Type, name syntax.Ident, want program.Type) *program.Field {
	f := sc.declaredField(t, name, want)
	if f != nil {
		sc.Uses.Add(name.Span, f.Span, f.Type)
	}
	return f
}

func (sc *scope) declaredField(t program.Type, name syntax.Ident, want program.Type) *program.Field {
	switch {
	case t.Kind == program.EventData && t.Event == nil:
		return sc.eventField(name)
	case t.Kind == program.Act || t.Kind == program.Definition && t.Of == nil:
		return sc.oneOf(fieldsNamed(sc.fieldsOf(t), name.Name), name, want)
	}
	return FieldNamed(sc.fieldsOf(t), name.Name)
}

// fieldsOf returns the declared fields of values of type t: for a type that may be several things, those of all of them.
func (sc *scope) fieldsOf(t program.Type) (list []*program.Field) {
	switch {
	case t.Of != nil:
		return t.Of.Fields
	case t.Condition != nil:
		return t.Condition.Fields
	case t.Entry != nil:
		return t.Entry.Fields
	case t.Event != nil:
		return t.Event.Fields
	case t.Kind == program.Act:
		return sc.Prog.ActFields
	case t.Kind == program.Definition:
		for _, k := range sc.Prog.Kinds {
			if k.Acts {
				list = append(list, k.Fields...)
			}
		}
	case t.Kind == program.EventData:
		for _, e := range sc.env.Events {
			list = append(list, e.Fields...)
		}
	}
	return list
}

// fieldsNamed returns the fields called name, one of each type.
func fieldsNamed(fields []*program.Field, name string) []*program.Field {
	var list []*program.Field
	for _, f := range fields {
		if f.Name == name && !slices.ContainsFunc(list, func(g *program.Field) bool { return g.Type.Equal(f.Type) }) {
			list = append(list, f)
		}
	}
	return list
}

// oneOf picks the field of the expected type when several actions give the same
// name to fields of different types.
func (sc *scope) oneOf(fields []*program.Field, name syntax.Ident, want program.Type) *program.Field {
	if len(fields) < 2 {
		if len(fields) == 1 {
			return fields[0]
		}
		return nil
	}
	var fit []*program.Field
	for _, f := range fields {
		if want.Kind != program.Unknown && agrees(f.Type, want) {
			fit = append(fit, f)
		}
	}
	if len(fit) == 1 {
		return fit[0]
	}
	types := make([]string, len(fields))
	for i, f := range fields {
		types[i] = InWords(f.Type)
	}
	sc.List.Errorf(CodeAmbiguousName, name.Span, "%q is %s, depending on the action", name.Name, diag.JoinOr(types)).
		WithHint("give these parameters and running fields different names, one for each type")
	return fields[0]
}

// eventField returns a field that every event which may be current has.
func (sc *scope) eventField(name syntax.Ident) *program.Field {
	var found *program.Field
	for i, e := range sc.env.Events {
		f := FieldNamed(e.Fields, name.Name)
		switch {
		case f == nil && found != nil || f == nil && i < len(sc.env.Events)-1 && sc.someEventHas(name.Name):
			sc.List.Errorf(CodeUnknownField, name.Span, "the event %q has no %q, but it could be the one that happened", e.Name, name.Name)
			return found
		case f != nil && found != nil && !f.Type.Equal(found.Type):
			sc.List.Errorf(CodeTypeMismatch, name.Span, "%q is %s or %s, depending on the event", name.Name, InWords(found.Type), InWords(f.Type))
			return found
		case f != nil && found == nil:
			found = f
		}
	}
	return found
}

func (sc *scope) someEventHas(name string) bool {
	return slices.ContainsFunc(sc.env.Events, func(e *program.Event) bool { return FieldNamed(e.Fields, name) != nil })
}

// readField returns a field of x as a value: a family as the list of its members, a
// formula as its result with the arguments in scope.
func (r *formulaReader) readField(x *program.Expr, f *program.Field, at diag.Span) *program.Expr {
	if x.Type.Kind == program.Definition && f.Pool != nil {
		r.List.Errorf(CodeUnknownField, at, "%q is a pool: only a thing has it, not its definition", f.Name)
		return r.broken(at)
	}
	if x.Type.Kind == program.Definition && f.Computed {
		r.List.Errorf(CodeUnknownField, at, "%q is computed for each thing: only a thing has it, not its definition", f.Name).
			WithNote(f.Span, "field %q", f.Name)
		return r.broken(at)
	}
	switch {
	case f.Family != nil:
		return &program.Expr{Op: program.OpFamilyOf, Type: ListOf(f.Type), Field: f, Span: at, Args: []*program.Expr{x}}
	case f.Type.Kind == program.FormulaField:
		return r.callFormula(x, f, f.Type, nil, at)
	}
	return &program.Expr{Op: program.OpField, Type: f.Type, Field: f, Span: at, Args: []*program.Expr{x}}
}

func (r *formulaReader) column(x *program.Expr, i int, at diag.Span) *program.Expr {
	scale := x.Type.Scale
	if x.Op == program.OpConst && x.Num > 0 {
		if values := scale.Steps[int(x.Num)-1].Values; i < len(values) && values[i] != nil && values[i].Op == program.OpConst {
			known := *values[i]
			known.Span = at
			return &known
		}
	}
	return &program.Expr{Op: program.OpColumn, Type: scale.Columns[i].Type, Index: i, Span: at, Args: []*program.Expr{x}}
}

// readAsField checks x.name where name is a quantity with one participant or a
// condition: it computes the quantity, or returns the condition's instance.
func (r *formulaReader) readAsField(x *program.Expr, name syntax.Ident, at diag.Span, want program.Type) *program.Expr {
	q, c := r.Quantities[name.Name], r.Conditions[name.Name]
	if q != nil && (len(q.Of) == 0 || Needed(q.Of) > 1 || !agrees(x.Type, q.Of[0].Type)) {
		q = nil
	}
	if q != nil && c != nil && want.Kind == program.Instance {
		q = nil
	}
	switch {
	case q != nil:
		r.Uses.Add(name.Span, q.Span, r.Gives(q, at))
		args := append([]*program.Expr{x}, r.byDefaults(q.Of[1:])...)
		return &program.Expr{Op: program.OpQuantity, Type: q.Gives, Quantity: q, Span: at, Args: args}
	case c != nil:
		r.Uses.Add(name.Span, c.Span, InstanceOf(c))
		if r.Derived[c] {
			r.List.Errorf(CodeUnknownField, name.Span, "%q has no instances: it holds while its formula is true", c.Name).
				WithHint("to test whether it holds, write %s(%s)", c.Name, Short(x.Span))
			return r.broken(at)
		}
		return &program.Expr{Op: program.OpInstance, Type: InstanceOf(c), Condition: c, Span: at, Args: []*program.Expr{x}}
	}
	return nil
}

// was checks `was.field`: self's field at the previous settling.
func (sc *scope) was(e *syntax.Member) *program.Expr {
	self := sc.find("self")
	if !sc.env.Was || self == nil || self.Type.Of == nil {
		sc.List.Errorf(CodeBareWord, e.Span(), `"was" can't be used%s`, in(sc.env.Where)).
			WithHint("rules that wait for a change (on: self.hp falls) can read the old value: was.hp")
		return sc.broken(e.Span())
	}
	f := FieldNamed(self.Type.Of.Fields, e.Name.Name)
	if f == nil || f.Cells == 0 && !f.Virtual {
		sc.noMember(&program.Expr{Type: self.Type, Span: e.X.Span()}, e.Name)
		return sc.broken(e.Span())
	}
	sc.Uses.Add(e.Name.Span, f.Span, f.Type)
	x := &program.Expr{Op: program.OpWas, Type: f.Type, Field: f, Span: e.Span()}
	if f.Family != nil {
		x.Type = ListOf(f.Type)
	}
	return x
}

// noMember reports that x has nothing called name.
func (sc *scope) noMember(x *program.Expr, name syntax.Ident) {
	if x.Type.Kind == program.EventData && sc.someEventHas(name.Name) {
		return // has been reported with the event that lacks it
	}
	d := sc.List.Errorf(CodeUnknownField, name.Span, "%s has no %q", owner(x), name.Name)
	switch {
	case IsCollection(x.Type):
		d.WithHint("for one element, write first(%s).%s; for all, map(%s, .%s)", Short(x.Span), name.Name, Short(x.Span), name.Name)
	case d.MeanOneOf(name.Name, sc.membersOf(x.Type)):
	case x.Type.Kind == program.ThingType && sc.Quantities[name.Name] != nil:
		d.WithHint("call the quantity with its participants: %s(%s)", name.Name, localNames(sc.Quantities[name.Name].Of))
	case x.Type.Kind == program.Place && isFunction(name.Name):
		d.WithHint("write %s(%s)", name.Name, Short(x.Span))
	case x.Type.Kind == program.Number, x.Type.Kind == program.Bool:
		d.WithHint("only things, definitions, steps, instances, acts and events have fields")
	default:
		if members := sc.membersOf(x.Type); len(members) > 0 && len(members) <= 20 {
			slices.Sort(members)
			d.WithHint("it has %s", diag.JoinAnd(members))
		}
	}
}

func owner(x *program.Expr) string {
	switch x.Type.Kind {
	case program.EventData:
		return "the event"
	case program.Nothing:
		return "none"
	}
	return InWords(x.Type)
}

// membersOf lists the names that can follow a dot after a value of type t.
func (sc *scope) membersOf(t program.Type) []string {
	names := append(LanguageFields(t.Kind), program.Names(sc.fieldsOf(t))...)
	if t.Scale != nil {
		for _, col := range t.Scale.Columns {
			names = append(names, col.Name)
		}
	}
	if t.Kind == program.ThingType {
		for name, q := range sc.Quantities {
			if len(q.Of) == 1 && agrees(t, q.Of[0].Type) {
				names = append(names, name)
			}
		}
		names = append(names, slices.Collect(maps.Keys(sc.Conditions))...)
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// indexed checks x[i]: one member of a family, an element of a list, a map's value.
func (r *formulaReader) indexed(e *syntax.Index) *program.Expr {
	x := r.expr(e.X, UnknownType)
	switch {
	case x.Type.Kind == program.Unknown:
		return r.broken(e.Span())
	case isFamily(x):
		return r.familyMember(x, e)
	case x.Type.Kind == program.List:
		return two(program.OpIndex, *x.Type.Elem, e, x, r.value(e.I, NumberType))
	case x.Type.Kind == program.MapType:
		if x.Type.Elem.Kind == program.ProgramField || x.Type.Elem.Kind == program.FormulaField {
			r.List.Errorf(CodeTypeMismatch, e.Span(), "%q is a map of %ss, which needs a loop", Short(x.Span), x.Type.Elem).
				WithHint("write for n, part in %s { part() }", Short(x.Span))
			return r.broken(e.Span())
		}
		return two(program.OpMapGet, *x.Type.Elem, e, x, r.value(e.I, *x.Type.Key))
	}
	r.List.Errorf(CodeTypeMismatch, e.X.Span(), "%q is %s, but [..] needs a list or a family", Short(x.Span), InWords(x.Type))
	return r.broken(e.Span())
}

// isFamily reports whether x is all members of a family.
func isFamily(x *program.Expr) bool {
	switch x.Op {
	case program.OpFamilyOf:
		return true
	case program.OpOwn, program.OpWas:
		return x.Field.Family != nil && x.Type.Kind == program.List
	}
	return false
}

func (r *formulaReader) familyMember(x *program.Expr, e *syntax.Index) *program.Expr {
	op := x.Op
	if op == program.OpFamilyOf {
		op = program.OpField
	}
	args := append(slices.Clone(x.Args), r.value(e.I, *x.Field.Family))
	return &program.Expr{Op: op, Type: x.Field.Type, Field: x.Field, Span: e.Span(), Args: args}
}
