// Package encounter lays encounters out to be changed without typing, and changes them in their place: comments, and whatever else their files say,
// stay.
package encounter

import (
	"cmp"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/rulec/rulec/internal/inplace"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
	"github.com/rulec/rulec/lang/tree"
)

// Change is a change of an encounter.
type Change struct {
	// Do is what to do: draw, set, new, copy or remove.
	Do string `json:"do"`
	// Who is the combatant or thing that it is about; Key and Value are what is set, To is a place, in spaces, or the number of a zone.
	Who   string `json:"who"`
	Key   string `json:"key"`
	Value string `json:"value"`
	To    *Spot  `json:"to"`
	// Is and Side are those of a new combatant.
	Is   string `json:"is"`
	Side string `json:"side"`
	// Cells are the kinds of all cells, of a ground so wide and high.
	Cells  []int `json:"cells"`
	Width  int   `json:"width"`
	Height int   `json:"height"`
}

var changes = map[string]func(*Desk, Change) error{
	"draw": (*Desk).draw, "set": (*Desk).set, "new": (*Desk).add, "copy": (*Desk).copy, "remove": (*Desk).remove,
}

// Desk is an encounter that is being changed: its file as a tree, and its rules. Every change is an edit in its place, so that comments, and
// whatever else the file says, stay.
type Desk struct {
	root  *tree.Node
	rules *program.Program
	file  inplace.File
}

// Open opens a file with its rules; nil if it isn't an encounter. The text says why it can't be changed here; empty means that it can.
func Open(src *diag.Source, rules *program.Program) (*Desk, string) {
	root, list := tree.Parse(src)
	switch {
	case list.HasErrors():
		line, _ := src.Position(list.First().Span.Start)
		return nil, fmt.Sprintf("This file can't be read just now, because of line %d: %s.", line, strings.TrimSuffix(list.First().Message, "."))
	case root.Get("combatants") == nil || root.Get("cases") != nil || root.Get("state") != nil:
		return nil, ""
	case rules == nil || rules.Creature == nil:
		return nil, "The rules of this fight can't be read: the problems below the file say why."
	}
	for _, e := range root.Entries {
		if slices.Contains(laidOut, e.Key.Text) && !inplace.Once(e) {
			return nil, e.Key.Text + " is " + inplace.ByHand
		}
	}
	return &Desk{root: root, rules: rules, file: inplace.File{Source: src}}, ""
}

// laidOut are the keys that changes are about, those with people and things first: nothing else of a file changes.
var laidOut = []string{"combatants", "things", "map"}

// Change returns the edits of a change.
func (k *Desk) Change(c Change) ([]diag.Edit, error) {
	do := changes[c.Do]
	if do == nil {
		return nil, fmt.Errorf("a fight can't be changed by %q", c.Do)
	}
	k.file.Edits = nil
	if err := do(k, c); err != nil {
		return nil, err
	}
	return k.file.Only(k.root, laidOut...)
}

// NameOf returns where somebody's name is declared, for renaming them everywhere.
func (k *Desk) NameOf(who string) (*tree.Node, error) {
	_, e, err := k.find(who)
	return e.Key, err
}

// locked says why an entry can't be changed here.
func locked(e tree.Entry) error {
	if e.Value.Kind != tree.Mapping || !inplace.Once(e) {
		return errors.New(e.Key.Text + " is " + inplace.ByHand)
	}
	return nil
}

// find finds a combatant or a thing that can be changed, and the section that has them.
func (k *Desk) find(name string) (section *tree.Node, e tree.Entry, err error) {
	for _, key := range laidOut[:2] {
		section := k.root.Get(key)
		if e, there := section.Entry(name); there {
			return section, e, locked(e)
		}
	}
	return nil, e, fmt.Errorf("there is no %q in this fight", name)
}

// place writes a place; none is empty.
func (k *Desk) place(to *Spot) string {
	switch space := k.rules.Space; {
	case to == nil || space == nil || space.Grid == program.NoGrid || space.Grid == program.ZoneGrid && len(k.zones()) == 0:
		return ""
	case space.Grid == program.ZoneGrid:
		return k.zones()[min(max(0, to.X), len(k.zones())-1)].Key.Text
	case space.Grid == program.PlaneGrid:
		m, _ := program.MeasureOf(space.Unit)
		decimal := func(n int) string { return strconv.FormatFloat(m.Long(float64(n)), 'f', -1, 64) }
		return "[" + decimal(to.X) + ", " + decimal(to.Y) + "]"
	}
	return fmt.Sprintf("[%d, %d]", to.X, to.Y)
}

// plainText matches what YAML reads as it stands, in braces, too.
var plainText = regexp.MustCompile(`^(\pL{4,}|\pL+ \pL+)[\pL\d' -]*$`)

// inYAML writes a text as a value.
func inYAML(text string) string {
	if plainText.MatchString(text) {
		return text
	}
	return strconv.Quote(text)
}

// set gives somebody a place, a side, a definition, a tactic or a title.
func (k *Desk) set(c Change) error {
	_, e, err := k.find(c.Who)
	if err != nil {
		return err
	}
	text := strings.TrimSpace(c.Value)
	switch {
	case c.Key == "place":
		text = k.place(c.To)
	case c.Key == "side" && !tree.IsName(text):
		return fmt.Errorf("%q can't be the name of a side: use small letters, digits and underscores, as in north_wall", text)
	case c.Key == "title" && text != "":
		text = inYAML(text)
	}
	return k.file.Put(e.Value, c.Key, text, "is", "side", "place")
}

// free returns a name that nobody has: the wanted one, or one with a number.
func (k *Desk) free(wanted string) string {
	name, taken := wanted, k.people(nil)
	for n := 2; slices.ContainsFunc(taken, func(p Person) bool { return p.Name == name }); n++ {
		name = fmt.Sprintf("%s_%d", wanted, n)
	}
	return name
}

// combatant writes somebody; without a definition, with 1 for each number that has to be given.
func (k *Desk) combatant(name, is, side, where, tactic string) string {
	keys := []string{"is: " + is, "side: " + side, "place: " + where}
	for _, f := range k.rules.Creature.Fields {
		if is == "" && f.Default == nil && f.Pool == nil && f.Type.Kind == program.Number {
			keys = append(keys, f.Name+": 1")
		}
	}
	keys = slices.DeleteFunc(append(keys, "tactic: "+tactic), func(key string) bool { return strings.HasSuffix(key, ": ") })
	return name + ": {" + strings.Join(keys, ", ") + "}"
}

// add adds a combatant, with the tactic of somebody on the same side.
func (k *Desk) add(c Change) error {
	tactic := ""
	for _, p := range k.people(nil) {
		if p.Side == c.Side {
			tactic = cmp.Or(tactic, p.Tactic)
		}
	}
	return k.file.Append(k.root.Get("combatants"), k.combatant(k.free(cmp.Or(c.Is, "somebody")), c.Is, c.Side, k.place(c.To), tactic))
}

// numbered matches the number at the end of a name.
var numbered = regexp.MustCompile(`_\d+$`)

// copy adds one more like somebody, below.
func (k *Desk) copy(c Change) error {
	_, e, err := k.find(c.Who)
	if err != nil {
		return err
	}
	twin := inplace.File{Source: k.file.Source}
	twin.Replace(e.Key.Span.Start, e.Key.Span.End, k.free(numbered.ReplaceAllString(c.Who, "")))
	if old := e.Value.Get("place"); old != nil && c.To != nil {
		twin.Replace(old.Span.Start, old.Span.End, k.place(c.To))
	}
	start, end := twin.Lines(e)
	if _, alone := twin.Indent(e.Key.Span.Start); !alone {
		return errors.New(c.Who + " is " + inplace.ByHand)
	}
	text := twin.Source.With(twin.Edits)
	k.file.Replace(end, end, "\n"+text[start:end+len(text)-len(twin.Source.Text)])
	return nil
}

// remove takes somebody away.
func (k *Desk) remove(c Change) error {
	section, _, err := k.find(c.Who)
	switch {
	case err != nil:
		return err
	case len(section.Entries) == 1:
		return fmt.Errorf("%s is the only one: without them there is no fight", c.Who)
	}
	return k.file.Put(section, c.Who, "")
}

// lines are the rows of the map.
func (k *Desk) lines() (lines [][]rune) {
	if rows := k.root.Get("map").Get("rows"); rows != nil {
		for line := range strings.SplitSeq(strings.TrimRight(rows.Text, "\n"), "\n") {
			lines = append(lines, []rune(line))
		}
	}
	return lines
}

// draw draws the ground: what is as before keeps its mark, and rows that stay the same aren't touched. Open ground becomes a map.
func (k *Desk) draw(c Change) error {
	g, lines := k.ground(), k.lines()
	switch {
	case g == nil || len(g.Zones) > 0 && c.Width != g.Width || c.Width < 1 || c.Height < 1 || len(c.Cells) != c.Width*c.Height || slices.Min(c.Cells) < 0 || slices.Max(c.Cells) >= len(g.Kinds):
		return errors.New("there is no ground that could be drawn like this")
	case g.Locked != "":
		return errors.New("the ground is " + g.Locked)
	case g.Grid == program.ZoneGrid.Facts().Name:
		return k.drawZones(c, g)
	}
	drawn := make([]string, c.Height)
	for i, kind := range c.Cells {
		x, y := i%c.Width, i/c.Width
		if y < len(lines) && x < len(lines[y]) && g.Cells[y*g.Width+x] == kind {
			drawn[y] += string(lines[y][x])
			continue
		}
		if g.Kinds[kind].Mark == "" {
			if err := k.explain(&g.Kinds[kind]); err != nil {
				return err
			}
		}
		drawn[y] += g.Kinds[kind].Mark
	}
	if lines == nil {
		return k.file.Append(k.root, "map:\n  rows: |\n    "+strings.Join(drawn, "\n    "), "combatants", "things", "sides")
	}
	rows := k.root.Get("map").Get("rows").Fragment()
	indent, _ := k.file.Indent(rows.Span(0, 0).Start)
	if len(drawn) != len(lines) {
		whole := rows.Span(0, len(strings.TrimRight(rows.Text, "\n")))
		k.file.Replace(whole.Start, whole.End, strings.Join(drawn, "\n"+indent))
		return nil
	}
	at := 0
	for y, line := range lines {
		row := rows.Span(at, at+len(string(line)))
		k.file.Replace(row.Start, row.End, drawn[y])
		at += len(string(line)) + 1
	}
	return nil
}

// drawZones gives zones their ground.
func (k *Desk) drawZones(c Change, g *Ground) error {
	for i, e := range k.zones() {
		kind := g.Kinds[c.Cells[i]].Name
		if c.Cells[i] == 0 {
			kind = ""
		}
		if c.Cells[i] == g.Cells[i] {
			continue
		}
		if err := cmp.Or(locked(e), k.file.Put(e.Value, "terrain", kind)); err != nil {
			return err
		}
	}
	return nil
}

// explain finds a mark for a kind of ground, # for what is closed, or a letter of its name, and adds it to the legend.
func (k *Desk) explain(kind *Kind) error {
	plan := k.root.Get("map")
	legend, there := plan.Entry("legend")
	taken, wanted := ".", kind.Name+"abcdefghijklmnopqrstuvwxyz?"
	if kind.Closed {
		wanted = "#" + wanted
	}
	for _, line := range k.lines() {
		taken += string(line)
	}
	for _, e := range tree.EntriesOf(legend.Value) {
		taken += e.Key.Text
	}
	i := strings.IndexFunc(wanted, func(r rune) bool { return r != '_' && !strings.ContainsRune(taken, r) })
	kind.Mark = wanted[max(0, i):][:1]
	text := kind.Mark + ": " + kind.Name
	if strings.Contains("#yn?0123456789", kind.Mark) { // y and n could be read as yes and no
		text = strconv.Quote(kind.Mark) + ": " + kind.Name
	}
	if !there {
		return k.file.Append(plan, "legend: {"+text+"}", "rows")
	}
	return cmp.Or(locked(legend), k.file.Append(legend.Value, text))
}
