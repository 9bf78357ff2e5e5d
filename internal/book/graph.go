package book

import (
	"slices"
	"strings"

	"github.com/rulec/rulec/internal/show"
	"github.com/rulec/rulec/interp/value"
	"github.com/rulec/rulec/lang/program"
)

// Graph is the map of the conditions: which conditions bring, lead to or stop others. Its nodes are in layers, from left to right, as the
// arrows go; where an arrow passes a layer it has a node without a title there.
type Graph struct {
	Nodes  []Node
	Arrows []Arrow
	// Groups are the conditions of which a creature has one at a time.
	Groups [][]Piece
	layers [][]int
	// routes are the nodes that an arrow passes, its ends included.
	routes [][]int
}

// Node is a condition.
type Node struct {
	Title, To string
	// piece is the piece of the graph that contains it.
	piece, layer, rank int
	x, y               float64
}

// Arrow leads from a condition to another one.
type Arrow struct {
	From, To int
	How      How
}

// How is the effect of a condition on another.
type How uint8

const (
	// Brings: the other condition holds along with it.
	Brings How = iota
	// Leads: its rules may apply the other condition.
	Leads
	// Stops: its rules may end the other condition.
	Stops
)

// howTexts are the labels of arrows.
var howTexts = [...]string{Brings: "implies", Leads: "may lead to", Stops: "may end"}

// String returns the words between the two conditions of an arrow.
func (h How) String() string { return howTexts[h] }

// newGraph returns the graph of a ruleset's conditions; nil means that they are unrelated.
func newGraph(p *program.Program, linker *show.Linker) *Graph {
	g := &Graph{}
	index := map[string]int{}
	node := func(c *program.Condition) int {
		i, ok := index[c.Name]
		if !ok {
			i = len(g.Nodes)
			index[c.Name] = i
			g.Nodes = append(g.Nodes, Node{Title: value.Capital(c.Title), To: "conditions." + c.Name})
		}
		return i
	}
	byName := map[string]*program.Condition{}
	groups := map[string][]Piece{}
	var names []string
	for _, c := range p.Conditions {
		byName[c.Name] = c
		if c.Group == "" {
			continue
		}
		if groups[c.Group] == nil {
			names = append(names, c.Group)
		}
		groups[c.Group] = append(groups[c.Group], Piece{value.Capital(c.Title), "conditions." + c.Name})
	}
	add := func(from, to *program.Condition, how How) {
		if from == nil || to == nil || from == to {
			return
		}
		a := Arrow{node(from), node(to), how}
		if !slices.ContainsFunc(g.Arrows, func(b Arrow) bool { return a.From == b.From && a.To == b.To }) {
			g.Arrows = append(g.Arrows, a)
		}
	}
	for _, c := range p.Conditions {
		for _, daughter := range c.Implies {
			add(c, daughter, Brings)
		}
	}
	hows := map[string]How{"applied in": Leads, "ended in": Stops}
	for _, c := range p.Conditions {
		for _, l := range linker.Condition(c.Name) {
			name, ok := strings.CutPrefix(l.Who, "conditions.")
			if how, known := hows[l.How]; ok && known {
				add(byName[name], c, how)
			}
		}
	}
	for _, name := range names {
		if len(groups[name]) > 1 {
			g.Groups = append(g.Groups, groups[name])
		}
	}
	if len(g.Arrows) == 0 && len(g.Groups) == 0 {
		return nil
	}
	g.lay()
	return g
}
