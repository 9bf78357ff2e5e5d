package soundness

import (
	"slices"
	"strconv"
	"strings"

	"github.com/rulec/rulec/lang/program"
)

// program_ writes a program of a few statements.
func (w *writer) program_(s *scope, most int) string {
	var lines []string
	for range 1 + w.IntN(most) {
		lines = append(lines, w.statement(s)...)
	}
	if len(lines) == 0 {
		return "let " + w.name() + " = 0"
	}
	return strings.Join(lines, "\n")
}

// giving writes a program that gives a value.
func (w *writer) giving(t program.Type, s *scope, most int) string {
	return w.program_(s, most) + "\nstop with " + w.acting(t, s, 2)
}

// givingSeveral writes a program that gives some of several values by their names.
func (w *writer) givingSeveral(results []program.Local, s *scope, most int) string {
	text := w.program_(s, most) + "\nstop with "
	first := w.IntN(len(results))
	for i, x := range results {
		if i == first || w.IntN(3) > 0 {
			text += x.Name + " = " + w.acting(x.Type, s, 2) + ", "
		}
	}
	return strings.TrimSuffix(text, ", ")
}

// name makes the name of a local.
func (w *writer) name() string {
	w.fresh++
	return "v" + strconv.Itoa(w.fresh)
}

// block writes statements between braces; what they name ends with them.
func (w *writer) block(s *scope, before string) []string {
	inner := *s
	inner.locals = slices.Clone(s.locals)
	inner.depth++
	lines := []string{before + " {"}
	for range 1 + w.IntN(2) {
		for _, line := range w.statement(&inner) {
			lines = append(lines, "  "+line)
		}
	}
	return append(lines, "}")
}

// statement writes one statement, and enters what it names into the scope.
func (w *writer) statement(s *scope) []string {
	if s.depth > 3 {
		return w.plain(s)
	}
	switch w.IntN(16) {
	case 0, 1:
		lines := w.block(s, "if "+w.acting(boolT, s, 2))
		switch w.IntN(4) {
		case 0:
			lines = append(lines[:len(lines)-1], w.block(s, "} else")...)
		case 1:
			lines = append(lines[:len(lines)-1], w.block(s, "} else if "+w.acting(boolT, s, 2))...)
		}
		return lines
	case 15:
		if text := w.perform(s); text != "" && w.IntN(2) == 0 {
			return w.block(s, text+" else")
		}
		return w.plain(s)
	case 2, 3:
		return w.loop(s)
	case 4:
		if w.IntN(2) == 0 {
			return w.block(s, "afterwards")
		}
		return w.while(s)
	}
	return w.plain(s)
}

// while writes a loop that goes on as long as a test holds: a few rounds, or by anything.
func (w *writer) while(s *scope) []string {
	if w.chance(w.odd) {
		return w.block(s, "while "+w.acting(boolT, s, 2))
	}
	rounds := w.name()
	lines := []string{"let " + rounds + " = 0"}
	body := w.block(s, "while "+rounds+" < "+one(w.Rand, "1", "3", w.small(s))+w.clause(" and ", boolT, s))
	s.locals = append(s.locals, local{name: rounds, typ: numberT, fixed: true})
	last := len(body) - 1
	return append(append(lines, body[:last]...), "  "+rounds+" = "+rounds+" + 1", body[last])
}

// loop writes a loop over a list, or over a map.
func (w *writer) loop(s *scope) []string {
	inner := *s
	inner.locals = slices.Clone(s.locals)
	if of := w.mapField(); of != nil && w.IntN(3) == 0 {
		key, value := w.name(), w.name()
		inner.locals = append(inner.locals, local{name: key, typ: *of.field.Type.Key, fixed: true}, local{name: value, typ: *of.field.Type.Elem, fixed: true})
		return w.block(&inner, "for "+key+", "+value+" in "+w.value(of.owner, s, 1)+"."+of.field.Name+w.clause(" where ", boolT, inner.with(*of.field.Type.Key)))
	}
	t := w.someElement()
	x := w.name()
	head := "for " + x + " in " + w.acting(listOf(t), s, 2)
	inner.locals = append(inner.locals, local{name: x, typ: t, fixed: true})
	head += w.clause(" where ", boolT, inner.with(t))
	head += w.clause(" in order of ", numberT, inner.with(t))
	if w.IntN(4) == 0 {
		head += " together"
	}
	return w.block(&inner, head)
}

func (w *writer) mapField() *ownedField {
	for i := range w.fields {
		if w.fields[i].field.Type.Kind == program.MapType {
			return &w.fields[i]
		}
	}
	return nil
}

// clause writes a clause with a formula, or leaves it out.
func (w *writer) clause(word string, t program.Type, s *scope) string {
	if w.IntN(3) > 0 {
		return ""
	}
	return word + w.value(t, s, 2)
}

// plain writes a statement without a block.
func (w *writer) plain(s *scope) []string {
	ways := []func(*scope) string{
		w.let, w.let, w.assign, w.assign, w.assign, w.assign, w.roll, w.roll, w.again, w.choose, w.announce, w.perform, w.pay, w.apply, w.apply, w.apply,
		w.end, w.end, w.endEntry, w.move, w.move, w.carry, w.schedule, w.schedule, w.call, w.call, w.stop, w.draw, w.draw, w.discard,
	}
	for range 20 {
		if text := one(w.Rand, ways...)(s); text != "" {
			return strings.Split(text, "\n")
		}
	}
	return []string{w.let(s)}
}

func (w *writer) let(s *scope) string {
	for _, p := range s.procs {
		if p.Results != nil && w.IntN(4) == 0 {
			text := w.callOf(p, s, 2)
			x := w.name()
			for _, r := range p.Results {
				s.locals = append(s.locals, local{name: x + "." + r.Name, typ: r.Type, fixed: true})
			}
			return "let " + x + " = " + text
		}
		if p.Gives.Kind != program.Nothing && w.IntN(4) == 0 {
			text := w.callOf(p, s, 2)
			x := w.name()
			s.locals = append(s.locals, local{name: x, typ: p.Gives})
			return "let " + x + " = " + text
		}
	}
	t := w.someElement()
	if w.IntN(3) == 0 {
		t = listOf(t)
	} else if w.IntN(2) == 0 {
		t = one(w.Rand, numberT, numberT, boolT, diceT)
	}
	value := w.acting(t, s, 3)
	if value == "none" || value == "[]" {
		t, value = numberT, w.value(numberT, s, 2)
	}
	x := w.name()
	s.locals = append(s.locals, local{name: x, typ: t})
	return "let " + x + " = " + value
}

// assign gives a local, a running field, or a field of something another value.
func (w *writer) assign(s *scope) string {
	var ways []func() string
	for _, l := range s.locals {
		if !l.fixed && !l.rolled {
			ways = append(ways, func() string { return w.change(l.name, l.typ, nil, s) })
		}
	}
	for i, f := range s.own {
		if i >= s.params && f.Family == nil {
			ways = append(ways, func() string { return w.change(f.Name, f.Type, f, s) })
		}
	}
	for _, of := range w.fields {
		f := of.field
		if of.owner.Kind == program.Definition || of.owner.Kind == program.Act || f.Type.Kind == program.Act || w.called(f.Type) {
			continue
		}
		ways = append(ways, func() string {
			target := w.value(of.owner, s, 1) + "." + f.Name
			if f.Family != nil {
				target += "[" + w.value(*f.Family, s, 1) + "]"
			}
			return w.change(target, f.Type, f, s)
		})
	}
	for _, l := range s.locals {
		if l.typ.Kind == program.EntryData && l.typ.Entry != nil {
			for _, f := range l.typ.Entry.Fields {
				if f.Type.Kind != program.Act && f.Family == nil {
					ways = append(ways, func() string { return w.change(l.name+"."+f.Name, f.Type, f, s) })
				}
			}
		}
	}
	if len(ways) == 0 {
		return ""
	}
	return one(w.Rand, ways...)()
}

func (w *writer) called(t program.Type) bool {
	return t.Kind == program.FormulaField || t.Kind == program.ProgramField || t.Kind == program.MapType
}

// change writes a change of a target; f is nil for locals.
func (w *writer) change(target string, t program.Type, f *program.Field, s *scope) string {
	switch {
	case t.Kind == program.Set && w.IntN(3) > 0:
		return target + one(w.Rand, " += ", " -= ") + w.value(*t.Elem, s, 2)
	case f != nil && f.Pool != nil && (f.Virtual || w.IntN(3) > 0):
		return target + one(w.Rand, " += ", " -= ", " -= ") + one(w.Rand, w.small(s), w.small(s), w.acting(numberT, s, 2))
	case t.Kind == program.Number && f != nil:
		return target + one(w.Rand, " = ", " += ", " -= ") + w.whole(s, 2)
	case t.Kind == program.Step && w.IntN(2) == 0:
		return target + one(w.Rand, " += ", " -= ") + w.small(s)
	case t.Kind == program.Dice && w.IntN(2) == 0:
		return target + " += " + one(w.Rand, "1", "1d6", w.small(s))
	}
	return target + " = " + w.acting(t, s, 2)
}

func (w *writer) roll(s *scope) string {
	name := one(w.Rand, w.labels...)
	if l := s.find(name); l != nil && !(l.rolled && !l.fixed) || ownNamed(s, name) {
		name = w.name()
	}
	text := "roll " + name
	if s.find("self") == nil || w.IntN(5) == 0 {
		text += " by " + one(w.Rand, "scene", "side(first(everyone))", w.value(thingOf(w.p.Creature), s, 1), w.value(thingOf(w.p.Creature), s, 1))
	}
	switch w.IntN(6) {
	case 0:
		text += " as " + one(w.Rand, w.labels...)
	case 1:
		for _, l := range s.locals {
			if l.typ.Kind == program.Text {
				text += " as " + l.name
				break
			}
		}
	}
	text += " = " + w.acting(diceT, s, 2)
	if s.find(name) == nil {
		tested := !ownNamed(s, name) && w.IntN(3) == 0
		if tested {
			text += " against " + w.acting(numberT, s, 2)
		}
		s.locals = append(s.locals, local{name: name, typ: numberT, rolled: true, fixed: tested, tested: tested})
	}
	return text
}

// again holds a roll against something that has been made.
func (w *writer) again(s *scope) string {
	for _, l := range s.locals {
		if l.rolled {
			name := w.name()
			text := "let " + name + " = " + l.name + " against " + w.value(numberT, s, 2)
			s.locals = append(s.locals, local{name: name, typ: numberT, rolled: true, fixed: true, tested: true})
			return text
		}
	}
	return w.roll(s)
}

func (w *writer) draw(s *scope) string {
	if len(w.p.Decks) == 0 {
		return ""
	}
	deck, name := one(w.Rand, w.p.Decks...), w.name()
	by := w.by(s, "by", 5)
	if by == "" && w.IntN(5) == 0 {
		by = " by " + one(w.Rand, "scene", "side(first(everyone))")
	}
	s.locals = append(s.locals, local{name: name, typ: deck.Of})
	return "draw " + name + " from " + deck.Name + by
}

// discard writes the end of what has been drawn, most often of a card that could be out.
func (w *writer) discard(s *scope) string {
	if len(w.p.Decks) == 0 {
		return ""
	}
	deck := one(w.Rand, w.p.Decks...)
	if w.IntN(3) == 0 {
		return "shuffle " + deck.Name
	}
	card := w.value(deck.Of, s, 1)
	for _, l := range s.locals {
		if accepts(deck.Of, l.typ) && w.IntN(4) > 0 {
			card = l.name
		}
	}
	if w.chance(w.careful) {
		x := w.name()
		return "draw " + x + " from " + deck.Name + " by scene\nif given(" + x + ") { discard " + x + " to " + deck.Name + " }"
	}
	return "discard " + card + " to " + deck.Name
}

func ownNamed(s *scope, name string) bool {
	return slices.ContainsFunc(s.own, func(f *program.Field) bool { return f.Name == name })
}

// by writes who does it where nobody is self, and sometimes where somebody is.
func (w *writer) by(s *scope, word string, rarely int) string {
	if s.find("self") != nil && w.IntN(rarely) > 0 {
		return ""
	}
	return " " + word + " " + w.value(thingOf(w.p.Creature), s, 1)
}

func (w *writer) choose(s *scope) string {
	if w.IntN(8) == 0 {
		return w.chooseAct(s)
	}
	name := one(w.Rand, w.questions...)
	if s.find(name) != nil || ownNamed(s, name) {
		name = w.name()
	}
	t := w.someElement()
	text := "choose "
	some := w.IntN(3) == 0
	if some {
		text += "some "
	}
	if w.IntN(4) == 0 {
		t = numberT
		text += name + " from " + w.small(s) + " to " + w.small(s)
	} else {
		text += name + " from " + w.acting(listOf(t), s, 2)
	}
	text += w.clause(" where ", boolT, s.with(t))
	if w.IntN(4) == 0 {
		text += " by chance"
	} else {
		text += w.by(s, "by", 5)
	}
	given := t
	if some {
		given = listOf(t)
	}
	if w.chance(w.careful) {
		text += " default " + w.value(given, s, 1)
	}
	s.locals = append(s.locals, local{name: name, typ: given})
	return text
}

// chooseAct asks for an action that is possible, and performs it.
func (w *writer) chooseAct(s *scope) string {
	x := w.name()
	event := ""
	if e := w.ownEvent(); e != nil && w.IntN(2) == 0 {
		event = ", " + e.Name
	}
	text := "choose " + x + " from can_do(" + w.value(thingOf(w.p.Creature), s, 1) + event + ")" + w.by(s, "by", 6)
	s.locals = append(s.locals, local{name: x, typ: actT})
	return text + "\nif " + x + " != none { perform " + x + w.by(s, "by", 8) + " }"
}

func (w *writer) announce(s *scope) string {
	e := w.ownEvent()
	if e == nil {
		return ""
	}
	of := thingOf(w.p.Creature)
	if e.Of != nil {
		of = thingOf(e.Of)
	}
	text := "announce " + e.Name
	if w.IntN(4) > 0 {
		text += " of " + w.acting(of, s, 1)
	}
	text += w.given(e.Fields, s, 2)
	if w.IntN(4) == 0 {
		text += " for " + w.value(one(w.Rand, listOf(thingOf(w.p.Creature)), thingOf(w.p.Creature)), s, 1)
	}
	if w.IntN(5) == 0 {
		text += " until all pass"
	}
	return text
}

// given writes values for some fields.
func (w *writer) given(fields []*program.Field, s *scope, rarely int) string {
	var list []string
	for _, f := range fields {
		if w.IntN(rarely) == 0 && f.Family == nil && !slices.ContainsFunc(list, func(x string) bool { return strings.HasPrefix(x, f.Name+" =") }) {
			value := w.acting(f.Type, s, 2)
			if f.Type.Kind == program.Number {
				value = w.whole(s, 2)
			}
			list = append(list, f.Name+" = "+value)
		}
	}
	if len(list) == 0 {
		return ""
	}
	return " with " + strings.Join(list, ", ")
}

func (w *writer) perform(s *scope) string {
	if len(w.p.Actions) == 0 {
		return ""
	}
	if w.IntN(8) == 0 {
		return "perform " + w.value(one(w.Rand, actionT, actT), s, 1) + w.by(s, "by", 4)
	}
	a := one(w.Rand, w.p.Actions...)
	var fields []*program.Field
	for _, p := range a.Params {
		fields = append(fields, p.Field)
	}
	text := "perform " + a.Def.Kind.Plural + "." + a.Def.Name + w.by(s, "by", 4)
	if len(fields) > 0 && w.IntN(2) == 0 {
		text += " on " + w.value(fields[0].Type, s, 1)
		fields = fields[1:]
	}
	return text + w.given(fields, s, 2)
}

func (w *writer) pay(s *scope) string {
	pool, ok := w.pool(w.p.Creature, s, 2)
	if !ok {
		return ""
	}
	text := "pay " + pool + " " + w.small(s)
	if other, ok := w.pool(w.p.Creature, s, 2); ok && w.IntN(5) == 0 {
		text += ", " + other + " " + w.small(s)
	}
	return text + w.by(s, "from", 4)
}

func (w *writer) apply(s *scope) string {
	c := w.applied()
	if c == nil {
		return ""
	}
	if w.IntN(8) == 0 {
		return "apply " + w.value(conditionT, s, 1) + " to " + w.value(thingT, s, 1) + w.by(s, "by", 4)
	}
	text := "apply " + one(w.Rand, c.Name, "conditions."+c.Name) + " to " + w.acting(bearerOf(w.p, c), s, 2) + w.by(s, "by", 4) + w.given(c.Fields, s, 2)
	if w.IntN(3) == 0 {
		text += " until " + w.until(s, c)
	}
	return text
}

func (w *writer) end(s *scope) string {
	c := w.applied()
	if c == nil {
		return ""
	}
	until := ""
	if w.IntN(5) == 0 {
		until = " until " + w.until(s, c)
	}
	switch w.IntN(5) {
	case 0:
		return "end " + w.value(instanceT, s, 2) + until
	case 1:
		return "end " + w.value(conditionT, s, 1) + " on " + w.value(thingT, s, 1) + until
	}
	text := "end " + c.Name
	if other := w.applied(); other != c && w.IntN(5) == 0 && other.Bearer == c.Bearer {
		text += ", " + other.Name
		return text + " on " + w.value(bearerOf(w.p, c), s, 1) + until
	}
	return text + " on " + w.value(bearerOf(w.p, c), s, 1) + w.clause(" where ", boolT, s.with(instanceOf(c))) + until
}

func (w *writer) endEntry(s *scope) string {
	switch w.IntN(4) {
	case 0:
		return "end " + w.value(actT, s, 1)
	case 1:
		return "end actions of " + w.value(thingOf(w.p.Creature), s, 1)
	}
	return "end " + one(w.Rand, w.p.Time.Entries...).Name + " of " + w.value(thingOf(w.p.Creature), s, 1)
}

func (w *writer) move(s *scope) string {
	if w.p.Space.Grid == program.NoGrid && w.IntN(20) > 0 {
		return ""
	}
	step := func() string {
		to := placeT
		if w.IntN(4) == 0 {
			to = thingOf(w.p.Creature)
		}
		return w.value(thingT, s, 1) + " to " + w.acting(to, s, 2)
	}
	text := "move " + step()
	for w.IntN(4) == 0 {
		text += ", " + step()
	}
	return text
}

func (w *writer) carry(s *scope) string {
	return w.value(thingT, s, 1) + ".carrier = " + one(w.Rand, "none", w.value(thingOf(w.p.Creature), s, 1), w.value(thingOf(w.p.Creature), s, 1))
}

func (w *writer) schedule(s *scope) string {
	e := one(w.Rand, w.p.Time.Entries...)
	text := "schedule " + e.Name + w.by(s, "of", 3)
	if w.IntN(5) == 0 {
		text += " after " + one(w.Rand, w.p.Time.Entries...).Name + " of " + w.value(thingOf(w.p.Creature), s, 1)
	} else {
		text += " at now + " + one(w.Rand, "1", "1", "2", "5", w.small(s))
		for i := 1; i < len(w.p.Time.Keys); i++ {
			if w.IntN(2) == 0 {
				break
			}
			text += ", " + w.whole(s, 1)
		}
	}
	text += w.given(e.Fields, s, 2)
	if w.applied() != nil && w.IntN(6) == 0 {
		text += " for " + w.value(instanceT, s, 2)
	}
	return text
}

// call calls a proc, or the program in a field.
func (w *writer) call(s *scope) string {
	var ways []func() string
	for _, p := range s.procs {
		ways = append(ways, func() string { return w.callOf(p, s, 2) })
	}
	for _, of := range w.fields {
		if of.field.Type.Kind == program.ProgramField {
			ways = append(ways, func() string {
				return w.value(of.owner, s, 1) + "." + of.field.Name + "(" + w.arguments(types(of.field.Type.Params), s, 2) + ")"
			})
		}
	}
	for _, l := range s.locals {
		if l.typ.Kind == program.ProgramField {
			ways = append(ways, func() string { return l.name + "(" + w.arguments(types(l.typ.Params), s, 2) + ")" })
		}
	}
	if len(ways) == 0 {
		return ""
	}
	return one(w.Rand, ways...)()
}

// callOf calls a proc; what it is handed may be calls, too.
func (w *writer) callOf(p *program.Proc, s *scope, depth int) string {
	args := make([]string, len(p.Inputs))
	for i, in := range p.Inputs {
		args[i] = w.acting(in.Type, s, depth-1)
	}
	return p.Name + "(" + w.named(p.Inputs, args) + ")"
}

// acting writes a value that a statement works out once and always, so that procs may be called.
func (w *writer) acting(t program.Type, s *scope, depth int) string {
	if depth <= 0 || len(s.procs) == 0 || w.IntN(3) > 0 {
		return w.value(t, s, depth)
	}
	var giving []func() string
	for _, p := range s.procs {
		if p.Gives.Kind != program.Nothing && accepts(t, p.Gives) {
			giving = append(giving, func() string { return w.callOf(p, s, depth) })
		}
		for _, r := range p.Results {
			if accepts(t, r.Type) {
				giving = append(giving, func() string { return w.callOf(p, s, depth) + "." + r.Name })
			}
		}
	}
	if len(giving) == 0 {
		return w.value(t, s, depth)
	}
	call := one(w.Rand, giving...)()
	switch {
	case t.Kind == program.Number && w.IntN(2) == 0:
		return one(w.Rand, "max("+w.value(t, s, depth-1)+", "+call+")", "("+call+" + "+w.acting(t, s, depth-1)+")", "("+w.value(t, s, depth-1)+" - "+call+")")
	case t.Kind == program.Bool && w.IntN(2) == 0:
		return one(w.Rand, "not "+call, "("+call+" and "+w.value(t, s, depth-1)+")", "("+call+" or "+w.value(t, s, depth-1)+")")
	}
	return call
}

// stop ends the program early, in a block of its own so that something may follow.
func (w *writer) stop(s *scope) string {
	if w.IntN(6) > 0 {
		return ""
	}
	return "if " + w.value(boolT, s, 2) + " { stop }"
}

// trigger writes what a rule, an end or a reset waits for.
func (w *writer) trigger(s *scope, c *program.Condition) string {
	whose := func() string {
		if s.find("self") != nil && w.IntN(3) > 0 {
			return "self"
		}
		return one(w.Rand, "anyone", "anyone", w.value(thingOf(w.p.Creature), s, 1))
	}
	of := func() string {
		if w.IntN(3) == 0 {
			return ""
		}
		return " of " + whose()
	}
	switch w.IntN(12) {
	case 0:
		if c != nil && s.find("it") != nil {
			return one(w.Rand, "begins", "ends")
		}
	case 1, 2, 3:
		if text, ok := w.watched(s); ok {
			return text
		}
	case 4:
		if len(w.p.Conditions) > 0 {
			return whose() + one(w.Rand, " becomes ", " loses ") + one(w.Rand, w.p.Conditions...).Name
		}
	case 5:
		return whose() + " moves"
	case 6:
		return whose() + " acts"
	case 7:
		return whose() + " rolls " + one(w.Rand, w.labels...)
	case 8:
		if e := w.ownEvent(); e != nil {
			return e.Name + of()
		}
	case 9:
		return "moment"
	}
	of = func() string { return one(w.Rand, "", " of self") }
	if s.find("self") == nil {
		of = func() string { return "" }
	}
	edges := []string{"action", "encounter"}
	for _, e := range w.p.Time.Entries {
		edges = append(edges, e.Name, e.Name)
	}
	return one(w.Rand, "start of ", "end of ") + one(w.Rand, edges...) + of()
}

// watched writes a trigger that compares two settlings.
func (w *writer) watched(s *scope) (string, bool) {
	var list []ownedField
	for _, of := range w.fields {
		if of.owner.Kind == program.ThingType && !w.called(of.field.Type) && of.field.Cells > 0 {
			list = append(list, of)
		}
	}
	if len(list) == 0 {
		return "", false
	}
	of := one(w.Rand, list...)
	owner := "self"
	if l := s.find("self"); l == nil || !accepts(of.owner, l.typ) {
		owner = w.value(of.owner, s, 1)
	}
	text := owner + "." + of.field.Name
	if of.field.Family != nil {
		text += "[" + w.value(*of.field.Family, s, 1) + "]"
	}
	if of.field.Type.Kind == program.Number || of.field.Type.Kind == program.Step {
		return text + one(w.Rand, " falls", " rises", " changes"), true
	}
	return text + " changes", true
}

// until writes when a condition ends. What it is told to in a statement may read the
// program's names only behind now.
func (w *writer) until(s *scope, c *program.Condition) string {
	later := &scope{locals: []local{{name: "self", typ: bearerOf(w.p, c), fixed: true}, {name: "it", typ: instanceOf(c), fixed: true}}}
	switch w.IntN(6) {
	case 0, 1:
		return "now + " + one(w.Rand, "1", "2", "3", w.small(s))
	case 2:
		return "when " + w.value(boolT, later, 2)
	case 3:
		edges := []string{"action", "encounter"}
		for _, e := range w.p.Time.Entries {
			edges = append(edges, e.Name, e.Name, e.Name)
		}
		return one(w.Rand, "start of ", "end of ") + one(w.Rand, "", "my ", "its ", "next ", "my next ", "its next ") + one(w.Rand, edges...)
	}
	return w.trigger(later, c)
}

// sentence writes a text with formulas in it.
func (w *writer) sentence(s *scope) string {
	text := one(w.Rand, "", "so ", "{", "then ")
	if text == "{" {
		text = ""
	}
	for range w.IntN(3) {
		t := w.someElement()
		if w.IntN(2) == 0 {
			t = one(w.Rand, numberT, boolT, diceT, textT, listOf(t))
		}
		text += "{" + w.value(t, s, 2) + "} "
	}
	return text + one(w.Rand, "", "it is", "well")
}
