package types

import (
	"slices"
	"strings"

	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
	"github.com/rulec/rulec/lang/syntax"
)

// functions has the functions of the language by name.
var functions = func() map[string]*program.Function {
	byName := map[string]*program.Function{}
	for _, f := range program.Functions() {
		byName[f.Name] = &f
	}
	return byName
}()

// isFunction reports whether name is a function of the language.
func isFunction(name string) bool { return functions[name] != nil || name == "if" }

// function checks a call of a function of the language.
func (r *formulaReader) function(e *syntax.Call, f *program.Function, want program.Type) *program.Expr {
	if f.Reads == program.ReadsSpace {
		r.NeedSpace(`"`+f.Name+`"`, e.Name.Span)
	}
	n := len(e.Args)
	if f.Op == program.PlaceOf && n == 2 {
		x, y := r.value(e.Args[0], NumberType), r.value(e.Args[1], NumberType)
		return builtinCall(program.PlaceAt, PlaceType, e.Span(), x, y)
	}
	if n > len(f.Takes) && !f.Variadic || n < len(f.Takes)-f.Optional {
		names := make([]string, len(f.Takes))
		for i, p := range f.Takes {
			names[i] = p.Name
		}
		if f.Variadic {
			names = append(names, "..")
		}
		r.argumentCount(e.Name, n, len(f.Takes), strings.Join(names, ", "))
		return r.broken(e.Span())
	}
	if r.labelLast(e, f) {
		return r.broken(e.Span())
	}
	args := make([]*program.Expr, n)
	for i, arg := range e.Args {
		args[i] = r.argument(f.Takes[min(i, len(f.Takes)-1)].Takes, arg, want)
	}
	if slices.ContainsFunc(args, func(x *program.Expr) bool { return x.Type.Kind == program.Unknown }) {
		return r.broken(e.Span())
	}
	if build := special[f.Name]; build != nil {
		return build(r, e, args)
	}
	if f.Reads == program.ReadsPast {
		return r.lookBack(e, f.Op, args)
	}
	x := builtinCall(f.Op, r.given(f.Gives, args), e.Span(), args...)
	switch f.Op {
	case program.Min, program.Max, program.Position: // vet checks the numbers in calls of the others
		return Fold(x)
	}
	return x
}

// labelLast reports a call with the roll's label after the roller, and returns whether it is
// one.
func (r *formulaReader) labelLast(e *syntax.Call, f *program.Function) bool {
	if len(e.Args) != 2 || f.Takes[0].Takes != program.TakesLabel {
		return false
	}
	who, ok := e.Args[0].(*syntax.Name)
	label, also := e.Args[1].(*syntax.Name)
	if !ok || !also || r.IsLabel(who.Name) || !r.IsLabel(label.Name) {
		return false
	}
	d := r.List.Errorf(CodeUnknownLabel, who.Span(), "%s takes the roll first, then the creature that rolled", f.Name)
	d.WithHint("write %s(%s, %s)", f.Name, label.Name, who.Name).WithFix(who.Span(), label.Name).WithFix(label.Span(), who.Name)
	return true
}

// special has the functions whose call becomes something other than their operation with
// its arguments, or that aren't allowed everywhere.
var special = map[string]func(*formulaReader, *syntax.Call, []*program.Expr) *program.Expr{
	"has": hasNamed, "instances": instances, "event_is": eventIs, "can_do": onlyChosen, "terrain": terrain,
	"paid": spent(program.Paid), "committed": spent(program.Committed),
	"pile": cardsOf(program.PileOf), "discards": cardsOf(program.DiscardsOf),
}

// argument checks an argument against the Takes of its function. Where the function returns
// an element of a list or a list like it, want is the type expected of the call.
func (r *formulaReader) argument(takes program.Takes, e syntax.Expr, want program.Type) *program.Expr {
	switch takes {
	case program.TakesCreature:
		return r.value(e, r.Creature())
	case program.TakesAny:
		return r.expr(e, UnknownType)
	case program.TakesList:
		if want.Kind != program.Unknown && !IsCollection(want) {
			want = ListOf(want)
		}
		return r.list1(e, want)
	case program.TakesSpot:
		return spot(r, e)
	case program.TakesSpots:
		return spots(r, e)
	case program.TakesStep:
		return aStep(r, e)
	case program.TakesPool:
		return aPool(r, e)
	case program.TakesLabel:
		return aLabel(r, e)
	case program.TakesDeck:
		return aDeck(r, e)
	}
	return r.value(e, typeTaken(takes))
}

// typeTaken returns the type of arguments that have a single type; see argument for the others.
func typeTaken(takes program.Takes) program.Type {
	switch takes {
	case program.TakesMeasure:
		return NumberType
	case program.TakesInstance:
		return instanceT
	}
	return typeCalled(string(takes))
}

// typeCalled returns the type that the reference names by a word of the language, or by a list of them.
func typeCalled(word string) program.Type {
	if elements, is := strings.CutPrefix(word, "list of "); is {
		return ListOf(plainTypes[strings.TrimSuffix(elements, "s")])
	}
	return plainTypes[word]
}

// given returns the type that a function returns for these arguments.
func (c *Checker) given(g program.Gives, args []*program.Expr) program.Type {
	switch g {
	case program.GivesCreature:
		return c.Creature()
	case program.GivesCreatures:
		return ListOf(c.Creature())
	case program.GivesList:
		return args[0].Type
	case program.GivesElement:
		if t := args[len(args)-1].Type; IsCollection(t) {
			return *t.Elem
		}
		return UnknownType
	}
	return typeCalled(string(g))
}

// lookBack checks a call of a function that reads past events.
func (r *formulaReader) lookBack(e *syntax.Call, op program.Builtin, args []*program.Expr) *program.Expr {
	if r.env.LooksBack == nil {
		r.List.Errorf(CodeOnlyExpected, e.Name.Span, "%q can only be used in an expectation", e.Name.Name)
		return r.broken(e.Span())
	}
	*r.env.LooksBack = true
	label := ""
	if op == program.WasRolled || op == program.RollTotal {
		label, args = args[0].Label, args[1:]
	}
	t := NumberType
	if op == program.Said {
		t = program.Type{Kind: program.EventData, Event: r.Prog.Events[int(args[0].Num)-1]}
	}
	x := builtinCall(op, t, e.Span(), args...)
	x.Label = label
	return x
}

// onlyChosen rejects can_do outside of choose, which handles it itself.
func onlyChosen(r *formulaReader, e *syntax.Call, _ []*program.Expr) *program.Expr {
	r.List.Errorf(CodeOnlyChoose, e.Span(), "can_do can only be used in choose").
		WithHint("write choose act from %s; to test whether an action is possible, write can(x, action)", Short(e.Span()))
	return r.broken(e.Span())
}

// aLabel checks an argument that is the label of a roll.
func aLabel(r *formulaReader, e syntax.Expr) *program.Expr {
	name, ok := r.bareName(e, CodeUnknownLabel, "a roll")
	if !ok {
		return r.broken(e.Span())
	}
	r.CheckLabel(name)
	return &program.Expr{Op: program.OpConst, Type: TextType, Label: name.Name, Span: e.Span()}
}

// aDeck checks an argument that is the name of a deck.
func aDeck(r *formulaReader, e syntax.Expr) *program.Expr {
	name, ok := r.bareName(e, CodeUnknownDeck, "a deck")
	if !ok || r.DeckNamed(name) == nil {
		return r.broken(e.Span())
	}
	return &program.Expr{Op: program.OpConst, Type: TextType, Label: name.Name, Span: e.Span()}
}

// bareName returns an argument as a name that isn't a value.
func (c *Checker) bareName(e syntax.Expr, code diag.Code, of string) (name syntax.Ident, ok bool) {
	n, ok := e.(*syntax.Name)
	if !ok {
		c.List.Errorf(code, e.Span(), "the name of %s is needed", of)
		return name, false
	}
	return syntax.Ident{Name: n.Name, Span: n.Span()}, true
}

// cardsOf checks pile(d) and discards(d).
func cardsOf(op program.Builtin) func(*formulaReader, *syntax.Call, []*program.Expr) *program.Expr {
	return func(r *formulaReader, e *syntax.Call, args []*program.Expr) *program.Expr {
		d := r.Decks[args[0].Label]
		if !r.DecksRead {
			r.List.Errorf(CodeNotConstant, e.Span(), "%q changes during play, but a fixed value is needed", Short(e.Span()))
		}
		if !r.DecksRead || d.Of.Kind == program.Unknown {
			return r.broken(e.Span())
		}
		x := builtinCall(op, ListOf(d.Of), e.Span())
		x.Label = d.Name
		return x
	}
}

// DeckNamed returns the deck with a name; it reports an unknown name and returns nil.
func (c *Checker) DeckNamed(name syntax.Ident) *program.Deck {
	d := c.Decks[name.Name]
	if d != nil {
		c.Uses.Add(name.Span, d.Span, UnknownType)
		return d
	}
	e := c.List.Errorf(CodeUnknownDeck, name.Span, "unknown deck %q", name.Name)
	meant(e, name.Name, keys(c.Decks), "there are: %s")
	if len(c.Decks) == 0 {
		e.WithHint("declare decks in a section of their own: decks: {%s: {cards: ..}}", name.Name)
	}
	return nil
}

// CheckLabel reports a label that no roll has.
func (c *Checker) CheckLabel(name syntax.Ident) {
	if c.IsLabel(name.Name) {
		return
	}
	d := c.List.Errorf(CodeUnknownLabel, name.Span, "no program rolls %q", name.Name)
	meant(d, name.Name, keys(c.labels), "the rolls are: %s")
}

// spot checks an argument that is a thing or a place.
func spot(r *formulaReader, e syntax.Expr) *program.Expr {
	want := anyThing
	if _, list := e.(*syntax.List); list {
		want = PlaceType
	}
	x := r.expr(e, want)
	switch x.Type.Kind {
	case program.ThingType, program.Place, program.Unknown:
		return x
	case program.List:
		return r.fit(x, PlaceType)
	}
	return r.needs(x, "a thing or a place")
}

func spots(r *formulaReader, e syntax.Expr) *program.Expr {
	x := r.list1(e, UnknownType)
	if IsCollection(x.Type) {
		if k := x.Type.Elem.Kind; k != program.ThingType && k != program.Place && k != program.Unknown {
			return r.needs(x, "a list of things or places")
		}
	}
	return x
}

func aStep(r *formulaReader, e syntax.Expr) *program.Expr {
	x := r.anyStep(e)
	if x.Type.Kind != program.Step && x.Type.Kind != program.Unknown {
		return r.needs(x, "a step of a scale")
	}
	return x
}

// anyStep checks a value that must be a step of some scale. Only for a name that is also a die does it ask for a step: a
// value typed by its context, such as the last element of [], would be a step of no scale.
func (r *formulaReader) anyStep(e syntax.Expr) *program.Expr {
	if r.undecidedDie(e) {
		return r.expr(e, program.Type{Kind: program.Step})
	}
	return r.expr(e, UnknownType)
}

// aPool checks an argument that names a pool of creatures, or a member of a family of pools.
// The call keeps it in Field, and the member as its argument.
func aPool(r *formulaReader, e syntax.Expr) *program.Expr {
	name, member := e, syntax.Expr(nil)
	if i, ok := e.(*syntax.Index); ok {
		name, member = i.X, i.I
	}
	ident, ok := r.bareName(name, CodeUnknownPool, "a pool")
	if !ok {
		return r.broken(e.Span())
	}
	f := r.FindPool(r.Prog.Creature, ident.Name, ident.Span)
	if f == nil {
		return r.broken(e.Span())
	}
	x := &program.Expr{Op: program.OpConst, Type: NumberType, Field: f, Span: e.Span()}
	if m := r.poolMember(f, member, e.Span()); m != nil {
		x.Args = []*program.Expr{m}
	}
	return x
}

// FindPool returns the pool of a kind with a name; if there is none, it returns nil and reports that. A nil kind
// doesn't exist, which has been reported.
func (c *Checker) FindPool(k *program.Kind, name string, at diag.Span) *program.Field {
	if k == nil {
		return nil
	}
	f := FieldNamed(k.Fields, name)
	if f != nil && f.Pool != nil {
		c.Uses.Add(at, f.Span, f.Type)
		return f
	}
	d := c.List.Errorf(CodeUnknownPool, at, "%s has no pool %q", WithArticle(k.Name), name)
	if f != nil {
		d.WithHint("%q is a field of type %s; a number that changes is a pool: %s: pool", f.Name, f.Type, f.Name)
		return nil
	}
	pools := slices.DeleteFunc(slices.Clone(k.Fields), func(f *program.Field) bool { return f.Pool == nil })
	c.NearestHint(d, name, program.Names(pools), "its pools")
	return nil
}

// poolMember checks which member of a family of pools is meant.
func (r *formulaReader) poolMember(f *program.Field, member syntax.Expr, at diag.Span) *program.Expr {
	switch {
	case f.Family != nil && member == nil:
		r.List.Errorf(CodeUnknownPool, at, "%q is a family of pools, one for each %s: which one?", f.Name, f.Family).
			WithHint("write %s[..]", f.Name)
	case f.Family == nil && member != nil:
		r.List.Errorf(CodeUnknownPool, at, "%q is one pool, not a family", f.Name)
	case member != nil:
		return r.value(member, *f.Family)
	}
	return nil
}

func spent(op program.Builtin) func(*formulaReader, *syntax.Call, []*program.Expr) *program.Expr {
	return func(_ *formulaReader, e *syntax.Call, args []*program.Expr) *program.Expr {
		x := builtinCall(op, NumberType, e.Span(), append(args[:1:1], args[1].Args...)...)
		x.Field = args[1].Field
		return x
	}
}

// hasNamed checks has(x, c).
func hasNamed(r *formulaReader, e *syntax.Call, args []*program.Expr) *program.Expr {
	if c := args[1]; c.Op == program.OpConst && c.Num > 0 {
		return &program.Expr{
			Op: program.OpHas, Type: BoolType, Condition: r.Prog.Conditions[int(c.Num)-1], Span: e.Span(), Args: args[:1],
		}
	}
	return &program.Expr{Op: program.OpHasNamed, Type: BoolType, Span: e.Span(), Args: args}
}

// instances checks instances(c, x).
func instances(r *formulaReader, e *syntax.Call, args []*program.Expr) *program.Expr {
	c := args[0]
	if c.Op != program.OpConst || c.Num == 0 {
		r.List.Errorf(CodeTypeMismatch, c.Span, "%q can be any condition, but the name of one is needed here", Short(c.Span))
		return r.broken(e.Span())
	}
	condition := r.Prog.Conditions[int(c.Num)-1]
	if r.Derived[condition] {
		r.List.Errorf(CodeUnknownField, c.Span, "%q has no instances: it holds while its formula is true", condition.Name)
		return r.broken(e.Span())
	}
	r.listed = append(r.listed, listed{condition, c.Span})
	return &program.Expr{
		Op: program.OpInstances, Type: ListOf(InstanceOf(condition)), Condition: condition, Span: e.Span(), Args: args[1:],
	}
}

// eventIs checks event_is(e).
func eventIs(r *formulaReader, e *syntax.Call, args []*program.Expr) *program.Expr {
	if r.event(e.Name.Span).Type.Kind == program.Unknown {
		return r.broken(e.Span())
	}
	return builtinCall(program.EventIs, BoolType, e.Span(), args...)
}

func terrain(r *formulaReader, e *syntax.Call, args []*program.Expr) *program.Expr {
	if r.Prog.Terrain == nil {
		r.List.Errorf(CodeUnknownName, e.Name.Span, "this ruleset has no kind %q, so places have no terrain", e.Name.Name)
		return r.broken(e.Span())
	}
	return builtinCall(program.Terrain, DefinitionOf(r.Prog.Terrain), e.Span(), args...)
}
