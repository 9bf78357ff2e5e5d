package engine

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/interp/board"
	"github.com/rulec/rulec/lang/decode"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
	"github.com/rulec/rulec/lang/tree"
	"github.com/rulec/rulec/session"
)

// layout is the encounter of a file, to be changed without typing: its ground, who is there, and what there is to choose from.
type layout struct {
	// Fight is set if the file is an encounter. Rules is the file of its rules, or of those by which a new fight could be; empty means none.
	Fight bool   `json:"fight"`
	Rules string `json:"rules"`
	// Locked says why nothing can be changed here; empty means that something can.
	Locked    string   `json:"locked,omitempty"`
	Ground    *drawn   `json:"ground,omitempty"`
	People    []placed `json:"people"`
	Creatures []titled `json:"creatures"`
	Tactics   []titled `json:"tactics"`
}

// drawn is the ground as a file draws it, a mark a cell, or its zones. Its kinds are all that the rules have, the first is open ground.
type drawn struct {
	session.Ground
	Kinds []groundKind `json:"kinds"`
	// Mark is how many spaces a mark is wide; the width and the height count marks.
	Mark   int    `json:"mark"`
	Locked string `json:"locked,omitempty"`
}

type groundKind struct {
	Name string `json:"name"`
	session.GroundKind
}

// placed is a combatant, or a thing on the ground, as the file says it.
type placed struct {
	Name   string `json:"name"`
	Title  string `json:"title"`
	Side   string `json:"side"`
	Is     string `json:"is"`
	Tactic string `json:"tactic"`
	Thing  bool   `json:"thing"`
	At     *point `json:"at,omitempty"`
	Size   int    `json:"size"`
	Where  span   `json:"where"`
	Locked string `json:"locked,omitempty"`
}

type titled struct {
	Name  string `json:"name"`
	Title string `json:"title"`
}

// layout shows the encounter of a file.
func (d *files) layout(name string) (*layout, error) {
	k, locked := d.desk(name)
	x := &layout{Fight: k.rules != nil || locked != "", Locked: locked, People: []placed{}, Creatures: []titled{}, Tactics: []titled{}}
	if of := d.rulesOf(d.work.Whole(name)); d.header(of).ruleset {
		x.Rules = of
	}
	if k.rules == nil || locked != "" {
		return x, nil
	}
	for _, c := range k.rules.Creature.Defs {
		x.Creatures = append(x.Creatures, titled{c.Name, c.Title})
	}
	for _, t := range k.rules.Tactics {
		x.Tactics = append(x.Tactics, titled{t.Name, t.Title})
	}
	x.Ground, x.People = k.ground(), k.people(d.sizes(name))
	return x, nil
}

// sizes are how many spaces wide everyone is at the start, by name, if the encounter can be played.
func (d *files) sizes(name string) map[string]int {
	sizes := map[string]int{}
	e, err := d.work.Encounter(name, "")
	if err != nil {
		return sizes
	}
	if f, err := interp.Prepare(interp.Compile(e.Program), e); err == nil {
		for _, t := range session.TokensOf(interp.New(f, interp.Options{})) {
			sizes[e.Things[t.Who-1].Name] = t.Size
		}
	}
	return sizes
}

// closed reports which kinds of ground can't be entered: on a map of all of them, with nobody there.
func closed(rules *program.Program, terrain []*program.Def) []bool {
	m := &program.Map{Width: len(terrain), Height: 1, Terrain: terrain}
	for _, t := range terrain {
		m.Zones = append(m.Zones, &program.Zone{Terrain: t})
	}
	list := make([]bool, len(terrain))
	f, err := interp.Prepare(interp.Compile(rules), &program.Encounter{Program: rules, Map: m})
	if err != nil {
		return list
	}
	b := interp.New(f, interp.Options{}).Names().Board
	for i := range list {
		list[i] = !b.Enters(board.Area{Place: b.At(i, 0)})
	}
	return list
}

// word returns the text of a key; empty if there is none.
func word(n *tree.Node, key string) string {
	if v := n.Get(key); v != nil && v.Kind == tree.Scalar {
		return v.Text
	}
	return ""
}

// people lists the combatants, and the things that have a place.
func (k *desk) people(sizes map[string]int) []placed {
	list := []placed{}
	for section, i := range k.everyone {
		e, thing := section.Entries[i], section == k.root.Get("things")
		at := k.pointOf(e.Value.Get("place"))
		if thing && at == nil {
			continue
		}
		list = append(list, placed{
			Name: e.Key.Text, Title: word(e.Value, "title"), Side: word(e.Value, "side"), Is: word(e.Value, "is"), Tactic: word(e.Value, "tactic"),
			Thing: thing, At: at, Size: max(1, sizes[e.Key.Text]), Where: spanOf(e.Key.Span), Locked: locked(e),
		})
	}
	return list
}

// pointOf reads a place, in spaces, or as the number of its zone; nil means none.
func (k *desk) pointOf(n *tree.Node) *point {
	var ignored diag.List // the check reports them
	switch space := k.rules.Space; {
	case n == nil || space == nil || space.Grid == program.NoGrid:
	case space.Grid == program.ZoneGrid:
		if i := slices.IndexFunc(k.zones(), func(e tree.Entry) bool { return e.Key.Text == n.Text }); i >= 0 {
			return &point{i, 0}
		}
	case len(n.Items) == 2:
		x, okX := tree.Number(n.Items[0], "", &ignored)
		y, okY := tree.Number(n.Items[1], "", &ignored)
		if okX && okY {
			return &point{k.spaces(x), k.spaces(y)}
		}
	}
	return nil
}

// spaces converts a length on a plane to spaces; elsewhere it is one already.
func (k *desk) spaces(length float64) int {
	if k.rules.Space.Grid != program.PlaneGrid {
		return int(length)
	}
	m, _ := program.MeasureOf(k.rules.Space.Unit)
	n, _ := m.Nearest(length)
	return int(n)
}

func (k *desk) zones() []tree.Entry { return tree.EntriesOf(k.root.Get("map").Get("zones")) }

// openGround is the name of open ground in legends.
const openGround = "none"

// ground shows the map, or open ground if there is none; nil if the rules have no space.
func (k *desk) ground() *drawn {
	space := k.rules.Space
	if space == nil || space.Grid == program.NoGrid {
		return nil
	}
	g := &drawn{Ground: session.Ground{Grid: space.Grid.Facts().Name, Unit: space.Unit, UnitName: space.UnitName}, Mark: 1}
	plan := k.root.Get("map")
	legend := plan.Get("legend")
	terrain := []*program.Def{nil}
	if k.rules.Terrain != nil {
		terrain = append(terrain, k.rules.Terrain.Defs...)
	}
	for i, shut := range closed(k.rules, terrain) {
		kind := groundKind{openGround, session.GroundKind{Closed: shut}}
		if t := terrain[i]; t != nil {
			kind.Name, kind.Title = t.Name, t.Title
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
		g.Cells = append(g.Cells, max(0, slices.IndexFunc(g.Kinds, func(x groundKind) bool { return x.Name == kind })))
	}
	if space.Grid == program.ZoneGrid {
		g.Width, g.Height = len(k.zones()), 1
		for _, e := range k.zones() {
			z := session.Zone{Title: cmp.Or(word(e.Value, "title"), decode.TitleOf(e.Key.Text)), Next: []int{}}
			for i, other := range k.zones() {
				if slices.ContainsFunc(tree.Items(e.Value.Get("next")), func(n *tree.Node) bool { return n.Text == other.Key.Text }) {
					z.Next = append(z.Next, i)
				}
			}
			g.Zones = append(g.Zones, z)
			draw(word(e.Value, "terrain"))
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
			draw(word(legend, string(mark)))
		}
		for range g.Width - len(line) {
			draw(openGround)
			g.Locked = "drawn in rows that aren't equally long: change them in the file"
		}
	}
	if rows, ok := plan.Entry("rows"); plan != nil && (!ok || rows.Value.Style != tree.Literal || !once(rows) || g.Width == 0) {
		g.Locked, g.Width, g.Height, g.Cells = inFile, 0, 0, nil
	}
	return g
}

// newFight returns a small fight by the rules of a file, to be kept beside them: two sides of one each.
func (d *files) newFight(name string) (file, error) {
	of := d.rulesOf(d.work.Whole(name))
	k := &desk{rules: d.work.Rules(of)}
	if k.rules == nil || k.rules.Creature == nil {
		return file{}, fmt.Errorf("there can't be a fight by %s before its mistakes are mended", cmp.Or(of, name))
	}
	x, called := file{Name: of}, "./"+path.Base(of)
	if base, inside := strings.CutPrefix(of, "rulesets/"); inside { // known by its name
		x.Name, called = base, strings.TrimSuffix(base, ".yaml")
	}
	x.Text = fmt.Sprintf("# A fight by %s, to be changed: here, or under Encounter beside the file.\ntitle: A new fight\nruleset: %s\nseed: 1\ncombatants:\n", k.rules.Title, called)
	grid, defs := program.NoGrid, k.rules.Creature.Defs
	if k.rules.Space != nil {
		grid = k.rules.Space.Grid
	}
	for i, name := range []string{"ann", "ben"} {
		is, where, tactic := "", "", ""
		if len(defs) > 0 {
			is = defs[min(i, len(defs)-1)].Name
			name = is + []string{"", "_2"}[i/len(defs)]
		}
		if grid.Facts().Rows {
			where = fmt.Sprintf("[%d, 3]", 2+5*i)
		} else if grid == program.ZoneGrid {
			where = []string{"west", "east"}[i]
		}
		if len(k.rules.Tactics) > 0 && (is == "" || defs[min(i, len(defs)-1)].Tactic == nil) {
			tactic = k.rules.Tactics[0].Name
		}
		x.Text += "  " + k.combatant(name, is, []string{"one", "two"}[i], where, tactic) + "\n"
	}
	if grid == program.ZoneGrid {
		x.Text += "map:\n  zones:\n    west: {next: [east]}\n    east: {next: [west]}\n"
	} else if grid != program.NoGrid {
		x.Text += "map:\n  rows: |\n" + strings.Repeat("    ..........\n", 8)
	}
	return x, nil
}
