package laws

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"github.com/rulec/rulec/lang/program"
)

// How encounters are made: chances in percent.
const (
	mostFighters = 3
	third        = 40 // of a third fighter
	suited       = 50 // of the tactic of the definition, if it has one
	changed      = 40 // of other fields than in the definition
	mostChanged  = 3
	afflicted    = 15 // of a condition at the start
	rough        = 40 // of special ground
	columns      = 6
	lines        = 4
)

// names are the names of fighters.
var names = []string{"ann", "bob", "cid"}

// maker makes encounters of a ruleset at random.
type maker struct {
	*rand.Rand
	program *program.Program
	// combatants are the models for new combatants.
	combatants []fighter
}

func (m *maker) chance(hundredths int) bool { return m.IntN(100) < hundredths }

// set changes one of the params that are switches or choices between names, like a house rule.
func (m *maker) set() [][2]string {
	var list [][2]string
	for _, p := range m.program.Params {
		for i, name := range p.Choices {
			if float64(i+1) != p.Value {
				list = append(list, [2]string{p.Name, name})
			}
		}
		if p.Type.Kind == program.Bool {
			list = append(list, [2]string{p.Name, strconv.FormatBool(p.Value == 0)})
		}
	}
	if len(list) == 0 {
		return nil
	}
	return [][2]string{list[m.IntN(len(list))]}
}

// purpose is what an encounter is made for.
type purpose uint8

const (
	// toPlay means random actions.
	toPlay purpose = iota
	// toEnd and toBeEven mean play by suitable tactics. In toEnd all start next to each other, since not all rules
	// let them walk; in toBeEven the sides are alike except for their places.
	toEnd
	toBeEven
)

// encounter makes an encounter.
func (m *maker) encounter(of purpose) *draft {
	mirrored := of == toBeEven
	d := &draft{seed: m.Uint64() >> 12} // so that it can be written as a number
	n := 2
	if !mirrored && m.chance(third) {
		n = mostFighters
	}
	for i := range n {
		f := m.fighter(names[i], of)
		if mirrored && i > 0 {
			f = d.fighters[0]
			f.name = names[i]
		}
		f.side = [2]string{"one", "two"}[i%2]
		d.fighters = append(d.fighters, f)
	}
	m.ground(d, of)
	return d
}

// haveOwn reports whether any definitions of creatures have a tactic.
func (m *maker) haveOwn() bool { return slices.ContainsFunc(m.program.Creature.Defs, hasTactic) }

func hasTactic(d *program.Def) bool { return d.Tactic != nil }

// fighter makes a combatant. For a fight to the end it is like its definition, with the tactic of that.
func (m *maker) fighter(name string, of purpose) fighter {
	kind, byOwn := m.program.Creature, of != toPlay || m.chance(suited)
	var f fighter
	if known := m.known(of); len(known) > 0 {
		f = known[m.IntN(len(known))]
		f.given = slices.Clone(f.given)
	}
	f.name = name
	if n := len(m.program.Tactics); n > 0 && !(byOwn && m.haveOwn()) {
		f.tactic = m.program.Tactics[m.IntN(n)].Name
	}
	var fields []*program.Field
	for _, x := range kind.Fields {
		if !x.Virtual && (!x.Quiet || !countable(x)) && !m.isCard(x.Type) {
			fields = append(fields, x)
		}
	}
	for _, x := range fields {
		if f.is == "" && x.Default == nil && x.Pool == nil && !f.has(x.Name) {
			f.give(x.Name, m.needed(x))
		}
	}
	if len(fields) > 0 && of != toEnd && m.chance(changed) {
		for range 1 + m.IntN(mostChanged) {
			if x := fields[m.IntN(len(fields))]; !f.has(x.Name) {
				f.give(x.Name, m.value(x))
			}
		}
	}
	if list := m.program.Conditions; len(list) > 0 && of == toPlay && m.chance(afflicted) {
		if c := list[m.IntN(len(list))]; len(c.Fields) == 0 && c.While == nil && len(c.Until) > 0 { // else it would last forever
			f.conditions = append(f.conditions, c.Name)
		}
	}
	return f
}

// known returns the models for combatants: if the purpose needs tactics, those with their own, if there are any.
func (m *maker) known(of purpose) []fighter {
	if of == toPlay || !m.haveOwn() {
		return m.combatants
	}
	return slices.DeleteFunc(slices.Clone(m.combatants), func(f fighter) bool {
		return !slices.ContainsFunc(m.program.Creature.Defs, func(d *program.Def) bool { return d.Name == f.is && hasTactic(d) })
	})
}

// isCard reports whether a type is that of cards, which are already somewhere.
func (m *maker) isCard(t program.Type) bool {
	if t.Elem != nil {
		t = *t.Elem
	}
	return slices.ContainsFunc(m.program.Decks, func(d *program.Deck) bool {
		cards := d.Cards.Expr.Type.Elem
		return cards != nil && cards.Equal(t)
	})
}

// countable reports whether a field is a number, a boolean or a pool: these are bookkeeping if stories omit them.
func countable(x *program.Field) bool {
	return x.Pool != nil || x.Type.Kind == program.Number || x.Type.Kind == program.Bool
}

func (f *fighter) has(field string) bool {
	return slices.ContainsFunc(f.given, func(g [2]string) bool { return g[0] == field })
}

func (f *fighter) give(field, value string) {
	if value != "" {
		f.given = append(f.given, [2]string{field, value})
	}
}

// numbers are the values of pools and of numbers without other hints: small ones, as in most rules.
var numbers = []int{1, 1, 2, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 30}

// needed makes a value for a required field.
func (m *maker) needed(x *program.Field) string {
	if v := m.value(x); v != "" || x.Type.Kind != program.Number {
		return v
	}
	return strconv.Itoa(numbers[m.IntN(len(numbers))])
}

// value makes a value for a field, empty if it can't.
func (m *maker) value(x *program.Field) string {
	if x.Family != nil {
		member := m.one(*x.Family)
		v := m.plainValue(x)
		if member == "" || v == "" {
			return ""
		}
		return "{" + member + ": " + v + "}"
	}
	return m.plainValue(x)
}

func (m *maker) plainValue(x *program.Field) string {
	if v, ok := m.within(x.Limits); ok {
		return strconv.Itoa(v)
	}
	switch stated := m.stated(x); {
	case x.Pool != nil && x.Pool.Max != nil:
		return strconv.Itoa(numbers[m.IntN(len(numbers))])
	case x.Type.Kind == program.Bool || x.Type.Kind == program.Step || x.Type.Kind == program.Choice:
		return m.one(x.Type)
	case len(stated) > 0 && (len(stated) > 1 || x.Pool != nil || m.one(x.Type) == ""):
		return stated[m.IntN(len(stated))]
	case x.Type.Kind == program.List || x.Type.Kind == program.Set:
		if v := m.one(*x.Type.Elem); v != "" {
			return "[" + v + "]"
		}
		return ""
	}
	return m.one(x.Type)
}

// one makes a value of a type, empty if it can't.
func (m *maker) one(t program.Type) string {
	pick := func(n int, name func(i int) string) string {
		if n == 0 {
			return ""
		}
		return name(m.IntN(n))
	}
	switch t.Kind {
	case program.Bool:
		return strconv.FormatBool(m.chance(50))
	case program.Step:
		return pick(len(t.Scale.Steps), func(i int) string { return t.Scale.Steps[i].Name })
	case program.Choice:
		return pick(len(t.Param.Choices), func(i int) string { return t.Param.Choices[i] })
	case program.Definition, program.ThingType:
		if t.Of == nil || t.Of == m.program.Creature {
			return ""
		}
		return pick(len(t.Of.Defs), func(i int) string { return t.Of.Defs[i].Name })
	}
	return ""
}

// ground makes the map, and places the fighters on it.
func (m *maker) ground(d *draft, of purpose) {
	s := m.program.Space
	if s == nil || s.Grid == program.NoGrid {
		return
	}
	grid := s.Grid.Facts()
	if !grid.Rows {
		d.zones = []string{"west", "middle", "east"}
		for i := range d.fighters {
			at := m.IntN(len(d.zones))
			switch of {
			case toEnd:
				at = 1
			case toBeEven:
				at = 2 * i
			}
			d.fighters[i].place = d.zones[at]
		}
		return
	}
	unit := 1.0
	if grid.Points {
		unit = max(s.Unit, 1)
	}
	var taken [][2]int
	row := 1 + m.IntN(lines-2)
	edge := m.IntN(columns / 2)
	for i := range d.fighters {
		at := [2]int{m.IntN(columns), m.IntN(lines)}
		for slices.Contains(taken, at) {
			at = [2]int{m.IntN(columns), m.IntN(lines)}
		}
		switch of {
		case toEnd:
			at = [2]int{i + 1, row}
		case toBeEven:
			at = [2]int{[2]int{edge, columns - 1 - edge}[i], row}
		}
		taken = append(taken, at)
		d.fighters[i].place = fmt.Sprintf("[%v, %v]", float64(at[0])*unit, float64(at[1])*unit)
	}
	if !grid.Points {
		m.rows(d, of == toBeEven, taken)
	}
}

// rows makes the rows of a map, with special ground on free spaces.
func (m *maker) rows(d *draft, mirrored bool, taken [][2]int) {
	for range lines {
		d.rows = append(d.rows, strings.Repeat(plain, columns))
	}
	t := m.program.Terrain
	if t == nil || len(t.Defs) == 0 {
		return
	}
	d.legend = [][2]string{{plain, "none"}}
	if mirrored || !m.chance(rough) {
		return
	}
	mark := "#"
	d.legend = append(d.legend, [2]string{mark, t.Defs[m.IntN(len(t.Defs))].Name})
	for range 1 + m.IntN(4) {
		y, x := m.IntN(lines), m.IntN(columns)
		if slices.Contains(taken, [2]int{x, y}) {
			continue
		}
		d.rows[y] = d.rows[y][:x] + mark + d.rows[y][x+1:]
	}
}
