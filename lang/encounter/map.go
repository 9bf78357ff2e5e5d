package encounter

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/rulec/rulec/lang/decode"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/format"
	"github.com/rulec/rulec/lang/program"
	"github.com/rulec/rulec/lang/tree"
)

// openGround is the mark of ground without terrain, unless the legend defines
// it.
const openGround = '.'

// ground reads the map: rows of marks with a legend, or zones.
func (e *encounter) ground(whole decode.Mapping) {
	n := whole.Get("map")
	if n == nil {
		return
	}
	w := e.ReadMapping(format.Map, n, whole.Called("map"))
	m := &program.Map{Span: n.Span}
	e.enc.Map = m
	grid := e.Prog.Space.Grid.Facts()
	if cell := w.Get("cell"); cell != nil && !grid.Points {
		e.List.Errorf(CodeMapForm, cell.Span, "cell is the size of a mark on a plane; here each mark is one space")
	}
	switch {
	case e.Prog.Space.Grid == program.NoGrid:
		e.List.Errorf(CodeMapForm, n.Span, "this ruleset has no space, so there can't be a map")
	case !grid.Rows:
		e.reject(w.Get("rows"), "rows", "zones")
		e.reject(w.Get("legend"), "a legend", "zones")
		e.zones(m, w)
	default:
		e.reject(w.Get("zones"), "zones", "rows")
		e.rows(m, w)
		if grid.Points {
			e.enlarge(m, w.Get("cell"))
			m.Marks = nil // on a plane, a mark isn't a place
		}
	}
}

func (e *encounter) reject(n *tree.Node, what, instead string) {
	if n != nil {
		e.List.Errorf(CodeMapForm, n.Span, "the map has %s, but the space of this ruleset uses %s", what, instead)
	}
}

// rows reads a drawn map.
func (e *encounter) rows(m *program.Map, w decode.Mapping) {
	n := w.Get("rows")
	if n == nil {
		e.List.Errorf(CodeMapForm, m.Span, "the map has no rows")
		return
	}
	if _, ok := tree.Text(n, w.Called("rows"), e.List); !ok {
		return
	}
	marks := e.legend(w)
	var ground []*program.Def
	drawn := false
	lines := linesOf(n.Fragment())
	whole := e.even(m, lines)
	for _, line := range lines {
		for at, mark := range line.Text {
			def, known := marks[mark]
			if !known && mark != openGround {
				span := line.Span(at, at+utf8.RuneLen(mark))
				e.List.Errorf(CodeMapForm, span, "the legend doesn't say what %q is", string(mark)).
					WithHint("write legend: {%q: TERRAIN}; open ground is a dot", string(mark))
				marks[mark] = nil // reported only once
			}
			ground, drawn = append(ground, def), drawn || def != nil
			m.Marks = append(m.Marks, mark)
		}
	}
	if m.Width == 0 {
		e.List.Errorf(CodeMapForm, n.Span, "the map is empty")
	}
	if drawn && whole {
		m.Terrain = ground
	}
}

// linesOf returns the lines of a drawing.
func linesOf(f diag.Fragment) (lines []diag.Fragment) {
	for start := 0; start < len(f.Text); {
		end := start + strings.IndexByte(f.Text[start:]+"\n", '\n')
		lines = append(lines, f.Slice(start, end))
		start = end + 1
	}
	return lines
}

// even sets the size of a map, and reports the rows whose length isn't the most frequent one (if several are
// equally frequent, the first); the map is then as wide as its longest row.
func (e *encounter) even(m *program.Map, lines []diag.Fragment) bool {
	rows := map[int]int{}
	usual := 0
	for _, line := range lines {
		rows[utf8.RuneCountInString(line.Text)]++
	}
	for _, line := range lines {
		if width := utf8.RuneCountInString(line.Text); rows[width] > rows[usual] {
			usual = width
		}
	}
	for _, line := range lines {
		width := utf8.RuneCountInString(line.Text)
		m.Width, m.Height = max(m.Width, width), m.Height+1
		switch {
		case width == usual:
		case utf8.RuneCountInString(lines[0].Text) == usual:
			e.List.Errorf(CodeMapForm, line.All(), "this row is %d spaces long, the first one %d", width, usual)
		default:
			e.List.Errorf(CodeMapForm, line.All(), "this row is %d spaces long, most are %d", width, usual)
		}
	}
	return len(rows) == 1
}

// legend reads the terrain of each mark.
func (e *encounter) legend(w decode.Mapping) map[rune]*program.Def {
	marks := map[rune]*program.Def{}
	for _, entry := range tree.Walk(w.Get("legend"), w.Called("legend"), e.List).Rest() {
		mark, size := utf8.DecodeRuneInString(entry.Key.Text)
		if size == 0 || size != len(entry.Key.Text) {
			e.List.Errorf(CodeMapForm, entry.Key.Span, "a mark is a single character, not %q", entry.Key.Text)
			continue
		}
		marks[mark] = e.terrain(entry.Value, "the legend")
	}
	return marks
}

// terrain finds a definition of ground; none means open ground.
func (e *encounter) terrain(n *tree.Node, what string) *program.Def {
	name, ok := tree.Name(n, "each terrain of "+what, e.List)
	if !ok || name == "none" {
		return nil
	}
	if e.Prog.Terrain == nil {
		e.List.Errorf(decode.CodeUnknownKind, n.Span, "unknown terrain %q: the ruleset has no kind %q", name, decode.TerrainKind)
		return nil
	}
	names := program.Names(e.Prog.Terrain.Defs)
	if i := slices.Index(names, name); i >= 0 {
		return e.Prog.Terrain.Defs[i]
	}
	d := e.List.Errorf(CodeUnknownTemplate, n.Span, "unknown %s %q", decode.TerrainKind, name)
	e.NearestHint(d, name, names, "there are")
	return nil
}

// zones reads a map of zones.
func (e *encounter) zones(m *program.Map, w decode.Mapping) {
	if w.Get("zones") == nil {
		e.List.Errorf(CodeMapForm, m.Span, "the map has no zones")
		return
	}
	entries := w.GetEntries("zones", "zone")
	names := decode.NamesOf(entries, func(entry tree.Entry) string { return entry.Key.Text })
	for _, entry := range entries {
		m.Zones = append(m.Zones, e.zone(entry, names))
	}
	m.Width, m.Height = len(m.Zones), 1
}

func (e *encounter) zone(entry tree.Entry, names []string) *program.Zone {
	m := e.ReadMapping(format.Zone, entry.Value, decode.Named("zone", entry.Key.Text))
	z := &program.Zone{Name: entry.Key.Text, Title: m.GetText("title", decode.TitleOf(entry.Key.Text))}
	for _, n := range tree.Items(m.Get("next")) {
		if i := e.zoneIndex(n, names, "each neighbour"); i >= 0 && !slices.Contains(z.Next, i) {
			z.Next = append(z.Next, i)
		}
	}
	z.Terrain = e.terrain(m.Get("terrain"), m.What)
	return z
}

func (e *encounter) zoneIndex(n *tree.Node, names []string, what string) int {
	name, ok := tree.Name(n, what, e.List)
	if !ok {
		return -1
	}
	i := slices.Index(names, name)
	if i < 0 {
		d := e.List.Errorf(CodeUnknownZone, n.Span, "unknown zone %q", name)
		e.NearestHint(d, name, names, "there are")
	}
	return i
}

// place reads the place of a thing: [column, row], or a zone's name.
func (e *encounter) place(n *tree.Node, what string) *program.Point {
	switch grid := e.Prog.Space.Grid; {
	case grid == program.NoGrid:
		e.List.Errorf(CodePlaceForm, n.Span, "this ruleset has no space, so %s can't have a place", what)
		return nil
	case !grid.Facts().Rows:
		return e.zonePlace(n, what)
	}
	if n.Kind != tree.Sequence || len(n.Items) != 2 {
		e.List.Errorf(CodePlaceForm, n.Span, "the place of %s must be [column, row]", what).WithHint("as in: [1, 0]")
		return nil
	}
	x, y, ok := e.coordinates(n, what)
	if !ok {
		return nil
	}
	if m := e.enc.Map; m != nil && m.Width > 0 && (x < 0 || y < 0 || x >= int64(m.Width) || y >= int64(m.Height)) {
		e.outside(n, what, m)
		return nil
	}
	if !e.stretch(x, y) {
		e.List.Errorf(CodeOffMap, n.Span, "%s is too far away: without a map the ground ends %d spaces beyond the outermost creatures, and its limit is %d spaces",
			what, program.OpenMargin, program.MaxSpaces)
		return nil
	}
	return &program.Point{X: int(x), Y: int(y)}
}

// stretch extends the open ground to a place; it returns false if that would make it too large.
func (e *encounter) stretch(x, y int64) bool {
	if e.enc.Map != nil {
		return true
	}
	const far = 1 << 30
	if x < -far || y < -far || x > far || y > far {
		return false
	}
	left, top, right, bottom := min(e.west, x), min(e.north, y), max(e.east, x), max(e.south, y)
	if (right-left+1+2*program.OpenMargin)*(bottom-top+1+2*program.OpenMargin) > program.MaxSpaces {
		return false
	}
	e.west, e.north, e.east, e.south = left, top, right, bottom
	return true
}

func (e *encounter) zonePlace(n *tree.Node, what string) *program.Point {
	var names []string
	if e.enc.Map != nil {
		names = decode.NamesOf(e.enc.Map.Zones, func(z *program.Zone) string { return z.Name })
	}
	if i := e.zoneIndex(n, names, "the place of "+what+", a zone,"); i >= 0 {
		return &program.Point{X: i}
	}
	return nil
}
