package book

import (
	"cmp"
	"slices"
	"unicode/utf8"
)

// Measures of the picture, in its own units.
const (
	letter    = 6.6 // a letter's width, on average
	boxHeight = 20.0
	rowHeight = 27.0
	between   = 70.0 // between layers
	margin    = 4.0
	// sweeps is how often the nodes of each layer are sorted by those next to them.
	sweeps = 12
	// apart is the distance between unrelated nodes.
	apart = 14.0
)

// lay puts the nodes in layers and sorts each layer, so that arrows go from left to right, are short, and seldom cross.
func (g *Graph) lay() {
	forward := g.forward()
	g.layer(forward)
	g.route(forward)
	pieces := g.pieces()
	g.order()
	g.place(pieces)
}

// forward returns the ends of every arrow, reversed if it would close a cycle.
func (g *Graph) forward() [][2]int {
	const seen, done = 1, 2
	state := make([]int, len(g.Nodes))
	ends := make([][2]int, len(g.Arrows))
	var visit func(n int)
	visit = func(n int) {
		state[n] = seen
		for i, a := range g.Arrows {
			if a.From != n {
				continue
			}
			ends[i] = [2]int{a.From, a.To}
			switch state[a.To] {
			case seen:
				ends[i] = [2]int{a.To, a.From}
			case done:
			default:
				visit(a.To)
			}
		}
		state[n] = done
	}
	for n := range g.Nodes {
		if state[n] == 0 {
			visit(n)
		}
	}
	return ends
}

// layer puts every node as far to the right as its successors allow.
func (g *Graph) layer(forward [][2]int) {
	height := make([]int, len(g.Nodes)) // the longest way on from a node
	for range g.Nodes {
		for _, e := range forward {
			height[e[0]] = max(height[e[0]], height[e[1]]+1)
		}
	}
	most := 0
	for _, h := range height {
		most = max(most, h)
	}
	g.layers = make([][]int, most+1)
	for i := range g.Nodes {
		g.Nodes[i].layer = most - height[i]
	}
}

// route gives arrows that pass layers a node in each of them.
func (g *Graph) route(forward [][2]int) {
	for _, e := range forward {
		way := []int{e[0]}
		for layer := g.Nodes[e[0]].layer + 1; layer < g.Nodes[e[1]].layer; layer++ {
			way = append(way, len(g.Nodes))
			g.Nodes = append(g.Nodes, Node{layer: layer})
		}
		g.routes = append(g.routes, append(way, e[1]))
	}
	for i := range g.Nodes {
		n := &g.Nodes[i]
		n.rank = len(g.layers[n.layer])
		g.layers[n.layer] = append(g.layers[n.layer], i)
	}
}

// neighbours returns the nodes that arrows lead to in the next layer, or come from in the one before.
func (g *Graph) neighbours() (before, behind [][]int) {
	before, behind = make([][]int, len(g.Nodes)), make([][]int, len(g.Nodes))
	for _, way := range g.routes {
		for i, n := range way[1:] {
			before[n], behind[way[i]] = append(before[n], way[i]), append(behind[way[i]], n)
		}
	}
	return before, behind
}

// order sorts the nodes of each layer by the middles of their neighbours.
func (g *Graph) order() {
	before, behind := g.neighbours()
	middle := func(n int, others []int) float64 {
		if len(others) == 0 {
			return float64(g.Nodes[n].rank)
		}
		sum := 0.0
		for _, o := range others {
			sum += (float64(g.Nodes[o].rank) + .5) / float64(len(g.layers[g.Nodes[o].layer]))
		}
		return sum / float64(len(others)) * float64(len(g.layers[g.Nodes[n].layer]))
	}
	arrange := func(layer int, others [][]int) {
		key := map[int]float64{}
		for _, n := range g.layers[layer] {
			key[n] = middle(n, others[n])
		}
		slices.SortStableFunc(g.layers[layer], func(a, b int) int {
			return cmp.Or(cmp.Compare(g.Nodes[a].piece, g.Nodes[b].piece), cmp.Compare(key[a], key[b]))
		})
		for rank, n := range g.layers[layer] {
			g.Nodes[n].rank = rank
		}
	}
	for range sweeps {
		for layer := range g.layers {
			arrange(layer, before)
		}
		for layer := len(g.layers) - 1; layer >= 0; layer-- {
			arrange(layer, behind)
		}
	}
}

// pieces numbers the pieces of the graph: nodes without a path between them are in different ones.
func (g *Graph) pieces() (count int) {
	before, behind := g.neighbours()
	for i := range g.Nodes {
		g.Nodes[i].piece = -1
	}
	var fill func(n int)
	fill = func(n int) {
		if g.Nodes[n].piece >= 0 {
			return
		}
		g.Nodes[n].piece = count
		for _, o := range before[n] {
			fill(o)
		}
		for _, o := range behind[n] {
			fill(o)
		}
	}
	for n := range g.Nodes {
		if g.Nodes[n].piece < 0 {
			fill(n)
			count++
		}
	}
	return count
}

// place gives every node its place: a layer is a column, and a node is as high as its neighbours, as far as the nodes above it leave room.
// The pieces are below each other.
func (g *Graph) place(pieces int) {
	x := margin
	for _, layer := range g.layers {
		wide := 0.0
		for rank, n := range layer {
			g.Nodes[n].x, g.Nodes[n].y = x, float64(rank)*rowHeight
			wide = max(wide, g.Nodes[n].width())
		}
		x += wide + between
	}
	before, behind := g.neighbours()
	top := margin
	for piece := range pieces {
		var layers [][]int
		for _, layer := range g.layers {
			layers = append(layers, slices.DeleteFunc(slices.Clone(layer), func(n int) bool { return g.Nodes[n].piece != piece }))
		}
		for sweep := range sweeps {
			others := before
			if sweep%2 == 1 {
				others = behind
			}
			for _, layer := range layers {
				g.straighten(layer, others)
			}
		}
		top = g.below(slices.Concat(layers...), top) + apart
	}
}

// below moves nodes so that the highest of them is at a height, and returns the bottom of the lowest.
func (g *Graph) below(nodes []int, top float64) (bottom float64) {
	highest := g.Nodes[nodes[0]].y
	for _, n := range nodes {
		highest = min(highest, g.Nodes[n].y)
	}
	for _, n := range nodes {
		g.Nodes[n].y += top - highest
		bottom = max(bottom, g.Nodes[n].y+boxHeight)
	}
	return bottom
}

// straighten moves the nodes of a layer to the middle of their neighbours, and apart again where two would overlap.
func (g *Graph) straighten(layer []int, others [][]int) {
	for _, n := range layer {
		if len(others[n]) == 0 {
			continue
		}
		sum := 0.0
		for _, o := range others[n] {
			sum += g.Nodes[o].y
		}
		g.Nodes[n].y = sum / float64(len(others[n]))
	}
	// Overlapping nodes are pushed down from above, then all of them up again by the average push.
	want := make([]float64, len(layer))
	pushed := 0.0
	for i, n := range layer {
		want[i] = g.Nodes[n].y
		if i > 0 {
			g.Nodes[n].y = max(g.Nodes[n].y, g.Nodes[layer[i-1]].y+rowHeight)
		}
		pushed += g.Nodes[n].y - want[i]
	}
	for _, n := range layer {
		g.Nodes[n].y -= pushed / float64(len(layer))
	}
}

// width returns the width of a node's box; a node that an arrow passes has none.
func (n *Node) width() float64 {
	if n.Title == "" {
		return 0
	}
	return float64(utf8.RuneCountInString(n.Title))*letter + 14
}
