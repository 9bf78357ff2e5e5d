package board

import (
	"slices"

	"github.com/rulec/rulec/lang/program"
)

// zones are places with borders between them, which a step crosses. A thing covers one, regardless of its size.
type zones struct {
	*ground
	noDiagonals
	next    []steps   // those that lead from each
	last    []steps   // those that lead to each
	borders [][]int32 // between each two; -1: no way
}

func layZones(g *ground, e *program.Encounter) grid {
	z := &zones{ground: g}
	all := &stepwise{ground: g, stepper: z}
	if e.Map == nil {
		return all
	}
	g.zones, g.width, g.height = e.Map.Zones, len(e.Map.Zones), 1
	next := make([][]Place, g.width)
	for from, zone := range g.zones {
		z.borders = append(z.borders, bordersFrom(g.zones, from))
		for _, n := range zone.Next {
			next[from] = append(next[from], Place(n+1))
		}
	}
	last := zonesBefore(next)
	for i := range next {
		z.next, z.last = append(z.next, steps{to: next[i]}), append(z.last, steps{to: last[i]})
	}
	return all
}

func (z *zones) on(g *ground) stepper {
	own := *z
	own.ground = g
	return &own
}

func (z *zones) directed() compass { return nil }

// zonesBefore lists, by zone, those with a border to it: first those to which one
// leads back, in their order.
func zonesBefore(next [][]Place) [][]Place {
	before, oneWay := make([][]Place, len(next)), make([][]Place, len(next))
	for z, list := range next {
		at := Place(z + 1)
		for _, n := range list {
			if slices.Contains(next[n-1], at) {
				before[z] = append(before[z], n)
			} else {
				oneWay[n-1] = append(oneWay[n-1], at)
			}
		}
	}
	for z := range before {
		before[z] = append(before[z], oneWay[z]...)
	}
	return before
}

// bordersFrom counts the borders from one zone to every other.
func bordersFrom(zones []*program.Zone, from int) []int32 {
	borders := make([]int32, len(zones))
	for i := range borders {
		borders[i] = -1
	}
	borders[from] = 0
	queue := []int{from}
	for len(queue) > 0 {
		z := queue[0]
		queue = queue[1:]
		for _, n := range zones[z].Next {
			if borders[n] < 0 {
				borders[n] = borders[z] + 1
				queue = append(queue, n)
			}
		}
	}
	return borders
}

func (z *zones) spaces(a, b Area) int { return int(z.borders[a.Place-1][b.Place-1]) }

func (z *zones) cover(list []Place, a Area) []Place { return append(list, a.Place) }

func (z *zones) within(a Area, n int) []Place {
	z.out = z.out[:0]
	for d := range min(n, len(z.zones)) + 1 {
		for to, borders := range z.borders[a.Place-1] {
			if int(borders) == d {
				z.out = append(z.out, Place(to+1))
			}
		}
	}
	return z.out
}

// Between goes from a to b by the first neighbour that is nearer, in map order.
func (z *zones) Between(a, b Area) []Place {
	z.out = z.out[:0]
	left := z.spaces(a, b)
	for at := a.Place; left > 1; left-- {
		for _, next := range z.next[at-1].to {
			if z.spaces(Area{Place: next}, b) == left-1 {
				at = next
				break
			}
		}
		z.out = append(z.out, at)
	}
	return z.out
}

func (z *zones) sees(a, b Area) bool { return !slices.ContainsFunc(z.Between(a, b), z.isOpaque) }

func (z *zones) steps(p Place, back bool) *steps {
	if back {
		return &z.last[p-1]
	}
	return &z.next[p-1]
}

func (z *zones) crowFlies(_, _ Place) int { return 0 }

func (z *zones) offsets(_ Area, _ Place) (longer, shorter int, ok bool) { return 0, 0, false }
