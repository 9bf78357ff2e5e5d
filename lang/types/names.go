package types

import (
	"fmt"
	"slices"
	"strings"

	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/foreign"
	"github.com/rulec/rulec/lang/program"
	"github.com/rulec/rulec/lang/syntax"
)

// A bare name is looked up in the frame first, then among the parameters and
// running fields of the current act, then among the words of the language; these
// hide everything else. After that come declarations, the names of an encounter
// and the values that the language gives without a call. Among these, one name may
// have several meanings: the expected type decides, then a thing of the encounter wins.

// meaning is one thing that a name may mean.
type meaning struct {
	*program.Expr
	// decl is where it is declared; zero means nowhere.
	decl diag.Span
	// before and after surround the name to make it unambiguous.
	before, name, after string
}

// paramsSection goes before the name of a param to make it unambiguous.
const paramsSection = "params."

// full returns the unambiguous form of the name.
func (m meaning) full() string { return m.before + m.name + m.after }

func (sc *scope) name(n *syntax.Name, want program.Type) *program.Expr {
	if x := sc.near(n.Name, n.Span()); x != nil {
		return x
	}
	return sc.pick(n, sc.meanings(n.Name, n.Span()), want)
}

// near returns names that hide all declarations: locals, fields of the current act,
// and words. It returns nil when there is none.
func (sc *scope) near(name string, at diag.Span) *program.Expr {
	if l := sc.find(name); l != nil {
		sc.useLocal(at, l)
		if l.several != nil {
			return sc.notOne(l, at)
		}
		return &program.Expr{Op: program.OpLocal, Type: l.Type, Index: l.slot, Span: at}
	}
	if f := FieldNamed(sc.env.Own, name); f != nil {
		sc.readsAct = true
		sc.Uses.Add(at, f.Span, f.Type)
		return ownField(f, at)
	}
	if f := FieldNamed(sc.env.Mine, name); f != nil {
		if self := sc.find("self"); self != nil {
			sc.Uses.Add(at, f.Span, f.Type)
			return sc.mine(f, self, at)
		}
	}
	if FieldNamed(sc.env.Hidden, name) != nil {
		sc.List.Errorf(CodeHiddenField, at, "%q has no value yet%s: the program sets it while it runs", name, in(sc.env.Where))
		return sc.broken(at)
	}
	switch name {
	case "none":
		return &program.Expr{Op: program.OpConst, Type: NoType, Span: at}
	case "now":
		return builtinCall(program.Now, NumberType, at)
	case "event":
		return sc.event(at)
	case "was":
		sc.List.Errorf(CodeBareWord, at, `"was" needs a field: was.hp`)
		return sc.broken(at)
	case "self", "it":
		sc.List.Errorf(CodeBareWord, at, "there is no %q%s", name, in(sc.env.Where)).WithHint("%s", sc.inScope())
		return sc.broken(at)
	}
	return nil
}

func ownField(f *program.Field, at diag.Span) *program.Expr {
	x := &program.Expr{Op: program.OpOwn, Type: f.Type, Field: f, Span: at}
	if f.Family != nil {
		x.Type = ListOf(f.Type)
	}
	return x
}

// mine returns a field of the innermost act of somebody.
func (sc *scope) mine(f *program.Field, self *local, at diag.Span) *program.Expr {
	act := builtinCall(program.Mine, actType, at, &program.Expr{Op: program.OpLocal, Type: self.Type, Index: self.slot, Span: at})
	x := &program.Expr{Op: program.OpField, Type: f.Type, Field: f, Span: at, Args: []*program.Expr{act}}
	if f.Family != nil {
		x.Op, x.Type = program.OpFamilyOf, ListOf(f.Type)
	}
	return x
}

// FieldNamed returns the field with a name; nil if there is none.
func FieldNamed(fields []*program.Field, name string) *program.Field {
	for _, f := range fields {
		if f.Name == name {
			return f
		}
	}
	return nil
}

func (sc *scope) event(at diag.Span) *program.Expr {
	if sc.env.EventLost {
		return sc.broken(at)
	}
	if len(sc.env.Events) == 0 {
		sc.List.Errorf(CodeNoEvent, at, "there is no %q%s", "event", in(sc.env.Where)).
			WithHint("event is what a rule waits for, or what an action answers")
		return sc.broken(at)
	}
	sc.readsEvent = true
	t := program.Type{Kind: program.EventData}
	if len(sc.env.Events) == 1 {
		t.Event = sc.env.Events[0]
	}
	return &program.Expr{Op: program.OpEvent, Type: t, Span: at}
}

// meanings lists every meaning of a name except those that hide the others.
func (sc *scope) meanings(name string, at diag.Span) []meaning {
	var list []meaning
	add := func(section string, decl diag.Span, x *program.Expr) {
		list = append(list, meaning{x, decl, section, name, ""})
	}
	addCall := func(decl diag.Span, x *program.Expr) { list = append(list, meaning{x, decl, "", name, "()"}) }
	if p := sc.Params[name]; p != nil {
		add(paramsSection, p.Span, paramValue(p, at))
	}
	for _, s := range sc.steps[name] {
		add(s.scale.Name+".", s.Span, reference(StepOf(s.scale), s.Index, at))
	}
	for _, d := range sc.Defs[name] {
		add(d.Kind.Plural+".", d.Span, reference(DefinitionOf(d.Kind), d.Index, at))
	}
	if k := sc.Plurals[name]; k != nil {
		add("kinds.", k.Span, allOf(k, at))
	}
	if sc.Prog.Fight != nil && name == sc.Prog.Fight.Name {
		add("kinds.", sc.Prog.Fight.Span, theFight(sc.Prog.Fight, at))
	}
	if s := sc.Scales[name]; s != nil {
		add("scales.", s.Span, allSteps(s, at))
	}
	if c := sc.Conditions[name]; c != nil {
		add("conditions.", c.Span, reference(ConditionType, c.Index, at))
	}
	if e := sc.Events[name]; e != nil {
		add("events.", e.Span, reference(EventNameType, e.Index, at))
	}
	if e := sc.Agenda[name]; e != nil {
		add("entries.", e.Span, reference(entryNameT, e.Index, at))
	}
	for _, p := range sc.choices[name] {
		t := program.Type{Kind: program.Choice, Param: p}
		add(p.Name+".", diag.Span{}, reference(t, slices.Index(p.Choices, name), at))
	}
	if q := sc.Quantities[name]; q != nil && Needed(q.Of) == 0 {
		addCall(q.Span, &program.Expr{Op: program.OpQuantity, Type: sc.Gives(q, at), Quantity: q, Span: at, Args: sc.byDefaults(q.Of)})
	}
	if f := functions[name]; f != nil && f.Bare {
		addCall(diag.Span{}, builtinCall(f.Op, sc.given(f.Gives, nil), at))
	}
	if sc.Prog.Time != nil {
		if i := slices.Index(sc.Prog.Time.Keys, name); i >= 0 {
			add("time.", diag.Span{}, builtinCall(program.KeyNumber, NumberType, at, number(float64(i), at)))
		}
	}
	list = append(list, sc.named(name, at)...)
	if sides, ok := syntax.SingleDie(name); ok {
		list = append(list, meaning{oneDie(sides, at), diag.Span{}, "1", name, ""})
	}
	return list
}

func oneDie(sides int, at diag.Span) *program.Expr {
	return &program.Expr{Op: program.OpDice, Type: DiceType, Count: 1, Sides: sides, Span: at}
}

func paramValue(p *program.Param, at diag.Span) *program.Expr {
	if p.Dice != nil {
		dice := *p.Dice
		dice.Span = at
		return &dice
	}
	return &program.Expr{Op: program.OpConst, Type: p.Type, Num: p.Value, Span: at}
}

// theFight returns the one thing of the kind that represents the fight as a whole.
func theFight(k *program.Kind, at diag.Span) *program.Expr {
	return builtinCall(program.First, ThingOf(k), at, allOf(k, at))
}

// allOf returns the list of all things or definitions of a kind.
func allOf(k *program.Kind, at diag.Span) *program.Expr {
	if k.Stateful {
		return builtinCall(program.ThingsOf, ListOf(ThingOf(k)), at)
	}
	x := &program.Expr{Op: program.OpList, Type: ListOf(DefinitionOf(k)), Span: at}
	for _, d := range k.Defs {
		x.Args = append(x.Args, reference(DefinitionOf(k), d.Index, at))
	}
	return x
}

func allSteps(s *program.Scale, at diag.Span) *program.Expr {
	x := &program.Expr{Op: program.OpList, Type: ListOf(StepOf(s)), Span: at}
	for _, st := range s.Steps {
		x.Args = append(x.Args, reference(StepOf(s), st.Index, at))
	}
	return x
}

// named lists what the encounter names: things (first those that the speaker
// carries), sides and zones.
func (sc *scope) named(name string, at diag.Span) []meaning {
	e := sc.env.Encounter
	if e == nil {
		return nil
	}
	var list []meaning
	if t := sc.thing(name); t != nil {
		list = append(list, meaning{thing(t, at), t.Span, "", t.Name, ""})
	}
	if i := slices.Index(e.Sides, name); i >= 0 {
		list = append(list, meaning{reference(SideType, i, at), diag.Span{}, "side ", name, ""})
	}
	if e.Map != nil {
		for i, z := range e.Map.Zones {
			if z.Name == name {
				list = append(list, meaning{reference(PlaceType, i, at), diag.Span{}, "zone ", name, ""})
			}
		}
	}
	return list
}

// thing returns a thing of the encounter by its name, or by the last part of the name
// if that is unique.
func (sc *scope) thing(name string) *program.Thing {
	var inner []*program.Thing
	for _, t := range sc.env.Encounter.Things {
		if t.Name == name {
			return t
		}
		owner, last, carried := strings.Cut(t.Name, ".")
		if carried && last == name {
			if sc.env.Who != nil && owner == sc.env.Who.Name {
				return t
			}
			inner = append(inner, t)
		}
	}
	if len(inner) == 1 {
		return inner[0]
	}
	return nil
}

func thing(t *program.Thing, at diag.Span) *program.Expr {
	return &program.Expr{Op: program.OpThing, Type: ThingOf(t.Kind), Index: t.Index, Span: at}
}

// pick chooses the meaning that fits the expected type.
func (sc *scope) pick(n *syntax.Name, list []meaning, want program.Type) *program.Expr {
	if len(list) == 0 {
		sc.unknownName(n.Name, n.Span(), want)
		return sc.broken(n.Span())
	}
	if left := fitting(list, want); len(left) > 0 {
		list = left
	} else if want.Kind == program.Number && len(list) > 1 && list[len(list)-1].Op == program.OpDice {
		return sc.ambiguous(n.Name, n.Span(), list) // a sum of dice, or of a step and a number
	}
	if things := ofEncounter(list); len(things) > 0 {
		list = things
	}
	if len(list) == 1 || want.Kind != program.Unknown && !agrees(list[0].Type, want) && !made(want, list[0].Type) {
		return sc.use(n.Span(), list[0])
	}
	return sc.ambiguous(n.Name, n.Span(), list)
}

// ofEncounter returns the meanings that are things: a thing named ogre precedes
// the definition that it was made from.
func ofEncounter(list []meaning) []meaning {
	var things []meaning
	for _, m := range list {
		if m.Op == program.OpThing {
			things = append(things, m)
		}
	}
	return things
}

// fitting returns the meanings of the expected type; if there is none, definitions
// from which an expected thing may be made.
func fitting(list []meaning, want program.Type) []meaning {
	if want.Kind == program.Unknown {
		return nil
	}
	var exact, from []meaning
	for _, m := range list {
		switch {
		case agrees(m.Type, want):
			exact = append(exact, m)
		case made(want, m.Type), made(m.Type, want):
			from = append(from, m)
		}
	}
	if len(exact) > 0 {
		return exact
	}
	return from
}

func (sc *scope) ambiguous(name string, at diag.Span, list []meaning) *program.Expr {
	sorts, full := make([]string, len(list)), make([]string, len(list))
	for i, m := range list {
		sorts[i], full[i] = InWords(m.Type), m.full()
	}
	sc.List.Errorf(CodeAmbiguousName, at, "%q could be %s here", name, diag.JoinOr(sorts)).
		WithHint("write %s", diag.JoinOr(full))
	return sc.broken(at)
}

// undecided reports whether the meaning of e depends on the expected type.
func (sc *scope) undecided(e syntax.Expr) bool {
	switch e := e.(type) {
	case *syntax.Name:
		if sc.find(e.Name) != nil || sc.env.ofAct(e.Name) != nil {
			return false
		}
		return e.Name == "none" || len(sc.meanings(e.Name, e.Span())) > 1
	case *syntax.Binary:
		return (e.Op == "+" || e.Op == "-") && (sc.undecidedDie(e.X) || sc.undecidedDie(e.Y))
	case *syntax.List:
		return len(e.Items) == 0 || slices.ContainsFunc(e.Items, sc.undecided)
	}
	return false
}

// undecidedDie is undecided for a part of a sum: a step of a scale may have the name of a die.
func (sc *scope) undecidedDie(e syntax.Expr) bool {
	if n, is := e.(*syntax.Name); is {
		_, die := syntax.SingleDie(n.Name)
		return die && sc.undecided(e)
	}
	_, sum := e.(*syntax.Binary)
	return sum && sc.undecided(e)
}

func (sc *scope) unknownName(name string, at diag.Span, want program.Type) {
	if sc.nameLost {
		return // it may be the missing one
	}
	d := sc.List.Errorf(CodeUnknownName, at, "unknown name %q%s", name, in(sc.env.Where))
	var hints []string
	switch forms := syntax.OtherDice(name); {
	case len(forms) > 0:
		hints = append(hints, syntax.Saying(forms))
		for _, f := range forms {
			d.WithGuess(at, f.Value())
		}
	case foreign.Name(name) != "":
		hints = append(hints, foreign.Name(name))
	case foreign.Number(name) != "":
		hints = append(hints, "write "+foreign.Number(name))
	case sc.env.Channels && sc.Contributed[name]:
		hints = append(hints, fmt.Sprintf("contributions are taken as sum(%s), or by highest, lowest, any, count or last", name))
	case sc.callableName(name):
		hints = append(hints, fmt.Sprintf("call %q with values in brackets: %s(..)", name, name))
	case sc.fieldOfSelf(name) != "":
		hints = append(hints, "write "+sc.fieldOfSelf(name))
	case d.MeanOneOf(name, sc.readable()):
		hints = append(hints, d.Hint)
	}
	d.Candidates = sc.fittingFirst(sc.readable(), want)
	d.Hint = strings.ReplaceAll(strings.Join(append(hints, sc.inScope()), "; "), "?; ", "? ")
}

// fittingFirst returns names, those that have a type before the others. What quantities give isn't asked: it may depend on the text that is
// being read.
func (sc *scope) fittingFirst(names []string, want program.Type) []string {
	fits := map[string]bool{}
	for _, name := range names {
		switch l := sc.find(name); {
		case l != nil:
			fits[name] = want.Kind != program.Unknown && agrees(l.Type, want)
		case sc.Quantities[name] == nil:
			fits[name] = len(fitting(sc.meanings(name, diag.Span{}), want)) > 0
		}
	}
	left := slices.DeleteFunc(slices.Clone(names), func(name string) bool { return !fits[name] })
	return append(left, slices.DeleteFunc(names, func(name string) bool { return fits[name] })...)
}

func (sc *scope) callableName(name string) bool {
	return sc.Quantities[name] != nil || sc.Tables[name] != nil || sc.Procs[name] != nil || isFunction(name)
}

// fieldOfSelf returns how to read a field with a name of self, it or event.
func (sc *scope) fieldOfSelf(name string) string {
	for _, owner := range []string{"self", "it"} {
		if l := sc.find(owner); l != nil && slices.Contains(sc.membersOf(l.Type), name) {
			return owner + "." + name
		}
	}
	for _, e := range sc.env.Events {
		if FieldNamed(e.Fields, name) != nil {
			return "event." + name
		}
	}
	return ""
}

// givenNames lists the names with a value here: locals, and fields of the current act.
func (sc *scope) givenNames() []string {
	var names []string
	for _, l := range sc.locals {
		if l.Name != "" {
			names = append(names, l.Name)
		}
	}
	names = append(names, program.Names(sc.env.Own)...)
	for _, f := range sc.env.Mine {
		if sc.find("self") != nil && !slices.Contains(names, f.Name) {
			names = append(names, f.Name)
		}
	}
	return names
}

// readable lists all names that a text may read here: local ones first, then declarations.
func (sc *scope) readable() []string {
	names := []string{"none"}
	if len(sc.env.Events) > 0 {
		names = append(names, "event")
	}
	names = append(names, sc.givenNames()...)
	if sc.env.Encounter != nil {
		for _, t := range sc.env.Encounter.Things {
			names = append(names, t.Name)
		}
	}
	rest := sc.everyName()
	for name, f := range functions {
		if f.Each == program.OpConst {
			rest = append(rest, name)
		}
	}
	slices.Sort(rest)
	return append(names, slices.Compact(rest)...)
}

// inScope says in words what a text may read besides declarations.
func (sc *scope) inScope() string {
	names := sc.givenNames()
	if len(sc.env.Events) > 0 {
		names = append(names, "event")
	}
	if len(sc.each) > 0 && !slices.Contains(names, "each") {
		names = append(names, "each")
	}
	if len(names) == 0 {
		return "in scope here: what the ruleset declares"
	}
	return "in scope here: " + strings.Join(names, ", ") + ", and what the ruleset declares"
}

// section is a prefix for names, separated from them by a dot.
type section struct {
	// none says that it lacks a name, names are the names in it.
	none  string
	names []string
	// decl is where it is declared; zero means a section of the ruleset.
	decl diag.Span
}

// section returns a section, a scale, a kind's plural or an enumerated param; nil if it is none of these.
func (sc *scope) section(name string) *section {
	switch p := sc.Params[name]; {
	case sc.Scales[name] != nil:
		s := sc.Scales[name]
		return &section{"the scale " + quoted(name) + " has no step", program.Names(s.Steps), s.Span}
	case sc.Plurals[name] != nil:
		k := sc.Plurals[name]
		return &section{"unknown " + k.Name, program.Names(k.Defs), k.Span}
	case p != nil && len(p.Choices) > 0:
		return &section{"the param " + quoted(name) + " has no choice", p.Choices, p.Span}
	case name == "conditions":
		return &section{none: "unknown condition", names: keys(sc.Conditions)}
	case name == "events":
		return &section{none: "unknown event", names: keys(sc.Events)}
	case name == "params":
		return &section{none: "unknown param", names: keys(sc.Params)}
	case name == "scales":
		return &section{none: "unknown scale", names: keys(sc.Scales)}
	case name == "kinds":
		return &section{none: "no kind has the plural", names: keys(sc.Plurals)}
	case name == "entries":
		return &section{none: "unknown entry", names: keys(sc.Agenda)}
	case name == "time" && sc.Prog.Time != nil:
		return &section{none: "time has no key", names: sc.Prog.Time.Keys}
	}
	return nil
}

// noSuch reports a name that a section doesn't have.
func (sc *scope) noSuch(in *section, name syntax.Ident) {
	const few = 12
	d := sc.List.Errorf(CodeUnknownName, name.Span, "%s %q", in.none, name.Name)
	if !d.MeanOneOf(name.Name, in.names) && len(in.names) > 0 && len(in.names) <= few {
		d.WithHint("there are: %s", diag.JoinAnd(in.names))
	}
}

// qualified returns the meaning of x.name when x is the name of a section, a scale, a
// kind's plural or an enumerated param, such as size.large or conditions.grab.
// It returns nil when x is none of these or lacks that name.
func (sc *scope) qualified(section string, name syntax.Ident, at diag.Span) *program.Expr {
	for _, m := range sc.meanings(name.Name, at) {
		if m.full() == section+"."+name.Name {
			return sc.use(name.Span, m)
		}
	}
	return nil
}

// use records that a name has one of its meanings.
func (sc *scope) use(at diag.Span, m meaning) *program.Expr {
	sc.Uses.Add(at, m.decl, m.Type)
	if m.before == paramsSection {
		sc.Read[sc.Params[m.name]] = true
	}
	return m.Expr
}
