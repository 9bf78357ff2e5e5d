package board

import "github.com/rulec/rulec/lang/program"

// occupancy marks the places that somebody covers: most places are free, and are known
// to be so without asking everybody where he stands.
type occupancy struct {
	// mark has now for each place that is covered.
	mark []uint32
	now  uint32
	// moved is when somebody moved last before the places were marked; 0: never.
	moved uint64
}

// Taken tells whether somebody covers p.
func (g *Board) Taken(p Place) bool {
	o := &g.occupancy
	if moved := g.who.Moved(); moved == 0 || moved != o.moved {
		g.markAll()
		o.moved = moved
	}
	return o.mark[p] == o.now
}

func (g *Board) markAll() {
	o := &g.occupancy
	if o.mark == nil {
		o.mark = make([]uint32, g.Size()+1)
	}
	o.now++
	if o.now == 0 {
		clear(o.mark)
		o.now = 1
	}
	for n, last := 1, g.who.Creatures(); n <= last; n++ {
		if a := g.who.AreaOf(n); a.Place != 0 {
			g.mark(a)
		}
	}
}

// mark marks the places that an area covers.
func (g *Board) mark(a Area) {
	o := &g.occupancy
	if g.Grid == program.PlaneGrid {
		g.Work += int(a.Size) * int(a.Size)
		g.visitBase(a, func(p Place) { o.mark[p] = o.now })
		return
	}
	if a.Size == 1 || g.Grid == program.ZoneGrid {
		o.mark[a.Place] = o.now
		return
	}
	g.Work += int(a.Size) * int(a.Size)
	// Places outside are 0, which nobody asks about.
	x, y := g.Coordinates(a.Place)
	if g.Grid == program.SquareGrid {
		for dy := range int(a.Size) {
			for dx := range int(a.Size) {
				o.mark[g.at(x+dx, y+dy)] = o.now
			}
		}
		return
	}
	g.visitDisc(x, y, int(a.Size)-1, func(p Place) { o.mark[p] = o.now })
}
