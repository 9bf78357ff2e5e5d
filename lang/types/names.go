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

// A bare name is looked for in the frame first, then among the parameters and
// running fields of the act at hand, then among the words of the language; these
// hide everything else. After that come declarations, the names of an encounter
// and the values that the language gives without a call. Of those one name may
// stand for several: what is wanted at the place decides, then a thing of the encounter.

// meaning is one thing that a name may stand for.
type meaning struct {
	*program.Expr
	// decl is where it is declared; zero: nowhere.
	decl diag.Span
	// before and after are put around the name to mean just this.
	before, name, after string
}

// full returns the name as it is written to mean just this.
func (m meaning) full() string { return m.before + m.name + m.after }

func (r *reader) name(n *syntax.Name, want program.Type) *program.Expr {
	if x := r.near(n.Name, n.Span()); x != nil {
		return x
	}
	return r.pick(n, r.meanings(n.Name, n.Span()), want)
}

// near finds names that hide all declarations: locals, fields of the act at
// hand, and words. It returns nil when there is none.
func (r *reader) near(name string, at diag.Span) *program.Expr {
	if l := r.find(name); l != nil {
		r.useLocal(at, l)
		if l.several != nil {
			return r.notOne(l, at)
		}
		return &program.Expr{Op: program.OpLocal, Type: l.Type, Index: l.slot, Span: at}
	}
	if f := FieldNamed(r.env.Own, name); f != nil {
		r.readsAct = true
		r.Uses.Add(at, f.Span, f.Type)
		return ownField(f, at)
	}
	if FieldNamed(r.env.Hidden, name) != nil {
		r.List.Errorf(CodeHiddenField, at, "%q has no value yet%s: the program sets it while it runs", name, in(r.env.Where))
		return r.broken(at)
	}
	switch name {
	case "none":
		return &program.Expr{Op: program.OpConst, Type: NoType, Span: at}
	case "now":
		return builtinCall(program.Now, NumberType, at)
	case "event":
		return r.event(at)
	case "was":
		r.List.Errorf(CodeBareWord, at, `"was" needs a field: was.hp`)
		return r.broken(at)
	case "self", "it":
		r.List.Errorf(CodeBareWord, at, "there is no %q%s", name, in(r.env.Where)).WithHint("%s", r.inScope())
		return r.broken(at)
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

// FieldNamed finds a field by its name; nil if there is none.
func FieldNamed(fields []*program.Field, name string) *program.Field {
	for _, f := range fields {
		if f.Name == name {
			return f
		}
	}
	return nil
}

func (r *reader) event(at diag.Span) *program.Expr {
	if r.env.EventLost {
		return r.broken(at)
	}
	if len(r.env.Events) == 0 {
		r.List.Errorf(CodeNoEvent, at, "nothing has happened that %q could be%s", "event", in(r.env.Where)).
			WithHint("event is what a rule waits for, or what an action answers")
		return r.broken(at)
	}
	r.readsEvent = true
	t := program.Type{Kind: program.EventData}
	if len(r.env.Events) == 1 {
		t.Event = r.env.Events[0]
	}
	return &program.Expr{Op: program.OpEvent, Type: t, Span: at}
}

// meanings lists all that a name can stand for beside what hides them.
func (r *reader) meanings(name string, at diag.Span) []meaning {
	var list []meaning
	add := func(section string, decl diag.Span, x *program.Expr) {
		list = append(list, meaning{x, decl, section, name, ""})
	}
	addCall := func(decl diag.Span, x *program.Expr) { list = append(list, meaning{x, decl, "", name, "()"}) }
	if p := r.Params[name]; p != nil {
		r.Read[p] = true
		add("params.", p.Span, paramValue(p, at))
	}
	for _, s := range r.steps[name] {
		add(s.scale.Name+".", s.Span, reference(StepOf(s.scale), s.Index, at))
	}
	for _, d := range r.Defs[name] {
		add(d.Kind.Plural+".", d.Span, reference(DefinitionOf(d.Kind), d.Index, at))
	}
	if k := r.Plurals[name]; k != nil {
		add("kinds.", k.Span, allOf(k, at))
	}
	if r.Prog.Fight != nil && name == r.Prog.Fight.Name {
		add("kinds.", r.Prog.Fight.Span, theFight(r.Prog.Fight, at))
	}
	if s := r.Scales[name]; s != nil {
		add("scales.", s.Span, allSteps(s, at))
	}
	if c := r.Conditions[name]; c != nil {
		add("conditions.", c.Span, reference(ConditionType, c.Index, at))
	}
	if e := r.Events[name]; e != nil {
		add("events.", e.Span, reference(EventNameType, e.Index, at))
	}
	if e := r.Agenda[name]; e != nil {
		add("entries.", e.Span, reference(entryNameT, e.Index, at))
	}
	for _, p := range r.choices[name] {
		t := program.Type{Kind: program.Choice, Param: p}
		add(p.Name+".", diag.Span{}, reference(t, slices.Index(p.Choices, name), at))
	}
	if q := r.Quantities[name]; q != nil && len(q.Of) == 0 {
		addCall(q.Span, &program.Expr{Op: program.OpQuantity, Type: q.Gives, Quantity: q, Span: at})
	}
	if f := functions[name]; f != nil && f.Bare {
		addCall(diag.Span{}, builtinCall(f.Op, r.given(f.Gives, nil), at))
	}
	if r.Prog.Time != nil {
		if i := slices.Index(r.Prog.Time.Keys, name); i >= 0 {
			add("time.", diag.Span{}, builtinCall(program.KeyNumber, NumberType, at, number(float64(i), at)))
		}
	}
	list = append(list, r.named(name, at)...)
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

// theFight is the one thing of the kind that is the fight as a whole.
func theFight(k *program.Kind, at diag.Span) *program.Expr {
	return builtinCall(program.First, ThingOf(k), at, allOf(k, at))
}

// allOf is the list of all things or definitions of a kind.
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

// named lists what the encounter calls by name: things, first of all those that
// whoever speaks carries, sides and zones.
func (r *reader) named(name string, at diag.Span) []meaning {
	e := r.env.Encounter
	if e == nil {
		return nil
	}
	var list []meaning
	if t := r.thing(name); t != nil {
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

// thing finds a thing of the encounter by its name, or by the last part of it
// where that is enough.
func (r *reader) thing(name string) *program.Thing {
	var inner []*program.Thing
	for _, t := range r.env.Encounter.Things {
		if t.Name == name {
			return t
		}
		owner, last, carried := strings.Cut(t.Name, ".")
		if carried && last == name {
			if r.env.Who != nil && owner == r.env.Who.Name {
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

// pick chooses the meaning that fits what is wanted.
func (r *reader) pick(n *syntax.Name, list []meaning, want program.Type) *program.Expr {
	if len(list) == 0 {
		r.unknownName(n.Name, n.Span())
		return r.broken(n.Span())
	}
	if left := fitting(list, want); len(left) > 0 {
		list = left
	} else if want.Kind == program.Number && len(list) > 1 && list[len(list)-1].Op == program.OpDice {
		return r.ambiguous(n.Name, n.Span(), list) // a sum of dice, or of a step and a number
	}
	if things := ofEncounter(list); len(things) > 0 {
		list = things
	}
	if len(list) == 1 || want.Kind != program.Unknown && !agrees(list[0].Type, want) && !made(want, list[0].Type) {
		r.Uses.Add(n.Span(), list[0].decl, list[0].Type)
		return list[0].Expr
	}
	return r.ambiguous(n.Name, n.Span(), list)
}

// ofEncounter returns the meanings that are things: an ogre that is called ogre is meant
// before what it was made from.
func ofEncounter(list []meaning) []meaning {
	var things []meaning
	for _, m := range list {
		if m.Op == program.OpThing {
			things = append(things, m)
		}
	}
	return things
}

// fitting returns the meanings of the wanted type; if there is none, definitions
// from which a wanted thing may have been made.
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

func (r *reader) ambiguous(name string, at diag.Span, list []meaning) *program.Expr {
	sorts, full := make([]string, len(list)), make([]string, len(list))
	for i, m := range list {
		sorts[i], full[i] = InWords(m.Type), m.full()
	}
	r.List.Errorf(CodeAmbiguousName, at, "%q may be %s here", name, Either(sorts)).
		WithHint("write %s", Either(full))
	return r.broken(at)
}

// undecided reports whether what e means depends on what is wanted.
func (r *reader) undecided(e syntax.Expr) bool {
	switch e := e.(type) {
	case *syntax.Name:
		if r.find(e.Name) != nil || FieldNamed(r.env.Own, e.Name) != nil {
			return false
		}
		return e.Name == "none" || len(r.meanings(e.Name, e.Span())) > 1
	case *syntax.Binary:
		return (e.Op == "+" || e.Op == "-") && (r.undecidedDie(e.X) || r.undecidedDie(e.Y))
	case *syntax.List:
		return len(e.Items) == 0 || slices.ContainsFunc(e.Items, r.undecided)
	}
	return false
}

// undecidedDie is undecided for a part of a sum: a step of a scale may be called as a die is.
func (r *reader) undecidedDie(e syntax.Expr) bool {
	if n, is := e.(*syntax.Name); is {
		_, die := syntax.SingleDie(n.Name)
		return die && r.undecided(e)
	}
	_, sum := e.(*syntax.Binary)
	return sum && r.undecided(e)
}

func (r *reader) unknownName(name string, at diag.Span) {
	if r.nameLost {
		return // it may be the one that is lost
	}
	d := r.List.Errorf(CodeUnknownName, at, "unknown name %q%s", name, in(r.env.Where))
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
	case r.callableName(name):
		hints = append(hints, fmt.Sprintf("%q is called with values in brackets: %s(..)", name, name))
	case r.fieldOfSelf(name) != "":
		hints = append(hints, "write "+r.fieldOfSelf(name))
	case d.MeanOneOf(name, r.readable()):
		hints = append(hints, d.Hint)
	}
	d.Candidates = r.readable()
	d.Hint = strings.ReplaceAll(strings.Join(append(hints, r.inScope()), "; "), "?; ", "? ")
}

func (r *reader) callableName(name string) bool {
	return r.Quantities[name] != nil || r.Tables[name] != nil || r.Procs[name] != nil || isFunction(name)
}

// fieldOfSelf returns how a field of self, it or event that is called name is read.
func (r *reader) fieldOfSelf(name string) string {
	for _, owner := range []string{"self", "it"} {
		if l := r.find(owner); l != nil && slices.Contains(r.membersOf(l.Type), name) {
			return owner + "." + name
		}
	}
	for _, e := range r.env.Events {
		if FieldNamed(e.Fields, name) != nil {
			return "event." + name
		}
	}
	return ""
}

// readable lists all names that a text may read here: what is given here first, then what is declared.
func (r *reader) readable() []string {
	names := []string{"none"}
	if len(r.env.Events) > 0 {
		names = append(names, "event")
	}
	for _, l := range r.locals {
		if l.Name != "" {
			names = append(names, l.Name)
		}
	}
	for _, f := range r.env.Own {
		names = append(names, f.Name)
	}
	if r.env.Encounter != nil {
		for _, t := range r.env.Encounter.Things {
			names = append(names, t.Name)
		}
	}
	rest := append(r.everyName(), keys(r.Scales)...)
	for name, f := range functions {
		if f.Each == program.OpConst {
			rest = append(rest, name)
		}
	}
	slices.Sort(rest)
	return append(names, slices.Compact(rest)...)
}

// inScope says in words what a text may read beside declarations.
func (r *reader) inScope() string {
	var names []string
	for _, l := range r.locals {
		if l.Name != "" {
			names = append(names, l.Name)
		}
	}
	for _, f := range r.env.Own {
		names = append(names, f.Name)
	}
	if len(r.env.Events) > 0 {
		names = append(names, "event")
	}
	if len(r.each) > 0 {
		names = append(names, "each")
	}
	if len(names) == 0 {
		return "in scope here: what the ruleset declares"
	}
	return "in scope here: " + strings.Join(names, ", ") + ", and what the ruleset declares"
}

// noSuch reports that a section, a scale, a kind or an enumerated param has
// nothing of this name. It does nothing and returns false when section is none
// of these.
func (r *reader) noSuch(section string, name syntax.Ident) bool {
	var sort string
	var names []string
	switch {
	case r.Scales[section] != nil:
		sort = "the scale " + quoted(section) + " has no step"
		for _, st := range r.Scales[section].Steps {
			names = append(names, st.Name)
		}
	case r.Plurals[section] != nil:
		sort = "there is no " + r.Plurals[section].Name
		for _, d := range r.Plurals[section].Defs {
			names = append(names, d.Name)
		}
	case r.Params[section] != nil && len(r.Params[section].Choices) > 0:
		sort = "the param " + quoted(section) + " has no choice"
		names = r.Params[section].Choices
	case section == "conditions":
		sort, names = "there is no condition", keys(r.Conditions)
	case section == "events":
		sort, names = "there is no event", keys(r.Events)
	case section == "params":
		sort, names = "there is no param", keys(r.Params)
	case section == "scales":
		sort, names = "there is no scale", keys(r.Scales)
	case section == "kinds":
		sort, names = "there is no kind with the plural", keys(r.Plurals)
	case section == "entries":
		sort, names = "there is no entry", keys(r.Agenda)
	case section == "time" && r.Prog.Time != nil:
		sort, names = "the time has no number called", r.Prog.Time.Keys
	default:
		return false
	}
	const few = 12
	d := r.List.Errorf(CodeUnknownName, name.Span, "%s %q", sort, name.Name)
	if d.MeanOneOf(name.Name, names) {
	} else if len(names) > 0 && len(names) <= few {
		d.WithHint("there are %s", diag.JoinAnd(names))
	}
	return true
}

// in says where something is wrong, if that has a name.
func in(where string) string {
	if where == "" {
		return ""
	}
	return " in " + where
}

// Either joins alternatives: "a, b or c".
func Either(list []string) string {
	if len(list) < 2 {
		return strings.Join(list, "")
	}
	return strings.Join(list[:len(list)-1], ", ") + " or " + list[len(list)-1]
}

// useSection notes what the name before a dot is, where it says which of several things is meant.
func (r *reader) useSection(n *syntax.Name) {
	if s := r.Scales[n.Name]; s != nil {
		r.Uses.Add(n.Span(), s.Span, UnknownType)
	} else if k := r.Plurals[n.Name]; k != nil {
		r.Uses.Add(n.Span(), k.Span, UnknownType)
	} else if p := r.Params[n.Name]; p != nil {
		r.Uses.Add(n.Span(), p.Span, UnknownType)
	}
}

// qualified finds what x.name means when x is the name of a section, a scale, a
// kind's plural or an enumerated param, such as size.large or conditions.grab.
// It returns nil when x is none of these or has nothing of that name.
func (r *reader) qualified(section string, name syntax.Ident, at diag.Span) *program.Expr {
	if s := r.Scales[section]; s != nil {
		for _, st := range s.Steps {
			if st.Name == name.Name {
				r.Uses.Add(name.Span, st.Span, StepOf(s))
				return reference(StepOf(s), st.Index, at)
			}
		}
	}
	if k := r.Plurals[section]; k != nil {
		for _, d := range r.Defs[name.Name] {
			if d.Kind == k {
				r.Uses.Add(name.Span, d.Span, DefinitionOf(k))
				return reference(DefinitionOf(k), d.Index, at)
			}
		}
	}
	if p := r.Params[section]; p != nil {
		if i := slices.Index(p.Choices, name.Name); i >= 0 {
			return reference(program.Type{Kind: program.Choice, Param: p}, i, at)
		}
	}
	for _, m := range r.meanings(name.Name, at) {
		if m.full() == section+"."+name.Name {
			r.Uses.Add(name.Span, m.decl, m.Type)
			return m.Expr
		}
	}
	return nil
}
