package board

import "github.com/rulec/rulec/lang/program"

// occupancy marks the places that somebody covers: most places are free, hardly any is shared,
// and that is known without asking everybody where he stands.
type occupancy struct {
	// mark has now for each place that is covered; alone is who covers such a place, 0 if
	// several do.
	mark  []uint32
	alone []int32
	now   uint32
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
		o.mark, o.alone = make([]uint32, g.Size()+1), make([]int32, g.Size()+1)
	}
	o.now++
	if o.now == 0 {
		clear(o.mark)
		o.now = 1
	}
	for n, last := Thing(1), Thing(g.who.Creatures()); n <= last; n++ {
		if a := g.who.AreaOf(n); a.Place != 0 {
			g.mark(a, n)
		}
	}
}

// cover marks a place that somebody covers.
func (o *occupancy) cover(p Place, who Thing) {
	if o.mark[p] == o.now {
		who = 0
	}
	o.mark[p], o.alone[p] = o.now, int32(who)
}

// mark marks the places that somebody's area covers.
func (g *Board) mark(a Area, who Thing) {
	o := &g.occupancy
	if g.Grid == program.PlaneGrid {
		g.looked(int(a.Size) * int(a.Size))
		g.visitBase(a, func(p Place) { o.cover(p, who) })
		return
	}
	if a.Size == 1 || g.Grid == program.ZoneGrid {
		o.cover(a.Place, who)
		return
	}
	g.looked(int(a.Size) * int(a.Size))
	// Places outside are 0, which nobody asks about.
	x, y := g.Coordinates(a.Place)
	if g.Grid == program.SquareGrid {
		for dy := range int(a.Size) {
			for dx := range int(a.Size) {
				o.cover(g.at(x+dx, y+dy), who)
			}
		}
		return
	}
	g.visitDisc(x, y, int(a.Size)-1, func(p Place) { o.cover(p, who) })
}
