package encounter

import (
	"cmp"
	"slices"

	"github.com/rulec/rulec/internal/inplace"
	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/lang/decode"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
	"github.com/rulec/rulec/lang/tree"
	"github.com/rulec/rulec/session"
)

// Layout is what an encounter has to be changed without typing: its ground, who is there, and what there is to choose from.
type Layout struct {
	Ground    *Ground  `json:"ground,omitempty"`
	People    []Person `json:"people"`
	Creatures []Named  `json:"creatures"`
	Tactics   []Named  `json:"tactics"`
}

// Ground is the ground as a file draws it, a mark a cell, or its zones. Its kinds are all that the rules have, the first is open ground.
type Ground struct {
	session.Ground
	Kinds []Kind `json:"kinds"`
	// Mark is how many spaces a mark is wide; the width and the height count marks.
	Mark   int    `json:"mark"`
	Locked string `json:"locked,omitempty"`
}

// Kind is a kind of ground.
type Kind struct {
	Name string `json:"name"`
	session.GroundKind
}

// Person is a combatant, or a thing on the ground, as the file says it.
type Person struct {
	Name   string `json:"name"`
	Title  string `json:"title"`
	Side   string `json:"side"`
	Is     string `json:"is"`
	Tactic string `json:"tactic"`
	Thing  bool   `json:"thing"`
	At     *Spot  `json:"at,omitempty"`
	Size   int    `json:"size"`
	// Where is the name in the file.
	Where  diag.Span `json:"-"`
	Locked string    `json:"locked,omitempty"`
}

// Spot is a place, in spaces, or the number of a zone.
type Spot struct {
	X int `json:"x"`
	Y int `json:"y"`
}

// Named is something with a name and a title.
type Named struct {
	Name  string `json:"name"`
	Title string `json:"title"`
}

// Layout lays the encounter out; sizes are how many spaces wide everyone is, by name.
func (k *Desk) Layout(sizes map[string]int) *Layout {
	x := &Layout{Ground: k.ground(), People: k.people(sizes), Creatures: []Named{}, Tactics: []Named{}}
	for _, c := range k.rules.Creature.Defs {
		x.Creatures = append(x.Creatures, Named{c.Name, c.Title})
	}
	for _, t := range k.rules.Tactics {
		x.Tactics = append(x.Tactics, Named{t.Name, t.Title})
	}
	return x
}

// groundOf is a map of some kinds of ground, each in one place, with nobody there.
func groundOf(rules *program.Program, terrain []*program.Def) (*session.Ground, error) {
	m := &program.Map{Width: len(terrain), Height: 1, Terrain: terrain}
	for _, t := range terrain {
		m.Zones = append(m.Zones, &program.Zone{Terrain: t})
	}
	f, err := interp.Prepare(interp.Compile(rules), &program.Encounter{Program: rules, Map: m})
	if err != nil {
		return nil, err
	}
	return session.GroundOf(interp.New(f, interp.Options{})), nil
}

// people lists the combatants, and the things that have a place.
func (k *Desk) people(sizes map[string]int) []Person {
	list := []Person{}
	combatants := tree.EntriesOf(k.root.Get("combatants"))
	for i, e := range slices.Concat(combatants, tree.EntriesOf(k.root.Get("things"))) {
		p := Person{
			Name: e.Key.Text, Title: e.Value.TextOf("title"), Side: e.Value.TextOf("side"), Is: e.Value.TextOf("is"), Tactic: e.Value.TextOf("tactic"),
			Thing: i >= len(combatants), At: k.pointOf(e.Value.Get("place")), Size: max(1, sizes[e.Key.Text]), Where: e.Key.Span,
		}
		if err := locked(e); err != nil {
			p.Locked = err.Error()
		}
		if !p.Thing || p.At != nil {
			list = append(list, p)
		}
	}
	return list
}

// pointOf reads a place, in spaces, or as the number of its zone; nil means none.
func (k *Desk) pointOf(n *tree.Node) *Spot {
	var ignored diag.List // the check reports them
	switch space := k.rules.Space; {
	case n == nil || space == nil || space.Grid == program.NoGrid:
	case space.Grid == program.ZoneGrid:
		if i := slices.IndexFunc(k.zones(), func(e tree.Entry) bool { return e.Key.Text == n.Text }); i >= 0 {
			return &Spot{i, 0}
		}
	case len(n.Items) == 2:
		x, okX := tree.Number(n.Items[0], "", &ignored)
		y, okY := tree.Number(n.Items[1], "", &ignored)
		if okX && okY {
			return &Spot{k.spaces(x), k.spaces(y)}
		}
	}
	return nil
}

// spaces converts a length on a plane to spaces; elsewhere it is one already.
func (k *Desk) spaces(length float64) int {
	if k.rules.Space.Grid != program.PlaneGrid {
		return int(length)
	}
	m, _ := program.MeasureOf(k.rules.Space.Unit)
	n, _ := m.Nearest(length)
	return int(n)
}

func (k *Desk) zones() []tree.Entry { return tree.EntriesOf(k.root.Get("map").Get("zones")) }

// openGround is the name of open ground in legends.
const openGround = "none"

// ground shows the map, or open ground if there is none; nil if the rules have no space.
func (k *Desk) ground() *Ground {
	space := k.rules.Space
	if space == nil || space.Grid == program.NoGrid {
		return nil
	}
	plan := k.root.Get("map")
	legend := plan.Get("legend")
	terrain := []*program.Def{nil}
	if k.rules.Terrain != nil {
		terrain = append(terrain, k.rules.Terrain.Defs...)
	}
	all, err := groundOf(k.rules, terrain)
	if err != nil {
		return nil
	}
	g := &Ground{Ground: session.Ground{Grid: all.Grid, Unit: all.Unit, UnitName: all.UnitName}, Mark: 1}
	for i, t := range terrain {
		kind := Kind{openGround, all.Kinds[all.Cells[i]]}
		if t != nil {
			kind.Name = t.Name
		} else if legend.Get(".") == nil {
			kind.Mark = "."
		}
		for _, e := range tree.EntriesOf(legend) {
			if e.Value.Text == kind.Name {
				kind.Mark = cmp.Or(kind.Mark, e.Key.Text)
			}
		}
		g.Kinds = append(g.Kinds, kind)
	}
	draw := func(kind string) {
		g.Cells = append(g.Cells, max(0, slices.IndexFunc(g.Kinds, func(x Kind) bool { return x.Name == kind })))
	}
	if space.Grid == program.ZoneGrid {
		g.Width, g.Height = len(k.zones()), 1
		for _, e := range k.zones() {
			z := session.Zone{Title: cmp.Or(e.Value.TextOf("title"), decode.TitleOf(e.Key.Text)), Next: []int{}}
			for i, other := range k.zones() {
				if slices.ContainsFunc(tree.Items(e.Value.Get("next")), func(n *tree.Node) bool { return n.Text == other.Key.Text }) {
					z.Next = append(z.Next, i)
				}
			}
			g.Zones = append(g.Zones, z)
			draw(e.Value.TextOf("terrain"))
		}
		return g
	}
	if length, ok := tree.Number(plan.Get("cell"), "", &diag.List{}); ok {
		g.Mark = max(1, k.spaces(length))
	} else {
		g.Mark = max(1, k.spaces(1))
	}
	lines := k.lines()
	g.Height = len(lines)
	for _, line := range lines {
		g.Width = max(g.Width, len(line))
	}
	for _, line := range lines {
		for _, mark := range line {
			draw(legend.TextOf(string(mark)))
		}
		for range g.Width - len(line) {
			draw(openGround)
			g.Locked = "drawn in rows that aren't equally long: change them in the file"
		}
	}
	if rows, ok := plan.Entry("rows"); plan != nil && (!ok || rows.Value.Style != tree.Literal || !inplace.Once(rows) || g.Width == 0) {
		g.Locked, g.Width, g.Height, g.Cells = inplace.ByHand, 0, 0, nil
	}
	return g
}
