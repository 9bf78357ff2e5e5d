package soundness

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/rulec/rulec/lang/program"
)

// A writer writes random texts of the right types about a ruleset that has been checked.
type writer struct {
	*rand.Rand
	p *program.Program
	// e gives the names of an encounter; nil: there are none.
	e *program.Encounter
	// odd is how often a value is one that nobody expects; careful is how often a text
	// keeps clear of what stops a run: none, fractions, divisions by zero.
	odd, careful float64
	// fields are all fields with the types of those that have them.
	fields []ownedField
	// labels are the names of rolls, questions those of choices.
	labels, questions []string
	fresh             int
}

type ownedField struct {
	owner program.Type
	field *program.Field
}

// The types that have nothing beside their kind.
var (
	numberT    = program.Type{Kind: program.Number}
	boolT      = program.Type{Kind: program.Bool}
	diceT      = program.Type{Kind: program.Dice}
	textT      = program.Type{Kind: program.Text}
	thingT     = program.Type{Kind: program.ThingType}
	actionT    = program.Type{Kind: program.Definition}
	conditionT = program.Type{Kind: program.ConditionName}
	instanceT  = program.Type{Kind: program.Instance}
	actT       = program.Type{Kind: program.Act}
	entryT     = program.Type{Kind: program.EntryName}
	placeT     = program.Type{Kind: program.Place}
	directionT = program.Type{Kind: program.Direction}
	sideT      = program.Type{Kind: program.Side}
)

func listOf(t program.Type) program.Type { return program.Type{Kind: program.List, Elem: &t} }

func thingOf(k *program.Kind) program.Type { return program.Type{Kind: program.ThingType, Of: k} }

func definitionOf(k *program.Kind) program.Type {
	return program.Type{Kind: program.Definition, Of: k}
}

func stepOf(s *program.Scale) program.Type { return program.Type{Kind: program.Step, Scale: s} }

func instanceOf(c *program.Condition) program.Type {
	return program.Type{Kind: program.Instance, Condition: c}
}

func isCollection(t program.Type) bool { return t.Kind == program.List || t.Kind == program.Set }

func newWriter(r *rand.Rand, p *program.Program, e *program.Encounter) *writer {
	w := &writer{Rand: r, p: p, e: e, odd: 0.03, careful: 0.9, labels: []string{"luck1", "luck2"}, questions: []string{"pick1", "pick2"}}
	if r.IntN(4) == 0 {
		w.odd, w.careful = 0.2, 0.4
	}
	add := func(owner program.Type, fields []*program.Field) {
		for _, f := range fields {
			w.fields = append(w.fields, ownedField{owner, f})
		}
	}
	for _, k := range p.Kinds {
		if k.Stateful {
			add(thingOf(k), k.Fields)
		} else {
			add(definitionOf(k), k.Fields)
		}
	}
	for _, c := range p.Conditions {
		add(instanceOf(c), c.Fields)
	}
	add(actT, p.ActFields)
	return w
}

// A scope is what a text may read beside declarations.
type scope struct {
	locals []local
	// own are the parameters and running fields of the act at hand, of which the first
	// params are parameters.
	own    []*program.Field
	params int
	events []*program.Event
	was    *program.Kind
	each   []program.Type
	// looksBack is set where something is expected, constant where a value is written down.
	looksBack, constant bool
	// procs may be called: those before one of them.
	procs []*program.Proc
	// depth is how many blocks stand around a statement.
	depth int
}

type local struct {
	name          string
	typ           program.Type
	rolled, fixed bool
	// tested is set for a roll against something.
	tested bool
}

func scopeOf(inputs []program.Local) *scope {
	s := &scope{}
	for _, in := range inputs {
		switch in.Name {
		case "":
		case "each":
			s.each = append(s.each, in.Type)
		default:
			s.locals = append(s.locals, local{name: in.Name, typ: in.Type, fixed: true})
		}
	}
	return s
}

// with returns a scope with an element more.
func (s *scope) with(each program.Type) *scope {
	c := *s
	c.each = append(slices.Clone(s.each), each)
	return &c
}

func (s *scope) find(name string) *local {
	for i := range s.locals {
		if s.locals[i].name == name {
			return &s.locals[i]
		}
	}
	return nil
}

// chance is true in a share p of all cases.
func (w *writer) chance(p float64) bool { return w.Float64() < p }

// one returns one of a list.
func one[T any](r *rand.Rand, list ...T) T { return list[r.IntN(len(list))] }

// accepts reports whether a value of a type can stand where another is wanted.
func accepts(want, have program.Type) bool {
	switch {
	case want.Kind == program.ThingType && have.Kind == program.ThingType:
		return want.Of == nil || want.Of == have.Of
	case want.Kind == program.Instance && have.Kind == program.Instance:
		return want.Condition == nil || want.Condition == have.Condition
	case want.Kind == program.Definition && have.Kind == program.Definition && want.Of == nil:
		return have.Of == nil || have.Of.Acts
	case isCollection(want) && isCollection(have):
		return accepts(*want.Elem, *have.Elem)
	}
	return want.Equal(have)
}

// value writes a formula of a type.
func (w *writer) value(t program.Type, s *scope, depth int) string {
	if depth <= 0 || w.IntN(7) == 0 {
		return w.leaf(t, s)
	}
	var ways []func() string
	add := func(weight int, f func() string) {
		for range weight {
			ways = append(ways, f)
		}
	}
	add(2, func() string { return w.leaf(t, s) })
	add(1, func() string {
		return "if(" + w.value(boolT, s, depth-1) + ", " + w.value(t, s, depth-1) + ", " + w.value(t, s, depth-1) + ")"
	})
	if !s.constant {
		add(1, func() string { return w.letIn(t, s, depth) })
	}
	w.reads(t, s, depth, add)
	w.calls(t, s, depth, add)
	if t.Kind != program.Number && t.Kind != program.Bool && t.Kind != program.Dice && !isCollection(t) {
		w.elements(t, s, depth, add)
	}
	switch t.Kind {
	case program.Number:
		add(8, func() string { return w.arithmetic(s, depth) })
		add(4, func() string { return w.overList(s, depth) })
		w.elements(t, s, depth, func(weight int, f func() string) { add(1, f) })
	case program.Bool:
		add(12, func() string { return w.question(s, depth) })
	case program.Dice:
		add(6, func() string { return w.dice(s, depth) })
	case program.Step:
		add(3, func() string {
			return "(" + w.value(t, s, depth-1) + one(w.Rand, " + ", " - ") + w.small(s) + ")"
		})
	case program.List, program.Set:
		w.lists(*t.Elem, s, depth, add)
	}
	return one(w.Rand, ways...)()
}

// letIn writes a value with a name, and a formula that may read it.
func (w *writer) letIn(t program.Type, s *scope, depth int) string {
	named := one(w.Rand, numberT, boolT, thingOf(w.p.Creature), listOf(thingOf(w.p.Creature)), t)
	name := w.name()
	value := w.value(named, s, depth-1)
	inner := *s
	inner.locals = append(slices.Clone(s.locals), local{name: name, typ: named, fixed: true})
	return "(let " + name + " = " + value + "; " + w.value(t, &inner, depth-1) + ")"
}

// leaf writes a value without parts: a local, a name, a literal.
func (w *writer) leaf(t program.Type, s *scope) string {
	if w.chance(w.odd) {
		if text, ok := w.strange(t); ok {
			return text
		}
	}
	var known []string
	if !s.constant {
		for _, l := range s.locals {
			if accepts(t, l.typ) {
				known = append(known, l.name)
			}
			if l.rolled && t.Kind == program.Number {
				known = append(known, l.name+".natural")
			}
			if l.tested && t.Kind == program.Number {
				known = append(known, l.name+".margin", l.name+".target")
			}
			if l.tested && t.Kind == program.Bool {
				known = append(known, l.name+".success")
			}
		}
		for _, f := range s.own {
			if f.Family == nil && accepts(t, f.Type) {
				known = append(known, f.Name)
			}
		}
		if n := len(s.each); n > 0 && accepts(t, s.each[n-1]) {
			known = append(known, "each", "each")
		}
	}
	if len(known) > 0 && w.IntN(4) > 0 {
		return one(w.Rand, known...)
	}
	for _, p := range w.p.Params {
		if w.IntN(8) == 0 && accepts(t, p.Type) && s.find(p.Name) == nil {
			return one(w.Rand, p.Name, "params."+p.Name)
		}
	}
	return w.literal(t, s)
}

// literal writes a value that is there in every ruleset.
func (w *writer) literal(t program.Type, s *scope) string {
	none := func(else_ string) string {
		if w.chance(w.careful) && else_ != "" {
			return else_
		}
		return "none"
	}
	switch t.Kind {
	case program.Number:
		return one(w.Rand, "0", "1", "2", "3", "4", "5", "7", "10", "1", "2")
	case program.Bool:
		return one(w.Rand, "true", "false")
	case program.Dice:
		return one(w.Rand, "1d6", "2d6", "1d20", "1d4 + 1", "3d8 - 2", "2d10", "1d100")
	case program.Text:
		return "'" + one(w.Rand, w.labels...) + "'"
	case program.ThingType:
		return none(w.someone(t, s))
	case program.Definition:
		return none(w.definition(t))
	case program.Step:
		return none(w.step(t.Scale))
	case program.ConditionName:
		if len(w.p.Conditions) > 0 {
			return none("conditions." + one(w.Rand, w.p.Conditions...).Name)
		}
	case program.EventName:
		if e := w.ownEvent(); e != nil {
			return none("events." + e.Name)
		}
	case program.EntryName:
		return none("entries." + one(w.Rand, w.p.Time.Entries...).Name)
	case program.Choice:
		return t.Param.Name + "." + one(w.Rand, t.Param.Choices...)
	case program.Place:
		return none(w.place(s))
	case program.Direction:
		if !s.constant && w.p.Space.Grid != program.NoGrid {
			return none("first(directions())")
		}
	case program.Side:
		if !s.constant {
			return none(one(w.Rand, "side(first(everyone))", "side(last(everyone))"))
		}
	case program.List, program.Set:
		switch w.IntN(5) {
		case 0:
			return "[]"
		case 1, 2:
			return "[" + w.leaf(*t.Elem, s) + "]"
		case 3:
			return "[" + w.leaf(*t.Elem, s) + ", " + w.leaf(*t.Elem, s) + "]"
		}
		if t.Elem.Kind == program.ThingType && !s.constant {
			if t.Elem.Of == w.p.Creature || t.Elem.Of == nil {
				return one(w.Rand, "combatants", "everyone")
			}
			return "kinds." + t.Elem.Of.Plural
		}
		if t.Elem.Kind == program.Number && !s.constant {
			return "(1.." + w.literal(numberT, s) + ")"
		}
		return "[]"
	}
	return "none"
}

// strange writes a value of a type that nobody expects.
func (w *writer) strange(t program.Type) (string, bool) {
	switch t.Kind {
	case program.Number:
		return one(w.Rand, strangeNumbers...), true
	case program.Dice:
		return one(w.Rand, strangeDice...), true
	case program.Place:
		return one(w.Rand, strangePlaces...), true
	case program.List:
		if t.Elem.Kind == program.Number {
			return one(w.Rand, strangeRanges...), true
		}
		return "[]", true
	case program.Set:
		return "[]", true
	case program.Bool, program.Choice, program.Text:
		return "", false
	}
	return "none", true
}

var (
	strangeNumbers = []string{
		"0", "(0 - 1)", "(-1)", "0.5", "(1 / 3)", "(0 - 0.5)", "(0.1 + 0.2)", "1000", "100000", "1000000", "9007199254740991", "(0 - 9007199254740991)",
		"9007199254740990.5", "(9007199254740991 + 1)", "(9007199254740991 + 2)", "(2 ** 53)", "(2 ** 52 + 0.5)", "(10 ** 15)", "(10 ** 18)", "(10 ** 300)",
		"(0 - 10 ** 300)", "(10 ** 300 * 10 ** 300)", "(10 ** 300 * 10 ** 300 - 10 ** 300 * 10 ** 300)", "(10 ** 400)", "(0 - 10 ** 200 * 10 ** 200)", "(1 / 10 ** 300)",
		"(2 ** 0.5)", "(95 ** 1.2)", "(0 ** 0)", "(0 ** (0 - 1))", "((0 - 8) ** 0.5)", "(1 / 0)", "(0 / 0)", "(5 % 0)", "(5 % 0.3)", "((0 - 7) % 4)",
		"now", "(0 - now)", "(now + 9007199254740991 + 1)", "((now + 2) * 9007199254740991)", "((now + 3) ** 40)", "1.5", "2147483648", "4294967296", "(0 * (0 - 1))", "count(1..10000)", "sum(1..10)", "65536", "256", "257",
	}
	strangeDice = []string{
		"0", "5", "100", "1100", "(0 - 1)", "0.5", "(10 ** 300)", "9007199254740991", "dice(0, 6)", "dice(1, 0)", "dice(0 - 1, 6)", "dice(2, 0.5)", "dice(1.5, 6)",
		"dice(1001, 6)", "dice(1000, 1000000)", "dice(1, 1000001)", "dice(1, 10 ** 300)", "best(1, 5)", "best(0, 2d6)", "best(3, 2d6)", "best(1.5, 2d6)", "worst(0 - 1, 3d6)",
		"worst(2, 2d6 + 1d8)", "explode(5)", "explode(1d1)", "explode(2d1)", "explode(best(2, 1d10))", "best(2, explode(1d10))", "explode(explode(1d6))", "times(0, 1d6)",
		"times(0.5, 1d6)", "times(0 - 2, 1d6)", "times(1000, 2d6)", "times(3, best(1, 2d6))", "times(10 ** 18, 1d6)", "1d6 - 100", "1d6 + 0.5", "1d6 + 10 ** 300",
		"1d1", "1000d1000000", "2d6 + 1d8 + 1d4 + 1d10", "2d6 + 1d8 + 1d4 + 1d10 + 1d12", "dice(10 ** 300 * 10 ** 300 - 10 ** 300 * 10 ** 300, 6)", "best(2, 1)",
		"explode(1d6, 1)", "explode(1d6, 0.5)", "explode(1d6, 10 ** 300)", "explode(1d6, 5, 5)", "explode(1d6, 5, 0 - 1)", "explode(1d100, 2)", "explode(explode(1d6), 5)", "explode(1d4 + 1d8, 5, 2)",
		"reroll(1d6, 6)", "reroll(1d6, 0 - 1)", "reroll(1d6, 10 ** 300)", "reroll(1d6, 0.5)", "reroll(explode(1d6), 1)", "reroll(5, 1)", "reroll(1000d1000000, 500000)",
		"successes(5, 1)", "successes(6d10, 0)", "successes(6d10, 99)", "successes(6d10, 5, 1)", "successes(6d10, 0 - 5, 0)", "successes(6d10, 0.5)", "successes(6d10, 10 ** 300, 10 ** 300)",
		"successes(1d6 + 1, 2)", "successes(best(2, 1d6), 3)", "successes(explode(6d6), 8, 12)", "successes(1000d1000000, 1)", "explode(successes(6d10, 8))", "explode(successes(explode(6d10), 8))",
		"valued(1d6, [])", "valued(1d6, [1, 2, 3])", "valued(1d3, [0.5, 1, 2])", "valued(1d3, [10 ** 300, 1, 2])", "valued(1d3, [0 - 1000, 1000, 0])", "valued(1d101, 1..101)", "valued(1d100, 1..100)",
		"valued(5, [])", "explode(valued(1d3, [-1, 0, 1]))", "best(2, valued(4d3, [-1, 0, 1]))", "(1d6 - 1d6)", "(0 - 1d6)", "(0.5 * 1d6)", "(10 ** 300 * 1d6)", "(0 * 1d6)", "(1000000 * 1000d1000000)",
		"(1000001 * 1d6)", "(0 - 1000000 * explode(1000d1000000))", "best(2, 10 * 3d6)", "best(1, worst(2, 3d6))", "worst(2, best(4, 5d6))", "explode(best(1, worst(2, 3d6)))", "best(1, worst(2, 2d6 + 1d8))",
	}
	strangePlaces = []string{
		"none", "[0, 0]", "[50, 50]", "[0 - 1, 0]", "[0.5, 0]", "[1000000, 2]", "[10 ** 300, 0]", "[0 - 10 ** 18, 10 ** 18]", "place(50, 50)", "place(0.5, 0)",
		"[9007199254740992, 0]", "[10 ** 300 * 10 ** 300 - 10 ** 300 * 10 ** 300, 0]", "[2147483648, 2147483648]", "[4294967296, 0]", "[65536, 65536]",
	}
	strangeRanges = []string{
		"[]", "(1..0)", "(5..1)", "(0..10000)", "(1..10000)", "(0 - 3..3)", "(0.5..3)", "(1..2.5)", "(9007199254740990..9007199254740991)",
		"(9007199254740991 + 1..9007199254740991 + 3)", "(10 ** 20..10 ** 20 + 5)", "(1..10 ** 300)", "(0 - 10 ** 300..1)", "(10 ** 300 * 10 ** 300..10 ** 300 * 10 ** 300)",
		"(1..10 ** 300 * 10 ** 300 - 10 ** 300 * 10 ** 300)", "(0 - 9007199254740991..0 - 9007199254740990)", "[10 ** 300 * 10 ** 300, 0 - 1]",
	}
)

// someone writes a thing of a type that is mostly there; empty: there is none.
func (w *writer) someone(t program.Type, s *scope) string {
	if s.constant {
		return ""
	}
	if t.Of == nil || t.Of == w.p.Creature {
		if w.e != nil && w.IntN(3) > 0 {
			for range 4 {
				if x := one(w.Rand, w.e.Things...); x.Kind == w.p.Creature && s.find(x.Name) == nil {
					return x.Name
				}
			}
		}
		return one(w.Rand, "first(everyone)", "last(everyone)", "first(combatants)", "last(combatants)")
	}
	return one(w.Rand, "first", "last") + "(kinds." + t.Of.Plural + ")"
}

func (w *writer) definition(t program.Type) string {
	kind := t.Of
	if kind == nil {
		if len(w.p.Actions) == 0 {
			return ""
		}
		kind = one(w.Rand, w.p.Actions...).Def.Kind
	}
	if len(kind.Defs) == 0 {
		return ""
	}
	return kind.Plural + "." + one(w.Rand, kind.Defs...).Name
}

func (w *writer) step(s *program.Scale) string {
	if len(s.Steps) == 0 {
		return ""
	}
	return s.Name + "." + one(w.Rand, s.Steps...).Name
}

func (w *writer) place(s *scope) string {
	switch w.p.Space.Grid {
	case program.NoGrid:
		return ""
	case program.ZoneGrid:
		if w.e != nil && w.e.Map != nil && len(w.e.Map.Zones) > 0 {
			return one(w.Rand, w.e.Map.Zones...).Name
		}
		if s.constant {
			return ""
		}
		return "place(first(everyone))"
	}
	return fmt.Sprintf("[%d, %d]", w.IntN(6), w.IntN(6))
}

// ownEvent returns an event that programs can announce, nil if there is none.
func (w *writer) ownEvent() *program.Event {
	var list []*program.Event
	for _, e := range w.p.Events {
		if !e.Automatic || e.Name == "turn" && e.Edge == program.Itself {
			list = append(list, e)
		}
	}
	if len(list) == 0 {
		return nil
	}
	return one(w.Rand, list...)
}

// reads adds ways to read a value of a type: fields, quantities, tables, columns.
func (w *writer) reads(t program.Type, s *scope, depth int, add func(int, func() string)) {
	if !s.constant {
		for _, of := range w.fields {
			w.readsField(t, of, s, depth, add)
		}
		for _, l := range s.locals {
			if l.typ.Kind == program.EntryData && l.typ.Entry != nil {
				for _, f := range l.typ.Entry.Fields {
					if accepts(t, f.Type) {
						add(2, func() string { return l.name + "." + f.Name })
					}
				}
			}
		}
		w.readsEvent(t, s, add)
		if s.was != nil {
			for _, f := range s.was.Fields {
				if accepts(t, f.Type) && f.Cells > 0 && f.Family == nil {
					add(1, func() string { return "was." + f.Name })
				}
			}
		}
		for _, q := range w.p.Quantities {
			if accepts(t, q.Gives) {
				add(3, func() string { return w.quantity(q, s, depth) })
			}
		}
	}
	if t.Kind == program.List && !s.constant {
		for _, d := range w.p.Decks {
			if accepts(*t.Elem, d.Of) {
				add(2, func() string { return one(w.Rand, "pile", "discards") + "(" + d.Name + ")" })
			}
		}
	}
	for _, table := range w.p.Tables {
		for _, column := range table.Columns {
			if accepts(t, column.Type) {
				add(2, func() string {
					text := table.Name + "(" + w.arguments(columnTypes(table.Keys), s, depth) + ")"
					if column.Name != "" {
						text += "." + column.Name
					}
					return text
				})
			}
		}
	}
	for _, scale := range w.p.Scales {
		for _, column := range scale.Columns {
			if accepts(t, column.Type) {
				add(2, func() string { return w.value(stepOf(scale), s, depth-1) + "." + column.Name })
			}
		}
	}
}

func columnTypes(columns []program.Column) []program.Type {
	var list []program.Type
	for _, c := range columns {
		list = append(list, c.Type)
	}
	return list
}

// readsField adds ways to read a field, or to call the formula that it holds.
func (w *writer) readsField(t program.Type, of ownedField, s *scope, depth int, add func(int, func() string)) {
	f := of.field
	owner := func() string { return w.value(of.owner, s, depth-2) }
	switch {
	case f.Family != nil:
		if accepts(t, f.Type) {
			add(1, func() string { return owner() + "." + f.Name + "[" + w.value(*f.Family, s, depth-2) + "]" })
		} else if isCollection(t) && accepts(*t.Elem, f.Type) {
			add(1, func() string { return owner() + "." + f.Name })
		}
	case f.Type.Kind == program.FormulaField && accepts(t, *f.Type.Elem):
		add(2, func() string {
			return owner() + "." + f.Name + "(" + w.arguments(types(f.Type.Params), s, depth-1) + ")"
		})
	case f.Type.Kind == program.MapType && accepts(t, *f.Type.Elem):
		add(2, func() string { return owner() + "." + f.Name + "[" + w.value(*f.Type.Key, s, depth-2) + "]" })
	case accepts(t, f.Type):
		add(2, func() string { return owner() + "." + f.Name })
	}
}

func types(locals []program.Local) []program.Type {
	var list []program.Type
	for _, l := range locals {
		list = append(list, l.Type)
	}
	return list
}

// readsEvent adds ways to read what has happened.
func (w *writer) readsEvent(t program.Type, s *scope, add func(int, func() string)) {
	if len(s.events) == 0 {
		return
	}
	if t.Kind == program.ThingType {
		add(3, func() string { return "event.of" })
	}
	if t.Kind == program.Act {
		add(3, func() string { return "event.act" })
	}
	if len(s.events) == 1 {
		for _, f := range s.events[0].Fields {
			if accepts(t, f.Type) {
				add(3, func() string { return "event." + f.Name })
			}
		}
	}
}

func (w *writer) quantity(q *program.Quantity, s *scope, depth int) string {
	if len(q.Of) == 1 && q.Of[0].Type.Kind == program.ThingType && w.IntN(2) == 0 {
		return w.value(q.Of[0].Type, s, depth-2) + "." + q.Name
	}
	args := make([]string, len(q.Of))
	for i, of := range q.Of {
		args[i] = w.value(of.Type, s, depth-2)
	}
	return q.Name + "(" + w.named(q.Of, args) + ")"
}

// named joins the arguments of a call, sometimes with names before the last of them, in any order.
func (w *writer) named(of []program.Local, args []string) string {
	if len(args) > 0 && w.IntN(4) == 0 {
		last := w.IntN(len(args))
		for i := last; i < len(args); i++ {
			args[i] = of[i].Name + " = " + args[i]
		}
		rest := args[last:]
		w.Shuffle(len(rest), func(i, j int) { rest[i], rest[j] = rest[j], rest[i] })
	}
	return strings.Join(args, ", ")
}

func (w *writer) arguments(list []program.Type, s *scope, depth int) string {
	args := make([]string, len(list))
	for i, t := range list {
		args[i] = w.value(t, s, depth-1)
	}
	return strings.Join(args, ", ")
}

// elements adds ways to take one of a list.
func (w *writer) elements(t program.Type, s *scope, depth int, add func(int, func() string)) {
	l := listOf(t)
	add(2, func() string { return one(w.Rand, "first", "last") + "(" + w.value(l, s, depth-1) + ")" })
	add(1, func() string { return w.value(l, s, depth-1) + "[" + w.value(numberT, s, depth-1) + "]" })
	add(1, func() string {
		return "find(" + w.value(l, s, depth-1) + ", " + w.value(boolT, s.with(t), depth-1) + ")"
	})
	add(1, func() string {
		return one(w.Rand, "most", "least") + "(" + w.value(l, s, depth-1) + ", " + w.value(numberT, s.with(t), depth-1) + ")"
	})
}

// arithmetic writes a number that is worked out.
func (w *writer) arithmetic(s *scope, depth int) string {
	if !s.constant && w.chance(w.odd/2) { // to where numbers end, and beyond
		return "((" + w.value(numberT, s, depth-1) + " + now) * 9007199254740991)"
	}
	a := func() string { return w.value(numberT, s, depth-1) }
	switch w.IntN(9) {
	case 0, 1:
		return "(" + a() + " + " + a() + ")"
	case 2:
		return "(" + a() + " - " + a() + ")"
	case 3:
		return "(" + a() + " * " + a() + ")"
	case 4:
		return "(" + a() + one(w.Rand, " / ", " % ") + w.divisor(s, depth) + ")"
	case 5:
		return "(" + a() + " ** " + one(w.Rand, "0", "1", "2", "3", "0.5", a()) + ")"
	case 6:
		return "(-" + a() + ")"
	case 7:
		if len(w.p.Scales) > 0 {
			t := stepOf(one(w.Rand, w.p.Scales...))
			return "(" + w.value(t, s, depth-1) + " - " + w.value(t, s, depth-1) + ")"
		}
	}
	return "floor(" + a() + ")"
}

func (w *writer) divisor(s *scope, depth int) string {
	if w.chance(w.careful) {
		return one(w.Rand, "2", "3", "4", "10")
	}
	return w.value(numberT, s, depth-1)
}

// small writes a number that is mostly small and whole.
func (w *writer) small(s *scope) string {
	switch {
	case w.chance(w.odd):
		return w.value(numberT, s, 2)
	case w.IntN(4) == 0:
		return "clamp(floor(" + w.value(numberT, s, 2) + "), 0, 3)"
	}
	return one(w.Rand, "1", "1", "2", "3", "0")
}

// whole writes a number that can mostly be stored.
func (w *writer) whole(s *scope, depth int) string {
	text := w.value(numberT, s, depth)
	if w.chance(w.careful) {
		return "clamp(" + one(w.Rand, "floor", "round", "ceil") + "(" + text + "), " + one(w.Rand, "0", "0 - 5", "0 - 100") + ", " + one(w.Rand, "5", "20", "1000") + ")"
	}
	return text
}

// overList writes a number about a list.
func (w *writer) overList(s *scope, depth int) string {
	t := w.someElement()
	l := func() string { return w.value(listOf(t), s, depth-1) }
	of := func(body program.Type) string { return w.value(body, s.with(t), depth-1) }
	switch w.IntN(6) {
	case 0:
		return "count(" + l() + ", " + of(boolT) + ")"
	case 1:
		return "count(" + l() + ")"
	case 2:
		return one(w.Rand, "sum", "highest", "lowest") + "(" + w.value(listOf(numberT), s, depth-1) + ")"
	case 3:
		if f := w.numberField(t); f != "" {
			return one(w.Rand, "sum", "highest", "lowest") + "(" + l() + ", ." + f + ")"
		}
	}
	return one(w.Rand, "sum", "highest", "lowest") + "(" + l() + ", " + of(numberT) + ")"
}

// numberField returns the name of a number that values of a type have, or nothing.
func (w *writer) numberField(t program.Type) string {
	var list []string
	for _, of := range w.fields {
		if of.owner.Equal(t) && of.field.Family == nil && of.field.Type.Kind == program.Number {
			list = append(list, of.field.Name)
		}
	}
	if len(list) == 0 {
		return ""
	}
	return one(w.Rand, list...)
}

// someElement returns a type that lists may have.
func (w *writer) someElement() program.Type {
	switch w.IntN(12) {
	case 0, 1:
		return numberT
	case 2:
		if w.p.Space.Grid != program.NoGrid {
			return placeT
		}
	case 3:
		return actT
	case 4:
		if k := one(w.Rand, w.p.Kinds...); k.Stateful {
			return thingOf(k)
		} else {
			return definitionOf(k)
		}
	case 5:
		if len(w.p.Scales) > 0 {
			return stepOf(one(w.Rand, w.p.Scales...))
		}
	case 6:
		if c := w.applied(); c != nil {
			return instanceOf(c)
		}
	case 7:
		return one(w.Rand, conditionT, boolT, diceT, sideT, directionT, textT)
	}
	return thingOf(w.p.Creature)
}

// applied returns a condition that has instances; nil if there is none.
func (w *writer) applied() *program.Condition {
	var list []*program.Condition
	for _, c := range w.p.Conditions {
		if c.While == nil {
			list = append(list, c)
		}
	}
	if len(list) == 0 {
		return nil
	}
	return one(w.Rand, list...)
}

// question writes a formula that is true or false.
func (w *writer) question(s *scope, depth int) string {
	v := func(t program.Type) string { return w.value(t, s, depth-1) }
	switch w.IntN(14) {
	case 0:
		return "(" + v(boolT) + one(w.Rand, " and ", " or ") + v(boolT) + ")"
	case 1:
		return "(not " + v(boolT) + ")"
	case 2, 3, 4:
		return "(" + v(numberT) + one(w.Rand, " < ", " <= ", " > ", " >= ", " == ", " != ") + v(numberT) + ")"
	case 5:
		if len(w.p.Scales) > 0 {
			t := stepOf(one(w.Rand, w.p.Scales...))
			return "(" + v(t) + one(w.Rand, " < ", " <= ", " > ", " >= ", " == ", " != ") + v(t) + ")"
		}
	case 6:
		t := w.someElement()
		if t.Kind != program.Dice {
			return "(" + v(t) + one(w.Rand, " == ", " != ") + one(w.Rand, "none", v(t), v(t)) + ")"
		}
	case 7:
		t := w.someElement()
		return "(" + v(t) + one(w.Rand, " in ", " not in ") + v(listOf(t)) + ")"
	case 8, 9:
		t := w.someElement()
		return one(w.Rand, "any", "all", "none", "one") + "(" + v(listOf(t)) + ", " + w.value(boolT, s.with(t), depth-1) + ")"
	case 10:
		return "given(" + v(w.someElement()) + ")"
	case 11, 12:
		if len(w.p.Conditions) > 0 && !s.constant {
			c := one(w.Rand, w.p.Conditions...)
			bearer := thingT
			if c.Bearer != nil {
				bearer = thingOf(c.Bearer)
			}
			if w.IntN(4) == 0 {
				return c.Name + "(" + v(bearer) + ", " + v(thingT) + ")"
			}
			return c.Name + "(" + v(bearer) + ")"
		}
	case 13:
		if k := one(w.Rand, w.p.Kinds...); k.Stateful && len(k.Defs) > 0 {
			return "(" + v(thingOf(k)) + " == " + w.definition(definitionOf(k)) + ")"
		}
	}
	return "(" + v(numberT) + " > " + v(numberT) + ")"
}

// dice writes dice.
func (w *writer) dice(s *scope, depth int) string {
	d := func() string { return w.value(diceT, s, depth-1) }
	plain := func() string { return one(w.Rand, "1d6", "3d6", "4d10", "(1d4 + 2d8)", d()) }
	switch w.IntN(15) {
	case 7:
		return "(" + one(w.Rand, w.small(s)+" * "+d(), d()+" * "+w.small(s), "10 * 1d6 + 1d6", "-"+plain()) + ")"
	case 8:
		return "(" + one(w.Rand, d()+" - "+one(w.Rand, "1d6", d()), w.small(s)+" - "+d()) + ")"
	case 9:
		return "reroll(" + plain() + ", " + w.small(s) + ")"
	case 10:
		return "explode(" + plain() + ", " + one(w.Rand, "5", "2", w.small(s)) + one(w.Rand, "", ", 1", ", "+w.small(s)) + ")"
	case 11:
		return "successes(" + one(w.Rand, plain(), "explode(3d6)", "reroll(4d10, 1)") + ", " + w.small(s) + one(w.Rand, "", ", "+w.small(s)) + ")"
	case 12:
		return one(w.Rand, "explode(", "best(2, ", "worst(3, ") + "successes(" + plain() + ", " + w.small(s) + "))"
	case 13:
		return "valued(" + one(w.Rand, "2d6, [0, 0, 1, 1, 2, 3]", "1d3, [-1, 0, 1]", "2d3, ["+w.small(s)+", 0, "+w.small(s)+"]", plain()+", "+w.value(listOf(numberT), s, depth-1)) + ")"
	case 0:
		return "(" + d() + " + " + w.small(s) + ")"
	case 1:
		return "(" + d() + " - " + w.small(s) + ")"
	case 2:
		return "(" + d() + " + " + one(w.Rand, "1d6", "1d8") + ")"
	case 3:
		return "dice(" + w.small(s) + ", " + one(w.Rand, "6", "8", w.small(s)) + ")"
	case 4:
		return one(w.Rand, "best", "worst") + "(" + one(w.Rand, "1", "2", w.small(s)) + ", " + one(w.Rand, "2d6", "1d20", d()) + ")"
	case 5:
		return "explode(" + one(w.Rand, "1d6", "2d6", d()) + ")"
	case 6:
		return "times(" + w.small(s) + ", " + d() + ")"
	}
	return one(w.Rand, "1d6", "2d6 + 1")
}

// lists adds ways to write a list.
func (w *writer) lists(t program.Type, s *scope, depth int, add func(int, func() string)) {
	l := func() string { return w.value(listOf(t), s, depth-1) }
	add(1, func() string { return "[" + w.value(t, s, depth-1) + ", " + w.value(t, s, depth-1) + "]" })
	add(2, func() string { return "filter(" + l() + ", " + w.value(boolT, s.with(t), depth-1) + ")" })
	add(1, func() string { return "reverse(" + l() + ")" })
	add(1, func() string { return "sort(" + l() + ", " + w.value(numberT, s.with(t), depth-1) + ")" })
	add(2, func() string {
		from := w.someElement()
		return "map(" + w.value(listOf(from), s, depth-1) + ", " + w.value(t, s.with(from), depth-1) + ")"
	})
	switch {
	case t.Kind == program.Number:
		add(2, func() string { return "(" + w.whole(s, depth-1) + ".." + w.whole(s, depth-1) + ")" })
		for _, l := range s.locals {
			if l.rolled {
				add(3, func() string { return l.name + ".faces" })
			}
		}
	case s.constant:
	case t.Kind == program.ThingType && (t.Of == w.p.Creature || t.Of == nil):
		add(3, func() string { return one(w.Rand, "combatants", "everyone") })
	case t.Kind == program.Step:
		add(2, func() string { return "scales." + t.Scale.Name })
	case t.Kind == program.Instance && t.Condition != nil && t.Condition.While == nil:
		add(4, func() string {
			return "instances(conditions." + t.Condition.Name + ", " + w.value(bearerOf(w.p, t.Condition), s, depth-1) + ")"
		})
	case t.Kind == program.Definition && t.Of != nil, t.Kind == program.ThingType:
		add(2, func() string { return "kinds." + t.Of.Plural })
	}
}

func bearerOf(p *program.Program, c *program.Condition) program.Type {
	if c.Bearer == nil {
		return thingOf(p.Creature)
	}
	return thingOf(c.Bearer)
}

// A call is a function of the language: its arguments and what it gives are words, of
// which those with a meaning of their own are spot (a thing or a place), creature, pool
// and label.
type call struct {
	name, takes, gives string
	// space tells that it is about places, back that only expectations may call it.
	space, back bool
}

var calls = []call{
	{name: "min", takes: "number number", gives: "number"}, {name: "max", takes: "number number number", gives: "number"},
	{name: "ceil", takes: "number", gives: "number"}, {name: "round", takes: "number", gives: "number"},
	{name: "abs", takes: "number", gives: "number"}, {name: "sign", takes: "number", gives: "number"},
	{name: "clamp", takes: "number number number", gives: "number"},
	{name: "top", takes: "dice", gives: "number"}, {name: "bottom", takes: "dice", gives: "number"},
	{name: "expected", takes: "dice", gives: "number"}, {name: "chance", takes: "dice number", gives: "number"},
	{name: "sides", takes: "dice", gives: "number"},
	{name: "index", takes: "step", gives: "number"}, {name: "past_end", takes: "step number", gives: "number"},
	{name: "foes", takes: "creature", gives: "creatures"}, {name: "allies", takes: "creature", gives: "creatures"},
	{name: "side", takes: "thing", gives: "side"}, {name: "is_out", takes: "creature", gives: "bool"}, {name: "winner", gives: "side"},
	{name: "tie_breaker", takes: "thing", gives: "number"}, {name: "has", takes: "thing condition", gives: "bool"},
	{name: "elapsed", takes: "instance", gives: "number"}, {name: "scheduled", takes: "thing entry", gives: "number"},
	{name: "mine", takes: "creature", gives: "act"}, {name: "declared", takes: "creature", gives: "act"},
	{name: "can", takes: "creature action", gives: "bool"}, {name: "paid", takes: "act pool", gives: "number"},
	{name: "committed", takes: "act pool", gives: "number"}, {name: "ever", takes: "thing condition", gives: "bool"},
	{name: "event_is", takes: "event", gives: "bool"}, {name: "asked", takes: "creature", gives: "bool"},
	{name: "place", takes: "spot", gives: "place", space: true}, {name: "place", takes: "number number", gives: "place", space: true},
	{name: "distance", takes: "spot spot", gives: "number", space: true}, {name: "adjacent", takes: "spot spot", gives: "bool", space: true},
	{name: "within", takes: "spot number", gives: "places", space: true}, {name: "neighbours", takes: "spot", gives: "places", space: true},
	{name: "occupants", takes: "spot", gives: "creatures", space: true}, {name: "is_free", takes: "spot", gives: "bool", space: true},
	{name: "column", takes: "spot", gives: "number", space: true}, {name: "row", takes: "spot", gives: "number", space: true},
	{name: "terrain", takes: "spot", gives: "terrain", space: true},
	{name: "beyond", takes: "spot direction number", gives: "place", space: true}, {name: "away", takes: "spot spot", gives: "place", space: true},
	{name: "towards", takes: "spot spot", gives: "place", space: true}, {name: "path", takes: "spot spot", gives: "places", space: true},
	{name: "path_length", takes: "spot spot", gives: "number", space: true}, {name: "between", takes: "spot spot", gives: "places", space: true},
	{name: "ring", takes: "spot number", gives: "places", space: true}, {name: "cone", takes: "spot direction number", gives: "places", space: true},
	{name: "line", takes: "spot spot number", gives: "places", space: true},
	{name: "opposite", takes: "spot spot spot", gives: "bool", space: true}, {name: "sight", takes: "spot spot", gives: "bool", space: true},
	{name: "directions", takes: "", gives: "directions", space: true}, {name: "direction", takes: "spot spot", gives: "direction", space: true},
	{name: "sector", takes: "spot spot direction", gives: "number", space: true}, {name: "turned", takes: "direction number", gives: "direction", space: true},
	{name: "path_cost", takes: "spot places", gives: "number", space: true}, {name: "nearest", takes: "spot creatures", gives: "creature", space: true}, {name: "nearest", takes: "spot places", gives: "place", space: true},
	{name: "was_asked", takes: "creature event", gives: "number", back: true}, {name: "happened", takes: "event", gives: "number", back: true},
	{name: "happened", takes: "event thing", gives: "number", back: true}, {name: "did", takes: "creature action", gives: "number", back: true},
	{name: "did", takes: "creature action thing", gives: "number", back: true}, {name: "was_rolled", takes: "label", gives: "number", back: true},
	{name: "was_rolled", takes: "label thing", gives: "number", back: true}, {name: "came_to", takes: "label", gives: "number", back: true},
	{name: "came_to", takes: "label thing", gives: "number", back: true},
}

// fixedT are the types of words.
var fixedT = map[string]program.Type{
	"number": numberT, "bool": boolT, "dice": diceT, "thing": thingT, "condition": conditionT, "instance": instanceT, "entry": entryT,
	"act": actT, "action": actionT, "place": placeT, "places": listOf(placeT), "direction": directionT, "directions": listOf(directionT), "side": sideT,
}

// gives returns the type of what a call gives.
func (w *writer) gives(word string) program.Type {
	switch word {
	case "creature":
		return thingOf(w.p.Creature)
	case "creatures":
		return listOf(thingOf(w.p.Creature))
	case "terrain":
		if w.p.Terrain != nil {
			return definitionOf(w.p.Terrain)
		}
		return program.Type{}
	}
	return fixedT[word]
}

// pureCalls are those that a value which is written down may use.
var pureCalls = map[string]bool{
	"min": true, "max": true, "ceil": true, "round": true, "abs": true, "sign": true, "clamp": true, "top": true, "bottom": true,
	"expected": true, "chance": true, "sides": true, "index": true, "past_end": true,
}

// calls adds the functions that give a type.
func (w *writer) calls(t program.Type, s *scope, depth int, add func(int, func() string)) {
	for _, c := range calls {
		switch {
		case c.space && w.p.Space.Grid == program.NoGrid && w.IntN(40) > 0, c.back != s.looksBack && c.back,
			s.constant && !pureCalls[c.name], c.name == "event_is" && len(s.events) == 0, !accepts(t, w.gives(c.gives)):
			continue
		}
		weight := 1
		if c.back || t.Kind != program.Number && t.Kind != program.Bool {
			weight = 3
		}
		add(weight, func() string {
			args := []string{}
			for _, word := range strings.Fields(c.takes) {
				arg, ok := w.argument(word, s, depth)
				if !ok {
					return w.leaf(t, s)
				}
				args = append(args, arg)
			}
			return c.name + "(" + strings.Join(args, ", ") + ")"
		})
	}
	if s.constant {
		return
	}
	switch t.Kind {
	case program.Number:
		add(1, func() string { return "now" })
		for _, key := range w.p.Time.Keys {
			add(1, func() string { return one(w.Rand, key, "time."+key) })
		}
		add(1, func() string { return w.value(instanceT, s, depth-1) + ".since" })
	case program.ThingType:
		add(2, func() string { return w.value(instanceT, s, depth-1) + one(w.Rand, ".by", ".bearer") })
		add(1, func() string { return w.value(thingT, s, depth-1) + ".carrier" })
		add(2, func() string { return w.value(actT, s, depth-1) + ".actor" })
	case program.Instance:
		if c := t.Condition; c != nil && c.While == nil {
			add(4, func() string { return w.value(bearerOf(w.p, c), s, depth-1) + "." + c.Name })
		} else if c := w.applied(); t.Condition == nil && c != nil {
			add(4, func() string { return w.value(instanceOf(c), s, depth) })
		}
	case program.Definition:
		switch {
		case t.Of == nil:
			add(3, func() string { return w.value(actT, s, depth-1) + ".action" })
		case t.Of.Stateful:
			add(3, func() string { return w.value(thingOf(t.Of), s, depth-1) + ".is" })
		}
	case program.Place:
		add(2, func() string { return w.value(thingT, s, depth-1) + ".place" })
	case program.Side:
		add(2, func() string { return w.value(thingT, s, depth-1) + ".side" })
	case program.Act:
		add(3, func() string { return one(w.Rand, "first", "last") + "(unfinished)" })
	case program.List:
		if t.Elem.Kind == program.Act {
			add(3, func() string { return "unfinished" })
		}
	}
}

// argument writes an argument of a function.
func (w *writer) argument(word string, s *scope, depth int) (string, bool) {
	switch word {
	case "creature", "creatures":
		return w.value(w.gives(word), s, depth-1), true
	case "spot":
		if w.IntN(3) == 0 {
			return w.value(placeT, s, depth-1), true
		}
		return w.value(thingOf(w.p.Creature), s, depth-1), true
	case "step":
		if len(w.p.Scales) == 0 {
			return "", false
		}
		return w.value(stepOf(one(w.Rand, w.p.Scales...)), s, depth-1), true
	case "event":
		if e := w.ownEvent(); e != nil {
			return e.Name, true
		}
		return "", false
	case "label":
		return one(w.Rand, w.labels...), true
	case "pool":
		return w.pool(w.p.Creature, s, depth)
	case "number":
		if w.IntN(2) == 0 {
			return w.small(s), true
		}
	}
	return w.value(fixedT[word], s, depth-1), true
}

// pool writes the name of a pool of a kind, with a member if it is a family.
func (w *writer) pool(k *program.Kind, s *scope, depth int) (string, bool) {
	var pools []*program.Field
	for _, f := range k.Fields {
		if f.Pool != nil {
			pools = append(pools, f)
		}
	}
	if len(pools) == 0 {
		return "", false
	}
	f := one(w.Rand, pools...)
	if f.Family != nil {
		return f.Name + "[" + w.value(*f.Family, s, depth-1) + "]", true
	}
	return f.Name, true
}
