package exec

import (
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/rulec/rulec/interp/board"
	"github.com/rulec/rulec/interp/code"
	"github.com/rulec/rulec/interp/state"
	"github.com/rulec/rulec/interp/value"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
)

// State returns how everybody is, for a file of state or for the next encounter.
// The encounter is over then: if its end has not been announced yet, because its
// script just stopped, that happens now (see [Machine.Close]). With places it says where everybody
// stands. An error is a *diag.Diagnostic.
//
// Spec: sequences.md.
func (m *Machine) State(places bool) (*program.State, error) {
	var s *program.State
	if err := m.Close(); err != nil {
		return nil, err
	}
	err := m.guarded(func() error {
		if m.firstEnd() <= m.turns.clock[0] { // what ends right now has no time left
			m.passTo(m.turns.clock[0])
		}
		x := snapshot{m: m, c: m.Code.Late(m.Code), places: places, labels: map[state.Slot]string{}}
		x.c.On(m.board)
		s = x.state()
		return nil
	})
	return s, err
}

// Standing returns how everybody is just now, as [Machine.State] does, and the encounter goes on. It may be
// asked when nothing runs.
func (m *Machine) Standing(places bool) (s *program.State, err error) {
	err = m.guarded(func() error {
		x := snapshot{m: m, c: m.Code.Late(m.Code), places: places, labels: map[state.Slot]string{}}
		x.c.On(m.board)
		s = x.state()
		return nil
	})
	return s, err
}

// Close lets the end of the encounter happen, if it hasn't yet because its script
// just stopped. An error is a *diag.Diagnostic.
//
// Spec: sequences.md.
func (m *Machine) Close() error {
	if m.closed {
		return nil
	}
	return m.guarded(func() error {
		m.conclude()
		return nil
	})
}

// snapshot is one taking of a state.
type snapshot struct {
	m      *Machine
	c      code.Compiler
	places bool
	// labels are the names of instances that something refers to, by slot.
	labels map[state.Slot]string
	// referred are the slots that something refers to.
	referred map[state.Slot]bool
}

func (x *snapshot) state() *program.State {
	m, p := x.m, x.m.Code.Program
	s := &program.State{
		Encounter: m.Fight.Encounter.Name, Ruleset: p.Name, Version: p.Version, Hash: p.Hash, Clock: m.turns.clock[0],
	}
	x.label()
	for who := board.Thing(1); int(who) <= m.Count; who++ {
		if m.thing(who).Kind == p.Fight {
			continue // another encounter is another fight
		}
		entry := program.SavedEntry{Key: m.thing(who).Name, Value: program.Saved{Shape: program.SavedMap, Map: x.thing(who)}}
		if m.IsCreature[who] {
			s.Combatants = append(s.Combatants, entry)
		} else {
			s.Things = append(s.Things, entry)
		}
		if m.isOut(who) {
			s.Out = append(s.Out, entry.Key)
		}
		if beyond := x.beyond(who); len(beyond) > 0 {
			s.Beyond = append(s.Beyond, program.SavedEntry{Key: entry.Key, Value: program.Saved{Shape: program.SavedList, List: beyond}})
		}
	}
	for _, d := range m.Code.Decks {
		s.Decks = append(s.Decks, program.SavedEntry{Key: d.Name, Value: x.deck(d)})
	}
	if c := m.Fight.Encounter.Carried; c != nil {
		s.Combatants = append(s.Combatants, c.Kept.Combatants...)
		s.Things = append(s.Things, c.Kept.Things...)
		s.Out = append(s.Out, c.Kept.Out...)
		s.Beyond = append(s.Beyond, c.Kept.Beyond...)
	}
	return s
}

// deck says where the cards of a deck are that are not in its pile.
func (x *snapshot) deck(d *code.Deck) program.Saved {
	out := program.Saved{Shape: program.SavedMap}
	held := program.Saved{Shape: program.SavedList}
	discards := program.Saved{Shape: program.SavedList, List: make([]program.Saved, x.m.decks.Discards(d.Index))}
	for i, card := range d.Cards {
		name := program.Saved{Text: NameOfCard(d.Of, card)}
		if x.m.decks.Held(d.First + i) {
			held.List = append(held.List, name)
		} else if k := x.m.decks.Discarded(d.First + i); k > 0 {
			discards.List[k-1] = name
		}
	}
	if len(held.List) > 0 {
		out.Map = append(out.Map, program.SavedEntry{Key: "held", Value: held})
	}
	if len(discards.List) > 0 {
		out.Map = append(out.Map, program.SavedEntry{Key: "discards", Value: discards})
	}
	return out
}

// label gives a name to every instance that a field refers to.
func (x *snapshot) label() {
	m := x.m
	x.referred = map[state.Slot]bool{}
	note := func(cell func(at int) float64, fields []*program.Field) {
		for _, f := range fields {
			if f.Type.Kind == program.Instance && f.Family == nil {
				x.referred[m.state.Slot(m.state.Living(cell(f.Cell)))] = true
			}
		}
	}
	for who := board.Thing(1); int(who) <= m.Count; who++ {
		note(func(at int) float64 { return m.state.Cell(int(m.Rows[who]) + at) }, m.KindOf[who].Fields)
	}
	for _, slot := range m.state.InForce() {
		note(func(at int) float64 { return m.state.Fields(slot)[at] }, m.state.Instance(slot).Condition.Fields)
	}
	for i := range m.state.Agenda {
		note(func(at int) float64 { return m.entryRow(m.state.Agenda[i].Slot)[at] }, m.kindOfEntry(&m.state.Agenda[i]).Fields)
	}
	// Those who are left behind keep the names that they have.
	taken := map[string]bool{}
	if c := m.Fight.Encounter.Carried; c != nil {
		for _, entry := range slices.Concat(c.Kept.Combatants, c.Kept.Things) {
			noteLabels(entry.Value, taken)
		}
	}
	next := 1
	for who := board.Thing(1); int(who) <= m.Count; who++ {
		for _, slot := range m.state.InForce() {
			if board.Thing(m.state.Instance(slot).Bearer) != who || !x.referred[slot] {
				continue
			}
			for taken["c"+strconv.Itoa(next)] {
				next++
			}
			x.labels[slot] = "c" + strconv.Itoa(next)
			next++
		}
	}
}

// noteLabels collects the names that a kept state gives to conditions.
func noteLabels(s program.Saved, taken map[string]bool) {
	for _, entry := range s.Map {
		if entry.Key == "as" {
			taken[entry.Value.Text] = true
		}
		noteLabels(entry.Value, taken)
	}
	for _, item := range s.List {
		noteLabels(item, taken)
	}
}

// thing returns what is to be said of one thing: its pools, what differs from its
// definition, its conditions.
func (x *snapshot) thing(who board.Thing) []program.SavedEntry {
	m := x.m
	t := m.thing(who)
	var list []program.SavedEntry
	if t.Def != nil {
		list = append(list, program.SavedEntry{Key: "is", Value: program.Saved{Text: t.Def.Name}})
	}
	if t.Def != nil && !m.IsCreature[who] && strings.Contains(t.Name, ".") && t.Title != t.Def.Title {
		list = append(list, program.SavedEntry{Key: "title", Value: program.Saved{Shape: program.SavedText, Text: t.Title}})
	}
	if by := m.state.Carrier(who); by != 0 && (!m.IsCreature[who] || x.places) {
		list = append(list, program.SavedEntry{Key: "carrier", Value: program.Saved{Text: m.thing(by).Name}})
	} else if x.places && m.state.Place(who) != 0 {
		list = append(list, program.SavedEntry{Key: "place", Value: x.place(m.state.Place(who))})
	}
	for j, f := range t.Kind.Fields {
		if value, differs := x.field(who, j, f); differs {
			list = append(list, program.SavedEntry{Key: f.Name, Value: value})
		}
	}
	if conditions := x.conditions(who); len(conditions) > 0 {
		list = append(list, program.SavedEntry{Key: "conditions", Value: program.Saved{Shape: program.SavedList, List: conditions}})
	}
	return list
}

// place writes a place as an encounter does.
func (x *snapshot) place(p board.Place) program.Saved {
	g := x.m.board
	if z := g.Zone(p); z != nil {
		return program.Saved{Text: z.Name}
	}
	column, row := g.Point(p)
	return program.Saved{Shape: program.SavedList, List: []program.Saved{savedNumber(column), savedNumber(row)}}
}

func savedNumber(v float64) program.Saved {
	return program.Saved{Text: strconv.FormatFloat(v+0, 'f', -1, 64)} // +0: no -0
}

// tables are where lists and dice of some values are kept.
type tables struct {
	lists *value.Lists
	dice  *value.Dice
}

// field returns the value of a field, and whether it has to be said: of a pool
// always, of what holds things where it may hold some, else where it differs from
// the definition.
func (x *snapshot) field(who board.Thing, j int, f *program.Field) (program.Saved, bool) {
	m := x.m
	t := m.thing(who)
	if code.IsCalled(f.Type) || f.Virtual || !lasts(f.Type) {
		return program.Saved{}, false
	}
	at := int(m.Rows[who]) + f.Cell
	now := x.values(m.state.Row(at, cellsOf(f)), f, tables{&m.lists, &m.dice})
	if f.Pool != nil {
		return now, true
	}
	declared := f.Default
	if t.Def != nil && j < len(t.Def.Values) {
		declared = t.Def.Values[j]
	}
	if declared == nil || declared.Formula != nil || slices.ContainsFunc(declared.Map, func(m program.MapEntry) bool { return m.Value.Formula != nil }) {
		return now, true // what is worked out anew would be by what it reads then
	}
	if holdsThings(f.Type) {
		if x := declared.Expr; x != nil && (x.Op == program.OpList && len(x.Args) == 0 || x.Op == program.OpConst && x.Num == 0) {
			return now, len(now.List) > 0 || now.Shape != program.SavedList && now.Text != "none"
		}
		return now, true
	}
	was := make([]float64, cellsOf(f))
	lists, dice := x.c.Kept()
	if f.Type.Kind == program.Set {
		for _, v := range lists.Of(x.c.Value(f, declared, float64(who), t.Name)) {
			state.Include(was, int(v)-1, true)
		}
	} else {
		x.c.Fill(was, f, declared, float64(who), t.Name)
	}
	return now, !reflect.DeepEqual(now, x.values(was, f, tables{lists, dice}))
}

func cellsOf(f *program.Field) int {
	if f.Type.Kind == program.Set {
		return state.SetCells
	}
	return code.FamilyWidth(f)
}

// holdsThings tells whether values of a type are things, or collections of them.
func holdsThings(t program.Type) bool {
	if t.Kind == program.List || t.Kind == program.Set {
		return holdsThings(*t.Elem)
	}
	return t.Kind == program.ThingType
}

// lasts tells whether values of a type mean something in another encounter.
func lasts(t program.Type) bool {
	switch t.Kind {
	case program.Place, program.Direction, program.Act, program.Plan, program.EntryData, program.EventData, program.Unknown, program.Nothing:
		return false
	case program.List, program.Set:
		return t.Elem.Kind != program.Instance && lasts(*t.Elem)
	}
	return true
}

// values returns the value in the cells of a field; of a family one for all, or
// one for each member.
func (x *snapshot) values(cells []float64, f *program.Field, in tables) program.Saved {
	if f.Type.Kind == program.Set {
		s := program.Saved{Shape: program.SavedList}
		for v := 1.0; v <= state.MaxMember; v++ {
			if state.InSet(cells, v) {
				s.List = append(s.List, x.value(v, *f.Type.Elem, in))
			}
		}
		return s
	}
	if f.Optional && cells[0] == code.NothingIn(f) {
		return program.Saved{Text: "none"}
	}
	if f.Family == nil {
		return x.value(cells[0], f.Type, in)
	}
	each := make([]program.Saved, len(cells))
	same := f.Type.Kind != program.List
	for i, v := range cells {
		each[i] = x.value(v, f.Type, in)
		same = same && reflect.DeepEqual(each[i], each[0])
	}
	if same && len(each) > 0 {
		return each[0]
	}
	s := program.Saved{Shape: program.SavedMap}
	for i := range each {
		s.Map = append(s.Map, program.SavedEntry{Key: memberName(*f.Family, i), Value: each[i]})
	}
	return s
}

// memberName names the i-th member of a family.
func memberName(family program.Type, i int) string {
	if family.Kind == program.Step {
		return family.Scale.Steps[i].Name
	}
	return family.Of.Defs[i].Name
}

// value returns a value as the language writes it.
func (x *snapshot) value(v float64, t program.Type, in tables) program.Saved {
	p := x.m.Code.Program
	i := int(v) - 1
	switch t.Kind {
	case program.Number:
		return savedNumber(v)
	case program.Bool:
		return program.Saved{Text: strconv.FormatBool(v != 0)}
	case program.Dice:
		return program.Saved{Text: in.dice.Of(v).String()}
	case program.List:
		s := program.Saved{Shape: program.SavedList}
		for _, item := range in.lists.Of(v) {
			s.List = append(s.List, x.value(item, *t.Elem, in))
		}
		return s
	case program.Instance:
		if label := x.labels[x.m.state.Slot(x.m.state.Living(v))]; label != "" {
			return program.Saved{Text: label}
		}
	case program.Text:
		if text, ok := value.Nth(p.Texts, i, func(s string) string { return s }); ok {
			return program.Saved{Shape: program.SavedText, Text: text}
		}
		return program.Saved{Shape: program.SavedText}
	}
	if name, ok := x.nameOf(i, t); ok {
		return program.Saved{Text: name}
	}
	return program.Saved{Text: "none"}
}

// nameOf returns the name of what a reference with index i stands for.
func (x *snapshot) nameOf(i int, t program.Type) (string, bool) {
	p := x.m.Code.Program
	switch t.Kind {
	case program.ThingType:
		return value.Nth(x.m.Fight.Encounter.Things, i, func(t *program.Thing) string { return t.Name })
	case program.Definition:
		if t.Of == nil {
			return value.Nth(p.Actions, i, func(a *program.Action) string { return a.Def.Kind.Plural + "." + a.Def.Name })
		}
		return value.Nth(t.Of.Defs, i, func(d *program.Def) string { return d.Name })
	case program.Step:
		return value.Nth(t.Scale.Steps, i, func(s *program.ScaleStep) string { return s.Name })
	case program.ConditionName:
		return value.Nth(p.Conditions, i, func(c *program.Condition) string { return c.Name })
	case program.EventName:
		return value.Nth(p.Events, i, func(e *program.Event) string { return e.Name })
	case program.EntryName:
		return value.Nth(p.Time.Entries, i, func(e *program.Entry) string { return e.Name })
	case program.Choice:
		return value.Nth(t.Param.Choices, i, func(s string) string { return s })
	case program.Side:
		return value.Nth(x.m.Fight.Encounter.Sides, i, func(s string) string { return s })
	}
	return "", false
}

// beyond lists the pools of a thing that lie outside their bounds.
func (x *snapshot) beyond(who board.Thing) []program.Saved {
	m := x.m
	var list []program.Saved
	for _, f := range m.KindOf[who].Fields {
		if f.Pool != nil && !f.Virtual && x.liesOutside(who, f) {
			list = append(list, program.Saved{Text: f.Name})
		}
	}
	return list
}

func (x *snapshot) liesOutside(who board.Thing, f *program.Field) bool {
	member, _, _ := x.m.outside(&x.m.state, who, f)
	return member >= 0
}

// outside returns the first member of a pool that lies outside its bounds, and these; one
// that is no family is its only member, 0. -1: none does.
func (m *Machine) outside(s *state.State, who board.Thing, f *program.Field) (member int, low, high float64) {
	p := m.Code.Fields[f].Pool
	for i, v := range s.Row(int(m.Rows[who])+f.Cell, code.FamilyWidth(f)) {
		if i == 0 || p.Differs {
			low, high = m.bounds(p, who, i)
		}
		if v < low || v > high {
			return i, low, high
		}
	}
	return -1, 0, 0
}

// conditions lists the conditions of a thing, oldest first.
func (x *snapshot) conditions(who board.Thing) []program.Saved {
	var list []program.Saved
	for _, slot := range x.m.state.InForce() {
		i := x.m.state.Instance(slot)
		if board.Thing(i.Bearer) != who {
			continue
		}
		for k := range max(1, len(i.Ends.All()), len(i.Mute.All())) {
			list = append(list, x.condition(slot, k))
		}
	}
	return list
}

// condition writes an instance that waits for one end, or for none. One that waits for several is written
// several times, as if it had been applied again, each time with another end.
func (x *snapshot) condition(slot state.Slot, k int) program.Saved {
	m := x.m
	i := m.state.Instance(slot)
	s := program.Saved{Shape: program.SavedMap}
	add := func(key string, value program.Saved) {
		s.Map = append(s.Map, program.SavedEntry{Key: key, Value: value})
	}
	add("is", program.Saved{Text: i.Condition.Name})
	if i.By != i.Bearer && i.By != 0 {
		add("by", program.Saved{Text: m.thing(board.Thing(i.By)).Name})
	}
	ends, mute := kth(i.Ends.All(), k), kth(i.Mute.All(), k)
	if label := x.labels[slot]; label != "" && k == 0 {
		add("as", program.Saved{Text: label})
	}
	if with := x.with(m.state.Fields(slot), i.Condition.Fields, m.conditionOf(i).Defaults); len(with) > 0 {
		add("with", program.Saved{Shape: program.SavedMap, Map: with})
	}
	if age := m.turns.clock[0] - i.Since; age > 0 {
		add("age", savedNumber(age))
	}
	if left := ends.Time - m.turns.clock[0]; !math.IsInf(left, 1) {
		add("left", savedNumber(left))
	}
	condition := m.conditionOf(i)
	if ends.List != condition.Until || ends.Counts != [program.MostCounted]uint8{} {
		// The condition's own ends that wait for something don't count any more.
		texts, own := m.endTexts(&ends, condition), m.endTexts(&state.Ending{List: condition.Until}, condition)
		if len(texts) > 0 || len(own) > 0 {
			add("until", program.Saved{Shape: program.SavedList, List: texts})
		}
	}
	if i.Muted {
		muted := program.Saved{Shape: program.SavedMap}
		if texts := m.endTexts(&mute, nil); len(texts) > 0 {
			muted.Map = append(muted.Map, program.SavedEntry{Key: "until", Value: program.Saved{Shape: program.SavedList, List: texts}})
		}
		if left := mute.Time - m.turns.clock[0]; !math.IsInf(left, 1) {
			muted.Map = append(muted.Map, program.SavedEntry{Key: "left", Value: savedNumber(left)})
		}
		add("suppressed", muted)
	}
	if entries := x.entries(m.state.Number(slot)); len(entries) > 0 && k == 0 {
		add("entries", program.Saved{Shape: program.SavedList, List: entries})
	}
	if len(s.Map) == 1 {
		return s.Map[0].Value
	}
	return s
}

// kth returns the k-th of some endings, or the last one before it; one that never comes if there is none.
func kth(list []state.Ending, k int) state.Ending {
	if len(list) == 0 {
		return state.Ending{Time: math.Inf(1)}
	}
	return list[min(k, len(list)-1)]
}

// endTexts returns the phrases of a list of ends that wait for something, as they
// are written; one that counts has the number of those that are still to come. Those of the
// condition own that every application keeps are left out, and so is the clock.
func (m *Machine) endTexts(ends *state.Ending, own *code.Condition) []program.Saved {
	var texts []program.Saved
	for _, u := range m.Code.Untils[ends.List] {
		if u.When == nil && u.Trigger == nil || own != nil && u.When != nil && slices.Contains(own.Condition.Until, u.Until) {
			continue
		}
		words := strings.Fields(u.Span.Text())
		if i := slices.Index(words, ordinal(u.Nth)); u.Nth > 0 && i >= 0 {
			words[i] = ordinal(u.Nth - int(ends.Counts[u.Counter]))
		}
		texts = append(texts, program.Saved{Shape: program.SavedText, Text: strings.Join(words, " ")})
	}
	return texts
}

// ordinal returns how an end says which occurrence from now on it waits for.
func ordinal(n int) string {
	if n == 1 {
		return "next"
	}
	return diag.Ordinal(n)
}

// with returns the fields of a condition or an entry that differ from what they
// begin with.
func (x *snapshot) with(row []float64, fields []*program.Field, defaults []float64) []program.SavedEntry {
	m := x.m
	var list []program.SavedEntry
	for _, f := range fields {
		if !lasts(f.Type) || f.Family != nil {
			continue
		}
		width := cellsOf(f)
		was := make([]float64, width)
		if f.Cell+width <= len(defaults) {
			copy(was, defaults[f.Cell:])
		}
		now := x.values(row[f.Cell:f.Cell+width], f, tables{&m.lists, &m.dice})
		if !reflect.DeepEqual(now, x.values(was, f, tables{&m.Code.Lists, &m.Code.Dice})) {
			list = append(list, program.SavedEntry{Key: f.Name, Value: now})
		}
	}
	return list
}

// entries lists what stands on the agenda for as long as a condition lasts.
func (x *snapshot) entries(instance float64) []program.Saved {
	m := x.m
	var found []*state.Entry
	for i := range m.state.Agenda {
		if m.state.Agenda[i].Bound == instance {
			found = append(found, &m.state.Agenda[i])
		}
	}
	slices.SortStableFunc(found, func(a, b *state.Entry) int {
		if state.Before(a, b) {
			return -1
		}
		return 1
	})
	var list []program.Saved
	for _, e := range found {
		kind := m.kindOfEntry(e)
		s := []program.SavedEntry{{Key: "is", Value: program.Saved{Text: kind.Name}}}
		if e.Owner != 0 {
			s = append(s, program.SavedEntry{Key: "of", Value: program.Saved{Text: m.thing(board.Thing(e.Owner)).Name}})
		}
		at := program.Saved{Shape: program.SavedList, List: []program.Saved{savedNumber(max(0, e.Keys[0]-m.turns.clock[0]))}}
		for _, k := range e.Keys[1:max(1, min(int(e.Count), len(m.Code.Program.Time.Keys)))] {
			at.List = append(at.List, savedNumber(k))
		}
		s = append(s, program.SavedEntry{Key: "at", Value: at})
		if with := x.with(m.entryRow(e.Slot), kind.Fields, nil); len(with) > 0 {
			s = append(s, program.SavedEntry{Key: "with", Value: program.Saved{Shape: program.SavedMap, Map: with}})
		}
		list = append(list, program.Saved{Shape: program.SavedMap, Map: s})
	}
	return list
}
