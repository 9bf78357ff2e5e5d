package types

import (
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
	"github.com/rulec/rulec/lang/syntax"
)

// maybe checks an optional value.
func (r *programReader) maybe(e syntax.Expr, want program.Type) *program.Expr {
	if e == nil {
		return nil
	}
	return r.value(e, want)
}

// needSelf reports a statement that doesn't say who, where there is no self.
func (r *programReader) needSelf(given bool, at diag.Span, what, hint string) {
	if !given && r.find("self") == nil {
		r.List.Errorf(CodeNoSelf, at, "there is no self here%s: %s", in(r.env.Where), what).WithHint("%s", hint)
	}
}

// slotOrOwn finds where a roll or a choice is stored: in a running field, in an
// existing local, or in a new one.
func (r *programReader) slotOrOwn(name syntax.Ident, t program.Type) (slot int, own *program.Field, l *local) {
	if f := FieldNamed(r.env.Own, name.Name); f != nil && r.find(name.Name) == nil {
		switch {
		case r.env.isParam(f):
			r.List.Errorf(CodeNameTaken, name.Span, "%q is a parameter of this action", name.Name).WithHint("use another name")
		case !agrees(t, f.Type) || converted(t, f.Type):
			r.List.Errorf(CodeTypeMismatch, name.Span, "%q is %s, but the running field is %s", name.Name, InWords(t), InWords(f.Type))
		}
		r.readsAct = true
		r.Uses.Add(name.Span, f.Span, f.Type)
		return -1, f, nil
	}
	if l := r.find(name.Name); l != nil && !l.fixed && l.Type.Equal(t) {
		r.useLocal(name.Span, l)
		return l.slot, nil, l
	}
	l = r.declare(name, t)
	return l.slot, nil, l
}

func (r *programReader) roll(s *syntax.Roll) program.Stmt {
	out := &program.Roll{At: at(s), Label: s.Name.Name}
	out.Dice = r.value(s.Dice, DiceType)
	r.needSelf(s.By != nil, s.Span(), "who rolls?", "write roll "+s.Name.Name+" by ..; for dice of no creature, write by scene")
	out.By = r.roller(s.By)
	r.label(s, out)
	if s.Against != nil {
		out.Test = r.testOf(s.Against, out.Label, out.At)
	}
	var l *local
	if out.Slot, out.Own, l = r.slotOrOwn(s.Name.Ident, NumberType); l == nil {
		r.testsNoField(s)
		return out
	}
	r.rolledAlike(l, s, out.Test)
	l.rolled, l.label = true, out.Label
	if out.Test != nil {
		r.tests(l, out.Test)
	}
	return out
}

// testsNoField rejects storing the outcome of a test in a field, which holds one number.
func (r *programReader) testsNoField(s *syntax.Roll) {
	if s.Against != nil {
		r.List.Errorf(CodeFixedTarget, s.Name.Span, "%q is a running field: it keeps the total of a roll, but not its outcome against a number", s.Name.Name).
			WithHint("roll %s = .., then let result = %s against ..", s.Name.Name, s.Name.Name)
	}
}

// rolledAlike rejects a second roll with the same name but a different check.
func (r *programReader) rolledAlike(l *local, s *syntax.Roll, t *program.Test) {
	switch {
	case l.tested == nil && (t == nil || !l.rolled), l.tested != nil && t != nil && l.tested.check == t.Check:
		return
	case t == nil:
		r.List.Errorf(CodeNameTaken, s.Name.Span, "%q is already a roll against a number", s.Name.Name).WithNote(l.at, "it is rolled here")
	default:
		r.List.Errorf(CodeNameTaken, s.Name.Span, "%q is already a roll with another check, or with none", s.Name.Name).WithNote(l.at, "it is rolled here")
		l.tested = nil
	}
}

// roller checks a thing, a side, or the scene, which is none; nil means not given.
func (r *programReader) roller(e syntax.Expr) *program.Expr {
	if e == nil {
		return nil
	}
	if n, bare := e.(*syntax.Name); bare && n.Name == "scene" && r.find(n.Name) == nil && len(r.meanings(n.Name, n.Span())) == 0 {
		return &program.Expr{Op: program.OpConst, Type: NoType, Span: e.Span()}
	}
	x := r.expr(e, anyThing)
	switch x.Type.Kind {
	case program.ThingType, program.Side, program.Nothing, program.Unknown:
		return x
	}
	return r.needs(x, "a creature, a thing or a side")
}

// label checks `as L`: a literal name or text, or a parameter of type text.
func (r *programReader) label(s *syntax.Roll, out *program.Roll) {
	switch as := s.As.(type) {
	case nil:
		r.labels[out.Label] = true
		return
	case *syntax.Text:
		out.Label = as.Value
	case *syntax.Name:
		if l := r.find(as.Name); l != nil {
			if out.Label = ""; l.Type.Kind != program.Text {
				r.List.Errorf(CodeTypeMismatch, as.Span(), "%q is %s, but a label is needed", as.Name, InWords(l.Type)).
					WithHint("a label is an unused name, a text in quotes or a parameter of type text")
			}
			out.LabelFrom = r.near(as.Name, as.Span())
			return
		}
		out.Label = as.Name
	default:
		out.Label = ""
		out.LabelFrom = r.value(s.As, TextType)
		return
	}
	r.labels[out.Label] = true
}

func (r *programReader) draw(s *syntax.Draw) program.Stmt {
	out := &program.Draw{At: at(s), Deck: r.DeckNamed(s.From)}
	r.needSelf(s.By != nil, s.Span(), "who draws?", "write draw "+s.Name.Name+" from "+s.From.Name+" by ..; for a card that no creature draws, write by scene")
	out.By = r.roller(s.By)
	of := UnknownType
	if out.Deck != nil {
		of = out.Deck.Of
	}
	out.Slot, out.Own, _ = r.slotOrOwn(s.Name.Ident, of)
	return out
}

func (r *programReader) discard(s *syntax.Discard) program.Stmt {
	out := &program.Discard{At: at(s), Deck: r.DeckNamed(s.To)}
	of := UnknownType
	if out.Deck != nil {
		of = out.Deck.Of
	}
	out.What = r.value(s.What, of)
	return out
}

func (r *programReader) choose(s *syntax.Choose) program.Stmt {
	out := &program.Choose{At: at(s), Name: s.Name.Name, Some: s.Some, ByChance: s.ByChance, Each: -1}
	elem := r.candidates(s, out)
	forAct := r.onlyAsks(s, out)
	if s.Where != nil {
		out.Each, out.Where = r.about(elem, s.Where, program.TakesBool)
	}
	r.needSelf(s.By != nil || s.ByChance, s.Span(), "who chooses?", "write choose .. by ..")
	out.By = r.maybe(s.By, r.Creature())
	t := elem
	if s.Some {
		t = ListOf(elem)
	}
	out.Default = r.fallback(s, t)
	if !forAct {
		r.Asked[s.Name.Name] = append(r.Asked[s.Name.Name], Question{elem, s.Some})
	}
	if s.ByChance {
		r.labels[s.Name.Name] = true
	}
	out.Slot, out.Own, _ = r.slotOrOwn(s.Name.Ident, t)
	return out
}

// onlyAsks reports whether an action is asked for, which is answered like an event, and
// rejects clauses without meaning there: the options are known, and no answer means pass.
func (r *programReader) onlyAsks(s *syntax.Choose, out *program.Choose) bool {
	if out.From.Op != program.OpBuiltin || out.From.Builtin != program.CanDo {
		return false
	}
	reject := func(given bool, word string) {
		if given {
			r.List.Errorf(CodeCandidates, s.Span(), "choose from can_do asks for one possible action, so %q means nothing here", word).
				WithHint("write choose act from can_do(self), with by for the creature that answers")
		}
	}
	reject(s.Some, "some")
	reject(s.Where != nil, "where")
	reject(s.Default != nil, "default")
	reject(s.ByChance, "by chance")
	return true
}

// fallback checks the default of a choice. For several, none is the empty list.
func (r *programReader) fallback(s *syntax.Choose, t program.Type) *program.Expr {
	defer r.calls.onlySo("only if a creature is asked")()
	if n, bare := s.Default.(*syntax.Name); bare && s.Some && n.Name == "none" {
		return &program.Expr{Op: program.OpList, Type: t, Span: n.Span()}
	}
	return r.maybe(s.Default, t)
}

// candidates checks the candidates of a choice and returns the type of one.
func (r *programReader) candidates(s *syntax.Choose, out *program.Choose) program.Type {
	if s.To != nil {
		out.From, out.To = r.value(s.From, NumberType), r.value(s.To, NumberType)
		return NumberType
	}
	if call, ok := s.From.(*syntax.Call); ok && functions[call.Name.Name] != nil && functions[call.Name.Name].Op == program.CanDo {
		out.From = r.canDo(call)
		return actType
	}
	out.From = r.list1(s.From, UnknownType)
	if !IsCollection(out.From.Type) {
		return UnknownType
	}
	return *out.From.Type.Elem
}

// canDo checks can_do(x) or can_do(x, EVENT), which only choose may use.
func (r *programReader) canDo(e *syntax.Call) *program.Expr {
	if len(e.Args) != 1 && len(e.Args) != 2 {
		r.argumentCount(e.Name, len(e.Args), 1, "x")
		return r.broken(e.Span())
	}
	args := []*program.Expr{r.value(e.Args[0], r.Creature())}
	if len(e.Args) == 2 {
		args = append(args, r.value(e.Args[1], EventNameType))
	}
	return builtinCall(program.CanDo, ListOf(actType), e.Span(), args...)
}

func (r *programReader) announce(s *syntax.Announce) program.Stmt {
	event := declared(r.Checker, r.Events, s.Event, CodeUnknownEvent, "event", EventNameType)
	out := &program.Announce{At: at(s), Event: event, UntilAllPass: s.UntilAllPass}
	of := r.Creature()
	switch {
	case event == nil:
	case event.Automatic && event.Name != TurnEvent:
		r.List.Errorf(CodeFixedTarget, s.Event.Span, "%q is announced automatically", event.Name)
	case event.Of != nil:
		of = ThingOf(event.Of)
	}
	out.Of = r.maybe(s.Of, of)
	if event != nil {
		out.With = r.with(s.With, event.Fields, "the event "+quoted(event.Name))
	} else {
		r.withAnything(s.With)
	}
	if s.For != nil {
		out.For = r.expr(s.For, ListOf(r.Creature()))
		if k := out.For.Type.Kind; k != program.ThingType && k != program.Unknown {
			out.For = r.fit(out.For, ListOf(r.Creature()))
		}
	}
	return out
}

// with checks a list of name = value against the fields that can be given.
func (r *programReader) with(args []syntax.Arg, fields []*program.Field, owner string) []program.With {
	var list []program.With
	for _, arg := range args {
		same := fieldsNamed(fields, arg.Name.Name)
		if len(same) == 0 {
			r.UnknownArgument(arg.Name, fields, owner)
			r.expr(arg.Value, UnknownType)
			continue
		}
		if arg.Name.Span != arg.Value.Span() { // else the value's position decides what it is for
			r.Uses.Add(arg.Name.Span, same[0].Span, same[0].Type)
		}
		for _, w := range list {
			if w.Field.Name == arg.Name.Name {
				r.List.Errorf(CodeDuplicateName, arg.Name.Span, "%q is given twice", arg.Name.Name)
			}
		}
		list = append(list, r.give(same, arg.Value))
	}
	return list
}

// give assigns a value to a field; if several have its name, to that of its type.
func (r *programReader) give(same []*program.Field, e syntax.Expr) program.With {
	if len(same) == 1 {
		return program.With{Field: same[0], Value: r.value(e, same[0].Type)}
	}
	x := r.expr(e, UnknownType)
	for _, f := range same {
		if agrees(x.Type, f.Type) {
			return program.With{Field: f, Value: r.fit(x, f.Type)}
		}
	}
	return program.With{Field: same[0], Value: r.fit(x, same[0].Type)}
}

// lasting is with for fields that outlast an action: they can't hold an act.
func (r *programReader) lasting(args []syntax.Arg, fields []*program.Field, owner string) []program.With {
	list := r.with(args, fields, owner)
	for _, w := range list {
		if w.Value.Type.Kind == program.Act && w.Value.Op != program.OpConst {
			r.List.Errorf(CodeStoredAct, w.Value.Span, "an action in progress can't be kept in %s, which lasts longer", owner).
				WithHint("to perform it later, use a field of type plan; to keep only which action it is, one of type action: %s.action", Short(w.Value.Span))
		}
	}
	return list
}

func (r *programReader) withAnything(args []syntax.Arg) {
	for _, arg := range args {
		r.expr(arg.Value, UnknownType)
	}
}

// UnknownArgument reports a name that isn't a field of owner.
func (c *Checker) UnknownArgument(name syntax.Ident, fields []*program.Field, owner string) {
	d := c.List.Errorf(CodeUnknownArgument, name.Span, "%s has no %q", owner, name.Name)
	meant(d, name.Name, program.Names(fields), "it has %s")
}

func (r *programReader) pay(s *syntax.Pay) []program.Stmt {
	kind := r.Prog.Creature
	from := r.maybe(s.From, anyThing)
	if from != nil {
		if kind = from.Type.Of; kind == nil && from.Type.Kind != program.Unknown {
			r.List.Errorf(CodeUnknownPool, from.Span, "%q can be any thing, so its pools are unknown", Short(from.Span)).
				WithHint("only a thing of a known kind can pay, such as a creature")
		}
	} else if self := r.find("self"); self != nil && self.Type.Kind == program.ThingType {
		kind = self.Type.Of
	}
	r.needSelf(s.From != nil, s.Span(), "who pays?", "write pay .. from ..")
	var list []program.Stmt
	for _, item := range s.Items {
		out := &program.Pay{At: at(s), From: from}
		if out.Pool = r.FindPool(kind, item.Pool.Name, item.Pool.Span); out.Pool != nil {
			out.Member = r.poolMember(out.Pool, item.Member, item.Pool.Span)
		}
		if item.Amount != nil {
			out.Amount = r.value(item.Amount, NumberType)
		} else if out.Pool != nil {
			out.Amount = r.setAside(out, item.Pool.Span)
		}
		list = append(list, out)
	}
	r.program.Pays = true
	return list
}

// setAside returns how much of a pool the action of whoever pays holds.
func (r *programReader) setAside(p *program.Pay, at diag.Span) *program.Expr {
	if !r.env.Acts {
		r.List.Errorf(CodeTypeMismatch, at, "no action holds anything here, so write how much is paid").WithHint("pay %s 1", at.Text())
		return r.broken(at)
	}
	who := p.From
	if self := r.find("self"); who == nil && self != nil {
		who = &program.Expr{Op: program.OpLocal, Type: self.Type, Index: self.slot, Span: at}
	}
	if who == nil {
		return r.broken(at)
	}
	if who.Type.Of != r.Prog.Creature && who.Type.Kind != program.Unknown {
		r.List.Errorf(CodeTypeMismatch, at, "only an action sets something aside, so write how much %q pays", Short(who.Span))
	}
	act := builtinCall(program.Mine, actType, at, who)
	of := func(b program.Builtin) *program.Expr {
		x := builtinCall(b, NumberType, at, act)
		if p.Member != nil {
			x.Args = append(x.Args, p.Member)
		}
		x.Field = p.Pool
		return x
	}
	held := &program.Expr{Op: program.OpSub, Type: NumberType, Span: at, Args: []*program.Expr{of(program.Committed), of(program.Paid)}}
	given := &program.Expr{Op: program.OpBuiltin, Builtin: program.Given, Type: BoolType, Span: at, Args: []*program.Expr{act}}
	return &program.Expr{Op: program.OpIf, Type: NumberType, Span: at, Args: []*program.Expr{given, held, {Op: program.OpConst, Type: NumberType, Span: at}}}
}

func (r *programReader) move(s *syntax.Move) program.Stmt {
	r.NeedSpace(`"move"`, s.Span())
	out := &program.Move{At: at(s)}
	for _, step := range s.Steps {
		out.What = append(out.What, r.value(step.What, anyThing))
		to := r.expr(step.To, PlaceType)
		if to.Type.Kind == program.ThingType {
			to = builtinCall(program.PlaceOf, PlaceType, to.Span, to)
		}
		out.To = append(out.To, r.fit(to, PlaceType))
	}
	return out
}

func (r *programReader) schedule(s *syntax.Schedule) program.Stmt {
	out := &program.Schedule{At: at(s), Of: r.maybe(s.Of, r.Creature()), Entry: r.entry(s.Entry)}
	most := 1
	if r.Prog.Time != nil {
		most = max(1, len(r.Prog.Time.Keys))
	}
	for i, e := range s.At {
		if i == most {
			r.List.Errorf(CodeArgumentCount, e.Span(), "the clock has %s", Counted(most, "key number")).
				WithHint("declare them under time: key")
		}
		out.Keys = append(out.Keys, r.value(e, NumberType))
	}
	if s.AfterEntry != nil {
		out.AfterEntry = r.entry(*s.AfterEntry)
		r.needSelf(s.AfterOf != nil, s.Span(), "after whose entry?", "write after "+s.AfterEntry.Name+" of ..")
	}
	out.AfterOf = r.maybe(s.AfterOf, r.Creature())
	if out.Entry != nil {
		out.With = r.lasting(s.With, out.Entry.Fields, "the entry "+quoted(out.Entry.Name))
	} else {
		r.withAnything(s.With)
	}
	out.For = r.maybe(s.For, instanceT)
	return out
}

func (r *programReader) entry(name syntax.Ident) *program.Entry {
	return declared(r.Checker, r.Agenda, name, CodeUnknownEntry, "entry", entryNameT)
}

func (r *programReader) endEntry(s *syntax.EndEntry) program.Stmt {
	of := r.value(s.Of, r.Creature())
	if s.Entry.Name == "actions" && r.Agenda[s.Entry.Name] == nil {
		return &program.EndActions{At: at(s), Of: of}
	}
	return &program.EndEntry{At: at(s), Entry: r.entry(s.Entry), Of: of}
}
