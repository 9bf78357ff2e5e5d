package book

import (
	"fmt"
	"strings"
)

// Picture is the drawing of the graph: boxes and lines of an SVG.
type Picture struct {
	Width, Height float64
	Boxes         []Box
	Lines         []Curve
}

// Box is a condition's box; X and Y are its upper left corner, Middle and Base the position of its title.
type Box struct {
	X, Y, Width, Height, Middle, Base float64
	Title, To                         string
}

// Curve is an arrow.
type Curve struct {
	Path string
	How  How
}

// Picture draws the graph.
func (g *Graph) Picture() *Picture {
	p := &Picture{}
	for _, n := range g.Nodes {
		p.Width, p.Height = max(p.Width, n.x+n.width()+margin), max(p.Height, n.y+boxHeight+margin)
		if n.Title != "" {
			p.Boxes = append(p.Boxes, Box{
				X: n.x, Y: n.y, Width: n.width(), Height: boxHeight, Middle: n.x + n.width()/2, Base: n.y + boxHeight*.7, Title: n.Title, To: n.To,
			})
		}
	}
	for i, a := range g.Arrows {
		p.Lines = append(p.Lines, Curve{g.curve(g.routes[i], a), a.How})
	}
	return p
}

// curve returns the path of an arrow along its nodes; a reversed one is drawn from its end.
func (g *Graph) curve(way []int, a Arrow) string {
	points := make([][2]float64, 0, 2*len(way))
	for _, i := range way {
		n := &g.Nodes[i]
		left, right := [2]float64{n.x, n.y + boxHeight/2}, [2]float64{n.x + n.width(), n.y + boxHeight/2}
		points = append(points, left, right)
	}
	points = points[1 : len(points)-1]
	if way[0] != a.From {
		for i, j := 0, len(points)-1; i < j; i, j = i+1, j-1 {
			points[i], points[j] = points[j], points[i]
		}
	}
	var path strings.Builder
	fmt.Fprintf(&path, "M%.1f %.1f", points[0][0], points[0][1])
	for i := 1; i < len(points); i++ {
		from, to := points[i-1], points[i]
		bend := (to[0] - from[0]) / 2
		fmt.Fprintf(&path, "C%.1f %.1f %.1f %.1f %.1f %.1f", from[0]+bend, from[1], to[0]-bend, to[1], to[0], to[1])
	}
	return path.String()
}
