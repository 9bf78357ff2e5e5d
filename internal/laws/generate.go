package laws

import (
	"fmt"
	"slices"
	"strings"
)

// draft is an encounter that is made, and then made smaller.
type draft struct {
	fighters []fighter
	// rows are those of the map, legend explains its marks; without rows there is no map.
	rows   []string
	legend [][2]string
	// zones are the names of zones in a row, each next to its neighbours.
	zones []string
	seed  uint64
	// base are params that all encounters set, set are others, or other values of those.
	base, set [][2]string
	// then says how it goes on after the decisions; mustEnd means that the fight has to end.
	then    then
	mustEnd bool
	// clock is the time at which the law breaks.
	clock float64
}

// then says how a fight goes on after all decisions.
type then uint8

const (
	stops     then = iota
	allPass        // until the law breaks
	byTactics      // until it breaks, or the fight ends
)

// fighter is a combatant of a draft.
type fighter struct {
	name, is, side, place, tactic string
	conditions                    []string
	// given are fields with their values.
	given [][2]string
}

// clone returns a copy that can be changed.
func (d *draft) clone() *draft {
	c := *d
	c.fighters = slices.Clone(d.fighters)
	for i := range c.fighters {
		c.fighters[i].conditions = slices.Clone(c.fighters[i].conditions)
		c.fighters[i].given = slices.Clone(c.fighters[i].given)
	}
	c.rows, c.legend, c.set = slices.Clone(d.rows), slices.Clone(d.legend), slices.Clone(d.set)
	return &c
}

// apart places fighters that need this many spaces of squares or hexes next to each other on plain ground, or at
// its ends, if they would overlap. It returns false if they don't.
func (d *draft) apart(spaces int, ends bool) bool {
	if spaces < 2 || len(d.rows) == 0 {
		return false
	}
	width := max(columns, spaces*len(d.fighters))
	for i := range d.fighters {
		column := i * spaces
		if ends && i > 0 {
			column = width - spaces
		}
		_, row, _ := strings.Cut(d.fighters[i].place, ", ")
		d.fighters[i].place = fmt.Sprintf("[%d, %s", column, row)
	}
	for i := range d.rows {
		d.rows[i] = strings.Repeat(plain, width)
	}
	return true
}

// without returns the draft without a fighter.
func (d *draft) without(i int) *draft {
	c := d.clone()
	c.fighters = slices.Delete(c.fighters, i, i+1)
	return c
}

// write writes the keys of the encounter, with an indent on each line.
func (d *draft) write(b *strings.Builder, indent string) {
	line := func(format string, args ...any) { fmt.Fprintf(b, indent+format+"\n", args...) }
	set := slices.DeleteFunc(slices.Clone(d.base), func(x [2]string) bool {
		return slices.ContainsFunc(d.set, func(y [2]string) bool { return x[0] == y[0] })
	})
	if set = append(set, d.set...); len(set) > 0 {
		line("set: {%s}", strings.Join(pairs(set), ", "))
	}
	line("combatants:")
	for _, f := range d.fighters {
		line("  %s: {%s}", f.name, strings.Join(f.keys(), ", "))
	}
	switch {
	case len(d.zones) > 0:
		line("map:")
		line("  zones:")
		for i, z := range d.zones {
			next := d.zones[max(i-1, 0):min(i+2, len(d.zones))]
			line("    %s: {next: [%s]}", z, strings.Join(slices.DeleteFunc(slices.Clone(next), func(x string) bool { return x == z }), ", "))
		}
	case len(d.rows) > 0:
		line("map:")
		line("  rows: |")
		for _, r := range d.rows {
			line("    %s", r)
		}
		var marks []string
		for _, m := range d.legend {
			if m[0] == plain || strings.Contains(strings.Join(d.rows, ""), m[0]) {
				marks = append(marks, fmt.Sprintf("%q: %s", m[0], m[1]))
			}
		}
		if len(marks) > 0 {
			line("  legend: {%s}", strings.Join(marks, ", "))
		}
	}
}

// plain is the mark of ground without terrain.
const plain = "."

// keys returns the keys of a combatant.
func (f *fighter) keys() []string {
	var keys []string
	add := func(key, value string) {
		if value != "" {
			keys = append(keys, key+": "+value)
		}
	}
	add("is", f.is)
	add("side", f.side)
	add("place", f.place)
	add("tactic", f.tactic)
	keys = append(keys, pairs(f.given)...)
	if len(f.conditions) > 0 {
		add("conditions", "["+strings.Join(f.conditions, ", ")+"]")
	}
	return keys
}

// pairs returns keys with their values.
func pairs(list [][2]string) (texts []string) {
	for _, x := range list {
		texts = append(texts, x[0]+": "+x[1])
	}
	return texts
}

// text returns the draft as an encounter of a ruleset.
func (d *draft) text(ruleset string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "encounter: made\nruleset: %s\n", ruleset)
	d.write(&b, "")
	return b.String()
}
