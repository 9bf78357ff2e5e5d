package story

import (
	"maps"
	"slices"
	"strings"
	"unicode"

	"github.com/rulec/rulec/interp/board"
	"github.com/rulec/rulec/interp/value"
	"github.com/rulec/rulec/lang/program"
)

// Map is a part of the map with the creatures on it.
type Map struct {
	// Left and Top are the column and the row of the first mark.
	Left, Top int
	// Rows are the marks of each row: a creature's letter, else the map's own mark.
	Rows [][]string
	// Legend explains the marks that are not letters of combatants.
	Legend []string
	// Hexes is set if odd rows are shifted half a space to the right.
	Hexes bool
	// Zones are the occupied zones, with their occupants.
	Zones []string
}

// Marks of creatures out of the fight, and of open ground.
const (
	markOut  = "x"
	markOpen = "·"
)

// widest is how many columns of a map are drawn at most, tallest how many rows.
const (
	widest  = 40
	tallest = 30
)

// ground writes where all creatures are, if there is a map and anything has changed.
func (s *telling) ground() {
	m := s.names.Encounter.Map
	var picture *Map
	switch {
	case m == nil || s.names.Board == nil:
	case len(m.Zones) > 0:
		picture = &Map{Zones: s.zones()}
	case m.Marks != nil:
		picture = s.picture(m)
	}
	if picture == nil {
		return
	}
	if t := strings.Join(picture.Lines(), "\n"); t != s.writtenMap {
		s.writtenMap = t
		if legend := strings.Join(picture.Legend, ""); legend == s.writtenLegend {
			picture.Legend = nil
		} else {
			s.writtenLegend = legend
		}
		s.add(Line{Kind: Ground, Map: picture})
	}
}

// zones lists the occupied zones.
func (s *telling) zones() (list []string) {
	for i := range s.names.Encounter.Map.Zones {
		var here []string
		for _, r := range s.rows {
			if r.place == board.Place(i+1) && !r.Out {
				here = append(here, r.Name)
			}
		}
		if len(here) > 0 {
			list = append(list, s.names.Place(board.Place(i+1))+": "+strings.Join(here, ", "))
		}
	}
	return list
}

// picture draws the occupied part of the map; nil means that it would be too large.
func (s *telling) picture(m *program.Map) *Map {
	left, top, right, bottom := m.Width, m.Height, -1, -1
	for _, r := range s.rows {
		if r.place > 0 {
			x, y := s.names.Board.Coordinates(r.place)
			left, top, right, bottom = min(left, x), min(top, y), max(right, x), max(bottom, y)
		}
	}
	left, top, right, bottom = max(left-1, 0), max(top-1, 0), min(right+1, m.Width-1), min(bottom+1, m.Height-1)
	if right < left || bottom < top || right-left >= widest || bottom-top >= tallest {
		return nil
	}
	p := &Map{Left: left, Top: top, Hexes: s.names.Program.Space != nil && s.names.Program.Space.Grid.Facts().Shifted}
	for y := top; y <= bottom; y++ {
		row := make([]string, 0, right-left+1)
		for x := left; x <= right; x++ {
			at := y*m.Width + x
			mark := string(m.Marks[at])
			if mark == "." {
				mark = markOpen
			} else if m.Terrain != nil && m.Terrain[at] != nil {
				p.explain(mark, value.TitleOf(&m.Terrain[at].Decl))
			}
			row = append(row, mark)
		}
		p.Rows = append(p.Rows, row)
	}
	for _, out := range []bool{true, false} { // a standing creature hides a fallen one
		for _, r := range s.rows {
			if r.place > 0 && r.Out == out {
				x, y := s.names.Board.Coordinates(r.place)
				p.Rows[y-top][x-left] = r.Mark
				if out {
					p.Rows[y-top][x-left] = markOut
					p.explain(markOut, "out of the fight")
				}
			}
		}
	}
	return p
}

// explain adds a mark to the legend, once.
func (m *Map) explain(mark, title string) {
	if text := mark + " " + title; !slices.Contains(m.Legend, text) {
		m.Legend = append(m.Legend, text)
	}
}

// mark returns the letter of a creature on the map; empty means that nothing is drawn.
func (s *telling) mark(who int32) string {
	if m := s.names.Encounter.Map; m == nil || m.Marks == nil {
		return ""
	}
	if s.marks == nil {
		s.marks = map[int32]string{}
		for i, t := range s.names.Encounter.Things {
			if t.Kind == s.names.Program.Creature {
				s.marks[int32(i+1)] = s.freeMark(s.names.Thing(board.Thing(i + 1)))
			}
		}
	}
	return s.marks[who]
}

// freeMark returns a letter of a name that is not in use as a creature's or the map's mark, else any free letter.
func (s *telling) freeMark(name string) string {
	used := slices.Collect(maps.Values(s.marks))
	for _, r := range strings.ToUpper(name) + "ABCDEFGHIJKLMNOPQRSTUVWYZ0123456789abcdefghijklmnopqrstuvwyz" {
		sign := unicode.IsLetter(r) || unicode.IsDigit(r)
		if sign && !slices.Contains(s.names.Encounter.Map.Marks, r) && !slices.Contains(used, string(r)) {
			return string(r)
		}
	}
	return "?"
}
