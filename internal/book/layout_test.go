package book

import "testing"

// TestLayout holds that boxes of conditions don't lie on each other, that what a condition brings along
// stands to its right, and that the picture has room for all.
func TestLayout(t *testing.T) {
	for _, name := range books {
		_, b := read(t, name, options)
		if b.Graph == nil {
			continue
		}
		g, p := b.Graph, b.Graph.Picture()
		for i, a := range p.Boxes {
			if a.X < 0 || a.Y < 0 || a.X+a.Width > p.Width || a.Y+a.Height > p.Height {
				t.Errorf("%s: the picture has no room for %s", name, a.Title)
			}
			for _, other := range p.Boxes[:i] {
				if a.X < other.X+other.Width && other.X < a.X+a.Width && a.Y < other.Y+other.Height && other.Y < a.Y+a.Height {
					t.Errorf("%s: %s and %s lie on each other", name, a.Title, other.Title)
				}
			}
		}
		for _, a := range g.Arrows {
			if a.How == Brings && g.Nodes[a.From].layer >= g.Nodes[a.To].layer {
				t.Errorf("%s: %s doesn't stand to the left of %s", name, g.Nodes[a.From].Title, g.Nodes[a.To].Title)
			}
		}
	}
}

// TestCircle holds that conditions which lead to each other in a cycle are drawn.
func TestCircle(t *testing.T) {
	g := &Graph{
		Nodes:  []Node{{Title: "Wet"}, {Title: "Cold"}, {Title: "Ill"}},
		Arrows: []Arrow{{0, 1, Leads}, {1, 2, Leads}, {2, 0, Stops}, {0, 2, Brings}},
	}
	g.lay()
	for i, a := range g.Arrows {
		if way := g.routes[i]; way[0] != a.From && way[0] != a.To || way[len(way)-1] != a.From && way[len(way)-1] != a.To {
			t.Errorf("the arrow from %d to %d goes by %v", a.From, a.To, way)
		}
	}
	if p := g.Picture(); len(p.Boxes) != 3 || len(p.Lines) != 4 {
		t.Errorf("%d boxes, %d lines", len(p.Boxes), len(p.Lines))
	}
}
