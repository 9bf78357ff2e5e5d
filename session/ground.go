package session

import (
	"cmp"
	"slices"

	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/interp/board"
	"github.com/rulec/rulec/interp/value"
	"github.com/rulec/rulec/lang/program"
)

// Ground is the ground of a fight, as an encounter describes it; no one is on it yet.
type Ground struct {
	// Grid is how it is divided, as the rules say it: square, hex, zones or plane; none means that they know no places.
	Grid string `json:"grid"`
	// Unit is the length of a space, in UnitName; if that is empty, in spaces.
	Unit     float64 `json:"unit"`
	UnitName string  `json:"unitName"`
	// Width and Height are the number of columns and rows, or the size of a plane in spaces; 0 means that the ground is open on all sides.
	// On hexes odd rows are shifted half a space to the right.
	Width  int `json:"width"`
	Height int `json:"height"`
	// Cells are the kinds of ground of a map, row by row, by their index in Kinds; nil means that it is all the same.
	Cells []int        `json:"cells,omitempty"`
	Kinds []GroundKind `json:"kinds,omitempty"`
	Zones []Zone       `json:"zones,omitempty"`
}

// GroundKind is a kind of ground: its title in stories, and its mark on maps. Closed ground can't be entered.
type GroundKind struct {
	Title  string `json:"title"`
	Mark   string `json:"mark"`
	Closed bool   `json:"closed"`
}

// Zone is a zone of the ground: its title in stories, and the indices of the zones next to it.
type Zone struct {
	Title string `json:"title"`
	Next  []int  `json:"next"`
}

// GroundOf describes the ground of a fight.
func GroundOf(m *interp.Machine) *Ground {
	g := &Ground{Grid: program.NoGrid.Facts().Name}
	if space := m.Program().Space; space != nil {
		g.Grid, g.Unit, g.UnitName = space.Grid.Facts().Name, space.Unit, space.UnitName
	}
	plan := m.Encounter().Map
	if plan == nil {
		return g
	}
	g.Width, g.Height = plan.Width, plan.Height
	for _, z := range plan.Zones {
		g.Zones = append(g.Zones, Zone{cmp.Or(z.Title, value.InWords(z.Name)), append([]int{}, z.Next...)})
	}
	for i := range max(len(plan.Marks), len(plan.Terrain)) {
		kind := GroundKind{}
		if plan.Marks != nil {
			kind.Mark = string(plan.Marks[i])
		}
		if plan.Terrain != nil && plan.Terrain[i] != nil {
			kind.Title = plan.Terrain[i].Title
		}
		at := m.Names().Board.At(i%plan.Width, i/plan.Width)
		kind.Closed = !m.Names().Board.Enters(board.Area{Place: at})
		n := slices.Index(g.Kinds, kind)
		if n < 0 {
			n, g.Kinds = len(g.Kinds), append(g.Kinds, kind)
		}
		g.Cells = append(g.Cells, n)
	}
	return g
}

// Token is something on the ground.
type Token struct {
	// Who is its number, from 1; Title its title in stories. Creature is set for combatants, not for other things on a map.
	Who      board.Thing `json:"who"`
	Title    string      `json:"title"`
	Creature bool        `json:"creature"`
	// X and Y are its column and row from 0; on zones X is the number of the zone; on a plane they are the middle of its base, in spaces.
	// Size is its width in spaces: to the right and down on squares, around its place on hexes.
	X    int `json:"x"`
	Y    int `json:"y"`
	Size int `json:"size"`
	// Facing is which way it looks, in degrees clockwise from the top of the map, if the rules keep that in a field; nil means all around.
	Facing *float64 `json:"facing,omitempty"`
}

// TokensOf lists what is on the ground of a fight, in the order of the encounter.
func TokensOf(m *interp.Machine) []Token {
	list := []Token{}
	names := m.Names().ForStory()
	for i, t := range m.Encounter().Things {
		who := board.Thing(i + 1)
		a := m.AreaOf(who)
		if a.Place == 0 || names.Board == nil {
			continue
		}
		x, y := names.Board.Coordinates(a.Place)
		list = append(list, Token{who, names.Thing(who), t.Kind == m.Program().Creature, x, y, int(a.Size), facingOf(m, who)})
	}
	return list
}

// facingOf returns which way a thing looks, in degrees: by its first field that is a direction. Nil means all around.
func facingOf(m *interp.Machine, who board.Thing) *float64 {
	for _, f := range m.Encounter().Things[who-1].Kind.Fields {
		if f.Type.Kind != program.Direction || f.Family != nil {
			continue
		}
		direction, count := m.Holds(who, f, 0), float64(m.Names().Board.DirectionCount())
		if direction < 1 || direction > count {
			return nil
		}
		degrees := (direction - 1) * 360 / count
		if count == 6 { // on hexes the first is the north-east
			degrees += 30
		}
		return &degrees
	}
	return nil
}
